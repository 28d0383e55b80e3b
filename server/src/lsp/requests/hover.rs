//! `textDocument/hover`

use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use backends::{Context, Options, Rec};
use db::Db as _;
use elaborate::diagnostic::At;
use elaborate::record::Record;
use explain::naming;
use ide::FileRange;
use ide::hover::Listed;
use ide::markup::{Markup, code_span, escape};
use lsp_types::request::{HoverRequest, Request};
use lsp_types::{Hover, HoverContents, HoverParams, Location, Url};
use project::path;
use tower_lsp::jsonrpc::{Error, Result};

use super::{Later, Needs, Snapshot, Table, markup};
use crate::lsp::convert;
use crate::lsp::places::Places;
use driver::big_stack;
use driver::panics::{self, Stopped};

pub(super) fn fill(table: &mut Table) {
    table.add_long(HoverRequest::METHOD, Needs::Text, Later::Refuse, hover);
}

/// The largest number of links in a hover.
const MAX_LINKS: usize = 40;
/// The largest number of records of one statement that a hover explains from models.
const MAX_RECORDS: usize = 200;
/// The longest time that a hover waits for models.
const PATIENCE: Duration = Duration::from_secs(2);
/// The longest time that a hover waits for models if the records of a large unit are not known yet, for example just
/// after the unit was opened.
const PATIENCE_AT_FIRST: Duration = Duration::from_millis(100);
/// A unit with at least this number of statements is large.
const LARGE: usize = 5_000;

/// The hover at a position. Explanations from models are computed after the snapshot is dropped. If the unit changes
/// during this work, the work is cancelled.
fn hover(snapshot: Snapshot, params: HoverParams) -> Result<Option<Hover>> {
    let at = snapshot.position(&params.text_document_position_params)?;
    let maker = snapshot.session.view.chosen();
    let found = ide::hover::hover_seen_from(snapshot.db(), &at, maker.as_deref());
    let Some(found) = found else {
        return Ok(None);
    };
    let range = snapshot.range(&found.range.path, &found.range.range);
    let ways_on = ways_on(&snapshot, &found.links);
    let style = snapshot.style;
    let mut text = found.text;
    text.append(list(&snapshot, &found.listed, found.unlisted));
    let is_cut = snapshot.db().unit().is_cut();
    let is_explained = found.records.iter().any(|it| explain::concerns(it));
    let about = About {
        records: found.records,
        patterns: found.patterns,
        format: found.format,
    };
    let is_more = is_explained || !about.patterns.is_empty() || about.format.is_some();
    if !is_cut && is_more {
        text.append(explained(snapshot, about)?);
    }
    let mut contents = markup(&text, style);
    if style.markdown
        && let Some(ways_on) = ways_on
    {
        contents.value.push_str(&format!("\n\n---\n{ways_on}"));
    }
    Ok(Some(Hover {
        contents: HoverContents::Markup(contents),
        range,
    }))
}

/// The records and patterns that a hover describes from models.
struct About {
    records: Vec<Arc<Record>>,
    /// The patterns of `instregex` to describe.
    patterns: Vec<String>,
    /// The record whose assembly format the hover is about.
    format: Option<Arc<Record>>,
}

