//! Requests that are answered by the models of a unit.

use backends::{Context, Options};
use tower_lsp::jsonrpc::Result;

use crate::lsp::places::Places;
use crate::lsp::requests::Snapshot;

/// Calls `ask` with the models of a unit. The snapshot is dropped before, so the unit may change meanwhile.
pub(super) fn with_models<T>(
    snapshot: Snapshot,
    ask: impl FnOnce(&Context, &Places) -> Result<T>,
) -> Result<T> {
    let (records, models) = (snapshot.unit.records(), snapshot.unit.models.clone());
    let places = Places::new(&snapshot.unit, snapshot.encoding());
    drop(snapshot);
    let options = Options::default();
    ask(&Context::new(&records, &options, &models), &places)
}
