//! The thread that owns the databases.
//!
//! All changes arrive here as [`Event`]s, in the order of the client's messages. The snapshot for a request is taken
//! here, so it contains exactly the changes before the request. The request is answered on another thread. Units are
//! brought up to date when a request needs them, or when no more events are waiting, so that a burst of edits is read
//! once.

mod active;
mod answers;
mod idle;
mod notifications;
mod requests;

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Instant;

use db::Db as _;
use lsp_types::{InitializeParams, MessageType, ShowMessageParams};
use rustc_hash::{FxHashMap, FxHashSet};
use salsa::CancellationToken;
use serde_json::Value;
use tokio::runtime::Handle;
use tower_lsp::jsonrpc::{Error, Id, Response, Result};

use self::active::Active;
use self::notifications::Includes;
use super::busy::Busy;
use super::call::{Call, Reply};
use super::checker::{Checker, Job};
use super::clashes::{Clashes, Wanted};
use super::client::Client;
use super::document_units::DocumentUnits;
use super::documents::Documents;
use super::event::Event;
use super::previews::Previews;
use super::progress::RequestProgress;
use super::requests::Session;
use super::settings::{Delivery, Settings};
use super::status::Status;
use super::trust;
use super::unit::{ActiveUnit, UnitInfo};
use super::units::search::Search;
use super::units::{Again, Units};
use super::{capabilities, parent};
use crate::lsp::diagnostics::Style;
use driver::command::Stop;
use driver::overlay::Overlay;
use driver::panics::{self, Stopped};
use project::path;
use symbols::{SymbolIndex, Workspace};
use syntax::line_index::Encoding;

pub(super) struct MainLoop {
    pub client: Client,
    pub sender: Sender<Event>,
    pub pool: Handle,
    pub checker: Checker,
    clashes: Clashes,
    pub busy: Busy,
    pub previews: Previews,
    pub symbols: SymbolIndex,
    files: Overlay,
    pub documents: Documents,
    pub settings: Arc<Settings>,
    style: Style,
    session: Arc<Session>,
    /// The units of the workspace, as far as they are known.
    pub units: Units,
    /// The units that are loaded.
    pub active: Active,
    /// The active unit of each open document.
    document_units: DocumentUnits,
    /// The ids of loaded units that may have no open document left. [`MainLoop::prune`] drops those that are unused.
    loose: FxHashSet<String>,
    /// The includes of each open document, both in its text in the editor and in its file as last saved.
    includes: FxHashMap<String, Includes>,
    /// Whether a search for units is running because includes have changed.
    includes_changed: bool,
    /// Whether a search for units is running because command lines may have changed.
    ways_changed: bool,
    /// The open documents in the order in which they were opened.
    opened: Vec<String>,
    /// Requests that wait until a search for units ends.
    waiting: Vec<Call>,
    /// The messages about settings and skipped folders that were already shown.
    told: FxHashSet<String>,
    /// The number of checks that were queued so far, which is also the number of the latest job.
    jobs: usize,
    /// The units whose open documents have to be checked.
    unchecked: FxHashSet<String>,
    /// The units whose previews are updated after the check.
    unfollowed: FxHashSet<String>,
    /// The units with new diagnostics of backends.
    pub said: FxHashSet<String>,
    /// The units whose paused check is to be resumed. The value is true if the check may pause again to free outdated
    /// results.
    resumed: FxHashMap<String, bool>,
    /// The requests that are being answered on other threads.
    running: FxHashMap<Id, Running>,
    /// Requests to the client that are not answered yet.
    asked: FxHashMap<Id, Asked>,
    /// The settings in the parameters of `initialize`.
    options: Value,
    /// The latest settings that the client sent.
    configuration: Value,
    /// Whether the client supports `workspace/diagnostic/refresh`.
    refreshes_diagnostics: bool,
    /// Whether the client supports `workspace/configuration`.
    has_configuration: bool,
    /// Whether the client can watch files.
    can_watch: bool,
}

/// The threads that work on snapshots.
pub(super) struct Workers {
    pub checker: Checker,
    pub clashes: Clashes,
    pub previews: Previews,
    pub symbols: SymbolIndex,
}

