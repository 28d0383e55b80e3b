//! The running work on previews and checks, and how it is stopped when its result is no longer needed.

use super::Previews;
use crate::lsp::table_run::TableRun;
use driver::command::Stop;

/// A running backend, external command or git command, with the unit for which it runs.
pub(crate) struct Run {
    pub unit: String,
    /// The backend that is run; `None` for other commands, such as git.
    pub what: Option<TableRun>,
    pub why: Why,
    pub stop: Stop,
}

/// The purpose of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Why {
    /// A preview was requested.
    Asked,
    /// Work on saved or committed files was requested. Edits in the editor do not affect it.
    Saved,
    /// The unit changed, and the settings name the backend.
    Named,
    /// The unit changed, and a preview is open.
    Shown,
    /// The unit changed, and the build runs the backend.
    Checked,
}

#[derive(Default)]
pub(super) struct Runs {
    all: Vec<Run>,
    /// Whether the process is about to end, so that no further run starts.
    pub is_over: bool,
}

impl Runs {
    fn stop_if(&self, is_unwanted: impl Fn(&Run) -> bool) {
        for run in self.all.iter().filter(|it| is_unwanted(it)) {
            run.stop.stop();
        }
    }

    /// Stops the runs on a unit that is about to change, except those on saved or committed files.
    pub(super) fn withdraw(&self, unit: &str) {
        self.stop_if(|it| it.unit == unit && it.why != Why::Saved);
    }

    /// Stops the runs that update a unit's previews and diagnostics after an edit.
    pub(super) fn unfollow(&self, unit: &str) {
        self.stop_if(|it| {
            it.unit == unit && matches!(it.why, Why::Named | Why::Shown | Why::Checked)
        });
    }

    /// Stops checks, because a preview was requested.
    pub(super) fn interrupt_checks(&self) {
        self.stop_if(|it| it.why == Why::Checked);
    }

    /// Stops the runs for a preview that is closed.
    pub(super) fn close(&self, unit: &str, what: &TableRun) {
        self.stop_if(|it| {
            // If a preview was opened with a part of its table, a run of the kind `Why::Asked` makes the whole table.
            let is_shown = matches!(it.why, Why::Shown | Why::Asked);
            is_shown && it.unit == unit && it.what.as_ref() == Some(what)
        });
    }

    pub(super) fn end(&mut self) {
        self.is_over = true;
        self.stop_if(|_| true);
    }
}

/// A guard that keeps a run registered. The run is removed when the guard is dropped.
pub(crate) struct Begun {
    previews: Previews,
    stop: Stop,
}

impl Drop for Begun {
    fn drop(&mut self) {
        let mut state = self.previews.state();
        state.runs.all.retain(|it| !it.stop.is_same(&self.stop));
    }
}

impl Previews {
    /// Registers a run. `None` if the run must not start: the process is about to end, or the unit is about to change
    /// and the run is not on saved or committed files.
    pub(crate) fn begin(&self, run: Run) -> Option<Begun> {
        let mut state = self.state();
        let is_late = run.why != Why::Saved && state.withdrawn.contains_key(&run.unit);
        if is_late || state.runs.is_over {
            return None;
        }
        let stop = run.stop.clone();
        state.runs.all.push(run);
        drop(state);
        Some(Begun {
            previews: self.clone(),
            stop,
        })
    }
}
