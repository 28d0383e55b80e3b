//! The results of backend runs.

use std::ops::Range;
use std::sync::{Arc, Weak};
use std::time::Duration;

use backends::Map;
use elaborate::diagnostic::{Diagnostic, Severity};
use elaborate::records::{Reads, Records};
use elaborate::report::Report;
use elaborate::value::ValueStore;

use super::line_map::LineMap;
use backends::reports::{self, Run, Speaker};
use driver::command::Stop;
use syntax::line_index::LineIndex;

/// The table and the diagnostics of a run of a backend.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunResult {
    pub table: Arc<Table>,
    pub messages: Vec<Report>,
    /// All diagnostics of the run. Their places are relative to statements, so they move with edits.
    pub said: Vec<Diagnostic>,
    /// Whether the run failed. The table is then empty, or comes from an earlier run.
    pub failed: bool,
    /// Whether the table has only the lines of one record. The whole table is then still being made.
    pub(super) is_part: bool,
    /// The name of the first file that an external command read from disk although the editor has a newer text.
    pub(super) unsaved: Option<String>,
    /// The records, fields and lists that the run read; `None` if this is unknown.
    pub(super) read: Option<Arc<Read>>,
    pub(super) took: Duration,
}

/// A text, with the records that its lines come from.
#[derive(PartialEq, Debug, Default)]
pub(crate) struct Table {
    /// The text, shared by tables that differ only in the names of the records in `map`.
    pub text: Arc<String>,
    pub(super) map: LineMap,
}

/// The reads of a run, in terms of the ids of a value store.
pub(crate) struct Read {
    reads: Reads,
    values: Weak<ValueStore>,
}

impl Read {
    pub(crate) fn new(reads: Reads, records: &Records) -> Read {
        reads.are_of(records);
        let values = Arc::downgrade(&records.values);
        Read { reads, values }
    }

    /// Whether everything that the run read is the same in `records`, a later state of the unit.
    pub(crate) fn holds_in(&self, records: &Records, stop: &Stop) -> bool {
        let is_of_these = std::ptr::eq(self.values.as_ptr(), Arc::as_ptr(&records.values));
        is_of_these && self.reads.hold_in(records, stop.of_work())
    }
}

impl std::fmt::Debug for Read {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Read")
    }
}

impl RunResult {
    pub(super) fn failure(text: String) -> RunResult {
        let said = Diagnostic::new(Severity::Error, None, text);
        RunResult {
            messages: vec![Report::new(said.severity, None, said.message.clone())],
            said: vec![said],
            failed: true,
            ..RunResult::default()
        }
    }

    /// This result with the table of an earlier run.
    pub(super) fn with_text_of(&self, earlier: &RunResult) -> RunResult {
        RunResult {
            table: earlier.table.clone(),
            is_part: earlier.is_part,
            ..self.clone()
        }
    }

    /// This result with another table.
    pub(super) fn with_table(&self, table: Arc<Table>) -> RunResult {
        RunResult {
            table,
            ..self.clone()
        }
    }

    /// This result for a later state of the unit; `None` if the output or the messages may differ there.
    pub(super) fn again(&self, records: &Records, stop: &Stop) -> Option<RunResult> {
        let holds = self.read.as_ref()?.holds_in(records, stop);
        holds.then(|| RunResult {
            table: Table::again(&self.table, records),
            // The place of a message may have moved, so messages are rendered again.
            messages: messages(records, &self.said),
            ..self.clone()
        })
    }

    /// Whether a preview would show the same for both results.
    pub(super) fn shows(&self, other: &RunResult) -> bool {
        let is_table = Arc::ptr_eq(&self.table, &other.table) || self.table == other.table;
        is_table && self.messages == other.messages && self.is_part == other.is_part
    }

    pub(crate) fn text(&self) -> &str {
        &self.table.text
    }

    pub(crate) fn total_lines(&self) -> usize {
        total_lines(self.text())
    }

    /// The text of the lines `range` (from 0, half-open). Lines beyond the end are left out.
    pub(crate) fn lines(&self, range: Range<usize>) -> &str {
        lines(self.text(), range)
    }
}

impl Table {
    pub(super) fn new(text: String, map: &Map, records: &Records) -> Table {
        let map = LineMap::new(&text, map, records);
        let mut text = text;
        text.shrink_to_fit();
        Table {
            text: Arc::new(text),
            map,
        }
    }

    /// The table for a later state of the unit in which its text is the same. The numbers of the anonymous records that
    /// lines come from may have changed.
    fn again(table: &Arc<Table>, records: &Records) -> Arc<Table> {
        match table.map.renumbered(records) {
            Some(map) => Arc::new(Table {
                text: table.text.clone(),
                map,
            }),
            None => table.clone(),
        }
    }

    /// A table whose lines come from no known record.
    pub(super) fn plain(text: String) -> Table {
        Table {
            text: Arc::new(text),
            ..Table::default()
        }
    }
}

/// Converts the diagnostics of a run to reports.
pub(super) fn messages(records: &Records, said: &[Diagnostic]) -> Vec<Report> {
    let run = Run {
        by: Speaker::Backend(String::new()),
        said,
    };
    let told = reports::merged(&records.sources, [run]);
    told.into_iter().map(|it| it.report).collect()
}

fn total_lines(text: &str) -> usize {
    let lines = memchr::memchr_iter(b'\n', text.as_bytes()).count();
    lines + usize::from(!text.is_empty() && !text.ends_with('\n'))
}

/// The lines `range` (from 0, half-open) of a text. Lines beyond the end are left out.
pub(super) fn lines(text: &str, range: Range<usize>) -> &str {
    if range.start == 0 && range.end >= total_lines(text) {
        return text;
    }
    let index = LineIndex::new(text);
    let at = |line| index.start(line).unwrap_or(text.len());
    let (start, end) = (at(range.start), at(range.end));
    text.get(start..end).unwrap_or("")
}
