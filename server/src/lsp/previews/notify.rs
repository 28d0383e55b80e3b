//! Messages about previews to the client. Large messages are serialized while the lock of the previews is not held,
//! since an edit needs this lock.

use std::ops::Range;
use std::sync::{Arc, Weak};

use elaborate::ids::Loc;
use elaborate::records::Rec;
use elaborate::report::Report;
use elaborate::value::{ValueId, ValueStore};
use lsp_types::Location;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tower_lsp::jsonrpc::{Error, Result};

use super::Preview;
use super::diff::{self, TextEdit};
use super::follow::state_after;
use super::line_map::{CompactMap, LineMap, MapEdits};
use super::run;
use super::run_result::RunResult;
use super::worker::{Taken, Worker};
use crate::lsp::call::{Call, parse};
use crate::lsp::client::{answer, notification};
use crate::lsp::diagnostics::severity;
use crate::lsp::places::{Named, Places};
use crate::lsp::table_run::{TableRun, language};
use driver::command::Stop;

/// In units with at least this many records, a part of a table may be sent before the whole table.
const MANY_RECORDS: usize = 10_000;
/// The largest number of open previews.
const MAX_OPEN: usize = 64;

/// The parameters of `tablegen/preview` that determine the form of the answer. The other parameters select the unit and
/// the backend.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Asked {
    around: Option<String>,
    max_lines: Option<usize>,
    /// Whether the client accepts the line map in its compact form, and later only the changes of the map.
    #[serde(default)]
    compact_map: bool,
    /// Whether the client accepts a part of the table before the whole table.
    #[serde(default)]
    parts: bool,
}

/// The state of a preview at the client: the form of the messages, and the locations that were sent.
#[derive(Clone, Default)]
pub(super) struct ClientState {
    asked: Asked,
    /// The places of the records whose locations were sent, keyed by the names of the records. The client moves the
    /// locations with the text.
    places: FxHashMap<String, (ValueId, Loc)>,
    /// The value store to which the `ValueId`s in `places` belong.
    values: Weak<ValueStore>,
}

type Locations = FxHashMap<String, Option<Location>>;

