//! A unit that follows its files.

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
    /// The number of values after a new database last elaborated everything.
    settled: Option<usize>,
    /// The number of statements at that time, or at first.
    statements: usize,
    /// Whether this database has not elaborated everything yet.
    is_new: bool,
}

/// The database is replaced by a new one once its values exceed those that the unit needs by one part in this many.
const SPARE: usize = 32;
/// Below this many values, freeing them does not pay off.
const FEW_VALUES: usize = 1 << 18;
/// The number of dead statements per live one that is tolerated: an open brace in the root replaces all of them.
const GONE: usize = 2;
/// Below this many statements, freeing them does not pay off.
const FEW_STATEMENTS: usize = 1 << 14;

impl Host {
    /// Reads a unit. A root that is not there is read as an empty file.
    pub fn new(spec: UnitSpec, release: Release, files: &dyn Files) -> Host {
        Host::within(Limits::default(), spec, release, files)
    }

    /// The same under given limits.
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

    /// A view of the present unit, for any thread. While one lives, [`Host::refresh`] waits for it; queries that run on
    /// it then are cancelled by unwinding, see [`salsa::Cancelled`].
    pub fn snapshot(&self) -> Database {
        self.db.clone()
    }

    /// The unit as it is now, borrowed. Other threads need a [`Host::snapshot`].
    pub fn db(&self) -> &Database {
        &self.db
    }

    /// Describes a change of a text, so that it need not be parsed from its start. No other change may follow before
    /// [`Host::refresh`].
    pub fn edit(&mut self, path: &str, old: &Arc<str>, new: &Arc<str>, edit: &Edit) {
        self.give_back();
        self.cache.edit(path, old, new, edit);
    }

    /// Cancels queries on snapshots, waits until the snapshots are gone, and frees outdated results.
    pub fn give_back(&mut self) {
        self.db.give_back();
    }

    /// Elaborates all statements affected by an edit, and meanwhile frees their former results.
    pub fn elaborate_all(&mut self) {
        for index in 0..self.db.unit().order().len() {
            crate::outcome_of(&self.db, self.db.unit().order()[index]);
            if self.db.is_wasteful() {
                self.give_back();
            }
        }
    }

    /// Reads the unit again.
    pub fn refresh(&mut self, files: &dyn Files) {
        // Cancelled snapshots are gone by now, so freeing waits for none.
        self.give_back();
        let is_full = self.is_full();
        let root = files.read(&self.spec.root).unwrap_or_default();
        let earlier = (!is_full).then(|| self.db.unit().clone());
        let unit = reload(&self.spec, root, files, &mut self.cache, earlier.as_deref());
        if is_full {
            // Values and outcomes of deleted statements cannot be freed individually. A new database elaborates again
            // what is still needed.
            let new = Database::within(self.limits, Arc::new(unit), self.release);
            deferred_drop::leave_whole(std::mem::replace(&mut self.db, new));
            self.is_new = true;
        } else {
            self.db.set_unit(Arc::new(unit));
        }
    }

    /// Notes that the database has elaborated everything: the present number of values is the number that the unit
    /// needs.
    pub fn note_settled(&mut self) {
        if std::mem::replace(&mut self.is_new, false) {
            self.settled = Some(self.db.values().len());
            self.statements = self.db.unit().order().len();
        }
    }

    /// Whether many of the database's values are out of use.
    fn is_full(&self) -> bool {
        let wanted = self.settled.unwrap_or(usize::MAX / 2).max(FEW_VALUES);
        // An open brace hides most statements for a while.
        let unit = self.db.unit();
        let statements = unit.order().len().max(self.statements);
        self.db.values().budget().ran_out_of_memory()
            || self.db.values().len() > wanted + wanted / SPARE
            || unit.items() > (statements * (1 + GONE)).max(FEW_STATEMENTS)
    }
}

/// All reports on a unit.
pub fn reports(db: &Database) -> Vec<Report> {
    reports_on(db, db.unit().order())
}

/// The reports on the syntax of a unit and on the meaning of some of its statements, in their order.
pub fn reports_on(db: &Database, items: &[StmtId]) -> Vec<Report> {
    reports_of(db, crate::diagnostics(db, items))
}

/// The reports of a unit, from the diagnostics of its statements in their order.
pub fn reports_of(db: &Database, diagnostics: Vec<(StmtId, Diagnostic)>) -> Vec<Report> {
    let numbers = if diagnostics.iter().any(|(_, it)| it.has_marks()) {
        crate::numbers(db)
    } else {
        Default::default()
    };
    report::reports(db.unit(), &numbers, diagnostics, db.input().release(db))
}
