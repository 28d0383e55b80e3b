//! `tablegen/memory`: the memory use of the server, and the sizes of the loaded units.

use db::Db;
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;

use crate::lsp::main_loop::MainLoop;
use driver::resources;
use symbols::Progress;

#[derive(Debug, Deserialize)]
pub(super) struct MemoryParams {}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Memory {
    resident_kib: Option<u64>,
    units: Vec<UnitMemory>,
    symbols: Progress,
}

#[derive(Debug, Serialize)]
struct UnitMemory {
    unit: String,
    /// The number of records; `None` if they have not been collected since the last edit, or are being collected now.
    records: Option<usize>,
    values: usize,
    elaborations: usize,
}

pub(super) fn memory(owner: &mut MainLoop, _: MemoryParams) -> Result<Memory> {
    let units = owner.active.iter().map(|it| UnitMemory {
        unit: it.info.id.clone(),
        records: it.known_records(),
        values: it.db().values().len(),
        elaborations: it.db().elaborations(),
    });
    Ok(Memory {
        resident_kib: resources::resident_kib(),
        units: units.collect(),
        symbols: owner.symbols_progress(),
    })
}
