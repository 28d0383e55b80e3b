use backend_testing::asm_source;
use expect_test::{Expect, expect};
use target_model::instructions::GENERIC;

use crate::testing::check;

/// Two registers and the classes that instructions need to be scheduled.
#[track_caller]
fn check_toy(text: &str, want: Expect) {
    let target = r#"
        def Toy : AsmTarget;
        def R0 : Reg<"r0">; def R1 : Reg<"r1">;
        def Low : Regs<(add R0, R1)>;
        def imm : Op<>;
        class Coded<dag outs, dag ins, string text, bits<2> op> : Inst<outs, ins, text> {
          bits<3> d; bits<3> a;
          bits<8> Inst = { op, d, a };
          let Size = 1;
        }
    "#;
    check(&asm_source(GENERIC, &format!("{target}{text}")), want);
}

#[test]
fn an_instruction() {
    check_toy(
        r#"
        def HasX : Predicate<"HasX()"> { bit AssemblerMatcherPredicate = true; }
        def $0ADD : Coded<(outs Low:$d), (ins Low:$s, Low:$a), "add\t$d, $a", 1> {
          let Constraints = "$s = $d"; let Uses = []; let mayLoad = true; let isCommutable = true;
          let Predicates = [HasX];
        }
        def ADDi : Coded<(outs Low:$d), (ins imm:$a), "add\t$d, $a", 2>;
        def : InstAlias<"inc $d", (ADD Low:$d, Low:$d)>;
        "#,
        expect![[r#"
            instruction `Toy::ADD`, 1 byte

            - is: `commutable`, `may load`, `may store as its patterns say`, `has side effects as its patterns say`
            - assembly: `add	$d, $a`

            ```text
            operand  name  class       constraint
            0        d     Low    out
            1        s     Low    in   tied to operand 0
            2        a     Low    in
            ```

            ```text
             7  6 5 3 2 0
            +----+---+---+
            | 01 | d | a |
            +----+---+---+

            d  5-3 = {2-0}
            a  2-0 = {2-0}
            ```

            - number: 295
            - alias: `inc $d` for `(ADD Low:$d, Low:$d)`, printed so

            - decoded: in table `8` by bits 7-6

            - parsed: `add <Low> <Low>`, number 1 of 2 that begin so, needs `HasX`
        "#]],
    );
}

#[test]
fn an_alias() {
    check_toy(
        r#"
        def ADD : Coded<(outs Low:$d), (ins Low:$a), "add\t$d, $a", 1>;
        def $0Inc : InstAlias<"inc $x", (ADD Low:$x, R1)>;
        "#,
        expect![[r#"
            alias `inc $x` for `ADD`

            - `d`: `Low:$x`
            - `a`: `R1`

            - parsed: `inc <Low>`
        "#]],
    );
}

#[test]
fn what_is_wrong_with_it() {
    check_toy(
        r#"def $0ADD : Coded<(outs Low:$d), (ins Low:$a), "add", 1> { let Constraints = "$x = $d"; }"#,
        expect![[r#"
            - error: 'ADD' does not have an operand named '$x'!
        "#]],
    );
}
