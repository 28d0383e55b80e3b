//! Decoders in the form of LLVM 22.

use elaborate::records::Release;
use expect_test::{Expect, expect};

use super::{TOY, shown_as};

/// The table and the functions of 22.
#[track_caller]
fn check_22(text: &str, want: Expect) {
    want.assert_eq(&shown_as(Release::V22, &[], TOY, text));
}

#[test]
fn since_22_switches_and_scopes_have_sizes() {
    check_22(
        r#"
        def I1 : I<(ins GPR:$a)> { bits<4> a; bits<8> Inst = {0, 0, 0, 1, a{3-0}}; }
        def I2 : I<(ins imm:$a)> {
          bits<4> a;
          bits<8> Inst = {0, 1, 0, 1, a{3-0}};
          list<Predicate> Predicates = [AssemblerPredicate<(any_of A, B)>];
        }
        def I3 : I<(ins imm:$a)> {
          bits<2> a;
          bits<8> Inst = {1, 1, 0, 1, 0, 0, a{1-0}};
          bits<8> SoftFail = 0b00001100;
        }
        def I4 : I<(ins imm:$a)> { bits<7> a; bits<8> Inst = {a{6}, 1, a{5-0}}; }
        "#,
        expect![[r#"
            DecoderTable8[53] = {
              OPC_SwitchField, 6, 1,                     //  0: switch Inst[6] {
              0, 12,                                     //  3: case 0x0: {
              OPC_CheckField, 7, 1, 0,                   //  5:  check Inst[7] == 0x0
              OPC_CheckField, 4, 2, 1,                   //  9:  check Inst[5:4] == 0x1
              OPC_Decode, 194, 2, 0,                     // 13:  decode to I1 using decoder 0
                                                         // 13: }
              1, 0,                                      // 17: case 0x1: {
              OPC_Scope, 28,                             // 19:  try {
              OPC_SwitchField, 7, 1,                     // 21:   switch Inst[7] {
              0, 10,                                     // 24:   case 0x0: {
              OPC_CheckPredicate, 0,                     // 26:    check predicate 0
              OPC_CheckField, 4, 2, 1,                   // 28:    check Inst[5:4] == 0x1
              OPC_Decode, 195, 2, 1,                     // 32:    decode to I2 using decoder 1
                                                         // 32:   }
              1, 0,                                      // 36:   case 0x1: {
              OPC_CheckField, 4, 2, 1,                   // 38:    check Inst[5:4] == 0x1
              OPC_SoftFail, 12, 0,                       // 42:    softfail pos=0x0000000c neg=0x00000000
              OPC_Decode, 196, 2, 2,                     // 45:    decode to I3 using decoder 2
                                                         // 45:   }
                                                         // 45:   } // switch Inst[7]
                                                         // 45:  } else try {
              OPC_Decode, 197, 2, 3,                     // 49:   decode to I4 using decoder 3
                                                         // 49:  }
                                                         // 49: }
                                                         // 49: } // switch Inst[6]
            };
            // Handling 4 cases.
            template <typename InsnType>
            static DecodeStatus decodeToMCInst(unsigned Idx, DecodeStatus S, InsnType insn, MCInst &MI, uint64_t Address, const MCDisassembler *Decoder, bool &DecodeComplete) {
              DecodeComplete = true;
              using TmpType = std::conditional_t<std::is_integral<InsnType>::value, InsnType, uint64_t>;
              TmpType tmp;
              switch (Idx) {
              default: llvm_unreachable("Invalid decoder index!");
              case 0:
                tmp = fieldFromInstruction(insn, 0, 4);
                if (!Check(S, DecodeGPRRegisterClass(MI, tmp, Address, Decoder))) { return MCDisassembler::Fail; }
                return S;
              case 1:
                tmp = fieldFromInstruction(insn, 0, 4);
                MI.addOperand(MCOperand::createImm(tmp));
                return S;
              case 2:
                tmp = fieldFromInstruction(insn, 0, 2);
                MI.addOperand(MCOperand::createImm(tmp));
                return S;
              case 3:
                tmp = 0x0;
                tmp |= fieldFromInstruction(insn, 0, 6);
                tmp |= fieldFromInstruction(insn, 7, 1) << 6;
                MI.addOperand(MCOperand::createImm(tmp));
                return S;
              }
            }
            static bool checkDecoderPredicate(unsigned Idx, const FeatureBitset &FB) {
              switch (Idx) {
              default: llvm_unreachable("Invalid index!");
              case 0:
                return FB[Toy::A] || FB[Toy::B];
              }
            }

        "#]],
    );
}

#[test]
fn since_22_each_operand_has_a_field() {
    let text = r#"
        def pair : Operand { let MIOperandInfo = (ops GPR); }
        def I1 : I<(ins GPR:$a)> { bits<8> Inst = 1; }
        def I2 : I<(ins imm:$a)> { bits<0> a; bits<8> Inst = 2; }
        def I3 : I<(ins pair:$a)> { bits<4> a; bits<8> Inst = {0, 0, 1, 1, a{3-0}}; }
        def I4 : I<(ins GPR:$a, GPR:$b)> { bits<4> a = 0; bit b = 1; bits<8> Inst = 4; }
    "#;
    let shown = shown_as(Release::V22, &[], TOY, text);
    let errors = shown.lines().filter(|it| it.contains(": error: "));
    let errors: String = errors.map(|it| format!("{it}\n")).collect();
    expect![[r#"
        3: error: could not find field for operand 'a'
        4: error: operand 'a' of type 'imm' must have a decoder method
        5: error: DecoderEmitter: operand "a" has non-empty MIOperandInfo, but doesn't have a custom decoder!
    "#]]
    .assert_eq(&errors);
}
