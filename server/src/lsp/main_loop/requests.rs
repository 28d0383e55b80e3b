//! Finds the unit of each request and runs the request.

use std::cell::RefCell;

use backends::Tool;
use db::Db as _;
use elaborate::stack;
use lsp_types::Url;
use project::{Origin, path};
use salsa::Database as _;
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Id, Result};

use super::{MainLoop, Running, answers};
use crate::lsp::call::{Call, internal, json};
use crate::lsp::convert;
use crate::lsp::event::Event;
use crate::lsp::previews;
use crate::lsp::requests::limits::refused;
use crate::lsp::requests::workspace_symbols::Everywhere;
use crate::lsp::requests::{Answer, Handler, Later, Needs, Run, Snapshot, Table};
use crate::lsp::table_run::TableRun;
use crate::lsp::unit::UnitInfo;
use driver::command::Stop;
use driver::panics::{self, Stopped};
use explain::cpp_names;

/// The unit that answers a request.
enum For {
    Unit(usize),
    /// The request names no unit, and no loaded unit fits.
    None,
    /// The search for the unit has not ended.
    Sought,
}

impl MainLoop {
    pub(super) fn request(&mut self, call: Call) {
        if call.reply.is_sent() {
            return;
        }
        if !self.units.is_known() {
            return self.waiting.push(call);
        }
        let handler = Table::get().find(&call.method);
        let must_wait = handler.is_some_and(|it| {
            self.includes_changed && it.waits_for_includes
                || self.ways_changed && it.needs == Needs::Records
        });
        if must_wait {
            return self.waiting.push(call);
        }
        if call.method == "tablegen/units" {
            return self.list_units(call);
        }
        if let Some(result) = answers::answer(self, &call.method, &call.params) {
            return call.reply.send(result);
        }
        let Some(handler) = handler else {
            let error = Error {
                message: format!("no method '{}'", call.method).into(),
                ..Error::method_not_found()
            };
            return call.reply.send(Err(error));
        };
        let unit = match self.unit_for(handler, &call.params) {
            Ok(For::Unit(unit)) => unit,
            Ok(For::None) => {
                let Some(answer) = handler.without_unit else {
                    return call.reply.send(Ok(Value::Null));
                };
                let names = self.everywhere();
                return self.answer_beside(call, move |call| answer(&names, call.params.clone()));
            }
            Ok(For::Sought) => return self.waiting.push(call),
            Err(error) => return call.reply.send(Err(error)),
        };
        if handler.leads_elsewhere {
            let root = self.active[unit].info.root.clone();
            self.came_from(&root);
        }
        self.bring_up(unit);
        let is_cut = self.active[unit].db().unit().is_cut();
        if is_cut && handler.needs == Needs::Records {
            let message = "a file of the unit is too large to have all records here; \
                           `tablegen-analyzer tblgen` has no such limit";
            return call.reply.send(Err(refused(message.to_owned())));
        }
        match &handler.run {
            Run::Pool(run) => self.start(handler.later, run, call, unit),
            Run::Preview => self.preview(call, unit),
        }
    }

