use expect_test::{Expect, expect};

use super::*;
use crate::testing::fixture;

/// What is shown at the cursor, and the names of the ways on.
fn check(text: &str, want: Expect) {
    let fixture = fixture(text);
    match hover(fixture.host.db(), &fixture.cursor()) {
        None => want.assert_eq("nothing"),
        Some(it) => {
            let links: Vec<String> = it
                .links
                .iter()
                .map(|(name, range)| format!("{name} -> {}", fixture.show(range)))
                .collect();
            want.assert_eq(&format!("{}\n[{}]\n", it.text.markdown(), links.join(", ")));
        }
    }
}

const INST: &str = "\
// An instruction.
class Inst<int op, string asm = \"\"> {
  bits<8> Opcode = op;
  string Asm = asm;
  bit Load = 0; // Reads memory.
}
";

fn check_inst(text: &str, want: Expect) {
    check(&format!("{INST}{text}"), want);
}

#[test]
fn a_record() {
    check_inst(
        "// Adds.\nlet Load = 1 in\ndef A$0DD : Inst<3, \"add\"> { let Asm = \"a\"; int Own = !size(Asm); }",
        expect![[r#"
            ```tablegen
            def ADD {	// Inst
              bits<8> Opcode = { 0, 0, 0, 0, 0, 0, 1, 1 };	// argument op of class Inst, root.td:3
              string Asm = "a";	// let in this def, root.td:9
              bit Load = 1;	// let … in, root.td:8
              int Own = 1;	// this def, root.td:9
            }
            ```

            Adds.
            [definition -> root.td:9:5 ADD]
        "#]],
    );
    check_inst(
        "def ADD : Inst<3>;\ndef User { Inst it = A$0DD; }",
        expect![[r#"
            ```tablegen
            def ADD {	// Inst
              bits<8> Opcode = { 0, 0, 0, 0, 0, 0, 1, 1 };	// argument op of class Inst, root.td:3
              string Asm = "";	// argument asm of class Inst, root.td:4
              bit Load = 0;	// class Inst, root.td:5
            }
            ```
            [definition -> root.td:7:5 ADD]
        "#]],
    );
    check_inst(
        "def ADD : Inst<3>;\ndef User { Inst it = !cast<Inst>(\"A$0DD\"); }",
        expect![[r#"
            ```tablegen
            def ADD {	// Inst
              bits<8> Opcode = { 0, 0, 0, 0, 0, 0, 1, 1 };	// argument op of class Inst, root.td:3
              string Asm = "";	// argument asm of class Inst, root.td:4
              bit Load = 0;	// class Inst, root.td:5
            }
            ```
            [definition -> root.td:7:5 ADD]
        "#]],
    );
}

#[test]
fn records_without_numbers() {
    check(
        "class P<int x> { int X = x; }\ndef A$0 { P p = P<!add(1, 2)>; string s = !cast<string>(p); }",
        expect![[r#"
            ```tablegen
            def A {
              P p = P<3>;	// this def, root.td:2
              string s = "P<3>";	// this def, root.td:2
            }
            ```
            [definition -> root.td:2:5 A]
        "#]],
    );
}

#[test]
fn what_a_defm_makes() {
    check_inst(
        "multiclass M<int n> { def rr : Inst<n>; def ri : Inst<n> { let Load = 1; } }\n// Sums.\ndefm A$0DD : M<1>;",
        expect![[r#"
            ```tablegen
            defm ADD : M<1>;
            ```

            Sums.

            makes 2 records
            - `ADDrr` : Inst
            - `ADDri` : Inst
            [ADDrr -> root.td:7:27 rr, ADDri -> root.td:7:45 ri]
        "#]],
    );
    check_inst(
        "multiclass M<int n> { def rr : Inst<n>; }\ndefm ADD : M<1>;\ndef User { Inst it = ADDr$0r; }",
        expect![[r#"
            ```tablegen
            def ADDrr {	// Inst
              bits<8> Opcode = { 0, 0, 0, 0, 0, 0, 0, 1 };	// argument op of class Inst, root.td:3
              string Asm = "";	// argument asm of class Inst, root.td:4
              bit Load = 0;	// class Inst, root.td:5
            }
            ```
            [definition -> root.td:7:27 rr, defm -> root.td:8:6 ADD]
        "#]],
    );
    check_inst(
        "multiclass M<int n> { def r$0r : Inst<n>; }\ndefm ADD : M<1>;",
        expect![[r#"
            ```tablegen
            def !strconcat(NAME, "rr") {	// Inst
              bits<8> Opcode = n;	// argument op of class Inst, root.td:3
              string Asm = "";	// argument asm of class Inst, root.td:4
              bit Load = 0;	// class Inst, root.td:5
            }
            ```

            in multiclass `M`; a `defm` makes records of it
            [definition -> root.td:7:27 rr]
        "#]],
    );
    check_inst(
        "foreach i = [1, 2] in def R$0#i : Inst<i>;",
        expect![[r#"
            ```tablegen
            def R#i : Inst<i>;
            ```

            makes 2 records
            - `R1` : Inst
            - `R2` : Inst
            [R1 -> root.td:7:27 R#i, R2 -> root.td:7:27 R#i]
        "#]],
    );
}

#[test]
fn classes() {
    check_inst(
        "class Sub<int x> : In$0st<x>;\ndef A : Sub<1>;\ndef B : Inst<1>;\nmulticlass M { def C : Inst<1>; }",
        expect![[r#"
            ```tablegen
            class Inst<int op, string asm = ""> {
              bits<8> Opcode = op;
              string Asm = asm;
              bit Load = 0;
            }
            ```

            An instruction.

            1 subclass, 2 `def`s, and 1 `def` in multiclasses and loops
            [definition -> root.td:2:7 Inst]
        "#]],
    );
    check_inst(
        "/** A kind\n * of sub. */\nclass S$0ub<int x> : Inst<x> { int Own; }",
        expect![[r#"
            ```tablegen
            class Sub<int x> : Inst<x> {
              bits<8> Opcode = x;	// Inst
              string Asm = "";	// Inst
              bit Load = 0;	// Inst
              int Own = ?;
            }
            ```

            A kind
            of sub.

            superclasses: `Inst`

            0 subclasses, 0 `def`s
            [definition -> root.td:9:7 Sub]
        "#]],
    );
    check_inst(
        "// Many.\nmulticlass M$0<int x> { def NAME#a : Inst<x>; defm b : M<x>; }\ndefm X : M<1>;",
        expect![[r#"
            ```tablegen
            multiclass M<int x>
            ```

            Many.

            - def `NAME#a` : Inst
            - defm `b` : M

            used 2 times
            [definition -> root.td:8:12 M]
        "#]],
    );
}

#[test]
fn records_of_a_class_are_counted_when_they_are_known() {
    let fixture = fixture(
        "class A$0;\nmulticlass M { def x : A; def y : A; }\ndefm P : M;\ndefm Q : M;\ndef : A;",
    );
    let db = fixture.host.db();
    let last = || {
        let text = hover(db, &fixture.cursor()).map(|it| it.text.markdown());
        text.and_then(|it| it.lines().last().map(str::to_owned))
    };
    let (before, after) = (last(), {
        crate::workspace_symbols::learn(db);
        last()
    });
    expect![[r#"Some("0 subclasses, 1 `def`, and 2 `def`s in multiclasses and loops") Some("0 subclasses, 5 records")"#]].assert_eq(&format!("{before:?} {after:?}"));
}

#[test]
fn fields() {
    check_inst(
        "def A : Inst<1> { let Lo$0ad = 1; }",
        expect![[r#"
            ```tablegen
            bit Load = 0;
            ```

            Reads memory.

            field of class `Inst`

            old value: `0`

            new value: `1`\
            set by let in this def, root.td:7
            [declaration -> root.td:5:7 Load]
        "#]],
    );
    check_inst(
        "let Lo$0ad = 1 in def A : Inst<1>;",
        expect![[r#"
            ```tablegen
            bit Load = 0;
            ```

            Reads memory.

            field of class `Inst`

            value in class `Inst`: `0`

            new value: `1`
            [declaration -> root.td:5:7 Load]
        "#]],
    );
    check_inst(
        "def A : Inst<1> { int B = !add(Op$0code, 1); }",
        expect![[r#"
            ```tablegen
            bits<8> Opcode = op;
            ```

            field of class `Inst`

            value: `{ 0, 0, 0, 0, 0, 0, 0, 1 }`\
            set by argument op of class Inst, root.td:3
            [declaration -> root.td:3:11 Opcode]
        "#]],
    );
    check_inst(
        "def A : Inst<1>;\ndef B { bit l = A.Lo$0ad; }",
        expect![[r#"
            ```tablegen
            bit Load = 0;
            ```

            Reads memory.

            field of class `Inst`

            value: `0`
            [declaration -> root.td:5:7 Load]
        "#]],
    );
    check_inst(
        "class Sub : Inst<7> { let O$0pcode = 2; }",
        expect![[r#"
            ```tablegen
            bits<8> Opcode = op;
            ```

            field of class `Inst`

            value in class `Sub`: `{ 0, 0, 0, 0, 0, 0, 1, 0 }`
            [declaration -> root.td:3:11 Opcode]
        "#]],
    );
}

#[test]
fn template_arguments() {
    check_inst(
        "def A : Inst<1, a$0sm = \"x\">;",
        expect![[r#"
        ```tablegen
        string asm = ""
        ```

        template argument of class `Inst`

        value: `"x"`
        [declaration -> root.td:2:27 asm]
    "#]],
    );
    check(
        "class C<int x> { int f = x$0; }",
        expect![[r#"
        ```tablegen
        int x
        ```

        template argument of class `C`, must be given
        [declaration -> root.td:1:13 x]
    "#]],
    );
}

#[test]
fn variables() {
    check(
        "defvar v = !add(1, 2);\ndefvar w = v$0;",
        expect![[r#"
        ```tablegen
        defvar v = !add(1, 2);
        ```

        value: `3`
        [declaration -> root.td:1:8 v]
    "#]],
    );
    check(
        "foreach i = [1, 2, 3] in def R#i$0 { int x = i; }",
        expect![[r#"
        ```tablegen
        foreach i = [1, 2, 3] in
        ```

        values:
        - `1` in `R1`
        - `2` in `R2`
        - `3` in `R3`
        [declaration -> root.td:1:9 i]
    "#]],
    );
    check(
        "foreach i = [1, 2] in { defvar d = !mul(i, 10); def R#i { int x = d$0; } }",
        expect![[r#"
            ```tablegen
            defvar d = !mul(i, 10);
            ```

            value:
            - `10`
            - `20`
            [declaration -> root.td:1:32 d]
        "#]],
    );
    check(
        "defvar l = [1, 2];\ndefvar m = !foreach(x, l, !add(x$0, 1));",
        expect![[r#"
            ```tablegen
            !foreach(x, l, !add(x, 1))
            ```

            takes the elements of: `[1, 2]`
            [declaration -> root.td:2:21 x]
        "#]],
    );
    check(
        "class A;\ndefset list<A> all = { def X : A; def Y : A; }\ndefvar l = a$0ll;",
        expect![[r#"
            ```tablegen
            defset list<A> all =
            ```

            2 `def`s and `defm`s stand in it
            [declaration -> root.td:2:16 all]
        "#]],
    );
}

#[test]
fn operators() {
    check(
        "defvar v = !ad$0d(1, 2);",
        expect![[r#"
        ```tablegen
        !add(a, b, ...) -> int
        ```

        The sum of the operands.

        value: `3`
        []
    "#]],
    );
    check(
        "defvar v = !foreach(x, [1, 2], !mu$0l(x, x));",
        expect![[r#"
            ```tablegen
            !mul(a, b, ...) -> int
            ```

            The product of the operands.

            value: `[1, 4]`
            []
        "#]],
    );
    check(
        "foreach i = [1, 2] in def R#i { int x = !mu$0l(i, 2); }",
        expect![[r#"
            ```tablegen
            !mul(a, b, ...) -> int
            ```

            The product of the operands.

            value:
            - `2` in `R1`
            - `4` in `R2`
            []
        "#]],
    );
    check(
        "class C<int x> { int f = !m$0ul(x, 2); }\ndef R : C<1>;",
        expect![[r#"
            ```tablegen
            !mul(a, b, ...) -> int
            ```

            The product of the operands.
            []
        "#]],
    );
    check(
        "def R { string s = \"a\"$0 # NAME; }",
        expect![[r#"
        value: `"aNAME"`
        []
    "#]],
    );
}

#[test]
fn names_and_files() {
    check(
        "multiclass M { def NA$0ME#x; }",
        expect![[r#"
        ```tablegen
        string NAME
        ```

        the name of the `defm` that uses the multiclass
        []
    "#]],
    );
    check(
        "class R { string s = NA$0ME; }",
        expect![[r#"
            ```tablegen
            string NAME
            ```

            the name of the record
            []
        "#]],
    );
    check(
        "//- root.td\ninclude \"a$0.td\"\n//- a.td\ndef R;",
        expect![[r#"
            ```tablegen
            include "a.td"
            ```

            1 statement
            [a.td -> a.td:1:1 ]
        "#]],
    );
    check(
        "include \"a$0.td\"",
        expect![[r#"
        not found
        []
    "#]],
    );
    check(
        "#define FOO\n#ifdef FO$0O\n#endif",
        expect![[r#"
        ```tablegen
        #define FOO
        ```
        [root.td -> root.td:1:9 FOO]
    "#]],
    );
    check(
        "def ops;\ndef X;\ndef R { dag i = (ops X:$r); dag p = (ops $0$r); }",
        expect![[r#"
            ```tablegen
            X:$r
            $r
            ```

            name of a dag argument
            []
        "#]],
    );
    check(
        "deftype T = list<int>;\ndef R { T$0 l = []; }",
        expect![[r#"
        ```tablegen
        deftype T = list<int>;
        ```
        [declaration -> root.td:1:9 T]
    "#]],
    );
    check("def R { $0 }", expect!["nothing"]);
}

#[test]
fn large_records_are_cut() {
    let fields: String = (0..100).map(|it| format!("int f{it} = {it}; ")).collect();
    let fixture = fixture(&format!("def R$0 {{ {fields} }}"));
    let hover = hover(fixture.host.db(), &fixture.cursor());
    let text = hover.map(|it| it.text.markdown()).unwrap_or_default();
    assert_eq!(text.lines().count(), 85);
    assert!(text.contains("// … 20 more fields"), "{text}");
}

#[test]
fn comments_of_all_styles() {
    let doc = |text: &str| {
        let fixture = fixture(text);
        let hover = hover(fixture.host.db(), &fixture.cursor());
        hover.and_then(|it| it.text.markdown().split("\n\n").nth(1).map(str::to_owned))
    };
    let is = |text: &str, want: &str| assert_eq!(doc(text).as_deref(), Some(want), "{text}");
    is("// One.\n// Two.\ndefvar x$0 = 1;", "One.\nTwo.");
    is("/// One.\ndefvar x$0 = 1;", "One.");
    is("/* One. */ defvar x$0 = 1;", "One.");
    is("/**\n * One.\n * Two.\n */\ndefvar x$0 = 1;", "One.\nTwo.");
    is(
        "//===--- Part ---===//\n// One.\n//====//\ndefvar x$0 = 1;",
        "Part\nOne.",
    );
    is("// Other.\n\n// One.\ndefvar x$0 = 1;", "One.");
    is("defvar y = 1; // Other.\ndefvar x$0 = 1; // One.", "One.");
    is("class C<int x$0, // One.\n  int y>;", "One.");
}

#[test]
fn what_a_source_says_is_shown_as_it_is() {
    check(
        "// [click](command:quit) <img src=x>\n//   - `code` *bold*\nclass A<string s> { string S = s; }\n\
        def $0Bad : A<!strconcat(\"x\\n```\\n[click](command:quit)\", \"\")>;",
        expect![[r#"
            ````tablegen
            def Bad {	// A
              string S = "x
            ```
            [click](command:quit)";	// argument s of class A, root.td:3
            }
            ````
            [definition -> root.td:4:5 Bad]
        "#]],
    );
    check(
        "// [click](command:quit) <img src=x>\n//   - `code` *bold*\nclass $0A<code s = [{\n```\n[click](command:quit)}]>;",
        expect![[r#"
            ````tablegen
            class A<code s = [{
            ```
            [click](command:quit)}]> {
            }
            ````

            \[click\](command:quit) \<img src=x>  
              \- \`code\` \*bold\*

            0 subclasses, 0 `def`s
            [definition -> root.td:3:7 A]
        "#]],
    );
    check(
        "defvar $0v = \"`]( [click](command:quit)``\";",
        expect![[r#"
            ```tablegen
            defvar v = "`]( [click](command:quit)``";
            ```

            value: ```"`]( [click](command:quit)``"```
            [declaration -> root.td:1:8 v]
        "#]],
    );
}
