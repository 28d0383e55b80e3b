//! `CMakeLists.txt` and the files that it includes: finds the calls of a tblgen with their root files, backends and
//! include directories.
//!
//! This supports only a part of CMake. Variables, functions and loops are evaluated. Conditions are evaluated if the
//! files determine them; if they depend on options of the build, all branches are taken. An unknown value is
//! represented as `${NAME}`. Include directories that contain an unknown value are left out, and a root file whose path
//! contains an unknown value counts as missing. The build folder of a source folder is unknown as well, but is
//! represented as `${/FOLDER}` in order to distinguish output files.

mod arguments;
mod blocks;
mod conditions;
mod functions;
mod modules;
mod parse;
mod tablegen;
mod text;
mod tools;
mod values;

use std::cell::Cell;
use std::rc::Rc;

use memchr::memmem;

use self::blocks::Flow;
use self::functions::{Functions, Matter};
use self::parse::{Arg, Call};
use self::tablegen::{is_known, is_tablegen};
pub(crate) use self::tools::Tools;
pub(super) use self::values::has_unknown;
use self::values::{Variable, Variables, build_of, is_of_build, is_settled, without_itself};
use super::shell::Command;
use super::{FileTree, path};

/// The name of the build file in each folder.
pub(crate) const NAME: &str = "CMakeLists.txt";

/// The greatest depth of nested function calls and included files.
const MAX_DEPTH: usize = 20;
/// The greatest depth of blocks.
const MAX_BLOCKS: usize = 200;
/// The largest size of a file in bytes.
pub(crate) const MAX_SIZE: usize = 1 << 20;
/// The largest size of a value in bytes.
const MAX_VALUE: usize = 1 << 14;
/// The largest amount of work for one file. A unit of work is about one copied byte.
const MAX_WORK: usize = 1 << 24;
/// The largest amount of work for all files.
pub(crate) const MAX_ALL_WORK: usize = 1 << 29;
/// The largest number of include directories of a folder.
const MAX_INCLUDE_DIRS: usize = 100;
/// The fixed cost of running a command, in units of work.
const STEP: usize = 100;
/// The fixed cost of copying a text.
const ITEM: usize = 20;
/// The fixed cost of copying the entry of a variable or function.
const ENTRY: usize = 20;
/// The fixed cost of a query to the file system.
const FILE: usize = 2000;

/// The variables, functions and include directories after a folder's file was evaluated. The subfolders inherit them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    variables: Rc<Variables>,
    functions: Functions,
    include_dirs: Rc<IncludeDirs>,
}

/// The include directories set by `include_directories`.
#[derive(Clone, Debug, Default)]
struct IncludeDirs {
    folders: Vec<IncludeDir>,
    /// Whether a folder was left out because its path is unknown.
    has_unknown: bool,
}

#[derive(Clone, Debug)]
struct IncludeDir {
    path: String,
    /// Whether the folder was added in a branch that may be skipped.
    is_perhaps: bool,
}

impl Scope {
    /// The scope at the top of a project. `llvm` is the folder of LLVM's sources, if there is one.
    pub(crate) fn top(llvm: Option<&str>) -> Scope {
        // Assume the Ninja generator, since Ninja's build files are the only build files of a configured project that
        // are read.
        let mut variables = Variables::default();
        let mut set = |name: &str, value: &str| {
            variables.insert(name.into(), Variable::certain(value));
        };
        set("CMAKE_GENERATOR", "Ninja");
        if let Some(llvm) = llvm {
            let project = path::parent(llvm);
            for (name, value) in [
                ("LLVM_MAIN_SRC_DIR", llvm.to_owned()),
                ("LLVM_SOURCE_DIR", llvm.to_owned()),
                ("LLVM_MAIN_INCLUDE_DIR", format!("{llvm}/include")),
                ("LLVM_THIRD_PARTY_DIR", format!("{project}/third-party")),
                ("MLIR_MAIN_SRC_DIR", format!("{project}/mlir")),
                ("MLIR_SOURCE_DIR", format!("{project}/mlir")),
                ("MLIR_MAIN_INCLUDE_DIR", format!("{project}/mlir/include")),
                ("CLANG_SOURCE_DIR", format!("{project}/clang")),
                ("LLDB_SOURCE_DIR", format!("{project}/lldb")),
                ("FLANG_SOURCE_DIR", format!("{project}/flang")),
            ] {
                set(name, &path::normalize(&value));
            }
        }
        Scope {
            variables: Rc::new(variables),
            ..Scope::default()
        }
    }

