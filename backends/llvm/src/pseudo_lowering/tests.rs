use backend::Release;
use backend_testing::{read, read_as, run, target_source};
use expect_test::{Expect, expect};

use crate::tests::check_changes;

const CLASSES: &str = r#"
def Toy : Target;
def R1 : Register { let Namespace = "Toy"; }
def zero_reg;
def GPR : RegisterClass;
def imm : Operand;
def mem : Operand<"printMem", (ops GPR:$base, imm:$offset)>;
class PseudoInstExpansion<dag result> { dag ResultInst = result; }
class I<dag o, dag i> : Instruction {
  let Namespace = "Toy"; let OutOperandList = o; let InOperandList = i;
}
class P<dag o, dag i, dag result> : I<o, i>, PseudoInstExpansion<result> { let isPseudo = 1; }
def ADD : I<(outs GPR:$d), (ins GPR:$a, imm:$b)>;
def LOAD : I<(outs GPR:$d), (ins mem:$m, variable_ops)>;
"#;

#[track_caller]
fn check(text: &str, want: Expect) {
    let source = target_source(&["PHI"], &format!("{CLASSES}{text}"));
    let records = read(&source);
    let above = source.lines().count() - text.lines().count();
    let run = run(crate::ALL, "gen-pseudo-lowering", &[], &records);
    want.assert_eq(&run.shown_below(&records, above as u32));
}

