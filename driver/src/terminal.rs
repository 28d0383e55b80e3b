//! Output of all commands to standard output and standard error.

use std::io::Write;
use std::process::ExitCode;

use crate::stdio;

/// The exit code if a command line is invalid.
pub const USAGE: u8 = 2;

/// Reports an invalid command line on standard error. Returns the exit code [`USAGE`].
pub fn usage_error(message: &str) -> ExitCode {
    eprint(format!("tablegen-analyzer: {message}\n").as_bytes());
    ExitCode::from(USAGE)
}

/// Writes to standard output. Returns success if the reader has closed the pipe; other failures are reported.
pub fn print(text: impl AsRef<[u8]>) -> ExitCode {
    let written = stdio::output().and_then(|mut it| it.write_all(text.as_ref()));
    match written {
        Err(err) if err.kind() != std::io::ErrorKind::BrokenPipe => {
            eprint(format!("tablegen-analyzer: cannot write: {err}\n").as_bytes());
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Writes to standard error. Failures are ignored, as they could not be reported.
pub fn eprint(text: &[u8]) {
    let mut stream = std::io::stderr().lock();
    if let Err(error) = stream.write_all(text)
        && error.kind() == std::io::ErrorKind::InvalidData
    {
        // A console of Windows takes UTF-8 only.
        let _ = stream.write_all(String::from_utf8_lossy(text).as_bytes());
    }
}
