//! What the server says without being asked.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use serde::Serialize;
use serde_json::json;
use tower_lsp::jsonrpc::Id;

use super::transport::Output;

/// The client, for any thread. Nothing here waits. Messages go straight to the queue before standard output: through
/// tower-lsp they could come after an answer that was made later.
#[derive(Clone)]
pub struct Client {
    output: Output,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    last_id: AtomicI64,
    shows_progress: AtomicBool,
}

impl Client {
    pub fn new(output: Output) -> Client {
        let shared = Arc::default();
        Client { output, shared }
    }

    pub fn set_shows_progress(&self, shows: bool) {
        self.shared.shows_progress.store(shows, Ordering::Relaxed);
    }

    /// Whether the client wants to hear of long work.
    pub fn shows_progress(&self) -> bool {
        self.shared.shows_progress.load(Ordering::Relaxed)
    }

    pub fn notify(&self, method: &'static str, params: impl Serialize) {
        let message = json!({"jsonrpc": "2.0", "method": method, "params": params});
        self.output.send(&message);
    }

    /// Asks the client something; the answer comes under the id that is returned.
    pub fn request(&self, method: &'static str, params: impl Serialize) -> Id {
        let id = self.shared.last_id.fetch_add(1, Ordering::Relaxed);
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.output.send(&message);
        Id::Number(id)
    }

    /// How many bytes the client has not taken yet.
    pub fn backlog(&self) -> usize {
        self.output.backlog()
    }
}
