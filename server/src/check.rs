//! `check`: the syntax errors of files, as llvm-tblgen would print them, but all of them.

use std::io::Read;
use std::process::ExitCode;

use syntax::text::{byte_len, decode, encode};
use syntax::{Dialect, MacroSet, Severity};

use crate::cli;
use crate::render::{self, Source};

/// Bytes of messages about one file after which no more are begun. Each message repeats its source
/// line, so those about one long line could otherwise come to the square of its size.
const MAX_OUTPUT: usize = 1 << 20;

/// Runs the command.
pub fn main(args: &[String]) -> ExitCode {
    let mut files = Vec::new();
    let mut macros = Vec::new();
    let mut dialect = Dialect::default();
    let mut rest = args.iter().map(String::as_str);
    while let Some(arg) = rest.next() {
        match arg {
            "-D" => match rest.next() {
                Some(name) => macros.push(name),
                None => return cli::usage_error("check: -D requires a value"),
            },
            "--compat=19" => dialect = Dialect::Llvm19,
            "--compat=22" => dialect = Dialect::Llvm22,
            "--" => files.extend(rest.by_ref()),
            _ => match arg.strip_prefix("-D") {
                Some(name) => macros.push(name),
                None if arg.starts_with('-') && arg != "-" => {
                    return cli::usage_error(&format!("check: no option '{arg}'"));
                }
                None => files.push(arg),
            },
        }
    }
    if files.is_empty() {
        return cli::usage_error("check: no file is given");
    }
    let mut clean = true;
    for name in files {
        match read(name) {
            Ok(text) => {
                let source = Source::new(name, &text);
                let mut macros = macros.iter().copied().collect();
                clean &= check(&source, &mut macros, dialect, &mut cli::eprint);
            }
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

fn read(name: &str) -> std::io::Result<Vec<u8>> {
    if name != "-" {
        return std::fs::read(name);
    }
    let mut text = Vec::new();
    std::io::stdin().lock().read_to_end(&mut text)?;
    Ok(text)
}

/// Prints what is wrong with the syntax of one file. Returns whether there is no error.
pub fn check(
    source: &Source,
    macros: &mut MacroSet,
    dialect: Dialect,
    print: &mut dyn FnMut(&[u8]),
) -> bool {
    let text = decode(source.text());
    let parse = syntax::parse(&text, macros);
    let mut offsets = Offsets {
        text: &text,
        at: 0,
        byte_at: 0,
    };
    let mut printed = 0;
    let mut message = |severity, message: &str, offset: Option<usize>| {
        let mut out = Vec::new();
        let message = syntax::in_dialect(message, dialect);
        let message = encode(&message);
        match offset.map(|it| offsets.in_bytes(it)) {
            Some(offset) => render::message(&mut out, source, offset, severity, &message),
            None => render::message_without_place(&mut out, severity, &message),
        }
        print(&out);
        printed += out.len();
        printed < MAX_OUTPUT
    };
    let mut errors = parse.errors().iter().filter(|it| it.applies_to(dialect));
    let mut clean = true;
    for error in errors.by_ref() {
        clean &= error.severity != Severity::Error;
        let mut more = message(error.severity, &error.message, Some(error.offset().into()));
        for note in &error.notes {
            more = message(note.severity, &note.message, note.offset.map(usize::from));
        }
        if !more {
            break;
        }
    }
    let rest: Vec<_> = errors.collect();
    if !rest.is_empty() {
        print(format!("{}: {} more messages\n", source.name(), rest.len()).as_bytes());
    }
    clean && rest.iter().all(|it| it.severity != Severity::Error)
}

/// Turns offsets in decoded text into offsets in the file, each from the one before it.
struct Offsets<'a> {
    text: &'a str,
    at: usize,
    byte_at: usize,
}

impl Offsets<'_> {
    fn in_bytes(&mut self, offset: usize) -> usize {
        let len = |range| self.text.get(range).map_or(0, byte_len);
        if offset >= self.at {
            self.byte_at += len(self.at..offset);
        } else {
            self.byte_at = self.byte_at.saturating_sub(len(offset..self.at));
        }
        self.at = offset;
        self.byte_at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_about_one_long_line_is_bounded() {
        let text = "def ".repeat(50_000);
        let mut printed = Vec::new();
        let clean = check(
            &Source::new("a.td", text.as_bytes()),
            &mut MacroSet::default(),
            Dialect::default(),
            &mut |it| printed.extend_from_slice(it),
        );
        assert!(!clean);
        assert!(printed.len() < 2 * MAX_OUTPUT, "{}", printed.len());
        assert!(printed.ends_with(b" more messages\n"));
    }
}
