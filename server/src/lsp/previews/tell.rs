//! What the client is told of previews. Large messages are written while nothing is locked: an edit takes the lock.

use std::ops::Range;
use std::sync::Arc;

use lsp_types::Location;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tower_lsp::jsonrpc::{Error, Result};

use super::diff::{self, TextEdit};
use super::made::{Made, Message};
use super::worker::{Taken, Worker};
use super::{Mapped, Preview};
use crate::command::Stop;
use crate::lsp::call::{Call, parse};
use crate::lsp::client::{answer, notification};
use crate::lsp::diagnostics::severity;
use crate::lsp::places::{Named, Places};
use crate::lsp::table_run::language;

/// How many previews may be open.
const MAX_OPEN: usize = 64;

/// The parameters of `tablegen/preview`, beside those that say which unit.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Asked {
    around: Option<String>,
    max_lines: Option<usize>,
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
    map: Vec<Mapped<'a>>,
    records: FxHashMap<String, Option<Location>>,
    diagnostics: Vec<serde_json::Value>,
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

impl Worker {
    /// Opens a preview and answers the call that asked for it, unless it is stopped.
    pub(super) fn open(
        &self,
        call: &Call,
        preview: Preview,
        taken: &Taken,
        stop: &Stop,
    ) -> Option<Result<()>> {
        let asked = parse::<Asked>(call.params.clone()).unwrap_or_default();
        let (made, what) = (&preview.made, &preview.what);
        let map: Vec<Mapped> = made.table.mapped().collect();
        let range = shown_lines(made, &map, &asked);
        let near = map
            .iter()
            .filter(|it| it.start < range.end && range.start < it.end);
        let names: FxHashSet<&str> = near.map(|it| it.record).collect();
        let locations = locations(names.into_iter(), taken);
        let named = what.external.as_ref().map(|it| it.language.as_str());
        let id = self.previews.new_id();
        let answer = answer(
            &call.id,
            Opened {
                preview: id,
                version: preview.version,
                unit: &preview.unit,
                backend: &what.backend,
                language: named
                    .filter(|it| !it.is_empty())
                    .unwrap_or_else(|| language(&what.backend)),
                text: made.lines(range.clone()),
                start_line: range.start,
                total_lines: made.total_lines(),
                bytes: made.text().len(),
                map,
                records: locations,
                diagnostics: diagnostics(&made.messages, &taken.places),
            },
        );
        let mut state = self.previews.state();
        if stop.is_stopped() {
            return None;
        }
        if state.open.len() >= MAX_OPEN {
            return Some(Err(Error::invalid_params("too many previews are open")));
        }
        state.open.insert(id, preview);
        // Before anything else is said of it.
        call.reply.send_written(&answer);
        Some(Ok(()))
    }

    /// Tells what has changed in a preview. One that failed keeps its text.
    pub(super) fn changed(
        &self,
        id: u32,
        old: &Made,
        made: &Arc<Made>,
        taken: &Taken,
        stop: &Stop,
    ) {
        let made = match made.failed {
            true => Arc::new(made.with_text_of(old)),
            false => made.clone(),
        };
        let state = self.previews.state();
        let version = state.open.get(&id).map_or(0, |it| it.version);
        drop(state);
        let news = (!made.shows(old)).then(|| {
            let map = !made.table.has_map_of(&old.table);
            let map: Option<Vec<Mapped>> = map.then(|| made.table.mapped().collect());
            let names = map.is_some().then(|| made.table.names());
            let news = PreviewChanged {
                preview: id,
                version: version + 1,
                edits: match Arc::ptr_eq(&made.table, &old.table) {
                    true => Vec::new(),
                    false => diff::edits(old.text(), made.text()),
                },
                total_lines: made.total_lines(),
                map,
                records: locations(names.into_iter().flatten(), taken),
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
        if let Some(news) = news {
            preview.version = version + 1;
            self.client.send(&news);
        }
    }
}

/// The lines that are sent with the answer.
fn shown_lines(made: &Made, map: &[Mapped], asked: &Asked) -> Range<usize> {
    let total = made.total_lines();
    let most = asked.max_lines.unwrap_or(total).min(total);
    let around = asked.around.as_ref();
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
