//! The positions in a file of the places that a statement names.

use std::ops::Range;
use std::sync::Arc;

use super::SpanId;

/// One span: byte offsets into the file's text. `next` is the start of the first token after the span, where the
/// reference reports errors that it notices only after reading past the span.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// Behind the last byte.
    pub end: u32,
    /// The first byte of the token that follows.
    pub next: u32,
}

/// In place of [`Span::next`]: the first token after the statement.
const AFTER: u32 = u32::MAX;

/// The spans of a statement, stored as offsets from its start, so that a statement that moves keeps them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spans {
    start: u32,
    /// The end of the statement.
    end: u32,
    /// The start of the first token after the statement.
    after: u32,
    all: Arc<[Span]>,
}

impl Spans {
    /// The spans of a statement, given as offsets into the file.
    pub fn new(statement: Span, spans: &[Span]) -> Spans {
        let relative = spans.iter().map(|span| Span {
            start: span.start - statement.start,
            end: span.end - statement.start,
            next: if span.next < statement.end {
                span.next - statement.start
            } else {
                AFTER
            },
        });
        Spans {
            start: statement.start,
            end: statement.end,
            after: statement.next,
            all: relative.collect(),
        }
    }

    /// The spans of the same statement standing somewhere else.
    pub(super) fn moved(&self, statement: Span) -> Spans {
        Spans {
            start: statement.start,
            end: statement.end,
            after: statement.next,
            all: self.all.clone(),
        }
    }

    /// The start of the statement.
    pub fn start(&self) -> u32 {
        self.start
    }

    /// The end of the statement.
    pub fn end(&self) -> u32 {
        self.end
    }

    /// The start of the first token after the statement.
    pub fn after(&self) -> u32 {
        self.after
    }

    /// The position of a span in the text.
    pub fn get(&self, span: SpanId) -> Option<Span> {
        let span = self.all.get(span.0 as usize)?;
        Some(self.absolute(span))
    }

    /// All spans, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = Span> {
        self.all.iter().map(|span| self.absolute(span))
    }

    /// The range from the first named place to the last; empty at the start of a statement that names none.
    pub fn extent(&self) -> Range<u32> {
        let start = self.iter().map(|span| span.start).min();
        let end = self.iter().map(|span| span.end).max();
        start.unwrap_or(self.start)..end.unwrap_or(self.start)
    }

    fn absolute(&self, span: &Span) -> Span {
        Span {
            start: self.start + span.start,
            end: self.start + span.end,
            next: match span.next {
                AFTER => self.after,
                next => self.start + next,
            },
        }
    }
}
