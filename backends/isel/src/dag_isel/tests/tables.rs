//! Tables of small targets.

use backend_testing::{between, isel_source, read, run};
use expect_test::{Expect, expect};
use target_model::instructions::GENERIC;

/// What is written for a target with some instructions and patterns.
fn write(options: &[(&'static str, &'static str)], text: &str) -> String {
    let source = isel_source(GENERIC, text);
    run(crate::ALL, "gen-dag-isel", options, &read(&source)).text_or_error()
}

/// The table alone.
#[track_caller]
fn check(text: &str, want: Expect) {
    let text = write(&[], text);
    want.assert_eq(&between(&text, "MatcherTable[] = {\n", "  // Opcode"));
}

/// A list of places, each replaced by what stands there.
fn with_sources(places: &str) -> String {
    let source = isel_source(GENERIC, SOURCE);
    let source: Vec<&str> = source.lines().collect();
    let source_of = |line: &str| {
        let number = line.strip_prefix("\"a.td:")?.strip_suffix("\",")?;
        Some(source[number.parse::<usize>().ok()? - 1].trim())
    };
    let lines = places.lines().map(|it| source_of(it).unwrap_or(it));
    lines.map(|it| format!("{it}\n")).collect()
}

#[track_caller]
fn check_error(text: &str, want: &str) {
    let text = write(&[], text);
    assert_eq!(text.strip_prefix("error: "), Some(want));
}

/// Instructions and patterns that use something of each kind that C++ code is written for.
const SOURCE: &str = "
    def HasMul : Predicate<\"Subtarget->hasMul()\">;
    def small : ImmLeaf<i32, [{ return Imm < 16; }]>;
    def negated : SDNodeXForm<imm, [{ return -N->getZExtValue(); }]>;
    def minus : ImmLeaf<i32, [{ return Imm < 0; }], negated>;
    def address : ComplexPattern<i32, 2, \"SelectAddr\", [], [SDNPWantRoot]>;
    let PredicateCodeUsesOperands = true in
    def both : PatFrag<(ops node:$x, node:$y), (and $x, $y), [{ return Operands[0] != Operands[1]; }]>;
    def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (add GPR:$a, GPR:$b))]>;
    def ADDI : Inst<(outs GPR:$d), (ins GPR:$a, TypedOperand<i32>:$b)>;
    def AND : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (both GPR:$a, GPR:$b))]>;
    let MIOperandInfo = (ops GPR, GPR) in def ADDRESS : TypedOperand<i32>;
    let mayLoad = true in def LD : Inst<(outs GPR:$d), (ins ADDRESS:$a)>;
    let Predicates = [HasMul] in def : Pat<(mul i32:$a, i32:$b), (ADD $a, $b)>;
    def : Pat<(add i32:$a, small:$b), (ADDI $a, imm:$b)>;
    def : Pat<(sub i32:$a, minus:$b), (ADDI $a, (negated $b))>;
    def : Pat<(i32 (ld address:$a)), (LD address:$a)>;
";

