use backend::Release;
use backend_testing::{difference, read_as, run, target_source};
use expect_test::{Expect, expect};
use target_model::releases::opcodes;

const CLASSES: &str = r#"
def GPR : RegisterClass;
def imm : Operand { let EncoderMethod = "encodeImm"; }
class I<dag i> : Instruction {
  let Namespace = "Toy";
  let InOperandList = i;
}
"#;

/// The text from the function's tables on, without the rows of instructions that all targets have.
#[track_caller]
fn check(text: &str, want: Expect) {
    check_target("def Toy : Target;", text, want);
}

#[track_caller]
fn check_target(target: &str, text: &str, want: Expect) {
    want.assert_eq(&shown(Release::V19, target, text));
}

fn shown(release: Release, target: &str, text: &str) -> String {
    let source = target_source(opcodes(release), &format!("{target}{CLASSES}{text}"));
    let records = read_as(release, &source);
    let above = source.lines().count() - text.lines().count();
    let shown = run(crate::ALL, "gen-emitter", &[], &records).shown_below(&records, above as u32);
    let rows = |line: &&str| {
        let line = line.trim();
        !line.starts_with("bit ")
            && !line.starts_with("UINT64_C(0)")
            && !line.ends_with("/*Index*/0},")
            || line.contains("//")
    };
    let lines = shown.lines().filter(rows).map(|it| format!("{it}\n"));
    lines.collect()
}

