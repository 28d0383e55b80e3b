//! Rows from the build files of a project.

use std::collections::hash_map::Entry;

use project::{BackendRun, FoundUnit, Origin, path};

use super::super::of_build::{arguments, is_ours};
use super::{Plan, Taken, normal_id, row};
use crate::limits::lowering;
use crate::workspace::Workspaces;

/// The tables that build files make from the roots in `folder`, and those whose outputs are in `folder`. The rows write
/// to the folder `out`.
pub(super) fn read(folder: &str, out: &str) -> Result<Plan, String> {
    let current = |error| format!("no current folder: {error}");
    let mut workspaces = Workspaces::new().map_err(current)?;
    let folder = workspaces.absolute(folder);
    let index = workspaces.enclosing(&folder);
    let project = workspaces.project(index);
    let mut tables = Tables {
        folder: &folder,
        out,
        plan: Plan::default(),
        taken: Taken::new(),
    };
    let found = project.units().iter().map(|it| (it, true));
    let missing = project.missing().iter().map(|it| (it, false));
    for (unit, exists) in found.chain(missing) {
        let is_here = path::is_below(&unit.root(), &folder);
        for run in &unit.backends {
            if is_here || path::is_below(&run.folder, &folder) {
                tables.add(unit, run, exists);
            }
        }
    }
    let plan = tables.plan;
    if plan.rows.is_empty() && plan.messages.is_empty() {
        return Err(format!("no build file makes tables in '{folder}'"));
    }
    Ok(plan)
}

struct Tables<'a> {
    folder: &'a str,
    out: &'a str,
    plan: Plan,
    taken: Taken<Vec<String>>,
}

impl Tables<'_> {
    /// Adds the table of a run, or a message that says why the table is not made. `exists` says whether the root
    /// exists.
    fn add(&mut self, unit: &FoundUnit, run: &BackendRun, exists: bool) {
        let Some(output) = &run.output else { return };
        let plan = &mut self.plan;
        if run.has_unknown() || unit.has_unknown() {
            let why = "the build file leaves open how it is made";
            return plan.note(format!("'{output}' is left out: {why}"));
        }
        let name = table_name(output, unit, run, self.folder);
        if !is_ours(run) {
            return plan.note(format!("'{name}' is left out: it is made by {}", run.tool));
        }
        let id = match normal_id(&name) {
            Ok(id) => id,
            Err(error) => return plan.error(error),
        };
        let args = arguments(unit, run);
        match self.taken.entry(id.clone()) {
            Entry::Vacant(free) => drop(free.insert(args.clone())),
            // The build describes the same output twice, or the command is guessed for a root that does not exist.
            Entry::Occupied(known) if *known.get() == args || !exists => return,
            Entry::Occupied(_) => {
                let root = unit.root();
                let message = format!(
                    "'{id}' is not made of '{root}' with '{}': another command has that output",
                    args[0]
                );
                // Not all conditions in build files of CMake and Bazel can be evaluated, so one of the two commands
                // may never be run.
                return match unit.origin {
                    Origin::CMake | Origin::Bazel => plan.note(message),
                    _ => plan.error(message),
                };
            }
        }
        if !exists {
            return plan.error(format!("'{id}' is not made: there is no '{}'", unit.root()));
        }
        match row(id.clone(), &run.tool, &args, self.out) {
            Ok(mut row) => {
                row.is_of_build = true;
                let folder = path::normalize(&unit.working_dir);
                row.options.include_dirs.insert(0, folder);
                // The project's files may lower the default limits, but not raise them.
                let options = &mut row.options;
                (options.memory_limit, options.work_limit) =
                    lowering(options.memory_limit, options.work_limit);
                plan.rows.push(row);
            }
            Err(error) => plan.error(format!("'{id}' is not made: {error}")),
        }
    }
}

/// The name of a table: the path of its output relative to `folder`, or else to the folder of the build or of the
/// command. If the output is in none of these folders, its file name.
fn table_name(output: &str, unit: &FoundUnit, run: &BackendRun, folder: &str) -> String {
    let output = path::join(&run.folder, output);
    let build_file = unit.found_in.as_deref().map(path::parent);
    // The build files of CMake and Bazel lie in the folder of the sources, not in the folder of the build.
    let lies_in_sources = matches!(unit.origin, Origin::CMake | Origin::Bazel);
    let build = build_file.filter(|_| !lies_in_sources);
    let bases = [Some(folder), build, Some(unit.working_dir.as_str())];
    let bases = bases.into_iter().flatten();
    let mut names = bases.filter_map(|it| path::within(&output, it));
    let name = names.find(|it| !it.is_empty());
    name.unwrap_or_else(|| path::file_name(&output)).to_owned()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_build_lowers_limits_only() {
        let folder = std::env::temp_dir().join(format!("batch-limits-{}", std::process::id()));
        fs::create_dir_all(folder.join(".git")).unwrap();
        fs::write(folder.join("Root.td"), "def A;\n").unwrap();
        let check = |options: &str, want: [Option<u32>; 2]| {
            let list = format!(
                "set(LLVM_TARGET_DEFINITIONS Root.td)\ntablegen(LLVM A.inc -print-enums {options})\n"
            );
            fs::write(folder.join("CMakeLists.txt"), list).unwrap();
            let plan = read(&folder.to_string_lossy(), "out").unwrap();
            let [row] = &plan.rows[..] else {
                panic!("{plan:?}");
            };
            assert_eq!([row.options.memory_limit, row.options.work_limit], want);
        };
        check("-memory-limit=0 -work-limit=0", [None, None]);
        check("-memory-limit=4000000 -work-limit=501", [None, None]);
        check("-memory-limit=10 -work-limit=1", [Some(10), Some(1)]);
        fs::remove_dir_all(folder).unwrap();
    }
}
