//! Selection ranges: the ranges to which an editor expands a selection step by step.

use std::ops::Range;

use syntax::{SyntaxKind, SyntaxNode, SyntaxToken};

use super::tree_text::range;

/// The ranges that contain an offset, innermost first. Each range is contained in the next one.
pub fn selection_ranges(root: &SyntaxNode, offset: usize) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    let mut push = |it: Range<usize>| {
        let grows = ranges
            .last()
            .is_none_or(|last| it.start <= last.start && last.end <= it.end && it != *last);
        if grows {
            ranges.push(it);
        }
    };
    let end = usize::from(root.text_range().end());
    let Some(token) = token_at(root, offset.min(end)) else {
        push(range(root.text_range()));
        return ranges;
    };
    for it in in_token(&token, offset) {
        push(it);
    }
    let mut inside = range(token.text_range());
    for node in token.parent_ancestors() {
        if let Some(content) = between_brackets(&node)
            && content.start <= inside.start
            && inside.end <= content.end
        {
            push(content);
        }
        inside = range(node.text_range());
        push(inside.clone());
    }
    ranges
}

/// The token at an offset. Between two tokens, names are preferred to other text, and other text to punctuation.
fn token_at(root: &SyntaxNode, offset: usize) -> Option<SyntaxToken> {
    let offset = u32::try_from(offset).ok()?;
    let tokens = root.token_at_offset(offset.into());
    tokens.max_by_key(|it| match it.kind() {
        SyntaxKind::WHITESPACE => 0,
        SyntaxKind::IDENT => 3,
        kind if kind.has_fixed_text() && !kind.is_keyword() => 1,
        _ => 2,
    })
}

/// The ranges at an offset in a token, innermost first: the word in a comment, string or code, then the text without
/// its quotes, then the whole token.
fn in_token(token: &SyntaxToken, offset: usize) -> Vec<Range<usize>> {
    let whole = range(token.text_range());
    let text = token.text();
    let quotes = match token.kind() {
        SyntaxKind::STRING_LITERAL => 1,
        SyntaxKind::CODE_LITERAL => 2,
        SyntaxKind::LINE_COMMENT | SyntaxKind::BLOCK_COMMENT | SyntaxKind::DISABLED_TEXT => 0,
        SyntaxKind::WHITESPACE => return Vec::new(),
        _ => return vec![whole],
    };
    let mut ranges = Vec::new();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    if let Some((before, after)) = text.split_at_checked(offset.saturating_sub(whole.start)) {
        let start = before.trim_end_matches(is_word).len();
        let end = text.len() - after.trim_start_matches(is_word).len();
        if start < end {
            ranges.push(whole.start + start..whole.start + end);
        }
    }
    if quotes > 0 && text.len() >= 2 * quotes {
        ranges.push(whole.start + quotes..whole.end - quotes);
    }
    ranges.push(whole);
    ranges
}

/// The range between the outermost brackets of a node, without the white space next to them.
fn between_brackets(node: &SyntaxNode) -> Option<Range<usize>> {
    use SyntaxKind::*;
    let mut tokens = node.children_with_tokens().filter_map(|it| it.into_token());
    let opener = tokens.find(|it| matches!(it.kind(), L_BRACE | L_BRACK | L_PAREN | L_ANGLE))?;
    let closer = match opener.kind() {
        L_BRACE => R_BRACE,
        L_BRACK => R_BRACK,
        L_PAREN => R_PAREN,
        _ => R_ANGLE,
    };
    let closer = tokens.filter(|it| it.kind() == closer).last()?;
    let (mut start, mut end) = (opener.text_range().end(), closer.text_range().start());
    if let Some(blank) = opener.next_token().filter(|it| it.kind() == WHITESPACE) {
        start = blank.text_range().end();
    }
    if let Some(blank) = closer.prev_token().filter(|it| it.kind() == WHITESPACE) {
        end = blank.text_range().start();
    }
    (start < end).then(|| start.into()..end.into())
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::fixtures::{cursor, tree};

    fn check(fixture: &str, want: Expect) {
        let (text, offset) = cursor(fixture);
        let root = SyntaxNode::new_root(tree(&text));
        let ranges = selection_ranges(&root, offset);
        assert_eq!(ranges.last(), Some(&(0..text.len())));
        let lines: Vec<String> = ranges
            .into_iter()
            .map(|it| format!("{:?}\n", &text[it]))
            .collect();
        want.assert_eq(&lines.concat());
    }

    #[test]
    fn from_a_name_outwards() {
        check(
            "def x : A<[1, fo$0o], 2> { int v = 1; }\n",
            expect![[r#"
            "foo"
            "1, foo"
            "[1, foo]"
            "[1, foo], 2"
            "<[1, foo], 2>"
            "A<[1, foo], 2>"
            ": A<[1, foo], 2>"
            "def x : A<[1, foo], 2> { int v = 1; }"
            "def x : A<[1, foo], 2> { int v = 1; }\n"
        "#]],
        );
        check(
            "def x { int $0v = !add(1, 2); }",
            expect![[r#"
            "v"
            "int v = !add(1, 2);"
            "{ int v = !add(1, 2); }"
            "def x { int v = !add(1, 2); }"
        "#]],
        );
    }

    #[test]
    fn in_strings_and_comments() {
        check(
            "// The wo$0rd.\ndef x;",
            expect![[r#"
            "word"
            "// The word."
            "// The word.\ndef x;"
        "#]],
        );
        check(
            "def x { string s = \"one t$0wo\"; }",
            expect![[r#"
            "two"
            "one two"
            "\"one two\""
            "string s = \"one two\";"
            "{ string s = \"one two\"; }"
            "def x { string s = \"one two\"; }"
        "#]],
        );
        check(
            "def x { code c = [{ a$0b(); }]; }",
            expect![[r#"
            "ab"
            " ab(); "
            "[{ ab(); }]"
            "code c = [{ ab(); }];"
            "{ code c = [{ ab(); }]; }"
            "def x { code c = [{ ab(); }]; }"
        "#]],
        );
    }

    #[test]
    fn between_things() {
        check(
            "def x {\n$0\n int a;\n}",
            expect![[r#"
            "{\n\n int a;\n}"
            "def x {\n\n int a;\n}"
        "#]],
        );
        check(
            "$0",
            expect![[r#"
            ""
        "#]],
        );
    }
}
