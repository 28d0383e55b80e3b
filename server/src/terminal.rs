//! Standard input and output, and what all commands say there.

use std::io::{Read, Write};
use std::process::ExitCode;

/// The exit code of a command that could not be understood.
pub const USAGE: u8 = 2;

/// Reports a command line that makes no sense.
pub fn usage_error(message: &str) -> ExitCode {
    eprint(format!("tablegen-analyzer: {message}\n").as_bytes());
    ExitCode::from(USAGE)
}

/// Writes to standard output. A closed pipe is the reader's choice; other failures are reported.
pub fn print(text: &str) -> ExitCode {
    let mut stdout = std::io::stdout().lock();
    match stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
    {
        Err(err) if err.kind() != std::io::ErrorKind::BrokenPipe => {
            eprint(format!("tablegen-analyzer: cannot write: {err}\n").as_bytes());
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// The bytes of a file; `-` is standard input.
pub fn read_input(path: &str) -> std::io::Result<Vec<u8>> {
    if path != "-" {
        return std::fs::read(path);
    }
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Writes to standard error, where a failure could not be reported anyway.
pub fn eprint(text: &[u8]) {
    let _ = std::io::stderr().lock().write_all(text);
}
