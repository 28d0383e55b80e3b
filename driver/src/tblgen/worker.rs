//! `tblgen --persistent_worker`: many runs of the driver, requested by Bazel.
//!
//! Requests arrive on standard input. Responses go to standard output in any order, with the messages that the driver
//! would have printed to standard error. Requests with the same root share its records as long as the digests of all
//! files are equal.

mod frames;
mod protocol;

use std::collections::HashMap;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use elaborate::budget::MIB;
use parking_lot::Mutex;
use project::path;

use self::frames::Frames;
use self::protocol::{Request, Response};
use super::options::{self, Options};
use super::pool::{Job, Pool, Sharing, Stamp};
use super::run::Failed;
use crate::{resources, stdio, terminal};

/// The option that turns the driver into a worker.
pub(super) const OPTION: &str = "--persistent_worker";

pub(super) const HELP: &str =
    "Answer requests of Bazel's, in JSON; what else is given is a part of each request";

/// The memory limit in bytes for roots that are kept. On a small machine, it is an eighth of the memory instead.
const KEEP: usize = 1024 * MIB;

/// Answers requests until standard input ends. `args` come before the arguments of each request.
pub(super) fn main(program: &str, args: &[String]) -> ExitCode {
    // The name is leaked, as jobs need it for as long as the process runs.
    let program: &'static str = program.to_owned().leak();
    let (input, output) = match stdio::input().and_then(|it| Ok((it, stdio::output()?))) {
        Ok(streams) => streams,
        Err(error) => {
            terminal::eprint(format!("{program}: {error}\n").as_bytes());
            return ExitCode::FAILURE;
        }
    };
    let eighth = resources::machine_bytes().map_or(usize::MAX, |it| it / 8);
    let sharing = Sharing {
        program,
        each_says: true,
        keep: Some(KEEP.min(eighth)),
    };
    let client = Client {
        output: Mutex::new(output),
        open: Mutex::default(),
    };
    let client = &client;
    match Pool::run(sharing, |pool| client.serve(input, pool, program, args)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            terminal::eprint(format!("{program}: no thread to work on: {error}\n").as_bytes());
            ExitCode::FAILURE
        }
    }
}

/// The build tool that sends requests and receives the responses.
struct Client<W> {
    output: Mutex<W>,
    /// The states of requests that are not answered yet, by the requests' ids.
    open: Mutex<HashMap<i64, Arc<Mutex<State>>>>,
}

/// The state of a request.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// The request has not been answered, and no output is being written.
    Waiting,
    Writing,
    /// The request was cancelled while its output was being written. It is answered once writing has stopped.
    Stopping,
    Answered,
}

/// A request for a table.
struct Table<'a> {
    id: i64,
    options: Box<Options>,
    folder: PathBuf,
    /// The digests of files, by path. Files that the client does not list have none.
    digests: HashMap<String, String>,
    said: Mutex<Vec<u8>>,
    state: Arc<Mutex<State>>,
    client: &'a (dyn Answers + Sync),
}

/// A receiver of responses.
trait Answers {
    /// Sends a response. After that, its request cannot be cancelled.
    fn answer(&self, response: &Response);
}

