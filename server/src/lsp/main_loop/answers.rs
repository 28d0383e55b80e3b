//! The requests beyond the standard protocol that are answered from the state of the main loop. `docs/protocol.md`
//! describes them.

mod memory;
mod previews;
pub(super) mod units;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tower_lsp::jsonrpc::Result;

use super::MainLoop;
use crate::lsp::call::{json, parse};

/// Answers a request about the state of the main loop; `None` for other methods. `tablegen/units` is answered from a
/// [`units::List`] instead.
pub(super) fn answer(owner: &mut MainLoop, method: &str, params: &Value) -> Option<Result<Value>> {
    Some(match method {
        "tablegen/selectUnit" => run(owner, params, units::select),
        "tablegen/memory" => run(owner, params, memory::memory),
        "tablegen/previewText" => run(owner, params, previews::text),
        "tablegen/savePreview" => run(owner, params, previews::save),
        "tablegen/closePreview" => run(owner, params, previews::close),
        _ => return None,
    })
}

fn run<P: DeserializeOwned, R: Serialize>(
    owner: &mut MainLoop,
    params: &Value,
    f: fn(&mut MainLoop, P) -> Result<R>,
) -> Result<Value> {
    json(f(owner, parse(params.clone())?)?)
}
