use std::fmt::Write;

use backend::{Context, Models, Options};
use backend_testing::{read, target_source};
use expect_test::{Expect, expect};
use target_model::instructions::GENERIC;

use super::encode;
use crate::decode::ByteOrder;

const TARGET: &str = r#"
    def Toy : Target;
    class R<bits<16> number, string asm> : Register { string AsmName = asm; bits<16> HWEncoding = number; let Namespace = "Toy"; }
    def R1 : R<1, "r1">;
    def R9 : R<9, "r9">;
    def Imm : Operand { let EncoderMethod = "encodeImm"; }
    class I<int size> : Instruction { let Namespace = "Toy"; let Size = size; }
    def Word : I<2> {
      let InOperandList = (ins Imm:$b);
      bits<5> a; bits<7> b; bits<16> Inst = { 1, 0, 1, 1, a{4-1}, b, a{0} };
    }
    def Even : I<2> { bits<8> a; bits<16> Inst = { 0, 0, 0, 0, ?, ?, ?, ?, 0, a{7-1} }; }
    def Fixed : I<1> { bits<8> Inst = 0x5a; let PostEncoderMethod = "fix"; }
    def Bare : I<1>;
"#;

/// The encodings of an instruction for fields given as `name=value`.
#[track_caller]
fn check(instruction: &str, given: &str, order: ByteOrder, want: Expect) {
    let records = read(&target_source(GENERIC, TARGET));
    let (options, models) = (Options::default(), Models::default());
    let cx = Context::new(&records, &options, &models);
    let given: Vec<_> = given
        .split(' ')
        .filter_map(|it| it.split_once('='))
        .collect();
    let mut shown = String::new();
    match encode(&cx, records.def(instruction).unwrap(), &given, order) {
        Err(error) => shown = error.message.clone(),
        Ok(all) => {
            for it in all {
                let _ = write!(shown, "{:02x?}", it.bytes);
                for (name, width) in it.open {
                    let _ = write!(shown, ", {name} of {width} is open");
                }
                for (name, function) in it.encoders {
                    let _ = write!(shown, ", {name} by {function}");
                }
                if let Some(function) = it.changed_by {
                    let _ = write!(shown, ", then {function}");
                }
            }
        }
    }
    want.assert_eq(&shown);
}

#[test]
fn fields_go_where_their_bits_are() {
    let little = ByteOrder::Little;
    check(
        "Word",
        "a=0x1f b=0",
        little,
        expect!["[01, bf], b by encodeImm"],
    );
    check(
        "Word",
        "a=R9 b=-1",
        little,
        expect!["[ff, b4], b by encodeImm"],
    );
    check(
        "Word",
        "b=0b11",
        little,
        expect!["[06, b0], a of 5 is open, b by encodeImm"],
    );
    check(
        "Word",
        "a=r1 b=1",
        ByteOrder::Big,
        expect!["[b0, 03], b by encodeImm"],
    );
    check("Fixed", "", little, expect!["[5a], then fix"]);
}

#[test]
fn what_does_not_fit() {
    let check = |instruction, given, want| check(instruction, given, ByteOrder::Little, want);
    check(
        "Word",
        "a=32",
        expect!["32 does not fit into the 5 bits of 'a'"],
    );
    check(
        "Word",
        "a=-17",
        expect!["-17 does not fit into the 5 bits of 'a'"],
    );
    check(
        "Word",
        "a=x7",
        expect!["'x7' for 'a' is neither a number nor a register"],
    );
    check(
        "Word",
        "c=1",
        expect!["'Word' has no field 'c' in its encoding"],
    );
    check(
        "Even",
        "a=3",
        expect!["3 does not fit: bit 0 of 'a' is not encoded"],
    );
    check("Bare", "", expect!["'Bare' has no bits of an encoding"]);
    check("Imm", "", expect!["'Imm' is not an instruction"]);
}
