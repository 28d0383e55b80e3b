//! The whole of each table that is written with the arguments of attributes, for one attribute.

use expect_test::expect;

use super::tables;

const PLAIN: &str = r#"
def Plain : InheritableAttr {
  let Spellings = [GNU<"plain">]; let TemplateDependent = 1; let Args = [BoolArgument<"Flag">];
}
"#;

tables! {
    classes: "gen-clang-attr-classes" of PLAIN gives expect![[r#"
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
        class PlainAttr : public InheritableAttr {
        bool flag;

        public:
          // Factory methods
          static PlainAttr *CreateImplicit(ASTContext &Ctx, bool Flag, const AttributeCommonInfo &CommonInfo);
          static PlainAttr *Create(ASTContext &Ctx, bool Flag, const AttributeCommonInfo &CommonInfo);
          static PlainAttr *CreateImplicit(ASTContext &Ctx, bool Flag, SourceRange Range = {});
          static PlainAttr *Create(ASTContext &Ctx, bool Flag, SourceRange Range = {});

          // Constructors
          PlainAttr(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo
                      , bool Flag
                     );

          PlainAttr *clone(ASTContext &C) const;
          void printPretty(raw_ostream &OS,
                           const PrintingPolicy &Policy) const;
          const char *getSpelling() const;
          bool getFlag() const {
            return flag;
          }



          static bool classof(const Attr *A) { return A->getKind() == attr::Plain; }
        };

        #endif // LLVM_CLANG_ATTR_CLASSES_INC
    "#]];
    implementation: "gen-clang-attr-impl" of PLAIN gives expect![[r#"
        gen-clang-attr-impl:
        static inline void DelimitAttributeArgument(raw_ostream& OS, bool& IsFirst) {
          if (IsFirst) {
            IsFirst = false;
            OS << "(";
          } else
            OS << ", ";
        }

        // PlainAttr implementation

        PlainAttr *PlainAttr::CreateImplicit(ASTContext &Ctx, bool Flag, const AttributeCommonInfo &CommonInfo) {
          auto *A = new (Ctx) PlainAttr(Ctx, CommonInfo, Flag);
          A->setImplicit(true);
          if (!A->isAttributeSpellingListCalculated() && !A->getAttrName())
            A->setAttributeSpellingListIndex(0);
          return A;
        }

        PlainAttr *PlainAttr::Create(ASTContext &Ctx, bool Flag, const AttributeCommonInfo &CommonInfo) {
          auto *A = new (Ctx) PlainAttr(Ctx, CommonInfo, Flag);
          if (!A->isAttributeSpellingListCalculated() && !A->getAttrName())
            A->setAttributeSpellingListIndex(0);
          return A;
        }

        PlainAttr *PlainAttr::CreateImplicit(ASTContext &Ctx, bool Flag, SourceRange Range) {
          AttributeCommonInfo I(Range, NoSemaHandlerAttribute, {AttributeCommonInfo::AS_GNU, 0, false /*IsAlignas*/, false /*IsRegularKeywordAttribute*/});
          return CreateImplicit(Ctx, Flag, I);
        }

        PlainAttr *PlainAttr::Create(ASTContext &Ctx, bool Flag, SourceRange Range) {
          AttributeCommonInfo I(Range, NoSemaHandlerAttribute, {AttributeCommonInfo::AS_GNU, 0, false /*IsAlignas*/, false /*IsRegularKeywordAttribute*/});
          return Create(Ctx, Flag, I);
        }

        PlainAttr::PlainAttr(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo
                      , bool Flag
                     )
          : InheritableAttr(Ctx, CommonInfo, attr::Plain, /*IsLateParsed=*/false, false)
                      , flag(Flag)
          {
        }



        PlainAttr *PlainAttr::clone(ASTContext &C) const {
          auto *A = new (C) PlainAttr(C, *this, flag);
          A->Inherited = Inherited;
          A->IsPackExpansion = IsPackExpansion;
          A->setImplicit(Implicit);
          return A;
        }

        void PlainAttr::printPretty(raw_ostream &OS, const PrintingPolicy &Policy) const {
          bool IsFirstArgument = true; (void)IsFirstArgument;
          unsigned TrailingOmittedArgs = 0; (void)TrailingOmittedArgs;
          switch (getAttributeSpellingListIndex()) {
          default:
            llvm_unreachable("Unknown attribute spelling!");
            break;
          case 0 : {
            OS << "__attribute__((plain";
            DelimitAttributeArgument(OS, IsFirstArgument);
            OS << "" << getFlag() << "";
            if (!IsFirstArgument)
              OS << ")";
            OS << "))";
            break;
          }
        }
        }

        const char *PlainAttr::getSpelling() const {
          switch (getAttributeSpellingListIndex()) {
          default:
            llvm_unreachable("Unknown attribute spelling!");
            return "(No spelling)";
          case 0:
            return "plain";
          }
        }

        const char *Attr::getSpelling() const {
          switch (getKind()) {
          case attr::Plain:
            return cast<PlainAttr>(this)->getSpelling();
          }
          llvm_unreachable("Unexpected attribute kind!");
        }

        Attr *Attr::clone(ASTContext &C) const {
          switch (getKind()) {
          case attr::Plain:
            return cast<PlainAttr>(this)->clone(C);
          }
          llvm_unreachable("Unexpected attribute kind!");
        }

        void Attr::printPretty(raw_ostream &OS, const PrintingPolicy &Policy) const {
          switch (getKind()) {
          case attr::Plain:
            return cast<PlainAttr>(this)->printPretty(OS, Policy);
          }
          llvm_unreachable("Unexpected attribute kind!");
        }

    "#]];
    read: "gen-clang-attr-pch-read" of PLAIN gives expect![[r#"
        gen-clang-attr-pch-read:
          switch (Kind) {
          case attr::Plain: {
            bool isInherited = Record.readInt();
            bool isImplicit = Record.readInt();
            bool isPackExpansion = Record.readInt();
            bool flag = Record.readInt();
            New = new (Context) PlainAttr(Context, Info, flag);
            cast<InheritableAttr>(New)->setInherited(isInherited);
            New->setImplicit(isImplicit);
            New->setPackExpansion(isPackExpansion);
            break;
          }
          }
    "#]];
    write: "gen-clang-attr-pch-write" of PLAIN gives expect![[r#"
        gen-clang-attr-pch-write:
          switch (A->getKind()) {
          case attr::Plain: {
            const auto *SA = cast<PlainAttr>(A);
            Record.push_back(SA->isInherited());
            Record.push_back(A->isImplicit());
            Record.push_back(A->isPackExpansion());
            Record.push_back(SA->getFlag());
            break;
          }
          }
    "#]];
    visitor: "gen-clang-attr-ast-visitor" of PLAIN gives expect![[r#"
        gen-clang-attr-ast-visitor:
        #ifdef ATTR_VISITOR_DECLS_ONLY

          bool TraversePlainAttr(PlainAttr *A);
          bool VisitPlainAttr(PlainAttr *A) {
            return true; 
          }

        #else // ATTR_VISITOR_DECLS_ONLY

        template <typename Derived>
        bool VISITORCLASS<Derived>::TraversePlainAttr(PlainAttr *A) {
          if (!getDerived().VisitAttr(A))
            return false;
          if (!getDerived().VisitPlainAttr(A))
            return false;
          return true;
        }

        template <typename Derived>
        bool VISITORCLASS<Derived>::TraverseAttr(Attr *A) {
          if (!A)
            return true;

          switch (A->getKind()) {
            case attr::Plain:
              return getDerived().TraversePlainAttr(cast<PlainAttr>(A));
          }
          llvm_unreachable("bad attribute kind");
        }
        #endif  // ATTR_VISITOR_DECLS_ONLY
    "#]];
    instantiation: "gen-clang-attr-template-instantiate" of PLAIN gives expect![[r#"
        gen-clang-attr-template-instantiate:
        namespace clang {
        namespace sema {

        Attr *instantiateTemplateAttribute(const Attr *At, ASTContext &C, Sema &S,
                const MultiLevelTemplateArgumentList &TemplateArgs) {
          switch (At->getKind()) {
            case attr::Plain: {
              const auto *A = cast<PlainAttr>(At);
              return new (C) PlainAttr(C, *A, A->getFlag());
            }
          } // end switch
          llvm_unreachable("Unknown attribute!");
          return nullptr;
        }

        Attr *instantiateTemplateAttributeForDecl(const Attr *At,
         ASTContext &C, Sema &S,
                const MultiLevelTemplateArgumentList &TemplateArgs) {
          switch (At->getKind()) {
            case attr::Plain: {
              return nullptr;
            }
          } // end switch
          llvm_unreachable("Unknown attribute!");
          return nullptr;
        }

        } // end namespace sema
        } // end namespace clang
    "#]];
    dump: "gen-clang-attr-text-node-dump" of PLAIN gives expect![[r#"
        gen-clang-attr-text-node-dump:
          void VisitPlainAttr(const PlainAttr *A) {
            const auto *SA = cast<PlainAttr>(A); (void)SA;
            if (SA->getFlag()) OS << " Flag";
          }
    "#]];
    children: "gen-clang-attr-node-traverse" of PLAIN gives expect![[r#"
        gen-clang-attr-node-traverse:
    "#]];
    parsed_info: "gen-clang-attr-parsed-attr-impl" of PLAIN gives expect![[r#"
        gen-clang-attr-parsed-attr-impl:
        #if !defined(WANT_DECL_MERGE_LOGIC) && !defined(WANT_STMT_MERGE_LOGIC)
        static constexpr ParsedAttrInfo::Spelling PlainSpellings[] = {
          {AttributeCommonInfo::AS_GNU, "plain"},
        };
        static constexpr const char *PlainArgNames[] = {
        "Flag",};
        struct ParsedAttrInfoPlain final : public ParsedAttrInfo {
          constexpr ParsedAttrInfoPlain() : ParsedAttrInfo(
            /*AttrKind=*/ParsedAttr::AT_Plain,
            /*NumArgs=*/1,
            /*OptArgs=*/0,
            /*NumArgMembers=*/1,
            /*HasCustomParsing=*/0,
            /*AcceptsExprPack=*/0,
            /*IsTargetSpecific=*/0,
            /*IsType=*/0,
            /*IsStmt=*/0,
            /*IsKnownToGCC=*/0,
            /*IsSupportedByPragmaAttribute=*/0,
            /*Spellings=*/PlainSpellings,
            /*ArgNames=*/PlainArgNames) {}
        bool isParamExpr(size_t N) const override {
          return false;
        }

        static const ParsedAttrInfoPlain Instance;
        };
        const ParsedAttrInfoPlain ParsedAttrInfoPlain::Instance;
        static const ParsedAttrInfo *AttrInfoMap[] = {
        &ParsedAttrInfoPlain::Instance,
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
