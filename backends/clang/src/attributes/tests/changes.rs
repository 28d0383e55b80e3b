//! Differences between releases in the tables of attributes.

use Release::{V19, V21, V22};
use elaborate::records::Release;
use expect_test::{Expect, expect};

use super::CLASSES;
use crate::tests::changes;

const SOURCE: &str = r#"
def Doc : Documentation<Functions> { let Content = "Of note."; let Label = "label"; let Heading = "hot"; }
def ColdDoc : Documentation<Functions> { let Content = "Of note."; let Heading = "cold"; }
def Hot : InheritableAttr {
  let Spellings = [GCC<"hot">, GNU<"warm">]; let Documentation = [Doc]; let HasCustomSerialization = 1;
  let Args = [IdentifierArgument<"Id">]; let StrictEnumParameters = 1;
}
def Cold : InheritableAttr { let Spellings = [Clang<"cold">]; let Documentation = [ColdDoc]; let Args = [StringArgument<"Why">]; }
def Arm : TargetSpec<["arm"]>;
def Avr : TargetSpec<["avr"]>;
def ArmStop : InheritableAttr, TargetSpecificAttr<Arm> {
  let Spellings = [GNU<"stop">]; let ParseKind = "Stop"; let Args = [StringArgument<"Kind">];
}
def AvrStop : InheritableAttr, TargetSpecificAttr<Avr> {
  let Spellings = [GNU<"stop">]; let ParseKind = "Stop"; let Args = [TypeArgument<"T">];
}
def Many : InheritableAttr { let Spellings = [CXX11<"", "many", 202407>]; let Args = [VariadicExprArgument<"Exprs">]; let TemplateDependent = 1; }
"#;

#[track_caller]
fn check(backend: &str, text: &str, releases: &[Release], want: Expect) {
    changes(backend, &format!("{CLASSES}{text}"), releases, want);
}

macro_rules! changed {
    ($($name:ident: $backend:literal gives $want:expr;)*) => {
        $(
            #[test]
            fn $name() {
                check($backend, SOURCE, &[V19, V21, V22], $want);
            }
        )*
    };
}

