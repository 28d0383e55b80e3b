//! The editor features for a position in a file of a unit. Answers are plain data: files, ranges, names, [`markup`].
//!
//! * A request takes a [`Database`] and a [`FilePosition`] or a path. It reads only the parts of the unit that it
//!   needs.
//! * If a unit includes a file several times, the first inclusion counts.
//! * Ranges are in bytes of the text as the unit read it, see [`elaborate::sources::Source::text`].

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
mod keywords;
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

/// A position in a file.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FilePosition {
    /// The path of the file, as in the unit's sources.
    pub path: String,
    /// The offset in bytes.
    pub offset: usize,
}

/// A range of a file.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FileRange {
    /// The path of the file, as in the unit's sources.
    pub path: String,
    /// The range in bytes, half-open.
    pub range: Range<usize>,
}

/// The index of a file in the unit's sources. If the unit includes the file several times, this is the index of the
/// first inclusion. `None` if the unit does not read the file.
pub fn source_of(db: &Database, path: &str) -> Option<usize> {
    let files = &db.unit().sources.files;
    files.iter().position(|source| source.path == path)
}

/// The syntax tree of a file's own text. If the file includes others in the middle of a statement, its text is parsed
/// separately, without the included files.
pub fn own_tree_of(db: &Database, path: &str) -> Option<GreenNode> {
    own_syntax_of(db, path).map(|(tree, _)| tree)
}

/// As [`own_tree_of`], with the syntax errors. Errors about includes are left out.
pub fn own_syntax_of(db: &Database, path: &str) -> Option<(GreenNode, Vec<SyntaxError>)> {
    let index = source_of(db, path)?;
    let source = &db.unit().sources.files[index];
    match &source.tree {
        Some(tree) if source.spliced.is_none() => {
            let errors = db.unit().syntax_errors[index].iter();
            // Errors about includes depend on other files and not on this text.
            let own = errors.filter(|it| !it.of_include);
            Some((tree.clone(), own.cloned().collect()))
        }
        _ => {
            let parse = syntax::parse(&source.text, &mut MacroSet::default());
            Some((parse.green().clone(), parse.errors().to_vec()))
        }
    }
}

/// The syntax tree of a file as the unit parsed it. `None` if the unit does not read the file, or if the file has no
/// tree of its own.
pub fn tree_of(db: &Database, path: &str) -> Option<SyntaxNode> {
    let source = &db.unit().sources.files[source_of(db, path)?];
    Some(SyntaxNode::new_root(source.tree.clone()?))
}
