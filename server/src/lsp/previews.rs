//! Open previews of backends, and the thread that keeps them up to date.
//!
//! A preview never delays another answer: all of them are made on one thread, which waits while somebody else waits for
//! an answer, and the unit is let go of before a backend runs. Nothing waits for a command of the user's: each runs on a
//! thread of its own, and is stopped when nobody wants what it makes any longer.

pub mod diff;
mod printed;
pub mod run;
pub mod runs;
mod worker;

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use db::Db as _;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::Url;

use self::run::Made;
use self::runs::Runs;
use self::worker::Worker;
use super::busy::Busy;
use super::call::{Call, internal};
use super::client::Client;
use super::command::Stop;
use super::event::Event;
use super::line_index::Encoding;
use super::settings::{External, Settings};
use super::table_run::TableRun;
use super::unit::{ActiveUnit, UnitInfo, UnitSnapshot};
use crate::disk;

/// An open preview.
struct Preview {
    unit: String,
    what: TableRun,
    version: u32,
    made: Arc<Made>,
    /// How long the backend ran when all records had been put together before.
    took: Duration,
    /// It was made of texts with syntax errors.
    of_broken: bool,
    /// What the backend makes of the files as they are saved, once that was asked for.
    saved: Option<Arc<String>>,
}

/// The open previews and the thread's in-tray.
#[derive(Clone, Default)]
pub struct Previews(Arc<Mailbox>);

#[derive(Default)]
struct Mailbox {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    open: FxHashMap<u32, Preview>,
    last_id: u32,
    /// How often files have been saved.
    saves: u64,
    encoding: Encoding,
    /// Previews that are asked for.
    asked: VecDeque<Wanted>,
    /// Units that have changed, and the backends that the settings name for them.
    edited: VecDeque<(UnitSnapshot, Vec<TableRun>)>,
    /// Units that are about to change.
    withdrawn: FxHashSet<String>,
    runs: Runs,
}

impl State {
    fn follows(&self, unit: &ActiveUnit, named: &[TableRun]) -> bool {
        let id = &unit.info.id;
        let is_of = self.open.values().any(|it| it.unit == *id);
        is_of || !named.is_empty() || !unit.said.get().is_empty()
    }
}

/// A preview that is asked for.
struct Wanted {
    call: Call,
    what: TableRun,
    unit: UnitSnapshot,
    stop: Stop,
}

/// Lines of a text that come from a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Mapped<'a> {
    start: usize,
    end: usize,
    record: &'a str,
}

impl Previews {
    pub fn start(&self, client: Client, owner: Sender<Event>, busy: Busy) -> std::io::Result<()> {
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
        let state = self.0.state.lock();
        state.unwrap_or_else(PoisonError::into_inner)
    }

    pub fn set_encoding(&self, encoding: Encoding) {
        self.state().encoding = encoding;
    }

    /// Has a preview made and the call answered.
    pub fn ask(&self, call: Call, what: TableRun, unit: UnitSnapshot, stop: Stop) {
        let mut state = self.state();
        if state.runs.is_over {
            return call.reply.send(Err(Error::request_cancelled()));
        }
        state.withdrawn.remove(&unit.info.id);
        state.asked.push_back(Wanted {
            call,
            what,
            unit,
            stop,
        });
        self.0.changed.notify_all();
    }

    /// Takes back what was to be done about a unit, so that it may change. Previews that were asked for are asked for
    /// again.
    pub fn withdraw(&self, unit: &str) -> Vec<Call> {
        let mut state = self.state();
        state.withdrawn.insert(unit.to_owned());
        state.runs.withdraw(unit);
        state.edited.retain(|(it, _)| it.info.id != unit);
        let all = std::mem::take(&mut state.asked);
        let (own, others) = all.into_iter().partition(|it| it.unit.info.id == unit);
        state.asked = others;
        let own: VecDeque<Wanted> = own;
        own.into_iter().map(|it| it.call).collect()
    }

    /// Stops what follows a unit that nobody looks at any more.
    pub fn forget(&self, unit: &str) {
        let mut state = self.state();
        state.edited.retain(|(it, _)| it.info.id != unit);
        state.runs.unfollow(unit);
    }

    /// Stops all commands and starts no more, because the process ends.
    pub fn end(&self) {
        let mut state = self.state();
        state.runs.end();
        for wanted in std::mem::take(&mut state.asked) {
            wanted.call.reply.send(Err(Error::request_cancelled()));
        }
    }

    /// Whether something is done here with a unit, or when it has changed.
    pub fn follows(&self, unit: &ActiveUnit, named: &[TableRun]) -> bool {
        let state = self.state();
        let mut asked = state.asked.iter();
        state.follows(unit, named) || asked.any(|it| it.unit.info.id == unit.info.id)
    }

