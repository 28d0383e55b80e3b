//! The sources of a unit, and conversion of locations in statements to offsets in files.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::diagnostic::{At, Edge};
use crate::facts::Facts;
use crate::hir::{Code, LoweredFile, Span, Spans, Stmt, StmtKind};
use crate::ids::{Loc, StmtId};
use crate::statement_order::Layout;

/// A file as read by a unit. A file that is included twice is two sources.
#[derive(Debug)]
pub struct Source {
    /// The path as the reference prints it: the include directory joined with the path in the directive.
    pub path: String,
    /// The text, decoded by [`syntax::text::decode`].
    pub text: Arc<str>,
    /// The lowered form of [`Source::parsed_text`].
    pub lowered: Arc<LoweredFile>,
    /// The syntax tree of the parsed text, if the unit was read for editing.
    pub tree: Option<rowan::GreenNode>,
    /// Facts derived from the tree and its lowered form.
    pub facts: Arc<Facts>,
    /// For each include directive, in order: the index of the included source. `None` if no file was included, or if
    /// the text of the included file is spliced into this text.
    pub includes: Vec<Option<usize>>,
    /// The index of the including source, and the offset in its parsed text at which the include directive ends. `None`
    /// for the root file.
    pub included_from: Option<(usize, u32)>,
    /// The text that was parsed instead of `text`, if the file is valid only together with its includes.
    pub spliced: Option<Spliced>,
}

/// The text of a file in which each include directive is followed by the included text.
#[derive(Debug)]
pub struct Spliced {
    /// The whole text, including the directives.
    pub text: Arc<str>,
    /// The origins of the text's pieces, in order.
    pub segments: Vec<Segment>,
}

impl Source {
    /// The text that was parsed. Spans are offsets in it.
    pub fn parsed_text(&self) -> &str {
        match &self.spliced {
            Some(spliced) => &spliced.text,
            None => &self.text,
        }
    }
}

/// A piece of a spliced text. It ends where the next piece starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Segment {
    /// The offset of the piece's first byte in the spliced text.
    pub start: u32,
    /// The source, and the offset there, from which the piece was copied.
    pub origin: (usize, u32),
}

/// All sources of a unit, and its statements in order.
#[derive(Debug, Default)]
pub struct Sources {
    /// The sources. The first one is the root file.
    pub files: Vec<Source>,
    /// The statements in order, and the source that contains each of them.
    pub layout: Arc<Layout>,
}

impl Sources {
    /// The statement with the id `item`; `None` if an edit removed it.
    pub fn stmt(&self, item: StmtId) -> Option<&Arc<Stmt>> {
        let (source, stmt) = self.layout.stmt(item)?;
        self.files[source].lowered.stmts.get(stmt)
    }

    /// The statement with the id `item`. An empty statement if an edit removed it.
    pub fn stmt_or_empty(&self, item: StmtId) -> &Arc<Stmt> {
        self.stmt(item).unwrap_or_else(|| empty_stmt())
    }

    /// The source that contains the statement `item`.
    pub fn source_of(&self, item: StmtId) -> Option<&Source> {
        Some(&self.files[self.layout.stmt(item)?.0])
    }

    /// The spans of the statement `item`.
    pub fn spans(&self, item: StmtId) -> Option<&Spans> {
        let (source, stmt) = self.layout.stmt(item)?;
        self.files[source].lowered.spans.get(stmt)
    }

    /// The ids of the statements in a source, in the order of its parsed text.
    pub fn items_in(&self, source: usize) -> Vec<StmtId> {
        let items = self.layout.of_source(source).iter();
        items.copied().flatten().collect()
    }

    /// The source and the span of a location; the start of the root file if the location no longer exists.
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

    /// The source and the offset from which a byte of the parsed text of `source` comes. The result is another source
    /// if the byte was spliced into the text.
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

    /// The origin of a part of `source`'s parsed text: the source of its first byte, and the range in that source. The
    /// range ends after the last byte of the part that comes from this source.
    pub fn part(&self, source: usize, part: Range<u32>) -> (usize, Range<u32>) {
        let (own, start) = self.origin(source, part.start);
        let Some(spliced) = &self.files[source].spliced else {
            return (own, part);
        };
        let segments = &spliced.segments;
        let count = segments.partition_point(|it| it.start < part.end);
        let last = segments[..count].iter().rposition(|it| it.origin.0 == own);
        let end = last.map_or(start, |last| {
            // Each piece is followed by a blank.
            let next = segments.get(last + 1).map_or(part.end, |it| it.start - 1);
            segments[last].origin.1 + (part.end.min(next) - segments[last].start)
        });
        (own, start..end.max(start))
    }

    /// The source whose parsed text contains a byte of `source`'s file, and the offset in the parsed text. If the file
    /// is spliced into another file, the result is the source of that file. `None` if no parsed text contains the byte.
    pub fn parsed_at(&self, source: usize, offset: u32) -> Option<(usize, u32)> {
        for (index, file) in self.files.iter().enumerate() {
            let Some(spliced) = &file.spliced else {
                continue;
            };
            let ends = spliced.segments.iter().skip(1).map(|it| it.start);
            let ends = ends.chain([spliced.text.len() as u32 + 1]);
            for (segment, end) in spliced.segments.iter().zip(ends) {
                let (origin, start) = segment.origin;
                // Each piece is followed by a blank.
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

    /// The source to which a diagnostic's position refers, and the offset of the position in the file of that source.
    pub fn point(&self, at: At) -> (usize, u32) {
        let (file, offset) = self.offset(at);
        self.origin(file, offset)
    }

    /// Like [`Sources::point`], with the offset in the source's parsed text.
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

fn empty_stmt() -> &'static Arc<Stmt> {
    static EMPTY: OnceLock<Arc<Stmt>> = OnceLock::new();
    EMPTY.get_or_init(|| {
        Arc::new(Stmt {
            kind: StmtKind::Error,
            code: Code::default(),
        })
    })
}

/// The offset of the token after the one-byte token at `offset`. There must be no comment between them.
pub(crate) fn after_token(text: &str, offset: u32) -> u32 {
    let rest = text.get(offset as usize + 1..).unwrap_or("");
    offset + 1 + (rest.len() - rest.trim_start().len()) as u32
}
