//! The thread that elaborates units in the background for their diagnostics.
//!
//! The open files of a unit are checked first, and their diagnostics are published at once. The rest of the unit
//! follows in slices, while no request is under way. An edit cancels the running job of a unit through salsa, and
//! replaces the waiting job of the unit.

mod publisher;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use db::Db as _;
use elaborate::deferred_drop;
use elaborate::report::Report;
use ide::workspace_symbols;
use parking_lot::{Condvar, Mutex, MutexGuard};
use rustc_hash::{FxHashMap, FxHashSet};

use self::publisher::Publisher;
use super::busy::Busy;
use super::client::Client;
use super::diagnostics::{Style, by_file};
use super::diagnostics_cache;
use super::document_units::Paths;
use super::documents::Documents;
use super::event::Event;
use super::panics;
use super::progress::Progress;
use super::status::Status;
use super::unit::UnitSnapshot;
use driver::allocator;

/// A check of a unit that is queued or running.
pub(super) struct Job {
    pub number: usize,
    pub unit: UnitSnapshot,
    /// The paths of the open documents whose active unit is `unit`.
    pub shown: Paths,
    pub documents: Documents,
    pub style: Style,
    /// Whether the check may pause so that outdated results are freed.
    pub frees: bool,
}

impl Job {
    fn is_wasteful(&self) -> bool {
        self.frees && self.unit.db.is_wasteful()
    }
}

/// The queues of the checker thread.
#[derive(Clone, Default)]
pub(super) struct Checker(Arc<Mailbox>);

#[derive(Default)]
struct Mailbox {
    jobs: Mutex<Jobs>,
    changed: Condvar,
}

#[derive(Default)]
struct Jobs {
    /// Units whose open documents have to be checked.
    open: Queue,
    /// Units whose open documents have been checked and whose other statements are next.
    rest: Queue,
    /// The units that are about to change: their jobs were withdrawn, and they have no new job yet.
    withdrawn: FxHashSet<String>,
    /// Units that were dropped and whose diagnostics have to be withdrawn.
    gone: Vec<String>,
    /// Whether results were dropped since memory was last given back to the system.
    has_dropped: bool,
    /// Whether a job is running.
    is_at_work: bool,
}

impl Checker {
    pub(super) fn start(
        &self,
        client: Client,
        owner: Sender<Event>,
        busy: Busy,
    ) -> std::io::Result<()> {
        let worker = Worker {
            checker: self.clone(),
            publisher: Publisher::new(client.clone()),
            client,
            owner,
            busy,
        };
        let builder = std::thread::Builder::new().name("checker".to_owned());
        builder.spawn(move || worker.run())?;
        Ok(())
    }

    fn jobs(&self) -> MutexGuard<'_, Jobs> {
        self.0.jobs.lock()
    }

    /// Withdraws the pending work on a unit, so that the unit may change.
    pub(super) fn withdraw(&self, unit: &str) {
        self.jobs().withdraw(unit);
    }

    /// Queues a job, which is started next. It replaces the earlier job of the same unit.
    pub(super) fn submit(&self, job: Job) {
        let mut jobs = self.jobs();
        jobs.withdraw(&job.unit.info.id);
        jobs.withdrawn.remove(&job.unit.info.id);
        jobs.open.push(job);
        self.0.changed.notify_all();
    }

    /// Frees results that were left to [`deferred_drop`], and gives free memory back to the system.
    pub(super) fn free(&self) {
        self.jobs().has_dropped = true;
        self.0.changed.notify_all();
    }

    /// Whether no check is waiting or running.
    pub(super) fn is_at_rest(&self) -> bool {
        let jobs = self.jobs();
        jobs.open.is_empty() && jobs.rest.is_empty() && !jobs.is_at_work
    }

    /// Drops a unit that is no longer checked: withdraws its jobs and its published diagnostics.
    pub(super) fn forget(&self, unit: &str) {
        let mut jobs = self.jobs();
        jobs.withdraw(unit);
        jobs.gone.push(unit.to_owned());
        self.0.changed.notify_all();
    }
}