/// A request that is being answered on another thread.
struct Running {
    reply: Reply,
    token: CancellationToken,
    progress: Option<Arc<RequestProgress>>,
    stop: Stop,
}

/// The kind of a request to the client whose answer is expected.
enum Asked {
    Settings,
}

impl MainLoop {
    pub(super) fn new(
        client: Client,
        sender: Sender<Event>,
        pool: Handle,
        busy: Busy,
        workers: Workers,
        search: Search,
    ) -> MainLoop {
        let Workers {
            checker,
            clashes,
            previews,
            symbols,
        } = workers;
        MainLoop {
            client,
            sender,
            pool,
            checker,
            clashes,
            busy,
            previews,
            symbols,
            files: Overlay::default(),
            documents: Documents::default(),
            settings: Arc::default(),
            style: Style::default(),
            session: Arc::default(),
            units: Units::new(search),
            active: Active::default(),
            document_units: DocumentUnits::default(),
            loose: FxHashSet::default(),
            includes: FxHashMap::default(),
            includes_changed: false,
            ways_changed: false,
            opened: Vec::new(),
            waiting: Vec::new(),
            told: FxHashSet::default(),
            jobs: 0,
            unchecked: FxHashSet::default(),
            unfollowed: FxHashSet::default(),
            said: FxHashSet::default(),
            resumed: FxHashMap::default(),
            running: FxHashMap::default(),
            asked: FxHashMap::default(),
            options: Value::Null,
            configuration: Value::Null,
            refreshes_diagnostics: false,
            has_configuration: false,
            can_watch: false,
        }
    }

    /// Handles events until all senders are dropped.
    pub(super) fn run(mut self, events: &Receiver<Event>) {
        loop {
            let first = match self.next_idle() {
                Some(at) => events.recv_timeout(at.saturating_duration_since(Instant::now())),
                None => events.recv().map_err(RecvTimeoutError::from),
            };
            match first {
                Ok(first) => self.guarded(|owner| owner.event(first)),
                Err(RecvTimeoutError::Timeout) => self.guarded(MainLoop::free_idle),
                Err(RecvTimeoutError::Disconnected) => return,
            }
            while let Ok(next) = events.try_recv() {
                self.guarded(|owner| owner.event(next));
            }
            self.guarded(MainLoop::settle);
        }
    }

    /// Runs `f` and logs a panic in it. Fields are replaced as a whole, so they are consistent even after a panic.
    fn guarded(&mut self, f: impl FnOnce(&mut MainLoop)) {
        if let Err(Stopped::Panicked(message)) = panics::catch(|| f(self)) {
            eprintln!("tablegen-analyzer: {message}");
        }
    }

    fn event(&mut self, event: Event) {
        match event {
            Event::Initialize(params) => self.initialize(&params),
            Event::Notification { method, params } => self.notification(&method, params),
            Event::Request(call) | Event::Again(call) => self.request(call),
            Event::Response(response) => self.response(response),
            Event::Done(id) => _ = self.running.remove(&id),
            Event::UnitsFound => self.units_found(),
            Event::LookAtFiles => self.look_at_files(),
            Event::BackendDiagnostic { unit } => _ = self.said.insert(unit),
            Event::Stopped { unit, job } => self.stopped(&unit, job),
            Event::HoldsOutdated { unit, job } => self.give_back(unit, job),
            Event::Checked { unit, job, changed } => self.checked(&unit, job, changed),
        }
    }

    fn initialize(&mut self, params: &InitializeParams) {
        let encoding: Encoding = capabilities::encoding(params);
        self.style = Style::new(params, encoding);
        self.style.pushes = capabilities::settings(params).diagnostics != Delivery::Pull;
        self.previews.set_encoding(encoding);
        self.options = params.initialization_options.clone().unwrap_or_default();
        let window = params.capabilities.window.as_ref();
        let progress = window.and_then(|it| it.work_done_progress);
        self.client.set_shows_progress(progress.unwrap_or(false));
        let workspace = params.capabilities.workspace.as_ref();
        let diagnostics = workspace.and_then(|it| it.diagnostic.as_ref());
        self.has_configuration = workspace.and_then(|it| it.configuration).unwrap_or(false);
        let refresh = diagnostics.and_then(|it| it.refresh_support);
        self.refreshes_diagnostics = refresh.unwrap_or(false);
        self.units.set_folders(capabilities::folders(params));
        self.settings = Arc::new(self.settings_that_count());
        let watched = workspace.and_then(|it| it.did_change_watched_files);
        self.can_watch = watched.and_then(|it| it.dynamic_registration) == Some(true);
        if let Some(client) = params.process_id {
            let previews = self.previews.clone();
            parent::watch(client, move || previews.end());
        }
        self.discover();
    }

