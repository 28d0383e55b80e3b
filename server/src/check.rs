//! `check`: reports all errors and warnings in files, with llvm-tblgen's messages.

mod changed;
mod finding;
mod github;
mod gitlab;
mod includes;
mod looks;
mod output;
mod plan;
mod sarif;

use std::path::Path;
use std::process::ExitCode;

use backends::Models;
use elaborate::report::Report;
use project::{FoundUnit, Origin, path};
use rustc_hash::FxHashSet;
use syntax::Release;

use self::changed::Changed;
use self::looks::Looks;
use self::output::{Format, Out};
use self::plan::{Job, Plan, UnitJob, Wanted};
use crate::elsewhere::Elsewhere;
use driver::advice::{advise, tell_releases};
use driver::arguments::{Argument, Arguments};
use driver::command::Stop;
use driver::front_end::{self, Input};
use driver::limits::limits;
use driver::tblgen::bad_macro;
use driver::workspace::{In, Workspaces};
use driver::{big_stack, disk, release, terminal};

/// The options of the command.
struct Args<'a> {
    names: Vec<&'a String>,
    /// The include directories, macros and limits of the command line.
    input: Input,
    release: Option<Release>,
    format: Format,
    /// Whether to run the backends that the build runs.
    backends: bool,
    /// Whether to include the editor's diagnostics about targets and MLIR's dialects.
    hints: bool,
    /// The git revision of `--changed-since`. Units whose files are unchanged since this revision are not checked.
    since: Option<&'a str>,
}

/// Runs `check`. The exit code is 0 if no error was found and everything could be checked.
pub(crate) fn main(args: &[String]) -> ExitCode {
    match read_args(args) {
        Ok(args) => run(&args),
        Err(message) => terminal::usage_error(&format!("check: {message}")),
    }
}

fn read_args(args: &[String]) -> Result<Args<'_>, String> {
    let mut names = Vec::new();
    let mut input = Input::default();
    let mut release = None;
    let (mut memory, mut work) = (None, None);
    let (mut format, mut backends, mut hints, mut since) = (Format::Text, false, false, None);
    let mut args = Arguments::new(args);
    while let Some(arg) = args.next() {
        match arg? {
            Argument::Long("format") => {
                let named = args.value().and_then(Format::named);
                format = named.ok_or("--format is text, json, sarif, github or gitlab")?;
            }
            Argument::Long("changed-since") => {
                since = Some(args.value().ok_or("--changed-since wants a revision")?);
            }
            Argument::Long(name @ ("memory-limit" | "work-limit")) => {
                let number = args.value().and_then(|it| it.parse().ok());
                let number = number.ok_or_else(|| format!("--{name} wants a number"))?;
                match name {
                    "memory-limit" => memory = Some(number),
                    _ => work = Some(number),
                }
            }
            Argument::Long("backends") => backends = true,
            Argument::Long("hints") => hints = true,
            Argument::Long("compat") => release = Some(args.release()?),
            Argument::Letter(name @ ('D' | 'I')) => {
                let value = args.value();
                let value = value.ok_or_else(|| format!("-{name} requires a value"))?;
                match name {
                    'D' => input.spec.macros.push(value.to_owned()),
                    _ => input.spec.include_dirs.push(value.to_owned()),
                }
            }
            Argument::Plain(name) => names.push(name),
            _ => return Err(args.unknown()),
        }
    }
    if names.is_empty() {
        return Err("no file is given".to_owned());
    }
    if release.is_none_or(|it| it >= Release::V21)
        && let Some(message) = bad_macro(&input.spec.macros)
    {
        return Err(message);
    }
    input.limits = limits(memory, work);
    Ok(Args {
        names,
        input,
        release,
        format,
        backends,
        hints,
        since,
    })
}

fn run(args: &Args) -> ExitCode {
    // If the command line has include directories or macros, each named file is a root. If a folder is named, the units
    // in the folder get these include directories and macros in addition to their own.
    let is_told = !args.input.spec.include_dirs.is_empty() || !args.input.spec.macros.is_empty();
    let mut out = Out::new(args.format);
    let (mut plan, workspaces) = match Workspaces::new() {
        Ok(workspaces) => {
            let mut workspaces = workspaces.with(&args.input.spec.include_dirs);
            let plan = plan::plan(&args.names, is_told, &mut workspaces);
            (plan, Some(workspaces))
        }
        Err(_) => (Plan::alone(&args.names), None),
    };
    let stop = Stop::default();
    let changed = args.since.map(|since| {
        let workspaces = workspaces.as_ref().ok_or("there is no current folder")?;
        leave_out_unchanged(&mut plan, workspaces, args, since, &stop)
    });
    let mut changed = match changed.transpose() {
        Ok(changed) => changed,
        Err(message) => return terminal::usage_error(&format!("check: {message}")),
    };
    if let Some(workspaces) = &workspaces {
        workspaces.tell_notes();
    }
    for (name, err) in &plan.unreadable {
        out.fail(format!("cannot read '{name}': {err}"));
    }
    let mut earlier = Earlier {
        said: FxHashSet::default(),
        searches: includes::MAX_SEARCHES,
    };
    for job in plan.jobs {
        match (job, &workspaces) {
            (Job::Unit(job), Some(workspaces)) => {
                let changed = changed.as_ref();
                let checked = check_unit(&job, workspaces, args, changed, &mut earlier, &mut out);
                if let Err(err) = checked {
                    out.fail(format!("cannot check: {err}"));
                }
            }
            (Job::Alone(name), _) => check_file(&name, args, changed.as_mut(), &mut out),
            (Job::Unit(_), None) => {}
        }
    }
    out.finish()
}

