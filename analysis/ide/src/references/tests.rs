use expect_test::{Expect, expect};

use super::*;
use crate::testing::fixture;

fn check(text: &str, want: Expect) {
    let fixture = fixture(text);
    let found = references(fixture.host.db(), &fixture.cursor());
    let lines = found
        .iter()
        .map(|it| format!("{} {:?}\n", fixture.show(&it.range), it.kind));
    want.assert_eq(&lines.collect::<String>());
}

#[test]
fn classes_and_records() {
    check(
        "//- root.td\ninclude \"a.td\"\ndef R : A$0<1>;\nclass B<A a> { list<A> l = [A<2>]; }\n//- a.td\nclass A<int x> { int A = x; }\n",
        expect![[r#"
            root.td:2:9 A Read
            root.td:3:9 A Read
            root.td:3:21 A Read
            root.td:3:29 A Read
            a.td:1:7 A Declaration
        "#]],
    );
    check(
        "class A;\ndef R$0 : A;\nclass B { A a = R; A b = !cast<A>(\"R\"); string s = \"R\"; }\nclass C<int R> { int x = R; }",
        expect![[r#"
            root.td:2:5 R Declaration
            root.td:3:17 R Read
            root.td:3:36 R Read
        "#]],
    );
    check(
        "class A;\nmulticlass M { def rr : A; }\ndefm ADD : M;\nclass B { A a = ADDrr$0; A b = ADDrr; }",
        expect![[r#"
            root.td:2:20 rr Declaration
            root.td:3:6 ADD Declaration
            root.td:4:17 ADDrr Read
            root.td:4:30 ADDrr Read
        "#]],
    );
    check(
        "class A;\nmulticlass M { def rr : A; }\ndefm ADD$0 : M;\nclass B { A a = ADDrr; }",
        expect![[r#"
            root.td:3:6 ADD Declaration
            root.td:4:17 ADDrr Read
        "#]],
    );
}

#[test]
fn fields() {
    check(
        "class A { int f$0 = 1; int g = f; }\nclass Z { int f = 3; }\ndef R : A { let f = 2; }\nlet f = 4 in def S : A;\ndef T : Z { let f = 5; }\ndefvar v = R.f;",
        expect![[r#"
            root.td:1:15 f Declaration
            root.td:1:30 f Read
            root.td:3:17 f Write
            root.td:4:5 f Write
            root.td:6:14 f Read
        "#]],
    );
}

#[test]
fn arguments_and_variables() {
    check(
        "class A<int x$0> { int f = x; }\ndef R : A<x = 1>;\nclass B<int x> { int f = x; }",
        expect![[r#"
            root.td:1:13 x Declaration
            root.td:1:26 x Read
            root.td:2:11 x Read
        "#]],
    );
    check(
        "foreach i = [1] in { def R#i { int x = i$0; } }\nforeach i = [2] in def S#i;",
        expect![[r#"
            root.td:1:9 i Declaration
            root.td:1:28 i Read
            root.td:1:40 i Read
        "#]],
    );
    check(
        "defvar v$0 = 1;\ndefvar w = v;\ndef R { defvar v = 2; int x = v; }",
        expect![[r#"
        root.td:1:8 v Declaration
        root.td:2:12 v Read
    "#]],
    );
}

#[test]
fn names_macros_and_includes() {
    check(
        "multiclass M { def NAME$0#a; def b { string s = NAME; } }\nmulticlass N { def NAME#c; }",
        expect![[r#"
            root.td:1:20 NAME Read
            root.td:1:47 NAME Read
        "#]],
    );
    check(
        "#define FOO\n#ifdef FOO$0\n#endif",
        expect![[r#"
        root.td:1:9 FOO Read
        root.td:2:8 FOO Read
    "#]],
    );
    check(
        "def ops;\ndef X;\ndef R { dag i = (ops X:$0$r); dag p = (ops $r); }\ndef S { dag i = (ops X:$r); }",
        expect![[r#"
            root.td:3:25 r Read
            root.td:3:43 r Read
        "#]],
    );
    check(
        "//- root.td\ninclude \"$0a.td\"\ninclude \"b.td\"\n//- a.td\ndef R;\n//- b.td\ninclude \"a.td\"\n",
        expect![[r#"
            root.td:1:9 "a.td" Read
            b.td:1:9 "a.td" Read
        "#]],
    );
    // Also where a directive is in the middle of a statement.
    check(
        "//- root.td\ninclude \"a.td\"\ndef d { include \"$0a.td\" include \"b.td\" }\n//- a.td\n//- b.td\ninclude \"a.td\"\n",
        expect![[r#"
            root.td:1:9 "a.td" Read
            root.td:2:17 "a.td" Read
            b.td:1:9 "a.td" Read
        "#]],
    );
    check(
        "//- root.td\nclass A<int $0n> { include \"b.td\" list<int> l = [ include \"c.td\" ]; }\n//- b.td\nint f = n;\n//- c.td\nn, n\n",
        expect![[r#"
            root.td:1:13 n Declaration
            b.td:1:9 n Read
            c.td:1:1 n Read
            c.td:1:4 n Read
        "#]],
    );
}

#[test]
fn only_this_file_is_highlighted() {
    let fixture = fixture("//- root.td\ninclude \"a.td\"\ndef R : A$0;\n//- a.td\nclass A;\n");
    let found = highlights(fixture.host.db(), &fixture.cursor());
    expect![[r#"
        root.td:2:9 A
    "#]]
    .assert_eq(&fixture.show_all(found.iter().map(|it| &it.range)));
}

#[test]
fn records_of_a_def_in_a_multiclass() {
    let fixture = fixture(
        "class A;\nmulticlass M { def r$0r : A; def ri : A; }\ndefm ADD : M;\ndefm SUB : M;\ndefvar a = ADDrr;\ndefvar b = SUBri;\ndefvar c = SUBrr;",
    );
    let db = fixture.host.db();
    let show = || {
        let found = references(db, &fixture.cursor());
        fixture.show_all(found.iter().map(|it| &it.range))
    };
    expect![[r#"
        root.td:2:20 rr
    "#]]
    .assert_eq(&show());
    crate::workspace_symbols::learn(db);
    expect![[r#"
        root.td:2:20 rr
        root.td:5:12 ADDrr
        root.td:7:12 SUBrr
    "#]]
    .assert_eq(&show());
}

#[test]
fn names_put_together_in_multiclasses() {
    let text = "class I;\nmulticlass M { def NAME#\"8ri\" : I; def x { I i = !cast<I>(NAME#\"8ri\"); I j = !cast<I>(NAME#\"8r\"#\"i\"); } }\n\
        defm ADD : M;\nmulticlass N { defm _n : M; }\ndefm MUL : N;\ndef use { I a = ADD8ri; I b = MUL_n8ri; }\n";
    check(
        &text.replacen("!cast<I>(NAME#\"8", "!cast<I>(NAME#\"$08", 1),
        expect![[r#"
            root.td:2:20 NAME#"8ri" Declaration
            root.td:3:6 ADD Declaration
            root.td:6:17 ADD8ri Read
            root.td:4:21 _n Declaration
            root.td:5:6 MUL Declaration
            root.td:6:31 MUL_n8ri Read
        "#]],
    );
    check(
        &text.replace("MUL_n8ri;", "MUL_n8r$0i;"),
        expect![[r##"
        root.td:2:20 NAME#"8ri" Declaration
        root.td:4:21 _n Declaration
        root.td:5:6 MUL Declaration
        root.td:6:31 MUL_n8ri Read
        root.td:2:59 NAME#"8ri" Read
        root.td:2:87 NAME#"8r"#"i" Read
    "##]],
    );
}

#[test]
fn the_ends_of_a_name_take_no_memory() {
    check(
        "def Never$0_Said_Elsewhere;",
        expect![[r#"
            root.td:1:5 Never_Said_Elsewhere Declaration
        "#]],
    );
    assert!(Sym::known("Never_Said_Elsewhere").is_some());
    assert_eq!(Sym::known("_Said_Elsewhere"), None);
}
