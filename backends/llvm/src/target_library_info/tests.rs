use backend::Release;
use backend_testing::{between, read_as, run};
use expect_test::{Expect, expect};

const CLASSES: &str = r#"
class FuncArgType;
def Void : FuncArgType;
def Int : FuncArgType;
def Ptr : FuncArgType;
class TargetLibCall<string Str, FuncArgType Ret, list<FuncArgType> Args = []> {
  string String = Str;
  FuncArgType ReturnType = Ret;
  list<FuncArgType> ArgumentTypes = Args;
}
"#;

fn check(text: &str, want: Expect) {
    let records = read_as(Release::V22, &format!("{CLASSES}{text}"));
    let text = run(crate::ALL, "gen-target-library-info", &[], &records).text_or_error();
    want.assert_eq(&between(&text, "#ifdef GET_TARGET_LIBRARY_INFO_ENUM", ""));
}

#[test]
fn functions_in_the_order_of_the_source() {
    check(
        r#"
        def puts : TargetLibCall<"puts", Int, [Ptr]>;
        def new : TargetLibCall<"_Znwj", Ptr, [Int]>;
        def atoi : TargetLibCall<"atoi", Int, [Ptr]>;
        def fini : TargetLibCall<"_fini", ?, []>;
        def abort : TargetLibCall<"abort", Void, []>;
        "#,
        expect![[r##"
            #ifdef GET_TARGET_LIBRARY_INFO_ENUM
            #undef GET_TARGET_LIBRARY_INFO_ENUM
            enum LibFunc : unsigned {
              NotLibFunc = 0,
              LibFunc_puts,
              LibFunc_new,
              LibFunc_atoi,
              LibFunc_fini,
              LibFunc_abort,
              NumLibFuncs,
              End_LibFunc = NumLibFuncs,
              Begin_LibFunc = LibFunc_puts,
            };
            #endif

            #ifdef GET_TARGET_LIBRARY_INFO_STRING_TABLE
            #undef GET_TARGET_LIBRARY_INFO_STRING_TABLE

            #ifdef __GNUC__
            #pragma GCC diagnostic push
            #pragma GCC diagnostic ignored "-Woverlength-strings"
            #endif
             constexpr char StandardNamesStrTableStorage[] =
              "\0"
              "puts\0"
              "_Znwj\0"
              "atoi\0"
              "_fini\0"
              "abort\0"
              ;
            #ifdef __GNUC__
            #pragma GCC diagnostic pop
            #endif

            const llvm::StringTable
            TargetLibraryInfoImpl::StandardNamesStrTable = StandardNamesStrTableStorage;

            const llvm::StringTable::Offset TargetLibraryInfoImpl::StandardNamesOffsets[6] = {
              0, //
              1, // puts
              6, // _Znwj
              12, // atoi
              17, // _fini
              23, // abort
            };
            const uint8_t TargetLibraryInfoImpl::StandardNamesSizeTable[6] = {
              0,
              4,
              5,
              4,
              5,
              5,
            };
            #endif

            #ifdef GET_TARGET_LIBRARY_INFO_IMPL_DECL
            #undef GET_TARGET_LIBRARY_INFO_IMPL_DECL
            LLVM_ABI static const llvm::StringTable StandardNamesStrTable;
            LLVM_ABI static const llvm::StringTable::Offset StandardNamesOffsets[6];
            LLVM_ABI static const uint8_t StandardNamesSizeTable[6];
            #endif

            #ifdef GET_TARGET_LIBRARY_INFO_SIGNATURE_TABLE
            #undef GET_TARGET_LIBRARY_INFO_SIGNATURE_TABLE
            enum FuncArgTypeID : char {
              NoFuncArgType = 0,
              Void,
              Int,
              Ptr,
            };
            static const FuncArgTypeID SignatureTable[] = {
              /* 0 */ Ptr, Int, NoFuncArgType,
              /* 3 */ Int, Ptr, NoFuncArgType,
              /* 6 */ Void, NoFuncArgType,
            };
            static const uint16_t SignatureOffset[] = {
              6, //
              3, // puts
              0, // new
              3, // atoi
              2, // fini
              6, // abort
            };
            #endif

        "##]],
    );
}

#[test]
fn no_functions() {
    check(
        "",
        expect![[r##"
        #ifdef GET_TARGET_LIBRARY_INFO_ENUM
        #undef GET_TARGET_LIBRARY_INFO_ENUM
        enum LibFunc : unsigned {
          NotLibFunc = 0,
          NumLibFuncs,
          End_LibFunc = NumLibFuncs,
          Begin_LibFunc = NotLibFunc,
        };
        #endif

        #ifdef GET_TARGET_LIBRARY_INFO_STRING_TABLE
        #undef GET_TARGET_LIBRARY_INFO_STRING_TABLE

        #ifdef __GNUC__
        #pragma GCC diagnostic push
        #pragma GCC diagnostic ignored "-Woverlength-strings"
        #endif
         constexpr char StandardNamesStrTableStorage[] =
          "\0"
          ;
        #ifdef __GNUC__
        #pragma GCC diagnostic pop
        #endif

        const llvm::StringTable
        TargetLibraryInfoImpl::StandardNamesStrTable = StandardNamesStrTableStorage;

        const llvm::StringTable::Offset TargetLibraryInfoImpl::StandardNamesOffsets[1] = {
          0, //
        };
        const uint8_t TargetLibraryInfoImpl::StandardNamesSizeTable[1] = {
          0,
        };
        #endif

        #ifdef GET_TARGET_LIBRARY_INFO_IMPL_DECL
        #undef GET_TARGET_LIBRARY_INFO_IMPL_DECL
        LLVM_ABI static const llvm::StringTable StandardNamesStrTable;
        LLVM_ABI static const llvm::StringTable::Offset StandardNamesOffsets[1];
        LLVM_ABI static const uint8_t StandardNamesSizeTable[1];
        #endif

        #ifdef GET_TARGET_LIBRARY_INFO_SIGNATURE_TABLE
        #undef GET_TARGET_LIBRARY_INFO_SIGNATURE_TABLE
        enum FuncArgTypeID : char {
          NoFuncArgType = 0,
          Void,
          Int,
          Ptr,
        };
        static const FuncArgTypeID SignatureTable[] = {
          /* 0 */ Void, NoFuncArgType,
        };
        static const uint16_t SignatureOffset[] = {
          0, //
        };
        #endif

    "##]],
    );
}
