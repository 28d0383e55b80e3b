//! Assembly formats: the declarative syntax of operations, types and attributes.
//!
//! `parser` parses what all formats have in common. A [`Grammar`] adds the variables and directives of one kind of
//! format: `definition` for types and attributes, `operation` for operations.

pub mod definition;
mod element;
mod error;
mod literal;
pub mod operation;
mod parser;

pub use element::{Custom, Element, Group, Space, parsable};
pub use error::{FormatErrors, byte_of};
pub use formats::assembly_format::{Lexer, Token, TokenKind};
pub use literal::{Spacing, is_keyword};
pub use parser::{Context, Failed, Grammar, Parser};
