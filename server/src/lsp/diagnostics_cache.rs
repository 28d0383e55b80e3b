//! The reports on the files of a unit: first on the open files only, then on all files.

use std::sync::{Arc, Weak};

use db::index::Space;
use db::{Database, Db, host, lookup, outcome_of};
use elaborate::diagnostic::{Diagnostic, Severity};
use elaborate::ids::StmtId;
use elaborate::report::Report;
use elaborate::symbol::Sym;
use rustc_hash::{FxHashMap, FxHashSet};

use super::unit::{Checked, UnitSnapshot};

/// The reports on `sources`, and the reports that earlier checks found on other sources.
pub(crate) fn of_sources(unit: &UnitSnapshot, sources: &FxHashSet<usize>) -> Vec<Report> {
    let db = &unit.db;
    if db.unit().is_cut() {
        return reports(db, Vec::new());
    }
    let checked = unit.checked();
    let sources = with_repeated(unit, sources);
    let is_own = |item: StmtId| {
        let place = db.unit().sources.layout.stmt(item);
        place.is_some_and(|(source, _)| sources.contains(&source))
    };
    // Statements of other sources that are checked too.
    let mut others: FxHashSet<StmtId> = FxHashSet::default();
    let (known, found) = loop {
        let mut known: FxHashMap<StmtId, &[Diagnostic]> = FxHashMap::default();
        let mut unknown = Vec::new();
        for item in db.unit().order() {
            let said = if is_own(*item) || others.contains(item) {
                checked.diagnostics(*item, outcome_of(db, *item))
            } else {
                Some(checked.said(*item))
            };
            match said {
                Some(said) => _ = known.insert(*item, said),
                None => unknown.push(*item),
            }
        }
        let found = db::diagnostics(db, &unknown);
        // An error about a name follows from an error in the name's definition, which may be in another source.
        let said = found.iter().map(|(_, it)| it);
        let mut more = definitions(db, said.chain(known.values().copied().flatten()));
        // What the last check said of a statement that has not changed since is known already.
        let is_unknown = |it: StmtId| checked.diagnostics(it, outcome_of(db, it)).is_none();
        more.retain(|it| !is_own(*it) && !others.contains(it) && is_unknown(*it));
        if more.is_empty() {
            break (known, found);
        }
        others.extend(more);
    };
    let mut found = found.into_iter().peekable();
    let mut diagnostics = Vec::new();
    for item in db.unit().order() {
        let said = known.get(item).into_iter().flat_map(|it| it.iter());
        diagnostics.extend(said.map(|it| (*item, it.clone())));
        while let Some(it) = found.next_if(|(of, _)| of == item) {
            diagnostics.push(it);
        }
    }
    if checked.outcomes.is_empty() {
        // A message with marks contains anonymous names. Their numbers are known only after the whole unit has been
        // elaborated.
        diagnostics.retain(|(_, it)| !it.has_marks());
    }
    reports(db, diagnostics)
}

/// The statements that define the names from whose errors `diagnostics` may follow. Only names that are written as a
/// whole in their definitions are found.
fn definitions<'a>(
    db: &Database,
    diagnostics: impl Iterator<Item = &'a Diagnostic>,
) -> Vec<StmtId> {
    let mut names: FxHashSet<Sym> = FxHashSet::default();
    for it in diagnostics.filter(|it| it.severity == Severity::Error) {
        names.extend(it.of_name);
        names.extend(it.of_cast.as_ref().map(|it| it.name));
        names.extend(it.depends_on.iter().chain(&it.of_classes));
    }
    let mut found = Vec::new();
    for name in names {
        found.extend(db.input().index(db).exactly(name));
        for space in [Space::Class, Space::Multiclass, Space::Type, Space::Global] {
            found.extend(lookup::declaring(db, space, name));
        }
    }
    found
}

/// `sources`, and each source that one of `sources` includes although the unit has already read the file of this
/// source. A repeated include is an error at the second `include`.
fn with_repeated(unit: &UnitSnapshot, sources: &FxHashSet<usize>) -> FxHashSet<usize> {
    let files = &unit.db.unit().sources.files;
    let mut read: FxHashSet<&str> = FxHashSet::default();
    let mut all = sources.clone();
    for (index, file) in files.iter().enumerate() {
        let is_again = !read.insert(&file.path);
        if is_again && (file.included_from).is_some_and(|(outer, _)| all.contains(&outer)) {
            all.insert(index);
        }
    }
    all
}

/// Checks a whole unit in slices. `between` is called before each slice with the number of finished statements and the
/// number of all statements. If it returns false, the result is `None`.
pub(crate) fn of_all(
    unit: &UnitSnapshot,
    mut between: impl FnMut(usize, usize) -> bool,
) -> Option<Vec<Report>> {
    /// The number of statements in a slice. It is so small that a request hardly waits for the slice to end.
    const SLICE: usize = 64;
    let db = &unit.db;
    if db.unit().is_cut() {
        return Some(reports(db, Vec::new()));
    }
    let order = db.unit().order();
    let mut outcomes: Vec<_> = (0..db.unit().items()).map(|_| Weak::new()).collect();
    for (index, slice) in order.chunks(SLICE).enumerate() {
        if !between(index * SLICE, order.len()) {
            return None;
        }
        for item in slice {
            outcomes[item.0 as usize] = Arc::downgrade(outcome_of(db, *item));
        }
    }
    let diagnostics = db::diagnostics(db, order);
    let mut by_item: FxHashMap<StmtId, Vec<Diagnostic>> = FxHashMap::default();
    for (item, diagnostic) in &diagnostics {
        by_item.entry(*item).or_default().push(diagnostic.clone());
    }
    let reports = reports(db, diagnostics);
    unit.set_checked(Checked {
        outcomes,
        diagnostics: by_item,
        has_errors: reports.iter().any(Report::is_error),
    });
    Some(reports)
}

/// The reports of a unit's syntax errors and of the given diagnostics of its statements. Reports on code that the
/// newest release accepts are left out.
fn reports(db: &Database, diagnostics: Vec<(StmtId, Diagnostic)>) -> Vec<Report> {
    let mut reports = host::reports_of(db, diagnostics);
    reports.retain(|it| !it.accepted_later);
    reports
}
