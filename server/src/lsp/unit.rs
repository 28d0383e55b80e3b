//! Loaded units, and how they follow the texts of documents.

use std::sync::{Arc, Weak};
use std::time::Instant;

use backends::Models;
use db::host::Host;
use db::{Database, Db};
use elaborate::budget::Limits;
use elaborate::collection::Collection;
use elaborate::diagnostic::Diagnostic;
use elaborate::eval::Outcome;
use elaborate::ids::StmtId;
use elaborate::records::Records;
use elaborate::sources::{Source, Sources};
use elaborate::unit::{Files, Unit, UnitSpec};
use parking_lot::Mutex;
use project::{FoundUnit, path};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::{Release, Severity, SyntaxError, Version, in_words_of};

use super::backend_diagnostics::BackendDiagnostics;
use driver::disk;
use driver::overlay::Overlay;
use syntax::Edit;

/// A unit with its id in the protocol and the settings that apply to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct UnitInfo {
    pub id: String,
    pub found: FoundUnit,
    /// The root's absolute path.
    pub root: String,
    /// The version of LLVM by whose rules the unit is read: the version in the settings, or else the version for which
    /// the unit is written.
    pub version: Version,
    /// The unit's budget.
    pub limits: Limits,
    /// The backends that the settings name for the root, with their options.
    pub named: Vec<String>,
    /// A text that distinguishes the unit from other units with the same root; `None` if no other unit has this root.
    pub difference: Option<String>,
}

impl UnitInfo {
    /// Whether the unit `other` is read with the same options and budget.
    pub(crate) fn is_read_as(&self, other: &UnitInfo) -> bool {
        let (own, other_found) = (&self.found, &other.found);
        own.spec == other_found.spec
            && own.working_dir == other_found.working_dir
            && self.version == other.version
            && self.limits == other.limits
    }

    /// The release of LLVM that the unit follows.
    pub(crate) fn release(&self) -> Release {
        self.version.release()
    }

    /// A short name: the root's file name, and the difference from other units with the same root.
    pub(crate) fn name(&self) -> String {
        let name = path::file_name(&self.root);
        match &self.difference {
            Some(difference) => format!("{name} ({difference})"),
            None => name.to_owned(),
        }
    }
}

/// The files of a unit, found by their names in the unit or by their absolute paths.
#[derive(Debug, Default)]
pub(crate) struct Paths {
    /// The absolute path of each source, in the order of the sources.
    absolute: Vec<Arc<str>>,
    by_name: FxHashMap<String, Arc<str>>,
    /// For each absolute path, the name of the file in the unit and the index of its first source.
    names: FxHashMap<Arc<str>, (String, usize)>,
}

impl Paths {
    fn new(unit: &Unit, folder: &str) -> Paths {
        let mut paths = Paths::default();
        for (index, source) in unit.sources.files.iter().enumerate() {
            let known = paths.by_name.get(&source.path).cloned();
            let path = known.unwrap_or_else(|| {
                let path = path::absolute(folder, &source.path);
                disk::file_of(&path).into()
            });
            paths.absolute.push(path.clone());
            paths.by_name.insert(source.path.clone(), path.clone());
            let name = paths.names.entry(path);
            name.or_insert_with(|| (source.path.clone(), index));
        }
        paths
    }

    fn is_of(&self, unit: &Unit) -> bool {
        let files = &unit.sources.files;
        let known = |source: &Source, path| {
            self.by_name
                .get(&source.path)
                .is_some_and(|it| Arc::ptr_eq(it, path))
        };
        files.len() == self.absolute.len()
            && files
                .iter()
                .zip(&self.absolute)
                .all(|(source, path)| known(source, path))
    }

    /// The name of a file in the unit; `None` if the unit does not read it.
    pub(crate) fn name(&self, path: &str) -> Option<&str> {
        self.names.get(path).map(|(name, _)| name.as_str())
    }

    /// The absolute paths of all files, each once.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Arc<str>> {
        self.names.keys()
    }

    /// The absolute path of a file, given its name in the unit; `None` if the unit does not read it.
    pub(crate) fn absolute(&self, name: &str) -> Option<&Arc<str>> {
        self.by_name.get(name)
    }

    /// The indices of the sources whose absolute paths satisfy `is_wanted`.
    pub(crate) fn sources_where(
        &self,
        is_wanted: impl Fn(&str) -> bool,
    ) -> impl Iterator<Item = usize> {
        let sources = self.absolute.iter().enumerate();
        sources
            .filter(move |(_, path)| is_wanted(path))
            .map(|(source, _)| source)
    }

    /// The absolute path of the source with the index `source`.
    pub(crate) fn of_source(&self, source: usize) -> Option<&Arc<str>> {
        self.absolute.get(source)
    }
}

