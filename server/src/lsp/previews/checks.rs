//! Checks: the backends that the build runs on the root, run here only for their diagnostics.
//!
//! The checks run after an edit, once the previews are up to date. A check whose reads are unchanged keeps its
//! diagnostics. Of the other checks, those with diagnostics run first, since the edit may have fixed the mistake. They
//! are followed by the checks that have not run yet, and then by the rest in the order of their running times. With
//! [`Checks::Cheap`], all checks together have a time budget.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use backends::Output;
use elaborate::diagnostic::Diagnostic;
use elaborate::records::Reads;
use rustc_hash::FxHashMap;

use super::pace::{BRIEF, Withdrawn};
use super::run_result::Read;
use super::runs::Why;
use super::worker::{Taken, Worker};
use crate::lsp::backend_diagnostics::BackendDiagnostic;
use crate::lsp::settings::{Checks, Settings};
use crate::lsp::table_run::{TableRun, command};
use crate::lsp::unit::UnitInfo;
use driver::command::Stop;
use driver::tblgen::of_build::{self, OfBuild};

/// The time budget of all checks after one edit, with [`Checks::Cheap`].
const BUDGET: Duration = Duration::from_secs(2);
/// The time limit of each check in the first round, with [`Checks::Cheap`]. Each round multiplies the limit by
/// [`LONGER`]. The limit of a check is at least twice the time that its last run took, and at most the rest of the
/// budget.
const FIRST_LIMIT: Duration = Duration::from_millis(200);
const LONGER: u32 = 4;

/// The last run of each check of a unit, keyed by the words of the check's command line.
pub(super) type Known = FxHashMap<String, LastRun>;

/// The last run of a check.
#[derive(Clone)]
pub(super) struct LastRun {
    /// The result; `None` if the run was stopped or panicked.
    result: Option<Arc<CheckResult>>,
    /// The time that the run took. If there is no result, the time limit, or `Duration::MAX` if there was no limit.
    took: Duration,
}

struct CheckResult {
    said: Vec<Diagnostic>,
    read: Read,
}

/// A check that has to run.
struct Task {
    what: TableRun,
    run: OfBuild,
    /// The time that the last run of the check took; `None` before the first run. The next run probably needs
    /// at least as long.
    took: Option<Duration>,
}

/// The checks of a unit: those runs of the build whose backends are built in, are not replaced by commands of the user,
/// and know the output format of the unit's release. Empty if the unit has errors, since the build runs no backend
/// then, or if the settings switch checks off.
pub(super) fn wanted(
    info: &UnitInfo,
    has_errors: bool,
    settings: &Settings,
) -> Vec<(TableRun, OfBuild)> {
    if settings.backend_checks == Checks::Off || has_errors {
        return Vec::new();
    }
    let runs = of_build::runs(&info.found).into_iter();
    let runs = runs.filter(|it| it.is_understood() && it.caveat(info.release()).is_none());
    let replaced = |name: &str| command(settings, name, &info.found.backends).is_some();
    let runs = runs.filter(|it| !replaced(it.name()));
    runs.map(|it| (TableRun::of_words(&it.words), it)).collect()
}

impl Worker {
    /// Runs the checks of a unit, as far as the budget allows. Checks that are stopped at their time limit run again
    /// with a longer limit after the others.
    pub(super) fn check(
        &self,
        runs: Vec<(TableRun, OfBuild)>,
        budget: Checks,
        taken: &Taken,
        since: Instant,
    ) -> Result<(), Withdrawn> {
        let mut tasks = self.stale(runs, taken)?;
        let mut left = (budget == Checks::Cheap).then_some(BUDGET);
        let mut limit = FIRST_LIMIT;
        while !tasks.is_empty() {
            let mut slow = Vec::new();
            for mut task in tasks {
                let least = task.took.unwrap_or_default();
                let limit = left.map(|left| left.min(limit.max(2 * least)));
                if limit.is_some_and(|it| it <= least) {
                    self.drop_said(&task.what, taken);
                    continue;
                }
                self.wait_before(task.took, taken, since)?;
                let begun = Instant::now();
                let last = self.run_check(&task, limit, taken)?;
                // A model that is being built is always finished, so a check may take longer than its limit.
                left = left.map(|it| it.saturating_sub(begun.elapsed()));
                if last.result.is_none() && limit.is_some() {
                    task.took = Some(last.took);
                    slow.push(task);
                }
            }
            tasks = slow;
            limit *= LONGER;
        }
        Ok(())
    }

