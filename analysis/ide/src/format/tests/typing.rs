//! Formatting while one types.

use expect_test::{Expect, expect};
use syntax::MacroSet;

use super::*;

fn check_typed(text: &str, typed: char, want: Expect) {
    let offset = text.find("$0").unwrap();
    let text = text.replacen("$0", "", 1);
    let parse = syntax::parse(&text, &mut MacroSet::default());
    let edits = format_on_type(
        parse.green(),
        parse.errors(),
        offset,
        typed,
        Style::default(),
    );
    want.assert_eq(&format!("{:?}", apply(&text, &edits)));
}

#[test]
fn while_typing() {
    check_typed(
        "def  a;\ndef  b : A<1,2>;$0\ndef  c;\n",
        ';',
        expect![[r#""def  a;\ndef b : A<1, 2>;\ndef  c;\n""#]],
    );
    check_typed(
        "def  a {\n  int  x;\nint  y; }$0\ndef  c;\n",
        '}',
        expect![[r#""def a {\n  int x;\n  int y;\n}\ndef  c;\n""#]],
    );
    check_typed("def a {\n$0\n}\n", '\n', expect![[r#""def a {\n  \n}\n""#]]);
    check_typed(
        "def a {\n  int x;\n  $0}\n",
        '\n',
        expect![[r#""def a {\n  int x;\n}\n""#]],
    );
    check_typed(
        "def a : A<1,\n$0",
        '\n',
        expect![[r#""def a : A<1,\n    ""#]],
    );
    check_typed(
        "def a { code c = [{\n$0\n}]; }\n",
        '\n',
        expect![[r#""def a { code c = [{\n\n}]; }\n""#]],
    );
}

#[test]
fn typing_in_blocks() {
    check_typed(
        "def Fmt : Base<5> {\n  int   x=3;$0\n}\n",
        ';',
        expect![[r#""def Fmt : Base<5> {\n  int x = 3;\n}\n""#]],
    );
    check_typed(
        "def Fmt : Base<5> {\nint   x=3;$0\n",
        ';',
        expect![[r#""def Fmt : Base<5> {\n  int x = 3;\n""#]],
    );
    check_typed(
        "def  F {\n    int y;\nint   x=3;$0\n",
        ';',
        expect![[r#""def  F {\n    int y;\n    int x = 3;\n""#]],
    );
    check_typed(
        "let a = 1 in {\ndef   A:B;$0\n}\n",
        ';',
        expect![[r#""let a = 1 in {\ndef A : B;\n}\n""#]],
    );
    check_typed(
        "let a = 1 in\n  def   A:B;$0\n",
        ';',
        expect![[r#""let a = 1 in\n  def A : B;\n""#]],
    );
    check_typed(
        "def A   : B<1>;\ndef CC  : B<1,2>;$0\ndef DDD : B<1>;\n",
        ';',
        expect![[r#""def A   : B<1>;\ndef CC  : B<1, 2>;\ndef DDD : B<1>;\n""#]],
    );
    check_typed(
        "def A { int   x=3;$0 }\n",
        ';',
        expect![[r#""def A { int x = 3; }\n""#]],
    );
    check_typed(
        "  def A : B<\n   1>;  \n \n   def   C;$0\n",
        ';',
        expect![[r#""  def A : B<\n   1>;  \n \n  def C;\n""#]],
    );
}

#[test]
fn lines_in_blocks() {
    check_typed(
        "let a = 1 in {\n$0\n}\n",
        '\n',
        expect![[r#""let a = 1 in {\n\n}\n""#]],
    );
    check_typed(
        "let a = 1 in {\n  def B;\n$0\n}\n",
        '\n',
        expect![[r#""let a = 1 in {\n  def B;\n  \n}\n""#]],
    );
    check_typed(
        "multiclass M {\n$0",
        '\n',
        expect![[r#""multiclass M {\n  ""#]],
    );
    check_typed(
        "def a {\n    int x;\n$0",
        '\n',
        expect![[r#""def a {\n    int x;\n    ""#]],
    );
    check_typed(
        "let a = 1 in\n  def B;\n   $0\n",
        '\n',
        expect![[r#""let a = 1 in\n  def B;\n\n""#]],
    );
    check_typed(
        "def a : B<[1,\n           $0\n",
        '\n',
        expect![[r#""def a : B<[1,\n           \n""#]],
    );
    check_typed(
        "def a {\n  let b = 1;\n}\n  $0\n",
        '\n',
        expect![[r#""def a {\n  let b = 1;\n}\n\n""#]],
    );
}

/// Typing in a large file takes no longer than in a small one.
#[test]
fn typing_costs_what_the_statement_costs() {
    let parse = |count: usize| {
        let text = "def a : B<1>;\n".repeat(count) + "def  c : B<1,2>;";
        (syntax::parse(&text, &mut MacroSet::default()), text.len())
    };
    ::tests::work::does_not_grow(&parse(1_000), &parse(100_000), |(parse, len)| {
        for _ in 0..100 {
            let (tree, errors) = (parse.green(), parse.errors());
            let edits = format_on_type(tree, errors, *len, ';', Style::default());
            assert!(edits.len() == 2, "{edits:?}");
            let edits = format_on_type(tree, errors, 14, '\n', Style::default());
            assert!(edits.is_empty(), "{edits:?}");
        }
    });
}
