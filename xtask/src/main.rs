//! Makes packages, the page in a browser and crates: `cargo run -p xtask -- dist`, `… -- web`, `… -- crates`. See
//! `docs/releasing.md`.

mod archive;
mod build;
mod crates;
mod dist;
mod options;
mod tree;
mod web;

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
        Ok(options) if options.task == Task::Crates => crates::run(&options),
        Ok(options) if options.task == Task::Web => web::run(&options),
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
