//! Differences between releases.

use backend_testing::{between, isel_source, lines_with, read_as, run};
use elaborate::records::Release;
use expect_test::expect;
use target_model::releases::opcodes;

use super::write_as;

const TARGET: &str = r#"
def negated : SDNodeXForm<imm, "return negated(N);">;
def small : PatFrag<(ops), (imm), "return isSmall(N);", negated>;
def once : PatFrag<(ops node:$a), (sub $a, 7)> { bit HasOneUse = true; }
def address : ComplexPattern<i32, 2, "select"> { let WantsParent = true; }
def ADDI : Inst<(outs GPR:$d), (ins GPR:$a, TypedOperand<i32>:$b)>;
def LOAD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b)>;
def CONVERT : Inst<(outs FPR:$d), (ins GPR:$a, TypedOperand<i32>:$class)>;
def : Pat<(i32 (add i32:$a, small:$b)), (ADDI $a, (negated $b))>;
def : Pat<(i32 (mul i32:$a, i32:$b)), (ADDI $a, 4294967295)>;
def : Pat<(i32 (once i32:$a)), (ADDI $a, R1)>;
def : Pat<(f32 (bitconvert i32:$a)), (CONVERT $a, FPR)>;
def : Pat<(i32 (sub address:$a, 5)), (LOAD $a)>;
"#;

