//! Wrong patterns and their messages, which are those of llvm-tblgen 19 for the same source.

use expect_test::{Expect, expect};

use crate::test_support::build;

const INSTRUCTIONS: &str = r#"
def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b)>;
def NEG : Inst<(outs GPR:$d), (ins GPR:$a)>;
def FADD : Inst<(outs FPR:$d), (ins FPR:$a, FPR:$b)>;
def V2 : Regs<[v2i32, v2f32], (add R0, R1)>;
def twice : SDNodeXForm<imm, [{ return 2 * N; }]>;
"#;

/// Checks the messages about each source.
#[track_caller]
fn check(sources: &[&str], want: Expect) {
    let said = sources.iter().map(|source| {
        let said = build(&format!("{INSTRUCTIONS}{source}")).said();
        // Line numbers are those of the source.
        let lines = said
            .lines()
            .map(|it| it.split_once(": ").map_or(it, |it| it.1));
        lines.map(|it| format!("{it}\n")).collect::<String>()
    });
    want.assert_eq(&said.collect::<String>());
}

#[test]
fn types_exclude_each_other() {
    check(
        &[
            "def A : Pat<(fadd GPR:$a, GPR:$b), (ADD GPR:$a, GPR:$b)>;",
            "def B : Pat<(add FPR:$a, GPR:$b), (ADD FPR:$a, GPR:$b)>;",
            "def C : Pat<(add GPR:$a, (i64 GPR:$b)), (ADD GPR:$a, GPR:$b)>;",
            "def D : Pat<(i32 (zext GPR:$a)), (NEG GPR:$a)>;",
            "def E : Pat<(f32 (bitconvert GPR:$a)), (FADD GPR:$a, GPR:$a)>;",
            "def elt : SDNode<\"ISD::X\", SDTypeProfile<1, 1, [SDTCisEltOfVec<0, 1>]>>;
             def F : Pat<(elt GPR:$a), (NEG GPR:$a)>;",
            "def part : SDNode<\"ISD::X\", SDTypeProfile<1, 1, [SDTCisSubVecOfVec<0, 1>]>>;
             def G : Pat<(part GPR:$a), (NEG GPR:$a)>;",
            "def count : SDNode<\"ISD::X\", SDTypeProfile<1, 1, [SDTCisSameNumEltsAs<0, 1>]>>;
             def H : Pat<(i32 (count V2:$a)), (NEG V2:$a)>;",
            "def int_f : Intrinsic<[LLVMType<i32>], [LLVMType<f32>], [IntrNoMem]>;
             def I : Pat<(int_f GPR:$a), (NEG GPR:$a)>;",
            "def less : SDNode<\"ISD::X\", SDTypeProfile<1, 1, [SDTCisOpSmallerThanOp<0, 1>]>>;
             def J : Pat<(f32 (less GPR:$a)), (NEG GPR:$a)>;",
        ],
        expect![[r#"
            Type set is empty for each HW mode in 'A'
            Type set is empty for each HW mode in 'B'
            Type set is empty for each HW mode in 'C'
            Type set is empty for each HW mode in 'D'
            Type set is empty for each HW mode in 'E'
            Type set is empty for each HW mode in 'F'
            Type set is empty for each HW mode in 'G'
            Type set is empty for each HW mode in 'H'
            Type set is empty for each HW mode in 'I'
            In J: Incompatible types
            Type set is empty for each HW mode in 'J'
        "#]],
    );
}

#[test]
fn contradictions_are_explained() {
    let check = |source: &str, want: Expect| {
        let built = build(&format!("{INSTRUCTIONS}{source}"));
        want.assert_eq(&built.hints());
    };
    check(
        "def A : Pat<(i32 (zext GPR:$a)), (NEG GPR:$a)>;",
        expect![[r#"
            with the types so far: (zext:{ *:[] } GPR:{ *:[i32] }:$a)
            in 'zext', operand 1 is smaller than the result
        "#]],
    );
    check(
        "def A : Pat<(add FPR:$a, GPR:$b), (ADD FPR:$a, GPR:$b)>;",
        expect![[r#"
            with the types so far: (add:{ *:[] } FPR:{ *:[f32] }:$a, GPR:{ *:[i32] }:$b)
            in 'add', the result has the type of operand 2
        "#]],
    );
    check(
        "def A : Pat<(add GPR:$a, (i64 GPR:$b)), (ADD GPR:$a, GPR:$b)>;",
        expect![[r#"
            with the types so far: GPR:{ *:[] }:$b
        "#]],
    );
    check(
        "def elt : SDNode<\"ISD::X\", SDTypeProfile<1, 1, [SDTCisEltOfVec<0, 1>]>>;
         def A : Pat<(elt GPR:$a), (NEG GPR:$a)>;",
        expect![[r#"
            with the types so far: (elt:{ *:[] } GPR:{ *:[] }:$a)
            in 'elt', the result is an element of the vector operand 1
        "#]],
    );
}

/// The reference ends at the first.
#[test]
fn each_pattern_has_its_errors() {
    check(
        &[
            "def A : Pat<(i32 (zext GPR:$a)), (NEG GPR:$a)>;
             def B : Pat<(add GPR:$a, GPR:$b), (ADD GPR:$a, GPR:$c)>;
             def C : Pat<(add FPR:$a, GPR:$b), (ADD FPR:$a, GPR:$b)>;",
            "def A : Inst<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (zext GPR:$a))]>;
             def B : Inst<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (trunc GPR:$a))]>;
             def C : Pat<(add FPR:$a, GPR:$b), (ADD FPR:$a, GPR:$b)>;",
        ],
        expect![[r#"
            besides: In B: Node 'c' in output pattern but not input pattern
            besides: In B: Pattern has input without matching name in output: $c
            besides: Type set is empty for each HW mode in 'C'
            Type set is empty for each HW mode in 'A'
            besides: Type set is empty for each HW mode in 'B'
            Type set is empty for each HW mode in 'A'
        "#]],
    );
}

#[test]
fn types_that_cannot_be_known() {
    check(
        &[
            "def A : Pat<(add V2:$a, (bitconvert (bitconvert V2:$b))), (ADD GPR:$a, GPR:$b)>;",
            "def B : Pat<(bitconvert (bitconvert GPR:$a)), (NEG GPR:$a)>;",
            "def C : Pat<(add GPR:$a, 1), (NEG (COPY_TO_REGCLASS (i32 (IMPLICIT_DEF)), GPR))>;",
        ],
        expect![[r#"
            Type set is empty for each HW mode in 'A'
            In C: Pattern has dead named input: $a
        "#]],
    );
}

#[test]
fn numbers_are_in_the_range_of_their_type() {
    check(
        &[
            "def A : Pat<(add GPR:$a, (trunc (i64 300))), (NEG GPR:$a)>;",
            "def J : Inst<(outs GPR:$d), (ins TypedOperand<i8>:$i)>;
             def B : Pat<(add GPR:$a, 3), (J (i8 300))>;",
        ],
        expect![[r#"
            In B: Integer value '300' is out of range for type 'MVT::i8'!
            In B: Integer value '300' is out of range for type 'MVT::i8'!
            In B: Pattern has dead named input: $a
        "#]],
    );
}

#[test]
fn names_tie_what_is_matched_to_the_result() {
    check(
        &[
            "def A : Pat<(add GPR:$a, GPR:$b), (NEG GPR:$a)>;",
            "def B : Pat<(add GPR:$a, GPR:$b), (ADD GPR:$a, GPR:$c)>;",
            "def C : Pat<(add GPR, GPR:$b), (NEG GPR:$b)>;",
            "def D : Pat<(add GPR:$a, FPR:$a), (NEG GPR:$a)>;",
            "def E : Pat<(add (i32 imm:$i), GPR:$b), (ADD GPR:$b, imm:$i)>;",
            "def F : Pat<(add GPR:$a, ?), (NEG GPR:$a)>;",
            "def G : Pat<(add GPR:$a, 1:$x), (NEG GPR:$a)>;",
        ],
        expect![[r#"
            In A: Pattern has dead named input: $b
            In B: Node 'c' in output pattern but not input pattern
            In B: Pattern has input without matching name in output: $c
            In C: Input GPR must be named!
            In C: Node 'b' in output pattern but not input pattern
            In D: All $a inputs must agree with each other
            In D: Node 'a' in output pattern but not input pattern
            warning: Pattern can never match: Immediate value must be on the RHS of commutative operators!
            In F: '?' argument requires a name to match with operand list
            In F: Node 'a' in output pattern but not input pattern
            In G: Constant int or bit argument should not have a name!
            In G: Node 'a' in output pattern but not input pattern
        "#]],
    );
}

#[test]
fn operators_have_their_operands() {
    check(
        &[
            "def A : Pat<(add GPR:$a), (NEG GPR:$a)>;",
            "def B : Pat<(add GPR:$a, GPR:$b), (ADD GPR:$a)>;",
            "def C : Pat<(add GPR:$a, GPR:$b), (ADD GPR:$a, GPR:$b, GPR:$b)>;",
            "def D : Pat<(add GPR:$a, imm:$b), (ADD GPR:$a, (twice imm:$b, imm:$b))>;",
            "def int_f : Intrinsic<[LLVMType<i32>], [LLVMType<i32>], [IntrNoMem]>;
             def E : Pat<(int_f GPR:$a, GPR:$b), (ADD GPR:$a, GPR:$b)>;",
            "def F : Pat<(add GPR:$a, GPR:$b), (REG_SEQUENCE GPR, GPR:$a)>;",
            "def G : Pat<(add GPR:$a, GPR:$b), (REG_SEQUENCE R0, GPR:$a, GPR:$b)>;",
            "def H : Pat<(add GPR:$a, (i32 GPR:$a, GPR:$b)), (NEG GPR:$a)>;",
            "def n : SDNode<\"ISD::X\", SDTypeProfile<1, 1, [SDTCisVT<7, i32>]>>;
             def I : Pat<(n GPR:$a), (NEG GPR:$a)>;",
        ],
        expect![[r#"
            In A: add node requires exactly 2 operands!
            In B: Instruction 'ADD' expects more than the provided 1 operands!
            In B: Instruction 'ADD' expects more than the provided 1 operands!
            In B: Pattern has dead named input: $b
            In C: Instruction 'ADD' was provided 3 operands but expected only 2!
            In C: Instruction 'ADD' was provided 3 operands but expected only 2!
            In D: Node transform 'twice' requires one operand!
            In D: Node transform 'twice' requires one operand!
            In E: Intrinsic 'llvm.f' expects 1 operands, not 2 operands!
            In F: REG_SEQUENCE requires at least 3 operands!
            In F: REG_SEQUENCE requires at least 3 operands!
            In G: REG_SEQUENCE requires a RegisterClass for first operand!
            In G: REG_SEQUENCE requires a RegisterClass for first operand!
            In H: Type cast only takes one operand!
            In H: Node 'a' in output pattern but not input pattern
            Invalid operand number in type constraint 7 (n:{} GPR:{ *:[i32] }:$a)
        "#]],
    );
}

#[test]
fn operators_stand_where_they_may() {
    check(
        &[
            "def A : Pat<(NEG GPR:$a), (NEG GPR:$a)>;",
            "def B : Pat<(add GPR:$a, GPR:$b), (add GPR:$a, GPR:$b)>;",
            "def C : Pat<(add GPR:$a, (twice imm:$b)), (ADD GPR:$a, imm:$b)>;",
            "def D : Pattern<(add GPR:$a, GPR:$b), [(NEG GPR:$a), (NEG GPR:$b)]>;",
            "def E : Pat<(add GPR:$a, (GPR $b)), (ADD GPR:$a, GPR:$b)>;",
            "def Foo; def F : Pat<(add GPR:$a, Foo), (NEG GPR:$a)>;",
            "def G : Pat<(add GPR:$a, (st GPR:$a, GPR:$b)), (ADD GPR:$a, GPR:$b)>;",
        ],
        expect![[r#"
            In A: Cannot use 'NEG' in an input pattern!
            In A: Node 'a' in output pattern but not input pattern
            In B: Cannot use 'add' in an output pattern!
            In C: Cannot use 'twice' in an input pattern!
            In C: Node 'b' in output pattern but not input pattern
            In D: Cannot handle instructions producing instructions with temporaries yet!
            In E: Unrecognized node 'GPR'!
            Unhandled node in GetNumNodeResults
            In F: Unknown node flavor used in pattern: Foo
            In G: Cannot have void nodes inside of patterns!
            In G: Node 'b' in output pattern but not input pattern
        "#]],
    );
}

#[test]
fn fragments() {
    check(
        &[
            "def f : PatFrag<(ops node:$x), (add node:$x, node:$y)>;",
            "def f : PatFrag<(ops node:$x, node:$z), (add node:$x, node:$x)>;",
            "def f : PatFrag<(set node:$x), (add node:$x, node:$x)>;",
            "def f : PatFrag<(ops GPR:$x), (add node:$x, node:$x)>;",
            "def f : PatFrag<(ops node:$x), (add node:$x, 1)>;
             def A : Pat<(f GPR:$a, GPR:$b), (ADD GPR:$a, GPR:$b)>;",
            "def f : PatFrag<(ops node:$x), (f node:$x)>;",
            "def f : PatFrag<(ops node:$x), (fadd node:$x, (add node:$x, 1))>;",
            "def f : PatFrag<(ops node:$x), (fadd node:$x, (add node:$x, 1))>;
             def A : Pat<(f FPR:$a), (NEG GPR:$a)>;",
            "def f : OutPatFrag<(ops node:$x), (ADD $x, $y)>;
             def A : Pat<(add GPR:$a, 1), (f GPR:$a)>;",
        ],
        expect![[r#"
            In f: Operands list does not contain an entry for operand 'y'!
            In f: 'z' does not occur in pattern or was multiply specified!
            In f: Operands list should start with '(ops ... '!
            In f: Operands list should all be 'node' values.
            In A: 'f' fragment requires 1 operands!
            In A: Node 'b' in output pattern but not input pattern
            Fragment 'f' expands to itself
            Type set is empty for each HW mode in 'A'
            In f: Operands list does not contain an entry for operand 'y'!
            In A: Cannot use multi-alternative fragments in result pattern!
        "#]],
    );
}

#[test]
fn instructions_have_what_their_patterns_take_and_set() {
    let own = |outs: &str, ins: &str, pattern: &str| {
        format!("def J : Inst<(outs {outs}), (ins {ins}), [{pattern}]>;")
    };
    let two = "GPR:$a, GPR:$b";
    let sources = [
        own("GPR:$d", two, "(set GPR:$d, (add GPR:$a, GPR:$x))"),
        own("GPR:$d", "GPR:$a", "(set GPR:$d, (add GPR:$a, GPR:$x))"),
        own("GPR:$d", two, "(set FPR:$d, (add GPR:$a, GPR:$b))"),
        own("GPR:$d", two, "(set GPR:$e, (add GPR:$a, GPR:$b))"),
        own("GPR:$d", two, "(set GPR, (add GPR:$a, GPR:$b))"),
        own("GPR:$d", two, "(set GPR:$d, GPR:$d, (add GPR:$a, GPR:$b))"),
        own("GPR:$d", two, "(add GPR:$a, GPR:$b)"),
        own("GPR:$d", two, "(set)"),
        own(
            "GPR:$d",
            "FPR:$a, GPR:$b",
            "(set GPR:$d, (add GPR:$a, GPR:$b))",
        ),
        own(
            "GPR:$d",
            two,
            "(set GPR:$d, (add GPR:$a, GPR:$b)), (implicit GPR)",
        ),
        own("GPR:$d", two, "(set 1, (add GPR:$a, GPR:$b))"),
    ];
    let sources: Vec<_> = sources.iter().map(String::as_str).collect();
    check(
        &sources,
        expect![[r#"
        In J: Operand $b does not appear in the instruction pattern
        In J: Instruction 'J' expects more than the provided 1 operands!
        In J: Instruction 'J' expects more than the provided 1 operands!
        In J: Pattern has dead named input: $x
        In J: Input operand $x occurs in pattern but not in operands list!
        In J: Pattern has dead named input: $x
        In J: Operand $d class mismatch!
        Type set is empty for each HW mode in 'J'
        In J: Operand $d does not exist in operand list!
        In J: set destination must have a name!
        In J: cannot set 'd' multiple times
        In J: Top-level forms in instruction pattern should have void types, has types {}
        In J: Instruction 'J' expects more than the provided 2 operands!
        In J: Instruction 'J' expects more than the provided 2 operands!
        In J: set requires operands!
        In J: Operand $a's register class disagrees between the operand and pattern
        Type set is empty for each HW mode in 'J'
        In J: implicitly defined value should be a register!
        In J: set destination should be a register!
        In J: Instruction 'J' expects more than the provided 2 operands!
        In J: Instruction 'J' expects more than the provided 2 operands!
    "#]],
    );
}

#[test]
fn complex_patterns() {
    check(
        &[
            "def c : ComplexPattern<i32, 1, \"Sel\">;
             def A : Pat<(i32 c:$a), (NEG c:$a)>;",
            "def c : ComplexPattern<i32, 2, \"Sel\">;
             def B : Pat<(add GPR:$x, (c GPR:$a, GPR)), (ADD GPR:$a, GPR:$x)>;",
            "def c : ComplexPattern<i32, 2, \"Sel\">;
             def C : Pat<(add (c GPR:$b, GPR:$a), (c GPR:$a, GPR:$b)), (ADD GPR:$a, GPR:$b)>;",
            "def c : ComplexPattern<i32, 2, \"Sel\", [], [SDNPCommutative]>;",
        ],
        expect![[r#"
            In A: ComplexPattern at root must specify list of opcodes it could match
            In B: All arguments to a ComplexPattern must be named
            In B: Node 'x' in output pattern but not input pattern
            In C: All ComplexPattern operands must appear consistently: in the same order in just one ComplexPattern instance.
            In C: Node 'b' in output pattern but not input pattern
            Unsupported SD Node property 'SDNPCommutative' on ComplexPattern 'c'!
        "#]],
    );
}

#[test]
fn nodes() {
    check(
        &[
            "def n : SDNode<\"ISD::X\", SDTypeProfile<1, 1, [SDTypeConstraint<0>]>>;",
            "def n : SDNode<\"ISD::X\", SDTypeProfile<1, 1, [SDTCVecEltisVT<0, v2i32>]>>;",
            "def n : SDNode<\"ISD::X\", SDTypeProfile<1, 1, [SDTCVecEltisVT<0, OtherVT>]>>;",
            "def n : SDNode<\"ISD::X\", SDTypeProfile<1, 1, []>, [SDNPWantRoot]>;",
            "def n : SDNode<\"ISD::X\", SDTypeProfile<1, 2, [SDTCisVTSmallerThanOp<2, 1>]>>;
             def A : Pat<(i32 (n GPR:$a, GPR:$b)), (ADD GPR:$a, GPR:$b)>;",
        ],
        expect![[r#"
            Unrecognized SDTypeConstraint 'anonymous_12'!

            Cannot use vector type as SDTCVecEltisVT
            Must use integer or floating point type as SDTCVecEltisVT
            Unknown SD Node property 'SDNPWantRoot' on node 'n'!
            In A: n expects a VT operand!
        "#]],
    );
}

#[test]
fn default_operands() {
    check(
        &[
            "def p : OperandWithDefaultOps<i32, (ops 7)>;",
            "def p : OperandWithDefaultOps<i32, (ops (i32 7))>;
             def J : Inst<(outs GPR:$d), (ins GPR:$a, p:$p)>;
             def A : Pat<(add GPR:$a, 1), (J GPR:$a)>;
             def B : Pat<(add GPR:$a, 2), (J GPR:$a, (i32 9))>;
             def C : Pat<(add GPR:$a, 3), (J GPR:$a, (i32 9), (i32 9))>;",
        ],
        expect![[r#"
            Value #0 of OperandWithDefaultOps 'p' doesn't have a concrete type!
            In C: Instruction 'J' was provided 3 operands but expected only 2!
            In C: Instruction 'J' was provided 3 operands but expected only 2!
        "#]],
    );
}

#[test]
fn a_pattern_is_shown_as_it_is_when_the_error_is_found() {
    let built = build(&format!(
        "{INSTRUCTIONS}def A : Pat<(add FPR:$a, GPR:$b), (NEG GPR:$b)>;"
    ));
    expect![[r#"
        Type set is empty for each HW mode:
        possible type contradiction in the pattern below (use -print-records with llvm-tblgen to see all expanded records).
        A: 	(add:{ *:[] } FPR:{ *:[f32] }:$a, GPR:{ *:[i32] }:$b)
        Generated from record:
        A {	// Pattern Pat
          dag PatternToMatch = (add FPR:$a, GPR:$b);
          list<dag> ResultInstrs = [(NEG GPR:$b)];
          list<Predicate> Predicates = [];
          int AddedComplexity = 0;
          bit GISelShouldIgnore = 0;
        }
    "#]].assert_eq(&built.dumps());
}

#[test]
fn each_use_of_a_fragment_whose_predicate_has_arguments_is_a_scope() {
    let built = build(&format!(
        "{INSTRUCTIONS}
        def f : PatFrag<(ops node:$x), (sub node:$x, node:$x), [{{ return ok(Operands[0]); }}]> {{
          let PredicateCodeUsesOperands = true;
        }}
        def g : PatFrag<(ops node:$x), (add (f node:$x), 3)>;
        def A : Pat<(g (f GPR:$a)), (NEG GPR:$a)>;
        def B : Pat<(f:$v GPR:$a), (NEG $v)>;"
    ));
    let patterns = built.patterns.as_ref().map_err(|it| &it.message).unwrap();
    let sources = patterns.list.iter();
    let sources = sources.map(|it| patterns.text(&built.records, patterns.src(it)) + "\n");
    expect![[r#"
        (add:{ *:[i32] } (sub:{ *:[i32] } (sub:{ *:[i32] } GPR:{ *:[i32] }:$a:$pred:2:x, GPR:{ *:[i32] }:$a:$pred:2:x)<<P:2:Predicate_f>>, (sub:{ *:[i32] } GPR:{ *:[i32] }:$a:$pred:3:x, GPR:{ *:[i32] }:$a:$pred:3:x)<<P:3:Predicate_f>>)<<P:1:Predicate_f>>, 3:{ *:[i32] })
        (sub:{ *:[i32] } GPR:{ *:[i32] }:$a:$pred:5:x, GPR:{ *:[i32] }:$a:$pred:5:x)<<P:5:Predicate_f>>:$v
    "#]].assert_eq(&sources.collect::<String>());
}

#[test]
fn a_node_with_any_number_of_results() {
    check(
        &[
            "def many : SDNode<\"ISD::X\", SDTypeProfile<-1, 1, []>>;
             def A : Pat<(many GPR:$a), (NEG GPR:$a)>;",
            "def unused : SDNode<\"ISD::X\", SDTypeProfile<-1, 1, []>>;",
        ],
        expect![[r#"
            'many' has too many results
        "#]],
    );
}
