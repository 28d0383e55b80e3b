//! The dispatch from the command line to the commands.

use std::io::IsTerminal;
use std::process::ExitCode;

use driver::terminal::{print, usage_error};
use symbols::GENERATED_NAMES;

const HELP: &str = "\
A language server and command line for TableGen.

Usage: tablegen-analyzer COMMAND [ARGUMENT...]

  batch ROWS --out DIR         many tblgen command lines in one process; ROWS is a file of cells
                               between tabs with the columns id (a path in DIR), tool,
                               backend, args, include_dirs (between semicolons) and root,
                               or a folder whose build files say what is made; see
                               batch --help
  check [-I DIR]... [-D NAME]... [--compat=RELEASE] [--format=text|json|sarif] [--backends] [--hints] PATH...
                               report all errors of files, or of all units in folders; what
                               includes what is found without -I and -D, with which files are
                               roots and the units of folders have more; with --backends also
                               those of the backends that the build runs on each root, with
                               --hints also what an editor says of targets
  demo                         a short tour on a bundled example
  help                         this text
  lsp [--stdio]                the language server on standard input and output; what runs
                               without a command when standard input is no terminal
  stats OPTION... FILE         how long reading a root file takes, and what there is in it
  tags [OPTION...] FILE...     a tags file; also as the program tdtags; see tags -H
  units [-I DIR]... [--json] [PATH...]
                               the units found in folders, or those that read files
  tblgen OPTION... FILE        do what llvm-tblgen does (also when called by a name that
                               ends with -tblgen, perhaps with a version); see tblgen --help
";

/// Runs the program on the process's arguments.
pub fn main() -> ExitCode {
    // Arguments that are not UTF-8 are converted lossily, so a file with such a name is not found.
    let mut args = std::env::args_os().map(|it| it.to_string_lossy().into_owned());
    let program = args
        .next()
        .unwrap_or_else(|| "tablegen-analyzer".to_owned());
    let args: Vec<String> = args.collect();
    run(&program, &args)
}

/// Runs the program, which was called by the name `program`.
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
    if wants_help && let Some(help) = help_of(command) {
        return print(&help);
    }
    match command {
        "batch" => driver::tblgen::batch(rest),
        "check" => crate::check::main(rest),
        "demo" => crate::demo::main(),
        "help" | "--help" | "-h" => print(HELP),
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

/// The help text of a command, taken from the list of all commands. `None` for commands that print their own help.
fn help_of(command: &str) -> Option<String> {
    if matches!(command, "batch" | "tblgen") {
        return None;
    }
    let is_command = |it: &str| it.starts_with("  ") && !it.starts_with("   ");
    let mut lines = HELP.lines();
    let names = |it: &str| is_command(it) && it.split_whitespace().next() == Some(command);
    let first = lines.by_ref().find(|it| names(it))?;
    let rest = lines.take_while(|it| !is_command(it));
    let lines = std::iter::once(first).chain(rest);
    Some(
        lines.fold("Usage: tablegen-analyzer".to_owned(), |text, line| {
            let line = if line == first { &line[1..] } else { line };
            text + line + "\n"
        }),
    )
}

/// Whether a program called by this name has to behave like llvm-tblgen.
fn is_tblgen_name(program: &str) -> bool {
    let name = program.rsplit(std::path::is_separator).next();
    let name = name.unwrap_or(program);
    name.contains("-tblgen")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_say_what_they_take() {
        let told = help_of("units").unwrap_or_default();
        expect_test::expect![[r#"
            Usage: tablegen-analyzer units [-I DIR]... [--json] [PATH...]
                                           the units found in folders, or those that read files
        "#]]
        .assert_eq(&told);
        for command in ["check", "demo", "help", "lsp", "stats", "tags"] {
            let told = help_of(command).unwrap_or_default();
            let start = format!("Usage: tablegen-analyzer {command}");
            assert!(told.starts_with(&start), "{command}: {told}");
        }
        assert_eq!(help_of("nothing"), None);
    }

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
