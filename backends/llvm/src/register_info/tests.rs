//! Tables of registers.

mod releases;

use backend_testing::{REGISTER_CLASSES, read, run};
use expect_test::{Expect, expect};

/// Halves and wholes, pairs of wholes, and an unrelated register.
const TARGET: &str = r##"
    def lo : SubRegIndex<8>;
    def hi : SubRegIndex<8, 8>;
    foreach N = 0-2 in {
      def L#N : Numbered<"l"#N, [N]>;
      def H#N : Register<"h"#N>;
      def W#N : Whole<"w"#N, [!cast<Register>("L"#N), !cast<Register>("H"#N)], [lo, hi]>,
                DwarfRegAlias<!cast<Register>("L"#N)>;
    }
    def X : Numbered<"x", [9, 9]> { let isConstant = true; let HWEncoding = 5; let CostPerUse = [1, 2]; }
    def s0 : SubRegIndex<16>;
    def s1 : SubRegIndex<16, 16>;
    def Pairs : RegisterTuples<[s0, s1], [(add W0, W1), (add W1, W2)]>;
    def Bytes : RegisterClass<[i16], 8, (add (sequence "L%u", 0, 2), (sequence "H%u", 0, 2))> {
      let BaseClassOrder = 1;
    }
    def Words : RegisterClass<[i16], 16, (sequence "W%u", 0, 2)> {
      let AltOrders = [(sub Words, W0), (sub Words, Words)];
      let AltOrderSelect = "return 1;";
    }
    def Some : RegisterClass<[i16], 16, (add W1, W2, X)>;
    def Pair : RegisterClass<[i32], 32, (add Pairs)>;
    def Saved : CalleeSavedRegs<(add L1, H1, W2)> { let OtherPreserved = (add W0); }
    def GeneralPurposeRegisters : RegisterCategory<[Words]>;
"##;

/// The part of a table from a line that has a text up to an empty line.
#[track_caller]
fn check_part(text: &str, from: &str, want: Expect) {
    let records = read(&format!("{REGISTER_CLASSES}{text}"));
    let table = run(crate::ALL, "gen-register-info", &[], &records).text_or_error();
    let lines = table.lines().skip_while(|line| !line.contains(from));
    let part: Vec<_> = lines.take_while(|line| !line.is_empty()).collect();
    let indent = |line: &&str| line.len() - line.trim_start().len();
    let indent = part.iter().map(indent).min().unwrap_or_default();
    let part = part.iter().map(|line| format!("{}\n", &line[indent..]));
    want.assert_eq(&part.collect::<String>());
}

#[track_caller]
fn check(backend: &str, text: &str, want: Expect) {
    let records = read(&format!("{REGISTER_CLASSES}{text}"));
    want.assert_eq(&run(crate::ALL, backend, &[], &records).shown(&records));
}

#[test]
fn descriptions_share_lists() {
    check_part(
        TARGET,
        "TRegDiffLists[] =",
        expect![[r#"
        extern const int16_t TRegDiffLists[] = {
          /* 0 */ -3, -3, -3, 7, -3, -3, 0,
          /* 7 */ 1, 2, 1, 0,
          /* 11 */ 3, 2, 1, 0,
          /* 15 */ 6, 2, 1, 0,
          /* 19 */ 3, 2, 0,
          /* 22 */ 6, 2, 0,
          /* 25 */ 3, 3, 0,
          /* 28 */ 6, 3, 0,
        };
    "#]],
    );
    check_part(
        TARGET,
        "TRegDesc[] =",
        expect![[r#"
        extern const MCRegisterDesc TRegDesc[] = { // Descriptors
          { 2, 0, 0, 0, 0, 0, 0 },
          { 33, 6, 6, 2, 24576, 8, 1 },
          { 0, 6, 28, 2, 24577, 8, 0 },
          { 9, 6, 15, 2, 24578, 8, 0 },
          { 21, 6, 22, 2, 24579, 8, 0 },
          { 3, 6, 25, 2, 24580, 8, 0 },
          { 12, 6, 11, 2, 24581, 8, 0 },
          { 24, 6, 19, 2, 24582, 8, 0 },
          { 6, 4, 26, 0, 106497, 0, 0 },
          { 18, 4, 8, 0, 106498, 0, 0 },
          { 30, 4, 20, 0, 106499, 0, 0 },
          { 15, 0, 6, 3, 28673, 3, 0 },
          { 27, 0, 6, 3, 28674, 3, 0 },
        };
    "#]],
    );
}

#[test]
fn numbers_in_debug_information() {
    check_part(
        TARGET,
        "TDwarfFlavour0Dwarf2L[] =",
        expect![[r#"
        extern const MCRegisterInfo::DwarfLLVMRegPair TDwarfFlavour0Dwarf2L[] = {
          { 0U, T::L0 },
          { 1U, T::L1 },
          { 2U, T::L2 },
          { 9U, T::X },
        };
        extern const unsigned TDwarfFlavour0Dwarf2LSize = std::size(TDwarfFlavour0Dwarf2L);
    "#]],
    );
    check_part(
        TARGET,
        "TEHFlavour1L2Dwarf[] =",
        expect![[r#"
        extern const MCRegisterInfo::DwarfLLVMRegPair TEHFlavour1L2Dwarf[] = {
          { T::X, 9U },
        };
        extern const unsigned TEHFlavour1L2DwarfSize = std::size(TEHFlavour1L2Dwarf);
    "#]],
    );
    check_part(
        TARGET,
        "TDwarfFlavour0L2Dwarf[] =",
        expect![[r#"
        extern const MCRegisterInfo::DwarfLLVMRegPair TDwarfFlavour0L2Dwarf[] = {
          { T::X, 9U },
          { T::L0, 0U },
          { T::L1, 1U },
          { T::L2, 2U },
          { T::W0, 0U },
          { T::W1, 1U },
          { T::W2, 2U },
        };
        extern const unsigned TDwarfFlavour0L2DwarfSize = std::size(TDwarfFlavour0L2Dwarf);
    "#]],
    );
}

#[test]
fn orders_of_allocation() {
    check_part(
        TARGET,
        "WordsGetRawAllocationOrder",
        expect![[r#"
        static ArrayRef<MCPhysReg> WordsGetRawAllocationOrder(const MachineFunction &MF) {
          static const MCPhysReg AltOrder1[] = { T::W1, T::W2 };
          const MCRegisterClass &MCR = TMCRegisterClasses[T::WordsRegClassID];
          const ArrayRef<MCPhysReg> Order[] = {
            ArrayRef(MCR.begin(), MCR.getNumRegs()),
            ArrayRef(AltOrder1),
            ArrayRef<MCPhysReg>()
          };
          const unsigned Select = WordsAltOrderSelect(MF);
          assert(Select < 3);
          return Order[Select];
        }
    "#]],
    );
}

#[test]
fn projections_and_superclasses() {
    check_part(
        TARGET,
        "BytesSubClassMask[]",
        expect![[r#"
        static const uint32_t BytesSubClassMask[] = {
          0x00000001, 
          0x0000003c, // hi
          0x0000003c, // lo
          0x00000030, // s1_then_hi
          0x00000030, // s1_then_lo
        };
    "#]],
    );
    check_part(
        TARGET,
        "getSubRegisterClass(const TargetRegisterClass *RC",
        expect![[r#"
            const TargetRegisterClass *TGenRegisterInfo::getSubRegisterClass(const TargetRegisterClass *RC, unsigned Idx) const {
              static const uint8_t Table[6][6] = {
                {	// Bytes
                  0,	// Bytes:hi
                  0,	// Bytes:lo
                  0,	// Bytes:s0
                  0,	// Bytes:s1
                  0,	// Bytes:s1_then_hi
                  0,	// Bytes:s1_then_lo
                },
                {	// Some
                  1,	// Some:hi -> Bytes
                  1,	// Some:lo -> Bytes
                  0,	// Some:s0
                  0,	// Some:s1
                  0,	// Some:s1_then_hi
                  0,	// Some:s1_then_lo
                },
                {	// Words
                  1,	// Words:hi -> Bytes
                  1,	// Words:lo -> Bytes
                  0,	// Words:s0
                  0,	// Words:s1
                  0,	// Words:s1_then_hi
                  0,	// Words:s1_then_lo
                },
                {	// Some_with_hi
                  1,	// Some_with_hi:hi -> Bytes
                  1,	// Some_with_hi:lo -> Bytes
                  0,	// Some_with_hi:s0
                  0,	// Some_with_hi:s1
                  0,	// Some_with_hi:s1_then_hi
                  0,	// Some_with_hi:s1_then_lo
                },
                {	// Pair
                  1,	// Pair:hi -> Bytes
                  1,	// Pair:lo -> Bytes
                  3,	// Pair:s0 -> Words
                  4,	// Pair:s1 -> Some_with_hi
                  1,	// Pair:s1_then_hi -> Bytes
                  1,	// Pair:s1_then_lo -> Bytes
                },
                {	// Pair_with_s0_in_Some
                  1,	// Pair_with_s0_in_Some:hi -> Bytes
                  1,	// Pair_with_s0_in_Some:lo -> Bytes
                  4,	// Pair_with_s0_in_Some:s0 -> Some_with_hi
                  4,	// Pair_with_s0_in_Some:s1 -> Some_with_hi
                  1,	// Pair_with_s0_in_Some:s1_then_hi -> Bytes
                  1,	// Pair_with_s0_in_Some:s1_then_lo -> Bytes
                },
              };
              assert(RC && "Missing regclass");
              if (!Idx) return RC;
              --Idx;
              assert(Idx < 6 && "Bad subreg");
              unsigned TV = Table[RC->getID()][Idx];
              return TV ? getRegClass(TV - 1) : nullptr;
            }
        "#]],
    );
    check_part(
        TARGET,
        "composeSubRegIndicesImpl(unsigned IdxA",
        expect![[r#"
            unsigned TGenRegisterInfo::composeSubRegIndicesImpl(unsigned IdxA, unsigned IdxB) const {
              static const uint8_t RowMap[6] = {
                0, 0, 0, 1, 0, 0, 
              };
              static const uint8_t Rows[2][6] = {
                { T::hi, T::lo, 0, 0, 0, 0, },
                { T::s1_then_hi, T::s1_then_lo, 0, 0, 0, 0, },
              };
        "#]],
    );
}

#[test]
fn saved_registers_and_kinds() {
    check_part(
        TARGET,
        "Saved_SaveList[]",
        expect![[r#"
        static const MCPhysReg Saved_SaveList[] = { T::L1, T::H1, T::W2, 0 };
        static const uint32_t Saved_RegMask[] = { 0x000017fe, };
    "#]],
    );
    check_part(
        TARGET,
        "isGeneralPurposeRegister(const MachineFunction &MF",
        expect![[r#"
            isGeneralPurposeRegister(const MachineFunction &MF, MCRegister PhysReg) const {
              return
                  T::WordsRegClass.contains(PhysReg) ||
                  false;
            }
        "#]],
    );
    check_part(
        TARGET,
        "isConstantPhysReg(MCRegister PhysReg) const {",
        expect![[r#"
            isConstantPhysReg(MCRegister PhysReg) const {
              return
                  PhysReg == T::X ||
                  false;
            }
        "#]],
    );
    check_part(
        TARGET,
        "Mapping[",
        expect![[r#"
              static const uint16_t Mapping[13] = {
                InvalidRegClassID,  // NoRegister
                InvalidRegClassID,  // X
                T::BytesRegClassID,  // H0
                T::BytesRegClassID,  // H1
                T::BytesRegClassID,  // H2
                T::BytesRegClassID,  // L0
                T::BytesRegClassID,  // L1
                T::BytesRegClassID,  // L2
                InvalidRegClassID,  // W0
                InvalidRegClassID,  // W1
                InvalidRegClassID,  // W2
                InvalidRegClassID,  // W0_W1
                InvalidRegClassID,  // W1_W2
              };
        "#]],
    );
}

#[test]
fn sizes_by_mode() {
    let text = r#"
        def Wide : HwMode<"+wide", []>;
        def A : Register<"a">;
        def XLen : ValueTypeByHwMode<[DefaultMode, Wide], [i32, i64]>;
        def Sizes : RegInfoByHwMode<[DefaultMode, Wide], [RegInfo<32, 32, 32>, RegInfo<64, 64, 64>]>;
        def All : RegisterClass<[XLen], 32, (add A)> { let RegInfos = Sizes; }
        def Bank : RegisterBank<"b", [All]>;
    "#;
    check_part(
        text,
        "RegClassInfos[] =",
        expect![[r#"
        static const TargetRegisterInfo::RegClassInfo RegClassInfos[] = {
          // Mode = 0 (Default)
          { 32, 32, 32, /*VTLists+*/0 },    // All
          // Mode = 1 (Wide)
          { 64, 64, 64, /*VTLists+*/2 },    // All
        };
    "#]],
    );
    check(
        "gen-register-bank",
        text,
        expect![[r##"
        #ifdef GET_REGBANK_DECLARATIONS
        #undef GET_REGBANK_DECLARATIONS
        namespace llvm {
        namespace T {
        enum : unsigned {
          InvalidRegBankID = ~0u,
          BankID = 0,
          NumRegisterBanks,
        };
        } // end namespace T
        } // end namespace llvm
        #endif // GET_REGBANK_DECLARATIONS

        #ifdef GET_TARGET_REGBANK_CLASS
        #undef GET_TARGET_REGBANK_CLASS
        private:
          static const RegisterBank *RegBanks[];
          static const unsigned Sizes[];

        protected:
          TGenRegisterBankInfo(unsigned HwMode = 0);

        #endif // GET_TARGET_REGBANK_CLASS

        #ifdef GET_TARGET_REGBANK_IMPL
        #undef GET_TARGET_REGBANK_IMPL
        namespace llvm {
        namespace T {
        const uint32_t BankCoverageData[] = {
            // 0-31
            (1u << (T::AllRegClassID - 0)) |
            0,
        };

        constexpr RegisterBank Bank(/* ID */ T::BankID, /* Name */ "b", /* CoveredRegClasses */ BankCoverageData, /* NumRegClasses */ 1);
        } // end namespace T

        const RegisterBank *TGenRegisterBankInfo::RegBanks[] = {
            &T::Bank,
        };

        const unsigned TGenRegisterBankInfo::Sizes[] = {
            // Mode = 0 (Default)
            32,
            // Mode = 1 (Wide)
            64,
        };

        TGenRegisterBankInfo::TGenRegisterBankInfo(unsigned HwMode)
            : RegisterBankInfo(RegBanks, T::NumRegisterBanks, Sizes, HwMode) {
          // Assert that RegBank indices match their ID's
        #ifndef NDEBUG
          for (auto RB : enumerate(RegBanks))
            assert(RB.index() == RB.value()->getID() && "Index != ID");
        #endif // NDEBUG
        }
        } // end namespace llvm
        #endif // GET_TARGET_REGBANK_IMPL
    "##]],
    );
}

#[test]
fn a_bank_has_what_its_classes_lead_to() {
    let bank = "def Bank : RegisterBank<\"some\", [Words]>;";
    check(
        "gen-register-bank",
        &format!("{TARGET}{bank}"),
        expect![[r#"
            110: warning: Register bank names should be distinct from register classes to avoid ambiguous MIR
            110: note: RegisterBank was declared here
            106: note: RegisterClass was declared here
            #ifdef GET_REGBANK_DECLARATIONS
            #undef GET_REGBANK_DECLARATIONS
            namespace llvm {
            namespace T {
            enum : unsigned {
              InvalidRegBankID = ~0u,
              BankID = 0,
              NumRegisterBanks,
            };
            } // end namespace T
            } // end namespace llvm
            #endif // GET_REGBANK_DECLARATIONS

            #ifdef GET_TARGET_REGBANK_CLASS
            #undef GET_TARGET_REGBANK_CLASS
            private:
              static const RegisterBank *RegBanks[];
              static const unsigned Sizes[];

            protected:
              TGenRegisterBankInfo(unsigned HwMode = 0);

            #endif // GET_TARGET_REGBANK_CLASS

            #ifdef GET_TARGET_REGBANK_IMPL
            #undef GET_TARGET_REGBANK_IMPL
            namespace llvm {
            namespace T {
            const uint32_t BankCoverageData[] = {
                // 0-31
                (1u << (T::WordsRegClassID - 0)) |
                (1u << (T::BytesRegClassID - 0)) |
                (1u << (T::Some_with_hiRegClassID - 0)) |
                0,
            };

            constexpr RegisterBank Bank(/* ID */ T::BankID, /* Name */ "some", /* CoveredRegClasses */ BankCoverageData, /* NumRegClasses */ 6);
            } // end namespace T

            const RegisterBank *TGenRegisterBankInfo::RegBanks[] = {
                &T::Bank,
            };

            const unsigned TGenRegisterBankInfo::Sizes[] = {
                // Mode = 0 (Default)
                16,
            };

            TGenRegisterBankInfo::TGenRegisterBankInfo(unsigned HwMode)
                : RegisterBankInfo(RegBanks, T::NumRegisterBanks, Sizes, HwMode) {
              // Assert that RegBank indices match their ID's
            #ifndef NDEBUG
              for (auto RB : enumerate(RegBanks))
                assert(RB.index() == RB.value()->getID() && "Index != ID");
            #endif // NDEBUG
            }
            } // end namespace llvm
            #endif // GET_TARGET_REGBANK_IMPL
        "#]],
    );
}

#[test]
fn errors() {
    let error = |backend, text: &str| {
        let records = read(&format!("{REGISTER_CLASSES}{text}"));
        run(crate::ALL, backend, &[], &records).text_or_error()
    };
    let a = r#"def A : Register<"a">; def C : RegisterClass<[i16], 16, (add A)>;"#;
    let with = |text: &str| format!("{a}{text}");
    for (backend, text, want) in [
        (
            "gen-register-info",
            "def A : Register<\"a\">;".to_owned(),
            "No 'RegisterClass' subclasses defined!",
        ),
        (
            "gen-register-info",
            "def A : Register<\"a\">; def C : RegisterClass<[i16], 16, (add A)> { let isAllocatable = false; }".to_owned(),
            "RegUnitSets cannot be empty!",
        ),
        (
            "gen-register-info",
            with("def B : Register<\"b\"> { let DwarfNumbers = ?; }"),
            "Record `B', field `DwarfNumbers' exists but does not have a list value",
        ),
        (
            "gen-register-info",
            with("def S : CalleeSavedRegs<(add C, i1)>;"),
            "Record `i1' does not have a field named `CostPerUse'!\n",
        ),
        (
            "gen-register-bank",
            with("def B : RegisterBank<\"b\", []>;"),
            "the register bank 'B' has no classes",
        ),
        ("gen-register-bank", with("def U : Target;"), "Multiple subclasses of Target defined!"),
    ] {
        assert_eq!(error(backend, &text), format!("error: {want}"));
    }
}

#[test]
fn a_tuple_called_like_a_register() {
    let text = r#"
        def lo : SubRegIndex<8>; def hi : SubRegIndex<8>;
        def A : Register<"a">; def B : Register<"b">; def A_B : Numbered<"ab", [1]>;
        def Pairs : RegisterTuples<[lo, hi], [(add A), (add B)]>;
        def C : RegisterClass<[i16], 16, (add A, B, A_B)>;
    "#;
    let records = read(&format!("{REGISTER_CLASSES}{text}"));
    let run = run(crate::ALL, "gen-register-info", &[], &records);
    let said: Vec<_> = run.said.list.iter().map(|it| it.message.as_str()).collect();
    let message = "DWARF numbers for register T::A_Bspecified multiple times";
    assert_eq!(said, [message, message]);
}
