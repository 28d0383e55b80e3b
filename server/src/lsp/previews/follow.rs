//! Updating previews after an edit.
//!
//! A preview is still current if its backend's reads are unchanged. The other previews are made again: first those that
//! take little time, then, after a pause in typing, those that take long.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use super::pace::{BRIEF, Withdrawn};
use super::run_result::RunResult;
use super::runs::{Run, Why};
use super::worker::{Taken, Worker, no_thread, spawn};
use super::{Edited, Preview, PreviewState, checks};
use crate::lsp::backend_diagnostics::BackendDiagnostic;
use crate::lsp::table_run::TableRun;
use crate::lsp::unit::UnitSnapshot;
use driver::big_stack;
use driver::command::Stop;
use driver::panics::{self, Stopped};
use parking_lot::Mutex;

impl Worker {
    /// Updates the previews of a unit, runs the backends that the settings name for the unit, and then runs its checks.
    pub(super) fn update(&self, edited: Edited) {
        self.explain_outdated(&edited.unit);
        let runs = self.runs(&edited);
        let Edited {
            unit,
            since,
            settings,
            ..
        } = edited;
        let id = unit.info.id.clone();
        let has_errors = unit.checked().has_errors;
        let mut checks = checks::wanted(&unit.info, has_errors, &settings);
        checks.retain(|(what, _)| runs.iter().all(|it| it.0 != *what));
        if runs.is_empty() && checks.is_empty() {
            if !has_errors && unit.said.set(Vec::new()) {
                self.said(&id);
            }
            return;
        }
        let begun = Instant::now();
        self.give_way(&id);
        // The edit that cancels this call queues the unit again.
        let Ok(taken) = panics::catch(|| self.take(&unit)) else {
            return;
        };
        let (commands, backends): (Vec<_>, Vec<_>) =
            runs.into_iter().partition(|it| it.0.external.is_some());
        // The last diagnostics of external commands and checks are kept until their new runs are done.
        let mut others: Vec<TableRun> = checks.iter().map(|it| it.0.clone()).collect();
        for (what, why) in commands {
            self.follow(what.clone(), why, taken.again());
            others.push(what);
        }
        drop(unit);
        let backends = backends.into_iter().map(|it| it.0).collect();
        let Ok(all) = self.run_all(backends, &taken, begun, since) else {
            return;
        };
        if taken.said.set_beside(all, &others) {
            self.said(&id);
        }
        // Checks need only the records. So the unit no longer counts as being worked on, and other threads may start
        // work on it.
        self.previews.state().at_work = None;
        // The edit that stops the checks queues the unit again.
        let _ = self.check(checks, settings.backend_checks, &taken, since);
    }

    /// Tells clients the syntax error because of which previews are not updated.
    fn explain_outdated(&self, unit: &UnitSnapshot) {
        let Some(error) = unit.first_syntax_error() else {
            return;
        };
        let mut state = self.previews.state();
        let own = state.open.iter_mut();
        let own = own.filter(|(_, it)| it.unit == unit.info.id && !it.follows(true));
        for (id, preview) in own {
            preview.set_state(
                *id,
                PreviewState::Outdated(Some(error.clone())),
                &self.client,
            );
        }
    }

    /// The backends to run on a unit, each once: those whose previews have to be updated, and those that the settings
    /// name.
    fn runs(&self, Edited { unit, named, .. }: &Edited) -> Vec<(TableRun, Why)> {
        let state = self.previews.state();
        let of_broken = unit.has_syntax_errors();
        let own = state.open.values().filter(|it| it.unit == unit.info.id);
        let own = own.filter(|it| it.follows(of_broken));
        let named = named.iter().map(|it| (it, Why::Named));
        let mut runs: Vec<(TableRun, Why)> = Vec::new();
        for (what, why) in named.chain(own.map(|it| (&it.what, Why::Shown))) {
            if runs.iter().all(|it| it.0 != *what) {
                runs.push((what.clone(), why));
            }
        }
        runs
    }