/// Removes each unit from the plan if none of its files ([`changed::files_of`]) has changed.
fn leave_out_unchanged<'a>(
    plan: &mut Plan,
    workspaces: &Workspaces,
    args: &Args,
    since: &str,
    stop: &'a Stop,
) -> Result<Changed<'a>, String> {
    let paths: Vec<String> = args
        .names
        .iter()
        .map(|it| workspaces.absolute(it))
        .collect();
    let mut changed = Changed::since(since, &workspaces.absolute("."), &paths, stop)?;
    let files = |job: &Job| match job {
        Job::Unit(job) => {
            let project = workspaces.project(job.workspace);
            let found = &project.units()[job.unit];
            let missing = found.missing.iter().map(String::as_str);
            let reads = project.files(job.unit);
            Some(changed::files_of(
                &found.working_dir,
                &found.spec,
                reads,
                missing,
            ))
        }
        // The includes of a file without a unit are known only once the file is read.
        Job::Alone(_) => None,
    };
    changed.compare(plan.jobs.iter().filter_map(files).flatten().collect())?;
    plan.jobs
        .retain(|it| files(it).is_none_or(|files| changed.has_any(&files)));
    Ok(changed)
}

/// State from the units that were checked before.
struct Earlier {
    /// The messages that were printed, so that none is printed twice. Each element is the path of the file, and a text
    /// that consists of the offset and the message.
    said: FxHashSet<(String, String)>,
    /// The number of searches for missing includes that are left.
    searches: usize,
}

/// Checks a unit and prints its messages, except messages that were already printed for an earlier unit.
fn check_unit(
    job: &UnitJob,
    workspaces: &Workspaces,
    args: &Args,
    changed: Option<&Changed<'_>>,
    earlier: &mut Earlier,
    out: &mut Out,
) -> std::io::Result<()> {
    let found = &workspaces.project(job.workspace).units()[job.unit];
    let mut spec = found.spec.clone();
    spec.macros.extend(args.input.spec.macros.iter().cloned());
    let input = Input {
        spec,
        release: args.release.unwrap_or(found.release()),
        limits: args.input.limits,
        ..Input::default()
    };
    let root = disk::read(found.root())?;
    let current = workspaces.absolute(".");
    let absolute = |path: &str| path::join(&found.working_dir, path);
    let name = |path: &str| {
        if job.relative {
            workspaces.show(disk::file_of(&absolute(path)))
        } else {
            disk::file_of(&absolute(path)).to_owned()
        }
    };
    big_stack::run(|| {
        let read = front_end::run(&input, &root, &In(&found.working_dir));
        let files = &read.unit.sources.files;
        let file_of = |report: &Report| match report.place {
            Some((file, _)) => disk::file_of(&absolute(&files[file].path)).to_owned(),
            None => disk::file_of(&found.root()).to_owned(),
        };
        let is_wanted = |report: &Report| {
            let is_named = match &job.wanted {
                Wanted::All => true,
                Wanted::In(files) => files.contains(&file_of(report)),
            };
            is_named && changed.is_none_or(|it| it.concerns(report, &file_of(report)))
        };
        let show = |it: &str| within(it, &current);
        let mut reports = advise(found, &read.unit, &read.reports, &show, &is_wanted);
        let mut is_new = |report: &Report| {
            let offset = report.place.map(|(_, offset)| offset);
            earlier
                .said
                .insert((file_of(report), format!("{offset:?} {}", report.message)))
        };
        reports.retain(|it| is_new(it));
        let reads: FxHashSet<String> = files.iter().map(|it| absolute(&it.path)).collect();
        let elsewhere = Elsewhere {
            found,
            project: Some(workspaces.project(job.workspace)),
            is_read: &|path| reads.contains(path),
            open: &|_| None,
        };
        includes::tell(&elsewhere, &mut earlier.searches, &mut reports, &file_of);
        out.reports(&read, &reports, &name);
        if read.reports.iter().any(Report::is_error) {
            // As in a build, backends do not run if the unit has errors.
            return;
        }
        let (mut looks, models) = (Looks::default(), Models::fixed());
        if args.backends {
            looks.run_backends(found, &read, &models);
        }
        if args.hints {
            let project = workspaces.project(job.workspace);
            looks.find(found, &read, &models, &|file, because_of| {
                let because_of: Vec<String> = because_of.iter().map(|it| absolute(it)).collect();
                let because_of: Vec<&str> = because_of.iter().map(String::as_str).collect();
                project.holds_everywhere(&found.root(), &absolute(file), &because_of)
            });
        }
        let mut reports = looks.reports(&read);
        tell_releases(found, read.records.release(), &mut reports);
        reports.retain(|it| is_wanted(it) && is_new(it));
        out.reports(&read, &reports, &name);
        for caveat in &looks.caveats {
            out.note(caveat);
        }
        for run in &looks.others {
            out.note(&format!("'{}': {run}", name(&found.root())));
        }
        for message in looks.not_run {
            out.fail(format!("'{}': {message}", name(&found.root())));
        }
    })
}

