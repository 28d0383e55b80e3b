//! Which command is meant.

use std::io::IsTerminal;
use std::process::ExitCode;

use crate::terminal::{print, usage_error};

const HELP: &str = "\
A language server and command line for TableGen.

Usage: tablegen-analyzer COMMAND [ARGUMENT...]

  batch ROWS --out DIR         many tblgen command lines in one process; ROWS is a file of cells
                               between tabs with the columns id (a path in DIR), tool,
                               backend, args, include_dirs (between semicolons) and root,
                               or a folder whose build files say what is made; see
                               batch --help
  check [-I DIR]... [-D NAME]... [--compat=19|22] [--format=text|json|sarif] PATH...
                               report all errors of files, or of all units in folders; what
                               includes what is found without -I and -D
  demo                         a short tour on a bundled example
  help                         this text
  lsp [--stdio]                the language server on standard input and output; what runs
                               without a command when standard input is no terminal
  stats OPTION... FILE         how long reading a root file takes, and what there is in it
  tags [OPTION...] FILE...     a tags file; also as the program tdtags; see tags -H
  units [--json] [PATH...]     the units found in folders, or those that read files
  tblgen OPTION... FILE        do what llvm-tblgen does (also when called by a name that
                               contains llvm-tblgen or clang-tblgen); see tblgen --help
";

/// Runs the program on the process's arguments.
pub fn main() -> ExitCode {
    // Names that are not UTF-8 cannot be given on the command line.
    let mut args = std::env::args_os().map(|it| it.to_string_lossy().into_owned());
    let program = args
        .next()
        .unwrap_or_else(|| "tablegen-analyzer".to_owned());
    let args: Vec<String> = args.collect();
    run(&program, &args)
}

/// Runs the program called as `program`.
fn run(program: &str, args: &[String]) -> ExitCode {
    if is_tblgen_name(program) {
        return crate::tblgen::main(program, args);
    }
    let (command, rest) = match args.split_first() {
        None if std::io::stdin().is_terminal() => ("help", args),
        None => ("lsp", args),
        Some((first, _)) if first == "--stdio" => ("lsp", args),
        Some((first, rest)) => (first.as_str(), rest),
    };
    match command {
        "batch" => crate::tblgen::batch(rest),
        "check" => crate::check::main(rest),
        "demo" => crate::demo::main(),
        "help" | "--help" | "-h" => print(HELP),
        "--version" | "-V" | "version" => print(concat!(
            "tablegen-analyzer ",
            env!("CARGO_PKG_VERSION"),
            "\n"
        )),
        "tblgen" => crate::tblgen::main("tablegen-analyzer tblgen", rest),
        "stats" => crate::tblgen::stats(rest),
        "units" => crate::units::main(rest),
        "lsp" => crate::lsp::main(rest),
        "tags" => crate::tags::main("tablegen-analyzer tags", rest),
        _ => usage_error(&format!(
            "no command '{command}'; see tablegen-analyzer help"
        )),
    }
}

/// Whether a program called by this name is to behave as llvm-tblgen.
fn is_tblgen_name(program: &str) -> bool {
    let name = program.rsplit('/').next().unwrap_or(program);
    name.contains("llvm-tblgen") || name.contains("clang-tblgen")
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
