//! Limits that keep runaway input from taking all time, memory or stack. An exceeded limit is reported as a diagnostic.
//!
//! Loops and recursion spend steps: [`Cx::enter`] for each level, [`Cx::spend`] for work within a level in proportion
//! to the size of values. After each slice of steps, the evaluator checks whether the elaboration is cancelled, and
//! whether the unit is within its limits (see [`crate::budget`]). All limits of single values are here as well.

// The tests measure the processor time of a thread.
#[cfg(all(test, unix))]
mod tests;

use crate::budget::{Held, MIB, MILLION, Spent};
use crate::deferred_drop;
use crate::diagnostic::{Diagnostic, Severity};
use crate::record::Record;
use crate::stack;
use crate::value::{Part, Ty, ValueId, ValueStore};

use super::{Cx, Result, Stopped};

/// The longest string that an operator makes, in bytes.
pub(super) const MAX_STRING: usize = 1 << 24;
/// The longest list that an operator makes, in elements.
const MAX_LIST: usize = 1 << 22;
/// The width of the widest `bits` type.
pub(super) const MAX_BITS: u32 = 1 << 22;
/// The maximum number of integers in the ranges of one list.
pub(super) const MAX_RANGE: usize = 1 << 20;
/// The maximum depth of nested values and of nested class instances. A small stack may be exhausted before that.
const MAX_DEPTH: usize = 20_000;
/// The number of levels between two checks of the stack. No level takes more than 50 KiB of the stack.
const LEVELS: usize = 16;

/// The number of steps between two checks of cancellation and limits, usually a tenth of a millisecond. An edit waits
/// for the next check.
const SLICE: isize = 1 << 13;
/// The construction of a list with at least this many elements is interrupted by checks of cancellation.
const LONG: usize = 1 << 15;
/// The number of list elements, or of 8-byte words of a string, that are copied or examined in one step.
const PER_STEP: usize = 2;
/// The number of steps for visiting a value.
const STEPS_OF_VALUE: usize = 4;
/// The number of steps for an iteration of a loop, in addition to those of its body.
pub(super) const STEPS_OF_PASS: usize = 8;
/// The number of steps for making a record or a class instance, in addition to those of its values.
const STEPS_OF_RECORD: usize = 256;

/// An exceeded limit on a single value or statement.
#[derive(Clone, Copy)]
pub(super) enum Limit {
    Depth,
    /// The stack does not allow more depth: it is smaller than usual, or the caller used much of it.
    Stack,
    String,
    /// A list is too long: it would have this number of elements.
    List(usize),
    Regex,
}

/// A statement's use of its own limits, which do not depend on the rest of the unit.
#[derive(Clone)]
pub(super) struct Limits {
    depth: usize,
    /// The depth up to which the stack is known to suffice.
    known_to: usize,
    reached: Option<Limit>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            depth: 0,
            known_to: if stack::is_low() { 0 } else { LEVELS },
            reached: None,
        }
    }
}

/// The steps until the next check: how many are left, and how many were granted at the last check.
#[derive(Clone, Copy, Default)]
pub(super) struct Slice {
    left: isize,
    granted: isize,
}

/// A statement's use of the budget of its unit.
pub(super) struct Account {
    pub(super) slice: Slice,
    /// The memory of the records that the statement has made.
    made: Held,
    /// The bytes of the records made since the last check, which `made` does not contain yet.
    made_lately: usize,
    /// The bytes of the value about to be made if it is large; otherwise 0.
    about_to_make: usize,
    /// The exhausted resource of the unit, if there is one.
    spent: Option<Spent>,
}

impl Account {
    /// A new account for a statement. It continues `slice`, the unfinished slice of the previous statement.
    pub(super) fn new(values: &ValueStore, slice: Slice) -> Account {
        Account {
            slice,
            made: Held::new(values.budget(), 0),
            made_lately: 0,
            about_to_make: 0,
            spent: None,
        }
    }

    /// Whether a limit of the unit is exhausted.
    pub(super) fn is_spent(&self) -> bool {
        self.spent.is_some()
    }
}

