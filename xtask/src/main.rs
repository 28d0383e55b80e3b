//! Makes packages: `cargo run -p xtask -- dist`. See `docs/releasing.md`.

mod archive;
mod dist;
mod options;
mod tree;

use std::process::ExitCode;

use options::{Options, Task};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let done = match Options::parse(&args) {
        Ok(Options {
            task: Task::Help, ..
        }) => {
            eprint!("{}", options::HELP);
            Ok(())
        }
        Ok(options) => dist::run(&options),
        Err(message) => Err(format!("{message}\n\n{}", options::HELP)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}
