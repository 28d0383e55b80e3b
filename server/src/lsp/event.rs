//! Events for the main loop.

use lsp_types::InitializeParams;
use serde_json::Value;
use tower_lsp::jsonrpc::{Id, Response};

use super::call::Call;

/// An event for the main loop.
pub(crate) enum Event {
    Initialize(Box<InitializeParams>),
    Notification {
        method: String,
        params: Value,
    },
    Request(Call),
    /// The client's answer to a request of the server.
    Response(Response),
    /// A request is done, or must be done again.
    Done(Id),
    Again(Call),
    /// Files on disk may have changed.
    LookAtFiles,
    /// The units of the workspace were looked for again.
    UnitsFound,
    /// Backends say something new of a unit.
    BackendDiagnostic {
        unit: String,
    },
    /// A unit was looked at as a whole, and something new was found.
    Checked {
        unit: String,
        job: usize,
        changed: bool,
    },
    /// A look at a unit was cancelled by the user.
    Stopped {
        unit: String,
        job: usize,
    },
    /// A look at a unit holds much that is out of date, and waits until that is freed.
    HoldsOutdated {
        unit: String,
        job: usize,
    },
}
