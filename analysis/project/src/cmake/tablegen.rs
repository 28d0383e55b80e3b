//! Evaluates the commands that call a tblgen.

use super::values::{is_of_build, is_settled, output_in};
use super::{FILE, MAX_SIZE, Runner};
use crate::shell::{self, Command};
use crate::{path, scan};

impl Runner<'_> {
    /// Adds the calls of a tblgen in an `add_custom_command` or `add_custom_target`.
    pub(super) fn custom(&mut self, words: &[String]) {
        const KEYS: [&str; 15] = [
            "OUTPUT",
            "MAIN_DEPENDENCY",
            "DEPENDS",
            "BYPRODUCTS",
            "IMPLICIT_DEPENDS",
            "WORKING_DIRECTORY",
            "COMMENT",
            "DEPFILE",
            "JOB_POOL",
            "VERBATIM",
            "APPEND",
            "USES_TERMINAL",
            "COMMAND_EXPAND_LISTS",
            "TARGET",
            "SOURCES",
        ];
        for part in words.split(|it| it == "COMMAND").skip(1) {
            let end = part.iter().position(|it| KEYS.contains(&it.as_str()));
            let part = &part[..end.unwrap_or(part.len())];
            let Some((tool, args)) = part.split_first() else {
                continue;
            };
            if let Some(tool) = self.tblgen_named(tool) {
                let args = match args {
                    [key, rest @ ..] if key == "ARGS" => rest,
                    _ => args,
                };
                self.found(shell::tblgen(&tool, &without_unset(args)), &[]);
            }
        }
    }

    /// Evaluates one of the commands that LLVM, Clang and MLIR define in order to call their tblgens.
    pub(super) fn tablegen(&mut self, name: &str, words: &[String]) {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mlir = |runner: &mut Self, root: &str, runs: &[(String, &[&str])]| {
            let root = format!("{root}.td");
            for (output, args) in runs {
                runner.one("mlir-tblgen", &root, output, args);
            }
        };
        match (name, &words[..]) {
            ("add_mlir_dialect", [dialect, namespace, ..]) => {
                let types = format!("-typedefs-dialect={namespace}");
                let own = format!("-dialect={namespace}");
                mlir(
                    self,
                    dialect,
                    &[
                        (format!("{dialect}.h.inc"), &["-gen-op-decls"]),
                        (format!("{dialect}.cpp.inc"), &["-gen-op-defs"]),
                        (
                            format!("{dialect}Types.h.inc"),
                            &["-gen-typedef-decls", &types],
                        ),
                        (
                            format!("{dialect}Types.cpp.inc"),
                            &["-gen-typedef-defs", &types],
                        ),
                        (
                            format!("{dialect}Dialect.h.inc"),
                            &["-gen-dialect-decls", &own],
                        ),
                        (
                            format!("{dialect}Dialect.cpp.inc"),
                            &["-gen-dialect-defs", &own],
                        ),
                    ],
                );
            }
            ("add_mlir_interface", [interface, ..]) => mlir(
                self,
                interface,
                &[
                    (format!("{interface}.h.inc"), &["-gen-op-interface-decls"]),
                    (format!("{interface}.cpp.inc"), &["-gen-op-interface-defs"]),
                ],
            ),
            ("add_mlir_type_interface", [interface, ..]) => mlir(
                self,
                interface,
                &[
                    (format!("{interface}.h.inc"), &["-gen-type-interface-decls"]),
                    (
                        format!("{interface}.cpp.inc"),
                        &["-gen-type-interface-defs"],
                    ),
                ],
            ),
            ("add_sharded_ops", [target, count, ..]) => {
                let count = format!("-op-shard-count={count}");
                mlir(
                    self,
                    target,
                    &[
                        (format!("{target}.h.inc"), &["-gen-op-decls", &count]),
                        (format!("{target}.cpp.inc"), &["-gen-op-defs", &count]),
                    ],
                );
            }
            ("add_mlir_doc", [root, output, _, command, rest @ ..]) => {
                let mut args = vec![*command, "-allow-hugo-specific-features"];
                args.extend_from_slice(rest);
                mlir(self, root, &[(format!("{output}.md"), &args)]);
            }
            ("add_mlir_pdll_library", [_, input, ..]) => self.pdll(input),
            (
                "declare_mlir_dialect_python_bindings"
                | "declare_mlir_dialect_extension_python_bindings",
                args,
            ) => self.python_bindings(args),
            ("tablegen", [project, output, args @ ..]) => {
                let tool = self.tool_of(project);
                let root = self.get("LLVM_TARGET_DEFINITIONS").to_owned();
                self.one(&tool, &root, output, args);
            }
            (_, [output, args @ ..]) => {
                let Some(project) = name.strip_suffix("_tablegen") else {
                    return;
                };
                let root = self.get("LLVM_TARGET_DEFINITIONS").to_owned();
                self.one(&format!("{project}-tblgen"), &root, output, args);
            }
            _ => {}
        }
    }

    /// Adds the calls that generate MLIR's Python bindings.
    fn python_bindings(&mut self, args: &[&str]) {
        let value = |key: &str| {
            let at = args.iter().position(|it| *it == key)?;
            args.get(at + 1).copied()
        };
        let (Some(td_file), Some(dialect)) = (value("TD_FILE"), value("DIALECT_NAME")) else {
            return;
        };
        let top = value("ROOT_DIR").unwrap_or(self.folder);
        let extension = value("EXTENSION_NAME");
        let mut options = vec![
            "-gen-python-op-bindings".to_owned(),
            format!("-bind-dialect={dialect}"),
        ];
        options.extend(extension.map(|it| format!("-dialect-extension={it}")));
        let folder = td_file.rsplit_once('/').map_or("", |(folder, _)| folder);
        let named = |what: &str| {
            let name = format!("_{}_{what}_gen.py", extension.unwrap_or(dialect));
            match folder {
                "" => name,
                folder => format!("{folder}/{name}"),
            }
        };
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        let root = format!("{top}/{td_file}");
        self.one("mlir-tblgen", &root, &named("ops"), &options);
        let enums = value("GEN_ENUM_BINDINGS_TD_FILE");
        if enums.is_some() || args.contains(&"GEN_ENUM_BINDINGS") {
            let root = format!("{top}/{}", enums.unwrap_or(td_file));
            let options = ["-gen-python-enum-bindings"];
            self.one("mlir-tblgen", &root, &named("enum"), &options);
        }
    }

    /// Adds a command without a backend for each TableGen file that a PDLL file includes. The TableGen file is the
    /// root.
    fn pdll(&mut self, input: &str) {
        if !is_settled(input) {
            return;
        }
        if !self.spend(FILE) {
            return;
        }
        let text = self.tree.read(&path::join(self.folder, input), MAX_SIZE);
        let text = text.unwrap_or_default();
        self.spend(text.len());
        for root in scan::includes(&text) {
            // The file may be searched for in the current folder and in each include directory.
            let places = 1 + self.scope.include_dirs.folders.len();
            if !root.ends_with(".td") || !self.spend(places * FILE) {
                continue;
            }
            let mut command = shell::tblgen("", &[&root]);
            let mut places = vec![self.folder.to_owned()];
            let dirs = self.scope.include_dirs.folders.iter();
            places.extend(dirs.map(|it| it.path.clone()));
            let places = places.iter().map(|it| path::join(it, &root));
            let there = places.into_iter().find(|it| self.tree.exists(it));
            if let (Some(command), Some(there)) = (&mut command, there) {
                command.spec.root = there;
                command.run.tool.clear();
                self.found(Some(command.clone()), &[]);
            }
        }
    }

    /// Adds one call of a tblgen. `args` may contain keywords of CMake's functions.
    fn one(&mut self, tool: &str, root: &str, output: &str, args: &[&str]) {
        let mut root = root;
        let mut own = Vec::new();
        let mut extra = Vec::new();
        let mut args = args.iter().copied().peekable();
        let is_key = |it: &str| matches!(it, "SOURCE" | "TARGET" | "DEPENDS" | "EXTRA_INCLUDES");
        while let Some(arg) = args.next() {
            match arg {
                "SOURCE" => root = args.next().unwrap_or(""),
                "TARGET" => drop(args.next()),
                "DEPENDS" => while args.next_if(|it| !is_key(it)).is_some() {},
                "EXTRA_INCLUDES" => {
                    while let Some(folder) = args.next_if(|it| !is_key(it)) {
                        extra.push(folder.to_owned());
                    }
                }
                _ => own.push(arg),
            }
        }
        let mut flags = self.list("LLVM_TABLEGEN_FLAGS");
        flags.retain(|it| it != "${LLVM_TABLEGEN_FLAGS}");
        own.extend(flags.iter().map(String::as_str));
        // The root comes last. Otherwise, the value of an option could be taken for the root.
        own.push(root);
        if root.is_empty() {
            return;
        }
        let mut command = shell::tblgen(tool, &own);
        if let Some(command) = &mut command {
            command.spec.root = root.to_owned();
            command.run.output = Some(output.to_owned());
        }
        self.found(command, &extra);
    }

    /// Adds a call, together with the include directories of the folder.
    fn found(&mut self, command: Option<Command>, extra: &[String]) {
        // MLIR uses the same commands for a program that splits C++ files. Its root is not a `.td` file.
        let is_source = |it: &Command| it.spec.root.ends_with(".td");
        let Some(mut command) = command.filter(is_source) else {
            return;
        };
        let spec = &mut command.spec;
        let dirs = self
            .scope
            .include_dirs
            .folders
            .iter()
            .map(|it| it.path.len());
        if !self.spend(FILE + dirs.sum::<usize>()) {
            return;
        }
        spec.root = path::join(self.folder, &spec.root);
        let dirs = &self.scope.include_dirs;
        let given = || spec.include_dirs.iter().chain(extra);
        let is_open = |it: &String| !it.is_empty() && !is_settled(it) && !is_of_build(it);
        let has_unknown = dirs.has_unknown || given().any(is_open);
        let known = given().filter(|it| is_settled(it));
        let known = known.map(|it| path::join(self.folder, it));
        let mut folders = vec![self.folder.to_owned()];
        let mut last = Vec::new();
        let mut add = |folder: String, is_last: bool| {
            if !folders.contains(&folder) && !last.contains(&folder) {
                let list = if is_last { &mut last } else { &mut folders };
                list.push(folder);
            }
        };
        known.for_each(|it| add(it, false));
        for dir in &dirs.folders {
            add(dir.path.clone(), dir.is_perhaps && has_unknown);
        }
        command.last_dirs = last;
        spec.include_dirs = folders;
        spec.macros.retain(|it| is_settled(it));
        let output = command.run.output.as_deref();
        command.run.output = output.map(|it| output_in(self.folder, it));
        command.run.folder = self.folder.to_owned();
        self.found.push(command);
    }
}

