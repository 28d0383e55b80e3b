//! Where the places that records and diagnostics name lie in files.

use std::sync::Arc;

use crate::hir::{LoweredFile, Span};
use crate::record::Loc;

/// A file as a unit reads it: the same file included twice is two sources.
#[derive(Debug)]
pub struct Source {
    /// As the reference would name it: the include directory joined with the included path.
    pub path: String,
    /// The text, decoded by [`syntax::text::decode`].
    pub text: Arc<str>,
    pub lowered: Arc<LoweredFile>,
    /// The including source and the offset of the end of the include directive there.
    pub included_from: Option<(usize, u32)>,
}

/// All sources of a unit and its statements in order.
#[derive(Debug, Default)]
pub struct Sources {
    pub files: Vec<Source>,
    /// For each item of the unit: its source, and the index of its statement there.
    pub items: Vec<(usize, usize)>,
}

impl Sources {
    /// The source and the span of a place.
    pub fn resolve(&self, loc: Loc) -> (&Source, Span) {
        let (file, stmt) = self.items[loc.item.0 as usize];
        let source = &self.files[file];
        (source, source.lowered.spans[stmt][loc.span.0 as usize])
    }
}
