//! The protocol's states, and messages in the order in which they come.
//!
//! tower-lsp runs the futures of several messages at once, and a future's body only some time later. What must keep the
//! order of the messages is done here in `call`, which runs once for each in that order: it hands the message to the
//! owner of the databases and waits for nothing.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::pin::Pin;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use futures::channel::oneshot;
use futures::future::Either;
use futures::{FutureExt, Sink, stream};
use serde_json::Value;
use tower::Service;
use tower_lsp::Loopback;
use tower_lsp::jsonrpc::{Error, ErrorCode, Id, Request, Response, Result};
use tower_lsp::lsp_types::InitializeParams;

use super::capabilities;
use super::owner::Event;

/// A request that waits for its answer.
pub struct Call {
    pub id: Id,
    pub method: String,
    pub params: Value,
    pub reply: Reply,
}

/// Where the answer to a request goes. The first one counts.
#[derive(Clone)]
pub struct Reply(Arc<Mutex<Option<oneshot::Sender<Result<Value>>>>>);

impl Reply {
    fn new() -> (Reply, oneshot::Receiver<Result<Value>>) {
        let (sender, receiver) = oneshot::channel();
        (Reply(Arc::new(Mutex::new(Some(sender)))), receiver)
    }

    /// Whether there was an answer.
    pub fn is_sent(&self) -> bool {
        let sender = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        sender.is_none()
    }

    pub fn send(&self, result: Result<Value>) {
        let sender = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(sender) = sender {
            // Nobody may be waiting any more.
            let _ = sender.send(result);
        }
    }
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
    state: State,
}

impl Front {
    pub fn new(owner: Sender<Event>) -> Front {
        let state = State::New;
        Front { owner, state }
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
                let (reply, receiver) = Reply::new();
                self.tell(Event::Request(Call {
                    id: id.clone(),
                    method,
                    params,
                    reply,
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

    fn initialize(&mut self, params: Value) -> Result<Value> {
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
                    self.tell(Event::Notification { method, params });
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
