//! Requests: which unit they are about, and how they are run.

use std::cell::RefCell;

use salsa::Database as _;
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Id, Result};
use tower_lsp::lsp_types::Url;

use super::{Event, Owner, Running};
use crate::lsp::command::Stop;
use crate::lsp::convert;
use crate::lsp::panics::{self, Stopped};
use crate::lsp::previews;
use crate::lsp::requests::{Handler, Later, Snapshot, Table, own};
use crate::lsp::service::{Call, internal};
use crate::lsp::unit::UnitInfo;

impl Owner {
    pub(super) fn request(&mut self, call: Call) {
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
        let unit = match self.unit_for(&call.method, &call.params) {
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
    fn unit_for(&mut self, method: &str, params: &Value) -> Result<Option<usize>> {
        let preview = params["preview"]
            .as_u64()
            .and_then(|it| u32::try_from(it).ok());
        let of_preview = preview.and_then(|it| self.previews.unit_of(it));
        if let Some(id) = of_preview.as_deref().or(params["unit"].as_str()) {
            let read = self.active.iter().find(|it| it.info.id == id);
            let info = match read {
                Some(unit) => Some(UnitInfo::clone(&unit.info)),
                None => self.units.find(id, &self.settings),
            };
            let info = info.ok_or_else(|| Error::invalid_params(format!("no unit '{id}'")))?;
            return Ok(Some(self.read(info)));
        }
        match document_of(params).map(|uri| convert::path_of(&uri)) {
            Some(path) if self.is_source(&path) && needs_text(method, params) => {
                self.unit_with(&path).map(Some)
            }
            Some(path) if self.is_source(&path) => self.unit_of(&path).map(Some),
            _ => Ok(self.active.len().checked_sub(1)),
        }
    }

    /// The unit that answers for a file: the one that it is shown in, or if that does not come to it, because an
    /// include is broken or left out by `#ifdef`, the file by itself.
    fn unit_with(&mut self, path: &str) -> Result<usize> {
        let unit = self.unit_of(path)?;
        self.bring_up(unit);
        if self.active[unit].reads(path) {
            return Ok(unit);
        }
        let shown = self.active[unit].info.clone();
        let own = self.units.beside(&shown, path, &self.settings);
        let own = self.read(own);
        // Requests that name no file are still about the other.
        let before = own.saturating_sub(1);
        self.active.swap(before, own);
        Ok(before)
    }

    /// Whether a file can be part of a unit: others may have been made of one.
    pub(super) fn is_source(&self, path: &str) -> bool {
        let is_open = self.documents.get(path).is_some();
        is_open || path.ends_with(".td") || self.active.iter().any(|it| it.reads(path))
    }

    /// Has a preview made.
    pub(super) fn preview(&mut self, call: Call, unit: usize) {
        match previews::what(&call.params, &self.settings) {
            Err(error) => call.reply.send(Err(error)),
            Ok(what) => {
                let snapshot = self.active[unit].snapshot();
                let running = Running {
                    reply: call.reply.clone(),
                    token: snapshot.db.cancellation_token(),
                    progress: call.progress.clone(),
                    stop: Stop::default(),
                };
                let stop = running.stop.clone();
                self.running.insert(call.id.clone(), running);
                self.previews.ask(call, what, snapshot, stop);
            }
        }
    }

    /// Runs a handler on the pool.
    pub(super) fn start(&mut self, handler: &'static Handler, call: Call, unit: usize) {
        let snapshot = Snapshot {
            unit: self.active[unit].snapshot(),
            documents: self.documents.clone(),
            settings: self.settings.clone(),
            folders: self.units.folders().into(),
            style: self.style,
            previews: self.previews.clone(),
            pieces: call.pieces.clone(),
            stop: Stop::default(),
            lines: RefCell::default(),
        };
        let running = Running {
            reply: call.reply.clone(),
            token: snapshot.unit.db.cancellation_token(),
            progress: call.progress.clone(),
            stop: snapshot.stop.clone(),
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
                    if handler.later == Later::Again
                        && !call.reply.is_sent()
                        && !call.pieces.are_told() =>
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
    pub(super) fn cancel(&mut self, id: &Value) {
        if let Ok(id) = serde_json::from_value::<Id>(id.clone()) {
            self.give_up(&id);
        }
    }

    /// Gives up what is shown under a token.
    pub(super) fn cancel_progress(&mut self, token: &Value) {
        if let Some(token) = token.as_str() {
            self.client.cancel_progress(token);
        }
        let is_shown = |it: &Running| it.progress.as_ref().is_some_and(|it| it.is_of(token));
        let shown = self.running.iter().find(|(_, it)| is_shown(it));
        if let Some(id) = shown.map(|(id, _)| id.clone()) {
            self.give_up(&id);
        }
    }

    fn give_up(&mut self, id: &Id) {
        if let Some(running) = self.running.remove(id) {
            running.reply.send(Err(Error::request_cancelled()));
            running.token.cancel();
            running.stop.stop();
        }
    }
}

/// Whether a request can only be answered from a unit that comes to its document. The others are about a unit, or ask
/// what it says of the document.
fn needs_text(method: &str, params: &Value) -> bool {
    let is_own = method.starts_with("tablegen/") && method != "tablegen/syntaxTree";
    !params["position"].is_null() || !is_own && method != "textDocument/diagnostic"
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
