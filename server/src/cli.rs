//! The dispatch from the command line to the commands.

use std::io::IsTerminal;
use std::process::ExitCode;

use symbols::GENERATED_NAMES;

use crate::commands;
use driver::terminal::{print, usage_error};

/// Runs the command that the process's arguments name, and returns the exit code. Without arguments, this is the
/// language server, or `help` if standard input is a terminal.
pub fn main() -> ExitCode {
    // Arguments that are not UTF-8 are converted lossily, so a file with such a name is not found.
    let mut args = std::env::args_os().map(|it| it.to_string_lossy().into_owned());
    let program = args
        .next()
        .unwrap_or_else(|| "tablegen-analyzer".to_owned());
    let args: Vec<String> = args.collect();
    run(&program, &args)
}

/// Runs the command that `args` name. `program` is the name by which the program was called. If it is the name of a
/// program like llvm-tblgen, `args` are the arguments of that program.
fn run(program: &str, args: &[String]) -> ExitCode {
    if is_tblgen_name(program) {
        return driver::tblgen::main(program, args);
    }
    let (command, rest) = match args.split_first() {
        None if std::io::stdin().is_terminal() => ("help", args),
        None => ("lsp", args),
        Some((first, _)) if first == "--stdio" => ("lsp", args),
        Some((first, rest)) => (first.as_str(), rest),
    };
    let wants_help = rest
        .iter()
        .take_while(|it| *it != "--")
        .any(|it| it == "--help");
    if wants_help && let Some(help) = commands::help_of(command) {
        return print(help);
    }
    match command {
        "batch" => driver::tblgen::batch(rest),
        "check" => crate::check::main(rest),
        "completions" => commands::completions::main(rest),
        "demo" => crate::demo::main(),
        "format" => crate::format::main(rest),
        "help" | "--help" | "-h" => print(commands::help()),
        "man" => commands::man::main(rest),
        "--version" | "-V" | "version" => print(concat!(
            "tablegen-analyzer ",
            env!("CARGO_PKG_VERSION"),
            "\n"
        )),
        "tblgen" => driver::tblgen::main("tablegen-analyzer tblgen", rest),
        "stats" => driver::tblgen::stats(rest),
        "units" => crate::units::main(rest),
        "lsp" => crate::lsp::main(rest),
        // Users do not run this command: the server runs it in child processes.
        GENERATED_NAMES => symbols::generated_names(),
        "tags" => crate::tags::main("tablegen-analyzer tags", rest),
        _ => usage_error(&format!(
            "no command '{command}'; see tablegen-analyzer help"
        )),
    }
}

/// Whether the program has to behave like llvm-tblgen if it is called by the name or path `program`.
fn is_tblgen_name(program: &str) -> bool {
    let name = program.rsplit(std::path::is_separator).next();
    let name = name.unwrap_or(program);
    name.contains("-tblgen")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_that_stand_in_for_llvm_tblgen() {
        for name in [
            "llvm-tblgen",
            "/usr/bin/llvm-tblgen-19",
            "./clang-tblgen",
            "my-llvm-tblgen.exe",
            "mlir-tblgen",
            "/usr/bin/mlir-tblgen-19",
        ] {
            assert!(is_tblgen_name(name), "{name}");
        }
        for name in [
            "tablegen-analyzer",
            "/opt/llvm-tblgen/bin/tablegen-analyzer",
            "tdtags",
        ] {
            assert!(!is_tblgen_name(name), "{name}");
        }
    }
}
