//! Differences between releases.

use backend_testing::{between, difference, isel_source, read_as, run};
use elaborate::records::Release;
use expect_test::{Expect, expect};
use target_model::releases::opcodes;

use super::CLASSES;
use crate::global_isel::test_support::steps;

fn import(release: Release, text: &str) -> (String, String) {
    let generic = opcodes(release).iter().copied();
    let generic: Vec<&str> = generic.filter(|it| *it != "COPY").collect();
    let records = read_as(release, &isel_source(&generic, &format!("{CLASSES}{text}")));
    let options = [("warn-on-skipped-patterns", "1")];
    let run = run(crate::ALL, "gen-global-isel", &options, &records);
    let said = run.said.list.iter().map(|it| format!("{}\n", it.message));
    let said: String = said.collect();
    (run.text_or_error(), said)
}

/// The checks and actions of rules in a release, and the reasons why patterns are skipped.
fn shown(release: Release, text: &str) -> String {
    let (table, said) = import(release, text);
    if table.contains("MatchTable0") {
        steps(&table) + &said
    } else {
        table + "\n" + &said
    }
}

/// Checks the steps and reasons that 21 changes.
#[track_caller]
fn check(text: &str, want: Expect) {
    let [old, new] = [Release::V19, Release::V21].map(|it| shown(it, text));
    want.assert_eq(&difference(&old, &new));
}

