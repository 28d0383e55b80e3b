//! Readers and writers.

use expect_test::expect;

use crate::tests::check;

const PRELUDE: &str = r#"
class HasProperties;
class ASTNode : HasProperties;
class TypeNode<TypeNode base, bit abstract = 0> : ASTNode { TypeNode Base = base; bit Abstract = abstract; }
class PropertyType<string n = ""> : HasProperties {
  string CXXName = n;
  bit PassByReference = 0;
  bit ConstWhenWriting = 0;
  code PackOptional = "";
  code UnpackOptional = "";
  list<PropertyType> BufferElementTypes = [];
}
class EnumPropertyType<string n> : PropertyType<n>;
class SubclassPropertyType<string n, PropertyType base> : PropertyType<n> {
  PropertyType Base = base;
  string SubclassName = n;
}
class Array<PropertyType e> : PropertyType { PropertyType Element = e; let BufferElementTypes = [e]; }
class Optional<PropertyType e> : PropertyType { PropertyType Element = e; }
class Property<string n, PropertyType t> {
  HasProperties Class; string Name = n; PropertyType Type = t; code Read = ?; code Conditional = "";
}
class Creator<code create> { HasProperties Class; code Create = create; }
class Override { HasProperties Class; list<string> IgnoredProperties = []; }
class ReadHelper<code c> { HasProperties Class; code Code = c; }
class PropertyTypeKind<PropertyType t, PropertyType k, string r> {
  PropertyType Type = t; PropertyType KindType = k; string KindPropertyName = "kind"; code Read = r;
}
class PropertyTypeCase<PropertyType t, string n> : HasProperties { string Name = n; PropertyType Type = t; }
def Bool : PropertyType<"bool">;
def DeclRef : PropertyType<"Decl *"> { let ConstWhenWriting = 1; let PackOptional = "value ? *value : nullptr"; let UnpackOptional = "value"; }
"#;

const TYPES: &str = r#"
def Type : TypeNode<?, 1>;
def SugarType : TypeNode<Type, 1>;
def NamedType : TypeNode<SugarType>;
let Class = SugarType in def : Property<"sugar", Bool> { let Read = "node->isSugar()"; }
let Class = NamedType in {
  def : Property<"decl", DeclRef> { let Read = "node->getDecl()"; }
  def : Property<"args", Array<DeclRef>> { let Read = "node->args()"; let Conditional = "decl"; }
  def : Property<"next", Optional<DeclRef>> { let Read = "node->next()"; }
  def : Creator<"return ctx.get(decl, args, next, sugar);">;
  def : ReadHelper<"prepare(node);">;
}
"#;