impl<W: Write + Send> Client<W> {
    fn serve<'a>(
        &'a self,
        input: impl Read,
        pool: &Pool<Table<'a>>,
        program: &str,
        args: &[String],
    ) {
        for frame in Frames::new(input) {
            match frame.and_then(|text| protocol::read(&text)) {
                Ok(request) if request.cancel => self.cancel(request.request_id),
                Ok(request) => match self.table(program, args, request) {
                    Ok(table) => {
                        self.open.lock().insert(table.id, table.state.clone());
                        pool.add([table]);
                    }
                    Err(response) => self.answer(&response),
                },
                Err(bad) => self.answer(&Response {
                    exit_code: 1,
                    output: format!("{program}: {}\n", bad.message),
                    request_id: bad.id,
                    was_cancelled: false,
                }),
            }
        }
    }

    /// The job for a request. If the request needs no job, the error is the response to the request.
    fn table(
        &self,
        program: &str,
        args: &[String],
        request: Request,
    ) -> Result<Table<'_>, Response> {
        let id = request.request_id;
        let answer = |exit_code, output| Response {
            exit_code,
            output,
            request_id: id,
            was_cancelled: false,
        };
        let args = [args, &request.arguments].concat();
        let (asked, errors) = options::parse(program, &args);
        let mut options = match asked {
            options::Request::Run(options) => options,
            options::Request::Fail => return Err(answer(1, errors)),
            options::Request::Help => return Err(answer(0, errors + &super::help(program))),
            options::Request::Version => return Err(answer(0, errors + super::VERSION)),
        };
        if let Some(message) = impossible(&options) {
            return Err(answer(1, format!("{program}: a worker {message}\n")));
        }
        options.settle(program, Path::new(&request.sandbox_dir));
        let inputs = request.inputs.into_iter();
        let inputs = inputs.filter(|it| !it.digest.is_empty());
        let digests = inputs.map(|it| (path::normalize(&it.path), it.digest));
        Ok(Table {
            id,
            options,
            folder: request.sandbox_dir.into(),
            digests: digests.collect(),
            said: Mutex::new(errors.into_bytes()),
            state: Arc::new(Mutex::new(State::Waiting)),
            client: self,
        })
    }

    /// Cancels a request. It is answered at once if its output is not being written, and otherwise when writing has
    /// stopped. If it is already answered, this does nothing.
    fn cancel(&self, id: i64) {
        let Some(open) = self.open.lock().get(&id).cloned() else {
            return;
        };
        let mut state = open.lock();
        match *state {
            State::Waiting => {
                *state = State::Answered;
                self.answer(&Response::cancelled(id));
            }
            State::Writing => *state = State::Stopping,
            State::Stopping | State::Answered => {}
        }
    }
}

impl<W: Write + Send> Answers for Client<W> {
    fn answer(&self, response: &Response) {
        self.open.lock().remove(&response.request_id);
        let written = self.output.lock().write_all(&response.to_line());
        if written.is_err() {
            // The client has ended.
            std::process::exit(1);
        }
    }
}

/// The error for a request that runs a command, or that uses standard input or output, which carry the protocol.
fn impossible(options: &Options) -> Option<&'static str> {
    if options.external.is_some() {
        return Some("runs no command (--external)");
    }
    if options.input == "-" {
        return Some("wants the name of a root file");
    }
    if options.output == "-" {
        return Some("wants -o with a file");
    }
    if options.depfile.as_deref() == Some("-") {
        return Some("wants -d with a file");
    }
    None
}

impl Job for Table<'_> {
    fn options(&self) -> &Options {
        &self.options
    }

    fn folder(&self) -> &Path {
        &self.folder
    }

    fn stamp(&self, path: &str) -> Stamp {
        let digest = self.digests.get(&path::normalize(path));
        Stamp::of_disk(&self.folder.join(path)).called(digest.cloned())
    }

    fn say(&self, text: &[u8]) {
        self.said.lock().extend_from_slice(text);
    }

    fn is_cancelled(&self) -> bool {
        matches!(*self.state.lock(), State::Stopping | State::Answered)
    }

    fn begin(&self) -> Result<(), Failed> {
        let mut state = self.state.lock();
        if *state != State::Waiting {
            return Err(Failed);
        }
        *state = State::Writing;
        Ok(())
    }

    fn finish(&self, result: Result<(), Failed>) {
        let mut state = self.state.lock();
        let response = match *state {
            State::Answered => return,
            State::Stopping => Response::cancelled(self.id),
            State::Waiting | State::Writing => Response {
                exit_code: i32::from(result.is_err()),
                output: String::from_utf8_lossy(&self.said.lock()).into_owned(),
                request_id: self.id,
                was_cancelled: false,
            },
        };
        *state = State::Answered;
        self.client.answer(&response);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cancelled_while_it_writes_is_answered_when_it_has_stopped() {
        let client = Client {
            output: Mutex::new(Vec::new()),
            open: Mutex::default(),
        };
        let arguments = ["-dump-json", "-o", "o", "a.td"].map(str::to_owned);
        let request = Request {
            arguments: arguments.into(),
            request_id: 5,
            ..Request::default()
        };
        let said = || String::from_utf8_lossy(&client.output.lock()).into_owned();
        let table = client.table("tblgen", &[], request);
        let table = table.unwrap_or_else(|it| panic!("{it:?}"));
        client.open.lock().insert(5, table.state.clone());
        assert!(table.begin().is_ok());
        client.cancel(5);
        assert_eq!((table.is_cancelled(), &*said()), (true, ""));
        table.finish(Ok(()));
        client.cancel(5);
        let cancelled = "{\"exitCode\":0,\"output\":\"\",\"requestId\":5,\"wasCancelled\":true}\n";
        assert_eq!(said(), cancelled);
    }
}
