//! Tables of small targets.

use backend_testing::between;
use expect_test::{Expect, expect};

use super::write;

/// The reference wants a fragment at least.
const FRAGMENT: &str = "def any : PatFrag<(ops node:$a), (i32 $a)>;";

/// The table alone.
#[track_caller]
fn check(text: &str, want: Expect) {
    let text = write(&[], &format!("{text}{FRAGMENT}"));
    want.assert_eq(&between(&text, "MatcherTable[] = {\n", "  // Opcode"));
}

#[track_caller]
fn check_error(text: &str, want: &str) {
    let text = write(&[], text);
    assert_eq!(text.strip_prefix("error: "), Some(want));
}

#[test]
fn no_patterns() {
    let text = write(&[], "");
    expect![[r#"
        void DAGISEL_CLASS_COLONCOLON SelectCode(SDNode *N)
        {
          // Some target values are emitted as 2 bytes, TARGET_VAL handles
          // this.
          #define TARGET_VAL(X) X & 255, unsigned(X) >> 8
          static const unsigned char MatcherTable[] = {
            0
          }; // Total Array size is 1 bytes

    "#]]
    .assert_eq(&between(&text, "COLONCOLON SelectCode(", "  // Opcode"));
}

#[test]
fn short_and_long_forms_of_numbers() {
    check(
        "def MOV : Inst<(outs GPR:$d), (ins GPR:$a, TypedOperand<i32>:$b)>;
         def : Pat<(add i32:$a, 63), (MOV $a, 1)>;
         def : Pat<(add i32:$a, 64), (MOV $a, -1)>;
         def : Pat<(add i32:$a, -65), (MOV $a, 100000)>;
         def : Pat<(and i32:$a, 255), (MOV $a, 0x7FFFFFFF)>;
         def : Pat<(and i32:$a, 256), (MOV $a, 0)>;",
        expect![[r#"
              static const unsigned char MatcherTable[] = {
            /*     0*/ OPC_SwitchOpcode /*2 cases */, 43, TARGET_VAL(ISD::ADD),// ->47
            /*     4*/  OPC_RecordChild0, // #0 = $a
            /*     5*/  OPC_Scope, 11, /*->18*/ // 3 children in Scope
            /*     7*/   OPC_CheckChild1Integer, 126, 
            /*     9*/   OPC_EmitInteger32, 2, 
            /*    11*/   OPC_MorphNodeTo1None, TARGET_VAL(Toy::MOV),
                             MVT::i32, 2/*#Ops*/, 0, 1, 
                         // Src: (add:{ *:[i32] } i32:{ *:[i32] }:$a, 63:{ *:[i32] }) - Complexity = 8
                         // Dst: (MOV:{ *:[i32] } ?:{ *:[i32] }:$a, 1:{ *:[i32] })
            /*    18*/  /*Scope*/ 12, /*->31*/
            /*    19*/   OPC_CheckChild1Integer, 0|128,1/*128*/, 
            /*    22*/   OPC_EmitInteger32, 3, 
            /*    24*/   OPC_MorphNodeTo1None, TARGET_VAL(Toy::MOV),
                             MVT::i32, 2/*#Ops*/, 0, 1, 
                         // Src: (add:{ *:[i32] } i32:{ *:[i32] }:$a, 64:{ *:[i32] }) - Complexity = 8
                         // Dst: (MOV:{ *:[i32] } ?:{ *:[i32] }:$a, -1:{ *:[i32] })
            /*    31*/  /*Scope*/ 14, /*->46*/
            /*    32*/   OPC_CheckChild1Integer, 3|128,1/*131*/, 
            /*    35*/   OPC_EmitInteger32, 64|128,26|128,12/*200000*/, 
            /*    39*/   OPC_MorphNodeTo1None, TARGET_VAL(Toy::MOV),
                             MVT::i32, 2/*#Ops*/, 0, 1, 
                         // Src: (add:{ *:[i32] } i32:{ *:[i32] }:$a, -65:{ *:[i32] }) - Complexity = 8
                         // Dst: (MOV:{ *:[i32] } ?:{ *:[i32] }:$a, 100000:{ *:[i32] })
            /*    46*/  0, /*End of Scope*/
            /*    47*/ /*SwitchOpcode*/ 34, TARGET_VAL(ISD::AND),// ->84
            /*    50*/  OPC_Scope, 17, /*->69*/ // 2 children in Scope
            /*    52*/   OPC_CheckAndImm, 127|128,1/*255*/, 
            /*    55*/   OPC_RecordChild0, // #0 = $a
            /*    56*/   OPC_EmitInteger32, 126|128,127|128,127|128,127|128,15/*4294967294*/, 
            /*    62*/   OPC_MorphNodeTo1None, TARGET_VAL(Toy::MOV),
                             MVT::i32, 2/*#Ops*/, 0, 1, 
                         // Src: (and:{ *:[i32] } i32:{ *:[i32] }:$a, 255:{ *:[i32] }) - Complexity = 8
                         // Dst: (MOV:{ *:[i32] } ?:{ *:[i32] }:$a, 2147483647:{ *:[i32] })
            /*    69*/  /*Scope*/ 13, /*->83*/
            /*    70*/   OPC_RecordChild0, // #0 = $a
            /*    71*/   OPC_CheckChild1Integer, 0|128,4/*512*/, 
            /*    74*/   OPC_EmitInteger32, 0, 
            /*    76*/   OPC_MorphNodeTo1None, TARGET_VAL(Toy::MOV),
                             MVT::i32, 2/*#Ops*/, 0, 1, 
                         // Src: (and:{ *:[i32] } i32:{ *:[i32] }:$a, 256:{ *:[i32] }) - Complexity = 8
                         // Dst: (MOV:{ *:[i32] } ?:{ *:[i32] }:$a, 0:{ *:[i32] })
            /*    83*/  0, /*End of Scope*/
            /*    84*/ 0, // EndSwitchOpcode
                0
              }; // Total Array size is 86 bytes

        "#]],
    );
}

#[test]
fn nodes_with_chains_and_glue() {
    check(
        "def test : SDNode<\"ToyISD::TEST\", SDTypeProfile<0, 1, [SDTCisInt<0>]>, [SDNPHasChain, SDNPOutGlue]>;
         def jump : SDNode<\"ToyISD::JUMP\", SDTypeProfile<0, 1, [SDTCisVT<0, OtherVT>]>, [SDNPHasChain, SDNPInGlue]>;
         def call : SDNode<\"ToyISD::CALL\", SDTypeProfile<0, -1, [SDTCisPtrTy<0>]>,
                           [SDNPHasChain, SDNPOptInGlue, SDNPOutGlue, SDNPVariadic]>;
         let hasSideEffects = true in {
           def TEST : Inst<(outs), (ins GPR:$a)>;
           def JUMP : Inst<(outs), (ins TypedOperand<OtherVT>:$to)>;
           def CALL : Inst<(outs), (ins GPR:$to, variable_ops)>;
         }
         def : Pat<(test i32:$a), (TEST $a)>;
         def : Pat<(jump bb:$to), (JUMP bb:$to)>;
         def : Pat<(call i32:$to), (CALL $to)>;
         let mayLoad = true, mayStore = true in
         def INC : Inst<(outs), (ins GPR:$a, GPR:$b)>;
         def : Pat<(st (i32 (add (i32 (ld i32:$a)), i32:$b)), i32:$a), (INC $a, $b)>;",
        expect![[r#"
              static const unsigned char MatcherTable[] = {
            /*     0*/ OPC_SwitchOpcode /*4 cases */, 60, TARGET_VAL(ISD::STORE),// ->64
            /*     4*/  OPC_RecordMemRef,
            /*     5*/  OPC_RecordNode, // #0 = 'st' chained node
            /*     6*/  OPC_MoveChild1,
            /*     7*/  OPC_CheckOpcode, TARGET_VAL(ISD::ADD),
            /*    10*/  OPC_Scope, 25, /*->37*/ // 2 children in Scope
            /*    12*/   OPC_MoveChild0,
            /*    13*/   OPC_CheckOpcode, TARGET_VAL(ISD::LOAD),
            /*    16*/   OPC_RecordMemRef,
            /*    17*/   OPC_RecordNode, // #1 = 'ld' chained node
            /*    18*/   OPC_CheckFoldableChainNode,
            /*    19*/   OPC_RecordChild1, // #2 = $a
            /*    20*/   OPC_CheckChild1TypeI32,
            /*    21*/   OPC_MoveParent,
            /*    22*/   OPC_RecordChild1, // #3 = $b
            /*    23*/   OPC_MoveParent,
            /*    24*/   OPC_CheckChild2Same, 2,
            /*    26*/   OPC_EmitMergeInputChains, 2, 0, 1, 
            /*    30*/   OPC_MorphNodeTo0, TARGET_VAL(Toy::INC), 0|OPFL_Chain|OPFL_MemRefs,
                             2/*#Ops*/, 2, 3, 
                         // Src: (st (add:{ *:[i32] } (ld:{ *:[i32] } i32:{ *:[i32] }:$a), i32:{ *:[i32] }:$b), i32:{ *:[i32] }:$a) - Complexity = 9
                         // Dst: (INC ?:{ *:[i32] }:$a, ?:{ *:[i32] }:$b)
            /*    37*/  /*Scope*/ 25, /*->63*/
            /*    38*/   OPC_RecordChild0, // #1 = $b
            /*    39*/   OPC_MoveChild1,
            /*    40*/   OPC_CheckOpcode, TARGET_VAL(ISD::LOAD),
            /*    43*/   OPC_RecordMemRef,
            /*    44*/   OPC_RecordNode, // #2 = 'ld' chained node
            /*    45*/   OPC_CheckFoldableChainNode,
            /*    46*/   OPC_RecordChild1, // #3 = $a
            /*    47*/   OPC_CheckChild1TypeI32,
            /*    48*/   OPC_MoveParent,
            /*    49*/   OPC_MoveParent,
            /*    50*/   OPC_CheckChild2Same, 3,
            /*    52*/   OPC_EmitMergeInputChains, 2, 0, 2, 
            /*    56*/   OPC_MorphNodeTo0, TARGET_VAL(Toy::INC), 0|OPFL_Chain|OPFL_MemRefs,
                             2/*#Ops*/, 3, 1, 
                         // Src: (st (add:{ *:[i32] } i32:{ *:[i32] }:$b, (ld:{ *:[i32] } i32:{ *:[i32] }:$a)), i32:{ *:[i32] }:$a) - Complexity = 9
                         // Dst: (INC ?:{ *:[i32] }:$a, ?:{ *:[i32] }:$b)
            /*    63*/  0, /*End of Scope*/
            /*    64*/ /*SwitchOpcode*/ 9, TARGET_VAL(ToyISD::TEST),// ->76
            /*    67*/  OPC_RecordNode, // #0 = 'test' chained node
            /*    68*/  OPC_RecordChild1, // #1 = $a
            /*    69*/  OPC_EmitMergeInputChains1_0,
            /*    70*/  OPC_MorphNodeTo0, TARGET_VAL(Toy::TEST), 0|OPFL_Chain|OPFL_GlueOutput,
                            1/*#Ops*/, 1, 
                        // Src: (test i32:{ *:[i32] }:$a) - Complexity = 3
                        // Dst: (TEST ?:{ *:[i32] }:$a)
            /*    76*/ /*SwitchOpcode*/ 15, TARGET_VAL(ToyISD::JUMP),// ->94
            /*    79*/  OPC_RecordNode, // #0 = 'jump' chained node
            /*    80*/  OPC_CaptureGlueInput,
            /*    81*/  OPC_RecordChild1, // #1 = $to
            /*    82*/  OPC_MoveChild1,
            /*    83*/  OPC_CheckOpcode, TARGET_VAL(ISD::BasicBlock),
            /*    86*/  OPC_MoveParent,
            /*    87*/  OPC_EmitMergeInputChains1_0,
            /*    88*/  OPC_MorphNodeTo0, TARGET_VAL(Toy::JUMP), 0|OPFL_Chain|OPFL_GlueInput,
                            1/*#Ops*/, 1, 
                        // Src: (jump (bb:{ *:[Other] }):$to) - Complexity = 3
                        // Dst: (JUMP (bb:{ *:[Other] }):$to)
            /*    94*/ /*SwitchOpcode*/ 11, TARGET_VAL(ToyISD::CALL),// ->108
            /*    97*/  OPC_RecordNode, // #0 = 'call' chained node
            /*    98*/  OPC_CaptureGlueInput,
            /*    99*/  OPC_RecordChild1, // #1 = $to
            /*   100*/  OPC_CheckChild1TypeI32,
            /*   101*/  OPC_EmitMergeInputChains1_0,
            /*   102*/  OPC_MorphNodeTo0, TARGET_VAL(Toy::CALL), 0|OPFL_Chain|OPFL_GlueInput|OPFL_GlueOutput|OPFL_Variadic1,
                            1/*#Ops*/, 1, 
                        // Src: (call i32:{ *:[i32] }:$to) - Complexity = 3
                        // Dst: (CALL ?:{ *:[i32] }:$to)
            /*   108*/ 0, // EndSwitchOpcode
                0
              }; // Total Array size is 110 bytes

        "#]],
    );
}

#[test]
fn registers_and_indices() {
    check(
        "def lo : SubRegIndex;
         def hi : SubRegIndex<32, 32>;
         let SubRegs = [R0, R1], SubRegIndices = [lo, hi] in def D0 : Reg;
         def DPR : Regs<[i64], (add D0)>;
         def PAIR : Inst<(outs DPR:$d), (ins GPR:$a, TypedOperand<i32>:$lo, GPR:$b, TypedOperand<i32>:$hi)>;
         def ZERO : Inst<(outs GPR:$d), (ins)>;
         def : Pat<(i64 (zext i32:$a)), (PAIR $a, lo, (ZERO), hi)>;
         def MUL : Inst<(outs GPR:$d), (ins GPR:$a)>;
         def : Pat<(i32 (mul R0, i32:$a)), (MUL $a)>;
         def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b)>;
         def : Pat<(i32 (add i32:$a, 0)), (ADD $a, R1)>;
         def : Pat<(i32 (add i32:$a, 1)), (ADD $a, (i32 zero_reg))>;
         def CONVERT : Inst<(outs FPR:$d), (ins GPR:$a, TypedOperand<i32>:$class)>;
         def : Pat<(f32 (bitconvert i32:$a)), (CONVERT $a, FPR)>;",
        expect![[r#"
              static const unsigned char MatcherTable[] = {
            /*     0*/ OPC_SwitchOpcode /*4 cases */, 28, TARGET_VAL(ISD::ADD),// ->32
            /*     4*/  OPC_RecordChild0, // #0 = $a
            /*     5*/  OPC_CheckTypeI32,
            /*     6*/  OPC_Scope, 11, /*->19*/ // 2 children in Scope
            /*     8*/   OPC_CheckChild1Integer, 0, 
            /*    10*/   OPC_EmitRegisterI32, Toy::R1,
            /*    12*/   OPC_MorphNodeTo1None, TARGET_VAL(Toy::ADD),
                             MVT::i32, 2/*#Ops*/, 0, 1, 
                         // Src: (add:{ *:[i32] } i32:{ *:[i32] }:$a, 0:{ *:[i32] }) - Complexity = 8
                         // Dst: (ADD:{ *:[i32] } ?:{ *:[i32] }:$a, R1:{ *:[i32] })
            /*    19*/  /*Scope*/ 11, /*->31*/
            /*    20*/   OPC_CheckChild1Integer, 2, 
            /*    22*/   OPC_EmitRegisterI32, 0 /*zero_reg*/,
            /*    24*/   OPC_MorphNodeTo1None, TARGET_VAL(Toy::ADD),
                             MVT::i32, 2/*#Ops*/, 0, 1, 
                         // Src: (add:{ *:[i32] } i32:{ *:[i32] }:$a, 1:{ *:[i32] }) - Complexity = 8
                         // Dst: (ADD:{ *:[i32] } ?:{ *:[i32] }:$a, zero_reg:{ *:[i32] })
            /*    31*/  0, /*End of Scope*/
            /*    32*/ /*SwitchOpcode*/ 11, TARGET_VAL(ISD::MUL),// ->46
            /*    35*/  OPC_RecordChild0, // #0 = physreg input R0
            /*    36*/  OPC_RecordChild1, // #1 = $a
            /*    37*/  OPC_CheckTypeI32,
            /*    38*/  OPC_EmitCopyToReg0, Toy::R0,
            /*    40*/  OPC_MorphNodeTo1GlueInput, TARGET_VAL(Toy::MUL),
                            MVT::i32, 1/*#Ops*/, 1, 
                        // Src: (mul:{ *:[i32] } R0:{ *:[i32] }, i32:{ *:[i32] }:$a) - Complexity = 3
                        // Dst: (MUL:{ *:[i32] } ?:{ *:[i32] }:$a)
            /*    46*/ /*SwitchOpcode*/ 19, TARGET_VAL(ISD::ZERO_EXTEND),// ->68
            /*    49*/  OPC_RecordChild0, // #0 = $a
            /*    50*/  OPC_EmitStringInteger32, Toy::lo,
            /*    52*/  OPC_EmitNode1None, TARGET_VAL(Toy::ZERO),
                            MVT::i32, 0/*#Ops*/,  // Results = #2
            /*    57*/  OPC_EmitStringInteger32, Toy::hi,
            /*    59*/  OPC_MorphNodeTo1None, TARGET_VAL(Toy::PAIR),
                            MVT::i64, 4/*#Ops*/, 0, 1, 2, 3, 
                        // Src: (zext:{ *:[i64] } i32:{ *:[i32] }:$a) - Complexity = 3
                        // Dst: (PAIR:{ *:[i64] } ?:{ *:[i32] }:$a, lo:{ *:[i32] }, (ZERO:{ *:[i32] }), hi:{ *:[i32] })
            /*    68*/ /*SwitchOpcode*/ 13, TARGET_VAL(ISD::BITCAST),// ->84
            /*    71*/  OPC_RecordChild0, // #0 = $a
            /*    72*/  OPC_CheckChild0TypeI32,
            /*    73*/  OPC_CheckType, MVT::f32,
            /*    75*/  OPC_EmitStringInteger32, Toy::FPRRegClassID,
            /*    77*/  OPC_MorphNodeTo1None, TARGET_VAL(Toy::CONVERT),
                            MVT::f32, 2/*#Ops*/, 0, 1, 
                        // Src: (bitconvert:{ *:[f32] } i32:{ *:[i32] }:$a) - Complexity = 3
                        // Dst: (CONVERT:{ *:[f32] } ?:{ *:[i32] }:$a, FPR:{ *:[i32] })
            /*    84*/ 0, // EndSwitchOpcode
                0
              }; // Total Array size is 86 bytes

        "#]],
    );
}

#[test]
fn a_complex_pattern_may_be_the_root() {
    check(
        "def address : ComplexPattern<i32, 2, \"SelectAddr\", [add, sub]>;
         let MIOperandInfo = (ops GPR, GPR) in def ADDRESS : TypedOperand<i32>;
         def LEA : Inst<(outs GPR:$d), (ins ADDRESS:$a), [(set GPR:$d, address:$a)]>;
         def pair : ComplexPattern<i32, 2, \"SelectPair\">;
         def MUL : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b)>;
         def : Pat<(mul (pair i32:$a, i32:$b), (pair i32:$a, i32:$b)), (MUL $a, $b)>;",
        expect![[r#"
              static const unsigned char MatcherTable[] = {
            /*     0*/ OPC_SwitchOpcode /*3 cases */, 12, TARGET_VAL(ISD::MUL),// ->16
            /*     4*/  OPC_RecordChild0, // #0 = $pair:a:b
            /*     5*/  OPC_CheckChild1Same, 0,
            /*     7*/  OPC_CheckComplexPat1, /*#*/0, // SelectPair:$ #1 #2
            /*     9*/  OPC_MorphNodeTo1None, TARGET_VAL(Toy::MUL),
                            MVT::i32, 2/*#Ops*/, 1, 2, 
                        // Src: (mul:{ *:[i32] } (pair:{ *:[i32] } i32:{ *:[i32] }:$a, i32:{ *:[i32] }:$b), (pair:{ *:[i32] } i32:{ *:[i32] }:$a, i32:{ *:[i32] }:$b)) - Complexity = 21
                        // Dst: (MUL:{ *:[i32] } ?:{ *:[i32] }:$a, ?:{ *:[i32] }:$b)
            /*    16*/ /*SwitchOpcode*/ 11, TARGET_VAL(ISD::ADD),// ->30
            /*    19*/  OPC_RecordNode, // #0 = $a
            /*    20*/  OPC_CheckTypeI32,
            /*    21*/  OPC_CheckComplexPat0, /*#*/0, // SelectAddr:$a #1 #2
            /*    23*/  OPC_MorphNodeTo1None, TARGET_VAL(Toy::LEA),
                            MVT::i32, 2/*#Ops*/, 1, 2, 
                        // Src: address:{ *:[i32] }:$a - Complexity = 9
                        // Dst: (LEA:{ *:[i32] } address:{ *:[i32] }:$a)
            /*    30*/ /*SwitchOpcode*/ 11, TARGET_VAL(ISD::SUB),// ->44
            /*    33*/  OPC_RecordNode, // #0 = $a
            /*    34*/  OPC_CheckTypeI32,
            /*    35*/  OPC_CheckComplexPat0, /*#*/0, // SelectAddr:$a #1 #2
            /*    37*/  OPC_MorphNodeTo1None, TARGET_VAL(Toy::LEA),
                            MVT::i32, 2/*#Ops*/, 1, 2, 
                        // Src: address:{ *:[i32] }:$a - Complexity = 9
                        // Dst: (LEA:{ *:[i32] } address:{ *:[i32] }:$a)
            /*    44*/ 0, // EndSwitchOpcode
                0
              }; // Total Array size is 46 bytes

        "#]],
    );
}

#[test]
fn predicates_with_the_same_code_share_a_number() {
    let text = write(
        &[],
        "def b : ImmLeaf<i32, [{ return true; }]>;
         def a : ImmLeaf<i32, [{ return true; }]>;
         def c : ImmLeaf<i32, [{ return false; }]>;
         def ADDI : Inst<(outs GPR:$d), (ins GPR:$a, TypedOperand<i32>:$b)>;
         def : Pat<(add i32:$a, c:$b), (ADDI $a, imm:$b)>;
         def : Pat<(sub i32:$a, a:$b), (ADDI $a, imm:$b)>;
         def : Pat<(mul i32:$a, b:$b), (ADDI $a, imm:$b)>;",
    );
    expect![[r#"
          switch (PredNo) {
          default: llvm_unreachable("Invalid predicate in table?");
          case 0: {
            // Predicate_a
            // Predicate_b
            int64_t Imm = cast<ConstantSDNode>(Node)->getSExtValue();
         return true; 
          }
          case 1: {
            // Predicate_c
            int64_t Imm = cast<ConstantSDNode>(Node)->getSExtValue();
         return false; 
          }
          }
        }
    "#]]
    .assert_eq(&between(&text, "  switch (PredNo)", "#endif"));
}

#[test]
fn mistakes() {
    check_error(
        "def either : PatFrags<(ops node:$a), [(ld $a), (bitconvert $a)], [{ return true; }]>;
         let mayLoad = true in def LD : Inst<(outs FPR:$d), (ins GPR:$a)>;
         def : Pat<(f32 (either i32:$a)), (LD $a)>;",
        "PatFrags trees do not have consistent class",
    );
    check_error(
        "def address : ComplexPattern<i32, 1, \"SelectAddr\">;
         def MOV : Inst<(outs GPR:$d), (ins GPR:$a)>;
         def : Pat<(add i32:$a, address), (MOV $a)>;",
        "We expect complex pattern uses to have names: address:{ *:[i32] }",
    );
}
