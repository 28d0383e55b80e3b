//! A run of the driver, once its command line is parsed.

use std::cell::Cell;
use std::fs::{self, Metadata};
use std::io;
use std::path::Path;
use std::sync::Arc;

use backends::output::File;
use backends::{Backend, Context, Diagnostics, Fatal, Models, Output, Records};
use elaborate::records::encode;
use elaborate::report::Report;
use elaborate::unit::Files;
use syntax::Release;

use super::depfile;
use super::destination::Destination;
use super::options::Options;
use super::phases::Phases;
use crate::external::External;
use crate::front_end::{self, FrontEnd};
use crate::messages;
use crate::workspace::In;
use crate::{allocator, big_stack, disk, terminal};

/// The error that a run failed. The reason was already reported, unless the run was cancelled or the reader of a pipe
/// has closed it.
#[derive(Debug)]
pub(super) struct Failed;

/// The function that writes a table: a backend or the user's command.
pub(super) type Writer<'a> = dyn Fn(&Context, &mut Output) -> Result<(), Fatal> + 'a;

/// One run of the driver, for a process or a job.
#[derive(Clone, Copy)]
pub(super) struct Run<'a> {
    /// The name under which the driver was called.
    pub program: &'a str,
    pub options: &'a Options,
    /// The folder that the paths in the options are relative to; empty for the process's current folder.
    pub folder: &'a Path,
    /// The function that gets the messages.
    pub say: &'a dyn Fn(&[u8]),
    /// Whether the output is no longer needed.
    pub is_cancelled: &'a dyn Fn() -> bool,
}

/// The minimum total size of a unit's files in bytes for which huge pages are requested. Such a unit takes 10 MiB or
/// more. For a smaller unit, huge pages would gain nothing and cost a tenth of the time.
const LARGE: u64 = 3 << 17;

/// Runs the driver in this process and ends the process. `program` is the name under which the driver was called.
pub(super) fn run(program: &str, options: &Options) -> ! {
    let is_large = |it: Metadata| it.len() >= LARGE;
    if fs::metadata(&options.input).is_ok_and(is_large) {
        allocator::use_huge_pages(true);
    }
    let run = || Run::of_process(program, options).all();
    big_stack::exit_with(program, || u8::from(run().is_err()))
}

/// Reads the files of this process's current folder. Once the files read have a certain total length, huge pages are
/// requested.
struct Growing {
    /// The bytes that may still be read before huge pages are requested.
    left: Cell<u64>,
}

impl Files for Growing {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        let text = In("").read(path)?;
        let left = self.left.get();
        if left > 0 {
            let now = left.saturating_sub(text.len() as u64);
            self.left.set(now);
            if now == 0 {
                allocator::use_huge_pages(false);
            }
        }
        Some(text)
    }
}

/// Whether a root can be read only once, such as a pipe.
fn can_be_read_once(root: &str) -> bool {
    let is_stream = |it: Metadata| !it.is_file() && !it.is_dir();
    root == "-" || fs::metadata(root).is_ok_and(is_stream)
}

/// The error message about the first macro whose name is not an identifier; `None` if all names are identifiers. LLVM
/// 19 accepts all names.
pub fn bad_macro(macros: &[String]) -> Option<String> {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let is_name =
        |it: &str| it.bytes().all(is_part) && it.starts_with(|first: char| !first.is_ascii_digit());
    let bad = macros.iter().find(|it| !is_name(it))?;
    Some(format!(
        "invalid macro name `{bad}` specified on command line"
    ))
}

