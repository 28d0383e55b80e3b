//! The command line of `tblgen`, read by the rules of LLVM's command-line library.
//!
//! The rules: Names begin with one dash or two. A value is given as `-x=value` or `-x value`, or attached to the name
//! for `-I` and `-D`. One-letter options can be grouped. The last of several values counts. `--` ends the options.
//! `@file` expands to the arguments in that file. All errors of a command line are reported, but no argument after
//! `--help` or `--version` is read.

use std::fmt::Write;
use std::path::Path;

use backends::{BackendOption, Takes, Tool, Value};
use elaborate::budget::Limits;
use elaborate::unit::UnitSpec;
use syntax::{Release, Version};

use super::option_table::{OPTIONS, Spec};
use crate::limits::limits;
use crate::{front_end, release};

/// The options and arguments of a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The root file; `-` is standard input.
    pub input: String,
    /// The file to write; `-` is standard output.
    pub output: String,
    /// The dependency file, if one is written.
    pub depfile: Option<String>,
    /// The include directories, in the order given.
    pub include_dirs: Vec<String>,
    /// The defined macros, in the order given.
    pub macros: Vec<String>,
    /// The tool that the driver replaces; `None` if neither an option nor the program's name determines it. The tool
    /// decides between backends with the same name.
    pub tool: Option<Tool>,
    /// The backend's name without dashes. If it is `None`, the records are printed.
    pub backend: Option<String>,
    /// Whether an output file with the same content is left unchanged.
    pub write_if_changed: bool,
    /// Whether the time of each phase is printed.
    pub time_phases: bool,
    /// Whether warnings about unused template arguments are omitted.
    pub no_warn_on_unused_template_args: bool,
    /// Whether messages are coloured. If it is `None`, they are coloured when standard error is a terminal.
    pub color: Option<bool>,
    /// The release to follow. If no option sets it, it is `None` until [`Options::settle`] is called.
    pub release: Option<Release>,
    /// The release for the output of backends, if it differs from that for the language.
    pub tables: Option<Release>,
    /// Whether only the records that the backend reads are elaborated.
    pub lazy: bool,
    /// A command that runs in place of a backend.
    pub external: Option<String>,
    /// The memory limit of the unit in MiB, if an option sets it.
    pub memory_limit: Option<u32>,
    /// The limit of work in millions of steps, if an option sets it.
    pub work_limit: Option<u32>,
    /// The values of the options that belong to backends.
    pub backend_options: backends::Options,
}

impl Options {
    /// The budget of the unit: the limits that options set, or the defaults.
    pub fn limits(&self) -> Limits {
        limits(self.memory_limit, self.work_limit)
    }
}

impl Default for Options {
    fn default() -> Options {
        Options {
            input: "-".to_owned(),
            output: "-".to_owned(),
            depfile: None,
            include_dirs: Vec::new(),
            macros: Vec::new(),
            tool: None,
            backend: None,
            write_if_changed: false,
            time_phases: false,
            no_warn_on_unused_template_args: false,
            color: None,
            release: None,
            tables: None,
            lazy: false,
            external: None,
            memory_limit: None,
            work_limit: None,
            backend_options: backends::Options::default(),
        }
    }
}

impl Options {
    /// The root file, include directories and macros of the unit.
    pub fn spec(&self) -> UnitSpec {
        UnitSpec {
            root: self.input.clone(),
            include_dirs: self.include_dirs.clone(),
            macros: self.macros.clone(),
        }
    }

    /// Determines the tool and the release if no options set them. Both are taken from the program's name. If the name
    /// contains no release, the release of the sources is used. Relative paths of sources are relative to `folder`.
    pub fn settle(&mut self, program: &str, folder: &Path) {
        self.tool = self.tool.or(Tool::of_program(program));
        if self.release.is_none() {
            let version = release::of_command(program, &self.spec(), folder);
            self.release = Some(version.release());
        }
    }

    /// The release to follow; the newest one if it is not determined yet.
    pub fn release(&self) -> Release {
        self.release.unwrap_or(Release::NEWEST)
    }

    /// The options of the front end.
    pub fn front_end(&self) -> front_end::Input {
        front_end::Input {
            spec: self.spec(),
            release: self.release(),
            lazy: self.lazy,
            silent: self.no_warn_on_unused_template_args,
            limits: self.limits(),
        }
    }
}

/// The action that a command line requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Run the driver.
    Run(Box<Options>),
    /// Print the help text and exit with 0.
    Help,
    /// Print the version and exit with 0.
    Version,
    /// Exit with 1.
    Fail,
}

