use backend::Release;
use backend_testing::{between, read_as, run};
use expect_test::expect;

const CLASSES: &str = r#"
class RuntimeLibcallPredicate<string cond> { string Cond = cond; }
def AlwaysAvailable : RuntimeLibcallPredicate<"">;
class LibcallCallingConv<string cc = ""> { string CallingConv = cc; }
def DefaultCC : LibcallCallingConv;
class RuntimeLibcall { string Name = NAME; }
class RuntimeLibcallImpl<RuntimeLibcall p, string name = NAME> {
  RuntimeLibcall Provides = p;
  string LibCallFuncName = name;
  bit IsDefault = false;
}
def add;
class LibcallImpls<dag members, RuntimeLibcallPredicate p = AlwaysAvailable> {
  RuntimeLibcallPredicate AvailabilityPredicate = p;
  dag MemberList = members;
  LibcallCallingConv CallingConv = ?;
}
class WithCC<dag members, LibcallCallingConv cc> : LibcallImpls<members> { let CallingConv = cc; }
class SystemRuntimeLibrary<RuntimeLibcallPredicate p, dag members> {
  LibcallCallingConv DefaultLibcallCallingConv = DefaultCC;
  RuntimeLibcallPredicate TriplePred = p;
  LibcallImpls MemberList = LibcallImpls<members>;
}
def isToy : RuntimeLibcallPredicate<"TT.isToy()">;
def isBig : RuntimeLibcallPredicate<"TT.isBig()">;
def Fast : LibcallCallingConv<"CallingConv::Fast">;
def SIN : RuntimeLibcall;
def COS : RuntimeLibcall;
def sin : RuntimeLibcallImpl<SIN> { let IsDefault = true; }
def sin_fast : RuntimeLibcallImpl<SIN, "__fast_sin">;
def cos : RuntimeLibcallImpl<COS>;
"#;