    /// Finds the unit that answers a request, and loads it.
    fn unit_for(&mut self, handler: &Handler, params: &Value) -> Result<For> {
        let preview = params["preview"]
            .as_u64()
            .and_then(|it| u32::try_from(it).ok());
        let of_preview = preview.and_then(|it| self.previews.unit_of(it));
        if let Some(id) = of_preview.as_deref().or(params["unit"].as_str()) {
            let info = match self.active.get(id) {
                Some(unit) => Some(UnitInfo::clone(&unit.info)),
                None => self.units.find(id, &self.settings),
            };
            let info = info.ok_or_else(|| Error::invalid_params(format!("no unit '{id}'")))?;
            return Ok(For::Unit(self.read(info)));
        }
        match document_of(params).map(|uri| convert::path_of(&uri)) {
            Some(path) if self.is_source(&path) => {
                let needs_text = handler.needs == Needs::Text || !params["position"].is_null();
                let unit = if needs_text {
                    self.unit_with(&path)?
                } else {
                    self.unit_of(&path)?
                };
                Ok(unit.map_or(For::Sought, For::Unit))
            }
            file if handler.is_of_code => {
                let name = params["name"].as_str().unwrap_or("");
                let roots = cpp_names::roots(name);
                let info = self.units.of_code(file.as_deref(), &roots, &self.settings);
                let unit = match info {
                    Some(info) => Some(self.read(info)),
                    None => self.active.last().filter(|it| {
                        let root = path::file_name(&self.active[*it].info.root);
                        !roots.are_own || roots.files.iter().all(|it| it != root)
                    }),
                };
                Ok(unit.map_or(For::None, For::Unit))
            }
            _ => Ok(self.active.last().map_or(For::None, For::Unit)),
        }
    }

    /// The index of the unit that answers requests about a file: the file's active unit. If the active unit does not
    /// reach the file, because an include is broken or switched off by `#ifdef`, a unit whose root is the file answers
    /// instead. `None` while the active unit is searched for.
    fn unit_with(&mut self, path: &str) -> Result<Option<usize>> {
        let Some(unit) = self.unit_of(path)? else {
            return Ok(None);
        };
        self.bring_up(unit);
        if self.active[unit].reads(path) {
            return Ok(Some(unit));
        }
        let shown = self.active[unit].info.clone();
        let own = self.units.beside(&shown, path, &self.settings);
        let own = self.read(own);
        // Requests that name no file are still answered by the file's active unit.
        self.active.note_used(unit);
        Ok(Some(own))
    }

    /// Whether a file can be part of a unit: it is open, has the extension `td`, or is read by a loaded unit.
    pub(super) fn is_source(&self, path: &str) -> bool {
        let is_open = self.documents.get(path).is_some();
        is_open || path.ends_with(".td") || self.active.read(path)
    }

    /// Answers `tablegen/units`. There may be very many units, so another thread makes the answer.
    fn list_units(&mut self, call: Call) {
        match answers::units::list(self, &call.params) {
            Ok(None) => self.waiting.push(call),
            Err(error) => call.reply.send(Err(error)),
            Ok(Some(list)) => self.answer_beside(call, move |_| json(list.units())),
        }
    }

    /// The data for answers that need no unit: the symbols of all units, and the open documents.
    fn everywhere(&self) -> Everywhere {
        if !self.can_watch {
            self.symbols.look_again();
        }
        Everywhere {
            symbols: self.symbols.clone(),
            units: self.units.list(&self.settings),
            documents: self.documents.clone(),
            folders: self.units.folders().into(),
            encoding: self.style.encoding,
        }
    }

    /// Answers a request on another thread with `f`, which needs no loaded unit.
    fn answer_beside(&self, call: Call, f: impl FnOnce(&Call) -> Result<Value> + Send + 'static) {
        let busy = self.busy.guard();
        self.pool.spawn_blocking(move || {
            let work = || panics::catch(|| f(&call));
            let result = stack::declare(stack::wanted(), work);
            drop(busy);
            call.reply.send(answer(&call.method, result));
        });
    }

    /// Refuses waiting requests whose positions may be outdated after an edit.
    pub(super) fn refuse_waiting(&mut self) {
        self.waiting.retain(|call| {
            let handler = Table::get().find(&call.method);
            let is_late = handler.is_some_and(|it| it.later == Later::Refuse);
            if is_late {
                call.reply.send(Err(Error::content_modified()));
            }
            !is_late
        });
    }

