//! The protocol's states, and messages in the order in which they come.
//!
//! tower-lsp runs the futures of several messages at once, and a future's body only some time later. What must keep the
//! order of the messages is done here in `call`, which runs once for each in that order: it hands the message to the
//! owner of the databases and waits for nothing.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::pin::Pin;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Instant;

use futures::channel::oneshot;
use futures::future::Either;
use futures::{FutureExt, Sink, stream};
use serde_json::Value;
use tower::Service;
use tower_lsp::Loopback;
use tower_lsp::jsonrpc::{Error, ErrorCode, Id, Request, Response, Result};
use tower_lsp::lsp_types::InitializeParams;

use super::capabilities;
use super::client::{Client, Trace};
use super::line_index::floor_char;
use super::owner::Event;
use super::progress::{Pieces, RequestProgress};

/// A request that waits for its answer.
pub struct Call {
    pub id: Id,
    pub method: String,
    pub params: Value,
    pub reply: Reply,
    /// Shown until the call is gone, if the client wants that.
    pub progress: Option<Arc<RequestProgress>>,
    pub pieces: Pieces,
}

/// Where the answer to a request goes. The first one counts.
#[derive(Clone)]
pub struct Reply(Arc<Waiting>);

/// Somebody who waits for an answer.
struct Waiting {
    sender: Mutex<Option<oneshot::Sender<Result<Value>>>>,
    client: Client,
    /// The request's method and id.
    what: String,
    since: Instant,
}

impl Reply {
    fn new(client: &Client, what: String) -> (Reply, oneshot::Receiver<Result<Value>>) {
        let (sender, receiver) = oneshot::channel();
        let waiting = Waiting {
            sender: Mutex::new(Some(sender)),
            client: client.clone(),
            what,
            since: Instant::now(),
        };
        (Reply(Arc::new(waiting)), receiver)
    }

    fn sender(&self) -> MutexGuard<'_, Option<oneshot::Sender<Result<Value>>>> {
        let sender = self.0.sender.lock();
        sender.unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether there was an answer.
    pub fn is_sent(&self) -> bool {
        self.sender().is_none()
    }

    pub fn send(&self, result: Result<Value>) {
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
        // Nobody may be waiting any more.
        let _ = sender.send(result);
    }
}

/// The start of what may be long.
fn cut(mut text: String) -> String {
    const MOST: usize = 2000;
    if text.len() > MOST {
        text.truncate(floor_char(&text, MOST));
        text.push_str("...");
    }
    text
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Running,
    ShutDown,
}

/// What tower-lsp gives messages to.
pub struct Front {
    owner: Sender<Event>,
    client: Client,
    state: State,
}

impl Front {
    pub fn new(owner: Sender<Event>, client: Client) -> Front {
        Front {
            owner,
            client,
            state: State::New,
        }
    }

    /// The owner lives as long as the process; if it were gone there would be nobody to tell.
    fn tell(&self, event: Event) {
        let _ = self.owner.send(event);
    }

    fn request(&mut self, id: Id, method: String, params: Value) -> Answer {
        let refuse = |id, error| Either::Left(ready(Ok(Some(Response::from_error(id, error)))));
        match (self.state, method.as_str()) {
            (State::New, "initialize") => match self.initialize(params) {
                Ok(result) => Either::Left(ready(Ok(Some(Response::from_ok(id, result))))),
                Err(error) => refuse(id, error),
            },
            (State::New, _) => refuse(id, not_initialized()),
            (State::ShutDown, _) | (State::Running, "initialize") => {
                refuse(id, Error::invalid_request())
            }
            (State::Running, "shutdown") => {
                self.state = State::ShutDown;
                Either::Left(ready(Ok(Some(Response::from_ok(id, Value::Null)))))
            }
            (State::Running, _) => {
                let (reply, receiver) = Reply::new(&self.client, format!("{method} ({id})"));
                let (client, given) = (&self.client, &params);
                client.trace(
                    || format!("{method} ({id}) received"),
                    || cut(given.to_string()),
                );
                let progress = RequestProgress::begin(client, given, &method);
                let pieces = Pieces::new(client, given);
                self.tell(Event::Request(Call {
                    id: id.clone(),
                    method,
                    params,
                    reply,
                    progress: progress.map(Arc::new),
                    pieces,
                }));
                let response = receiver.map(move |result| {
                    // An owner that gave up has said why.
                    let result = result.unwrap_or_else(|_| Err(Error::internal_error()));
                    Ok(Some(Response::from_parts(id, result)))
                });
                Either::Right(response.boxed())
            }
        }
    }

    fn notification(&self, method: String, params: Value) {
        self.client
            .trace(|| format!("{method} received"), || cut(params.to_string()));
        if method == "$/setTrace" {
            self.client.set_trace(Trace::named(&params["value"]));
        }
        self.tell(Event::Notification { method, params });
    }

    fn initialize(&mut self, params: Value) -> Result<Value> {
        self.client.set_trace(Trace::named(&params["trace"]));
        let params: InitializeParams = serde_json::from_value(params)
            .map_err(|error| Error::invalid_params(error.to_string()))?;
        let result = capabilities::answer(&params);
        self.state = State::Running;
        self.tell(Event::Initialize(Box::new(params)));
        let mut result =
            serde_json::to_value(result).map_err(|error| internal(&error.to_string()))?;
        capabilities::add_newer(&mut result);
        Ok(result)
    }
}

/// An error of the server itself, in words.
pub fn internal(message: &str) -> Error {
    Error {
        message: message.to_owned().into(),
        ..Error::internal_error()
    }
}

fn not_initialized() -> Error {
    Error {
        code: ErrorCode::ServerError(-32002),
        message: "the server is not initialized".into(),
        data: None,
    }
}

type Answer = Either<
    Ready<std::result::Result<Option<Response>, Infallible>>,
    futures::future::BoxFuture<'static, std::result::Result<Option<Response>, Infallible>>,
>;

impl Service<Request> for Front {
    type Response = Option<Response>;
    type Error = Infallible;
    type Future = Answer;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<std::result::Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request) -> Answer {
        let (method, id, params) = request.into_parts();
        let (method, params) = (method.into_owned(), params.unwrap_or(Value::Null));
        match id {
            Some(id) => self.request(id, method, params),
            None => {
                // Notifications before the start and after the end mean nothing.
                if self.state == State::Running {
                    self.notification(method, params);
                }
                Either::Left(ready(Ok(None)))
            }
        }
    }
}

/// Hands the client's answers to the owner. What the server itself asks does not go through tower-lsp.
pub struct Answers(pub Sender<Event>);

impl Loopback for Answers {
    type RequestStream = stream::Pending<Request>;
    type ResponseSink = Answers;

    fn split(self) -> (Self::RequestStream, Answers) {
        (stream::pending(), self)
    }
}

impl Sink<Response> for Answers {
    type Error = Infallible;

    fn poll_ready(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<std::result::Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn start_send(self: Pin<&mut Self>, response: Response) -> std::result::Result<(), Infallible> {
        let _ = self.0.send(Event::Response(response));
        Ok(())
    }

    fn poll_flush(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<std::result::Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn poll_close(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<std::result::Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }
}
