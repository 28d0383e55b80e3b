//! The spans of a statement's parts.

use std::ops::Range;
use std::sync::Arc;

use super::SpanId;

/// A half-open range of byte offsets in the parsed text of a file, and the start of the next token. The reference
/// reports an error at the next token if it notices the error only after reading past the span.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Span {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
    /// The start of the first token after the span.
    pub next: u32,
}

/// The value of [`Span::next`] if the next token is after the statement.
const AFTER: u32 = u32::MAX;

/// The spans of a statement. The table `all` is relative to the start of the statement, so it can be shared with an
/// equal statement at another position.
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
    /// The table of the spans of a statement. `statement` is the span of the whole statement, and `spans` are the spans
    /// in the table. All are offsets into the file.
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

    /// The spans of an equal statement at another position, whose own span is `statement`.
    pub(super) fn moved(&self, statement: Span) -> Spans {
        Spans {
            start: statement.start,
            end: statement.end,
            after: statement.next,
            all: self.all.clone(),
        }
    }

    /// The offset of the statement's first byte in the file.
    pub fn start(&self) -> u32 {
        self.start
    }

    /// The offset after the statement's last byte in the file.
    pub fn end(&self) -> u32 {
        self.end
    }

    /// The offset in the file at which the first token after the statement starts.
    pub fn after(&self) -> u32 {
        self.after
    }

    /// A span as offsets into the file.
    pub fn get(&self, span: SpanId) -> Option<Span> {
        let span = self.all.get(span.0 as usize)?;
        Some(self.absolute(span))
    }

    /// All spans as offsets into the file, in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = Span> {
        self.all.iter().map(|span| self.absolute(span))
    }

    /// The smallest range that contains all spans, as offsets into the file. Without spans, an empty range at the start
    /// of the statement.
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