impl<'a> Run<'a> {
    /// A run for the process itself: in the current folder, with messages on standard error.
    pub(super) fn of_process(program: &'a str, options: &'a Options) -> Run<'a> {
        Run {
            program,
            options,
            folder: Path::new(""),
            say: &terminal::eprint,
            is_cancelled: &|| false,
        }
    }

    fn all(&self) -> Result<(), Failed> {
        if self.options.external.is_some() {
            return self.external();
        }
        let backend = self.backend()?;
        if let Some(caveat) = backend.caveat(self.options.release()) {
            (self.say)(format!("{}: note: {caveat}\n", self.program).as_bytes());
        }
        self.with_writer(&self.writer(backend))
    }

    /// A writer that runs `backend` as the tool in the options does.
    pub(super) fn writer(
        &self,
        backend: &'static Backend,
    ) -> impl Fn(&Context, &mut Output) -> Result<(), Fatal> + use<> {
        let tool = self.options.tool;
        move |cx, out| backends::run(backend, tool, cx, out)
    }

    fn external(&self) -> Result<(), Failed> {
        let command = self.options.external.as_deref().unwrap_or_default();
        let external = match External::new(command, self.options.spec()) {
            Ok(external) => external,
            Err(message) => return self.fail(&message),
        };
        if external.reads_unit() && can_be_read_once(&self.options.input) {
            return self.fail(
                "--external: a command with {} reads the root itself, which has to be a file",
            );
        }
        let mut options = self.options.clone();
        // The command reads the unit itself and reports its errors.
        options.lazy |= external.reads_unit();
        let options = &options;
        Run { options, ..*self }.with_writer(&|cx, out| external.run(cx, out))
    }

    fn with_writer(&self, writer: &Writer) -> Result<(), Failed> {
        let mut phases = Phases::new(self.options.time_phases);
        phases.start("Parse, build records");
        let root = disk::read_named(&self.options.input);
        // The process ends after this. Freeing everything first would take long.
        let root_len = root.as_ref().map_or(0, |it| it.len() as u64);
        let left = Cell::new(LARGE.saturating_sub(root_len));
        let read = std::mem::ManuallyDrop::new(self.read(root, &Growing { left })?);
        self.report(&read)?;
        let models = std::mem::ManuallyDrop::new(Models::fixed());
        self.write(writer, &read, &models, &mut phases)
    }

    /// The backend that the options request.
    pub(super) fn backend(&self) -> Result<&'static Backend, Failed> {
        let name = self.options.backend.as_deref().unwrap_or("print-records");
        let given = self.options.backend_options.given();
        let given: Vec<_> = given.map(|(name, _)| name).collect();
        let found = match self.options.tool {
            None => backends::find_with(name, &given),
            tool => backends::find(tool, name),
        };
        match found {
            Some(backend) => Ok(backend),
            None => self.fail(&format!("there is no backend '{name}'")),
        }
    }

    /// Fails if the output exists and is not a regular file. Opening a pipe blocks until there is a reader, so this is
    /// called for runs that share their process with others.
    pub(super) fn only_into_files(&self) -> Result<(), Failed> {
        let output = self.folder.join(&self.options.output);
        if fs::metadata(output).is_ok_and(|it| !it.is_file()) {
            self.fail(&format!("'{}' is not a regular file", self.options.output))
        } else {
            Ok(())
        }
    }

    /// Elaborates the root file, whose content is `root`. Reports an error if the file could not be read, or if a
    /// macro's name is invalid.
    pub(super) fn read(
        &self,
        root: io::Result<Vec<u8>>,
        files: &dyn Files,
    ) -> Result<FrontEnd, Failed> {
        let options = self.options;
        let root = root.map_err(|error| {
            let text = error_text(&error);
            let input = &options.input;
            self.complain(&format!("Could not open input file '{input}': {text}"))
        })?;
        self.check_macros()?;
        Ok(front_end::run(&options.front_end(), &root, files))
    }

    /// Reports an error if a macro's name is not an identifier and the release requires that.
    pub(super) fn check_macros(&self) -> Result<(), Failed> {
        let options = self.options;
        let is_strict = options.release() >= Release::V21;
        match bad_macro(&options.macros).filter(|_| is_strict) {
            Some(message) => {
                (self.say)(format!("error: {message}\n").as_bytes());
                Err(Failed)
            }
            None => Ok(()),
        }
    }

    /// Prints the messages about the root. Fails if the reference would not run a backend on it.
    pub(super) fn report(&self, read: &FrontEnd) -> Result<(), Failed> {
        (self.say)(&read.messages(messages::MAX_OUTPUT));
        if !read.complete {
            return Err(Failed);
        }
        if read.errors > 0 && self.options.release() >= Release::V21 {
            self.count_errors(read.errors)
        } else {
            Ok(())
        }
    }

    /// Runs a backend and writes its output to the destination.
    pub(super) fn write(
        &self,
        writer: &Writer,
        read: &FrontEnd,
        models: &Models,
        phases: &mut Phases,
    ) -> Result<(), Failed> {
        let options = self.options;
        let records = &read.records;
        if let Some(release) = options.tables {
            records.write_as(release);
        }
        phases.start_overall("Backend overall");
        let depfile_alone = options.depfile.is_some() && options.output == "-";
        let destination = match &*options.output {
            "-" if depfile_alone => Ok(Destination::nowhere()),
            "-" => Destination::standard(),
            path => Destination::open(&self.folder.join(path)),
        };
        let mut destination = destination.map_err(|error| {
            let text = error_text(&error);
            self.complain(&format!("error opening {}: {text}", options.output))
        })?;

        let mut on_phase = |name| phases.start(name);
        let out = Output::to(destination.sink()).with_phases(&mut on_phase);
        let mut out = out.with_path(&options.output);
        let cx = Context::new(records, &options.backend_options, models);
        let result = cx.limited(|| writer(&cx, &mut out));
        let late = read.late_reports();
        self.say_reports(records, &late);
        if late.iter().any(Report::stops) {
            return Err(Failed);
        }
        let errors = read.errors
            + late.iter().map(messages::errors).sum::<usize>()
            + self.say_diagnostics(records, &cx.into_diagnostics(), result.as_ref().err());
        if result.is_err() || (self.is_cancelled)() {
            return Err(Failed);
        }
        let files = match &*options.output {
            "-" => {
                out.join_files();
                Vec::new()
            }
            _ => out.take_files(),
        };
        if let Err(error) = out.finish() {
            return Err(self.cannot_write(&options.output, &error));
        }

        if let Some(depfile) = &options.depfile {
            if depfile_alone {
                return self.fail("the option -d must be used together with -o");
            }
            let path = match &**depfile {
                "-" => None,
                path => Some(self.folder.join(path)),
            };
            let dependencies = read.unit.dependencies();
            let written = depfile::write(path.as_deref(), &options.output, &dependencies);
            written.map_err(|error| {
                let text = error_text(&error);
                self.complain(&format!("error opening {depfile}:{text}"))
            })?;
        }
        phases.stop_overall();
        phases.start("Write output");
        if errors > 0 {
            let discarded = destination.discard();
            discarded.map_err(|error| self.cannot_write(&options.output, &error))?;
        } else {
            for file in files {
                self.write_beside(&file)?;
            }
            let kept = destination.keep(options.write_if_changed);
            kept.map_err(|error| self.cannot_write(&options.output, &error))?;
        }
        (self.say)(phases.finish().as_bytes());
        self.count_errors(errors)
    }

    /// Writes an additional file to the folder of the output.
    fn write_beside(&self, file: &File) -> Result<(), Failed> {
        let output = Path::new(&self.options.output);
        let stem = output.file_stem().unwrap_or_default().to_string_lossy();
        let name = output.with_file_name(format!("{stem}{}", file.suffix));
        let written = Destination::open(&self.folder.join(&name)).and_then(|mut destination| {
            destination.sink().write_all(&encode(&file.text))?;
            destination.keep(self.options.write_if_changed)
        });
        written.map_err(|error| self.cannot_write(&name.to_string_lossy(), &error))
    }

    fn say_reports(&self, records: &Records, reports: &[Report]) {
        let text = messages::render(&records.sources, reports, messages::MAX_OUTPUT);
        (self.say)(&text);
    }

    /// Prints the messages of a backend. Returns the number of errors.
    fn say_diagnostics(
        &self,
        records: &Records,
        said: &Diagnostics,
        fatal: Option<&Fatal>,
    ) -> usize {
        let diagnostics = said.list.iter().chain(fatal.map(|it| &**it));
        let reports: Vec<_> = diagnostics
            .map(|it| Report::of_backend(&records.sources, it))
            .collect();
        let mut printed = 0;
        for (after, text) in &said.dumps {
            self.say_reports(records, &reports[printed..*after]);
            (self.say)(&encode(text));
            printed = *after;
        }
        self.say_reports(records, &reports[printed..]);
        let errors: usize = reports.iter().map(messages::errors).sum();
        errors - said.forgiven
    }

    fn count_errors(&self, errors: usize) -> Result<(), Failed> {
        match errors {
            0 => Ok(()),
            _ => self.fail(&format!("{errors} errors.")),
        }
    }

    fn cannot_write(&self, path: &str, error: &io::Error) -> Failed {
        // If the reader of a pipe has closed it, no error is reported.
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Failed;
        }
        let text = error_text(error);
        self.complain(&format!("error writing {path}: {text}"))
    }

    /// Reports `message` after the program's name, as the reason why the run fails.
    pub(super) fn fail<T>(&self, message: &str) -> Result<T, Failed> {
        Err(self.complain(message))
    }

    fn complain(&self, message: &str) -> Failed {
        (self.say)(format!("{}: {message}\n", self.program).as_bytes());
        Failed
    }
}

/// The operating system's message for an error, without the number that Rust appends.
fn error_text(error: &io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error ") {
        Some((words, _)) => words.to_owned(),
        None => text,
    }
}
