use backend::Release;
use backend_testing::{REGISTER_CLASSES, read, read_as, run};
use expect_test::expect;

use crate::tests::{check, check_changes, sources};

#[test]
fn calling_conventions() {
    check(
        "gen-callingconv",
        sources::CONVENTIONS,
        expect![[r#"
        /*===- TableGen'erated file -------------------------------------*- C++ -*-===*\
        |*                                                                            *|
        |* Calling Convention Implementation Fragment                                 *|
        |*                                                                            *|
        |* Automatically generated file, do not edit!                                 *|
        |*                                                                            *|
        \*===----------------------------------------------------------------------===*/

        #ifndef GET_CC_REGISTER_LISTS

        static bool CC_Rest(unsigned ValNo, MVT ValVT,
                            MVT LocVT, CCValAssign::LocInfo LocInfo,
                            ISD::ArgFlagsTy ArgFlags, CCState &State);
        bool llvm::CC_Toy(unsigned ValNo, MVT ValVT,
                          MVT LocVT, CCValAssign::LocInfo LocInfo,
                          ISD::ArgFlagsTy ArgFlags, CCState &State);


        static bool CC_Rest(unsigned ValNo, MVT ValVT,
                            MVT LocVT, CCValAssign::LocInfo LocInfo,
                            ISD::ArgFlagsTy ArgFlags, CCState &State) {

          int64_t Offset1 = State.AllocateStack(4, 
            State.getMachineFunction().getDataLayout().getABITypeAlign(EVT(LocVT).getTypeForEVT(State.getContext())));
          State.addLoc(CCValAssign::getMem(ValNo, ValVT, Offset1, LocVT, LocInfo));
          return false;

          return true; // CC didn't match.
        }


        bool llvm::CC_Toy(unsigned ValNo, MVT ValVT,
                          MVT LocVT, CCValAssign::LocInfo LocInfo,
                          ISD::ArgFlagsTy ArgFlags, CCState &State) {

          if (LocVT == MVT::i16) {
            LocVT = MVT::i32;
            if (ArgFlags.isSExt())
              LocInfo = CCValAssign::SExt;
            else if (ArgFlags.isZExt())
              LocInfo = CCValAssign::ZExt;
            else
              LocInfo = CCValAssign::AExt;
          }

          if (LocVT == MVT::i32) {
            static const MCPhysReg RegList1[] = {
              Toy::R1, Toy::R2
            };
            if (unsigned Reg = State.AllocateReg(RegList1)) {
              State.addLoc(CCValAssign::getReg(ValNo, ValVT, Reg, LocVT, LocInfo));
              return false;
            }
          }

          if (!CC_Rest(ValNo, ValVT, LocVT, LocInfo, ArgFlags, State))
            return false;

          return true; // CC didn't match.
        }

        #else

        const MCRegister CC_Rest_ArgRegs[] = { 0 };
        const MCRegister CC_Toy_ArgRegs[] = { Toy::R1, Toy::R2 };

        #endif // CC_REGISTER_LIST
    "#]],
    );
}

#[test]
fn numbers_of_types_have_eight_bits() {
    let text = "class ValueType<int v> { int Value = v; } def q : ValueType<263>;
                class CCPromoteToType { ValueType DestTy = q; } def p : CCPromoteToType;
                class CallingConv { bit Custom = 0; bit Entry = 0; list<CCPromoteToType> Actions = [p]; }
                def cc : CallingConv;";
    let table = run(crate::ALL, "gen-callingconv", &[], &read(text)).text_or_error();
    assert!(table.contains("LocVT = MVT::i32;"), "{table}");
}

/// The class of assignments that also reserve stack space is derived from that of plain ones.
#[test]
fn registers_with_room_on_the_stack() {
    let text = r#"class CCAssignToRegAndStack<list<Register> regs, int size, int align> : CCAssignToReg<regs> {
                    int Size = size;
                    int Align = align;
                  }
                  def CC_Room : CallingConv<[CCAssignToRegAndStack<[R1], 8, 4>]>;"#;
    let records = read(&format!("{}{text}", sources::CONVENTIONS));
    let table = run(crate::ALL, "gen-callingconv", &[], &records).text_or_error();
    let from = table.find("State.AllocateReg(Toy::R1)").expect(&table);
    expect![[r#"
        State.AllocateReg(Toy::R1)) {
            State.addLoc(CCValAssign::getReg(ValNo, ValVT, Reg, LocVT, LocInfo));
            (void)State.AllocateStack(8, Align(4));
            return false;
          }
    "#]]
    .assert_eq(&table[from..][..table[from..].find("\n\n").unwrap() + 1]);
}

#[test]
fn changes() {
    let text = "let Namespace = \"Toy\" in def R1 : Register<\"r1\">;
        def R : RegisterClass<[i32], 32, (add R1)>;
        class CCAction;
        class CallingConv<list<CCAction> actions> {
          list<CCAction> Actions = actions; bit Entry = false; bit Custom = false;
        }
        class CCAssignToReg<list<Register> regs> : CCAction { list<Register> RegList = regs; }
        class CCCustom<string name> : CCAction { string FuncName = name; }
        class CCDelegateTo<CallingConv cc> : CCAction { CallingConv CC = cc; }
        def CC_Rest : CallingConv<[CCCustom<\"CC_More\">]> { let Custom = true; }
        def CC_Toy : CallingConv<[CCAssignToReg<[R1]>, CCCustom<\"CC_More\">, CCDelegateTo<CC_Rest>]>;";
    check_changes(
        "gen-callingconv",
        &format!("{REGISTER_CLASSES}{text}"),
        expect![[r#"
        19 to 21:
        -  if (unsigned Reg = State.AllocateReg(Toy::R1)) {
        +  if (MCRegister Reg = State.AllocateReg(Toy::R1)) {
        21 to 22:
        -#ifndef GET_CC_REGISTER_LISTS
        +#if !defined(GET_CC_REGISTER_LISTS)
        -                   ISD::ArgFlagsTy ArgFlags, CCState &State);
        +                   ISD::ArgFlagsTy ArgFlags, Type *OrigTy, CCState &State);
        -                   ISD::ArgFlagsTy ArgFlags, CCState &State) {
        +                   ISD::ArgFlagsTy ArgFlags, Type *OrigTy, CCState &State) {
        -  if (!CC_Rest(ValNo, ValVT, LocVT, LocInfo, ArgFlags, State))
        +  if (!CC_Rest(ValNo, ValVT, LocVT, LocInfo, ArgFlags, OrigTy, State))
        -#endif // CC_REGISTER_LIST
        +#endif // !defined(GET_CC_REGISTER_LISTS)
        +
    "#]],
    );
}

#[test]
fn since_21_mistakes_in_registers_come_first() {
    let said = |release, more: &str| {
        let convention = "class CallingConv { bit Custom = ?; } def cc : CallingConv;";
        let text = format!("{REGISTER_CLASSES}{convention}{more}");
        run(crate::ALL, "gen-callingconv", &[], &read_as(release, &text)).text_or_error()
    };
    let two = "def U : Target;";
    assert!(said(Release::V19, two).contains("`Custom'"));
    for release in [Release::V21, Release::V22] {
        assert_eq!(
            said(release, two),
            "error: Multiple subclasses of Target defined!"
        );
        assert_eq!(
            said(release, ""),
            "error: No 'RegisterClass' subclasses defined!"
        );
    }
}
