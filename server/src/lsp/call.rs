//! Pending requests, and the conversion of parameters and results.

use std::sync::Arc;
use std::time::Instant;

use futures::channel::oneshot;
use parking_lot::{Mutex, MutexGuard};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Id, Result};

use super::client::Client;
use super::progress::{PartialResults, RequestProgress};
use super::transport::Written;
use syntax::text::floor_char;

/// A request that waits for its answer.
pub(crate) struct Call {
    pub id: Id,
    pub method: String,
    pub params: Value,
    pub reply: Reply,
    /// The request's progress, shown until the call is dropped; `None` if the client did not request it.
    pub progress: Option<Arc<RequestProgress>>,
    pub pieces: PartialResults,
}

/// The handle with which a request is answered. Only the first answer is sent.
#[derive(Clone)]
pub(crate) struct Reply(Arc<Waiting>);

/// What the codec receives: the result, or `None` if [`Reply::send_written`] has already sent the answer.
type Sent = Option<Result<Value>>;

/// The state shared by the clones of a [`Reply`].
struct Waiting {
    sender: Mutex<Option<oneshot::Sender<Sent>>>,
    client: Client,
    /// The request's method and id, for traces.
    what: String,
    since: Instant,
}

impl Reply {
    pub(crate) fn new(client: &Client, what: String) -> (Reply, oneshot::Receiver<Sent>) {
        let (sender, receiver) = oneshot::channel();
        let waiting = Waiting {
            sender: Mutex::new(Some(sender)),
            client: client.clone(),
            what,
            since: Instant::now(),
        };
        (Reply(Arc::new(waiting)), receiver)
    }

    fn sender(&self) -> MutexGuard<'_, Option<oneshot::Sender<Sent>>> {
        self.0.sender.lock()
    }

    pub(crate) fn is_sent(&self) -> bool {
        self.sender().is_none()
    }

    pub(crate) fn send(&self, result: Result<Value>) {
        let Some(sender) = self.sender().take() else {
            return;
        };
        let Waiting { client, what, .. } = &*self.0;
        let took = self.0.since.elapsed().as_secs_f64() * 1000.0;
        let outcome = if result.is_ok() {
            "answered"
        } else {
            "refused"
        };
        client.trace(
            || format!("{what} {outcome} after {took:.1} ms"),
            || match &result {
                Ok(value) => cut(value.to_string()),
                Err(error) => error.to_string(),
            },
        );
        // The receiver has been dropped if the client has disconnected.
        let _ = sender.send(Some(result));
    }

    /// Sends an answer that is already serialized. As JSON values, a large answer would take ten times the memory.
    pub(crate) fn send_written(&self, answer: Written) {
        let Some(sender) = self.sender().take() else {
            return;
        };
        let Waiting { client, what, .. } = &*self.0;
        let len = answer.len();
        client.send(answer);
        let took = self.0.since.elapsed().as_secs_f64() * 1000.0;
        client.trace(
            || format!("{what} answered after {took:.1} ms"),
            || format!("{len} bytes"),
        );
        // The receiver may have been dropped.
        let _ = sender.send(None);
    }
}

/// Cuts a text after at most 2000 bytes, for trace messages. A text that is cut ends with dots.
pub(super) fn cut(mut text: String) -> String {
    const MOST: usize = 2000;
    if text.len() > MOST {
        text.truncate(floor_char(&text, MOST));
        text.push_str("...");
    }
    text
}

/// A JSON-RPC error with a message, for failures of the server itself.
pub(super) fn internal(message: &str) -> Error {
    Error {
        message: message.to_owned().into(),
        ..Error::internal_error()
    }
}

/// Deserializes the parameters of a request. Parameters of another form are an `InvalidParams` error.
pub(super) fn parse<P: DeserializeOwned>(params: Value) -> Result<P> {
    serde_json::from_value(params).map_err(|error| Error::invalid_params(error.to_string()))
}

/// Serializes the result of a request. A failure is an internal error.
pub(super) fn json(result: impl Serialize) -> Result<Value> {
    serde_json::to_value(result).map_err(|error| internal(&error.to_string()))
}
