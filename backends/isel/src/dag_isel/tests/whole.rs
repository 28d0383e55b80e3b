//! A target with one of each feature, in full and by options.

use backend_testing::{between, isel_source, lines_with};
use expect_test::expect;
use target_model::instructions::GENERIC;

use super::write;

/// A list of places, each replaced by the text at that place.
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

/// Instructions and patterns that use each kind of generated C++ code.
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
    // The steps for coverage count in the sizes.
    expect![[r#"
        /*    83*/ /*SwitchOpcode*/ 17, TARGET_VAL(ISD::AND),// ->103
        /*    86*/  OPC_RecordChild0, // #0 = $a,$pred:1:x
        /*    87*/  OPC_RecordChild1, // #1 = $b,$pred:1:y
        /*    88*/  OPC_CheckPredicateWithOperands, 2/*#Ops*/, 0, 1, 0, // Predicate_both
        /*    93*/  OPC_Coverage, TARGET_VAL(4),
                    OPC_MorphNodeTo1None, TARGET_VAL(Toy::AND),
                        MVT::i32, 2/*#Ops*/, 0, 1, 
                    // Src: (and:{ *:[i32] } GPR:{ *:[i32] }:$a:$pred:1:x, GPR:{ *:[i32] }:$b:$pred:1:y)<<P:1:Predicate_both>> - Complexity = 4
                    // Dst: (AND:{ *:[i32] } GPR:{ *:[i32] }:$a, GPR:{ *:[i32] }:$b)
    "#]].assert_eq(&between(
        &text,
        "TARGET_VAL(ISD::AND)",
        "TARGET_VAL(ISD::MUL)",
    ));
    expect![[r#"
        /*    12*/  OPC_Coverage, TARGET_VAL(0),
        /*    37*/   OPC_Coverage, TARGET_VAL(1),
        /*    48*/   OPC_Coverage, TARGET_VAL(2),
        /*    73*/  OPC_Coverage, TARGET_VAL(3),
        /*    93*/  OPC_Coverage, TARGET_VAL(4),
        /*   109*/  OPC_Coverage, TARGET_VAL(5),
    "#]]
    .assert_eq(&lines_with(&text, "OPC_Coverage"));
    assert!(text.contains("}; // Total Array size is 121 bytes"));
    expect![[r#"
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
    "#]]
    .assert_eq(&between(&text, "  switch (PatternNo)", "#endif"));
    expect![[r#"
        StringRef getPatternForIndex(unsigned Index) override;
        #endif
        #if defined(GET_DAGISEL_BODY) || DAGISEL_INLINE
        StringRef DAGISEL_CLASS_COLONCOLON getPatternForIndex(unsigned Index)
        #if DAGISEL_INLINE
          override
        #endif
        {
        static const char *PATTERN_MATCH_TABLE[] = {
        "(ld:{ *:[i32] } address:{ *:[i32] }:$a) -> (LD:{ *:[i32] } address:{ *:[i32] }:$a)",
        "(add:{ *:[i32] } i32:{ *:[i32] }:$a, (imm:{ *:[i32] })<<P:Predicate_small>>:$b) -> (ADDI:{ *:[i32] } ?:{ *:[i32] }:$a, (imm:{ *:[i32] }):$b)",
        "(add:{ *:[i32] } GPR:{ *:[i32] }:$a, GPR:{ *:[i32] }:$b) -> (ADD:{ *:[i32] } GPR:{ *:[i32] }:$a, GPR:{ *:[i32] }:$b)",
        "(sub:{ *:[i32] } i32:{ *:[i32] }:$a, (imm:{ *:[i32] })<<P:Predicate_minus>><<X:negated>>:$b) -> (ADDI:{ *:[i32] } ?:{ *:[i32] }:$a, (negated:{ *:[i32] } ?:{ *:[i32] }:$b))",
        "(and:{ *:[i32] } GPR:{ *:[i32] }:$a:$pred:1:x, GPR:{ *:[i32] }:$b:$pred:1:y)<<P:1:Predicate_both>> -> (AND:{ *:[i32] } GPR:{ *:[i32] }:$a, GPR:{ *:[i32] }:$b)",
        "(mul:{ *:[i32] } i32:{ *:[i32] }:$a, i32:{ *:[i32] }:$b) -> (ADD:{ *:[i32] } ?:{ *:[i32] }:$a, ?:{ *:[i32] }:$b)",

    "#]].assert_eq(&between(
        &text,
        "getPatternForIndex(unsigned Index) override",
        "};",
    ));
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