#[test]
fn types() {
    let text = format!("{PRELUDE}{TYPES}");
    check(
        "gen-clang-type-reader",
        &text,
        expect![[r#"
        template <class PropertyReader>
        class AbstractTypeReader {
        public:
          PropertyReader &R;

          AbstractTypeReader(PropertyReader &R) : R(R) {}

          QualType read(Type::TypeClass kind) {
            switch (kind) {
            case Type::Named:
              return readNamedType();
            }
            llvm_unreachable("bad kind");
          }

          QualType readNamedType() {
            auto &ctx = R.getASTContext();
            Decl * decl = R.find("decl").readDeclRef();
            llvm::SmallVector<Decl *, 8> args_buffer_0;
            std::optional<llvm::ArrayRef<Decl *>> args;
            if (decl) {
              args.emplace(R.find("args").template readArray<Decl *>(args_buffer_0));
            }
            std::optional<Decl *> next = R.find("next").template readOptional<Decl *>();
            bool sugar = R.find("sugar").readBool();
            return ctx.get(decl, args, next, sugar);
          }

        };

    "#]],
    );
    check(
        "gen-clang-type-writer",
        &text,
        expect![[r#"
        template <class PropertyWriter>
        class AbstractTypeWriter {
        public:
          PropertyWriter &W;

          AbstractTypeWriter(PropertyWriter &W) : W(W) {}

          void write(const Type *node) {
            switch (node->getTypeClass()) {
            case Type::Named:
              return writeNamedType(static_cast<const NamedType *>(node));
            }
            llvm_unreachable("bad kind");
          }

          void writeNamedType(const NamedType *node) {
            prepare(node);
            const Decl * decl = (node->getDecl());
            W.find("decl").writeDeclRef(decl);
            if (decl) {
            llvm::ArrayRef<const Decl *> args = (node->args());
            W.find("args").writeArray(args);
            }
            std::optional<const Decl *> next = (node->next());
            W.find("next").writeOptional(next);
            bool sugar = (node->isSugar());
            W.find("sugar").writeBool(sugar);
          }

        };

    "#]],
    );
}

#[test]
fn values() {
    let text = format!(
        "{PRELUDE}
         def Kind : EnumPropertyType<\"Kind\">;
         def VarRef : SubclassPropertyType<\"VarDecl\", DeclRef>;
         def Value : PropertyType<\"Value\"> {{ let PassByReference = 1; }}
         def : PropertyTypeKind<Value, Kind, \"node.getKind()\">;
         def NoneCase : PropertyTypeCase<Value, \"None\">;
         let Class = NoneCase in def : Creator<\"return Value();\">;"
    );
    check(
        "gen-clang-basic-reader",
        &text,
        expect![[r#"
        template <class ValueType>
        struct ReadDispatcher;
        template <>
        struct ReadDispatcher<bool> {
          template <class BasicReader, class... Args>
          static bool read(BasicReader &R, Args &&... args) {
            return R.readBool(std::forward<Args>(args)...);
          }
        };
        template <>
        struct ReadDispatcher<Decl *> {
          template <class BasicReader, class... Args>
          static Decl * read(BasicReader &R, Args &&... args) {
            return R.readDeclRef(std::forward<Args>(args)...);
          }
        };
        template <>
        struct ReadDispatcher<Kind> {
          template <class BasicReader, class... Args>
          static Kind read(BasicReader &R, Args &&... args) {
            return R.readKind(std::forward<Args>(args)...);
          }
        };
        template <>
        struct ReadDispatcher<Value> {
          template <class BasicReader, class... Args>
          static Value read(BasicReader &R, Args &&... args) {
            return R.readValue(std::forward<Args>(args)...);
          }
        };
        template <>
        struct ReadDispatcher<VarDecl> {
          template <class BasicReader, class... Args>
          static VarDecl read(BasicReader &R, Args &&... args) {
            return R.readVarRef(std::forward<Args>(args)...);
          }
        };
        template <class T>
        struct ReadDispatcher<llvm::ArrayRef<T>> {
          template <class BasicReader, class... Args>
          static llvm::ArrayRef<T> read(BasicReader &R, Args &&... args) {
            return R.readArray(std::forward<Args>(args)...);
          }
        };
        template <class T>
        struct ReadDispatcher<std::optional<T>> {
          template <class BasicReader, class... Args>
          static std::optional<T> read(BasicReader &R, Args &&... args) {
            return R.readOptional(std::forward<Args>(args)...);
          }
        };

        template <class ValueType>
        struct UnpackOptionalValue;
        template <>
        struct UnpackOptionalValue<Decl *> {
          static std::optional<Decl *> unpack(Decl * value) {
            return value;
          }
        };

        template <class Impl>
        class BasicReaderBase {
          ASTContext &C;
        protected:
          BasicReaderBase(ASTContext &ctx) : C(ctx) {}
        public:
          ASTContext &getASTContext() { return C; }
          Impl &asImpl() { return static_cast<Impl&>(*this); }
          Kind readKind() {
            return asImpl().template readEnum<Kind>();
          }
          Value readValue() {
            auto &ctx = asImpl().getASTContext();
            auto &&subR = asImpl().readObject();
            Kind kind = subR.find("kind").readKind();
            switch (kind) {
            case Value::None: {
            return Value();
            }

            }
            llvm_unreachable("bad Kind");
          }
          VarDecl readVarRef() {
            return cast_or_null<VarDecl>(asImpl().readDeclRef());
          }
        };

    "#]],
    );
    check(
        "gen-clang-basic-writer",
        &text,
        expect![[r#"
        template <class ValueType>
        struct WriteDispatcher;
        template <>
        struct WriteDispatcher<bool> {
          template <class BasicWriter, class... Args>
          static void write(BasicWriter &W, Args &&... args) {
            return W.writeBool(std::forward<Args>(args)...);
          }
        };
        template <>
        struct WriteDispatcher<Decl *> {
          template <class BasicWriter, class... Args>
          static void write(BasicWriter &W, Args &&... args) {
            return W.writeDeclRef(std::forward<Args>(args)...);
          }
        };
        template <>
        struct WriteDispatcher<const Decl *> {
          template <class BasicWriter, class... Args>
          static void write(BasicWriter &W, Args &&... args) {
            return W.writeDeclRef(std::forward<Args>(args)...);
          }
        };
        template <>
        struct WriteDispatcher<Kind> {
          template <class BasicWriter, class... Args>
          static void write(BasicWriter &W, Args &&... args) {
            return W.writeKind(std::forward<Args>(args)...);
          }
        };
        template <>
        struct WriteDispatcher<Value> {
          template <class BasicWriter, class... Args>
          static void write(BasicWriter &W, Args &&... args) {
            return W.writeValue(std::forward<Args>(args)...);
          }
        };
        template <>
        struct WriteDispatcher<VarDecl> {
          template <class BasicWriter, class... Args>
          static void write(BasicWriter &W, Args &&... args) {
            return W.writeVarRef(std::forward<Args>(args)...);
          }
        };
        template <class T>
        struct WriteDispatcher<llvm::ArrayRef<T>> {
          template <class BasicWriter, class... Args>
          static void write(BasicWriter &W, Args &&... args) {
            return W.writeArray(std::forward<Args>(args)...);
          }
        };
        template <class T>
        struct WriteDispatcher<std::optional<T>> {
          template <class BasicWriter, class... Args>
          static void write(BasicWriter &W, Args &&... args) {
            return W.writeOptional(std::forward<Args>(args)...);
          }
        };

        template <class ValueType>
        struct PackOptionalValue;
        template <>
        struct PackOptionalValue<Decl *> {
          static Decl * pack(std::optional<Decl *> value) {
            return value ? *value : nullptr;
          }
        };
        template <>
        struct PackOptionalValue<const Decl *> {
          static const Decl * pack(std::optional<const Decl *> value) {
            return value ? *value : nullptr;
          }
        };

        template <class Impl>
        class BasicWriterBase {
          ASTContext &C;
        protected:
          BasicWriterBase(ASTContext &ctx) : C(ctx) {}
        public:
          ASTContext &getASTContext() { return C; }
          Impl &asImpl() { return static_cast<Impl&>(*this); }
          void writeKind(Kind value) {
            asImpl().writeEnum(value);
          }
          void writeValue(const Value & node) {
            auto &&subW = asImpl().writeObject();
            Kind kind = (node.getKind());
            subW.find("kind").writeKind(kind);
            switch (kind) {
            case Value::None: {
            return;
            }

            }
            llvm_unreachable("bad Kind");
          }
          void writeVarRef(VarDecl value) {
            asImpl().writeDeclRef(value);
          }
        };

    "#]],
    );
}

#[test]
fn rules_that_contradict_each_other() {
    let with = |more: &str| format!("{PRELUDE}{TYPES}{more}");
    check(
        "gen-clang-type-reader",
        &with("let Class = NamedType in def : Creator<\"\">;"),
        expect![[r#"
            44: error: multiple creator rules for "NamedType"
        "#]],
    );
    check(
        "gen-clang-type-reader",
        &with(
            "let Class = NamedType in def : Property<\"sugar\", Bool>;\ndef Bad : PropertyType;\nlet Class = SugarType in def : Property<\"x\", Optional<Bad>>;",
        ),
        expect![[r#"
            44: error: multiple properties named "sugar" in hierarchy of NamedType
            36: note: existing property
            45: error: type is not generic but has no C++ type name
            46: note: type used here
            45: error: type doesn't provide optional-packing code
            46: note: type used here
            45: error: type is not generic but has no C++ type name
            46: note: type used here
            45: error: type doesn't provide optional-packing code
            46: note: type used here
            error: property validation failed
        "#]],
    );
    check(
        "gen-clang-type-reader",
        &with("def OtherType : TypeNode<Type>;"),
        expect![[r#"
            44: error: no information about how to deserialize "OtherType"
        "#]],
    );
    check(
        "gen-clang-type-reader",
        &with("let Class = NamedType in def : Property<\"forgotten\", Bool>;"),
        expect![[r#"
            41: error: creation code for NamedType doesn't refer to property "forgotten"
        "#]],
    );
    check(
        "gen-clang-basic-writer",
        &with("def : PropertyTypeCase<Bool, \"True\">;"),
        expect![[r#"
            44: error: no kind rule for "bool"
        "#]],
    );
}
