//! Completion in operands of instructions and in selection patterns.

use expect_test::{Expect, expect};

use super::check;

/// Some classes of LLVM's own files, and records of each.
const TARGET: &str = r#"
class DAGOperand;
class RegisterClass : DAGOperand;
class Operand : DAGOperand;
class SDPatternOperator;
class SDNode : SDPatternOperator;
class PatFrag<dag ops, dag frag> : SDPatternOperator { list<dag> Fragments = [frag]; }
class ComplexPattern;
class ValueType;
class Register;
class Predicate;
class Instruction {
  dag OutOperandList;
  dag InOperandList;
  list<dag> Pattern = [];
  list<Predicate> Predicates = [];
}
class Inst<dag outs, dag ins, list<dag> pattern> : Instruction {
  let OutOperandList = outs;
  let InOperandList = ins;
  let Pattern = pattern;
}
class Pattern<dag from, list<dag> to> { dag PatternToMatch = from; list<dag> ResultInstrs = to; }
class Pat<dag from, dag to> : Pattern<from, [to]>;
def ins; def outs; def ops; def set; def node;
def GPR : RegisterClass;
def imm12 : Operand;
def add : SDNode;
def addr : ComplexPattern;
def i32 : ValueType;
def X0 : Register;
def HasX : Predicate;
def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (add GPR:$a, GPR:$b))]>;
"#;

#[track_caller]
fn check_target(text: &str, want: Expect) {
    check(&format!("{TARGET}{text}"), want);
}

