//! The one thread that owns the databases.
//!
//! Everything that changes something comes here as an [`Event`], in the order in which the client said it. A request
//! takes its snapshot here, so it sees exactly what was said before it, and is answered on another thread. Units are
//! brought up to date when a request needs them, or when nothing more has come in: a burst of edits is read once.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

use rustc_hash::{FxHashMap, FxHashSet};
use salsa::{CancellationToken, Database as _};
use serde_json::{Value, json};
use tokio::runtime::Handle;
use tower_lsp::jsonrpc::{Error, Id, Response, Result};
use tower_lsp::lsp_types::{
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidChangeWorkspaceFoldersParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams,
    FileChangeType, InitializeParams, Url, WorkspaceFolder,
};

use super::checker::{Busy, Checker, Job};
use super::client::Client;
use super::documents::Documents;
use super::line_index::Encoding;
use super::panics::{self, Stopped};
use super::previews::{self, Previews};
use super::requests::own::{self, Status};
use super::requests::{Handler, Later, Snapshot, Table, parse};
use super::service::{Call, Reply, internal};
use super::settings::Settings;
use super::unit::{ActiveUnit, UnitInfo};
use super::units::Units;
use super::{capabilities, convert, watch};
use crate::files::CachedFiles;
use crate::lsp::diagnostics::Style;

/// What the owner is told.
pub enum Event {
    Initialize(Box<InitializeParams>),
    Notification {
        method: String,
        params: Value,
    },
    Request(Call),
    /// The client's answer to something it was asked.
    Response(Response),
    /// A request is done, or must be done again.
    Done(Id),
    Again(Call),
    /// Somebody has to look whether files have changed on disk.
    LookAtFiles,
    /// The units of the workspace were looked for again.
    UnitsFound,
    /// A unit was looked at as a whole, and something new was found.
    Checked {
        unit: String,
        job: usize,
        changed: bool,
    },
}

pub struct Owner {
    pub client: Client,
    pub sender: Sender<Event>,
    pub pool: Handle,
    pub checker: Checker,
    pub busy: Busy,
    pub previews: Previews,
    files: CachedFiles,
    pub documents: Documents,
    pub settings: Arc<Settings>,
    style: Style,
    /// Which units there are.
    pub units: Units,
    /// Those that are read, the one used last at the end.
    pub active: Vec<ActiveUnit>,
    /// How many looks at units there were.
    jobs: usize,
    /// The units whose open documents are to be looked at.
    unchecked: FxHashSet<String>,
    /// The requests that run.
    running: FxHashMap<Id, Running>,
    /// What was asked of the client.
    asked: FxHashMap<Id, Asked>,
    /// The settings that came with the start.
    options: Value,
    /// Whether the client can be asked to pull diagnostics again.
    refreshes_diagnostics: bool,
    /// Whether it can be asked for settings.
    has_configuration: bool,
    /// Whether it can be asked to watch files.
    can_watch: bool,
}

/// A request that runs.
struct Running {
    reply: Reply,
    token: CancellationToken,
}

/// What the client was asked.
enum Asked {
    Settings,
}

impl Owner {
    pub fn new(
        client: Client,
        sender: Sender<Event>,
        pool: Handle,
        checker: Checker,
        busy: Busy,
        previews: Previews,
    ) -> Owner {
        Owner {
            client,
            sender,
            pool,
            checker,
            busy,
            previews,
            files: CachedFiles::default(),
            documents: Documents::default(),
            settings: Arc::default(),
            style: Style::default(),
            units: Units::default(),
            active: Vec::new(),
            jobs: 0,
            unchecked: FxHashSet::default(),
            running: FxHashMap::default(),
            asked: FxHashMap::default(),
            options: Value::Null,
            refreshes_diagnostics: false,
            has_configuration: false,
            can_watch: false,
        }
    }

    /// Runs until nobody can tell it anything any more.
    pub fn run(mut self, events: &Receiver<Event>) {
        while let Ok(first) = events.recv() {
            self.guarded(|owner| owner.event(first));
            while let Ok(next) = events.try_recv() {
                self.guarded(|owner| owner.event(next));
            }
            self.guarded(Owner::settle);
        }
    }

