//! Assembly formats: how operations, types and attributes are written.
//!
//! `lexer` and `parser` know what all formats have in common. A [`Grammar`] knows the variables and directives of a kind of
//! formats: `definition` those of types and attributes.

pub mod definition;
mod element;
mod error;
mod lexer;
mod literal;
mod parser;

pub use element::{Custom, Element, Group, Space, parsable};
pub use error::FormatErrors;
pub use lexer::{Lexer, Token, TokenKind};
pub use literal::{is_keyword, needs_space_before};
pub use parser::{Context, Failed, Grammar, Parser};

/// Whether a format has a directive of a name.
pub fn has_directive(format: &str, name: &str) -> bool {
    let mut lexer = Lexer::new(format);
    std::iter::from_fn(|| lexer.next_token().ok())
        .take_while(|it| it.kind != TokenKind::End)
        .any(|it| it.kind == TokenKind::Word && it.text == name)
}
