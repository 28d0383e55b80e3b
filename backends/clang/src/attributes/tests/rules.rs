//! The subjects of attributes.

use expect_test::expect;

use super::tables;

/// An attribute of functions and global variables, one of loops, and the rules of pragmas.
const RULES: &str = r#"
def Hot : InheritableAttr {
  let Spellings = [GNU<"hot">];
  let Subjects = SubjectList<[Function, Global]>;
  let LangOpts = [LangOpt<"CPlusPlus">, LangOpt<"", "A && B">];
  let SimpleHandler = 1;
}
def Unroll : StmtAttr {
  let Spellings = [CXX11<"", "unroll">]; let Subjects = SubjectList<[Loop]>; let ASTNode = 0;
}
def RuleForFunction : AttrSubjectMatcherRule<"function", [Function]>;
def RuleForVar : AttrSubjectMatcherRule<"variable", [Var], [
  AttrSubjectMatcherSubRule<"is_global", [Global]>, AttrSubjectMatcherSubRule<"is_global", [], 1>
]> { let LangOpts = [LangOpt<"OpenCL">]; }
def RuleForNamed : AttrSubjectMatcherAggregateRule<Named>;
"#;

tables! {
    rule_list: "gen-clang-attr-subject-match-rule-list" of RULES gives expect![[r#"
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
    rule_switches: "gen-clang-attr-subject-match-rules-parser-string-switches" of RULES gives expect![[r#"
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
    supported: "gen-clang-test-pragma-attribute-supported-attributes" of RULES gives expect![[r#"
        gen-clang-test-pragma-attribute-supported-attributes:
        #pragma clang attribute supports the following attributes:
        Hot (SubjectMatchRule_function, SubjectMatchRule_variable_is_global)
        End of supported attributes.
    "#]];
    subject_that_is_tested: "gen-clang-attr-parsed-attr-impl" of RULES from "static bool isGlobal" until "static constexpr" gives expect![[r#"
        gen-clang-attr-parsed-attr-impl:
        static bool isGlobal(const Decl *D) {
          if (const auto *S = dyn_cast<VarDecl>(D))
            return S->isGlobal();
          return false;
        }

    "#]];
    subjects: "gen-clang-attr-parsed-attr-impl" of RULES from "bool diagAppertainsToDecl" until "bool isParamExpr" gives expect![[r#"
        gen-clang-attr-parsed-attr-impl:
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

        void getPragmaAttributeMatchRules(llvm::SmallVectorImpl<std::pair<attr::SubjectMatchRule, bool>> &MatchRules, const LangOptions &LangOpts) const override {
          MatchRules.push_back(std::make_pair(attr::SubjectMatchRule_function, /*IsSupported=*/true));
          MatchRules.push_back(std::make_pair(attr::SubjectMatchRule_variable_is_global, /*IsSupported=*/LangOpts.OpenCL));
        }

        AttrHandling handleDeclAttribute(Sema &S, Decl *D,const ParsedAttr &Attr) const override {
          D->addAttr(::new (S.Context) HotAttr(S.Context, Attr));
          return AttributeApplied;
        }

    "#]];
    flags: "gen-clang-attr-parsed-attr-impl" of RULES lines with "=*/1" gives expect![[r#"
        gen-clang-attr-parsed-attr-impl:
            /*IsSupportedByPragmaAttribute=*/1,
            /*IsStmt=*/1,
    "#]];
    names_of_no_arguments: "gen-clang-attr-parsed-attr-impl" of RULES lines with "ArgNames" gives expect![[r#"
        gen-clang-attr-parsed-attr-impl:
            /*ArgNames=*/{}) {}
            /*ArgNames=*/{}) {}
    "#]];
    subjects_of_statements: "gen-clang-attr-parsed-attr-impl" of RULES from "bool diagAppertainsToDecl(Sema &S, const ParsedAttr &AL" until "bool isParamExpr" gives expect![[r#"
        gen-clang-attr-parsed-attr-impl:
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

    "#]];
    pragma: "gen-clang-attr-parsed-attr-impl" of RULES from "static bool checkAttributeMatchRuleAppliesTo" until "#elif" gives expect![[r#"
        gen-clang-attr-parsed-attr-impl:
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

    "#]];
}
