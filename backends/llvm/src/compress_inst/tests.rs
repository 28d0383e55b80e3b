use backend::Release;
use backend_testing::{between, lines_with, read, read_as, run, target_source};
use expect_test::{Expect, expect};
use target_model::instructions::GENERIC;
use target_model::releases::opcodes;

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