#[derive(Serialize)]
#[serde(untagged)]
enum ToldMap<'a> {
    #[serde(serialize_with = "LineMap::entry_by_entry")]
    Whole(&'a LineMap),
    Compact(CompactMap<'a>),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Opened<'a> {
    preview: u32,
    version: u32,
    unit: &'a str,
    backend: &'a str,
    language: &'a str,
    text: &'a str,
    start_line: usize,
    total_lines: usize,
    bytes: usize,
    /// Whether the message has only the lines of one record. The whole table is then sent in a later message.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    partial: bool,
    map: ToldMap<'a>,
    records: Locations,
    diagnostics: Vec<serde_json::Value>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PreviewChanged<'a> {
    preview: u32,
    version: u32,
    edits: Vec<TextEdit>,
    total_lines: usize,
    /// The whole map, if it has changed and the client does not accept changes of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    map: Option<ToldMap<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    map_edits: Option<MapEdits<'a>>,
    records: Locations,
    diagnostics: Vec<serde_json::Value>,
}

impl Worker {
    /// Opens a preview and answers its call. `None` if the work is stopped. An error if too many previews are open.
    pub(super) fn open(
        &self,
        call: &Call,
        mut preview: Preview,
        taken: &Taken,
        stop: &Stop,
    ) -> Option<Result<()>> {
        let asked = parse::<Asked>(call.params.clone()).unwrap_or_default();
        let mut state = self.previews.state();
        state
            .last_good
            .keep(&preview.unit, &preview.what, &preview.made);
        let last = state.last_good.of(&preview.unit, &preview.what);
        drop(state);
        if preview.made.failed
            && let Some(last) = last
        {
            preview.made = Arc::new(preview.made.with_table(last));
        }
        let first_state = state_after(&preview.made, &preview.made);
        let mut told = ClientState {
            asked,
            ..ClientState::default()
        };
        let id = self.previews.new_id();
        let Preview { what, made, .. } = &preview;
        let opened = opened((id, preview.version), what, made, &mut told, taken);
        let answer = answer(&call.id, opened);
        preview.told = Arc::new(told);
        let mut state = self.previews.state();
        if stop.is_stopped() {
            return None;
        }
        if state.open.len() >= MAX_OPEN {
            return Some(Err(Error::invalid_params("too many previews are open")));
        }
        let preview = state.open.entry(id).or_insert(preview);
        // The lock is still held, so that the answer is sent before all notifications about the preview.
        call.reply.send_written(answer);
        preview.set_state(id, first_state, &self.client);
        Some(Ok(()))
    }

    /// A part of a table: only the lines of the record that the request names. `None` if the unit has few records, the
    /// request names no record, the client does not accept a part before the whole table, or the backend yields no
    /// such part.
    pub(super) fn part(&self, call: &Call, what: &TableRun, taken: &Taken) -> Option<RunResult> {
        if taken.records.defs().len() < MANY_RECORDS {
            return None;
        }
        let asked = parse::<Asked>(call.params.clone()).ok()?;
        let around = asked.around.filter(|_| asked.parts)?;
        let part = run::part(what, &taken.input(), &around)?;
        (!part.text().is_empty()).then_some(part)
    }

    /// Stores the new result of a preview and sends the changes to the client. If the run failed, the preview keeps its
    /// table.
    pub(super) fn changed(
        &self,
        id: u32,
        old: &RunResult,
        made: &Arc<RunResult>,
        taken: &Taken,
        stop: &Stop,
    ) {
        let made = if made.failed {
            Arc::new(made.with_text_of(old))
        } else {
            made.clone()
        };
        let state = self.previews.state();
        let known = state.open.get(&id);
        let known = known.map(|it| (it.version, it.told.clone(), it.what.clone()));
        drop(state);
        let Some((version, mut told, what)) = known else {
            return;
        };
        let is_news = !made.shows(old) || told.has_moved(taken);
        let news = is_news.then(|| {
            let was_part = old.is_part && !made.is_part;
            // The client has no lines yet, for example because the first run failed. So it gets the lines that it
            // requested, as in an answer.
            let was_missing = told.asked.parts && old.text().is_empty() && !made.text().is_empty();
            if was_part || was_missing {
                let told = Arc::make_mut(&mut told);
                let whole = opened((id, version + 1), &what, &made, told, taken);
                return notification("tablegen/previewWhole", whole);
            }
            let edits = if Arc::ptr_eq(&made.table.text, &old.table.text) {
                Vec::new()
            } else {
                diff::edits(old.text(), made.text())
            };
            let (map, old_map) = (&made.table.map, &old.table.map);
            let is_whole = !told.asked.compact_map && map != old_map;
            let news = PreviewChanged {
                preview: id,
                version: version + 1,
                map: is_whole.then(|| told.map(map)),
                map_edits: if told.asked.compact_map {
                    map.edits_of(old_map, &edits)
                } else {
                    None
                },
                edits,
                total_lines: made.total_lines(),
                records: Arc::make_mut(&mut told).tell_news(map, old_map, taken),
                diagnostics: diagnostics(&made.messages, &taken.places),
            };
            notification("tablegen/previewChanged", news)
        });
        let mut state = self.previews.state();
        let open = state.open.get_mut(&id);
        let Some(preview) = open.filter(|_| !stop.is_stopped()) else {
            return;
        };
        preview.made = made;
        preview.told = told;
        if let Some(news) = news {
            preview.version = version + 1;
            self.client.send(news);
        }
    }
}

impl ClientState {
    fn map<'a>(&self, map: &'a LineMap) -> ToldMap<'a> {
        if self.asked.compact_map {
            ToldMap::Compact(map.compact())
        } else {
            ToldMap::Whole(map)
        }
    }

    /// Returns the locations of the records with the given names, and notes that they are sent. The caller sends them.
    fn tell<'a>(&mut self, names: impl Iterator<Item = &'a str>, taken: &Taken) -> Locations {
        self.values = Arc::downgrade(&taken.records.values);
        let mut locations = Locations::default();
        for rec in names.filter_map(|it| taken.records.def(it)) {
            let Named { name, location } = Named::new(&taken.places, rec);
            if let Some(loc) = loc(rec) {
                self.places.insert(name.clone(), (rec.name_value(), loc));
            }
            locations.insert(name, location);
        }
        locations
    }

    /// Whether any record whose location was sent has moved. Records may move even if the table is unchanged.
    fn has_moved(&self, taken: &Taken) -> bool {
        let mut places = self.places.iter();
        places.any(|(name, told)| !self.is_still(name, *told, taken))
    }

    /// Whether a record is still at the place that was sent. Its place is relative to its statement, so edits before
    /// the statement do not move it.
    fn is_still(&self, name: &str, (value, old): (ValueId, Loc), taken: &Taken) -> bool {
        let is_of_these = std::ptr::eq(self.values.as_ptr(), Arc::as_ptr(&taken.records.values));
        let records = &taken.records;
        // The name may contain the number of an anonymous record, and after an edit another record may have this
        // number. So the record is found by the value of its name, unless the record itself is anonymous.
        let now = || match records.values.as_str(value) {
            Some(_) => records.named(value),
            None => records.def(name),
        };
        is_of_these && now().and_then(loc) == Some(old)
    }

    /// The locations to send after an edit: those of records that are new in a map, and those of records that moved
    /// relative to their statements.
    fn tell_news(&mut self, map: &LineMap, old: &LineMap, taken: &Taken) -> Locations {
        let places = std::mem::take(&mut self.places);
        let (kept, moved): (FxHashMap<_, _>, FxHashMap<_, _>) = places
            .into_iter()
            .partition(|(name, told)| self.is_still(name, *told, taken));
        self.places = kept;
        let new = map.names_beside(old).into_iter();
        let moved = map.names().filter(|it| moved.contains_key(*it));
        self.tell(new.chain(moved), taken)
    }
}

