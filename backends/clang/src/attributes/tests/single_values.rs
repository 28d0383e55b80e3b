//! The C++ code for each kind of argument that is one value.

use expect_test::expect;

use super::tables;

/// An attribute with an argument of each kind that is one value.
pub(super) const SINGLE: &str = r#"
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

tables! {
    members: "gen-clang-attr-classes" of SINGLE from "class OneAttr" until "// Factory methods" gives expect![[r#"
        gen-clang-attr-classes:
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
    "#]];
    accessors: "gen-clang-attr-classes" of SINGLE from "bool getInterface" until "static bool classof" gives expect![[r#"
        gen-clang-attr-classes:
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


    "#]];
    code_for_alignments: "gen-clang-attr-impl" of SINGLE from "bool OneAttr::isAlignmentDependent" until "bool OneAttr::ConvertStr" gives expect![[r#"
        gen-clang-attr-impl:
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








    "#]];
    names_of_enumerators: "gen-clang-attr-impl" of SINGLE from "bool OneAttr::ConvertStrToModeKind" until "bool OneAttr::ConvertStrToKind" gives expect![[r#"
        gen-clang-attr-impl:
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


    "#]];
    names_of_external_enumerators: "gen-clang-attr-impl" of SINGLE lines with "llvm::Kind::" gives expect![[r#"
        gen-clang-attr-impl:
            .Case("a", llvm::Kind::A)
          case llvm::Kind::A: return "a";
    "#]];
    clone: "gen-clang-attr-impl" of SINGLE lines with "OneAttr(C, *this" gives expect![[r#"
        gen-clang-attr-impl:
          auto *A = new (C) OneAttr(C, *this, interface_, strict, priority, size, platform, getMessage(), cond, match, cleanup, guard, index, getSince(), isalignmentExpr, isalignmentExpr ? static_cast<void*>(alignmentExpr) : alignmentType, inner, traits, mode, kind);
    "#]];
    printing: "gen-clang-attr-impl" of SINGLE from "__attribute__((one" until "if (!IsFirstArgument)" gives expect![[r#"
        gen-clang-attr-impl:
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
    "#]];
    read: "gen-clang-attr-pch-read" of SINGLE from "bool isInherited" until "setInherited" gives expect![[r#"
        gen-clang-attr-pch-read:
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
    "#]];
    write: "gen-clang-attr-pch-write" of SINGLE from "SA->isInherited" until "break;" gives expect![[r#"
        gen-clang-attr-pch-write:
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
    "#]];
    visitor: "gen-clang-attr-ast-visitor" of SINGLE from "VisitOneAttr(A)" until "return true;" gives expect![[r#"
        gen-clang-attr-ast-visitor:
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
    "#]];
    instantiation: "gen-clang-attr-template-instantiate" of SINGLE from "const auto *A" until "// end switch" gives expect![[r#"
        gen-clang-attr-template-instantiate:
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
}
