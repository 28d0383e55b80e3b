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
pub use destination::replace;
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
        Request::Help => terminal::print(help(program)),
        Request::Version => terminal::print(VERSION),
        Request::Run(mut options) => {
            options.settle(program, Path::new(""));
            run::run(program, &options)
        }
    }
}

/// The text of `--version`. It contains a release in the form of LLVM's tools, since some build systems search for
/// this form.
const VERSION: &str = concat!(
    "tablegen-analyzer ",
    env!("CARGO_PKG_VERSION"),
    "\n  LLVM version 19.1.7 (compatible)\n"
);

/// A part of the help text.
pub struct HelpSection {
    /// The title.
    pub title: &'static str,
    /// Each option with the form of its value, and what it does.
    pub entries: Vec<(String, &'static str)>,
}

/// The options of the driver and its backends.
pub fn help_sections() -> Vec<HelpSection> {
    let own = option_table::OPTIONS.iter();
    let own = own.filter(|it| !it.help.is_empty());
    let own = own.map(|it| (usage(it.name, it.takes), it.help));
    let of_backends = backends::options().map(|it| (usage(it.name, Some(it.takes)), it.help));
    let worker = (worker::OPTION.to_owned(), worker::HELP);
    let mut sections = vec![HelpSection {
        title: "OPTIONS",
        entries: own.chain(of_backends).chain([worker]).collect(),
    }];
    let tools = [
        (None, "BACKENDS"),
        (Some(Tool::Llvm), "BACKENDS of llvm-tblgen"),
        (Some(Tool::Clang), "BACKENDS of clang-tblgen"),
        (Some(Tool::Mlir), "BACKENDS of mlir-tblgen"),
    ];
    for (tool, title) in tools {
        let backends = backends::all().filter(|it| it.tool == tool);
        let entries: Vec<_> = backends
            .map(|it| (format!("-{}", it.name), it.help))
            .collect();
        if !entries.is_empty() {
            sections.push(HelpSection { title, entries });
        }
    }
    sections
}

/// An option with the form of its value.
fn usage(name: &str, takes: Option<Takes>) -> String {
    let value = match takes {
        None | Some(Takes::Flag { .. }) => "",
        Some(Takes::Text) => "=<text>",
        Some(Takes::Uint | Takes::Ulong) => "=<number>",
        Some(Takes::OneOf(_)) => "=<word>",
    };
    format!("-{name}{value}")
}

fn help(program: &str) -> String {
    let mut help = format!("USAGE: {program} [options] <input file>\n");
    for section in help_sections() {
        let _ = writeln!(help, "\n{}:\n", section.title);
        for (usage, about) in section.entries {
            let _ = writeln!(help, "  {usage:<40} {about}");
        }
    }
    help
}
