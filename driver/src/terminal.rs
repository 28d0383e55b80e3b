//! Output of all commands to standard output and standard error.

use std::io::Write;
use std::process::ExitCode;

use crate::stdio;

/// The exit code of a command that could not be understood.
pub const USAGE: u8 = 2;

/// Reports an invalid command line.
pub fn usage_error(message: &str) -> ExitCode {
    eprint(format!("tablegen-analyzer: {message}\n").as_bytes());
    ExitCode::from(USAGE)
}

/// Writes to standard output. A closed pipe is the reader's choice; other failures are reported.
pub fn print(text: &str) -> ExitCode {
    let written = stdio::output().and_then(|mut it| it.write_all(text.as_bytes()));
    match written {
        Err(err) if err.kind() != std::io::ErrorKind::BrokenPipe => {
            eprint(format!("tablegen-analyzer: cannot write: {err}\n").as_bytes());
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Writes to standard error, where a failure could not be reported.
pub fn eprint(text: &[u8]) {
    let _ = std::io::stderr().lock().write_all(text);
}
