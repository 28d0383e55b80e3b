//! Open previews of backends, and the thread that keeps them up to date.
//!
//! A preview never delays another answer: the previews' thread waits while requests are under way, and drops its
//! snapshot before a backend runs. After an edit and once all diagnostics are published, a preview is made again unless
//! its backend's reads are unchanged. Long runs also wait for a pause in typing. The next edit cancels the run. An
//! external command runs on a separate thread, so that no other work waits for it, and is stopped when its output is no
//! longer needed.

mod checks;
pub(super) mod compared;
pub(super) mod diff;
mod follow;
mod last_good;
mod line_map;
mod notify;
mod pace;
mod printed;
pub(super) mod run;
pub(super) mod run_result;
pub(super) mod runs;
mod worker;

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use db::Db as _;
use lsp_types::Url;
use parking_lot::{Condvar, Mutex, MutexGuard};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use tower_lsp::jsonrpc::{Error, Result};

use self::compared::Compared;
use self::last_good::LastGood;
use self::notify::ClientState;
use self::run_result::{RunResult, Table};
use self::runs::Runs;
use self::worker::{Taken, Worker};
use super::busy::Busy;
use super::call::{Call, internal};
use super::client::Client;
use super::event::Event;
use super::settings::{Checks, External, Settings};
use super::table_run::{TableRun, command};
use super::unit::{ActiveUnit, UnitInfo, UnitSnapshot};
use driver::command::Stop;
use driver::disk;
use syntax::line_index::Encoding;

/// An open preview.
struct Preview {
    unit: String,
    what: TableRun,
    version: u32,
    made: Arc<RunResult>,
    state: PreviewState,
    /// Whether the preview was made from texts with syntax errors.
    of_broken: bool,
    /// The parts of the preview that the client has received.
    told: Arc<ClientState>,
    /// The preview's table for saved or committed files, and a key that identifies the state of these files. `None`
    /// until the table is requested.
    saved: Option<(String, Arc<Table>)>,
}

/// The open previews and the work of the thread that makes them.
#[derive(Clone, Default)]
pub(crate) struct Previews(Arc<Mailbox>);

#[derive(Default)]
struct Mailbox {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    open: FxHashMap<u32, Preview>,
    last_id: u32,
    /// The number of saves and changes on disk so far.
    saves: u64,
    encoding: Encoding,
    /// The requests that wait for their preview.
    asked: VecDeque<Wanted>,
    /// The units that have changed and whose previews and checks have to be updated.
    edited: VecDeque<Edited>,
    /// The id of the unit that the thread works on; `None` while the thread is idle or runs checks.
    at_work: Option<String>,
    /// For each unit, the time that the thread took after the last edit to find the previews that need no update.
    took: FxHashMap<String, Duration>,
    /// The units that are about to change, with the time of the announcement.
    withdrawn: FxHashMap<String, Instant>,
    runs: Runs,
    last_good: LastGood,
    /// The last comparison with an earlier state of the files.
    compared: Option<Arc<Compared>>,
    /// The last run of each check of each unit.
    checks: FxHashMap<String, checks::Known>,
}

impl State {
    fn follows(&self, unit: &ActiveUnit, named: &[TableRun], settings: &Settings) -> bool {
        let id = &unit.info.id;
        let is_of = self.open.values().any(|it| it.unit == *id);
        let has_runs = !named.is_empty()
            || settings.backend_checks != Checks::Off && !unit.info.found.backends.is_empty();
        is_of || has_runs || !unit.said.get().is_empty()
    }
}

/// A unit that has changed and whose previews and checks have to be updated.
struct Edited {
    unit: UnitSnapshot,
    /// The backends that the settings name for the unit.
    named: Vec<TableRun>,
    settings: Arc<Settings>,
    /// The time of the change.
    since: Instant,
}

/// A preview that was requested.
struct Wanted {
    call: Call,
    what: TableRun,
    unit: UnitSnapshot,
    /// The id of the unit that is used instead if `unit` has errors or no records for the backend.
    instead: Option<String>,
    stop: Stop,
}

