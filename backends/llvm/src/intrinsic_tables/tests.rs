use backend_testing::{read, run};
use expect_test::expect;

use crate::tests::{check, check_error, sources};

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
