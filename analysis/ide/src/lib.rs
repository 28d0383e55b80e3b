//! An editor's questions about a place in a file of a unit. Answers are plain data: files, ranges, names, [`markup`].
//!
//! * A question takes a [`Database`] and a [`FilePosition`] or a path. It reads only the parts of the unit that it
//!   needs.
//! * If a unit includes a file several times, the first inclusion that is not empty counts.
//! * Ranges are bytes of the text as the unit was read, see [`elaborate::sources::Source::text`].

#![warn(clippy::print_stdout, missing_docs)]

pub mod actions;
pub mod code_lens;
pub mod complete;
mod display;
mod docs;
pub mod document_symbols;
mod evaluate;
pub mod expansion;
mod family;
#[cfg(test)]
mod fixtures;
pub mod folding_ranges;
pub mod format;
pub mod hierarchy;
pub mod hover;
mod in_text;
pub mod inlay_hints;
pub mod linked_editing;
pub mod locals;
pub mod markup;
pub mod navigation;
pub mod operators;
mod pieces;
mod place;
pub mod references;
pub mod rename;
pub mod resolve;
pub mod selection_ranges;
pub mod semantic_tokens;
pub mod signature_help;
mod target;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod text;
mod tree_text;
pub mod workspace_symbols;

use std::ops::Range;

use db::{Database, Db};
pub use place::Place;
use rowan::GreenNode;
use syntax::{MacroSet, SyntaxError, SyntaxNode};
pub use target::Target;

/// A place in a file.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FilePosition {
    /// The path by which the unit's sources name it.
    pub path: String,
    /// In bytes.
    pub offset: usize,
}

/// A piece of a file.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FileRange {
    /// The path by which the unit's sources name it.
    pub path: String,
    /// In bytes.
    pub range: Range<usize>,
}

/// The number of a file's first inclusion among the unit's sources.
pub fn source_of(db: &Database, path: &str) -> Option<usize> {
    let files = &db.unit().sources.files;
    files.iter().position(|source| source.path == path)
}

/// The tree of the text of a file of the unit. A file with includes in the middle of a statement is parsed on its own.
pub fn own_tree_of(db: &Database, path: &str) -> Option<GreenNode> {
    own_syntax_of(db, path).map(|(tree, _)| tree)
}

/// The same with the syntax errors.
pub fn own_syntax_of(db: &Database, path: &str) -> Option<(GreenNode, Vec<SyntaxError>)> {
    let index = source_of(db, path)?;
    let source = &db.unit().sources.files[index];
    match &source.tree {
        Some(tree) if source.spliced.is_none() => {
            let errors = db.unit().syntax_errors[index].iter();
            // Errors of includes depend on other files, not on the text.
            let own = errors.filter(|it| !it.of_include);
            Some((tree.clone(), own.cloned().collect()))
        }
        _ => {
            let parse = syntax::parse(&source.text, &mut MacroSet::default());
            Some((parse.green().clone(), parse.errors().to_vec()))
        }
    }
}

/// The tree of a file of the unit.
pub fn tree_of(db: &Database, path: &str) -> Option<SyntaxNode> {
    let source = &db.unit().sources.files[source_of(db, path)?];
    Some(SyntaxNode::new_root(source.tree.clone()?))
}
