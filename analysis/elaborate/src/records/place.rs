//! Locations as file and line.

use std::sync::OnceLock;

use super::{Reads, Rec, Records};
use crate::diagnostic::At;
use crate::ids::Loc;

/// A location as file and line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SourcePlace<'a> {
    /// The path as the reference prints it; `<stdin>` for standard input.
    pub path: &'a str,
    /// The line, from 1.
    pub line: u32,
}

impl<'a> SourcePlace<'a> {
    /// The path without its directories.
    pub fn file_name(self) -> &'a str {
        self.path.rsplit(['/', '\\']).next().unwrap_or(self.path)
    }
}

/// For each source, the byte offsets at which its lines start, except for the first line. They are computed at first
/// use.
#[derive(Default)]
pub(super) struct Lines(OnceLock<Vec<OnceLock<Vec<u32>>>>);

impl Records {
    /// The source and the byte offset of a location. This counts as reading the whole unit.
    pub fn point(&self, loc: Loc) -> (usize, u32) {
        // The offset depends on the text before it.
        Reads::log_all();
        self.sources.point(At::start(loc))
    }

    /// Whether a record is defined in the root file and not in an included file. A record that a `defm` creates counts
    /// as defined at the `def` in the multiclass.
    pub fn is_in_root(&self, rec: Rec) -> bool {
        let Some(&loc) = rec.record().locs.first() else {
            return false;
        };
        let source = self.sources.source_of(loc.item);
        // The file of a statement is fixed unless texts are spliced: a statement that moves to another file gets a new
        // id.
        if source.is_some_and(|it| it.spliced.is_some()) {
            Reads::log_all();
        }
        self.sources.point(At::start(loc)).0 == 0
    }

    /// The file and line of a location. This counts as reading the whole unit, since any edit before the location may
    /// move it.
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