    /// Whether the build file with the content `text` may affect the units of its folder or, if `has_below` is true,
    /// the units of its subfolders.
    pub(crate) fn matters(&self, text: &[u8], has_below: bool, left: &Left) -> bool {
        const FOR_TABLES: [&str; 6] = [
            "tablegen",
            "tblgen",
            "TABLEGEN",
            "LLVM_TARGET_DEFINITIONS",
            "add_mlir_",
            "include(",
        ];
        const FOR_UNITS: [&str; 2] = ["include_directories", "project("];
        let says = |word: &str| memmem::find(text, word.as_bytes()).is_some();
        let leads_to = |matter| self.functions.lead_from(text, matter, left);
        if has_below {
            let mut words = FOR_TABLES.iter().chain(&FOR_UNITS);
            words.any(|it| says(it)) || leads_to(Matter::Units)
        } else {
            FOR_TABLES.iter().any(|it| says(it)) || leads_to(Matter::Tables)
        }
    }
}

/// The result of evaluating the file of a folder.
pub(crate) struct Said {
    /// The calls of a tblgen. Their tools may be placeholders, which [`Tools::resolve`] replaces.
    pub commands: Vec<Command>,
    /// The scope that the subfolders inherit.
    pub scope: Scope,
    pub tools: Tools,
    /// Whether the file exceeded the limits.
    pub is_cut: bool,
}

/// The remaining budget, in units of work.
pub(crate) struct Left(Cell<usize>);

impl Left {
    /// The budget for all files.
    pub(crate) fn of_all() -> Left {
        Left(Cell::new(MAX_ALL_WORK))
    }

    /// Takes `work` from the budget. Returns whether any budget remains.
    fn spend(&self, work: usize) -> bool {
        self.0.set(self.0.get().saturating_sub(work));
        self.0.get() > 0
    }

    /// Takes the work of copying or searching `calls` from the budget. Returns whether any budget remains.
    fn spend_on(&self, calls: &[Call]) -> bool {
        let args = |it: &Call| {
            it.args
                .iter()
                .map(|it: &Arg| it.text.len() + ITEM)
                .sum::<usize>()
        };
        self.spend(calls.iter().map(|it| STEP / 2 + args(it)).sum())
    }

    /// Whether the budget is used up.
    pub(crate) fn is_used_up(&self) -> bool {
        self.0.get() == 0
    }
}

/// A folder with a `CMakeLists.txt`.
pub(crate) struct Folder<'a> {
    pub path: &'a str,
    /// The folder of the outermost `CMakeLists.txt` that encloses this one.
    pub project: &'a str,
    /// The scope that the folder inherits.
    pub scope: Scope,
    /// Whether the folder has subfolders with build files.
    pub has_below: bool,
}

/// Evaluates the file of a folder, whose contents are `text`. Included files are read from `tree`, and the work is
/// taken from `budget`.
pub(crate) fn commands(of: Folder<'_>, text: &str, tree: &dyn FileTree, budget: &Left) -> Said {
    let most = MAX_WORK.min(budget.0.get());
    let left = Left(Cell::new(most));
    // The cost of copying the inherited variables and functions, and of splitting the text into commands.
    let copied = ENTRY * (of.scope.variables.len() + of.scope.functions.len());
    let may_run = left.spend(copied + reading(text.len()));
    let mut runner = Runner {
        folder: of.path,
        tree,
        scope: of.scope,
        left,
        depth: 0,
        blocks: 0,
        unsure: 0,
        changed: Vec::new(),
        doubt: Cell::new(false),
        outward: Vec::new(),
        overwritten: Vec::new(),
        tools: Tools::default(),
        found: Vec::new(),
    };
    if may_run {
        runner.set_folders(of.project);
        runner.run(&parse::calls(text));
    }
    if of.has_below {
        // The values that only this folder refers to stay in memory while its subfolders are evaluated.
        let own = runner.scope.variables.values().map(|it| &it.value);
        let own = own.filter(|it| Rc::strong_count(it) == 1);
        runner.spend(own.map(|it| 2 * (ENTRY + it.len())).sum());
    }
    budget.spend(most - runner.left.0.get());
    Said {
        commands: runner.found,
        scope: runner.scope,
        tools: runner.tools,
        is_cut: runner.left.is_used_up(),
    }
}

/// The cost of splitting a text of this length in bytes into commands.
fn reading(length: usize) -> usize {
    length * 4
}

struct Runner<'a> {
    folder: &'a str,
    tree: &'a dyn FileTree,
    scope: Scope,
    left: Left,
    depth: usize,
    blocks: usize,
    /// The number of enclosing branches that may be skipped.
    unsure: usize,
    /// The variables that were set in the enclosing branches that may be skipped, in order.
    changed: Vec<String>,
    /// Whether a variable with a doubtful value was read since the last reset. If so, the value computed from it is
    /// doubtful.
    doubt: Cell<bool>,
    /// For each active function, the variables that it sets for its caller.
    outward: Vec<Vec<(String, Variable)>>,
    /// The variables that the active functions have overwritten, in order, with their previous values.
    overwritten: Vec<(Rc<str>, Option<Variable>)>,
    tools: Tools,
    found: Vec<Command>,
}