impl Preview {
    fn new(what: TableRun, made: RunResult, taken: &Taken) -> Preview {
        Preview {
            unit: taken.info.id.clone(),
            what,
            version: 1,
            made: Arc::new(made),
            state: PreviewState::Current,
            of_broken: taken.of_broken,
            told: Arc::default(),
            saved: None,
        }
    }

    /// Sets the state, and notifies the client if the state changes.
    fn set_state(&mut self, id: u32, state: PreviewState, client: &Client) {
        if self.state != state {
            let (word, reason) = match &state {
                PreviewState::Current => ("current", None),
                PreviewState::Outdated(reason) => ("outdated", reason.clone()),
            };
            let params = ToldState {
                preview: id,
                state: word,
                reason,
            };
            client.notify("tablegen/previewState", params);
            self.state = state;
        }
    }
}

/// Whether a preview shows the latest texts.
#[derive(PartialEq, Eq, Debug)]
enum PreviewState {
    Current,
    /// The preview was not made from the latest texts. Contains the reason if it is known, such as the error message of
    /// a failed run or a syntax error.
    Outdated(Option<String>),
}

#[derive(Serialize)]
struct ToldState {
    preview: u32,
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl Previews {
    pub(crate) fn start(
        &self,
        client: Client,
        owner: Sender<Event>,
        busy: Busy,
    ) -> std::io::Result<()> {
        let worker = Worker {
            previews: self.clone(),
            client,
            owner,
            busy,
        };
        let thread = std::thread::Builder::new().name("previews".to_owned());
        thread.spawn(move || worker.run())?;
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock()
    }

    fn new_id(&self) -> u32 {
        let mut state = self.state();
        state.last_id += 1;
        state.last_id
    }

    pub(crate) fn set_encoding(&self, encoding: Encoding) {
        self.state().encoding = encoding;
    }

    /// Queues a request for a preview.
    pub(crate) fn ask(
        &self,
        call: Call,
        what: TableRun,
        unit: UnitSnapshot,
        instead: Option<String>,
        stop: Stop,
    ) {
        let mut state = self.state();
        if state.runs.is_over {
            return call.reply.send(Err(Error::request_cancelled()));
        }
        state.withdrawn.remove(&unit.info.id);
        state.runs.interrupt_checks();
        state.asked.push_back(Wanted {
            call,
            what,
            unit,
            instead,
            stop,
        });
        self.0.changed.notify_all();
    }

    /// Stops the work on a unit, so that the unit may change. Returns the waiting requests for the unit's previews. The
    /// caller has to queue them again.
    pub(crate) fn withdraw(&self, unit: &str, client: &Client) -> Vec<Call> {
        let mut state = self.state();
        state.withdrawn.insert(unit.to_owned(), Instant::now());
        state.runs.withdraw(unit);
        state.edited.retain(|it| it.unit.info.id != unit);
        let own = state.open.iter_mut().filter(|(_, it)| it.unit == unit);
        for (id, preview) in own.filter(|(_, it)| it.state == PreviewState::Current) {
            preview.set_state(*id, PreviewState::Outdated(None), client);
        }
        let all = std::mem::take(&mut state.asked);
        let (own, others) = all.into_iter().partition(|it| it.unit.info.id == unit);
        state.asked = others;
        let own: VecDeque<Wanted> = own;
        own.into_iter().map(|it| it.call).collect()
    }

    /// Called when a unit is dropped. Stops the runs that update the unit, and drops the data about it. If there is a
    /// `reason`, the unit's previews are marked as outdated for this reason.
    pub(crate) fn forget(&self, unit: &str, reason: Option<&str>, client: &Client) {
        let mut state = self.state();
        state.edited.retain(|it| it.unit.info.id != unit);
        state.took.remove(unit);
        state.last_good.forget(unit);
        state.compared.take_if(|it| it.info.id == unit);
        state.checks.remove(unit);
        state.withdrawn.remove(unit);
        state.runs.unfollow(unit);
        let Some(reason) = reason else { return };
        for (id, preview) in state.open.iter_mut().filter(|(_, it)| it.unit == unit) {
            let outdated = PreviewState::Outdated(Some(reason.to_owned()));
            preview.set_state(*id, outdated, client);
        }
    }

    /// The ids of the units with open previews.
    pub(crate) fn units(&self) -> FxHashSet<String> {
        self.state()
            .open
            .values()
            .map(|it| it.unit.clone())
            .collect()
    }

    /// Stops all runs, prevents new runs and cancels the waiting requests, because the process is about to end.
    pub(crate) fn end(&self) {
        let mut state = self.state();
        state.runs.end();
        for wanted in std::mem::take(&mut state.asked) {
            wanted.call.reply.send(Err(Error::request_cancelled()));
        }
    }

    /// Whether there is current or pending work on a unit.
    pub(crate) fn is_at_work(&self, unit: &str) -> bool {
        let state = self.state();
        let is_asked = state.asked.iter().any(|it| it.unit.info.id == unit);
        let is_edited = state.edited.iter().any(|it| it.unit.info.id == unit);
        is_asked || is_edited || state.at_work.as_deref() == Some(unit)
    }

    /// Whether a unit is about to change.
    fn is_withdrawn(&self, unit: &str) -> bool {
        self.state().withdrawn.contains_key(unit)
    }

    /// Whether any open preview belongs to a unit.
    pub(crate) fn is_of(&self, unit: &str) -> bool {
        self.state().open.values().any(|it| it.unit == unit)
    }

    /// Queues the update of a unit that has changed and whose diagnostics are published. Queues nothing if a file of
    /// the unit is too large, or if the unit has nothing to update.
    pub(crate) fn edited(&self, unit: &ActiveUnit, settings: &Arc<Settings>) {
        let named = named(&unit.info, settings);
        let mut state = self.state();
        let id = &unit.info.id;
        let since = state.withdrawn.remove(id);
        state.edited.retain(|it| it.unit.info.id != *id);
        state.runs.unfollow(id);
        if state.follows(unit, &named, settings) && !unit.db().unit().is_cut() {
            state.edited.push_back(Edited {
                unit: unit.snapshot(),
                named,
                settings: settings.clone(),
                since: since.unwrap_or_else(Instant::now),
            });
            self.0.changed.notify_all();
        }
    }

    /// The unit of a preview; `None` if the preview is not open.
    pub(crate) fn unit_of(&self, preview: u32) -> Option<String> {
        Some(self.state().open.get(&preview)?.unit.clone())
    }

    /// `tablegen/previewText`: the lines `start..end` (from 0) of a preview, and the version of its text.
    pub(crate) fn lines(&self, preview: u32, start: usize, end: usize) -> Result<(u32, String)> {
        let state = self.state();
        let preview = state.open.get(&preview).ok_or_else(unknown)?;
        let (version, made) = (preview.version, preview.made.clone());
        drop(state);
        Ok((version, made.lines(start..end).to_owned()))
    }

    /// `tablegen/savedText`: the number of the preview's current version, and the text that corresponds to `lines` of
    /// this version in the table for saved or committed files. `key` identifies the state of these files, and `make`
    /// runs the backend on them.
    pub(crate) fn saved_lines(
        &self,
        preview: u32,
        lines: Range<usize>,
        key: &str,
        make: impl FnOnce(&TableRun) -> Result<RunResult>,
    ) -> Result<(u32, String)> {
        let state = self.state();
        let open = state.open.get(&preview).ok_or_else(unknown)?;
        let (what, known, saves) = (open.what.clone(), open.saved.clone(), state.saves);
        drop(state);
        let saved = match known.filter(|it| it.0 == key) {
            Some((_, known)) => known,
            None => make(&what)?.table,
        };
        let mut state = self.state();
        let is_current = state.saves == saves;
        let open = state.open.get_mut(&preview).ok_or_else(unknown)?;
        if is_current {
            open.saved = Some((key.to_owned(), saved.clone()));
        }
        let (version, made) = (open.version, open.made.clone());
        drop(state);
        let edits = diff::edits(&saved.text, made.text());
        let lines = diff::lines_before(&edits, lines.start..lines.end.min(made.total_lines()));
        Ok((version, run_result::lines(&saved.text, lines).to_owned()))
    }

    /// Drops the tables of saved and committed files, because files were saved or have changed on disk.
    pub(crate) fn forget_saved(&self) {
        let mut state = self.state();
        state.saves += 1;
        state.compared = None;
        for preview in state.open.values_mut() {
            preview.saved = None;
        }
    }

    /// `tablegen/savePreview`: writes a preview to a file.
    pub(crate) fn save(&self, preview: u32, uri: &Url) -> Result<()> {
        let state = self.state();
        let made = state.open.get(&preview).ok_or_else(unknown)?.made.clone();
        drop(state);
        let path = uri.to_file_path();
        let path = path.map_err(|()| Error::invalid_params(format!("'{uri}' is not a file")))?;
        let text = syntax::text::encode(made.text());
        disk::write(&path, &text).map_err(|error| internal(&error.to_string()))
    }

    /// `tablegen/closePreview`. Returns the unit and the preview's run. The run is `None` if another open preview shows
    /// the same run.
    pub(crate) fn close(&self, preview: u32) -> Result<(String, Option<TableRun>)> {
        let mut state = self.state();
        let closed = state.open.remove(&preview).ok_or_else(unknown)?;
        let mut others = state.open.values();
        let is_shown = others.any(|it| it.unit == closed.unit && it.what == closed.what);
        if !is_shown {
            state.runs.close(&closed.unit, &closed.what);
        }
        Ok((closed.unit, (!is_shown).then_some(closed.what)))
    }
}

fn unknown() -> Error {
    Error::invalid_params("no such preview")
}

/// The run that `tablegen/preview` requests. An error if the backend does not exist or may not be run.
pub(super) fn what(
    params: &serde_json::Value,
    settings: &Settings,
    info: &UnitInfo,
) -> Result<TableRun> {
    let backend = params["backend"].as_str();
    let backend = backend.ok_or_else(|| Error::invalid_params("no backend is named"))?;
    let options = params["options"].as_array().into_iter().flatten();
    let options = options.filter_map(|it| it.as_str().map(str::to_owned));
    let external = command(settings, backend, &info.found.backends);
    if external.is_none() && backends::find(None, backend).is_none() {
        return Err(Error::invalid_params(format!("no backend '{backend}'")));
    }
    Ok(TableRun {
        backend: backend.to_owned(),
        options: options.collect(),
        external,
    })
}

/// Whether a run is needed for a unit even without a preview: the settings name its backend, or it is a check.
pub(super) fn runs_anyway(info: &UnitInfo, settings: &Settings, what: &TableRun) -> bool {
    let mut checks = checks::wanted(info, false, settings).into_iter();
    named(info, settings).contains(what) || checks.any(|(it, _)| it == *what)
}

/// The backends that the settings name for a unit. An unknown name is reported only when the backend is run. Commands
/// that may not be run are left out.
fn named(info: &UnitInfo, settings: &Settings) -> Vec<TableRun> {
    let runs = info.named.iter().filter_map(|it| {
        let backend = name_of(it).to_owned();
        let is = |external: &&External| external.name == backend;
        let external = command(settings, &backend, &info.found.backends);
        if external.is_none() && settings.external.iter().any(|it| is(&it)) {
            return None;
        }
        let options = it.split_whitespace().skip(1).map(str::to_owned);
        Some(TableRun {
            backend,
            options: options.collect(),
            external,
        })
    });
    runs.collect()
}

/// The backend's name in an entry of the settings, without leading dashes and without the options after it.
pub(super) fn name_of(named: &str) -> &str {
    let first = named.split_whitespace().next().unwrap_or("");
    first.trim_start_matches('-')
}
