//! Differences between releases.

use backend::Release;
use backend_testing::{changes, read_as};

use super::*;

/// A table as a release writes it.
fn table(backend: &str, release: Release, text: &str) -> String {
    let records = read_as(release, &format!("{REGISTER_CLASSES}{text}"));
    run(crate::ALL, backend, &[], &records).text_or_error()
}

/// The changes of 21.
#[track_caller]
fn check_changes(backend: &str, text: &str, want: Expect) {
    let source = format!("{REGISTER_CLASSES}{text}");
    let releases = [Release::V19, Release::V21];
    want.assert_eq(&changes(crate::ALL, backend, &[], &source, &releases));
}

#[test]
fn what_21_changed() {
    check_changes(
        "gen-register-info",
        TARGET,
        expect![[r#"
            19 to 21:
            -enum {
            +enum : unsigned {
            -  /* 0 */ LaneBitmask(0x0000000000000001), LaneBitmask(0x0000000000000002), LaneBitmask::getAll(),
            -  /* 3 */ LaneBitmask(0x0000000000000001), LaneBitmask(0x0000000000000004), LaneBitmask(0x0000000000000002), LaneBitmask(0x0000000000000008), LaneBitmask::getAll(),
            -  /* 8 */ LaneBitmask(0xFFFFFFFFFFFFFFFF), LaneBitmask::getAll(),
            +  /* 0 */ LaneBitmask(0x0000000000000001), LaneBitmask(0x0000000000000002), 
            +  /* 2 */ LaneBitmask(0x0000000000000001), LaneBitmask(0x0000000000000004), LaneBitmask(0x0000000000000002), LaneBitmask(0x0000000000000008), 
            +  /* 6 */ LaneBitmask(0xFFFFFFFFFFFFFFFF), 
            -  /* 0 */ 2, 1, 0,
            -  /* 3 */ 3, 2, 1, 4, 6, 5, 0,
            +  /* 0 */ 2, 1, 
            +  /* 2 */ 3, 2, 1, 4, 6, 5, 
            -  /* 0 */ "H0\0"
            -  /* 3 */ "L0\0"
            -  /* 6 */ "W0\0"
            -  /* 9 */ "H1\0"
            -  /* 12 */ "L1\0"
            -  /* 15 */ "W0_W1\0"
            -  /* 21 */ "H2\0"
            -  /* 24 */ "L2\0"
            -  /* 27 */ "W1_W2\0"
            -  /* 33 */ "X\0"
            +  /* 0 */ "H0\000"
            +  /* 3 */ "L0\000"
            +  /* 6 */ "W0\000"
            +  /* 9 */ "H1\000"
            +  /* 12 */ "L1\000"
            +  /* 15 */ "W0_W1\000"
            +  /* 21 */ "H2\000"
            +  /* 24 */ "L2\000"
            +  /* 27 */ "W1_W2\000"
            +  /* 33 */ "X\000"
            -  { 2, 0, 0, 0, 0, 0, 0 },
            -  { 33, 6, 6, 2, 24576, 8, 1 },
            -  { 0, 6, 28, 2, 24577, 8, 0 },
            -  { 9, 6, 15, 2, 24578, 8, 0 },
            -  { 21, 6, 22, 2, 24579, 8, 0 },
            -  { 3, 6, 25, 2, 24580, 8, 0 },
            -  { 12, 6, 11, 2, 24581, 8, 0 },
            -  { 24, 6, 19, 2, 24582, 8, 0 },
            -  { 6, 4, 26, 0, 106497, 0, 0 },
            -  { 18, 4, 8, 0, 106498, 0, 0 },
            -  { 30, 4, 20, 0, 106499, 0, 0 },
            -  { 15, 0, 6, 3, 28673, 3, 0 },
            -  { 27, 0, 6, 3, 28674, 3, 0 },
            +  { 2, 0, 0, 0, 0, 0, 0, 0 },
            +  { 33, 6, 6, 2, 24576, 6, 1, 0 },
            +  { 0, 6, 28, 2, 24577, 6, 0, 0 },
            +  { 9, 6, 15, 2, 24578, 6, 0, 0 },
            +  { 21, 6, 22, 2, 24579, 6, 0, 0 },
            +  { 3, 6, 25, 2, 24580, 6, 0, 0 },
            +  { 12, 6, 11, 2, 24581, 6, 0, 0 },
            +  { 24, 6, 19, 2, 24582, 6, 0, 0 },
            +  { 6, 4, 26, 0, 106497, 0, 0, 0 },
            +  { 18, 4, 8, 0, 106498, 0, 0, 0 },
            +  { 30, 4, 20, 0, 106499, 0, 0, 0 },
            +  { 15, 0, 6, 2, 28673, 2, 0, 0 },
            +  { 27, 0, 6, 2, 28674, 2, 0, 0 },
            -  /* 0 */ "Pair_with_s0_in_Some\0"
            -  /* 21 */ "Some_with_hi\0"
            -  /* 34 */ "Pair\0"
            -  /* 39 */ "Words\0"
            -  /* 45 */ "Bytes\0"
            +  /* 0 */ "Pair_with_s0_in_Some\000"
            +  /* 21 */ "Some_with_hi\000"
            +  /* 34 */ "Pair\000"
            +  /* 39 */ "Words\000"
            +  /* 45 */ "Bytes\000"
            +  unsigned reverseComposeSubRegIndicesImpl(unsigned, unsigned) const override;
            +  bool isGeneralPurposeRegisterClass(const TargetRegisterClass *RC) const override;
            -
            -static const TargetRegisterClass *const NullRegClasses[] = { nullptr };
            -
            -static const TargetRegisterClass *const Some_with_hiSuperclasses[] = {
            -  &T::SomeRegClass,
            -  &T::WordsRegClass,
            -  nullptr
            +static unsigned const Some_with_hiSuperclasses[] = {
            +  T::SomeRegClassID,
            +  T::WordsRegClassID,
            -static const TargetRegisterClass *const Pair_with_s0_in_SomeSuperclasses[] = {
            -  &T::PairRegClass,
            -  nullptr
            +static unsigned const Pair_with_s0_in_SomeSuperclasses[] = {
            +  T::PairRegClassID,
            -static inline unsigned WordsAltOrderSelect(const MachineFunction &MF) {return 1;}
            +static inline unsigned WordsAltOrderSelect(const MachineFunction &MF, bool Rev) {return 1;}
            -static ArrayRef<MCPhysReg> WordsGetRawAllocationOrder(const MachineFunction &MF) {
            +static ArrayRef<MCPhysReg> WordsGetRawAllocationOrder(const MachineFunction &MF, bool Rev) {
            -  const unsigned Select = WordsAltOrderSelect(MF);
            +  const unsigned Select = WordsAltOrderSelect(MF, Rev);
            -static inline unsigned Some_with_hiAltOrderSelect(const MachineFunction &MF) {return 1;}
            +static inline unsigned Some_with_hiAltOrderSelect(const MachineFunction &MF, bool Rev) {return 1;}
            -static ArrayRef<MCPhysReg> Some_with_hiGetRawAllocationOrder(const MachineFunction &MF) {
            +static ArrayRef<MCPhysReg> Some_with_hiGetRawAllocationOrder(const MachineFunction &MF, bool Rev) {
            -  const unsigned Select = Some_with_hiAltOrderSelect(MF);
            +  const unsigned Select = Some_with_hiAltOrderSelect(MF, Rev);
            -    NullRegClasses,
            +    nullptr, 0,
            -    NullRegClasses,
            +    nullptr, 0,
            -    NullRegClasses,
            +    nullptr, 0,
            -    Some_with_hiSuperclasses,
            +    Some_with_hiSuperclasses,  2,
            -    NullRegClasses,
            +    nullptr, 0,
            -    Pair_with_s0_in_SomeSuperclasses,
            +    Pair_with_s0_in_SomeSuperclasses,  1,
            +unsigned TGenRegisterInfo::reverseComposeSubRegIndicesImpl(unsigned IdxA, unsigned IdxB) const {
            +  static const uint8_t Table[6][6] = {
            +    { T::hi, T::lo, 0, 0, 0, 0, },
            +    { T::hi, T::lo, 0, 0, 0, 0, },
            +    { T::hi, T::lo, 0, 0, 0, 0, },
            +    { 0, 0, 0, 0, T::hi, T::lo, },
            +    { T::hi, T::lo, 0, 0, 0, 0, },
            +    { T::hi, T::lo, 0, 0, 0, 0, },
            +  };
            +
            +  --IdxA; assert(IdxA < 6);
            +  --IdxB; assert(IdxB < 6);
            +  return Table[IdxA][IdxB];
            +  }
            +
            -  unsigned RCID = Mapping[Reg];
            +  unsigned RCID = Mapping[Reg.id()];
            +isGeneralPurposeRegisterClass(const TargetRegisterClass *RC) const {
            +  return
            +      T::WordsRegClass.hasSubClassEq(RC) ||
            +      false;
            +}
            +
            +bool TGenRegisterInfo::
        "#]],
    );
}

#[test]
fn parts_are_files_since_22() {
    let want = expect![[r##"
        #ifdef GET_REGINFO_ENUM
        #undef GET_REGINFO_ENUM
        #include "-Enums.inc"
        #endif

        #ifdef GET_REGINFO_MC_DESC
        #undef GET_REGINFO_MC_DESC
        #include "-MCDesc.inc"
        #endif

        #ifdef GET_REGINFO_HEADER
        #undef GET_REGINFO_HEADER
        #include "-Header.inc"
        #endif

        #ifdef GET_REGINFO_TARGET_DESC
        #undef GET_REGINFO_TARGET_DESC
        #include "-TargetDesc.inc"
        #endif

    "##]];
    want.assert_eq(&table("gen-register-info", Release::V22, TARGET));
}

#[test]
fn banks_of_classes_are_a_table_since_21() {
    let banks = "def A : RegisterBank<\"A\", [Words]>; def B : RegisterBank<\"B\", [Bytes, Some]>;";
    check_changes(
        "gen-register-bank",
        &format!("{TARGET}{banks}"),
        expect![[r#"
            19 to 21:
            +public:
            +  const RegisterBank &getRegBankFromRegClass(const TargetRegisterClass &RC, LLT Ty) const override;
            +const RegisterBank &
            +TGenRegisterBankInfo::getRegBankFromRegClass(const TargetRegisterClass &RC, LLT) const {
            +  constexpr uint32_t InvalidRegBankID = uint32_t(T::InvalidRegBankID) & 3;
            +  static const uint32_t RegClass2RegBank[1] = {
            +    (uint32_t(InvalidRegBankID) << 0) | // BytesRegClassID
            +    (uint32_t(T::BID) << 2) | // SomeRegClassID
            +    (uint32_t(T::AID) << 4) | // WordsRegClassID
            +    (uint32_t(InvalidRegBankID) << 6) // Some_with_hiRegClassID
            +  };
            +  const unsigned RegClassID = RC.getID();
            +  if (LLVM_LIKELY(RegClassID < 4)) {
            +    unsigned RegBankID = (RegClass2RegBank[RegClassID / 16] >> ((RegClassID % 16) * 2)) & 3;
            +    if (RegBankID != InvalidRegBankID)
            +      return getRegBank(RegBankID);
            +  }
            +  llvm_unreachable(llvm::Twine("Target needs to handle register class ID 0x").concat(llvm::Twine::utohexstr(RegClassID)).str().c_str());
            +}
        "#]],
    );
}