/// Explanations of records and of `instregex` patterns, computed from models. Explanations that are not ready before
/// the time limit are left out. The work on models continues after the limit, so that the next hover shows more. A
/// change of the unit cancels the work.
fn explained(snapshot: Snapshot, about: About) -> Result<Markup> {
    let (sender, parts) = mpsc::channel();
    let unit = snapshot.unit;
    let is_large = unit.db.unit().order().len() >= LARGE;
    let patience = if is_large && !unit.has_records() {
        PATIENCE_AT_FIRST
    } else {
        PATIENCE
    };
    let until = Instant::now() + patience;
    let style = snapshot.style;
    drop(snapshot.busy);
    let started = big_stack::spawn("models", move || {
        let told = panics::catch(|| {
            let (records, models) = (unit.records(), unit.models.clone());
            let places = Places::new(&unit, style.encoding);
            drop(unit);
            let show_place = |at: At| {
                let location = places.at(at)?;
                let path = convert::path_of(&location.uri);
                let line = location.range.start.line + 1;
                let name = format!("{}:{line}", path::file_name(&path));
                Some(if style.markdown {
                    linked(&name, &location)
                } else {
                    code_span(&name)
                })
            };
            let options = Options::default();
            let cx = Context::new(&records, &options, &models);
            let recs = about.records.iter().filter_map(|it| records.named(it.name));
            let recs: Vec<Rec> = recs.take(MAX_RECORDS).collect();
            if !about.patterns.is_empty() {
                _ = sender.send(Ok(naming::patterns(&cx, &about.patterns, &show_place)));
            }
            if let Some(rec) = about.format.and_then(|it| records.named(it.name)) {
                _ = sender.send(Ok(explain::format_example(&cx, rec, &show_place)));
            }
            explain::records(&cx, &recs, &show_place, |part| {
                // Sending fails after the time limit, when the receiver is dropped.
                _ = sender.send(Ok(part));
            });
        });
        _ = told.map_err(|stopped| sender.send(Err(stopped)));
    });
    let mut text = Markup::default();
    if started.is_err() {
        return Ok(text);
    }
    loop {
        match parts.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(Ok(part)) => text.append(part),
            Ok(Err(Stopped::Cancelled)) => return Err(Error::content_modified()),
            Ok(Err(Stopped::Panicked(message))) => {
                eprintln!("tablegen-analyzer: models: {message}");
                return Ok(text);
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(text),
            Err(RecvTimeoutError::Timeout) => {
                text.prose("… more is being worked out; ask again in a moment");
                return Ok(text);
            }
        }
    }
}

/// A list of records. In Markdown, the names are links to the records. `unlisted` is the number of records left out.
fn list(snapshot: &Snapshot, listed: &[Listed<FileRange>], unlisted: usize) -> Markup {
    let mut text = Markup::default();
    let lines = listed.iter().map(|it| {
        let at = it.at.as_ref().filter(|_| snapshot.style.markdown);
        let name = at.and_then(|at| link(snapshot, &it.name, at));
        let name = name.unwrap_or_else(|| code_span(&it.name));
        if it.detail.is_empty() {
            format!("- {name}")
        } else {
            format!("- {name} : {}", escape(&it.detail))
        }
    });
    let mut lines: Vec<String> = lines.collect();
    if unlisted > 0 {
        lines.push(format!("- … {unlisted} more"));
    }
    if !lines.is_empty() {
        text.prose(lines.join("\n"));
    }
    text
}

/// The links at the end of a hover, in Markdown; `None` if no link can be made.
fn ways_on(snapshot: &Snapshot, links: &[(String, FileRange)]) -> Option<String> {
    let links: Vec<String> = links
        .iter()
        .take(MAX_LINKS)
        .filter_map(|(name, target)| link(snapshot, name, target))
        .collect();
    (!links.is_empty()).then(|| links.join(" · "))
}

fn link(snapshot: &Snapshot, name: &str, target: &FileRange) -> Option<String> {
    let uri = snapshot.uri(&target.path)?;
    let range = snapshot.range(&target.path, &target.range)?;
    Some(linked(name, &Location::new(uri, range)))
}

fn linked(name: &str, location: &Location) -> String {
    let line = location.range.start.line + 1;
    let (name, uri) = (escape(name), escaped_uri(&location.uri));
    format!("[{name}]({uri}#L{line})")
}

/// A uri as the target of a Markdown link. Characters that would end the link are escaped.
fn escaped_uri(uri: &Url) -> String {
    let mut out = String::new();
    for c in uri.as_str().chars() {
        match c {
            '(' | ')' | '<' | '>' | '\\' => {
                out.push_str(&format!("%{:02X}", u32::from(c)));
            }
            _ => out.push(c),
        }
    }
    out
}
