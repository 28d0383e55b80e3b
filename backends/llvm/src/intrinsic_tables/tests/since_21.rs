//! Attributes, arguments and builtins of intrinsics in the forms of LLVM 21 and 22.

use backend::Release;
use backend_testing::{read_as, run};
use expect_test::expect;

use super::{INTRINSICS, PROPERTIES, check_part};

const WITH_ATTRIBUTES: &str = r#"
    def int_a : With<[IntrNoMem, NoCapture<1>, Align<1, 8>, Range<2, -1, 2>]>;
    def int_b : With<[Throws, ImmArg<2>]>;
    def int_c : With<[Throws]>;
    def int_d : With<[IntrNoMem, IntrHasSideEffects]>;
    def int_e : With<[IntrReadMem, IntrArgMemOnly, ImmArg<2>, IntrCold]>;
"#;

#[test]
fn attributes_since_21() {
    check_part(
        Release::V21,
        WITH_ATTRIBUTES,
        "#ifdef GET_INTRINSIC_ATTRIBUTES",
        "#endif // GET_INTRINSIC_ATTRIBUTES",
        expect![[r##"
            #ifdef GET_INTRINSIC_ATTRIBUTES
            static AttributeSet getIntrinsicArgAttributeSet(LLVMContext &C, unsigned ID,
                                                            Type *ArgType) {
              unsigned BitWidth = ArgType->getScalarSizeInBits();
              switch (ID) {
              default: llvm_unreachable("Invalid attribute set number");
              case 0:
                return AttributeSet::get(C, {
                  Attribute::getWithCaptureInfo(C, CaptureInfo::none()),
                  Attribute::get(C, Attribute::Alignment, 8),
                });
              case 1:
                return AttributeSet::get(C, {
                  Attribute::get(C, Attribute::Range, ConstantRange(APInt(BitWidth, -1, /*isSigned=*/true, /*implicitTrunc=*/true), APInt(BitWidth, 2, /*isSigned=*/true, /*implicitTrunc=*/true))),
                });
              case 2:
                return AttributeSet::get(C, {
                  Attribute::get(C, Attribute::ImmArg),
                });
              }
            } // getIntrinsicArgAttributeSet

            static AttributeSet getIntrinsicFnAttributeSet(LLVMContext &C, unsigned ID) {
              switch (ID) {
                default: llvm_unreachable("Invalid attribute set number");
              case 0:
                return AttributeSet::get(C, {
                  Attribute::get(C, Attribute::NoUnwind),
                  // ArgMem: NoModRef, InaccessibleMem: NoModRef, ErrnoMem: NoModRef, Other: NoModRef
                  Attribute::getWithMemoryEffects(C, MemoryEffects::createFromIntValue(0)),
                });
              case 1:
                return AttributeSet::get(C, {
                });
              case 2:
                return AttributeSet::get(C, {
                  Attribute::get(C, Attribute::NoUnwind),
                });
              case 3:
                return AttributeSet::get(C, {
                  Attribute::get(C, Attribute::NoUnwind),
                  Attribute::get(C, Attribute::Cold),
                  // ArgMem: Ref, InaccessibleMem: NoModRef, ErrnoMem: NoModRef, Other: NoModRef
                  Attribute::getWithMemoryEffects(C, MemoryEffects::createFromIntValue(1)),
                });
              }
            } // getIntrinsicFnAttributeSet

            static constexpr uint16_t IntrinsicsToAttributesMap[] = {
                0 << 8 | 0, // llvm.a
                1 << 8 | 1, // llvm.b
                1 << 8 | 2, // llvm.c
                2 << 8 | 3, // llvm.d
                3 << 8 | 4, // llvm.e
            };

            AttributeList Intrinsic::getAttributes(LLVMContext &C, ID id,
                                                   FunctionType *FT) {
              if (id == 0)
                return AttributeList();

              uint16_t PackedID = IntrinsicsToAttributesMap[id - 1];
              uint8_t FnAttrID = PackedID >> 8;
              switch(PackedID & 0xFF) {
                default: llvm_unreachable("Invalid attribute number");
              case 2:
                return AttributeList();
              case 1:
                return AttributeList::get(C, {
                  {2, getIntrinsicArgAttributeSet(C, 2, FT->getContainedType(2))}
                });
              case 3:
                return AttributeList::get(C, {
                  {AttributeList::FunctionIndex, getIntrinsicFnAttributeSet(C, FnAttrID)}
                });
              case 4:
                return AttributeList::get(C, {
                  {2, getIntrinsicArgAttributeSet(C, 2, FT->getContainedType(2))},
                  {AttributeList::FunctionIndex, getIntrinsicFnAttributeSet(C, FnAttrID)}
                });
              case 0:
                return AttributeList::get(C, {
                  {1, getIntrinsicArgAttributeSet(C, 0, FT->getContainedType(1))},
                  {2, getIntrinsicArgAttributeSet(C, 1, FT->getContainedType(2))},
                  {AttributeList::FunctionIndex, getIntrinsicFnAttributeSet(C, FnAttrID)}
                });
              }
            }
        "##]],
    );
}

#[test]
fn attributes_of_22() {
    check_part(
        Release::V22,
        WITH_ATTRIBUTES,
        "static AttributeSet getIntrinsicFnAttributeSet",
        "AttributeSet Intrinsic::getFnAttributes",
        expect![[r#"
            static AttributeSet getIntrinsicFnAttributeSet(LLVMContext &C, unsigned ID) {
              switch (ID) {
                default: llvm_unreachable("Invalid attribute set number");
              case 0: // llvm.a
                return AttributeSet::get(C, {
                  Attribute::get(C, Attribute::NoUnwind),
                  // ArgMem: NoModRef, InaccessibleMem: NoModRef, ErrnoMem: NoModRef, Other: NoModRef, TargetMem0: NoModRef, TargetMem1: NoModRef
                  Attribute::getWithMemoryEffects(C, MemoryEffects::createFromIntValue(0)),
                });
              case 1: // llvm.d
                return AttributeSet::get(C, {
                  Attribute::get(C, Attribute::NoUnwind),
                });
              case 2: // llvm.e
                return AttributeSet::get(C, {
                  Attribute::get(C, Attribute::NoUnwind),
                  Attribute::get(C, Attribute::Cold),
                  // ArgMem: Ref, InaccessibleMem: NoModRef, ErrnoMem: NoModRef, Other: NoModRef, TargetMem0: NoModRef, TargetMem1: NoModRef
                  Attribute::getWithMemoryEffects(C, MemoryEffects::createFromIntValue(1)),
                });
              }
            } // getIntrinsicFnAttributeSet
            static constexpr uint8_t IntrinsicsToAttributesMap[] = {
                0 << 2 | 0, // llvm.a
                3 << 2 | 1, // llvm.b
                3 << 2 | 2, // llvm.c
                1 << 2 | 2, // llvm.d
                2 << 2 | 1, // llvm.e
            }; // IntrinsicsToAttributesMap

            namespace {
            struct ArgNoAttrIDPair {
              uint16_t ArgNo, ArgAttrID;
            };
            } // namespace

            // Number of entries: 3
            static constexpr ArgNoAttrIDPair ArgAttrIdTable[] = {
              /* 0 */ {1, 0}, {2, 1}, 
              /* 2 */ {2, 2}, 
            }; // ArgAttrIdTable

            namespace {
            struct ArgAttributesInfo {
              uint16_t StartIndex;
              uint16_t NumAttrs;
            };
            } // namespace

            // Number of entries: 3
            static constexpr ArgAttributesInfo ArgAttributesInfoTable[] = {
              {0, 2},
              {2, 1},
              {0, 0},
            }; // ArgAttributesInfoTable


            template <typename IDTy>
            inline std::pair<uint32_t, uint32_t> unpackID(const IDTy PackedID) {
              constexpr uint8_t UniqAttributesBitSize = 2;
              const uint32_t FnAttrID = PackedID >> UniqAttributesBitSize;
              const uint32_t ArgAttrID = PackedID &
                maskTrailingOnes<uint32_t>(UniqAttributesBitSize);
              return {FnAttrID, ArgAttrID};
            }

            AttributeList Intrinsic::getAttributes(LLVMContext &C, ID id,
                                                   FunctionType *FT) {
              if (id == 0)
                return AttributeList();
              auto [FnAttrID, ArgAttrID] = unpackID(IntrinsicsToAttributesMap[id - 1]);
              using PairTy = std::pair<unsigned, AttributeSet>;
              alignas(PairTy) char ASStorage[sizeof(PairTy) * 3];
              PairTy *AS = reinterpret_cast<PairTy *>(ASStorage);

              // Construct an ArrayRef for easier range checking.
              ArrayRef<ArgAttributesInfo> ArgAttributesInfoTableAR(ArgAttributesInfoTable);
              if (ArgAttrID >= ArgAttributesInfoTableAR.size())
                llvm_unreachable("Invalid arguments attribute ID");

              auto [StartIndex, NumAttrs] = ArgAttributesInfoTableAR[ArgAttrID];
              for (unsigned Idx = 0; Idx < NumAttrs; ++Idx) {
                auto [ArgNo, ArgAttrID] = ArgAttrIdTable[StartIndex + Idx];
                AS[Idx] = {ArgNo,
                    getIntrinsicArgAttributeSet(C, ArgAttrID, FT->getContainedType(ArgNo))};
              }
              if (FnAttrID != 3) {
                AS[NumAttrs++] = {AttributeList::FunctionIndex,
                                  getIntrinsicFnAttributeSet(C, FnAttrID)};
              }
              return AttributeList::get(C, ArrayRef(AS, NumAttrs));
            }

        "#]],
    );
    let memory =
        "def int_a : With<[IntrRead<[InaccessibleMem, TargetMem1]>, IntrWrite<[TargetMem1]>]>;";
    check_part(
        Release::V22,
        memory,
        "static AttributeSet getIntrinsicFnAttributeSet",
        "});",
        expect![[r#"
            static AttributeSet getIntrinsicFnAttributeSet(LLVMContext &C, unsigned ID) {
              switch (ID) {
                default: llvm_unreachable("Invalid attribute set number");
              case 0: // llvm.a
                return AttributeSet::get(C, {
                  Attribute::get(C, Attribute::NoUnwind),
                  // ArgMem: NoModRef, InaccessibleMem: Ref, ErrnoMem: NoModRef, Other: NoModRef, TargetMem0: NoModRef, TargetMem1: ModRef
                  Attribute::getWithMemoryEffects(C, MemoryEffects::createFromIntValue(3076)),
        "#]],
    );
}

#[test]
fn arguments_that_22_shows() {
    let text = r#"
        def int_a : With<[ArgInfo<2, [ArgName<"kind">]>]>;
        def int_toy_b : With<[ArgInfo<1, [ImmArgPrinter<"print">, ArgName<"mode">]>], "toy">;
    "#;
    check_part(
        Release::V22,
        text,
        "#ifdef GET_INTRINSIC_PRETTY_PRINT_TABLE",
        "#endif // GET_INTRINSIC_PRETTY_PRINT_ARGUMENTS",
        expect![[r##"
            #ifdef GET_INTRINSIC_PRETTY_PRINT_TABLE
            static constexpr uint8_t PPTable[] = {
              0
               | (1<<1) | (1<<2)
            };

            return (PPTable[id/8] & (1 << (id%8))) != 0;
            #endif // GET_INTRINSIC_PRETTY_PRINT_TABLE


            #ifdef GET_INTRINSIC_PRETTY_PRINT_ARGUMENTS
            void Intrinsic::printImmArg(ID IID, unsigned ArgIdx, raw_ostream &OS, const Constant *ImmArgVal) {
              using namespace Intrinsic;
              switch (IID) {
              case a:
                switch (ArgIdx) {
                case 1:
                  OS << "kind=";
                  return;
                }
                break;
              case toy_b:
                switch (ArgIdx) {
                case 0:
                  OS << "mode=";
                  toy::print(OS, ImmArgVal);
                  return;
                }
                break;
              default:
                break;
              }
            }
        "##]],
    );
    let check_error = |text: &str, want: &str| {
        let text = format!("{INTRINSICS}{PROPERTIES}{text}");
        let records = read_as(Release::V22, &text);
        let run = run(crate::ALL, "gen-intrinsic-impl", &[], &records);
        assert_eq!(run.text.err().map(|it| it.message).as_deref(), Some(want));
    };
    check_error(
        "def int_a : With<[ArgInfo<0, []>]>;",
        "ArgInfo requires ArgNo >= 1 (0 is return value)",
    );
    check_error(
        "def int_a : With<[ArgInfo<2, [ImmArgPrinter<\"p\">]>, ArgInfo<2, []>]>;",
        "ArgInfo for argument 1 is already defined as 'p'",
    );
    check_error(
        "def Far : IntrinsicMemoryLocation; def int_a : With<[IntrRead<[Far]>]>;",
        "unknown IRMemLocation: Far",
    );
}

#[test]
fn an_unknown_property_is_taken_for_the_last_one_that_a_release_knows() {
    let text = "def Odd : IntrinsicProperty { int ArgNo = 1; } def int_a : With<[Odd]>;";
    let error = |release| {
        let records = read_as(release, &format!("{INTRINSICS}{PROPERTIES}{text}"));
        let run = run(crate::ALL, "gen-intrinsic-impl", &[], &records);
        run.text.err().map_or_else(String::new, |it| it.message)
    };
    let errors = [Release::V19, Release::V21, Release::V22].map(error);
    expect![[r#"
        Record `Odd' does not have a field named `Bytes'!

        Record `Odd' does not have a field named `Lower'!

        Record `Odd' does not have a field named `Properties'!
    "#]]
    .assert_eq(&errors.join("\n"));
}

#[test]
fn builtins_since_21() {
    let text = r#"
        def int_a : With<[], "", "__builtin_a">;
        def int_toy_b : With<[], "toy", "__toy_bb">;
        def int_toy_c : With<[], "toy", "__toy_bc">;
    "#;
    check_part(
        Release::V21,
        text,
        "#ifdef GET_LLVM_INTRINSIC_FOR_CLANG_BUILTIN",
        "#endif // GET_LLVM_INTRINSIC_FOR_CLANG_BUILTIN",
        expect![[r##"
            #ifdef GET_LLVM_INTRINSIC_FOR_CLANG_BUILTIN
            Intrinsic::ID
            Intrinsic::getIntrinsicForClangBuiltin(StringRef TargetPrefix, 
                                                  StringRef BuiltinName) {
              using namespace Intrinsic;

            #ifdef __GNUC__
            #pragma GCC diagnostic push
            #pragma GCC diagnostic ignored "-Woverlength-strings"
            #endif
            static constexpr char BuiltinNamesStorage[] = 
              "\0"
              "b\0"
              "c\0"
              ;
            #ifdef __GNUC__
            #pragma GCC diagnostic pop
            #endif

            static constexpr llvm::StringTable
            BuiltinNames = BuiltinNamesStorage;

              struct BuiltinEntry {
                ID IntrinsicID;
                unsigned StrTabOffset;
                const char *getName() const { return BuiltinNames[StrTabOffset].data(); }
                bool operator<(StringRef RHS) const {
                  return strncmp(getName(), RHS.data(), RHS.size()) < 0;
                }
              };

              // Target independent builtins.
              static constexpr BuiltinEntry Names[] = {
                {a, 0}, // __builtin_a
              }; // Names

              // Builtins for toy.
              static constexpr BuiltinEntry toyNames[] = {
                {toy_b, 1}, // __toy_bb
                {toy_c, 3}, // __toy_bc
              }; // toyNames


              struct TargetEntry {
                StringLiteral TargetPrefix;
                ArrayRef<BuiltinEntry> Names;
                StringLiteral CommonPrefix;
                bool operator<(StringRef RHS) const {
                  return TargetPrefix < RHS;
                };
              };
              static constexpr TargetEntry TargetTable[] = {
                {"toy", toyNames, "__toy_b"},
              };

              // Check if it's a target independent builtin.
              // Copy the builtin name so we can use it in consume_front without clobbering
              // if for the lookup in the target specific table.
              StringRef Suffix = BuiltinName;
              if (Suffix.consume_front("__builtin_a")) {
                auto II = lower_bound(Names, Suffix);
                if (II != std::end(Names) && II->getName() == Suffix)
                  return II->IntrinsicID;
              }

              auto TI = lower_bound(TargetTable, TargetPrefix);
              if (TI == std::end(TargetTable) || TI->TargetPrefix != TargetPrefix)
                return not_intrinsic;
              // This is the last use of BuiltinName, so no need to copy before using it in
              // consume_front.
              if (!BuiltinName.consume_front(TI->CommonPrefix))
                return not_intrinsic;
              auto II = lower_bound(TI->Names, BuiltinName);
              if (II == std::end(TI->Names) || II->getName() != BuiltinName)
                return not_intrinsic;
              return II->IntrinsicID;
            }
        "##]],
    );
}

#[test]
fn arguments_are_numbered_with_32_bits() {
    check_part(
        Release::V22,
        "def int_a : With<[ImmArg<0x100000002>, ArgInfo<0x100000002, [ArgName<\"kind\">]>]>;",
        "#ifdef GET_INTRINSIC_PRETTY_PRINT_ARGUMENTS",
        "break;",
        expect![[r##"
            #ifdef GET_INTRINSIC_PRETTY_PRINT_ARGUMENTS
            void Intrinsic::printImmArg(ID IID, unsigned ArgIdx, raw_ostream &OS, const Constant *ImmArgVal) {
              using namespace Intrinsic;
              switch (IID) {
              case a:
                switch (ArgIdx) {
                case 1:
                  OS << "kind=";
                  return;
                }
        "##]],
    );
}