/// The result of checking a whole unit. It applies to statements that have not changed since the check. Only a check of
/// all statements finds that an error in a class instance was already reported elsewhere, or that two records have the
/// same name.
#[derive(Debug, Default)]
pub(crate) struct Checked {
    /// The checked outcome of each statement, at the index of the statement. The references are weak, so that outdated
    /// outcomes are freed.
    pub outcomes: Vec<Weak<Outcome>>,
    pub diagnostics: FxHashMap<StmtId, Vec<Diagnostic>>,
    /// Whether a build would stop before it runs a backend.
    pub has_errors: bool,
}

impl Checked {
    /// The diagnostics of a statement; `None` if the statement was not checked or has changed since the check.
    pub(crate) fn diagnostics(
        &self,
        item: StmtId,
        outcome: &Arc<Outcome>,
    ) -> Option<&[Diagnostic]> {
        let known = self.outcomes.get(item.0 as usize)?;
        std::ptr::eq(known.as_ptr(), &**outcome).then(|| self.said(item))
    }

    pub(crate) fn said(&self, item: StmtId) -> &[Diagnostic] {
        self.diagnostics.get(&item).map_or(&[], Vec::as_slice)
    }
}

/// A snapshot of a unit, for requests. The unit cannot change while a snapshot exists.
pub(crate) struct UnitSnapshot {
    pub db: Database,
    pub info: Arc<UnitInfo>,
    pub paths: Arc<Paths>,
    checked: Arc<Mutex<Arc<Checked>>>,
    /// The diagnostics of backends.
    pub said: BackendDiagnostics,
    /// The diagnostics of finders, which search for suspicious instructions and patterns.
    pub found: BackendDiagnostics,
    records: KnownRecords,
    /// The models of the unit's target.
    pub models: Arc<Models>,
}

/// All records of a unit, kept after the first request that needs them. While one thread collects the records, other
/// threads wait.
type KnownRecords = Arc<Mutex<Kept>>;

#[derive(Default)]
struct Kept {
    /// The unit's state and its records at the last request for all records.
    made: Option<(Arc<Unit>, Arc<Records>)>,
    /// The state from which the records are derived after the next edit.
    collection: Option<Collection>,
}

impl UnitSnapshot {
    pub(crate) fn sources(&self) -> &Arc<Sources> {
        &self.db.unit().sources
    }

    /// All records of the unit. Elaborates the statements that have not been elaborated yet.
    pub(crate) fn records(&self) -> Arc<Records> {
        let mut kept = self.records.lock();
        if let Some((unit, records)) = &kept.made
            && Arc::ptr_eq(unit, self.db.unit())
        {
            return records.clone();
        }
        kept.made = None;
        let records = db::all_after_edit(&self.db, &mut kept.collection);
        kept.made = Some((self.db.unit().clone(), records.clone()));
        records
    }

    /// Whether all records are known, or can be derived from the records before the last edit. False while another
    /// thread collects the records.
    pub(crate) fn has_records(&self) -> bool {
        let kept = self.records.try_lock();
        kept.is_some_and(|it| it.made.is_some() || it.collection.is_some())
    }

    /// Whether a file of the unit has syntax errors, which usually means that the user is typing.
    pub(crate) fn has_syntax_errors(&self) -> bool {
        self.syntax_errors().next().is_some()
    }

    /// The first syntax error as a phrase with its place: `File.td:3: message`.
    pub(crate) fn first_syntax_error(&self) -> Option<String> {
        let (source, error) = self.syntax_errors().next()?;
        let file = &self.sources().files[source];
        let before = file.text.get(..usize::from(error.range.start()))?;
        let line = before.matches('\n').count() + 1;
        let name = file.path.rsplit(['/', '\\']).next().unwrap_or_default();
        let message = in_words_of(&error.message, self.info.release());
        Some(format!("{name}:{line}: {message}"))
    }

    /// The syntax errors, each with the index of its source.
    fn syntax_errors(&self) -> impl Iterator<Item = (usize, &SyntaxError)> {
        let release = self.info.release();
        let all = self.db.unit().syntax_errors.iter().enumerate();
        let all = all.flat_map(|(source, errors)| errors.iter().map(move |it| (source, it)));
        all.filter(move |(_, it)| {
            it.severity == Severity::Error && it.releases.contains(release) && !it.of_include
        })
    }