    /// Starts a search for the units of the workspace.
    fn discover(&mut self) {
        let read = self.active.infos().map(|it| it.id.as_str());
        self.units.discover(&self.settings, &self.documents, read);
    }

    fn units_found(&mut self) {
        let news = self.units.take_found();
        self.includes_changed &= !self.units.is_settled();
        self.ways_changed &= !self.units.is_settled();
        if news.workspace {
            self.index_symbols();
            self.tell_notes();
            self.read_open();
            let all = self.active.infos().map(|it| it.id.clone());
            self.unchecked.extend(all);
        }
        for path in news.files {
            if self.documents.get(&path).is_some() {
                self.show(&path);
            }
        }
        self.read_again();
        self.prune();
        for call in std::mem::take(&mut self.waiting) {
            self.request(call);
        }
    }

    /// Starts the collection of the symbols of all units.
    fn index_symbols(&self) {
        let units = self.units.list(&self.settings);
        if let Some(project) = units.project() {
            self.symbols.set_workspace(Workspace {
                project: project.clone(),
                units: Box::new(self.units.list(&self.settings)),
                with_records: self.settings.index_records.0,
                folders: self.units.folders().to_vec(),
                encoding: self.style.encoding,
                storage: self.settings.index,
            });
        }
    }

    /// The progress of the collection of symbols. The collection is not ready while the units are unknown or are being
    /// searched for.
    fn symbols_progress(&self) -> symbols::Progress {
        let mut progress = self.symbols.progress();
        progress.is_ready &= self.units.is_known() && self.units.is_settled();
        progress
    }

    /// Reports errors in the settings, and folders of the workspace that are skipped.
    fn tell_notes(&mut self) {
        let mistakes = self.settings.mistakes().into_iter();
        let mistakes = mistakes.map(|it| (MessageType::ERROR, it));
        let notes = self.units.notes().iter().cloned();
        let notes = notes.map(|it| (MessageType::INFO, it));
        self.tell_once(mistakes.chain(notes).collect());
    }

    /// The client's settings, except those that an untrusted workspace may not change. The excluded settings are
    /// reported to the user.
    fn settings_that_count(&mut self) -> Settings {
        let settings = Settings::over(&self.options, &self.configuration);
        let (settings, notes) = trust::of_workspace(settings, self.units.folders());
        let notes = notes.into_iter().map(|it| (MessageType::WARNING, it));
        self.tell_once(notes.collect());
        settings
    }

    /// Shows messages to the user. A message that was shown before is skipped.
    fn tell_once(&mut self, notes: Vec<(MessageType, String)>) {
        for (typ, note) in notes {
            if self.told.insert(note.clone()) {
                let params = ShowMessageParams {
                    typ,
                    message: format!("TableGen: {note}"),
                };
                self.client.notify("window/showMessage", params);
            }
        }
    }

    /// The index of a file's unit, which is loaded if necessary. `None` while the unit is searched for. A path that is
    /// not open, is no uri and names no file is an error.
    fn unit_of(&mut self, path: &str) -> Result<Option<usize>> {
        let known = self.documents.get(path).is_some();
        if !known && !path::is_uri(path) && !std::path::Path::new(path).is_file() {
            return Err(Error::invalid_params(format!("no file '{path}'")));
        }
        let info = self.units.unit(path, &self.settings);
        Ok(info.map(|it| self.read(it)))
    }

    /// Assigns an open document to its unit. Does nothing while the unit is searched for.
    fn show(&mut self, path: &str) {
        let Some(info) = self.units.unit(path, &self.settings) else {
            return;
        };
        let unit = self.read(info);
        let id = self.active[unit].info.id.clone();
        // The user is likely to open further files of the same unit.
        if !self.document_units.has_document(path) {
            let root = self.active[unit].info.root.clone();
            self.came_from(&root);
        }
        if let Some(before) = self.document_units.set(path, Some(&id)) {
            self.loose.insert(before.to_string());
            self.unchecked.insert(before.to_string());
        }
        self.unchecked.insert(id);
    }