    /// A mistake in one event is logged; what the owner holds is replaced as a whole, so the others still make sense.
    fn guarded(&mut self, f: impl FnOnce(&mut Owner)) {
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
            Event::Checked { unit, job, changed } => self.checked(&unit, job, changed),
        }
    }

    fn initialize(&mut self, params: &InitializeParams) {
        let encoding: Encoding = capabilities::encoding(params);
        self.style = Style::of(params, encoding);
        self.previews.set_encoding(encoding);
        self.options = params.initialization_options.clone().unwrap_or_default();
        self.settings = Arc::new(Settings::read(&self.options));
        let window = params.capabilities.window.as_ref();
        let progress = window.and_then(|it| it.work_done_progress);
        self.client.set_shows_progress(progress.unwrap_or(false));
        let workspace = params.capabilities.workspace.as_ref();
        let diagnostics = workspace.and_then(|it| it.diagnostic.as_ref());
        self.has_configuration = workspace.and_then(|it| it.configuration).unwrap_or(false);
        let refresh = diagnostics.and_then(|it| it.refresh_support);
        self.refreshes_diagnostics = refresh.unwrap_or(false);
        self.units.set_folders(capabilities::folders(params));
        let watched = workspace.and_then(|it| it.did_change_watched_files);
        self.can_watch = watched.and_then(|it| it.dynamic_registration) == Some(true);
        self.discover();
    }

    /// Looks for the units of the workspace.
    fn discover(&mut self) {
        let sender = self.sender.clone();
        self.units.discover(&self.settings, move || {
            // If the owner is gone, so is the process.
            let _ = sender.send(Event::UnitsFound);
        });
    }

    fn units_found(&mut self) {
        if self.units.take_found() {
            self.read_open();
            self.unchecked
                .extend(self.active.iter().map(|it| it.info.id.clone()));
        }
    }

    fn notification(&mut self, method: &str, params: Value) {
        let result = match method {
            "textDocument/didOpen" => parse(params).map(|it| self.open(it)),
            "textDocument/didChange" => parse(params).map(|it| self.change(it)),
            "textDocument/didClose" => parse(params).map(|it| self.close(&it)),
            "textDocument/didSave" => parse(params).map(|it| self.save(&it)),
            "workspace/didChangeWatchedFiles" => parse(params).map(|it| self.watched(&it)),
            "workspace/didChangeWorkspaceFolders" => parse(params).map(|it| self.folders(&it)),
            "initialized" => {
                self.ask_settings();
                self.watch();
                Ok(())
            }
            "workspace/didChangeConfiguration" => {
                self.configuration(&params["settings"]);
                Ok(())
            }
            "$/cancelRequest" => {
                self.cancel(&params["id"]);
                Ok(())
            }
            _ => Ok(()),
        };
        if let Err(error) = result {
            eprintln!("tablegen-analyzer: {method}: {error}");
        }
    }

    fn open(&mut self, params: DidOpenTextDocumentParams) {
        let document = params.text_document;
        let path = self
            .documents
            .open(document.uri, document.version, document.text);
        self.sync(&path);
        self.units.note_used(&path);
        if let Ok(unit) = self.unit_of(&path) {
            let id = self.active[unit].info.id.clone();
            self.unchecked.insert(id);
        }
        self.prune();
    }

    fn change(&mut self, params: DidChangeTextDocumentParams) {
        let document = params.text_document;
        let path = convert::path_of(&document.uri);
        let changed = self.documents.change(
            &path,
            document.version,
            params.content_changes,
            self.style.encoding,
        );
        match changed {
            Ok(()) => self.sync(&path),
            Err(error) => eprintln!("tablegen-analyzer: {error}"),
        }
    }

    fn close(&mut self, params: &DidCloseTextDocumentParams) {
        let path = convert::path_of(&params.text_document.uri);
        if self.documents.close(&path).is_some() {
            self.files.close(&path);
            self.touch(&path);
            self.prune();
        }
    }

    /// The file on disk is what the document is now.
    fn save(&mut self, params: &DidSaveTextDocumentParams) {
        let path = convert::path_of(&params.text_document.uri);
        self.files.changed(&path);
        if watch::decides_units(&path) {
            self.discover();
        }
    }

    /// Files have changed on disk.
    fn watched(&mut self, params: &DidChangeWatchedFilesParams) {
        let mut decides_units = false;
        for event in &params.changes {
            let path = convert::path_of(&event.uri);
            self.files.changed(&path);
            let is_same_file = event.typ == FileChangeType::CHANGED;
            decides_units |= watch::decides_units(&path) || !is_same_file;
            match is_same_file {
                true => self.touch(&path),
                // It may be found, or missed, by an include that has nothing to do with it now.
                false => self.touch_all(),
            }
        }
        if decides_units {
            self.discover();
        }
    }

    /// Looks which of the files that were read have changed on disk.
    fn look_at_files(&mut self) {
        for path in self.files.outdated() {
            self.files.changed(&path);
            // It may have come or gone.
            self.touch_all();
        }
    }

    fn touch_all(&mut self) {
        for unit in &mut self.active {
            unit.touch_all();
            self.unchecked.insert(unit.info.id.clone());
        }
    }

    fn folders(&mut self, params: &DidChangeWorkspaceFoldersParams) {
        let paths = |folders: &[WorkspaceFolder]| -> Vec<String> {
            let folders = folders.iter();
            folders.map(|it| convert::path_of(&it.uri)).collect()
        };
        self.units
            .change_folders(paths(&params.event.added), &paths(&params.event.removed));
        self.discover();
    }

    /// Asks the client to say what changes on disk, or else looks itself.
    fn watch(&mut self) {
        match self.can_watch {
            true => {
                _ = self
                    .client
                    .request("client/registerCapability", watch::registration())
            }
            false => watch::poll(self.sender.clone()),
        }
    }

    /// Makes the text of a document that of its file, for all units.
    fn sync(&mut self, path: &str) {
        if let Some(document) = self.documents.get(path) {
            let is_new = self.files.open(path, document.text.clone());
            if is_new {
                // Includes that found nothing, or another file, may find this one.
                self.touch_all();
            }
            self.touch(path);
        }
    }

    fn touch(&mut self, path: &str) {
        for unit in &mut self.active {
            unit.touch(path);
            if unit.reads(path) {
                self.unchecked.insert(unit.info.id.clone());
            }
        }
    }

    /// The unit that a file is shown in, read if need be: its index.
    fn unit_of(&mut self, path: &str) -> Result<usize> {
        let known = self.documents.get(path).is_some();
        if !known && !convert::is_uri(path) && !std::path::Path::new(path).exists() {
            return Err(Error::invalid_params(format!("no file '{path}'")));
        }
        let info = self.units.of(path, &self.settings);
        Ok(self.read(info))
    }

    /// The index of a unit, which is read if it is not yet.
    fn read(&mut self, info: UnitInfo) -> usize {
        let known = self.active.iter().position(|it| it.info.id == info.id);
        if let Some(known) = known {
            // The one used last is at the end.
            let unit = self.active.remove(known);
            self.active.push(unit);
        } else {
            let status = Status::new(&info, "reading", &[], None);
            self.client.notify(Status::METHOD, status);
            let unit = ActiveUnit::read(Arc::new(info), &self.files);
            self.unchecked.insert(unit.info.id.clone());
            self.active.push(unit);
        }
        self.active.len() - 1
    }

    /// Lets go of units that nobody looks at: what is open is shown in others, and they were not the last one used.
    fn prune(&mut self) {
        let open: Vec<String> = self
            .documents
            .iter()
            .map(|(path, _)| path.to_owned())
            .collect();
        let mut used: FxHashSet<String> = open
            .iter()
            .map(|path| self.units.of(path, &self.settings).id)
            .collect();
        let of_preview = self.active.iter().map(|it| it.info.id.clone());
        used.extend(of_preview.filter(|it| self.previews.is_of(it)));
        used.extend(self.active.last().map(|it| it.info.id.clone()));
        self.active.retain(|it| {
            let keep = used.contains(&it.info.id);
            if !keep {
                self.checker.forget(&it.info.id);
            }
            keep
        });
    }

    /// What is done about a unit now.
    pub fn state_of(&self, id: &str) -> &'static str {
        match self.active.iter().find(|it| it.info.id == id) {
            None => "unread",
            Some(unit) if unit.is_settled() && !self.unchecked.contains(id) => "ready",
            Some(_) => "checking",
        }
    }

    /// Makes a unit the one that its files are shown in. Returns whether there is such a unit.
    pub fn select(&mut self, id: &str) -> bool {
        let settings = self.settings.clone();
        let Some(info) = self.units.select(id, &settings) else {
            return false;
        };
        self.read_open();
        self.read(info);
        // Documents may have gone from one to another.
        let ids = self.active.iter().map(|it| it.info.id.clone());
        self.unchecked.extend(ids);
        true
    }

    /// Brings a unit up to date.
    fn bring_up(&mut self, unit: usize) {
        let unit = &mut self.active[unit];
        if unit.is_outdated(&self.files) {
            self.checker.withdraw(&unit.info.id);
            let previews = self.previews.withdraw(&unit.info.id);
            unit.refresh(&self.files);
            self.unchecked.insert(unit.info.id.clone());
            for call in previews {
                // Nobody but the owner listens to these; it is there.
                let _ = self.sender.send(Event::Again(call));
            }
        }
    }

    /// When nothing more has come in: brings all up to date and has looked at what has changed.
    fn settle(&mut self) {
        for unit in 0..self.active.len() {
            self.bring_up(unit);
        }
        let unchecked = std::mem::take(&mut self.unchecked);
        if unchecked.is_empty() {
            return;
        }
        let mut shown: FxHashMap<String, FxHashSet<String>> = FxHashMap::default();
        for (path, _) in self.documents.iter() {
            let unit = self.units.of(path, &self.settings).id;
            shown.entry(unit).or_default().insert(path.to_owned());
        }
        // The one submitted last is looked at first.
        let units = self.active.iter_mut();
        for unit in units.filter(|it| unchecked.contains(&it.info.id)) {
            self.jobs += 1;
            unit.begin(self.jobs);
            if self.previews.is_of(&unit.info.id) {
                self.previews.edited(unit.snapshot());
            }
            self.checker.submit(Job {
                number: self.jobs,
                unit: unit.snapshot(),
                shown: shown.remove(&unit.info.id).unwrap_or_default(),
                documents: self.documents.clone(),
                style: self.style,
            });
        }
    }

    fn checked(&mut self, unit: &str, job: usize, changed: bool) {
        let is_waiting = self.unchecked.contains(unit);
        let unit = self.active.iter_mut().find(|it| it.info.id == unit);
        if let Some(unit) = unit.filter(|it| !is_waiting && it.job == job) {
            unit.note_settled();
        }
        if changed && self.refreshes_diagnostics {
            self.client
                .request("workspace/diagnostic/refresh", Value::Null);
        }
    }

    fn request(&mut self, call: Call) {
        if call.reply.is_sent() {
            return;
        }
        if let Some(result) = own::answer(self, &call.method, &call.params) {
            return call.reply.send(result);
        }
        let handler = Table::get().find(&call.method);
        if handler.is_none() && call.method != "tablegen/preview" {
            let error = Error {
                message: format!("no method '{}'", call.method).into(),
                ..Error::method_not_found()
            };
            return call.reply.send(Err(error));
        }
        let unit = match self.unit_for(&call.params) {
            Ok(Some(unit)) => unit,
            Ok(None) => return call.reply.send(Ok(Value::Null)),
            Err(error) => return call.reply.send(Err(error)),
        };
        self.bring_up(unit);
        match handler {
            Some(handler) => self.start(handler, call, unit),
            None => self.preview(call, unit),
        }
    }

    /// The unit that a request is about; `None` if it names none and none is read.
    fn unit_for(&mut self, params: &Value) -> Result<Option<usize>> {
        if let Some(id) = params["unit"].as_str() {
            let read = self.active.iter().find(|it| it.info.id == id);
            let info = match read {
                Some(unit) => Some(UnitInfo::clone(&unit.info)),
                None => self.units.find(id, &self.settings),
            };
            let info = info.ok_or_else(|| Error::invalid_params(format!("no unit '{id}'")))?;
            return Ok(Some(self.read(info)));
        }
        match document_of(params).map(|uri| convert::path_of(&uri)) {
            Some(path) if self.is_source(&path) => self.unit_of(&path).map(Some),
            _ => Ok(self.active.len().checked_sub(1)),
        }
    }

    /// Whether a file can be part of a unit: others may have been made of one.
    fn is_source(&self, path: &str) -> bool {
        let is_open = self.documents.get(path).is_some();
        is_open || path.ends_with(".td") || self.active.iter().any(|it| it.reads(path))
    }

    /// Has a preview made.
    fn preview(&mut self, call: Call, unit: usize) {
        match previews::what(&call.params, &self.settings) {
            Err(error) => call.reply.send(Err(error)),
            Ok(what) => {
                let snapshot = self.active[unit].snapshot();
                let running = Running {
                    reply: call.reply.clone(),
                    token: snapshot.db.cancellation_token(),
                };
                self.running.insert(call.id.clone(), running);
                self.previews.ask(call, what, snapshot);
            }
        }
    }

    /// Runs a handler on the pool.
    fn start(&mut self, handler: &'static Handler, call: Call, unit: usize) {
        let snapshot = Snapshot {
            unit: self.active[unit].snapshot(),
            documents: self.documents.clone(),
            settings: self.settings.clone(),
            style: self.style,
        };
        let running = Running {
            reply: call.reply.clone(),
            token: snapshot.unit.db.cancellation_token(),
        };
        self.running.insert(call.id.clone(), running);
        let (sender, busy) = (self.sender.clone(), self.busy.guard());
        self.pool.spawn_blocking(move || {
            let params = call.params.clone();
            let result = panics::catch(|| (handler.run)(snapshot, params));
            drop(busy);
            // If the owner is gone, so is the process.
            let _ = sender.send(match result {
                Err(Stopped::Cancelled)
                    if handler.later == Later::Again && !call.reply.is_sent() =>
                {
                    Event::Again(call)
                }
                result => {
                    call.reply.send(answer(&call.method, result));
                    Event::Done(call.id)
                }
            });
        });
    }

    /// Gives up a request that nobody wants answered any more.
    fn cancel(&mut self, id: &Value) {
        let Ok(id) = serde_json::from_value::<Id>(id.clone()) else {
            return;
        };
        if let Some(running) = self.running.remove(&id) {
            running.reply.send(Err(Error::request_cancelled()));
            running.token.cancel();
        }
    }

    fn response(&mut self, response: Response) {
        let (id, result) = response.into_parts();
        match (self.asked.remove(&id), result) {
            (Some(Asked::Settings), Ok(value)) => self.set_settings(&value[0]),
            (None, _) | (_, Err(_)) => {}
        }
    }

    /// Takes the settings that the client sends, or asks for them if that is how it does it.
    fn configuration(&mut self, settings: &Value) {
        match self.has_configuration {
            true => self.ask_settings(),
            false => self.set_settings(&settings["tablegen"]),
        }
    }

    fn set_settings(&mut self, value: &Value) {
        let settings = Settings::over(&self.options, value);
        if settings == *self.settings {
            return;
        }
        self.settings = Arc::new(settings);
        self.discover();
        // Any unit may be read otherwise now.
        for unit in self.active.drain(..) {
            self.checker.forget(&unit.info.id);
        }
        self.read_open();
    }

    /// Reads the units of what is open.
    fn read_open(&mut self) {
        let open: Vec<String> = self
            .documents
            .iter()
            .map(|(path, _)| path.to_owned())
            .collect();
        for path in open {
            if let Ok(unit) = self.unit_of(&path) {
                self.unchecked.insert(self.active[unit].info.id.clone());
            }
        }
        self.prune();
    }

    /// Asks the client for its settings, if it can be asked.
    fn ask_settings(&mut self) {
        if !self.has_configuration {
            return;
        }
        let params = json!({"items": [{"section": "tablegen"}]});
        let id = self.client.request("workspace/configuration", params);
        self.asked.insert(id, Asked::Settings);
    }
}

/// What the client is told of a handler's result.
fn answer(method: &str, result: std::result::Result<Result<Value>, Stopped>) -> Result<Value> {
    match result {
        Ok(result) => result,
        Err(Stopped::Cancelled) => Err(Error::content_modified()),
        Err(Stopped::Panicked(message)) => {
            eprintln!("tablegen-analyzer: {method}: {message}");
            Err(internal("the server made a mistake; its log says which"))
        }
    }
}

/// The document that a request is about.
fn document_of(params: &Value) -> Option<Url> {
    let places = ["textDocument", "item", "data"].map(|it| &params[it]["uri"]);
    let uri = places.into_iter().find_map(Value::as_str)?;
    Url::parse(uri).ok()
}
