//! The text around the table.

use backend_testing::{between, lines_with};
use expect_test::expect;

use super::select;
use crate::global_isel::test_support::{steps, table};

#[test]
fn functions_of_fragments_and_operands() {
    let text = select(
        r#"
        def small : ImmLeaf<i32, [{ return Imm < 8; }]>;
        def cheap : PatFrag<(ops node:$a, node:$b), (add $a, $b), [{ return isCheap(N); }]> {
          let GISelPredicateCode = [{ bool Cheap = isCheap(MI);
  if (Cheap) return true; }];
        }
        def address : ComplexPattern<i32, 2, "selectAddress">;
        def GIAddress : GIComplexOperandMatcher<"matchAddress">, GIComplexPatternEquiv<address>;
        def negate : SDNodeXForm<imm, [{ return -N; }]>;
        def GINegate : GICustomOperandRenderer<"renderNegated">, GISDNodeXFormEquiv<negate>;
        def ADD : Inst<(outs GPR:$dst), (ins GPR:$a, GPR:$b), [(set GPR:$dst, (cheap GPR:$a, GPR:$b))]>;
        def at : TypedOperand<i32> { let MIOperandInfo = (ops i32imm, i32imm); }
        def LD : Inst<(outs GPR:$dst), (ins at:$at)> { let mayLoad = true; }
        def : Pat<(i32 (ld address:$a)), (LD address:$a)>;
        def SUBI : Inst<(outs GPR:$dst), (ins GPR:$a, i32imm:$b)>;
        def : Pat<(add GPR:$a, small:$b), (SUBI GPR:$a, (negate imm:$b))>;
        "#,
        &[],
    );
    expect![[r#"
        // ComplexPattern predicates.
        enum {
          GICP_Invalid,
          GICP_GIAddress,
        };
        // See constructor for table contents

        ToyInstructionSelector::ComplexMatcherMemFn
        ToyInstructionSelector::ComplexPredicateFns[] = {
          nullptr, // GICP_Invalid
          &ToyInstructionSelector::matchAddress, // GIAddress
        };

        // PatFrag predicates.
        enum {
          GICXXPred_MI_Predicate_cheap = GICXXPred_Invalid + 1,
        };
        bool ToyInstructionSelector::testMIPredicate_MI(unsigned PredicateID, const MachineInstr & MI, const MatcherState &State) const {
          const MachineFunction &MF = *MI.getParent()->getParent();
          const MachineRegisterInfo &MRI = MF.getRegInfo();
          const auto &Operands = State.RecordedOperands;
          (void)Operands;
          (void)MRI;
          switch (PredicateID) {
          case GICXXPred_MI_Predicate_cheap: {
             bool Cheap = isCheap(MI);
              if (Cheap) return true; 
            llvm_unreachable("cheap should have returned");
          }
          }
          llvm_unreachable("Unknown predicate");
          return false;
        }
        // PatFrag predicates.
        enum {
          GICXXPred_I64_Predicate_small = GICXXPred_Invalid + 1,
        };
        bool ToyInstructionSelector::testImmPredicate_I64(unsigned PredicateID, int64_t Imm) const {
          switch (PredicateID) {
          case GICXXPred_I64_Predicate_small: {
             return Imm < 8; 
          }
          }
          llvm_unreachable("Unknown predicate");
          return false;
        }
        // PatFrag predicates.
    "#]].assert_eq(&between(
        &text,
        "// ComplexPattern predicates",
        "::testImmPredicate_APFloat",
    ));
    expect![[r#"
        // Custom renderers.
        enum {
          GICR_Invalid,
          GICR_renderNegated,
        };
        ToyInstructionSelector::CustomRendererFn
        ToyInstructionSelector::CustomRenderers[] = {
          nullptr, // GICR_Invalid
          &ToyInstructionSelector::renderNegated,
        };

    "#]]
    .assert_eq(&between(&text, "// Custom renderers", "::selectImpl"));
    expect![[r#"
        GIM_CheckI64ImmPredicate, /*MI*/1, /*Predicate*/GIMT_Encode2(GICXXPred_I64_Predicate_small),
        GIR_CustomRenderer, /*InsnID*/0, /*OldInsnID*/1, /*Renderer*/GIMT_Encode2(GICR_renderNegated), // b
        GIM_CheckCxxInsnPredicate, /*MI*/0, /*FnId*/GIMT_Encode2(GICXXPred_MI_Predicate_cheap),
        GIM_CheckComplexPattern, /*MI*/0, /*Op*/1, /*Renderer*/GIMT_Encode2(0), GIMT_Encode2(GICP_GIAddress),
    "#]].assert_eq(&lines_with(&steps(&text), "GIC"));
}

#[test]
fn conditions_of_patterns() {
    let text = select(
        r#"
        def HasMul : Condition<"Subtarget->hasMul()">;
        def MUL : Inst<(outs GPR:$dst), (ins GPR:$a, GPR:$b), [(set GPR:$dst, (mul GPR:$a, GPR:$b))]> {
          let Predicates = [HasMul];
        }
        "#,
        &[],
    );
    expect![[r#"
        -
          Feature_HasMulBit = 0,
            Features.set(Feature_HasMulBit);
          GIFBS_HasMul,
          {Feature_HasMulBit, },
              GIM_CheckFeatures, GIMT_Encode2(GIFBS_HasMul),
    "#]]
    .assert_eq(&format!("-\n{}", lines_with(&text, "HasMul")));
}

#[test]
fn rules_may_be_counted_and_left_as_they_are() {
    let text = select(
        "def ADD : Inst<(outs GPR:$dst), (ins GPR:$a, GPR:$b), [(set GPR:$dst, (add GPR:$a, GPR:$b))]>;",
        &[
            ("instrument-gisel-coverage", "1"),
            ("optimize-match-table", "0"),
        ],
    );
    expect![[r#"
        const uint8_t *ToyInstructionSelector::getMatchTable() const {
          constexpr static uint8_t MatchTable0[] = {
            GIM_Try, /*On fail goto*//*Label 0*/ GIMT_Encode4(45), // Rule ID 0 //
              GIM_CheckNumOperands, /*MI*/0, /*Expected*/3,
              GIM_CheckOpcode, /*MI*/0, GIMT_Encode2(TargetOpcode::G_ADD),
              // MIs[0] DstI[dst]
              GIM_RootCheckType, /*Op*/0, /*Type*/GILLT_s32,
              GIM_RootCheckRegBankForClass, /*Op*/0, /*RC*/GIMT_Encode2(Toy::GPRRegClassID),
              // MIs[0] a
              GIM_RootCheckType, /*Op*/1, /*Type*/GILLT_s32,
              GIM_RootCheckRegBankForClass, /*Op*/1, /*RC*/GIMT_Encode2(Toy::GPRRegClassID),
              // MIs[0] b
              GIM_RootCheckType, /*Op*/2, /*Type*/GILLT_s32,
              GIM_RootCheckRegBankForClass, /*Op*/2, /*RC*/GIMT_Encode2(Toy::GPRRegClassID),
              // (add:{ *:[i32] } GPR:{ *:[i32] }:$a, GPR:{ *:[i32] }:$b)  =>  (ADD:{ *:[i32] } GPR:{ *:[i32] }:$a, GPR:{ *:[i32] }:$b)
              GIR_MutateOpcode, /*InsnID*/0, /*RecycleInsnID*/0, /*Opcode*/GIMT_Encode2(Toy::ADD),
              GIR_RootConstrainSelectedInstOperands,
              GIR_Coverage, GIMT_Encode4(0),
              GIR_Done,
            // Label 0: @45
            GIM_Reject,
            }; // Size: 46 bytes
    "#]].assert_eq(&table(&text));
}
