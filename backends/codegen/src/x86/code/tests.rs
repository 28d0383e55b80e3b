use backend::{Context, Models, Options};
use backend_testing::{read, x86_source};
use expect_test::{Expect, expect};

use super::{Code, CodeMode};
use crate::instructions::{GENERIC, Instructions};
use crate::x86::DecoderTables;

const INSTRUCTIONS: &str = r#"
    def GR16 : RegisterClass;
    def i16mem : Operand;
    def VR128 : RegisterClass;
    // OpSizeBits says which of 16 and 32 bits needs a prefix.
    class Add<int size, dag i> : X86Inst<0x01, 40, i, (outs)> { let OpSizeBits = size; }
    def ADD16rr : Add<1, (ins GR16:$a, GR16:$b)>;
    def ADD32rr : Add<2, (ins GR32:$a, GR32:$b)>;
    def MOV32mi : X86Inst<0xc7, 32, (ins i32mem:$m, i8imm:$i)>;
    def CRC : X86Inst<0xf1, 41, (ins GR32:$a, GR32:$b)> { let OpMapBits = 2; let OpPrefixBits = 3; }
    def VADD : X86Inst<0x58, 41, (ins VR128:$a, VR128:$b, VR128:$c)> {
      let OpMapBits = 1; let OpPrefixBits = 4; let OpEncBits = 1; let hasVEX_4V = true;
    }
"#;

/// The instruction at the start of some bytes, and its parts.
#[track_caller]
fn check(mode: CodeMode, bytes: &[u8], want: Expect) {
    let records = read(&x86_source(GENERIC, INSTRUCTIONS));
    let (options, models) = (Options::default(), Models::default());
    let cx = Context::new(&records, &options, &models);
    let instructions = cx.model::<Instructions>().unwrap();
    let tables = cx.model::<DecoderTables>().unwrap();
    let decoded = Code::read(bytes, mode).and_then(|it| it.decode(&tables, &instructions));
    let shown = match decoded {
        None => "nothing".to_owned(),
        Some(it) => {
            let name = &instructions.get(it.instruction).name;
            let mut shown = format!("{name} of {}, modrm {:02x?}", it.len, it.modrm);
            if it.sib.is_some() || it.displacement.is_some() {
                shown += &format!(", sib {:02x?}, {:?}", it.sib, it.displacement);
            }
            if !it.immediates.is_empty() {
                shown += &format!(", {:x?}", it.immediates);
            }
            shown
        }
    };
    want.assert_eq(&shown);
}

#[test]
fn prefixes_choose_instructions() {
    let check = |bytes: &[u8], want| check(CodeMode::Bits64, bytes, want);
    check(&[0x01, 0xc8], expect!["ADD32rr of 2, modrm Some(c8)"]);
    check(&[0x66, 0x01, 0xc8], expect!["ADD16rr of 3, modrm Some(c8)"]);
    check(
        &[0x66, 0x41, 0x01, 0xc8, 0x90],
        expect!["ADD16rr of 4, modrm Some(c8)"],
    );
    check(
        &[0xf2, 0x0f, 0x38, 0xf1, 0xc8],
        expect!["CRC of 5, modrm Some(c8)"],
    );
    check(&[0x0f, 0x38, 0xf1, 0xc8], expect!["nothing"]);
    check(
        &[0xc5, 0xf0, 0x58, 0xc2],
        expect!["VADD of 4, modrm Some(c2)"],
    );
    check(
        &[0xc4, 0xe1, 0x70, 0x58, 0xc2],
        expect!["VADD of 5, modrm Some(c2)"],
    );
}

#[test]
fn memory_and_numbers_have_lengths() {
    use CodeMode::{Bits16, Bits32, Bits64};
    check(
        Bits64,
        &[0xc7, 0x84, 0x88, 1, 0, 0, 0x80, 7, 9, 9],
        expect!["MOV32mi of 8, modrm Some(84), sib Some(88), Some(-2147483647), [7]"],
    );
    check(
        Bits64,
        &[0xc7, 0x40, 0xff, 7],
        expect!["MOV32mi of 4, modrm Some(40), sib None, Some(-1), [7]"],
    );
    check(
        Bits32,
        &[0xc7, 0x05, 1, 2, 3, 4, 7],
        expect!["MOV32mi of 7, modrm Some(05), sib None, Some(67305985), [7]"],
    );
    check(
        Bits16,
        &[0xc7, 0x06, 1, 2, 7],
        expect!["MOV32mi of 5, modrm Some(06), sib None, Some(513), [7]"],
    );
    check(Bits64, &[0xc7, 0x40, 0xff], expect!["nothing"]);
    check(Bits64, &[0xc7], expect!["nothing"]);
}

#[test]
fn modes_differ_in_what_prefixes_are() {
    use CodeMode::{Bits16, Bits32, Bits64};
    check(
        Bits16,
        &[0x01, 0xc8],
        expect!["ADD16rr of 2, modrm Some(c8)"],
    );
    check(
        Bits16,
        &[0x66, 0x01, 0xc8],
        expect!["ADD32rr of 3, modrm Some(c8)"],
    );
    // Outside of 64 bits this is another instruction if memory follows.
    check(Bits32, &[0xc5, 0x70, 0x58, 0xc2], expect!["nothing"]);
    check(
        Bits32,
        &[0xc5, 0xf0, 0x58, 0xc2],
        expect!["VADD of 4, modrm Some(c2)"],
    );
    check(
        Bits64,
        &[0x41, 0x01, 0xc8],
        expect!["ADD32rr of 3, modrm Some(c8)"],
    );
    check(Bits32, &[0x41, 0x01, 0xc8], expect!["nothing"]);
}
