//! What LLVM 22 changed.

use backend::Release;
use backend_testing::{between, changes, read_as, run};
use expect_test::{Expect, expect};

use super::VERSIONED;

#[test]
fn changes_of_22() {
    let check = |backend, want: Expect| {
        let releases = [Release::V21, Release::V22];
        let text = VERSIONED;
        want.assert_eq(&changes(crate::ALL, backend, &[], text, &releases));
    };
    check(
        "gen-directive-decl",
        expect![[r#"
        21 to 22:
        +#include "llvm/ADT/Sequence.h"
        +
        +  First_ = Block,
        +  Last_ = None,
        +  First_ = Executable,
        +  Last_ = Executable,
        +  First_ = TD_parallel_loop,
        +  Last_ = TD_parallel,
        +  First_ = TC_x,
        +  Last_ = TC___skipped,
        +
        +
        +template <> struct enum_iteration_traits<toy::Association> {
        +  static constexpr bool is_iterable = true;
        +};
        +
        +template <> struct enum_iteration_traits<toy::Category> {
        +  static constexpr bool is_iterable = true;
        +};
        +
        +template <> struct enum_iteration_traits<toy::Directive> {
        +  static constexpr bool is_iterable = true;
        +};
        +
        +template <> struct enum_iteration_traits<toy::Clause> {
        +  static constexpr bool is_iterable = true;
        +};
        +
        +
        +
    "#]],
    );
    check(
        "gen-directive-impl",
        expect![[r#"
        21 to 22:
        -namespace llvm {
        -namespace toy {
        +namespace llvm::toy {
        -
        -
        -} // namespace toy
        -} // namespace llvm
        +} // namespace llvm::toy
        +
    "#]],
    );
}

#[test]
fn loops_of_22() {
    let text = VERSIONED.replace(
        "def TD_Loop :",
        "def AS_LoopSeq : Association<\"LoopSeq\">;
         let association = AS_LoopSeq in def TD_Loop :",
    );
    let check = |release, want: Expect| {
        let run = run(
            crate::ALL,
            "gen-directive-impl",
            &[],
            &read_as(release, &text),
        );
        let got = run.text_or_error();
        want.assert_eq(&if got.starts_with("error") {
            got
        } else {
            between(&got, "getDirectiveAssociation", "// switch")
        });
    };
    check(
        Release::V21,
        expect![
            "error: Directive 'TD_Loop' in namespace 'toy' has an unrecognized value for association: 'AS_LoopSeq'"
        ],
    );
    check(
        Release::V22,
        expect![[r#"
        llvm::toy::Association llvm::toy::getDirectiveAssociation(llvm::toy::Directive Dir) {
          switch (Dir) {
          case TD_parallel_loop:
            return Association::LoopSeq;
          case TD_do:
            return Association::LoopSeq;
          case TD_parallel:
            return Association::Block;
    "#]],
    );
}

#[test]
fn in_22_no_lines_part_values_that_are_not_exported() {
    let text = format!(
        "{VERSIONED}
        class Kinds<string kind, list<ClauseVal> values> : Clause<[Spelling<kind>]> {{
          let enumClauseValue = kind; let allowedClauseValues = values;
        }}
        def One : ClauseVal<\"one\", 1, 1>; def Two : ClauseVal<\"two\", 2, 1>;
        def A : Kinds<\"A\", [One]>; def B : Kinds<\"B\", [Two]>;"
    )
    .replace(
        "makeEnumAvailableInNamespace = true",
        "makeEnumAvailableInNamespace = false",
    );
    let text = run(
        crate::ALL,
        "gen-directive-decl",
        &[],
        &read_as(Release::V22, &text),
    )
    .text_or_error();
    expect![[r#"
        enum class A {
          One=1,
        };
        enum class B {
          Two=2,
        };
    "#]]
    .assert_eq(&between(&text, "enum class A ", "helper"));
}

#[test]
fn namespaces_of_22() {
    let namespaces = |backend, name: &str| {
        let name = format!("cppNamespace = \"{name}\"");
        let text = VERSIONED.replace("cppNamespace = \"toy\"", &name);
        let shown = run(crate::ALL, backend, &[], &read_as(Release::V22, &text)).text_or_error();
        let lines = shown.lines().filter(|it| it.contains("namespace ")).take(2);
        lines.map(|it| format!("{it}\n")).collect::<String>()
    };
    expect![[r#"
        namespace llvm {
        } // namespace llvm
    "#]]
    .assert_eq(&namespaces("gen-directive-decl", ""));
    expect![[r#"
        namespace llvm {
        namespace toy {
    "#]]
    .assert_eq(&namespaces("gen-directive-decl", "::toy"));
    expect![[r#"
        namespace llvm {
        } // namespace llvm
    "#]]
    .assert_eq(&namespaces("gen-directive-impl", ""));
}

#[test]
fn leaves_that_do_not_fit() {
    let text = format!(
        "{VERSIONED}
        def AS_Delimited : Association<\"Delimited\">;
        def A : Directive<[Spelling<\"a\">]> {{ let association = AS_Block; }}
        def B : Directive<[Spelling<\"b\">]> {{ let association = AS_Delimited; }}
        def C : Directive<[Spelling<\"c\">]> {{ let association = AS_FromLeaves; let leafConstructs = [A, B]; }}"
    );
    let error = |release| {
        run(
            crate::ALL,
            "gen-directive-impl",
            &[],
            &read_as(release, &text),
        )
        .text_or_error()
    };
    expect!["error: Directive 'C' in namespace 'toy' has leaves with incompatible association values: Delimited and Block"].assert_eq(&error(Release::V21));
    expect!["error: Directive 'C' in namespace 'toy' has leaves with incompatible association values: Delimited and "].assert_eq(&error(Release::V22));
}