    /// Runs built-in backends again unless their reads are unchanged, updates their previews, and returns their
    /// diagnostics. `begun` is the time at which records were requested, and `since` the time of the edit.
    fn run_all(
        &self,
        backends: Vec<TableRun>,
        taken: &Taken,
        begun: Instant,
        since: Instant,
    ) -> Result<Vec<BackendDiagnostic>, Withdrawn> {
        let unit = &taken.info.id;
        let mut said: Vec<BackendDiagnostic> = Vec::new();
        let mut left: Vec<(Duration, TableRun)> = Vec::new();
        for what in backends {
            match self.guarded(&what, Why::Shown, taken, |stop| {
                self.keep(&what, taken, stop)
            })? {
                Some(kept) => said.push(kept),
                None => left.push((self.took(&what, taken), what)),
            }
        }
        self.previews
            .state()
            .took
            .insert(unit.clone(), begun.elapsed());
        if !left.is_empty() {
            // The edit that cancels this call queues the unit again.
            let done = panics::catch(|| taken.forget_outdated());
            done.map_err(|_| Withdrawn)?;
        }
        left.sort_by_key(|it| it.0);
        said.extend(self.make_all(left, taken, since)?);
        Ok(said)
    }

    /// Runs backends, of which the first takes the least time, and updates their previews. If there are several
    /// processors, two backends run at a time and share the models of the target: one thread begins with the backend
    /// that takes the least time, and the other one with the backend that takes the most, so that both end early.
    fn make_all(
        &self,
        left: Vec<(Duration, TableRun)>,
        taken: &Taken,
        since: Instant,
    ) -> Result<Vec<BackendDiagnostic>, Withdrawn> {
        let is_alone = left.len() < 2 || available_parallelism().is_ok_and(|it| it.get() == 1);
        let left = Mutex::new(left.into_iter());
        let shortest = || left.lock().next();
        let longest = || left.lock().next_back();
        let work = |taken: &Taken, next: &dyn Fn() -> Option<(Duration, TableRun)>| {
            let mut said = Vec::new();
            while let Some((took, what)) = next() {
                if took < BRIEF {
                    self.give_way(&taken.info.id)
                } else {
                    self.wait_for_rest(&taken.info.id, since)?
                }
                let made = self.guarded(&what, Why::Shown, taken, |stop| {
                    self.make_again(&what, taken, stop)
                });
                said.extend(made?);
            }
            Ok(said)
        };
        std::thread::scope(|scope| {
            let (work, other) = (&work, taken.again());
            let second = move || work(&other, &longest);
            let second = || big_stack::spawn_scoped("previews", scope, second).ok();
            let second = if is_alone { None } else { second() };
            let first = work(taken, &shortest);
            let second = second.map_or(Ok(Vec::new()), |it| {
                it.join().unwrap_or_else(|panic| resume_unwind(panic))
            });
            let mut said = first?;
            said.extend(second?);
            Ok(said)
        })
    }

    /// Runs an external command after an edit, on a separate thread.
    fn follow(&self, what: TableRun, why: Why, taken: Taken) {
        let stop = Stop::default();
        let begun = self.previews.begin(Run {
            unit: taken.info.id.clone(),
            what: Some(what.clone()),
            why,
            stop: stop.clone(),
        });
        // If the unit is about to change, the edit queues the unit again.
        let Some(begun) = begun else { return };
        let worker = self.clone();
        let started = spawn(move || {
            let made = panics::catch(|| worker.make_again(&what, &taken, &stop));
            match made {
                Ok(Some(new)) => worker.add(new, &taken, &stop),
                Ok(None) | Err(Stopped::Cancelled) => {}
                Err(Stopped::Panicked(message)) => {
                    eprintln!("tablegen-analyzer: preview: {message}");
                }
            }
            drop(begun);
        });
        if let Err(error) = started {
            eprintln!("tablegen-analyzer: preview: {}", no_thread(&error));
        }
    }