#[test]
fn operands_registers_and_numbers() {
    check(
        "def INC : P<(outs GPR:$x), (ins GPR:$y), (ADD GPR:$x, GPR:$y, 1)>;
         def MOVE10 : P<(outs), (ins imm:$z), (ADD R1, zero_reg, imm:$z)>;
         def MOVE9 : P<(outs), (ins), (ADD R1, zero_reg, 0b11)>;",
        expect![[r#"
            bool ToyAsmPrinter::
            emitPseudoExpansionLowering(MCStreamer &OutStreamer,
                                        const MachineInstr *MI) {
              switch (MI->getOpcode()) {
              default: return false;
              case Toy::INC: {
                MCInst TmpInst;
                MCOperand MCOp;
                TmpInst.setOpcode(Toy::ADD);
                // Operand: d
                lowerOperand(MI->getOperand(0), MCOp);
                TmpInst.addOperand(MCOp);
                // Operand: a
                lowerOperand(MI->getOperand(1), MCOp);
                TmpInst.addOperand(MCOp);
                // Operand: b
                TmpInst.addOperand(MCOperand::createImm(1));
                EmitToStreamer(OutStreamer, TmpInst);
                break;
              }
              case Toy::MOVE9: {
                MCInst TmpInst;
                MCOperand MCOp;
                TmpInst.setOpcode(Toy::ADD);
                // Operand: d
                TmpInst.addOperand(MCOperand::createReg(Toy::R1));
                // Operand: a
                TmpInst.addOperand(MCOperand::createReg(0));
                // Operand: b
                TmpInst.addOperand(MCOperand::createImm(3));
                EmitToStreamer(OutStreamer, TmpInst);
                break;
              }
              case Toy::MOVE10: {
                MCInst TmpInst;
                MCOperand MCOp;
                TmpInst.setOpcode(Toy::ADD);
                // Operand: d
                TmpInst.addOperand(MCOperand::createReg(Toy::R1));
                // Operand: a
                TmpInst.addOperand(MCOperand::createReg(0));
                // Operand: b
                lowerOperand(MI->getOperand(0), MCOp);
                TmpInst.addOperand(MCOp);
                EmitToStreamer(OutStreamer, TmpInst);
                break;
              }
              }
              return true;
            }

        "#]],
    );
}

#[test]
fn operands_of_several_parts() {
    check(
        "def L1 : P<(outs GPR:$x), (ins imm:$i, mem:$y), (LOAD GPR:$x, mem:$y)>;
         def L2 : P<(outs GPR:$x), (ins), (LOAD GPR:$x, (mem R1, 4))>;",
        expect![[r#"
            bool ToyAsmPrinter::
            emitPseudoExpansionLowering(MCStreamer &OutStreamer,
                                        const MachineInstr *MI) {
              switch (MI->getOpcode()) {
              default: return false;
              case Toy::L1: {
                MCInst TmpInst;
                MCOperand MCOp;
                TmpInst.setOpcode(Toy::LOAD);
                // Operand: d
                lowerOperand(MI->getOperand(0), MCOp);
                TmpInst.addOperand(MCOp);
                // Operand: m
                lowerOperand(MI->getOperand(2), MCOp);
                TmpInst.addOperand(MCOp);
                lowerOperand(MI->getOperand(3), MCOp);
                TmpInst.addOperand(MCOp);
                // variable_ops
                for (unsigned i = 4, e = MI->getNumOperands(); i != e; ++i)
                  if (lowerOperand(MI->getOperand(i), MCOp))
                    TmpInst.addOperand(MCOp);
                EmitToStreamer(OutStreamer, TmpInst);
                break;
              }
              case Toy::L2: {
                MCInst TmpInst;
                MCOperand MCOp;
                TmpInst.setOpcode(Toy::LOAD);
                // Operand: d
                lowerOperand(MI->getOperand(0), MCOp);
                TmpInst.addOperand(MCOp);
                // Operand: m
                TmpInst.addOperand(MCOperand::createReg(Toy::R1));
                TmpInst.addOperand(MCOperand::createImm(4));
                // variable_ops
                for (unsigned i = 2, e = MI->getNumOperands(); i != e; ++i)
                  if (lowerOperand(MI->getOperand(i), MCOp))
                    TmpInst.addOperand(MCOp);
                EmitToStreamer(OutStreamer, TmpInst);
                break;
              }
              }
              return true;
            }

        "#]],
    );
}

#[test]
fn nothing_to_lower() {
    check(
        "",
        expect![[r#"
        bool ToyAsmPrinter::
        emitPseudoExpansionLowering(MCStreamer &OutStreamer,
                                    const MachineInstr *MI) {
          return false;
        }

    "#]],
    );
}

#[track_caller]
fn check_result(result: &str, want: Expect) {
    check(
        &format!("def X : P<(outs GPR:$x), (ins GPR:$y), {result}>;"),
        want,
    );
}

#[test]
fn expansions_that_make_no_sense() {
    check_result(
        "(GPR)",
        expect![[r#"
            1: error: In pseudo instruction 'X', result operator 'GPR' is not an instruction
            0: note: Result was assigned at the following location:
        "#]],
    );
    check_result(
        "(X)",
        expect![[r#"
            1: error: In pseudo instruction 'X', result operator 'X' cannot be a pseudo instruction
            0: note: Result was assigned at the following location:
        "#]],
    );
    check_result(
        "(ADD GPR:$x)",
        expect![[r#"
            1: error: In pseudo instruction 'X', result operator 'ADD' has the wrong number of operands
            0: note: Result was assigned at the following location:
        "#]],
    );
    check_result(
        "(ADD GPR:$x, imm:$y, 1)",
        expect![[r#"
            1: error: In pseudo instruction 'X', operand type 'imm' does not match expansion operand type 'GPR'
            0: note: Value was assigned at the following location:
        "#]],
    );
    check_result(
        "(ADD GPR:$x, GPR:$z, 1)",
        expect![[r#"
            1: error: In pseudo instruction 'X', output operand 'z' has no matching source operand
            0: note: Value was assigned at the following location:
        "#]],
    );
    check_result(
        "(ADD GPR:$x, GPR:$y, \"1\")",
        expect![[r#"
            0: error: argument #2 is not an operand, register or number
        "#]],
    );
}

#[test]
fn changes() {
    let text = "def INC : P<(outs GPR:$x), (ins mem:$y), (LOAD GPR:$x, mem:$y)>;
        def PARTS : P<(outs GPR:$x), (ins GPR:$b), (LOAD GPR:$x, (mem GPR:$b, 4))>;";
    let text = target_source(&["PHI"], &format!("{CLASSES}{text}"));
    check_changes(
        "gen-pseudo-lowering",
        &text,
        expect![[r#"
            19 to 21:
            -358: error: In pseudo instruction 'PARTS', operand type 'GPR' does not match expansion operand type 'mem'
            -347: note: Value was assigned at the following location:
            +bool ToyAsmPrinter::
            +lowerPseudoInstExpansion(const MachineInstr *MI, MCInst &Inst) {
            +  Inst.clear();
            +  switch (MI->getOpcode()) {
            +  default: return false;
            +  case Toy::INC: {
            +    MCOperand MCOp;
            +    Inst.setOpcode(Toy::LOAD);
            +    // Operand: d
            +    lowerOperand(MI->getOperand(0), MCOp);
            +    Inst.addOperand(MCOp);
            +    // Operand: m
            +    lowerOperand(MI->getOperand(1), MCOp);
            +    Inst.addOperand(MCOp);
            +    lowerOperand(MI->getOperand(2), MCOp);
            +    Inst.addOperand(MCOp);
            +    // variable_ops
            +    for (unsigned i = 3, e = MI->getNumOperands(); i != e; ++i)
            +      if (lowerOperand(MI->getOperand(i), MCOp))
            +        Inst.addOperand(MCOp);
            +    break;
            +  }
            +  case Toy::PARTS: {
            +    MCOperand MCOp;
            +    Inst.setOpcode(Toy::LOAD);
            +    // Operand: d
            +    lowerOperand(MI->getOperand(0), MCOp);
            +    Inst.addOperand(MCOp);
            +    // Operand: m
            +    lowerOperand(MI->getOperand(1), MCOp);
            +    Inst.addOperand(MCOp);
            +    Inst.addOperand(MCOperand::createImm(4));
            +    // variable_ops
            +    for (unsigned i = 2, e = MI->getNumOperands(); i != e; ++i)
            +      if (lowerOperand(MI->getOperand(i), MCOp))
            +        Inst.addOperand(MCOp);
            +    break;
            +  }
            +  }
            +  return true;
            +}
            +
            21 to 22:
        "#]],
    );
}

#[test]
fn mistakes_that_21_words_otherwise() {
    let check = |text: &str, want: Expect| {
        let source = target_source(&["PHI"], &format!("{CLASSES}{text}"));
        let run = run(
            crate::ALL,
            "gen-pseudo-lowering",
            &[],
            &read_as(Release::V21, &source),
        );
        want.assert_eq(&run.text_or_error());
    };
    check(
        "def A : P<(outs), (ins), (R1)>;",
        expect!["error: In pseudo instruction 'A', result operator 'R1' is not an instruction"],
    );
    check(
        "def A : P<(outs), (ins), (ADD R1)>;",
        expect![
            "error: In pseudo instruction 'A', result operator 'ADD' has the wrong number of operands"
        ],
    );
    check(
        "def A : P<(outs), (ins imm:$a), (ADD R1, imm:$a, 0)>;",
        expect![
            "error: In pseudo instruction 'A', operand type 'imm' does not match expansion operand type 'GPR'"
        ],
    );
    check(
        "def A : P<(outs), (ins), (ADD R1, GPR:$a, 0)>;",
        expect![
            "error: In pseudo instruction 'A', output operand 'a' has no matching source operand"
        ],
    );
    check(
        "def A : P<(outs), (ins), (ADD R1, R1, (mem R1, 0))>;",
        expect!["error: In pseudo instruction 'A', operand 'imm' does not have suboperands"],
    );
    check(
        "def A : P<(outs), (ins), (LOAD R1, (mem R1))>;",
        expect![
            "error: In pseudo instruction 'A', '(mem R1)' has wrong number of operands for operand type 'mem'"
        ],
    );
}
