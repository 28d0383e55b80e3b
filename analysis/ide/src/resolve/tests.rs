use expect_test::{Expect, expect};

use super::*;
use crate::testing::fixture;

/// The definition that the token at the cursor refers to, and its declaration.
fn check(text: &str, want: Expect) {
    let fixture = fixture(text);
    let db = fixture.host.db();
    let Some((definition, _)) = resolve(db, &fixture.cursor()) else {
        want.assert_eq("nothing");
        return;
    };
    let what = match &definition {
        Definition::Variable(name, kind, _) => format!("{kind:?} {name}"),
        Definition::Field(name, _) => format!("Field {name}"),
        Definition::RecordSource(_) => "Maker".to_owned(),
        Definition::Include(_) => "Include".to_owned(),
        Definition::DagName(name, _) => format!("DagName {name}"),
        Definition::Name(_) => "Name".to_owned(),
        other => format!("{other:?}"),
    };
    let text = Text::new(db);
    let places = text.declarations(&definition);
    let places = places.iter().map(|it| fixture.show(&it.file_range(db)));
    let places = places.collect::<Vec<_>>().join(", ");
    want.assert_eq(&format!("{what}: {places}"));
}

#[test]
fn classes() {
    check(
        "class A;\nclass A<int x> { int f = x; }\ndef R : $0A<1>;",
        expect!["Class(\"A\"): root.td:2:7 A"],
    );
    check(
        "class A<int x>;\nclass B<A$0 a> { A b = a; }",
        expect!["Class(\"A\"): root.td:1:7 A"],
    );
    check(
        "class A<int x>;\nclass B { A b = A$0<1>; }",
        expect!["Class(\"A\"): root.td:1:7 A"],
    );
    check(
        "deftype T = list<int>;\nclass B { T$0 b = [1]; }",
        expect!["Type(\"T\"): root.td:1:9 T"],
    );
}

#[test]
fn multiclasses() {
    let text = "multiclass M<int x> { def a; }\nclass M;\ndefm X : $0M<1>, M;";
    check(text, expect!["Multiclass(\"M\"): root.td:1:12 M"]);
    check(
        "multiclass M<int x> { def a; }\nmulticlass N : $0M<1>;",
        expect!["Multiclass(\"M\"): root.td:1:12 M"],
    );
    check(
        "multiclass M { def a; }\nclass C;\ndefm X : M, $0C;",
        expect!["Class(\"C\"): root.td:2:7 C"],
    );
}

