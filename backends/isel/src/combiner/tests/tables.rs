//! The table.

use backend_testing::lines_with;
use expect_test::{Expect, expect};

use super::combine;
use crate::global_isel::test_support::{steps, table};

/// Checks the whole table of some rules.
#[track_caller]
fn check_table(text: &str, rules: &str, want: Expect) {
    want.assert_eq(&table(&combine(text, rules)));
}

/// Checks and actions of the rule `R`.
#[track_caller]
fn check(text: &str, want: Expect) {
    want.assert_eq(&steps(&combine(text, "R")));
}

#[test]
fn instructions_are_followed_through_their_operands() {
    check_table(
        "def S : GICombineRule<(defs root:$x), (match (G_ADD $x, $z, $y), (G_CONSTANT $y, 300), (G_FNEG $z, $u)), (apply (G_FABS $x, $u))>;",
        "S",
        expect![[r#"
            const uint8_t *Combiner::getMatchTable() const {
              constexpr static uint8_t MatchTable0[] = {
                GIM_Try, /*On fail goto*//*Label 0*/ GIMT_Encode4(51), // Rule ID 0 //
                  GIM_CheckSimplePredicate, GIMT_Encode2(GICXXPred_Simple_IsRule0Enabled),
                  GIM_CheckOpcode, /*MI*/0, GIMT_Encode2(TargetOpcode::G_ADD),
                  // MIs[0] x
                  // No operand predicates
                  // MIs[0] z
                  GIM_RecordInsnIgnoreCopies, /*DefineMI*/1, /*MI*/0, /*OpIdx*/1, // MIs[1]
                  GIM_CheckOpcode, /*MI*/1, GIMT_Encode2(TargetOpcode::G_FNEG),
                  // MIs[1] u
                  // No operand predicates
                  // MIs[0] y
                  GIM_RecordInsnIgnoreCopies, /*DefineMI*/2, /*MI*/0, /*OpIdx*/2, // MIs[2]
                  GIM_CheckOpcode, /*MI*/2, GIMT_Encode2(TargetOpcode::G_CONSTANT),
                  // MIs[2] Operand 1
                  GIM_CheckLiteralInt, /*MI*/2, /*Op*/1, GIMT_Encode8(300),
                  GIM_CheckIsSafeToFold, /*NumInsns*/2,
                  // Combiner Rule #0: S
                  GIR_BuildRootMI, /*Opcode*/GIMT_Encode2(TargetOpcode::G_FABS),
                  GIR_RootToRootCopy, /*OpIdx*/0, // x
                  GIR_Copy, /*NewInsnID*/0, /*OldInsnID*/1, /*OpIdx*/1, // u
                  GIR_EraseRootFromParent_Done,
                // Label 0: @51
                GIM_Reject,
                }; // Size: 52 bytes
        "#]],
    );
}

#[test]
fn rules_share_checks() {
    check_table(
        "class Neg<ValueType ty> : GICombineRule<(defs root:$x), (match (G_FNEG ty:$x, $y)), (apply (G_FABS $x, $y))>;
         def R : Neg<i64>;
         def S : Neg<i32>;
         def U : GICombineRule<(defs root:$x), (match (G_FABS $x, $y)), (apply (GIReplaceReg $x, $y))>;",
        "R, S, U",
        expect![[r#"
            const uint8_t *Combiner::getMatchTable() const {
              constexpr static uint8_t MatchTable0[] = {
                GIM_SwitchOpcode, /*MI*/0, /*[*/GIMT_Encode2(189), GIMT_Encode2(197), /*)*//*default:*//*Label 2*/ GIMT_Encode4(116),
                /*TargetOpcode::G_FNEG*//*Label 0*/ GIMT_Encode4(42), GIMT_Encode4(0), GIMT_Encode4(0), GIMT_Encode4(0), GIMT_Encode4(0), GIMT_Encode4(0), GIMT_Encode4(0),
                /*TargetOpcode::G_FABS*//*Label 1*/ GIMT_Encode4(96),
                // Label 0: @42
                GIM_SwitchType, /*MI*/0, /*Op*/0, /*[*/GIMT_Encode2(0), GIMT_Encode2(2), /*)*//*default:*//*Label 5*/ GIMT_Encode4(95),
                /*GILLT_s32*//*Label 3*/ GIMT_Encode4(61),
                /*GILLT_s64*//*Label 4*/ GIMT_Encode4(78),
                // Label 3: @61
                GIM_Try, /*On fail goto*//*Label 6*/ GIMT_Encode4(77), // Rule ID 1 //
                  GIM_CheckSimplePredicate, GIMT_Encode2(GICXXPred_Simple_IsRule1Enabled),
                  // MIs[0] y
                  // No operand predicates
                  // Combiner Rule #1: S
                  GIR_BuildRootMI, /*Opcode*/GIMT_Encode2(TargetOpcode::G_FABS),
                  GIR_RootToRootCopy, /*OpIdx*/0, // x
                  GIR_RootToRootCopy, /*OpIdx*/1, // y
                  GIR_EraseRootFromParent_Done,
                // Label 6: @77
                GIM_Reject,
                // Label 4: @78
                GIM_Try, /*On fail goto*//*Label 7*/ GIMT_Encode4(94), // Rule ID 0 //
                  GIM_CheckSimplePredicate, GIMT_Encode2(GICXXPred_Simple_IsRule0Enabled),
                  // MIs[0] y
                  // No operand predicates
                  // Combiner Rule #0: R
                  GIR_BuildRootMI, /*Opcode*/GIMT_Encode2(TargetOpcode::G_FABS),
                  GIR_RootToRootCopy, /*OpIdx*/0, // x
                  GIR_RootToRootCopy, /*OpIdx*/1, // y
                  GIR_EraseRootFromParent_Done,
                // Label 7: @94
                GIM_Reject,
                // Label 5: @95
                GIM_Reject,
                // Label 1: @96
                GIM_Try, /*On fail goto*//*Label 8*/ GIMT_Encode4(115), // Rule ID 2 //
                  GIM_CheckSimplePredicate, GIMT_Encode2(GICXXPred_Simple_IsRule2Enabled),
                  // MIs[0] x
                  // No operand predicates
                  // MIs[0] y
                  // No operand predicates
                  GIM_CheckCanReplaceReg, /*OldInsnID*/0, /*OldOpIdx*/0, /*NewInsnId*/0, /*NewOpIdx*/1,
                  // Combiner Rule #2: U
                  GIR_ReplaceReg, /*OldInsnID*/0, /*OldOpIdx*/0, /*NewInsnId*/0, /*NewOpIdx*/1,
                  GIR_EraseRootFromParent_Done,
                // Label 8: @115
                GIM_Reject,
                // Label 2: @116
                GIM_Reject,
                }; // Size: 117 bytes
        "#]],
    );
}

#[test]
fn what_checks_more_of_the_first_operand_comes_first() {
    let text = "class Neg<ValueType ty> : GICombineRule<(defs root:$x), (match (G_FNEG ty:$x, $y)), (apply (G_FABS $x, $y))>;
         def R : Neg<i64>;
         def S : Neg<i32>;
         def U : Neg<i64>;
         def V : GICombineRule<(defs root:$x), (match (G_FNEG $x, $y), (G_FABS $y, $z)), (apply (GIReplaceReg $x, $z))>;";
    // Rules that check a type are sorted by it.
    let shown = lines_with(&table(&combine(text, "V, R, S, U")), "Rule ID");
    let shown: Vec<&str> = shown.lines().map(str::trim_start).collect();
    expect![[r#"
              GIM_Try, /*On fail goto*//*Label 4*/ GIMT_Encode4(44), // Rule ID 2 //
              GIM_Try, /*On fail goto*//*Label 5*/ GIMT_Encode4(61), // Rule ID 1 //
              GIM_Try, /*On fail goto*//*Label 6*/ GIMT_Encode4(77), // Rule ID 3 //
              GIM_Try, /*On fail goto*//*Label 7*/ GIMT_Encode4(107), // Rule ID 0 //
    "#]]
    .assert_eq(&format!("{}\n", shown.join("\n")));
}

#[test]
fn an_operand_that_comes_twice() {
    check(
        "def R : GICombineRule<(defs root:$x), (match (G_ADD $x, $y, $y)), (apply (GIReplaceReg $x, $y))>;",
        expect![[r#"
            GIM_CheckOpcode, /*MI*/0, GIMT_Encode2(TargetOpcode::G_ADD),
            GIM_CheckIsSameOperandIgnoreCopies, /*MI*/0, /*OpIdx*/2, /*OtherMI*/0, /*OtherOpIdx*/1,
            GIM_CheckCanReplaceReg, /*OldInsnID*/0, /*OldOpIdx*/0, /*NewInsnId*/0, /*NewOpIdx*/1,
            // Combiner Rule #0: R
            GIR_ReplaceReg, /*OldInsnID*/0, /*OldOpIdx*/0, /*NewInsnId*/0, /*NewOpIdx*/1,
            GIR_EraseRootFromParent_Done,
        "#]],
    );
}

#[test]
fn fragments_stand_for_each_of_their_alternatives() {
    check(
        r#"
        def F : GICombinePatFrag<(outs root:$d), (ins $a), [(pattern (G_FNEG $d, $a)), (pattern (G_FABS $d, $t), (G_FNEG $t, $a))]>;
        def Check : GICombinePatFrag<(outs), (ins $a, gi_imm:$n), [(pattern "return has(${a}, ${n});")]>;
        def R : GICombineRule<(defs root:$x), (match (F $x, $y), (Check $y, 3)), (apply (GIReplaceReg $x, $y))>;
        "#,
        expect![[r#"
            GIM_CheckCxxInsnPredicate, /*MI*/0, /*FnId*/GIMT_Encode2(GICXXPred_MI_Predicate_GICombiner0),
            GIM_CheckCanReplaceReg, /*OldInsnID*/0, /*OldOpIdx*/0, /*NewInsnId*/0, /*NewOpIdx*/1,
            // Combiner Rule #0: R @ [__R_match_0[0], __R_match_1[0]]
            GIR_ReplaceReg, /*OldInsnID*/0, /*OldOpIdx*/0, /*NewInsnId*/0, /*NewOpIdx*/1,
            GIR_EraseRootFromParent_Done,
            GIM_RecordInsnIgnoreCopies, /*DefineMI*/1, /*MI*/0, /*OpIdx*/1, // MIs[1]
            GIM_CheckOpcode, /*MI*/1, GIMT_Encode2(TargetOpcode::G_FNEG),
            GIM_CheckCxxInsnPredicate, /*MI*/0, /*FnId*/GIMT_Encode2(GICXXPred_MI_Predicate_GICombiner0),
            GIM_CheckCanReplaceReg, /*OldInsnID*/0, /*OldOpIdx*/0, /*NewInsnId*/1, /*NewOpIdx*/1,
            GIM_CheckIsSafeToFold, /*NumInsns*/1,
            // Combiner Rule #0: R @ [__R_match_0[1], __R_match_1[0]]
            GIR_ReplaceReg, /*OldInsnID*/0, /*OldOpIdx*/0, /*NewInsnId*/1, /*NewOpIdx*/1,
            GIR_EraseRootFromParent_Done,
        "#]],
    );
}

#[test]
fn new_registers_and_constants_are_made_first() {
    check(
        "def R : GICombineRule<(defs root:$x), (match (G_ADD $x, $y, 1):$add), (apply (G_ZEXT i64:$t, $y), (G_TRUNC $u, $t, (MIFlags FmNsz)), (G_ADD $x, $u, (i32 -1), (MIFlags $add, (not FmNoNans))))>;",
        expect![[r#"
            GIM_CheckOpcode, /*MI*/0, GIMT_Encode2(TargetOpcode::G_ADD),
            GIM_RecordRegType, /*MI*/0, /*Op*/0, /*TempTypeIdx*/uint8_t(-1),
            GIM_CheckConstantInt8, /*MI*/0, /*Op*/2, 1,
            GIR_MakeTempReg, /*TempRegID*/2, /*TypeID*/GILLT_s32,
            GIR_BuildConstant, /*TempRegID*/2, /*Val*/GIMT_Encode8(-1),
            GIR_MakeTempReg, /*TempRegID*/1, /*TypeID*/uint8_t(-1),
            GIR_MakeTempReg, /*TempRegID*/0, /*TypeID*/GILLT_s64,
            // Combiner Rule #0: R
            GIR_BuildRootMI, /*Opcode*/GIMT_Encode2(TargetOpcode::G_ZEXT),
            GIR_AddTempRegister, /*InsnID*/0, /*TempRegID*/0, /*TempRegFlags*/GIMT_Encode2(RegState::Define),
            GIR_RootToRootCopy, /*OpIdx*/1, // y
            GIR_BuildMI, /*InsnID*/1, /*Opcode*/GIMT_Encode2(TargetOpcode::G_TRUNC),
            GIR_AddTempRegister, /*InsnID*/1, /*TempRegID*/1, /*TempRegFlags*/GIMT_Encode2(RegState::Define),
            GIR_AddSimpleTempRegister, /*InsnID*/1, /*TempRegID*/0,
            GIR_SetMIFlags, /*InsnID*/1, GIMT_Encode4(MachineInstr::FmNsz),
            GIR_BuildMI, /*InsnID*/2, /*Opcode*/GIMT_Encode2(TargetOpcode::G_ADD),
            GIR_Copy, /*NewInsnID*/2, /*OldInsnID*/0, /*OpIdx*/0, // x
            GIR_AddSimpleTempRegister, /*InsnID*/2, /*TempRegID*/1,
            GIR_AddSimpleTempRegister, /*InsnID*/2, /*TempRegID*/2,
            GIR_CopyMIFlags, /*InsnID*/2, /*OldInsnID*/0,
            GIR_UnsetMIFlags, /*InsnID*/2, GIMT_Encode4(MachineInstr::FmNoNans),
            GIR_EraseRootFromParent_Done,
        "#]],
    );
}

#[test]
fn intrinsics() {
    check(
        "def int_f : Intrinsic<[llvm_i32_ty], [llvm_i32_ty]>;
         def R : GICombineRule<(defs root:$x), (match (int_f $x, $y)), (apply (int_f $x, $y))>;",
        expect![[r#"
            GIM_CheckOpcode, /*MI*/0, GIMT_Encode2(TargetOpcode::G_INTRINSIC),
            GIM_CheckNumOperands, /*MI*/0, /*Expected*/3,
            GIM_CheckIntrinsicID, /*MI*/0, /*Op*/1, GIMT_Encode2(Intrinsic::f),
            // Combiner Rule #0: R
            GIR_BuildRootMI, /*Opcode*/GIMT_Encode2(TargetOpcode::G_INTRINSIC),
            GIR_RootToRootCopy, /*OpIdx*/0, // x
            GIR_AddIntrinsicID, /*MI*/0, GIMT_Encode2(Intrinsic::f),
            GIR_RootToRootCopy, /*OpIdx*/2, // y
            GIR_EraseRootFromParent_Done,
        "#]],
    );
    check(
        "def int_g : Intrinsic<[], [], [IntrConvergent, IntrHasSideEffects]>;
         def R : GICombineRule<(defs root:$m), (match (int_g):$m), (apply (GIEraseRoot))>;",
        expect![[r#"
            GIM_CheckOpcode, /*MI*/0, GIMT_Encode2(TargetOpcode::G_INTRINSIC_CONVERGENT_W_SIDE_EFFECTS),
            GIM_CheckIntrinsicID, /*MI*/0, /*Op*/0, GIMT_Encode2(Intrinsic::g),
            // Combiner Rule #0: R
            GIR_EraseRootFromParent_Done,
        "#]],
    );
}

#[test]
fn variadic_instructions() {
    check(
        "def R : GICombineRule<(defs root:$x), (match (G_UNMERGE_VALUES $x, $z, $y)), (apply (G_UNMERGE_VALUES $x, $z, $y))>;",
        expect![[r#"
            GIM_CheckOpcode, /*MI*/0, GIMT_Encode2(TargetOpcode::G_UNMERGE_VALUES),
            GIM_CheckNumOperands, /*MI*/0, /*Expected*/3,
            // Combiner Rule #0: R
            GIR_BuildRootMI, /*Opcode*/GIMT_Encode2(TargetOpcode::G_UNMERGE_VALUES),
            GIR_RootToRootCopy, /*OpIdx*/0, // x
            GIR_RootToRootCopy, /*OpIdx*/1, // z
            GIR_RootToRootCopy, /*OpIdx*/2, // y
            GIR_EraseRootFromParent_Done,
        "#]],
    );
}

#[test]
fn flags() {
    check(
        "def R : GICombineRule<(defs root:$x), (match (G_FNEG $x, $y, (MIFlags FmNsz, FmNoNans))), (apply (GIReplaceReg $x, $y))>;",
        expect![[r#"
            GIM_CheckOpcode, /*MI*/0, GIMT_Encode2(TargetOpcode::G_FNEG),
            GIM_MIFlags, /*MI*/0, GIMT_Encode4(MachineInstr::FmNoNans | MachineInstr::FmNsz),
            GIM_CheckCanReplaceReg, /*OldInsnID*/0, /*OldOpIdx*/0, /*NewInsnId*/0, /*NewOpIdx*/1,
            // Combiner Rule #0: R
            GIR_ReplaceReg, /*OldInsnID*/0, /*OldOpIdx*/0, /*NewInsnId*/0, /*NewOpIdx*/1,
            GIR_EraseRootFromParent_Done,
        "#]],
    );
}

#[test]
fn roots_may_be_erased() {
    check(
        "def R : GICombineRule<(defs root:$m), (match (G_STORE $x, $y):$m), (apply (GIEraseRoot))>;",
        expect![[r#"
            GIM_CheckOpcode, /*MI*/0, GIMT_Encode2(TargetOpcode::G_STORE),
            // Combiner Rule #0: R
            GIR_EraseRootFromParent_Done,
        "#]],
    );
}

#[test]
fn any_of_some_opcodes() {
    check(
        r#"def R : GICombineRule<(defs root:$x), (match (wip_match_opcode G_FNEG, G_FABS):$x, "return f(${x});"), (apply "g(*${x});")>;"#,
        expect![[r#"
            // Combiner Rule #0: R; wip_match_opcode 'G_FNEG'
            GIR_DoneWithCustomAction, /*Fn*/GIMT_Encode2(GICXXCustomAction_GICombiner0),
            // Combiner Rule #0: R; wip_match_opcode 'G_FABS'
            GIR_DoneWithCustomAction, /*Fn*/GIMT_Encode2(GICXXCustomAction_GICombiner0),
        "#]],
    );
}
