//! Hovers on classes, their fields and their arguments.

use expect_test::expect;

use super::{check, check_inst};
use crate::hover::hover;
use crate::testing::fixture;

#[test]
fn part_of_a_value_is_not_the_whole() {
    check_inst(
        "class Par$0t<bits<8> imm> { bits<4> low = imm{3-0}; bits<8> all = imm{7-0}; }",
        expect![[r#"
            ```tablegen
            class Part<bits<8> imm> {
              bits<4> low = imm{3-0};
              bits<8> all = imm;
            }
            ```

            0 subclasses, 0 `def`s
            [definition -> root.td:7:7 Part]
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
              int Own = ?;
              bits<8> Opcode = x;	// Inst
              string Asm = "";	// Inst
              // defaults: Load = 0
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

            value: `0b00000001` = `0x01`\
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

            value in class `Sub`: `0b00000010` = `0x02`
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