/// Reads a command line. `program` is the name with which the program was called. The returned text has the error
/// messages. The caller prints this text for every request, since `--help` after an error still prints the help.
pub fn parse(program: &str, args: &[String]) -> (Request, String) {
    let name = program.rsplit(std::path::is_separator).next();
    let name = name.unwrap_or(program);
    let mut parser = Parser {
        program,
        name,
        options: Options {
            tool: Tool::of_program(name),
            ..Options::default()
        },
        stop: None,
        failed: false,
        errors: String::new(),
    };
    let args = match super::response_file::expand(args) {
        Ok(args) => args,
        Err(message) => {
            parser.report(&message);
            return (Request::Fail, parser.errors);
        }
    };
    let request = parser.run(&args);
    (request, parser.errors)
}

/// Joins the error messages that [`parse`] returned as `errors` into one line, without the program's name.
pub fn one_line(program: &str, errors: &str) -> String {
    let start = format!("{program}: ");
    let advice = format!("  Try: '{program} --help'");
    let lines = errors.trim_end().lines();
    let lines = lines.map(|it| it.strip_prefix(&start).unwrap_or(it).replace(&advice, ""));
    lines.collect::<Vec<_>>().join(" ")
}

/// A known option.
#[derive(Clone, Copy)]
enum Known {
    /// The option selects this backend.
    Backend(&'static str),
    OfBackend(&'static BackendOption),
    OfDriver(&'static Spec),
}

impl Known {
    /// The kind of value that the option takes; `None` if a value is an error.
    fn takes(self) -> Option<Takes> {
        match self {
            Known::Backend(_) => None,
            Known::OfBackend(option) => Some(option.takes),
            Known::OfDriver(spec) => spec.takes,
        }
    }
}

struct Parser<'a> {
    program: &'a str,
    /// The file name of the program, with which error messages begin.
    name: &'a str,
    options: Options,
    stop: Option<Request>,
    failed: bool,
    errors: String,
}

impl Parser<'_> {
    fn run(&mut self, args: &[String]) -> Request {
        let mut positional = Vec::new();
        let mut options_ended = false;
        let mut rest = args.iter();
        while let Some(arg) = rest.next() {
            match arg.strip_prefix('-') {
                Some(name) if !name.is_empty() && !options_ended => {
                    if name == "-" {
                        options_ended = true;
                    } else {
                        self.option(arg, name.strip_prefix('-').unwrap_or(name), &mut rest);
                    }
                }
                _ => positional.push(arg),
            }
            if let Some(request) = self.stop.take() {
                return request;
            }
        }
        match positional.as_slice() {
            [] => {}
            [input] => self.options.input.clone_from(input),
            _ => {
                let program = self.program;
                self.report(&format!(
                    "Too many positional arguments specified!\nCan specify at most 1 positional \
                     arguments: See: {program} --help"
                ));
            }
        }
        if self.failed {
            Request::Fail
        } else {
            Request::Run(Box::new(std::mem::take(&mut self.options)))
        }
    }

    fn option(&mut self, arg: &str, text: &str, rest: &mut std::slice::Iter<String>) {
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (text, None),
        };
        if let Some(known) = find(name) {
            self.provide(known, value, rest);
        } else if let Some(unread) = self.prefix_or_group(text, rest) {
            self.unknown(arg, unread);
        }
    }

