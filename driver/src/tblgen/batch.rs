//! `tablegen-analyzer batch`: many command lines in one process.
//!
//! Rows that read the same root in the same way share its records.

mod build;
mod rows;
mod watch;
mod work;

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Component, Path};
use std::process::ExitCode;

use project::path;

use super::options::{self, Options, Request};
use super::run::Failed;
use crate::arguments::{Argument, Arguments};
use crate::{disk, terminal};

const PROGRAM: &str = "tablegen-analyzer batch";

/// Runs the command. `args` are the arguments after its name. The exit code is 0 if all rows succeeded, 1 if something
/// failed, and 2 if the command line or the columns are invalid or the input cannot be read.
pub fn batch(args: &[String]) -> ExitCode {
    let Asked { input, out, watch } = match understand(args) {
        Ok(it) => it,
        Err(message) => return terminal::usage_error(&format!("batch: {message}")),
    };
    let plan = if Path::new(input).is_dir() {
        build::read(input, out)
    } else {
        match disk::read_input(input) {
            Ok(text) => rows::read(&String::from_utf8_lossy(&text), out),
            Err(error) => Err(format!("cannot read '{input}': {error}")),
        }
    };
    let mut plan = match plan {
        Ok(plan) => plan,
        Err(message) => return terminal::usage_error(&format!("batch: {message}")),
    };
    for message in &plan.messages {
        terminal::eprint(format!("{PROGRAM}: {message}\n").as_bytes());
    }
    largest_first(&mut plan.rows, size_beside);
    if watch {
        return watch::watch(plan.rows);
    }
    if work::run_all(plan.rows) && !plan.failed {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// The options of a command line.
struct Asked<'a> {
    /// The path of the file with the rows, or of the project's folder.
    input: &'a str,
    /// The path of the folder for the outputs.
    out: &'a str,
    watch: bool,
}

/// Parses the arguments. An error is a message for the user.
fn understand(args: &[String]) -> Result<Asked<'_>, String> {
    let (mut input, mut out, mut watch) = (None, None, false);
    let mut args = Arguments::new(args);
    while let Some(arg) = args.next() {
        match arg? {
            Argument::Long("out") => out = args.value(),
            Argument::Long("watch") => watch = true,
            Argument::Plain(word) if input.is_some() => {
                return Err(format!("'{word}' is one too many"));
            }
            Argument::Plain(word) => input = Some(word.as_str()),
            _ => return Err(format!("{}; see batch --help", args.unknown())),
        }
    }
    match (input, out.filter(|it| !it.is_empty())) {
        (Some(input), Some(out)) => Ok(Asked { input, out, watch }),
        _ => Err("wants a file of rows or a project's folder, and --out with a folder".to_owned()),
    }
}

/// The tables to be made, and messages about tables that are not made.
#[derive(Debug, Default)]
struct Plan {
    rows: Vec<Row>,
    /// The messages, each of one line.
    messages: Vec<String>,
    /// Whether one of the messages is an error.
    failed: bool,
}

impl Plan {
    fn note(&mut self, message: String) {
        self.messages.push(message);
    }

    fn error(&mut self, message: String) {
        self.messages.push(message);
        self.failed = true;
    }
}

/// A table to be made, and how to make it.
#[derive(Debug)]
struct Row {
    id: String,
    /// Whether the row comes from a project's build files. Such a row does not read files by relative paths, which
    /// would lead to the process's current folder instead of the project.
    is_of_build: bool,
    options: Box<Options>,
}

impl Row {
    /// The approximate time for the table, in multiples of the time for a usual table. `-gen-global-isel` takes seconds
    /// to import the patterns of a target, and is often the only table of its root.
    fn work(&self) -> u64 {
        match self.options.backend.as_deref() {
            Some("gen-global-isel") => 12,
            _ => 1,
        }
    }

    /// Whether the row may read a file with this path.
    fn reads(&self, path: &str) -> bool {
        !self.is_of_build || Path::new(path).is_absolute()
    }

    /// Creates the folder of the output. A symbolic link below the folder of `--out` is an error: it may come from a
    /// project and lead anywhere.
    fn make_folder(&self) -> Result<(), Failed> {
        let output = Path::new(&self.options.output);
        let parts: Vec<&Path> = output
            .ancestors()
            .take(self.id.split('/').count())
            .collect();
        let folders = parts.iter().skip(1).rev();
        let made = parts
            .last()
            .and_then(|it| it.parent())
            .map_or(Ok(()), fs::create_dir_all);
        let made = made.and_then(|()| folders.clone().try_for_each(|it| make_real_folder(it)));
        let made = made.and_then(|()| refuse_link(output));
        made.map_err(|error| {
            let message = format!("{PROGRAM}: cannot make '{}': {error}\n", output.display());
            terminal::eprint(message.as_bytes());
            Failed
        })
    }
}

/// Creates a folder unless it exists. An error if the path is a symbolic link.
fn make_real_folder(path: &Path) -> io::Result<()> {
    match fs::create_dir(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => refuse_link(path),
        made => made,
    }
}

fn refuse_link(path: &Path) -> io::Result<()> {
    if disk::is_link(path) {
        Err(io::Error::other(format!("'{}' is a link", path.display())))
    } else {
        Ok(())
    }
}