/// The place of a record's definition.
fn loc(rec: Rec) -> Option<Loc> {
    rec.record().locs.first().copied()
}

/// The message that opens a preview, or that replaces a part of a table by the whole table.
fn opened<'a>(
    (preview, version): (u32, u32),
    what: &'a TableRun,
    made: &'a RunResult,
    told: &mut ClientState,
    taken: &'a Taken,
) -> Opened<'a> {
    let map = &made.table.map;
    let range = shown_lines(made, &told.asked);
    let near = map
        .entries()
        .filter(|it| it.start < range.end && range.start < it.end);
    let names: FxHashSet<&str> = near.map(|it| it.record).collect();
    let named = what.external.as_ref().map(|it| it.language.as_str());
    Opened {
        preview,
        version,
        unit: &taken.info.id,
        backend: &what.backend,
        language: named
            .filter(|it| !it.is_empty())
            .unwrap_or_else(|| language(&what.backend)),
        text: made.lines(range.clone()),
        start_line: range.start,
        total_lines: made.total_lines(),
        bytes: made.text().len(),
        partial: made.is_part,
        records: told.tell(names.into_iter(), taken),
        map: told.map(map),
        diagnostics: diagnostics(&made.messages, &taken.places),
    }
}

/// The half-open range of the table's lines that are sent: at most the requested number of lines, around the first line
/// of the requested record.
fn shown_lines(made: &RunResult, asked: &Asked) -> Range<usize> {
    let total = made.total_lines();
    let most = asked.max_lines.unwrap_or(total).min(total);
    let around = asked.around.as_ref();
    let mut entries = made.table.map.entries();
    let middle = around.and_then(|name| entries.find(|it| it.record == name));
    let middle = middle.map_or(0, |it| it.start);
    let start = middle.saturating_sub(most / 2).min(total - most);
    start..start + most
}

fn diagnostics(messages: &[Report], places: &Places) -> Vec<serde_json::Value> {
    let location = |it: &Report| {
        let (source, at) = it.place?;
        places.location(source, at)
    };
    let related = |it: &Report| json!({"message": it.message, "location": location(it)});
    let messages = messages.iter();
    messages
        .map(|it| {
            json!({
                "message": it.message,
                "severity": severity(it.severity),
                "location": location(it),
                "related": it.notes.iter().map(related).collect::<Vec<_>>(),
            })
        })
        .collect()
}