/// The arguments, except arguments that consist of a single unset variable. In a build, the value of such a variable is
/// usually empty. Values of options are kept.
fn without_unset(args: &[String]) -> Vec<&str> {
    let is_unset = |it: &str| it.starts_with("${") && it.find('}') == Some(it.len() - 1);
    let takes_value = |it: &str| matches!(it, "-I" | "-D" | "-o" | "-d");
    let mut kept: Vec<&str> = Vec::new();
    for arg in args {
        let is_value = kept.last().is_some_and(|it| takes_value(it));
        if is_value || !is_unset(arg) {
            kept.push(arg);
        }
    }
    kept
}

/// Whether this evaluator implements a command itself, so that a definition of the command in a project is ignored.
pub(super) fn is_known(name: &str) -> bool {
    matches!(
        name,
        "tablegen"
            | "mlir_tablegen"
            | "clang_tablegen"
            | "lldb_tablegen"
            | "add_mlir_dialect"
            | "add_mlir_interface"
            | "add_mlir_type_interface"
            | "add_mlir_doc"
            | "add_mlir_pdll_library"
            | "add_sharded_ops"
            | "declare_mlir_dialect_python_bindings"
            | "declare_mlir_dialect_extension_python_bindings"
    )
}

/// Whether a command calls a tblgen, judging by its name.
pub(super) fn is_tablegen(name: &str) -> bool {
    is_known(name) || (name.ends_with("_tablegen") && name != "add_tablegen")
}
