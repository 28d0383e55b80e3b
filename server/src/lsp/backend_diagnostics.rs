//! Diagnostics of backends about a unit's records.

use std::sync::Arc;

use elaborate::diagnostic::Diagnostic;
use parking_lot::{Mutex, MutexGuard};

use super::table_run::TableRun;

/// The diagnostics of the last run of one backend or finder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BackendDiagnostic {
    pub what: TableRun,
    /// The diagnostics. Their places are relative to statements, so edits elsewhere do not invalidate the places.
    pub diagnostics: Vec<Diagnostic>,
}

/// The diagnostics of a unit's finders, or of the unit's backends. A backend runs for a preview, because the settings
/// name it, or as a check. Clones share the diagnostics.
#[derive(Clone, Debug, Default)]
pub(crate) struct BackendDiagnostics(Arc<Mutex<Arc<Vec<BackendDiagnostic>>>>);

impl BackendDiagnostics {
    fn lock(&self) -> MutexGuard<'_, Arc<Vec<BackendDiagnostic>>> {
        self.0.lock()
    }

    pub(crate) fn get(&self) -> Arc<Vec<BackendDiagnostic>> {
        self.lock().clone()
    }

    /// Replaces the diagnostics of all backends. Returns whether any diagnostics changed.
    pub(crate) fn set(&self, said: Vec<BackendDiagnostic>) -> bool {
        self.change(|all| *all = said)
    }

    /// Replaces the diagnostics of all backends except `others`. The backends in `others` run later and keep their last
    /// diagnostics until then. Returns whether any diagnostics changed.
    pub(crate) fn set_beside(&self, mut said: Vec<BackendDiagnostic>, others: &[TableRun]) -> bool {
        self.change(|all| {
            said.extend(all.drain(..).filter(|it| others.contains(&it.what)));
            *all = said;
        })
    }

    /// Replaces the diagnostics of one backend. Returns whether they changed.
    pub(crate) fn add(&self, new: BackendDiagnostic) -> bool {
        self.change(|all| match all.iter_mut().find(|it| it.what == new.what) {
            Some(known) => *known = new,
            None => all.push(new),
        })
    }

    /// Removes the diagnostics of one backend. Returns whether there were any.
    pub(crate) fn remove(&self, what: &TableRun) -> bool {
        self.change(|all| all.retain(|it| it.what != *what))
    }

    fn change(&self, change: impl FnOnce(&mut Vec<BackendDiagnostic>)) -> bool {
        let mut known = self.lock();
        let mut all = (**known).clone();
        change(&mut all);
        let is_new = **known != all;
        *known = Arc::new(all);
        is_new
    }
}
