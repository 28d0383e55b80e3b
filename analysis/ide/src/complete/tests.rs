mod dialects;
mod patterns;
mod strings;

use expect_test::{Expect, expect};

use super::*;
use crate::testing::{Texts, fixture};

impl Folders for Texts {
    fn list(&self, folder: &str) -> Vec<String> {
        let paths = self.0.keys().filter_map(|path| match folder {
            "." => Some(path.as_str()),
            _ => path.strip_prefix(folder)?.strip_prefix('/'),
        });
        let names = paths.map(|path| match path.split_once('/') {
            Some((first, _)) => format!("{first}/"),
            None => path.to_owned(),
        });
        names.collect()
    }
}

/// The first items at the cursor, by rank.
fn check(text: &str, want: Expect) {
    let fixture = fixture(text);
    let dirs = ["inc".to_owned()];
    let (db, cursor) = (fixture.host.db(), fixture.cursor());
    let found = complete(db, &cursor, Trigger::Asked, &dirs, &fixture.texts);
    let mut lines = String::new();
    for rank in 0..4 {
        let of_rank = found.items.iter().filter(|it| it.rank == rank);
        let names: Vec<String> = of_rank
            .map(|it| match it.kind {
                CompletionItemKind::Keyword => it.label.clone(),
                kind => format!("{} ({})", it.label, kind.name()),
            })
            .collect();
        if names.is_empty() {
            continue;
        }
        let more = match names.len() {
            0..=14 => String::new(),
            count => format!(", … {} more", count - 12),
        };
        let shown = if more.is_empty() {
            &names[..]
        } else {
            &names[..12]
        };
        lines.push_str(&format!("{rank}: {}{more}\n", shown.join(", ")));
    }
    want.assert_eq(&lines);
}

const TARGET: &str = "\
class Reg<int n> { int Num = n; }
class Inst<Reg r, string asm> { Reg R = r; string Asm = asm; }
multiclass Pair<int x> { def a; }
def R0 : Reg<0>;
def R1 : Reg<1>;
def Other;
defvar Global = 1;
";

fn check_target(text: &str, want: Expect) {
    check(&format!("{TARGET}{text}"), want);
}

