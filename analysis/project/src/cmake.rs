//! `CMakeLists.txt` and the files it includes: which files a build gives to a tblgen, with which backends and include
//! directories.
//!
//! This is no CMake. Variables, functions and loops are followed. Of conditions only what the files themselves decide is;
//! where one hangs on what somebody chooses for a build, all branches are taken. What remains unknown stands as `${NAME}`.
//! Folders with something unknown in them are left out; a root with something unknown is one that does not exist. Where
//! the build of a folder lies is unknown too, but stands as `${/FOLDER}`: outputs can be told by it.

mod arguments;
mod blocks;
mod conditions;
mod functions;
mod modules;
mod parse;
mod tablegen;
mod text;
mod values;

use std::cell::Cell;
use std::rc::Rc;

use memchr::memmem;
use rustc_hash::FxHashMap;

use self::blocks::Flow;
use self::functions::{Functions, Matter};
use self::parse::Call;
use self::tablegen::{is_known, is_tablegen};
pub(super) use self::values::has_unknown;
use self::values::{build_of, is_settled};
use super::shell::Command;
use super::{FileTree, path};

/// The name of the file in each folder of a project.
pub(crate) const NAME: &str = "CMakeLists.txt";

/// How deeply functions and included files nest, and blocks in all of them; how many bytes a value may have, and how much
/// may be done for one file: roughly, how many bytes may be copied.
const MAX_DEPTH: usize = 20;
const MAX_BLOCKS: usize = 200;
const MAX_VALUE: usize = 1 << 14;
const MAX_WORK: usize = 1 << 23;
/// How much running a command costs at least.
const STEP: usize = 100;

type Variables = FxHashMap<String, String>;

/// What is known at the end of a folder's file, and holds in the folders below.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    variables: Rc<Variables>,
    functions: Functions,
    include_dirs: Rc<Vec<String>>,
}

impl Scope {
    /// What holds at the top of a project, given the folder of LLVM's sources if there is one.
    pub(crate) fn top(llvm: Option<&str>) -> Scope {
        // What makes build files that `tablegen` can be told about.
        let generator = ("CMAKE_GENERATOR".to_owned(), "Ninja".to_owned());
        let mut variables = Variables::from_iter([generator]);
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
                variables.insert(name.to_owned(), path::normalize(&value));
            }
        }
        Scope {
            variables: Rc::new(variables),
            ..Scope::default()
        }
    }

    /// Whether a file in this scope may say anything that units depend on. If there are folders below, that may be
    /// something for their files.
    pub(crate) fn matters(&self, text: &[u8], has_below: bool) -> bool {
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
        let leads_to = |matter| self.functions.that_lead_to(matter).any(says);
        match has_below {
            true => {
                let mut words = FOR_TABLES.iter().chain(&FOR_UNITS);
                words.any(|it| says(it)) || leads_to(Matter::Units)
            }
            false => FOR_TABLES.iter().any(|it| says(it)) || leads_to(Matter::Tables),
        }
    }
}

/// Runs the file of a folder. `scope` is what holds around it; what holds below is given back with the calls of a
/// tblgen. `project` is the folder of the outermost file around this one; `tree` has the files that are included.
/// `budget` is how much may be done for all files; what is done for this one is taken off.
pub(crate) fn commands(
    folder: &str,
    project: &str,
    text: &str,
    scope: &Scope,
    tree: &dyn FileTree,
    budget: &mut usize,
) -> (Vec<Command>, Scope) {
    let mut scope = scope.clone();
    let variables = Rc::make_mut(&mut scope.variables);
    for name in ["CMAKE_CURRENT_SOURCE_DIR", "CMAKE_CURRENT_LIST_DIR"] {
        variables.insert(name.to_owned(), folder.to_owned());
    }
    variables.insert("CMAKE_CURRENT_BINARY_DIR".to_owned(), build_of(folder));
    variables.insert("CMAKE_SOURCE_DIR".to_owned(), project.to_owned());
    variables.insert("CMAKE_BINARY_DIR".to_owned(), build_of(project));
    variables
        .entry("PROJECT_SOURCE_DIR".to_owned())
        .or_insert_with(|| project.to_owned());
    variables
        .entry("PROJECT_BINARY_DIR".to_owned())
        .or_insert_with(|| build_of(project));
    let mut runner = Runner {
        folder,
        tree,
        scope,
        left: Cell::new(MAX_WORK.min(*budget)),
        depth: 0,
        blocks: 0,
        unsure: 0,
        outward: Vec::new(),
        found: Vec::new(),
    };
    let before = runner.left.get();
    runner.run(&parse::calls(text));
    *budget -= before - runner.left.get();
    (runner.found, runner.scope)
}

struct Runner<'a> {
    folder: &'a str,
    tree: &'a dyn FileTree,
    scope: Scope,
    /// How much may still be done.
    left: Cell<usize>,
    depth: usize,
    blocks: usize,
    /// How many branches around this one are only perhaps taken, in this function or file.
    unsure: usize,
    /// For each function that runs, the variables that it sets for its caller.
    outward: Vec<Vec<(String, String)>>,
    found: Vec<Command>,
}

impl Runner<'_> {
    /// Takes something off what may be done. Returns whether anything is left.
    fn spend(&self, work: usize) -> bool {
        self.left.set(self.left.get().saturating_sub(work));
        self.left.get() > 0
    }

    /// Runs a command that is no part of a block.
    fn call(&mut self, call: &Call) -> Flow {
        if !is_known(&call.name)
            && let Some(function) = self.scope.functions.get(&call.name)
        {
            if self.scope.functions.matters(&call.name) {
                self.enter(&function, &call.args);
            }
            return Flow::Next;
        }
        let words = || self.values(&call.args);
        match call.name.as_str() {
            "return" => return self.leave(Flow::Return),
            "break" => return self.leave(Flow::Break),
            "continue" => return self.leave(Flow::Continue),
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
            "add_custom_command" => self.custom(&words()),
            _ if is_tablegen(&call.name) => {
                let words = words();
                self.tablegen(&call.name, &words);
            }
            _ => {}
        }
        Flow::Next
    }

    /// `set(NAME VALUE…)`. What somebody may switch in a build is not known.
    fn assign(&mut self, mut words: Vec<String>) {
        if words.is_empty() {
            return;
        }
        let name = words.remove(0);
        if let Some(cache) = words.iter().position(|it| it == "CACHE") {
            if words.get(cache + 1).is_some_and(|it| it == "BOOL") {
                return;
            }
            words.truncate(cache);
        }
        let is_outward = words.last().is_some_and(|it| it == "PARENT_SCOPE");
        if !is_outward {
            return self.set(&name, words.join(";"));
        }
        words.pop();
        if let Some(outward) = self.outward.last_mut()
            && outward.len() < MAX_VALUE
        {
            outward.push((name, words.join(";")));
        }
    }

    fn include_directories(&mut self, words: &[String]) {
        let folders = words
            .iter()
            .filter(|it| !matches!(it.as_str(), "AFTER" | "BEFORE" | "SYSTEM") && is_settled(it));
        let folders: Vec<_> = folders.map(|it| path::join(self.folder, it)).collect();
        let known = Rc::make_mut(&mut self.scope.include_dirs);
        for folder in folders {
            if known.len() < 100 && !known.contains(&folder) {
                known.push(folder);
            }
        }
    }
}

#[cfg(test)]
mod tests;
