//! Assembly formats: how operations, types and attributes are written.

mod lexer;

pub use lexer::{Lexer, Token, TokenKind};

/// Whether a format has a directive of a name.
pub fn has_directive(format: &str, name: &str) -> bool {
    let mut lexer = Lexer::new(format);
    std::iter::from_fn(|| lexer.next_token().ok())
        .take_while(|it| it.kind != TokenKind::End)
        .any(|it| it.kind == TokenKind::Word && it.text == name)
}
