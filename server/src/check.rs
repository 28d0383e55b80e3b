//! `check`: what is wrong with files, as llvm-tblgen would say it, but all of it.

use std::process::ExitCode;

use crate::tblgen::front_end::{self, FileSystem};
use crate::tblgen::options::{Compat, Options};
use crate::{cli, deep};

/// Bytes of messages about one file after which no more are begun.
const MAX_OUTPUT: usize = 1 << 20;

/// Runs the command.
pub fn main(args: &[String]) -> ExitCode {
    let mut files = Vec::new();
    let mut options = Options::default();
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        match arg.as_str() {
            "--compat=19" => options.compat = Compat::Llvm19,
            "--compat=22" => options.compat = Compat::Llvm22,
            "--" => files.extend(rest.by_ref()),
            _ => match arg.split_at_checked(2) {
                Some((name @ ("-D" | "-I"), value)) => {
                    let value = match value {
                        "" => rest.next().cloned(),
                        _ => Some(value.to_owned()),
                    };
                    let Some(value) = value else {
                        return cli::usage_error(&format!("check: {name} requires a value"));
                    };
                    match name {
                        "-D" => options.macros.push(value),
                        _ => options.include_dirs.push(value),
                    }
                }
                _ if arg.starts_with('-') && arg != "-" => {
                    return cli::usage_error(&format!("check: no option '{arg}'"));
                }
                _ => files.push(arg),
            },
        }
    }
    if files.is_empty() {
        return cli::usage_error("check: no file is given");
    }
    let mut clean = true;
    for name in files {
        match cli::read_input(name) {
            Ok(text) => clean &= check(name, &text, &options),
            Err(err) => {
                clean = false;
                let message = format!("tablegen-analyzer: cannot read '{name}': {err}\n");
                cli::eprint(message.as_bytes());
            }
        }
    }
    if clean {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Prints what is wrong with one file. Returns whether there is no error.
fn check(name: &str, text: &[u8], options: &Options) -> bool {
    let options = for_file(name, options);
    let checked = deep::run(|| {
        let read = front_end::run(&options, text, &FileSystem);
        cli::eprint(&read.messages(MAX_OUTPUT));
        read.errors == 0
    });
    checked.unwrap_or_else(|err| {
        cli::eprint(format!("tablegen-analyzer: cannot check '{name}': {err}\n").as_bytes());
        false
    })
}

/// The options to read this file with. If no include directory is given, it is the file's own.
pub(crate) fn for_file(name: &str, options: &Options) -> Options {
    let mut options = options.clone();
    name.clone_into(&mut options.input);
    if options.include_dirs.is_empty()
        && let Some((folder, _)) = name.rsplit_once('/')
    {
        options.include_dirs.push(folder.to_owned());
    }
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_about_one_long_line_is_bounded() {
        let text = "def ".repeat(50_000);
        let read = front_end::run(&Options::default(), text.as_bytes(), &FileSystem);
        let printed = read.messages(MAX_OUTPUT);
        assert!(read.errors > 0);
        assert!(printed.len() < 2 * MAX_OUTPUT, "{}", printed.len());
        assert!(printed.ends_with(b" more messages\n"));
    }
}
