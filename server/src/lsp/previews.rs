//! Open previews of backends, and the thread that keeps them up to date.
//!
//! A preview never delays another answer: all of them are made on one thread, which waits while somebody else waits for
//! an answer, and the unit is let go of before a backend runs.

mod diff;
mod printed;
mod run;

use std::collections::VecDeque;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::Url;

use self::run::{Made, Message};
use super::checker::Busy;
use super::client::Client;
use super::line_index::Encoding;
use super::owner::Event;
use super::panics::{self, Stopped};
use super::places::Places;
use super::requests::own::records::Named;
use super::requests::{json, parse};
use super::said::Said;
use super::service::{Call, internal};
use super::settings::{External, Settings};
use super::unit::{ActiveUnit, UnitInfo, UnitSnapshot};

/// How many previews may be open.
const MAX_OPEN: usize = 64;

/// What a preview shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct What {
    pub backend: String,
    /// `-NAME=VALUE`
    pub options: Vec<String>,
    pub external: Option<External>,
}

/// An open preview.
struct Preview {
    unit: String,
    what: What,
    version: u32,
    made: Arc<Made>,
}

/// The open previews and the thread's in-tray.
#[derive(Clone, Default)]
pub struct Previews(Arc<Tray>);

#[derive(Default)]
struct Tray {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    open: FxHashMap<u32, Preview>,
    last_id: u32,
    encoding: Encoding,
    /// Previews that are asked for.
    asked: VecDeque<Wanted>,
    /// Units that have changed, and the backends that the settings name for them.
    edited: VecDeque<(UnitSnapshot, Vec<What>)>,
    /// Units that are about to change.
    withdrawn: FxHashSet<String>,
}

/// A preview that is asked for.
struct Wanted {
    call: Call,
    what: What,
    unit: UnitSnapshot,
}

/// The parameters of `tablegen/preview`, beside those that say which unit.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Asked {
    around: Option<String>,
    max_lines: Option<usize>,
}

/// Lines of a text that come from a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Mapped {
    start: usize,
    end: usize,
    record: String,
}

impl Previews {
    pub fn start(&self, client: Client, owner: Sender<Event>, busy: Busy) -> std::io::Result<()> {
        let worker = Worker {
            previews: self.clone(),
            client,
            owner,
            busy,
        };
        crate::deep::spawn("previews", move || worker.run())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        let state = self.0.state.lock();
        state.unwrap_or_else(PoisonError::into_inner)
    }

    pub fn set_encoding(&self, encoding: Encoding) {
        self.state().encoding = encoding;
    }

    /// Has a preview made and the call answered.
    pub fn ask(&self, call: Call, what: What, unit: UnitSnapshot) {
        let mut state = self.state();
        state.withdrawn.remove(&unit.info.id);
        state.asked.push_back(Wanted { call, what, unit });
        self.0.changed.notify_all();
    }

    /// Takes back what was to be done about a unit, so that it may change. Previews that were asked for are asked for
    /// again.
    pub fn withdraw(&self, unit: &str) -> Vec<Call> {
        let mut state = self.state();
        state.withdrawn.insert(unit.to_owned());
        state.edited.retain(|(it, _)| it.info.id != unit);
        let all = std::mem::take(&mut state.asked);
        let (own, others) = all.into_iter().partition(|it| it.unit.info.id == unit);
        state.asked = others;
        let own: VecDeque<Wanted> = own;
        own.into_iter().map(|it| it.call).collect()
    }

    /// Whether any preview is of a unit.
    pub fn is_of(&self, unit: &str) -> bool {
        self.state().open.values().any(|it| it.unit == unit)
    }

