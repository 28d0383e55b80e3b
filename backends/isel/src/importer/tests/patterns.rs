//! The rules of patterns, and the patterns without rules.

use backend_testing::{between, lines_with};
use expect_test::{Expect, expect};

use super::{select, skipped};
use crate::global_isel::test_support::{steps, table};

/// The actions of rules.
#[track_caller]
fn check_result(text: &str, want: Expect) {
    want.assert_eq(&between(&steps(&select(text, &[])), "  =>  ", ""));
}

/// The checks of a load that is a fragment with the given fields.
#[track_caller]
fn check_load(says: &str, want: Expect) {
    let text = format!(
        "def load : PatFrag<(ops node:$a), (ld $a)> {{ let IsLoad = true; {says} }}
         def LD : Inst<(outs GPR:$dst), (ins GPR:$a)> {{ let mayLoad = true; }}
         def : Pat<(i32 (load GPR:$a)), (LD GPR:$a)>;"
    );
    want.assert_eq(&lines_with(&steps(&select(&text, &[])), "GIM_Check"));
}

#[test]
fn larger_patterns_come_first() {
    let text = select(
        "def ADD : Inst<(outs GPR:$dst), (ins GPR:$a, GPR:$b), [(set GPR:$dst, (add GPR:$a, GPR:$b))]>;
         def MUL : Inst<(outs GPR:$dst), (ins GPR:$a, GPR:$b), [(set GPR:$dst, (mul GPR:$a, GPR:$b))]>;
         def MAD : Inst<(outs GPR:$dst), (ins GPR:$a, GPR:$b, GPR:$c), [(set GPR:$dst, (add (mul GPR:$a, GPR:$b), GPR:$c))]>;",
        &[],
    );
    expect![[r#"
            const uint8_t *ToyInstructionSelector::getMatchTable() const {
              constexpr static uint8_t MatchTable0[] = {
                GIM_SwitchOpcode, /*MI*/0, /*[*/GIMT_Encode2(51), GIMT_Encode2(54), /*)*//*default:*//*Label 2*/ GIMT_Encode4(206),
                /*TargetOpcode::G_ADD*//*Label 0*/ GIMT_Encode4(22), GIMT_Encode4(0),
                /*TargetOpcode::G_MUL*//*Label 1*/ GIMT_Encode4(172),
                // Label 0: @22
                GIM_Try, /*On fail goto*//*Label 3*/ GIMT_Encode4(171),
                  GIM_RootCheckType, /*Op*/0, /*Type*/GILLT_s32,
                  GIM_RootCheckType, /*Op*/1, /*Type*/GILLT_s32,
                  GIM_RootCheckType, /*Op*/2, /*Type*/GILLT_s32,
                  GIM_RootCheckRegBankForClass, /*Op*/0, /*RC*/GIMT_Encode2(Toy::GPRRegClassID),
                  GIM_Try, /*On fail goto*//*Label 4*/ GIMT_Encode4(94), // Rule ID 2 //
                    GIM_RecordInsn, /*DefineMI*/1, /*MI*/0, /*OpIdx*/1, // MIs[1]
                    GIM_CheckOpcode, /*MI*/1, GIMT_Encode2(TargetOpcode::G_MUL),
                    GIM_CheckType, /*MI*/1, /*Op*/1, /*Type*/GILLT_s32,
                    GIM_CheckType, /*MI*/1, /*Op*/2, /*Type*/GILLT_s32,
                    GIM_CheckRegBankForClass, /*MI*/1, /*Op*/1, /*RC*/GIMT_Encode2(Toy::GPRRegClassID),
                    GIM_CheckRegBankForClass, /*MI*/1, /*Op*/2, /*RC*/GIMT_Encode2(Toy::GPRRegClassID),
                    GIM_RootCheckRegBankForClass, /*Op*/2, /*RC*/GIMT_Encode2(Toy::GPRRegClassID),
                    GIM_CheckIsSafeToFold, /*NumInsns*/1,
                    // (add:{ *:[i32] } (mul:{ *:[i32] } GPR:{ *:[i32] }:$a, GPR:{ *:[i32] }:$b), GPR:{ *:[i32] }:$c)  =>  (MAD:{ *:[i32] } GPR:{ *:[i32] }:$a, GPR:{ *:[i32] }:$b, GPR:{ *:[i32] }:$c)
                    GIR_BuildRootMI, /*Opcode*/GIMT_Encode2(Toy::MAD),
                    GIR_RootToRootCopy, /*OpIdx*/0, // DstI[dst]
                    GIR_Copy, /*NewInsnID*/0, /*OldInsnID*/1, /*OpIdx*/1, // a
                    GIR_Copy, /*NewInsnID*/0, /*OldInsnID*/1, /*OpIdx*/2, // b
                    GIR_RootToRootCopy, /*OpIdx*/2, // c
                    GIR_RootConstrainSelectedInstOperands,
                    // GIR_Coverage, 2,
                    GIR_EraseRootFromParent_Done,
                  // Label 4: @94
                  GIM_Try, /*On fail goto*//*Label 5*/ GIMT_Encode4(170),
                    GIM_RootCheckRegBankForClass, /*Op*/1, /*RC*/GIMT_Encode2(Toy::GPRRegClassID),
                    GIM_Try, /*On fail goto*//*Label 6*/ GIMT_Encode4(153), // Rule ID 3 //
                      GIM_RecordInsn, /*DefineMI*/1, /*MI*/0, /*OpIdx*/2, // MIs[1]
                      GIM_CheckOpcode, /*MI*/1, GIMT_Encode2(TargetOpcode::G_MUL),
                      GIM_CheckType, /*MI*/1, /*Op*/1, /*Type*/GILLT_s32,
                      GIM_CheckType, /*MI*/1, /*Op*/2, /*Type*/GILLT_s32,
                      GIM_CheckRegBankForClass, /*MI*/1, /*Op*/1, /*RC*/GIMT_Encode2(Toy::GPRRegClassID),
                      GIM_CheckRegBankForClass, /*MI*/1, /*Op*/2, /*RC*/GIMT_Encode2(Toy::GPRRegClassID),
                      GIM_CheckIsSafeToFold, /*NumInsns*/1,
                      // (add:{ *:[i32] } GPR:{ *:[i32] }:$c, (mul:{ *:[i32] } GPR:{ *:[i32] }:$a, GPR:{ *:[i32] }:$b))  =>  (MAD:{ *:[i32] } GPR:{ *:[i32] }:$a, GPR:{ *:[i32] }:$b, GPR:{ *:[i32] }:$c)
                      GIR_BuildRootMI, /*Opcode*/GIMT_Encode2(Toy::MAD),
                      GIR_RootToRootCopy, /*OpIdx*/0, // DstI[dst]
                      GIR_Copy, /*NewInsnID*/0, /*OldInsnID*/1, /*OpIdx*/1, // a
                      GIR_Copy, /*NewInsnID*/0, /*OldInsnID*/1, /*OpIdx*/2, // b
                      GIR_RootToRootCopy, /*OpIdx*/1, // c
                      GIR_RootConstrainSelectedInstOperands,
                      // GIR_Coverage, 3,
                      GIR_EraseRootFromParent_Done,
                    // Label 6: @153
                    GIM_Try, /*On fail goto*//*Label 7*/ GIMT_Encode4(169), // Rule ID 0 //
                      GIM_RootCheckRegBankForClass, /*Op*/2, /*RC*/GIMT_Encode2(Toy::GPRRegClassID),
                      // (add:{ *:[i32] } GPR:{ *:[i32] }:$a, GPR:{ *:[i32] }:$b)  =>  (ADD:{ *:[i32] } GPR:{ *:[i32] }:$a, GPR:{ *:[i32] }:$b)
                      GIR_MutateOpcode, /*InsnID*/0, /*RecycleInsnID*/0, /*Opcode*/GIMT_Encode2(Toy::ADD),
                      GIR_RootConstrainSelectedInstOperands,
                      // GIR_Coverage, 0,
                      GIR_Done,
                    // Label 7: @169
                    GIM_Reject,
                  // Label 5: @170
                  GIM_Reject,
                // Label 3: @171
                GIM_Reject,
                // Label 1: @172
                GIM_Try, /*On fail goto*//*Label 8*/ GIMT_Encode4(205), // Rule ID 1 //
                  GIM_RootCheckType, /*Op*/0, /*Type*/GILLT_s32,
                  GIM_RootCheckType, /*Op*/1, /*Type*/GILLT_s32,
                  GIM_RootCheckType, /*Op*/2, /*Type*/GILLT_s32,
                  GIM_RootCheckRegBankForClass, /*Op*/0, /*RC*/GIMT_Encode2(Toy::GPRRegClassID),
                  GIM_RootCheckRegBankForClass, /*Op*/1, /*RC*/GIMT_Encode2(Toy::GPRRegClassID),
                  GIM_RootCheckRegBankForClass, /*Op*/2, /*RC*/GIMT_Encode2(Toy::GPRRegClassID),
                  // (mul:{ *:[i32] } GPR:{ *:[i32] }:$a, GPR:{ *:[i32] }:$b)  =>  (MUL:{ *:[i32] } GPR:{ *:[i32] }:$a, GPR:{ *:[i32] }:$b)
                  GIR_MutateOpcode, /*InsnID*/0, /*RecycleInsnID*/0, /*Opcode*/GIMT_Encode2(Toy::MUL),
                  GIR_RootConstrainSelectedInstOperands,
                  // GIR_Coverage, 1,
                  GIR_Done,
                // Label 8: @205
                GIM_Reject,
                // Label 2: @206
                GIM_Reject,
                }; // Size: 207 bytes
        "#]]
    .assert_eq(&table(&text));
}

#[test]
fn results_of_several_instructions() {
    check_result(
        "def LI : Inst<(outs GPR:$dst), (ins i32imm:$value)>;
         def ADD : Inst<(outs GPR:$dst), (ins GPR:$a, GPR:$b)>;
         def : Pat<(add GPR:$a, (i32 7)), (ADD (LI 300), GPR:$a)>;",
        expect![[r#"
            // (add:{ *:[i32] } GPR:{ *:[i32] }:$a, 7:{ *:[i32] })  =>  (ADD:{ *:[i32] } (LI:{ *:[i32] } 300:{ *:[i32] }), GPR:{ *:[i32] }:$a)
            GIR_MakeTempReg, /*TempRegID*/0, /*TypeID*/GILLT_s32,
            GIR_BuildMI, /*InsnID*/1, /*Opcode*/GIMT_Encode2(Toy::LI),
            GIR_AddTempRegister, /*InsnID*/1, /*TempRegID*/0, /*TempRegFlags*/GIMT_Encode2(RegState::Define),
            GIR_AddImm, /*InsnID*/1, /*Imm*/GIMT_Encode8(300),
            GIR_ConstrainSelectedInstOperands, /*InsnID*/1,
            GIR_BuildRootMI, /*Opcode*/GIMT_Encode2(Toy::ADD),
            GIR_RootToRootCopy, /*OpIdx*/0, // DstI[dst]
            GIR_AddSimpleTempRegister, /*InsnID*/0, /*TempRegID*/0,
            GIR_RootToRootCopy, /*OpIdx*/1, // a
            GIR_RootConstrainSelectedInstOperands,
            GIR_EraseRootFromParent_Done,
        "#]],
    );
}

/// Registers of two parts.
const WIDE: &str = "def lo : SubRegIndex<32, 0>;
    def hi : SubRegIndex<32, 32>;
    def W : Reg { let SubRegs = [R0, R1]; let SubRegIndices = [lo, hi]; let CoveredBySubRegs = true; }
    def Wide : Regs<[i64], (add W)> { let Size = 64; }
    def : GINodeEquiv<G_ZEXT, zext>;";

#[test]
fn sub_registers() {
    check_result(
        &format!("{WIDE} def : Pat<(i32 (trunc Wide:$a)), (EXTRACT_SUBREG Wide:$a, lo)>;"),
        expect![[r#"
            // (trunc:{ *:[i32] } Wide:{ *:[i64] }:$a)  =>  (EXTRACT_SUBREG:{ *:[i32] } Wide:{ *:[i64] }:$a, lo:{ *:[i32] })
            GIR_BuildRootMI, /*Opcode*/GIMT_Encode2(TargetOpcode::COPY),
            GIR_RootToRootCopy, /*OpIdx*/0, // DstI[d]
            GIR_CopySubReg, /*NewInsnID*/0, /*OldInsnID*/0, /*OpIdx*/1, /*SubRegIdx*/GIMT_Encode2(2), // a
            GIR_ConstrainOperandRC, /*InsnID*/0, /*Op*/0, GIMT_Encode2(Toy::GPRRegClassID),
            GIR_ConstrainOperandRC, /*InsnID*/0, /*Op*/1, GIMT_Encode2(Toy::WideRegClassID),
            GIR_EraseRootFromParent_Done,
        "#]],
    );
    check_result(
        &format!(
            "{WIDE} def : Pat<(i64 (zext GPR:$a)), (REG_SEQUENCE Wide, GPR:$a, hi, GPR:$a, lo)>;"
        ),
        expect![[r#"
            // (zext:{ *:[i64] } GPR:{ *:[i32] }:$a)  =>  (REG_SEQUENCE:{ *:[i64] } Wide:{ *:[i32] }, GPR:{ *:[i32] }:$a, hi:{ *:[i32] }, GPR:{ *:[i32] }:$a, lo:{ *:[i32] })
            GIR_BuildRootMI, /*Opcode*/GIMT_Encode2(TargetOpcode::REG_SEQUENCE),
            GIR_RootToRootCopy, /*OpIdx*/0, // DstI[d]
            GIR_RootToRootCopy, /*OpIdx*/1, // a
            GIR_AddImm8, /*InsnID*/0, /*SubRegIndex*/1,
            GIR_RootToRootCopy, /*OpIdx*/1, // a
            GIR_AddImm8, /*InsnID*/0, /*SubRegIndex*/2,
            GIR_ConstrainOperandRC, /*InsnID*/0, /*Op*/0, GIMT_Encode2(Toy::WideRegClassID),
            GIR_ConstrainOperandRC, /*InsnID*/0, /*Op*/1, GIMT_Encode2(Toy::GPRRegClassID),
            GIR_ConstrainOperandRC, /*InsnID*/0, /*Op*/3, GIMT_Encode2(Toy::GPRRegClassID),
            GIR_EraseRootFromParent_Done,
        "#]],
    );
}

#[test]
fn registers_that_are_defined_on_the_side() {
    check_result(
        "def ADD : Inst<(outs GPR:$dst), (ins GPR:$a, GPR:$b)> { let Defs = [F0]; }
         def : Pat<(add GPR:$a, GPR:$b), (ADD GPR:$a, GPR:$b)>;",
        expect![[r#"
            // (add:{ *:[i32] } GPR:{ *:[i32] }:$a, GPR:{ *:[i32] }:$b)  =>  (ADD:{ *:[i32] }:{ *:[f32] } GPR:{ *:[i32] }:$a, GPR:{ *:[i32] }:$b)
            GIR_MutateOpcode, /*InsnID*/0, /*RecycleInsnID*/0, /*Opcode*/GIMT_Encode2(Toy::ADD),
            GIR_AddImplicitDef, /*InsnID*/0, GIMT_Encode2(Toy::F0), GIMT_Encode2(RegState::Dead),
            GIR_RootConstrainSelectedInstOperands,
            GIR_Done,
        "#]],
    );
    check_result(
        "def SHL : Inst<(outs GPR:$dst), (ins GPR:$a)> { let Defs = [F0]; }
         def ADC : Inst<(outs GPR:$dst), (ins GPR:$a, GPR:$b)> { let Uses = [F0]; }
         def : Pat<(add GPR:$a, (i32 7)), (ADC (SHL GPR:$a), GPR:$a)>;",
        expect![[r#"
            // (add:{ *:[i32] } GPR:{ *:[i32] }:$a, 7:{ *:[i32] })  =>  (ADC:{ *:[i32] } (SHL:{ *:[i32] }:{ *:[f32] } GPR:{ *:[i32] }:$a), GPR:{ *:[i32] }:$a)
            GIR_MakeTempReg, /*TempRegID*/0, /*TypeID*/GILLT_s32,
            GIR_BuildMI, /*InsnID*/1, /*Opcode*/GIMT_Encode2(Toy::SHL),
            GIR_AddTempRegister, /*InsnID*/1, /*TempRegID*/0, /*TempRegFlags*/GIMT_Encode2(RegState::Define),
            GIR_Copy, /*NewInsnID*/1, /*OldInsnID*/0, /*OpIdx*/1, // a
            GIR_ConstrainSelectedInstOperands, /*InsnID*/1,
            GIR_BuildRootMI, /*Opcode*/GIMT_Encode2(Toy::ADC),
            GIR_RootToRootCopy, /*OpIdx*/0, // DstI[dst]
            GIR_AddSimpleTempRegister, /*InsnID*/0, /*TempRegID*/0,
            GIR_RootToRootCopy, /*OpIdx*/1, // a
            GIR_RootConstrainSelectedInstOperands,
            GIR_EraseRootFromParent_Done,
        "#]],
    );
}

#[test]
fn an_operand_that_comes_twice() {
    let check = |pattern: &str, want: Expect| {
        let text = format!(
            "class GISelFlags {{ bit GIIgnoreCopies = ?; }}
             def DOUBLE : Inst<(outs GPR:$dst), (ins GPR:$a)>;
             def : Pat<(add GPR:$a, GPR:$a), (DOUBLE GPR:$a)>{pattern}"
        );
        want.assert_eq(&lines_with(&steps(&select(&text, &[])), "SameOperand"));
    };
    check(
        ";",
        expect![[r#"
        GIM_CheckIsSameOperand, /*MI*/0, /*OpIdx*/2, /*OtherMI*/0, /*OtherOpIdx*/1,
    "#]],
    );
    check(
        ", GISelFlags { let GIIgnoreCopies = true; }",
        expect![[r#"
            GIM_CheckIsSameOperandIgnoreCopies, /*MI*/0, /*OpIdx*/2, /*OtherMI*/0, /*OtherOpIdx*/1,
        "#]],
    );
}

#[test]
fn operands_that_predicates_ask_for() {
    let text = select(
        "def cheap : PatFrag<(ops node:$a, node:$b, node:$c), (add (mul $a, $b), $c), [{ return isCheap(Operands); }]> {
           let PredicateCodeUsesOperands = true;
           let GISelPredicateCode = [{ return isCheap(Operands); }];
         }
         def MAD : Inst<(outs GPR:$dst), (ins GPR:$a, GPR:$b, GPR:$c)>;
         def : Pat<(cheap GPR:$a, GPR:$b, GPR:$c), (MAD GPR:$a, GPR:$b, GPR:$c)>;",
        &[],
    );
    expect![[r#"
        GIM_RecordNamedOperand, /*MI*/0, /*Op*/1, /*StoreIdx*/2, // Name : pred:1:c
        GIM_RecordNamedOperand, /*MI*/1, /*Op*/1, /*StoreIdx*/0, // Name : pred:1:a
        GIM_RecordNamedOperand, /*MI*/1, /*Op*/2, /*StoreIdx*/1, // Name : pred:1:b
        GIM_RecordNamedOperand, /*MI*/1, /*Op*/1, /*StoreIdx*/0, // Name : pred:1:a
        GIM_RecordNamedOperand, /*MI*/1, /*Op*/2, /*StoreIdx*/1, // Name : pred:1:b
        GIM_RecordNamedOperand, /*MI*/0, /*Op*/2, /*StoreIdx*/2, // Name : pred:1:c
    "#]]
    .assert_eq(&lines_with(&steps(&text), "GIM_RecordNamedOperand"));
}

#[test]
fn loads() {
    check_load(
        "let IsNonExtLoad = true;",
        expect![[r#"
        GIM_CheckOpcode, /*MI*/0, GIMT_Encode2(TargetOpcode::G_LOAD),
        GIM_CheckMemorySizeEqualToLLT, /*MI*/0, /*MMO*/0, /*OpIdx*/0,
        GIM_CheckAtomicOrdering, /*MI*/0, /*Order*/(uint8_t)AtomicOrdering::NotAtomic,
    "#]],
    );
    check_load(
        "let AddressSpaces = [3, 5]; let MinAlignment = 4;",
        expect![[r#"
            GIM_CheckOpcode, /*MI*/0, GIMT_Encode2(TargetOpcode::G_LOAD),
            GIM_CheckMemoryAddressSpace, /*MI*/0, /*MMO*/0, /*NumAddrSpace*/2, /*AddrSpace*/3, /*AddrSpace*/5,
            GIM_CheckAtomicOrdering, /*MI*/0, /*Order*/(uint8_t)AtomicOrdering::NotAtomic,
        "#]],
    );
    check_load(
        "let MinAlignment = 4;",
        expect![[r#"
        GIM_CheckOpcode, /*MI*/0, GIMT_Encode2(TargetOpcode::G_LOAD),
        GIM_CheckMemoryAlignment, /*MI*/0, /*MMO*/0, /*MinAlign*/4,
        GIM_CheckAtomicOrdering, /*MI*/0, /*Order*/(uint8_t)AtomicOrdering::NotAtomic,
    "#]],
    );
    check_load(
        "let IsSignExtLoad = true; let MemoryVT = i8;",
        expect![[r#"
            GIM_CheckOpcode, /*MI*/0, GIMT_Encode2(TargetOpcode::G_SEXTLOAD),
            GIM_CheckAtomicOrdering, /*MI*/0, /*Order*/(uint8_t)AtomicOrdering::NotAtomic,
        "#]],
    );
}

#[test]
fn why_patterns_are_skipped() {
    let got = skipped(
        "
         def address : ComplexPattern<i32, 1, \"selectAddress\">;
         def cheap : PatFrag<(ops node:$a, node:$b), (add $a, $b), [{ return isCheap(N); }]>;
         def twice : SDNodeXForm<imm, [{ return 2 * N; }]>;
         def ADD : Inst<(outs GPR:$dst), (ins GPR:$a, GPR:$b)>;
         def ADDI : Inst<(outs GPR:$dst), (ins GPR:$a, i32imm:$b)>;
         def : Pat<(sub GPR:$a, GPR:$b), (ADD GPR:$a, GPR:$b)>;
         def : Pat<(cheap GPR:$a, GPR:$b), (ADD GPR:$a, GPR:$b)>;
         def : Pat<(mul (cheap GPR:$a, GPR:$a), GPR:$c), (ADD GPR:$a, GPR:$c)>;
         def : Pat<(add GPR:$a, address:$b), (ADDI GPR:$a, address:$b)>;
         def : Pat<(mul GPR:$a, (i32 imm:$b)), (ADDI GPR:$a, (twice imm:$b))>;",
    );
    expect![[r#"
        Skipped pattern: Pattern operator lacks an equivalent Instruction (ISD::SUB)
        Skipped pattern: Src pattern root isn't a trivial operator (Has a predicate (cheap), first-failing:cheap)
        Skipped pattern: Src pattern child has predicate (cheap)
        Skipped pattern: SelectionDAG ComplexPattern (address) not mapped to GlobalISel
        Skipped pattern: SDNodeXForm b has no custom renderer
        Skipped pattern: Src pattern child has predicate (cheap)
        Skipped pattern: SelectionDAG ComplexPattern (address) not mapped to GlobalISel
    "#]].assert_eq(&got);
}
