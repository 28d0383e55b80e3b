//! The positions in files of the places of records and diagnostics.

use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::{At, Edge};
use crate::facts::Facts;
use crate::hir::{LoweredFile, Span, Spans, Stmt};
use crate::ids::{Loc, StmtId};
use crate::statement_order::Layout;

/// A file as a unit reads it: the same file included twice is two sources.
#[derive(Debug)]
pub struct Source {
    /// As the reference would name it: the include directory joined with the included path.
    pub path: String,
    /// The text, decoded by [`syntax::text::decode`].
    pub text: Arc<str>,
    /// The lowered form of the text, or of the spliced text that was parsed instead.
    pub lowered: Arc<LoweredFile>,
    /// The tree of the text that was parsed, if the reader of the unit keeps trees.
    pub tree: Option<rowan::GreenNode>,
    /// Facts about the tree and its lowered form.
    pub facts: Arc<Facts>,
    /// For each include directive, in order: the included source, unless its text is spliced into this one.
    pub includes: Vec<Option<usize>>,
    /// The including source and the offset of the end of the include directive there.
    pub included_from: Option<(usize, u32)>,
    /// The text that was parsed and lowered instead, if the file is only valid together with its includes.
    pub spliced: Option<Spliced>,
}

/// A text with the texts of included files after its include directives.
#[derive(Debug)]
pub struct Spliced {
    /// The whole text with the directives.
    pub text: Arc<str>,
    /// The origins of its pieces, in order.
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
    /// Its first byte in the spliced text.
    pub start: u32,
    /// The source and offset that it comes from.
    pub origin: (usize, u32),
}

/// All sources of a unit and its statements in order.
#[derive(Debug, Default)]
pub struct Sources {
    /// By number. The root is the first.
    pub files: Vec<Source>,
    /// The statements, and the source that contains each of them.
    pub layout: Arc<Layout>,
}

impl Sources {
    /// The statement of an item, if there is one.
    pub fn stmt(&self, item: StmtId) -> Option<&Arc<Stmt>> {
        let (source, stmt) = self.layout.stmt(item)?;
        self.files[source].lowered.stmts.get(stmt)
    }

    /// The source that contains an item.
    pub fn source_of(&self, item: StmtId) -> Option<&Source> {
        Some(&self.files[self.layout.stmt(item)?.0])
    }

    /// The places that an item names.
    pub fn spans(&self, item: StmtId) -> Option<&Spans> {
        let (source, stmt) = self.layout.stmt(item)?;
        self.files[source].lowered.spans.get(stmt)
    }

    /// The source where a part of a source's parsed text begins, and the range there up to the part's end, including
    /// the text between its pieces.
    pub fn items_in(&self, source: usize) -> Vec<StmtId> {
        let items = self.layout.of_source(source).iter();
        items.copied().flatten().collect()
    }

    /// The source and the span of a place; the start of the root for one that is no more.
    pub fn resolve(&self, loc: Loc) -> (&Source, Span) {
        let (source, span) = self.span(loc);
        (&self.files[source], span)
    }

    fn span(&self, loc: Loc) -> (usize, Span) {
        let place = self.layout.stmt(loc.item);
        let span = self.spans(loc.item).and_then(|it| it.get(loc.span));
        match (place, span) {
            (Some((source, _)), Some(span)) => (source, span),
            _ => (0, Span::default()),
        }
    }

    /// The source and offset that a byte of a source comes from: another one if the text was spliced.
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

    /// The source whose parsed text contains a byte of a source, and the offset there: another source if the text is
    /// spliced into it.
    pub fn part(&self, source: usize, part: Range<u32>) -> (usize, Range<u32>) {
        let (own, start) = self.origin(source, part.start);
        let Some(spliced) = &self.files[source].spliced else {
            return (own, part);
        };
        let segments = &spliced.segments;
        let count = segments.partition_point(|it| it.start < part.end);
        let last = segments[..count].iter().rposition(|it| it.origin.0 == own);
        let end = last.map_or(start, |last| {
            // Behind each piece is a blank.
            let next = segments.get(last + 1).map_or(part.end, |it| it.start - 1);
            segments[last].origin.1 + (part.end.min(next) - segments[last].start)
        });
        (own, start..end.max(start))
    }

    /// The source whose parsed text contains a byte of a source, and the offset there: another one if the text is
    /// spliced.
    pub fn parsed_at(&self, source: usize, offset: u32) -> Option<(usize, u32)> {
        for (index, file) in self.files.iter().enumerate() {
            let Some(spliced) = &file.spliced else {
                continue;
            };
            let ends = spliced.segments.iter().skip(1).map(|it| it.start);
            let ends = ends.chain([spliced.text.len() as u32 + 1]);
            for (segment, end) in spliced.segments.iter().zip(ends) {
                let (origin, start) = segment.origin;
                // Behind each piece is a blank.
                let piece = start..start + (end - segment.start);
                if origin == source && piece.contains(&offset) {
                    return Some((index, segment.start + (offset - start)));
                }
            }
        }
        self.files[source]
            .spliced
            .is_none()
            .then_some((source, offset))
    }

    /// The source and offset that a diagnostic's place points at.
    pub fn point(&self, at: At) -> (usize, u32) {
        let (file, offset) = self.offset(at);
        self.origin(file, offset)
    }

    /// The same as an offset in the text that was parsed.
    pub fn offset(&self, at: At) -> (usize, u32) {
        let (file, span) = self.span(at.loc);
        let source = &self.files[file];
        let offset = match at.edge {
            Edge::Start => span.start,
            Edge::Last => span.end.saturating_sub(1).max(span.start),
            Edge::Next => span.next,
            Edge::Second => after_token(source.parsed_text(), span.start),
            Edge::AfterNext => after_token(source.parsed_text(), span.next),
        };
        (file, offset)
    }
}

/// The start of the token after the one-byte token at an offset; comments are not expected there.
pub(crate) fn after_token(text: &str, offset: u32) -> u32 {
    let rest = text.get(offset as usize + 1..).unwrap_or("");
    offset + 1 + (rest.len() - rest.trim_start().len()) as u32
}
