//! `CMakeLists.txt`: which files a build gives to a tblgen, with which backends and include directories.
//!
//! This is no CMake. Variables, functions and loops are followed, conditions are not: all branches are taken. What
//! remains unknown stands as `${NAME}`. Folders with something unknown in them are left out; a root with something
//! unknown is one that does not exist. Where the build of a folder lies is unknown too, but stands as `${/FOLDER}`:
//! outputs can be told by it.

mod parse;
mod tablegen;
mod values;

use std::cell::Cell;
use std::rc::Rc;

use memchr::memmem;
use rustc_hash::FxHashMap;

use self::parse::{Arg, Call};
use self::tablegen::{is_known, is_tablegen};
pub(super) use self::values::has_unknown;
use self::values::{build_of, is_settled};
use super::path;
use super::shell::Command;

/// The name of the file in each folder of a project.
pub const NAME: &str = "CMakeLists.txt";

/// How deeply functions nest, how many bytes a value may have, and how much may be done in one file: roughly, how many
/// bytes may be copied.
const MAX_DEPTH: usize = 20;
const MAX_VALUE: usize = 1 << 14;
const MAX_WORK: usize = 1 << 23;
/// How much running a command costs at least.
const STEP: usize = 100;

type Variables = FxHashMap<String, String>;

/// What is known at the end of a folder's file, and holds in the folders below.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    variables: Rc<Variables>,
    functions: Rc<FxHashMap<String, Rc<Function>>>,
    include_dirs: Rc<Vec<String>>,
}

#[derive(Debug)]
struct Function {
    parameters: Vec<String>,
    body: Vec<Call>,
    /// Whether variables set inside are the caller's.
    is_macro: bool,
}

impl Scope {
    /// What holds at the top of a project, given the folder of LLVM's sources if there is one.
    pub fn top(llvm: Option<&str>) -> Scope {
        let mut variables = Variables::default();
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

    /// Whether a file in this scope may say anything that units depend on.
    pub fn matters(&self, text: &[u8]) -> bool {
        const WORDS: [&str; 7] = [
            "tablegen",
            "tblgen",
            "TABLEGEN",
            "LLVM_TARGET_DEFINITIONS",
            "add_mlir_",
            "include_directories",
            "project(",
        ];
        let says = |word: &str| memmem::find(text, word.as_bytes()).is_some();
        WORDS.iter().any(|it| says(it)) || self.functions.keys().any(|it| says(it))
    }
}

/// Runs the file of a folder. `scope` is what holds around it; what holds below is given back with the calls of a
/// tblgen. `project` is the folder of the outermost file around this one. `budget` is how much may be done for all
/// files; what is done for this one is taken off.
pub fn commands(
    folder: &str,
    project: &str,
    text: &str,
    scope: &Scope,
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
        scope,
        left: Cell::new(MAX_WORK.min(*budget)),
        depth: 0,
        found: Vec::new(),
    };
    let before = runner.left.get();
    runner.run(&parse::calls(text));
    *budget -= before - runner.left.get();
    (runner.found, runner.scope)
}

struct Runner<'a> {
    folder: &'a str,
    scope: Scope,
    /// How much may still be done.
    left: Cell<usize>,
    depth: usize,
    found: Vec<Command>,
}

