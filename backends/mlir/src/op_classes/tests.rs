mod definitions;

use backend_testing::between;
use elaborate::records::Release;
use expect_test::{Expect, expect};

use crate::tests::{check_changes, shown};

/// An operation with one of everything.
const ADD: &str = r#"
    def Own_AddOp : Op<Own, "add", [NativeTrait<"Commutative">, InferTypeOpInterface]> {
      let summary = "adds";
      let arguments = (ins I32:$a, Variadic<I32>:$rest, I32Attr:$flags, OptionalAttr<I32Attr>:$hint);
      let results = (outs I32:$sum);
      let regions = (region AnyRegion:$body);
      let successors = (successor AnySuccessor:$next);
      let builders = [OpBuilder<(ins "int":$x), "return;">];
      let hasVerifier = 1;
    }
"#;

#[track_caller]
fn check_part(from: &str, until: &str, want: Expect) {
    let text = shown(Release::V19, "gen-op-decls", ADD);
    want.assert_eq(&between(&text, from, until));
}

#[test]
fn properties() {
    check_part(
        "class AddOpGenericAdaptorBase",
        "std::pair",
        expect![[r#"
        class AddOpGenericAdaptorBase {
        public:
          struct Properties {
            using flagsTy = ::mlir::IntegerAttr;
            flagsTy flags;

            auto getFlags() {
              auto &propStorage = this->flags;
              return ::llvm::cast<::mlir::IntegerAttr>(propStorage);
            }
            void setFlags(const ::mlir::IntegerAttr &propValue) {
              this->flags = propValue;
            }
            using hintTy = ::mlir::IntegerAttr;
            hintTy hint;

            auto getHint() {
              auto &propStorage = this->hint;
              return ::llvm::dyn_cast_or_null<::mlir::IntegerAttr>(propStorage);
            }
            void setHint(const ::mlir::IntegerAttr &propValue) {
              this->hint = propValue;
            }
            bool operator==(const Properties &rhs) const {
              return 
                rhs.flags == this->flags &&
                rhs.hint == this->hint &&
                true;
            }
            bool operator!=(const Properties &rhs) const {
              return !(*this == rhs);
            }
          };
        protected:
          ::mlir::DictionaryAttr odsAttrs;
          ::std::optional<::mlir::OperationName> odsOpName;
          Properties properties;
          ::mlir::RegionRange odsRegions;
        public:
          AddOpGenericAdaptorBase(::mlir::DictionaryAttr attrs, const Properties &properties, ::mlir::RegionRange regions = {}) : odsAttrs(attrs), properties(properties), odsRegions(regions) {  if (odsAttrs)
              odsOpName.emplace("own.add", odsAttrs.getContext());
          }

          AddOpGenericAdaptorBase(AddOp op);

    "#]],
    );
}

#[test]
fn a_class() {
    check_part(
        "class AddOp : public",
        "",
        expect![[r#"
        class AddOp : public ::mlir::Op<AddOp, ::mlir::OpTrait::OneRegion, ::mlir::OpTrait::OneResult, ::mlir::OpTrait::OneTypedResult<::mlir::IntegerType>::Impl, ::mlir::OpTrait::OneSuccessor, ::mlir::OpTrait::AtLeastNOperands<1>::Impl, ::mlir::OpTrait::OpInvariants, ::mlir::BytecodeOpInterface::Trait, ::mlir::OpTrait::Commutative, ::mlir::InferTypeOpInterface::Trait> {
        public:
          using Op::Op;
          using Op::print;
          using Adaptor = AddOpAdaptor;
          template <typename RangeT>
          using GenericAdaptor = AddOpGenericAdaptor<RangeT>;
          using FoldAdaptor = GenericAdaptor<::llvm::ArrayRef<::mlir::Attribute>>;
          using Properties = FoldAdaptor::Properties;
          static ::llvm::ArrayRef<::llvm::StringRef> getAttributeNames() {
            static ::llvm::StringRef attrNames[] = {::llvm::StringRef("flags"), ::llvm::StringRef("hint")};
            return ::llvm::ArrayRef(attrNames);
          }

          ::mlir::StringAttr getFlagsAttrName() {
            return getAttributeNameForIndex(0);
          }

          static ::mlir::StringAttr getFlagsAttrName(::mlir::OperationName name) {
            return getAttributeNameForIndex(name, 0);
          }

          ::mlir::StringAttr getHintAttrName() {
            return getAttributeNameForIndex(1);
          }

          static ::mlir::StringAttr getHintAttrName(::mlir::OperationName name) {
            return getAttributeNameForIndex(name, 1);
          }

          static constexpr ::llvm::StringLiteral getOperationName() {
            return ::llvm::StringLiteral("own.add");
          }

          std::pair<unsigned, unsigned> getODSOperandIndexAndLength(unsigned index);
          ::mlir::Operation::operand_range getODSOperands(unsigned index) {
            auto valueRange = getODSOperandIndexAndLength(index);
            return {std::next(getOperation()->operand_begin(), valueRange.first),
                     std::next(getOperation()->operand_begin(), valueRange.first + valueRange.second)};
          }

          ::mlir::TypedValue<::mlir::IntegerType> getA() {
            return ::llvm::cast<::mlir::TypedValue<::mlir::IntegerType>>(*getODSOperands(0).begin());
          }

          ::mlir::Operation::operand_range getRest() {
            return getODSOperands(1);
          }

          ::mlir::OpOperand &getAMutable() {
            auto range = getODSOperandIndexAndLength(0);
            return getOperation()->getOpOperand(range.first);
          }

          ::mlir::MutableOperandRange getRestMutable();
          std::pair<unsigned, unsigned> getODSResultIndexAndLength(unsigned index) {
            return {index, 1};
          }

          ::mlir::Operation::result_range getODSResults(unsigned index) {
            auto valueRange = getODSResultIndexAndLength(index);
            return {std::next(getOperation()->result_begin(), valueRange.first),
                     std::next(getOperation()->result_begin(), valueRange.first + valueRange.second)};
          }

          ::mlir::TypedValue<::mlir::IntegerType> getSum() {
            return ::llvm::cast<::mlir::TypedValue<::mlir::IntegerType>>(*getODSResults(0).begin());
          }

          ::mlir::Region &getBody() {
            return (*this)->getRegion(0);
          }

          ::mlir::Block *getNext() {
            return (*this)->getSuccessor(0);
          }

          static ::llvm::LogicalResult setPropertiesFromAttr(Properties &prop, ::mlir::Attribute attr, ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError);
          static ::mlir::Attribute getPropertiesAsAttr(::mlir::MLIRContext *ctx, const Properties &prop);
          static llvm::hash_code computePropertiesHash(const Properties &prop);
          static std::optional<mlir::Attribute> getInherentAttr(::mlir::MLIRContext *ctx, const Properties &prop, llvm::StringRef name);
          static void setInherentAttr(Properties &prop, llvm::StringRef name, mlir::Attribute value);
          static void populateInherentAttrs(::mlir::MLIRContext *ctx, const Properties &prop, ::mlir::NamedAttrList &attrs);
          static ::llvm::LogicalResult verifyInherentAttrs(::mlir::OperationName opName, ::mlir::NamedAttrList &attrs, llvm::function_ref<::mlir::InFlightDiagnostic()> emitError);
          static ::llvm::LogicalResult readProperties(::mlir::DialectBytecodeReader &reader, ::mlir::OperationState &state);
          void writeProperties(::mlir::DialectBytecodeWriter &writer);
          ::mlir::IntegerAttr getFlagsAttr() {
            return ::llvm::cast<::mlir::IntegerAttr>(getProperties().flags);
          }

          uint32_t getFlags();
          ::mlir::IntegerAttr getHintAttr() {
            return ::llvm::dyn_cast_or_null<::mlir::IntegerAttr>(getProperties().hint);
          }

          ::std::optional<uint32_t> getHint();
          void setFlagsAttr(::mlir::IntegerAttr attr) {
            getProperties().flags = attr;
          }

          void setFlags(uint32_t attrValue);
          void setHintAttr(::mlir::IntegerAttr attr) {
            getProperties().hint = attr;
          }

          void setHint(::std::optional<uint32_t> attrValue);
          ::mlir::Attribute removeHintAttr() {
              auto &attr = getProperties().hint;
              attr = {};
              return attr;
          }

          static void build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, int x);
          static void build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, ::mlir::Type sum, ::mlir::Value a, ::mlir::ValueRange rest, ::mlir::IntegerAttr flags, /*optional*/::mlir::IntegerAttr hint, ::mlir::Block *next);
          static void build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, ::mlir::Value a, ::mlir::ValueRange rest, ::mlir::IntegerAttr flags, /*optional*/::mlir::IntegerAttr hint, ::mlir::Block *next);
          static void build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, ::mlir::TypeRange resultTypes, ::mlir::Value a, ::mlir::ValueRange rest, ::mlir::IntegerAttr flags, /*optional*/::mlir::IntegerAttr hint, ::mlir::Block *next);
          static void build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, ::mlir::Type sum, ::mlir::Value a, ::mlir::ValueRange rest, uint32_t flags, /*optional*/::mlir::IntegerAttr hint, ::mlir::Block *next);
          static void build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, ::mlir::Value a, ::mlir::ValueRange rest, uint32_t flags, /*optional*/::mlir::IntegerAttr hint, ::mlir::Block *next);
          static void build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, ::mlir::TypeRange resultTypes, ::mlir::Value a, ::mlir::ValueRange rest, uint32_t flags, /*optional*/::mlir::IntegerAttr hint, ::mlir::Block *next);
          static void build(::mlir::OpBuilder &, ::mlir::OperationState &odsState, ::mlir::TypeRange resultTypes, ::mlir::ValueRange operands, ::llvm::ArrayRef<::mlir::NamedAttribute> attributes = {});
          ::llvm::LogicalResult verifyInvariantsImpl();
          ::llvm::LogicalResult verifyInvariants();
          ::llvm::LogicalResult verify();
        private:
          ::mlir::StringAttr getAttributeNameForIndex(unsigned index) {
            return getAttributeNameForIndex((*this)->getName(), index);
          }

          static ::mlir::StringAttr getAttributeNameForIndex(::mlir::OperationName name, unsigned index) {
            assert(index < 2 && "invalid attribute index");
            assert(name.getStringRef() == getOperationName() && "invalid operation name");
            assert(name.isRegistered() && "Operation isn't registered, missing a "
                  "dependent dialect loading?");
            return name.getAttributeNames()[index];
          }

        public:
        };
        } // namespace own
        MLIR_DECLARE_EXPLICIT_TYPE_ID(::own::AddOp)


        #endif  // GET_OP_CLASSES

    "#]],
    );
}

