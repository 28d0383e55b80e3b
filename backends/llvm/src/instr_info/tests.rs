//! Parts of the output for a small target.

mod helpers;
mod relations;
mod releases;

use backend::Release;
use backend_testing::{between, isel_source, lines_with, read_as, run};
use expect_test::{Expect, expect};
use target_model::releases::opcodes;

const CLASSES: &str = r#"
def Flags : Reg;
def FLAGS : Regs<[i32], (add Flags)>;
class OptionalDefOperand;
class BranchTargetOperand;
def mem : TypedOperand<i32> { let MIOperandInfo = (ops GPR:$base, i32imm:$offset); }
def target : TypedOperand<OtherVT>, BranchTargetOperand;
def regop : RegisterOperand<GPR>;
def cond : TypedOperand<i32>, PredicateOp;

def all_of; def any_of; def not;
class Feature : SubtargetFeature<"", "", "", "">;
class Condition<dag features> : Predicate<"true"> {
  let AssemblerMatcherPredicate = true;
  dag AssemblerCondDag = features;
}
class MCStatement;
class MCReturnStatement<MCInstPredicate of> : MCStatement { MCInstPredicate Pred = of; }
class MCOpcodeSwitchCase<list<Instruction> opcodes, MCStatement statement> {
  list<Instruction> Opcodes = opcodes;
  MCStatement CaseStmt = statement;
}
class MCOpcodeSwitchStatement<list<MCOpcodeSwitchCase> cases, MCStatement default> : MCStatement {
  list<MCOpcodeSwitchCase> Cases = cases;
  MCStatement DefaultCase = default;
}
class Helper<string name, MCStatement body> : TIIPredicate<name> { MCStatement Body = body; }
class InstrMapping {
  string FilterClass;
  list<string> RowFields = [];
  list<string> ColFields = [];
  list<string> KeyCol = [];
  list<list<string>> ValueCols = [];
}
"#;

