//! The context for printing values of a unit's records.

use super::{Reads, Records};
use crate::value::print::{MAX_TEXT, PAUSE, PrintContext, push_numbered};
use crate::value::{Anon, ValueStore};
use crate::work;
use syntax::Release;

/// The number of bytes in a value's text that count as one step of work.
const BYTES_PER_STEP: usize = 4;

/// Prints anonymous names with their numbers. The numbers are computed when the first of them is needed.
#[derive(Clone, Copy)]
pub struct RecordNames<'a> {
    records: &'a Records,
    limit: usize,
    /// Whether the numbers do not count as read.
    is_unlogged: bool,
}

impl<'a> RecordNames<'a> {
    pub(super) fn of(records: &'a Records) -> RecordNames<'a> {
        RecordNames {
            records,
            limit: MAX_TEXT,
            is_unlogged: false,
        }
    }

    /// Prints names that do not count as read, because they are only compared with each other.
    pub(super) fn unlogged(self) -> RecordNames<'a> {
        RecordNames {
            is_unlogged: true,
            ..self
        }
    }

    /// Cuts the text of a value at this length in bytes.
    pub fn cut_at(self, limit: usize) -> RecordNames<'a> {
        RecordNames { limit, ..self }
    }
}

impl PrintContext for RecordNames<'_> {
    fn values(&self) -> &ValueStore {
        &self.records.values
    }

    fn release(&self) -> Release {
        self.records.rules()
    }

    fn push_anonymous(&self, out: &mut String, anon: Anon) {
        let number = self.records.numbers().get(anon);
        // The number of an anonymous record depends on all statements before it.
        if !self.is_unlogged {
            Reads::log_number(anon, number);
        }
        push_numbered(out, number);
    }

    fn limit(&self) -> usize {
        self.limit
    }

    fn pause(&self) {
        work::spend(PAUSE / BYTES_PER_STEP);
    }
}
