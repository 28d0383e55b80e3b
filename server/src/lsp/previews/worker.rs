//! The thread that makes previews.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use backends::Models;
use db::host;
use elaborate::records::Records;
use elaborate::report::Report;
use tower_lsp::jsonrpc::Result;

use super::run;
use super::runs::{Run, Why};
use super::{Edited, Preview, Previews, Wanted};
use crate::lsp::backend_diagnostics::{BackendDiagnostic, BackendDiagnostics};
use crate::lsp::busy::Busy;
use crate::lsp::call::{Call, internal};
use crate::lsp::client::Client;
use crate::lsp::event::Event;
use crate::lsp::places::Places;
use crate::lsp::table_run::TableRun;
use crate::lsp::unit::{UnitInfo, UnitSnapshot};
use driver::command::Stop;
use driver::panics::{self, Stopped};
use driver::{allocator, big_stack};
use syntax::line_index::Encoding;

/// The length of the pause in typing after which long work starts. The next edit cancels both long and brief work.
pub(super) const QUIET: Duration = Duration::from_millis(80);
/// If the search for the previews that need no update took less than this time after the last edit, the next update
/// does not wait for a pause in typing.
const BRIEF: Duration = Duration::from_millis(60);

#[derive(Clone)]
pub(super) struct Worker {
    pub previews: Previews,
    pub client: Client,
    pub owner: Sender<Event>,
    pub busy: Busy,
}

/// The input of backends, taken from a snapshot. It does not block edits.
pub(super) struct Taken {
    pub records: Arc<Records>,
    models: Arc<Models>,
    pub places: Places,
    pub info: Arc<UnitInfo>,
    pub said: BackendDiagnostics,
    pub of_broken: bool,
}

impl Taken {
    /// A copy for another thread. It shares the records and models.
    pub(super) fn again(&self) -> Taken {
        Taken {
            records: self.records.clone(),
            models: self.models.clone(),
            places: self.places.again(),
            info: self.info.clone(),
            said: self.said.clone(),
            of_broken: self.of_broken,
        }
    }

    /// Drops the models that were built before the last edit and are no longer valid.
    pub(super) fn forget_outdated(&self) {
        self.models.forget_outdated(&self.records);
    }

