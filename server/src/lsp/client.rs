//! What the server says without being asked.

use futures::channel::mpsc::UnboundedSender;
use serde::Serialize;
use tower_lsp::jsonrpc::{Id, Request};

use super::transport::Output;

/// The client, for any thread. Nothing here waits.
#[derive(Clone)]
pub struct Client {
    requests: UnboundedSender<Request>,
    output: Output,
}

impl Client {
    pub fn new(requests: UnboundedSender<Request>, output: Output) -> Client {
        Client { requests, output }
    }

    pub fn notify(&self, method: &'static str, params: impl Serialize) {
        self.send(Request::build(method), params);
    }

    pub fn request(&self, id: i64, method: &'static str, params: impl Serialize) {
        self.send(Request::build(method).id(Id::Number(id)), params);
    }

    fn send(&self, request: tower_lsp::jsonrpc::RequestBuilder, params: impl Serialize) {
        if let Ok(params) = serde_json::to_value(params) {
            // If the transport has ended, so will the process.
            let _ = self.requests.unbounded_send(request.params(params).finish());
        }
    }

    /// How many bytes the client has not taken yet.
    pub fn backlog(&self) -> usize {
        self.output.backlog()
    }
}
