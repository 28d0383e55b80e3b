//! What is written.

use expect_test::expect;

use super::{check, tables};

/// An attribute of functions that is spelled in many ways, and one of loops.
const TWO: &str = r#"
def Doc : Documentation<Functions> { let Content = " Of note. \n"; let Heading = "hot, warm"; let Deprecated = DocDeprecated<"cool">; }
def Hot : InheritableAttr {
  let Spellings = [Clang<"hot">, GNU<"__warm__">, Keyword<"_Hot", 0>, Pragma<"clang", "hot">];
  let Subjects = SubjectList<[Function, Global]>;
  let Accessors = [Accessor<"isWarm", [GNU<"__warm__">, Pragma<"clang", "hot">]>];
  let LangOpts = [LangOpt<"CPlusPlus">, LangOpt<"", "A && B">];
  let SimpleHandler = 1; let Documentation = [Doc];
}
def Unroll : StmtAttr {
  let Spellings = [CXX11<"", "unroll", 202407>]; let Subjects = SubjectList<[Loop]>; let ASTNode = 0;
}
def RuleForFunction : AttrSubjectMatcherRule<"function", [Function]>;
def RuleForVar : AttrSubjectMatcherRule<"variable", [Var], [
  AttrSubjectMatcherSubRule<"is_global", [Global]>, AttrSubjectMatcherSubRule<"is_global", [], 1>
]> { let LangOpts = [LangOpt<"OpenCL">]; }
def RuleForNamed : AttrSubjectMatcherAggregateRule<Named>;
"#;

/// Two attributes of one kind for different targets, with which another can't be used.
const TARGETS: &str = r#"
def Arm : TargetSpec<["arm", "thumb"]>;
def Avr : TargetSpec<["avr"]> { let OSes = ["None"]; let CustomCode = "X"; }
def ArmInterrupt : InheritableAttr, TargetSpecificAttr<Arm> {
  let Spellings = [GCC<"interrupt">]; let ParseKind = "Interrupt"; let Args = [StringArgument<"Kind">];
}
def AvrInterrupt : InheritableAttr, TargetSpecificAttr<Avr> {
  let Spellings = [GCC<"interrupt">]; let ParseKind = "Interrupt"; let Args = [StringArgument<"Kind">];
}
def Naked : DeclOrStmtAttr {
  let Spellings = [GNU<"naked">]; let TargetSpecificSpellings = [TargetSpecificSpelling<Arm, [GNU<"naked">]>];
}
def : MutualExclusions<[Naked, ArmInterrupt]>;
"#;

