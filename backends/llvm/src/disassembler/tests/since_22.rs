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

/// The errors of 22.
#[track_caller]
fn check_errors(options: &[(&str, &str)], text: &str, want: Expect) {
    let shown = shown_as(Release::V22, options, TOY, text);
    let errors = shown.lines().filter(|it| it.contains("error: "));
    want.assert_eq(&errors.map(|it| format!("{it}\n")).collect::<String>());
}

/// The cases of the function that decodes operands.
#[track_caller]
fn check_cases(options: &[(&str, &str)], text: &str, want: Expect) {
    let shown = shown_as(Release::V22, options, TOY, text);
    let lines = shown.lines().skip_while(|it| !it.starts_with("  case 0"));
    let lines = lines.take_while(|it| *it != "  }");
    let lines = lines.map(|it| format!("{}\n", it.strip_prefix("  ").unwrap_or(it)));
    want.assert_eq(&lines.collect::<String>());
}

const FIELDS: &str = r#"
    def pair : Operand { let MIOperandInfo = (ops GPR); }
    def I1 : I<(ins GPR:$a)> { bits<8> Inst = 1; }
    def I2 : I<(ins imm:$a)> { bits<0> a; bits<8> Inst = 2; }
    def I3 : I<(ins pair:$a)> { bits<4> a; bits<8> Inst = {0, 0, 1, 1, a{3-0}}; }
    def I4 : I<(ins GPR:$a, GPR:$b)> { bits<4> a = 0; bit b = 1; bits<8> Inst = 4; }
"#;