#[test]
fn records() {
    check(
        "class A;\ndef R : A;\nclass B { A a = $0R; }",
        expect!["Record(\"R\"): root.td:2:5 R"],
    );
    check(
        "class A;\nmulticlass M { def rr : A; }\ndefm ADD : M;\nclass B { A a = ADDrr$0; }",
        expect![[r#"Record("ADDrr"): root.td:2:20 rr, root.td:3:6 ADD"#]],
    );
    check(
        "class A;\nforeach i = [1, 2] in def R#i : A;\nclass B { A a = R2$0; }",
        expect!["Record(\"R2\"): root.td:2:27 R#i"],
    );
    check(
        "class A;\nforeach i = [1, 2] in def R$0#i : A;",
        expect!["Maker: root.td:2:27 R#i"],
    );
    check(
        "class A;\ndef R : A;\nclass B { A a = !cast<A>(\"$0R\"); }",
        expect!["Record(\"R\"): root.td:2:5 R"],
    );
    check(
        "multiclass M { def a; }\ndefm X$0 : M;",
        expect!["Maker: root.td:2:6 X"],
    );
}

#[test]
fn names_that_stand_for_themselves() {
    check(
        "class A;\ndef R_D : A;\ndef _D;\ndefvar v = !cast<A>(\"R\" # $0_D);",
        expect!["nothing"],
    );
    check(
        "class A;\ndef R : A;\ndefvar s = !cast<string>(R$0) # x;",
        expect![[r#"Record("R"): root.td:2:5 R"#]],
    );
    check(
        "defvar l = [1];\ndefvar m = [2] # $0l;",
        expect!["Defvar l: root.td:1:8 l"],
    );
    check(
        "foreach i = [1] in defvar s = \"R\" # i$0;",
        expect!["Foreach i: root.td:1:9 i"],
    );
}

#[test]
fn fields() {
    check(
        "class A { int f = 1; }\nclass B : A;\ndef R : B { let $0f = 2; }",
        expect!["Field f: root.td:1:15 f"],
    );
    check(
        "class A { int f = 1; }\ndef R : A { int g = f$0; }",
        expect!["Field f: root.td:1:15 f"],
    );
    check(
        "class A { int f = 1; }\nclass B<A a> { int g = a.$0f; }",
        expect!["Field f: root.td:1:15 f"],
    );
    check(
        "class A { int f = 1; }\ndef R : A { int own = 1; }\nclass B { int g = R.own$0; }",
        expect!["Field own: root.td:2:17 own"],
    );
    check(
        "class A { int f = 1; }\nclass B { list<A> l; int g = !head(l).f$0; }",
        expect!["Field f: root.td:1:15 f"],
    );
    check(
        "class A { int f = 1; }\nlet f$0 = 2 in { def R : A; }",
        expect!["Field f: root.td:1:15 f"],
    );
    check(
        "class A { int f = 1; }\nmulticlass M { def x : A; }\nlet f$0 = 2 in defm R : M;",
        expect!["Field f: root.td:1:15 f"],
    );
    check(
        "class A { int f = 1; }\nmulticlass M { def x : A; }\ndefm R : M;\ndefvar v = Rx.f$0;",
        expect!["Field f: root.td:1:15 f"],
    );
}

#[test]
fn template_arguments() {
    check(
        "class A<int x> { int f = $0x; }",
        expect!["TemplateArg(\"x\", Class(\"A\")): root.td:1:13 x"],
    );
    check(
        "class A<int x> { int f = x; }\ndef R : A<$0x = 1>;",
        expect!["TemplateArg(\"x\", Class(\"A\")): root.td:1:13 x"],
    );
    check(
        "multiclass M<int x> { def a { int f = x$0; } }",
        expect!["TemplateArg(\"x\", Multiclass(\"M\")): root.td:1:18 x"],
    );
    check(
        "multiclass M<int x> { def a; }\ndefm R : M<x$0 = 1>;",
        expect!["TemplateArg(\"x\", Multiclass(\"M\")): root.td:1:18 x"],
    );
}

#[test]
fn variables() {
    check(
        "defvar v = 1;\ndefvar w = $0v;",
        expect!["Defvar v: root.td:1:8 v"],
    );
    check(
        "defvar v = 1;\nlet f = 2 in { defvar v = 2;\ndefvar w = $0v; }",
        expect!["Defvar v: root.td:2:23 v"],
    );
    check(
        "foreach i = [1] in { def R#i$0; }",
        expect!["Foreach i: root.td:1:9 i"],
    );
    check(
        "defvar l = !foreach(x, [1], !add($0x, 1));",
        expect!["Operator x: root.td:1:21 x"],
    );
    check(
        "defvar l = !foldl(0, [1], acc, x, !add(acc$0, x));",
        expect!["Operator acc: root.td:1:27 acc"],
    );
    check(
        "class A;\ndefset list<A> s = { def R : A; }\ndefvar v = s$0;",
        expect!["Defset s: root.td:2:16 s"],
    );
    check(
        "def R { defvar v = 1; int f = $0v; }",
        expect!["Defvar v: root.td:1:16 v"],
    );
}

#[test]
fn others() {
    check(
        "multiclass M { def $0NAME#a; }",
        expect!["Name: root.td:1:12 M"],
    );
    check(
        "def ops;\ndef R { dag d = (ops $0$a); }",
        expect!["DagName a: "],
    );
    check("#ifdef F$0OO\n#endif", expect!["Macro(\"FOO\"): "]);
    check("defvar v = !a$0dd(1, 2);", expect!["Operator(Add): "]);
    check(
        "//- root.td\ninclude \"$0a.td\"\n//- a.td\ndef R;",
        expect!["Include: "],
    );
    check("$0class A { }", expect!["nothing"]);
    check("def R { int f = 1; }$0", expect!["nothing"]);
}

#[test]
fn across_files() {
    check(
        "//- root.td\ninclude \"a.td\"\ndef R : $0A;\n//- a.td\nclass A;",
        expect!["Class(\"A\"): a.td:1:7 A"],
    );
    // The included text stands inside a statement.
    check(
        "//- root.td\nclass A;\ndef R : A {\ninclude \"a.td\"\nint h = f$0;\n}\n//- a.td\nint f = 1;\n",
        expect!["Field f: a.td:1:5 f"],
    );
    check(
        "//- root.td\nclass A;\ndef R : A {\ninclude \"a.td\"\nint h = f;\n}\n//- a.td\nint f = 1; int g = f$0;\n",
        expect!["Field f: a.td:1:5 f"],
    );
}

#[test]
fn multiclasses_that_use_themselves_are_looked_at_once() {
    let uses = "defm a : M; defm b : N; ".repeat(20);
    check(
        &format!(
            "multiclass M {{ {uses} }}\nmulticlass N : M {{ {uses} }}\nlet f$0 = 1 in defm x : N;"
        ),
        expect!["nothing"],
    );
}

#[test]
fn variables_that_mention_others_often_are_followed_for_a_while() {
    let chain = (1..20).map(|i| {
        let arms = format!("1: v{}, ", i - 1).repeat(9);
        format!("defvar v{i} = !cond({arms} 1: ?);\n")
    });
    let chain: String = chain.collect();
    check(
        &format!("defvar v0 = ?;\n{chain}defvar z = v19.f$0;"),
        expect!["nothing"],
    );
}