fn write_with(options: &[(&'static str, &str)], text: &str) -> String {
    write_as(Release::V19, options, text)
}

fn write_as(release: Release, options: &[(&'static str, &str)], text: &str) -> String {
    let source = isel_source(opcodes(release), &format!("{CLASSES}{text}"));
    let records = read_as(release, &source);
    let above = source.lines().count() - text.lines().count();
    run(crate::ALL, "gen-instr-info", options, &records).shown_below(&records, above as u32)
}

/// The text without the common indentation of its lines.
fn outdented(text: &str) -> String {
    let lines = || text.split_inclusive('\n');
    let indents = lines().map(|it| it.len() - it.trim_start_matches(' ').len());
    let indent = indents.min().unwrap_or(0);
    lines().map(|it| &it[indent..]).collect()
}

/// Checks the lines from the first that has `from` to the next that has `until`.
#[track_caller]
fn check(text: &str, from: &str, until: &str, want: Expect) {
    want.assert_eq(&outdented(&between(&write_with(&[], text), from, until)));
}

/// Checks all lines that have `marker`.
#[track_caller]
fn check_lines(text: &str, marker: &str, want: Expect) {
    want.assert_eq(&outdented(&lines_with(&write_with(&[], text), marker)));
}

/// Checks how the target's own instructions are described.
#[track_caller]
fn check_descriptions(text: &str, want: Expect) {
    check(text, "ToyDescs = {", "= G_UBFX", want);
}

/// Checks the messages about a source.
#[track_caller]
fn check_error(text: &str, want: Expect) {
    want.assert_eq(&write_with(&[], text));
}

#[test]
fn flags_of_records() {
    check_descriptions(
        "let isBranch = true, isTerminator = true, TSFlags = 0x1F0, Size = 4, isPredicable = true in
         def B : Inst<(outs), (ins target:$t)>;
         let hasSideEffects = true, isMeta = true in def A : Inst<(outs GPR:$d), (ins variable_ops)>;
         let isPseudo = true in def P : Inst<(outs), (ins)>;",
        expect![[r#"
            extern const ToyInstrTable ToyDescs = {
              {
                { 297,	1,	0,	4,	0,	0,	0,	ToyImpOpBase + 0,	11,	0|(1ULL<<MCID::Branch)|(1ULL<<MCID::Predicable)|(1ULL<<MCID::Terminator), 0x1f0ULL },  // Inst #297 = B
                { 296,	1,	1,	0,	0,	0,	0,	ToyImpOpBase + 0,	10,	0|(1ULL<<MCID::Meta)|(1ULL<<MCID::Variadic)|(1ULL<<MCID::UnmodeledSideEffects), 0x0ULL },  // Inst #296 = A
                { 295,	0,	0,	0,	0,	0,	0,	ToyImpOpBase + 0,	0,	0|(1ULL<<MCID::Pseudo), 0x0ULL },  // Inst #295 = P
        "#]],
    );
}

#[test]
fn flags_of_patterns() {
    check_descriptions(
        "class Open<dag outs, dag ins, list<dag> pattern> : Inst<outs, ins, pattern> {
           let hasSideEffects = ?; let mayLoad = ?; let mayStore = ?;
         }
         def LOAD : Open<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (i32 (ld iPTR:$a)))]>;
         def STORE : Open<(outs), (ins GPR:$a, GPR:$b), [(st GPR:$b, iPTR:$a)]>;
         def TRAP : Open<(outs), (ins), [(trap)]>;
         def CAST : Open<(outs GPR:$d), (ins FPR:$a), [(set i32:$d, (bitconvert f32:$a))]>;
         def UNKNOWN : Open<(outs), (ins), []>;",
        expect![[r#"
            extern const ToyInstrTable ToyDescs = {
              {
                { 299,	0,	0,	0,	0,	0,	0,	ToyImpOpBase + 0,	0,	0|(1ULL<<MCID::UnmodeledSideEffects), 0x0ULL },  // Inst #299 = UNKNOWN
                { 298,	0,	0,	0,	0,	0,	0,	ToyImpOpBase + 0,	0,	0|(1ULL<<MCID::UnmodeledSideEffects), 0x0ULL },  // Inst #298 = TRAP
                { 297,	2,	0,	0,	0,	0,	0,	ToyImpOpBase + 0,	12,	0|(1ULL<<MCID::MayStore), 0x0ULL },  // Inst #297 = STORE
                { 296,	2,	1,	0,	0,	0,	0,	ToyImpOpBase + 0,	12,	0|(1ULL<<MCID::MayLoad), 0x0ULL },  // Inst #296 = LOAD
                { 295,	2,	1,	0,	0,	0,	0,	ToyImpOpBase + 0,	10,	0|(1ULL<<MCID::Bitcast), 0x0ULL },  // Inst #295 = CAST
        "#]],
    );
}

#[test]
fn operands_and_registers() {
    let text = r#"
def F : TypedOperand<i32>, OptionalDefOperand;
let Constraints = "$d = $a,@earlyclobber $e" in
def X : Inst<(outs GPR:$d, GPR:$e, F:$f), (ins regop:$a, mem:$m, cond:$c)>;
let Uses = [Flags], Defs = [Flags, R1] in {
  def Y : Inst<(outs), (ins target:$t)>;
  def Z : Inst<(outs), (ins target:$t)>;
}
"#;
    check(
        text,
        "  }, {",
        "  }\n",
        expect![[r#"
              }, {
                /* 0 */
                /* 0 */ { -1, 0, MCOI::OPERAND_UNKNOWN, 0 }, { -1, 0, MCOI::OPERAND_UNKNOWN, 0 }, { -1, 0, MCOI::OPERAND_UNKNOWN, 0 },
                /* 3 */ { -1, 0, MCOI::OPERAND_UNKNOWN, 0 }, { -1, 0, MCOI::OPERAND_UNKNOWN, 0 }, { -1, 0, MCOI::OPERAND_UNKNOWN, 0 }, { -1, 0, MCOI::OPERAND_UNKNOWN, 0 },
                /* 7 */ { -1, 0, MCOI::OPERAND_UNKNOWN, 0 },
                /* 8 */ { -1, 0, MCOI::OPERAND_UNKNOWN, 0 }, { -1, 0, MCOI::OPERAND_UNKNOWN, 0 },
                /* 10 */ { Toy::GPRRegClassID, 0, MCOI::OPERAND_REGISTER, 0 }, { Toy::GPRRegClassID, 0, MCOI::OPERAND_REGISTER, MCOI_EARLY_CLOBBER }, { -1, 0|(1<<MCOI::OptionalDef), MCOI::OPERAND_UNKNOWN, 0 }, { Toy::GPRRegClassID, 0, MCOI::OPERAND_REGISTER, MCOI_TIED_TO(0) }, { Toy::GPRRegClassID, 0, MCOI::OPERAND_UNKNOWN, 0 }, { -1, 0, MCOI::OPERAND_UNKNOWN, 0 }, { -1, 0|(1<<MCOI::Predicate), MCOI::OPERAND_UNKNOWN, 0 },
                /* 17 */ { -1, 0|(1<<MCOI::BranchTarget), MCOI::OPERAND_UNKNOWN, 0 },
              }, {
                /* 0 */
                /* 0 */ Toy::Flags, Toy::Flags, Toy::R1,
        "#]],
    );
    check_descriptions(
        text,
        expect![[r#"
        extern const ToyInstrTable ToyDescs = {
          {
            { 297,	1,	0,	0,	0,	1,	2,	ToyImpOpBase + 0,	17,	0, 0x0ULL },  // Inst #297 = Z
            { 296,	1,	0,	0,	0,	1,	2,	ToyImpOpBase + 0,	17,	0, 0x0ULL },  // Inst #296 = Y
            { 295,	7,	3,	0,	0,	0,	0,	ToyImpOpBase + 0,	10,	0|(1ULL<<MCID::Predicable)|(1ULL<<MCID::HasOptionalDef), 0x0ULL },  // Inst #295 = X
    "#]],
    );
}

#[test]
fn named_operands() {
    check(
        "let UseNamedOperandTable = true in {
           def X : Inst<(outs GPR:$d), (ins mem:$m, GPR:$a)>;
           def Y : Inst<(outs GPR:$d), (ins GPR:$a)>;
           def Z : Inst<(outs GPR:$d), (ins mem:$m, GPR:$a)>;
         }
         def W : Inst<(outs), (ins GPR:$b)>;",
        "#ifdef GET_INSTRINFO_OPERAND_ENUM",
        "#endif //GET_INSTRINFO_NAMED_OPS",
        expect![[r#"
            #ifdef GET_INSTRINFO_OPERAND_ENUM
            #undef GET_INSTRINFO_OPERAND_ENUM
            namespace llvm {
            namespace Toy {
            namespace OpName {
            enum {
              a = 2,
              d = 0,
              m = 1,
              OPERAND_LAST
            };
            } // end namespace OpName
            } // end namespace Toy
            } // end namespace llvm
            #endif //GET_INSTRINFO_OPERAND_ENUM

            #ifdef GET_INSTRINFO_NAMED_OPS
            #undef GET_INSTRINFO_NAMED_OPS
            namespace llvm {
            namespace Toy {
            LLVM_READONLY
            int16_t getNamedOperandIdx(uint16_t Opcode, uint16_t NamedIdx) {
              static const int16_t OperandMap [][3] = {
            {0, 1, 3, },
            {0, -1, 1, },
            };
              switch(Opcode) {
              case Toy::X:
              case Toy::Z:
                return OperandMap[0][NamedIdx];
              case Toy::Y:
                return OperandMap[1][NamedIdx];
              default: return -1;
              }
            }
            } // end namespace Toy
            } // end namespace llvm
        "#]],
    );
}

#[test]
fn types_of_operands() {
    let text = "def X : Inst<(outs GPR:$d), (ins mem:$m, TypedOperand<i32>:$n)>;
                def Y : Inst<(outs), (ins)>;
                def Z : Inst<(outs), (ins GPR:$a)>;
                def ZZ : Inst<(outs), (ins)>;
                class X86MemOperand;
                def m32 : TypedOperand<i32>, X86MemOperand { int Size = 32; }
                def m0 : TypedOperand<i32>, X86MemOperand { int Size = 0; }";
    check(
        text,
        "enum OperandType",
        "};",
        expect![[r#"
        enum OperandType {
          cond = 1,
          i32imm = 2,
          m0 = 3,
          m32 = 4,
          mem = 5,
          target = 6,
          regop = 7,
          FLAGS = 8,
          FPR = 9,
          GPR = 10,
          OPERAND_TYPE_LIST_END
    "#]],
    );
    let types = |options| {
        let text = write_with(options, text);
        let table = between(&text, "OpcodeOperandTypes[] =", "  };");
        outdented(&between(&table, "/* X */", ""))
    };
    expect![[r#"
            /* X */
            GPR, GPR, i32imm, -1, 
            /* Y */
            /* Z */
            GPR, 
    "#]]
    .assert_eq(&types(&[]));
    expect![[r#"
            /* X */
            GPR, mem, -1, 
            /* Y */
            /* Z */
            GPR, 
    "#]]
    .assert_eq(&types(&[(super::EXPAND_OPERANDS.name, "0")]));
    check(
        text,
        "switch (OpType)",
        "#endif",
        expect![[r#"
          switch (OpType) {
          default: return 0;
          case OpTypes::m32:
            return 32;

          }
        }
        } // end namespace Toy
        } // end namespace llvm
    "#]],
    );
}

#[test]
fn operands_as_sources_list_them() {
    check(
        "let UseLogicalOperandMappings = true in {
           def X : Inst<(outs GPR:$d), (ins mem:$m)>;
           def Y : Inst<(outs), (ins GPR:$a)>;
           def Z : Inst<(outs GPR:$d), (ins mem:$m)>;
         }",
        "#ifdef GET_INSTRINFO_LOGICAL_OPERAND_SIZE_MAP",
        "#endif // GET_INSTRINFO_LOGICAL_OPERAND_TYPE_MAP",
        expect![[r#"
            #ifdef GET_INSTRINFO_LOGICAL_OPERAND_SIZE_MAP
            #undef GET_INSTRINFO_LOGICAL_OPERAND_SIZE_MAP
            namespace llvm {
            namespace Toy {
            LLVM_READONLY static unsigned
            getLogicalOperandSize(uint16_t Opcode, uint16_t LogicalOpIdx) {
              static const unsigned SizeMap[][2] = {
               {1, 2, }, 
               {1, 0, }, 
              };
              switch (Opcode) {
              default: return LogicalOpIdx;
              case Toy::X:
              case Toy::Z:
                return SizeMap[0][LogicalOpIdx];
              case Toy::Y:
                return SizeMap[1][LogicalOpIdx];
              }
            }
            LLVM_READONLY static inline unsigned
            getLogicalOperandIdx(uint16_t Opcode, uint16_t LogicalOpIdx) {
              auto S = 0U;
              for (auto i = 0U; i < LogicalOpIdx; ++i)
                S += getLogicalOperandSize(Opcode, i);
              return S;
            }
            } // end namespace Toy
            } // end namespace llvm
            #endif // GET_INSTRINFO_LOGICAL_OPERAND_SIZE_MAP

            #ifdef GET_INSTRINFO_LOGICAL_OPERAND_TYPE_MAP
            #undef GET_INSTRINFO_LOGICAL_OPERAND_TYPE_MAP
            namespace llvm {
            namespace Toy {
            LLVM_READONLY static int
            getLogicalOperandType(uint16_t Opcode, uint16_t LogicalOpIdx) {
              static const int TypeMap[][2] = {
               {Toy::OpTypes::GPR, Toy::OpTypes::mem},
               {Toy::OpTypes::GPR, -1}
              };
              switch (Opcode) {
              default: return -1;
              case Toy::X:
              case Toy::Z:
                return TypeMap[0][LogicalOpIdx];
              case Toy::Y:
                return TypeMap[1][LogicalOpIdx];
              }
            }
            } // end namespace Toy
            } // end namespace llvm
        "#]],
    );
}

#[test]
fn conditions_of_instructions() {
    let text = r#"
def One : Feature;
def Two : Feature;
def HasB : Condition<(all_of One, (not Two))>;
def HasA : Condition<(all_of One)>;
def Other : Predicate<"true">;
let Predicates = [HasB, Other, HasA] in def X : Inst<(outs), (ins)>;
let Predicates = [HasA] in def Y : Inst<(outs), (ins)>;
def Z : Inst<(outs), (ins)>;
"#;
    check(
        text,
        "enum SubtargetFeatureBits",
        "static constexpr uint8_t",
        expect![[r#"
            enum SubtargetFeatureBits : uint8_t {
              Feature_HasBBit = 1,
              Feature_HasABit = 0,
            };

            inline FeatureBitset computeAvailableFeatures(const FeatureBitset &FB) {
              FeatureBitset Features;
              if (FB[Toy::One] && !FB[Toy::Two])
                Features.set(Feature_HasBBit);
              if (FB[Toy::One])
                Features.set(Feature_HasABit);
              return Features;
            }

            inline FeatureBitset computeRequiredFeatures(unsigned Opcode) {
              enum : uint8_t {
                CEFBS_None,
                CEFBS_HasA,
                CEFBS_HasB_HasA,
              };

              static constexpr FeatureBitset FeatureBitsets[] = {
                {}, // CEFBS_None
                {Feature_HasABit, },
                {Feature_HasBBit, Feature_HasABit, },
              };
        "#]],
    );
    check_lines(
        text,
        "// X = ",
        expect![[r#"
                CEFBS_HasB_HasA, // X = 295
        "#]],
    );
}

#[test]
fn deprecated_instructions() {
    let text = "def F : Feature;
         def X : Inst<(outs), (ins)> { Feature DeprecatedFeatureMask = F; }
         def Y : Inst<(outs), (ins)> { string ComplexDeprecationPredicate = \"Odd\"; }";
    check_lines(
        text,
        "Toy::F",
        expect![[r#"
        uint8_t(-1), uint8_t(-1), uint8_t(-1), uint8_t(-1), uint8_t(-1), uint8_t(-1), uint8_t(-1), Toy::F, 
    "#]],
    );
    check_lines(
        text,
        "Deprecation",
        expect![[r#"
        extern const uint8_t ToyInstrDeprecationFeatures[] = {
        extern const MCInstrInfo::ComplexDeprecationPredicate ToyInstrComplexDeprecationInfos[] = {
            &getOddDeprecationInfo, 
          II->InitMCInstrInfo(ToyDescs.Insts, ToyInstrNameIndices, ToyInstrNameData, ToyInstrDeprecationFeatures, ToyInstrComplexDeprecationInfos, 297);
        extern const uint8_t ToyInstrDeprecationFeatures[];
        extern const MCInstrInfo::ComplexDeprecationPredicate ToyInstrComplexDeprecationInfos[];
          InitMCInstrInfo(ToyDescs.Insts, ToyInstrNameIndices, ToyInstrNameData, ToyInstrDeprecationFeatures, ToyInstrComplexDeprecationInfos, 297);
    "#]],
    );
}

#[test]
fn mistakes() {
    check_error(
        "",
        expect![[r#"
        error: No instructions defined!
    "#]],
    );
    check_error(
        "def X : Inst<(outs), (ins)> { let TSFlags{3} = ?; }",
        expect![[r#"
            1: error: Invalid TSFlags bit in X
        "#]],
    );
    check_error(
        "def bad : TypedOperand<i32> { let MIOperandInfo = (ops 1); } def X : Inst<(outs), (ins bad:$b)>;",
        expect![[r#"
            1: error: part #0 of operand 'bad' is not a record
        "#]],
    );
}