#[test]
fn since_21_types_are_numbers_and_results_are_told() {
    let shown = write_as(Release::V21, &[], TARGET);
    let table = between(&shown, "  // Some target values", "  // Opcode");
    expect![[r#"
          // Some target values are emitted as 2 bytes, TARGET_VAL handles
          // this. Coverage indexes are emitted as 4 bytes,
          // COVERAGE_IDX_VAL handles this.
          #define TARGET_VAL(X) X & 255, unsigned(X) >> 8
          #define COVERAGE_IDX_VAL(X) X & 255, (unsigned(X) >> 8) & 255, (unsigned(X) >> 16) & 255, (unsigned(X) >> 24) & 255
          static const unsigned char MatcherTable[] = {
        /*     0*/ OPC_SwitchOpcode /*4 cases */, 27, TARGET_VAL(ISD::SUB),// ->31
        /*     4*/  OPC_RecordChild0, // #0 = $a
        /*     5*/  OPC_Scope, 10, /*->17*/ // 2 children in Scope
        /*     7*/   OPC_CheckChild1Integer, 10, 
        /*     9*/   OPC_CheckComplexPat0, /*#*/0, // select:$a #1 #2
        /*    11*/   OPC_MorphNodeTo1None, TARGET_VAL(Toy::LOAD),
                         /*MVT::i32*/7, 1/*#Ops*/, 1, 
                     // Src: (sub:{ *:[i32] } address:{ *:[i32] }:$a, 5:{ *:[i32] }) - Complexity = 17
                     // Dst: (LOAD:{ *:[i32] } ?:{ *:[i32] }:$a)
        /*    17*/  /*Scope*/ 12, /*->30*/
        /*    18*/   OPC_CheckChild1Integer, 14, 
        /*    20*/   OPC_CheckPredicate0,  // Predicate_once
        /*    21*/   OPC_EmitRegisterI32, Toy::R1, // #1
        /*    23*/   OPC_MorphNodeTo1None, TARGET_VAL(Toy::ADDI),
                         /*MVT::i32*/7, 2/*#Ops*/, 0, 1, 
                     // Src: (sub:{ *:[i32] } i32:{ *:[i32] }:$a, 7:{ *:[i32] })<<P:Predicate_once>> - Complexity = 9
                     // Dst: (ADDI:{ *:[i32] } ?:{ *:[i32] }:$a, R1:{ *:[i32] })
        /*    30*/  0, /*End of Scope*/
        /*    31*/ /*SwitchOpcode*/ 18, TARGET_VAL(ISD::ADD),// ->52
        /*    34*/  OPC_RecordChild0, // #0 = $a
        /*    35*/  OPC_RecordChild1, // #1 = $b
        /*    36*/  OPC_MoveChild1,
        /*    37*/  OPC_CheckOpcode, TARGET_VAL(ISD::Constant),
        /*    40*/  OPC_CheckPredicate1,  // Predicate_small
        /*    41*/  OPC_MoveParent,
        /*    42*/  OPC_EmitNodeXForm, 0, 1, // negated #2
        /*    45*/  OPC_MorphNodeTo1None, TARGET_VAL(Toy::ADDI),
                        /*MVT::i32*/7, 2/*#Ops*/, 0, 2, 
                    // Src: (add:{ *:[i32] } i32:{ *:[i32] }:$a, (imm:{ *:[i32] })<<P:Predicate_small>><<X:negated>>:$b) - Complexity = 7
                    // Dst: (ADDI:{ *:[i32] } ?:{ *:[i32] }:$a, (negated:{ *:[i32] } ?:{ *:[i32] }:$b))
        /*    52*/ /*SwitchOpcode*/ 11, TARGET_VAL(ISD::MUL),// ->66
        /*    55*/  OPC_RecordChild0, // #0 = $a
        /*    56*/  OPC_RecordChild1, // #1 = $b
        /*    57*/  OPC_EmitInteger32, 3,  // -1 #2
        /*    59*/  OPC_MorphNodeTo1None, TARGET_VAL(Toy::ADDI),
                        /*MVT::i32*/7, 2/*#Ops*/, 0, 2, 
                    // Src: (mul:{ *:[i32] } i32:{ *:[i32] }:$a, i32:{ *:[i32] }:$b) - Complexity = 3
                    // Dst: (ADDI:{ *:[i32] } ?:{ *:[i32] }:$a, 4294967295:{ *:[i32] })
        /*    66*/ /*SwitchOpcode*/ 13, TARGET_VAL(ISD::BITCAST),// ->82
        /*    69*/  OPC_RecordChild0, // #0 = $a
        /*    70*/  OPC_CheckChild0TypeI32,
        /*    71*/  OPC_CheckType, /*MVT::f32*/12, 
        /*    73*/  OPC_EmitStringInteger32, Toy::FPRRegClassID, // #1
        /*    75*/  OPC_MorphNodeTo1None, TARGET_VAL(Toy::CONVERT),
                        /*MVT::f32*/12, 2/*#Ops*/, 0, 1, 
                    // Src: (bitconvert:{ *:[f32] } i32:{ *:[i32] }:$a) - Complexity = 3
                    // Dst: (CONVERT:{ *:[f32] } ?:{ *:[i32] }:$a, FPR:{ *:[i32] })
        /*    82*/ 0, // EndSwitchOpcode
            0
          }; // Total Array size is 84 bytes

    "#]].assert_eq(&table);
    let functions = between(&shown, "CheckNodePredicate(", "RunSDNodeXForm");
    expect![[r#"
        bool CheckNodePredicate(SDValue Op, unsigned PredNo) const override;
        #endif
        #if defined(GET_DAGISEL_BODY) || DAGISEL_INLINE
        bool DAGISEL_CLASS_COLONCOLON CheckNodePredicate(SDValue Op, unsigned PredNo) const
        #if DAGISEL_INLINE
          override
        #endif
        {
          switch (PredNo) {
          default: llvm_unreachable("Invalid predicate in table?");
          case 0: {
            // Predicate_once
            SDNode *N = Op.getNode();
            (void)N;
        if (!N->hasNUsesOfValue(1, 0)) return false;
        return true;

          }
          case 1: {
            // Predicate_small
            auto *N = cast<ConstantSDNode>(Op.getNode());
            (void)N;
        return isSmall(N);
          }
          }
        }
        #endif // GET_DAGISEL_BODY

        #ifdef GET_DAGISEL_DECL
        bool CheckComplexPattern(SDNode *Root, SDNode *Parent,
              SDValue N, unsigned PatternNo,
              SmallVectorImpl<std::pair<SDValue, SDNode *>> &Result) override;
        #endif
        #if defined(GET_DAGISEL_BODY) || DAGISEL_INLINE
        bool DAGISEL_CLASS_COLONCOLON CheckComplexPattern(SDNode *Root, SDNode *Parent,
              SDValue N, unsigned PatternNo,
              SmallVectorImpl<std::pair<SDValue, SDNode *>> &Result)
        #if DAGISEL_INLINE
          override
        #endif
        {
          unsigned NextRes = Result.size();
          switch (PatternNo) {
          default: llvm_unreachable("Invalid pattern # in table?");
          case 0:
            Result.resize(NextRes+2);
          return select(Parent, N, Result[NextRes+0].first, Result[NextRes+1].first);
          }
        }
        #endif // GET_DAGISEL_BODY

        #ifdef GET_DAGISEL_DECL
    "#]]
    .assert_eq(&functions);
}

#[test]
fn since_21_wide_numbers_have_to_fit() {
    let pattern = "def ADDI : Inst<(outs GPR:$d), (ins GPR:$a)>;
        def : Pat<(i32 (add i32:$a, 8589934591)), (ADDI $a)>;";
    let messages = [Release::V19, Release::V21].map(|release| {
        let source = isel_source(opcodes(release), pattern);
        let run = run(crate::ALL, "gen-dag-isel", &[], &read_as(release, &source));
        let messages = run.said.list.into_iter().map(|it| it.message);
        messages.collect::<Vec<_>>()
    });
    expect![[r#"
        [
            [],
            [
                "In anonymous_12: Integer value '8589934591' is out of range for type 'MVT::i32'!",
                "In anonymous_12: Integer value '8589934591' is out of range for type 'MVT::i32'!",
            ],
        ]"#]]
    .assert_eq(&format!("{messages:#?}"));
}

#[test]
fn since_22_lines_are_tidy() {
    let text = "def ADDI : Inst<(outs GPR:$d), (ins GPR:$a, TypedOperand<i32>:$b)>;
        def CALL : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b)> { bit supportsDeactivationSymbol = true; }
        def CONVERT : Inst<(outs FPR:$d), (ins GPR:$a, TypedOperand<i32>:$class)>;
        def odd : PatFrag<(ops node:$a), (sub $a, -65)> { bit HasOneUse = true; }
        def FADD : Inst<(outs FPR:$d), (ins FPR:$a, FPR:$b)>;
        def : Pat<(f32 (fadd f32:$a, f32:$b)), (FADD (FADD $a, F0), $b)>;
        def : Pat<(i32 (sub i32:$a, -64)), (ADDI $a, -1)>;
        def : Pat<(i32 (odd i32:$a)), (ADDI $a, R1)>;
        def : Pat<(i32 (mul i32:$a, i32:$b)), (CALL $a, $b)>;
        def : Pat<(f32 (bitconvert i32:$a)), (CONVERT $a, FPR)>;";
    let shown = write_as(Release::V22, &[], text);
    let table = between(&shown, "  static const", "  // Opcode");
    expect![[r#"
          static const uint8_t MatcherTable[] = {
        /*      0*/ OPC_SwitchOpcode /*4 cases */, 29, TARGET_VAL(ISD::SUB), // ->33
        /*      4*/  OPC_RecordChild0, // #0 = $a
        /*      5*/  OPC_Scope /*2 children */, 13, // ->20
        /*      7*/   OPC_CheckChild1Integer, 63|128,127/*-65*/,
        /*     10*/   OPC_CheckPredicate0, // Predicate_odd
        /*     11*/   OPC_EmitRegisterI32, Toy::R1, // #1
        /*     13*/   OPC_MorphNodeTo1None, TARGET_VAL(Toy::ADDI),
                           MVT::i32, 2/*#Ops*/, 0, 1,
                      // Src: (sub:{ *:[i32] } i32:{ *:[i32] }:$a, -65:{ *:[i32] })<<P:Predicate_odd>> - Complexity = 9
                      // Dst: (ADDI:{ *:[i32] } ?:{ *:[i32] }:$a, R1:{ *:[i32] })
        /*     20*/  /*Scope*/ 11, // ->32
        /*     21*/   OPC_CheckChild1Integer, 64/*-64*/,
        /*     23*/   OPC_EmitIntegerI32, 127/*-1*/, // #1 = -1
        /*     25*/   OPC_MorphNodeTo1None, TARGET_VAL(Toy::ADDI),
                           MVT::i32, 2/*#Ops*/, 0, 1,
                      // Src: (sub:{ *:[i32] } i32:{ *:[i32] }:$a, -64:{ *:[i32] }) - Complexity = 8
                      // Dst: (ADDI:{ *:[i32] } ?:{ *:[i32] }:$a, -1:{ *:[i32] })
        /*     32*/  0, // End of Scope
        /*     33*/ /*SwitchOpcode*/ 10, TARGET_VAL(ISD::MUL), // ->46
        /*     36*/  OPC_RecordChild0, // #0 = $a
        /*     37*/  OPC_RecordChild1, // #1 = $b
        /*     38*/  OPC_CaptureDeactivationSymbol,
                     OPC_MorphNodeTo1None, TARGET_VAL(Toy::CALL),
                          MVT::i32, 2/*#Ops*/, 0, 1,
                     // Src: (mul:{ *:[i32] } i32:{ *:[i32] }:$a, i32:{ *:[i32] }:$b) - Complexity = 3
                     // Dst: (CALL:{ *:[i32] } ?:{ *:[i32] }:$a, ?:{ *:[i32] }:$b)
        /*     46*/ /*SwitchOpcode*/ 13, TARGET_VAL(ISD::BITCAST), // ->62
        /*     49*/  OPC_RecordChild0, // #0 = $a
        /*     50*/  OPC_CheckChild0TypeI32,
        /*     51*/  OPC_CheckType, MVT::f32,
        /*     53*/  OPC_EmitIntegerI32, Toy::FPRRegClassID, // #1 = Toy::FPRRegClassID
        /*     55*/  OPC_MorphNodeTo1None, TARGET_VAL(Toy::CONVERT),
                          MVT::f32, 2/*#Ops*/, 0, 1,
                     // Src: (bitconvert:{ *:[f32] } i32:{ *:[i32] }:$a) - Complexity = 3
                     // Dst: (CONVERT:{ *:[f32] } ?:{ *:[i32] }:$a, FPR:{ *:[i32] })
        /*     62*/ /*SwitchOpcode*/ 19, TARGET_VAL(ISD::FADD), // ->84
        /*     65*/  OPC_RecordChild0, // #0 = $a
        /*     66*/  OPC_RecordChild1, // #1 = $b
        /*     67*/  OPC_EmitRegister, MVT::f32,Toy::F0, // #2
        /*     70*/  OPC_EmitNode1None, TARGET_VAL(Toy::FADD),
                          MVT::f32, 2/*#Ops*/, 0, 2, // Results = #3
        /*     77*/  OPC_MorphNodeTo1None, TARGET_VAL(Toy::FADD),
                          MVT::f32, 2/*#Ops*/, 3, 1,
                     // Src: (fadd:{ *:[f32] } f32:{ *:[f32] }:$a, f32:{ *:[f32] }:$b) - Complexity = 3
                     // Dst: (FADD:{ *:[f32] } (FADD:{ *:[f32] } ?:{ *:[f32] }:$a, F0:{ *:[f32] }), ?:{ *:[f32] }:$b)
        /*     84*/ 0, // EndSwitchOpcode
            0
          }; // Total Array size is 86 bytes

    "#]].assert_eq(&table);
}

#[test]
fn since_22_nodes_without_results_are_short_only_with_a_chain() {
    let text = "def NOP : Inst<(outs), (ins GPR:$a)>;
        def one : PatFrag<(ops node:$a), (add $a, 1)> { bit HasNoUse = true; }
        def : Pat<(i32 (one i32:$a)), (NOP $a)>;";
    let shown = [Release::V21, Release::V22].map(|it| write_as(it, &[], text));
    let steps = shown.map(|it| lines_with(&it, "TARGET_VAL(Toy::NOP)"));
    expect![[r#"
        /*     7*/ OPC_EmitNode0None, TARGET_VAL(Toy::NOP),
        /*      7*/ OPC_EmitNode0, TARGET_VAL(Toy::NOP), 0,
    "#]]
    .assert_eq(&steps.concat());
}
