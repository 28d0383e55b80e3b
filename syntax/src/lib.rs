//! The syntax of TableGen: from text to tokens to a lossless tree and to a typed syntax tree.
//!
//! The parser makes a [`FlatTree`] of the tokens. The lossless tree is built from the flat tree on demand.
//!
//! Invariants:
//!
//! * Every byte of the input is in the tree: `parse(text).text() == text` for every text, valid or not.
//! * Parsing is total: it takes linear time and bounded stack space, and never panics. Trees are at most a few thousand
//!   levels high, so that recursion over them is safe. In particular, rowan drops trees recursively.
//! * A parse depends only on the text and on the answers of [`Macros`]. No file is read: an include is a node, and the
//!   caller determines its effect on macros.
//! * The first error of a file is the first error of llvm-tblgen that does not depend on the meaning of names, with the
//!   same message and location. Further errors are for editors, one for each mistake.
//! * [`reparse()`] gives the same result as [`parse`] for the new text, including messages.
//!
//! Decisions that need the meaning of a name or the type of a value are left to the analysis.

#![warn(clippy::print_stdout, missing_docs)]

pub mod ast;
mod bang;
mod builder;
mod edit;
mod error;
pub mod find;
mod flat;
mod lexer;
pub mod line_index;
pub mod literal;
mod literals;
mod macros;
mod parser;
mod release;
mod reparse;
mod spelling;
mod syntax_kind;
pub mod text;

use rowan::{GreenNode, GreenNodeData, NodeOrToken, TextSize};

pub use crate::bang::{BangOperator, UNKNOWN_OPERATOR, unknown_operator};
pub use crate::edit::Edit;
pub use crate::error::{
    NO_STATEMENT, Note, SUPERFLUOUS_SEMICOLON, Severity, SyntaxError, TOO_MANY_ERRORS, in_words_of,
    keyword_as_name,
};
pub use crate::flat::{FlatTree, Piece, Pieces};
pub use crate::lexer::{Segment, Spliced};
pub use crate::literals::{Literal, literals};
pub use crate::macros::{Include, MacroSet, Macros};
pub use crate::parser::{parse, parse_flat};
pub use crate::release::{Release, Releases, Version};
pub use crate::reparse::{reparse, reparse_within};
pub use crate::spelling::nearest;
pub use crate::syntax_kind::SyntaxKind;

/// A file's tree and its syntax errors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parse {
    green: GreenNode,
    errors: Vec<SyntaxError>,
}

impl Parse {
    /// The root of the green tree.
    pub fn green(&self) -> &GreenNode {
        &self.green
    }

    /// The root of the typed tree.
    pub fn tree(&self) -> ast::SourceFile<'_> {
        ast::SourceFile::of_root(&self.green)
    }

    /// The root of the red tree, whose nodes know their parents and siblings.
    pub fn syntax(&self) -> SyntaxNode {
        SyntaxNode::new_root(self.green.clone())
    }

    /// Errors and warnings in the order in which the reference would report them.
    pub fn errors(&self) -> &[SyntaxError] {
        &self.errors
    }

    /// The text that was parsed.
    pub fn text(&self) -> String {
        let mut text = String::with_capacity(self.green.text_len().into());
        push_text(&self.green, &mut text);
        text
    }

    /// The length in bytes of the text that was parsed.
    pub fn text_len(&self) -> TextSize {
        self.green.text_len()
    }
}

fn push_text(node: &GreenNodeData, text: &mut String) {
    for child in node.children() {
        match child {
            NodeOrToken::Node(it) => push_text(it, text),
            NodeOrToken::Token(it) => text.push_str(it.text()),
        }
    }
}

/// The language of the tree, as rowan's type parameter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TableGen {}

impl rowan::Language for TableGen {
    type Kind = SyntaxKind;

    fn kind_from_raw(raw: rowan::SyntaxKind) -> SyntaxKind {
        SyntaxKind::from_raw(raw.0)
    }

    fn kind_to_raw(kind: SyntaxKind) -> rowan::SyntaxKind {
        rowan::SyntaxKind(kind as u16)
    }
}

/// A node of the red tree, which knows its parent.
pub type SyntaxNode = rowan::SyntaxNode<TableGen>;
/// A token of the red tree, which knows its parent.
pub type SyntaxToken = rowan::SyntaxToken<TableGen>;
/// A node or token of the red tree, which knows its parent.
pub type SyntaxElement = rowan::SyntaxElement<TableGen>;

impl SyntaxKind {
    /// Whether this kind of token begins a statement.
    pub fn begins_statement(self) -> bool {
        parser::starts_statement(self)
    }

    /// Whether this kind of node is a statement.
    pub fn is_statement(self) -> bool {
        <ast::Statement<'_> as ast::AstNode<'_>>::can_cast(self)
    }
}
