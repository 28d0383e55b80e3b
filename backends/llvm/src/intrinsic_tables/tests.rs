mod since_21;

use backend::Release;
use backend_testing::{between, read, read_as, run};
use expect_test::{Expect, expect};

use crate::tests::{check, check_changes, check_error, sources};

#[test]
fn intrinsics() {
    check(
        "gen-intrinsic-enums",
        sources::INTRINSICS,
        expect![[r#"
            /*===- TableGen'erated file -------------------------------------*- C++ -*-===*\
            |*                                                                            *|
            |* Intrinsic Function Source Fragment                                         *|
            |*                                                                            *|
            |* Automatically generated file, do not edit!                                 *|
            |*                                                                            *|
            \*===----------------------------------------------------------------------===*/

            #ifdef GET_INTRINSIC_ENUM_VALUES
            // Enum values for intrinsics
                copy_all = 1,                                  // llvm.copy.all
                sqrt,                                      // llvm.sqrt
                num_intrinsics = 4
            #endif

            // llvm::Intrinsic::IITDescriptor::ArgKind
            #ifdef GET_INTRINSIC_ARGKIND
            #error "ArgKind is not defined"
            #endif

        "#]],
    );
    check_error(
        "gen-intrinsic-enums",
        &format!("{}def foo : Intrinsic;", sources::INTRINSICS),
        "Intrinsic 'foo' does not start with 'int_'!",
    );
}

#[test]
fn intrinsics_by_name() {
    let names = [4, 7, 0, 2, 6, 1, 3, 5].map(|it| {
        let name = it * 3 % 8;
        format!("def int_{it} : Intrinsic {{ let LLVMName = \"llvm.{name}\"; }}\n")
    });
    let of_toy = "foreach i = 0...16 in def int_toy_#i : Intrinsic {
                    let LLVMName = \"llvm.toy.x\"; let TargetPrefix = \"toy\"; }";
    let text = sources::INTRINSICS.to_owned() + &names.concat() + of_toy;
    let order = |options: &[(&'static str, &str)]| {
        let table = run(crate::ALL, "gen-intrinsic-enums", options, &read(&text)).text_or_error();
        let rows = table.lines().filter(|it| it.contains(" // llvm."));
        let names = rows.filter_map(|it| it.trim().split([' ', ',']).next());
        names.map(str::to_owned).collect::<Vec<_>>().join(" ")
    };
    // Their records come in the order of their own names.
    assert_eq!(order(&[]), "0 3 6 1 4 7 2 5 copy_all sqrt");
    // Of more than 16 equal ones the order changes.
    assert_eq!(
        order(&[("intrinsic-prefix", "toy")]),
        "toy_spin toy_9 toy_0 toy_16 toy_15 toy_14 toy_13 toy_12 toy_11 toy_10 toy_1 toy_8 toy_7 toy_6 toy_5 toy_4 toy_3 toy_2"
    );
}

/// Intrinsics as 21 describes them.
const INTRINSICS: &str = r#"
class IntrinsicProperty<bit default = false> { bit IsDefault = default; }
class LLVMType;
class TypeInfoGen { bit isOverloaded = false; list<LLVMType> Types = []; list<int> TypeSig = [1]; }
defvar IIT_RetNumbers = [[0], [1], [2]];
class Intrinsic<bit overloaded = false, string target = ""> {
  string LLVMName = "";
  string TargetPrefix = target;
  list<LLVMType> RetTypes = [];
  list<IntrinsicProperty> IntrProperties = [];
  bit DisableDefaultAttributes = false;
  list<IntrinsicProperty> Properties = [];
  // 19 finds the types here.
  list<LLVMType> Types = [];
  bit isOverloaded = overloaded;
  TypeInfoGen TypeInfo = !cast<TypeInfoGen>(!if(overloaded, "Overloaded", "Plain"));
}
def Plain : TypeInfoGen;
def Overloaded : TypeInfoGen { let isOverloaded = true; }
"#;

#[test]
fn changes() {
    let text = format!(
        "{INTRINSICS} def int_sqrt : Intrinsic {{ let LLVMName = \"llvm.sqrt\"; }}
         def int_toy_b : Intrinsic<false, \"toy\">; def int_toy_a : Intrinsic<true, \"toy\">;"
    );
    check_changes(
        "gen-intrinsic-enums",
        &text,
        expect![[r#"
            19 to 21:
            -// Enum values for intrinsics
            +// Enum values for intrinsics.
            -// llvm::Intrinsic::IITDescriptor::ArgKind
            +// llvm::Intrinsic::IITDescriptor::ArgKind.
            21 to 22:
            +20: note: Explicitly specified name matches default name, consider dropping it
            -    sqrt = 1,                                      // llvm.sqrt
            +    sqrt = 1,                                      // llvm.sqrt (a.td:20)
        "#]],
    );
    let options = [("intrinsic-prefix", "toy")];
    let of_toy = backend_testing::changes(
        crate::ALL,
        "gen-intrinsic-enums",
        &options,
        &text,
        &Release::ALL,
    );
    expect![[r#"
        19 to 21:
        -
        -namespace llvm {
        -namespace Intrinsic {
        +namespace llvm::Intrinsic {
        -// Enum values for intrinsics
        +// Enum values for intrinsics.
        -} // namespace Intrinsic
        -} // namespace llvm
        -
        +} // namespace llvm::Intrinsic
        +
        21 to 22:
        +20: note: Explicitly specified name matches default name, consider dropping it
        -    toy_a = 2,                                     // llvm.toy.a
        -    toy_b,                                     // llvm.toy.b
        +    toy_a = 2,                                     // llvm.toy.a (a.td:21)
        +    toy_b,                                     // llvm.toy.b (a.td:21)
    "#]]
    .assert_eq(&of_toy);
}

const MANY_RESULTS: &str = "def T : LLVMType; def int_a : Intrinsic { let RetTypes = [T, T, T]; }";

#[test]
fn names_that_21_refuses() {
    let check = |text: &str, want: Expect| {
        let records = read_as(Release::V21, &format!("{INTRINSICS} {text}"));
        let run = run(crate::ALL, "gen-intrinsic-enums", &[], &records);
        let mut said: Vec<_> = run.said.list.iter().map(|it| it.message.clone()).collect();
        said.extend(run.text.err().map(|it| it.message));
        want.assert_eq(&said.join("\n"));
    };
    check(
        "def int_a : Intrinsic; def int_b : Intrinsic { let LLVMName = \"llvm.a\"; }",
        expect!["Intrinsic `llvm.a` is already defined"],
    );
    check(
        "def int_toy_a : Intrinsic; def int_toy_b : Intrinsic<false, \"toy\">;",
        expect![
            "target independent intrinsic `llvm.toy.a' has prefix `llvm.toy` that conflicts with intrinsics for target `toy`"
        ],
    );
    check(
        "def int_a : Intrinsic<true>; def int_a_i32 : Intrinsic; def int_a_x : Intrinsic;",
        expect![
            "intrinsic `llvm.a.i32` cannot share prefix `llvm.a.i32` with another overloaded intrinsic `llvm.a`"
        ],
    );
    check(
        MANY_RESULTS,
        expect!["intrinsics can only return upto 2 values, 'int_a' returns 3 values"],
    );
    // 22 does not count results, and does not need their codes.
    let text = INTRINSICS.replace("IIT_RetNumbers", "Others") + MANY_RESULTS;
    let run = run(
        crate::ALL,
        "gen-intrinsic-enums",
        &[],
        &read_as(Release::V22, &text),
    );
    assert!(run.text.is_ok());
}

/// Properties of intrinsics and of their arguments, in the terms of LLVM 21 and 22.
const PROPERTIES: &str = r#"
class Property : IntrinsicProperty;
def IntrNoMem : Property;
def IntrReadMem : Property;
def IntrArgMemOnly : Property;
def IntrHasSideEffects : Property;
def Throws : Property;
def IntrCold : Property;
class ImmArg<int n> : Property { int ArgNo = n; }
class NoCapture<int n> : Property { int ArgNo = n; }
class Align<int n, int a> : Property { int ArgNo = n; int Align = a; }
class Range<int n, int from, int to> : Property { int ArgNo = n; int Lower = from; int Upper = to; }
class IntrinsicMemoryLocation;
def InaccessibleMem : IntrinsicMemoryLocation;
def TargetMem1 : IntrinsicMemoryLocation;
class IntrRead<list<IntrinsicMemoryLocation> m> : Property { list<IntrinsicMemoryLocation> MemLoc = m; }
class IntrWrite<list<IntrinsicMemoryLocation> m> : Property { list<IntrinsicMemoryLocation> MemLoc = m; }
class ArgProperty;
class ArgName<string n> : ArgProperty { string Name = n; }
class ImmArgPrinter<string f> : ArgProperty { string FuncName = f; }
class ArgInfo<int n, list<ArgProperty> p> : Property { int ArgNo = n; list<ArgProperty> Properties = p; }
class With<list<IntrinsicProperty> p, string target = "", string builtin = ""> : Intrinsic<false, target> {
  let IntrProperties = p;
  string ClangBuiltinName = builtin;
}
"#;

/// The part between two marks of a release's output for these intrinsics.
fn check_part(release: Release, text: &str, start: &str, end: &str, want: Expect) {
    let records = read_as(release, &format!("{INTRINSICS}{PROPERTIES}{text}"));
    let text = run(crate::ALL, "gen-intrinsic-impl", &[], &records).text_or_error();
    want.assert_eq(&between(&text, start, end));
}

#[test]
fn names_and_signatures_since_21() {
    let text = r#"
        def Long : TypeInfoGen { let TypeSig = [1, 20, 3]; }
        def int_a : Intrinsic<true>;
        let TypeInfo = Long in def int_toy_b : Intrinsic<false, "toy">;
    "#;
    check_part(
        Release::V21,
        text,
        "// Target mapping",
        "// Add parameter attributes",
        expect![[r#"
            // Target mapping.
            #ifdef GET_INTRINSIC_TARGET_DATA
            struct IntrinsicTargetInfo {
              StringLiteral Name;
              size_t Offset;
              size_t Count;
            };
            static constexpr IntrinsicTargetInfo TargetInfos[] = {
              {"", 0, 1},
              {"toy", 1, 1},
            };
            #endif

            // Intrinsic ID to name table.
            #ifdef GET_INTRINSIC_NAME_TABLE
            // Note that entry #0 is the invalid intrinsic!


            #ifdef __GNUC__
            #pragma GCC diagnostic push
            #pragma GCC diagnostic ignored "-Woverlength-strings"
            #endif
            static constexpr char IntrinsicNameTableStorage[] = 
              "\0"
              "not_intrinsic\0"
              "llvm.a\0"
              "llvm.toy.b\0"
              ;
            #ifdef __GNUC__
            #pragma GCC diagnostic pop
            #endif

            static constexpr llvm::StringTable
            IntrinsicNameTable = IntrinsicNameTableStorage;

            static constexpr unsigned IntrinsicNameOffsetTable[] = {
              1, // not_intrinsic
              15, // llvm.a
              22, // llvm.toy.b

            }; // IntrinsicNameOffsetTable

            #endif

            // Intrinsic ID to overload bitset.
            #ifdef GET_INTRINSIC_OVERLOAD_TABLE
            static constexpr uint8_t OTable[] = {
              0
               | (1<<1)
            };

            return (OTable[id/8] & (1 << (id%8))) != 0;
            #endif

            // Global intrinsic function declaration type table.
            #ifdef GET_INTRINSIC_GENERATOR_GLOBAL
            static constexpr uint16_t IIT_Table[] = {
              0x1, (1U<<15) | 0, 0
            };

            static constexpr unsigned char IIT_LongEncodingTable[] = {
              /* 0 */ 1, 20, 3, 0,
              255
            };
            #endif

        "#]],
    );
}
