use expect_test::{Expect, expect};

use super::*;
use crate::testing::fixture;

fn check(text: &str, go: fn(&Database, &FilePosition) -> Vec<Target>, want: Expect) {
    let fixture = fixture(text);
    let found = go(fixture.host.db(), &fixture.cursor());
    let lines = found
        .iter()
        .map(|it| format!("{}: {}\n", it.name, fixture.show(&it.focus)));
    want.assert_eq(&lines.collect::<String>());
}

#[test]
fn definitions() {
    check(
        "class A;\nmulticlass M { def rr : A; }\ndefm ADD : M;\nclass B { A a = ADDrr$0; }",
        definition,
        expect![[r#"
            ADDrr: root.td:2:20 rr
            ADDrr: root.td:3:6 ADD
        "#]],
    );
    check(
        "//- root.td\ninclude \"$0a.td\"\n//- inc/a.td\ndef R;\n",
        definition,
        expect![[r#"
            inc/a.td: inc/a.td:1:1 
        "#]],
    );
    check(
        "#define FOO\n#ifdef FO$0O\n#endif",
        definition,
        expect![[r#"
            FOO: root.td:1:9 FOO
        "#]],
    );
    check(
        "def ops;\ndef X;\ndef R { dag p = (ops $r); dag i = (ops X:$r); dag q = (ops $0$r); }",
        definition,
        expect![[r#"
            r: root.td:3:43 r
        "#]],
    );
    check("def R { int f = 1$0; }", definition, expect![[""]]);
}

#[test]
fn names_put_together_in_casts() {
    check(
        "class A;\ndef X1 : A;\ndef X2 : A;\nforeach i = [1, 2] in def R#i { A a = !cast<A>(\"X$0\" # i); }",
        definition,
        expect![[r#"
            X1: root.td:2:5 X1
            X2: root.td:3:5 X2
        "#]],
    );
    check(
        "class A;\ndef R_D : A;\ndefvar v = !cast<A>(\"R\" # $0_D);",
        definition,
        expect![[r#"
            R_D: root.td:2:5 R_D
        "#]],
    );
    check(
        "class A;\ndef R_D : A;\ndefvar v = !ca$0st<A>(\"R\" # _D);\ndefvar w = !add(1, 2);",
        definition,
        expect![[r#"
            R_D: root.td:2:5 R_D
        "#]],
    );
    check("defvar w = !ad$0d(1, 2);", definition, expect![""]);
    check(
        "class A;\ndef X1 : A;\ndef R { string s = \"X$0\" # 1; }",
        definition,
        expect![[""]],
    );
}

#[test]
fn declarations() {
    let text = "class A;\nclass A<int x> { int f = x; }\ndef R : A$0<1>;";
    check(
        text,
        declaration,
        expect![[r#"
        A: root.td:1:7 A
    "#]],
    );
    check(
        text,
        definition,
        expect![[r#"
        A: root.td:2:7 A
    "#]],
    );
}

#[test]
fn types() {
    check(
        "class A;\nclass B { list<A> l; int n = !size(l$0); }",
        type_definition,
        expect![[r#"
            A: root.td:1:7 A
        "#]],
    );
    check(
        "class A;\ndef R : A;\ndefvar v = R;\nclass B { A a = v$0; }",
        type_definition,
        expect![[r#"
            A: root.td:1:7 A
        "#]],
    );
    check(
        "class A;\nmulticlass M { def x : A; }\ndefm R : M;\ndefvar v = R$0x;",
        type_definition,
        expect![[r#"
            A: root.td:1:7 A
        "#]],
    );
}

#[test]
fn implementations() {
    check(
        "class A$0;\nclass B : A;\nclass C : B;\ndef R : C;\nmulticlass M { def x : A; }\nclass D;",
        implementation,
        expect![[r#"
            B: root.td:2:7 B
            C: root.td:3:7 C
            x: root.td:5:20 x
            R: root.td:4:5 R
        "#]],
    );
    check(
        "multiclass M$0 { def x; }\nmulticlass N : M;\ndefm R : M;\ndefm S : N;",
        implementation,
        expect![[r#"
            N: root.td:2:12 N
            R: root.td:3:6 R
        "#]],
    );
}

/// Files in the middle of the statements of others.
const CUT: &str = "//- root.td
class A<list<int> l> { list<int> values = l; }
multiclass M<int n> {
  include \"body.inc\"
}
def R : A<[1, include \"values.inc\" , X.f]>;
def X { int f = 2; }
defm m : M<1>;
//- body.inc
include \"inner.inc\"
def two : A<[n]>;
//- inner.inc
def one : A<[n]> { int v = two; }
//- values.inc
  X.f,
";

fn check_cut(from: &str, to: &str, want: Expect) {
    assert_eq!(CUT.matches(from).count(), 1, "{from}");
    check(&CUT.replace(from, to), definition, want);
}

#[test]
fn definitions_in_statements_of_several_files() {
    check_cut(
        "two : A<[n]>",
        "two : A<[$0n]>",
        expect![[r#"
        n: root.td:2:18 n
    "#]],
    );
    check_cut(
        "one : A<",
        "one : $0A<",
        expect![[r#"
        A: root.td:1:7 A
    "#]],
    );
    check_cut(
        "  X.f,",
        "  $0X.f,",
        expect![[r#"
        X: root.td:6:5 X
    "#]],
    );
    check_cut(
        "  X.f,",
        "  X.$0f,",
        expect![[r#"
        f: root.td:6:13 f
    "#]],
    );
    check_cut(
        " , X.f",
        " , X.$0f",
        expect![[r#"
        f: root.td:6:13 f
    "#]],
    );
    check_cut(
        "defm m : M",
        "defm m : $0M",
        expect![[r#"
        M: root.td:2:12 M
    "#]],
    );
}

#[test]
fn files_that_are_included_in_statements() {
    check_cut(
        "\"body.inc\"",
        "\"$0body.inc\"",
        expect![[r#"
        body.inc: body.inc:1:1 
    "#]],
    );
    check_cut(
        "\"body.inc\"",
        "\"body.inc\"$0",
        expect![[r#"
        body.inc: body.inc:1:1 
    "#]],
    );
    check_cut(
        "\"inner.inc\"",
        "\"inner$0.inc\"",
        expect![[r#"
        inner.inc: inner.inc:1:1 
    "#]],
    );
    check_cut(
        "\"values.inc\"",
        "\"values$0.inc\"",
        expect![[r#"
        values.inc: values.inc:1:1 
    "#]],
    );
}

#[test]
fn a_statement_with_files_in_it_is_as_long_as_it_is_written() {
    let whole = |text: &str, want: Expect| {
        let fixture = fixture(text);
        let found = definition(fixture.host.db(), &fixture.cursor());
        let text = |it: &crate::FileRange| fixture.texts.0[&it.path][it.range.clone()].to_owned();
        let lines = found.iter().map(|it| format!("{:?}\n", text(&it.full)));
        want.assert_eq(&lines.collect::<String>());
    };
    let rest = "//- a.inc\nint x = 1; int y = 2; int z = 3;\n//- b.inc\n}\n";
    whole(
        &format!("//- root.td\nclass A {{ include \"a.inc\" }}\ndef d : $0A;\n{rest}"),
        expect![[r#"
            "class A { include \"a.inc\" }"
        "#]],
    );
    whole(
        &format!("//- root.td\nclass A {{ include \"b.inc\"\ndef d : $0A;\n{rest}"),
        expect![[r#"
            "class A { include \"b.inc\""
        "#]],
    );
}

#[test]
fn names_put_together_in_multiclasses() {
    check(
        "class I;\nmulticlass M { def NAME#\"8ri\" : I; def x { I i = !cast<I>(NA$0ME#\"8ri\"); } }\n\
         defm ADD : M;\nmulticlass N { defm _n : M; }\ndefm MUL : N;\n",
        definition,
        expect![[r#"
            ADD8ri: root.td:2:20 NAME#"8ri"
            ADD8ri: root.td:3:6 ADD
            MUL_n8ri: root.td:2:20 NAME#"8ri"
            MUL_n8ri: root.td:4:21 _n
            MUL_n8ri: root.td:5:6 MUL
        "#]],
    );
}

#[test]
fn the_implementations_of_a_defm_are_its_records() {
    check(
        "class A<int n>;\nmulticlass M { def rr : A<1>; foreach i = [2, 3] in def r#i : A<i>; }\n\
         defm AD$0D : M;\ndefm SUB : M;\n",
        implementation,
        expect![[r#"
            ADDrr: root.td:2:20 rr
            ADDr2: root.td:2:57 r#i
        "#]],
    );
    // A `defm` in a multiclass makes records only where the multiclass is used.
    check(
        "multiclass M { def rr; }\nmulticlass N { defm _$0n : M; }\ndefm MUL : N;\n",
        implementation,
        expect![""],
    );
}
