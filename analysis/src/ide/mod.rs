//! What an editor asks about a place in a file of a unit. Answers are plain data: files, ranges, names, Markdown.
//!
//! * A question takes a [`Database`] and a [`FilePosition`] or a path. It reads what it needs of the unit and no more.
//! * A file that a unit includes several times is answered for at its first inclusion, unless that one is empty.
//! * Ranges are bytes of the text as the unit was read, see [`crate::sources::Source::text`].

pub mod complete;
mod docs;
mod facts;
pub mod hierarchy;
pub mod hover;
pub mod navigation;
pub mod operators;
mod place;
pub mod references;
pub mod rename;
pub mod resolve;
mod shape;
mod show;
pub mod signature;
pub mod symbols;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod text;
mod words;

use std::ops::Range;

use syntax::SyntaxNode;

use crate::db::{Database, Db};
pub use facts::Facts;
pub use place::Place;
pub use words::Words;

/// A place in a file.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FilePosition {
    /// As the unit's sources name it.
    pub path: String,
    /// In bytes.
    pub offset: usize,
}

/// A piece of a file.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FileRange {
    pub path: String,
    /// In bytes.
    pub range: Range<usize>,
}

/// The number of a file's first inclusion among the unit's sources.
pub fn source_of(db: &Database, path: &str) -> Option<usize> {
    let files = &db.unit().sources.files;
    files.iter().position(|source| source.path == path)
}

/// The tree of a file of the unit.
pub fn tree_of(db: &Database, path: &str) -> Option<SyntaxNode> {
    let source = &db.unit().sources.files[source_of(db, path)?];
    Some(SyntaxNode::new_root(source.tree.clone()?))
}
