//! The language server.
//!
//! The path of a message: `transport` reads it, tower-lsp decodes it, `service` passes it on in order, `main_loop`
//! applies it or takes a snapshot for it, a thread of the pool runs its handler (`requests`), and the answer goes back
//! through tower-lsp and `transport`. Meanwhile `checker` elaborates units for their diagnostics.
//!
//! The server uses three parts of tower-lsp: the message codec, the types of JSON-RPC, and `Server`, which matches
//! answers to requests. The server does not use `LspService`, tower-lsp's `Client` and the trait `LanguageServer`,
//! because they run handlers before the order of messages is known, cannot send an answer in pieces, and support only
//! the requests of the protocol.
//!
//! Invariants:
//!
//! * Only the main loop changes documents and databases, in the order of the messages.
//! * No request waits for the client: messages to the client are queued, and its answers arrive as events. Only the
//!   checker pauses while the queue is long.
//! * An edit waits until other threads have dropped their snapshots. So a thread with a snapshot either queries the
//!   database, where an edit cancels it, or drops the snapshot soon.
//! * No external command outlives the server, or the request that it was run for.
//! * A panic loses only the answer to one request.

mod backend_diagnostics;
mod busy;
mod call;
mod capabilities;
mod checker;
mod clashes;
mod client;
pub(crate) mod convert;
pub(crate) mod diagnostics;
pub(crate) mod diagnostics_cache;
mod document_units;
pub(crate) mod documents;
mod event;
mod frames;
mod main_loop;
mod parent;
pub(crate) mod places;
mod previews;
mod progress;
pub(crate) mod requests;
mod service;
pub(crate) mod settings;
mod status;
mod table_run;
mod transport;
mod trust;
pub(crate) mod unit;
mod units;
mod watch;

use std::process::ExitCode;
use std::sync::mpsc;
use std::time::Duration;

use tower_lsp::Server;

use self::busy::Busy;
use self::checker::Checker;
use self::clashes::Clashes;
use self::client::Client;
use self::main_loop::{MainLoop, Workers};
use self::previews::Previews;
use self::service::{Answers, Dispatcher};
use self::transport::{Output, ShutdownState};
use self::units::search::Search;
use driver::{big_stack, panics, stdio, terminal};
use symbols::SymbolIndex;

/// The largest number of requests that are answered at the same time.
const THREADS: usize = 8;
/// The time after which an idle thread ends. This frees the thread's stack, which endless recursion in a class may have
/// enlarged.
const IDLE: Duration = Duration::from_secs(2);
/// The longest time to wait, after the client has disconnected, until pending answers are sent.
const PATIENCE: Duration = Duration::from_secs(5);

/// Runs the server on standard input and output until the client disconnects.
pub(crate) fn main(args: &[String]) -> ExitCode {
    if let Some(arg) = args.iter().find(|it| *it != "--stdio") {
        return terminal::usage_error(&format!("lsp: no option '{arg}'"));
    }
    match serve() {
        Ok(code) => std::process::exit(code),
        Err(error) => {
            terminal::eprint(format!("tablegen-analyzer: cannot start: {error}\n").as_bytes());
            ExitCode::FAILURE
        }
    }
}

/// Serves one client. Returns the exit code of the process.
fn serve() -> std::io::Result<i32> {
    panics::keep_messages();
    #[cfg(windows)]
    driver::windows::end_children_with_this_process();
    big_stack::limit_each();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .thread_stack_size(elaborate::stack::wanted())
        .max_blocking_threads(THREADS)
        .thread_keep_alive(IDLE)
        .build()?;
    let shutdown = ShutdownState::default();
    let output = Output::default();
    let previews = Previews::default();
    let if_gone = {
        let previews = previews.clone();
        move || {
            previews.end();
            std::process::exit(1);
        }
    };
    output.start(stdio::output()?, if_gone)?;
    driver::signals::watch({
        let previews = previews.clone();
        move || previews.end()
    })?;
    let at_end = {
        let (shutdown, previews) = (shutdown.clone(), previews.clone());
        move || {
            previews.end();
            std::thread::sleep(PATIENCE);
            std::process::exit(shutdown.exit_code());
        }
    };
    let input = transport::input(std::io::stdin(), output.clone(), shutdown.clone(), at_end)?;

    let (events, received) = mpsc::channel();
    let client = Client::new(output.clone());
    let (checker, busy) = (Checker::default(), Busy::default());
    checker.start(client.clone(), events.clone(), busy.clone())?;
    let clashes = Clashes::default();
    clashes.start(events.clone(), busy.clone(), previews.clone())?;
    let symbols = SymbolIndex::default();
    symbols.start({
        let (busy, checker) = (busy.clone(), checker.clone());
        move || busy.is_busy() || !checker.is_at_rest()
    })?;
    let pool = runtime.handle().clone();
    previews.start(client.clone(), events.clone(), busy.clone())?;
    let owner = MainLoop::new(
        client.clone(),
        events.clone(),
        pool,
        busy,
        Workers {
            checker,
            clashes,
            previews: previews.clone(),
            symbols,
        },
        Search::start(events.clone())?,
    );
    big_stack::spawn("owner", move || owner.run(&received))?;

    let answers = Answers(events.clone());
    let server = Server::new(input, output.clone(), answers).concurrency_level(usize::MAX);
    runtime.block_on(server.serve(Dispatcher::new(events, client)));
    previews.end();
    output.drain(PATIENCE);
    Ok(shutdown.exit_code())
}
