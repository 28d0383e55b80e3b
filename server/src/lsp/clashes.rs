//! The thread that searches checked units for instructions that the assembler or disassembler cannot distinguish, and
//! for suspicious instructions and patterns.
//!
//! The thread collects all records and then drops its snapshot before it builds models, so that an edit does not wait
//! for the models. An edit cancels the search. A search starts when the unit has not changed for a moment, no request
//! is under way, and the unit's previews are up to date.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use backends::{Context, Diagnostic, Options};
use elaborate::diagnostic::At;
use explain::clashes::Finder;
use parking_lot::{Condvar, Mutex, MutexGuard};

use super::backend_diagnostics::BackendDiagnostic;
use super::busy::Busy;
use super::event::Event;
use super::previews::Previews;
use super::table_run::TableRun;
use super::unit::UnitSnapshot;
use super::units::List;
use driver::big_stack;
use driver::panics::{self, Stopped};
use driver::tblgen::of_build;

/// The time that a job waits before its search starts. An edit withdraws the job.
const QUIET: Duration = Duration::from_millis(200);

/// A unit to search.
struct Job {
    unit: UnitSnapshot,
    wanted: Wanted,
    since: Instant,
}

/// The settings of a search, and the units in which its hints have to hold.
pub(super) struct Wanted {
    /// Whether to search for instructions whose assembly text is ambiguous.
    pub ambiguities: bool,
    /// Whether to search for suspicious patterns.
    pub pattern_hints: bool,
    /// The units of the workspace. A hint on a pattern is reported only if it holds in all units that read the
    /// pattern's file.
    pub units: List,
}

/// The queue of the thread, with at most one job per unit. Clones share the queue.
#[derive(Clone, Default)]
pub(super) struct Clashes(Arc<Mailbox>);

#[derive(Default)]
struct Mailbox {
    jobs: Mutex<Vec<Job>>,
    changed: Condvar,
}

impl Clashes {
    pub(super) fn start(
        &self,
        owner: Sender<Event>,
        busy: Busy,
        previews: Previews,
    ) -> std::io::Result<()> {
        let jobs = self.clone();
        let thread = std::thread::Builder::new().name("clashes".to_owned());
        thread.spawn(move || {
            loop {
                let job = jobs.next(&busy, &previews);
                let id = job.unit.info.id.clone();
                // Sending fails only if the main loop has ended, and then the process ends too.
                let tell = || _ = owner.send(Event::BackendDiagnostic { unit: id.clone() });
                match big_stack::run(|| panics::catch(|| look(job, tell))) {
                    Ok(Ok(()) | Err(Stopped::Cancelled)) => {}
                    Ok(Err(Stopped::Panicked(message))) => {
                        eprintln!("tablegen-analyzer: clashes: {message}");
                    }
                    Err(error) => eprintln!("tablegen-analyzer: no thread for clashes: {error}"),
                }
            }
        })?;
        Ok(())
    }

    fn jobs(&self) -> MutexGuard<'_, Vec<Job>> {
        self.0.jobs.lock()
    }

    /// Queues a search in a unit, which must have been elaborated completely. Replaces the unit's earlier job.
    pub(super) fn submit(&self, unit: UnitSnapshot, wanted: Wanted) {
        let mut jobs = self.jobs();
        jobs.retain(|it| it.unit.info.id != unit.info.id);
        jobs.push(Job {
            unit,
            wanted,
            since: Instant::now(),
        });
        self.0.changed.notify_all();
    }

    /// Removes the pending job of a unit, so that the unit may change.
    pub(super) fn withdraw(&self, unit: &str) {
        self.jobs().retain(|it| it.unit.info.id != unit);
    }

    /// Waits until no request is under way and there is a job that was queued at least [`QUIET`] ago and whose unit has
    /// no current or pending work on previews. Removes this job from the queue and returns it.
    fn next(&self, busy: &Busy, previews: &Previews) -> Job {
        let mut jobs = self.jobs();
        loop {
            let is_at_rest =
                |it: &Job| it.since.elapsed() >= QUIET && !previews.is_at_work(&it.unit.info.id);
            let first = jobs.iter().position(is_at_rest);
            if let Some(first) = first.filter(|_| !busy.is_busy()) {
                return jobs.remove(first);
            }
            if jobs.is_empty() {
                self.0.changed.wait(&mut jobs);
            } else {
                self.0.changed.wait_for(&mut jobs, QUIET / 4);
            }
        }
    }
}

/// Searches a unit. Calls `tell` after each finder whose results have changed, so that the client receives these
/// results before slower finders end.
fn look(job: Job, tell: impl Fn()) {
    let Job { unit, wanted, .. } = job;
    let (records, models, found) = (unit.records(), unit.models.clone(), unit.found.clone());
    let (info, paths) = (unit.info.clone(), unit.paths.clone());
    drop(unit);
    let path = |at: &At| paths.absolute(records.place(at.loc).path);
    let holds_everywhere = |diagnostic: &Diagnostic| {
        let Some(file) = diagnostic.at.as_ref().and_then(path) else {
            return true;
        };
        let notes = diagnostic.notes.iter();
        let others = notes.filter_map(|(at, _)| at.as_ref().and_then(path));
        let others: Vec<&str> = others.map(|it| &**it).collect();
        wanted.units.hold_everywhere(&info.root, file, &others)
    };
    let options = Options::default();
    let cx = Context::new(&records, &options, &models);
    // The settings may name backends that the build does not run. They are treated as if the build ran them.
    let is_named = |it: &String, backend: &str| it.split(' ').next() == Some(backend);
    let runs = |backend: &str| {
        let mut named = info.named.iter();
        of_build::may_run(&info.found, backend) || named.any(|it| is_named(it, backend))
    };
    for finder in Finder::ALL {
        let mut diagnostics = match finder {
            Finder::Matcher if !wanted.ambiguities => Vec::new(),
            Finder::Selector | Finder::Naming | Finder::Combiner if !wanted.pattern_hints => {
                Vec::new()
            }
            _ => finder.find(&cx, &runs),
        };
        if finder.is_of_all_units() {
            diagnostics.retain(holds_everywhere);
        }
        let what = TableRun {
            backend: finder.name().to_owned(),
            options: Vec::new(),
            external: None,
        };
        let is_new = if diagnostics.is_empty() {
            found.remove(&what)
        } else {
            found.add(BackendDiagnostic { what, diagnostics })
        };
        if is_new {
            tell();
        }
    }
}