changed! {
    classes: "gen-clang-attr-classes" gives expect![[r#"
        19 to 21:
        -
        -class ArmStopAttr : public InheritableAttr {
        +class CLANG_ABI ArmStopAttr : public InheritableAttr {
        -class AvrStopAttr : public InheritableAttr {
        +class CLANG_ABI AvrStopAttr : public InheritableAttr {
        -class ColdAttr : public InheritableAttr {
        +class CLANG_ABI ColdAttr : public InheritableAttr {
        -class HotAttr : public InheritableAttr {
        +class CLANG_ABI HotAttr : public InheritableAttr {
        -class ManyAttr : public InheritableAttr {
        +class CLANG_ABI ManyAttr : public InheritableAttr {
        21 to 22:
        -IdentifierInfo * id;
        +const IdentifierInfo * id;
        -  static HotAttr *CreateImplicit(ASTContext &Ctx, IdentifierInfo * Id, const AttributeCommonInfo &CommonInfo);
        -  static HotAttr *Create(ASTContext &Ctx, IdentifierInfo * Id, const AttributeCommonInfo &CommonInfo);
        -  static HotAttr *CreateImplicit(ASTContext &Ctx, IdentifierInfo * Id, SourceRange Range = {}, Spelling S = GNU_hot);
        -  static HotAttr *Create(ASTContext &Ctx, IdentifierInfo * Id, SourceRange Range = {}, Spelling S = GNU_hot);
        +  static HotAttr *CreateImplicit(ASTContext &Ctx, const IdentifierInfo * Id, const AttributeCommonInfo &CommonInfo);
        +  static HotAttr *Create(ASTContext &Ctx, const IdentifierInfo * Id, const AttributeCommonInfo &CommonInfo);
        +  static HotAttr *CreateImplicit(ASTContext &Ctx, const IdentifierInfo * Id, SourceRange Range = {}, Spelling S = GNU_hot);
        +  static HotAttr *Create(ASTContext &Ctx, const IdentifierInfo * Id, SourceRange Range = {}, Spelling S = GNU_hot);
        -              , IdentifierInfo * Id
        +              , const IdentifierInfo * Id
        -  IdentifierInfo * getId() const {
        +  const IdentifierInfo * getId() const {
    "#]];
    documentation: "gen-attr-docs" gives expect![[r#"
        19 to 21:
        -cold
        -----
        -.. csv-table:: Supported Syntaxes
        -   :header: "GNU", "C++11", "C23", "``__declspec``", "Keyword", "``#pragma``", "HLSL Annotation", "``#pragma clang attribute``"
        -
        -   "``cold``","``clang::cold``","``clang::cold``","","","","",""
        -
        -Of note.
        -
        +.. _label:
        -hot
        ----
        +cold, hot
        +---------
        -   "``hot`` |br| ``warm``","``gnu::hot``","``gnu::hot``","","","","",""
        +   "``cold`` |br| ``hot`` |br| ``warm``","``clang::cold`` |br| ``gnu::hot``","``clang::cold`` |br| ``gnu::hot``","","","","",""
        21 to 22:
    "#]];
    has_attribute: "gen-clang-attr-has-attribute-impl" gives expect![[r#"
        19 to 21:
        -    .Case("stop", true && (T.getArch() == llvm::Triple::arm) ? 1 : 0)
        -    .Case("stop", true && (T.getArch() == llvm::Triple::avr) ? 1 : 0)
        -    .Case("cold", 1)
        -    .Case("hot", 1)
        -    .Case("warm", 1)
        +    .Case("stop", (true && (T.getArch() == llvm::Triple::arm) ? 1 : 0) || (true && (T.getArch() == llvm::Triple::avr) ? 1 : 0))
        +    .Case("cold", (1))
        +    .Case("hot", (1))
        +    .Case("warm", (1))
        -    .Case("many", 202407)
        +    .Case("many", (202407))
        -    .Case("cold", 1)
        +    .Case("cold", (1))
        -    .Case("hot", 1)
        +    .Case("hot", (1))
        -    .Case("cold", 1)
        +    .Case("cold", (1))
        -    .Case("hot", 1)
        +    .Case("hot", (1))
        21 to 22:
    "#]];
    indices: "gen-clang-attr-spelling-index" gives expect![[r#"
        19 to 21:
        -    if (Name == "stop" && getSyntax() == AttributeCommonInfo::AS_GNU && Scope == "")
        -        return 0;
        +    return 0;
        -    if (Name == "cold" && getSyntax() == AttributeCommonInfo::AS_GNU && Scope == "")
        -        return 0;
        -    if (Name == "cold" && getSyntax() == AttributeCommonInfo::AS_CXX11 && Scope == "clang")
        -        return 1;
        -    if (Name == "cold" && getSyntax() == AttributeCommonInfo::AS_C23 && Scope == "clang")
        -        return 2;
        +    if (getSyntax() == AttributeCommonInfo::AS_GNU && ComputedScope == AttributeCommonInfo::Scope::NONE)
        +      return 0;
        +    if (getSyntax() == AttributeCommonInfo::AS_CXX11 && ComputedScope == AttributeCommonInfo::Scope::CLANG)
        +      return 1;
        +    if (getSyntax() == AttributeCommonInfo::AS_C23 && ComputedScope == AttributeCommonInfo::Scope::CLANG)
        +      return 2;
        -    if (Name == "hot" && getSyntax() == AttributeCommonInfo::AS_GNU && Scope == "")
        -        return 0;
        -    if (Name == "hot" && getSyntax() == AttributeCommonInfo::AS_CXX11 && Scope == "gnu")
        -        return 1;
        -    if (Name == "hot" && getSyntax() == AttributeCommonInfo::AS_C23 && Scope == "gnu")
        -        return 2;
        -    if (Name == "warm" && getSyntax() == AttributeCommonInfo::AS_GNU && Scope == "")
        -        return 3;
        +    if (Name.size() == 3 && getSyntax() == AttributeCommonInfo::AS_GNU && ComputedScope == AttributeCommonInfo::Scope::NONE)
        +      return 0;
        +    if (Name.size() == 3 && getSyntax() == AttributeCommonInfo::AS_CXX11 && ComputedScope == AttributeCommonInfo::Scope::GNU)
        +      return 1;
        +    if (Name.size() == 3 && getSyntax() == AttributeCommonInfo::AS_C23 && ComputedScope == AttributeCommonInfo::Scope::GNU)
        +      return 2;
        +    if (Name.size() == 4 && getSyntax() == AttributeCommonInfo::AS_GNU && ComputedScope == AttributeCommonInfo::Scope::NONE)
        +      return 3;
        -    if (Name == "many" && getSyntax() == AttributeCommonInfo::AS_CXX11 && Scope == "")
        -        return 0;
        +    return 0;
        21 to 22:
    "#]];
    instantiation: "gen-clang-attr-template-instantiate" gives expect![[r#"
        19 to 21:
        -      auto *tempInstExprs = new (C, 16) Expr *[A->exprs_size()];
        +      size_t numTempInstExprs;
        +      Expr **tempInstExprs;
        -        Expr * *TI = tempInstExprs;
        -        Expr * *I = A->exprs_begin();
        -        Expr * *E = A->exprs_end();
        -        for (; I != E; ++I, ++TI) {
        -          ExprResult Result = S.SubstExpr(*I, TemplateArgs);
        -          if (Result.isInvalid())
        -            return nullptr;
        -          *TI = Result.get();
        -        }
        +        ArrayRef<Expr *> ArgsToInstantiate(A->exprs_begin(), A->exprs_end());
        +        SmallVector<Expr *, 4> InstArgs;
        +        if (S.SubstExprs(ArgsToInstantiate, /*IsCall=*/false, TemplateArgs, InstArgs))
        +          return nullptr;
        +        numTempInstExprs = InstArgs.size();
        +        tempInstExprs = new (C, 16) Expr *[numTempInstExprs];
        +        std::copy(InstArgs.begin(), InstArgs.end(), tempInstExprs);
        -      return new (C) ManyAttr(C, *A, tempInstExprs, A->exprs_size());
        +      return new (C) ManyAttr(C, *A, tempInstExprs, numTempInstExprs);
        21 to 22:
    "#]];
    reading: "gen-clang-attr-pch-read" gives expect![[r#"
        19 to 21:
        +    readHotAttr(cast<HotAttr>(New));
        21 to 22:
        -    IdentifierInfo * id = Record.readIdentifier();
        +    const IdentifierInfo * id = Record.readIdentifier();
    "#]];
    writing: "gen-clang-attr-pch-write" gives expect![[r#"
        19 to 21:
        +    Record.AddHotAttr(SA);
        21 to 22:
    "#]];
    parser: "gen-clang-attr-parser-string-switches" gives expect![[r#"
        19 to 21:
        -.Case("stop", true && (T.getArch() == llvm::Triple::arm) ? 1 : 0)
        +.Case("stop", (Syntax==AttributeCommonInfo::AS_GNU && !ScopeName && true && (T.getArch() == llvm::Triple::arm)) ? 1 : 0)
        -.Case("stop", true)
        +.Case("stop", (Syntax==AttributeCommonInfo::AS_GNU && !ScopeName && true && (T.getArch() == llvm::Triple::avr)))
        -#if defined(CLANG_ATTR_STRICT_IDENTIFIER_ARG_AT_INDEX_LIST)
        -.Case("hot", 1ull)
        -.Case("warm", 1ull)
        -#endif // CLANG_ATTR_STRICT_IDENTIFIER_ARG_AT_INDEX_LIST
        +#if defined(CLANG_ATTR_STRICT_IDENTIFIER_ARG_LIST)
        +.Case("hot", true)
        +.Case("warm", true)
        +#endif // CLANG_ATTR_STRICT_IDENTIFIER_ARG_LIST
        21 to 22:
    "#]];
}

#[test]
fn spellings_of_clang_and_gcc() {
    check(
        "gen-attribute-spelling-list",
        "def Both : InheritableAttr { let Spellings = [ClangGCC<\"both\">]; }",
        &[V19, V21],
        expect![[r#"
            19 to 21:
            +ATTR_SCOPE_NAME("clang")
            +ATTR_SCOPE_NAME("gnu")
        "#]],
    );
    check(
        "gen-clang-attr-parsed-attr-impl",
        "def Both : InheritableAttr { let Spellings = [ClangGCC<\"both\">]; }",
        &[V19, V21],
        expect![[r#"
            19 to 21:
            -  {AttributeCommonInfo::AS_ClangGCC, "both"},
            +  {AttributeCommonInfo::AS_GNU, "both"},
            +  {AttributeCommonInfo::AS_CXX11, "clang::both"},
            +  {AttributeCommonInfo::AS_CXX11, "gnu::both"},
            +  {AttributeCommonInfo::AS_C23, "clang::both"},
            +  {AttributeCommonInfo::AS_C23, "gnu::both"},
        "#]],
    );
}

#[test]
fn annotations_are_lower_case() {
    check(
        "gen-clang-attr-parsed-attr-kinds",
        "def Note : InheritableAttr { let Spellings = [HLSLAnnotation<\"Note\">]; }",
        &[V19, V21],
        expect![[r#"
            19 to 21:
            -static AttributeCommonInfo::Kind getAttrKind(StringRef Name, AttributeCommonInfo::Syntax Syntax) {
            -  if (AttributeCommonInfo::AS_GNU == Syntax) {
            -  } else if (AttributeCommonInfo::AS_Declspec == Syntax) {
            -  } else if (AttributeCommonInfo::AS_Microsoft == Syntax) {
            -  } else if (AttributeCommonInfo::AS_CXX11 == Syntax) {
            -  } else if (AttributeCommonInfo::AS_C23 == Syntax) {
            -  } else if (AttributeCommonInfo::AS_Keyword == Syntax || AttributeCommonInfo::AS_ContextSensitiveKeyword == Syntax) {
            -  } else if (AttributeCommonInfo::AS_Pragma == Syntax) {
            -  } else if (AttributeCommonInfo::AS_HLSLAnnotation == Syntax) {
            -  switch (Name.size()) {
            -  default: break;
            -  case 4:	 // 1 string to match.
            -    if (memcmp(Name.data()+0, "Note", 4) != 0)
            -      break;
            -    return AttributeCommonInfo::AT_Note;	 // "Note"
            -  }
            -  }
            -  return AttributeCommonInfo::UnknownAttribute;
            -}
            +98: error: HLSLAnnotation Attribute must be lower case.
        "#]],
    );
}

#[test]
fn attributes_of_parameters_and_statements() {
    let classes = "class InheritableParamOrStmtAttr : InheritableParamAttr;
class HLSLSemanticBaseAttr : HLSLAnnotationAttr;
def A : InheritableParamOrStmtAttr;
def B : Attr;
def C : TypeAttr;
def D : StmtAttr;
def E : DeclOrStmtAttr;
def F : DeclOrTypeAttr;
def G : InheritableParamAttr;
def H : ParameterABIAttr;
def I : HLSLAnnotationAttr;
def J : HLSLSemanticBaseAttr;
def : MutualExclusions<[A, E]>;
";
    check(
        "gen-clang-attr-list",
        classes,
        &[V19, V21, V22],
        expect![[r#"
            19 to 21:
            +#ifndef INHERITABLE_PARAM_OR_STMT_ATTR
            +#define INHERITABLE_PARAM_OR_STMT_ATTR(NAME) INHERITABLE_PARAM_ATTR(NAME)
            +#endif
            +
            +INHERITABLE_PARAM_OR_STMT_ATTR(A)
            -INHERITABLE_PARAM_ATTR(A)
            -ATTR_RANGE(InheritableParamAttr, H, G)
            +ATTR_RANGE(InheritableParamAttr, A, G)
            +ATTR_RANGE(InheritableParamOrStmtAttr, A, A)
            +#undef INHERITABLE_PARAM_OR_STMT_ATTR
            21 to 22:
            +#ifndef HLSL_SEMANTIC_ATTR
            +#define HLSL_SEMANTIC_ATTR(NAME) HLSL_ANNOTATION_ATTR(NAME)
            +#endif
            +
            +HLSL_SEMANTIC_ATTR(J)
            -HLSL_ANNOTATION_ATTR(J)
            -ATTR_RANGE(InheritableAttr, E, J)
            +ATTR_RANGE(InheritableAttr, E, I)
            -ATTR_RANGE(HLSLAnnotationAttr, I, J)
            +ATTR_RANGE(HLSLAnnotationAttr, J, I)
            +ATTR_RANGE(HLSLSemanticBaseAttr, J, J)
            +#undef HLSL_SEMANTIC_ATTR
        "#]],
    );
    check(
        "gen-clang-attr-parsed-attr-impl",
        classes,
        &[V19, V21],
        expect![[r#"
            19 to 21:
            +    if (const auto *Second = dyn_cast<AAttr>(A)) {
            +      auto Iter = llvm::find_if(C, [](const Attr *Check) { return isa<EAttr>(Check); });
            +      if (Iter != C.end()) {
            +        S.Diag((*Iter)->getLocation(), diag::err_attributes_are_not_compatible) << *Iter << Second << ((*Iter)->isRegularKeywordAttribute() || Second->isRegularKeywordAttribute());
            +        S.Diag(Second->getLocation(), diag::note_conflicting_attribute);
            +        return false;
            +      }
            +    }
        "#]],
    );
}

#[test]
fn arguments_of_standard_attributes() {
    let text = "def A : InheritableAttr { let Spellings = [CXX11<\"\", \"a\", 2>]; let Args = [IntArgument<\"X\">]; }
def B : InheritableAttr { let Spellings = [CXX11<\"\", \"b\", 2>, GNU<\"b\">]; let Args = [IntArgument<\"X\", 1>, BoolArgument<\"Y\", 0, 1>]; }
def C : InheritableAttr { let Spellings = [CXX11<\"\", \"c\", 2>, CXX11<\"x\", \"c\">]; }
";
    crate::tests::check(
        "gen-cxx11-attribute-info",
        &format!("{CLASSES}{text}"),
        expect![[r##"
            #if defined(CXX11_ATTR_ARGS_INFO)
            .Case("a",AttributeCommonInfo::AttrArgsInfo::Required)
            .Case("b",AttributeCommonInfo::AttrArgsInfo::Optional)
            .Case("c",AttributeCommonInfo::AttrArgsInfo::None)
            #endif // CXX11_ATTR_ARGS_INFO
        "##]],
    );
}

#[test]
fn attributes_of_dependent_types() {
    let text = format!(
        "{}def A : Attr {{ let IsTypeDependent = 1; }} def B : Attr; \
         def C : Attr {{ let IsTypeDependent = 1; let ASTNode = 0; }}",
        CLASSES.replace(
            "bit Ignored = 0;",
            "bit Ignored = 0; bit IsTypeDependent = 0;"
        )
    );
    crate::tests::check(
        "gen-clang-attr-is-type-dependent",
        &text,
        expect![[r#"
            void checkAttrIsTypeDependent(Decl *D, const Attr *A) {
              switch (A->getKind()) {
              default:
                break;
              case attr::A:
                ActOnAAttr(D, A);
                break;
              case attr::C:
                ActOnCAttr(D, A);
                break;
              }
            }
        "#]],
    );
}
