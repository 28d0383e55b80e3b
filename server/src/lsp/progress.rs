//! Progress notifications to the client, and large answers sent in pieces.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::{Value, json};

use super::client::{Client, ProgressToken};

/// The progress of work that belongs to no request. The client shows the progress once the work takes long. The user
/// can cancel the work.
pub(super) struct Progress<'a> {
    client: &'a Client,
    title: &'static str,
    token: String,
    started: Instant,
    /// The state of the token, once the client was asked to create it.
    consent: Option<Arc<ProgressToken>>,
    /// The time of the last report to the client.
    told: Option<Instant>,
}

/// The time after which progress is shown, and the interval between two reports.
const PATIENCE: Duration = Duration::from_millis(500);

impl<'a> Progress<'a> {
    pub(super) fn new(client: &'a Client, title: &'static str) -> Progress<'a> {
        Progress {
            client,
            title,
            token: client.new_token(),
            started: Instant::now(),
            consent: None,
            told: None,
        }
    }

    pub(super) fn report(&mut self, done: usize, all: usize) {
        let Some(consent) = &self.consent else {
            if self.client.shows_progress() && self.started.elapsed() >= PATIENCE {
                self.consent = Some(self.client.create_progress(&self.token));
            }
            return;
        };
        let is_soon = self.told.is_some_and(|it| it.elapsed() < PATIENCE);
        if is_soon || !consent.is_granted() {
            return;
        }
        let percentage = done * 100 / all.max(1);
        let value = match self.told {
            Some(_) => json!({"kind": "report", "percentage": percentage}),
            None => json!({
                "kind": "begin",
                "title": self.title,
                "cancellable": true,
                "percentage": percentage,
            }),
        };
        self.client.progress(&json!(self.token), value);
        self.told = Some(Instant::now());
    }

    /// Whether the user cancelled the work.
    pub(super) fn is_cancelled(&self) -> bool {
        let consent = self.consent.as_ref();
        consent.is_some_and(|it| it.is_cancelled())
    }
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        if self.consent.is_some() {
            self.client.forget_progress(&self.token);
        }
        if self.told.is_some() {
            self.client
                .progress(&json!(self.token), json!({"kind": "end"}));
        }
    }
}

/// The progress of a request whose client gave a progress token. It ends when this value is dropped.
pub(crate) struct RequestProgress {
    client: Client,
    token: Value,
}

impl RequestProgress {
    /// Begins the progress; `None` if the parameters have no token.
    pub(crate) fn begin(client: &Client, params: &Value, title: &str) -> Option<RequestProgress> {
        let token = token(params, "workDoneToken")?;
        let value = json!({"kind": "begin", "title": title, "cancellable": true});
        client.progress(&token, value);
        let client = client.clone();
        Some(RequestProgress { client, token })
    }

    pub(crate) fn is_of(&self, token: &Value) -> bool {
        self.token == *token
    }
}

impl Drop for RequestProgress {
    fn drop(&mut self) {
        self.client.progress(&self.token, json!({"kind": "end"}));
    }
}

fn token(params: &Value, name: &str) -> Option<Value> {
    let token = params.get(name)?;
    (token.is_string() || token.is_i64()).then(|| token.clone())
}

/// The largest number of results in a piece.
const PIECE: usize = 100;

/// Sends an answer in pieces if the client gave a token for partial results.
#[derive(Clone)]
pub(crate) struct PartialResults {
    client: Client,
    token: Option<Value>,
    /// Whether any piece was sent. If so, the request cannot be answered again.
    told: Arc<AtomicBool>,
}

impl PartialResults {
    pub(crate) fn new(client: &Client, params: &Value) -> PartialResults {
        PartialResults {
            client: client.clone(),
            token: token(params, "partialResultToken"),
            told: Arc::default(),
        }
    }

    pub(crate) fn are_told(&self) -> bool {
        self.told.load(Ordering::Relaxed)
    }

    /// Sends all parts in pieces while they are produced, and returns an empty list. `wrap` converts a piece to the
    /// form that the protocol requires. Without a token, nothing is sent and all parts are returned.
    pub(crate) fn tell<T: Serialize>(
        &self,
        parts: impl IntoIterator<Item = T>,
        wrap: impl Fn(&[T]) -> Value,
    ) -> Vec<T> {
        let mut parts = parts.into_iter();
        let Some(token) = &self.token else {
            return parts.collect();
        };
        loop {
            let piece: Vec<T> = parts.by_ref().take(PIECE).collect();
            if piece.is_empty() {
                return piece;
            }
            self.told.store(true, Ordering::Relaxed);
            self.client.progress(token, wrap(&piece));
        }
    }

    /// Like [`PartialResults::tell`], for an answer that is a list.
    pub(crate) fn list<T: Serialize>(&self, parts: impl IntoIterator<Item = T>) -> Vec<T> {
        self.tell(parts, |piece| json!(piece))
    }
}
