//! What the driver does once its command line is understood.

use std::fs::{self, Metadata};
use std::io;

use backends::{Backend, Context, Diagnostics, Fatal, Models, Output, Records};
use elaborate::records::encode;
use elaborate::report::Report;
use syntax::Compat;

use super::depfile;
use super::destination::Destination;
use super::options::Options;
use super::phases::Phases;
use crate::external::External;
use crate::front_end::{self, FileSystem, FrontEnd};
use crate::messages;
use crate::{allocator, big_stack, disk, terminal};

/// The driver stopped; what was wrong has been printed.
pub struct Failed;

/// Runs the driver called as `program`, and ends the process.
pub fn run(program: &str, options: &Options) -> ! {
    allocator::use_huge_pages();
    big_stack::exit_with(program, || u8::from(try_run(program, options).is_err()))
}

fn try_run(program: &str, options: &Options) -> Result<(), Failed> {
    if options.external.is_some() {
        return run_external(program, options);
    }
    let backend = backend(program, options)?;
    run_backend(program, options, backend)
}

fn run_external(program: &str, options: &Options) -> Result<(), Failed> {
    let command = options.external.as_deref().unwrap_or_default();
    let external = match External::new(command, options.spec()) {
        Ok(external) => external,
        Err(message) => return fail(program, &message),
    };
    if external.reads_unit() && can_be_read_once(&options.input) {
        let message = "--external: a command with {} reads the root itself, which has to be a file";
        return fail(program, message);
    }
    let mut options = options.clone();
    // The command will say what is wrong with the unit.
    options.lazy |= external.reads_unit();
    run_backend(program, &options, &external)
}

/// Whether nobody else finds anything in a root that was read.
fn can_be_read_once(root: &str) -> bool {
    let is_stream = |it: Metadata| !it.is_file() && !it.is_dir();
    root == "-" || fs::metadata(root).is_ok_and(is_stream)
}

fn run_backend(program: &str, options: &Options, backend: &dyn Backend) -> Result<(), Failed> {
    let mut phases = Phases::new(options.time_phases);
    phases.start("Parse, build records");
    // The process ends after this; taking everything apart first would take long.
    let root = disk::read_named(&options.input);
    let read = std::mem::ManuallyDrop::new(read(program, options, root)?);
    terminal::eprint(&read.messages(messages::MAX_OUTPUT));
    if !read.complete {
        return Err(Failed);
    }
    if read.errors > 0 && options.compat == Compat::Llvm22 {
        return count_errors(program, read.errors);
    }
    write(program, options, backend, &read, &mut phases)
}

/// The backend that is asked for.
pub fn backend(program: &str, options: &Options) -> Result<&'static dyn Backend, Failed> {
    let name = options.backend.as_deref().unwrap_or("print-records");
    match backends::find(name) {
        Some(backend) => Ok(backend),
        None => fail(program, &format!("the backend '{name}' is not built yet")),
    }
}

/// Elaborates the root file, if it could be read.
pub fn read(
    program: &str,
    options: &Options,
    root: io::Result<Vec<u8>>,
) -> Result<FrontEnd, Failed> {
    let root = match root {
        Ok(root) => root,
        Err(error) => {
            let text = error_text(&error);
            let message = format!("Could not open input file '{}': {text}", options.input);
            return Err(complain(program, &message));
        }
    };
    if options.compat == Compat::Llvm22
        && let Some(name) = options.macros.iter().find(|it| !is_macro_name(it))
    {
        let message = format!("error: invalid macro name `{name}` specified on command line\n");
        terminal::eprint(message.as_bytes());
        return Err(Failed);
    }
    Ok(front_end::run(&options.front_end(), &root, &FileSystem))
}

/// LLVM 22 checks the names of macros, LLVM 19 doesn't.
pub fn is_macro_name(name: &str) -> bool {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    name.bytes().all(is_name) && name.starts_with(|first: char| !first.is_ascii_digit())
}