impl Runner<'_> {
    /// Takes something off what may be done. Returns whether anything is left.
    fn spend(&self, work: usize) -> bool {
        self.left.set(self.left.get().saturating_sub(work));
        self.left.get() > 0
    }

    fn run(&mut self, calls: &[Call]) {
        let mut at = 0;
        while let Some(call) = calls.get(at) {
            at += 1;
            if !self.spend(STEP) {
                return;
            }
            match call.name.as_str() {
                "function" | "macro" => {
                    let end = end_of_block(calls, at, &call.name);
                    self.define(call, &calls[at..end]);
                    at = end + 1;
                }
                "foreach" => {
                    let end = end_of_block(calls, at, "foreach");
                    self.foreach(call, &calls[at..end]);
                    at = end + 1;
                }
                _ => self.call(call),
            }
        }
    }

    fn define(&mut self, head: &Call, body: &[Call]) {
        let mut words = self.values(&head.args).into_iter();
        let Some(name) = words.next() else {
            return;
        };
        let function = Function {
            parameters: words.collect(),
            body: body.to_vec(),
            is_macro: head.name == "macro",
        };
        let name = name.to_ascii_lowercase();
        // The rest would be run for nothing.
        let functions = &self.scope.functions;
        let leads_to_tblgen = |call: &Call| {
            is_tablegen(&call.name)
                || functions.contains_key(&call.name)
                || call.args.iter().any(|it| it.text.contains("tblgen"))
        };
        if function.body.iter().any(leads_to_tblgen) && !is_known(&name) {
            Rc::make_mut(&mut self.scope.functions).insert(name, Rc::new(function));
        }
    }

    fn foreach(&mut self, head: &Call, body: &[Call]) {
        let words = self.values(&head.args);
        let Some((variable, rest)) = words.split_first() else {
            return;
        };
        let mut items = Vec::new();
        let mut lists = false;
        match rest.first().map(String::as_str) {
            Some("RANGE") => {
                let numbers: Vec<i64> = rest[1..].iter().filter_map(|it| it.parse().ok()).collect();
                let (first, last) = match numbers[..] {
                    [last] => (0, last),
                    [first, last, ..] => (first, last),
                    [] => (0, -1),
                };
                let last = last.min(first.saturating_add((MAX_WORK / STEP) as i64));
                items.extend((first..=last).map(|it| it.to_string()));
            }
            Some("IN") => {
                for word in &rest[1..] {
                    match word.as_str() {
                        "LISTS" => lists = true,
                        "ITEMS" => lists = false,
                        name if lists => items.extend(self.list(name)),
                        item => items.push(item.to_owned()),
                    }
                }
            }
            _ => items.extend_from_slice(rest),
        }
        for item in items {
            // Each turn counts, even if nothing is in the loop.
            if !self.spend(STEP) {
                return;
            }
            self.set(variable, item);
            self.run(body);
        }
    }

    fn call(&mut self, call: &Call) {
        if !is_known(&call.name)
            && let Some(function) = self.scope.functions.get(&call.name).cloned()
        {
            return self.enter(&function, &call.args);
        }
        let words = || self.values(&call.args);
        match call.name.as_str() {
            "set" => {
                let mut words = words();
                if words.is_empty() {
                    return;
                }
                let name = words.remove(0);
                if let Some(end) = words.iter().position(|it| it == "CACHE") {
                    words.truncate(end);
                }
                words.retain(|it| it != "PARENT_SCOPE");
                self.set(&name, words.join(";"));
            }
            "unset" => {
                if let Some(name) = words().first() {
                    self.set(name, String::new());
                }
            }
            "list" => self.append(&words()),
            "project" => {
                if let Some(name) = words().first() {
                    for prefix in ["PROJECT", name] {
                        self.set(&format!("{prefix}_SOURCE_DIR"), self.folder.to_owned());
                        self.set(&format!("{prefix}_BINARY_DIR"), build_of(self.folder));
                    }
                }
            }
            "include_directories" => {
                let folders = words().into_iter().filter(|it| {
                    !matches!(it.as_str(), "AFTER" | "BEFORE" | "SYSTEM") && is_settled(it)
                });
                let folders: Vec<_> = folders.map(|it| path::join(self.folder, &it)).collect();
                let known = Rc::make_mut(&mut self.scope.include_dirs);
                for folder in folders {
                    if known.len() < 100 && !known.contains(&folder) {
                        known.push(folder);
                    }
                }
            }
            "add_custom_command" => self.custom(&words()),
            _ if is_tablegen(&call.name) => {
                let words = words();
                self.tablegen(&call.name, &words);
            }
            _ => {}
        }
    }

    /// Runs a function or macro of the project.
    fn enter(&mut self, function: &Function, args: &[Arg]) {
        if self.depth >= MAX_DEPTH || !self.spend(STEP * self.scope.variables.len()) {
            return;
        }
        let args = self.values(args);
        let outside = self.scope.variables.clone();
        let rest = args.get(function.parameters.len()..).unwrap_or(&[]);
        self.set("ARGC", args.len().to_string());
        self.set("ARGV", args.join(";"));
        self.set("ARGN", rest.join(";"));
        for (index, arg) in args.iter().enumerate().take(100) {
            self.set(&format!("ARGV{index}"), arg.clone());
        }
        for (name, arg) in function.parameters.iter().zip(&args) {
            self.set(name, arg.clone());
        }
        self.depth += 1;
        self.run(&function.body);
        self.depth -= 1;
        if !function.is_macro {
            self.scope.variables = outside;
        }
    }

    /// `list(APPEND NAME …)` and `list(PREPEND NAME …)`.
    fn append(&mut self, words: &[String]) {
        let [operation, name, items @ ..] = words else {
            return;
        };
        let mut list = self.list(name);
        match operation.as_str() {
            "APPEND" => list.extend_from_slice(items),
            "PREPEND" => drop(list.splice(0..0, items.iter().cloned())),
            _ => return,
        }
        self.set(name, list.join(";"));
    }
}

/// The index of the command that ends the block of `kind` that begins before `from`.
fn end_of_block(calls: &[Call], from: usize, kind: &str) -> usize {
    let mut depth = 0;
    for (index, call) in calls.iter().enumerate().skip(from) {
        if call.name == kind {
            depth += 1;
        } else if call.name.strip_prefix("end") == Some(kind) {
            if depth == 0 {
                return index;
            }
            depth -= 1;
        }
    }
    calls.len()
}

#[cfg(test)]
mod tests;