#[test]
fn everything_once() {
    expect![[r#"
        /*===- TableGen'erated file -------------------------------------*- C++ -*-===*\
        |*                                                                            *|
        |* DAG Instruction Selector for the Toy target                                *|
        |*                                                                            *|
        |* Automatically generated file, do not edit!                                 *|
        |*                                                                            *|
        \*===----------------------------------------------------------------------===*/

        // *** NOTE: This file is #included into the middle of the target
        // *** instruction selector class.  These functions are really methods.

        // If GET_DAGISEL_DECL is #defined with any value, only function
        // declarations will be included when this file is included.
        // If GET_DAGISEL_BODY is #defined, its value should be the name of
        // the instruction selector class. Function bodies will be emitted
        // and each function's name will be qualified with the name of the
        // class.
        //
        // When neither of the GET_DAGISEL* macros is defined, the functions
        // are emitted inline.

        #if defined(GET_DAGISEL_DECL) && defined(GET_DAGISEL_BODY)
        #error GET_DAGISEL_DECL and GET_DAGISEL_BODY cannot be both defined, undef both for inline definitions
        #endif

        #ifdef GET_DAGISEL_BODY
        #define LOCAL_DAGISEL_STRINGIZE(X) LOCAL_DAGISEL_STRINGIZE_(X)
        #define LOCAL_DAGISEL_STRINGIZE_(X) #X
        static_assert(sizeof(LOCAL_DAGISEL_STRINGIZE(GET_DAGISEL_BODY)) > 1,
           "GET_DAGISEL_BODY is empty: it should be defined with the class name");
        #undef LOCAL_DAGISEL_STRINGIZE_
        #undef LOCAL_DAGISEL_STRINGIZE
        #endif

        #if !defined(GET_DAGISEL_DECL) && !defined(GET_DAGISEL_BODY)
        #define DAGISEL_INLINE 1
        #else
        #define DAGISEL_INLINE 0
        #endif

        #if !DAGISEL_INLINE
        #define DAGISEL_CLASS_COLONCOLON GET_DAGISEL_BODY ::
        #else
        #define DAGISEL_CLASS_COLONCOLON
        #endif

        #ifdef GET_DAGISEL_DECL
        void SelectCode(SDNode *N);
        #endif
        #if defined(GET_DAGISEL_BODY) || DAGISEL_INLINE
        void DAGISEL_CLASS_COLONCOLON SelectCode(SDNode *N)
        {
          // Some target values are emitted as 2 bytes, TARGET_VAL handles
          // this.
          #define TARGET_VAL(X) X & 255, unsigned(X) >> 8
          static const unsigned char MatcherTable[] = {
        /*     0*/ OPC_SwitchOpcode /*5 cases */, 16, TARGET_VAL(ISD::LOAD),// ->20
        /*     4*/  OPC_RecordMemRef,
        /*     5*/  OPC_RecordNode, // #0 = 'ld' chained node
        /*     6*/  OPC_RecordChild1, // #1 = $a
        /*     7*/  OPC_CheckChild1TypeI32,
        /*     8*/  OPC_CheckTypeI32,
        /*     9*/  OPC_CheckComplexPat0, /*#*/1, // SelectAddr:$a #2 #3
        /*    11*/  OPC_EmitMergeInputChains1_0,
        /*    12*/  OPC_MorphNodeTo1, TARGET_VAL(Toy::LD), 0|OPFL_Chain|OPFL_MemRefs,
                        MVT::i32, 2/*#Ops*/, 2, 3, 
                    // Src: (ld:{ *:[i32] } address:{ *:[i32] }:$a) - Complexity = 12
                    // Dst: (LD:{ *:[i32] } address:{ *:[i32] }:$a)
        /*    20*/ /*SwitchOpcode*/ 27, TARGET_VAL(ISD::ADD),// ->50
        /*    23*/  OPC_RecordChild0, // #0 = $a
        /*    24*/  OPC_RecordChild1, // #1 = $b
        /*    25*/  OPC_Scope, 14, /*->41*/ // 2 children in Scope
        /*    27*/   OPC_MoveChild1,
        /*    28*/   OPC_CheckOpcode, TARGET_VAL(ISD::Constant),
        /*    31*/   OPC_CheckPredicate0,  // Predicate_small
        /*    32*/   OPC_MoveParent,
        /*    33*/   OPC_EmitConvertToTarget1,
        /*    34*/   OPC_MorphNodeTo1None, TARGET_VAL(Toy::ADDI),
                         MVT::i32, 2/*#Ops*/, 0, 2, 
                     // Src: (add:{ *:[i32] } i32:{ *:[i32] }:$a, (imm:{ *:[i32] })<<P:Predicate_small>>:$b) - Complexity = 7
                     // Dst: (ADDI:{ *:[i32] } ?:{ *:[i32] }:$a, (imm:{ *:[i32] }):$b)
        /*    41*/  /*Scope*/ 7, /*->49*/
        /*    42*/   OPC_MorphNodeTo1None, TARGET_VAL(Toy::ADD),
                         MVT::i32, 2/*#Ops*/, 0, 1, 
                     // Src: (add:{ *:[i32] } GPR:{ *:[i32] }:$a, GPR:{ *:[i32] }:$b) - Complexity = 3
                     // Dst: (ADD:{ *:[i32] } GPR:{ *:[i32] }:$a, GPR:{ *:[i32] }:$b)
        /*    49*/  0, /*End of Scope*/
        /*    50*/ /*SwitchOpcode*/ 18, TARGET_VAL(ISD::SUB),// ->71
        /*    53*/  OPC_RecordChild0, // #0 = $a
        /*    54*/  OPC_RecordChild1, // #1 = $b
        /*    55*/  OPC_MoveChild1,
        /*    56*/  OPC_CheckOpcode, TARGET_VAL(ISD::Constant),
        /*    59*/  OPC_CheckPredicate1,  // Predicate_minus
        /*    60*/  OPC_MoveParent,
        /*    61*/  OPC_EmitNodeXForm, 0, 1, // negated
        /*    64*/  OPC_MorphNodeTo1None, TARGET_VAL(Toy::ADDI),
                        MVT::i32, 2/*#Ops*/, 0, 2, 
                    // Src: (sub:{ *:[i32] } i32:{ *:[i32] }:$a, (imm:{ *:[i32] })<<P:Predicate_minus>><<X:negated>>:$b) - Complexity = 7
                    // Dst: (ADDI:{ *:[i32] } ?:{ *:[i32] }:$a, (negated:{ *:[i32] } ?:{ *:[i32] }:$b))
        /*    71*/ /*SwitchOpcode*/ 14, TARGET_VAL(ISD::AND),// ->88
        /*    74*/  OPC_RecordChild0, // #0 = $a,$pred:1:x
        /*    75*/  OPC_RecordChild1, // #1 = $b,$pred:1:y
        /*    76*/  OPC_CheckPredicateWithOperands, 2/*#Ops*/, 0, 1, 0, // Predicate_both
        /*    81*/  OPC_MorphNodeTo1None, TARGET_VAL(Toy::AND),
                        MVT::i32, 2/*#Ops*/, 0, 1, 
                    // Src: (and:{ *:[i32] } GPR:{ *:[i32] }:$a:$pred:1:x, GPR:{ *:[i32] }:$b:$pred:1:y)<<P:1:Predicate_both>> - Complexity = 4
                    // Dst: (AND:{ *:[i32] } GPR:{ *:[i32] }:$a, GPR:{ *:[i32] }:$b)
        /*    88*/ /*SwitchOpcode*/ 10, TARGET_VAL(ISD::MUL),// ->101
        /*    91*/  OPC_RecordChild0, // #0 = $a
        /*    92*/  OPC_RecordChild1, // #1 = $b
        /*    93*/  OPC_CheckPatternPredicate0, // (Subtarget->hasMul())
        /*    94*/  OPC_MorphNodeTo1None, TARGET_VAL(Toy::ADD),
                        MVT::i32, 2/*#Ops*/, 0, 1, 
                    // Src: (mul:{ *:[i32] } i32:{ *:[i32] }:$a, i32:{ *:[i32] }:$b) - Complexity = 3
                    // Dst: (ADD:{ *:[i32] } ?:{ *:[i32] }:$a, ?:{ *:[i32] }:$b)
        /*   101*/ 0, // EndSwitchOpcode
            0
          }; // Total Array size is 103 bytes

          // Opcode Histogram:
          // #OPC_Scope                                = 1
          // #OPC_RecordNode                           = 1
          // #OPC_RecordChild                          = 9
          // #OPC_RecordMemRef                         = 1
          // #OPC_CaptureGlueInput                     = 0
          // #OPC_MoveChild                            = 2
          // #OPC_MoveSibling                          = 0
          // #OPC_MoveParent                           = 2
          // #OPC_CheckSame                            = 0
          // #OPC_CheckChildSame                       = 0
          // #OPC_CheckPatternPredicate                = 1
          // #OPC_CheckPredicate                       = 3
          // #OPC_CheckOpcode                          = 2
          // #OPC_SwitchOpcode                         = 1
          // #OPC_CheckType                            = 1
          // #OPC_SwitchType                           = 0
          // #OPC_CheckChildType                       = 1
          // #OPC_CheckInteger                         = 0
          // #OPC_CheckChildInteger                    = 0
          // #OPC_CheckCondCode                        = 0
          // #OPC_CheckChild2CondCode                  = 0
          // #OPC_CheckValueType                       = 0
          // #OPC_CheckComplexPat                      = 1
          // #OPC_CheckAndImm                          = 0
          // #OPC_CheckOrImm                           = 0
          // #OPC_CheckImmAllOnesV                     = 0
          // #OPC_CheckImmAllZerosV                    = 0
          // #OPC_CheckFoldableChainNode               = 0
          // #OPC_EmitInteger                          = 0
          // #OPC_EmitStringInteger                    = 0
          // #OPC_EmitRegister                         = 0
          // #OPC_EmitConvertToTarget                  = 1
          // #OPC_EmitMergeInputChains                 = 1
          // #OPC_EmitCopyToReg                        = 0
          // #OPC_EmitNode                             = 0
          // #OPC_EmitNodeXForm                        = 1
          // #OPC_CompleteMatch                        = 0
          // #OPC_MorphNodeTo                          = 6

          #undef TARGET_VAL
          SelectCodeCommon(N, MatcherTable, sizeof(MatcherTable));
        }
        #endif // GET_DAGISEL_BODY

        #ifdef GET_DAGISEL_DECL
        bool CheckPatternPredicate(unsigned PredNo) const override;
        #endif
        #if defined(GET_DAGISEL_BODY) || DAGISEL_INLINE
        bool DAGISEL_CLASS_COLONCOLON CheckPatternPredicate(unsigned PredNo) const
        #if DAGISEL_INLINE
          override
        #endif
        {
          switch (PredNo) {
          default: llvm_unreachable("Invalid predicate in table?");
          case 0: return (Subtarget->hasMul());
          }
        }
        #endif // GET_DAGISEL_BODY

        #ifdef GET_DAGISEL_DECL
        bool CheckNodePredicate(SDNode *Node, unsigned PredNo) const override;
        #endif
        #if defined(GET_DAGISEL_BODY) || DAGISEL_INLINE
        bool DAGISEL_CLASS_COLONCOLON CheckNodePredicate(SDNode *Node, unsigned PredNo) const
        #if DAGISEL_INLINE
          override
        #endif
        {
          switch (PredNo) {
          default: llvm_unreachable("Invalid predicate in table?");
          case 0: {
            // Predicate_small
            int64_t Imm = cast<ConstantSDNode>(Node)->getSExtValue();
         return Imm < 16; 
          }
          case 1: {
            // Predicate_minus
            int64_t Imm = cast<ConstantSDNode>(Node)->getSExtValue();
         return Imm < 0; 
          }
          }
        }
        #endif // GET_DAGISEL_BODY

        #ifdef GET_DAGISEL_DECL
        bool CheckNodePredicateWithOperands(SDNode *Node, unsigned PredNo, const SmallVectorImpl<SDValue> &Operands) const override;
        #endif
        #if defined(GET_DAGISEL_BODY) || DAGISEL_INLINE
        bool DAGISEL_CLASS_COLONCOLON CheckNodePredicateWithOperands(SDNode *Node, unsigned PredNo, const SmallVectorImpl<SDValue> &Operands) const
        #if DAGISEL_INLINE
          override
        #endif
        {
          switch (PredNo) {
          default: llvm_unreachable("Invalid predicate in table?");
          case 0: {
            // Predicate_both
            SDNode *N = Node;
            (void)N;
         return Operands[0] != Operands[1]; 
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
          return SelectAddr(Root, N, Result[NextRes+0].first, Result[NextRes+1].first);
          }
        }
        #endif // GET_DAGISEL_BODY

        #ifdef GET_DAGISEL_DECL
        SDValue RunSDNodeXForm(SDValue V, unsigned XFormNo) override;
        #endif
        #if defined(GET_DAGISEL_BODY) || DAGISEL_INLINE
        SDValue DAGISEL_CLASS_COLONCOLON RunSDNodeXForm(SDValue V, unsigned XFormNo)
        #if DAGISEL_INLINE
          override
        #endif
        {
          switch (XFormNo) {
          default: llvm_unreachable("Invalid xform # in table?");
          case 0: {  // negated
            ConstantSDNode *N = cast<ConstantSDNode>(V.getNode());
         return -N->getZExtValue(); 
          }
          }
        }
        #endif // GET_DAGISEL_BODY


        #ifdef DAGISEL_INLINE
        #undef DAGISEL_INLINE
        #endif
        #ifdef DAGISEL_CLASS_COLONCOLON
        #undef DAGISEL_CLASS_COLONCOLON
        #endif
        #ifdef GET_DAGISEL_DECL
        #undef GET_DAGISEL_DECL
        #endif
        #ifdef GET_DAGISEL_BODY
        #undef GET_DAGISEL_BODY
        #endif
    "#]].assert_eq(&write(&[], SOURCE));
}

#[test]
fn without_comments() {
    let text = write(&[("omit-comments", "1")], SOURCE);
    expect![[r#"
          static const unsigned char MatcherTable[] = {
         OPC_SwitchOpcode , 16, TARGET_VAL(ISD::LOAD),
          OPC_RecordMemRef,
          OPC_RecordNode,
          OPC_RecordChild1,
          OPC_CheckChild1TypeI32,
          OPC_CheckTypeI32,
          OPC_CheckComplexPat0, /*#*/1,
          OPC_EmitMergeInputChains1_0,
          OPC_MorphNodeTo1, TARGET_VAL(Toy::LD), 0|OPFL_Chain|OPFL_MemRefs,
                        MVT::i32, 2, 2, 3, 
         27, TARGET_VAL(ISD::ADD),
          OPC_RecordChild0,
          OPC_RecordChild1,
          OPC_Scope, 14, 
           OPC_MoveChild1,
           OPC_CheckOpcode, TARGET_VAL(ISD::Constant),
           OPC_CheckPredicate0, 
           OPC_MoveParent,
           OPC_EmitConvertToTarget1,
           OPC_MorphNodeTo1None, TARGET_VAL(Toy::ADDI),
                         MVT::i32, 2, 0, 2, 
          7, 
           OPC_MorphNodeTo1None, TARGET_VAL(Toy::ADD),
                         MVT::i32, 2, 0, 1, 
          0, 
         18, TARGET_VAL(ISD::SUB),
          OPC_RecordChild0,
          OPC_RecordChild1,
          OPC_MoveChild1,
          OPC_CheckOpcode, TARGET_VAL(ISD::Constant),
          OPC_CheckPredicate1, 
          OPC_MoveParent,
          OPC_EmitNodeXForm, 0, 1,
          OPC_MorphNodeTo1None, TARGET_VAL(Toy::ADDI),
                        MVT::i32, 2, 0, 2, 
         14, TARGET_VAL(ISD::AND),
          OPC_RecordChild0,
          OPC_RecordChild1,
          OPC_CheckPredicateWithOperands, 2/*#Ops*/, 0, 1, 0,
          OPC_MorphNodeTo1None, TARGET_VAL(Toy::AND),
                        MVT::i32, 2, 0, 1, 
         10, TARGET_VAL(ISD::MUL),
          OPC_RecordChild0,
          OPC_RecordChild1,
          OPC_CheckPatternPredicate0,
          OPC_MorphNodeTo1None, TARGET_VAL(Toy::ADD),
                        MVT::i32, 2, 0, 1, 
         0,
            0
          }; // Total Array size is 103 bytes

          #undef TARGET_VAL
          SelectCodeCommon(N, MatcherTable, sizeof(MatcherTable));
        }
    "#]]
    .assert_eq(&between(
        &text,
        "MatcherTable[] = {\n",
        "#endif // GET_DAGISEL_BODY",
    ));
}

#[test]
fn with_coverage() {
    let text = write(&[("instrument-coverage", "1")], SOURCE);
    expect![[r#"
          static const unsigned char MatcherTable[] = {
        /*     0*/ OPC_SwitchOpcode /*5 cases */, 19, TARGET_VAL(ISD::LOAD),// ->23
        /*     4*/  OPC_RecordMemRef,
        /*     5*/  OPC_RecordNode, // #0 = 'ld' chained node
        /*     6*/  OPC_RecordChild1, // #1 = $a
        /*     7*/  OPC_CheckChild1TypeI32,
        /*     8*/  OPC_CheckTypeI32,
        /*     9*/  OPC_CheckComplexPat0, /*#*/1, // SelectAddr:$a #2 #3
        /*    11*/  OPC_EmitMergeInputChains1_0,
        /*    12*/  OPC_Coverage, TARGET_VAL(0),
                    OPC_MorphNodeTo1, TARGET_VAL(Toy::LD), 0|OPFL_Chain|OPFL_MemRefs,
                        MVT::i32, 2/*#Ops*/, 2, 3, 
                    // Src: (ld:{ *:[i32] } address:{ *:[i32] }:$a) - Complexity = 12
                    // Dst: (LD:{ *:[i32] } address:{ *:[i32] }:$a)
        /*    23*/ /*SwitchOpcode*/ 33, TARGET_VAL(ISD::ADD),// ->59
        /*    26*/  OPC_RecordChild0, // #0 = $a
        /*    27*/  OPC_RecordChild1, // #1 = $b
        /*    28*/  OPC_Scope, 17, /*->47*/ // 2 children in Scope
        /*    30*/   OPC_MoveChild1,
        /*    31*/   OPC_CheckOpcode, TARGET_VAL(ISD::Constant),
        /*    34*/   OPC_CheckPredicate0,  // Predicate_small
        /*    35*/   OPC_MoveParent,
        /*    36*/   OPC_EmitConvertToTarget1,
        /*    37*/   OPC_Coverage, TARGET_VAL(1),
                     OPC_MorphNodeTo1None, TARGET_VAL(Toy::ADDI),
                         MVT::i32, 2/*#Ops*/, 0, 2, 
                     // Src: (add:{ *:[i32] } i32:{ *:[i32] }:$a, (imm:{ *:[i32] })<<P:Predicate_small>>:$b) - Complexity = 7
                     // Dst: (ADDI:{ *:[i32] } ?:{ *:[i32] }:$a, (imm:{ *:[i32] }):$b)
        /*    47*/  /*Scope*/ 10, /*->58*/
        /*    48*/   OPC_Coverage, TARGET_VAL(2),
                     OPC_MorphNodeTo1None, TARGET_VAL(Toy::ADD),
                         MVT::i32, 2/*#Ops*/, 0, 1, 
                     // Src: (add:{ *:[i32] } GPR:{ *:[i32] }:$a, GPR:{ *:[i32] }:$b) - Complexity = 3
                     // Dst: (ADD:{ *:[i32] } GPR:{ *:[i32] }:$a, GPR:{ *:[i32] }:$b)
        /*    58*/  0, /*End of Scope*/
        /*    59*/ /*SwitchOpcode*/ 21, TARGET_VAL(ISD::SUB),// ->83
        /*    62*/  OPC_RecordChild0, // #0 = $a
        /*    63*/  OPC_RecordChild1, // #1 = $b
        /*    64*/  OPC_MoveChild1,
        /*    65*/  OPC_CheckOpcode, TARGET_VAL(ISD::Constant),
        /*    68*/  OPC_CheckPredicate1,  // Predicate_minus
        /*    69*/  OPC_MoveParent,
        /*    70*/  OPC_EmitNodeXForm, 0, 1, // negated
        /*    73*/  OPC_Coverage, TARGET_VAL(3),
                    OPC_MorphNodeTo1None, TARGET_VAL(Toy::ADDI),
                        MVT::i32, 2/*#Ops*/, 0, 2, 
                    // Src: (sub:{ *:[i32] } i32:{ *:[i32] }:$a, (imm:{ *:[i32] })<<P:Predicate_minus>><<X:negated>>:$b) - Complexity = 7
                    // Dst: (ADDI:{ *:[i32] } ?:{ *:[i32] }:$a, (negated:{ *:[i32] } ?:{ *:[i32] }:$b))
        /*    83*/ /*SwitchOpcode*/ 17, TARGET_VAL(ISD::AND),// ->103
        /*    86*/  OPC_RecordChild0, // #0 = $a,$pred:1:x
        /*    87*/  OPC_RecordChild1, // #1 = $b,$pred:1:y
        /*    88*/  OPC_CheckPredicateWithOperands, 2/*#Ops*/, 0, 1, 0, // Predicate_both
        /*    93*/  OPC_Coverage, TARGET_VAL(4),
                    OPC_MorphNodeTo1None, TARGET_VAL(Toy::AND),
                        MVT::i32, 2/*#Ops*/, 0, 1, 
                    // Src: (and:{ *:[i32] } GPR:{ *:[i32] }:$a:$pred:1:x, GPR:{ *:[i32] }:$b:$pred:1:y)<<P:1:Predicate_both>> - Complexity = 4
                    // Dst: (AND:{ *:[i32] } GPR:{ *:[i32] }:$a, GPR:{ *:[i32] }:$b)
        /*   103*/ /*SwitchOpcode*/ 13, TARGET_VAL(ISD::MUL),// ->119
        /*   106*/  OPC_RecordChild0, // #0 = $a
        /*   107*/  OPC_RecordChild1, // #1 = $b
        /*   108*/  OPC_CheckPatternPredicate0, // (Subtarget->hasMul())
        /*   109*/  OPC_Coverage, TARGET_VAL(5),
                    OPC_MorphNodeTo1None, TARGET_VAL(Toy::ADD),
                        MVT::i32, 2/*#Ops*/, 0, 1, 
                    // Src: (mul:{ *:[i32] } i32:{ *:[i32] }:$a, i32:{ *:[i32] }:$b) - Complexity = 3
                    // Dst: (ADD:{ *:[i32] } ?:{ *:[i32] }:$a, ?:{ *:[i32] }:$b)
        /*   119*/ 0, // EndSwitchOpcode
            0
          }; // Total Array size is 121 bytes

    "#]].assert_eq(&between(&text, "MatcherTable[] = {\n", "// Opcode"));
    expect![[r#"
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
          {
            Result.resize(NextRes+2);
            bool Succeeded = SelectAddr(Root, N, Result[NextRes+0].first, Result[NextRes+1].first);
            if (Succeeded)
               dbgs() << "\nCOMPLEX_PATTERN: SelectAddr\n" ;
            return Succeeded;
            }
          }
        }
        #endif // GET_DAGISEL_BODY

        #ifdef GET_DAGISEL_DECL
    "#]]
    .assert_eq(&between(&text, "CheckComplexPattern(", "RunSDNodeXForm"));
    expect![[r#"
        StringRef getPatternForIndex(unsigned Index) override;
    "#]]
    .assert_eq(&between(&text, "getPatternForIndex", "#endif"));
    expect![[r#"
        static const char *INCLUDE_PATH_TABLE[] = {
        def : Pat<(i32 (ld address:$a)), (LD address:$a)>;
        def : Pat<(add i32:$a, small:$b), (ADDI $a, imm:$b)>;
        def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (add GPR:$a, GPR:$b))]>;
        def : Pat<(sub i32:$a, minus:$b), (ADDI $a, (negated $b))>;
        def AND : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (both GPR:$a, GPR:$b))]>;
        let Predicates = [HasMul] in def : Pat<(mul i32:$a, i32:$b), (ADD $a, $b)>;

    "#]]
    .assert_eq(&with_sources(&between(
        &text,
        "INCLUDE_PATH_TABLE[] = {",
        "};",
    )));
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
    .assert_eq(&between(
        &text,
        "COLONCOLON SelectCode(",
        "Opcode Histogram",
    ));
}

#[test]
fn short_and_long_forms_of_numbers() {
    check(
        "def MOV : Inst<(outs GPR:$d), (ins GPR:$a, TypedOperand<i32>:$b)>;
         def : Pat<(add i32:$a, 63), (MOV $a, 1)>;
         def : Pat<(add i32:$a, 64), (MOV $a, -1)>;
         def : Pat<(add i32:$a, -65), (MOV $a, 100000)>;
         def : Pat<(and i32:$a, 255), (MOV $a, 0x7FFFFFFF)>;
         def : Pat<(and i32:$a, 256), (MOV $a, 0)>;
         def any : PatFrag<(ops node:$a), (i32 $a)>;",
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
         def jump : SDNode<\"ToyISD::JUMP\", SDTypeProfile<0, 1, []>, [SDNPHasChain, SDNPInGlue]>;
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
         def : Pat<(st (i32 (add (i32 (ld i32:$a)), i32:$b)), i32:$a), (INC $a, $b)>;
         def any : PatFrag<(ops node:$a), (i32 $a)>;",
        expect![[r#"
              static const unsigned char MatcherTable[] = {
            /*     0*/ OPC_SwitchOpcode /*3 cases */, 60, TARGET_VAL(ISD::STORE),// ->64
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
            /*    76*/ /*SwitchOpcode*/ 11, TARGET_VAL(ToyISD::CALL),// ->90
            /*    79*/  OPC_RecordNode, // #0 = 'call' chained node
            /*    80*/  OPC_CaptureGlueInput,
            /*    81*/  OPC_RecordChild1, // #1 = $to
            /*    82*/  OPC_CheckChild1TypeI32,
            /*    83*/  OPC_EmitMergeInputChains1_0,
            /*    84*/  OPC_MorphNodeTo0, TARGET_VAL(Toy::CALL), 0|OPFL_Chain|OPFL_GlueInput|OPFL_GlueOutput|OPFL_Variadic1,
                            1/*#Ops*/, 1, 
                        // Src: (call i32:{ *:[i32] }:$to) - Complexity = 3
                        // Dst: (CALL ?:{ *:[i32] }:$to)
            /*    90*/ 0, // EndSwitchOpcode
                0
              }; // Total Array size is 92 bytes

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
         def : Pat<(f32 (bitconvert i32:$a)), (CONVERT $a, FPR)>;
         def any : PatFrag<(ops node:$a), (i32 $a)>;",
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
         def : Pat<(mul (pair i32:$a, i32:$b), (pair i32:$a, i32:$b)), (MUL $a, $b)>;
         def any : PatFrag<(ops node:$a), (i32 $a)>;",
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
        bool CheckNodePredicate(SDNode *Node, unsigned PredNo) const override;
        #endif
        #if defined(GET_DAGISEL_BODY) || DAGISEL_INLINE
        bool DAGISEL_CLASS_COLONCOLON CheckNodePredicate(SDNode *Node, unsigned PredNo) const
        #if DAGISEL_INLINE
          override
        #endif
        {
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
    .assert_eq(&between(
        &text,
        "CheckNodePredicate(",
        "#endif // GET_DAGISEL_BODY",
    ));
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