/// Runs a backend and puts its output in its place.
pub fn write(
    program: &str,
    options: &Options,
    backend: &dyn Backend,
    read: &FrontEnd,
    phases: &mut Phases,
) -> Result<(), Failed> {
    let records = &read.records;
    phases.start_overall("Backend overall");
    let cannot_open = |error| {
        let text = error_text(&error);
        complain(
            program,
            &format!("error opening {}: {text}", options.output),
        )
    };
    let depfile_alone = options.depfile.is_some() && options.output == "-";
    let destination = if depfile_alone {
        Ok(Destination::nowhere())
    } else {
        Destination::open(&options.output)
    };
    let mut destination = destination.map_err(cannot_open)?;

    let mut on_phase = |name| phases.start(name);
    let mut out = Output::to(destination.sink()).with_phases(&mut on_phase);
    let settings = backends::Options(options.backend_options.clone());
    let models = std::mem::ManuallyDrop::new(Models::default());
    let cx = Context::new(records, &settings, &models);
    let result = backend.run(&cx, &mut out);
    let late = read.late_reports();
    terminal::eprint(&messages::render(
        &records.sources,
        &late,
        messages::MAX_OUTPUT,
    ));
    if late.iter().any(Report::stops) {
        return Err(Failed);
    }
    let errors = read.errors
        + late.iter().map(messages::errors).sum::<usize>()
        + print_diagnostics(records, &cx.into_diagnostics(), result.as_ref().err());
    if result.is_err() {
        return Err(Failed);
    }
    if let Err(error) = out.finish() {
        return Err(cannot_write(program, &options.output, &error));
    }

    if let Some(depfile) = &options.depfile {
        if depfile_alone {
            return fail(program, "the option -d must be used together with -o");
        }
        depfile::write(depfile, &options.output, &read.unit.dependencies()).map_err(|error| {
            let text = error_text(&error);
            complain(program, &format!("error opening {depfile}:{text}"))
        })?;
    }
    phases.stop_overall();
    phases.start("Write output");
    let written = if errors > 0 {
        destination.discard()
    } else {
        destination.keep(options.write_if_changed)
    };
    written.map_err(|error| cannot_write(program, &options.output, &error))?;
    phases.print();
    count_errors(program, errors)
}

/// Prints what a backend has to say; returns how many errors count.
fn print_diagnostics(records: &Records, said: &Diagnostics, fatal: Option<&Fatal>) -> usize {
    let diagnostics = said.list.iter().chain(fatal.map(|it| &**it));
    let reports: Vec<_> = diagnostics
        .map(|it| messages::report(&records.sources, it))
        .collect();
    let print = |reports| {
        let text = messages::render(&records.sources, reports, messages::MAX_OUTPUT);
        terminal::eprint(&text);
    };
    let mut printed = 0;
    for (after, text) in &said.dumps {
        print(&reports[printed..*after]);
        terminal::eprint(&encode(text));
        printed = *after;
    }
    print(&reports[printed..]);
    let errors: usize = reports.iter().map(messages::errors).sum();
    errors - said.forgiven
}

fn count_errors(program: &str, errors: usize) -> Result<(), Failed> {
    match errors {
        0 => Ok(()),
        _ => fail(program, &format!("{errors} errors.")),
    }
}

fn cannot_write(program: &str, path: &str, error: &std::io::Error) -> Failed {
    // A reader that went away does not want to hear of it.
    if error.kind() == std::io::ErrorKind::BrokenPipe {
        return Failed;
    }
    let text = error_text(error);
    complain(program, &format!("error writing {path}: {text}"))
}

fn fail<T>(program: &str, message: &str) -> Result<T, Failed> {
    Err(complain(program, message))
}

fn complain(program: &str, message: &str) -> Failed {
    terminal::eprint(format!("{program}: {message}\n").as_bytes());
    Failed
}

/// The operating system's words for an error, without the number that Rust adds.
fn error_text(error: &std::io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error ") {
        Some((words, _)) => words.to_owned(),
        None => text,
    }
}
