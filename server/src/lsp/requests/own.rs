//! The server's own requests; `docs/protocol.md` tells of them.

pub mod backends;
mod compare;
mod expand;
mod filter;
mod find;
mod inspect;
mod previews;
pub mod records;
pub mod units;

use serde_json::Value;
use tower_lsp::jsonrpc::Result;

pub use self::units::Status;
use super::{Later, Table, json, parse};
use crate::lsp::owner::Owner;

/// Adds those that are answered from a snapshot.
pub(super) fn fill(table: &mut Table) {
    table.add("tablegen/backends", Later::Again, backends::list);
    table.add("tablegen/classes", Later::Again, records::classes);
    table.add_long("tablegen/compare", Later::Again, compare::compare);
    table.add("tablegen/expandRecord", Later::Refuse, expand::expand);
    table.add("tablegen/findRecord", Later::Again, find::find);
    table.add("tablegen/records", Later::Again, records::records);
    table.add_long("tablegen/savedText", Later::Again, previews::saved_text);
    table.add("tablegen/syntaxTree", Later::Again, inspect::syntax_tree);
}

/// Answers those that are about what the owner has, at once; `tablegen/units` is answered from a [`units::List`].
pub fn answer(owner: &mut Owner, method: &str, params: &Value) -> Option<Result<Value>> {
    Some(match method {
        "tablegen/selectUnit" => run(owner, params, units::select),
        "tablegen/memory" => run(owner, params, inspect::memory),
        "tablegen/previewText" => run(owner, params, previews::text),
        "tablegen/savePreview" => run(owner, params, previews::save),
        "tablegen/closePreview" => run(owner, params, previews::close),
        _ => return None,
    })
}

/// Whether a request is about all records of a unit.
pub fn needs_all(method: &str) -> bool {
    matches!(
        method,
        "tablegen/classes"
            | "tablegen/compare"
            | "tablegen/findRecord"
            | "tablegen/preview"
            | "tablegen/records"
    )
}

fn run<P: serde::de::DeserializeOwned, R: serde::Serialize>(
    owner: &mut Owner,
    params: &Value,
    f: fn(&mut Owner, P) -> Result<R>,
) -> Result<Value> {
    json(f(owner, parse(params.clone())?)?)
}
