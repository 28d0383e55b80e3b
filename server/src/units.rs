//! `units`: prints the units that are found for folders and files.

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

use project::{BackendRun, FolderOrigin, FoundUnit, Headers, Origin, Project, Submodule, path};
use serde_json::{Value, json};

use driver::advice;
use driver::arguments::{Argument, Arguments};
use driver::terminal;
use driver::workspace::{Workspaces, describe};

/// The arguments of the command.
struct Args {
    as_json: bool,
    include_dirs: Vec<String>,
    paths: Vec<String>,
}

fn read_args(args: &[String]) -> Result<Args, String> {
    let (mut as_json, mut include_dirs, mut paths) = (false, Vec::new(), Vec::new());
    let mut args = Arguments::new(args);
    while let Some(arg) = args.next() {
        match arg? {
            Argument::Long("json") => as_json = true,
            Argument::Letter('I') => {
                let folder = args.value().ok_or("-I requires a value")?;
                include_dirs.push(folder.to_owned());
            }
            Argument::Plain(path) => paths.push(path.clone()),
            _ => return Err(args.unknown()),
        }
    }
    if paths.is_empty() {
        paths.push(".".to_owned());
    }
    Ok(Args {
        as_json,
        include_dirs,
        paths,
    })
}

/// Runs `units`: prints the units for the given paths, or for the current folder if no paths are given.
pub(crate) fn main(args: &[String]) -> ExitCode {
    let args = match read_args(args) {
        Ok(args) => args,
        Err(message) => return terminal::usage_error(&format!("units: {message}")),
    };
    let mut workspaces = match Workspaces::new() {
        Ok(workspaces) => workspaces.with(&args.include_dirs),
        Err(err) => return terminal::usage_error(&format!("units: no current folder: {err}")),
    };
    let mut text = String::new();
    let mut values = Vec::new();
    for name in &args.paths {
        let path = workspaces.absolute(name);
        if !Path::new(&path).exists() {
            return terminal::usage_error(&format!("units: there is no '{name}'"));
        }
        let index = workspaces.enclosing(&path);
        let project = workspaces.project(index);
        let units = units_of(project, &path);
        if args.as_json {
            let units: Vec<_> = units.iter().map(|it| to_json(project, *it)).collect();
            values.push(json!({ "path": path, "units": units }));
            continue;
        }
        if units.is_empty() {
            let _ = writeln!(text, "{name}: no unit reads it");
        }
        for unit in units {
            push(&mut text, &workspaces, project, unit);
        }
    }
    workspaces.tell_notes();
    if args.as_json {
        text = format!("{:#}\n", Value::Array(values));
    }
    terminal::print(&text)
}

/// If `path` is a folder, the units whose roots lie in it; otherwise the units that read the file `path`.
fn units_of(project: &Project, path: &str) -> Vec<usize> {
    if !Path::new(path).is_dir() {
        return project.units_of(path);
    }
    let units = project.units().iter().enumerate();
    let below = units.filter(|(_, it)| path::is_below(&it.root(), path));
    below.map(|(index, _)| index).collect()
}

fn push(text: &mut String, workspaces: &Workspaces, project: &Project, index: usize) {
    let unit = &project.units()[index];
    let shown = |path: &str| workspaces.show(&path::join(&unit.working_dir, path));
    let _ = writeln!(text, "{}", workspaces.show(&unit.root()));
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(text, "  {name:8} {value}");
    };
    let found_in = unit.found_in.as_deref();
    let found = match found_in {
        Some(file) => workspaces.show(file),
        None => describe(unit).to_owned(),
    };
    line("found in", &found);
    for (folder, origin) in unit.spec.include_dirs.iter().zip(&unit.folder_origins) {
        line(
            "include",
            &format!("{} ({})", shown(folder), learnt_from(unit, *origin)),
        );
    }
    for name in &unit.spec.macros {
        line("macro", name);
    }
    line("release", &unit.version.to_string());
    line("reads", &format!("{} files", project.files(index).count()));
    for include in &unit.missing {
        line("missing", include);
    }
    let submodules = submodules(unit);
    for submodule in &submodules {
        line("fetch", &submodule.command());
    }
    if !unit.mixed.is_empty() {
        line("mixed", &advice::mixed(unit));
    }
    for run in &unit.backends {
        line("backend", &command(run));
    }
}

/// Where an include directory comes from, for display.
fn learnt_from(unit: &FoundUnit, origin: FolderOrigin) -> &'static str {
    match origin {
        FolderOrigin::Given if unit.origin == Origin::Includes => "the root's folder",
        FolderOrigin::Given => describe(unit),
        FolderOrigin::Setting => "-I",
        FolderOrigin::Around => "found nearby",
        FolderOrigin::Installed => "installed",
    }
}

/// The submodules that probably contain the files that the unit lacks, each once.
fn submodules(unit: &FoundUnit) -> Vec<&Submodule> {
    let mut found: Vec<&Submodule> = Vec::new();
    for submodule in unit.missing.iter().filter_map(|it| unit.submodule_of(it)) {
        if !found.contains(&submodule) {
            found.push(submodule);
        }
    }
    found
}

fn command(run: &BackendRun) -> String {
    let mut words = vec![run.tool.clone()];
    words.extend(run.backend.iter().map(|it| format!("-{it}")));
    words.extend(run.args.iter().cloned());
    if let Some(output) = &run.output {
        words.extend(["-o".to_owned(), output.clone()]);
    }
    words.join(" ")
}

fn mixed(headers: &Headers) -> Value {
    json!({ "folder": headers.folder, "release": headers.release })
}

fn to_json(project: &Project, index: usize) -> Value {
    let unit = &project.units()[index];
    let backends = unit.backends.iter().map(|it| {
        json!({
            "tool": it.tool,
            "backend": it.backend,
            "args": it.args,
            "output": it.output,
        })
    });
    let submodules = submodules(unit).into_iter().map(|it| {
        json!({
            "repository": it.repository,
            "path": it.path,
            "command": it.command(),
        })
    });
    let origins = unit.folder_origins.iter();
    let origins = origins.map(|it| learnt_from(unit, *it));
    json!({
        "root": unit.spec.root,
        "includeDirs": unit.spec.include_dirs,
        "includeDirsFrom": origins.collect::<Vec<_>>(),
        "macros": unit.spec.macros,
        "workingDirectory": unit.working_dir,
        "source": describe(unit),
        "foundIn": unit.found_in,
        "release": unit.release().to_string(),
        "version": unit.version.0,
        "files": project.files(index).collect::<Vec<_>>(),
        "missing": unit.missing,
        "submodules": submodules.collect::<Vec<_>>(),
        "mixed": unit.mixed.iter().map(mixed).collect::<Vec<_>>(),
        "backends": backends.collect::<Vec<_>>(),
    })
}