    /// Whether any preview is of a unit.
    pub fn is_of(&self, unit: &str) -> bool {
        self.state().open.values().any(|it| it.unit == unit)
    }

    /// Says that a unit has changed. `named` are backends that are run on it without a preview.
    pub fn edited(&self, unit: &ActiveUnit, named: Vec<TableRun>) {
        let mut state = self.state();
        let id = &unit.info.id;
        state.withdrawn.remove(id);
        state.edited.retain(|(it, _)| it.info.id != *id);
        state.runs.unfollow(id);
        if state.follows(unit, &named) && !unit.db().unit().is_cut() {
            state.edited.push_back((unit.snapshot(), named));
            self.0.changed.notify_all();
        }
    }

    /// The unit of a preview.
    pub fn unit_of(&self, preview: u32) -> Option<String> {
        Some(self.state().open.get(&preview)?.unit.clone())
    }

    /// `tablegen/previewText`: some lines, and the version they are of.
    pub fn lines(&self, preview: u32, start: usize, end: usize) -> Result<(u32, String)> {
        let state = self.state();
        let preview = state.open.get(&preview).ok_or_else(unknown)?;
        let (version, made) = (preview.version, preview.made.clone());
        drop(state);
        Ok((version, made.lines(start..end).to_owned()))
    }

    /// `tablegen/savedText`: what the lines of the current version, which is returned as well, were when the files were
    /// saved. `make` runs the backend over those, unless it is stopped.
    pub fn saved_lines(
        &self,
        preview: u32,
        lines: Range<usize>,
        make: impl FnOnce(&TableRun) -> Option<Made>,
    ) -> Result<(u32, String)> {
        let state = self.state();
        let open = state.open.get(&preview).ok_or_else(unknown)?;
        let (what, known, saves) = (open.what.clone(), open.saved.clone(), state.saves);
        drop(state);
        let saved = known.or_else(|| Some(Arc::new(make(&what)?.text)));
        let saved = saved.ok_or_else(Error::request_cancelled)?;
        let mut state = self.state();
        let is_current = state.saves == saves;
        let open = state.open.get_mut(&preview).ok_or_else(unknown)?;
        if is_current {
            open.saved = Some(saved.clone());
        }
        let (version, made) = (open.version, open.made.clone());
        drop(state);
        let edits = diff::edits(&saved, &made.text);
        let lines = diff::lines_before(&edits, lines.start..lines.end.min(made.total_lines()));
        Ok((version, run::lines(&saved, lines).to_owned()))
    }

    /// Says that files were saved, or have changed on disk.
    pub fn forget_saved(&self) {
        let mut state = self.state();
        state.saves += 1;
        for preview in state.open.values_mut() {
            preview.saved = None;
        }
    }

    /// `tablegen/savePreview`
    pub fn save(&self, preview: u32, uri: &Url) -> Result<()> {
        let state = self.state();
        let made = state.open.get(&preview).ok_or_else(unknown)?.made.clone();
        drop(state);
        let path = uri.to_file_path();
        let path = path.map_err(|()| Error::invalid_params(format!("'{uri}' is no file")))?;
        let text = syntax::text::encode(&made.text);
        disk::write(&path, &text).map_err(|error| internal(&error.to_string()))
    }

    /// `tablegen/closePreview`. Returns the unit, and what was shown unless another preview shows it still.
    pub fn close(&self, preview: u32) -> Result<(String, Option<TableRun>)> {
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

/// What `tablegen/preview` asks for. Fails if there is no such backend, or it may not be run.
pub fn what(params: &serde_json::Value, settings: &Settings, info: &UnitInfo) -> Result<TableRun> {
    let backend = params["backend"].as_str();
    let backend = backend.ok_or_else(|| Error::invalid_params("no backend is named"))?;
    let options = params["options"].as_array().into_iter().flatten();
    let options = options.filter_map(|it| it.as_str().map(str::to_owned));
    let external = settings.command(backend, &info.found.backends);
    if external.is_none() && backends::find(backend).is_none() {
        return Err(Error::invalid_params(format!("no backend '{backend}'")));
    }
    Ok(TableRun {
        backend: backend.to_owned(),
        options: options.collect(),
        external,
    })
}

/// The backends that the settings name for a unit. A name that nobody knows is an error of its own when it is run;
/// commands that may not be run are left out.
pub fn named(info: &UnitInfo, settings: &Settings) -> Vec<TableRun> {
    let whats = info.named.iter().filter_map(|it| {
        let backend = name_of(it).to_owned();
        let is = |external: &&External| external.name == backend;
        let external = settings.command(&backend, &info.found.backends);
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
    whats.collect()
}

/// The name of a backend that the settings name, which may have dashes before and options behind it.
pub fn name_of(named: &str) -> &str {
    let first = named.split_whitespace().next().unwrap_or("");
    first.trim_start_matches('-')
}
