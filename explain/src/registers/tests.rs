use expect_test::{Expect, expect};

use crate::testing::{check, check_registers};

/// Two bytes make a half.
const BYTES: &str = r##"
    def lo : SubRegIndex<8>;
    def hi : SubRegIndex<8, 8>;
    foreach N = 0-3 in {
      def L#N : Register<"l"#N>;
      def H#N : Register<"h"#N>;
      def W#N : Whole<"w"#N, [!cast<Register>("L"#N), !cast<Register>("H"#N)], [lo, hi]> {
        let DwarfNumbers = [N, !add(N, 10)];
      }
    }
    def Bytes : RegisterClass<[i16], 8, (add (sequence "L%u", 0, 3), (sequence "H%u", 0, 3))>;
    def Words : RegisterClass<[i16], 16, (sequence "W%u", 0, 3)>;
    def Last : RegisterClass<[i16], 16, (add W3, W2)>;
"##;

#[track_caller]
fn check_bytes(text: &str, want: Expect) {
    let text = BYTES.replacen(text, &format!("$0{text}"), 1);
    check_registers(&text, want);
}

#[test]
fn a_register() {
    check_registers(
        &format!(
            "{BYTES}def : Numbered<\"x\", []>; def $0L4 : Numbered<\"l4\", [7]> {{ let CostPerUse = [1]; let Aliases = [L1]; }}"
        ),
        expect![[r#"
        register `T::L4`, number 9, `l4` in assembly, cost per use 1

        - aliases: `L1`
        - units: `5: L1 and L4`
        - DWARF numbers: `7`
        - pressure sets: `Bytes (limit 8)`
    "#]],
    );
    check_registers(
        &format!("{BYTES} defvar it = \"$0W2\";"),
        expect![[r#"
        register `T::W2`, number 11, `w2` in assembly, covered by its sub-registers

        - sub-registers: `H2 (hi)`, `L2 (lo)`
        - units: `2: H2`, `6: L2`
        - DWARF numbers: `2`, `12`
        - classes: `Words`, `Last`
        - pressure sets: `Last (limit 4)`, `Bytes (limit 8)`
    "#]],
    );
}

#[test]
fn tuples() {
    check_registers(
        &format!(
            "{BYTES} def $0Pairs : RegisterTuples<[lo, hi], [(sequence \"L%u\", 0, 2), (sequence \"L%u\", 1, 3)]>;"
        ),
        expect![[r#"
            makes 3 registers

            - registers: `L0_L1`, `L1_L2`, `L2_L3`

            register `T::L0_L1`, number 13, covered by its sub-registers

            - sub-registers: `L1 (hi)`, `L0 (lo)`
            - units: `4: L0`, `5: L1`
            - pressure sets: `Bytes (limit 8)`
        "#]],
    );
}

#[test]
fn a_class() {
    check_bytes(
        "Words",
        expect![[r#"
        register class `T::Words`, number 1: 4 registers

        - members: `W0`, `W1`, `W2`, `W3`
        - size: 16 bits, spilled to 16 bits aligned to 16
        - types: `i16`
        - sub-classes: `Last`
        - sub-registers of all: `hi in Bytes`, `lo in Bytes`
        - weight: 2 for each register, 8 for all
        - pressure sets: `Bytes (limit 8)`
    "#]],
    );
    check_bytes(
        "Last",
        expect![[r#"
        register class `T::Last`, number 2: 2 registers

        - members: `W2`, `W3`
        - allocated in the order: `W3`, `W2`
        - size: 16 bits, spilled to 16 bits aligned to 16
        - types: `i16`
        - super-classes: `Words`
        - sub-registers of all: `hi in Bytes`, `lo in Bytes`
        - weight: 2 for each register, 4 for all
        - pressure sets: `Last (limit 4)`, `Bytes (limit 8)`
    "#]],
    );
}

#[test]
fn an_index() {
    check_bytes(
        "hi",
        expect![[r#"
        sub-register index `T::hi`, number 1

        - bits: 8 from bit 8
        - lanes: `0x1`
        - registers: `W0`, `W1`, `W2`, `W3`
    "#]],
    );
}

#[test]
fn what_is_wrong_is_said_once() {
    check_registers(
        "def part : SubRegIndex<1>; def $0R : Whole<\"r\", [], [part]>;",
        expect![[r#"
            - error: SubRegs and SubRegIndices must have the same size
        "#]],
    );
}

#[test]
fn a_class_of_the_same_name_is_nothing() {
    check("class Register; def $0R : Register;", expect!["nothing"]);
}