    /// The result of the last check of the whole unit.
    pub(crate) fn checked(&self) -> Arc<Checked> {
        self.checked.lock().clone()
    }

    pub(crate) fn set_checked(&self, checked: Checked) {
        *self.checked.lock() = Arc::new(checked);
    }
}

/// A loaded unit, which follows changes of its files.
pub(crate) struct ActiveUnit {
    pub info: Arc<UnitInfo>,
    host: Host,
    paths: Arc<Paths>,
    /// The files whose texts may have changed since the unit was read.
    touched: FxHashSet<String>,
    /// The touched files whose texts have in fact changed.
    changed: FxHashSet<String>,
    /// Whether files may have been created or deleted, so that includes may resolve differently.
    is_stale: bool,
    /// The number of the last check of the whole unit.
    pub job: usize,
    /// Whether the last check of the whole unit is done.
    is_settled: bool,
    /// Whether the user cancelled the check.
    pub is_stopped: bool,
    checked: Arc<Mutex<Arc<Checked>>>,
    pub said: BackendDiagnostics,
    found: BackendDiagnostics,
    records: KnownRecords,
    models: Arc<Models>,
    /// The time of the last use, as the value of a counter.
    pub used: u64,
    /// See [`ActiveUnit::idle_since`].
    idle_since: Instant,
    /// Whether the results of elaboration were freed and have not been needed since.
    is_empty: bool,
}

impl ActiveUnit {
    pub(crate) fn read(info: Arc<UnitInfo>, files: &Overlay) -> ActiveUnit {
        let found = &info.found;
        let spec = UnitSpec {
            root: info.root.clone(),
            ..found.spec.clone()
        };
        let files = &InFolder(files, &found.working_dir);
        let host = Host::within(info.limits, spec, info.release(), files);
        let paths = Paths::new(host.db().unit(), &found.working_dir);
        ActiveUnit {
            info,
            host,
            paths: Arc::new(paths),
            touched: FxHashSet::default(),
            changed: FxHashSet::default(),
            is_stale: false,
            job: 0,
            is_settled: false,
            is_stopped: false,
            checked: Arc::default(),
            said: BackendDiagnostics::default(),
            found: BackendDiagnostics::default(),
            records: Arc::default(),
            models: Arc::default(),
            used: 0,
            idle_since: Instant::now(),
            is_empty: false,
        }
    }

    pub(crate) fn paths(&self) -> &Arc<Paths> {
        &self.paths
    }

    /// Whether the unit reads a file.
    pub(crate) fn reads(&self, path: &str) -> bool {
        self.paths.name(path).is_some()
    }

    /// Notes that a file's text may have changed.
    pub(crate) fn touch(&mut self, path: &str) {
        if self.reads(path) {
            self.touched.insert(path.to_owned());
        }
    }

    /// Notes that files may have been created or deleted.
    pub(crate) fn touch_all(&mut self) {
        self.is_stale = true;
    }

    fn is_touched(&self) -> bool {
        self.is_stale || !self.touched.is_empty() || !self.changed.is_empty()
    }

    /// Compares the texts of touched files with the texts that the unit was read with. Returns whether the unit has to
    /// be read again. Before the unit is read again, all snapshots must be dropped.
    pub(crate) fn is_outdated(&mut self, files: &Overlay) -> bool {
        let files = InFolder(files, &self.info.found.working_dir);
        for path in std::mem::take(&mut self.touched) {
            let is_new = |(name, old): (String, Arc<str>)| {
                let new = files.read(&name);
                new.is_none_or(|new| !Arc::ptr_eq(&old, &new) && old != new)
            };
            if self.texts(&path).into_iter().any(is_new) {
                self.changed.insert(path);
            }
        }
        self.is_stale || !self.changed.is_empty()
    }

    /// Reads the unit again. Cancels running queries and waits until no snapshot is left.
    pub(crate) fn refresh(&mut self, files: &Overlay) {
        self.is_outdated(files);
        self.is_stale = false;
        for path in std::mem::take(&mut self.changed) {
            self.edit(&path, files);
        }
        self.models.stop();
        self.models = Arc::new(self.models.after_edit());
        let folder = &self.info.found.working_dir;
        let values = self.host.db().values().clone();
        self.host.refresh(&InFolder(files, folder));
        if !Arc::ptr_eq(&values, self.host.db().values()) {
            // The host made a new database, whose statements have new ids.
            self.checked = Arc::default();
            self.said = BackendDiagnostics::default();
            self.found = BackendDiagnostics::default();
            self.models = Arc::default();
            self.records = Arc::default();
        }
        self.forget_records();
        if !self.paths.is_of(self.host.db().unit()) {
            self.paths = Arc::new(Paths::new(self.host.db().unit(), folder));
        }
    }