    /// Notes that the user looks at the unit with the root `root`. Files that several units read are shown in this unit
    /// from now on.
    pub(super) fn came_from(&mut self, root: &str) {
        let moved = self.units.note_used(root);
        let open: Vec<String> = moved
            .iter()
            .flat_map(|root| self.units.files_of_root(root))
            .filter(|it| self.document_units.has_document(it))
            .map(str::to_owned)
            .collect();
        for file in open {
            self.show(&file);
        }
    }

    /// The index of a unit. The unit is loaded unless it is already loaded with the same options.
    fn read(&mut self, info: UnitInfo) -> usize {
        if let Some(known) = self.active.number(&info.id)
            && self.active[known].info.is_read_as(&info)
        {
            self.active.note_used(known);
            let unit = &mut self.active[known];
            if *unit.info != info {
                self.unchecked.insert(info.id.clone());
                unit.info = Arc::new(info);
            }
            return known;
        }
        if self.active.remove(&info.id).is_some() || self.previews.is_of(&info.id) {
            self.withdraw(&info.id);
        }
        self.client.status(Status::new(&info, "reading", &[], None));
        let unit = ActiveUnit::read(Arc::new(info), &self.files);
        self.unchecked.insert(unit.info.id.clone());
        self.loose.insert(unit.info.id.clone());
        self.active.add(unit)
    }

    /// Withdraws the pending work on a unit, so that the unit may change. Requests that wait for a preview of the unit
    /// are handled again.
    fn withdraw(&mut self, id: &str) {
        self.checker.withdraw(id);
        self.clashes.withdraw(id);
        for call in self.previews.withdraw(id, &self.client) {
            // Sending cannot fail, because the receiver is this loop.
            let _ = self.sender.send(Event::Again(call));
        }
    }

    /// Reloads each unit whose command line has changed, and drops the units that no longer exist. Also loads a dropped
    /// unit that exists again if it has an open preview.
    fn read_again(&mut self) {
        let last = self.active.last().map(|it| self.active[it].info.id.clone());
        let read: Vec<Arc<UnitInfo>> = self.active.infos().cloned().collect();
        for known in read {
            match self.units.again(&known, &self.settings, &self.documents) {
                Again::Unknown => {}
                Again::As(info) => _ = self.read(*info),
                Again::Gone => self.forget(&known),
            }
        }
        for id in self.previews.units() {
            // The unit was dropped when its root was deleted, and the root may exist again.
            if self.active.number(&id).is_none()
                && let Some(info) = self.units.find(&id, &self.settings)
            {
                self.read(info);
            }
        }
        if let Some(last) = last.and_then(|it| self.active.number(&it)) {
            self.active.note_used(last);
        }
    }

    /// Drops a unit that no longer exists. Its previews keep their texts.
    fn forget(&mut self, info: &UnitInfo) {
        let id = &info.id;
        self.withdraw(id);
        self.active.remove(id);
        self.checker.forget(id);
        let reason = format!("there is no unit '{id}' any more");
        self.previews.forget(id, Some(&reason), &self.client);
    }