impl Jobs {
    fn withdraw(&mut self, unit: &str) {
        self.open.remove(unit);
        self.rest.remove(unit);
        self.withdrawn.insert(unit.to_owned());
    }
}

/// A queue with at most one job per unit. The job that was pushed last is popped first.
#[derive(Default)]
struct Queue {
    jobs: FxHashMap<String, Job>,
    /// The unit and number of each job in the order of submission. Entries of removed jobs are skipped.
    order: Vec<(String, usize)>,
}

impl Queue {
    fn push(&mut self, job: Job) {
        let id = job.unit.info.id.clone();
        self.order.push((id.clone(), job.number));
        self.jobs.insert(id, job);
        if self.order.len() > 2 * self.jobs.len() + 16 {
            let jobs = &self.jobs;
            self.order
                .retain(|(id, number)| jobs.get(id).is_some_and(|it| it.number == *number));
        }
    }

    fn pop(&mut self) -> Option<Job> {
        while let Some((id, number)) = self.order.pop() {
            if self.jobs.get(&id).is_some_and(|it| it.number == number) {
                return self.jobs.remove(&id);
            }
        }
        None
    }

    fn remove(&mut self, unit: &str) {
        self.jobs.remove(unit);
    }

    fn has(&self, unit: &str) -> bool {
        self.jobs.contains_key(unit)
    }

    fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }
}

struct Worker {
    checker: Checker,
    publisher: Publisher,
    client: Client,
    owner: Sender<Event>,
    busy: Busy,
}

enum Next {
    Free,
    Forget(Vec<String>),
    Open(Job),
    Rest(Job),
}

/// The error of [`Worker::rest`] if the check ended early because of more urgent work or a change of the unit.
struct Interrupted;

impl Worker {
    fn run(mut self) {
        loop {
            // The thread holds no snapshot here, so no edit has to wait until the values are freed.
            deferred_drop::clear();
            match self.next() {
                Next::Free => {
                    deferred_drop::clear();
                    allocator::give_back();
                }
                Next::Forget(units) => {
                    for unit in units {
                        self.publisher.forget(&unit);
                        self.client.end_status(&unit);
                    }
                }
                Next::Open(job) => {
                    let unit = job.unit.info.id.clone();
                    let done = self.guarded(&unit, move |worker| {
                        worker.open(&job);
                        job
                    });
                    if let Some(job) = done {
                        self.keep(job);
                    }
                }
                Next::Rest(job) => {
                    let unit = job.unit.info.id.clone();
                    let done = self.guarded(&unit, move |worker| (worker.rest(&job), job));
                    if let Some((Err(Interrupted), job)) = done {
                        self.keep(job);
                    }
                }
            }
        }
    }

    /// Queues the rest of a job, unless the unit is about to change or has a newer job.
    fn keep(&self, job: Job) {
        let mut jobs = self.checker.jobs();
        let unit = &job.unit.info.id;
        if !jobs.withdrawn.contains(unit) && !jobs.open.has(unit) {
            jobs.rest.push(job);
        }
    }

    fn next(&self) -> Next {
        let tray = &self.checker.0;
        let mut jobs = self.checker.jobs();
        jobs.is_at_work = false;
        tray.changed.wait_while(&mut jobs, |it| {
            !it.has_dropped && it.open.is_empty() && it.rest.is_empty() && it.gone.is_empty()
        });
        if std::mem::take(&mut jobs.has_dropped) {
            return Next::Free;
        }
        if !jobs.gone.is_empty() {
            return Next::Forget(std::mem::take(&mut jobs.gone));
        }
        let open = jobs.open.pop().map(Next::Open);
        let next = open.or_else(|| jobs.rest.pop().map(Next::Rest));
        jobs.is_at_work = next.is_some();
        next.unwrap_or(Next::Forget(Vec::new()))
    }

