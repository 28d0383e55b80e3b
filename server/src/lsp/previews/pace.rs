//! Decides when work on a unit runs: between two keystrokes, or in a pause in typing. The next edit stops the work.

use std::time::{Duration, Instant};

use super::runs::{Run, Why};
use super::worker::{QUIET, Taken, Worker};
use crate::lsp::table_run::TableRun;
use driver::command::Stop;
use driver::panics::{self, Stopped};

/// Work that takes less time than this runs between two keystrokes. The next edit cancels it.
pub(super) const BRIEF: Duration = Duration::from_millis(200);

/// The error if the unit is about to change. After the change, the work is queued again.
pub(super) struct Withdrawn;

impl Worker {
    /// Runs work for a backend. `None` if the work is stopped, panics or has no result. An error if the unit is about
    /// to change.
    pub(super) fn guarded<T>(
        &self,
        what: &TableRun,
        why: Why,
        taken: &Taken,
        work: impl FnOnce(&Stop) -> Option<T>,
    ) -> Result<Option<T>, Withdrawn> {
        let stop = Stop::default();
        let begun = self.previews.begin(Run {
            unit: taken.info.id.clone(),
            what: Some(what.clone()),
            why,
            stop: stop.clone(),
        });
        // The unit is about to change. After the change, it is queued again.
        let Some(_begun) = begun else {
            return Err(Withdrawn);
        };
        let done = panics::catch(|| work(&stop));
        if self.previews.is_withdrawn(&taken.info.id) {
            return Err(Withdrawn);
        }
        match done {
            Ok(done) => Ok(done),
            // The user closed the preview, or a requested preview interrupts a check. The work for other backends goes
            // on.
            Err(Stopped::Cancelled) => Ok(None),
            Err(Stopped::Panicked(message)) => {
                eprintln!("tablegen-analyzer: preview: {message}");
                Ok(None)
            }
        }
    }

    /// Waits for a pause in typing. Makes the previews that are requested meanwhile. An error if the unit is about to
    /// change.
    pub(super) fn wait_for_rest(&self, unit: &str, since: Instant) -> Result<(), Withdrawn> {
        loop {
            if self.previews.is_withdrawn(unit) {
                return Err(Withdrawn);
            }
            if self.answer_asked() {
                continue;
            }
            if since.elapsed() >= QUIET && !self.busy.is_busy() {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Makes the preview whose request has waited longest. Returns whether there was such a request.
    pub(super) fn answer_asked(&self) -> bool {
        let asked = self.previews.state().asked.pop_front();
        let is_asked = asked.is_some();
        if let Some(wanted) = asked {
            self.answer(wanted);
        }
        is_asked
    }
}
