use expect_test::{Expect, expect};

use super::*;
use crate::format::apply;
use crate::testing::fixture;

/// The titles of the offered actions, and the resulting text of each whose title contains `wanted`.
pub(super) fn check(text: &str, wanted: &str, want: Expect) {
    let fixture = fixture(text);
    let cursor = fixture.cursor();
    let at = FileRange {
        path: cursor.path.clone(),
        range: cursor.offset..cursor.offset,
    };
    let elsewhere = |name: &str| match name {
        "Far" => vec!["far/Away.td".to_owned()],
        _ => Vec::new(),
    };
    let db = fixture.host.snapshot();
    let mut out = String::new();
    for action in actions(&db, &at, &elsewhere) {
        let star = if action.is_preferred { " *" } else { "" };
        out += &format!("{:?}: {}{star}\n", action.kind, action.title);
        if wanted.is_empty() || !action.title.contains(wanted) {
            continue;
        }
        let mut edits: Vec<TextEdit> = action.edits.into_iter().map(|it| it.edit).collect();
        edits.sort_by_key(|it| it.range.start);
        out += &apply(&fixture.texts.0["root.td"], &edits);
        out += "\n";
    }
    want.assert_eq(&out);
}

/// LLVM 22 has dropped the old names of two operators.
#[test]
fn an_operator_with_another_name() {
    check(
        "def op;\ndefvar a = !get$0op((op 1));",
        "Change",
        expect![[r#"
            QuickFix: Change to `!getdagop` *
            def op;
            defvar a = !getdagop((op 1));
        "#]],
    );
}

#[test]
fn misspelt_names() {
    check(
        "class Register;\ndef a : Regi$0ter;",
        "Change",
        expect![[r#"
            QuickFix: Change to `Register` *
            class Register;
            def a : Register;
        "#]],
    );
    check(
        "defvar a = !to$0uper(\"a\");",
        "Change",
        expect![[r#"
        QuickFix: Change to `!toupper` *
        defvar a = !toupper("a");
    "#]],
    );
    check(
        "multiclass Multi { def x; }\ndefm a : Mutli$0;",
        "Change",
        expect![[r#"
            QuickFix: Change to `Multi` *
            multiclass Multi { def x; }
            defm a : Multi;
        "#]],
    );
    check(
        "class A { int size; }\ndef a : A { let siz$0 = 1; }",
        "Change",
        expect![[r#"
            QuickFix: Change to `size` *
            class A { int size; }
            def a : A { let size = 1; }
        "#]],
    );
    check(
        "class A { int size; }\ndef a : A;\ndef b { int s = a.sise$0; }",
        "",
        expect![[r#"
            QuickFix: Change to `size` *
        "#]],
    );
    check(
        "class A<int size>;\ndef a : A<siz$0e_ = 1>;",
        "",
        expect![[r#"
            QuickFix: Change to `size` *
            QuickFix: Give the template argument `size` *
        "#]],
    );
    check(
        "def Alpha;\ndef b { int s = Alhpa$0; }",
        "Change",
        expect![[r#"
            QuickFix: Change to `Alpha` *
            def Alpha;
            def b { int s = Alpha; }
        "#]],
    );
    check(
        "class A<int number> { int s = numbr$0; }",
        "Change",
        expect![[r#"
            QuickFix: Change to `number` *
            class A<int number> { int s = number; }
        "#]],
    );
    check(
        "defvar v = !sizee$0([1]);",
        "Change",
        expect![[r#"
        QuickFix: Change to `!size` *
        defvar v = !size([1]);
    "#]],
    );
    check(
        "class A { Regster$0 r; }\nclass Register;",
        "",
        expect![[r#"
            QuickFix: Change to `Register` *
        "#]],
    );
}

#[test]
fn known_names_are_left_alone() {
    check("class Aa;\nclass Ab;\ndef a : Aa$0;", "", expect![[""]]);
    check("class A<int nn> { int nm = nn$0; }", "", expect![[""]]);
    check(
        "multiclass M { def ax; }\ndefm a : M;\ndef aay;\ndef b { int s = aax$0; }",
        "",
        expect![[""]],
    );
    check("def aa;\ndef a$0b;", "", expect![[""]]);
}

#[test]
fn unused_arguments() {
    check(
        "class A<int a, int unu$0sed = 1, int c = 2> { int x = !add(a, c); }\n\
         def d : A<1, 2, 3>;\ndef e : A<1>;\ndef f : A<1, unused = 4, c = 5>;\ndef g { A h = A<1, 2>; }\n",
        "",
        expect![[r#"
            QuickFix: Remove the unused template argument `unused` *
            QuickFix: Make a field `Unused` of `unused`
        "#]],
    );
    check(
        "class A<int a, int unu$0sed = 1, int c = 2> { int x = !add(a, c); }\n\
         def d : A<1, 2, 3>;\ndef e : A<1>;\ndef f : A<1, unused = 4, c = 5>;\ndef g { A h = A<1, 2>; }\n",
        "Remove",
        expect![[r#"
            QuickFix: Remove the unused template argument `unused` *
            class A<int a, int c = 2> { int x = !add(a, c); }
            def d : A<1, 3>;
            def e : A<1>;
            def f : A<1, c = 5>;
            def g { A h = A<1>; }

            QuickFix: Make a field `Unused` of `unused`
        "#]],
    );
    check(
        "class A<list<int> l$0>;\ndef b : A<[]>;\n",
        "M",
        expect![[r#"
            QuickFix: Remove the unused template argument `l` *
            QuickFix: Make a field `L` of `l`
            class A<list<int> l> {
              list<int> L = l;
            }
            def b : A<[]>;

        "#]],
    );
    check(
        "class A<list<int> l$0> { list<int> m = l; }\n",
        "",
        expect![[""]],
    );
    check(
        "multiclass M<int a$0, int b> { def x : A<b>; }\ndefm d : M<1, 2>;\n",
        "Remove",
        expect![[r#"
            QuickFix: Remove the unused template argument `a` *
            multiclass M<int b> { def x : A<b>; }
            defm d : M<2>;

        "#]],
    );
}

#[test]
fn fields_without_values() {
    check(
        "class A { int size; string name; list<int> rest = ?; bits<4> enc; int has = 1; }\ndef a$0 : A;\n",
        "Set",
        expect![[r#"
            Rewrite: Set all fields without a value
            class A { int size; string name; list<int> rest = ?; bits<4> enc; int has = 1; }
            def a : A {
              let size = 0;
              let name = "";
              let enc = 0;
            }

            Rewrite: Set the field `size`
            class A { int size; string name; list<int> rest = ?; bits<4> enc; int has = 1; }
            def a : A {
              let size = 0;
            }

            Rewrite: Set the field `name`
            class A { int size; string name; list<int> rest = ?; bits<4> enc; int has = 1; }
            def a : A {
              let name = "";
            }

            Rewrite: Set the field `enc`
            class A { int size; string name; list<int> rest = ?; bits<4> enc; int has = 1; }
            def a : A {
              let enc = 0;
            }

        "#]],
    );
    // The places of operands stay unset.
    check(
        "class A { int size; bits<2> rd; bits<4> enc; bits<8> Inst; let Inst{3-2} = rd; }\ndef a$0 : A;\n",
        "Set all",
        expect![[r#"
            Rewrite: Set all fields without a value
            class A { int size; bits<2> rd; bits<4> enc; bits<8> Inst; let Inst{3-2} = rd; }
            def a : A {
              let size = 0;
              let enc = 0;
            }

            Rewrite: Set the field `size`
            Rewrite: Set the field `enc`
        "#]],
    );
    check(
        "class A { int size; int more; }\n  def a : A {\n    let more = 1;\n    $0\n  }\n",
        "Set",
        expect![[r#"
            Rewrite: Set the field `size`
            class A { int size; int more; }
              def a : A {
                let more = 1;
                let size = 0;
              }

        "#]],
    );
}

#[test]
fn casts_of_strings() {
    check(
        "class A;\ndef a : A;\ndef b { A x = !cast<A>(\"$0a\"); }",
        "Refer",
        expect![[r#"
            Rewrite: Refer to `a` itself
            class A;
            def a : A;
            def b { A x = a; }
        "#]],
    );
    check(
        "class A;\nclass B;\ndef a : A;\ndef b { B x = !cast<B>(\"$0a\"); }",
        "Refer",
        expect![[""]],
    );
    check(
        "class A;\ndef b { A x = !cast<A>(\"$0a\"); }\ndef a : A;",
        "Refer",
        expect![[""]],
    );
    check(
        "class A;\ndef a : A;\ndef b { int a = 1; A x = !cast<A>(\"$0a\"); }",
        "Refer",
        expect![[""]],
    );
}

#[test]
fn written_out() {
    check(
        "class Inst<string n, int o> { int op = o; }\nclass Fast;\n\
         multiclass Base<int o> { def b : Inst<NAME, o>; }\n\
         multiclass Arith<string n, int o, string s = n # \"!\"> : Base<o> {\n  def rr : Inst<n, o>;\n\
         \x20 def NAME#\"ri\" : Inst<n # \"i\", !add(o, 1)> { string t = s; }\n  foreach i = [1, 2] in\n    def _#i;\n\
         \x20 def : Inst<n, o>;\n  defm x : Base<o = 3>;\n}\n\
         $0defm ADD : Arith<\"add\", 16>, Fast;\n",
        "Write",
        expect![[r#"
            Rewrite: Write out what the `defm` makes
            class Inst<string n, int o> { int op = o; }
            class Fast;
            multiclass Base<int o> { def b : Inst<NAME, o>; }
            multiclass Arith<string n, int o, string s = n # "!"> : Base<o> {
              def rr : Inst<n, o>;
              def NAME#"ri" : Inst<n # "i", !add(o, 1)> { string t = s; }
              foreach i = [1, 2] in
                def _#i;
              def : Inst<n, o>;
              defm x : Base<o = 3>;
            }
            def ADDb : Inst<"ADD", 16>, Fast;
            def ADDrr : Inst<"add", 16>, Fast;
            def ADD#"ri" : Inst<"add" # "i", !add(16, 1)>, Fast { string t = "add" # "!"; }
            foreach i = [1, 2] in
                def ADD_#i : Fast;
            def : Inst<"add", 16>, Fast;
            defm ADDx : Base<o = 3>, Fast;

        "#]],
    );
    check(
        "multiclass M<int n> { defvar v = n; def x; }\n$0defm a : M<1>;",
        "Write",
        expect![[""]],
    );
    check(
        "class A { int f; }\nmulticlass M<int n> { def x : A { let f = n; } }\ndefvar f = 1;\n$0defm a : M<f>;",
        "",
        expect![[""]],
    );
}

#[test]
fn a_defm_of_very_many_multiclasses_is_not_written_out() {
    // Each inherits twice from the one before.
    let chain = (1..19).map(|i| format!("multiclass M{i} : M{0}, M{0};\n", i - 1));
    let chain: String = chain.collect();
    check(
        &format!("multiclass M0 {{ def a; }}\n{chain}$0defm d : M18;"),
        "Write out",
        expect![""],
    );
}

#[test]
fn fields_are_offered_where_they_are_wanted() {
    let text = "class A { int size; int more; }\ndef a : A {\n  let more = 1;\n}\n";
    for place in [
        "let$0 more",
        "let more$0",
        "= $01",
        "1;$0",
        ": $0A",
        "A {$0",
    ] {
        let plain = place.replace("$0", "");
        let at = text.rfind(&plain).unwrap();
        check(
            &format!("{}{place}{}", &text[..at], &text[at + plain.len()..]),
            "",
            expect![""],
        );
    }
}

#[test]
fn what_is_missing() {
    check(
        "class A { int x = 1$0\n\n  int y; }\n",
        "Insert",
        expect![[r#"
            QuickFix: Insert `;` *
            class A { int x = 1;

              int y; }

        "#]],
    );
    check(
        "class A {\n  int x = 1 // one$0\n}\n",
        "Insert",
        expect![[r#"
            QuickFix: Insert `;` *
            class A {
              int x = 1; // one
            }

        "#]],
    );
    check(
        "class A;\ndef a : $0A\n\ndef b : A;\n",
        "Insert",
        expect![[r#"
            QuickFix: Insert `;` *
            class A;
            def a : A;

            def b : A;

            QuickFix: Insert a body
            class A;
            def a : A {
            }

            def b : A;

        "#]],
    );
    check(
        "  multiclass M$0\ndef b;\n",
        "Insert",
        expect![[r#"
        QuickFix: Insert a body *
          multiclass M {
        }
        def b;

    "#]],
    );
    check(
        "let x = 1$0 {\n  def a;\n}\n",
        "Insert",
        expect![[r#"
        QuickFix: Insert `in` *
        let x = 1 in {
          def a;
        }

    "#]],
    );
    check(
        "foreach i = [1]$0\n  def a#i;\n",
        "Insert",
        expect![[r#"
            QuickFix: Insert `in` *
            foreach i = [1] in
              def a#i;

        "#]],
    );
    check(
        "if 1$0 { def a; }\n",
        "Insert",
        expect![[r#"
        QuickFix: Insert `then` *
        if 1 then { def a; }

    "#]],
    );
}

#[test]
fn arguments_that_are_missing() {
    let classes = "class A<int n, string s, list<int> l = []>;\n";
    check(
        &format!("{classes}def a : A$0;\n"),
        "Give",
        expect![[r#"
            QuickFix: Give the template arguments that are missing *
            class A<int n, string s, list<int> l = []>;
            def a : A<0, "">;

        "#]],
    );
    check(
        &format!("{classes}def a : A<$01>;\n"),
        "Give",
        expect![[r#"
            QuickFix: Give the template argument `s` *
            class A<int n, string s, list<int> l = []>;
            def a : A<1, "">;

        "#]],
    );
    check(
        &format!("{classes}def a : A$0<s = \"x\">;\n"),
        "Give",
        expect![[r#"
            QuickFix: Give the template argument `n` *
            class A<int n, string s, list<int> l = []>;
            def a : A<s = "x", n = 0>;

        "#]],
    );
    check(
        &format!("{classes}def a {{ A b = A$0<>; }}\n"),
        "Give",
        expect![[r#"
            QuickFix: Give the template arguments that are missing *
            class A<int n, string s, list<int> l = []>;
            def a { A b = A<0, "">; }

        "#]],
    );
    check(
        &format!("{classes}def a : A$0<1, \"x\">;\n"),
        "Give",
        expect![[r#""#]],
    );
    check(
        "multiclass M<dag d>;\ndefm m : M$0;\n",
        "Give",
        expect![[r#"
            QuickFix: Give the template argument `d` *
            multiclass M<dag d>;
            defm m : M<?>;

        "#]],
    );
}

#[test]
fn many_mistakes_with_nothing_before_them() {
    let text = |count: usize| "#define X\n".repeat(count);
    ::tests::work::grows_linearly(&text(5_000), &text(20_000), |text| {
        check(&format!("$0{text}"), "", expect![""]);
    });
}

#[test]
fn only_defms_that_use_a_multiclass_show_its_values() {
    let text = "class A;\nmulticlass M { def a : A; }\nmulticlass Outer { defm b : $0M; }\nmulticlass Other;\n\
                foreach i = [1] in { defm one : M; defm two : Other; defm three : Outer; }\n";
    let fixture = crate::testing::fixture(text);
    let cursor = fixture.cursor();
    let at = FileRange {
        path: cursor.path,
        range: cursor.offset..cursor.offset,
    };
    assert_eq!(views(fixture.host.db(), &at), ["one", "three"]);
}
