//! The thread that makes previews.

use std::sync::mpsc::Sender;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use analysis::db;
use analysis::records::Records;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::Location;

use super::diff::{self, TextEdit};
use super::run::{self, Made, Message};
use super::{Mapped, Preview, Previews, Wanted, What};
use crate::lsp::checker::Busy;
use crate::lsp::client::Client;
use crate::lsp::diagnostics::severity;
use crate::lsp::line_index::Encoding;
use crate::lsp::owner::Event;
use crate::lsp::panics::{self, Stopped};
use crate::lsp::places::Places;
use crate::lsp::requests::own::backends::language;
use crate::lsp::requests::own::records::Named;
use crate::lsp::requests::{json, parse};
use crate::lsp::said::Said;
use crate::lsp::service::internal;
use crate::lsp::unit::UnitSnapshot;

/// How many previews may be open.
const MAX_OPEN: usize = 64;

/// A backend that ran so long at most may look records up in the database, which an edit waits for, instead of having
/// all of them put together before.
const BRIEF: Duration = Duration::from_millis(40);

/// The parameters of `tablegen/preview`, beside those that say which unit.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Asked {
    around: Option<String>,
    max_lines: Option<usize>,
}

pub(super) struct Worker {
    pub previews: Previews,
    pub client: Client,
    pub owner: Sender<Event>,
    pub busy: Busy,
}

enum Next {
    Ask(Box<Wanted>),
    Edited(Box<UnitSnapshot>, Vec<What>),
}

impl Worker {
    pub fn run(self) {
        loop {
            match self.next() {
                Next::Ask(wanted) => self.answer(*wanted),
                Next::Edited(unit, named) => self.update(*unit, named),
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
                return Next::Edited(Box::new(unit), named);
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
            let records = all_records(&unit);
            let places = Places::new(&unit, self.encoding());
            let (info, said) = (unit.info.clone(), unit.said.clone());
            let of_broken = unit.has_syntax_errors();
            // From here on the unit may change.
            drop(unit);
            let start = Instant::now();
            let made = run::run(&what, &records, &info);
            let took = start.elapsed();
            let new = Said {
                what: what.clone(),
                diagnostics: made.said.clone(),
            };
            let result = self.open(
                Preview {
                    unit: info.id.clone(),
                    what,
                    version: 1,
                    made: Arc::new(made),
                    took,
                    of_broken,
                    saved: None,
                },
                &places,
                &records,
                &asked,
            );
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
        preview: Preview,
        places: &Places,
        records: &Records,
        asked: &Asked,
    ) -> Result<serde_json::Value> {
        let (made, what) = (&preview.made, &preview.what);
        let range = shown_lines(made, asked);
        let map = made.mapped();
        let near = map
            .iter()
            .filter(|it| it.start < range.end && range.start < it.end);
        let names: FxHashSet<&str> = near.map(|it| it.record).collect();
        let locations = locations(names.into_iter(), places, records);
        let named = what.external.as_ref().map(|it| it.language.clone());
        let mut state = self.previews.state();
        if state.open.len() >= MAX_OPEN {
            return Err(Error::invalid_params("too many previews are open"));
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
            "diagnostics": diagnostics(&made.messages, places),
        }));
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
        let of_broken = unit.has_syntax_errors();
        // What does not parse is on its way to something else: a table of it would come and go.
        let own = own.filter(|(_, it)| it.of_broken || !of_broken);
        let mut is_brief = named.is_empty();
        let own: Vec<(u32, What, Arc<Made>)> = own
            .map(|(id, it)| {
                is_brief &= it.took <= BRIEF && it.what.external.is_none();
                (*id, it.what.clone(), it.made.clone())
            })
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
        let read = panics::catch(|| {
            let records = match is_brief {
                true => Arc::new(db::on_demand(unit.db.clone())),
                false => all_records(&unit),
            };
            (records, Places::new(&unit, self.encoding()))
        });
        drop(unit);
        // If it was cancelled, the edit that did it brings the unit here again.
        let Ok((records, places)) = read else { return };
        let mut all: Vec<Said> = Vec::new();
        for what in whats {
            if all.iter().any(|it| it.what == what) {
                continue;
            }
            let said = panics::catch(|| {
                let start = Instant::now();
                let made = Arc::new(run::run(&what, &records, &info));
                let took = start.elapsed();
                // What it waited for on the way does not count.
                let took = (!is_brief).then_some(took);
                for (id, _, old) in own.iter().filter(|it| it.1 == what) {
                    self.ran(*id, took, of_broken);
                    self.changed(*id, old, &made, &places, &records);
                }
                made.said.clone()
            });
            match said {
                Ok(diagnostics) => all.push(Said { what, diagnostics }),
                // As above.
                Err(Stopped::Cancelled) => return,
                Err(Stopped::Panicked(message)) => {
                    eprintln!("tablegen-analyzer: preview: {message}");
                }
            }
        }
        if said.set(all) {
            self.said(&info.id);
        }
    }

    /// Notes how a preview was made.
    fn ran(&self, id: u32, took: Option<Duration>, of_broken: bool) {
        if let Some(preview) = self.previews.state().open.get_mut(&id) {
            preview.took = took.unwrap_or(preview.took);
            preview.of_broken = of_broken;
        }
    }

    /// Tells what has changed in a preview. One that failed keeps its text.
    fn changed(&self, id: u32, old: &Made, made: &Arc<Made>, places: &Places, records: &Records) {
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
        let locations = locations(names.into_iter(), places, records);
        let mut state = self.previews.state();
        let Some(preview) = state.open.get_mut(&id) else {
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
            diagnostics: diagnostics(&made.messages, places),
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

/// All records of a unit, in order: that is made for whoever comes first, and counts for none of them.
fn all_records(unit: &UnitSnapshot) -> Arc<Records> {
    let records = unit.records();
    let _ = records.defs();
    records
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
    places: &Places,
    records: &Records,
) -> FxHashMap<String, Option<Location>> {
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
                "severity": severity(it.severity),
                "location": location,
            })
        })
        .collect()
}
