mod by_hand;
mod kept;
mod layout;
mod ranges;
mod typing;

use expect_test::Expect;
use syntax::MacroSet;

use super::*;
use crate::tree_text::for_each_token;

/// Whether two texts differ in white space only.
fn same_tokens(a: &str, b: &str) -> bool {
    let tokens = |text: &str| {
        let parse = syntax::parse(text, &mut MacroSet::default());
        let mut tokens: Vec<(SyntaxKind, String)> = Vec::new();
        for_each_token(parse.tree().node(), &mut |it| {
            if it.kind() != SyntaxKind::WHITESPACE {
                tokens.push((it.kind(), it.text().to_owned()));
            }
        });
        tokens
    };
    tokens(a) == tokens(b)
}

fn formatted(text: &str) -> String {
    let parse = syntax::parse(text, &mut MacroSet::default());
    apply(
        text,
        &format(parse.green(), parse.errors(), Style::default()),
    )
}

fn check(text: &str, want: Expect) {
    let once = formatted(text);
    want.assert_eq(&once);
    assert_eq!(formatted(&once), once, "not stable");
    assert!(same_tokens(text, &once));
}

/// The same for texts that are formatted separately.
fn check_each(texts: &[&str], want: Expect) {
    let once: Vec<String> = texts.iter().map(|it| formatted(it)).collect();
    want.assert_eq(&once.concat());
    for (text, once) in texts.iter().zip(once) {
        assert_eq!(formatted(&once), once, "not stable");
        assert!(same_tokens(text, &once));
    }
}