    /// The previews of a backend that are updated after an edit, with their current results.
    fn own(&self, what: &TableRun, taken: &Taken) -> Vec<(u32, Arc<RunResult>)> {
        let state = self.previews.state();
        let open = state.open.iter();
        let own = open.filter(|(_, it)| it.unit == taken.info.id && it.what == *what);
        let own = own.filter(|(_, it)| it.follows(taken.of_broken));
        own.map(|(id, it)| (*id, it.made.clone())).collect()
    }

    /// The time that the last run of a backend took; `Duration::MAX` if it is unknown.
    fn took(&self, what: &TableRun, taken: &Taken) -> Duration {
        let own = self.own(what, taken);
        own.first().map_or(Duration::MAX, |(_, made)| made.took)
    }

    /// If the reads of a backend's last run are unchanged, keeps the run's result for the backend's previews and
    /// returns the backend's diagnostics. `None` if the backend has to run again.
    fn keep(&self, what: &TableRun, taken: &Taken, stop: &Stop) -> Option<BackendDiagnostic> {
        let own = self.own(what, taken);
        let (_, first) = own.first()?;
        let is_same = own.iter().all(|(_, it)| Arc::ptr_eq(it, first));
        let kept = is_same.then(|| first.again(&taken.records, stop))??;
        let traced = || format!("{} is what it was", what.backend);
        self.client.trace(traced, String::new);
        Some(self.show(what, own, Arc::new(kept), taken, stop))
    }

    /// Runs a backend again and updates its previews, unless it is stopped.
    pub(super) fn make_again(
        &self,
        what: &TableRun,
        taken: &Taken,
        stop: &Stop,
    ) -> Option<BackendDiagnostic> {
        let own = self.own(what, taken);
        // A little more than the last table, since most edits change its length by little.
        let expected = own.first().map_or(0, |(_, last)| last.text().len());
        let expected = expected + expected / 64;
        let made = super::run::run(what, &taken.input(), expected, stop)?;
        let made = Arc::new(made);
        let traced = || format!("{} made in {} ms", what.backend, made.took.as_millis());
        self.client.trace(traced, String::new);
        Some(self.show(what, own, made, taken, stop))
    }

    /// Replaces the results of the previews `own` of a backend by `made`. Returns the diagnostics.
    fn show(
        &self,
        what: &TableRun,
        own: Vec<(u32, Arc<RunResult>)>,
        made: Arc<RunResult>,
        taken: &Taken,
        stop: &Stop,
    ) -> BackendDiagnostic {
        for (id, old) in own {
            self.changed(id, &old, &made, taken, stop);
            let mut state = self.previews.state();
            state.last_good.keep(&taken.info.id, what, &made);
            // The state stays outdated if the texts have changed meanwhile.
            if let Some(preview) = state.open.get_mut(&id).filter(|_| !stop.is_stopped()) {
                preview.of_broken = taken.of_broken;
                preview.set_state(id, state_after(&old, &made), &self.client);
            }
        }
        BackendDiagnostic {
            what: what.clone(),
            diagnostics: made.said.clone(),
        }
    }
}

/// The state of a preview after a run of its backend. If the run failed and the preview has a table, the preview keeps
/// this table and is outdated. A preview is also outdated if an external command read files that have unsaved changes.
pub(super) fn state_after(old: &RunResult, made: &RunResult) -> PreviewState {
    if made.failed && !old.text().is_empty() {
        let mut messages = made.messages.iter();
        let first = messages.find(|it| it.is_error());
        PreviewState::Outdated(first.map(|it| it.message.clone()))
    } else if let Some(file) = &made.unsaved {
        let reason = format!("made of the files on disk: '{file}' has unsaved changes");
        PreviewState::Outdated(Some(reason))
    } else {
        PreviewState::Current
    }
}

impl Preview {
    /// Whether the preview is updated after an edit. `of_broken` says whether the new texts have syntax errors. A
    /// preview of correct texts is not updated until the errors are fixed: otherwise its table would vanish while the
    /// user types.
    fn follows(&self, of_broken: bool) -> bool {
        self.of_broken || !of_broken
    }
}