#[test]
fn operands_in_a_word() {
    check(
        r#"
        class J<bit high> : I<(ins GPR:$a, imm:$b)> {
          bits<4> a; bits<8> b;
          bits<16> Inst = { high, 0, 1, ?, b{7-4}, a{3-0}, b{3-0} };
        }
        def J0 : J<0>;
        def J10 : J<1> { let PostEncoderMethod = "fix"; }
        def J9 : J<1>;
        "#,
        expect![[r#"
            uint64_t ToyMCCodeEmitter::getBinaryCodeForInstr(const MCInst &MI,
                SmallVectorImpl<MCFixup> &Fixups,
                const MCSubtargetInfo &STI) const {
              static const uint64_t InstBits[] = {
                UINT64_C(8192),	// J0
                UINT64_C(40960),	// J10
                UINT64_C(40960),	// J9
              };
              const unsigned opcode = MI.getOpcode();
              uint64_t Value = InstBits[opcode];
              uint64_t op = 0;
              (void)op;  // suppress warning
              switch (opcode) {
                case Toy::J0:
                case Toy::J9: {
                  // op: a
                  op = getMachineOpValue(MI, MI.getOperand(0), Fixups, STI);
                  op &= UINT64_C(15);
                  op <<= 4;
                  Value |= op;
                  // op: b
                  op = encodeImm(MI, 1, Fixups, STI);
                  Value |= (op & UINT64_C(240)) << 4;
                  Value |= (op & UINT64_C(15));
                  break;
                }
                case Toy::J10: {
                  // op: a
                  op = getMachineOpValue(MI, MI.getOperand(0), Fixups, STI);
                  op &= UINT64_C(15);
                  op <<= 4;
                  Value |= op;
                  // op: b
                  op = encodeImm(MI, 1, Fixups, STI);
                  Value |= (op & UINT64_C(240)) << 4;
                  Value |= (op & UINT64_C(15));
                  Value = fix(MI, Value, STI);
                  break;
                }
              default:
                std::string msg;
                raw_string_ostream Msg(msg);
                Msg << "Not supported instr: " << MI;
                report_fatal_error(Msg.str().c_str());
              }
              return Value;
            }

            #ifdef GET_OPERAND_BIT_OFFSET
            #undef GET_OPERAND_BIT_OFFSET

            uint32_t ToyMCCodeEmitter::getOperandBitOffset(const MCInst &MI,
                unsigned OpNum,
                const MCSubtargetInfo &STI) const {
              switch (MI.getOpcode()) {
                case Toy::J0:
                case Toy::J9:
                case Toy::J10: {
                  switch (OpNum) {
                  case 0:
                    // op: a
                    return 4;
                  case 1:
                    // op: b
                    return 0;
                  }
                  break;
                }
              }
              std::string msg;
              raw_string_ostream Msg(msg);
              Msg << "Not supported instr[opcode]: " << MI << "[" << OpNum << "]";
              report_fatal_error(Msg.str().c_str());
            }

            #endif // GET_OPERAND_BIT_OFFSET

        "#]],
    );
}

#[test]
fn operands_in_more_than_a_word() {
    check(
        r#"def L : I<(ins GPR:$a, imm:$b)> {
          bits<70> a; bits<4> b;
          bits<80> Inst;
          let Inst{79} = 1; let Inst{74-71} = b; let Inst{70-1} = a;
        }"#,
        expect![[r#"
            void ToyMCCodeEmitter::getBinaryCodeForInstr(const MCInst &MI,
                SmallVectorImpl<MCFixup> &Fixups,
                APInt &Inst,
                APInt &Scratch,
                const MCSubtargetInfo &STI) const {
              static const uint64_t InstBits[] = {
                UINT64_C(0), UINT64_C(32768),	// L
              };
              const unsigned opcode = MI.getOpcode();
              if (Scratch.getBitWidth() != 80)
                Scratch = Scratch.zext(80);
              Inst = APInt(80, ArrayRef(InstBits + opcode * 2, 2));
              APInt &Value = Inst;
              APInt &op = Scratch;
              switch (opcode) {
                case Toy::L: {
                  op.clearAllBits();
                  // op: a
                  getMachineOpValue(MI, MI.getOperand(0), op, Fixups, STI);
                  Value.insertBits(op.extractBits(70, 0), 1);
                  op.clearAllBits();
                  // op: b
                  encodeImm(MI, 1, op, Fixups, STI);
                  Value.insertBits(op.extractBitsAsZExtValue(4, 0), 71, 4);
                  break;
                }
              default:
                std::string msg;
                raw_string_ostream Msg(msg);
                Msg << "Not supported instr: " << MI;
                report_fatal_error(Msg.str().c_str());
              }
              Inst = Value;
            }

            #ifdef GET_OPERAND_BIT_OFFSET
            #undef GET_OPERAND_BIT_OFFSET

            uint32_t ToyMCCodeEmitter::getOperandBitOffset(const MCInst &MI,
                unsigned OpNum,
                const MCSubtargetInfo &STI) const {
              switch (MI.getOpcode()) {
                case Toy::L: {
                  switch (OpNum) {
                  case 0:
                    // op: a
                    return 1;
                  case 1:
                    // op: b
                    return 71;
                  }
                  break;
                }
              }
              std::string msg;
              raw_string_ostream Msg(msg);
              Msg << "Not supported instr[opcode]: " << MI << "[" << OpNum << "]";
              report_fatal_error(Msg.str().c_str());
            }

            #endif // GET_OPERAND_BIT_OFFSET

        "#]],
    );
}

#[test]
fn bits_the_other_way_around() {
    check_target(
        "def Set : InstrInfo { let isLittleEndianEncoding = 1; }
         def Toy : Target { let InstructionSet = Set; }",
        "def L : I<(ins GPR:$a)> { bits<4> a; bits<8> Inst = { a{0-3}, 1, 0, 0, 0 }; }",
        expect![[r#"
            uint64_t ToyMCCodeEmitter::getBinaryCodeForInstr(const MCInst &MI,
                SmallVectorImpl<MCFixup> &Fixups,
                const MCSubtargetInfo &STI) const {
              static const uint64_t InstBits[] = {
                UINT64_C(16),	// L
              };
              const unsigned opcode = MI.getOpcode();
              uint64_t Value = InstBits[opcode];
              uint64_t op = 0;
              (void)op;  // suppress warning
              switch (opcode) {
                case Toy::L: {
                  // op: a
                  op = getMachineOpValue(MI, MI.getOperand(0), Fixups, STI);
                  op &= UINT64_C(15);
                  Value |= op;
                  break;
                }
              default:
                std::string msg;
                raw_string_ostream Msg(msg);
                Msg << "Not supported instr: " << MI;
                report_fatal_error(Msg.str().c_str());
              }
              return Value;
            }

            #ifdef GET_OPERAND_BIT_OFFSET
            #undef GET_OPERAND_BIT_OFFSET

            uint32_t ToyMCCodeEmitter::getOperandBitOffset(const MCInst &MI,
                unsigned OpNum,
                const MCSubtargetInfo &STI) const {
              switch (MI.getOpcode()) {
                case Toy::L: {
                  switch (OpNum) {
                  case 0:
                    // op: a
                    return 0;
                  }
                  break;
                }
              }
              std::string msg;
              raw_string_ostream Msg(msg);
              Msg << "Not supported instr[opcode]: " << MI << "[" << OpNum << "]";
              report_fatal_error(Msg.str().c_str());
            }

            #endif // GET_OPERAND_BIT_OFFSET

        "#]],
    );
}

#[test]
fn operands_that_cannot_be_encoded() {
    check(
        r#"
        def A : I<(ins GPR:$a)> { bits<4> b; bits<8> Inst = { 0, 0, 0, 0, b{3-0} }; }
        def B : I<(ins GPR:$a)> {
          bits<4> a; bits<8> Inst = { 0, 0, 0, 0, a{3-0} };
          let DisableEncoding = "$a";
        }
        "#,
        expect![[r#"
            2: error: No operand named b in record A
            note: Dumping record for previous error:
            A {	// InstructionEncoding Instruction I
              string DecoderNamespace = "";
              int Size = 0;
              string DecoderMethod = "";
              string PostEncoderMethod = "";
              string Namespace = "Toy";
              string AsmString = "";
              list<dag> Pattern = [];
              int AddedComplexity = 0;
              int CodeSize = 0;
              dag OutOperandList = (outs);
              dag InOperandList = (ins GPR:$a);
              list<Register> Defs = [];
              list<Register> Uses = [];
              string Constraints = "";
              string DisableEncoding = "";
              bits<9> TSFlags = { 0, 0, 0, 0, 0, 0, 0, 0, 0 };
              list<Predicate> Predicates = [];
              InstrItinClass Itinerary = NoItinerary;
              list<SchedReadWrite> SchedRW = ?;
              bits<4> b = { ?, ?, ?, ? };
              bits<8> Inst = { 0, 0, 0, 0, b{3}, b{2}, b{1}, b{0} };
            }

            3: error: Operand a used but also marked as not emitted!
            note: Dumping record for previous error:
            B {	// InstructionEncoding Instruction I
              string DecoderNamespace = "";
              int Size = 0;
              string DecoderMethod = "";
              string PostEncoderMethod = "";
              string Namespace = "Toy";
              string AsmString = "";
              list<dag> Pattern = [];
              int AddedComplexity = 0;
              int CodeSize = 0;
              dag OutOperandList = (outs);
              dag InOperandList = (ins GPR:$a);
              list<Register> Defs = [];
              list<Register> Uses = [];
              string Constraints = "";
              string DisableEncoding = "$a";
              bits<9> TSFlags = { 0, 0, 0, 0, 0, 0, 0, 0, 0 };
              list<Predicate> Predicates = [];
              InstrItinClass Itinerary = NoItinerary;
              list<SchedReadWrite> SchedRW = ?;
              bits<4> a = { ?, ?, ?, ? };
              bits<8> Inst = { 0, 0, 0, 0, a{3}, a{2}, a{1}, a{0} };
            }

        "#]],
    );
}

#[test]
fn encodings_of_different_lengths() {
    check(
        r#"
        def ascend; def descend; def operand; def slice; def encoder;
        class V<dag i> : I<i> { dag Inst = ?; }
        def One : V<(ins GPR:$a)> { let Inst = (ascend 0b1010, (operand "$a", 4)); }
        def Two : V<(ins imm:$a)> {
          let Inst = (descend (ascend (slice "$a", 0, 7, (encoder "mine")), 0b1), 0b11, (slice "$a", 15, 8));
        }
        def None : V<(ins)> { let Inst = (ascend); }
        "#,
        expect![[r#"
            void ToyMCCodeEmitter::getBinaryCodeForInstr(const MCInst &MI,
                SmallVectorImpl<MCFixup> &Fixups,
                APInt &Inst,
                APInt &Scratch,
                const MCSubtargetInfo &STI) const {
              static const unsigned Index[][2] = {
                {/*NumBits*/0, /*Index*/0},	// None
                {/*NumBits*/8, /*Index*/0},	// One
                {/*NumBits*/19, /*Index*/1},	// Two
                {/*NumBits*/0, /*Index*/0}
              };
              static const uint64_t InstBits[] = {
                UINT64_C(10),	// One
                UINT64_C(262912),	// Two
              };
              auto getInstBits = [&](unsigned Opcode) -> APInt {
                unsigned NumBits = Index[Opcode][0];
                if (!NumBits)
                  return APInt::getZeroWidth();
                unsigned Idx = Index[Opcode][1];
                ArrayRef<uint64_t> Data(&InstBits[Idx], APInt::getNumWords(NumBits));
                return APInt(NumBits, Data);
              };
              const unsigned opcode = MI.getOpcode();
              switch (opcode) {
                case Toy::None: {
                  Inst = getInstBits(opcode);
                  break;
                }
                case Toy::Two: {
                  if (Scratch.getBitWidth() < 16) { Scratch = Scratch.zext(16); }
                  Inst = getInstBits(opcode);
                  Scratch.clearAllBits();
                  // op: a
                  encodeImm(MI, /*OpIdx=*/0, /*Pos=*/0, Scratch, Fixups, STI);
                  Inst.insertBits(Scratch.extractBits(8, 8), 0);
                  Scratch.clearAllBits();
                  // op: a
                  mine(MI, /*OpIdx=*/0, /*Pos=*/10, Scratch, Fixups, STI);
                  Inst.insertBits(Scratch.extractBits(8, 0), 10);
                  break;
                }
                case Toy::One: {
                  if (Scratch.getBitWidth() < 4) { Scratch = Scratch.zext(4); }
                  Inst = getInstBits(opcode);
                  Scratch.clearAllBits();
                  // op: a
                  getMachineOpValue(MI, MI.getOperand(0), /*Pos=*/4, Scratch, Fixups, STI);
                  Inst.insertBits(Scratch.extractBits(4, 0), 4);
                  break;
                }
              default:
                std::string msg;
                raw_string_ostream Msg(msg);
                Msg << "Not supported instr: " << MI;
                report_fatal_error(Msg.str().c_str());
              }
            }

        "#]],
    );
}

/// The differences between 21 and 22.
#[track_caller]
fn check_changes(text: &str, want: Expect) {
    let [old, new] = [Release::V21, Release::V22].map(|it| shown(it, "def Toy : Target;", text));
    want.assert_eq(&difference(&old, &new));
}

#[test]
fn changes_of_fixed_width() {
    check_changes(
        r#"
        def Pseudo : I<(ins)> { let isPseudo = true; }
        class J<bit high> : I<(ins GPR:$a, imm:$b)> {
          bits<4> a; bits<8> b;
          bits<16> Inst = { high, 0, 1, ?, b{7-4}, a{3-0}, b{3-0} };
        }
        def J10 : J<0>;
        def J9 : J<0>;
        "#,
        expect![[r#"
            +  constexpr unsigned FirstSupportedOpcode = 323;
            +
            -  uint64_t Value = InstBits[opcode];
            +  if (opcode < FirstSupportedOpcode)
            +    reportUnsupportedInst(MI);
            +  unsigned TableIndex = opcode - FirstSupportedOpcode;
            +  uint64_t Value = InstBits[TableIndex];
            -    case Toy::J9:
            -    case Toy::J10: {
            +    case Toy::J10:
            +    case Toy::J9: {
            -      op &= UINT64_C(15);
            -      op <<= 4;
            -      Value |= op;
            +      Value |= (op & 0xf) << 4;
            -      Value |= (op & UINT64_C(240)) << 4;
            -      Value |= (op & UINT64_C(15));
            +      Value |= (op & 0xf0) << 4;
            +      Value |= (op & 0xf);
            -    std::string msg;
            -    raw_string_ostream Msg(msg);
            -    Msg << "Not supported instr: " << MI;
            -    report_fatal_error(Msg.str().c_str());
            +    reportUnsupportedInst(MI);
            -    case Toy::J9:
            -    case Toy::J10: {
            +    case Toy::J10:
            +    case Toy::J9: {
            +  default:
            +    reportUnsupportedInst(MI);
            -  std::string msg;
            -  raw_string_ostream Msg(msg);
            -  Msg << "Not supported instr[opcode]: " << MI << "[" << OpNum << "]";
            -  report_fatal_error(Msg.str().c_str());
            +  reportUnsupportedOperand(MI, OpNum);
        "#]],
    );
}

#[test]
fn modes_with_the_same_code_share_a_case_since_22() {
    check_changes(
        r#"
        def M1 : HwMode<"", []>;
        def M2 : HwMode<"", []>;
        class E<bits<8> inst> : InstructionEncoding { bits<4> a; bits<8> Inst = inst; }
        def E0 : E<0> { let Inst{3-0} = a; }
        def E1 : E<1> { let Inst{3-0} = a; }
        def E2 : E<2> { let Inst{7-4} = a; }
        def Modes : HwModeSelect<[DefaultMode, M1, M2]> { list<InstructionEncoding> Objects = [E0, E1, E2]; }
        def J : I<(ins GPR:$a)> { HwModeSelect EncodingInfos = Modes; bits<8> Inst = 0; }
        "#,
        expect![[r#"
            +  constexpr unsigned FirstSupportedOpcode = 322;
            +
            -  uint64_t Value = InstBits[opcode];
            +  if (opcode < FirstSupportedOpcode)
            +    reportUnsupportedInst(MI);
            +  unsigned TableIndex = opcode - FirstSupportedOpcode;
            +  uint64_t Value = InstBits[TableIndex];
            -      Value = InstBitsByHw[opcode];
            +      Value = InstBitsByHw[TableIndex];
            -      case 0: {
            -      // op: a
            -      op = getMachineOpValue(MI, MI.getOperand(0), Fixups, STI);
            -      op &= UINT64_C(15);
            -      Value |= op;
            -      break;
            -      }
            -      case 1: {
            +    case 2: {
            -      op &= UINT64_C(15);
            -      Value |= op;
            +      Value |= (op & 0xf) << 4;
            -      }
            -      case 2: {
            +    }
            +    case 0:
            +    case 1: {
            -      op &= UINT64_C(15);
            -      op <<= 4;
            -      Value |= op;
            +      Value |= (op & 0xf);
            -      }
            +    }
            -    std::string msg;
            -    raw_string_ostream Msg(msg);
            -    Msg << "Not supported instr: " << MI;
            -    report_fatal_error(Msg.str().c_str());
            +    reportUnsupportedInst(MI);
            -      case 0: {
            -      switch (OpNum) {
            -      case 0:
            -        // op: a
            -        return 0;
            -      }
            -      break;
            -      }
            -      case 1: {
            +    case 0:
            +    case 1: {
            -      }
            -      case 2: {
            +    }
            +    case 2: {
            -      }
            +    }
            +  default:
            +    reportUnsupportedInst(MI);
            -  std::string msg;
            -  raw_string_ostream Msg(msg);
            -  Msg << "Not supported instr[opcode]: " << MI << "[" << OpNum << "]";
            -  report_fatal_error(Msg.str().c_str());
            +  reportUnsupportedOperand(MI, OpNum);
        "#]],
    );
}
