//! Where the places that records and diagnostics name lie in files.

use std::sync::{Arc, OnceLock};

use crate::diagnostic::{At, Edge};
use crate::hir::{LoweredFile, Span};
use crate::ide::Facts;
use crate::record::{Item, Loc};

/// A file as a unit reads it: the same file included twice is two sources.
#[derive(Debug)]
pub struct Source {
    /// As the reference would name it: the include directory joined with the included path.
    pub path: String,
    /// The text, decoded by [`syntax::text::decode`].
    pub text: Arc<str>,
    pub lowered: Arc<LoweredFile>,
    /// The tree of the text that was parsed, if whoever reads the unit keeps trees.
    pub tree: Option<rowan::GreenNode>,
    /// What was found out about the tree and what it was lowered to.
    pub facts: Arc<Facts>,
    /// The including source and the offset of the end of the include directive there.
    pub included_from: Option<(usize, u32)>,
    /// What was parsed and lowered instead of the text, if it could not be understood without what it includes.
    pub spliced: Option<Spliced>,
}

/// A text that has the texts of included files in place of its include directives.
#[derive(Debug)]
pub struct Spliced {
    pub text: Arc<str>,
    /// Which piece of it comes from where, in order.
    pub segments: Vec<Segment>,
}

impl Source {
    /// The text that spans are offsets of.
    pub fn parsed_text(&self) -> &str {
        match &self.spliced {
            Some(spliced) => &spliced.text,
            None => &self.text,
        }
    }
}

/// A piece of a spliced text, up to where the next one starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Segment {
    pub start: u32,
    /// The source that it comes from and its offset there.
    pub origin: (usize, u32),
}

/// All sources of a unit and its statements in order.
#[derive(Debug, Default)]
pub struct Sources {
    pub files: Vec<Source>,
    /// For each item of the unit: its source, and the index of its statement there.
    pub items: Vec<(usize, usize)>,
    /// The items in the order in which they stand in the unit.
    pub order: Vec<Item>,
    /// Where each item stands in that order; made when first asked for.
    pub(crate) places: OnceLock<Vec<u32>>,
    /// The items of each source's statements; made when first asked for.
    pub(crate) by_source: OnceLock<Vec<Vec<Option<Item>>>>,
}

impl Sources {
    /// Where an item stands among the others; `None` for one that is no more.
    pub fn place(&self, item: Item) -> Option<u32> {
        let places = self.places.get_or_init(|| {
            let mut places = vec![u32::MAX; self.items.len()];
            for (place, item) in (0..).zip(&self.order) {
                places[item.0 as usize] = place;
            }
            places
        });
        let place = places.get(item.0 as usize).copied();
        place.filter(|place| *place != u32::MAX)
    }

    /// The source that an item stands in.
    pub fn source_of(&self, item: Item) -> &Source {
        &self.files[self.items[item.0 as usize].0]
    }

    /// The places that an item names.
    pub fn spans(&self, item: Item) -> &[Span] {
        let (file, stmt) = self.items[item.0 as usize];
        &self.files[file].lowered.spans[stmt]
    }

    /// The items that stand in a source, in order.
    pub fn items_in(&self, source: usize) -> Vec<Item> {
        let order = self.order.iter().copied();
        order
            .filter(|item| self.items[item.0 as usize].0 == source)
            .collect()
    }

    /// The item of a statement of a source; `None` if the unit does not run it.
    pub fn item_of(&self, source: usize, stmt: usize) -> Option<Item> {
        let by_source = self.by_source.get_or_init(|| self.items_by_source());
        *by_source.get(source)?.get(stmt)?
    }

    /// For each source the items of its statements.
    pub(crate) fn items_by_source(&self) -> Vec<Vec<Option<Item>>> {
        let stmts = self.files.iter().map(|file| file.lowered.stmts.len());
        let mut items: Vec<Vec<Option<Item>>> = stmts.map(|len| vec![None; len]).collect();
        for item in &self.order {
            let (source, stmt) = self.items[item.0 as usize];
            items[source][stmt] = Some(*item);
        }
        items
    }

    /// The source and the span of a place.
    pub fn resolve(&self, loc: Loc) -> (&Source, Span) {
        let (file, stmt) = self.items[loc.item.0 as usize];
        let source = &self.files[file];
        (source, source.lowered.spans[stmt][loc.span.0 as usize])
    }

    /// The source and offset where a byte of a source really stands: another one if the text was spliced.
    pub fn origin(&self, source: usize, offset: u32) -> (usize, u32) {
        let Some(spliced) = &self.files[source].spliced else {
            return (source, offset);
        };
        let segments = &spliced.segments;
        let index = segments.partition_point(|segment| segment.start <= offset);
        match index.checked_sub(1) {
            None => (source, offset),
            Some(index) => {
                let segment = segments[index];
                let (origin, start) = segment.origin;
                (origin, start + (offset - segment.start))
            }
        }
    }

    /// The source and offset that a diagnostic's place points at.
    pub fn point(&self, at: At) -> (usize, u32) {
        let (file, offset) = self.offset(at);
        self.origin(file, offset)
    }

    /// The same as an offset in the text that was parsed.
    pub fn offset(&self, at: At) -> (usize, u32) {
        let (file, stmt) = self.items[at.loc.item.0 as usize];
        let source = &self.files[file];
        let span = source.lowered.spans[stmt][at.loc.span.0 as usize];
        let offset = match at.edge {
            Edge::Start => span.start,
            Edge::Last => span.end.saturating_sub(1).max(span.start),
            Edge::Next => span.next,
            Edge::AfterNext => after_token(source.parsed_text(), span.next),
        };
        (file, offset)
    }
}

/// The start of the token after the one-byte token at an offset; comments are not expected there.
fn after_token(text: &str, offset: u32) -> u32 {
    let rest = text.get(offset as usize + 1..).unwrap_or("");
    offset + 1 + (rest.len() - rest.trim_start().len()) as u32
}
