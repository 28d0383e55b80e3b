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
    /// A request has been answered.
    Done(Id),
    /// The work on a request has to start again, because a change of the unit cancelled it, or because the request
    /// turned out to be about another unit.
    Again(Call),
    /// Files on disk may have changed: check the files that were read.
    LookAtFiles,
    /// The search for units has finished.
    UnitsFound,
    /// There are new diagnostics of backends for a unit.
    BackendDiagnostic {
        unit: String,
    },
    /// A whole unit was checked. `changed` is true if the diagnostics of a file of the unit have changed, or the
    /// document version to which they belong.
    Checked {
        unit: String,
        job: usize,
        changed: bool,
    },
    /// The user cancelled the check of a unit.
    Stopped {
        unit: String,
        job: usize,
    },
    /// The check of a unit has paused, so that outdated results can be freed.
    HoldsOutdated {
        unit: String,
        job: usize,
    },
}
