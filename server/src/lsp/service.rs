//! The connection's state in the protocol, and the order of messages.
//!
//! tower-lsp runs the futures of several messages at once, and starts the body of a future only some time later. So
//! all work that depends on the order of the messages is done in `call`. tower-lsp runs `call` once for each message,
//! in order. `call` passes the message on to the main loop and does not block.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::task::{Context, Poll};

use futures::future::Either;
use futures::{FutureExt, Sink, stream};
use lsp_types::InitializeParams;
use serde_json::Value;
use tower::Service;
use tower_lsp::Loopback;
use tower_lsp::jsonrpc::{Error, ErrorCode, Id, Request, Response, Result};

use super::call::{Call, Reply, cut, internal};
use super::capabilities;
use super::client::{Client, Trace};
use super::event::Event;
use super::progress::{PartialResults, RequestProgress};

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Running,
    ShutDown,
}

/// The service that tower-lsp calls with each message.
pub(super) struct Dispatcher {
    owner: Sender<Event>,
    client: Client,
    state: State,
}

impl Dispatcher {
    pub(super) fn new(owner: Sender<Event>, client: Client) -> Dispatcher {
        Dispatcher {
            owner,
            client,
            state: State::New,
        }
    }

    /// Sends an event to the main loop. The main loop lives as long as the process, so sending does not fail.
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
                let pieces = PartialResults::new(client, given);
                self.tell(Event::Request(Call {
                    id: id.clone(),
                    method,
                    params,
                    reply,
                    progress: progress.map(Arc::new),
                    pieces,
                }));
                let response = receiver.map(move |answer| {
                    // No answer comes if the main loop has ended. The main loop has logged the reason.
                    let answer = answer.unwrap_or_else(|_| Some(Err(Error::internal_error())));
                    Ok(answer.map(|result| Response::from_parts(id, result)))
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

impl Service<Request> for Dispatcher {
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
                // Notifications before `initialize` and after `shutdown` are ignored.
                if self.state == State::Running {
                    self.notification(method, params);
                }
                Either::Left(ready(Ok(None)))
            }
        }
    }
}

/// Passes the client's answers on to the main loop. The server sends its requests without tower-lsp, so tower-lsp does
/// not know them.
pub(super) struct Answers(pub Sender<Event>);

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
