//! The messages from the server to the client: notifications, requests, and serialized answers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU8, Ordering};

use parking_lot::{Mutex, MutexGuard};
use rustc_hash::FxHashMap;
use serde::Serialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::Id;

use super::status::Status;
use super::transport::{Output, Written};

/// A handle on the client for any thread. No method waits for the client. Messages go directly to the queue of standard
/// output: if they went through tower-lsp, a later answer could overtake them.
#[derive(Clone)]
pub(crate) struct Client {
    output: Output,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    last_id: AtomicI64,
    last_token: AtomicI64,
    shows_progress: AtomicBool,
    trace: AtomicU8,
    tokens: Mutex<Tokens>,
    /// The last status of each unit whose status is not final.
    unfinished: Mutex<FxHashMap<String, Status>>,
}

/// The progress tokens of work that is under way.
#[derive(Default)]
struct Tokens {
    /// The state of each token that the client was asked to create.
    known: FxHashMap<String, Arc<ProgressToken>>,
    /// The token of each pending `window/workDoneProgress/create` request, keyed by the request's id.
    asked: FxHashMap<Id, String>,
}

/// The state of a progress token that the client was asked to create.
#[derive(Default)]
pub(crate) struct ProgressToken {
    granted: AtomicBool,
    cancelled: AtomicBool,
}

impl ProgressToken {
    /// Notes that the client created the token.
    fn grant(&self) {
        self.granted.store(true, Ordering::Relaxed);
    }

    /// Notes that the user cancelled the work.
    fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_granted(&self) -> bool {
        self.granted.load(Ordering::Relaxed)
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

/// A notification, or a request if it has an id.
#[derive(Serialize)]
struct Message<'a, P> {
    jsonrpc: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a Id>,
    method: &'static str,
    params: P,
}

/// The answer to a request.
#[derive(Serialize)]
struct Answer<'a, R> {
    jsonrpc: &'static str,
    id: &'a Id,
    result: R,
}

/// The level of detail that the client requests for `$/logTrace` messages.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Trace {
    Off,
    Messages,
    Verbose,
}

impl Trace {
    /// The level that the protocol calls `name`; `Off` for any other value.
    pub(crate) fn named(name: &Value) -> Trace {
        match name.as_str() {
            Some("messages") => Trace::Messages,
            Some("verbose") => Trace::Verbose,
            _ => Trace::Off,
        }
    }
}

/// A serialized notification.
pub(super) fn notification(method: &'static str, params: impl Serialize) -> Written {
    Written::new(&Message {
        jsonrpc: "2.0",
        id: None,
        method,
        params,
    })
}

/// The serialized answer to a request.
pub(super) fn answer(id: &Id, result: impl Serialize) -> Written {
    Written::new(&Answer {
        jsonrpc: "2.0",
        id,
        result,
    })
}

impl Client {
    pub(crate) fn new(output: Output) -> Client {
        let shared = Arc::default();
        Client { output, shared }
    }

    /// Sends the status of a unit, and stores it if it is not final.
    pub(crate) fn status(&self, status: Status) {
        let mut unfinished = self.unfinished();
        self.notify(Status::METHOD, &status);
        if status.is_final() {
            _ = unfinished.remove(&status.unit)
        } else {
            _ = unfinished.insert(status.unit.clone(), status)
        }
    }

    /// Sends a final status for a unit if its last status was not final.
    pub(crate) fn end_status(&self, unit: &str) {
        let status = self.unfinished().remove(unit);
        if let Some(status) = status {
            self.status(status.stopped());
        }
    }

    fn unfinished(&self) -> MutexGuard<'_, FxHashMap<String, Status>> {
        self.shared.unfinished.lock()
    }

    pub(crate) fn set_shows_progress(&self, shows: bool) {
        self.shared.shows_progress.store(shows, Ordering::Relaxed);
    }

    pub(crate) fn shows_progress(&self) -> bool {
        self.shared.shows_progress.load(Ordering::Relaxed)
    }

    pub(crate) fn set_trace(&self, trace: Trace) {
        self.shared.trace.store(trace as u8, Ordering::Relaxed);
    }

    /// Sends a trace message unless tracing is off. The text of `verbose` is included only at the level
    /// [`Trace::Verbose`].
    pub(crate) fn trace(&self, message: impl FnOnce() -> String, verbose: impl FnOnce() -> String) {
        let level = self.shared.trace.load(Ordering::Relaxed);
        if level == Trace::Off as u8 {
            return;
        }
        let mut params = json!({"message": message()});
        if level == Trace::Verbose as u8 {
            params["verbose"] = verbose().into();
        }
        self.notify("$/logTrace", params);
    }

    pub(crate) fn notify(&self, method: &'static str, params: impl Serialize) {
        self.send(notification(method, params));
    }

    pub(crate) fn send(&self, message: Written) {
        self.output.send_written(message);
    }

    /// Sends a request to the client. Returns the id of the request, which the client's answer repeats.
    pub(crate) fn request(&self, method: &'static str, params: impl Serialize) -> Id {
        let id = self.new_id();
        self.request_as(&id, method, params);
        id
    }

    fn new_id(&self) -> Id {
        Id::Number(self.shared.last_id.fetch_add(1, Ordering::Relaxed))
    }

    fn request_as(&self, id: &Id, method: &'static str, params: impl Serialize) {
        self.output.send(&Message {
            jsonrpc: "2.0",
            id: Some(id),
            method,
            params,
        });
    }

    /// The number of bytes that the client has not read yet.
    pub(crate) fn backlog(&self) -> usize {
        self.output.backlog()
    }

    /// Sends a `$/progress` notification.
    pub(crate) fn progress(&self, token: &Value, value: Value) {
        self.notify("$/progress", json!({"token": token, "value": value}));
    }

    /// A token that was not used before.
    pub(crate) fn new_token(&self) -> String {
        let number = self.shared.last_token.fetch_add(1, Ordering::Relaxed);
        format!("tablegen-{number}")
    }

    fn tokens(&self) -> MutexGuard<'_, Tokens> {
        self.shared.tokens.lock()
    }

    /// Asks the client to create the progress token `token`. Returns the token's state, which is updated when the
    /// client answers or the user cancels the work.
    pub(crate) fn create_progress(&self, token: &str) -> Arc<ProgressToken> {
        let consent = Arc::<ProgressToken>::default();
        let id = self.new_id();
        // The token is stored before the request is sent, because the answer may come immediately.
        let mut tokens = self.tokens();
        tokens.known.insert(token.to_owned(), consent.clone());
        tokens.asked.insert(id.clone(), token.to_owned());
        drop(tokens);
        self.request_as(
            &id,
            "window/workDoneProgress/create",
            json!({"token": token}),
        );
        consent
    }

    /// Handles the client's answer to a request. `agreed` is true if the answer is not an error. Answers to requests
    /// other than those of [`Self::create_progress`] are ignored.
    pub(crate) fn progress_created(&self, id: &Id, agreed: bool) {
        let mut tokens = self.tokens();
        let token = tokens.asked.remove(id);
        let consent = token.and_then(|it| tokens.known.get(&it));
        if let Some(consent) = consent.filter(|_| agreed) {
            consent.grant();
        }
    }

    /// Notes that the user cancelled the work whose progress token is `token`.
    pub(crate) fn cancel_progress(&self, token: &str) {
        if let Some(consent) = self.tokens().known.get(token) {
            consent.cancel();
        }
    }

    /// Drops the state of a token whose work is finished.
    pub(crate) fn forget_progress(&self, token: &str) {
        self.tokens().known.remove(token);
    }
}
