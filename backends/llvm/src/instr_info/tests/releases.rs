//! What releases write differently.

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
