use expect_test::{Expect, expect};

use super::*;
use crate::testing::fixture;

/// The text after renaming, or why not.
fn check(text: &str, name: &str, want: Expect) {
    let fixture = fixture(text);
    let db = fixture.host.db();
    let result = prepare(db, &fixture.cursor()).and_then(|_| rename(db, &fixture.cursor(), name));
    let text = match result {
        Err(why) => why,
        Ok(mut edits) => {
            edits.sort_by_key(|it| (it.range.path.clone(), it.range.range.start));
            let mut paths: Vec<&String> = fixture.texts.0.keys().collect();
            paths.sort();
            let mut all = String::new();
            for path in paths {
                let mut text = fixture.texts.0[path].to_string();
                for edit in edits.iter().rev().filter(|it| it.range.path == *path) {
                    text.replace_range(edit.range.range.clone(), &edit.text);
                }
                all.push_str(&text);
            }
            all
        }
    };
    want.assert_eq(&text);
}

#[test]
fn everything_that_mentions_it() {
    check(
        "//- root.td\ninclude \"a.td\"\ndef R : A$0;\nclass B<A a> { list<A> A = []; }\n//- a.td\nclass A;\nclass A { int x; }\n",
        "New",
        expect![[r#"
            class New;
            class New { int x; }
            include "a.td"
            def R : New;
            class B<New a> { list<New> A = []; }
        "#]],
    );
    check(
        "class A;\ndef R$0 : A;\nclass B { A a = R; A b = !cast<A>(\"R\"); string s = \"R\"; }",
        "New",
        expect![[r#"
            class A;
            def New : A;
            class B { A a = New; A b = !cast<A>("New"); string s = "R"; }"#]],
    );
    check(
        "class A { int f$0; int g = f; }\ndef R : A { let f = 1; }\ndefvar v = R.f;",
        "New",
        expect![[r#"
            class A { int New; int g = New; }
            def R : A { let New = 1; }
            defvar v = R.New;"#]],
    );
    check(
        "class A<int x$0> { int f = x; }\ndef R : A<x = 1>;",
        "New",
        expect![[r#"
            class A<int New> { int f = New; }
            def R : A<New = 1>;"#]],
    );
    check(
        "foreach i$0 = [1] in def R#i { int x = !foreach(j, [2], !add(i, j)); }",
        "k",
        expect!["foreach k = [1] in def R#k { int x = !foreach(j, [2], !add(k, j)); }"],
    );
    check(
        "class A;\nmulticlass M { def rr : A; }\ndefm ADD$0 : M;\ndefvar v = ADDrr;",
        "SUB",
        expect![[r#"
            class A;
            multiclass M { def rr : A; }
            defm SUB : M;
            defvar v = SUBrr;"#]],
    );
    check(
        "def ops;\ndef R { dag a = (ops $0$x); dag b = (ops $x); }\ndef S { dag a = (ops $x); }",
        "y",
        expect![[r#"
            def ops;
            def R { dag a = (ops $y); dag b = (ops $y); }
            def S { dag a = (ops $x); }"#]],
    );
    check(
        "#define FO$0O\n#ifdef FOO\n#endif",
        "BAR",
        expect![[r#"
        #define BAR
        #ifdef BAR
        #endif"#]],
    );
}

#[test]
fn refusals() {
    check(
        "class A$0;\nclass B;",
        "B",
        expect!["there is already a class `B`"],
    );
    check(
        "class A$0;\ndeftype B = int;",
        "B",
        expect!["there is already a type `B`"],
    );
    check("class A$0;", "class", expect!["`class` is not a name"]);
    check("class A$0;", "1 2", expect!["`1 2` is not a name"]);
    check(
        "def R$0;\ndef S;",
        "S",
        expect!["there is already a record `S`"],
    );
    check(
        "def R$0;\nmulticlass M { def b; }\ndefm a : M;",
        "ab",
        expect!["there is already a record `ab`"],
    );
    check(
        "class A { int f$0; }\nclass B : A { int g; }",
        "g",
        expect!["class `B` already has a field `g`"],
    );
    check(
        "class A { int f$0; }\nclass B<int g> : A { int h = g; }",
        "g",
        expect!["class `B` has a template argument `g`"],
    );
    check(
        "class A<int x$0, int y>;",
        "y",
        expect!["there is already a template argument `y`"],
    );
    check(
        "class A;\ndef R$0 : A;\nclass B<A x> { A a = R; }",
        "x",
        expect!["`x` means something else at root.td:3"],
    );
    check(
        "defvar a = 1;\ndef R { defvar v$0 = 2; int x = !add(v, a); }",
        "a",
        expect!["`a` is in use at root.td:2"],
    );
    check(
        "class A;\nmulticlass M { def rr : A; }\ndefm ADD : M;\ndefvar v = ADDrr$0;",
        "SUB",
        expect!["the name `ADDrr` is put together where the record is made; rename the parts"],
    );
    check(
        "multiclass M { def rr$0; }\ndefm ADD : M;",
        "SUB",
        expect!["`rr` is a part of the names of records that a multiclass makes"],
    );
    check(
        "foreach i = [1] in def R$0#i;",
        "S",
        expect!["the name is put together from parts; rename these"],
    );
    check(
        "multiclass M { def NAME$0#a; }",
        "S",
        expect!["`NAME` is part of the language"],
    );
    check(
        "defvar v = !ad$0d(1, 2);",
        "sub",
        expect!["operators have fixed names"],
    );
    check(
        "def R { int x = 1$0; }",
        "y",
        expect!["there is no name here"],
    );
}