tables! {
    class: "gen-clang-attr-classes" of TWO gives expect![[r#"
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
        class HotAttr : public InheritableAttr {
        public:
          enum Spelling {
            GNU_hot = 0,
            CXX11_clang_hot = 1,
            C23_clang_hot = 2,
            GNU_warm = 3,
            Keyword_Hot = 4,
            Pragma_clang_hot = 5,
          SpellingNotCalculated = 15

          };

          // Factory methods
          static HotAttr *CreateImplicit(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo);
          static HotAttr *Create(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo);
          static HotAttr *CreateImplicit(ASTContext &Ctx, SourceRange Range = {}, Spelling S = GNU_hot);
          static HotAttr *Create(ASTContext &Ctx, SourceRange Range = {}, Spelling S = GNU_hot);

          // Constructors
          HotAttr(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo
                     );

          HotAttr *clone(ASTContext &C) const;
          void printPretty(raw_ostream &OS,
                           const PrintingPolicy &Policy) const;
          const char *getSpelling() const;
          Spelling getSemanticSpelling() const;
          bool isWarm() const { return getAttributeSpellingListIndex() == 3 ||
            getAttributeSpellingListIndex() == 5; }


          static bool classof(const Attr *A) { return A->getKind() == attr::Hot; }
        };

        #endif // LLVM_CLANG_ATTR_CLASSES_INC
    "#]];
    implementation: "gen-clang-attr-impl" of TWO gives expect![[r##"
        gen-clang-attr-impl:
        static inline void DelimitAttributeArgument(raw_ostream& OS, bool& IsFirst) {
          if (IsFirst) {
            IsFirst = false;
            OS << "(";
          } else
            OS << ", ";
        }

        // HotAttr implementation

        HotAttr *HotAttr::CreateImplicit(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo) {
          auto *A = new (Ctx) HotAttr(Ctx, CommonInfo);
          A->setImplicit(true);
          if (!A->isAttributeSpellingListCalculated() && !A->getAttrName())
            A->setAttributeSpellingListIndex(0);
          return A;
        }

        HotAttr *HotAttr::Create(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo) {
          auto *A = new (Ctx) HotAttr(Ctx, CommonInfo);
          return A;
        }

        HotAttr *HotAttr::CreateImplicit(ASTContext &Ctx, SourceRange Range, Spelling S) {
          AttributeCommonInfo I(Range, NoSemaHandlerAttribute, [&]() {
            switch (S) {
            case GNU_hot:
              return AttributeCommonInfo::Form{AttributeCommonInfo::AS_GNU, GNU_hot, false /*IsAlignas*/, false /*IsRegularKeywordAttribute*/};
            case CXX11_clang_hot:
              return AttributeCommonInfo::Form{AttributeCommonInfo::AS_CXX11, CXX11_clang_hot, false /*IsAlignas*/, false /*IsRegularKeywordAttribute*/};
            case C23_clang_hot:
              return AttributeCommonInfo::Form{AttributeCommonInfo::AS_C23, C23_clang_hot, false /*IsAlignas*/, false /*IsRegularKeywordAttribute*/};
            case GNU_warm:
              return AttributeCommonInfo::Form{AttributeCommonInfo::AS_GNU, GNU_warm, false /*IsAlignas*/, false /*IsRegularKeywordAttribute*/};
            case Keyword_Hot:
              return AttributeCommonInfo::Form{AttributeCommonInfo::AS_Keyword, Keyword_Hot, false /*IsAlignas*/, true /*IsRegularKeywordAttribute*/};
            case Pragma_clang_hot:
              return AttributeCommonInfo::Form{AttributeCommonInfo::AS_Pragma, Pragma_clang_hot, false /*IsAlignas*/, false /*IsRegularKeywordAttribute*/};
            default:
              llvm_unreachable("Unknown attribute spelling!");
              return AttributeCommonInfo::Form{AttributeCommonInfo::AS_GNU, 0, false /*IsAlignas*/, false /*IsRegularKeywordAttribute*/};
            }
          }());
          return CreateImplicit(Ctx, I);
        }

        HotAttr *HotAttr::Create(ASTContext &Ctx, SourceRange Range, Spelling S) {
          AttributeCommonInfo I(Range, NoSemaHandlerAttribute, [&]() {
            switch (S) {
            case GNU_hot:
              return AttributeCommonInfo::Form{AttributeCommonInfo::AS_GNU, GNU_hot, false /*IsAlignas*/, false /*IsRegularKeywordAttribute*/};
            case CXX11_clang_hot:
              return AttributeCommonInfo::Form{AttributeCommonInfo::AS_CXX11, CXX11_clang_hot, false /*IsAlignas*/, false /*IsRegularKeywordAttribute*/};
            case C23_clang_hot:
              return AttributeCommonInfo::Form{AttributeCommonInfo::AS_C23, C23_clang_hot, false /*IsAlignas*/, false /*IsRegularKeywordAttribute*/};
            case GNU_warm:
              return AttributeCommonInfo::Form{AttributeCommonInfo::AS_GNU, GNU_warm, false /*IsAlignas*/, false /*IsRegularKeywordAttribute*/};
            case Keyword_Hot:
              return AttributeCommonInfo::Form{AttributeCommonInfo::AS_Keyword, Keyword_Hot, false /*IsAlignas*/, true /*IsRegularKeywordAttribute*/};
            case Pragma_clang_hot:
              return AttributeCommonInfo::Form{AttributeCommonInfo::AS_Pragma, Pragma_clang_hot, false /*IsAlignas*/, false /*IsRegularKeywordAttribute*/};
            default:
              llvm_unreachable("Unknown attribute spelling!");
              return AttributeCommonInfo::Form{AttributeCommonInfo::AS_GNU, 0, false /*IsAlignas*/, false /*IsRegularKeywordAttribute*/};
            }
          }());
          return Create(Ctx, I);
        }

        HotAttr::HotAttr(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo
                     )
          : InheritableAttr(Ctx, CommonInfo, attr::Hot, /*IsLateParsed=*/false, false)
          {
        }

        HotAttr::Spelling HotAttr::getSemanticSpelling() const {
          switch (getAttributeSpellingListIndex()) {
            default: llvm_unreachable("Unknown spelling list index");
            case 0: return GNU_hot;
            case 1: return CXX11_clang_hot;
            case 2: return C23_clang_hot;
            case 3: return GNU_warm;
            case 4: return Keyword_Hot;
            case 5: return Pragma_clang_hot;
          }
        }
        HotAttr *HotAttr::clone(ASTContext &C) const {
          auto *A = new (C) HotAttr(C, *this);
          A->Inherited = Inherited;
          A->IsPackExpansion = IsPackExpansion;
          A->setImplicit(Implicit);
          return A;
        }

        void HotAttr::printPretty(raw_ostream &OS, const PrintingPolicy &Policy) const {
          bool IsFirstArgument = true; (void)IsFirstArgument;
          unsigned TrailingOmittedArgs = 0; (void)TrailingOmittedArgs;
          switch (getAttributeSpellingListIndex()) {
          default:
            llvm_unreachable("Unknown attribute spelling!");
            break;
          case 0 : {
            OS << "__attribute__((hot";
            OS << "))";
            break;
          }
          case 1 : {
            OS << "[[clang::hot";
            OS << "]]";
            break;
          }
          case 2 : {
            OS << "[[clang::hot";
            OS << "]]";
            break;
          }
          case 3 : {
            OS << "__attribute__((__warm__";
            OS << "))";
            break;
          }
          case 4 : {
            OS << "_Hot";
            OS << "";
            break;
          }
          case 5 : {
            OS << "#pragma clang hot";
            printPrettyPragma(OS, Policy);
            OS << "\n";    break;
          }
        }
        }

        const char *HotAttr::getSpelling() const {
          switch (getAttributeSpellingListIndex()) {
          default:
            llvm_unreachable("Unknown attribute spelling!");
            return "(No spelling)";
          case 0:
            return "hot";
          case 1:
            return "hot";
          case 2:
            return "hot";
          case 3:
            return "__warm__";
          case 4:
            return "_Hot";
          case 5:
            return "hot";
          }
        }

        const char *Attr::getSpelling() const {
          switch (getKind()) {
          case attr::Hot:
            return cast<HotAttr>(this)->getSpelling();
          }
          llvm_unreachable("Unexpected attribute kind!");
        }

        Attr *Attr::clone(ASTContext &C) const {
          switch (getKind()) {
          case attr::Hot:
            return cast<HotAttr>(this)->clone(C);
          }
          llvm_unreachable("Unexpected attribute kind!");
        }

        void Attr::printPretty(raw_ostream &OS, const PrintingPolicy &Policy) const {
          switch (getKind()) {
          case attr::Hot:
            return cast<HotAttr>(this)->printPretty(OS, Policy);
          }
          llvm_unreachable("Unexpected attribute kind!");
        }

    "##]];
    has_attribute: "gen-clang-attr-has-attribute-impl" of TWO gives expect![[r#"
        gen-clang-attr-has-attribute-impl:
        const llvm::Triple &T = Target.getTriple();
        switch (Syntax) {
        case AttributeCommonInfo::Syntax::AS_GNU:
          return llvm::StringSwitch<int>(Name)
            .Case("hot", 1)
            .Case("__warm__", 1)
            .Default(0);
        case AttributeCommonInfo::Syntax::AS_Declspec:
          return llvm::StringSwitch<int>(Name)
            .Default(0);
        case AttributeCommonInfo::Syntax::AS_Microsoft:
          return llvm::StringSwitch<int>(Name)
            .Default(0);
        case AttributeCommonInfo::Syntax::AS_Pragma:
          return llvm::StringSwitch<int>(Name)
            .Case("hot", 1)
            .Default(0);
        case AttributeCommonInfo::Syntax::AS_HLSLAnnotation:
          return llvm::StringSwitch<int>(Name)
            .Default(0);
        case AttributeCommonInfo::Syntax::AS_CXX11: {
        if (ScopeName == "") {
          return llvm::StringSwitch<int>(Name)
            .Case("unroll", 202407)
            .Default(0);
        } else if (ScopeName == "clang") {
          return llvm::StringSwitch<int>(Name)
            .Case("hot", 1)
            .Default(0);
        }
        } break;
        case AttributeCommonInfo::Syntax::AS_C23: {
        if (ScopeName == "clang") {
          return llvm::StringSwitch<int>(Name)
            .Case("hot", 1)
            .Default(0);
        }
        } break;
        case AttributeCommonInfo::Syntax::AS_Keyword:
        case AttributeCommonInfo::Syntax::AS_ContextSensitiveKeyword:
          llvm_unreachable("hasAttribute not supported for keyword");
          return 0;
        case AttributeCommonInfo::Syntax::AS_Implicit:
          llvm_unreachable ("hasAttribute not supported for AS_Implicit");
          return 0;
        }
    "#]];
    spelling_index: "gen-clang-attr-spelling-index" of TWO gives expect![[r#"
        gen-clang-attr-spelling-index:
          switch (getParsedKind()) {
            case IgnoredAttribute:
            case UnknownAttribute:
            case NoSemaHandlerAttribute:
              llvm_unreachable("Ignored/unknown shouldn't get here");
          case AT_Hot: {
            if (Name == "hot" && getSyntax() == AttributeCommonInfo::AS_GNU && Scope == "")
                return 0;
            if (Name == "hot" && getSyntax() == AttributeCommonInfo::AS_CXX11 && Scope == "clang")
                return 1;
            if (Name == "hot" && getSyntax() == AttributeCommonInfo::AS_C23 && Scope == "clang")
                return 2;
            if (Name == "__warm__" && getSyntax() == AttributeCommonInfo::AS_GNU && Scope == "")
                return 3;
            if (Name == "_Hot" && getSyntax() == AttributeCommonInfo::AS_Keyword && Scope == "")
                return 4;
            if (Name == "hot" && getSyntax() == AttributeCommonInfo::AS_Pragma && Scope == "clang")
                return 5;
            break;
          }
          case AT_Unroll: {
            if (Name == "unroll" && getSyntax() == AttributeCommonInfo::AS_CXX11 && Scope == "")
                return 0;
            break;
          }
          }
          return 0;
    "#]];
    regular_keywords: "gen-clang-regular-keyword-attr-info" of TWO gives expect![[r#"
        gen-clang-regular-keyword-attr-info:
        KEYWORD_ATTRIBUTE(_Hot, false, )
        #undef KEYWORD_ATTRIBUTE
    "#]];
    rule_list: "gen-clang-attr-subject-match-rule-list" of TWO gives expect![[r#"
        gen-clang-attr-subject-match-rule-list:
        #ifndef ATTR_MATCH_RULE
        #define ATTR_MATCH_RULE(NAME) 
        #endif

        #ifndef ATTR_MATCH_SUB_RULE
        #define ATTR_MATCH_SUB_RULE(Value, Spelling, IsAbstract, Parent, IsNegated) ATTR_MATCH_RULE(Value, Spelling, IsAbstract)
        #endif
        ATTR_MATCH_RULE(SubjectMatchRule_function, "function", 0)
        ATTR_MATCH_RULE(SubjectMatchRule_variable, "variable", 0)
        ATTR_MATCH_SUB_RULE(SubjectMatchRule_variable_is_global, "variable(is_global)", 0, attr::SubjectMatchRule_variable, 0)
        ATTR_MATCH_SUB_RULE(SubjectMatchRule_variable_not_is_global_abstract, "variable(unless(is_global))", 1, attr::SubjectMatchRule_variable, 1)
        #undef ATTR_MATCH_SUB_RULE
        #undef ATTR_MATCH_RULE
    "#]];
    rule_switches: "gen-clang-attr-subject-match-rules-parser-string-switches" of TWO gives expect![[r#"
        gen-clang-attr-subject-match-rules-parser-string-switches:
        std::optional<attr::SubjectMatchRule> defaultIsAttributeSubjectMatchSubRuleFor(StringRef, bool) {
          return std::nullopt;
        }

        std::optional<attr::SubjectMatchRule> isAttributeSubjectMatchSubRuleFor_variable(StringRef Name, bool IsUnless) {
          if (IsUnless)
            return llvm::StringSwitch<std::optional<attr::SubjectMatchRule>>(Name).
            Case("is_global", attr::SubjectMatchRule_variable_not_is_global_abstract).
            Default(std::nullopt);
          return llvm::StringSwitch<std::optional<attr::SubjectMatchRule>>(Name).
          Case("is_global", attr::SubjectMatchRule_variable_is_global).
          Default(std::nullopt);
        }

        std::pair<std::optional<attr::SubjectMatchRule>, std::optional<attr::SubjectMatchRule> (*)(StringRef, bool)> isAttributeSubjectMatchRule(StringRef Name) {
          return llvm::StringSwitch<std::pair<std::optional<attr::SubjectMatchRule>, std::optional<attr::SubjectMatchRule> (*) (StringRef, bool)>>(Name).
          Case("function", std::make_pair(attr::SubjectMatchRule_function, defaultIsAttributeSubjectMatchSubRuleFor)).
          Case("variable", std::make_pair(attr::SubjectMatchRule_variable, isAttributeSubjectMatchSubRuleFor_variable)).
          Default(std::make_pair(std::nullopt, defaultIsAttributeSubjectMatchSubRuleFor));
        }

        const char *validAttributeSubjectMatchSubRules(attr::SubjectMatchRule Rule) {
          switch (Rule) {
          case attr::SubjectMatchRule_variable:
          return "'is_global', 'unless(is_global)'";
          default: return nullptr;
          }
        }

    "#]];
    supported: "gen-clang-test-pragma-attribute-supported-attributes" of TWO gives expect![[r#"
        gen-clang-test-pragma-attribute-supported-attributes:
        #pragma clang attribute supports the following attributes:
        Hot (SubjectMatchRule_function, SubjectMatchRule_variable_is_global)
        End of supported attributes.
    "#]];
    parsed_info: "gen-clang-attr-parsed-attr-impl" of TWO gives expect![[r#"
        gen-clang-attr-parsed-attr-impl:
        #if !defined(WANT_DECL_MERGE_LOGIC) && !defined(WANT_STMT_MERGE_LOGIC)
        static bool isGlobal(const Decl *D) {
          if (const auto *S = dyn_cast<VarDecl>(D))
            return S->isGlobal();
          return false;
        }

        static constexpr ParsedAttrInfo::Spelling HotSpellings[] = {
          {AttributeCommonInfo::AS_GNU, "hot"},
          {AttributeCommonInfo::AS_CXX11, "clang::hot"},
          {AttributeCommonInfo::AS_C23, "clang::hot"},
          {AttributeCommonInfo::AS_GNU, "warm"},
          {AttributeCommonInfo::AS_Keyword, "_Hot"},
          {AttributeCommonInfo::AS_Pragma, "clang::hot"},
        };
        struct ParsedAttrInfoHot final : public ParsedAttrInfo {
          constexpr ParsedAttrInfoHot() : ParsedAttrInfo(
            /*AttrKind=*/ParsedAttr::AT_Hot,
            /*NumArgs=*/0,
            /*OptArgs=*/0,
            /*NumArgMembers=*/0,
            /*HasCustomParsing=*/0,
            /*AcceptsExprPack=*/0,
            /*IsTargetSpecific=*/0,
            /*IsType=*/0,
            /*IsStmt=*/0,
            /*IsKnownToGCC=*/0,
            /*IsSupportedByPragmaAttribute=*/1,
            /*Spellings=*/HotSpellings,
            /*ArgNames=*/{}) {}
        bool diagAppertainsToDecl(Sema &S, const ParsedAttr &Attr, const Decl *D) const override {
          if (!isa<FunctionDecl>(D) && !isGlobal(D)) {
            S.Diag(Attr.getLoc(), diag::warn_attribute_wrong_decl_type_str)
              << Attr << Attr.isRegularKeywordAttribute() << "functions and global variables";
            return false;
          }
          return true;
        }

        bool diagAppertainsToStmt(Sema &S, const ParsedAttr &AL, const Stmt *St) const override {
          S.Diag(AL.getLoc(), diag::err_decl_attribute_invalid_on_stmt)
            << AL << AL.isRegularKeywordAttribute() << St->getBeginLoc();
          return false;
        }

        bool acceptsLangOpts(const LangOptions &LangOpts) const override {
          return LangOpts.CPlusPlus || (A && B);
        }

        unsigned spellingIndexToSemanticSpelling(const ParsedAttr &Attr) const override {
          enum Spelling {
            GNU_hot = 0,
            CXX11_clang_hot = 1,
            C23_clang_hot = 2,
            GNU_warm = 3,
            Keyword_Hot = 4,
            Pragma_clang_hot = 5,
          SpellingNotCalculated = 15

          };

          unsigned Idx = Attr.getAttributeSpellingListIndex();
          switch (Idx) {
            default: llvm_unreachable("Unknown spelling list index");
            case 0: return GNU_hot;
            case 1: return CXX11_clang_hot;
            case 2: return C23_clang_hot;
            case 3: return GNU_warm;
            case 4: return Keyword_Hot;
            case 5: return Pragma_clang_hot;
          }
        }

        void getPragmaAttributeMatchRules(llvm::SmallVectorImpl<std::pair<attr::SubjectMatchRule, bool>> &MatchRules, const LangOptions &LangOpts) const override {
          MatchRules.push_back(std::make_pair(attr::SubjectMatchRule_function, /*IsSupported=*/true));
          MatchRules.push_back(std::make_pair(attr::SubjectMatchRule_variable_is_global, /*IsSupported=*/LangOpts.OpenCL));
        }

        AttrHandling handleDeclAttribute(Sema &S, Decl *D,const ParsedAttr &Attr) const override {
          D->addAttr(::new (S.Context) HotAttr(S.Context, Attr));
          return AttributeApplied;
        }

        bool isParamExpr(size_t N) const override {
          return false;
        }

        static const ParsedAttrInfoHot Instance;
        };
        const ParsedAttrInfoHot ParsedAttrInfoHot::Instance;
        static constexpr ParsedAttrInfo::Spelling UnrollSpellings[] = {
          {AttributeCommonInfo::AS_CXX11, "unroll"},
        };
        struct ParsedAttrInfoUnroll final : public ParsedAttrInfo {
          constexpr ParsedAttrInfoUnroll() : ParsedAttrInfo(
            /*AttrKind=*/ParsedAttr::AT_Unroll,
            /*NumArgs=*/0,
            /*OptArgs=*/0,
            /*NumArgMembers=*/0,
            /*HasCustomParsing=*/0,
            /*AcceptsExprPack=*/0,
            /*IsTargetSpecific=*/0,
            /*IsType=*/0,
            /*IsStmt=*/1,
            /*IsKnownToGCC=*/0,
            /*IsSupportedByPragmaAttribute=*/0,
            /*Spellings=*/UnrollSpellings,
            /*ArgNames=*/{}) {}
        bool diagAppertainsToDecl(Sema &S, const ParsedAttr &AL, const Decl *D) const override {
          S.Diag(AL.getLoc(), diag::err_attribute_invalid_on_decl)
            << AL << AL.isRegularKeywordAttribute() << D->getLocation();
          return false;
        }

        bool diagAppertainsToStmt(Sema &S, const ParsedAttr &Attr, const Stmt *St) const override {
          if (!isa<Loop>(St)) {
            S.Diag(Attr.getLoc(), diag::warn_attribute_wrong_decl_type_str)
              << Attr << Attr.isRegularKeywordAttribute() << "loops";
            return false;
          }
          return true;
        }

        bool isParamExpr(size_t N) const override {
          return false;
        }

        static const ParsedAttrInfoUnroll Instance;
        };
        const ParsedAttrInfoUnroll ParsedAttrInfoUnroll::Instance;
        static const ParsedAttrInfo *AttrInfoMap[] = {
        &ParsedAttrInfoHot::Instance,
        &ParsedAttrInfoUnroll::Instance,
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
          case attr::SubjectMatchRule_function:
            return isa<FunctionDecl>(D);
          case attr::SubjectMatchRule_variable:
            return isa<VarDecl>(D);
          case attr::SubjectMatchRule_variable_is_global:
            return isGlobal(D);
          case attr::SubjectMatchRule_variable_not_is_global_abstract:
            assert(false && "Abstract matcher rule isn't allowed");
            return false;
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
    docs: "gen-attr-docs" of TWO gives expect![[r#"
        gen-attr-docs:
        Attributes

        Functions
        =========


        hot, warm
        ---------
        .. csv-table:: Supported Syntaxes
           :header: "GNU", "C++11", "C23", "``__declspec``", "Keyword", "``#pragma``", "HLSL Annotation", "``#pragma clang attribute``"

           "``hot`` |br| ``__warm__``","``clang::hot``","``clang::hot``","","``_Hot``","``clang hot``","","Yes"

        This attribute has been deprecated, and may be removed in a future version of Clang.  This attribute has been superseded by ``cool``.

        Of note.


    "#]];
    doc_table: "gen-clang-attr-doc-table" of TWO gives expect![[r#"
        gen-clang-attr-doc-table:

        static const char AttrDoc_Hot[] = R"reST(Of note.)reST";
    "#]];
    shared_kinds: "gen-clang-attr-parsed-attr-kinds" of TARGETS gives expect![[r#"
        gen-clang-attr-parsed-attr-kinds:
        static AttributeCommonInfo::Kind getAttrKind(StringRef Name, AttributeCommonInfo::Syntax Syntax) {
          if (AttributeCommonInfo::AS_GNU == Syntax) {
          switch (Name.size()) {
          default: break;
          case 5:	 // 1 string to match.
            if (memcmp(Name.data()+0, "naked", 5) != 0)
              break;
            return AttributeCommonInfo::AT_Naked;	 // "naked"
          case 9:	 // 1 string to match.
            if (memcmp(Name.data()+0, "interrupt", 9) != 0)
              break;
            return AttributeCommonInfo::AT_Interrupt;	 // "interrupt"
          }
          } else if (AttributeCommonInfo::AS_Declspec == Syntax) {
          } else if (AttributeCommonInfo::AS_Microsoft == Syntax) {
          } else if (AttributeCommonInfo::AS_CXX11 == Syntax) {
          switch (Name.size()) {
          default: break;
          case 14:	 // 1 string to match.
            if (memcmp(Name.data()+0, "gnu::interrupt", 14) != 0)
              break;
            return AttributeCommonInfo::AT_Interrupt;	 // "gnu::interrupt"
          }
          } else if (AttributeCommonInfo::AS_C23 == Syntax) {
          switch (Name.size()) {
          default: break;
          case 14:	 // 1 string to match.
            if (memcmp(Name.data()+0, "gnu::interrupt", 14) != 0)
              break;
            return AttributeCommonInfo::AT_Interrupt;	 // "gnu::interrupt"
          }
          } else if (AttributeCommonInfo::AS_Keyword == Syntax || AttributeCommonInfo::AS_ContextSensitiveKeyword == Syntax) {
          } else if (AttributeCommonInfo::AS_Pragma == Syntax) {
          } else if (AttributeCommonInfo::AS_HLSLAnnotation == Syntax) {
          }
          return AttributeCommonInfo::UnknownAttribute;
        }
    "#]];
    parsed_list: "gen-clang-attr-parsed-attr-list" of TARGETS gives expect![[r#"
        gen-clang-attr-parsed-attr-list:
        #ifndef PARSED_ATTR
        #define PARSED_ATTR(NAME) NAME
        #endif

        PARSED_ATTR(Interrupt)
        PARSED_ATTR(Naked)
    "#]];
    versions_of_targets: "gen-clang-attr-has-attribute-impl" of TARGETS gives expect![[r#"
        gen-clang-attr-has-attribute-impl:
        const llvm::Triple &T = Target.getTriple();
        switch (Syntax) {
        case AttributeCommonInfo::Syntax::AS_GNU:
          return llvm::StringSwitch<int>(Name)
            .Case("interrupt", true && (T.getArch() == llvm::Triple::arm || T.getArch() == llvm::Triple::thumb) ? 1 : 0)
            .Case("interrupt", true && (T.getArch() == llvm::Triple::avr) && (T.getOS() == llvm::Triple::None) && (X) ? 1 : 0)
            .Case("naked", true && (T.getArch() == llvm::Triple::arm || T.getArch() == llvm::Triple::thumb) ? 1 : 0)
            .Default(0);
        case AttributeCommonInfo::Syntax::AS_Declspec:
          return llvm::StringSwitch<int>(Name)
            .Default(0);
        case AttributeCommonInfo::Syntax::AS_Microsoft:
          return llvm::StringSwitch<int>(Name)
            .Default(0);
        case AttributeCommonInfo::Syntax::AS_Pragma:
          return llvm::StringSwitch<int>(Name)
            .Default(0);
        case AttributeCommonInfo::Syntax::AS_HLSLAnnotation:
          return llvm::StringSwitch<int>(Name)
            .Default(0);
        case AttributeCommonInfo::Syntax::AS_CXX11: {
        if (ScopeName == "gnu") {
          return llvm::StringSwitch<int>(Name)
            .Case("interrupt", true && (T.getArch() == llvm::Triple::arm || T.getArch() == llvm::Triple::thumb) ? 1 : 0)
            .Case("interrupt", true && (T.getArch() == llvm::Triple::avr) && (T.getOS() == llvm::Triple::None) && (X) ? 1 : 0)
            .Default(0);
        }
        } break;
        case AttributeCommonInfo::Syntax::AS_C23: {
        if (ScopeName == "gnu") {
          return llvm::StringSwitch<int>(Name)
            .Case("interrupt", true && (T.getArch() == llvm::Triple::arm || T.getArch() == llvm::Triple::thumb) ? 1 : 0)
            .Case("interrupt", true && (T.getArch() == llvm::Triple::avr) && (T.getOS() == llvm::Triple::None) && (X) ? 1 : 0)
            .Default(0);
        }
        } break;
        case AttributeCommonInfo::Syntax::AS_Keyword:
        case AttributeCommonInfo::Syntax::AS_ContextSensitiveKeyword:
          llvm_unreachable("hasAttribute not supported for keyword");
          return 0;
        case AttributeCommonInfo::Syntax::AS_Implicit:
          llvm_unreachable ("hasAttribute not supported for AS_Implicit");
          return 0;
        }
    "#]];
    parsed_info_of_targets: "gen-clang-attr-parsed-attr-impl" of TARGETS gives expect![[r#"
        gen-clang-attr-parsed-attr-impl:
        #if !defined(WANT_DECL_MERGE_LOGIC) && !defined(WANT_STMT_MERGE_LOGIC)
        static constexpr ParsedAttrInfo::Spelling InterruptSpellings[] = {
          {AttributeCommonInfo::AS_GNU, "interrupt"},
          {AttributeCommonInfo::AS_CXX11, "gnu::interrupt"},
          {AttributeCommonInfo::AS_C23, "gnu::interrupt"},
        };
        static constexpr const char *InterruptArgNames[] = {
        "Kind",};
        struct ParsedAttrInfoInterrupt final : public ParsedAttrInfo {
          constexpr ParsedAttrInfoInterrupt() : ParsedAttrInfo(
            /*AttrKind=*/ParsedAttr::AT_Interrupt,
            /*NumArgs=*/1,
            /*OptArgs=*/0,
            /*NumArgMembers=*/1,
            /*HasCustomParsing=*/0,
            /*AcceptsExprPack=*/0,
            /*IsTargetSpecific=*/1,
            /*IsType=*/0,
            /*IsStmt=*/0,
            /*IsKnownToGCC=*/1,
            /*IsSupportedByPragmaAttribute=*/0,
            /*Spellings=*/InterruptSpellings,
            /*ArgNames=*/InterruptArgNames) {}
          using ParsedAttrInfo::diagMutualExclusion;

          bool diagMutualExclusion(Sema &S, const ParsedAttr &AL, const Decl *D) const override {
            if (const auto *A = D->getAttr<NakedAttr>()) {
              S.Diag(AL.getLoc(), diag::err_attributes_are_not_compatible) << AL << A << (AL.isRegularKeywordAttribute() || A->isRegularKeywordAttribute());
              S.Diag(A->getLocation(), diag::note_conflicting_attribute);      
        return false;
            }
            return true;
          }

        bool existsInTarget(const TargetInfo &Target) const override {
          const llvm::Triple &T = Target.getTriple(); (void)T;
          return true && (T.getArch() == llvm::Triple::arm || T.getArch() == llvm::Triple::thumb || T.getArch() == llvm::Triple::avr);
        }

        bool isParamExpr(size_t N) const override {
          return false;
        }

        static const ParsedAttrInfoInterrupt Instance;
        };
        const ParsedAttrInfoInterrupt ParsedAttrInfoInterrupt::Instance;
        static constexpr ParsedAttrInfo::Spelling NakedSpellings[] = {
          {AttributeCommonInfo::AS_GNU, "naked"},
        };
        struct ParsedAttrInfoNaked final : public ParsedAttrInfo {
          constexpr ParsedAttrInfoNaked() : ParsedAttrInfo(
            /*AttrKind=*/ParsedAttr::AT_Naked,
            /*NumArgs=*/0,
            /*OptArgs=*/0,
            /*NumArgMembers=*/0,
            /*HasCustomParsing=*/0,
            /*AcceptsExprPack=*/0,
            /*IsTargetSpecific=*/0,
            /*IsType=*/0,
            /*IsStmt=*/1,
            /*IsKnownToGCC=*/0,
            /*IsSupportedByPragmaAttribute=*/0,
            /*Spellings=*/NakedSpellings,
            /*ArgNames=*/{}) {}
          using ParsedAttrInfo::diagMutualExclusion;

          bool diagMutualExclusion(Sema &S, const ParsedAttr &AL, const Decl *D) const override {
            if (const auto *A = D->getAttr<ArmInterruptAttr>()) {
              S.Diag(AL.getLoc(), diag::err_attributes_are_not_compatible) << AL << A << (AL.isRegularKeywordAttribute() || A->isRegularKeywordAttribute());
              S.Diag(A->getLocation(), diag::note_conflicting_attribute);      
        return false;
            }
            return true;
          }

        bool spellingExistsInTarget(const TargetInfo &Target,
                                    const unsigned SpellingListIndex) const override {
          const llvm::Triple &T = Target.getTriple(); (void)T;
          return ((SpellingListIndex == 0) && true && (T.getArch() == llvm::Triple::arm || T.getArch() == llvm::Triple::thumb));
        }

        bool isParamExpr(size_t N) const override {
          return false;
        }

        static const ParsedAttrInfoNaked Instance;
        };
        const ParsedAttrInfoNaked ParsedAttrInfoNaked::Instance;
        static const ParsedAttrInfo *AttrInfoMap[] = {
        &ParsedAttrInfoInterrupt::Instance,
        &ParsedAttrInfoNaked::Instance,
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
          if (const auto *Second = dyn_cast<ArmInterruptAttr>(A)) {
            if (const auto *First = D->getAttr<NakedAttr>()) {
              S.Diag(First->getLocation(), diag::err_attributes_are_not_compatible) << First << Second << (First->isRegularKeywordAttribute() || Second->isRegularKeywordAttribute());
              S.Diag(Second->getLocation(), diag::note_conflicting_attribute);
              return false;
            }
            return true;
          }
          if (const auto *Second = dyn_cast<NakedAttr>(A)) {
            if (const auto *First = D->getAttr<ArmInterruptAttr>()) {
              S.Diag(First->getLocation(), diag::err_attributes_are_not_compatible) << First << Second << (First->isRegularKeywordAttribute() || Second->isRegularKeywordAttribute());
              S.Diag(Second->getLocation(), diag::note_conflicting_attribute);
              return false;
            }
            return true;
          }
          return true;
        }

        #elif defined(WANT_STMT_MERGE_LOGIC)

        static bool DiagnoseMutualExclusions(Sema &S, const SmallVectorImpl<const Attr *> &C) {
          for (const Attr *A : C) {
            if (const auto *Second = dyn_cast<NakedAttr>(A)) {
              auto Iter = llvm::find_if(C, [](const Attr *Check) { return isa<ArmInterruptAttr>(Check); });
              if (Iter != C.end()) {
                S.Diag((*Iter)->getLocation(), diag::err_attributes_are_not_compatible) << *Iter << Second << ((*Iter)->isRegularKeywordAttribute() || Second->isRegularKeywordAttribute());
                S.Diag(Second->getLocation(), diag::note_conflicting_attribute);
                return false;
              }
            }
          }
          return true;
        }

        #endif
    "#]];
    parser_switches: "gen-clang-attr-parser-string-switches" of TARGETS gives expect![[r#"
        gen-clang-attr-parser-string-switches:
        #if defined(CLANG_ATTR_ARG_CONTEXT_LIST)
        #endif // CLANG_ATTR_ARG_CONTEXT_LIST

        #if defined(CLANG_ATTR_IDENTIFIER_ARG_LIST)
        #endif // CLANG_ATTR_IDENTIFIER_ARG_LIST

        #if defined(CLANG_ATTR_STRING_LITERAL_ARG_LIST)
        .Case("interrupt", true && (T.getArch() == llvm::Triple::arm || T.getArch() == llvm::Triple::thumb) ? 1 : true && (T.getArch() == llvm::Triple::avr) && (T.getOS() == llvm::Triple::None) && (X) ? 1 : 0)
        #endif // CLANG_ATTR_STRING_LITERAL_ARG_LIST

        #if defined(CLANG_ATTR_VARIADIC_IDENTIFIER_ARG_LIST)
        #endif // CLANG_ATTR_VARIADIC_IDENTIFIER_ARG_LIST

        #if defined(CLANG_ATTR_THIS_ISA_IDENTIFIER_ARG_LIST)
        #endif // CLANG_ATTR_THIS_ISA_IDENTIFIER_ARG_LIST

        #if defined(CLANG_ATTR_ACCEPTS_EXPR_PACK)
        #endif // CLANG_ATTR_ACCEPTS_EXPR_PACK

        #if defined(CLANG_ATTR_TYPE_ARG_LIST)
        #endif // CLANG_ATTR_TYPE_ARG_LIST

        #if defined(CLANG_ATTR_LATE_PARSED_LIST)
        #endif // CLANG_ATTR_LATE_PARSED_LIST

        #if defined(CLANG_ATTR_LATE_PARSED_EXPERIMENTAL_EXT_LIST)
        #endif // CLANG_ATTR_LATE_PARSED_EXPERIMENTAL_EXT_LIST

        #if defined(CLANG_ATTR_STRICT_IDENTIFIER_ARG_AT_INDEX_LIST)
        #endif // CLANG_ATTR_STRICT_IDENTIFIER_ARG_AT_INDEX_LIST

    "#]];
}

#[test]
fn classes_with_attributes_below() {
    check(
        "gen-clang-attr-list",
        r#"
def A : InheritableAttr;
def B : TypeAttr;
def C : StmtAttr;
def D : DeclOrStmtAttr;
def E : DeclOrTypeAttr;
def F : InheritableParamAttr;
def G : ParameterABIAttr;
def H : HLSLAnnotationAttr;
def I : Attr { let Spellings = [Pragma<"", "i">]; }
class Other : InheritableAttr;
def J : Other;
"#,
        expect![[r#"
            gen-clang-attr-list:
            #ifndef TYPE_ATTR
            #define TYPE_ATTR(NAME) ATTR(NAME)
            #endif

            #ifndef STMT_ATTR
            #define STMT_ATTR(NAME) ATTR(NAME)
            #endif

            #ifndef DECL_OR_STMT_ATTR
            #define DECL_OR_STMT_ATTR(NAME) INHERITABLE_ATTR(NAME)
            #endif

            #ifndef INHERITABLE_ATTR
            #define INHERITABLE_ATTR(NAME) ATTR(NAME)
            #endif

            #ifndef DECL_OR_TYPE_ATTR
            #define DECL_OR_TYPE_ATTR(NAME) INHERITABLE_ATTR(NAME)
            #endif

            #ifndef INHERITABLE_PARAM_ATTR
            #define INHERITABLE_PARAM_ATTR(NAME) INHERITABLE_ATTR(NAME)
            #endif

            #ifndef PARAMETER_ABI_ATTR
            #define PARAMETER_ABI_ATTR(NAME) INHERITABLE_PARAM_ATTR(NAME)
            #endif

            #ifndef HLSL_ANNOTATION_ATTR
            #define HLSL_ANNOTATION_ATTR(NAME) INHERITABLE_ATTR(NAME)
            #endif

            #ifndef PRAGMA_SPELLING_ATTR
            #define PRAGMA_SPELLING_ATTR(NAME) 
            #endif

            TYPE_ATTR(B)
            STMT_ATTR(C)
            DECL_OR_STMT_ATTR(D)
            DECL_OR_TYPE_ATTR(E)
            PARAMETER_ABI_ATTR(G)
            INHERITABLE_PARAM_ATTR(F)
            HLSL_ANNOTATION_ATTR(H)
            INHERITABLE_ATTR(A)
            INHERITABLE_ATTR(J)
            ATTR(I)
            PRAGMA_SPELLING_ATTR(I)
            #ifdef ATTR_RANGE
            ATTR_RANGE(Attr, B, I)
            ATTR_RANGE(TypeAttr, B, B)
            ATTR_RANGE(StmtAttr, C, C)
            ATTR_RANGE(DeclOrStmtAttr, D, D)
            ATTR_RANGE(InheritableAttr, D, J)
            ATTR_RANGE(DeclOrTypeAttr, E, E)
            ATTR_RANGE(InheritableParamAttr, G, F)
            ATTR_RANGE(ParameterABIAttr, G, G)
            ATTR_RANGE(HLSLAnnotationAttr, H, H)
            #undef ATTR_RANGE
            #endif
            #undef ATTR
            #undef TYPE_ATTR
            #undef STMT_ATTR
            #undef DECL_OR_STMT_ATTR
            #undef INHERITABLE_ATTR
            #undef DECL_OR_TYPE_ATTR
            #undef INHERITABLE_PARAM_ATTR
            #undef PARAMETER_ABI_ATTR
            #undef HLSL_ANNOTATION_ATTR
            #undef PRAGMA_SPELLING_ATTR
        "#]],
    );
}
