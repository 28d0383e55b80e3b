//! The last tables of external commands, for previews that are opened while their commands fail.

use std::collections::VecDeque;
use std::sync::Arc;

use super::run_result::{RunResult, Table};
use crate::lsp::table_run::TableRun;

/// The largest number of tables that are kept.
const MAX_TABLES: usize = 8;

/// For each unit and external command, the table of the last run that succeeded. The newest table comes last.
#[derive(Default)]
pub(super) struct LastGood(VecDeque<(String, TableRun, Arc<Table>)>);

impl LastGood {
    /// Keeps the table of a run that succeeded, if the run is an external command.
    pub(super) fn keep(&mut self, unit: &str, what: &TableRun, made: &RunResult) {
        if what.external.is_none() || made.failed {
            return;
        }
        self.0.retain(|it| it.0 != unit || it.1 != *what);
        if self.0.len() == MAX_TABLES {
            self.0.pop_front();
        }
        self.0
            .push_back((unit.to_owned(), what.clone(), made.table.clone()));
    }

    pub(super) fn of(&self, unit: &str, what: &TableRun) -> Option<Arc<Table>> {
        let known = self.0.iter().find(|it| it.0 == unit && it.1 == *what);
        known.map(|it| it.2.clone())
    }

    pub(super) fn forget(&mut self, unit: &str) {
        self.0.retain(|it| it.0 != unit);
    }
}
