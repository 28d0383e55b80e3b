use expect_test::{Expect, expect};

use super::*;

/// The pieces of a literal with their kinds and names, each as it is written.
fn check(language: Language, literal: &str, want: Expect) {
    let kind = if literal.starts_with('"') {
        STRING_LITERAL
    } else {
        CODE_LITERAL
    };
    let written = |it: &Range<u32>| &literal[it.start as usize - 10..it.end as usize - 10];
    let lines = pieces(kind, literal, 10, language).into_iter().map(|it| {
        let name = it.name.as_ref().map(|it| format!(" ({})", written(it)));
        let name = name.unwrap_or_default();
        format!("{:?} {}{name}\n", it.kind, written(&it.range))
    });
    want.assert_eq(&lines.collect::<String>());
}

#[test]
fn formats() {
    check(
        Language::Format,
        r#""$lhs `,` (`to` $rhs^)? custom<Foo>($a, ref(type($b)), \"x\") what attr-dict""#,
        expect![[r#"
            Variable $lhs (lhs)
            Literal `,`
            Sign (
            Literal `to`
            Variable $rhs (rhs)
            Sign ^
            Sign )
            Sign ?
            Directive(Custom) custom
            Sign <
            Function Foo
            Sign >
            Sign (
            Variable $a (a)
            Sign ,
            Directive(Ref) ref
            Sign (
            Directive(Type) type
            Sign (
            Variable $b (b)
            Sign )
            Sign )
            Sign ,
            String \"x\"
            Sign )
            Directive(AttrDict) attr-dict
        "#]],
    );
    check(
        Language::Format,
        "[{$a ; $1 `x\n $b }]",
        expect![[r#"
            Variable $a (a)
        "#]],
    );
}

#[test]
fn assembly_texts() {
    check(
        Language::AsmText,
        r#""add{l}\t{$src, ${dst:x}|${:y} $$}\\{""#,
        expect![[r#"
            Sign {
            Sign }
            Sign {
            Variable $src (src)
            Variable ${dst:x} (dst)
            Sign |
            Variable ${:y}
            Escape $$
            Sign }
            Escape \\{
        "#]],
    );
}

#[test]
fn code_and_names() {
    check(
        Language::Code,
        "[{ f($a, x.y) // ${b} c\n }]",
        expect![[r#"
            Word f (f)
            Variable $a (a)
            Word x (x)
            Variable ${b} (b)
        "#]],
    );
    check(
        Language::Operands,
        r#""$a = $b, @c $d""#,
        expect![[r#"
            Variable $a (a)
            Variable $b (b)
            Variable $d (d)
        "#]],
    );
    check(
        Language::ClassName,
        r#""Abc""#,
        expect![[r#"
            Name Abc (Abc)
        "#]],
    );
    check(Language::ClassName, r#""A b""#, expect![""]);
}

#[test]
fn places_of_escapes() {
    let literal = r#""a\tb\\c""#;
    let content = Content::new(STRING_LITERAL, literal, 5);
    assert_eq!(content.text, "a\tb\\c");
    for (at, raw) in [(0, 6), (1, 7), (2, 9), (3, 10), (4, 12), (5, 13)] {
        assert_eq!((content.place(at), content.offset(raw)), (raw, at));
    }
}

#[test]
fn very_long_strings_end() {
    let text = format!("\"{}\"", "$a ` \\\" ".repeat(200_000));
    for language in [Language::Format, Language::AsmText, Language::Code] {
        assert!(pieces(STRING_LITERAL, &text, 0, language).len() <= MAX_PIECES);
    }
    let text = format!("\"{}\"", ";".repeat(1_000_000));
    assert!(pieces(STRING_LITERAL, &text, 0, Language::Format).is_empty());
}
