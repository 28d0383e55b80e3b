mod releases;

use backend_testing::{between, lines_with, read, run, target_source};
use expect_test::{Expect, expect};
use target_model::instructions::GENERIC;

const CLASSES: &str = r#"
class CompressPat<dag input, dag output, list<Predicate> predicates = []> {
  dag Input = input; dag Output = output; list<Predicate> Predicates = predicates; bit isCompressOnly = false;
}
class I<int size, dag i, dag o = (outs)> : Instruction {
  let Namespace = "T"; let Size = size; let InOperandList = i; let OutOperandList = o; let AsmString = NAME;
}
class Has<dag cond> : Predicate<""> { bit AssemblerMatcherPredicate = true; dag AssemblerCondDag = cond; }
def any_of; def all_of; def not;
def A : SubtargetFeature<"a", "A", "true", "">;
def B : SubtargetFeature<"b", "B", "true", "">;
def imm : Operand { string MCOperandPredicate = "return isCode(MCOp);"; string ImmediateCode = "return isSmall(Imm);"; }
def open : Operand { string MCOperandPredicate = ?; string ImmediateCode = ?; }
def Wide : RegisterClass;
"#;

fn shown(text: &str) -> String {
    let target = r#"
        class AsmWriter { int PassSubtarget = 1; }
        def T : Target { list<AsmWriter> AssemblyWriters = [AsmWriter<>]; }"#;
    let source = target_source(GENERIC, &format!("{target}{CLASSES}{text}"));
    let records = read(&source);
    let above = source.lines().count() - text.lines().count();
    let run = run(crate::ALL, "gen-compress-inst-emitter", &[], &records);
    run.shown_below(&records, above as u32)
}

#[track_caller]
fn check(text: &str, want: Expect) {
    want.assert_eq(&shown(text));
}