#[test]
fn what_22_changes() {
    check_changes(
        "gen-op-decls",
        ADD,
        expect![[r#"
        +
        +/// adds
        +
        +
        +
        -    auto getFlags() {
        +    auto getFlags() const {
        -    auto getHint() {
        +    auto getHint() const {
        +
        +  static constexpr int odsIndex_a = 0;
        +  static constexpr int odsIndex_rest = 1;
        +  AddOpGenericAdaptor(RangeT values, const AddOpGenericAdaptorBase &base) : Base(base), odsOperands(values) {}
        +
        +  static constexpr int odsIndex_a = 0;
        +  static constexpr int odsIndex_rest = 1;
        -      auto &attr = getProperties().hint;
        -      attr = {};
        +      auto attr = getProperties().hint;
        +      getProperties().hint = {};
        +  static AddOp create(::mlir::OpBuilder &builder, ::mlir::Location location, int x);
        +  static AddOp create(::mlir::ImplicitLocOpBuilder &builder, int x);
        +  static AddOp create(::mlir::OpBuilder &builder, ::mlir::Location location, ::mlir::Type sum, ::mlir::Value a, ::mlir::ValueRange rest, ::mlir::IntegerAttr flags, /*optional*/::mlir::IntegerAttr hint, ::mlir::Block *next);
        +  static AddOp create(::mlir::ImplicitLocOpBuilder &builder, ::mlir::Type sum, ::mlir::Value a, ::mlir::ValueRange rest, ::mlir::IntegerAttr flags, /*optional*/::mlir::IntegerAttr hint, ::mlir::Block *next);
        +  static AddOp create(::mlir::OpBuilder &builder, ::mlir::Location location, ::mlir::Value a, ::mlir::ValueRange rest, ::mlir::IntegerAttr flags, /*optional*/::mlir::IntegerAttr hint, ::mlir::Block *next);
        +  static AddOp create(::mlir::ImplicitLocOpBuilder &builder, ::mlir::Value a, ::mlir::ValueRange rest, ::mlir::IntegerAttr flags, /*optional*/::mlir::IntegerAttr hint, ::mlir::Block *next);
        +  static AddOp create(::mlir::OpBuilder &builder, ::mlir::Location location, ::mlir::TypeRange resultTypes, ::mlir::Value a, ::mlir::ValueRange rest, ::mlir::IntegerAttr flags, /*optional*/::mlir::IntegerAttr hint, ::mlir::Block *next);
        +  static AddOp create(::mlir::ImplicitLocOpBuilder &builder, ::mlir::TypeRange resultTypes, ::mlir::Value a, ::mlir::ValueRange rest, ::mlir::IntegerAttr flags, /*optional*/::mlir::IntegerAttr hint, ::mlir::Block *next);
        +  static AddOp create(::mlir::OpBuilder &builder, ::mlir::Location location, ::mlir::Type sum, ::mlir::Value a, ::mlir::ValueRange rest, uint32_t flags, /*optional*/::mlir::IntegerAttr hint, ::mlir::Block *next);
        +  static AddOp create(::mlir::ImplicitLocOpBuilder &builder, ::mlir::Type sum, ::mlir::Value a, ::mlir::ValueRange rest, uint32_t flags, /*optional*/::mlir::IntegerAttr hint, ::mlir::Block *next);
        +  static AddOp create(::mlir::OpBuilder &builder, ::mlir::Location location, ::mlir::Value a, ::mlir::ValueRange rest, uint32_t flags, /*optional*/::mlir::IntegerAttr hint, ::mlir::Block *next);
        +  static AddOp create(::mlir::ImplicitLocOpBuilder &builder, ::mlir::Value a, ::mlir::ValueRange rest, uint32_t flags, /*optional*/::mlir::IntegerAttr hint, ::mlir::Block *next);
        +  static AddOp create(::mlir::OpBuilder &builder, ::mlir::Location location, ::mlir::TypeRange resultTypes, ::mlir::Value a, ::mlir::ValueRange rest, uint32_t flags, /*optional*/::mlir::IntegerAttr hint, ::mlir::Block *next);
        +  static AddOp create(::mlir::ImplicitLocOpBuilder &builder, ::mlir::TypeRange resultTypes, ::mlir::Value a, ::mlir::ValueRange rest, uint32_t flags, /*optional*/::mlir::IntegerAttr hint, ::mlir::Block *next);
        +  static AddOp create(::mlir::OpBuilder &builder, ::mlir::Location location, ::mlir::TypeRange resultTypes, ::mlir::ValueRange operands, ::llvm::ArrayRef<::mlir::NamedAttribute> attributes = {});
        +  static AddOp create(::mlir::ImplicitLocOpBuilder &builder, ::mlir::TypeRange resultTypes, ::mlir::ValueRange operands, ::llvm::ArrayRef<::mlir::NamedAttribute> attributes = {});
        +  static void build(::mlir::OpBuilder &, ::mlir::OperationState &odsState, ::mlir::TypeRange resultTypes, ::mlir::ValueRange operands, const Properties &properties, ::llvm::ArrayRef<::mlir::NamedAttribute> discardableAttributes = {});
        +  static AddOp create(::mlir::OpBuilder &builder, ::mlir::Location location, ::mlir::TypeRange resultTypes, ::mlir::ValueRange operands, const Properties &properties, ::llvm::ArrayRef<::mlir::NamedAttribute> discardableAttributes = {});
        +  static AddOp create(::mlir::ImplicitLocOpBuilder &builder, ::mlir::TypeRange resultTypes, ::mlir::ValueRange operands, const Properties &properties, ::llvm::ArrayRef<::mlir::NamedAttribute> discardableAttributes = {});
        +  static ::llvm::LogicalResult setPropertiesFromParsedAttr(Properties &prop, ::mlir::Attribute attr, ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError);
        +
        -#endif  // GET_OP_CLASSES
        +#endif // GET_OP_CLASSES
    "#]],
    );
}

#[test]
fn names_that_clash() {
    for (body, want) in [
        (
            "let arguments = (ins Variadic<I32>:$a, Variadic<I32>:$b);",
            "op has multiple variadic operands but no specification over their sizes",
        ),
        (
            "let arguments = (ins I32:$a, I32Attr:$a);",
            "Unexpected overlap when generating `getA`",
        ),
        (
            "let traits = [GenInternalTrait<\"AttrSizedOperandSegments\">];",
            "op must have at least two variadic operands to use 'AttrSizedOperandSegments' trait",
        ),
    ] {
        let text = format!("def Own_X : Op<Own, \"x\"> {{ {body} }}");
        let shown = shown(Release::V19, "gen-op-decls", &text);
        assert!(shown.contains(want), "{shown}");
    }
}

#[test]
fn mistakes_in_formats() {
    for (format, want) in [
        (
            "custom<F>(ref($b))",
            "region 'b' must be bound before it is referenced",
        ),
        (
            "custom<F>($b, ref($b)) $v $a $w attr-dict",
            "regions can only be used at the top level",
        ),
        ("oilist($a)", "expected literal, but got '$a'"),
        (
            "oilist(`x` $v) oilist(`x` $w) attr-dict $a $b",
            "format ambiguity because x is used in two adjacent oilist elements.",
        ),
        (
            "custom<F>(functional-type($v, $w))",
            "'functional-type' is only valid as a top-level directive",
        ),
        (
            "(`[` $a^ `]`)? attr-dict",
            "only optional or default-valued attributes can be used to anchor an optional group",
        ),
        (
            "($v^ functional-type(operands, results))? attr-dict",
            "only literals, types, and variables can be used within an optional group",
        ),
        (
            "custom<F>(`a`) attr-dict",
            "literals may only be used in the top-level section of the format",
        ),
        (
            "custom<F>(type(operands)) attr-dict",
            "type directives within a custom directive may only refer to variables",
        ),
        (
            "type($a)",
            "attributes cannot be used as children to a `type` directive",
        ),
        ("(params^)?", "unsupported directive kind"),
        (
            "prop-dict(x)",
            "expected literal, variable, directive, or optional group",
        ),
        (
            "$v $w $a $b",
            "'attr-dict' directive not found in custom assembly format",
        ),
        ("$v $w $v attr-dict", "operand 'v' is already bound"),
        (
            "$v attr-dict $a $b type($v)",
            "operand #1, named 'w', not found",
        ),
    ] {
        let text = format!(
            "def Own_X : Op<Own, \"x\"> {{ let arguments = (ins Variadic<I32>:$v, I32Attr:$a, \
             Optional<I32>:$w); let traits = [GenInternalTrait<\"AttrSizedOperandSegments\">]; \
             let regions = (region AnyRegion:$b); let assemblyFormat = \"{format}\"; }}"
        );
        let shown = shown(Release::V19, "gen-op-decls", &text);
        assert!(shown.contains(want), "{format}: {shown}");
    }
}

#[test]
fn placeholders_in_default_values() {
    let text = r#"
        def Own_DefaultAttr : Attr<CPred<"true">, "a number"> {
          let storageType = "::mlir::IntegerAttr";
          let returnType = "int";
          let constBuilderCall = "$_builder.get($0)";
          let defaultValue = "count($_builder)";
        }
        def Own_Op : Op<Own, "op"> { let arguments = (ins Own_DefaultAttr:$count); }
    "#;
    for (release, value) in [
        (Release::V19, "int count = count($_builder)"),
        (Release::V22, "int count = count(odsBuilder)"),
    ] {
        let declared = shown(release, "gen-op-decls", text);
        assert!(declared.contains(value), "{declared}");
        let defined = shown(release, "gen-op-defs", text);
        let missing = "properties.count = odsBuilder.get(count(odsBuilder));";
        assert!(defined.contains(missing), "{defined}");
    }
}