    /// Drops records that cannot be reused after the edit. They would occupy memory until all records are needed again.
    fn forget_records(&self) {
        let mut kept = self.records.lock();
        let collection = kept.collection.as_ref();
        if collection.is_none_or(|it| !it.may_follow(self.host.db().unit())) {
            *kept = Kept::default();
        }
    }

    /// Frees outdated results. Waits until no snapshot is left.
    pub(crate) fn give_back(&mut self) {
        // Most records have changed, so reusing the others saves little. The next request collects all records again.
        self.records = Arc::default();
        self.host.give_back();
    }

    /// The names of a file in the unit, each with the text that was read. A test file that is split into parts has a
    /// name for each part.
    fn texts(&self, path: &str) -> Vec<(String, Arc<str>)> {
        let files = &self.host.db().unit().sources.files;
        let sources = self.paths.sources_where(|it| it == path);
        let sources = sources.filter_map(|it| files.get(it));
        let texts = sources.map(|it| (it.path.clone(), it.text.clone()));
        let mut texts: Vec<_> = texts.collect();
        texts.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        texts.dedup_by(|(one, _), (other, _)| one == other);
        texts
    }

    /// Notifies the host of the changes in a file, if the file still exists.
    fn edit(&mut self, path: &str, files: &Overlay) {
        let folder = self.info.found.working_dir.clone();
        for (name, old) in self.texts(path) {
            if let Some(new) = InFolder(files, &folder).read(&name) {
                self.host
                    .edit(&name, &old, &new, &Edit::between(&old, &new));
            }
        }
    }

    pub(crate) fn snapshot(&self) -> UnitSnapshot {
        UnitSnapshot {
            db: self.host.snapshot(),
            info: self.info.clone(),
            paths: self.paths.clone(),
            checked: self.checked.clone(),
            said: self.said.clone(),
            found: self.found.clone(),
            records: self.records.clone(),
            models: self.models.clone(),
        }
    }

    pub(crate) fn db(&self) -> &Database {
        self.host.db()
    }

    /// The number of records; `None` if they have not been collected since the last edit, or are being collected now.
    pub(crate) fn known_records(&self) -> Option<usize> {
        let kept = self.records.try_lock()?;
        let (unit, records) = kept.made.as_ref()?;
        Arc::ptr_eq(unit, self.host.db().unit()).then(|| records.defs().len())
    }

    /// Marks the unit as used now.
    pub(crate) fn note_used(&mut self, count: u64) {
        self.used = count;
        self.start_idleness();
        self.is_empty = false;
    }

    /// Starts the time in which the unit is idle.
    pub(crate) fn start_idleness(&mut self) {
        self.idle_since = Instant::now();
    }

    /// The time of the last use, of the end of the last check, or of closing a document, whichever came last.
    pub(crate) fn idle_since(&self) -> Instant {
        self.idle_since
    }

    /// Whether the unit holds results of elaboration and is not being checked.
    pub(crate) fn is_full(&self) -> bool {
        self.state() != "checking" && !self.is_empty
    }

    /// Drops the results of elaboration, but neither the syntax trees nor the diagnostics.
    pub(crate) fn forget_results(&mut self) {
        self.is_empty = true;
        self.records = Arc::default();
        self.models = Arc::default();
        self.host.forget_results();
    }

    /// Notes that the check with the number `job` was queued.
    pub(crate) fn begin(&mut self, job: usize) {
        self.is_empty = false;
        self.job = job;
        self.is_settled = false;
        self.is_stopped = false;
    }

    /// Notes that all statements are elaborated.
    pub(crate) fn note_settled(&mut self) {
        self.host.note_settled();
        self.is_settled = true;
        self.start_idleness();
    }

    /// The unit's status as a word of the protocol.
    pub(crate) fn state(&self) -> &'static str {
        match (self.is_touched(), self.is_settled) {
            (true, _) => "checking",
            (false, true) => "ready",
            (false, false) if self.is_stopped => "stopped",
            (false, false) => "checking",
        }
    }
}

/// The files of an overlay. A relative path starts at the given folder.
struct InFolder<'a>(&'a Overlay, &'a str);

impl Files for InFolder<'_> {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        self.0.read(&path::absolute(self.1, path))
    }
}