impl Runner<'_> {
    /// Takes `work` from the budget. Returns whether any budget remains.
    fn spend(&self, work: usize) -> bool {
        self.left.spend(work)
    }

    /// Sets CMake's own variables for the folder.
    fn set_folders(&mut self, project: &str) {
        let folder = self.folder;
        self.set("CMAKE_CURRENT_SOURCE_DIR", folder.to_owned());
        self.set("CMAKE_CURRENT_LIST_DIR", folder.to_owned());
        self.set("CMAKE_CURRENT_BINARY_DIR", build_of(folder));
        self.set("CMAKE_SOURCE_DIR", project.to_owned());
        self.set("CMAKE_BINARY_DIR", build_of(project));
        if !self.scope.variables.contains_key("PROJECT_SOURCE_DIR") {
            self.set("PROJECT_SOURCE_DIR", project.to_owned());
            self.set("PROJECT_BINARY_DIR", build_of(project));
        }
    }

    /// Runs a command that does not begin a block.
    fn call(&mut self, call: &Call) -> Flow {
        self.doubt.set(false);
        if !is_known(&call.name)
            && let Some(function) = self.scope.functions.get(&call.name)
        {
            let functions = &self.scope.functions;
            if functions.lead_to(&call.name, Matter::Units, &self.left) {
                self.enter(&function, &call.args);
            }
            return Flow::Next;
        }
        let words = || self.values(&call.args);
        match call.name.as_str() {
            "return" => return Flow::Return,
            "break" => return Flow::Break,
            "continue" => return Flow::Continue,
            "set" => self.assign(words()),
            "unset" => {
                if let Some(name) = words().first() {
                    self.set(name, String::new());
                }
            }
            "list" => self.change_list(&words()),
            "string" => self.change_string(&words()),
            "file" => self.ask_files(&words()),
            "get_filename_component" => self.part_of_path(&words()),
            "get_directory_property" | "get_property" => self.property(&words()),
            "cmake_parse_arguments" => self.parse_arguments(&words()),
            "include" => self.include(&words()),
            "project" => {
                if let Some(name) = words().first() {
                    for prefix in ["PROJECT", name] {
                        self.set(&format!("{prefix}_SOURCE_DIR"), self.folder.to_owned());
                        self.set(&format!("{prefix}_BINARY_DIR"), build_of(self.folder));
                    }
                }
            }
            "include_directories" => self.include_directories(&words()),
            "add_custom_command" | "add_custom_target" => self.custom(&words()),
            "add_tablegen" => self.add_tool(&words()),
            _ if is_tablegen(&call.name) => {
                let words = words();
                self.tablegen(&call.name, &words);
            }
            _ => {}
        }
        Flow::Next
    }

    /// `set(NAME VALUE…)`. The value of a build option is unknown. The value of another cache variable is doubtful,
    /// unless it is `INTERNAL` or set with `FORCE`.
    fn assign(&mut self, mut words: Vec<String>) {
        if words.is_empty() {
            return;
        }
        let name = words.remove(0);
        if let Some(cache) = words.iter().position(|it| it == "CACHE") {
            let kind = words.get(cache + 1).map(String::as_str);
            if kind == Some("BOOL") {
                return;
            }
            let is_forced =
                kind == Some("INTERNAL") || words.last().is_some_and(|it| it == "FORCE");
            self.doubt.set(self.doubt.get() || !is_forced);
            words.truncate(cache);
        }
        let is_outward = words.last().is_some_and(|it| it == "PARENT_SCOPE");
        if is_outward {
            words.pop();
        }
        let given = words.join(";");
        let value = without_itself(&name, &given);
        self.doubt.set(self.doubt.get() || value != given);
        if !is_outward {
            return self.set(&name, value);
        }
        let variable = Variable {
            value: value.into(),
            is_doubtful: self.doubt.get(),
        };
        if let Some(outward) = self.outward.last_mut()
            && outward.len() < MAX_VALUE
        {
            outward.push((name, variable));
        }
    }

    fn include_directories(&mut self, words: &[String]) {
        self.spend(words.len() * STEP);
        let known = Rc::make_mut(&mut self.scope.include_dirs);
        for word in words {
            if matches!(word.as_str(), "AFTER" | "BEFORE" | "SYSTEM") {
                continue;
            }
            if !is_settled(word) {
                known.has_unknown |= !word.is_empty() && !is_of_build(word);
                continue;
            }
            let path = path::join(self.folder, word);
            let is_full = known.folders.len() >= MAX_INCLUDE_DIRS;
            match known.folders.iter_mut().find(|it| it.path == path) {
                Some(known) => known.is_perhaps &= self.unsure > 0,
                None if is_full => {}
                None => known.folders.push(IncludeDir {
                    path,
                    is_perhaps: false,
                }),
            }
        }
    }
}

#[cfg(test)]
mod tests;
