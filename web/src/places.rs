//! Places in the page's files.

use std::cell::RefCell;
use std::sync::Arc;

use db::{Database, Db};
use elaborate::diagnostic::At;
use elaborate::sources::Sources;
use ide::FileRange;
use ide::markup::escape;
use rustc_hash::FxHashMap;
use serde::Serialize;
use syntax::line_index::LineIndex;
use syntax::text::{floor_char, token_len};

use crate::offsets::Offsets;

/// A range of a file, half-open, in UTF-16 units.
#[derive(Serialize)]
pub(crate) struct PageRange {
    pub path: String,
    pub start: usize,
    pub end: usize,
    /// The line of the start, from 1.
    pub line: usize,
}

/// Converts places of a unit. The tables for a file are computed at the first conversion of a place in this file.
pub(crate) struct Places {
    sources: Arc<Sources>,
    known: RefCell<FxHashMap<usize, Arc<(LineIndex, Offsets)>>>,
}

impl Places {
    pub(crate) fn new(db: &Database) -> Places {
        Places {
            sources: db.unit().sources.clone(),
            known: RefCell::default(),
        }
    }

    pub(crate) fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The range of the token at the byte `offset` of a source.
    pub(crate) fn token(&self, source: usize, offset: u32) -> PageRange {
        let text = &self.sources.files[source].text;
        let start = floor_char(text, offset as usize);
        self.range(source, start, start + token_len(&text[start..]))
    }

    /// The range of the token at a place that is relative to a statement.
    pub(crate) fn at(&self, at: At) -> PageRange {
        let (source, offset) = self.sources.point(at);
        self.token(source, offset)
    }

    /// A range of bytes of a file. `None` if the unit does not read the file.
    pub(crate) fn of_file(&self, range: &FileRange) -> Option<PageRange> {
        let source = self.source(&range.path)?;
        Some(self.range(source, range.range.start, range.range.end))
    }

    fn source(&self, path: &str) -> Option<usize> {
        self.sources.files.iter().position(|it| it.path == path)
    }

    fn range(&self, source: usize, start: usize, end: usize) -> PageRange {
        let file = &self.sources.files[source];
        let known = self.known(source);
        PageRange {
            path: file.path.clone(),
            start: known.1.units(start),
            end: known.1.units(end),
            line: known.0.line(start) + 1,
        }
    }

    fn known(&self, source: usize) -> Arc<(LineIndex, Offsets)> {
        let mut known = self.known.borrow_mut();
        let text = &self.sources.files[source].text;
        let made = || Arc::new((LineIndex::new(text), Offsets::new(text)));
        known.entry(source).or_insert_with(made).clone()
    }

    /// The byte of a file at an offset in UTF-16 units. `None` if the unit does not read the file.
    pub(crate) fn byte(&self, path: &str, units: usize) -> Option<usize> {
        let source = self.source(path)?;
        let text = &self.sources.files[source].text;
        let byte = self.known(source).1.bytes(units);
        Some(floor_char(text, byte.min(text.len())))
    }
}

/// A link in Markdown to a place, which the page follows: `[name](#FILE:OFFSET)`.
pub(crate) fn link(name: &str, to: &PageRange) -> String {
    let mut path = String::new();
    for byte in to.path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' => path.push(byte.into()),
            _ => path.push_str(&format!("%{byte:02X}")),
        }
    }
    format!("[{}](#{path}:{})", escape(name), to.start)
}
