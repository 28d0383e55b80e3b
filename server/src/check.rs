//! `check`: what is wrong with files, as llvm-tblgen would say it, but all of it.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;

use analysis::eval;
use analysis::project::path;
use analysis::report::Report;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::tblgen::front_end::{self, FileSystem};
use crate::tblgen::options::{Compat, Options};
use crate::workspace::{In, Workspaces};
use crate::{cli, deep};

/// Bytes of messages about one file after which no more are begun.
const MAX_OUTPUT: usize = 1 << 20;

/// Runs the command.
pub fn main(args: &[String]) -> ExitCode {
    let mut names = Vec::new();
    let mut options = Options::default();
    let mut compat = None;
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        match arg.as_str() {
            "--compat=19" => compat = Some(Compat::Llvm19),
            "--compat=22" => compat = Some(Compat::Llvm22),
            "--" => names.extend(rest.by_ref()),
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
                _ => names.push(arg),
            },
        }
    }
    if names.is_empty() {
        return cli::usage_error("check: no file is given");
    }
    options.compat = compat.unwrap_or_default();
    // Who says how to read a file knows that it is a root.
    let is_told = !options.include_dirs.is_empty() || !options.macros.is_empty();
    let (mut clean, jobs, workspaces) = match Workspaces::new() {
        Ok(mut workspaces) if !is_told => {
            let (readable, jobs) = plan(&names, &mut workspaces);
            (readable, jobs, Some(workspaces))
        }
        _ => {
            let alone = names.iter().map(|name| Job::Alone((*name).clone()));
            (true, alone.collect(), None)
        }
    };
    let mut said = FxHashSet::default();
    for job in jobs {
        clean &= match (job, &workspaces) {
            (Job::Unit(job), Some(workspaces)) => check_unit(&job, workspaces, compat, &mut said)
                .unwrap_or_else(|err| {
                    cli::eprint(format!("tablegen-analyzer: cannot check: {err}\n").as_bytes());
                    false
                }),
            (Job::Alone(name), _) => check_file(&name, &options),
            (Job::Unit(_), None) => false,
        };
    }
    match clean {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

enum Job {
    Unit(UnitJob),
    /// A file that is read by itself, by its name.
    Alone(String),
}

/// A unit to check, and what is wanted of its messages.
struct UnitJob {
    workspace: usize,
    unit: usize,
    wanted: Wanted,
    /// Paths are shown relative to the current folder, because somebody named one so.
    relative: bool,
}

enum Wanted {
    All,
    /// Those in these files.
    In(BTreeSet<String>),
}

/// What is to be done, in order.
#[derive(Default)]
struct Plan {
    jobs: Vec<Job>,
    /// Where the job of each unit is, by workspace and unit.
    known: FxHashMap<(usize, usize), usize>,
}

/// Which units to check for the files and folders of a command line, each once; and whether all can be read.
fn plan(names: &[&String], workspaces: &mut Workspaces) -> (bool, Vec<Job>) {
    let mut readable = true;
    let mut plan = Plan::default();
    for name in names {
        let path = workspaces.absolute(name);
        let relative = !name.starts_with('/');
        if *name == "-" {
            plan.jobs.push(Job::Alone((*name).clone()));
        } else if Path::new(&path).is_dir() {
            folder(&path, relative, workspaces, &mut plan);
        } else if let Err(err) = std::fs::File::open(&path) {
            readable = false;
            let message = format!("tablegen-analyzer: cannot read '{name}': {err}\n");
            cli::eprint(message.as_bytes());
        } else {
            let workspace = workspaces.of(&path);
            file(&path, workspace, relative, workspaces, &mut plan);
        }
    }
    (readable, plan.jobs)
}

/// All units whose roots are in the folder, and for its files that these do not read the units that do.
fn folder(path: &str, relative: bool, workspaces: &mut Workspaces, plan: &mut Plan) {
    let workspace = workspaces.of(path);
    let project = workspaces.project(workspace);
    let mut read = FxHashSet::default();
    for (unit, found) in project.units().iter().enumerate() {
        if path::is_below(&found.root(), path) {
            read.extend(project.files(unit));
            want(plan, workspace, unit, relative, None);
        }
    }
    let sources = project
        .sources()
        .iter()
        .filter(|it| path::is_below(it, path));
    for source in sources.filter(|it| !read.contains(it.as_str())) {
        file(source, workspace, relative, workspaces, plan);
    }
}

/// The active unit of a file. All that is wrong with a unit is said of its root, of other files only what is in them.
fn file(path: &str, workspace: usize, relative: bool, workspaces: &Workspaces, plan: &mut Plan) {
    let project = workspaces.project(workspace);
    match project.active(path, &[]) {
        Some(unit) => {
            let is_root = project.units()[unit].root() == path;
            want(plan, workspace, unit, relative, (!is_root).then_some(path));
        }
        None => {
            let name = match relative {
                true => workspaces.show(path),
                false => path.to_owned(),
            };
            plan.jobs.push(Job::Alone(name));
        }
    }
}

/// Notes that a unit is to be checked, for one file or as a whole.
fn want(plan: &mut Plan, workspace: usize, unit: usize, relative: bool, file: Option<&str>) {
    let Some(index) = plan.known.get(&(workspace, unit)) else {
        plan.known.insert((workspace, unit), plan.jobs.len());
        plan.jobs.push(Job::Unit(UnitJob {
            workspace,
            unit,
            wanted: match file {
                None => Wanted::All,
                Some(file) => Wanted::In(BTreeSet::from([file.to_owned()])),
            },
            relative,
        }));
        return;
    };
    if let Job::Unit(job) = &mut plan.jobs[*index] {
        match (&mut job.wanted, file) {
            (wanted, None) => *wanted = Wanted::All,
            (Wanted::In(files), Some(file)) => drop(files.insert(file.to_owned())),
            (Wanted::All, Some(_)) => {}
        }
    }
}

/// Prints what is wrong with a unit, apart from what was `said` already. Returns whether there is no error in what is
/// wanted.
fn check_unit(
    job: &UnitJob,
    workspaces: &Workspaces,
    compat: Option<Compat>,
    said: &mut FxHashSet<(String, String)>,
) -> std::io::Result<bool> {
    let found = &workspaces.project(job.workspace).units()[job.unit];
    let options = Options {
        input: found.spec.root.clone(),
        include_dirs: found.spec.include_dirs.clone(),
        macros: found.spec.macros.clone(),
        compat: compat.unwrap_or(match found.compat {
            eval::Compat::Llvm19 => Compat::Llvm19,
            eval::Compat::Llvm22 => Compat::Llvm22,
        }),
        ..Options::default()
    };
    let root = std::fs::read(found.root())?;
    let absolute = |path: &str| path::join(&found.working_dir, path);
    let name = |path: &str| match job.relative {
        true => workspaces.show(&absolute(path)),
        false => absolute(path),
    };
    deep::run(|| {
        let read = front_end::run(&options, &root, &In(&found.working_dir));
        let files = &read.unit.sources.files;
        let mut wanted = |report: &&Report| {
            let file = match report.place {
                Some((file, _)) => absolute(&files[file].path),
                None => found.root(),
            };
            let is_wanted = match &job.wanted {
                Wanted::All => true,
                Wanted::In(files) => files.contains(&file),
            };
            let offset = report.place.map(|(_, offset)| offset);
            is_wanted && said.insert((file, format!("{offset:?} {}", report.message)))
        };
        let reports: Vec<Report> = read
            .reports
            .iter()
            .filter(|it| wanted(it))
            .cloned()
            .collect();
        cli::eprint(&read.messages_named(&reports, MAX_OUTPUT, &name));
        !reports.iter().any(Report::is_error)
    })
}

/// Prints what is wrong with a file that is read by itself. Returns whether there is no error.
fn check_file(name: &str, options: &Options) -> bool {
    let text = match cli::read_input(name) {
        Ok(text) => text,
        Err(err) => {
            let message = format!("tablegen-analyzer: cannot read '{name}': {err}\n");
            cli::eprint(message.as_bytes());
            return false;
        }
    };
    let options = for_file(name, options);
    let checked = deep::run(|| {
        let read = front_end::run(&options, &text, &FileSystem);
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