    /// The checks that have no result or whose reads have changed, in the order in which they have to run. Shows the
    /// known diagnostics of the other checks.
    fn stale(&self, runs: Vec<(TableRun, OfBuild)>, taken: &Taken) -> Result<Vec<Task>, Withdrawn> {
        let known = self.known(taken);
        let mut tasks = Vec::new();
        for (what, run) in runs {
            let last = known.get(&run.words);
            let result = last.and_then(|it| it.result.as_ref());
            let kept = match result {
                Some(result) => self.guarded(&what, Why::Checked, taken, |stop| {
                    let holds = result.read.holds_in(&taken.records, stop);
                    holds.then(|| self.say(&what, result, taken, stop))
                })?,
                None => None,
            };
            if kept.is_none() {
                let reported = result.is_some_and(|it| !it.said.is_empty());
                let took = last.map(|it| it.took);
                tasks.push((!reported, Task { what, run, took }));
            }
        }
        tasks.sort_by_key(|(reported_nothing, task)| (*reported_nothing, task.took));
        Ok(tasks.into_iter().map(|(_, task)| task).collect())
    }

    /// Runs a check for at most `limit` and shows its diagnostics. If a preview is requested meanwhile, the check is
    /// stopped and runs again after the preview is made.
    fn run_check(
        &self,
        task: &Task,
        limit: Option<Duration>,
        taken: &Taken,
    ) -> Result<LastRun, Withdrawn> {
        let done = loop {
            let done = self.guarded(&task.what, Why::Checked, taken, |stop| {
                let begun = Instant::now();
                let result = Arc::new(within(limit, stop, || result(&task.run, taken, stop))?);
                let took = begun.elapsed();
                self.say(&task.what, &result, taken, stop);
                Some((result, took))
            })?;
            let is_interrupted = done.is_none() && self.answer_asked();
            if !is_interrupted {
                break done;
            }
        };
        let took = done
            .as_ref()
            .map_or(limit.unwrap_or(Duration::MAX), |it| it.1);
        let words = &task.run.words;
        let state = if done.is_some() { "done" } else { "stopped" };
        let traced = || format!("{words} {state} as a check after {} ms", took.as_millis());
        self.client.trace(traced, String::new);
        let result = done.map(|it| it.0);
        let last = LastRun { result, took };
        let mut state = self.previews.state();
        let known = state.checks.entry(taken.info.id.clone()).or_default();
        known.insert(words.clone(), last.clone());
        Ok(last)
    }

    fn known(&self, taken: &Taken) -> Known {
        let state = self.previews.state();
        state
            .checks
            .get(&taken.info.id)
            .cloned()
            .unwrap_or_default()
    }

    /// Shows the diagnostics of a check, unless the check was stopped. If the check has no diagnostics, its entry is
    /// removed and not replaced by an empty entry, which would be published.
    fn say(&self, what: &TableRun, result: &CheckResult, taken: &Taken, stop: &Stop) {
        if result.said.is_empty() {
            return self.drop_said(what, taken);
        }
        let new = BackendDiagnostic {
            what: what.clone(),
            diagnostics: result.said.clone(),
        };
        self.add(new, taken, stop);
    }

    /// Drops the diagnostics of a check, and notifies the main loop if there were any.
    fn drop_said(&self, what: &TableRun, taken: &Taken) {
        if taken.said.remove(what) {
            self.said(&taken.info.id);
        }
    }

    /// Waits before a check whose last run took `took`. If this is less than [`BRIEF`], waits only until no requests
    /// are under way, so that the check runs between two keystrokes. Otherwise, or if `took` is `None`, waits for a
    /// pause in typing.
    fn wait_before(
        &self,
        took: Option<Duration>,
        taken: &Taken,
        since: Instant,
    ) -> Result<(), Withdrawn> {
        self.answer_asked();
        if took.is_some_and(|it| it < BRIEF) {
            self.give_way(&taken.info.id);
            Ok(())
        } else {
            self.wait_for_rest(&taken.info.id, since)
        }
    }
}

/// Runs a check and returns its result; `None` if it is stopped.
fn result(run: &OfBuild, taken: &Taken, stop: &Stop) -> Option<CheckResult> {
    let input = taken.input();
    let (said, reads) = Reads::record(stop.of_work(), || {
        let mut nowhere = std::io::sink();
        run.run(input.records, input.models, &mut Output::to(&mut nowhere))
    });
    let said = said.map_or_else(
        |error| {
            eprintln!("tablegen-analyzer: {}: {error}", run.words);
            Vec::new()
        },
        |(said, _)| said,
    );
    let read = Read::new(reads, input.records);
    (!stop.is_stopped()).then_some(CheckResult { said, read })
}

/// Calls `work`, and signals `stop` if `work` takes longer than `limit`.
fn within<T>(limit: Option<Duration>, stop: &Stop, work: impl FnOnce() -> T) -> T {
    let Some(limit) = limit else { return work() };
    let (end, ended) = channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            if ended.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
                stop.stop();
            }
        });
        // `_end` is dropped when `work` ends or unwinds, which ends the thread that waits for the limit.
        let _end = end;
        work()
    })
}
