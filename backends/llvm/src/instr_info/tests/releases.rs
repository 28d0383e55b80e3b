//! Differences between releases.

use super::*;

const TEXT: &str = r#"
let Uses = [Flags], Defs = [R1], UseNamedOperandTable = true, UseLogicalOperandMappings = true in
def X : Inst<(outs GPR:$z), (ins mem:$m, GPR:$a)>;
"#;

/// Lines of an output of 21 from the first that has `from` to the next that has `until`.
#[track_caller]
fn check_21(text: &str, from: &str, until: &str, want: Expect) {
    let shown = write_as(Release::V21, &[], text);
    want.assert_eq(&outdented(&between(&shown, from, until)));
}

#[test]
fn names_of_operands_are_a_class_since_21() {
    let guards = [
        "#ifdef GET_INSTRINFO_OPERAND_ENUM",
        "#endif //GET_INSTRINFO_NAMED_OPS",
    ];
    check_21(
        TEXT,
        guards[0],
        guards[1],
        expect![[r#"
        #ifdef GET_INSTRINFO_OPERAND_ENUM
        #undef GET_INSTRINFO_OPERAND_ENUM
        namespace llvm::Toy {
        enum class OpName {
          a = 0,
          m = 1,
          z = 2,
          NUM_OPERAND_NAMES = 3,
        }; // enum class OpName

        LLVM_READONLY
        int16_t getNamedOperandIdx(uint16_t Opcode, OpName Name);
        } // end namespace llvm::Toy
        #endif //GET_INSTRINFO_OPERAND_ENUM

        #ifdef GET_INSTRINFO_NAMED_OPS
        #undef GET_INSTRINFO_NAMED_OPS
        namespace llvm::Toy {
        LLVM_READONLY
        int16_t getNamedOperandIdx(uint16_t Opcode, OpName Name) {
          assert(Name != OpName::NUM_OPERAND_NAMES);
          static constexpr int8_t OperandMap[][3] = {
            {3, 1, 0, },
          };
          switch(Opcode) {
          case Toy::X:
            return OperandMap[0][static_cast<unsigned>(Name)];
          default: return -1;
          }
        }
        } // end namespace llvm::Toy
    "#]],
    );
}

#[test]
fn tables_without_users_are_left_out_since_21() {
    let text = "def X : Inst<(outs), (ins GPR:$a)>;";
    let guards = |release| {
        let shown = write_as(release, &[], text);
        let guards = shown
            .lines()
            .filter_map(|it| it.strip_prefix("#undef GET_INSTRINFO_"));
        guards.collect::<Vec<_>>().join(" ")
    };
    expect!["ENUM SCHED_ENUM MC_DESC HEADER HELPER_DECLS HELPERS CTOR_DTOR OPERAND_ENUM NAMED_OPS OPERAND_TYPES_ENUM OPERAND_TYPE MEM_OPERAND_SIZE LOGICAL_OPERAND_SIZE_MAP LOGICAL_OPERAND_TYPE_MAP MC_HELPER_DECLS MC_HELPERS"].assert_eq(&guards(Release::V19));
    expect![
        "ENUM SCHED_ENUM MC_DESC HEADER HELPER_DECLS HELPERS CTOR_DTOR MC_HELPER_DECLS MC_HELPERS"
    ]
    .assert_eq(&guards(Release::V21));
}

#[test]
fn operands_come_before_implicit_registers_since_21() {
    check_21(
        TEXT,
        "ToyDescs = {",
        "= G_UBFX",
        expect![[r#"
        extern const ToyInstrTable ToyDescs = {
          {
            { 314,	4,	1,	0,	0,	1,	1,	10,	ToyImpOpBase + 0,	0, 0x0ULL },  // Inst #314 = X
    "#]],
    );
}

#[test]
fn relations_hold_their_tables_since_21() {
    let text = r#"
        class Sized<string size, string name> : Inst<(outs), (ins)> { string Size_ = size; string Base = name; }
        def A8 : Sized<"8", "a">;
        def A16 : Sized<"16", "a">;
        class Map : InstrMapping {
          let FilterClass = "Sized"; let RowFields = ["Base"]; let ColFields = ["Size_"];
          let KeyCol = ["8"];
        }
        def wider : Map { let ValueCols = [["16"]]; }
        def nothing : Map { let ValueCols = [["32"], ["64"]]; }
    "#;
    check_21(
        text,
        "#ifdef GET_INSTRMAP_INFO",
        "#endif // GET_INSTRMAP_INFO",
        expect![[r#"
        #ifdef GET_INSTRMAP_INFO
        #undef GET_INSTRMAP_INFO
        namespace llvm::Toy {

        enum Size_ {
          Size__32,
          Size__64,
          Size__16
        };

        // nothing
        LLVM_READONLY
        int nothing(uint16_t Opcode, enum Size_ inSize_) {
          using namespace Toy;
          return -1;
        }

        // wider
        LLVM_READONLY
        int wider(uint16_t Opcode) {
          using namespace Toy;
          static constexpr uint16_t Table[][2] = {
            { A8, A16 },
          }; // End of Table

          unsigned mid;
          unsigned start = 0;
          unsigned end = 1;
          while (start < end) {
            mid = start + (end - start) / 2;
            if (Opcode == Table[mid][0]) 
              break;
            if (Opcode < Table[mid][0])
              end = mid;
            else
              start = mid + 1;
          }
          if (start == end)
            return -1; // Instruction doesn't exist in this table.

          return Table[mid][1];
        }

        } // end namespace llvm::Toy
    "#]],
    );
}

/// Lines of an output of 22 from the first that has `from` to the next that has `until`.
#[track_caller]
fn check_22(text: &str, from: &str, until: &str, want: Expect) {
    let shown = write_as(Release::V22, &[], text);
    want.assert_eq(&outdented(&between(&shown, from, until)));
}

#[test]
fn names_of_operands_lead_to_rows_since_22() {
    check_22(
        TEXT,
        "enum class OpName",
        "// GET_INSTRINFO_NAMED_OPS",
        expect![[r#"
            enum class OpName : uint8_t {
              z = 0,
              m = 1,
              a = 2,
              NUM_OPERAND_NAMES = 3,
            }; // enum class OpName

            LLVM_READONLY int16_t getNamedOperandIdx(uint16_t Opcode, OpName Name);
            LLVM_READONLY OpName getOperandIdxName(uint16_t Opcode, int16_t Idx);

            } // namespace llvm::Toy

            #endif // GET_INSTRINFO_OPERAND_ENUM

            #ifdef GET_INSTRINFO_NAMED_OPS
            #undef GET_INSTRINFO_NAMED_OPS

            namespace llvm::Toy {

            LLVM_READONLY static uint8_t getInstructionIndexForOpLookup(uint16_t Opcode) {
              static constexpr uint8_t InstructionIndex[] = {
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                0, 0, 1,
              };
              return InstructionIndex[Opcode];
            }
            LLVM_READONLY int16_t getNamedOperandIdx(uint16_t Opcode, OpName Name) {
              assert(Name != OpName::NUM_OPERAND_NAMES);
              static constexpr int8_t OperandMap[][3] = {
                {-1, -1, -1, },
                {0, 1, 3, },
              };
              unsigned InstrIdx = getInstructionIndexForOpLookup(Opcode);
              return OperandMap[InstrIdx][(unsigned)Name];
            }
            LLVM_READONLY OpName getOperandIdxName(uint16_t Opcode, int16_t Idx) {
              assert(Idx >= 0 && Idx < 4);
              static constexpr OpName OperandMap[][4] = {
                {OpName::NUM_OPERAND_NAMES, OpName::NUM_OPERAND_NAMES, OpName::NUM_OPERAND_NAMES, OpName::NUM_OPERAND_NAMES, },
                {OpName::z, OpName::m, OpName::NUM_OPERAND_NAMES, OpName::a, },
              };
              unsigned InstrIdx = getInstructionIndexForOpLookup(Opcode);
              return OperandMap[InstrIdx][(unsigned)Idx];
            }

            } // namespace llvm::Toy

        "#]],
    );
}

#[test]
fn places_and_parts_of_operands_since_22() {
    check_22(
        TEXT,
        "    X ",
        "INSTRUCTION_LIST_END",
        expect![[r#"
        X                                     = 322, // a.td:699
    "#]],
    );
    check_22(
        TEXT,
        "GenInstrInfo :",
        "GET_INSTRINFO_HEADER",
        expect![[r#"
        struct ToyGenInstrInfo : public TargetInstrInfo {
          explicit ToyGenInstrInfo(const TargetSubtargetInfo &STI, const TargetRegisterInfo &TRI, unsigned CFSetupOpcode = ~0u, unsigned CFDestroyOpcode = ~0u, unsigned CatchRetOpcode = ~0u, unsigned ReturnOpcode = ~0u);
          ~ToyGenInstrInfo() override = default;
        };

        } // namespace llvm

        namespace llvm::Toy {

        constexpr unsigned SUBOP_mem_base = 0;
        constexpr unsigned SUBOP_mem_offset = 1;

        } // namespace llvm::Toy

    "#]],
    );
}

const BY_MODE: &str = r#"
    class TargetSpecializedStandardPseudoInstruction<Instruction of> : Inst<(outs), (ins)> {
      Instruction Instruction = of;
    }
    class RegClassByHwMode<list<HwMode> modes, list<RegisterClass> classes>
      : HwModeSelect<modes>, RegisterClassLike { list<RegisterClass> Objects = classes; }
    def Wide : HwMode<"", []>;
    def AnyGPR : RegClassByHwMode<[Wide], [GPR]>;
    def Y : Inst<(outs AnyGPR:$z), (ins)>;
"#;

#[test]
fn register_classes_by_mode_since_22() {
    check_22(
        BY_MODE,
        "    Y ",
        "};",
        expect![[r#"
        Y                                     = 322, // a.td:705
        INSTRUCTION_LIST_END = 323
    "#]],
    );
    check_22(
        BY_MODE,
        "RegClassByHwModeTables[2][1] = {",
        "};",
        expect![[r#"
        extern const int16_t ToyRegClassByHwModeTables[2][1] = {
          { // DefaultMode
            -1, // Missing mode entry for AnyGPR
          },
          { // Wide
            Toy::GPRRegClassID, // AnyGPR
          },
    "#]],
    );
    let shown = write_as(Release::V22, &[], BY_MODE);
    let lines = shown.lines().filter(|it| it.contains("ByHwMode"));
    let lines: Vec<_> = lines.map(str::trim).collect();
    expect![[r#"
        enum RegClassByHwModeUses : uint16_t {
        /* 10 */ { Toy::AnyGPR, 0|(1<<MCOI::LookupRegClassByHwMode), MCOI::OPERAND_REGISTER, 0 },
        extern const int16_t ToyRegClassByHwModeTables[2][1] = {
        II->InitMCInstrInfo(ToyDescs.Insts, ToyInstrNameIndices, ToyInstrNameData, nullptr, nullptr, 323, &ToyRegClassByHwModeTables[0][0], 1);
        extern const int16_t ToyRegClassByHwModeTables[2][1];
        : TargetInstrInfo(TRI, CFSetupOpcode, CFDestroyOpcode, CatchRetOpcode, ReturnOpcode, ToyRegClassByHwModeTables[STI.getHwMode(MCSubtargetInfo::HwMode_RegInfo)]) {
        InitMCInstrInfo(ToyDescs.Insts, ToyInstrNameIndices, ToyInstrNameData, nullptr, nullptr, 323, &ToyRegClassByHwModeTables[0][0], 1);"#]].assert_eq(&lines.join("\n"));
}

#[test]
fn a_target_has_instructions_of_all_targets_in_its_way_since_22() {
    let text = format!(
        "{BY_MODE} def : TargetSpecializedStandardPseudoInstruction<PHI> {{ let InOperandList = (ins GPR:$a); }}"
    );
    check_22(
        &text,
        "{ 0,",
        "}, {",
        expect![[r#"
        { 0,	1,	0,	0,	0,	0,	0,	ToyOpInfoBase + 0,	0,	0, 0x0ULL },  // anonymous_12
    "#]],
    );
    let twice = format!("{text} def Twice : TargetSpecializedStandardPseudoInstruction<PHI>;");
    let shown = write_as(Release::V22, &[], &twice);
    expect![[r#"
        10: error: multiple overrides of 'PHI' defined
    "#]]
    .assert_eq(&shown);
}
