//! The C++ code for each kind of argument.

use expect_test::expect;

use super::tables;

/// An attribute with an argument of each kind that is one value.
const SINGLE: &str = r#"
def One : InheritableAttr {
  let Spellings = [GNU<"one">]; let TemplateDependent = 1; let LateParsed = LateAttrParseStandard;
  let Args = [
    BoolArgument<"interface">, DefaultBoolArgument<"Strict", 1>, DefaultIntArgument<"Priority", -3>, UnsignedArgument<"Size">,
    IdentifierArgument<"Platform", 1>, StringArgument<"Message">, ExprArgument<"Cond">, TypeArgument<"Match", 1>,
    DeclArgument<Function, "Cleanup">, DeclArgument<Var, "Guard", 0, 1>, ParamIdxArgument<"Index", 1>, VersionArgument<"Since">,
    AlignedArgument<"Alignment", 1>, WrappedAttr<"Inner">, OMPTraitInfoArgument<"Traits">,
    EnumArgument<"Mode", "ModeKind", ["on", "off", "no"], ["On", "Off", "Off"]>,
    EnumArgument<"Kind", "llvm::Kind", ["a"], ["A"], 1>
  ];
}
"#;

/// The same for arguments that are any number of values.
const MANY: &str = r#"
def Many : TypeAttr {
  let Spellings = [GNU<"many">]; let TemplateDependent = 1; let AcceptsExprPack = 0;
  let Args = [
    VariadicUnsignedArgument<"Sizes">, VariadicStringArgument<"Names">, VariadicIdentifierArgument<"Ids">,
    VariadicParamIdxArgument<"Params">, VariadicParamOrParamIdxArgument<"Mixed">, VariadicOMPInteropInfoArgument<"Interop">,
    VariadicEnumArgument<"States", "State", ["x", "y"], ["X", "Y"]>, VariadicExprArgument<"Exprs">
  ];
}
"#;

const PACK: &str = r#"
def Pack : InheritableAttr {
  let Spellings = [GNU<"pack">]; let AcceptsExprPack = 1;
  let Args = [StringArgument<"Text">, VariadicExprArgument<"Rest">];
}
"#;

