//! Assembly formats: how operations, types and attributes are written.
//!
//! `parser` knows what all formats have in common. A [`Grammar`] knows the variables and directives of a kind of
//! formats: `definition` those of types and attributes, `operation` those of operations.

pub mod definition;
mod element;
mod error;
mod literal;
pub mod operation;
mod parser;

pub use element::{Custom, Element, Group, Space, parsable};
pub use error::FormatErrors;
pub use formats::assembly_format::{Lexer, Token, TokenKind};
pub use literal::{is_keyword, needs_space_before};
pub use parser::{Context, Failed, Grammar, Parser};
