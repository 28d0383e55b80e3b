use backend::Release;
use backend_testing::between;
use expect_test::{Expect, expect};

use super::{check, check_error};

#[test]
fn helpers() {
    let text = r#"
def X : Inst<(outs), (ins)>;
def Y : Inst<(outs), (ins)>;
def AnyX : MCReturnStatement<CheckAll<[CheckOpcode<[X, Y]>, CheckNonPortable<"MI.isFast()">]>>;
def H10 : Helper<"isSlow", MCReturnStatement<TruePred>>;
def H9 : Helper<"isFast", MCOpcodeSwitchStatement<[MCOpcodeSwitchCase<[X], AnyX>,
                                                   MCOpcodeSwitchCase<[Y], MCReturnStatement<H10>>],
                                                  MCReturnStatement<FalsePred>>>;
"#;
    check(
        text,
        "#ifdef GET_INSTRINFO_HELPER_DECLS",
        "#endif // GET_INSTRINFO_HELPERS",
        expect![[r#"
            #ifdef GET_INSTRINFO_HELPER_DECLS
            #undef GET_INSTRINFO_HELPER_DECLS

            static bool isFast(const MachineInstr &MI);
            static bool isSlow(const MachineInstr &MI);

            #endif // GET_INSTRINFO_HELPER_DECLS

            #ifdef GET_INSTRINFO_HELPERS
            #undef GET_INSTRINFO_HELPERS

            bool ToyInstrInfo::isFast(const MachineInstr &MI) {
              switch(MI.getOpcode()) {
              case Toy::X:
                return (
                  (
                    MI.getOpcode() == Toy::X
                    || MI.getOpcode() == Toy::Y
                  )
                  && (MI.isFast())
                );
              case Toy::Y:
                return ToyInstrInfo::isSlow(MI);
              default:
                return false;
              } // end of switch-stmt
            }

            bool ToyInstrInfo::isSlow(const MachineInstr &MI) {
              return true;
            }

        "#]],
    );
    check(
        text,
        "#ifdef GET_INSTRINFO_MC_HELPER_DECLS",
        "#endif // GET_GENISTRINFO_MC_HELPERS",
        expect![[r#"
            #ifdef GET_INSTRINFO_MC_HELPER_DECLS
            #undef GET_INSTRINFO_MC_HELPER_DECLS

            namespace llvm {
            class MCInst;
            class FeatureBitset;

            namespace Toy_MC {

            bool isFast(const MCInst &MI);
            bool isSlow(const MCInst &MI);
            void verifyInstructionPredicates(unsigned Opcode, const FeatureBitset &Features);

            } // end namespace Toy_MC
            } // end namespace llvm

            #endif // GET_INSTRINFO_MC_HELPER_DECLS

            #ifdef GET_INSTRINFO_MC_HELPERS
            #undef GET_INSTRINFO_MC_HELPERS

            namespace llvm {
            namespace Toy_MC {

            bool isFast(const MCInst &MI) {
              switch(MI.getOpcode()) {
              case Toy::X:
                return (
                  (
                    MI.getOpcode() == Toy::X
                    || MI.getOpcode() == Toy::Y
                  )
                  && false
                );
              case Toy::Y:
                return Toy_MC::isSlow(MI);
              default:
                return false;
              } // end of switch-stmt
            }

            bool isSlow(const MCInst &MI) {
              return true;
            }

            } // end namespace Toy_MC
            } // end namespace llvm

        "#]],
    );
    check_error(
        "def S : MCStatement; def H : Helper<\"f\", S>; def X : Inst<(outs), (ins)>;",
        expect![[r#"
            1: error: Record `S' does not have a field named `Pred'!

        "#]],
    );
}

#[test]
fn functions_behind_a_switch_are_indented_since_21() {
    let text = r#"
def X : Inst<(outs), (ins)>;
def F : Helper<"isF", MCOpcodeSwitchStatement<[], MCReturnStatement<TruePred>>>;
def G : Helper<"isG", MCReturnStatement<TruePred>>;
"#;
    let check = |release, want: Expect| {
        let text = super::write_as(release, &[], text);
        want.assert_eq(&between(&text, "ToyInstrInfo::isF", "#endif"));
    };
    check(
        Release::V19,
        expect![[r#"
        bool ToyInstrInfo::isF(const MachineInstr &MI) {
          switch(MI.getOpcode()) {
          default:
            return true;
          } // end of switch-stmt
        }

        bool ToyInstrInfo::isG(const MachineInstr &MI) {
          return true;
        }

    "#]],
    );
    check(
        Release::V21,
        expect![[r#"
        bool ToyInstrInfo::isF(const MachineInstr &MI) {
          switch(MI.getOpcode()) {
          default:
            return true;
            } // end of switch-stmt
        }

        bool ToyInstrInfo::isG(const MachineInstr &MI) {
            return true;
        }

    "#]],
    );
}