    /// Runs work that an edit may cancel. A panic is logged, and the unit is not checked again before the next edit.
    ///
    /// The work runs on a separate thread. When this thread ends, its stack is freed. Endless recursion in a class may
    /// have enlarged the stack.
    fn guarded<T: Send>(
        &mut self,
        unit: &str,
        f: impl FnOnce(&mut Worker) -> T + Send,
    ) -> Option<T> {
        let run = || {
            let worker = AssertUnwindSafe(&mut *self);
            panics::catch(move || f({ worker }.0))
        };
        let done = match driver::big_stack::run(run) {
            Ok(done) => done,
            Err(error) => {
                eprintln!("tablegen-analyzer: no thread to check on: {error}");
                self.client.end_status(unit);
                return None;
            }
        };
        match done {
            Ok(value) => Some(value),
            Err(panics::Stopped::Cancelled) => None,
            Err(panics::Stopped::Panicked(message)) => {
                eprintln!("tablegen-analyzer: while checking: {message}");
                self.client.end_status(unit);
                None
            }
        }
    }

    fn open(&mut self, job: &Job) {
        self.wait_for_client(job);
        let sources = shown_sources(job);
        let reports = diagnostics_cache::of_sources(&job.unit, &sources);
        let found = by_file(&job.unit, &reports, &sources, job.style);
        self.publisher.open(job, found);
    }

    fn rest(&mut self, job: &Job) -> Result<(), Interrupted> {
        let info = &job.unit.info;
        let status = |state, reports: &[Report]| Status::new(info, state, reports, None);
        let started = Instant::now();
        let mut progress = Progress::new(&self.client, "Checking");
        let mut told = false;
        let reports = diagnostics_cache::of_all(&job.unit, |done, all| {
            if !std::mem::replace(&mut told, true) {
                self.client.status(status("checking", &[]));
            }
            progress.report(done, all);
            !progress.is_cancelled() && !job.is_wasteful() && self.give_way(job)
        });
        let Some(reports) = reports else {
            if job.is_wasteful() {
                let _ = self.owner.send(Event::HoldsOutdated {
                    unit: info.id.clone(),
                    job: job.number,
                });
                return Ok(());
            }
            if !progress.is_cancelled() {
                return Err(Interrupted);
            }
            self.client.status(status("stopped", &[]));
            let _ = self.owner.send(Event::Stopped {
                unit: info.id.clone(),
                job: job.number,
            });
            return Ok(());
        };
        let found = by_file(&job.unit, &reports, &shown_sources(job), job.style);
        self.wait_for_client(job);
        let changed = self.publisher.all(job, found);
        drop(progress);
        let took = started.elapsed().as_millis();
        self.client.trace(
            || format!("{} checked in {took} ms", info.id),
            || format!("{} reports", reports.len()),
        );
        // The event is sent before `learn` is called, so that the work after a check does not wait for `learn`.
        let _ = self.owner.send(Event::Checked {
            unit: info.id.clone(),
            job: job.number,
            changed,
        });
        // Everything is elaborated now, so all names are known.
        if !job.unit.db.unit().is_cut() {
            workspace_symbols::learn(&job.unit.db);
        }
        self.client.status(status("ready", &reports));
        Ok(())
    }

    /// Waits while requests are under way. Returns whether `job` may go on: false if there is more urgent work or the
    /// unit of `job` is about to change.
    fn give_way(&self, job: &Job) -> bool {
        while !self.is_news(job) {
            if !self.busy.is_busy() {
                return true;
            }
            std::thread::sleep(Duration::from_micros(500));
        }
        false
    }

    /// Waits until the client has read most of the earlier messages, there is more urgent work, or the unit of `job` is
    /// about to change.
    fn wait_for_client(&self, job: &Job) {
        const ENOUGH: usize = 1 << 22;
        while self.client.backlog() > ENOUGH && !self.is_news(job) {
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Whether there is more urgent work than `job`, or the unit of `job` is about to change.
    fn is_news(&self, job: &Job) -> bool {
        let jobs = self.checker.jobs();
        !jobs.open.is_empty() || jobs.withdrawn.contains(&job.unit.info.id)
    }
}

/// The indices of the job's sources that are open documents with the job's unit as their active unit.
fn shown_sources(job: &Job) -> FxHashSet<usize> {
    let is_shown = |path: &str| job.shown.contains(path);
    job.unit.paths.sources_where(is_shown).collect()
}
