//! Places by file and line.

use std::sync::OnceLock;

use super::{Reads, Rec, Records};
use crate::diagnostic::At;
use crate::ids::Loc;

/// A place as people name it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SourcePlace<'a> {
    /// As the reference would name it; standard input is `<stdin>`.
    pub path: &'a str,
    /// From 1.
    pub line: u32,
}

impl<'a> SourcePlace<'a> {
    /// The path without its folders.
    pub fn file_name(self) -> &'a str {
        self.path.rsplit(['/', '\\']).next().unwrap_or(self.path)
    }
}

/// The offsets of the lines of each source, computed at first use.
#[derive(Default)]
pub(super) struct Lines(OnceLock<Vec<OnceLock<Vec<u32>>>>);

impl Records {
    /// The source and the offset in it of a place.
    pub fn point(&self, loc: Loc) -> (usize, u32) {
        // The place depends on all text before it.
        Reads::log_all();
        self.sources.point(At::start(loc))
    }

    /// Whether a record is defined in the root file, not in an included one. A record of a multiclass counts as defined
    /// at its `def`.
    pub fn is_in_root(&self, rec: Rec) -> bool {
        let Some(&loc) = rec.record().locs.first() else {
            return false;
        };
        let source = self.sources.source_of(loc.item);
        // A statement moves to another file only as another statement, unless texts are spliced.
        if source.is_some_and(|it| it.spliced.is_some()) {
            Reads::log_all();
        }
        self.sources.point(At::start(loc)).0 == 0
    }

    /// The file and line of a place. Counts as reading the whole unit, since text before the place may move it.
    pub fn place(&self, loc: Loc) -> SourcePlace<'_> {
        let (file, offset) = self.point(loc);
        let source = &self.sources.files[file];
        let lines = self
            .cache
            .lines
            .0
            .get_or_init(|| vec![OnceLock::new(); self.sources.files.len()]);
        let starts = lines[file].get_or_init(|| {
            let ends = source
                .text
                .bytes()
                .zip(1..)
                .filter(|(byte, _)| *byte == b'\n');
            ends.map(|(_, next)| next).collect()
        });
        let line = starts.partition_point(|start| *start <= offset) as u32 + 1;
        let path = if source.path == "-" {
            "<stdin>"
        } else {
            &source.path
        };
        SourcePlace { path, line }
    }
}