    /// Reads `-Idir`, or a group of one-letter options. Returns the text from the first unknown option on, or the name
    /// of an option that may not occur in a group; `None` if all options are understood.
    fn prefix_or_group<'t>(
        &mut self,
        text: &'t str,
        rest: &mut std::slice::Iter<String>,
    ) -> Option<&'t str> {
        // All options that are allowed in a group or with an attached value have one letter.
        let first = |text: &str| {
            OPTIONS
                .iter()
                .find(|it| it.name.len() == 1 && text.starts_with(it.name))
        };
        let mut text = text;
        while let Some(spec) = first(text) {
            let (name, after) = text.split_at(1);
            let value = after.strip_prefix('=').or(spec.prefix.then_some(after));
            if value.is_none() && !after.is_empty() && spec.takes == Some(Takes::Text) {
                self.error(spec.name, "may not occur within a group!");
                return Some(name);
            }
            self.provide(
                Known::OfDriver(spec),
                value.filter(|_| !after.is_empty()),
                rest,
            );
            if value.is_some() || after.is_empty() || self.stop.is_some() {
                return None;
            }
            text = after;
        }
        Some(text)
    }

    fn provide(&mut self, known: Known, value: Option<&str>, rest: &mut std::slice::Iter<String>) {
        let name = match known {
            Known::Backend(name) => return self.choose(name, value),
            Known::OfBackend(option) => option.name,
            Known::OfDriver(spec) => spec.name,
        };
        let Some(takes) = known.takes() else {
            return self.stop_at(name, value);
        };
        let is_flag = matches!(takes, Takes::Flag { .. });
        let value = match value {
            None if !is_flag => rest.next().map(String::as_str),
            None => Some(""),
            given => given,
        };
        let Some(value) = value else {
            return self.error(name, "requires a value!");
        };
        match takes.read(value) {
            Err(message) => self.error(name, &message),
            Ok(value) => self.set(name, value),
        }
    }

    /// Sets the backend. Reports an error if the option of the backend has a value.
    fn choose(&mut self, name: &str, value: Option<&str>) {
        let Some(value) = value else {
            self.options.backend = Some(name.to_owned());
            return;
        };
        self.failed = true;
        let _ = writeln!(
            self.errors,
            "Action to perform: option: does not allow a value! '{value}' specified."
        );
    }

    /// Reads `--help` or `--version`, after which no argument is read. Reports an error if the option has a value.
    fn stop_at(&mut self, name: &str, value: Option<&str>) {
        match value {
            Some(value) => {
                let message = format!("does not allow a value! '{value}' specified.");
                self.error(name, &message);
            }
            None if name == "version" => self.stop = Some(Request::Version),
            None => self.stop = Some(Request::Help),
        }
    }

    fn set(&mut self, name: &'static str, value: Value) {
        let options = &mut self.options;
        match (name, value) {
            ("write-if-changed", Value::Flag(value)) => options.write_if_changed = value,
            ("time-phases", Value::Flag(value)) => options.time_phases = value,
            ("no-warn-on-unused-template-args", Value::Flag(value)) => {
                options.no_warn_on_unused_template_args = value;
            }
            ("color", Value::Flag(value)) => options.color = Some(value),
            ("lazy", Value::Flag(value)) => options.lazy = value,
            ("I", Value::Text(value)) => options.include_dirs.push(value),
            ("D", Value::Text(value)) => options.macros.push(value),
            ("o", Value::Text(value)) => options.output = value,
            ("tool", Value::Text(value)) => options.tool = Tool::named(&value),
            ("external", Value::Text(value)) => options.external = Some(value),
            ("d", Value::Text(value)) => options.depfile = Some(value).filter(|it| !it.is_empty()),
            ("memory-limit", Value::Number(value)) => {
                options.memory_limit = u32::try_from(value).ok();
            }
            ("work-limit", Value::Number(value)) => options.work_limit = u32::try_from(value).ok(),
            ("compat", Value::Text(value)) => {
                options.release = Version::named(&value).map(Version::release);
            }
            ("tables", Value::Text(value)) => {
                options.tables = Version::named(&value).map(Version::release);
            }
            (name, value) => options.backend_options.set(name, value),
        }
    }

    fn unknown(&mut self, arg: &str, text: &str) {
        let program = self.program;
        self.report(&format!(
            "Unknown command line argument '{arg}'.  Try: '{program} --help'"
        ));
        if let Some(nearest) = nearest(text) {
            self.report(&format!("Did you mean '{nearest}'?"));
        }
    }

    fn error(&mut self, name: &str, message: &str) {
        self.report(&format!("for the {} option: {message}", dashed(name)));
    }

    fn report(&mut self, message: &str) {
        self.failed = true;
        let _ = writeln!(self.errors, "{}: {message}", self.name);
    }
}

fn find(name: &str) -> Option<Known> {
    all().find_map(|(it, known)| (it == name).then_some(known))
}

/// All options by name: the driver's own, those that choose a backend, and those that belong to backends.
fn all() -> impl Iterator<Item = (&'static str, Known)> {
    let of_driver = OPTIONS.iter().map(|it| (it.name, Known::OfDriver(it)));
    let backends = backends::all().map(|it| (it.name, Known::Backend(it.name)));
    of_driver
        .chain(backends)
        .chain(backends::options().map(|it| (it.name, Known::OfBackend(it))))
}

fn dashed(name: &str) -> String {
    format!(
        "{}{name}",
        if name.chars().count() == 1 { "-" } else { "--" }
    )
}

/// The known option whose name is most similar to the name in `text`, written with dashes and with the value from
/// `text`. `None` if `text` is empty.
///
/// The reference searches its options in the order of a hash table, so its choice among equally similar names is
/// arbitrary. This function chooses the first one in the tables.
fn nearest(text: &str) -> Option<String> {
    let (left, right) = text.split_once('=').unwrap_or((text, ""));
    let distance = |(name, known): &(&str, Known)| {
        let given = if known.takes().is_none() { text } else { left };
        edit_distance(name, given)
    };
    if text.is_empty() {
        return None;
    }
    let (name, known) = all().min_by_key(distance)?;
    let value = match known.takes() {
        None => "",
        Some(_) => right,
    };
    let equals = if value.is_empty() { "" } else { "=" };
    Some(format!("{}{equals}{value}", dashed(name)))
}

fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests;
