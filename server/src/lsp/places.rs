//! Converts the places of a unit's records and diagnostics to the protocol's locations.

use std::cell::RefCell;
use std::ops::Range as Bytes;
use std::sync::Arc;

use elaborate::diagnostic::At;
use elaborate::ids::Loc;
use elaborate::record::Record;
use elaborate::records::Rec;
use elaborate::sources::Sources;
use lsp_types::{Location, Range, Url};
use rustc_hash::FxHashMap;
use serde::Serialize;

use super::convert;
use super::unit::{Paths, UnitSnapshot};
use syntax::line_index::{Encoding, LineIndex};
use syntax::text::floor_char;
use syntax::text::token_len;

/// The sources of a unit with their line indices. Unlike a snapshot, they do not block edits.
pub(crate) struct Places {
    pub sources: Arc<Sources>,
    pub paths: Arc<Paths>,
    encoding: Encoding,
    lines: RefCell<FxHashMap<usize, Arc<LineIndex>>>,
    uris: RefCell<FxHashMap<usize, Option<Url>>>,
}

impl Places {
    pub(crate) fn new(unit: &UnitSnapshot, encoding: Encoding) -> Places {
        Places {
            sources: unit.sources().clone(),
            paths: unit.paths.clone(),
            encoding,
            lines: RefCell::default(),
            uris: RefCell::default(),
        }
    }

    /// A copy for another thread. It shares the sources, and its caches are empty.
    pub(crate) fn again(&self) -> Places {
        Places {
            sources: self.sources.clone(),
            paths: self.paths.clone(),
            encoding: self.encoding,
            lines: RefCell::default(),
            uris: RefCell::default(),
        }
    }

    /// The location of the token at a byte offset of the source with the index `source`.
    pub(crate) fn location(&self, source: usize, offset: u32) -> Option<Location> {
        let mut uris = self.uris.borrow_mut();
        let uri = uris.entry(source);
        let uri = uri.or_insert_with(|| convert::uri_of(self.paths.of_source(source)?));
        let bytes = self.token(source, offset);
        Some(Location::new(uri.clone()?, self.range(source, &bytes)))
    }

    /// The location of the token at a statement-relative place.
    pub(crate) fn of_loc(&self, loc: Loc) -> Option<Location> {
        self.at(At::start(loc))
    }

    /// The location of the token at a point of the sources.
    pub(crate) fn at(&self, at: At) -> Option<Location> {
        let (source, offset) = self.sources.point(at);
        self.location(source, offset)
    }

    /// The location of a record's definition.
    pub(crate) fn of_record(&self, record: &Record) -> Option<Location> {
        self.of_loc(*record.locs.first()?)
    }

    pub(crate) fn range(&self, source: usize, bytes: &Bytes<usize>) -> Range {
        let text = &self.sources.files[source].text;
        let mut lines = self.lines.borrow_mut();
        let lines = lines.entry(source);
        let lines = lines.or_insert_with(|| Arc::new(LineIndex::new(text)));
        convert::range(text, lines, bytes, self.encoding)
    }

    /// The byte range of the token at an offset.
    pub(crate) fn token(&self, source: usize, offset: u32) -> Bytes<usize> {
        let text = &self.sources.files[source].text;
        let start = floor_char(text, offset as usize);
        start..start + token_len(&text[start..])
    }

    /// The text of the token at a place.
    pub(crate) fn token_text(&self, loc: Loc) -> &str {
        let (source, offset) = self.sources.point(At::start(loc));
        &self.sources.files[source].text[self.token(source, offset)]
    }
}

/// A name, with the location of its definition.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Named {
    pub name: String,
    pub location: Option<Location>,
}

impl Named {
    pub(crate) fn new(places: &Places, rec: Rec) -> Named {
        Named {
            name: rec.name().to_owned(),
            location: places.of_record(rec.record()),
        }
    }
}
