//! Forms as LLVM 21 and 22 write and check them.

use backend::Release;
use backend_testing::{between, lines_with, read_as, run, target_source};
use expect_test::{Expect, expect};
use target_model::releases::opcodes;

use super::{CLASSES, FORMS, check_part};

/// Parts of the output for a release.
fn shown_by(release: Release, text: &str) -> String {
    let target = r#"
        class AsmWriter { int PassSubtarget = 1; }
        def T : Target { list<AsmWriter> AssemblyWriters = [AsmWriter<>]; }"#;
    let source = target_source(opcodes(release), &format!("{target}{CLASSES}{text}"));
    let records = read_as(release, &source);
    run(crate::ALL, "gen-compress-inst-emitter", &[], &records).text_or_error()
}

#[test]
fn layout_of_21() {
    let text = shown_by(Release::V21, FORMS);
    let part = between(&text, "static bool TValidateMCOperandForCompress", "#endif");
    check_part(
        &part,
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
                MI.getOperand(1).isReg() &&
                TMCRegisterClasses[T::WideRegClassID].contains(MI.getOperand(1).getReg()) &&
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
            if ((MI.getOperand(1).isReg()) && (MI.getOperand(0).isReg()) &&
                (MI.getOperand(1).getReg() ==  MI.getOperand(0).getReg()) &&
                (MI.getOperand(2).isImm()) &&
              (MI.getOperand(2).getImm() == 7) &&
                MI.getOperand(1).isReg() &&
                TMCRegisterClasses[T::WideRegClassID].contains(MI.getOperand(1).getReg()) &&
                TValidateMCOperandForCompress(MCOperand::createImm(1), STI, 1)) {
              // CSet
              OutInst.setOpcode(T::CSet);
              // Operand: d
              OutInst.addOperand(MI.getOperand(1));
              // Operand: b
              OutInst.addOperand(MCOperand::createImm(9));
              OutInst.setLoc(MI.getLoc());
              return true;
            } // if

            } // case Add
          } // switch
          return false;
        }

    "#]],
    );
    let part = between(&text, "static bool TValidateMachineOperand", "#endif");
    check_part(
        &between(&part, "static bool", "default:"),
        expect![[r#"
        ...
        static bool TValidateMachineOperand(const MachineOperand &MO,
                                            const TSubtarget *Subtarget,
                                            unsigned PredicateIndex) {
          int64_t Imm = MO.getImm();
          switch (PredicateIndex) {
    "#]],
    );
    check_part(
        &lines_with(&part, "isPhysical"),
        expect![[r#"
        ...
                MI.getOperand(1).isReg() && MI.getOperand(1).getReg().isPhysical() &&
                MI.getOperand(1).isReg() && MI.getOperand(1).getReg().isPhysical() &&
    "#]],
    );
}

#[test]
fn parts_of_operands_count_since_21() {
    let text = shown_by(
        Release::V21,
        r#"
        def Address : Operand { let MIOperandInfo = (ops Wide, imm); }
        def Load : I<4, (ins Address:$a), (outs Wide:$d)>;
        def CLoad : I<2, (ins imm:$b, Wide:$a), (outs Wide:$d)>;
        def Inc : I<4, (ins Wide:$a, imm:$b), (outs Wide:$d)> { let Constraints = "$d = $a"; }
        def CInc : I<2, (ins Wide:$a, imm:$b), (outs Wide:$d)> { let Constraints = "$d = $a"; }
        def F1 : CompressPat<(Load Wide:$d, Wide:$r, imm:$i), (CLoad Wide:$d, imm:$i, Wide:$r)>;
        def F2 : CompressPat<(Inc Wide:$d, imm:$b), (CInc Wide:$d, imm:$b)>;
    "#,
    );
    let part = between(&text, "static bool compressInst", "#endif");
    check_part(
        &part,
        expect![[r#"
        ...
        static bool compressInst(MCInst &OutInst,
                                 const MCInst &MI,
                                 const MCSubtargetInfo &STI) {
          switch (MI.getOpcode()) {
            default: return false;
            case T::Inc: {
            if (MI.getOperand(0).isReg() &&
                TMCRegisterClasses[T::WideRegClassID].contains(MI.getOperand(0).getReg()) &&
                TValidateMCOperandForCompress(MI.getOperand(2), STI, 1)) {
              // CInc
              OutInst.setOpcode(T::CInc);
              // Operand: d
              OutInst.addOperand(MI.getOperand(0));
              // Operand: a
              OutInst.addOperand(MI.getOperand(0));
              // Operand: b
              OutInst.addOperand(MI.getOperand(2));
              OutInst.setLoc(MI.getLoc());
              return true;
            } // if
              break;
            } // case Inc
            case T::Load: {
            if (MI.getOperand(0).isReg() &&
                TMCRegisterClasses[T::WideRegClassID].contains(MI.getOperand(0).getReg()) &&
                TValidateMCOperandForCompress(MI.getOperand(2), STI, 1) &&
                MI.getOperand(1).isReg() &&
                TMCRegisterClasses[T::WideRegClassID].contains(MI.getOperand(1).getReg())) {
              // CLoad
              OutInst.setOpcode(T::CLoad);
              // Operand: d
              OutInst.addOperand(MI.getOperand(0));
              // Operand: b
              OutInst.addOperand(MI.getOperand(2));
              // Operand: a
              OutInst.addOperand(MI.getOperand(1));
              OutInst.setLoc(MI.getLoc());
              return true;
            } // if

            } // case Load
          } // switch
          return false;
        }

    "#]],
    );
}

const BY_MODE: &str = r#"
class RegClassByHwMode<list<HwMode> m, list<RegisterClass> c> : HwModeSelect<m>, RegisterClassLike {
  list<RegisterClass> Objects = c;
}
def Any : RegClassByHwMode<[DefaultMode], [Wide]>;
def Move : I<4, (ins Any:$a), (outs Any:$d)>;
def CMove : I<2, (ins Any:$a), (outs Any:$d)>;
def small : Operand { string MCOperandPredicate = "small"; string ImmediateCode = "small"; }
def r0 : Register;
"#;

#[test]
fn since_22_modes_may_choose_classes() {
    let forms = r#"
        def F3 : CompressPat<(Move Any:$d, Any:$a), (CMove Any:$d, Any:$a)>;
        def F4 : CompressPat<(Add Wide:$d, Wide:$d, small:$b), (CAdd Wide:$d, small:$b)>;
    "#;
    let text = shown_by(Release::V22, &format!("{FORMS}{BY_MODE}{forms}"));
    let part = between(&text, "static bool compressInst", "#endif");
    check_part(
        &part,
        expect![[r#"
        ...
        static bool compressInst(MCInst &OutInst,
                                 const MCInst &MI,
                                 const MCSubtargetInfo &STI) {
          [[maybe_unused]] unsigned HwModeId = STI.getHwMode(MCSubtargetInfo::HwMode_RegInfo);
          switch (MI.getOpcode()) {
          default: return false;
          case T::Add: {
            if (STI.getFeatureBits()[T::A] &&
                !STI.getFeatureBits()[T::B] &&
                (STI.getFeatureBits()[T::A] || STI.getFeatureBits()[T::B]) &&
                MI.getOperand(1).isReg() && MI.getOperand(0).isReg() &&
                (MI.getOperand(1).getReg() == MI.getOperand(0).getReg()) &&
                MI.getOperand(1).isReg() &&
                TMCRegisterClasses[T::WideRegClassID].contains(MI.getOperand(1).getReg()) &&
                TValidateMCOperandForCompress(MI.getOperand(2), STI, 1 /* imm */)) {
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
            if (MI.getOperand(1).isReg() && MI.getOperand(0).isReg() &&
                (MI.getOperand(1).getReg() == MI.getOperand(0).getReg()) &&
                MI.getOperand(2).isImm() &&
                (MI.getOperand(2).getImm() == 7) &&
                MI.getOperand(1).isReg() &&
                TMCRegisterClasses[T::WideRegClassID].contains(MI.getOperand(1).getReg()) &&
                TValidateMCOperandForCompress(MCOperand::createImm(9), STI, 1 /* imm */)) {
              // CSet
              OutInst.setOpcode(T::CSet);
              // Operand: d
              OutInst.addOperand(MI.getOperand(1));
              // Operand: b
              OutInst.addOperand(MCOperand::createImm(9));
              OutInst.setLoc(MI.getLoc());
              return true;
            } // if
            if ((STI.getFeatureBits()[T::A] || STI.getFeatureBits()[T::B]) &&
                MI.getOperand(1).isReg() && MI.getOperand(0).isReg() &&
                (MI.getOperand(1).getReg() == MI.getOperand(0).getReg()) &&
                MI.getOperand(1).isReg() &&
                TMCRegisterClasses[T::WideRegClassID].contains(MI.getOperand(1).getReg()) &&
                TValidateMCOperandForCompress(MI.getOperand(2), STI, 2 /* small */) &&
                TValidateMCOperandForCompress(MI.getOperand(2), STI, 1 /* imm */)) {
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
            break;
          } // case Add
          case T::Move: {
            if (MI.getOperand(0).isReg() &&
                TMCRegisterClasses[TRegClassByHwModeTables[HwModeId][T::Any]].contains(MI.getOperand(0).getReg()) &&
                MI.getOperand(1).isReg() &&
                TMCRegisterClasses[TRegClassByHwModeTables[HwModeId][T::Any]].contains(MI.getOperand(1).getReg())) {
              // CMove
              OutInst.setOpcode(T::CMove);
              // Operand: d
              OutInst.addOperand(MI.getOperand(0));
              // Operand: a
              OutInst.addOperand(MI.getOperand(1));
              OutInst.setLoc(MI.getLoc());
              return true;
            } // if
            break;
          } // case Move
          } // switch
          return false;
        }

    "#]],
    );
}

#[test]
fn since_22_operands_are_checked_one_after_the_other() {
    let check = |form: &str, want: Expect| {
        let form = format!("{FORMS}{BY_MODE}def F : CompressPat<{form}>;");
        want.assert_eq(&shown_by(Release::V22, &form));
    };
    check(
        "(Move r0, Any:$a), (CMove Any:$d, Any:$a)",
        expect!["error: cannot resolve HwMode for Any"],
    );
    check(
        "(Move 1, Any:$a), (CMove Any:$d, Any:$a)",
        expect![
            "error: Error in Dag '(Move 1, Any:$a)' Found immediate: '1' but corresponding instruction operand expected a register!"
        ],
    );
    check(
        "(Move Any:$d), (CMove Any:$d, Any:$a)",
        expect!["error: Inst 'Move' and Dag operand count mismatch"],
    );
    check(
        "(Move Any:$d, Any:$a), (CMove Any:$d, Any:$a, Any:$a)",
        expect!["error: Inst 'CMove' and Dag operand count mismatch"],
    );
    check(
        "(Add Wide:$d, Wide:$a, imm:$d), (CAdd Wide:$d, imm:$d)",
        expect!["error: Input Operand 'd' has a mismatched tied operand!"],
    );
}

/// They have no case in the function that makes long forms.
#[test]
fn in_22_the_end_of_a_case_follows_forms_that_are_only_short() {
    let forms = FORMS.replace("def F1", "let isCompressOnly = true in def F1");
    let text = shown_by(Release::V22, &forms);
    let part = between(&text, "static bool uncompressInst", "#endif");
    expect![[r#"
        static bool uncompressInst(MCInst &OutInst,
                                   const MCInst &MI,
                                   const MCSubtargetInfo &STI) {
          switch (MI.getOpcode()) {
          default: return false;
            break;
          } // case 
          } // switch
          return false;
        }

    "#]]
    .assert_eq(&part);
}
