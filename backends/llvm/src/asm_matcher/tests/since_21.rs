//! Assembly parsers in the forms of LLVM 21 and 22.

use backend::Release;
use expect_test::{Expect, expect};

use super::part_as;

#[test]
fn classes_are_tables_since_21() {
    let text = r#"
        def ADD : Inst<(outs GPR:$d), (ins All:$a, imm:$i), "add $d, $a, $i">;
        def : MnemonicAlias<"plus", "add">;
    "#;
    let check = |from, to, want: Expect| {
        want.assert_eq(&format!(
            "output:\n{}",
            part_as(Release::V21, text, from, to, &[])
        ));
    };
    check(
        "static void applyMnemonicAliases",
        "}",
        expect![[r#"
        output:
        static void applyMnemonicAliases(StringRef &Mnemonic, const FeatureBitset &Features, unsigned VariantID) {
          switch (Mnemonic.size()) {
          default: break;
          case 4:	 // 1 string to match.
            if (memcmp(Mnemonic.data()+0, "plus", 4) != 0)
              break;
            Mnemonic = "add";	 // "plus"
            return;
          }
    "#]],
    );
    check(
        "static bool isSubclass(",
        "return (Data",
        expect![[r#"
        output:
        static bool isSubclass(MatchClassKind A, MatchClassKind B) {
          if (A == B)
            return true;

          [[maybe_unused]] static constexpr struct {
            uint32_t Offset;
            uint16_t Start;
            uint16_t Length;
          } Table[] = {
            {0, 0, 0},
            {0, 0, 0},
            {0, 3, 1},
            {1, 0, 0},
            {1, 0, 0},
          };

          static constexpr uint8_t Data[] = {
            0x01,
          };

          auto &Entry = Table[A];
          unsigned Idx = B - Entry.Start;
          if (Idx >= Entry.Length)
            return false;
          Idx += Entry.Offset;
          return (Data[Idx / 8] >> (Idx % 8)) & 1;
    "#]],
    );
    check(
        "switch (Kind) {",
        "return isSubclass(OpKind",
        expect![[r#"
        output:
          switch (Kind) {
          default: break;
          case MCK_Imm: {
            DiagnosticPredicate DP(Operand.isImm());
            if (DP.isMatch())
              return MCTargetAsmParser::Match_Success;
            break;
          }
          } // end switch (Kind)

          if (Operand.isReg()) {
            static constexpr uint16_t Table[Toy::NUM_TARGET_REGS] = {
              InvalidMatchClass,
              MCK_All,
              MCK_GPR,
              MCK_GPR,
            };

            MCRegister Reg = Operand.getReg();
            MatchClassKind OpKind = Reg.isPhysical() ? (MatchClassKind)Table[Reg.id()] : InvalidMatchClass;
            return isSubclass(OpKind, Kind) ? (unsigned)MCTargetAsmParser::Match_Success :
    "#]],
    );
}

#[test]
fn register_classes_by_mode_are_classes_since_22() {
    let text = r#"
        class RegClassByHwMode<list<HwMode> modes, list<RegisterClass> classes>
          : HwModeSelect<modes>, RegisterClassLike { list<RegisterClass> Objects = classes; }
        def Wide : HwMode<"", []>;
        def Any : RegClassByHwMode<[Wide], [GPR]>;
        def ADD : Inst<(outs GPR:$d), (ins Any:$a, imm:$i), "add $d, $a, $i">;
    "#;
    let check = |from, to, want: Expect| {
        want.assert_eq(&format!(
            "output:\n{}",
            part_as(Release::V22, text, from, to, &[])
        ));
    };
    check(
        "enum MatchClassKind",
        "}",
        expect![[r#"
        output:
        enum MatchClassKind {
          InvalidMatchClass = 0,
          OptionalMatchClass = 1,
          MCK_LAST_TOKEN = OptionalMatchClass,
          MCK_GPR, // register class 'GPR'
          MCK_All, // register class 'All'
          MCK_LAST_REGISTER = MCK_All,
          MCK_RegByHwMode_Any, // register class by hwmode
          MCK_LAST_REGCLASS_BY_HWMODE = MCK_RegByHwMode_Any,
          MCK_Imm, // user defined class 'Imm'
          NumMatchClassKinds
        };
    "#]],
    );
    check(
        "RegClassByHwModeMatchTable[2]",
        "Kind = ",
        expect![[r#"
        output:
            static constexpr MatchClassKind RegClassByHwModeMatchTable[2][1] = {
              { // DefaultMode
                InvalidMatchClass, // Missing mode entry for Any
              },
              { // Wide
                MCK_GPR, // Any
              },
            };

            static_assert(MCK_LAST_REGCLASS_BY_HWMODE - MCK_LAST_REGISTER == 1);
            const unsigned HwMode = STI.getHwMode(MCSubtargetInfo::HwMode_RegInfo);
        Kind = RegClassByHwModeMatchTable[HwMode][Kind - (MCK_LAST_REGISTER + 1)];
    "#]],
    );
    check(
        "enum OperatorConversionKind",
        "};",
        expect![[r#"
        output:
        enum OperatorConversionKind {
          CVT_Done,
          CVT_Reg,
          CVT_Tied,
          CVT_95_Reg,
          CVT_95_addRegOperands,
          CVT_95_addImmOperands,
          CVT_NUM_CONVERTERS
        };
    "#]],
    );
    check(
        "enum InstructionConversionKind",
        "};",
        expect![[r#"
        output:
        enum InstructionConversionKind {
          Convert__Reg1_0__RegByHwMode_Any1_1__Imm1_2,
          CVT_NUM_SIGNATURES
        };
    "#]],
    );
}