#[test]
fn functions_of_libraries() {
    let text = r#"
        def Empty : SystemRuntimeLibrary<isBig, (add)>;
        let DefaultLibcallCallingConv = Fast in
        def Toy : SystemRuntimeLibrary<isToy, (add sin, LibcallImpls<(add sin_fast), isBig>,
                                               WithCC<(add cos), Fast>)>;
    "#;
    let records = read_as(Release::V21, &format!("{CLASSES}{text}"));
    let text = run(crate::ALL, "gen-runtime-libcalls", &[], &records).text_or_error();
    expect![[r##"
        #ifdef GET_RUNTIME_LIBCALL_ENUM
        namespace llvm {
        namespace RTLIB {
        enum Libcall : unsigned short {
          COS = 0,
          SIN = 1,
          UNKNOWN_LIBCALL = 2
        };

        enum LibcallImpl : unsigned short {
          Unsupported = 0,
          cos = 1, // cos
          sin = 2, // sin
          sin_fast = 3, // __fast_sin
          NumLibcallImpls = 4
        };
        } // End namespace RTLIB
        } // End namespace llvm
        #endif

        #ifdef GET_INIT_RUNTIME_LIBCALL_NAMES
        const RTLIB::LibcallImpl llvm::RTLIB::RuntimeLibcallsInfo::DefaultLibcallImpls[RTLIB::UNKNOWN_LIBCALL + 1] = {
          RTLIB::Unsupported, // RTLIB::COS
          RTLIB::sin, // RTLIB::SIN
          RTLIB::Unsupported
        };

        const char *const llvm::RTLIB::RuntimeLibcallsInfo::LibCallImplNames[RTLIB::NumLibcallImpls] = {
          nullptr, // RTLIB::Unsupported
          "cos", // RTLIB::cos
          "sin", // RTLIB::sin
          "__fast_sin", // RTLIB::sin_fast
        };

        const RTLIB::Libcall llvm::RTLIB::RuntimeLibcallsInfo::ImplToLibcall[RTLIB::NumLibcallImpls] = {
          RTLIB::UNKNOWN_LIBCALL, // RTLIB::Unsupported
          RTLIB::COS, // RTLIB::cos
          RTLIB::SIN, // RTLIB::sin
          RTLIB::SIN, // RTLIB::sin_fast
        };

        #endif

        #ifdef GET_SET_TARGET_RUNTIME_LIBCALL_SETS
        void llvm::RTLIB::RuntimeLibcallsInfo::setTargetRuntimeLibcallSets(const llvm::Triple &TT, FloatABI::ABIType FloatABI) {
          struct LibcallImplPair {
            RTLIB::Libcall Func;
            RTLIB::LibcallImpl Impl;
          };

          if (TT.isBig()) {
            return;
          }

          if (TT.isToy()) {
            const CallingConv::ID DefaultCC = CallingConv::Fast;
            for (CallingConv::ID &Entry : LibcallImplCallingConvs) {
              Entry = DefaultCC;
            }

            static const LibcallImplPair LibraryCalls[] = {
                {RTLIB::SIN, RTLIB::sin}, // sin
            };

            for (const auto [Func, Impl] : LibraryCalls) {
              setLibcallImpl(Func, Impl);
            }

            static const LibcallImplPair LibraryCalls_AlwaysAvailable[] = {
                {RTLIB::COS, RTLIB::cos}, // cos
            };

            for (const auto [Func, Impl] : LibraryCalls_AlwaysAvailable) {
              setLibcallImpl(Func, Impl);
              setLibcallImplCallingConv(Impl, CallingConv::Fast);
            }

            if (TT.isBig()) {
              static const LibcallImplPair LibraryCalls_isBig[] = {
                  {RTLIB::SIN, RTLIB::sin_fast}, // __fast_sin
              };

              for (const auto [Func, Impl] : LibraryCalls_isBig) {
                setLibcallImpl(Func, Impl);
              }

            }

            return;
          }
          initDefaultLibCallImpls();
        }

        #endif

    "##]].assert_eq(&between(&text, "#ifdef GET_RUNTIME_LIBCALL_ENUM", ""));
}

#[test]
fn functions_that_do_the_same() {
    let check = |text: &str, want: expect_test::Expect| {
        let records = read_as(Release::V21, &format!("{CLASSES}{text}"));
        let run = run(crate::ALL, "gen-runtime-libcalls", &[], &records);
        let said = run.said.list.iter();
        let said = said.map(|it| format!("{:?}: {}\n", it.severity, it.message));
        want.assert_eq(&said.collect::<String>());
    };
    check(
        "def Toy : SystemRuntimeLibrary<isToy, (add sin_fast, sin)>;",
        expect![[r#"
            Warning: conflicting implementations for libcall SIN: __fast_sin, sin
        "#]],
    );
    check(
        "def Toy : SystemRuntimeLibrary<isToy, (add isBig, LibcallImpls<(add LibcallImpls<(add sin), isBig>), isToy>)>;",
        expect![[r#"
            Error: combining nested libcall set predicates currently unhandled
            Error: entry for SystemLibrary is not a RuntimeLibcallImpl
        "#]],
    );
}

#[test]
fn names_are_found_by_hash_since_22() {
    let text = r#"
        def sinl : RuntimeLibcallImpl<SIN, "sin">;
        def Empty : SystemRuntimeLibrary<isBig, (add)>;
        let DefaultLibcallCallingConv = Fast in
        def Toy : SystemRuntimeLibrary<isToy, (add sin, LibcallImpls<(add sin_fast), isBig>,
                                               WithCC<(add cos), Fast>)>;
    "#;
    let records = read_as(Release::V22, &format!("{CLASSES}{text}"));
    let text = run(crate::ALL, "gen-runtime-libcalls", &[], &records).text_or_error();
    expect![[r##"
        #ifdef GET_RUNTIME_LIBCALL_ENUM
        #undef GET_RUNTIME_LIBCALL_ENUM

        namespace llvm {
        namespace RTLIB {
        enum Libcall : unsigned short {
          COS = 0,
          SIN = 1,
          UNKNOWN_LIBCALL = 2
        };

        enum LibcallImpl : unsigned short {
          Unsupported = 0,
          impl_sin_fast = 1, // __fast_sin
          impl_cos = 2, // cos
          impl_sin = 3, // sin
          impl_sinl = 4, // sin
        };
        constexpr size_t NumLibcallImpls = 5;
        } // End namespace RTLIB
        } // End namespace llvm

        #endif // GET_RUNTIME_LIBCALL_ENUM

        #ifdef GET_INIT_RUNTIME_LIBCALL_NAMES
        #undef GET_INIT_RUNTIME_LIBCALL_NAMES


        #ifdef __GNUC__
        #pragma GCC diagnostic push
        #pragma GCC diagnostic ignored "-Woverlength-strings"
        #endif
         constexpr char RTLIB::RuntimeLibcallsInfo::RuntimeLibcallImplNameTableStorage[] =
          "\0"
          "__fast_sin\0"
          "cos\0"
          "sin\0"
          ;
        #ifdef __GNUC__
        #pragma GCC diagnostic pop
        #endif

        const llvm::StringTable
        RTLIB::RuntimeLibcallsInfo::RuntimeLibcallImplNameTable = RuntimeLibcallImplNameTableStorage;

        const uint16_t RTLIB::RuntimeLibcallsInfo::RuntimeLibcallNameOffsetTable[] = {
          0, // 
          1, // __fast_sin
          12, // cos
          16, // sin
          16, // sin
        };

        const uint8_t RTLIB::RuntimeLibcallsInfo::RuntimeLibcallNameSizeTable[] = {
          0,
          10,
          3,
          3,
          3,
        };

        const RTLIB::Libcall llvm::RTLIB::RuntimeLibcallsInfo::ImplToLibcall[RTLIB::NumLibcallImpls] = {
          RTLIB::UNKNOWN_LIBCALL, // RTLIB::Unsupported
          RTLIB::SIN, // RTLIB::impl_sin_fast
          RTLIB::COS, // RTLIB::impl_cos
          RTLIB::SIN, // RTLIB::impl_sin
          RTLIB::SIN, // RTLIB::impl_sinl
        };


        #endif // GET_INIT_RUNTIME_LIBCALL_NAMES

        #ifdef GET_LOOKUP_LIBCALL_IMPL_NAME_BODY
        #undef GET_LOOKUP_LIBCALL_IMPL_NAME_BODY

          size_t Size = Name.size();
          if (Size == 0 || Size > 10)
            return enum_seq(RTLIB::Unsupported, RTLIB::Unsupported);
         return lookupLibcallImplNameImpl(Name);

        #endif // GET_LOOKUP_LIBCALL_IMPL_NAME_BODY

        #ifdef DEFINE_GET_LOOKUP_LIBCALL_IMPL_NAME
        #undef DEFINE_GET_LOOKUP_LIBCALL_IMPL_NAME

        static inline uint64_t hash(StringRef Str) {
          return static_cast<uint32_t>(xxh3_64bits(Str));
        }

        iota_range<RTLIB::LibcallImpl> RTLIB::RuntimeLibcallsInfo::lookupLibcallImplNameImpl(StringRef Name) {
          static constexpr uint16_t HashTableNameToEnum[4] = {
            2,
            1,
            0,
            3,
          };

          unsigned Idx = (hash(Name) % 4) * 1;

          for (int I = 0; I != 1; ++I) {
            const uint16_t Entry = HashTableNameToEnum[Idx + I];
            const uint16_t StrOffset = RuntimeLibcallNameOffsetTable[Entry];
            const uint8_t StrSize = RuntimeLibcallNameSizeTable[Entry];
            StringRef Str(
              &RTLIB::RuntimeLibcallsInfo::RuntimeLibcallImplNameTableStorage[StrOffset],
              StrSize);
            if (Str == Name)
              return libcallImplNameHit(Entry, StrOffset);
          }

          return enum_seq(RTLIB::Unsupported, RTLIB::Unsupported);
        }

        #endif // DEFINE_GET_LOOKUP_LIBCALL_IMPL_NAME

        #ifdef GET_RUNTIME_LIBCALLS_INFO
        #undef GET_RUNTIME_LIBCALLS_INFO

        void llvm::RTLIB::RuntimeLibcallsInfo::setTargetRuntimeLibcallSets(const llvm::Triple &TT, ExceptionHandling ExceptionModel, FloatABI::ABIType FloatABI, EABI EABIVersion, StringRef ABIName) {

          if (TT.isBig()) {
            static constexpr LibcallImplBitset SystemAvailableImpls({
              0x00000000000000
            });
            AvailableLibcallImpls = SystemAvailableImpls;

            return;
          }

          if (TT.isToy()) {
            const CallingConv::ID DefaultCC = CallingConv::Fast;
            for (CallingConv::ID &Entry : LibcallImplCallingConvs) {
              Entry = DefaultCC;
            }

            static constexpr LibcallImplBitset SystemAvailableImpls({
              0x0000000000000c
            });
            AvailableLibcallImpls = SystemAvailableImpls;

            static const RTLIB::LibcallImpl LibraryCalls[] = {
                RTLIB::impl_sin, // sin
            };

            for (const RTLIB::LibcallImpl Impl : LibraryCalls) {
              setAvailable(Impl);
            }

            static const RTLIB::LibcallImpl LibraryCalls_AlwaysAvailable_Fast[] = {
                RTLIB::impl_cos, // cos
            };

            for (const RTLIB::LibcallImpl Impl : LibraryCalls_AlwaysAvailable_Fast) {
              setAvailable(Impl);
              setLibcallImplCallingConv(Impl, CallingConv::Fast);
            }

            if (TT.isBig()) {
              static const RTLIB::LibcallImpl LibraryCalls_isBig[] = {
                  RTLIB::impl_sin_fast, // __fast_sin
              };

              for (const RTLIB::LibcallImpl Impl : LibraryCalls_isBig) {
                setAvailable(Impl);
              }

            }

            return;
          }
          LLVM_DEBUG(dbgs() << "no system runtime library applied to target \'" << TT.str() << "\'\n");
        }


        #endif // GET_RUNTIME_LIBCALLS_INFO

    "##]].assert_eq(&between(&text, "#ifdef GET_RUNTIME_LIBCALL_ENUM", ""));
}

#[test]
fn a_table_of_names_needs_one() {
    let text = "class RuntimeLibcall; class RuntimeLibcallImpl; class SystemRuntimeLibrary;";
    let records = read_as(Release::V22, text);
    let text = run(crate::ALL, "gen-runtime-libcalls", &[], &records).text_or_error();
    expect!["error: there is no function to look up"].assert_eq(&text);
}
