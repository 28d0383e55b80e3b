//! The thread that makes previews.

use std::sync::mpsc::Sender;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use backends::Models;
use elaborate::records::Records;
use lsp_types::Location;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};

use super::diff::{self, TextEdit};
use super::run::{self, Made, Message};
use super::runs::{Run, Why};
use super::{Edited, Mapped, Preview, Previews, Wanted};
use crate::big_stack;
use crate::command::Stop;
use crate::lsp::backend_diagnostics::{BackendDiagnostic, BackendDiagnostics};
use crate::lsp::busy::Busy;
use crate::lsp::call::{Call, internal, json, parse};
use crate::lsp::client::Client;
use crate::lsp::diagnostics::severity;
use crate::lsp::event::Event;
use crate::lsp::line_index::Encoding;
use crate::lsp::panics::{self, Stopped};
use crate::lsp::places::{Named, Places};
use crate::lsp::table_run::{TableRun, language};
use crate::lsp::unit::{UnitInfo, UnitSnapshot};

/// How many previews may be open.
const MAX_OPEN: usize = 64;

/// How long a unit has to stay as it is before its previews are made again.
const QUIET: Duration = Duration::from_millis(250);
/// The same where making them took less than [`BRIEF`] the last time.
const BRIEF_QUIET: Duration = Duration::from_millis(20);
const BRIEF: Duration = Duration::from_millis(60);

/// The parameters of `tablegen/preview`, beside those that say which unit.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Asked {
    around: Option<String>,
    max_lines: Option<usize>,
}

#[derive(Clone)]
pub(super) struct Worker {
    pub previews: Previews,
    pub client: Client,
    pub owner: Sender<Event>,
    pub busy: Busy,
}

/// What a backend is run over.
struct Taken {
    records: Arc<Records>,
    models: Arc<Models>,
    places: Places,
    info: Arc<UnitInfo>,
    said: BackendDiagnostics,
    of_broken: bool,
}

impl Taken {
    /// The same for another thread.
    fn again(&self, unit: &UnitSnapshot, encoding: Encoding) -> Taken {
        Taken {
            records: self.records.clone(),
            models: self.models.clone(),
            places: Places::new(unit, encoding),
            info: self.info.clone(),
            said: self.said.clone(),
            of_broken: self.of_broken,
        }
    }

    fn input(&self) -> run::Input<'_> {
        run::Input {
            records: &self.records,
            models: &self.models,
            info: &self.info,
        }
    }
}

enum Next {
    Ask(Box<Wanted>),
    Edited(Box<Edited>),
}

impl Worker {
    pub(super) fn run(self) {
        loop {
            let next = self.next();
            let handle = || match next {
                Next::Ask(wanted) => self.answer(*wanted),
                Next::Edited(edited) => self.update(*edited),
            };
            let begun = Instant::now();
            // What a class without end has taken of the stack is given back with it.
            if let Err(error) = big_stack::run(handle) {
                eprintln!("tablegen-analyzer: no thread for previews: {error}");
            }
            let mut state = self.previews.state();
            // One that was stopped would have taken longer.
            if let Some(unit) = state.at_work.take()
                && !state.withdrawn.contains(&unit)
            {
                state.took.insert(unit, begun.elapsed());
            }
        }
    }