impl Cx<'_> {
    /// Enters one more level of nesting. An error if a limit is reached.
    #[inline(always)]
    pub(super) fn enter(&mut self) -> Result<()> {
        self.limits.depth += 1;
        if self.limits.depth > self.limits.known_to {
            self.look_at_stack().or_else(|it| self.reach(it))?;
        }
        self.spend(STEPS_OF_VALUE)
    }

    /// Checks that the depth is within its limit and that the next few levels of nesting fit on the stack. Returns the
    /// exceeded limit otherwise.
    #[cold]
    #[inline(never)]
    fn look_at_stack(&mut self) -> std::result::Result<(), Limit> {
        let depth = self.limits.depth;
        if depth > MAX_DEPTH {
            return Err(Limit::Depth);
        }
        if stack::is_low() {
            return Err(Limit::Stack);
        }
        self.limits.known_to = (depth + LEVELS).min(MAX_DEPTH);
        Ok(())
    }

    /// Enters one more level of nesting. Returns `None` if the budget, the depth or the stack does not allow it; only
    /// an exhausted budget is reported.
    pub(super) fn enter_if_room(&mut self) -> Option<()> {
        self.spend(STEPS_OF_VALUE).ok()?;
        self.limits.depth += 1;
        if self.limits.depth > self.limits.known_to && self.look_at_stack().is_err() {
            self.limits.depth -= 1;
            return None;
        }
        Some(())
    }

    pub(super) fn leave(&mut self) {
        self.limits.depth = self.limits.depth.saturating_sub(1);
    }

    /// Spends steps. At the end of a slice, the result is an error if the budget of the unit is exhausted, or if
    /// another limit was reached.
    #[inline(always)]
    pub(super) fn spend(&mut self, steps: usize) -> Result<()> {
        self.account.slice.left -= steps as isize;
        if self.account.slice.left < 0 {
            return self.look_around();
        }
        Ok(())
    }

    /// Spends the steps for reading or copying `elems` elements.
    #[inline(always)]
    pub(super) fn spend_on(&mut self, elems: usize) -> Result<()> {
        self.spend(elems / PER_STEP)
    }

    /// Spends a step for each iteration of a loop whose iterations are mostly cheap. `index` is the index of the
    /// iteration; the steps are spent in chunks.
    #[inline(always)]
    pub(super) fn spend_in_loop(&mut self, index: usize) -> Result<()> {
        const CHUNK: usize = 1 << 8;
        if index % CHUNK == CHUNK - 1 {
            self.spend(CHUNK)?;
        }
        Ok(())
    }

    /// Checks that a list may have `len` elements.
    pub(super) fn check_max(&mut self, len: usize) -> Result<()> {
        if len > MAX_LIST {
            return self.reach(Limit::List(len));
        }
        Ok(())
    }

    /// Checks the length of a list before it is made, and spends the steps for it.
    pub(super) fn check_len(&mut self, len: usize) -> Result<()> {
        self.check_max(len)?;
        self.make_value(len * size_of::<ValueId>());
        self.spend_on(len)
    }

    /// Checks the length of a string in bytes before it is made, and spends the steps for it.
    pub(super) fn check_text(&mut self, len: usize) -> Result<()> {
        if len > MAX_STRING {
            return self.reach(Limit::String);
        }
        self.make_value(len);
        self.spend_on(len / size_of::<u64>())
    }

    /// Checks the length of a string made of `parts`. The names of anonymous records count as empty.
    pub(super) fn check_parts(&mut self, parts: &[Part]) -> Result<()> {
        self.spend_on(parts.len())?;
        let texts = parts.iter().map(|part| match part {
            Part::Text(text) => text.as_str().len(),
            Part::Anonymous(_) => 0,
        });
        self.check_text(texts.sum())
    }

    /// Counts the memory and the steps for a new record, a class instance or a copy, before it is made. `like` is an
    /// existing record of the same size.
    pub(super) fn count_record(&mut self, like: &Record) -> Result<()> {
        // These bytes count until the statement is done. After that, the bytes of its outcome count.
        self.account.made_lately += like.bytes();
        if self.account.made_lately > MIB {
            self.hurry();
        }
        self.spend(STEPS_OF_RECORD)
    }

    /// Announces a value before it is made, so that the limits are checked first if it is large. Once the value is
    /// made, the store counts its bytes.
    fn make_value(&mut self, bytes: usize) {
        if bytes > MIB {
            self.account.about_to_make = bytes;
            self.hurry();
        }
    }

    /// Makes the next step check the limits.
    fn hurry(&mut self) {
        let slice = &mut self.account.slice;
        if slice.left > 0 {
            slice.granted -= slice.left;
            slice.left = 0;
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn reach<T>(&mut self, limit: Limit) -> Result<T> {
        self.limits.reached.get_or_insert(limit);
        self.hurry();
        self.stop()
    }

    /// Ends a slice of steps: checks cancellation and limits, and starts the next slice.
    #[cold]
    #[inline(never)]
    fn look_around(&mut self) -> Result<()> {
        self.pause();
        deferred_drop::free_some();
        let account = &mut self.account;
        let done = (account.slice.granted - account.slice.left).max(0) as u64;
        account.made.add(std::mem::take(&mut account.made_lately));
        let budget = self.values.budget();
        let bound = self.scratch.bound.unwrap_or_else(|| budget.whole());
        let values = self.values.memory() + std::mem::take(&mut account.about_to_make);
        if let Err(spent) = budget.take(done, bound, values) {
            account.spent.get_or_insert(spent);
        }
        account.slice = Slice::default();
        if account.spent.is_some() || self.limits.reached.is_some() {
            return self.stop();
        }
        account.slice = Slice {
            left: SLICE,
            granted: SLICE,
        };
        Ok(())
    }

    /// Unwinds if the elaboration of the statement is cancelled.
    pub(super) fn pause(&self) {
        self.world.pause();
        #[cfg(all(test, unix))]
        tests::note_look(self.item);
    }

    /// Makes a list whose element type is `elem`.
    pub(super) fn new_list(&self, elems: &[ValueId], elem: Ty) -> ValueId {
        self.new_list_of(elems, self.values.list_ty(elem))
    }

    /// Makes a list of the list type `ty`. A long list is made with checks of cancellation.
    pub(super) fn new_list_of(&self, elems: &[ValueId], ty: Ty) -> ValueId {
        match elems.len() {
            ..LONG => self.values.list_of(elems, ty),
            _ => self.values.long_list_of(elems, ty, &|| self.pause()),
        }
    }

    /// Whether higher limits or a larger stack could change the outcome of the statement.
    pub(super) fn is_cut(&self) -> bool {
        self.account.is_spent() || matches!(self.limits.reached, Some(Limit::Stack))
    }

    /// Whether a limit was reached, so that results may not be shared with other statements.
    pub(super) fn is_at_limit(&self) -> bool {
        self.account.spent.is_some() || self.limits.reached.is_some()
    }

    /// Stops because a limit was reached, and reports the limit once.
    pub(super) fn stop<T>(&mut self) -> Result<T> {
        self.tell_limit();
        Err(Stopped)
    }

    /// If a limit was reached, reports this at the statement. After that, nothing else is reported for the statement.
    pub(super) fn tell_limit(&mut self) {
        #[cfg(all(test, unix))]
        tests::note_look(self.item);
        let limits = &self.values.budget().limits;
        let message = match (self.account.spent, self.limits.reached) {
            (Some(Spent::Steps), _) => format!(
                "elaboration stops here: this takes more than what is left of {} million steps (limit of work)",
                limits.steps / MILLION
            ),
            (Some(Spent::Memory), _) => format!(
                "elaboration stops here: this takes more than what is left of {} MiB (limit of memory)",
                limits.memory / MIB
            ),
            (None, Some(Limit::Stack)) => {
                "values, or records that ask for each other, are nested more deeply than the stack has room for"
                    .to_owned()
            }
            (None, Some(Limit::Depth)) => {
                "values are nested too deeply, or a class instantiates itself without end"
                    .to_owned()
            }
            (None, Some(Limit::String)) => "a string grows beyond all bounds".to_owned(),
            (None, Some(Limit::List(len))) => {
                format!("a list of {len} elements is more than can be handled")
            }
            (None, Some(Limit::Regex)) => {
                "a regular expression is too large, or leaves too many ways to match it".to_owned()
            }
            (None, None) => return,
        };
        let told = self.out.diagnostics.last();
        if told.is_none_or(|it| it.message != message) {
            let at = self.statement_at();
            let mut diagnostic = Diagnostic::new(Severity::Error, at, message);
            diagnostic.noticed = self.reading.evaluated;
            self.out.diagnostics.push(diagnostic);
        }
    }
}