#[test]
fn since_22_each_operand_has_a_field() {
    check_errors(
        &[],
        FIELDS,
        expect![[r#"
            4: error: operand 'a' of type 'imm' must have a decoder method
            5: error: DecoderEmitter: operand "a" has non-empty MIOperandInfo, but doesn't have a custom decoder!
            3: error: could not find field for operand 'a'
        "#]],
    );
    check_errors(
        &[("ignore-non-decodable-operands", "")],
        FIELDS,
        expect![[r#"
            4: error: operand 'a' of type 'imm' must have a decoder method
            5: error: DecoderEmitter: operand "a" has non-empty MIOperandInfo, but doesn't have a custom decoder!
        "#]],
    );
}

#[test]
fn since_22_operands_can_be_left_out() {
    let text = r#"
        def I1 : I<(ins GPR:$a, GPR:$b)> { bits<8> Inst = 1; bits<2> b = 3; }
        def I2 : I<(ins GPR:$a)> { bits<0> a; bits<8> Inst = 2; }
    "#;
    let missing = ("ignore-non-decodable-operands", "");
    let fixed = ("ignore-fully-defined-operands", "");
    check_cases(
        &[missing],
        text,
        expect![[r#"
              case 0:
                tmp = 0x3;
                if (!Check(S, DecodeGPRRegisterClass(MI, tmp, Address, Decoder))) { return MCDisassembler::Fail; }
                return S;
              case 1:
                if (!Check(S, DecodeGPRRegisterClass(MI, Decoder)))
                  return MCDisassembler::Fail;
                return S;
        "#]],
    );
    check_cases(
        &[missing, fixed],
        text,
        expect![[r#"
              case 0:
                return S;
              case 1:
                if (!Check(S, DecodeGPRRegisterClass(MI, Decoder)))
                  return MCDisassembler::Fail;
                return S;
        "#]],
    );
}

#[test]
fn since_22_size_and_bits_agree() {
    let text = r#"
        def I1 : I<(ins)> { bits<8> Inst = {0, 1, ?, ?, ?, ?, ?, ?}; bits<8> SoftFail = 0b01100000; }
        def I2 : I<(ins)> { bits<8> Inst = 2; bits<7> SoftFail = 0; }
    "#;
    check_errors(
        &[],
        text,
        expect![[r#"
        2: error: SoftFail{5} = 1 requires Inst{5} to be fully defined (0 or 1, not '?')
        3: error: SoftFail field, if defined, must be of the same type as Inst, which is bits<8>
    "#]],
    );
    let check = |text, want| check_errors(&[], text, want);
    check(
        "def I1 : I<(ins)> { bits<7> Inst = 1; }",
        expect![[r#"
        1: error: I1: Size is 8 bits, but Inst specifies only 7 bits
    "#]],
    );
    check(
        "def I1 : I<(ins)> { bits<9> Inst = 1; let Inst{8} = 1; }",
        expect![[r#"
            1: error: I1: Size is 8 bits, but Inst bits beyond that are    not zero/unset
        "#]],
    );
    check(
        "def I1 : I<(ins)> { bits<9> Inst = 1; bits<9> SoftFail = 0; let SoftFail{8} = 1; }",
        expect![[r#"
            1: error: I1: Size is 8 bits, but SoftFail bits beyond that are    not zero/unset
        "#]],
    );
}

/// The reference reverses `Inst` alone, and the note shows it reversed.
#[test]
fn since_22_notes_show_the_order_of_the_code() {
    let target = "
        def Set : InstrInfo { let isLittleEndianEncoding = true; }
        def Toy : Target { let InstructionSet = Set; }
    ";
    let check = |text, want: Expect| {
        let shown = shown_as(Release::V22, &[], target, text);
        let note = shown.lines().find(|it| it.contains("note: "));
        want.assert_eq(note.unwrap_or(&shown));
    };
    check(
        "def I1 : I<(ins)> { bits<12> Inst = {?, ?, ?, ?, 0, 1, ?, ?, 1, 1, 0, 0}; }",
        expect!["note: bits<12> Inst = { 0, 0, 1, 1, ?, ?, 1, 0, ?, ?, ?, ? };"],
    );
    check(
        "def I1 : I<(ins)> {
          bits<12> Inst = {0, 1, ?, ?, 1, 1, 0, 0, ?, ?, ?, ?};
          bits<12> SoftFail = 0b010000000000;
        }",
        expect!["note: bits<12> SoftFail = { 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 };"],
    );
}

#[test]
fn since_22_ambiguous_encodings_are_an_error() {
    check_22(
        r#"
        def I1 : I<(ins)> { bits<8> Inst = {0, 1, ?, ?, ?, ?, ?, ?}; }
        def I2 : I<(ins)> { bits<8> Inst = {0, 1, ?, ?, ?, ?, ?, ?}; }
        def I3 : I<(ins GPR:$a)> { bits<8> Inst = {1, ?, ?, ?, ?, ?, ?, ?}; }
        def I4 : I<(ins GPR:$a)> { let DecoderNamespace = "Other"; bits<8> Inst = 1; }
        "#,
        expect![[r#"
            Decoding Conflict:
                ........
                0.......
                01......
                01______  I1
                01______  I2
            5: error: could not find field for operand 'a'
            error: Decoding conflict encountered
        "#]],
    );
}

#[test]
fn since_22_tables_can_have_decoders_of_their_own() {
    let text = r#"
        def I1 : I<(ins GPR:$a)> { bits<4> a; bits<8> Inst = {0, 0, 0, 1, a{3-0}}; }
        def I2 : I<(ins GPR:$a)> { let Size = 2; bits<4> a; bits<16> Inst = 1; let Inst{15-12} = a; }
    "#;
    let by_width = ("specialize-decoders-per-bitwidth", "");
    let shown = shown_as(Release::V22, &[by_width], TOY, text);
    expect![[r#"
        DecoderTable8[9] = {
          8,                                         // 0: BitWidth 8
          OPC_CheckField, 4, 4, 1,                   // 1: check Inst[7:4] == 0x1
          OPC_Decode, 194, 2, 0,                     // 5: decode to I1 using decoder 0
        };
        // Handling 1 cases.
        template <typename InsnType>
        static std::enable_if_t<InsnBitWidth<InsnType> == 8, DecodeStatus>
        decodeToMCInst(unsigned Idx, DecodeStatus S, InsnType insn, MCInst &MI, uint64_t Address, const MCDisassembler *Decoder, bool &DecodeComplete) {
          DecodeComplete = true;
          using TmpType = std::conditional_t<std::is_integral<InsnType>::value, InsnType, uint64_t>;
          TmpType tmp;
          switch (Idx) {
          default: llvm_unreachable("Invalid decoder index!");
          case 0:
            tmp = fieldFromInstruction(insn, 0, 4);
            if (!Check(S, DecodeGPRRegisterClass(MI, tmp, Address, Decoder))) { return MCDisassembler::Fail; }
            return S;
          }
        }
        static const uint8_t DecoderTable16[9] = {
          16,                                        // 0: BitWidth 16
          OPC_CheckField, 0, 12, 1,                  // 1: check Inst[11:0] == 0x1
          OPC_Decode, 195, 2, 0,                     // 5: decode to I2 using decoder 0
        };
        // Handling 1 cases.
        template <typename InsnType>
        static std::enable_if_t<InsnBitWidth<InsnType> == 16, DecodeStatus>
        decodeToMCInst(unsigned Idx, DecodeStatus S, InsnType insn, MCInst &MI, uint64_t Address, const MCDisassembler *Decoder, bool &DecodeComplete) {
          DecodeComplete = true;
          using TmpType = std::conditional_t<std::is_integral<InsnType>::value, InsnType, uint64_t>;
          TmpType tmp;
          switch (Idx) {
          default: llvm_unreachable("Invalid decoder index!");
          case 0:
            tmp = fieldFromInstruction(insn, 12, 4);
            if (!Check(S, DecodeGPRRegisterClass(MI, tmp, Address, Decoder))) { return MCDisassembler::Fail; }
            return S;
          }
        }
    "#]].assert_eq(&shown);
    let table = ("use-fn-table-in-decode-to-mcinst", "");
    let shown = shown_as(Release::V22, &[by_width, table], TOY, text);
    let names = shown.lines().filter(|it| it.contains("decodeFn_"));
    expect![[r#"
        decodeFn_8bit_0(DecodeStatus S, InsnType insn, MCInst &MI, uint64_t Address, const MCDisassembler *Decoder, bool &DecodeComplete) {
            decodeFn_8bit_0,
        decodeFn_16bit_0(DecodeStatus S, InsnType insn, MCInst &MI, uint64_t Address, const MCDisassembler *Decoder, bool &DecodeComplete) {
            decodeFn_16bit_0,
    "#]].assert_eq(&names.map(|it| format!("{it}\n")).collect::<String>());
}

#[test]
fn since_22_bits_that_all_have_tell_lengths_apart() {
    let text = r#"
        def descend;
        def operand;
        class V<dag i> : Instruction {
          let Namespace = "Toy"; let OutOperandList = (outs); let InOperandList = i; let Size = 0; dag Inst;
        }
        def long : V<(ins GPR:$a)> { let Inst = (descend 0b00000001, (operand "$a", 4), 0b0010); }
        def short : V<(ins GPR:$a)> { let Inst = (descend 0b0001, (operand "$a", 2)); }
        def fixed : I<(ins)> { bits<8> Inst = 3; }
    "#;
    check_22(
        text,
        expect![[r#"
        InstrLenTable[] = {
        8,
        16,
        6,
        };

        static const uint8_t DecoderTable16[38] = {
          OPC_SwitchField, 2, 2,                     //  0: switch Inst[3:2] {
          0, 23,                                     //  3: case 0x0: {
          OPC_SwitchField, 0, 2,                     //  5:  switch Inst[1:0] {
          2, 8,                                      //  8:  case 0x2: {
          OPC_CheckField, 8, 8, 1,                   // 10:   check Inst[15:8] == 0x1
          OPC_Decode, 195, 2, 0,                     // 14:   decode to long using decoder 0
                                                     // 14:  }
          3, 0,                                      // 18:  case 0x3: {
          OPC_CheckField, 4, 4, 0,                   // 20:   check Inst[7:4] == 0x0
          OPC_Decode, 194, 2, 1,                     // 24:   decode to fixed using decoder 1
                                                     // 24:  }
                                                     // 24:  } // switch Inst[1:0]
                                                     // 24: }
          1, 0,                                      // 28: case 0x1: {
          OPC_CheckField, 4, 2, 0,                   // 30:  check Inst[5:4] == 0x0
          OPC_Decode, 196, 2, 2,                     // 34:  decode to short using decoder 2
                                                     // 34: }
                                                     // 34: } // switch Inst[3:2]
        };
        // Handling 3 cases.
        template <typename InsnType>
        static DecodeStatus decodeToMCInst(unsigned Idx, DecodeStatus S, InsnType insn, MCInst &MI, uint64_t Address, const MCDisassembler *Decoder, bool &DecodeComplete) {
          DecodeComplete = true;
          using TmpType = std::conditional_t<std::is_integral<InsnType>::value, InsnType, uint64_t>;
          TmpType tmp;
          switch (Idx) {
          default: llvm_unreachable("Invalid decoder index!");
          case 0:
            tmp = fieldFromInstruction(insn, 4, 4);
            if (!Check(S, DecodeGPRRegisterClass(MI, tmp, Address, Decoder))) { return MCDisassembler::Fail; }
            return S;
          case 1:
            return S;
          case 2:
            tmp = fieldFromInstruction(insn, 0, 2);
            if (!Check(S, DecodeGPRRegisterClass(MI, tmp, Address, Decoder))) { return MCDisassembler::Fail; }
            return S;
          }
        }
    "#]],
    );
    let by_width = ("specialize-decoders-per-bitwidth", "");
    check_errors(
        &[by_width],
        text,
        expect![[r#"
        error: Cannot specialize decoders for variable length instuctions
    "#]],
    );
}

/// Before, the size of each is read. 22's output is that of the same source without the pseudo instruction.
#[test]
fn since_22_instructions_that_are_not_decoded_need_no_size() {
    let text = |more: &str| {
        let decoded =
            "def I1 : I<(ins GPR:$a)> { bits<4> a; bits<8> Inst = {0, 0, 0, 1, a{3-0}}; }";
        format!("{decoded}\ndef I2 : I<(ins)> {{ let Size = ?; {more} }}")
    };
    for more in ["let isPseudo = true;", "let isCodeGenOnly = true;"] {
        let shown = |release| shown_as(release, &[], TOY, &text(more));
        assert!(
            shown(Release::V22).contains("decode to I1"),
            "{}",
            shown(Release::V22)
        );
        assert!(
            shown(Release::V21).contains("Size"),
            "{}",
            shown(Release::V21)
        );
    }
}
