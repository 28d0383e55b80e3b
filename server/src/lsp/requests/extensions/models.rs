//! The models of a unit, for requests that are answered from them.

use backends::{Context, Options};
use tower_lsp::jsonrpc::Result;

use crate::lsp::places::Places;
use crate::lsp::requests::Snapshot;

/// Calls `ask` with the records and models of the snapshot's unit, and with the places of the records. The snapshot is
/// dropped before the call, so the unit may change during the call.
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
