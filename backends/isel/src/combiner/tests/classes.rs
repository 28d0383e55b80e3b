//! The text around the table.

use backend_testing::{between, lines_with};
use expect_test::expect;

use super::{combine, said};

const NEG_OF_NEG: &str = "def R : GICombineRule<(defs root:$x), (match (G_FNEG $x, $y), (G_FNEG $y, $z)), (apply (GIReplaceReg $x, $z))>;";

#[test]
fn rules_have_names_and_numbers() {
    let text = combine(NEG_OF_NEG, "R");
    expect![[r##"
        #ifndef NDEBUG
          switch (RuleIdentifier.size()) {
          default: break;
          case 1:	 // 1 string to match.
            if (RuleIdentifier[0] != 'R')
              break;
            return 0;	 // "R"
          }
    "##]]
    .assert_eq(&between(&text, "#ifndef NDEBUG", "#endif"));
    expect![[r#"
        -
          GICXXPred_Simple_IsRule0Enabled = GICXXPred_Invalid + 1,
              GIM_CheckSimplePredicate, GIMT_Encode2(GICXXPred_Simple_IsRule0Enabled),
    "#]]
    .assert_eq(&format!("-\n{}", lines_with(&text, "GICXXPred_Simple")));
}

#[test]
fn types_are_listed_pointers_and_scalars_before_vectors() {
    let text = combine(
        "def R : GICombineRule<(defs root:$x), (match (G_ADD v4i32:$x, $y, i32:$z)), (apply (G_CONSTANT $x, (i64 5)))>;",
        "R",
    );
    expect![[r#"
        // LLT Objects.
        enum {
          GILLT_s32,
          GILLT_s64,
          GILLT_v4s32,
        };
        const static size_t NumTypeObjects = 3;
        const static LLT TypeObjects[] = {
          LLT::scalar(32),
          LLT::scalar(64),
          LLT::vector(ElementCount::getFixed(4), 32),
        };

    "#]]
    .assert_eq(&between(&text, "// LLT Objects.", "// Bits"));
}

#[test]
fn there_is_a_type_if_rules_mention_none() {
    let text = combine(NEG_OF_NEG, "R");
    assert_eq!(lines_with(&text, "GILLT_").trim(), "GILLT_s1,");
}

#[test]
fn conditions_are_numbered_as_they_come() {
    let text = combine(
        r#"
        def HasB : Condition<"ST.hasB()">;
        def HasA : Condition<"ST.hasA()"> { let RecomputePerFunction = true; }
        def Always : Condition<"">;
        class Rule<list<Predicate> conditions> : GICombineRule<(defs root:$x), (match (G_FNEG $x, $y)), (apply (GIReplaceReg $x, $y))> {
          let Predicates = conditions;
        }
        def R : Rule<[HasA, Always]>;
        def S : Rule<[HasB, HasA]>;
        "#,
        "R, S",
    );
    expect![[r#"
        // Bits for subtarget features that participate in instruction matching.
        enum SubtargetFeatureBits : uint8_t {
          Feature_HasBBit = 1,
          Feature_HasABit = 0,
        };

        PredicateBitset Combiner::
        computeAvailableModuleFeatures(const TSubtarget *Subtarget) const {
          PredicateBitset Features{};
          if (ST.hasB())
            Features.set(Feature_HasBBit);
          return Features;
        }

        void Combiner::setupGeneratedPerFunctionState(MachineFunction &MF) {
          AvailableFunctionFeatures = computeAvailableFunctionFeatures((const TSubtarget *)&MF.getSubtarget(), &MF);
        }
        PredicateBitset Combiner::
        computeAvailableFunctionFeatures(const TSubtarget *Subtarget, const MachineFunction *MF) const {
          PredicateBitset Features{};
          if (ST.hasA())
            Features.set(Feature_HasABit);
          return Features;
        }

        // Feature bitsets.
        enum {
          GIFBS_Invalid,
          GIFBS_HasA,
          GIFBS_HasB_HasA,
        };
        constexpr static PredicateBitset FeatureBitsets[] {
          {}, // GIFBS_Invalid
          {Feature_HasABit, },
          {Feature_HasBBit, Feature_HasABit, },
        };

    "#]].assert_eq(&between(&text, "// Bits for", "// ComplexPattern"));
}

#[test]
fn code_is_shared() {
    let text = combine(
        r#"
        def info : GIDefMatchData<"int">;
        class Rule<Instruction it> : GICombineRule<(defs root:$x, info:$i),
            (match (it $x, $y), [{ return isNice(${y}, ${i}); }]),
            (apply [{ makeNice(${x}, ${i}, \${y});
          done(); }])>;
        def R : Rule<G_FNEG>;
        def S : Rule<G_FABS>;
        def U : GICombineRule<(defs root:$x), (match (G_FNEG $x, $y), "return ${y};"), (apply (GIReplaceReg $x, $y))>;
        "#,
        "R, S, U",
    );
    expect![[r#"
        bool Combiner::testMIPredicate_MI(unsigned PredicateID, const MachineInstr & MI, const MatcherState &State) const {
          switch (PredicateID) {
          case GICXXPred_MI_Predicate_GICombiner0: {
            return State.MIs[0]->getOperand(1);
          }
          }
          llvm_unreachable("Unknown predicate");
          return false;
        }
    "#]].assert_eq(&between(&text, "::testMIPredicate_MI(", "::testImm"));
    expect![[r#"
        bool Combiner::runCustomAction(unsigned ApplyID, const MatcherState &State, NewMIVector &OutMIs) const {
          Helper.getBuilder().setInstrAndDebugLoc(*State.MIs[0]);
          switch(ApplyID) {
          case GICXXCustomAction_GICombiner0:{
            int GIMatchData_i;
            // Match Patterns
            if(![&](){return isNice(State.MIs[0]->getOperand(1), GIMatchData_i);}()) {
              return false;
            }
            // Apply Patterns
            makeNice(State.MIs[0]->getOperand(0), GIMatchData_i, ${y});
                          done();
            return true;
          }
          }
          llvm_unreachable("Unknown Apply Action");
        }
    "#]].assert_eq(&between(
        &text,
        "::runCustomAction(unsigned ApplyID",
        "#if __BYTE",
    ));
}

#[test]
fn a_rule_that_comes_twice_is_skipped() {
    let text = format!("{NEG_OF_NEG}\ndef G : GICombineGroup<[R]>;");
    let records = backend_testing::read(&super::source(&text, "R, G"));
    let options = [("combiners", "C")];
    let run = backend_testing::run(crate::ALL, "gen-global-isel-combiner", &options, &records);
    let messages = run.said.list.iter().map(|it| it.message.as_str());
    assert_eq!(
        messages.collect::<Vec<_>>(),
        ["skipping rule 'R' because it has already been processed"]
    );
}

#[test]
fn how_a_rule_is_understood() {
    let text = r#"
        def F : GICombinePatFrag<(outs root:$d), (ins $a, gi_imm:$n), [(pattern (G_ADD $d, $a, i32:$b), "return f(${n});"), (pattern (G_FNEG $d, $a))]>;
        def R : GICombineRule<(defs root:$x), (match (F $x, $y, 5), (G_FABS $y, $z, (MIFlags FmNsz, (not FmNoNans))):$abs), (apply (G_FNEG $x, $z, (MIFlags $abs)))>;
        "#;
    expect![[r#"
        (CombineRule name:R id:0 root:x
          (PatFrags
            (PatFrag name:F
              (ins [a:machine_operand, n:imm])
              (outs [d:root])
              (alternatives [
                [
                  (CodeGenInstructionPattern name:__F_alt0_pattern_0 G_ADD operands:[<def>$d, $a, i32:$b]),
                  (CXXPattern name:__F_alt0_pattern_1 match code:"return f(${n});"),
                ],
                [
                  (CodeGenInstructionPattern name:__F_alt1_pattern_0 G_FNEG operands:[<def>$d, $a]),
                ],
              ])
            )
          )
          (MatchPats 
            <match_root>__R_match_0:(PatFragPattern F operands:[<def>$x, $y, 5])
            abs:(CodeGenInstructionPattern G_FABS operands:[<def>$y, $z] (MIFlags (set MachineInstr::FmNsz) (unset MachineInstr::FmNoNans)))
          )
          (ApplyPats 
            <apply_root>__R_apply_0:(CodeGenInstructionPattern G_FNEG operands:[<def>$x, $z] (MIFlags (copy abs)))
          )
          (OperandTable MatchPats 
            x -> __R_match_0
            y -> abs
            z -> <live-in>
          )
          (OperandTable ApplyPats 
            x -> __R_apply_0
            z -> <live-in>
          )
          (PermutationsToEmit
            [__R_match_0[0]],
            [__R_match_0[1]],
          )
        )
    "#]].assert_eq(&said(text, &[("gicombiner-stop-after-parse", "1")]));
}

#[test]
fn how_types_are_inferred() {
    let text = r#"
        def R : GICombineRule<(defs root:$x), (match (G_TRUNC $x, $y), (G_ADD $y, $z, $z)), (apply (G_TRUNC $t, $z), (G_ADD $x, $t, 7))>;
        "#;
    let text = said(text, &[("gicombiner-debug-typeinfer", "1")]);
    expect![[r#"
        Rule Operand Type Equivalence Classes for R:
        	Groups for __R_match_0:	[x] [y] 
        	Groups for __R_match_1:	[y, z, z] 
        	Groups for __R_apply_0:	[t] [z] 
        	Groups for __R_apply_1:	[x, t] 
        Final Type Equivalence Classes: [x, t] [y, z] 
        INFER: MachineOperand $t -> GITypeOf<$x>
        INFER: imm 7 -> GITypeOf<$x>
        Apply patterns for rule R after inference:
          (CodeGenInstructionPattern name:__R_apply_0 G_TRUNC operands:[<def>GITypeOf<$x>:$t, $z])
          (CodeGenInstructionPattern name:__R_apply_1 G_ADD operands:[<def>$x, GITypeOf<$x>:$t, (GITypeOf<$x> 7)])

    "#]].assert_eq(&text);
}