    /// Queues the preview that a request names. An invalid request is answered with an error.
    pub(super) fn preview(&mut self, call: Call, unit: usize) {
        match previews::what(&call.params, &self.settings, &self.active[unit].info) {
            Err(error) => call.reply.send(Err(error)),
            Ok(what) => {
                let own = self.by_itself(&call.params, unit, &what);
                let instead = own.map(|_| self.active[unit].info.id.clone());
                let snapshot = self.active[own.unwrap_or(unit)].snapshot();
                let running = Running {
                    reply: call.reply.clone(),
                    token: snapshot.db.cancellation_token(),
                    progress: call.progress.clone(),
                    stop: Stop::default(),
                };
                let stop = running.stop.clone();
                self.running.insert(call.id.clone(), running);
                self.previews.ask(call, what, snapshot, instead, stop);
            }
        }
    }

    /// The unit whose root is the file of a request. Used for backends of `mlir-tblgen`, which builds run on each file
    /// separately. `None` for other backends and for external commands. Also `None` if the file is the root of `unit`,
    /// if the request, the user or a build chose `unit`, or if the new unit contains a file that is too large.
    fn by_itself(&mut self, params: &Value, unit: usize, what: &TableRun) -> Option<usize> {
        let backend = what.built_in().filter(|_| what.external.is_none())?;
        let path = convert::path_of(&document_of(params)?);
        let shown = self.active[unit].info.clone();
        let is_guessed = shown.found.origin == Origin::Includes
            && params["unit"].is_null()
            && !self.units.is_selected(&shown.id);
        if backend.tool != Some(Tool::Mlir) || !is_guessed || shown.root == path {
            return None;
        }
        let own = self.units.beside(&shown, &path, &self.settings);
        let own = self.read(own);
        self.bring_up(own);
        // Requests that name no file are still answered by the file's active unit.
        self.active.note_used(unit);
        (!self.active[own].db().unit().is_cut()).then_some(own)
    }

    /// Runs a request's handler on a thread of the pool.
    fn start(&mut self, later: Later, run: &'static Answer, call: Call, unit: usize) {
        let snapshot = Snapshot {
            unit: self.active[unit].snapshot(),
            documents: self.documents.clone(),
            settings: self.settings.clone(),
            folders: self.units.folders().into(),
            style: self.style,
            previews: self.previews.clone(),
            session: self.session.clone(),
            everywhere: self.everywhere(),
            client: self.client.clone(),
            pieces: call.pieces.clone(),
            stop: Stop::default(),
            busy: self.busy.guard(),
            lines: RefCell::default(),
        };
        let running = Running {
            reply: call.reply.clone(),
            token: snapshot.unit.db.cancellation_token(),
            progress: call.progress.clone(),
            stop: snapshot.stop.clone(),
        };
        self.running.insert(call.id.clone(), running);
        let sender = self.sender.clone();
        self.pool.spawn_blocking(move || {
            let params = call.params.clone();
            let work = || panics::catch(|| run(snapshot, params));
            let result = stack::declare(stack::wanted(), work);
            // Sending fails only if the main loop has ended, and then the process ends too.
            let _ = sender.send(match result {
                Err(Stopped::Cancelled)
                    if later == Later::Again
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

    /// Cancels the request with the given id. An invalid id is ignored.
    pub(super) fn cancel(&mut self, id: &Value) {
        if let Ok(id) = serde_json::from_value::<Id>(id.clone()) {
            self.give_up(&id);
        }
    }

    /// Cancels the work whose progress is reported with the token `token`.
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
        self.waiting.retain(|call| {
            let is_meant = call.id == *id;
            if is_meant {
                call.reply.send(Err(Error::request_cancelled()));
            }
            !is_meant
        });
        if let Some(running) = self.running.remove(id) {
            running.reply.send(Err(Error::request_cancelled()));
            running.token.cancel();
            running.stop.stop();
        }
    }
}

/// The answer to a request whose handler gave `result`. A cancellation or a panic becomes an error.
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

/// The uri of the document that a request is about.
fn document_of(params: &Value) -> Option<Url> {
    let places = ["textDocument", "item", "data"].map(|it| &params[it]["uri"]);
    let uri = places.into_iter().find_map(Value::as_str)?;
    Url::parse(uri).ok()
}
