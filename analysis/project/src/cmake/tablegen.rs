//! The commands that call a tblgen.

use super::Runner;
use super::values::{is_settled, output_in};
use crate::path;
use crate::shell::{self, Command};

impl Runner<'_> {
    /// The command lines of `add_custom_command` that call a tblgen.
    pub(super) fn custom(&mut self, words: &[String]) {
        const KEYS: [&str; 14] = [
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
        ];
        for part in words.split(|it| it == "COMMAND").skip(1) {
            let end = part.iter().position(|it| KEYS.contains(&it.as_str()));
            let part = &part[..end.unwrap_or(part.len())];
            let Some((tool, args)) = part.split_first() else {
                continue;
            };
            // The program is often a target's or a variable's name.
            let tool = tool
                .trim_start_matches("$<TARGET_FILE:")
                .trim_end_matches('>');
            let tool = match tool.strip_prefix("${").and_then(|it| it.strip_suffix('}')) {
                Some(variable) if variable.contains("TABLEGEN") => {
                    let project = variable.split("_TABLEGEN").next().unwrap_or("");
                    format!("{}-tblgen", project.to_lowercase())
                }
                _ => tool.to_owned(),
            };
            if tool.contains("tblgen") {
                let args: Vec<_> = args.iter().map(String::as_str).collect();
                self.found(shell::tblgen(&tool, &args), &[]);
            }
        }
    }

    /// One of the commands that LLVM, Clang and MLIR define for their tblgens.
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
            ("tablegen", [project, output, args @ ..]) => {
                let tool = format!("{}-tblgen", project.to_lowercase());
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

    /// One call of a tblgen. The arguments may hold keywords of CMake's functions.
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
        let flags = self.list("LLVM_TABLEGEN_FLAGS");
        own.extend(flags.iter().map(String::as_str));
        // A root is last, whatever the values of options look like.
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

    /// Notes a call, with the include directories that every call in this folder has.
    fn found(&mut self, command: Option<Command>, extra: &[String]) {
        // MLIR uses the same commands for a program that cuts C++ into pieces.
        let is_source = |it: &Command| it.spec.root.ends_with(".td");
        let Some(mut command) = command.filter(is_source) else {
            return;
        };
        let spec = &mut command.spec;
        spec.root = path::join(self.folder, &spec.root);
        let mut folders = vec![self.folder.to_owned()];
        let given = spec.include_dirs.iter().chain(extra);
        let given = given.filter(|it| is_settled(it));
        let given = given.map(|it| path::join(self.folder, it));
        for folder in given.chain(self.scope.include_dirs.iter().cloned()) {
            if !folders.contains(&folder) {
                folders.push(folder);
            }
        }
        spec.include_dirs = folders;
        spec.macros.retain(|it| is_settled(it));
        let output = command.run.output.as_deref();
        command.run.output = output.map(|it| output_in(self.folder, it));
        command.run.folder = self.folder.to_owned();
        self.found.push(command);
    }
}

/// Whether a command is known here: what a project says of it is not looked at.
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
            | "add_sharded_ops"
    )
}

/// Whether a command calls a tblgen, by its name.
pub(super) fn is_tablegen(name: &str) -> bool {
    is_known(name) || name.ends_with("_tablegen")
}