    /// The status of a unit as a word of the protocol.
    pub(super) fn state_of(&self, id: &str) -> &'static str {
        match self.active.get(id) {
            None => "unread",
            Some(_) if self.unchecked.contains(id) => "checking",
            Some(unit) => unit.state(),
        }
    }

    /// Makes the unit with the id `id` the active unit of its files. False if no unit of the workspace has this id.
    pub(super) fn select(&mut self, id: &str) -> bool {
        let settings = self.settings.clone();
        let Some(info) = self.units.select(id, &settings) else {
            return false;
        };
        self.read_open();
        self.read(info);
        // Documents may have moved from one unit to another.
        let ids = self.active.infos().map(|it| it.id.clone());
        self.unchecked.extend(ids);
        true
    }

    /// Brings a unit up to date if the text of one of its files has changed, or if files may have been created or
    /// deleted.
    fn bring_up(&mut self, unit: usize) {
        if self.active.is_outdated(unit, &self.files) {
            let id = self.active[unit].info.id.clone();
            self.withdraw(&id);
            self.active.refresh(unit, &self.files);
            self.unchecked.insert(id);
        }
    }

    /// Called when no more events are waiting. Brings all loaded units up to date. Queues a check of each unit
    /// that has changed, that has new diagnostics of backends, or whose paused check is to be resumed.
    fn settle(&mut self) {
        for unit in self.active.touched() {
            self.bring_up(unit);
        }
        let unchecked = std::mem::take(&mut self.unchecked);
        let mut said = std::mem::take(&mut self.said);
        let resumed = std::mem::take(&mut self.resumed);
        said.extend(resumed.keys().cloned());
        let concerned = unchecked
            .union(&said)
            .filter_map(|it| self.active.number(it));
        let mut concerned: Vec<usize> = concerned.collect();
        // The checker starts with the job that was queued last, so the unit used last is queued last.
        concerned.sort_unstable_by_key(|it| self.active[*it].used);
        for unit in concerned {
            let unit = &mut self.active[unit];
            self.jobs += 1;
            unit.begin(self.jobs);
            if unchecked.contains(&unit.info.id) {
                self.unfollowed.insert(unit.info.id.clone());
            }
            self.checker.submit(Job {
                number: self.jobs,
                unit: unit.snapshot(),
                shown: self.document_units.documents(&unit.info.id),
                documents: self.documents.clone(),
                style: self.style,
                frees: resumed.get(&unit.info.id).copied().unwrap_or(true),
            });
        }
    }

    fn checked(&mut self, unit: &str, job: usize, changed: bool) {
        let is_waiting = self.unchecked.contains(unit);
        let unit = self.active.get_mut(unit);
        if let Some(unit) = unit.filter(|it| !is_waiting && it.job == job) {
            unit.note_settled();
            if self.unfollowed.remove(&unit.info.id) {
                self.previews.edited(unit, &self.settings);
            }
            // The finders would report what is missing because of the errors of the source.
            let snapshot = unit.snapshot();
            if !unit.db().unit().is_cut() && !snapshot.checked().has_errors {
                let wanted = Wanted {
                    ambiguities: self.settings.ambiguities.0,
                    pattern_hints: self.settings.pattern_hints.0,
                    units: self.units.list(&self.settings),
                };
                self.clashes.submit(snapshot, wanted);
            }
        }
        if changed && self.refreshes_diagnostics {
            self.client
                .request("workspace/diagnostic/refresh", Value::Null);
        }
    }

    /// Frees the outdated results of a unit whose check has paused, and lets the check resume. If other work may hold
    /// snapshots, nothing is freed now, since that would cancel the work.
    fn give_back(&mut self, id: String, job: usize) {
        let unit = self.active.get_mut(&id);
        let Some(unit) = unit.filter(|it| it.job == job) else {
            return;
        };
        let is_alone = self.running.is_empty() && !self.previews.is_at_work(&id);
        if is_alone {
            // A queued search for clashes has a snapshot as well. The search is queued again after the check.
            self.clashes.withdraw(&id);
            unit.give_back();
        }
        self.resumed.insert(id, is_alone);
    }

    fn stopped(&mut self, unit: &str, job: usize) {
        let unit = self.active.get_mut(unit);
        if let Some(unit) = unit.filter(|it| it.job == job) {
            unit.is_stopped = true;
            if self.unfollowed.remove(&unit.info.id) {
                self.previews.edited(unit, &self.settings);
            }
        }
    }

    fn response(&mut self, response: Response) {
        let (id, result) = response.into_parts();
        self.client.progress_created(&id, result.is_ok());
        match (self.asked.remove(&id), result) {
            (Some(Asked::Settings), Ok(value)) => self.set_settings(&value[0]),
            (None, _) | (_, Err(_)) => {}
        }
    }

    /// Assigns the open documents to their units, in the order in which they were opened. Loads these units, and drops
    /// the units that are no longer used.
    fn read_open(&mut self) {
        for path in self.opened.clone() {
            self.show(&path);
        }
        self.prune();
    }
}
