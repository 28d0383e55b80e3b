//! Attributes that are spelled in many ways.

use expect_test::expect;

use super::{check, tables};

/// An attribute of functions that is spelled in many ways, and one of loops.
const SPELLED: &str = r#"
def Doc : Documentation<Functions> { let Content = " Of note. \n"; let Heading = "hot, warm"; let Deprecated = DocDeprecated<"cool">; }
def Hot : InheritableAttr {
  let Spellings = [Clang<"hot">, GNU<"__warm__">, Keyword<"_Hot", 0>, Pragma<"clang", "hot">];
  let Subjects = SubjectList<[Function]>;
  let Accessors = [Accessor<"isWarm", [GNU<"__warm__">, Pragma<"clang", "hot">]>];
  let LangOpts = [LangOpt<"CPlusPlus">, LangOpt<"", "A && B">];
  let SimpleHandler = 1; let Documentation = [Doc];
}
def Unroll : StmtAttr {
  let Spellings = [CXX11<"", "unroll", 202407>]; let Subjects = SubjectList<[Loop]>; let ASTNode = 0;
}
def RuleForFunction : AttrSubjectMatcherRule<"function", [Function]>;
"#;

tables! {
    class: "gen-clang-attr-classes" of SPELLED from "class HotAttr" until "HotAttr *clone" gives expect![[r#"
        gen-clang-attr-classes:
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

    "#]];
    accessors: "gen-clang-attr-classes" of SPELLED from "Spelling getSemanticSpelling" until "static bool classof" gives expect![[r#"
        gen-clang-attr-classes:
          Spelling getSemanticSpelling() const;
          bool isWarm() const { return getAttributeSpellingListIndex() == 3 ||
            getAttributeSpellingListIndex() == 5; }


    "#]];
    factory_without_spelling: "gen-clang-attr-impl" of SPELLED from "HotAttr *HotAttr::Create(" until "HotAttr *HotAttr::CreateImplicit(" gives expect![[r#"
        gen-clang-attr-impl:
        HotAttr *HotAttr::Create(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo) {
          auto *A = new (Ctx) HotAttr(Ctx, CommonInfo);
          return A;
        }

    "#]];
    factory_with_spelling: "gen-clang-attr-impl" of SPELLED from "HotAttr *HotAttr::CreateImplicit(ASTContext &Ctx, SourceRange" until "HotAttr *HotAttr::Create(" gives expect![[r#"
        gen-clang-attr-impl:
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

    "#]];
    returned_objects: "gen-clang-attr-impl" of SPELLED lines with "return Create" gives expect![[r#"
        gen-clang-attr-impl:
          return CreateImplicit(Ctx, I);
          return Create(Ctx, I);
    "#]];
    semantic_spelling: "gen-clang-attr-impl" of SPELLED from "HotAttr::Spelling HotAttr::" until "HotAttr::clone" gives expect![[r#"
        gen-clang-attr-impl:
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
    "#]];
    printing: "gen-clang-attr-impl" of SPELLED from "case 0 : {" until "HotAttr::getSpelling" gives expect![[r##"
        gen-clang-attr-impl:
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

    "##]];
    names: "gen-clang-attr-impl" of SPELLED lines with "return \"" gives expect![[r#"
        gen-clang-attr-impl:
            return "(No spelling)";
            return "hot";
            return "hot";
            return "hot";
            return "__warm__";
            return "_Hot";
            return "hot";
    "#]];
    parsed_spellings: "gen-clang-attr-parsed-attr-impl" of SPELLED from "HotSpellings[]" until "struct" gives expect![[r#"
        gen-clang-attr-parsed-attr-impl:
        static constexpr ParsedAttrInfo::Spelling HotSpellings[] = {
          {AttributeCommonInfo::AS_GNU, "hot"},
          {AttributeCommonInfo::AS_CXX11, "clang::hot"},
          {AttributeCommonInfo::AS_C23, "clang::hot"},
          {AttributeCommonInfo::AS_GNU, "warm"},
          {AttributeCommonInfo::AS_Keyword, "_Hot"},
          {AttributeCommonInfo::AS_Pragma, "clang::hot"},
        };
    "#]];
    index_to_semantic_spelling: "gen-clang-attr-parsed-attr-impl" of SPELLED from "unsigned spellingIndexToSemanticSpelling" until "CXX11_clang_hot" gives expect![[r#"
        gen-clang-attr-parsed-attr-impl:
        unsigned spellingIndexToSemanticSpelling(const ParsedAttr &Attr) const override {
          enum Spelling {
            GNU_hot = 0,
    "#]];
    switch_of_indices: "gen-clang-attr-parsed-attr-impl" of SPELLED from "unsigned Idx" until "case 1" gives expect![[r#"
        gen-clang-attr-parsed-attr-impl:
          unsigned Idx = Attr.getAttributeSpellingListIndex();
          switch (Idx) {
            default: llvm_unreachable("Unknown spelling list index");
            case 0: return GNU_hot;
    "#]];
    has_attribute: "gen-clang-attr-has-attribute-impl" of SPELLED gives expect![[r#"
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
    spelling_index: "gen-clang-attr-spelling-index" of SPELLED gives expect![[r#"
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
    regular_keywords: "gen-clang-regular-keyword-attr-info" of SPELLED gives expect![[r#"
        gen-clang-regular-keyword-attr-info:
        KEYWORD_ATTRIBUTE(_Hot, false, )
        #undef KEYWORD_ATTRIBUTE
    "#]];
    docs: "gen-attr-docs" of SPELLED gives expect![[r#"
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
    doc_table: "gen-clang-attr-doc-table" of SPELLED gives expect![[r#"
        gen-clang-attr-doc-table:

        static const char AttrDoc_Hot[] = R"reST(Of note.)reST";
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