    fn next(&self) -> Next {
        let tray = &self.previews.0;
        let mut state = self.previews.state();
        loop {
            if let Some(wanted) = state.asked.pop_front() {
                state.at_work = Some(wanted.unit.info.id.clone());
                return Next::Ask(Box::new(wanted));
            }
            let mut edited = state.edited.iter();
            let took = |it: &Edited| state.took.get(&it.unit.info.id);
            let is_brief = |it: &Edited| took(it).is_some_and(|it| *it < BRIEF);
            let quiet = |it: &Edited| if is_brief(it) { BRIEF_QUIET } else { QUIET };
            let first = edited.position(|it| it.since.elapsed() >= quiet(it));
            if let Some(edited) = first.and_then(|it| state.edited.remove(it)) {
                state.at_work = Some(edited.unit.info.id.clone());
                return Next::Edited(Box::new(edited));
            }
            state = match state.edited.is_empty() {
                true => {
                    let waited = tray.changed.wait(state);
                    waited.unwrap_or_else(PoisonError::into_inner)
                }
                false => {
                    let waited = tray.changed.wait_timeout(state, BRIEF_QUIET);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }

    fn encoding(&self) -> Encoding {
        self.previews.state().encoding
    }

    /// Waits while somebody waits for another answer, unless the unit is about to change.
    fn give_way(&self, unit: &UnitSnapshot) {
        while self.busy.is_busy() && !self.previews.is_withdrawn(&unit.info.id) {
            std::thread::sleep(Duration::from_micros(500));
        }
    }

    fn answer(&self, wanted: Wanted) {
        let Wanted {
            call,
            what,
            unit,
            stop,
        } = wanted;
        if call.reply.is_sent() {
            return;
        }
        self.give_way(&unit);
        let taken = match panics::catch(|| self.take(&unit)) {
            Ok(taken) => taken,
            Err(stopped) => return self.answered(call, Err(stopped)),
        };
        let begun = self.previews.begin(Run {
            unit: unit.info.id.clone(),
            what: Some(what.clone()),
            why: Why::Asked,
            stop: stop.clone(),
        });
        drop(unit);
        let Some(begun) = begun else {
            return self.answered(call, Err(Stopped::Cancelled));
        };
        if what.external.is_none() {
            let made = self.make(&call, what, &taken, &stop);
            drop(begun);
            return self.answered(call, made);
        }
        let (id, reply) = (call.id.clone(), call.reply.clone());
        let worker = self.clone();
        let started = spawn(move || {
            let made = worker.make(&call, what, &taken, &stop);
            drop(begun);
            worker.answered(call, made);
        });
        if let Err(error) = started {
            reply.send(Err(internal(&no_thread(&error))));
            // If the owner is gone, so is the process.
            let _ = self.owner.send(Event::Done(id));
        }
    }

    /// Takes what a backend is run over. From then on the unit may change.
    fn take(&self, unit: &UnitSnapshot) -> Taken {
        Taken {
            records: unit.records(),
            models: unit.models.clone(),
            places: Places::new(unit, self.encoding()),
            info: unit.info.clone(),
            said: unit.said.clone(),
            of_broken: unit.has_syntax_errors(),
        }
    }

    /// Makes a preview: the answer to the call.
    fn make(
        &self,
        call: &Call,
        what: TableRun,
        taken: &Taken,
        stop: &Stop,
    ) -> std::result::Result<Result<Value>, Stopped> {
        let asked = parse::<Asked>(call.params.clone()).unwrap_or_default();
        let made = panics::catch(|| {
            let made = run::run(&what, &taken.input(), stop)?;
            let new = BackendDiagnostic {
                what: what.clone(),
                diagnostics: made.said.clone(),
            };
            let preview = Preview {
                unit: taken.info.id.clone(),
                what,
                version: 1,
                made: Arc::new(made),
                is_current: true,
                of_broken: taken.of_broken,
                saved: None,
            };
            let result = self.open(preview, taken, &asked, stop)?;
            if result.is_ok() {
                self.add(new, taken, stop);
            }
            Some(result)
        });
        made.and_then(|it| it.ok_or(Stopped::Cancelled))
    }

    /// Sends an answer, or has the call made again.
    fn answered(&self, call: Call, made: std::result::Result<Result<Value>, Stopped>) {
        let event = match made {
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
        preview: Preview,
        taken: &Taken,
        asked: &Asked,
        stop: &Stop,
    ) -> Option<Result<Value>> {
        let (made, what) = (&preview.made, &preview.what);
        let range = shown_lines(made, asked);
        let map = made.mapped();
        let near = map
            .iter()
            .filter(|it| it.start < range.end && range.start < it.end);
        let names: FxHashSet<&str> = near.map(|it| it.record).collect();
        let locations = locations(names.into_iter(), taken);
        let named = what.external.as_ref().map(|it| it.language.clone());
        let mut state = self.previews.state();
        if stop.is_stopped() {
            return None;
        }
        if state.open.len() >= MAX_OPEN {
            return Some(Err(Error::invalid_params("too many previews are open")));
        }
        state.last_id += 1;
        let id = state.last_id;
        let result = json(json!({
            "preview": id,
            "version": preview.version,
            "unit": preview.unit,
            "backend": what.backend,
            "language": named.filter(|it| !it.is_empty()).unwrap_or_else(|| {
                language(&what.backend).to_owned()
            }),
            "text": made.lines(range.clone()),
            "startLine": range.start,
            "totalLines": made.total_lines(),
            "bytes": made.text.len(),
            "map": map,
            "records": locations,
            "diagnostics": diagnostics(&made.messages, &taken.places),
        }));
        state.open.insert(id, preview);
        Some(result)
    }

    /// Says that backends say something new of a unit.
    fn said(&self, unit: &str) {
        let unit = unit.to_owned();
        // If the owner is gone, so is the process.
        let _ = self.owner.send(Event::BackendDiagnostic { unit });
    }

    /// Makes the previews of a unit again, and runs the backends that are named for it.
    fn update(&self, Edited { unit, named, .. }: Edited) {
        let id = unit.info.id.clone();
        let state = self.previews.state();
        let own = state.open.values().filter(|it| it.unit == id);
        let of_broken = unit.has_syntax_errors();
        // What does not parse is on its way to something else: a table of it would come and go.
        let own = own.filter(|it| it.of_broken || !of_broken);
        let own: Vec<TableRun> = own.map(|it| it.what.clone()).collect();
        drop(state);
        let mut whats: Vec<(TableRun, Why)> = Vec::new();
        let named = named.into_iter().map(|it| (it, Why::Named));
        for (what, why) in named.chain(own.into_iter().map(|it| (it, Why::Shown))) {
            if whats.iter().all(|it| it.0 != what) {
                whats.push((what, why));
            }
        }
        if whats.is_empty() {
            if unit.said.set(Vec::new()) {
                self.said(&id);
            }
            return;
        }
        self.give_way(&unit);
        // If it was cancelled, the edit that did it brings the unit here again.
        let Ok(taken) = panics::catch(|| self.take(&unit)) else {
            return;
        };
        let (commands, backends): (Vec<_>, Vec<_>) =
            whats.into_iter().partition(|it| it.0.external.is_some());
        let commands: Vec<TableRun> = commands
            .into_iter()
            .map(|(what, why)| {
                self.follow(what.clone(), why, taken.again(&unit, self.encoding()));
                what
            })
            .collect();
        drop(unit);
        let mut all: Vec<BackendDiagnostic> = Vec::new();
        for (what, _) in backends {
            let stop = Stop::default();
            let begun = self.previews.begin(Run {
                unit: id.clone(),
                what: Some(what.clone()),
                why: Why::Shown,
                stop: stop.clone(),
            });
            // As above.
            let Some(_begun) = begun else { return };
            let made = panics::catch(|| self.make_again(&what, &taken, &stop));
            match made {
                Ok(made) => all.extend(made),
                // A preview that was closed is no loss to the others.
                Err(Stopped::Cancelled) if !self.previews.is_withdrawn(&id) => {}
                Err(Stopped::Cancelled) => return,
                Err(Stopped::Panicked(message)) => {
                    eprintln!("tablegen-analyzer: preview: {message}");
                }
            }
        }
        if taken.said.set_beside(all, &commands) {
            self.said(&id);
        }
    }

    /// Runs a command after an edit, on a thread of its own.
    fn follow(&self, what: TableRun, why: Why, taken: Taken) {
        let stop = Stop::default();
        let begun = self.previews.begin(Run {
            unit: taken.info.id.clone(),
            what: Some(what.clone()),
            why,
            stop: stop.clone(),
        });
        // The edit that is to come brings the unit here again.
        let Some(begun) = begun else { return };
        let worker = self.clone();
        let started = spawn(move || {
            let made = panics::catch(|| worker.make_again(&what, &taken, &stop));
            match made {
                Ok(Some(new)) => worker.add(new, &taken, &stop),
                Ok(None) | Err(Stopped::Cancelled) => {}
                Err(Stopped::Panicked(message)) => {
                    eprintln!("tablegen-analyzer: preview: {message}");
                }
            }
            drop(begun);
        });
        if let Err(error) = started {
            eprintln!("tablegen-analyzer: preview: {}", no_thread(&error));
        }
    }

    /// Runs a backend again and tells its previews, unless it is stopped.
    fn make_again(&self, what: &TableRun, taken: &Taken, stop: &Stop) -> Option<BackendDiagnostic> {
        let made = Arc::new(run::run(what, &taken.input(), stop)?);
        let state = self.previews.state();
        let open = state.open.iter();
        let own = open.filter(|(_, it)| it.unit == taken.info.id && it.what == *what);
        // What does not parse leaves the others alone, as above.
        let own = own.filter(|(_, it)| it.of_broken || !taken.of_broken);
        let own: Vec<(u32, Arc<Made>)> = own.map(|(id, it)| (*id, it.made.clone())).collect();
        drop(state);
        for (id, old) in own {
            self.changed(id, &old, &made, taken, stop);
            self.made_again(id, taken.of_broken, stop);
        }
        Some(BackendDiagnostic {
            what: what.clone(),
            diagnostics: made.said.clone(),
        })
    }

    /// Notes what a backend says, unless it is outdated.
    fn add(&self, new: BackendDiagnostic, taken: &Taken, stop: &Stop) {
        // Nobody stops it meanwhile.
        let state = self.previews.state();
        let is_new = !stop.is_stopped() && taken.said.add(new);
        drop(state);
        if is_new {
            self.said(&taken.info.id);
        }
    }

    /// Notes that a preview is of the latest texts, unless they have changed meanwhile.
    fn made_again(&self, id: u32, of_broken: bool, stop: &Stop) {
        let mut state = self.previews.state();
        if let Some(preview) = state.open.get_mut(&id).filter(|_| !stop.is_stopped()) {
            preview.of_broken = of_broken;
            preview.set_current(id, true, &self.client);
        }
    }

    /// Tells what has changed in a preview. One that failed keeps its text.
    fn changed(&self, id: u32, old: &Made, made: &Arc<Made>, taken: &Taken, stop: &Stop) {
        let made = match made.failed {
            true => Arc::new(made.with_text_of(old)),
            false => made.clone(),
        };
        if *made == *old {
            return;
        }
        let edits = diff::edits(&old.text, &made.text);
        let map = (old.sources != made.sources).then(|| made.mapped());
        let names = map.iter().flatten().map(|it| it.record);
        let names: FxHashSet<&str> = names.collect();
        let locations = locations(names.into_iter(), taken);
        let mut state = self.previews.state();
        let open = state.open.get_mut(&id);
        let Some(preview) = open.filter(|_| !stop.is_stopped()) else {
            return;
        };
        preview.version += 1;
        let params = PreviewChanged {
            preview: id,
            version: preview.version,
            edits,
            total_lines: made.total_lines(),
            map,
            records: locations,
            diagnostics: diagnostics(&made.messages, &taken.places),
        };
        self.client.notify("tablegen/previewChanged", params);
        preview.made = made.clone();
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PreviewChanged<'a> {
    preview: u32,
    version: u32,
    edits: Vec<TextEdit>,
    total_lines: usize,
    /// If it is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    map: Option<Vec<Mapped<'a>>>,
    records: FxHashMap<String, Option<Location>>,
    diagnostics: Vec<serde_json::Value>,
}

/// Starts a thread that waits for a command. Values inside values are written to its input there.
fn spawn(f: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    big_stack::spawn("command", f)
}

fn no_thread(error: &std::io::Error) -> String {
    format!("no thread to run a command on: {error}")
}

/// The lines that are sent with the answer.
fn shown_lines(made: &Made, asked: &Asked) -> std::ops::Range<usize> {
    let total = made.total_lines();
    let most = asked.max_lines.unwrap_or(total).min(total);
    let around = asked.around.as_ref();
    let map = made.mapped();
    let middle = around.and_then(|name| map.iter().find(|it| it.record == name));
    let middle = middle.map_or(0, |it| it.start);
    let start = middle.saturating_sub(most / 2).min(total - most);
    start..start + most
}

fn locations<'a>(
    names: impl Iterator<Item = &'a str>,
    taken: &Taken,
) -> FxHashMap<String, Option<Location>> {
    let found = names.filter_map(|name| taken.records.def(name));
    found
        .map(|rec| Named::new(&taken.places, rec))
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
                "severity": severity(it.severity),
                "location": location,
            })
        })
        .collect()
}
