//! How the names of a unit's records are printed.

use super::{Reads, Records};
use crate::value::print::{PAUSE, PrintContext, push_numbered};
use crate::value::{Anon, ValueStore};
use crate::work;
use syntax::Release;

/// The bytes of a value's text that count as one step of work.
const BYTES_PER_STEP: usize = 4;

/// Prints anonymous names with their numbers, which are computed when the first is printed.
#[derive(Clone, Copy)]
pub struct RecordNames<'a>(pub(super) &'a Records);

impl PrintContext for RecordNames<'_> {
    fn values(&self) -> &ValueStore {
        &self.0.values
    }

    fn release(&self) -> Release {
        self.0.rules()
    }

    fn push_anonymous(&self, out: &mut String, anon: Anon) {
        let number = self.0.numbers().get(anon);
        // The number depends on all statements before it.
        Reads::log_number(anon, number);
        push_numbered(out, number);
    }

    fn pause(&self) {
        work::spend(PAUSE / BYTES_PER_STEP);
    }
}