/// A path relative to `folder` if it lies there, else the path itself.
fn within(path: &str, folder: &str) -> String {
    path::within(path, folder).unwrap_or(path).to_owned()
}

/// Checks a file that is the root of its own unit and prints its messages.
fn check_file(name: &str, args: &Args, changed: Option<&mut Changed<'_>>, out: &mut Out) {
    // Standard input is always new.
    let mut changed = changed.filter(|_| name != "-");
    let text = match disk::read_input(name) {
        Ok(text) => text,
        Err(err) => return out.fail(format!("cannot read '{name}': {err}")),
    };
    let mut input = for_file(name, &args.input);
    let of_sources = || release::of_sources(&input.spec, Path::new("")).release();
    input.release = args.release.unwrap_or_else(of_sources);
    let current = std::env::current_dir().unwrap_or_default();
    let current = &*path::normalize(current.to_str().unwrap_or("/"));
    let checked = big_stack::run(|| {
        let read = front_end::run(&input, &text, &In(""));
        let folders = input.spec.include_dirs.iter();
        let folders = folders.map(|it| path::join(current, it));
        let found = FoundUnit {
            working_dir: current.to_owned(),
            origin: Origin::Settings,
            outside: folders.filter(|it| !path::is_below(it, current)).collect(),
            ..FoundUnit::new(input.spec.clone())
        };
        let files = &read.unit.sources.files;
        if let Some(changed) = &mut changed {
            let reads = files.iter().map(|it| it.path.as_str());
            let missing = read.unit.included.iter();
            let missing =
                missing.filter_map(|(name, file)| file.is_none().then_some(name.as_str()));
            let files = changed::files_of(current, &input.spec, reads, missing);
            match changed.compare(files.clone()) {
                Ok(()) if changed.has_any(&files) => {}
                Ok(()) => return,
                Err(message) => return out.fail(message),
            }
        }
        let is_wanted = |report: &Report| {
            let file = report.place.map_or(name, |(file, _)| &files[file].path);
            let file = path::join(current, disk::file_of(file));
            changed.as_ref().is_none_or(|it| it.concerns(report, &file))
        };
        let show = |it: &str| within(it, current);
        let reports = advise(&found, &read.unit, &read.reports, &show, &is_wanted);
        out.reports(&read, &reports, &str::to_owned);
        if args.hints && !read.reports.iter().any(Report::is_error) {
            let absolute = |it: &str| path::join(current, it);
            let root = absolute(name);
            let is_own = |it: &str, _: &[&str]| path::is_below(&absolute(it), path::parent(&root));
            let mut looks = Looks::default();
            looks.find(&found, &read, &Models::fixed(), &is_own);
            let mut reports = looks.reports(&read);
            reports.retain(&is_wanted);
            out.reports(&read, &reports, &str::to_owned);
        }
    });
    if let Err(err) = checked {
        out.fail(format!("cannot check '{name}': {err}"));
    }
}

/// The input for the file `name`. Without include directories, the file's own folder is the include directory.
fn for_file(name: &str, input: &Input) -> Input {
    let mut input = input.clone();
    name.clone_into(&mut input.spec.root);
    if input.spec.include_dirs.is_empty()
        && let Some((folder, _)) = name.rsplit_once(std::path::is_separator)
    {
        input.spec.include_dirs.push(folder.to_owned());
    }
    input
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_about_one_long_line_is_bounded() {
        let text = "def ".repeat(50_000);
        let read = front_end::run(&Input::default(), text.as_bytes(), &In(""));
        let printed = read.messages(output::MAX_OUTPUT);
        assert!(read.errors > 0);
        assert!(printed.len() < 2 * output::MAX_OUTPUT, "{}", printed.len());
        assert!(printed.ends_with(b" more messages\n"));
    }
}
