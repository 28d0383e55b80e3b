//! The choice of the units and files that a command line of `check` checks.

use std::collections::BTreeSet;
use std::path::Path;

use project::path;
use rustc_hash::{FxHashMap, FxHashSet};

use driver::disk;
use driver::workspace::Workspaces;

pub(super) enum Job {
    Unit(UnitJob),
    /// The name of a file that is checked as the root of its own unit.
    Alone(String),
}

/// A unit to check, and the files about which messages are printed.
pub(super) struct UnitJob {
    pub workspace: usize,
    pub unit: usize,
    pub wanted: Wanted,
    /// Whether paths are printed relative to the current folder. True if the first path on the command line that
    /// selects this unit is relative.
    pub relative: bool,
}

pub(super) enum Wanted {
    All,
    /// Only the messages about these files.
    In(BTreeSet<String>),
}

/// The units and files to check, in order.
#[derive(Default)]
pub(super) struct Plan {
    pub jobs: Vec<Job>,
    /// The files that the command line names and that cannot be read, each with the error.
    pub unreadable: Vec<(String, std::io::Error)>,
    /// The index in `jobs` of each unit's job. A key holds the indices of the workspace and the unit.
    known: FxHashMap<(usize, usize), usize>,
}

impl Plan {
    /// A plan that checks each file as the root of its own unit.
    pub(super) fn alone(names: &[&String]) -> Plan {
        let jobs = names.iter().map(|name| Job::Alone((*name).clone()));
        Plan {
            jobs: jobs.collect(),
            ..Plan::default()
        }
    }
}

/// The plan for the files and folders of a command line. Each unit is checked once. `are_roots` is true if the command
/// line has include directories or macros. Each file is then checked as the root of its own unit.
pub(super) fn plan(names: &[&String], are_roots: bool, workspaces: &mut Workspaces) -> Plan {
    let mut plan = Plan::default();
    for name in names {
        let path = workspaces.absolute(name);
        let relative = !Path::new(name).is_absolute();
        if *name == "-" {
            plan.jobs.push(Job::Alone((*name).clone()));
        } else if Path::new(&path).is_dir() {
            folder(&path, relative, workspaces, &mut plan);
        } else if let Err(err) = disk::open(&path) {
            plan.unreadable.push(((*name).clone(), err));
        } else if are_roots {
            plan.jobs.push(Job::Alone((*name).clone()));
        } else {
            let workspace = workspaces.enclosing(&path);
            file(&path, workspace, relative, workspaces, &mut plan);
        }
    }
    plan
}

/// Adds all units whose roots are below the folder, except tests that are meant to fail. Then calls [`file()`] for each
/// source below the folder, unless one of these units reads the source.
fn folder(path: &str, relative: bool, workspaces: &mut Workspaces, plan: &mut Plan) {
    let workspace = workspaces.enclosing(path);
    let project = workspaces.project(workspace);
    let mut read = FxHashSet::default();
    for (unit, found) in project.units().iter().enumerate() {
        if path::is_below(&found.root(), path) {
            read.extend(project.files(unit));
            // Tests that are meant to fail are skipped, unless the command line names one.
            if !found.fails {
                want(plan, workspace, unit, relative, None);
            }
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

/// Adds the units to check for a file. For a test that is split into several files, these are the units of its parts.
/// For any other file, it is the file's active unit. If the file is the root of this unit, all messages of the unit are
/// printed, otherwise only those about the file. A file that no unit reads is checked as the root of its own unit.
fn file(path: &str, workspace: usize, relative: bool, workspaces: &Workspaces, plan: &mut Plan) {
    let project = workspaces.project(workspace);
    let parts: Vec<usize> = project.of_parts(path).collect();
    if !parts.is_empty() {
        for unit in parts {
            want(plan, workspace, unit, relative, None);
        }
        return;
    }
    match project.active(path, &[]) {
        Some(unit) => {
            let is_root = project.units()[unit].root() == path;
            want(plan, workspace, unit, relative, (!is_root).then_some(path));
        }
        None => {
            let name = if relative {
                workspaces.show(path)
            } else {
                path.to_owned()
            };
            plan.jobs.push(Job::Alone(name));
        }
    }
}

/// Adds a unit to the plan. Only its messages about `file` are printed, or all messages if `file` is `None`.
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
