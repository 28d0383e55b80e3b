//! The drop-in `llvm-tblgen`, `clang-tblgen` and `mlir-tblgen`.

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

use crate::terminal;

mod batch;
mod depfile;
mod destination;
mod edits;
pub mod of_build;
pub mod option_table;
pub mod options;
mod phases;
mod pool;
mod queue;
mod response_file;
mod run;
mod stats;
mod threads;
mod worker;

use backends::{Takes, Tool};

pub use batch::batch;
pub use run::bad_macro;
pub use stats::stats;

use options::Request;

/// Runs the driver. `program` is the name under which it was called, `args` are the arguments after the name.
pub fn main(program: &str, args: &[String]) -> ExitCode {
    if let Some(at) = args.iter().position(|it| it == worker::OPTION) {
        let others = [&args[..at], &args[at + 1..]].concat();
        return worker::main(program, &others);
    }
    let (request, errors) = options::parse(program, args);
    terminal::eprint(errors.as_bytes());
    match request {
        Request::Fail => ExitCode::FAILURE,
        Request::Help => terminal::print(&help(program)),
        Request::Version => terminal::print(VERSION),
        Request::Run(mut options) => {
            options.settle(program, Path::new(""));
            run::run(program, &options)
        }
    }
}

/// The text of `--version`. It contains a release in the form of LLVM's tools, which some build systems search for.
const VERSION: &str = concat!(
    "tablegen-analyzer ",
    env!("CARGO_PKG_VERSION"),
    "\n  LLVM version 19.1.7 (compatible)\n"
);

fn push_option(help: &mut String, name: &str, takes: Option<Takes>, words: &str) {
    let value = match takes {
        None | Some(Takes::Flag { .. }) => "",
        Some(Takes::Text) => "=<text>",
        Some(Takes::Uint | Takes::Ulong) => "=<number>",
        Some(Takes::OneOf(_)) => "=<word>",
    };
    let name = format!("-{name}{value}");
    let _ = writeln!(help, "  {name:<40} {words}");
}

fn help(program: &str) -> String {
    let mut help = format!("USAGE: {program} [options] <input file>\n\nOPTIONS:\n\n");
    for spec in option_table::OPTIONS
        .iter()
        .filter(|it| !it.help.is_empty())
    {
        push_option(&mut help, spec.name, spec.takes, spec.help);
    }
    for option in backends::options() {
        push_option(&mut help, option.name, Some(option.takes), option.help);
    }
    let _ = writeln!(help, "  {:<40} {}", worker::OPTION, worker::HELP);
    let tools = [
        (None, "BACKENDS"),
        (Some(Tool::Llvm), "BACKENDS of llvm-tblgen"),
        (Some(Tool::Clang), "BACKENDS of clang-tblgen"),
        (Some(Tool::Mlir), "BACKENDS of mlir-tblgen"),
    ];
    for (tool, title) in tools {
        let backends: Vec<_> = backends::all().filter(|it| it.tool == tool).collect();
        if !backends.is_empty() {
            let _ = writeln!(help, "\n{title}:\n");
        }
        for backend in backends {
            let name = format!("-{}", backend.name);
            let _ = writeln!(help, "  {name:<40} {}", backend.help);
        }
    }
    help
}