#[test]
fn statements_and_items() {
    check(
        "$0",
        expect![[r#"
        1: assert, class, def, defm, defset, deftype, defvar, dump, foreach, if, include, let, multiclass
    "#]],
    );
    check(
        "class A { }\nde$0",
        expect![[r#"
        1: def, defm, defset, deftype, defvar
    "#]],
    );
    check(
        "multiclass M { $0 }",
        expect![[r#"
        1: assert, def, defm, defvar, dump, foreach, if, let
    "#]],
    );
    check(
        "foreach i = [1] in $0",
        expect![[r#"
            1: foreach, assert, def, defm, defvar, dump, if, let
        "#]],
    );
    check(
        "class A { $0 }",
        expect![[r#"
        1: assert, bit, bits, code, dag, defvar, dump, field, int, let, list, string
        2: A (class)
    "#]],
    );
    check(
        "class A { int x = 1; l$0 }",
        expect![[r#"
        1: let, list
    "#]],
    );
    check("def $0", expect![[""]]);
    check("def A $0", expect![[""]]);
}

#[test]
fn parents() {
    check_target(
        "def X : $0",
        expect![[r#"
            0: Reg (class)
            1: Inst (class)
        "#]],
    );
    check_target(
        "def X : Reg<1>, $0;",
        expect![[r#"
            1: Reg (class), Inst (class)
        "#]],
    );
    check_target(
        "defm X : $0;",
        expect![[r#"
        1: Pair (multiclass)
    "#]],
    );
    check_target(
        "defm X : Pair<1>, $0;",
        expect![[r#"
            1: Pair (multiclass)
            2: Reg (class), Inst (class)
        "#]],
    );
    check_target(
        "multiclass Q : $0 { }",
        expect![[r#"
            1: Q (multiclass), Pair (multiclass)
        "#]],
    );
}

#[test]
fn fields() {
    check_target(
        "def X : Reg<1> { let $0 }",
        expect![[r#"
        1: Num (field)
    "#]],
    );
    check_target(
        "def X : Reg<1> { int Own; let $0 = 1; }",
        expect![[r#"
            1: Num (field)
            2: Own (field)
        "#]],
    );
    check_target(
        "defvar v = R0.$0;",
        expect![[r#"
        1: Num (field)
    "#]],
    );
    check_target(
        "class C<Inst i> { int x = i.R.$0; }",
        expect![[r#"
        1: Num (field)
    "#]],
    );
    check_target(
        "let $0 in { def X : Reg<1>; }",
        expect![[r#"
        1: Num (field)
    "#]],
    );
    check_target(
        "let A$0",
        expect![[r#"
        2: Asm (field)
    "#]],
    );
}

#[test]
fn values() {
    check_target(
        "def X : Inst<$0",
        expect![[r#"
            0: R0 (record), R1 (record)
            1: asm (template argument), r (template argument), Reg (class)
            2: Global (variable), Other (record), X (record)
            3: !add (operator), !and (operator), !cast (operator), !con (operator), !cond (operator), !dag (operator), !div (operator), !empty (operator), !eq (operator), !exists (operator), !filter (operator), !find (operator), … 44 more
        "#]],
    );
    check_target(
        "def X : Inst<R0, $0>;",
        expect![[r#"
            1: asm (template argument)
            2: Global (variable)
            3: !add (operator), !and (operator), !cast (operator), !con (operator), !cond (operator), !dag (operator), !div (operator), !empty (operator), !eq (operator), !exists (operator), !filter (operator), !find (operator), … 44 more
        "#]],
    );
    check_target(
        "def X : Inst<r = $0>;",
        expect![[r#"
            0: R0 (record), R1 (record)
            1: Reg (class)
            2: Global (variable), Other (record), X (record)
            3: !add (operator), !and (operator), !cast (operator), !con (operator), !cond (operator), !dag (operator), !div (operator), !empty (operator), !eq (operator), !exists (operator), !filter (operator), !find (operator), … 44 more
        "#]],
    );
    check_target(
        "def X { Reg r = $0; }",
        expect![[r#"
            0: R0 (record), R1 (record)
            1: Reg (class)
            2: Global (variable), Other (record), X (record)
            3: !add (operator), !and (operator), !cast (operator), !con (operator), !cond (operator), !dag (operator), !div (operator), !empty (operator), !eq (operator), !exists (operator), !filter (operator), !find (operator), … 44 more
        "#]],
    );
    check_target(
        "def X { list<Reg> r = [R$0]; }",
        expect![[r#"
            0: R1 (record), R0 (record)
            1: Reg (class)
        "#]],
    );
    check_target(
        "class C<int arg> { int fld; defvar loc = 1; int x = $0; }",
        expect![[r#"
            0: arg (template argument)
            1: fld (field), loc (variable), NAME (variable)
            2: Global (variable)
            3: !add (operator), !and (operator), !cast (operator), !con (operator), !cond (operator), !dag (operator), !div (operator), !empty (operator), !eq (operator), !exists (operator), !filter (operator), !find (operator), … 46 more
        "#]],
    );
    check_target(
        "foreach i = [1] in { defvar j = i; def X#i { int x = $0; } }",
        expect![[r#"
            0: i (variable)
            1: j (variable)
            2: Global (variable)
            3: !add (operator), !and (operator), !cast (operator), !con (operator), !cond (operator), !dag (operator), !div (operator), !empty (operator), !eq (operator), !exists (operator), !filter (operator), !find (operator), … 46 more
        "#]],
    );
    check_target(
        "defvar v = !foreach(it, [1], !add($0));",
        expect![[r#"
            0: it (variable)
            2: v (variable), Global (variable), Other (record), R1 (record), R0 (record), Inst (class), Reg (class)
            3: !add (operator), !and (operator), !cast (operator), !con (operator), !cond (operator), !dag (operator), !div (operator), !empty (operator), !eq (operator), !exists (operator), !filter (operator), !find (operator), … 46 more
        "#]],
    );
    check_target(
        "defvar v = !a$0",
        expect![[r#"
        3: !add (operator), !and (operator)
    "#]],
    );
    check_target(
        "defvar v = !cast<Reg>(\"R$0\");",
        expect![[r#"
            0: R1 (record), R0 (record)
        "#]],
    );
    check_target("defvar v = 1 $0", expect![[""]]);
    check_target(
        "if 1 $0",
        expect![[r#"
        0: then
    "#]],
    );
    check_target(
        "foreach i = [1] $0",
        expect![[r#"
            0: in
        "#]],
    );
    check_target(
        "let Num = 1 $0",
        expect![[r#"
        0: in
    "#]],
    );
}

#[test]
fn types() {
    check_target(
        "deftype T = int;\nclass C<$0",
        expect![[r#"
            0: int, Reg (class)
            1: string, bit, bits, code, dag, list, T (type)
            2: C (class), Inst (class)
        "#]],
    );
    check_target(
        "defvar v = !cast<$0",
        expect![[r#"
            0: int, Reg (class)
            1: string, bit, bits, code, dag, list
            2: Inst (class)
        "#]],
    );
    check_target(
        "class C { list<$0> }",
        expect![[r#"
            0: int, Reg (class)
            1: string, list, bit, bits, code, dag
            2: C (class), Inst (class)
        "#]],
    );
    check_target(
        "defset $0",
        expect![[r#"
            1: int, string, bit, bits, code, dag, list
            2: Reg (class), Inst (class)
        "#]],
    );
}

#[test]
fn records_that_are_made_have_their_class() {
    let text = "class Reg;\nclass Big : Reg;\nmulticlass M { def a : Reg; def b; }\ndefm X : M;\n\
                foreach i = 0-1 in def R#i : Big;\ndef P#\"Q\" : Reg;\ndef Other;\nclass U<Reg r>;\ndef Y : U<$0>;\n";
    let fixture = fixture(text);
    let db = fixture.host.db();
    crate::workspace_symbols::learn(db);
    let found = complete(db, &fixture.cursor(), Trigger::Asked, &[], &fixture.texts);
    let first = found.items.iter().filter(|it| it.rank == 0);
    let first: Vec<&str> = first.map(|it| it.label.as_str()).collect();
    assert_eq!(first, ["PQ", "R0", "R1", "Xa"]);
}

#[test]
fn not_the_field_that_is_declared() {
    check(
        "class A { int wide; int width = wi$0; }",
        expect![[r#"
        1: wide (field)
    "#]],
    );
    check(
        "class A { int wide; int width = wi$0",
        expect![[r#"
        1: wide (field)
    "#]],
    );
    check(
        "class A { int wide; let wide = wi$0; int width; }",
        expect![[r#"
            1: wide (field), width (field)
        "#]],
    );
}

#[test]
fn dags() {
    check_target(
        "def ops;\ndef X { dag d = ($0); }",
        expect![[r#"
            0: ops (record)
            2: X (record), Other (record), R1 (record), R0 (record), Inst (class), Reg (class)
        "#]],
    );
    check_target(
        "def X { dag d = (Other R0:$a, R1:$$0); }",
        expect![[r#"
        1: a (dag name)
    "#]],
    );
}

#[test]
fn files_and_macros() {
    check(
        "#define FOO\n#ifdef $0\n#endif",
        expect![[r#"
        1: FOO (macro)
    "#]],
    );
    let text = "//- root.td\ninclude \"$0\"\n//- inc/a.td\ndef A;\n//- inc/sub/b.td\ndef B;\n//- inc/c.txt\n";
    check(
        text,
        expect![[r#"
        1: a.td (file), inc/ (folder), root.td (file), sub/ (folder)
    "#]],
    );
    let text = "//- root.td\ninclude \"sub/$0\"\n//- inc/sub/b.td\ndef B;\n";
    check(
        text,
        expect![[r#"
        1: sub/b.td (file)
    "#]],
    );
}

#[test]
fn nothing_in_comments_and_text() {
    check("// de$0", expect![[""]]);
    check("def A { string s = \"de$0\"; }", expect![[""]]);
    check("def A { code c = [{ de$0 }]; }", expect![[""]]);
}

#[test]
fn documentation_comes_later() {
    let fixture = fixture("// A register.\nclass Reg;\ndef R : Reg;");
    let db = fixture.host.db();
    let of = |kind, label| {
        let text = documentation(db, kind, label).unwrap_or_default();
        text.markdown()
    };
    expect![[r#"
        ```tablegen
        class Reg {
        }
        ```

        A register.

        0 subclasses, 1 `def`"#]]
    .assert_eq(&of(CompletionItemKind::Class, "Reg"));
    expect![[r#"
        ```tablegen
        !add(a, b, ...) -> int
        ```

        The sum of the operands."#]]
    .assert_eq(&of(CompletionItemKind::Operator, "!add"));
    expect![[""]].assert_eq(&of(CompletionItemKind::Keyword, "def"));
}

#[test]
fn snippets() {
    let fixture = fixture("class A<int x>;\ndef$0");
    let db = fixture.host.db();
    let found = complete(db, &fixture.cursor(), Trigger::Asked, &[], &fixture.texts);
    let snippets = found.items.iter().filter_map(|it| it.snippet.as_deref());
    expect![[r#"
        def ${1:name} : ${2:Class}$0;
        defm ${1:name} : ${2:Multiclass}$0;
        defset list<${1:Class}> ${2:name} = {
        	$0
        }
        deftype ${1:name} = ${2:type};$0
        defvar ${1:name} = ${2:value};$0"#]]
    .assert_eq(&snippets.collect::<Vec<_>>().join("\n"));
}

#[test]
fn what_followed_the_same_words_comes_first() {
    // The type in `class Inst<Reg r` did too, but is not a value.
    check_target(
        "def A : Inst<R1, \"a\">;\ndef B : Inst<R1, \"b\">;\ndef C : Inst<$0",
        expect![[r#"
            0: R1 (record), R0 (record)
            1: asm (template argument), r (template argument), Reg (class)
            2: B (record), C (record), A (record), Global (variable), Other (record)
            3: !add (operator), !and (operator), !cast (operator), !con (operator), !cond (operator), !dag (operator), !div (operator), !empty (operator), !eq (operator), !exists (operator), !filter (operator), !find (operator), … 44 more
        "#]],
    );
}

#[test]
fn records_of_another_class_fit_no_better_for_being_usual() {
    check_target(
        "class P; def HasFoo : P; class U { list<Reg> Uses; list<P> Needs; }\n\
         def A : U { let Uses = [R0]; let Needs = [HasFoo]; }\ndef B : U { let Needs = [$0]; }",
        expect![[r#"
            0: HasFoo (record)
            1: R0 (record), Needs (field), Uses (field), P (class)
            2: B (record), A (record), Global (variable), Other (record), R1 (record)
            3: !add (operator), !and (operator), !cast (operator), !con (operator), !cond (operator), !dag (operator), !div (operator), !empty (operator), !eq (operator), !exists (operator), !filter (operator), !find (operator), … 44 more
        "#]],
    );
}

#[test]
fn parents_do_not_see_the_fields_of_what_they_make() {
    check_target(
        "class P<int p> { int Before = p; }\ndef X : P<1>, Reg<B$0>, Inst<R0, \"\"> { int Behind; }",
        expect![[r#"
            0: Before (field)
        "#]],
    );
}

#[test]
fn fields_to_set_without_a_value_come_first() {
    check_target(
        "class F { int Set = 1; int Open; int Unset = ?; }\ndef X : F { let Open = 2; let $0",
        expect![[r#"
            0: Unset (field)
            1: Set (field)
        "#]],
    );
}

#[test]
fn fields_that_need_a_value_come_before_usual_ones() {
    check_target(
        "class F { int Usual = 1; int Open; int Unset = ?; }\n\
         def X : F { let Open = 2; let Usual = 2; }\ndef Y : F { let Open = 2; let Usual = 2; }\n\
         def Z : F { let $0 }",
        expect![[r#"
            0: Open (field), Usual (field), Unset (field)
        "#]],
    );
    // Neither the fields that a parent or block sets, nor the places of operands.
    check_target(
        "class E { int Usual = 1; int Around; int Later; bits<2> rd; }\n\
         class F : E { let Later = 2; }\n\
         let Around = 3 in { def X : F { let Usual = 2; } def Y : F { let Usual = 2; } def Z : F { let $0 } }",
        expect![[r#"
            0: Usual (field), Later (field), Around (field), rd (field)
        "#]],
    );
}

#[test]
fn names_of_dags_come_with_their_sigil_after_a_colon() {
    check_target(
        "def ins;\ndef X { dag d = (ins R0:$dst, R0:$0); }",
        expect![""],
    );
}

#[test]
fn a_space_opens_what_has_to_follow_only() {
    let asked = |text: &str| {
        let fixture = fixture(text);
        let (db, cursor) = (fixture.host.db(), fixture.cursor());
        let found = complete(db, &cursor, Trigger::Space, &[], &fixture.texts);
        let labels = found.items.into_iter().map(|it| it.label);
        labels.collect::<Vec<_>>()
    };
    assert_eq!(asked("class C { int a; }\ndef D : C { let $0 }"), ["a"]);
    assert!(asked("class C { int a; }\ndef D : $0;").is_empty());
}
