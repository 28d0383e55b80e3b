//! What the server has in memory: `tablegen/syntaxTree` and `tablegen/memory`.

use std::fmt::Write as _;

use analysis::db::Db;
use analysis::ide::tree_of;
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::TextDocumentIdentifier;

use crate::lsp::owner::Owner;
use crate::lsp::requests::Snapshot;
use crate::lsp::requests::limits::MAX_TREE;
use crate::usage;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SyntaxTreeParams {
    text_document: TextDocumentIdentifier,
}

/// `tablegen/syntaxTree`
pub fn syntax_tree(snapshot: &Snapshot, params: SyntaxTreeParams) -> Result<Option<String>> {
    let name = snapshot.name(&params.text_document.uri)?;
    Ok(tree_of(snapshot.db(), name).map(|tree| {
        let mut text = Text(String::new());
        if write!(text, "{tree:#?}").is_err() {
            text.0.push_str("\n… (the rest is left out)\n");
        }
        text.0
    }))
}

/// A text that ends in an error where it gets too long.
struct Text(String);

impl std::fmt::Write for Text {
    fn write_str(&mut self, s: &str) -> std::fmt::Result {
        if self.0.len() + s.len() > MAX_TREE {
            return Err(std::fmt::Error);
        }
        self.0.push_str(s);
        Ok(())
    }
}

#[derive(Debug, Deserialize)]
pub struct MemoryParams {}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Memory {
    resident_kib: Option<u64>,
    units: Vec<UnitMemory>,
}

#[derive(Debug, Serialize)]
struct UnitMemory {
    unit: String,
    /// Those that were counted when all were asked for last.
    records: Option<usize>,
    values: usize,
    elaborations: usize,
}

/// `tablegen/memory`
pub fn memory(owner: &mut Owner, _: MemoryParams) -> Result<Memory> {
    let units = owner.active.iter().map(|it| UnitMemory {
        unit: it.info.id.clone(),
        records: it.known_records(),
        values: it.db().values().len(),
        elaborations: it.db().elaborations(),
    });
    Ok(Memory {
        resident_kib: usage::resident_kib(),
        units: units.collect(),
    })
}
