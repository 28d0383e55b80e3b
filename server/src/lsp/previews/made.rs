//! What a backend made.

use std::ops::Range;
use std::sync::{Arc, Weak};
use std::time::Duration;

use backends::Map;
use elaborate::diagnostic::{Diagnostic, Severity};
use elaborate::records::{Reads, Records};
use elaborate::report::Report;
use elaborate::value::ValueStore;

use super::line_map::LineMap;
use driver::command::Stop;
use driver::said::{self, Run, Speaker};
use syntax::line_index::LineIndex;

/// What a run of a backend made, and what it had to say.
#[derive(Clone, Debug, Default)]
pub(crate) struct Made {
    pub table: Arc<Table>,
    pub messages: Vec<Report>,
    /// All that was said, with places that follow edits.
    pub said: Vec<Diagnostic>,
    /// An error ended the run; its text counts for nothing.
    pub failed: bool,
    /// It is what one record makes; the rest is still to be made.
    pub(super) is_part: bool,
    /// What was read, if that is known.
    pub(super) read: Option<Arc<Read>>,
    pub(super) took: Duration,
}

/// A text, and which of its lines come from which records.
#[derive(PartialEq, Eq, Debug, Default)]
pub(crate) struct Table {
    pub text: String,
    pub(super) map: LineMap,
}

/// What a run read, told by the values of a store.
pub(super) struct Read {
    pub reads: Reads,
    pub values: Weak<ValueStore>,
}

impl std::fmt::Debug for Read {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Read")
    }
}

impl Made {
    pub(super) fn failure(text: String) -> Made {
        let said = Diagnostic::new(Severity::Error, None, text);
        Made {
            messages: vec![Report::new(said.severity, None, said.message.clone())],
            said: vec![said],
            failed: true,
            ..Made::default()
        }
    }

    /// What was said, with the text of an earlier run.
    pub(super) fn with_text_of(&self, earlier: &Made) -> Made {
        Made {
            table: earlier.table.clone(),
            is_part: earlier.is_part,
            ..self.clone()
        }
    }

    /// The same of a later state of the unit, if the run would make and say the same of that.
    pub(super) fn again(&self, records: &Records, stop: &Stop) -> Option<Made> {
        let read = self.read.as_ref()?;
        let is_of_these = std::ptr::eq(read.values.as_ptr(), Arc::as_ptr(&records.values));
        let holds = is_of_these && read.reads.hold_in(records, stop.of_work());
        holds.then(|| Made {
            // Texts before them may be longer now.
            messages: messages(records, &self.said),
            ..self.clone()
        })
    }

    /// Whether a preview of one shows what a preview of the other shows.
    pub(super) fn shows(&self, other: &Made) -> bool {
        let is_table = Arc::ptr_eq(&self.table, &other.table) || self.table == other.table;
        is_table && self.messages == other.messages && self.is_part == other.is_part
    }

    pub(crate) fn text(&self) -> &str {
        &self.table.text
    }

    pub(crate) fn total_lines(&self) -> usize {
        total_lines(self.text())
    }

    /// The text of some lines, as far as they are there.
    pub(crate) fn lines(&self, range: Range<usize>) -> &str {
        lines(self.text(), range)
    }
}

impl Table {
    pub(super) fn new(text: String, map: &Map, records: &Records) -> Table {
        let map = LineMap::new(&text, map, records);
        let mut table = Table { text, map };
        table.text.shrink_to_fit();
        table
    }

    /// A text that comes from no records.
    pub(super) fn plain(text: String) -> Table {
        Table {
            text,
            ..Table::default()
        }
    }
}

/// What is told of what a run said.
pub(super) fn messages(records: &Records, said: &[Diagnostic]) -> Vec<Report> {
    let run = Run {
        by: Speaker::Backend(String::new()),
        said,
    };
    let told = said::told(&records.sources, [run]);
    told.into_iter().map(|it| it.report).collect()
}

fn total_lines(text: &str) -> usize {
    let lines = memchr::memchr_iter(b'\n', text.as_bytes()).count();
    lines + usize::from(!text.is_empty() && !text.ends_with('\n'))
}

/// Some lines of a text, as far as they are there.
pub(super) fn lines(text: &str, range: Range<usize>) -> &str {
    if range.start == 0 && range.end >= total_lines(text) {
        return text;
    }
    let index = LineIndex::new(text);
    let at = |line| index.start(line).unwrap_or(text.len());
    let (start, end) = (at(range.start), at(range.end));
    text.get(start..end).unwrap_or("")
}
