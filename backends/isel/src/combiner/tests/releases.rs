//! Differences between releases.

use elaborate::records::Release;
use expect_test::{Expect, expect};

use super::combine_as;
use backend_testing::between;

/// Checks the table.
#[track_caller]
fn check(release: Release, text: &str, want: Expect) {
    let shown = combine_as(release, text);
    let table = if shown.contains("MatchTable0[] = {") {
        between(&shown, "MatchTable0[] = {", "// Size:")
    } else {
        shown
    };
    // A snapshot loses the blanks that begin all of its lines.
    let lines = table.lines().map(|it| it.strip_prefix("  ").unwrap_or(it));
    want.assert_eq(&lines.fold(String::new(), |text, line| text + line + "\n"));
}

const ADD: &str = "def R : GICombineRule<(defs root:$x), (match (G_ADD $x, $y, 0)), (apply (GIReplaceReg $x, $y))>;";

#[test]
fn since_21_lines_begin_with_their_offsets() {
    check(
        Release::V19,
        ADD,
        expect![[r#"
              constexpr static uint8_t MatchTable0[] = {
                GIM_Try, /*On fail goto*//*Label 0*/ GIMT_Encode4(27), // Rule ID 0 //
                  GIM_CheckSimplePredicate, GIMT_Encode2(GICXXPred_Simple_IsRule0Enabled),
                  GIM_CheckOpcode, /*MI*/0, GIMT_Encode2(TargetOpcode::G_ADD),
                  // MIs[0] x
                  // No operand predicates
                  // MIs[0] y
                  // No operand predicates
                  // MIs[0] Operand 2
                  GIM_CheckConstantInt8, /*MI*/0, /*Op*/2, 0,
                  GIM_CheckCanReplaceReg, /*OldInsnID*/0, /*OldOpIdx*/0, /*NewInsnId*/0, /*NewOpIdx*/1,
                  // Combiner Rule #0: R
                  GIR_ReplaceReg, /*OldInsnID*/0, /*OldOpIdx*/0, /*NewInsnId*/0, /*NewOpIdx*/1,
                  GIR_EraseRootFromParent_Done,
                // Label 0: @27
                GIM_Reject,
        "#]],
    );
    check(
        Release::V21,
        ADD,
        expect![[r#"
              constexpr static uint8_t MatchTable0[] = {
                 /*  0 */ GIM_Try, /*On fail goto*//*Label 0*/ GIMT_Encode4(27), // Rule ID 0 //
                 /*  5 */   GIM_CheckSimplePredicate, GIMT_Encode2(GICXXPred_Simple_IsRule0Enabled),
                 /*  8 */   GIM_CheckOpcode, /*MI*/0, GIMT_Encode2(TargetOpcode::G_ADD),
                 /* 12 */   // MIs[0] x
                 /* 12 */   // No operand predicates
                 /* 12 */   // MIs[0] y
                 /* 12 */   // No operand predicates
                 /* 12 */   // MIs[0] Operand 2
                 /* 12 */   GIM_CheckConstantInt8, /*MI*/0, /*Op*/2, 0,
                 /* 16 */   GIM_CheckCanReplaceReg, /*OldInsnID*/0, /*OldOpIdx*/0, /*NewInsnId*/0, /*NewOpIdx*/1,
                 /* 21 */   // Combiner Rule #0: R
                 /* 21 */   GIR_ReplaceReg, /*OldInsnID*/0, /*OldOpIdx*/0, /*NewInsnId*/0, /*NewOpIdx*/1,
                 /* 26 */   GIR_EraseRootFromParent_Done,
                 /* 27 */ // Label 0: @27
                 /* 27 */ GIM_Reject,
        "#]],
    );
}

#[test]
fn packs_of_operands() {
    check(
        Release::V21,
        "def R : GICombineRule<(defs root:$x), (match (G_BUILD_VECTOR $x, $y, GIVariadic<2, 4>:$z)), (apply (G_BUILD_VECTOR $x, $y, $z))>;",
        expect![[r#"
              constexpr static uint8_t MatchTable0[] = {
                 /*  0 */ GIM_Try, /*On fail goto*//*Label 0*/ GIMT_Encode4(30), // Rule ID 0 //
                 /*  5 */   GIM_CheckSimplePredicate, GIMT_Encode2(GICXXPred_Simple_IsRule0Enabled),
                 /*  8 */   GIM_CheckOpcode, /*MI*/0, GIMT_Encode2(TargetOpcode::G_BUILD_VECTOR),
                 /* 12 */   GIM_CheckNumOperandsGE, /*MI*/0, /*Expected*/4,
                 /* 15 */   GIM_CheckNumOperandsLE, /*MI*/0, /*Expected*/6,
                 /* 18 */   // MIs[0] x
                 /* 18 */   // No operand predicates
                 /* 18 */   // MIs[0] y
                 /* 18 */   // No operand predicates
                 /* 18 */   // MIs[0] z
                 /* 18 */   // No operand predicates
                 /* 18 */   // Combiner Rule #0: R
                 /* 18 */   GIR_BuildRootMI, /*Opcode*/GIMT_Encode2(TargetOpcode::G_BUILD_VECTOR),
                 /* 21 */   GIR_RootToRootCopy, /*OpIdx*/0, // x
                 /* 23 */   GIR_RootToRootCopy, /*OpIdx*/1, // y
                 /* 25 */   GIR_CopyRemaining, /*NewInsnID*/0, /*OldInsnID*/0, /*OpIdx*/2, // z
                 /* 29 */   GIR_EraseRootFromParent_Done,
                 /* 30 */ // Label 0: @30
                 /* 30 */ GIM_Reject,
        "#]],
    );
}

#[test]
fn rules_of_one_action() {
    let shown = combine_as(
        Release::V21,
        "def R : GICombineRule<(defs root:$x), (combine (G_BUILD_VECTOR $x, $y, GIVariadic<>:$z), [{ f(${z}); }]), (empty_action)>;",
    );
    let actions = between(&shown, "::runCustomAction(", "llvm_unreachable");
    expect![[r#"
        bool Combiner::runCustomAction(unsigned ApplyID, const MatcherState &State, NewMIVector &OutMIs) const {
          Helper.getBuilder().setInstrAndDebugLoc(*State.MIs[0]);
          switch(ApplyID) {
          case GICXXCustomAction_GICombiner0:{
            // Apply Patterns
            f(getRemainingOperands(*State.MIs[0], 2));
            return true;
          }
          }
    "#]].assert_eq(&actions);
}

#[test]
fn wrong_packs() {
    for (text, want) in [
        (
            "(match (G_ADD $x, $y, GIVariadic<>:$z)), (apply (G_ADD $x, $y, $y))",
            expect![[r#"
                cannot use a GIVariadic operand on non-variadic instruction 'G_ADD'
                error: Failed to parse one or more rules"#]],
        ),
        (
            "(match (G_BUILD_VECTOR $x, GIVariadic<0>:$y)), (apply (GIReplaceReg $x, $y))",
            expect![[r#"
                cannot parse operand type: minimum number of arguments must be greater than zero in GIVariadic
                Failed to parse pattern: '(G_BUILD_VECTOR ?:$x, anonymous_1:$y)'
                error: Failed to parse one or more rules"#]],
        ),
        (
            "(match (G_BUILD_VECTOR $x, GIVariadic<3, 2>:$y)), (apply (GIReplaceReg $x, $y))",
            expect![[r#"
                cannot parse operand type: maximum number of arguments (2) must be zero, or greater than the minimum number of arguments (3) in GIVariadic
                Failed to parse pattern: '(G_BUILD_VECTOR ?:$x, anonymous_1:$y)'
                error: Failed to parse one or more rules"#]],
        ),
        (
            "(match), (match)",
            expect![[r#"
            expected both a 'match' and 'apply' action in combine rule, or a single 'combine' action
            error: Failed to parse one or more rules"#]],
        ),
        (
            "(combine (G_ADD $x, $y, 0)), (empty_action)",
            expect![[r#"
                'combine' action needs at least one pattern to match, and C++ code to apply
                error: Failed to parse one or more rules"#]],
        ),
    ] {
        let text = format!("def R : GICombineRule<(defs root:$x), {text}>;");
        want.assert_eq(&combine_as(Release::V21, &text));
    }
}
