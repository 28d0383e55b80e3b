//! Text to tokens to a lossless tree to a typed syntax tree.
//!
//! The parser makes a [`FlatTree`] of the tokens; the lossless tree is built from that on demand.
//!
//! Invariants:
//!
//! * Every byte of the input is in the tree: `parse(text).text() == text` for every text, valid or not.
//! * Parsing is total: it takes linear time and bounded stack, and never panics. Trees are at most a few thousand
//!   levels high, so that recursion over them (rowan drops them that way) is safe.
//! * A parse depends on the text and on the answers of [`Macros`], on nothing else. No file is read: an include is a
//!   node, and the caller determines its effect on macros.
//! * The first error of a file is the first one of llvm-tblgen that does not depend on the meaning of names: same
//!   words, same place. Further errors are for editors, one for each mistake.
//! * [`reparse()`] gives the same result as [`parse`] for the new text, including messages.
//!
//! Decisions that need the meaning of a name or the type of a value are left to the analysis.

#![warn(clippy::print_stdout, missing_docs)]

pub mod ast;
mod bang;
mod builder;
mod error;
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
pub use crate::reparse::{Edit, reparse, reparse_within};
pub use crate::spelling::nearest;
pub use crate::syntax_kind::SyntaxKind;

/// A file's tree and its syntax errors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parse {
    green: GreenNode,
    errors: Vec<SyntaxError>,
}

impl Parse {
    /// The tree.
    pub fn green(&self) -> &GreenNode {
        &self.green
    }

    /// The typed tree.
    pub fn tree(&self) -> ast::SourceFile<'_> {
        ast::SourceFile::of_root(&self.green)
    }

    /// The tree with parents, for looking around in it.
    pub fn syntax(&self) -> SyntaxNode {
        SyntaxNode::new_root(self.green.clone())
    }

    /// Errors and warnings in the order in which the reference would report them.
    pub fn errors(&self) -> &[SyntaxError] {
        &self.errors
    }

    /// The text it was made of.
    pub fn text(&self) -> String {
        let mut text = String::with_capacity(self.green.text_len().into());
        push_text(&self.green, &mut text);
        text
    }

    /// The length of that text.
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

/// rowan's view of the tree.
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

/// A node with its parent.
pub type SyntaxNode = rowan::SyntaxNode<TableGen>;
/// A token with its parent.
pub type SyntaxToken = rowan::SyntaxToken<TableGen>;
/// A node or a token with its parent.
pub type SyntaxElement = rowan::SyntaxElement<TableGen>;

impl SyntaxKind {
    /// Whether a statement starts with this word.
    pub fn begins_statement(self) -> bool {
        parser::starts_statement(self)
    }

    /// Whether the node is a statement.
    pub fn is_statement(self) -> bool {
        <ast::Statement<'_> as ast::AstNode<'_>>::can_cast(self)
    }
}
