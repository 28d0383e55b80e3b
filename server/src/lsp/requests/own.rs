//! The server's own requests; `docs/protocol.md` tells of them.

pub mod units;

use serde_json::Value;
use tower_lsp::jsonrpc::Result;

pub use self::units::Status;
use super::{Table, json, parse};
use crate::lsp::owner::Owner;

/// Adds those that are answered from a snapshot.
pub(super) fn fill(_: &mut Table) {}

/// Answers those that are about what the owner has, at once.
pub fn answer(owner: &mut Owner, method: &str, params: &Value) -> Option<Result<Value>> {
    Some(match method {
        "tablegen/units" => run(owner, params, units::list),
        "tablegen/selectUnit" => run(owner, params, units::select),
        _ => return None,
    })
}

fn run<P: serde::de::DeserializeOwned, R: serde::Serialize>(
    owner: &mut Owner,
    params: &Value,
    f: fn(&mut Owner, P) -> Result<R>,
) -> Result<Value> {
    json(f(owner, parse(params.clone())?)?)
}
