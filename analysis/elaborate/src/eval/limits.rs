//! Bounds that keep runaway input from taking all time, memory or stack. Reaching one is a diagnostic.

use crate::diagnostic::{Diagnostic, Severity};

use super::{Cur, Cx, Result, Stopped};

/// Longest string that an operator makes, in bytes.
pub(super) const MAX_STRING: usize = 1 << 24;
/// Longest list that an operator makes.
const MAX_LIST: usize = 1 << 22;
/// Elements of all lists that the operators of one statement make.
const MAX_ELEMS: usize = 1 << 26;
/// Depth of values inside values, and of class instances inside class instances.
const MAX_DEPTH: usize = 20_000;
/// Class instances that one statement makes for the first time.
const MAX_INSTANCES: usize = 1 << 20;
/// Records that one statement makes.
const MAX_RECORDS: usize = 1 << 21;

#[derive(Clone, Default)]
pub(super) struct Limits {
    depth: usize,
    elems: usize,
    instances: usize,
    records: usize,
    blown: bool,
    /// A limit was reached, and reported.
    gave_up: bool,
}

impl Limits {
    /// Notes that a string grew too long, in a place that cannot stop by itself.
    pub(super) fn blow(&mut self) {
        self.blown = true;
    }

    pub(super) fn is_blown(&self) -> bool {
        self.blown
    }
}

impl Cx<'_> {
    /// Goes one level deeper.
    pub(super) fn enter(&mut self) -> Result<()> {
        self.limits.depth += 1;
        if self.limits.depth > MAX_DEPTH {
            return self.give_up(
                "values are nested too deeply, or a class instantiates itself without end",
            );
        }
        self.check_strings()
    }

    /// Stops if a string grew too long.
    pub(super) fn check_strings(&mut self) -> Result<()> {
        if self.limits.blown {
            return self.give_up("a string grows beyond all bounds");
        }
        Ok(())
    }

    /// Goes one level deeper if there is room for it, and says nothing if not.
    pub(super) fn enter_if_room(&mut self) -> Option<()> {
        if self.limits.depth >= MAX_DEPTH || self.limits.blown {
            return None;
        }
        self.limits.depth += 1;
        Some(())
    }

    pub(super) fn leave(&mut self) {
        self.limits.depth = self.limits.depth.saturating_sub(1);
    }

    /// Whether a list of this length may be made.
    pub(super) fn check_len(&mut self, len: usize, _cur: Cur<'_>) -> Result<()> {
        self.limits.elems = self.limits.elems.saturating_add(len);
        if len > MAX_LIST || self.limits.elems > MAX_ELEMS {
            return self.give_up(format!(
                "a list of {len} elements is more than can be handled"
            ));
        }
        Ok(())
    }

    pub(super) fn count_instance(&mut self) -> Result<()> {
        self.world.pause();
        self.limits.instances += 1;
        if self.limits.instances > MAX_INSTANCES {
            return self.give_up("too many class instances");
        }
        Ok(())
    }

    pub(super) fn count_record(&mut self) -> Result<()> {
        self.world.pause();
        self.limits.records += 1;
        if self.limits.records > MAX_RECORDS {
            return self.give_up("too many records");
        }
        Ok(())
    }

    /// Reports once that the statement is too much, at the statement.
    fn give_up<T>(&mut self, message: impl Into<String>) -> Result<T> {
        if !self.limits.gave_up {
            self.limits.gave_up = true;
            let at = self.statement_at();
            self.report(Diagnostic::new(Severity::Error, at, message.into()));
        }
        Err(Stopped)
    }
}