#[test]
fn numbers_of_the_type_bf16_are_left_out() {
    check(
        "def bf16 : SizedType<16, 10>;
         def : GINodeEquiv<G_FADD, fadd>;
         def Brain : Regs<[bf16], (add R1)>;
         def FADD : Inst<(outs Brain:$d), (ins Brain:$a)>;
         def ADD : Inst<(outs GPR:$d), (ins GPR:$a)>;
         def : Pat<(bf16 (fadd Brain:$a, Brain:$a)), (FADD Brain:$a)>;
         def : Pat<(i32 (add GPR:$a, 3)), (ADD GPR:$a)>;",
        expect![[r#"
            +GIM_CheckOpcode, /*MI*/0, GIMT_Encode2(TargetOpcode::G_ADD),
            -GIM_RootCheckType, /*Op*/0, /*Type*/GILLT_s16,
            -GIM_RootCheckType, /*Op*/1, /*Type*/GILLT_s16,
            -GIM_RootCheckRegBankForClass, /*Op*/0, /*RC*/GIMT_Encode2(Toy::BrainRegClassID),
            -GIM_RootCheckRegBankForClass, /*Op*/1, /*RC*/GIMT_Encode2(Toy::BrainRegClassID),
            -GIM_CheckIsSameOperand, /*MI*/0, /*OpIdx*/2, /*OtherMI*/0, /*OtherOpIdx*/1,
            -// (fadd:{ *:[bf16] } Brain:{ *:[bf16] }:$a, Brain:{ *:[bf16] }:$a)  =>  (FADD:{ *:[bf16] } Brain:{ *:[bf16] }:$a)
            -GIR_BuildRootMI, /*Opcode*/GIMT_Encode2(Toy::FADD),
            -GIR_RootToRootCopy, /*OpIdx*/0, // DstI[d]
            -GIR_RootToRootCopy, /*OpIdx*/1, // a
            -GIR_RootConstrainSelectedInstOperands,
            -GIR_EraseRootFromParent_Done,
        "#]],
    );
}

#[test]
fn atomicity_is_checked_behind_the_opcode() {
    check(
        "def load : PatFrag<(ops node:$a), (ld $a)> { let IsLoad = true; let IsNonExtLoad = true; }
         def LD : Inst<(outs GPR:$d), (ins GPR:$a)> { let mayLoad = true; }
         def : Pat<(i32 (load GPR:$a)), (LD GPR:$a)>;",
        expect![[r#"
            -GIM_CheckMemorySizeEqualToLLT, /*MI*/0, /*MMO*/0, /*OpIdx*/0,
            +GIM_CheckMemorySizeEqualToLLT, /*MI*/0, /*MMO*/0, /*OpIdx*/0,
        "#]],
    );
}

#[test]
fn a_type_without_a_name_is_a_number() {
    check(
        "def sext_inreg : SDNode<\"ISD::SIGN_EXTEND_INREG\", SDTypeProfile<1, 2, [SDTCisInt<0>, SDTCisSameAs<0, 1>]>>;
         def : GINodeEquiv<G_SEXT_INREG, sext_inreg>;
         def EXT : Inst<(outs GPR:$d), (ins GPR:$a)>;
         def : Pat<(i32 (sext_inreg GPR:$a, i8)), (EXT GPR:$a)>;",
        expect![[r#"
            -Skipped pattern: unsupported type for Src operand (i8:{ *:[Other] })
            +GIM_CheckOpcode, /*MI*/0, GIMT_Encode2(TargetOpcode::G_SEXT_INREG),
            +GIM_RootCheckType, /*Op*/0, /*Type*/GILLT_s32,
            +GIM_RootCheckType, /*Op*/1, /*Type*/GILLT_s32,
            +GIM_RootCheckRegBankForClass, /*Op*/0, /*RC*/GIMT_Encode2(Toy::GPRRegClassID),
            +GIM_RootCheckRegBankForClass, /*Op*/1, /*RC*/GIMT_Encode2(Toy::GPRRegClassID),
            +GIM_CheckLiteralInt, /*MI*/0, /*Op*/2, GIMT_Encode8(8),
            +// (sext_inreg:{ *:[i32] } GPR:{ *:[i32] }:$a, i8:{ *:[Other] })  =>  (EXT:{ *:[i32] } GPR:{ *:[i32] }:$a)
            +GIR_BuildRootMI, /*Opcode*/GIMT_Encode2(Toy::EXT),
            +GIR_RootToRootCopy, /*OpIdx*/0, // DstI[d]
            +GIR_RootToRootCopy, /*OpIdx*/1, // a
            +GIR_RootConstrainSelectedInstOperands,
            +GIR_EraseRootFromParent_Done,
        "#]],
    );
}

#[test]
fn functions_check_operands() {
    let text = "def even : PatFrag<(ops), (i32 GPR), \"return isEven(N);\"> {
           code GISelLeafPredicateCode = \"return isEven(Reg);\";
         }
         def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b)>;
         def : Pat<(i32 (add even:$a, GPR:$b)), (ADD $a, GPR:$b)>;";
    check(
        text,
        expect![[r#"
        -Skipped pattern: Src pattern child has unsupported predicate
        -Skipped pattern: Src pattern child has unsupported predicate
        +GIM_CheckOpcode, /*MI*/0, GIMT_Encode2(TargetOpcode::G_ADD),
        +GIM_RootCheckType, /*Op*/0, /*Type*/GILLT_s32,
        +GIM_RootCheckType, /*Op*/1, /*Type*/GILLT_s32,
        +GIM_RootCheckType, /*Op*/2, /*Type*/GILLT_s32,
        +GIM_RootCheckRegBankForClass, /*Op*/0, /*RC*/GIMT_Encode2(Toy::GPRRegClassID),
        +GIM_CheckLeafOperandPredicate, /*MI*/0, /*MO*/1, /*Predicate*/GIMT_Encode2(GICXXPred_MO_Predicate_even),
        +GIM_RootCheckRegBankForClass, /*Op*/2, /*RC*/GIMT_Encode2(Toy::GPRRegClassID),
        +// (add:{ *:[i32] } GPR:{ *:[i32] }<<P:Predicate_even>>:$a, GPR:{ *:[i32] }:$b)  =>  (ADD:{ *:[i32] } ?:{ *:[i32] }:$a, GPR:{ *:[i32] }:$b)
        +GIR_MutateOpcode, /*InsnID*/0, /*RecycleInsnID*/0, /*Opcode*/GIMT_Encode2(Toy::ADD),
        +GIR_RootConstrainSelectedInstOperands,
        +GIR_Done,
        +GIM_RootCheckRegBankForClass, /*Op*/1, /*RC*/GIMT_Encode2(Toy::GPRRegClassID),
        +GIM_CheckLeafOperandPredicate, /*MI*/0, /*MO*/2, /*Predicate*/GIMT_Encode2(GICXXPred_MO_Predicate_even),
        +// (add:{ *:[i32] } GPR:{ *:[i32] }:$b, GPR:{ *:[i32] }<<P:Predicate_even>>:$a)  =>  (ADD:{ *:[i32] } ?:{ *:[i32] }:$a, GPR:{ *:[i32] }:$b)
        +GIR_BuildRootMI, /*Opcode*/GIMT_Encode2(Toy::ADD),
        +GIR_RootToRootCopy, /*OpIdx*/0, // DstI[d]
        +GIR_RootToRootCopy, /*OpIdx*/2, // a
        +GIR_RootToRootCopy, /*OpIdx*/1, // b
        +GIR_RootConstrainSelectedInstOperands,
        +GIR_EraseRootFromParent_Done,
    "#]],
    );
    let (table, _) = import(Release::V21, text);
    expect![[r#"
        bool ToyInstructionSelector::testMOPredicate_MO(unsigned PredicateID, const MachineOperand & MO, const MatcherState &State) const {
          const auto &Operands = State.RecordedOperands;
          Register Reg = MO.getReg();
          (void)Operands;
          (void)Reg;
          switch (PredicateID) {
          case GICXXPred_MO_Predicate_even: {
            return isEven(Reg);
          }
          }
          llvm_unreachable("Unknown predicate");
          return false;
        }
    "#]]
    .assert_eq(&between(&table, "bool ToyInstructionSelector::testMOPredicate_MO", "// PatFrag"));
    check(
        "def odd : PatFrag<(ops), (i32 GPR), \"return isOdd(N);\"> {
           let GISelPredicateCode = \"return isOdd(MI);\";
           code GISelLeafPredicateCode = \"return isOdd(Reg);\";
         }
         def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b)>;
         def : Pat<(i32 (add odd:$a, GPR:$b)), (ADD $a, GPR:$b)>;",
        expect![[r#"
            -Skipped pattern: Src pattern child has unsupported predicate
            -Skipped pattern: Src pattern child has unsupported predicate
            +error: .td file corrupt: can't have GISelPredicateCode *and* GISelLeafPredicateCode
        "#]],
    );
}

#[test]
fn a_register_of_the_machine_is_copied_once() {
    check(
        "def LI : Inst<(outs GPR:$d), (ins)>;
         def : Pat<(i32 (mul (add R0, R1), R1)), (LI)>;",
        expect![[r#"
            +GIR_BuildMI, /*InsnID*/2, /*Opcode*/GIMT_Encode2(TargetOpcode::COPY),
            +GIR_AddRegister, /*InsnID*/2, GIMT_Encode2(Toy::R1), /*AddRegisterRegFlags*/GIMT_Encode2(RegState::Define),
            +GIR_Copy, /*NewInsnID*/2, /*OldInsnID*/1, /*OpIdx*/2, // R1
            -GIR_AddRegister, /*InsnID*/1, GIMT_Encode2(Toy::R1), /*AddRegisterRegFlags*/GIMT_Encode2(RegState::Define),
            -GIR_Copy, /*NewInsnID*/1, /*OldInsnID*/1, /*OpIdx*/2, // R1
            +GIR_AddRegister, /*InsnID*/1, GIMT_Encode2(Toy::R0), /*AddRegisterRegFlags*/GIMT_Encode2(RegState::Define),
            +GIR_Copy, /*NewInsnID*/1, /*OldInsnID*/1, /*OpIdx*/1, // R0
        "#]],
    );
}

#[test]
fn results_on_the_side_are_dead() {
    check(
        "def SHL : Inst<(outs GPR:$d), (ins GPR:$a)> { let Defs = [F0]; }
         def ADC : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b)> { let Uses = [F0]; }
         def : Pat<(add GPR:$a, (i32 7)), (ADC (SHL GPR:$a), GPR:$a)>;",
        expect![[r#"
            +GIR_SetImplicitDefDead, /*InsnID*/1, /*OpIdx for Toy::F0*/0,
        "#]],
    );
}

#[test]
fn results_that_need_not_be_there() {
    check(
        "class OptionalDefOperand<ValueType type, dag defaults> : OperandWithDefaultOps<type, defaults>;
         def flags : OptionalDefOperand<OtherVT, (ops (i32 R1))>;
         def ADD : Inst<(outs GPR:$d, flags:$s), (ins GPR:$a, GPR:$b)>;
         def : Pat<(i32 (add GPR:$a, GPR:$b)), (ADD GPR:$a, GPR:$b)>;",
        expect![[r#"
            -Skipped pattern: unhandled discarded def
            +GIM_CheckOpcode, /*MI*/0, GIMT_Encode2(TargetOpcode::G_ADD),
            +GIM_RootCheckType, /*Op*/0, /*Type*/GILLT_s32,
            +GIM_RootCheckType, /*Op*/1, /*Type*/GILLT_s32,
            +GIM_RootCheckType, /*Op*/2, /*Type*/GILLT_s32,
            +GIM_RootCheckRegBankForClass, /*Op*/0, /*RC*/GIMT_Encode2(Toy::GPRRegClassID),
            +GIM_RootCheckRegBankForClass, /*Op*/1, /*RC*/GIMT_Encode2(Toy::GPRRegClassID),
            +GIM_RootCheckRegBankForClass, /*Op*/2, /*RC*/GIMT_Encode2(Toy::GPRRegClassID),
            +// (add:{ *:[i32] } GPR:{ *:[i32] }:$a, GPR:{ *:[i32] }:$b)  =>  (ADD:{ *:[i32] } GPR:{ *:[i32] }:$a, GPR:{ *:[i32] }:$b)
            +GIR_BuildRootMI, /*Opcode*/GIMT_Encode2(Toy::ADD),
            +GIR_RootToRootCopy, /*OpIdx*/0, // DstI[d]
            +GIR_AddRegister, /*InsnID*/0, GIMT_Encode2(Toy::R1), /*AddRegisterRegFlags*/GIMT_Encode2(RegState::Define | RegState::Dead),
            +GIR_RootToRootCopy, /*OpIdx*/1, // a
            +GIR_RootToRootCopy, /*OpIdx*/2, // b
            +GIR_RootConstrainSelectedInstOperands,
            +GIR_EraseRootFromParent_Done,
        "#]],
    );
}

#[test]
fn undefined_operands_are_defined() {
    check(
        "def merged : OperandWithDefaultOps<i32, (ops (i32 undef_tied_input))>;
         def ADD : Inst<(outs GPR:$d), (ins merged:$m, GPR:$a, GPR:$b)>;
         def : Pat<(i32 (add GPR:$a, GPR:$b)), (ADD GPR:$a, GPR:$b)>;",
        expect![[r#"
            -GIR_AddSimpleTempRegister, /*InsnID*/1, /*TempRegID*/0,
            +GIR_AddTempRegister, /*InsnID*/1, /*TempRegID*/0, /*TempRegFlags*/GIMT_Encode2(RegState::Define),
        "#]],
    );
}

#[test]
fn parts_of_registers() {
    check(
        "def lo : SubRegIndex<32, 0>;
         def hi : SubRegIndex<32, 32>;
         def W : Reg { let SubRegs = [R0, R1]; let SubRegIndices = [lo, hi]; let CoveredBySubRegs = true; }
         def Wide : Regs<[i64], (add W)> { let Size = 64; }
         def : GINodeEquiv<G_ZEXT, zext>;
         def Low : Regs<[i32], (add R0)>;
         def PAIR : Inst<(outs Wide:$d), (ins Wide:$a)>;
         def : Pat<(i64 (zext GPR:$a)), (PAIR (SUBREG_TO_REG (i64 0), (i32 (COPY_TO_REGCLASS GPR:$a, Low)), lo))>;
         def : Pat<(i64 (zext (i32 (trunc Wide:$a)))), (INSERT_SUBREG Wide:$a, (i32 (EXTRACT_SUBREG Wide:$a, hi)), lo)>;
         def : Pat<(i64 (zext (i32 (add GPR:$a, 5)))), (INSERT_SUBREG (SUBREG_TO_REG (i64 0), GPR:$a, hi), GPR:$a, lo)>;",
        expect![[r#"
            +GIM_RecordInsn, /*DefineMI*/1, /*MI*/0, /*OpIdx*/1, // MIs[1]
            +GIM_CheckOpcode, /*MI*/1, GIMT_Encode2(TargetOpcode::G_TRUNC),
            +GIM_CheckType, /*MI*/1, /*Op*/1, /*Type*/GILLT_s64,
            +GIM_CheckRegBankForClass, /*MI*/1, /*Op*/1, /*RC*/GIMT_Encode2(Toy::WideRegClassID),
            +GIM_CheckIsSafeToFold, /*NumInsns*/1,
            +// (zext:{ *:[i64] } (trunc:{ *:[i32] } Wide:{ *:[i64] }:$a))  =>  (INSERT_SUBREG:{ *:[i64] } Wide:{ *:[i64] }:$a, (EXTRACT_SUBREG:{ *:[i32] } Wide:{ *:[i64] }:$a, hi:{ *:[i32] }), lo:{ *:[i32] })
            +GIR_MakeTempReg, /*TempRegID*/0, /*TypeID*/GILLT_s32,
            +GIR_BuildMI, /*InsnID*/1, /*Opcode*/GIMT_Encode2(TargetOpcode::COPY),
            +GIR_AddTempRegister, /*InsnID*/1, /*TempRegID*/0, /*TempRegFlags*/GIMT_Encode2(RegState::Define),
            +GIR_CopySubReg, /*NewInsnID*/1, /*OldInsnID*/1, /*OpIdx*/1, /*SubRegIdx*/GIMT_Encode2(1), // a
            +GIR_ConstrainOperandRC, /*InsnID*/1, /*Op*/0, GIMT_Encode2(Toy::GPRRegClassID),
            +GIR_ConstrainOperandRC, /*InsnID*/1, /*Op*/1, GIMT_Encode2(Toy::WideRegClassID),
            +GIR_BuildRootMI, /*Opcode*/GIMT_Encode2(TargetOpcode::INSERT_SUBREG),
            +GIR_RootToRootCopy, /*OpIdx*/0, // DstI[d]
            +GIR_Copy, /*NewInsnID*/0, /*OldInsnID*/1, /*OpIdx*/1, // a
            +GIR_AddSimpleTempRegister, /*InsnID*/0, /*TempRegID*/0,
            +GIR_AddImm8, /*InsnID*/0, /*Imm*/2,
            +GIR_ConstrainOperandRC, /*InsnID*/0, /*Op*/0, GIMT_Encode2(Toy::WideRegClassID),
            +GIR_ConstrainOperandRC, /*InsnID*/0, /*Op*/1, GIMT_Encode2(Toy::WideRegClassID),
            +GIR_ConstrainOperandRC, /*InsnID*/0, /*Op*/2, GIMT_Encode2(Toy::GPRRegClassID),
            +GIR_EraseRootFromParent_Done,
            -GIR_MakeTempReg, /*TempRegID*/0, /*TypeID*/GILLT_s64,
            -GIR_ConstrainSelectedInstOperands, /*InsnID*/2,
            +GIR_ConstrainOperandRC, /*InsnID*/2, /*Op*/0, GIMT_Encode2(Toy::LowRegClassID),
            +GIR_MakeTempReg, /*TempRegID*/0, /*TypeID*/GILLT_s64,
            -Skipped pattern: Cannot infer register class from INSERT_SUBREG operand #1
        "#]],
    );
}

#[test]
fn why_patterns_are_skipped() {
    check(
        "def address : ComplexPattern<i32, 1, \"selectAddress\">;
         def twice : SDNodeXForm<imm, [{ return 2 * N; }]>;
         def st8 : PatFrag<(ops node:$v, node:$p), (st $v, $p)> { let IsStore = true; let MemoryVT = i8; }
         def ST : Inst<(outs), (ins GPR:$a, GPR:$b)> { let mayStore = true; }
         def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b)>;
         def ADDI : Inst<(outs GPR:$d), (ins GPR:$a, i32imm:$b)>;
         def NONE : Inst<(outs i32imm:$d), (ins GPR:$a)>;
         def : Pat<(add GPR:$a, address:$b), (ADDI GPR:$a, address:$b)>;
         def : Pat<(mul GPR:$a, (i32 imm:$b)), (ADDI GPR:$a, (twice imm:$b))>;
         def : Pat<(st8 GPR:$a, GPR:$b), (ST GPR:$a, GPR:$b)>;
         def : Pat<(i32 (add GPR:$a, 5)), (NONE GPR:$a)>;
         def : Pat<(i32 (add (i32 (mul GPR:$a, GPR:$b)):$c, GPR:$b)), (ADD (ADD $c, $a), GPR:$b)>;",
        expect![[r#"
            -In anonymous_21: ValueType cast should not have a name!
            +In anonymous_21: Type cast should not have a name!
            -Skipped pattern: SDNodeXForm b has no custom renderer
            -Skipped pattern: Src pattern root isn't a trivial operator (Has a predicate (st8 MemVT=i8), first-failing:st8)
            -Skipped pattern: Dst MI def isn't a register class(NONE:{ *:[i32] } GPR:{ *:[i32] }:$a)
            +Skipped pattern: SDNodeXForm twice does not have GISel equivalent
            +Skipped pattern: Pattern operator lacks an equivalent Instruction (ISD::STORE)
            +Skipped pattern: Could not infer register class for result #0 from pattern (NONE:{ *:[i32] } GPR:{ *:[i32] }:$a)
        "#]],
    );
}

#[test]
fn since_22_numbers_have_no_sign() {
    let text = "def ADDI : Inst<(outs GPR:$d), (ins GPR:$a, i32imm:$b)>;
         def : Pat<(i32 (add GPR:$a, -5)), (ADDI GPR:$a, -7)>;
         def : Pat<(i32 (mul GPR:$a, -500)), (ADDI GPR:$a, -700)>;";
    let [old, new] = [Release::V21, Release::V22].map(|it| import(it, text).0);
    expect![[r#"
        -#define GIMT_Encode2(Val) uint8_t(Val), uint8_t((uint16_t)Val >> 8)
        -#define GIMT_Encode4(Val) uint8_t(Val), uint8_t((uint32_t)Val >> 8), uint8_t((uint32_t)Val >> 16), uint8_t((uint32_t)Val >> 24)
        -#define GIMT_Encode8(Val) uint8_t(Val), uint8_t((uint64_t)Val >> 8), uint8_t((uint64_t)Val >> 16), uint8_t((uint64_t)Val >> 24),  uint8_t((uint64_t)Val >> 32), uint8_t((uint64_t)Val >> 40), uint8_t((uint64_t)Val >> 48), uint8_t((uint64_t)Val >> 56)
        +#define GIMT_Encode2(Val) uint8_t(Val), uint8_t((Val) >> 8)
        +#define GIMT_Encode4(Val) uint8_t(Val), uint8_t((Val) >> 8), uint8_t((Val) >> 16), uint8_t((Val) >> 24)
        +#define GIMT_Encode8(Val) uint8_t(Val), uint8_t((Val) >> 8), uint8_t((Val) >> 16), uint8_t((Val) >> 24),  uint8_t(uint64_t(Val) >> 32), uint8_t(uint64_t(Val) >> 40), uint8_t(uint64_t(Val) >> 48), uint8_t(uint64_t(Val) >> 56)
        -#define GIMT_Encode2(Val) uint8_t((uint16_t)Val >> 8), uint8_t(Val)
        -#define GIMT_Encode4(Val) uint8_t((uint32_t)Val >> 24), uint8_t((uint32_t)Val >> 16), uint8_t((uint32_t)Val >> 8), uint8_t(Val)
        -#define GIMT_Encode8(Val) uint8_t((uint64_t)Val >> 56), uint8_t((uint64_t)Val >> 48), uint8_t((uint64_t)Val >> 40), uint8_t((uint64_t)Val >> 32),  uint8_t((uint64_t)Val >> 24), uint8_t((uint64_t)Val >> 16), uint8_t((uint64_t)Val >> 8), uint8_t(Val)
        +#define GIMT_Encode2(Val) uint8_t((Val) >> 8), uint8_t(Val)
        +#define GIMT_Encode4(Val) uint8_t((Val) >> 24), uint8_t((Val) >> 16), uint8_t((Val) >> 8), uint8_t(Val)
        +#define GIMT_Encode8(Val) uint8_t(uint64_t(Val) >> 56), uint8_t(uint64_t(Val) >> 48), uint8_t(uint64_t(Val) >> 40), uint8_t(uint64_t(Val) >> 32),  uint8_t((Val) >> 24), uint8_t((Val) >> 16), uint8_t((Val) >> 8), uint8_t(Val)
        -     /*   0 */ GIM_SwitchOpcode, /*MI*/0, /*[*/GIMT_Encode2(53), GIMT_Encode2(56), /*)*//*default:*//*Label 2*/ GIMT_Encode4(114),
        +     /*   0 */ GIM_SwitchOpcode, /*MI*/0, /*[*/GIMT_Encode2(55), GIMT_Encode2(58), /*)*//*default:*//*Label 2*/ GIMT_Encode4(114),
        -     /*  44 */   GIM_CheckConstantInt8, /*MI*/0, /*Op*/2, uint8_t(-5),
        +     /*  44 */   GIM_CheckConstantInt8, /*MI*/0, /*Op*/2, 251,
        -     /*  55 */   GIR_AddImm8, /*InsnID*/0, /*Imm*/uint8_t(-7),
        +     /*  55 */   GIR_AddImm8, /*InsnID*/0, /*Imm*/249,
        -     /*  83 */   GIM_CheckConstantInt, /*MI*/0, /*Op*/2, GIMT_Encode8(-500),
        +     /*  83 */   GIM_CheckConstantInt, /*MI*/0, /*Op*/2, GIMT_Encode8(18446744073709551116u),
        -     /* 101 */   GIR_AddImm, /*InsnID*/0, /*Imm*/GIMT_Encode8(-700),
        +     /* 101 */   GIR_AddImm, /*InsnID*/0, /*Imm*/GIMT_Encode8(18446744073709550916u),
    "#]].assert_eq(&difference(&old, &new));
}

#[test]
fn since_22_operands_are_kept_before_a_function_looks_at_them() {
    let text = "def cheap : PatFrag<(ops node:$a, node:$b, node:$c), (add (mul $a, $b), $c), [{ return isCheap(Operands); }]> {
           let PredicateCodeUsesOperands = true;
           let GISelPredicateCode = [{ return isCheap(Operands); }];
         }
         def MAD : Inst<(outs GPR:$dst), (ins GPR:$a, GPR:$b, GPR:$c)>;
         def : Pat<(cheap GPR:$a, GPR:$b, GPR:$c), (MAD GPR:$a, GPR:$b, GPR:$c)>;";
    let [old, new] = [Release::V21, Release::V22].map(|it| shown(it, text));
    expect![[r#"
        -GIM_CheckCxxInsnPredicate, /*MI*/0, /*FnId*/GIMT_Encode2(GICXXPred_MI_Predicate_cheap),
        +GIM_CheckCxxInsnPredicate, /*MI*/0, /*FnId*/GIMT_Encode2(GICXXPred_MI_Predicate_cheap),
        +GIM_RootCheckRegBankForClass, /*Op*/0, /*RC*/GIMT_Encode2(Toy::GPRRegClassID),
        +GIM_CheckCxxInsnPredicate, /*MI*/0, /*FnId*/GIMT_Encode2(GICXXPred_MI_Predicate_cheap),
    "#]]
    .assert_eq(&difference(&old, &new));
}

#[test]
fn casts_to_lists_of_types() {
    check_error(
        "def pair : SDNode<\"ISD::PAIR\", SDTypeProfile<2, 1, [SDTCisInt<0>, SDTCisInt<1>]>>;
         def PAIR : Inst<(outs GPR:$d, GPR:$e), (ins GPR:$a)>;
         def : Pat<([i32, i32] (pair i32:$a)), (PAIR $a)>;
         def : Pat<([i32] (pair i32:$a)), (PAIR $a)>;",
        expect![[r#"
            In anonymous_19: Invalid number of type casts!
            In anonymous_19: Node 'a' in output pattern but not input pattern
            Skipped pattern: Pattern operator lacks an equivalent Instruction (ISD::PAIR)
        "#]],
    );
}

#[test]
fn patterns_set_no_registers_on_the_side() {
    check_error(
        "def ADD : Inst<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (add GPR:$a, 1)), (implicit F0)]>;",
        expect![[r#"
            In ADD: Unrecognized node 'implicit'!
            Unhandled node in GetNumNodeResults"#]],
    );
}

/// 21's errors on patterns.
#[track_caller]
fn check_error(text: &str, want: Expect) {
    let (table, said) = import(Release::V21, text);
    let error = table.strip_prefix("error: ").unwrap_or_default();
    want.assert_eq(&(said + error));
}
