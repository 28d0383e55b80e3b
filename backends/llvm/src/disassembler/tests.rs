mod since_22;

use backend_testing::{between, read_as, run, target_source};
use elaborate::records::Release;
use expect_test::{Expect, expect};
use target_model::releases::opcodes;

const TOY: &str = "def Toy : Target;";

const CLASSES: &str = r#"
def GPR : RegisterClass;
def imm : Operand;
class I<dag i, dag o = (outs)> : Instruction {
  let Namespace = "Toy";
  let Size = 1;
  let InOperandList = i;
  let OutOperandList = o;
}
class AssemblerPredicate<dag cond> : Predicate<""> {
  bit AssemblerMatcherPredicate = true;
  dag AssemblerCondDag = cond;
}
def all_of;
def any_of;
def not;
def A : SubtargetFeature<"a", "A", "true", "">;
def B : SubtargetFeature<"b", "B", "true", "">;
"#;

/// The messages, and the tables and functions without the parts that all targets share.
fn shown(target: &str, text: &str) -> String {
    shown_as(Release::V19, &[], target, text)
}

/// The same for a release.
fn shown_as(release: Release, options: &[(&str, &str)], target: &str, text: &str) -> String {
    let source = target_source(opcodes(release), &format!("{target}{CLASSES}{text}"));
    let records = read_as(release, &source);
    let above = source.lines().count() - text.lines().count();
    let run = run(crate::ALL, "gen-disassembler", options, &records);
    let mut shown: String = run.said.dumps.iter().map(|(_, text)| &**text).collect();
    let rest = run.shown_below(&records, above as u32);
    shown += match rest.split_once("static const uint8_t ") {
        Some((start, rest))
            if start.contains("static bool Check(") || start.contains("InsnBitWidth") =>
        {
            rest.split("\ntemplate <typename InsnType>\nstatic DecodeStatus decodeInstruction")
                .next()
                .unwrap_or_default()
        }
        _ => &rest,
    };
    // Rows of instructions that all targets have, and of bytes without an instruction.
    let says_nothing = |line: &&str| *line == "0," || line.contains("ET_Unused");
    let lines = shown.lines().filter(|it| !says_nothing(it));
    lines.map(|it| format!("{it}\n")).collect()
}

/// Checks the messages, the tables, and of the functions only the cases.
#[track_caller]
fn check(text: &str, want: Expect) {
    let shown = shown(TOY, text);
    let Some((tables, functions)) = shown.split_once("static bool checkDecoderPredicate") else {
        want.assert_eq(&shown);
        return;
    };
    let (predicates, decoders) = functions.split_once("template").expect("a second function");
    let predicates = format!("predicates:\n{}", cases(predicates));
    let decoders = format!("decoders:\n{}", cases(decoders));
    want.assert_eq(&format!("{tables}{predicates}{decoders}"));
}

/// The cases of a function's `switch`.
fn cases(function: &str) -> String {
    let lines = function.lines().skip_while(|it| !it.starts_with("  case "));
    let lines = lines.take_while(|it| *it != "  }");
    lines.map(|it| format!("{it}\n")).collect()
}

