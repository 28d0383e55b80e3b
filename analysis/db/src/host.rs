//! A unit that is kept up to date with its files.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use elaborate::diagnostic::Diagnostic;
use elaborate::ids::StmtId;
use elaborate::report::{self, Report};
use elaborate::unit::{Files, ParseCache, UnitSpec, reload};
use syntax::{Edit, Release};

use crate::{Database, Db};
use elaborate::budget::Limits;
use elaborate::deferred_drop;

/// A unit and its database. [`Host::refresh`] brings both up to date with the files; parts that an edit does not affect
/// are neither parsed nor elaborated again.
pub struct Host {
    spec: UnitSpec,
    release: Release,
    limits: Limits,
    cache: ParseCache,
    db: Database,
    /// The number of values after this or an earlier database elaborated the whole unit; `None` if no database has
    /// elaborated the whole unit yet.
    settled: Option<usize>,
    /// The number of statements when `settled` was set, or when the unit was first read if `settled` is `None`.
    statements: usize,
    /// Whether the present database has not elaborated the whole unit yet.
    is_new: bool,
}

/// The database is replaced by a new one as soon as it has more than `1/SPARE` more values than the unit needs.
const SPARE: usize = 32;
/// The number of values is no reason to replace a database that has fewer values than this.
const FEW_VALUES: usize = 1 << 18;
/// The tolerated number of deleted statements per existing statement. One edit may delete many: an unclosed brace in
/// the root replaces all statements.
const GONE: usize = 2;
/// Deleted statements are no reason to replace a database that has fewer statement ids than this.
const FEW_STATEMENTS: usize = 1 << 14;

impl Host {
    /// Reads a unit. If the root file does not exist, it is read as an empty file.
    pub fn new(spec: UnitSpec, release: Release, files: &dyn Files) -> Host {
        Host::within(Limits::default(), spec, release, files)
    }

    /// Like [`Host::new`], with the given limits instead of the default ones.
    pub fn within(limits: Limits, spec: UnitSpec, release: Release, files: &dyn Files) -> Host {
        let mut cache = ParseCache::default();
        let root = files.read(&spec.root).unwrap_or_default();
        let unit = Arc::new(reload(&spec, root, files, &mut cache, None));
        Host {
            spec,
            release,
            cache,
            statements: unit.order().len(),
            db: Database::within(limits, unit, release),
            limits,
            settled: None,
            is_new: true,
        }
    }

    /// A snapshot of the present unit, for use on any thread. [`Host::refresh`] cancels the queries that run on
    /// snapshots, so that the queries unwind with [`salsa::Cancelled`], and waits until all snapshots are dropped.
    pub fn snapshot(&self) -> Database {
        self.db.clone()
    }

    /// The database of the present unit. Other threads need a [`Host::snapshot`].
    pub fn db(&self) -> &Database {
        &self.db
    }

    /// Announces a change of a file's text, so that the next [`Host::refresh`] can parse the text incrementally. At
    /// most one change of each file may be announced between two refreshes.
    pub fn edit(&mut self, path: &str, old: &Arc<str>, new: &Arc<str>, edit: &Edit) {
        self.give_back();
        self.cache.edit(path, old, new, edit);
    }

    /// Cancels the queries on snapshots, waits until the snapshots are dropped, and frees outdated results.
    pub fn give_back(&mut self) {
        self.db.give_back();
    }

    /// Drops all results of elaboration. Results that are needed later are computed again. Existing snapshots keep
    /// their results.
    pub fn forget_results(&mut self) {
        let unit = self.db.unit().clone();
        let new = Database::within(self.limits, unit, self.release);
        deferred_drop::leave_whole(std::mem::replace(&mut self.db, new));
        self.is_new = true;
    }

    /// Elaborates all statements whose results are missing or outdated. Superseded results are freed from time to time.
    pub fn elaborate_all(&mut self) {
        for index in 0..self.db.unit().order().len() {
            crate::outcome_of(&self.db, self.db.unit().order()[index]);
            if self.db.is_wasteful() {
                self.give_back();
            }
        }
    }

    /// Reads the changed files of the unit again and updates the database.
    pub fn refresh(&mut self, files: &dyn Files) {
        // After this, no snapshots are left, so that values can be freed without waiting.
        self.give_back();
        let is_full = self.is_full();
        let root = files.read(&self.spec.root).unwrap_or_default();
        let earlier = (!is_full).then(|| self.db.unit().clone());
        let unit = reload(&self.spec, root, files, &mut self.cache, earlier.as_deref());
        if is_full {
            // Values and outcomes of deleted statements cannot be freed one by one. A new database elaborates only what
            // is still needed.
            let new = Database::within(self.limits, Arc::new(unit), self.release);
            deferred_drop::leave_whole(std::mem::replace(&mut self.db, new));
            self.is_new = true;
        } else {
            self.db.set_unit(Arc::new(unit));
        }
    }

    /// Must be called when the database has elaborated the whole unit. The first call for a database stores the present
    /// number of values as the number that the unit needs.
    pub fn note_settled(&mut self) {
        if std::mem::replace(&mut self.is_new, false) {
            self.settled = Some(self.db.values().len());
            self.statements = self.db.unit().order().len();
        }
    }

    /// Whether a new database has to replace this one: the values or statements that no longer belong to the unit
    /// exceed their limit, or the memory limit stopped an elaboration.
    fn is_full(&self) -> bool {
        let wanted = self.settled.unwrap_or(usize::MAX / 2).max(FEW_VALUES);
        // While a brace is unclosed, the unit has only a few statements, so the earlier number counts as well.
        let unit = self.db.unit();
        let statements = unit.order().len().max(self.statements);
        self.db.values().budget().ran_out_of_memory()
            || self.db.values().len() > wanted + wanted / SPARE
            || unit.items() > (statements * (1 + GONE)).max(FEW_STATEMENTS)
    }
}

/// All diagnostics of a unit as reports.
pub fn reports(db: &Database) -> Vec<Report> {
    reports_on(db, db.unit().order())
}

/// The reports on the syntax of a unit, and on the elaboration of the statements `items`, which must be in source
/// order.
pub fn reports_on(db: &Database, items: &[StmtId]) -> Vec<Report> {
    reports_of(db, crate::diagnostics(db, items))
}

/// The reports on the syntax of a unit, and on the given diagnostics of its statements. The diagnostics must be grouped
/// by statement, in the order of the unit.
pub fn reports_of(db: &Database, diagnostics: Vec<(StmtId, Diagnostic)>) -> Vec<Report> {
    let numbers = if diagnostics.iter().any(|(_, it)| it.has_marks()) {
        crate::numbers(db)
    } else {
        Default::default()
    };
    report::reports(db.unit(), &numbers, diagnostics, db.input().release(db))
}
