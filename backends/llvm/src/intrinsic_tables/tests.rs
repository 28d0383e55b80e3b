use backend::Release;
use backend_testing::{read, read_as, run};
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
        "def T : LLVMType; def int_a : Intrinsic { let RetTypes = [T, T, T]; }",
        expect!["intrinsics can only return upto 2 values, 'int_a' returns 3 values"],
    );
}