#[test]
fn no_forms() {
    check(
        "",
        expect![[r#"

        #ifdef GEN_COMPRESS_INSTR
        #undef GEN_COMPRESS_INSTR

        static bool compressInst(MCInst &OutInst,
                                 const MCInst &MI,
                                 const MCSubtargetInfo &STI) {
          return false;
        }

        #endif //GEN_COMPRESS_INSTR

        #ifdef GEN_UNCOMPRESS_INSTR
        #undef GEN_UNCOMPRESS_INSTR

        static bool uncompressInst(MCInst &OutInst,
                                   const MCInst &MI,
                                   const MCSubtargetInfo &STI) {
          return false;
        }

        #endif //GEN_UNCOMPRESS_INSTR


        #ifdef GEN_CHECK_COMPRESS_INSTR
        #undef GEN_CHECK_COMPRESS_INSTR

        static bool isCompressibleInst(const MachineInstr &MI,
                                       const TSubtarget &STI) {
          return false;
        }

        #endif //GEN_CHECK_COMPRESS_INSTR

    "#]],
    );
}

const FORMS: &str = r#"
def P : Has<(all_of A, (not B))>;
def Q : Has<(any_of A, B)>;
def Add : I<4, (ins Wide:$a, imm:$b), (outs Wide:$d)>;
def CAdd : I<2, (ins Wide:$a, imm:$b), (outs Wide:$d)> { let Constraints = "$d = $a"; let Predicates = [Q]; }
def CSet : I<2, (ins imm:$b), (outs Wide:$d)>;
def F1 : CompressPat<(Add Wide:$d, Wide:$d, imm:$b), (CAdd Wide:$d, imm:$b), [P]>;
def F2 : CompressPat<(Add Wide:$d, Wide:$d, 7), (CSet Wide:$d, 9)> { let isCompressOnly = true; }
"#;

/// A part of the output. The prefix without blanks keeps the common indentation.
#[track_caller]
fn check_part(part: &str, want: Expect) {
    want.assert_eq(&format!("...\n{part}"));
}

#[test]
fn compression() {
    let part = between(
        &shown(FORMS),
        "static bool TValidateMCOperandForCompress",
        "#endif",
    );
    check_part(
        &between(&part, "static bool", "if ((MI"),
        expect![[r#"
        ...
        static bool TValidateMCOperandForCompress(const MCOperand &MCOp,
                          const MCSubtargetInfo &STI,
                          unsigned PredicateIndex) {
          switch (PredicateIndex) {
          default:
            llvm_unreachable("Unknown MCOperandPredicate kind");
            break;
          case 1: {
          // imm
          return isCode(MCOp);
          }
          }
        }

        static bool compressInst(MCInst &OutInst,
                                 const MCInst &MI,
                                 const MCSubtargetInfo &STI) {
          switch (MI.getOpcode()) {
            default: return false;
            case T::Add: {
            if (STI.getFeatureBits()[T::A] &&
              !STI.getFeatureBits()[T::B] &&
              (STI.getFeatureBits()[T::A] || STI.getFeatureBits()[T::B]) &&
              (MI.getOperand(1).isReg()) && (MI.getOperand(0).isReg()) &&
              (MI.getOperand(1).getReg() ==  MI.getOperand(0).getReg()) &&
              (MI.getOperand(1).isReg()) &&
              (TMCRegisterClasses[T::WideRegClassID].contains(MI.getOperand(1).getReg())) &&
              TValidateMCOperandForCompress(MI.getOperand(2), STI, 1)) {
              // CAdd
              OutInst.setOpcode(T::CAdd);
              // Operand: d
              OutInst.addOperand(MI.getOperand(1));
              // Operand: a
              OutInst.addOperand(MI.getOperand(1));
              // Operand: b
              OutInst.addOperand(MI.getOperand(2));
              OutInst.setLoc(MI.getLoc());
              return true;
            } // if
    "#]],
    );
    // The part of the second form that depends on its constants.
    check_part(
        &lines_with(&part, "mm("),
        expect![[r#"
        ...
              (MI.getOperand(2).isImm()) &&
              (MI.getOperand(2).getImm() == 7) &&
              TValidateMCOperandForCompress(MCOperand::createImm(9), STI, 1)) {
              OutInst.addOperand(MCOperand::createImm(9));
    "#]],
    );
}

#[test]
fn decompression() {
    let part = between(
        &shown(FORMS),
        "static bool TValidateMCOperandForUncompress",
        "#endif",
    );
    check_part(
        &lines_with(&part, "ncompress"),
        expect![[r#"
        ...
        static bool TValidateMCOperandForUncompress(const MCOperand &MCOp,
        static bool uncompressInst(MCInst &OutInst,
              TValidateMCOperandForUncompress(MI.getOperand(2), STI, 1)) {
    "#]],
    );
    check_part(
        &between(&part, "case T::", "// Operand"),
        expect![[r#"
        ...
            case T::CAdd: {
            if (STI.getFeatureBits()[T::A] &&
              !STI.getFeatureBits()[T::B] &&
              (MI.getOperand(0).isReg()) &&
              (TMCRegisterClasses[T::WideRegClassID].contains(MI.getOperand(0).getReg())) &&
              (MI.getOperand(0).isReg()) &&
              (TMCRegisterClasses[T::WideRegClassID].contains(MI.getOperand(0).getReg())) &&
              TValidateMCOperandForUncompress(MI.getOperand(2), STI, 1)) {
              // Add
              OutInst.setOpcode(T::Add);
    "#]],
    );
    check_part(
        &lines_with(&part, "OutInst."),
        expect![[r#"
        ...
              OutInst.setOpcode(T::Add);
              OutInst.addOperand(MI.getOperand(0));
              OutInst.addOperand(MI.getOperand(0));
              OutInst.addOperand(MI.getOperand(2));
              OutInst.setLoc(MI.getLoc());
    "#]],
    );
}

#[test]
fn checks() {
    let part = between(
        &shown(FORMS),
        "static bool TValidateMachineOperand",
        "#endif",
    );
    check_part(
        &between(&part, "static bool", "if (STI"),
        expect![[r#"
        ...
        static bool TValidateMachineOperand(const MachineOperand &MO,
                          const TSubtarget *Subtarget,
                          unsigned PredicateIndex) {
          int64_t Imm = MO.getImm();
          switch (PredicateIndex) {
          default:
            llvm_unreachable("Unknown ImmLeaf Predicate kind");
            break;
          case 1: {
          // imm
          return isSmall(Imm);
          }
          }
        }

        static bool isCompressibleInst(const MachineInstr &MI,
                                       const TSubtarget &STI) {
          switch (MI.getOpcode()) {
            default: return false;
            case T::Add: {
    "#]],
    );
    // The differences between the first form and its compression.
    check_part(
        &between(&part, "isImm() &&", "if ((MI"),
        expect![[r#"
        ...
              MI.getOperand(2).isImm() &&
              TValidateMachineOperand(MI.getOperand(2), &STI, 1)) {
              // CAdd
              // Operand: d
              // Operand: a
              // Operand: b
              return true;
            } // if
    "#]],
    );
    check_part(
        &between(&part, "if ((MI", ""),
        expect![[r#"
        ...
            if ((MI.getOperand(1).isReg()) && (MI.getOperand(0).isReg()) &&
              (MI.getOperand(1).getReg() ==  MI.getOperand(0).getReg()) &&
              (MI.getOperand(2).isImm()) &&
              (MI.getOperand(2).getImm() == 7) &&
              (MI.getOperand(1).isReg()) &&
              (TMCRegisterClasses[T::WideRegClassID].contains(MI.getOperand(1).getReg())) &&
              TValidateMachineOperand(MachineOperand::CreateImm(9), &STI, 1)) {
              // CSet
              // Operand: d
              // Operand: b
              return true;
            } // if

            } // case Add
          } // switch
          return false;
        }

    "#]],
    );
}

#[test]
fn forms_that_make_no_sense() {
    let start = r#"
        def Add : I<4, (ins Wide:$a, open:$b), (outs Wide:$d)>;
        def CAdd : I<2, (ins Wide:$a, open:$b), (outs Wide:$d)>;
        def CSet : I<2, (ins imm:$b), (outs Wide:$d)>;
"#;
    for (form, want) in [
        (
            "(Add Wide:$d), (CAdd Wide:$d)",
            expect![[r#"
            2: error: Input operands for Inst 'Add' and input Dag operand count mismatch
        "#]],
        ),
        (
            "(Add Wide:$d, Wide:$a, open:$b), (CAdd Wide:$d)",
            expect![[r#"
                3: error: Inst 'CAdd' and Dag operand count mismatch
            "#]],
        ),
        (
            "(CAdd Wide:$d, Wide:$a, open:$b), (Add Wide:$d, Wide:$a, open:$b)",
            expect![[r#"
                5: error: Compressed instruction 'Add'is not strictly smaller than the uncompressed instruction 'CAdd' !
            "#]],
        ),
        (
            "(Add Wide:$d, Wide:$a, open:$b), (CSet Wide:$d, imm:$b)",
            expect![[r#"
                5: error: Operand a defined in Input Dag but not used in Output Dag!

            "#]],
        ),
        (
            "(Add Wide:$d, 1, open:$b), (CAdd Wide:$d, Wide:$d, open:$b)",
            expect![[r#"
                5: error: Error in Dag '(Add Wide:$d, 1, open:$b)' Found immediate: '1' but corresponding instruction operand expected a register!
            "#]],
        ),
        (
            "(Add Wide:$d, Wide:$x, open:$b), (CAdd Wide:$d, Wide:$d, open:$b)",
            expect![[r#"
                5: error: Operand x defined in Input Dag but not used in Output Dag!

            "#]],
        ),
        (
            "(Add Wide:$d, Wide:$d, open:$b), (CAdd Wide:$d, Wide:$d, open:$b)",
            expect![[r#"
                0: error: No MCOperandPredicate predicate on this operand at all: 'open'
            "#]],
        ),
        (
            "(Add Wide:$d, Wide:$d, open:$b), (CSet Wide:$d, open:$b)",
            expect![[r#"
                5: error: Error in Dag '(CSet Wide:$d, open:$b)'. Operand 'b' has type 'open' which does not match the type 'imm' in the corresponding instruction operand!
            "#]],
        ),
    ] {
        check(&format!("{start}def : CompressPat<{form}>;"), want);
    }
}
