use elaborate::records::Release;
use expect_test::expect;

use crate::tests::{changes, check};

const CLASSES: &str = r#"
class TemplateArg<string name> { string Name = name; }
class Template<list<TemplateArg> args, string name> : TemplateArg<name> { list<TemplateArg> Args = args; }
class Class<string name, bit variadic = 0> : TemplateArg<name> { bit IsVariadic = variadic; }
class NTTP<string type, string name, bit variadic = 0> : TemplateArg<name> { string TypeName = type; bit IsVariadic = variadic; }
class BuiltinNTTP<string type> : TemplateArg<""> { string TypeName = type; }
class BuiltinTemplate<list<TemplateArg> head> { list<TemplateArg> TemplateHead = head; }
class Ours<list<TemplateArg> head> : BuiltinTemplate<head>;
"#;

fn source(text: &str) -> String {
    format!("{CLASSES}{text}")
}

const TEMPLATES: &str = r#"
def seq : Ours<[Template<[Class<"T">, NTTP<"T", "Ints", 1>], "Seq">, Class<"U">]>;
def size : BuiltinTemplate<[BuiltinNTTP<"size_t">, BuiltinNTTP<"size_t">, BuiltinNTTP<"uint32_t">]>;
"#;

#[test]
fn templates() {
    check(
        "gen-clang-builtin-templates",
        &source(TEMPLATES),
        expect![[r#"
            #ifndef Ours
            #define Ours(NAME) BuiltinTemplate(NAME)
            #endif

            #if defined(CREATE_BUILTIN_TEMPLATE_PARAMETER_LIST)
            case BTKseq: {
             auto *Parm1 = TemplateTypeParmDecl::Create(C, DC, SourceLocation(), SourceLocation(), 1, 0, /*Id=*/nullptr, /*Typename=*/false, false);
             auto *TSI3 = C.getTrivialTypeSourceInfo(QualType(Parm1->getTypeForDecl(), 0));
             auto *Parm2 = NonTypeTemplateParmDecl::Create(C, DC, SourceLocation(), SourceLocation(), 1, 1, /*Id=*/nullptr, TSI3->getType(), true, TSI3);
             auto *TPL4 = TemplateParameterList::Create(C, SourceLocation(), SourceLocation(), {Parm1, Parm2}, SourceLocation(), nullptr);
             auto *Parm0 = TemplateTemplateParmDecl::Create(C, DC, SourceLocation(), 0, 0, /*ParameterPack=*/false, /*Id=*/nullptr, /*Typename=*/false, TPL4);
             auto *Parm5 = TemplateTypeParmDecl::Create(C, DC, SourceLocation(), SourceLocation(), 0, 1, /*Id=*/nullptr, /*Typename=*/false, false);
             auto *TPL6 = TemplateParameterList::Create(C, SourceLocation(), SourceLocation(), {Parm0, Parm5}, SourceLocation(), nullptr);

              return TPL6;
              }
            case BTKsize: {
            TypeSourceInfo *SizeTInfo = C.getTrivialTypeSourceInfo(C.getSizeType());
             auto *Parm0 = NonTypeTemplateParmDecl::Create(C, DC, SourceLocation(), SourceLocation(), 0, 0, /*Id=*/nullptr, SizeTInfo->getType(), /*ParameterPack=*/false, SizeTInfo);
             auto *Parm1 = NonTypeTemplateParmDecl::Create(C, DC, SourceLocation(), SourceLocation(), 0, 1, /*Id=*/nullptr, SizeTInfo->getType(), /*ParameterPack=*/false, SizeTInfo);
            TypeSourceInfo *Uint32TInfo = C.getTrivialTypeSourceInfo(C.UnsignedIntTy);
             auto *Parm2 = NonTypeTemplateParmDecl::Create(C, DC, SourceLocation(), SourceLocation(), 0, 2, /*Id=*/nullptr, Uint32TInfo->getType(), /*ParameterPack=*/false, Uint32TInfo);
             auto *TPL3 = TemplateParameterList::Create(C, SourceLocation(), SourceLocation(), {Parm0, Parm1, Parm2}, SourceLocation(), nullptr);

              return TPL3;
              }
            #undef CREATE_BUILTIN_TEMPLATE_PARAMETER_LIST
            #else
            Ours(seq)
            BuiltinTemplate(size)
            #undef BuiltinTemplate
            #endif
            #undef Ours
        "#]],
    );
    changes(
        "gen-clang-builtin-templates",
        &source(TEMPLATES),
        &[Release::V21, Release::V22],
        expect![[r#"
            21 to 22:
            - auto *Parm0 = TemplateTemplateParmDecl::Create(C, DC, SourceLocation(), 0, 0, /*ParameterPack=*/false, /*Id=*/nullptr, /*Typename=*/false, TPL4);
            + auto *Parm0 = TemplateTemplateParmDecl::Create(C, DC, SourceLocation(), 0, 0, /*ParameterPack=*/false, /*Id=*/nullptr, /*Kind=*/TNK_Type_template, /*Typename=*/false, TPL4);
        "#]],
    );
}

#[test]
fn mistakes() {
    let check = |head: &str, want| {
        let text = source(&format!("def a : BuiltinTemplate<[{head}]>;"));
        check("gen-clang-builtin-templates", &text, want);
    };
    check(
        "",
        expect![[r#"
        error: Expected at least one argument in template parameter list
    "#]],
    );
    check(
        "NTTP<\"T\", \"N\">",
        expect![[r#"
        error: Unknown Type Name
    "#]],
    );
    check(
        "BuiltinNTTP<\"char\">",
        expect![[r#"
        error: Unknown Type Name
    "#]],
    );
    check(
        "TemplateArg<\"x\">",
        expect![[r#"
        error: Unknown Argument Type
    "#]],
    );
}
