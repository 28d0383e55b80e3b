//! `format`: formats files as the language server does.

use std::fmt::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ide::format::{LetBlocks, Style, apply, format};
use imara_diff::{
    Algorithm, Diff, InternedInput, Interner, Token, UnifiedDiffConfig, UnifiedDiffPrinter,
};
use project::path;
use syntax::MacroSet;
use syntax::text::{decode, encode};

use driver::arguments::{Argument, Arguments};
use driver::{big_stack, disk, tblgen, terminal};

/// The largest size in bytes of a text that is formatted as a whole.
pub(crate) const MAX_FORMATTED: usize = 4 << 20;

/// The action for a file that formatting changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// The file is replaced.
    Write,
    /// The file's name is printed.
    Check,
    /// The difference is printed.
    Diff,
}

struct Args<'a> {
    mode: Mode,
    style: Style,
    names: Vec<&'a String>,
}

fn read_args(args: &[String]) -> Result<Args<'_>, String> {
    let (mut mode, mut style, mut names) = (Mode::Write, Style::default(), Vec::new());
    let mut args = Arguments::new(args);
    while let Some(arg) = args.next() {
        match arg? {
            Argument::Long("check") if mode == Mode::Write => mode = Mode::Check,
            Argument::Long("check") => {}
            Argument::Long("diff") => mode = Mode::Diff,
            Argument::Long("indent-let") => {
                style.let_blocks = match args.value() {
                    Some("auto") => LetBlocks::Auto,
                    Some("always") => LetBlocks::Always,
                    Some("never") => LetBlocks::Never,
                    _ => return Err("--indent-let is auto, always or never".to_owned()),
                };
            }
            Argument::Plain(name) => names.push(name),
            _ => return Err(args.unknown()),
        }
    }
    if names.is_empty() {
        return Err("no file is given".to_owned());
    }
    Ok(Args { mode, style, names })
}

/// Runs `format`. The exit code is 1 if something could not be read or written, and, with `--check` or `--diff`, if a
/// file would change.
pub(crate) fn main(args: &[String]) -> ExitCode {
    let args = match read_args(args) {
        Ok(args) => args,
        Err(message) => return terminal::usage_error(&format!("format: {message}")),
    };
    let mut files = Vec::new();
    for name in &args.names {
        match Path::new(name) {
            folder if folder.is_dir() => sources(folder, &mut files),
            file => files.push(file.to_owned()),
        }
    }
    match big_stack::run(|| all(&files, &args)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(err) => {
            terminal::eprint(format!("tablegen-analyzer: cannot format: {err}\n").as_bytes());
            ExitCode::FAILURE
        }
    }
}

/// Formats files. Returns false if the exit code has to be 1.
fn all(files: &[PathBuf], args: &Args) -> bool {
    let mut clean = true;
    for file in files {
        match one(file, args) {
            Ok(Done::Same) => {}
            Ok(Done::Differs(text)) => {
                let is_printed = terminal::print(encode(&text)) == ExitCode::SUCCESS;
                clean &= is_printed && args.mode == Mode::Write;
            }
            Err(message) => {
                terminal::eprint(format!("tablegen-analyzer: {message}\n").as_bytes());
                clean = false;
            }
        }
    }
    clean
}

/// Adds the sources in a folder and its subfolders, sorted by path. Links are not followed: they may lead out of the
/// folder.
fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut left = vec![folder.to_owned()];
    let start = files.len();
    while let Some(folder) = left.pop() {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        for entry in entries {
            let (path, kind) = (entry.path(), entry.file_type());
            let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            match kind {
                Ok(kind) if kind.is_dir() && !is_hidden => left.push(path),
                Ok(kind) if kind.is_file() && path.extension().is_some_and(|it| it == "td") => {
                    files.push(path);
                }
                _ => {}
            }
        }
    }
    files[start..].sort();
}

/// The result of formatting a file.
enum Done {
    Same,
    /// Formatting changes the file. The text is what the command prints on standard output; it is empty if the file was
    /// replaced.
    Differs(String),
}

/// Formats a file. An error is a message for the user.
fn one(file: &Path, args: &Args) -> Result<Done, String> {
    let name = path::shown(&file.to_string_lossy()).into_owned();
    let bytes = match name.as_str() {
        "-" => disk::read_input("-"),
        _ => disk::read(file),
    };
    let bytes = bytes.map_err(|it| format!("cannot read '{name}': {it}"))?;
    if bytes.len() > MAX_FORMATTED {
        return Err(format!(
            "'{name}' is not formatted: it has more than {MAX_FORMATTED} bytes"
        ));
    }
    let old = decode(&bytes);
    let parse = syntax::parse(&old, &mut MacroSet::default());
    let new = apply(&old, &format(parse.green(), parse.errors(), args.style));
    if name == "-" && args.mode == Mode::Write {
        return Ok(Done::Differs(new));
    }
    if new == old {
        return Ok(Done::Same);
    }
    match args.mode {
        Mode::Write => {
            let written = tblgen::replace(file, &encode(&new));
            written.map_err(|it| format!("cannot write '{name}': {it}"))?;
            Ok(Done::Differs(String::new()))
        }
        Mode::Check => Ok(Done::Differs(name + "\n")),
        Mode::Diff => Ok(Done::Differs(difference(&name, &old, &new))),
    }
}

/// The difference of two texts as a patch.
fn difference(name: &str, old: &str, new: &str) -> String {
    let input = InternedInput::new(old, new);
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    let printer = Lines(&input.interner);
    let hunks = diff.unified_diff(&printer, UnifiedDiffConfig::default(), &input);
    let mut text = format!("--- {name}\n+++ {name}\n");
    let _ = write!(text, "{hunks}");
    text
}

/// Prints the lines of a patch.
struct Lines<'a>(&'a Interner<&'a str>);

impl Lines<'_> {
    fn line(&self, mut f: impl fmt::Write, sign: char, token: Token) -> fmt::Result {
        let line = self.0[token];
        write!(f, "{sign}{line}")?;
        if line.ends_with('\n') {
            Ok(())
        } else {
            f.write_str("\n\\ No newline at end of file\n")
        }
    }
}

impl UnifiedDiffPrinter for Lines<'_> {
    fn display_header(
        &self,
        mut f: impl fmt::Write,
        start_before: u32,
        start_after: u32,
        len_before: u32,
        len_after: u32,
    ) -> fmt::Result {
        // In a patch, an empty range is given by the number of the line before it.
        let start = |start: u32, len: u32| start + u32::from(len > 0);
        let before = start(start_before, len_before);
        let after = start(start_after, len_after);
        writeln!(f, "@@ -{before},{len_before} +{after},{len_after} @@")
    }

    fn display_context_token(&self, f: impl fmt::Write, token: Token) -> fmt::Result {
        self.line(f, ' ', token)
    }

    fn display_hunk(
        &self,
        mut f: impl fmt::Write,
        before: &[Token],
        after: &[Token],
    ) -> fmt::Result {
        for (sign, tokens) in [('-', before), ('+', after)] {
            for token in tokens {
                self.line(&mut f, sign, *token)?;
            }
        }
        Ok(())
    }
}
