//! Hovers on records.

use expect_test::expect;

use super::{check, check_inst};
use crate::hover::hover;
use crate::testing::fixture;

#[test]
fn a_record() {
    check_inst(
        "// Adds.\nlet Load = 1 in\ndef A$0DD : Inst<3, \"add\"> { let Asm = \"a\"; int Own = !size(Asm); }",
        expect![[r#"
            ```tablegen
            def ADD {	// Inst
              string Asm = "a";	// let in this def, root.td:9
              bit Load = 1;	// let … in, root.td:8
              int Own = 1;	// this def, root.td:9

              bits<8> Opcode = 0b00000011;	// 0x03, argument op of class Inst, root.td:3
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
              bits<8> Opcode = 0b00000011;	// 0x03, argument op of class Inst, root.td:3
              string Asm = "";	// argument asm of class Inst, root.td:4

              // defaults: Load = 0
            }
            ```
            [definition -> root.td:7:5 ADD]
        "#]],
    );
    check(
        "class Empty;\ndef ADD : Empty;\ndef User { Empty it = !cast<Empty>(\"A$0DD\"); }",
        expect![[r#"
            ```tablegen
            def ADD {	// Empty
            }
            ```
            [definition -> root.td:2:5 ADD]
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
            ADDrr: Inst -> root.td:7:27 rr
            ADDri: Inst -> root.td:7:45 ri
            []
        "#]],
    );
    check_inst(
        "multiclass M<int n> { def rr : Inst<n>; }\ndefm ADD : M<1>;\ndef User { Inst it = ADDr$0r; }",
        expect![[r#"
            ```tablegen
            def ADDrr {	// Inst
              bits<8> Opcode = 0b00000001;	// 0x01, argument op of class Inst, root.td:3
              string Asm = "";	// argument asm of class Inst, root.td:4

              // defaults: Load = 0
            }
            ```
            [definition -> root.td:7:27 rr, defm -> root.td:8:6 ADD]
        "#]],
    );
    check_inst(
        "multiclass M<int n> { def r$0r : Inst<n>; }\ndefm ADD : M<1>;",
        expect![[r#"
            ```tablegen
            def rr {	// Inst
              bits<8> Opcode = n;	// argument op of class Inst, root.td:3
              string Asm = "";	// argument asm of class Inst, root.td:4

              // defaults: Load = 0
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
            R1: Inst -> root.td:7:27 R#i
            R2: Inst -> root.td:7:27 R#i
            []
        "#]],
    );
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
fn what_is_cut_in_code_or_a_string_is_ended() {
    let long = "x".repeat(1_000);
    let text = format!("def $0R {{ code c = [{{ {long} }}]; string s = \"{long}\"; int n = 1; }}");
    let fixture = crate::testing::fixture(&text);
    let hover = crate::hover::hover(fixture.host.db(), &fixture.cursor());
    let text = hover.map(|it| it.text.markdown()).unwrap_or_default();
    expect![[r#"
        ```tablegen
        def R {
          code c = [{ xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…}];	// this def, root.td:1
          string s = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…";	// this def, root.td:1
          int n = 1;	// this def, root.td:1
        }
        ```"#]].assert_eq(&text.replace(&"x".repeat(300), ""));
}