tables! {
    classes: "gen-clang-attr-classes" of SINGLE gives expect![[r#"
        gen-clang-attr-classes:
        #ifndef LLVM_CLANG_ATTR_CLASSES_INC
        #define LLVM_CLANG_ATTR_CLASSES_INC

        static inline void DelimitAttributeArgument(raw_ostream& OS, bool& IsFirst) {
          if (IsFirst) {
            IsFirst = false;
            OS << "(";
          } else
            OS << ", ";
        }
        class OneAttr : public InheritableAttr {
        bool interface_;

        bool strict;

        int priority;

        unsigned size;

        IdentifierInfo * platform;

        unsigned messageLength;
        char *message;

        Expr * cond;

        TypeSourceInfo * match;

        FunctionDecl * cleanup;

        VarDecl * guard;

        ParamIdx index;

        VersionTuple since;


        bool isalignmentExpr;
        union {
        Expr *alignmentExpr;
        TypeSourceInfo *alignmentType;
        };
        std::optional<unsigned> alignmentCache;


        Attr * inner;

        OMPTraitInfo * traits;

        public:
          enum ModeKind {
            On,
            Off
          };
        private:
          OneAttr::ModeKind mode;

        private:
          llvm::Kind kind;

        public:
          // Factory methods
          static OneAttr *CreateImplicit(ASTContext &Ctx, bool Interface, bool Strict, int Priority, unsigned Size, IdentifierInfo * Platform, llvm::StringRef Message, Expr * Cond, TypeSourceInfo * Match, FunctionDecl * Cleanup, VarDecl * Guard, ParamIdx Index, VersionTuple Since, bool IsAlignmentExpr, void *Alignment, Attr * Inner, OMPTraitInfo * Traits, OneAttr::ModeKind Mode, llvm::Kind Kind, const AttributeCommonInfo &CommonInfo);
          static OneAttr *Create(ASTContext &Ctx, bool Interface, bool Strict, int Priority, unsigned Size, IdentifierInfo * Platform, llvm::StringRef Message, Expr * Cond, TypeSourceInfo * Match, FunctionDecl * Cleanup, VarDecl * Guard, ParamIdx Index, VersionTuple Since, bool IsAlignmentExpr, void *Alignment, Attr * Inner, OMPTraitInfo * Traits, OneAttr::ModeKind Mode, llvm::Kind Kind, const AttributeCommonInfo &CommonInfo);
          static OneAttr *CreateImplicit(ASTContext &Ctx, bool Interface, bool Strict, int Priority, unsigned Size, IdentifierInfo * Platform, llvm::StringRef Message, Expr * Cond, TypeSourceInfo * Match, FunctionDecl * Cleanup, VarDecl * Guard, ParamIdx Index, VersionTuple Since, bool IsAlignmentExpr, void *Alignment, Attr * Inner, OMPTraitInfo * Traits, OneAttr::ModeKind Mode, llvm::Kind Kind, SourceRange Range = {});
          static OneAttr *Create(ASTContext &Ctx, bool Interface, bool Strict, int Priority, unsigned Size, IdentifierInfo * Platform, llvm::StringRef Message, Expr * Cond, TypeSourceInfo * Match, FunctionDecl * Cleanup, VarDecl * Guard, ParamIdx Index, VersionTuple Since, bool IsAlignmentExpr, void *Alignment, Attr * Inner, OMPTraitInfo * Traits, OneAttr::ModeKind Mode, llvm::Kind Kind, SourceRange Range = {});
          static OneAttr *CreateImplicit(ASTContext &Ctx, bool Interface, bool Strict, int Priority, unsigned Size, IdentifierInfo * Platform, llvm::StringRef Message, Expr * Cond, TypeSourceInfo * Match, FunctionDecl * Cleanup, ParamIdx Index, VersionTuple Since, bool IsAlignmentExpr, void *Alignment, Attr * Inner, OMPTraitInfo * Traits, OneAttr::ModeKind Mode, llvm::Kind Kind, const AttributeCommonInfo &CommonInfo);
          static OneAttr *Create(ASTContext &Ctx, bool Interface, bool Strict, int Priority, unsigned Size, IdentifierInfo * Platform, llvm::StringRef Message, Expr * Cond, TypeSourceInfo * Match, FunctionDecl * Cleanup, ParamIdx Index, VersionTuple Since, bool IsAlignmentExpr, void *Alignment, Attr * Inner, OMPTraitInfo * Traits, OneAttr::ModeKind Mode, llvm::Kind Kind, const AttributeCommonInfo &CommonInfo);
          static OneAttr *CreateImplicit(ASTContext &Ctx, bool Interface, bool Strict, int Priority, unsigned Size, IdentifierInfo * Platform, llvm::StringRef Message, Expr * Cond, TypeSourceInfo * Match, FunctionDecl * Cleanup, ParamIdx Index, VersionTuple Since, bool IsAlignmentExpr, void *Alignment, Attr * Inner, OMPTraitInfo * Traits, OneAttr::ModeKind Mode, llvm::Kind Kind, SourceRange Range = {});
          static OneAttr *Create(ASTContext &Ctx, bool Interface, bool Strict, int Priority, unsigned Size, IdentifierInfo * Platform, llvm::StringRef Message, Expr * Cond, TypeSourceInfo * Match, FunctionDecl * Cleanup, ParamIdx Index, VersionTuple Since, bool IsAlignmentExpr, void *Alignment, Attr * Inner, OMPTraitInfo * Traits, OneAttr::ModeKind Mode, llvm::Kind Kind, SourceRange Range = {});

          // Constructors
          OneAttr(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo
                      , bool Interface
                      , bool Strict
                      , int Priority
                      , unsigned Size
                      , IdentifierInfo * Platform
                      , llvm::StringRef Message
                      , Expr * Cond
                      , TypeSourceInfo * Match
                      , FunctionDecl * Cleanup
                      , VarDecl * Guard
                      , ParamIdx Index
                      , VersionTuple Since
                      , bool IsAlignmentExpr, void *Alignment
                      , Attr * Inner
                      , OMPTraitInfo * Traits
                      , OneAttr::ModeKind Mode
                      , llvm::Kind Kind
                     );
          OneAttr(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo
                      , bool Interface
                      , bool Strict
                      , int Priority
                      , unsigned Size
                      , IdentifierInfo * Platform
                      , llvm::StringRef Message
                      , Expr * Cond
                      , TypeSourceInfo * Match
                      , FunctionDecl * Cleanup
                      , ParamIdx Index
                      , VersionTuple Since
                      , bool IsAlignmentExpr, void *Alignment
                      , Attr * Inner
                      , OMPTraitInfo * Traits
                      , OneAttr::ModeKind Mode
                      , llvm::Kind Kind
                     );
          OneAttr(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo
                      , bool Interface
                      , unsigned Size
                      , llvm::StringRef Message
                      , Expr * Cond
                      , FunctionDecl * Cleanup
                      , VersionTuple Since
                      , Attr * Inner
                      , OMPTraitInfo * Traits
                      , OneAttr::ModeKind Mode
                      , llvm::Kind Kind
                     );

          OneAttr *clone(ASTContext &C) const;
          void printPretty(raw_ostream &OS,
                           const PrintingPolicy &Policy) const;
          const char *getSpelling() const;
          bool getInterface() const {
            return interface_;
          }

          bool getStrict() const {
            return strict;
          }

          static const bool DefaultStrict = true;

          int getPriority() const {
            return priority;
          }

          static const int DefaultPriority = -3;

          unsigned getSize() const {
            return size;
          }

          IdentifierInfo * getPlatform() const {
            return platform;
          }

          llvm::StringRef getMessage() const {
            return llvm::StringRef(message, messageLength);
          }
          unsigned getMessageLength() const {
            return messageLength;
          }
          void setMessage(ASTContext &C, llvm::StringRef S) {
            messageLength = S.size();
            this->message = new (C, 1) char [messageLength];
            if (!S.empty())
              std::memcpy(this->message, S.data(), messageLength);
          }

          Expr * getCond() const {
            return cond;
          }

          QualType getMatch() const {
            return match->getType();
          }  TypeSourceInfo * getMatchLoc() const {
            return match;
          }

          FunctionDecl * getCleanup() const {
            return cleanup;
          }

          VarDecl * getGuard() const {
            return guard;
          }

          ParamIdx getIndex() const {
            return index;
          }

          VersionTuple getSince() const {
            return since;
          }
          void setSince(ASTContext &C, VersionTuple V) {
            since = V;
          }

          bool isAlignmentDependent() const;
          bool isAlignmentErrorDependent() const;
          unsigned getAlignment(ASTContext &Ctx) const;
          bool isAlignmentExpr() const {
            return isalignmentExpr;
          }
          Expr *getAlignmentExpr() const {
            assert(isalignmentExpr);
            return alignmentExpr;
          }
          TypeSourceInfo *getAlignmentType() const {
            assert(!isalignmentExpr);
            return alignmentType;
          }  std::optional<unsigned> getCachedAlignmentValue() const {
            return alignmentCache;
          }  void setCachedAlignmentValue(unsigned AlignVal) {
            alignmentCache = AlignVal;
          }

          Attr * getInner() const {
            return inner;
          }

          OMPTraitInfo * getTraits() const {
            return traits;
          }

          OneAttr::ModeKind getMode() const {
            return mode;
          }

          static bool ConvertStrToModeKind(StringRef Val, OneAttr::ModeKind &Out);
          static const char *ConvertModeKindToStr(OneAttr::ModeKind Val);
          llvm::Kind getKind() const {
            return kind;
          }

          static bool ConvertStrToKind(StringRef Val, llvm::Kind &Out);
          static const char *ConvertKindToStr(llvm::Kind Val);


          static bool classof(const Attr *A) { return A->getKind() == attr::One; }
        };

        #endif // LLVM_CLANG_ATTR_CLASSES_INC
    "#]];
    implementation: "gen-clang-attr-impl" of SINGLE gives expect![[r#"
        gen-clang-attr-impl:
        static inline void DelimitAttributeArgument(raw_ostream& OS, bool& IsFirst) {
          if (IsFirst) {
            IsFirst = false;
            OS << "(";
          } else
            OS << ", ";
        }

        // OneAttr implementation

        OneAttr *OneAttr::CreateImplicit(ASTContext &Ctx, bool Interface, bool Strict, int Priority, unsigned Size, IdentifierInfo * Platform, llvm::StringRef Message, Expr * Cond, TypeSourceInfo * Match, FunctionDecl * Cleanup, VarDecl * Guard, ParamIdx Index, VersionTuple Since, bool IsAlignmentExpr, void *Alignment, Attr * Inner, OMPTraitInfo * Traits, OneAttr::ModeKind Mode, llvm::Kind Kind, const AttributeCommonInfo &CommonInfo) {
          auto *A = new (Ctx) OneAttr(Ctx, CommonInfo, Interface, Strict, Priority, Size, Platform, Message, Cond, Match, Cleanup, Guard, Index, Since, IsAlignmentExpr, Alignment, Inner, Traits, Mode, Kind);
          A->setImplicit(true);
          if (!A->isAttributeSpellingListCalculated() && !A->getAttrName())
            A->setAttributeSpellingListIndex(0);
          return A;
        }

        OneAttr *OneAttr::Create(ASTContext &Ctx, bool Interface, bool Strict, int Priority, unsigned Size, IdentifierInfo * Platform, llvm::StringRef Message, Expr * Cond, TypeSourceInfo * Match, FunctionDecl * Cleanup, VarDecl * Guard, ParamIdx Index, VersionTuple Since, bool IsAlignmentExpr, void *Alignment, Attr * Inner, OMPTraitInfo * Traits, OneAttr::ModeKind Mode, llvm::Kind Kind, const AttributeCommonInfo &CommonInfo) {
          auto *A = new (Ctx) OneAttr(Ctx, CommonInfo, Interface, Strict, Priority, Size, Platform, Message, Cond, Match, Cleanup, Guard, Index, Since, IsAlignmentExpr, Alignment, Inner, Traits, Mode, Kind);
          if (!A->isAttributeSpellingListCalculated() && !A->getAttrName())
            A->setAttributeSpellingListIndex(0);
          return A;
        }

        OneAttr *OneAttr::CreateImplicit(ASTContext &Ctx, bool Interface, bool Strict, int Priority, unsigned Size, IdentifierInfo * Platform, llvm::StringRef Message, Expr * Cond, TypeSourceInfo * Match, FunctionDecl * Cleanup, VarDecl * Guard, ParamIdx Index, VersionTuple Since, bool IsAlignmentExpr, void *Alignment, Attr * Inner, OMPTraitInfo * Traits, OneAttr::ModeKind Mode, llvm::Kind Kind, SourceRange Range) {
          AttributeCommonInfo I(Range, NoSemaHandlerAttribute, {AttributeCommonInfo::AS_GNU, 0, false /*IsAlignas*/, false /*IsRegularKeywordAttribute*/});
          return CreateImplicit(Ctx, Interface, Strict, Priority, Size, Platform, Message, Cond, Match, Cleanup, Guard, Index, Since, IsAlignmentExpr, Alignment, Inner, Traits, Mode, Kind, I);
        }

        OneAttr *OneAttr::Create(ASTContext &Ctx, bool Interface, bool Strict, int Priority, unsigned Size, IdentifierInfo * Platform, llvm::StringRef Message, Expr * Cond, TypeSourceInfo * Match, FunctionDecl * Cleanup, VarDecl * Guard, ParamIdx Index, VersionTuple Since, bool IsAlignmentExpr, void *Alignment, Attr * Inner, OMPTraitInfo * Traits, OneAttr::ModeKind Mode, llvm::Kind Kind, SourceRange Range) {
          AttributeCommonInfo I(Range, NoSemaHandlerAttribute, {AttributeCommonInfo::AS_GNU, 0, false /*IsAlignas*/, false /*IsRegularKeywordAttribute*/});
          return Create(Ctx, Interface, Strict, Priority, Size, Platform, Message, Cond, Match, Cleanup, Guard, Index, Since, IsAlignmentExpr, Alignment, Inner, Traits, Mode, Kind, I);
        }

        OneAttr *OneAttr::CreateImplicit(ASTContext &Ctx, bool Interface, bool Strict, int Priority, unsigned Size, IdentifierInfo * Platform, llvm::StringRef Message, Expr * Cond, TypeSourceInfo * Match, FunctionDecl * Cleanup, ParamIdx Index, VersionTuple Since, bool IsAlignmentExpr, void *Alignment, Attr * Inner, OMPTraitInfo * Traits, OneAttr::ModeKind Mode, llvm::Kind Kind, const AttributeCommonInfo &CommonInfo) {
          auto *A = new (Ctx) OneAttr(Ctx, CommonInfo, Interface, Strict, Priority, Size, Platform, Message, Cond, Match, Cleanup, Index, Since, IsAlignmentExpr, Alignment, Inner, Traits, Mode, Kind);
          A->setImplicit(true);
          if (!A->isAttributeSpellingListCalculated() && !A->getAttrName())
            A->setAttributeSpellingListIndex(0);
          return A;
        }

        OneAttr *OneAttr::Create(ASTContext &Ctx, bool Interface, bool Strict, int Priority, unsigned Size, IdentifierInfo * Platform, llvm::StringRef Message, Expr * Cond, TypeSourceInfo * Match, FunctionDecl * Cleanup, ParamIdx Index, VersionTuple Since, bool IsAlignmentExpr, void *Alignment, Attr * Inner, OMPTraitInfo * Traits, OneAttr::ModeKind Mode, llvm::Kind Kind, const AttributeCommonInfo &CommonInfo) {
          auto *A = new (Ctx) OneAttr(Ctx, CommonInfo, Interface, Strict, Priority, Size, Platform, Message, Cond, Match, Cleanup, Index, Since, IsAlignmentExpr, Alignment, Inner, Traits, Mode, Kind);
          if (!A->isAttributeSpellingListCalculated() && !A->getAttrName())
            A->setAttributeSpellingListIndex(0);
          return A;
        }

        OneAttr *OneAttr::CreateImplicit(ASTContext &Ctx, bool Interface, bool Strict, int Priority, unsigned Size, IdentifierInfo * Platform, llvm::StringRef Message, Expr * Cond, TypeSourceInfo * Match, FunctionDecl * Cleanup, ParamIdx Index, VersionTuple Since, bool IsAlignmentExpr, void *Alignment, Attr * Inner, OMPTraitInfo * Traits, OneAttr::ModeKind Mode, llvm::Kind Kind, SourceRange Range) {
          AttributeCommonInfo I(Range, NoSemaHandlerAttribute, {AttributeCommonInfo::AS_GNU, 0, false /*IsAlignas*/, false /*IsRegularKeywordAttribute*/});
          return CreateImplicit(Ctx, Interface, Strict, Priority, Size, Platform, Message, Cond, Match, Cleanup, Index, Since, IsAlignmentExpr, Alignment, Inner, Traits, Mode, Kind, I);
        }

        OneAttr *OneAttr::Create(ASTContext &Ctx, bool Interface, bool Strict, int Priority, unsigned Size, IdentifierInfo * Platform, llvm::StringRef Message, Expr * Cond, TypeSourceInfo * Match, FunctionDecl * Cleanup, ParamIdx Index, VersionTuple Since, bool IsAlignmentExpr, void *Alignment, Attr * Inner, OMPTraitInfo * Traits, OneAttr::ModeKind Mode, llvm::Kind Kind, SourceRange Range) {
          AttributeCommonInfo I(Range, NoSemaHandlerAttribute, {AttributeCommonInfo::AS_GNU, 0, false /*IsAlignas*/, false /*IsRegularKeywordAttribute*/});
          return Create(Ctx, Interface, Strict, Priority, Size, Platform, Message, Cond, Match, Cleanup, Index, Since, IsAlignmentExpr, Alignment, Inner, Traits, Mode, Kind, I);
        }

        OneAttr::OneAttr(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo
                      , bool Interface
                      , bool Strict
                      , int Priority
                      , unsigned Size
                      , IdentifierInfo * Platform
                      , llvm::StringRef Message
                      , Expr * Cond
                      , TypeSourceInfo * Match
                      , FunctionDecl * Cleanup
                      , VarDecl * Guard
                      , ParamIdx Index
                      , VersionTuple Since
                      , bool IsAlignmentExpr, void *Alignment
                      , Attr * Inner
                      , OMPTraitInfo * Traits
                      , OneAttr::ModeKind Mode
                      , llvm::Kind Kind
                     )
          : InheritableAttr(Ctx, CommonInfo, attr::One, /*IsLateParsed=*/true, false)
                      , interface_(Interface)
                      , strict(Strict)
                      , priority(Priority)
                      , size(Size)
                      , platform(Platform)
                      , messageLength(Message.size()),message(new (Ctx, 1) char[messageLength])
                      , cond(Cond)
                      , match(Match)
                      , cleanup(Cleanup)
                      , guard(Guard)
                      , index(Index)
                      , since(Since)
                      , isalignmentExpr(IsAlignmentExpr)
                      , inner(Inner)
                      , traits(Traits)
                      , mode(Mode)
                      , kind(Kind)
          {
            if (!Message.empty())
              std::memcpy(message, Message.data(), messageLength);
            if (isalignmentExpr)
               alignmentExpr = reinterpret_cast<Expr *>(Alignment);
            else
               alignmentType = reinterpret_cast<TypeSourceInfo *>(Alignment);
        }

        OneAttr::OneAttr(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo
                      , bool Interface
                      , bool Strict
                      , int Priority
                      , unsigned Size
                      , IdentifierInfo * Platform
                      , llvm::StringRef Message
                      , Expr * Cond
                      , TypeSourceInfo * Match
                      , FunctionDecl * Cleanup
                      , ParamIdx Index
                      , VersionTuple Since
                      , bool IsAlignmentExpr, void *Alignment
                      , Attr * Inner
                      , OMPTraitInfo * Traits
                      , OneAttr::ModeKind Mode
                      , llvm::Kind Kind
                     )
          : InheritableAttr(Ctx, CommonInfo, attr::One, /*IsLateParsed=*/true, false)
                      , interface_(Interface)
                      , strict(Strict)
                      , priority(Priority)
                      , size(Size)
                      , platform(Platform)
                      , messageLength(Message.size()),message(new (Ctx, 1) char[messageLength])
                      , cond(Cond)
                      , match(Match)
                      , cleanup(Cleanup)
                      , guard()
                      , index(Index)
                      , since(Since)
                      , isalignmentExpr(IsAlignmentExpr)
                      , inner(Inner)
                      , traits(Traits)
                      , mode(Mode)
                      , kind(Kind)
          {
            if (!Message.empty())
              std::memcpy(message, Message.data(), messageLength);
            if (isalignmentExpr)
               alignmentExpr = reinterpret_cast<Expr *>(Alignment);
            else
               alignmentType = reinterpret_cast<TypeSourceInfo *>(Alignment);
        }

        OneAttr::OneAttr(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo
                      , bool Interface
                      , unsigned Size
                      , llvm::StringRef Message
                      , Expr * Cond
                      , FunctionDecl * Cleanup
                      , VersionTuple Since
                      , Attr * Inner
                      , OMPTraitInfo * Traits
                      , OneAttr::ModeKind Mode
                      , llvm::Kind Kind
                     )
          : InheritableAttr(Ctx, CommonInfo, attr::One, /*IsLateParsed=*/true, false)
                      , interface_(Interface)
                      , strict()
                      , priority()
                      , size(Size)
                      , platform()
                      , messageLength(Message.size()),message(new (Ctx, 1) char[messageLength])
                      , cond(Cond)
                      , match()
                      , cleanup(Cleanup)
                      , guard()
                      , index()
                      , since(Since)
                      , isalignmentExpr(false)
                      , inner(Inner)
                      , traits(Traits)
                      , mode(Mode)
                      , kind(Kind)
          {
            if (!Message.empty())
              std::memcpy(message, Message.data(), messageLength);
        }

























        bool OneAttr::isAlignmentDependent() const {
          if (isalignmentExpr)
            return alignmentExpr && (alignmentExpr->isValueDependent() || alignmentExpr->isTypeDependent());
          else
            return alignmentType->getType()->isDependentType();
        }
        bool OneAttr::isAlignmentErrorDependent() const {
          if (isalignmentExpr)
            return alignmentExpr && alignmentExpr->containsErrors();
          return alignmentType->getType()->containsErrors();
        }








        bool OneAttr::ConvertStrToModeKind(StringRef Val, OneAttr::ModeKind &Out) {
          std::optional<OneAttr::ModeKind> R = llvm::StringSwitch<std::optional<OneAttr::ModeKind>>(Val)
            .Case("on", OneAttr::ModeKind::On)
            .Case("off", OneAttr::ModeKind::Off)
            .Case("no", OneAttr::ModeKind::Off)
            .Default(std::optional<OneAttr::ModeKind>());
          if (R) {
            Out = *R;
              return true;
            }
          return false;
        }

        const char *OneAttr::ConvertModeKindToStr(OneAttr::ModeKind Val) {
          switch(Val) {
          case OneAttr::ModeKind::On: return "on";
          case OneAttr::ModeKind::Off: return "off";
          }
          llvm_unreachable("No enumerator with that value");
        }


        bool OneAttr::ConvertStrToKind(StringRef Val, llvm::Kind &Out) {
          std::optional<llvm::Kind> R = llvm::StringSwitch<std::optional<llvm::Kind>>(Val)
            .Case("a", llvm::Kind::A)
            .Default(std::optional<llvm::Kind>());
          if (R) {
            Out = *R;
              return true;
            }
          return false;
        }

        const char *OneAttr::ConvertKindToStr(llvm::Kind Val) {
          switch(Val) {
          case llvm::Kind::A: return "a";
          }
          llvm_unreachable("No enumerator with that value");
        }
        OneAttr *OneAttr::clone(ASTContext &C) const {
          auto *A = new (C) OneAttr(C, *this, interface_, strict, priority, size, platform, getMessage(), cond, match, cleanup, guard, index, getSince(), isalignmentExpr, isalignmentExpr ? static_cast<void*>(alignmentExpr) : alignmentType, inner, traits, mode, kind);
          A->Inherited = Inherited;
          A->IsPackExpansion = IsPackExpansion;
          A->setImplicit(Implicit);
          return A;
        }

        void OneAttr::printPretty(raw_ostream &OS, const PrintingPolicy &Policy) const {
          bool IsFirstArgument = true; (void)IsFirstArgument;
          unsigned TrailingOmittedArgs = 0; (void)TrailingOmittedArgs;
          switch (getAttributeSpellingListIndex()) {
          default:
            llvm_unreachable("Unknown attribute spelling!");
            break;
          case 0 : {
            OS << "__attribute__((one";
            DelimitAttributeArgument(OS, IsFirstArgument);
            OS << "" << getInterface() << "";
            DelimitAttributeArgument(OS, IsFirstArgument);
            OS << "" << getStrict() << "";
            DelimitAttributeArgument(OS, IsFirstArgument);
            OS << "" << getPriority() << "";
            DelimitAttributeArgument(OS, IsFirstArgument);
            OS << "" << getSize() << "";
            if (!(!getPlatform())) {
            DelimitAttributeArgument(OS, IsFirstArgument);
            OS << "" << (getPlatform() ? getPlatform()->getName() : "") << "";
            }
            DelimitAttributeArgument(OS, IsFirstArgument);
            OS << "\"" << getMessage() << "\"";
            DelimitAttributeArgument(OS, IsFirstArgument);
            OS << "";
            getCond()->printPretty(OS, nullptr, Policy);
            OS << "";
            if (!(!getMatchLoc())) {
            DelimitAttributeArgument(OS, IsFirstArgument);
            OS << "" << getMatch().getAsString() << "";
            }
            DelimitAttributeArgument(OS, IsFirstArgument);
            OS << "" << getCleanup()->getNameInfo().getAsString() << "";
            if (!(!getIndex().isValid())) {
            DelimitAttributeArgument(OS, IsFirstArgument);
            OS << "" << getIndex().getSourceIndex() << "";
            }
            DelimitAttributeArgument(OS, IsFirstArgument);
            OS << "since=" << getSince() << "";
            if (!(!((isalignmentExpr && alignmentExpr) || (!isalignmentExpr && alignmentType)))) {
            DelimitAttributeArgument(OS, IsFirstArgument);
            OS << "";
            if (isalignmentExpr && alignmentExpr)      alignmentExpr->printPretty(OS, nullptr, Policy);
            if (!isalignmentExpr && alignmentType)      alignmentType->getType().print(OS, Policy);
            OS << "";
            }
            DelimitAttributeArgument(OS, IsFirstArgument);
            OS << "" << getInner() << "";
            DelimitAttributeArgument(OS, IsFirstArgument);
            OS << "" << getTraits() << "";
            DelimitAttributeArgument(OS, IsFirstArgument);
            OS << "\"" << OneAttr::ConvertModeKindToStr(getMode()) << "\"";
            DelimitAttributeArgument(OS, IsFirstArgument);
            OS << "\"" << OneAttr::ConvertKindToStr(getKind()) << "\"";
            if (!IsFirstArgument)
              OS << ")";
            OS << "))";
            break;
          }
        }
        }

        const char *OneAttr::getSpelling() const {
          switch (getAttributeSpellingListIndex()) {
          default:
            llvm_unreachable("Unknown attribute spelling!");
            return "(No spelling)";
          case 0:
            return "one";
          }
        }

        const char *Attr::getSpelling() const {
          switch (getKind()) {
          case attr::One:
            return cast<OneAttr>(this)->getSpelling();
          }
          llvm_unreachable("Unexpected attribute kind!");
        }

        Attr *Attr::clone(ASTContext &C) const {
          switch (getKind()) {
          case attr::One:
            return cast<OneAttr>(this)->clone(C);
          }
          llvm_unreachable("Unexpected attribute kind!");
        }

        void Attr::printPretty(raw_ostream &OS, const PrintingPolicy &Policy) const {
          switch (getKind()) {
          case attr::One:
            return cast<OneAttr>(this)->printPretty(OS, Policy);
          }
          llvm_unreachable("Unexpected attribute kind!");
        }

    "#]];
    read: "gen-clang-attr-pch-read" of SINGLE gives expect![[r#"
        gen-clang-attr-pch-read:
          switch (Kind) {
          case attr::One: {
            bool isInherited = Record.readInt();
            bool isImplicit = Record.readInt();
            bool isPackExpansion = Record.readInt();
            bool interface_ = Record.readInt();
            bool strict = Record.readInt();
            int priority = Record.readInt();
            unsigned size = Record.readInt();
            IdentifierInfo * platform = Record.readIdentifier();
            std::string message= Record.readString();
            Expr * cond = Record.readExpr();
            TypeSourceInfo * match = Record.readTypeSourceInfo();
            FunctionDecl * cleanup = Record.readDeclAs<FunctionDecl >();
            VarDecl * guard = Record.readDeclAs<VarDecl >();
            ParamIdx index = ParamIdx::deserialize(Record.readInt());
            VersionTuple since= Record.readVersionTuple();
            bool isalignmentExpr = Record.readInt();
            void *alignmentPtr;
            if (isalignmentExpr)
              alignmentPtr = Record.readExpr();
            else
              alignmentPtr = Record.readTypeSourceInfo();
            Attr *inner = Record.readAttr();    OMPTraitInfo * traits = Record.readOMPTraitInfo();
            OneAttr::ModeKind mode(static_cast<OneAttr::ModeKind>(Record.readInt()));
            llvm::Kind kind(static_cast<llvm::Kind>(Record.readInt()));
            New = new (Context) OneAttr(Context, Info, interface_, strict, priority, size, platform, message, cond, match, cleanup, guard, index, since, isalignmentExpr, alignmentPtr, inner, traits, mode, kind);
            cast<InheritableAttr>(New)->setInherited(isInherited);
            New->setImplicit(isImplicit);
            New->setPackExpansion(isPackExpansion);
            break;
          }
          }
    "#]];
    write: "gen-clang-attr-pch-write" of SINGLE gives expect![[r#"
        gen-clang-attr-pch-write:
          switch (A->getKind()) {
          case attr::One: {
            const auto *SA = cast<OneAttr>(A);
            Record.push_back(SA->isInherited());
            Record.push_back(A->isImplicit());
            Record.push_back(A->isPackExpansion());
            Record.push_back(SA->getInterface());
            Record.push_back(SA->getStrict());
            Record.push_back(SA->getPriority());
            Record.push_back(SA->getSize());
            Record.AddIdentifierRef(SA->getPlatform());
            Record.AddString(SA->getMessage());
            Record.AddStmt(SA->getCond());
            Record.AddTypeSourceInfo(SA->getMatchLoc());
            Record.AddDeclRef(SA->getCleanup());
            Record.AddDeclRef(SA->getGuard());
            Record.push_back(SA->getIndex().serialize());
            Record.AddVersionTuple(SA->getSince());
            Record.push_back(SA->isAlignmentExpr());
            if (SA->isAlignmentExpr())
              Record.AddStmt(SA->getAlignmentExpr());
            else
              Record.AddTypeSourceInfo(SA->getAlignmentType());
            AddAttr(SA->getInner());    Record.writeOMPTraitInfo(SA->getTraits());
        Record.push_back(static_cast<uint64_t>(SA->getMode()));
        Record.push_back(static_cast<uint64_t>(SA->getKind()));
            break;
          }
          }
    "#]];
    visitor: "gen-clang-attr-ast-visitor" of SINGLE gives expect![[r#"
        gen-clang-attr-ast-visitor:
        #ifdef ATTR_VISITOR_DECLS_ONLY

          bool TraverseOneAttr(OneAttr *A);
          bool VisitOneAttr(OneAttr *A) {
            return true; 
          }

        #else // ATTR_VISITOR_DECLS_ONLY

        template <typename Derived>
        bool VISITORCLASS<Derived>::TraverseOneAttr(OneAttr *A) {
          if (!getDerived().VisitAttr(A))
            return false;
          if (!getDerived().VisitOneAttr(A))
            return false;
          if (!getDerived().TraverseStmt(A->getCond()))
            return false;
          if (auto *TSI = A->getMatchLoc())
            if (!getDerived().TraverseTypeLoc(TSI->getTypeLoc()))
              return false;
          if (A->isAlignmentExpr()) {
            if (!getDerived().TraverseStmt(A->getAlignmentExpr()))
              return false;
          } else if (auto *TSI = A->getAlignmentType()) {
            if (!getDerived().TraverseTypeLoc(TSI->getTypeLoc()))
              return false;
          }
          return true;
        }

        template <typename Derived>
        bool VISITORCLASS<Derived>::TraverseAttr(Attr *A) {
          if (!A)
            return true;

          switch (A->getKind()) {
            case attr::One:
              return getDerived().TraverseOneAttr(cast<OneAttr>(A));
          }
          llvm_unreachable("bad attribute kind");
        }
        #endif  // ATTR_VISITOR_DECLS_ONLY
    "#]];
    instantiation: "gen-clang-attr-template-instantiate" of SINGLE gives expect![[r#"
        gen-clang-attr-template-instantiate:
        namespace clang {
        namespace sema {

        Attr *instantiateTemplateAttribute(const Attr *At, ASTContext &C, Sema &S,
                const MultiLevelTemplateArgumentList &TemplateArgs) {
          switch (At->getKind()) {
            case attr::One: {
              const auto *A = cast<OneAttr>(At);
              Expr * tempInstCond;
              {
                EnterExpressionEvaluationContext Unevaluated(S, Sema::ExpressionEvaluationContext::Unevaluated);
                ExprResult Result = S.SubstExpr(A->getCond(), TemplateArgs);
                if (Result.isInvalid())
                  return nullptr;
                tempInstCond = Result.get();
              }
              TypeSourceInfo * tempInstMatch =
                S.SubstType(A->getMatchLoc(), TemplateArgs, A->getLoc(), A->getAttrName());
              if (!tempInstMatch)
                return nullptr;
              return new (C) OneAttr(C, *A, A->getInterface(), A->getStrict(), A->getPriority(), A->getSize(), A->getPlatform(), A->getMessage(), tempInstCond, tempInstMatch, A->getCleanup(), A->getGuard(), A->getIndex(), A->getSince(), , A->getInner(), A->getTraits(), A->getMode(), A->getKind());
            }
          } // end switch
          llvm_unreachable("Unknown attribute!");
          return nullptr;
        }

        Attr *instantiateTemplateAttributeForDecl(const Attr *At,
         ASTContext &C, Sema &S,
                const MultiLevelTemplateArgumentList &TemplateArgs) {
          switch (At->getKind()) {
            case attr::One: {
              return nullptr;
            }
          } // end switch
          llvm_unreachable("Unknown attribute!");
          return nullptr;
        }

        } // end namespace sema
        } // end namespace clang
    "#]];
    dump: "gen-clang-attr-text-node-dump" of SINGLE gives expect![[r#"
        gen-clang-attr-text-node-dump:
          void VisitOneAttr(const OneAttr *A) {
            const auto *SA = cast<OneAttr>(A); (void)SA;
            if (SA->getInterface()) OS << " Interface";
            if (SA->getStrict()) OS << " Strict";
            OS << " " << SA->getPriority();
            OS << " " << SA->getSize();
            if (SA->getPlatform())
              OS << " " << SA->getPlatform()->getName();
            OS << " \"" << SA->getMessage() << "\"";
            if (SA->getMatchLoc())    OS << " " << SA->getMatch().getAsString();
            OS << " ";
            dumpBareDeclRef(SA->getCleanup());
            OS << " ";
            dumpBareDeclRef(SA->getGuard());
            if (SA->getIndex().isValid())
              OS << " " << SA->getIndex().getSourceIndex();
            OS << " " << SA->getSince();
            if (!SA->isAlignmentExpr())
              dumpType(SA->getAlignmentType()->getType());
            OS << " " << SA->getTraits();
            switch(SA->getMode()) {
            case OneAttr::ModeKind::On:
              OS << " On";
              break;
            case OneAttr::ModeKind::Off:
              OS << " Off";
              break;
            }
            switch(SA->getKind()) {
            case llvm::Kind::A:
              OS << " A";
              break;
            }
          }
    "#]];
    children: "gen-clang-attr-node-traverse" of SINGLE gives expect![[r#"
        gen-clang-attr-node-traverse:
          void VisitOneAttr(const OneAttr *A) {
            const auto *SA = cast<OneAttr>(A); (void)SA;
            Visit(SA->getCond());
            if (SA->isAlignmentExpr())
              Visit(SA->getAlignmentExpr());
            Visit(SA->getInner());
          }
    "#]];
    variadic_classes: "gen-clang-attr-classes" of MANY gives expect![[r#"
        gen-clang-attr-classes:
        #ifndef LLVM_CLANG_ATTR_CLASSES_INC
        #define LLVM_CLANG_ATTR_CLASSES_INC

        static inline void DelimitAttributeArgument(raw_ostream& OS, bool& IsFirst) {
          if (IsFirst) {
            IsFirst = false;
            OS << "(";
          } else
            OS << ", ";
        }
        class ManyAttr : public TypeAttr {
          unsigned sizes_Size;
          unsigned *sizes_;

          unsigned names_Size;
          StringRef *names_;

          unsigned ids_Size;
          IdentifierInfo * *ids_;

          unsigned params_Size;
          ParamIdx *params_;

          unsigned mixed_Size;
          int *mixed_;

          unsigned interop_Size;
          OMPInteropInfo *interop_;

        public:
          enum State {
            X,
            Y
          };
        private:
          unsigned states_Size;
          State *states_;

          unsigned exprs_Size;
          Expr * *exprs_;

        public:
          // Factory methods
          static ManyAttr *CreateImplicit(ASTContext &Ctx, unsigned *Sizes, unsigned SizesSize, StringRef *Names, unsigned NamesSize, IdentifierInfo * *Ids, unsigned IdsSize, ParamIdx *Params, unsigned ParamsSize, int *Mixed, unsigned MixedSize, OMPInteropInfo *Interop, unsigned InteropSize, State *States, unsigned StatesSize, Expr * *Exprs, unsigned ExprsSize, const AttributeCommonInfo &CommonInfo);
          static ManyAttr *Create(ASTContext &Ctx, unsigned *Sizes, unsigned SizesSize, StringRef *Names, unsigned NamesSize, IdentifierInfo * *Ids, unsigned IdsSize, ParamIdx *Params, unsigned ParamsSize, int *Mixed, unsigned MixedSize, OMPInteropInfo *Interop, unsigned InteropSize, State *States, unsigned StatesSize, Expr * *Exprs, unsigned ExprsSize, const AttributeCommonInfo &CommonInfo);
          static ManyAttr *CreateImplicit(ASTContext &Ctx, unsigned *Sizes, unsigned SizesSize, StringRef *Names, unsigned NamesSize, IdentifierInfo * *Ids, unsigned IdsSize, ParamIdx *Params, unsigned ParamsSize, int *Mixed, unsigned MixedSize, OMPInteropInfo *Interop, unsigned InteropSize, State *States, unsigned StatesSize, Expr * *Exprs, unsigned ExprsSize, SourceRange Range = {});
          static ManyAttr *Create(ASTContext &Ctx, unsigned *Sizes, unsigned SizesSize, StringRef *Names, unsigned NamesSize, IdentifierInfo * *Ids, unsigned IdsSize, ParamIdx *Params, unsigned ParamsSize, int *Mixed, unsigned MixedSize, OMPInteropInfo *Interop, unsigned InteropSize, State *States, unsigned StatesSize, Expr * *Exprs, unsigned ExprsSize, SourceRange Range = {});

          // Constructors
          ManyAttr(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo
                      , unsigned *Sizes, unsigned SizesSize
                      , StringRef *Names, unsigned NamesSize
                      , IdentifierInfo * *Ids, unsigned IdsSize
                      , ParamIdx *Params, unsigned ParamsSize
                      , int *Mixed, unsigned MixedSize
                      , OMPInteropInfo *Interop, unsigned InteropSize
                      , State *States, unsigned StatesSize
                      , Expr * *Exprs, unsigned ExprsSize
                     );
          ManyAttr(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo
                      , OMPInteropInfo *Interop, unsigned InteropSize
                     );

          ManyAttr *clone(ASTContext &C) const;
          void printPretty(raw_ostream &OS,
                           const PrintingPolicy &Policy) const;
          const char *getSpelling() const;
          typedef unsigned* sizes_iterator;
          sizes_iterator sizes_begin() const { return sizes_; }
          sizes_iterator sizes_end() const { return sizes_ + sizes_Size; }
          unsigned sizes_size() const { return sizes_Size; }
          llvm::iterator_range<sizes_iterator> sizes() const { return llvm::make_range(sizes_begin(), sizes_end()); }


          typedef StringRef* names_iterator;
          names_iterator names_begin() const { return names_; }
          names_iterator names_end() const { return names_ + names_Size; }
          unsigned names_size() const { return names_Size; }
          llvm::iterator_range<names_iterator> names() const { return llvm::make_range(names_begin(), names_end()); }


          typedef IdentifierInfo ** ids_iterator;
          ids_iterator ids_begin() const { return ids_; }
          ids_iterator ids_end() const { return ids_ + ids_Size; }
          unsigned ids_size() const { return ids_Size; }
          llvm::iterator_range<ids_iterator> ids() const { return llvm::make_range(ids_begin(), ids_end()); }


          typedef ParamIdx* params_iterator;
          params_iterator params_begin() const { return params_; }
          params_iterator params_end() const { return params_ + params_Size; }
          unsigned params_size() const { return params_Size; }
          llvm::iterator_range<params_iterator> params() const { return llvm::make_range(params_begin(), params_end()); }


          typedef int* mixed_iterator;
          mixed_iterator mixed_begin() const { return mixed_; }
          mixed_iterator mixed_end() const { return mixed_ + mixed_Size; }
          unsigned mixed_size() const { return mixed_Size; }
          llvm::iterator_range<mixed_iterator> mixed() const { return llvm::make_range(mixed_begin(), mixed_end()); }


          typedef OMPInteropInfo* interop_iterator;
          interop_iterator interop_begin() const { return interop_; }
          interop_iterator interop_end() const { return interop_ + interop_Size; }
          unsigned interop_size() const { return interop_Size; }
          llvm::iterator_range<interop_iterator> interop() const { return llvm::make_range(interop_begin(), interop_end()); }


          typedef State* states_iterator;
          states_iterator states_begin() const { return states_; }
          states_iterator states_end() const { return states_ + states_Size; }
          unsigned states_size() const { return states_Size; }
          llvm::iterator_range<states_iterator> states() const { return llvm::make_range(states_begin(), states_end()); }


          static bool ConvertStrToState(StringRef Val, ManyAttr::State &Out);
          static const char *ConvertStateToStr(ManyAttr::State Val);
          typedef Expr ** exprs_iterator;
          exprs_iterator exprs_begin() const { return exprs_; }
          exprs_iterator exprs_end() const { return exprs_ + exprs_Size; }
          unsigned exprs_size() const { return exprs_Size; }
          llvm::iterator_range<exprs_iterator> exprs() const { return llvm::make_range(exprs_begin(), exprs_end()); }




          static bool classof(const Attr *A) { return A->getKind() == attr::Many; }
        };

        #endif // LLVM_CLANG_ATTR_CLASSES_INC
    "#]];
    variadic_implementation: "gen-clang-attr-impl" of MANY gives expect![[r#"
        gen-clang-attr-impl:
        static inline void DelimitAttributeArgument(raw_ostream& OS, bool& IsFirst) {
          if (IsFirst) {
            IsFirst = false;
            OS << "(";
          } else
            OS << ", ";
        }

        // ManyAttr implementation

        ManyAttr *ManyAttr::CreateImplicit(ASTContext &Ctx, unsigned *Sizes, unsigned SizesSize, StringRef *Names, unsigned NamesSize, IdentifierInfo * *Ids, unsigned IdsSize, ParamIdx *Params, unsigned ParamsSize, int *Mixed, unsigned MixedSize, OMPInteropInfo *Interop, unsigned InteropSize, State *States, unsigned StatesSize, Expr * *Exprs, unsigned ExprsSize, const AttributeCommonInfo &CommonInfo) {
          auto *A = new (Ctx) ManyAttr(Ctx, CommonInfo, Sizes, SizesSize, Names, NamesSize, Ids, IdsSize, Params, ParamsSize, Mixed, MixedSize, Interop, InteropSize, States, StatesSize, Exprs, ExprsSize);
          A->setImplicit(true);
          if (!A->isAttributeSpellingListCalculated() && !A->getAttrName())
            A->setAttributeSpellingListIndex(0);
          return A;
        }

        ManyAttr *ManyAttr::Create(ASTContext &Ctx, unsigned *Sizes, unsigned SizesSize, StringRef *Names, unsigned NamesSize, IdentifierInfo * *Ids, unsigned IdsSize, ParamIdx *Params, unsigned ParamsSize, int *Mixed, unsigned MixedSize, OMPInteropInfo *Interop, unsigned InteropSize, State *States, unsigned StatesSize, Expr * *Exprs, unsigned ExprsSize, const AttributeCommonInfo &CommonInfo) {
          auto *A = new (Ctx) ManyAttr(Ctx, CommonInfo, Sizes, SizesSize, Names, NamesSize, Ids, IdsSize, Params, ParamsSize, Mixed, MixedSize, Interop, InteropSize, States, StatesSize, Exprs, ExprsSize);
          if (!A->isAttributeSpellingListCalculated() && !A->getAttrName())
            A->setAttributeSpellingListIndex(0);
          return A;
        }

        ManyAttr *ManyAttr::CreateImplicit(ASTContext &Ctx, unsigned *Sizes, unsigned SizesSize, StringRef *Names, unsigned NamesSize, IdentifierInfo * *Ids, unsigned IdsSize, ParamIdx *Params, unsigned ParamsSize, int *Mixed, unsigned MixedSize, OMPInteropInfo *Interop, unsigned InteropSize, State *States, unsigned StatesSize, Expr * *Exprs, unsigned ExprsSize, SourceRange Range) {
          AttributeCommonInfo I(Range, NoSemaHandlerAttribute, {AttributeCommonInfo::AS_GNU, 0, false /*IsAlignas*/, false /*IsRegularKeywordAttribute*/});
          return CreateImplicit(Ctx, Sizes, SizesSize, Names, NamesSize, Ids, IdsSize, Params, ParamsSize, Mixed, MixedSize, Interop, InteropSize, States, StatesSize, Exprs, ExprsSize, I);
        }

        ManyAttr *ManyAttr::Create(ASTContext &Ctx, unsigned *Sizes, unsigned SizesSize, StringRef *Names, unsigned NamesSize, IdentifierInfo * *Ids, unsigned IdsSize, ParamIdx *Params, unsigned ParamsSize, int *Mixed, unsigned MixedSize, OMPInteropInfo *Interop, unsigned InteropSize, State *States, unsigned StatesSize, Expr * *Exprs, unsigned ExprsSize, SourceRange Range) {
          AttributeCommonInfo I(Range, NoSemaHandlerAttribute, {AttributeCommonInfo::AS_GNU, 0, false /*IsAlignas*/, false /*IsRegularKeywordAttribute*/});
          return Create(Ctx, Sizes, SizesSize, Names, NamesSize, Ids, IdsSize, Params, ParamsSize, Mixed, MixedSize, Interop, InteropSize, States, StatesSize, Exprs, ExprsSize, I);
        }

        ManyAttr::ManyAttr(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo
                      , unsigned *Sizes, unsigned SizesSize
                      , StringRef *Names, unsigned NamesSize
                      , IdentifierInfo * *Ids, unsigned IdsSize
                      , ParamIdx *Params, unsigned ParamsSize
                      , int *Mixed, unsigned MixedSize
                      , OMPInteropInfo *Interop, unsigned InteropSize
                      , State *States, unsigned StatesSize
                      , Expr * *Exprs, unsigned ExprsSize
                     )
          : TypeAttr(Ctx, CommonInfo, attr::Many, /*IsLateParsed=*/false)
                      , sizes_Size(SizesSize), sizes_(new (Ctx, 16) unsigned[sizes_Size])
                      , names_Size(NamesSize), names_(new (Ctx, 16) StringRef[names_Size])
                      , ids_Size(IdsSize), ids_(new (Ctx, 16) IdentifierInfo *[ids_Size])
                      , params_Size(ParamsSize), params_(new (Ctx, 16) ParamIdx[params_Size])
                      , mixed_Size(MixedSize), mixed_(new (Ctx, 16) int[mixed_Size])
                      , interop_Size(InteropSize), interop_(new (Ctx, 16) OMPInteropInfo[interop_Size])
                      , states_Size(StatesSize), states_(new (Ctx, 16) State[states_Size])
                      , exprs_Size(ExprsSize), exprs_(new (Ctx, 16) Expr *[exprs_Size])
          {
          std::copy(Sizes, Sizes + sizes_Size, sizes_);
          for (size_t I = 0, E = names_Size; I != E;
               ++I) {
            StringRef Ref = Names[I];
            if (!Ref.empty()) {
              char *Mem = new (Ctx, 1) char[Ref.size()];
              std::memcpy(Mem, Ref.data(), Ref.size());
              names_[I] = StringRef(Mem, Ref.size());
            }
          }
          std::copy(Ids, Ids + ids_Size, ids_);
          std::copy(Params, Params + params_Size, params_);
          std::copy(Mixed, Mixed + mixed_Size, mixed_);
          std::copy(Interop, Interop + interop_Size, interop_);
          std::copy(States, States + states_Size, states_);
          std::copy(Exprs, Exprs + exprs_Size, exprs_);
        }

        ManyAttr::ManyAttr(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo
                      , OMPInteropInfo *Interop, unsigned InteropSize
                     )
          : TypeAttr(Ctx, CommonInfo, attr::Many, /*IsLateParsed=*/false)
                      , sizes_Size(0), sizes_(nullptr)
                      , names_Size(0), names_(nullptr)
                      , ids_Size(0), ids_(nullptr)
                      , params_Size(0), params_(nullptr)
                      , mixed_Size(0), mixed_(nullptr)
                      , interop_Size(InteropSize), interop_(new (Ctx, 16) OMPInteropInfo[interop_Size])
                      , states_Size(0), states_(nullptr)
                      , exprs_Size(0), exprs_(nullptr)
          {
          std::copy(Interop, Interop + interop_Size, interop_);
        }















        bool ManyAttr::ConvertStrToState(StringRef Val, ManyAttr::State &Out) {
          std::optional<ManyAttr::State> R = llvm::StringSwitch<std::optional<ManyAttr::State>>(Val)
            .Case("x", ManyAttr::State::X)
            .Case("y", ManyAttr::State::Y)
            .Default(std::optional<ManyAttr::State>());
          if (R) {
            Out = *R;
              return true;
            }
          return false;
        }

        const char *ManyAttr::ConvertStateToStr(ManyAttr::State Val) {
          switch(Val) {
          case ManyAttr::State::X: return "x";
          case ManyAttr::State::Y: return "y";
          default: llvm_unreachable("Invalid attribute value");
          }
          llvm_unreachable("No enumerator with that value");
        }


        ManyAttr *ManyAttr::clone(ASTContext &C) const {
          auto *A = new (C) ManyAttr(C, *this, sizes_, sizes_Size, names_, names_Size, ids_, ids_Size, params_, params_Size, mixed_, mixed_Size, interop_, interop_Size, states_, states_Size, exprs_, exprs_Size);
          A->Inherited = Inherited;
          A->IsPackExpansion = IsPackExpansion;
          A->setImplicit(Implicit);
          return A;
        }

        void ManyAttr::printPretty(raw_ostream &OS, const PrintingPolicy &Policy) const {
          bool IsFirstArgument = true; (void)IsFirstArgument;
          unsigned TrailingOmittedArgs = 0; (void)TrailingOmittedArgs;
          switch (getAttributeSpellingListIndex()) {
          default:
            llvm_unreachable("Unknown attribute spelling!");
            break;
          case 0 : {
            OS << "__attribute__((many";
            OS << "";
          for (const auto &Val : sizes()) {
            DelimitAttributeArgument(OS, IsFirstArgument);
            OS << Val;
          }
          OS << "";
            OS << "";
          for (const auto &Val : names()) {
            DelimitAttributeArgument(OS, IsFirstArgument);
            OS << "\"" << Val << "\"";
          }
          OS << "";
            OS << "";
          for (const auto &Val : ids()) {
            DelimitAttributeArgument(OS, IsFirstArgument);
            OS << Val;
          }
          OS << "";
            OS << "";
          for (const auto &Val : params()) {
            DelimitAttributeArgument(OS, IsFirstArgument);
            OS << Val.getSourceIndex();
          }
          OS << "";
            OS << "";
          for (const auto &Val : mixed()) {
            DelimitAttributeArgument(OS, IsFirstArgument);
            OS << Val;
          }
          OS << "";
            OS << "";
          for (const auto &Val : interop()) {
            DelimitAttributeArgument(OS, IsFirstArgument);
            OS << Val;
          }
          OS << "";
            OS << "";
          for (const auto &Val : states()) {
            DelimitAttributeArgument(OS, IsFirstArgument);
            OS << "\"" << ManyAttr::ConvertStateToStr(Val)<< "\"";
          }
          OS << "";
            OS << "";
          for (const auto &Val : exprs()) {
            DelimitAttributeArgument(OS, IsFirstArgument);
            OS << Val;
          }
          OS << "";
            if (!IsFirstArgument)
              OS << ")";
            OS << "))";
            break;
          }
        }
        }

        const char *ManyAttr::getSpelling() const {
          switch (getAttributeSpellingListIndex()) {
          default:
            llvm_unreachable("Unknown attribute spelling!");
            return "(No spelling)";
          case 0:
            return "many";
          }
        }

        const char *Attr::getSpelling() const {
          switch (getKind()) {
          case attr::Many:
            return cast<ManyAttr>(this)->getSpelling();
          }
          llvm_unreachable("Unexpected attribute kind!");
        }

        Attr *Attr::clone(ASTContext &C) const {
          switch (getKind()) {
          case attr::Many:
            return cast<ManyAttr>(this)->clone(C);
          }
          llvm_unreachable("Unexpected attribute kind!");
        }

        void Attr::printPretty(raw_ostream &OS, const PrintingPolicy &Policy) const {
          switch (getKind()) {
          case attr::Many:
            return cast<ManyAttr>(this)->printPretty(OS, Policy);
          }
          llvm_unreachable("Unexpected attribute kind!");
        }

    "#]];
    variadic_read: "gen-clang-attr-pch-read" of MANY gives expect![[r#"
        gen-clang-attr-pch-read:
          switch (Kind) {
          case attr::Many: {
            bool isImplicit = Record.readInt();
            bool isPackExpansion = Record.readInt();
            unsigned sizesSize = Record.readInt();
            SmallVector<unsigned, 4> sizes;
            sizes.reserve(sizesSize);
            for (unsigned i = 0; i != sizesSize; ++i)
              sizes.push_back(Record.readInt());
            unsigned namesSize = Record.readInt();
            SmallVector<StringRef, 4> names;
            names.reserve(namesSize);
            SmallVector<std::string, 4> namesStorage;
            namesStorage.reserve(namesSize);
            for (unsigned i = 0; i != namesSize; ++i)
              namesStorage.push_back(Record.readString());
            for (unsigned i = 0; i != namesSize; ++i)
              names.push_back(namesStorage[i]);
            unsigned idsSize = Record.readInt();
            SmallVector<IdentifierInfo *, 4> ids;
            ids.reserve(idsSize);
            for (unsigned i = 0; i != idsSize; ++i)
              ids.push_back(Record.readIdentifier());
            unsigned paramsSize = Record.readInt();
            SmallVector<ParamIdx, 4> params;
            params.reserve(paramsSize);
            for (unsigned i = 0; i != paramsSize; ++i)
              params.push_back(ParamIdx::deserialize(Record.readInt()));
            unsigned mixedSize = Record.readInt();
            SmallVector<int, 4> mixed;
            mixed.reserve(mixedSize);
            for (unsigned i = 0; i != mixedSize; ++i)
              mixed.push_back(Record.readInt());
            unsigned interopSize = Record.readInt();
            SmallVector<OMPInteropInfo, 4> interop;
            interop.reserve(interopSize);
            for (unsigned I = 0, E = interopSize; I != E; ++I) {
              bool IsTarget = Record.readBool();
              bool IsTargetSync = Record.readBool();
              interop.emplace_back(IsTarget, IsTargetSync);
            }
            unsigned statesSize = Record.readInt();
            SmallVector<ManyAttr::State, 4> states;
            states.reserve(statesSize);
            for (unsigned i = statesSize; i; --i)
              states.push_back(static_cast<ManyAttr::State>(Record.readInt()));
            unsigned exprsSize = Record.readInt();
            SmallVector<Expr *, 4> exprs;
            exprs.reserve(exprsSize);
            for (unsigned i = 0; i != exprsSize; ++i)
              exprs.push_back(Record.readExpr());
            New = new (Context) ManyAttr(Context, Info, sizes.data(), sizesSize, names.data(), namesSize, ids.data(), idsSize, params.data(), paramsSize, mixed.data(), mixedSize, interop.data(), interopSize, states.data(), statesSize, exprs.data(), exprsSize);
            New->setImplicit(isImplicit);
            New->setPackExpansion(isPackExpansion);
            break;
          }
          }
    "#]];
    variadic_write: "gen-clang-attr-pch-write" of MANY gives expect![[r#"
        gen-clang-attr-pch-write:
          switch (A->getKind()) {
          case attr::Many: {
            const auto *SA = cast<ManyAttr>(A);
            Record.push_back(A->isImplicit());
            Record.push_back(A->isPackExpansion());
            Record.push_back(SA->sizes_size());
            for (auto &Val : SA->sizes())
              Record.push_back(Val);
            Record.push_back(SA->names_size());
            for (auto &Val : SA->names())
              Record.AddString(Val);
            Record.push_back(SA->ids_size());
            for (auto &Val : SA->ids())
              Record.AddIdentifierRef(Val);
            Record.push_back(SA->params_size());
            for (auto &Val : SA->params())
              Record.push_back(Val.serialize());
            Record.push_back(SA->mixed_size());
            for (auto &Val : SA->mixed())
              Record.push_back(Val);
            Record.push_back(SA->interop_size());
            for (ManyAttr::interop_iterator I = SA->interop_begin(), E = SA->interop_end(); I != E; ++I) {
              Record.writeBool(I->IsTarget);
              Record.writeBool(I->IsTargetSync);
            }
            Record.push_back(SA->states_size());
            for (ManyAttr::states_iterator i = SA->states_begin(), e = SA->states_end(); i != e; ++i)
              Record.push_back((*i));
            Record.push_back(SA->exprs_size());
            for (auto &Val : SA->exprs())
              Record.AddStmt(Val);
            break;
          }
          }
    "#]];
    variadic_visitor: "gen-clang-attr-ast-visitor" of MANY gives expect![[r#"
        gen-clang-attr-ast-visitor:
        #ifdef ATTR_VISITOR_DECLS_ONLY

          bool TraverseManyAttr(ManyAttr *A);
          bool VisitManyAttr(ManyAttr *A) {
            return true; 
          }

        #else // ATTR_VISITOR_DECLS_ONLY

        template <typename Derived>
        bool VISITORCLASS<Derived>::TraverseManyAttr(ManyAttr *A) {
          if (!getDerived().VisitAttr(A))
            return false;
          if (!getDerived().VisitManyAttr(A))
            return false;
          {
            Expr * *I = A->exprs_begin();
            Expr * *E = A->exprs_end();
            for (; I != E; ++I) {
              if (!getDerived().TraverseStmt(*I))
                return false;
            }
          }
          return true;
        }

        template <typename Derived>
        bool VISITORCLASS<Derived>::TraverseAttr(Attr *A) {
          if (!A)
            return true;

          switch (A->getKind()) {
            case attr::Many:
              return getDerived().TraverseManyAttr(cast<ManyAttr>(A));
          }
          llvm_unreachable("bad attribute kind");
        }
        #endif  // ATTR_VISITOR_DECLS_ONLY
    "#]];
    variadic_instantiation: "gen-clang-attr-template-instantiate" of MANY gives expect![[r#"
        gen-clang-attr-template-instantiate:
        namespace clang {
        namespace sema {

        Attr *instantiateTemplateAttribute(const Attr *At, ASTContext &C, Sema &S,
                const MultiLevelTemplateArgumentList &TemplateArgs) {
          switch (At->getKind()) {
            case attr::Many: {
              const auto *A = cast<ManyAttr>(At);
              auto *tempInstExprs = new (C, 16) Expr *[A->exprs_size()];
              {
                EnterExpressionEvaluationContext Unevaluated(S, Sema::ExpressionEvaluationContext::Unevaluated);
                Expr * *TI = tempInstExprs;
                Expr * *I = A->exprs_begin();
                Expr * *E = A->exprs_end();
                for (; I != E; ++I, ++TI) {
                  ExprResult Result = S.SubstExpr(*I, TemplateArgs);
                  if (Result.isInvalid())
                    return nullptr;
                  *TI = Result.get();
                }
              }
              return new (C) ManyAttr(C, *A, A->sizes_begin(), A->sizes_size(), A->names_begin(), A->names_size(), A->ids_begin(), A->ids_size(), A->params_begin(), A->params_size(), A->mixed_begin(), A->mixed_size(), A->interop_begin(), A->interop_size(), A->states_begin(), A->states_size(), tempInstExprs, A->exprs_size());
            }
          } // end switch
          llvm_unreachable("Unknown attribute!");
          return nullptr;
        }

        Attr *instantiateTemplateAttributeForDecl(const Attr *At,
         ASTContext &C, Sema &S,
                const MultiLevelTemplateArgumentList &TemplateArgs) {
          switch (At->getKind()) {
            case attr::Many: {
              return nullptr;
            }
          } // end switch
          llvm_unreachable("Unknown attribute!");
          return nullptr;
        }

        } // end namespace sema
        } // end namespace clang
    "#]];
    variadic_dump: "gen-clang-attr-text-node-dump" of MANY gives expect![[r#"
        gen-clang-attr-text-node-dump:
          void VisitManyAttr(const ManyAttr *A) {
            const auto *SA = cast<ManyAttr>(A); (void)SA;
            for (const auto &Val : SA->sizes())
              OS << " " << Val;
            for (const auto &Val : SA->names())
              OS << " " << Val;
            for (const auto &Val : SA->ids())
              OS << " " << Val;
            for (const auto &Val : SA->params())
              OS << " " << Val.getSourceIndex();
            for (const auto &Val : SA->mixed())
              OS << " " << Val;
            for (ManyAttr::interop_iterator I = SA->interop_begin(), E = SA->interop_end(); I != E; ++I) {
              if (I->IsTarget && I->IsTargetSync)
                OS << " Target_TargetSync";
              else if (I->IsTarget)
                OS << " Target";
              else
                OS << " TargetSync";
            }
            for (ManyAttr::states_iterator I = SA->states_begin(), E = SA->states_end(); I != E; ++I) {
              switch(*I) {
            case ManyAttr::State::X:
              OS << " X";
              break;
            case ManyAttr::State::Y:
              OS << " Y";
              break;
            default:
              llvm_unreachable("Invalid attribute value");
              }
            }
          }
    "#]];
    variadic_children: "gen-clang-attr-node-traverse" of MANY gives expect![[r#"
        gen-clang-attr-node-traverse:
          void VisitManyAttr(const ManyAttr *A) {
            const auto *SA = cast<ManyAttr>(A); (void)SA;
            for (ManyAttr::exprs_iterator I = SA->exprs_begin(), E = SA->exprs_end(); I != E; ++I)
              Visit(*I);
          }
    "#]];
    pack_classes: "gen-clang-attr-classes" of PACK gives expect![[r#"
        gen-clang-attr-classes:
        #ifndef LLVM_CLANG_ATTR_CLASSES_INC
        #define LLVM_CLANG_ATTR_CLASSES_INC

        static inline void DelimitAttributeArgument(raw_ostream& OS, bool& IsFirst) {
          if (IsFirst) {
            IsFirst = false;
            OS << "(";
          } else
            OS << ", ";
        }
        class PackAttr : public InheritableAttr {
        unsigned textLength;
        char *text;

          unsigned rest_Size;
          Expr * *rest_;

          unsigned delayedArgs_Size;
          Expr * *delayedArgs_;

        public:
          // Factory methods
          static PackAttr *CreateImplicit(ASTContext &Ctx, llvm::StringRef Text, Expr * *Rest, unsigned RestSize, const AttributeCommonInfo &CommonInfo);
          static PackAttr *Create(ASTContext &Ctx, llvm::StringRef Text, Expr * *Rest, unsigned RestSize, const AttributeCommonInfo &CommonInfo);
          static PackAttr *CreateImplicit(ASTContext &Ctx, llvm::StringRef Text, Expr * *Rest, unsigned RestSize, SourceRange Range = {});
          static PackAttr *Create(ASTContext &Ctx, llvm::StringRef Text, Expr * *Rest, unsigned RestSize, SourceRange Range = {});
          static PackAttr *CreateImplicitWithDelayedArgs(ASTContext &Ctx, Expr * *DelayedArgs, unsigned DelayedArgsSize, const AttributeCommonInfo &CommonInfo);
          static PackAttr *CreateWithDelayedArgs(ASTContext &Ctx, Expr * *DelayedArgs, unsigned DelayedArgsSize, const AttributeCommonInfo &CommonInfo);
          static PackAttr *CreateImplicitWithDelayedArgs(ASTContext &Ctx, Expr * *DelayedArgs, unsigned DelayedArgsSize, SourceRange Range = {});
          static PackAttr *CreateWithDelayedArgs(ASTContext &Ctx, Expr * *DelayedArgs, unsigned DelayedArgsSize, SourceRange Range = {});

          // Constructors
          PackAttr(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo
                      , llvm::StringRef Text
                      , Expr * *Rest, unsigned RestSize
                     );
          PackAttr(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo
                      , llvm::StringRef Text
                     );
          PackAttr(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo
                     );

          PackAttr *clone(ASTContext &C) const;
          void printPretty(raw_ostream &OS,
                           const PrintingPolicy &Policy) const;
          const char *getSpelling() const;
          llvm::StringRef getText() const {
            return llvm::StringRef(text, textLength);
          }
          unsigned getTextLength() const {
            return textLength;
          }
          void setText(ASTContext &C, llvm::StringRef S) {
            textLength = S.size();
            this->text = new (C, 1) char [textLength];
            if (!S.empty())
              std::memcpy(this->text, S.data(), textLength);
          }

          typedef Expr ** rest_iterator;
          rest_iterator rest_begin() const { return rest_; }
          rest_iterator rest_end() const { return rest_ + rest_Size; }
          unsigned rest_size() const { return rest_Size; }
          llvm::iterator_range<rest_iterator> rest() const { return llvm::make_range(rest_begin(), rest_end()); }


          typedef Expr ** delayedArgs_iterator;
          delayedArgs_iterator delayedArgs_begin() const { return delayedArgs_; }
          delayedArgs_iterator delayedArgs_end() const { return delayedArgs_ + delayedArgs_Size; }
          unsigned delayedArgs_size() const { return delayedArgs_Size; }
          llvm::iterator_range<delayedArgs_iterator> delayedArgs() const { return llvm::make_range(delayedArgs_begin(), delayedArgs_end()); }
          void setDelayedArgs(ASTContext &Ctx, Expr * *DelayedArgs, unsigned DelayedArgsSize) {
            delayedArgs_Size = DelayedArgsSize;
            delayedArgs_ = new (Ctx, 16) Expr *[delayedArgs_Size];
            std::copy(DelayedArgs, DelayedArgs + delayedArgs_Size, delayedArgs_);
          }


          static bool classof(const Attr *A) { return A->getKind() == attr::Pack; }
        };

        #endif // LLVM_CLANG_ATTR_CLASSES_INC
    "#]];
    pack_implementation: "gen-clang-attr-impl" of PACK gives expect![[r#"
        gen-clang-attr-impl:
        static inline void DelimitAttributeArgument(raw_ostream& OS, bool& IsFirst) {
          if (IsFirst) {
            IsFirst = false;
            OS << "(";
          } else
            OS << ", ";
        }

        // PackAttr implementation

        PackAttr *PackAttr::CreateImplicit(ASTContext &Ctx, llvm::StringRef Text, Expr * *Rest, unsigned RestSize, const AttributeCommonInfo &CommonInfo) {
          auto *A = new (Ctx) PackAttr(Ctx, CommonInfo, Text, Rest, RestSize);
          A->setImplicit(true);
          if (!A->isAttributeSpellingListCalculated() && !A->getAttrName())
            A->setAttributeSpellingListIndex(0);
          return A;
        }

        PackAttr *PackAttr::Create(ASTContext &Ctx, llvm::StringRef Text, Expr * *Rest, unsigned RestSize, const AttributeCommonInfo &CommonInfo) {
          auto *A = new (Ctx) PackAttr(Ctx, CommonInfo, Text, Rest, RestSize);
          if (!A->isAttributeSpellingListCalculated() && !A->getAttrName())
            A->setAttributeSpellingListIndex(0);
          return A;
        }

        PackAttr *PackAttr::CreateImplicit(ASTContext &Ctx, llvm::StringRef Text, Expr * *Rest, unsigned RestSize, SourceRange Range) {
          AttributeCommonInfo I(Range, NoSemaHandlerAttribute, {AttributeCommonInfo::AS_GNU, 0, false /*IsAlignas*/, false /*IsRegularKeywordAttribute*/});
          return CreateImplicit(Ctx, Text, Rest, RestSize, I);
        }

        PackAttr *PackAttr::Create(ASTContext &Ctx, llvm::StringRef Text, Expr * *Rest, unsigned RestSize, SourceRange Range) {
          AttributeCommonInfo I(Range, NoSemaHandlerAttribute, {AttributeCommonInfo::AS_GNU, 0, false /*IsAlignas*/, false /*IsRegularKeywordAttribute*/});
          return Create(Ctx, Text, Rest, RestSize, I);
        }

        PackAttr *PackAttr::CreateImplicitWithDelayedArgs(ASTContext &Ctx, Expr * *DelayedArgs, unsigned DelayedArgsSize, const AttributeCommonInfo &CommonInfo) {
          auto *A = new (Ctx) PackAttr(Ctx, CommonInfo);
          A->setImplicit(true);
          if (!A->isAttributeSpellingListCalculated() && !A->getAttrName())
            A->setAttributeSpellingListIndex(0);
          A->setDelayedArgs(Ctx, DelayedArgs, DelayedArgsSize);
          return A;
        }

        PackAttr *PackAttr::CreateWithDelayedArgs(ASTContext &Ctx, Expr * *DelayedArgs, unsigned DelayedArgsSize, const AttributeCommonInfo &CommonInfo) {
          auto *A = new (Ctx) PackAttr(Ctx, CommonInfo);
          if (!A->isAttributeSpellingListCalculated() && !A->getAttrName())
            A->setAttributeSpellingListIndex(0);
          A->setDelayedArgs(Ctx, DelayedArgs, DelayedArgsSize);
          return A;
        }

        PackAttr *PackAttr::CreateImplicitWithDelayedArgs(ASTContext &Ctx, Expr * *DelayedArgs, unsigned DelayedArgsSize, SourceRange Range) {
          AttributeCommonInfo I(Range, NoSemaHandlerAttribute, {AttributeCommonInfo::AS_GNU, 0, false /*IsAlignas*/, false /*IsRegularKeywordAttribute*/});
          return CreateImplicitWithDelayedArgs(Ctx, DelayedArgs, DelayedArgsSize, I);
        }

        PackAttr *PackAttr::CreateWithDelayedArgs(ASTContext &Ctx, Expr * *DelayedArgs, unsigned DelayedArgsSize, SourceRange Range) {
          AttributeCommonInfo I(Range, NoSemaHandlerAttribute, {AttributeCommonInfo::AS_GNU, 0, false /*IsAlignas*/, false /*IsRegularKeywordAttribute*/});
          return CreateWithDelayedArgs(Ctx, DelayedArgs, DelayedArgsSize, I);
        }

        PackAttr::PackAttr(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo
                      , llvm::StringRef Text
                      , Expr * *Rest, unsigned RestSize
                     )
          : InheritableAttr(Ctx, CommonInfo, attr::Pack, /*IsLateParsed=*/false, false)
                      , textLength(Text.size()),text(new (Ctx, 1) char[textLength])
                      , rest_Size(RestSize), rest_(new (Ctx, 16) Expr *[rest_Size])
                      , delayedArgs_Size(0), delayedArgs_(nullptr)
          {
            if (!Text.empty())
              std::memcpy(text, Text.data(), textLength);
          std::copy(Rest, Rest + rest_Size, rest_);
        }

        PackAttr::PackAttr(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo
                      , llvm::StringRef Text
                     )
          : InheritableAttr(Ctx, CommonInfo, attr::Pack, /*IsLateParsed=*/false, false)
                      , textLength(Text.size()),text(new (Ctx, 1) char[textLength])
                      , rest_Size(0), rest_(nullptr)
                      , delayedArgs_Size(0), delayedArgs_(nullptr)
          {
            if (!Text.empty())
              std::memcpy(text, Text.data(), textLength);
        }

        PackAttr::PackAttr(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo
                     )
          : InheritableAttr(Ctx, CommonInfo, attr::Pack, /*IsLateParsed=*/false, false)
                      , textLength(0),text(nullptr)
                      , rest_Size(0), rest_(nullptr)
                      , delayedArgs_Size(0), delayedArgs_(nullptr)
          {
        }





        PackAttr *PackAttr::clone(ASTContext &C) const {
          auto *A = new (C) PackAttr(C, *this, getText(), rest_, rest_Size);
          A->Inherited = Inherited;
          A->IsPackExpansion = IsPackExpansion;
          A->setImplicit(Implicit);
          A->setDelayedArgs(C, delayedArgs_, delayedArgs_Size);
          return A;
        }

        void PackAttr::printPretty(raw_ostream &OS, const PrintingPolicy &Policy) const {
          bool IsFirstArgument = true; (void)IsFirstArgument;
          unsigned TrailingOmittedArgs = 0; (void)TrailingOmittedArgs;
          switch (getAttributeSpellingListIndex()) {
          default:
            llvm_unreachable("Unknown attribute spelling!");
            break;
          case 0 : {
            OS << "__attribute__((pack";
            DelimitAttributeArgument(OS, IsFirstArgument);
            OS << "\"" << getText() << "\"";
            OS << "";
          for (const auto &Val : rest()) {
            DelimitAttributeArgument(OS, IsFirstArgument);
            OS << Val;
          }
          OS << "";
            if (!IsFirstArgument)
              OS << ")";
            OS << "))";
            break;
          }
        }
        }

        const char *PackAttr::getSpelling() const {
          switch (getAttributeSpellingListIndex()) {
          default:
            llvm_unreachable("Unknown attribute spelling!");
            return "(No spelling)";
          case 0:
            return "pack";
          }
        }

        const char *Attr::getSpelling() const {
          switch (getKind()) {
          case attr::Pack:
            return cast<PackAttr>(this)->getSpelling();
          }
          llvm_unreachable("Unexpected attribute kind!");
        }

        Attr *Attr::clone(ASTContext &C) const {
          switch (getKind()) {
          case attr::Pack:
            return cast<PackAttr>(this)->clone(C);
          }
          llvm_unreachable("Unexpected attribute kind!");
        }

        void Attr::printPretty(raw_ostream &OS, const PrintingPolicy &Policy) const {
          switch (getKind()) {
          case attr::Pack:
            return cast<PackAttr>(this)->printPretty(OS, Policy);
          }
          llvm_unreachable("Unexpected attribute kind!");
        }

    "#]];
    pack_read: "gen-clang-attr-pch-read" of PACK gives expect![[r#"
        gen-clang-attr-pch-read:
          switch (Kind) {
          case attr::Pack: {
            bool isInherited = Record.readInt();
            bool isImplicit = Record.readInt();
            bool isPackExpansion = Record.readInt();
            unsigned delayedArgsSize = Record.readInt();
            SmallVector<Expr *, 4> delayedArgs;
            delayedArgs.reserve(delayedArgsSize);
            for (unsigned i = 0; i != delayedArgsSize; ++i)
              delayedArgs.push_back(Record.readExpr());
            std::string text= Record.readString();
            unsigned restSize = Record.readInt();
            SmallVector<Expr *, 4> rest;
            rest.reserve(restSize);
            for (unsigned i = 0; i != restSize; ++i)
              rest.push_back(Record.readExpr());
            New = new (Context) PackAttr(Context, Info, text, rest.data(), restSize);
            cast<InheritableAttr>(New)->setInherited(isInherited);
            New->setImplicit(isImplicit);
            New->setPackExpansion(isPackExpansion);
            cast<PackAttr>(New)->setDelayedArgs(Context, delayedArgs.data(), delayedArgsSize);
            break;
          }
          }
    "#]];
    pack_handler: "gen-clang-attr-parsed-attr-impl" of PACK gives expect![[r#"
        gen-clang-attr-parsed-attr-impl:
        #if !defined(WANT_DECL_MERGE_LOGIC) && !defined(WANT_STMT_MERGE_LOGIC)
        static constexpr ParsedAttrInfo::Spelling PackSpellings[] = {
          {AttributeCommonInfo::AS_GNU, "pack"},
        };
        static constexpr const char *PackArgNames[] = {
        "Text","Rest...",};
        struct ParsedAttrInfoPack final : public ParsedAttrInfo {
          constexpr ParsedAttrInfoPack() : ParsedAttrInfo(
            /*AttrKind=*/ParsedAttr::AT_Pack,
            /*NumArgs=*/1,
            /*OptArgs=*/15,
            /*NumArgMembers=*/2,
            /*HasCustomParsing=*/0,
            /*AcceptsExprPack=*/1,
            /*IsTargetSpecific=*/0,
            /*IsType=*/0,
            /*IsStmt=*/0,
            /*IsKnownToGCC=*/0,
            /*IsSupportedByPragmaAttribute=*/0,
            /*Spellings=*/PackSpellings,
            /*ArgNames=*/PackArgNames) {}
        bool isParamExpr(size_t N) const override {
          return (N == 1) || false;
        }

        static const ParsedAttrInfoPack Instance;
        };
        const ParsedAttrInfoPack ParsedAttrInfoPack::Instance;
        static const ParsedAttrInfo *AttrInfoMap[] = {
        &ParsedAttrInfoPack::Instance,
        };

        static void handleAttrWithDelayedArgs(Sema &S, Decl *D, const ParsedAttr &Attr) {
          SmallVector<Expr *, 4> ArgExprs;
          ArgExprs.reserve(Attr.getNumArgs());
          for (unsigned I = 0; I < Attr.getNumArgs(); ++I) {
            assert(!Attr.isArgIdent(I));
            ArgExprs.push_back(Attr.getArgAsExpr(I));
          }
          clang::Attr *CreatedAttr = nullptr;
          switch (Attr.getKind()) {
          default:
            llvm_unreachable("Attribute cannot hold delayed arguments.");
          case ParsedAttr::AT_Pack: {
            CreatedAttr = PackAttr::CreateWithDelayedArgs(S.Context, ArgExprs.data(), ArgExprs.size(), Attr);
            break;
          }
          }
          D->addAttr(CreatedAttr);
        }

        static bool checkAttributeMatchRuleAppliesTo(const Decl *D, attr::SubjectMatchRule rule) {
          switch (rule) {
          }
          llvm_unreachable("Invalid match rule");
        return false;
        }

        #elif defined(WANT_DECL_MERGE_LOGIC)

        static bool DiagnoseMutualExclusions(Sema &S, const NamedDecl *D, const Attr *A) {
          return true;
        }

        #elif defined(WANT_STMT_MERGE_LOGIC)

        static bool DiagnoseMutualExclusions(Sema &S, const SmallVectorImpl<const Attr *> &C) {
          for (const Attr *A : C) {
          }
          return true;
        }

        #endif
    "#]];
}
