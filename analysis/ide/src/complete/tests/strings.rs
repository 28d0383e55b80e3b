use expect_test::{Expect, expect};

use super::check;

fn check_format(format: &str, want: Expect) {
    check(
        &format!(
            "class Op {{ dag arguments; dag results; string assemblyFormat; }} def ins; def outs; def I32;\n\
             class Two : Op {{ let arguments = (ins I32:$lhs, I32:$rhs); let results = (outs I32:$res); }}\n\
             def A : Two {{ let assemblyFormat = {format}; }}\n\
             def B : Two {{ let assemblyFormat = \"`to` `,` `into`\"; }}"
        ),
        want,
    );
}

#[test]
fn elements_of_formats() {
    check_format(
        "\"$0\"",
        expect![[r#"
        0: $lhs (dag name), $rhs (dag name)
        1: attr-dict, attr-dict-with-keyword, custom, functional-type, oilist, operands, prop-dict, qualified, regions, successors, type
    "#]],
    );
    check_format(
        "\"attr$0\"",
        expect![[r#"
        1: attr-dict, attr-dict-with-keyword
    "#]],
    );
    check_format(
        "\"($lhs$0)?\"",
        expect![[r#"
            0: lhs (dag name), lhs^ (dag name)
        "#]],
    );
    check_format(
        "\"(`x`$0)?\"",
        expect![[r#"
        0: $lhs (dag name), $rhs (dag name)
        1: attr-dict, attr-dict-with-keyword, custom, functional-type, oilist, operands, prop-dict, qualified, regions, successors, type
    "#]],
    );
    check_format(
        "[{ custom<X>($0) }]",
        expect![[r#"
        0: $lhs (dag name), $rhs (dag name)
        1: attr-dict, prop-dict, qualified, ref, type
    "#]],
    );
    check_format("\"custom<X$0>\"", expect![[r#""#]]);
}

#[test]
fn variables_of_formats() {
    check_format(
        "\"$lhs $$0\"",
        expect![[r#"
        0: rhs (dag name)
        2: lhs (dag name)
    "#]],
    );
    check_format(
        "\"$lhs type($r$0)\"",
        expect![[r#"
        0: res (dag name), rhs (dag name)
    "#]],
    );
    check_format(
        "\"$lhs $l$0",
        expect![[r#"
        2: lhs (dag name)
    "#]],
    );
}

#[test]
fn literals_of_formats() {
    check_format(
        "\"$lhs `$0\"",
        expect![[r#"
        1: ,, into, to
    "#]],
    );
    check_format(
        "\"`a` `t$0` `b`\"",
        expect![[r#"
        1: to
    "#]],
    );
}

#[test]
fn elements_of_types() {
    check(
        "class AttrOrTypeDef { dag parameters; string assemblyFormat; } def ins;\n\
         def A : AttrOrTypeDef { let parameters = (ins \"int\":$width); let assemblyFormat = \"$0\"; }",
        expect![[r#"
            0: $width (dag name)
            1: custom, params, qualified, struct
        "#]],
    );
}

#[test]
fn operands_and_names() {
    check(
        "class I { string AsmString; } def ins; def A : I { dag In = (ins 0:$dst, 1:$src); let AsmString = \"a $dst, ${$0}\"; }",
        expect![[r#"
            1: dst (dag name), src (dag name)
        "#]],
    );
    check(
        "class I { string AsmString; } def ins; def A : I { dag In = (ins 0:$dst); let AsmString = \"a$0\"; }",
        expect![[r#""#]],
    );
    check(
        "class Trait; class Same<list<string> names> : Trait; def ins; def A : Same<[\"$0\"]> { dag In = (ins 0:$dst); }",
        expect![[r#"
            1: dst (dag name)
        "#]],
    );
    check(
        "class GenericTable { string FilterClass; list<string> Fields; } class Row { int Num; string Name; }\n\
         def T : GenericTable { let FilterClass = \"Row\"; let Fields = [\"Num\", \"$0\"]; }",
        expect![[r#"
            1: Name (field), Num (field)
        "#]],
    );
    check(
        "class GenericTable { string FilterClass; } class Row; def T : GenericTable { let FilterClass = \"R$0\"; }",
        expect![[r#"
            1: Row (class)
        "#]],
    );
}