/// Sorts the rows so that those of the roots with the most work come first. If such a root came last, one thread would
/// work on it while the others have nothing to do.
///
/// `size_beside` returns the size of the files that a root probably includes.
fn largest_first(rows: &mut [Row], size_beside: impl Fn(&str) -> u64) {
    let mut work: HashMap<String, u64> = HashMap::new();
    for row in &*rows {
        *work.entry(row.options.input.clone()).or_insert(READING) += row.work();
    }
    for (root, work) in &mut work {
        *work = work.saturating_mul(size_beside(root));
    }
    rows.sort_by_key(|it| Reverse(work.get(&it.options.input).copied()));
}

/// The approximate time for reading a root, in multiples of the time for a usual table.
const READING: u64 = 4;

/// The maximum number of entries of a folder that are examined for their sizes.
const MAX_FILES: usize = 10_000;

/// The size in bytes of the TableGen files in the folder of a root. A root usually includes most of them. At least 1.
fn size_beside(root: &str) -> u64 {
    let folder = match Path::new(root).parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let entries = fs::read_dir(folder).into_iter().flatten();
    let files = entries.take(MAX_FILES).flatten();
    let files = files.filter(|it| Path::new(&it.file_name()).extension() == Some("td".as_ref()));
    let sizes = files.filter_map(|it| Some(it.metadata().ok()?.len()));
    sizes.fold(1, u64::saturating_add)
}

/// For the id of each output, its origin: the line number of its row, or the arguments of its command.
type Taken<T> = HashMap<String, T>;

/// The normalized form of an output's id, so that different spellings of a path are equal. An error if the id is not a
/// relative path of a file, or if it contains `..`.
fn normal_id(id: &str) -> Result<String, String> {
    if id.is_empty() {
        return Err("the id is empty".to_owned());
    }
    let normal = path::normalize(id);
    if normal == "." || id.ends_with('/') || id.ends_with("/.") {
        return Err(format!("the id '{id}' names a folder"));
    }
    let mut parts = Path::new(id).components();
    if parts.clone().any(|it| it == Component::ParentDir) {
        return Err(format!("the id '{id}' has '..' in it"));
    }
    if !parts.all(|it| matches!(it, Component::Normal(_) | Component::CurDir)) {
        return Err(format!("the id '{id}' is not relative to the folder"));
    }
    Ok(normal)
}

/// A row for a command line of `tool`. The error message is one line.
fn row(id: String, tool: &str, args: &[String], out: &str) -> Result<Row, String> {
    let (request, errors) = options::parse(PROGRAM, args);
    let mut options = match request {
        Request::Run(options) => options,
        Request::Fail => return Err(options::one_line(PROGRAM, &errors)),
        Request::Help | Request::Version => {
            return Err("a row cannot ask for help or the version".to_owned());
        }
    };
    if options.external.is_some() {
        return Err("a row cannot run a command".to_owned());
    }
    if options.depfile.is_some() {
        return Err("a row cannot write a dependency file (-d)".to_owned());
    }
    if options.output != "-" {
        return Err("a row cannot have -o: its id says where it goes".to_owned());
    }
    options.settle(tool, Path::new(""));
    let output = Path::new(out).join(&id);
    options.output = path::shown(&output.to_string_lossy()).into_owned();
    options.write_if_changed = true;
    Ok(Row {
        id,
        is_of_build: false,
        options,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_have_one_name() {
        for (id, want) in [
            ("a/b.inc", "a/b.inc"),
            ("a//b.inc", "a/b.inc"),
            ("./a/./b.inc", "a/b.inc"),
            ("", "error: the id is empty"),
            (".", "error: the id '.' names a folder"),
            ("a/", "error: the id 'a/' names a folder"),
            ("a/.", "error: the id 'a/.' names a folder"),
            ("/a", "error: the id '/a' is not relative to the folder"),
            ("../a", "error: the id '../a' has '..' in it"),
            ("x/../y.inc", "error: the id 'x/../y.inc' has '..' in it"),
        ] {
            let got = normal_id(id).unwrap_or_else(|error| format!("error: {error}"));
            assert_eq!(got, want);
        }
    }

    #[test]
    fn roots_with_much_work_come_first() {
        let rows = ["a", "b gen-global-isel", "c", "c", "large", "c"];
        let row = |words: &&str| {
            let (input, backend) = words.split_once(' ').unwrap_or((words, "gen-vt"));
            Row {
                id: String::new(),
                is_of_build: false,
                options: Box::new(Options {
                    input: input.to_owned(),
                    backend: Some(backend.to_owned()),
                    ..Options::default()
                }),
            }
        };
        let mut rows: Vec<Row> = rows.iter().map(row).collect();
        largest_first(&mut rows, |root| if root == "large" { 10 } else { 1 });
        let order: Vec<&str> = rows.iter().map(|it| it.options.input.as_str()).collect();
        assert_eq!(order, ["large", "b", "c", "c", "c", "a"]);
    }

    #[test]
    fn command_lines() {
        let check = |words: &str, want: &str| {
            let args: Vec<_> = words.split_whitespace().map(str::to_owned).collect();
            let got = match understand(&args) {
                Ok(Asked { input, out, watch }) => {
                    format!("{input} to {out}{}", if watch { ", watched" } else { "" })
                }
                Err(message) => message,
            };
            assert_eq!(got, want);
        };
        check("rows --out d", "rows to d");
        check("--out d -", "- to d");
        check("--out=d rows", "rows to d");
        check("--out=d --watch rows", "rows to d, watched");
        check("rows x --out d", "'x' is one too many");
        check("rows --oud=d", "no option '--oud=d'; see batch --help");
        let wanted = "wants a file of rows or a project's folder, and --out with a folder";
        check("rows --out", wanted);
        check("rows --out=", wanted);
        check("--out d", wanted);
    }
}