    pub(super) fn input(&self) -> run::Input<'_> {
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
            let asked = match &next {
                Next::Ask(wanted) => Some((wanted.call.id.clone(), wanted.call.reply.clone())),
                Next::Edited(_) => None,
            };
            let handle = || {
                match next {
                    Next::Ask(wanted) => self.answer(*wanted),
                    Next::Edited(edited) => self.update(*edited),
                }
                allocator::give_back();
            };
            // Each job runs on a separate thread. The end of the thread frees its stack, which endless recursion in a
            // class may have enlarged.
            if let Err(error) = big_stack::run(handle) {
                eprintln!("tablegen-analyzer: no thread for previews: {error}");
                if let Some((id, reply)) = asked {
                    reply.send(Err(internal(&no_thread(&error))));
                    // Sending fails only if the main loop has ended, and then the process ends too.
                    let _ = self.owner.send(Event::Done(id));
                }
            }
            self.previews.state().at_work = None;
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
            let took = |it: &Edited| state.took.get(&it.unit.info.id);
            let is_brief = |it: &Edited| took(it).is_some_and(|it| *it < BRIEF);
            let wait = |it: &Edited| {
                if is_brief(it) {
                    Duration::ZERO
                } else {
                    QUIET.saturating_sub(it.since.elapsed())
                }
            };
            let waits = state.edited.iter().map(wait).enumerate();
            let first = waits.min_by_key(|(_, wait)| *wait);
            match first {
                None => tray.changed.wait(&mut state),
                Some((index, Duration::ZERO)) => {
                    if let Some(edited) = state.edited.remove(index) {
                        state.at_work = Some(edited.unit.info.id.clone());
                        return Next::Edited(Box::new(edited));
                    }
                }
                Some((_, wait)) => {
                    tray.changed.wait_for(&mut state, wait);
                }
            }
        }
    }

    pub(super) fn encoding(&self) -> Encoding {
        self.previews.state().encoding
    }

    /// Waits while requests are under way, unless the unit is about to change.
    pub(super) fn give_way(&self, unit: &str) {
        while self.busy.is_busy() && !self.previews.is_withdrawn(unit) {
            std::thread::sleep(Duration::from_micros(500));
        }
    }

    pub(super) fn answer(&self, wanted: Wanted) {
        let Wanted {
            mut call,
            what,
            unit,
            instead,
            stop,
        } = wanted;
        if call.reply.is_sent() {
            return;
        }
        self.give_way(&unit.info.id);
        let taken = panics::catch(|| {
            let taken = self.take(&unit);
            (instead.is_none() || is_enough(&unit, &taken.records, &what)).then_some(taken)
        });
        let taken = match (taken, instead) {
            (Ok(Some(taken)), _) => taken,
            (Ok(None), instead) => {
                drop(unit);
                call.params["unit"] = instead.into();
                // Sending fails only if the main loop has ended, and then the process ends too.
                let _ = self.owner.send(Event::Again(call));
                return;
            }
            (Err(stopped), _) => return self.answered(call, Err(stopped)),
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
            // Sending fails only if the main loop has ended, and then the process ends too.
            let _ = self.owner.send(Event::Done(id));
        }
    }

    /// Takes the inputs of backends from a snapshot. Once the snapshot is dropped, the unit may change.
    pub(super) fn take(&self, unit: &UnitSnapshot) -> Taken {
        // While the source has errors, records are missing or incomplete. Diagnostics about them would be wrong as soon
        // as the errors are mended, so they are not kept.
        let said = match unit.checked().has_errors {
            true => BackendDiagnostics::default(),
            false => unit.said.clone(),
        };
        Taken {
            records: unit.records(),
            models: unit.models.clone(),
            places: Places::new(unit, self.encoding()),
            info: unit.info.clone(),
            said,
            of_broken: unit.has_syntax_errors(),
        }
    }

    /// Makes a preview and answers the call. Returns an error instead of answering if the preview cannot be made.
    fn make(
        &self,
        call: &Call,
        what: TableRun,
        taken: &Taken,
        stop: &Stop,
    ) -> std::result::Result<Result<()>, Stopped> {
        let made = panics::catch(|| {
            if let Some(part) = self.part(call, &what, taken) {
                let preview = Preview::new(what.clone(), part, taken);
                let opened = self.open(call, preview, taken, stop)?;
                if opened.is_ok() {
                    let new = self.make_again(&what, taken, stop)?;
                    self.add(new, taken, stop);
                }
                return Some(opened);
            }
            let made = run::run(&what, &taken.input(), 0, stop)?;
            let new = BackendDiagnostic {
                what: what.clone(),
                diagnostics: made.said.clone(),
            };
            let preview = Preview::new(what, made, taken);
            let result = self.open(call, preview, taken, stop)?;
            if result.is_ok() {
                self.add(new, taken, stop);
            }
            Some(result)
        });
        made.and_then(|it| it.ok_or(Stopped::Cancelled))
    }

    /// Completes a call, and sends the error if there is one. If the work was cancelled before an answer was sent, the
    /// main loop handles the call again.
    fn answered(&self, call: Call, made: std::result::Result<Result<()>, Stopped>) {
        let event = match made {
            Err(Stopped::Cancelled) if !call.reply.is_sent() => Event::Again(call),
            Err(Stopped::Cancelled) => Event::Done(call.id),
            Ok(result) => {
                if let Err(error) = result {
                    call.reply.send(Err(error));
                }
                Event::Done(call.id)
            }
            Err(Stopped::Panicked(message)) => {
                eprintln!("tablegen-analyzer: preview: {message}");
                let error = internal("the backend made a mistake; the server's log says which");
                call.reply.send(Err(error));
                Event::Done(call.id)
            }
        };
        // Sending fails only if the main loop has ended, and then the process ends too.
        let _ = self.owner.send(event);
    }

    /// Notifies the main loop of new diagnostics of backends for a unit.
    pub(super) fn said(&self, unit: &str) {
        let unit = unit.to_owned();
        // Sending fails only if the main loop has ended, and then the process ends too.
        let _ = self.owner.send(Event::BackendDiagnostic { unit });
    }

    /// Stores the diagnostics of a backend and announces them, unless the run was stopped.
    pub(super) fn add(&self, new: BackendDiagnostic, taken: &Taken, stop: &Stop) {
        // The lock is held, so that the run cannot be stopped between the check and the storing of its diagnostics.
        let state = self.previews.state();
        let is_new = !stop.is_stopped() && taken.said.add(new);
        drop(state);
        if is_new {
            self.said(&taken.info.id);
        }
    }
}

/// Whether a unit has the records that a built-in backend needs, and no errors that keep backends from running. False
/// if the backend is not built in.
fn is_enough(unit: &UnitSnapshot, records: &Records, what: &TableRun) -> bool {
    what.built_in().is_some_and(|it| it.needs.are_met(records))
        && !host::reports(&unit.db).iter().any(Report::stops)
}

/// Starts a thread that runs an external command. The thread needs a large stack, since it prints nested values as the
/// command's input.
pub(super) fn spawn(f: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    big_stack::spawn("command", f)
}

pub(super) fn no_thread(error: &std::io::Error) -> String {
    format!("no thread to run it on: {error}")
}