#[test]
fn whole_functions() {
    let shown = shown(
        TOY,
        r#"
        def P : AssemblerPredicate<(all_of A)>;
        def J : I<(ins GPR:$a)> { bits<4> a; bits<8> Inst = { 0, 0, 0, 1, a }; let Predicates = [P]; }
        "#,
    );
    expect![[r#"
        static bool checkDecoderPredicate(unsigned Idx, const FeatureBitset &Bits) {
          switch (Idx) {
          default: llvm_unreachable("Invalid index!");
          case 0:
            return (Bits[Toy::A]);
          }
        }

        template <typename InsnType>
        static DecodeStatus decodeToMCInst(DecodeStatus S, unsigned Idx, InsnType insn, MCInst &MI,
                                           uint64_t Address, const MCDisassembler *Decoder, bool &DecodeComplete) {
          DecodeComplete = true;
          using TmpType = std::conditional_t<std::is_integral<InsnType>::value, InsnType, uint64_t>;
          TmpType tmp;
          switch (Idx) {
          default: llvm_unreachable("Invalid index!");
          case 0:
            tmp = fieldFromInstruction(insn, 0, 4);
            if (!Check(S, DecodeGPRRegisterClass(MI, tmp, Address, Decoder))) { return MCDisassembler::Fail; }
            return S;
          }
        }
    "#]].assert_eq(&between(&shown, "checkDecoderPredicate(", ""));
}

#[test]
fn nothing_depends_on_features() {
    let shown = shown(TOY, "def J : I<(ins)> { bits<8> Inst = 1; }");
    let function = between(&shown, "checkDecoderPredicate(", "template");
    expect![[r#"
        static bool checkDecoderPredicate(unsigned Idx, const FeatureBitset &Bits) {
          llvm_unreachable("Invalid index!");
        }

    "#]]
    .assert_eq(&function);
}

#[test]
fn bits_that_all_fix_then_bits_that_some_fix() {
    check(
        r#"
        class J<bits<2> op> : I<(ins GPR:$a)> { bits<4> a; bits<8> Inst = { op, 0, ?, a }; }
        def J0 : J<0>;
        def J1 : J<1>;
        def K : I<(ins)> { bits<8> Inst = 0b00010110; }
        "#,
        expect![[r#"
            DecoderTable8[] = {
            /* 0 */       MCD::OPC_ExtractField, 5, 3,  // Inst{7-5} ...
            /* 3 */       MCD::OPC_FilterValue, 0, 15, 0, 0, // Skip to: 23
            /* 8 */       MCD::OPC_CheckField, 0, 5, 22, 4, 0, 0, // Skip to: 19
            /* 15 */      MCD::OPC_Decode, 169, 2, 0, // Opcode: K
            /* 19 */      MCD::OPC_Decode, 167, 2, 1, // Opcode: J0
            /* 23 */      MCD::OPC_FilterValue, 2, 4, 0, 0, // Skip to: 32
            /* 28 */      MCD::OPC_Decode, 168, 2, 1, // Opcode: J1
            /* 32 */      MCD::OPC_Fail,
              0
            };

            predicates:
            decoders:
              case 0:
                return S;
              case 1:
                tmp = fieldFromInstruction(insn, 0, 4);
                if (!Check(S, DecodeGPRRegisterClass(MI, tmp, Address, Decoder))) { return MCDisassembler::Fail; }
                return S;
        "#]],
    );
}

#[test]
fn operands_in_parts_with_fixed_bits_and_ties() {
    check(
        r#"
        def Pair : Operand<"p", (ops GPR, imm)>;
        def J : I<(ins GPR:$src, (Pair $x, $y):$p, imm:$z), (outs GPR:$dst)> {
          let Constraints = "$dst = $src";
          let Size = 2;
          bits<3> dst; bits<2> x; bits<4> y; bits<4> z; let z{0} = 1;
          bits<16> Inst = { y{1-0}, z{3-1}, y{3-2}, 0, 0, x, 1, dst, 1 };
        }
        def K : I<(ins GPR:$a)> { bits<4> a; bits<8> Inst = { 1, 1, 1, 1, a }; let DecoderMethod = "whole"; let hasCompleteDecoder = false; }
        "#,
        expect![[r#"
            DecoderTable8[] = {
            /* 0 */       MCD::OPC_CheckField, 4, 4, 15, 7, 0, 0, // Skip to: 14
            /* 7 */       MCD::OPC_TryDecode, 168, 2, 0, 0, 0, 0, // Opcode: K, skip to: 14
            /* 14 */      MCD::OPC_Fail,
              0
            };

            static const uint8_t DecoderTable16[] = {
            /* 0 */       MCD::OPC_CheckField, 7, 2, 0, 18, 0, 0, // Skip to: 25
            /* 7 */       MCD::OPC_CheckField, 4, 1, 1, 11, 0, 0, // Skip to: 25
            /* 14 */      MCD::OPC_CheckField, 0, 1, 1, 4, 0, 0, // Skip to: 25
            /* 21 */      MCD::OPC_Decode, 167, 2, 1, // Opcode: J
            /* 25 */      MCD::OPC_Fail,
              0
            };

            predicates:
            decoders:
              case 0:
                if (!Check(S, whole(MI, insn, Address, Decoder))) { DecodeComplete = false; return MCDisassembler::Fail; }
                return S;
              case 1:
                tmp = fieldFromInstruction(insn, 1, 3);
                if (!Check(S, DecodeGPRRegisterClass(MI, tmp, Address, Decoder))) { return MCDisassembler::Fail; }
                tmp = fieldFromInstruction(insn, 1, 3);
                if (!Check(S, DecodeGPRRegisterClass(MI, tmp, Address, Decoder))) { return MCDisassembler::Fail; }
                tmp = fieldFromInstruction(insn, 5, 2);
                if (!Check(S, DecodeGPRRegisterClass(MI, tmp, Address, Decoder))) { return MCDisassembler::Fail; }
                tmp = 0x0;
                insertBits(tmp, fieldFromInstruction(insn, 9, 2), 2, 2);
                insertBits(tmp, fieldFromInstruction(insn, 14, 2), 0, 2);
                MI.addOperand(MCOperand::createImm(tmp));
                tmp = 0x1;
                insertBits(tmp, fieldFromInstruction(insn, 11, 3), 1, 3);
                MI.addOperand(MCOperand::createImm(tmp));
                return S;
        "#]],
    );
}

#[test]
fn conditions_and_bits_that_may_be_wrong() {
    check(
        r#"
        def P : AssemblerPredicate<(all_of A, (not B))>;
        def Q : AssemblerPredicate<(any_of A, B)>;
        def J : I<(ins)> { bits<8> Inst = 1; let Predicates = [P, Q]; bits<8> SoftFail = 0b00000011; }
        def K : I<(ins)> { bits<8> Inst = { ?, ?, ?, ?, 0, 0, 1, 0 }; let Predicates = [P]; }
        def L : I<(ins)> { bits<8> Inst = { ?, ?, ?, ?, 0, 1, 1, 0 }; bits<8> SoftFail = 0b10000000; }
        "#,
        expect![[r#"
            SoftFail Conflict: bit SoftFail{7} in L is set but Inst{7} is unset!
              - You can only mark a bit as SoftFail if it is fully defined (1/0 - not '?') in Inst
            DecoderTable8[] = {
            /* 0 */       MCD::OPC_ExtractField, 2, 2,  // Inst{3-2} ...
            /* 3 */       MCD::OPC_FilterValue, 0, 35, 0, 0, // Skip to: 43
            /* 8 */       MCD::OPC_CheckPredicate, 0, 11, 0, 0, // Skip to: 24
            /* 13 */      MCD::OPC_CheckField, 0, 2, 2, 4, 0, 0, // Skip to: 24
            /* 20 */      MCD::OPC_Decode, 168, 2, 0, // Opcode: K
            /* 24 */      MCD::OPC_CheckPredicate, 1, 30, 0, 0, // Skip to: 59
            /* 29 */      MCD::OPC_CheckField, 4, 4, 0, 23, 0, 0, // Skip to: 59
            /* 36 */      MCD::OPC_SoftFail, 2, 1,
            /* 39 */      MCD::OPC_Decode, 167, 2, 0, // Opcode: J
            /* 43 */      MCD::OPC_FilterValue, 1, 11, 0, 0, // Skip to: 59
            /* 48 */      MCD::OPC_CheckField, 0, 2, 2, 4, 0, 0, // Skip to: 59
            /* 55 */      MCD::OPC_Decode, 169, 2, 0, // Opcode: L
            /* 59 */      MCD::OPC_Fail,
              0
            };

            predicates:
              case 0:
                return (Bits[Toy::A] && !Bits[Toy::B]);
              case 1:
                return ((Bits[Toy::A] && !Bits[Toy::B]) && (Bits[Toy::A] || Bits[Toy::B]));
            decoders:
              case 0:
                return S;
        "#]],
    );
}

#[test]
fn encodings_that_cannot_be_told_apart() {
    check(
        r#"
        def J : I<(ins)> { bits<8> Inst = { 0, 1, ?, ?, ?, ?, ?, ? }; }
        def K : I<(ins)> { bits<8> Inst = { 0, 1, ?, ?, ?, ?, ?, ? }; }
        def L : I<(ins)> { bits<8> Inst = { 1, 1, ?, ?, ?, ?, ?, ? }; }
        def M : AdditionalEncoding<L> { bits<8> Inst = { 1, 1, ?, ?, ?, ?, ?, ? }; let Size = 1; }
        "#,
        expect![[r#"
            Decoding Conflict:
            		01......
            		........
            	J 01______
            	K 01______
            Decoding Conflict:
            		11......
            		........
            	L 11______
            	M:L 11______
            DecoderTable8[] = {
            /* 0 */       MCD::OPC_ExtractField, 6, 2,  // Inst{7-6} ...
            /* 3 */       MCD::OPC_FilterValue, 1, 0, 0, 0, // Skip to: 8
            /* 8 */       MCD::OPC_FilterValue, 3, 0, 0, 0, // Skip to: 13
            /* 13 */      MCD::OPC_Fail,
              0
            };

            predicates:
            decoders:
        "#]],
    );
}

const MODES: &str = r#"
def Far : HwMode<"+far", []>;
class EncodingByHwMode<list<HwMode> ms, list<InstructionEncoding> os> : HwModeSelect<ms> {
  list<InstructionEncoding> Objects = os;
}
class E<bits<8> b> : InstructionEncoding { bits<8> Inst = b; let Size = 1; list<Predicate> Predicates = []; }
def Near1 : E<1>;
def Far1 : E<2>;
class I0<bits<8> b> : Instruction { let Namespace = "Toy"; let Size = 1; bits<8> Inst = b; }
def J : I0<0> { EncodingByHwMode EncodingInfos = EncodingByHwMode<[DefaultMode, Far], [Near1, Far1]>; }
def K : I0<3>;
def L : I0<4> { let DecoderNamespace = "Other"; }
"#;

#[test]
fn tables_of_modes() {
    let tables = |level| {
        let source = target_source(opcodes(Release::V19), &format!("def Toy : Target;{MODES}"));
        let options = [("suppress-per-hwmode-duplicates", level)];
        let run = run(
            crate::ALL,
            "gen-disassembler",
            &options,
            &read_as(Release::V19, &source),
        );
        let text = run.text_or_error();
        let lines = text.lines().filter_map(|it| {
            let table = it.strip_prefix("static const uint8_t ");
            table.or_else(|| Some(it.split_once("// Opcode: ")?.1))
        });
        lines.collect::<Vec<_>>().join(" ")
    };
    expect!["DecoderTable8[] = { Near1:J K DecoderTableOther8[] = { L DecoderTableOther_Far8[] = { L DecoderTable_Far8[] = { Far1:J K"].assert_eq(&tables("O0"));
    expect![
        "DecoderTable8[] = { Near1:J K DecoderTableOther8[] = { L DecoderTable_Far8[] = { Far1:J K"
    ]
    .assert_eq(&tables("O1"));
    expect![
        "DecoderTable8[] = { Near1:J K DecoderTableOther8[] = { L DecoderTable_Far8[] = { Far1:J"
    ]
    .assert_eq(&tables("O2"));
}

#[test]
fn variable_length() {
    check(
        r#"
        def ascend;
        def descend;
        def operand;
        def slice;
        def decoder;
        def J : I<(ins GPR:$a)> { dag Inst = (descend 0b1010, (operand "$a", 4)); }
        def K : I<(ins imm:$a)> {
          dag Inst = (ascend 0b00000011, (slice "$a", 7, 4, (decoder "half")), (slice "$a", 3, 0));
        }
        "#,
        expect![[r#"
            DecoderTable16[] = {
            /* 0 */       MCD::OPC_ExtractField, 4, 4,  // Inst{7-4} ...
            /* 3 */       MCD::OPC_FilterValue, 0, 11, 0, 0, // Skip to: 19
            /* 8 */       MCD::OPC_CheckField, 0, 4, 3, 13, 0, 0, // Skip to: 28
            /* 15 */      MCD::OPC_Decode, 168, 2, 0, // Opcode: K
            /* 19 */      MCD::OPC_FilterValue, 10, 4, 0, 0, // Skip to: 28
            /* 24 */      MCD::OPC_Decode, 167, 2, 1, // Opcode: J
            /* 28 */      MCD::OPC_Fail,
              0
            };

            static const uint8_t InstrLenTable[] = {
            8,
            16,
            };

            predicates:
            decoders:
              case 0:
                tmp = 0x0;
                insertBits(tmp, fieldFromInstruction(insn, 8, 4), 4, 4);
                insertBits(tmp, fieldFromInstruction(insn, 12, 4), 0, 4);
                if (!Check(S, half(MI, tmp, Address, Decoder))) { return MCDisassembler::Fail; }
                return S;
              case 1:
                tmp = fieldFromInstruction(insn, 0, 4);
                if (!Check(S, DecodeGPRRegisterClass(MI, tmp, Address, Decoder))) { return MCDisassembler::Fail; }
                return S;
        "#]],
    );
}

#[test]
fn operands_that_cannot_be_decoded() {
    check(
        r#"
        def Custom : Operand<"p", (ops GPR)> { let DecoderMethod = "custom"; }
        def J : I<(ins (Custom $x):$c)> { bits<4> x; bits<8> Inst = { 0, 0, 0, 0, x }; }
        "#,
        expect![[r#"
            3: error: DecoderEmitter: operand "c" has type "Custom" with a custom DecoderMethod, but also named sub-operands.
        "#]],
    );
    check(
        r#"
        def P : AssemblerPredicate<(all_of)>;
        def J : I<(ins)> { bits<8> Inst = 1; let Predicates = [P]; }
        "#,
        expect![[r#"
            2: error: Invalid AssemblerCondDag!
        "#]],
    );
    check(
        "def J : I<(ins)> { bits<8> Inst = 1; let Size = 100000000; }",
        expect![[r#"
            1: error: the encoding of 'J' is too long
        "#]],
    );
}

#[test]
fn codes_of_web_assembly() {
    let shown = shown(
        "def WebAssembly : Target;",
        r#"
        class W<bits<32> b, string text, bit stack = true> : I<(ins)> {
          bits<32> Inst = b; let AsmString = text; bit StackBased = stack; bit IsCanonical = false;
        }
        def Long : W<1, "longer">;
        def Short : W<1, "short">;
        def Register : W<1, "r", false>;
        def Prefixed : W<0xFC02, "prefixed"> { let InOperandList = (ins GPR:$a, GPR:$b); }
        def None : W<0xFFFFFFFF, "none">;
        "#,
    );
    expect![[r##"
            #include "MCTargetDesc/WebAssemblyMCTargetDesc.h"

            namespace llvm {

            static constexpr int WebAssemblyInstructionTableSize = 256;


            struct WebAssemblyInstruction {
              uint16_t Opcode;
              EntryType ET;
              uint8_t NumOperands;
              uint16_t OperandStart;
            };

            WebAssemblyInstruction InstructionTable0[] = {
              // 0x1: short
              { 299, ET_Instruction, 0, 0  },
              { 0, ET_Prefix, 0, 0  },
            };

            WebAssemblyInstruction InstructionTable252[] = {
              // 0x2: prefixed
              { 297, ET_Instruction, 2, 0  },
            };

            const uint8_t OperandTable[] = {
              MCOI::OPERAND_REGISTER,
              MCOI::OPERAND_REGISTER,
            };

            struct { uint8_t Prefix; const WebAssemblyInstruction *Table; }
            PrefixTable[] = {
              { 252, InstructionTable252 },
              { 0, nullptr }
            };

            } // end namespace llvm
        "##]]
    .assert_eq(&shown);
}

const SCOPES: &str = r#"
def P : AssemblerPredicate<(all_of A)>;
class J<bits<2> op> : I<(ins GPR:$a)> { bits<4> a; bits<8> Inst = { op, 0, ?, a }; }
def J0 : J<0>;
def J1 : J<1> { let Predicates = [P]; }
def K : I<(ins)> { bits<8> Inst = 0b00010110; let DecoderMethod = "decodeK"; let hasCompleteDecoder = false; }
def L : I<(ins)> { bits<8> Inst = { 1, 1, 1, 0, 0, 0, 1, 1 }; bits<8> SoftFail = 0b00000001; }
"#;

#[test]
fn since_21_failure_of_all_has_no_distance() {
    let shown = shown_as(Release::V21, &[], TOY, SCOPES);
    expect![[r#"
        DecoderTable8[] = {
        /* 0 */       MCD::OPC_ExtractField, 5, 3,  // Inst{7-5} ...
        /* 3 */       MCD::OPC_FilterValue, 0, 16, 0, // Skip to: 23
        /* 7 */       MCD::OPC_CheckField, 0, 5, 22, 6, 0, // Skip to: 19
        /* 13 */      MCD::OPC_TryDecode, 188, 2, 0, 0, 0, // Opcode: K, DecodeIdx: 0, Skip to: 19
        /* 19 */      MCD::OPC_Decode, 186, 2, 1, // Opcode: J0, DecodeIdx: 1
        /* 23 */      MCD::OPC_FilterValue, 2, 6, 0, // Skip to: 33
        /* 27 */      MCD::OPC_CheckPredicateOrFail, 0, 
        /* 29 */      MCD::OPC_Decode, 187, 2, 1, // Opcode: J1, DecodeIdx: 1
        /* 33 */      MCD::OPC_FilterValueOrFail, 7, 
        /* 35 */      MCD::OPC_CheckFieldOrFail, 1, 4, 1, 
        /* 39 */      MCD::OPC_SoftFail, 0, 1, // +ve mask: 0x0, -ve mask: 0x1
        /* 42 */      MCD::OPC_Decode, 189, 2, 2, // Opcode: L, DecodeIdx: 2
        /* 46 */      MCD::OPC_Fail,
          0
        };

        static bool checkDecoderPredicate(unsigned Idx, const FeatureBitset &Bits) {
          switch (Idx) {
          default: llvm_unreachable("Invalid index!");
          case 0:
            return (Bits[Toy::A]);
          }
        }

        // Handling 3 cases.
        template <typename InsnType>
        static DecodeStatus decodeToMCInst(unsigned Idx, DecodeStatus S, InsnType insn, MCInst &MI, uint64_t Address, const MCDisassembler *Decoder, bool &DecodeComplete) {
          DecodeComplete = true;
          using TmpType = std::conditional_t<std::is_integral<InsnType>::value, InsnType, uint64_t>;
          TmpType tmp;
          switch (Idx) {
          default: llvm_unreachable("Invalid index!");
          case 0:
            if (!Check(S, decodeK(MI, insn, Address, Decoder))) { DecodeComplete = false; return MCDisassembler::Fail; }
            return S;
          case 1:
            tmp = fieldFromInstruction(insn, 0, 4);
            if (!Check(S, DecodeGPRRegisterClass(MI, tmp, Address, Decoder))) { return MCDisassembler::Fail; }
            return S;
          case 2:
            return S;
          }
        }

        static unsigned decodeNumToSkip(const uint8_t *&Ptr) {
          unsigned NumToSkip = *Ptr++;
          NumToSkip |= (*Ptr++) << 8;
          return NumToSkip;
        }
    "#]].assert_eq(&shown);
}

#[test]
fn decoders_in_a_table() {
    let options = [
        ("use-fn-table-in-decode-to-mcinst", ""),
        ("large-decoder-table", ""),
    ];
    let text = "def J : I<(ins GPR:$a)> { bits<4> a; bits<8> Inst = { 0, 0, 0, 1, a }; }";
    let shown = shown_as(Release::V21, &options, TOY, text);
    expect![[r#"
        DecoderTable8[] = {
        /* 0 */       MCD::OPC_CheckFieldOrFail, 4, 4, 1, 
        /* 4 */       MCD::OPC_Decode, 186, 2, 0, // Opcode: J, DecodeIdx: 0
        /* 8 */       MCD::OPC_Fail,
          0
        };

        template <typename InsnType>
        DecodeStatus decodeFn0(DecodeStatus S, InsnType insn, MCInst &MI, uint64_t Address, const MCDisassembler *Decoder, bool &DecodeComplete) {
          using TmpType = std::conditional_t<std::is_integral<InsnType>::value, InsnType, uint64_t>;
          [[maybe_unused]] TmpType tmp;
          tmp = fieldFromInstruction(insn, 0, 4);
          if (!Check(S, DecodeGPRRegisterClass(MI, tmp, Address, Decoder))) { return MCDisassembler::Fail; }
          return S;
        }

        // Handling 1 cases.
        template <typename InsnType>
        static DecodeStatus decodeToMCInst(unsigned Idx, DecodeStatus S, InsnType insn, MCInst &MI, uint64_t Address, const MCDisassembler *Decoder, bool &DecodeComplete) {
          DecodeComplete = true;
          using DecodeFnTy = DecodeStatus (*)(DecodeStatus S, InsnType insn, MCInst &MI, uint64_t Address, const MCDisassembler *Decoder, bool &DecodeComplete);
          static constexpr DecodeFnTy decodeFnTable[] = {
            decodeFn0,
          };
          if (Idx >= 1)
            llvm_unreachable("Invalid index!");
          return decodeFnTable[Idx](S, insn, MI, Address, Decoder, DecodeComplete);
        }

        static unsigned decodeNumToSkip(const uint8_t *&Ptr) {
          unsigned NumToSkip = *Ptr++;
          NumToSkip |= (*Ptr++) << 8;
          NumToSkip |= (*Ptr++) << 16;
          return NumToSkip;
        }
    "#]].assert_eq(&shown);
}

#[test]
fn since_21_encodings_that_cannot_be_told_apart_are_an_error() {
    let text = r#"
    def J : I<(ins)> { bits<8> Inst = { 0, 1, ?, ?, ?, ?, ?, ? }; }
    def K : I<(ins)> { bits<8> Inst = { 0, 1, ?, ?, ?, ?, ?, ? }; }
    "#;
    expect![[r#"
        Decoding Conflict:
        		01......
        		........
        	J 01______
        	K 01______
        error: Decoding conflict encountered
    "#]]
    .assert_eq(&shown_as(Release::V21, &[], TOY, text));
}