#[test]
fn operands() {
    check_target(
        "def X : Inst<(outs GPR:$d), (ins $0",
        expect![[r#"
        0: GPR (record), imm12 (record)
        1: Operand (class), DAGOperand (class), RegisterClass (class)
        2: ins (record), outs (record), add (record), set (record), ops (record), X (record), ADD (record), HasX (record), addr (record), i32 (record), X0 (record), node (record)
        3: !add (operator), !and (operator), !cast (operator), !con (operator), !cond (operator), !dag (operator), !div (operator), !empty (operator), !eq (operator), !exists (operator), !filter (operator), !find (operator), … 44 more
    "#]],
    );
    check_target(
        "def X : Instruction { let InOperandList = (ins GPR:$a, $0",
        expect![[r#"
        0: GPR (record), imm12 (record)
        1: InOperandList (field), Pattern (field), OutOperandList (field), Predicates (field), Operand (class), DAGOperand (class), RegisterClass (class)
        2: ins (record), outs (record), add (record), set (record), ops (record), X (record), ADD (record), HasX (record), addr (record), i32 (record), X0 (record), node (record)
        3: !add (operator), !and (operator), !cast (operator), !con (operator), !cond (operator), !dag (operator), !div (operator), !empty (operator), !eq (operator), !exists (operator), !filter (operator), !find (operator), … 44 more
    "#]],
    );
    check_target(
        "def X : Inst<($0",
        expect![[r#"
        0: outs (record), ins (record)
        1: add (record), set (record)
        2: GPR (record), ops (record), X (record), ADD (record), HasX (record), X0 (record), addr (record), i32 (record), imm12 (record), node (record)
    "#]],
    );
    // What is in scope may be an operand as well.
    check_target(
        "class X<RegisterClass RC, int n> : Inst<(outs RC:$d), (ins R$0",
        expect![[r#"
        0: RC (template argument)
        1: RegisterClass (class)
        2: Register (class)
    "#]],
    );
}

#[test]
fn patterns() {
    check_target(
        "def X : Inst<(outs GPR:$d), (ins), [($0",
        expect![[r#"
        0: set (record), add (record), i32 (record), addr (record)
        1: ins (record), outs (record), ComplexPattern (class), ValueType (class), PatFrag (class), SDNode (class), SDPatternOperator (class)
        2: GPR (record), ops (record), X (record), ADD (record), HasX (record), X0 (record), imm12 (record), node (record)
    "#]],
    );
    check_target(
        "def X : Inst<(outs GPR:$d), (ins), [(set GPR:$d, ($0",
        expect![[r#"
        0: add (record), addr (record), i32 (record)
        1: ins (record), outs (record), set (record), ComplexPattern (class), ValueType (class), PatFrag (class), SDNode (class), SDPatternOperator (class)
        2: GPR (record), ops (record), X (record), ADD (record), HasX (record), X0 (record), imm12 (record), node (record)
    "#]],
    );
    check_target(
        "def X : Inst<(outs GPR:$d), (ins), [(set GPR:$d, (add GPR:$a, $0",
        expect![[r#"
        0: GPR (record), add (record), addr (record), i32 (record), X0 (record), imm12 (record), node (record)
        1: ComplexPattern (class), Register (class), ValueType (class), Operand (class), PatFrag (class), RegisterClass (class), SDNode (class), SDPatternOperator (class), DAGOperand (class)
        2: ins (record), outs (record), set (record), ops (record), X (record), ADD (record), HasX (record)
        3: !add (operator), !and (operator), !cast (operator), !con (operator), !cond (operator), !dag (operator), !div (operator), !empty (operator), !eq (operator), !exists (operator), !filter (operator), !find (operator), … 44 more
    "#]],
    );
    check_target(
        "def : Pat<($0",
        expect![[r#"
        0: add (record), set (record), addr (record), i32 (record)
        1: outs (record), ins (record), ComplexPattern (class), ValueType (class), PatFrag (class), SDNode (class), SDPatternOperator (class)
        2: GPR (record), ops (record), ADD (record), HasX (record), X0 (record), imm12 (record), node (record)
    "#]],
    );
    check_target(
        "def f : PatFrag<(ops node:$a), (add $0",
        expect![[r#"
        0: GPR (record), add (record), node (record), f (record), addr (record), i32 (record), X0 (record), imm12 (record)
        1: Register (class), ValueType (class), ComplexPattern (class), Operand (class), PatFrag (class), SDNode (class), SDPatternOperator (class), DAGOperand (class), RegisterClass (class)
        2: ins (record), outs (record), ops (record), set (record), ADD (record), HasX (record)
        3: !add (operator), !and (operator), !cast (operator), !con (operator), !cond (operator), !dag (operator), !div (operator), !empty (operator), !eq (operator), !exists (operator), !filter (operator), !find (operator), … 44 more
    "#]],
    );
}

#[test]
fn results_of_patterns() {
    check_target(
        "def : Pat<(add GPR:$a, imm12:$b), ($0",
        expect![[r#"
        0: add (record), ADD (record), i32 (record)
        1: ins (record), outs (record), set (record), Inst (class), Instruction (class), ValueType (class), PatFrag (class), SDNode (class), SDPatternOperator (class)
        2: GPR (record), imm12 (record), ops (record), HasX (record), X0 (record), addr (record), node (record)
    "#]],
    );
    check_target(
        "def : Pat<(add GPR:$a, imm12:$b), (ADD $0",
        expect![[r#"
        0: GPR (record), add (record), imm12 (record), i32 (record), X0 (record)
        1: Register (class), ValueType (class), PatFrag (class), SDNode (class), SDPatternOperator (class), DAGOperand (class), Operand (class), RegisterClass (class)
        2: ins (record), outs (record), ADD (record), set (record), ops (record), HasX (record), addr (record), node (record)
        3: !add (operator), !and (operator), !cast (operator), !con (operator), !cond (operator), !dag (operator), !div (operator), !empty (operator), !eq (operator), !exists (operator), !filter (operator), !find (operator), … 44 more
    "#]],
    );
}

#[test]
fn classes_that_do_not_fit_come_last() {
    check(
        "class Arg; class IntArg<int n> : Arg; class Spell; class Gnu<string n> : Spell;
class Attr { list<Spell> Spellings = []; list<Arg> Args = []; }
def A : Attr { let Spellings = [Gnu<\"a\">]; let Args = []; }
def B : Attr { let Spellings = [Gnu<\"b\">]; let Args = [$0",
        expect![[r#"
            1: Args (field), Spellings (field), Arg (class), IntArg (class)
            2: Gnu (class), B (record), A (record)
            3: !add (operator), !and (operator), !cast (operator), !con (operator), !cond (operator), !dag (operator), !div (operator), !empty (operator), !eq (operator), !exists (operator), !filter (operator), !find (operator), … 44 more
        "#]],
    );
}