    /// Says that a unit has changed. `named` are backends that are run on it without a preview.
    pub fn edited(&self, unit: &ActiveUnit, named: Vec<What>) {
        let mut state = self.state();
        let id = &unit.info.id;
        state.withdrawn.remove(id);
        state.edited.retain(|(it, _)| it.info.id != *id);
        let is_of = state.open.values().any(|it| it.unit == *id);
        if is_of || !named.is_empty() || !unit.said.get().is_empty() {
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

    /// `tablegen/savePreview`
    pub fn save(&self, preview: u32, uri: &Url) -> Result<()> {
        let state = self.state();
        let made = state.open.get(&preview).ok_or_else(unknown)?.made.clone();
        drop(state);
        let path = uri.to_file_path();
        let path = path.map_err(|()| Error::invalid_params(format!("'{uri}' is no file")))?;
        let text = syntax::text::encode(&made.text);
        std::fs::write(&path, &text).map_err(|error| internal(&error.to_string()))
    }

    /// `tablegen/closePreview`. Returns the unit, and what was shown unless another preview shows it still.
    pub fn close(&self, preview: u32) -> Result<(String, Option<What>)> {
        let mut state = self.state();
        let closed = state.open.remove(&preview).ok_or_else(unknown)?;
        let mut others = state.open.values();
        let is_shown = others.any(|it| it.unit == closed.unit && it.what == closed.what);
        Ok((closed.unit, (!is_shown).then_some(closed.what)))
    }
}

fn unknown() -> Error {
    Error::invalid_params("no such preview")
}

struct Worker {
    previews: Previews,
    client: Client,
    owner: Sender<Event>,
    busy: Busy,
}

enum Next {
    Ask(Box<Wanted>),
    Edited(UnitSnapshot, Vec<What>),
}

impl Worker {
    fn run(self) {
        loop {
            match self.next() {
                Next::Ask(wanted) => self.answer(*wanted),
                Next::Edited(unit, named) => self.update(unit, named),
            }
        }
    }

    fn next(&self) -> Next {
        let tray = &self.previews.0;
        let mut state = self.previews.state();
        loop {
            if let Some(wanted) = state.asked.pop_front() {
                return Next::Ask(Box::new(wanted));
            }
            if let Some((unit, named)) = state.edited.pop_front() {
                return Next::Edited(unit, named);
            }
            let waited = tray.changed.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn encoding(&self) -> Encoding {
        self.previews.state().encoding
    }

    /// Waits while somebody waits for another answer, unless the unit is about to change.
    fn give_way(&self, unit: &UnitSnapshot) {
        let is_withdrawn = || self.previews.state().withdrawn.contains(&unit.info.id);
        while self.busy.is_busy() && !is_withdrawn() {
            std::thread::sleep(Duration::from_micros(500));
        }
    }

    fn answer(&self, wanted: Wanted) {
        let Wanted { call, what, unit } = wanted;
        if call.reply.is_sent() {
            return;
        }
        self.give_way(&unit);
        let asked = parse::<Asked>(call.params.clone()).unwrap_or_default();
        let result = panics::catch(|| {
            let records = unit.records();
            let places = Places::new(&unit, self.encoding());
            let (info, said) = (unit.info.clone(), unit.said.clone());
            // From here on the unit may change.
            drop(unit);
            let made = run::run(&what, &records, &info);
            let new = Said {
                what: what.clone(),
                diagnostics: made.said.clone(),
            };
            let result = self.open(what, info.id.clone(), made, &places, &records, &asked);
            if result.is_ok() && said.add(new) {
                self.said(&info.id);
            }
            result
        });
        let event = match result {
            Err(Stopped::Cancelled) if !call.reply.is_sent() => Event::Again(call),
            Err(Stopped::Cancelled) => Event::Done(call.id),
            Ok(result) => {
                call.reply.send(result);
                Event::Done(call.id)
            }
            Err(Stopped::Panicked(message)) => {
                eprintln!("tablegen-analyzer: preview: {message}");
                let error = internal("the backend made a mistake; the server's log says which");
                call.reply.send(Err(error));
                Event::Done(call.id)
            }
        };
        // If the owner is gone, so is the process.
        let _ = self.owner.send(event);
    }

    fn open(
        &self,
        what: What,
        unit: String,
        made: Made,
        places: &Places,
        records: &analysis::records::Records,
        asked: &Asked,
    ) -> Result<serde_json::Value> {
        let range = shown_lines(&made, asked);
        let map = made.mapped();
        let near = map
            .iter()
            .filter(|it| it.start < range.end && range.start < it.end);
        let names: FxHashSet<&str> = near.map(|it| it.record.as_str()).collect();
        let locations = locations(names.into_iter(), places, records);
        let language = what.external.as_ref().map(|it| it.language.clone());
        let mut state = self.previews.state();
        if state.open.len() >= MAX_OPEN {
            return Err(Error::invalid_params("too many previews are open"));
        }
        state.last_id += 1;
        let id = state.last_id;
        let result = json(json!({
            "preview": id,
            "version": 1,
            "unit": unit,
            "backend": what.backend,
            "language": language.filter(|it| !it.is_empty()).unwrap_or_else(|| {
                super::requests::own::backends::language(&what.backend).to_owned()
            }),
            "text": made.lines(range.clone()),
            "startLine": range.start,
            "totalLines": made.total_lines(),
            "bytes": made.text.len(),
            "map": map,
            "records": locations,
            "diagnostics": diagnostics(&made.messages, places),
        }));
        let preview = Preview {
            unit,
            what,
            version: 1,
            made: Arc::new(made),
        };
        state.open.insert(id, preview);
        result
    }

    /// Says that backends say something new of a unit.
    fn said(&self, unit: &str) {
        let unit = unit.to_owned();
        // If the owner is gone, so is the process.
        let _ = self.owner.send(Event::Said { unit });
    }

    /// Makes the previews of a unit again, and runs the backends that are named for it.
    fn update(&self, unit: UnitSnapshot, named: Vec<What>) {
        let id = unit.info.id.clone();
        let state = self.previews.state();
        let own = state.open.iter().filter(|(_, it)| it.unit == id);
        let own: Vec<(u32, What, Arc<Made>)> = own
            .map(|(id, it)| (*id, it.what.clone(), it.made.clone()))
            .collect();
        drop(state);
        let mut whats = named;
        whats.extend(own.iter().map(|(_, what, _)| what.clone()));
        let (info, said) = (unit.info.clone(), unit.said.clone());
        if whats.is_empty() {
            if said.set(Vec::new()) {
                self.said(&info.id);
            }
            return;
        }
        self.give_way(&unit);
        let read = panics::catch(|| (unit.records(), Places::new(&unit, self.encoding())));
        drop(unit);
        // If it was cancelled, the edit that did it brings the unit here again.
        let Ok((records, places)) = read else { return };
        let mut all: Vec<Said> = Vec::new();
        for what in whats {
            if all.iter().any(|it| it.what == what) {
                continue;
            }
            match panics::catch(|| run::run(&what, &records, &info)) {
                Ok(made) => {
                    for (id, _, old) in own.iter().filter(|it| it.1 == what) {
                        self.changed(*id, old, made.clone(), &places, &records);
                    }
                    let diagnostics = made.said;
                    all.push(Said { what, diagnostics });
                }
                Err(Stopped::Cancelled) => {}
                Err(Stopped::Panicked(message)) => {
                    eprintln!("tablegen-analyzer: preview: {message}");
                }
            }
        }
        if said.set(all) {
            self.said(&info.id);
        }
    }

    /// Tells what has changed in a preview.
    fn changed(
        &self,
        id: u32,
        old: &Made,
        mut made: Made,
        places: &Places,
        records: &analysis::records::Records,
    ) {
        if made.failed {
            made.text.clone_from(&old.text);
            made.sources.clone_from(&old.sources);
        }
        if made == *old {
            return;
        }
        let edits = diff::edits(&old.text, &made.text);
        let map = made.mapped();
        let names: FxHashSet<&str> = map.iter().map(|it| it.record.as_str()).collect();
        let locations = match old.sources == made.sources {
            true => FxHashMap::default(),
            false => locations(names.into_iter(), places, records),
        };
        let mut state = self.previews.state();
        let Some(preview) = state.open.get_mut(&id) else {
            return;
        };
        preview.version += 1;
        let params = json!({
            "preview": id,
            "version": preview.version,
            "edits": edits,
            "totalLines": made.total_lines(),
            "map": map,
            "records": locations,
            "diagnostics": diagnostics(&made.messages, places),
        });
        preview.made = Arc::new(made);
        self.client.notify("tablegen/previewChanged", params);
    }
}

/// The lines that are sent with the answer.
fn shown_lines(made: &Made, asked: &Asked) -> std::ops::Range<usize> {
    let total = made.total_lines();
    let most = asked.max_lines.unwrap_or(total).min(total);
    let around = asked.around.as_ref();
    let map = made.mapped();
    let middle = around.and_then(|name| map.iter().find(|it| it.record == *name));
    let middle = middle.map_or(0, |it| it.start);
    let start = middle.saturating_sub(most / 2).min(total - most);
    start..start + most
}

fn locations<'a>(
    names: impl Iterator<Item = &'a str>,
    places: &Places,
    records: &analysis::records::Records,
) -> FxHashMap<String, Option<tower_lsp::lsp_types::Location>> {
    let found = names.filter_map(|name| records.def(name));
    found
        .map(|rec| Named::new(places, rec))
        .map(|it| (it.name, it.location))
        .collect()
}

fn diagnostics(messages: &[Message], places: &Places) -> Vec<serde_json::Value> {
    let messages = messages.iter();
    messages
        .map(|it| {
            let location = it
                .place
                .and_then(|(source, at)| places.location(source, at));
            json!({
                "message": it.text,
                "severity": super::diagnostics::severity(it.severity),
                "location": location,
            })
        })
        .collect()
}

/// What `tablegen/preview` asks for. Fails if there is no such backend, or it may not be run.
pub fn what(params: &serde_json::Value, settings: &Settings) -> Result<What> {
    let backend = params["backend"].as_str();
    let backend = backend.ok_or_else(|| Error::invalid_params("no backend is named"))?;
    let options = params["options"].as_array().into_iter().flatten();
    let options = options.filter_map(|it| it.as_str().map(str::to_owned));
    let external = settings.external().iter().find(|it| it.name == backend);
    if external.is_none() && backends::find(backend).is_none() {
        return Err(Error::invalid_params(format!("no backend '{backend}'")));
    }
    Ok(What {
        backend: backend.to_owned(),
        options: options.collect(),
        external: external.cloned(),
    })
}

/// The backends that the settings name for a unit. A name that nobody knows is an error of its own when it is run;
/// commands that may not be run are left out.
pub fn named(info: &UnitInfo, settings: &Settings) -> Vec<What> {
    let whats = info.named.iter().filter_map(|it| {
        let backend = name_of(it).to_owned();
        let is = |external: &&External| external.name == backend;
        let external = settings.external().iter().find(is).cloned();
        if external.is_none() && settings.external.iter().any(|it| is(&it)) {
            return None;
        }
        let options = it.split_whitespace().skip(1).map(str::to_owned);
        Some(What {
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
