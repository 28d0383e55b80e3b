//! `BUILD` and `BUILD.bazel`: the files that Bazel gives to a tblgen, with backends and include directories.
//!
//! The rules are those of MLIR's `tblgen.bzl`, and any other rule with a `td_file`; functions of the repository's own
//! files lead to them. Includes are as in that file: relative to the package, or with a leading `/` to the repository,
//! and those of all libraries that a rule depends on. Other repositories are not searched here.

mod lex;
mod parse;
mod run;
mod value;

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use self::run::Runner;
use self::value::{BYTES, MAX_VALUE, Value, Variables, text_of};
use super::shell::{self, Command};
use super::{FileTree, path};

/// The names of a package's file; the first counts.
pub(crate) const NAMES: [&str; 2] = ["BUILD.bazel", "BUILD"];

/// The files that make a folder a repository.
const REPOSITORY: [&str; 4] = ["MODULE.bazel", "REPO.bazel", "WORKSPACE.bazel", "WORKSPACE"];

/// Limits: the size of a file, and the work for one package and for all, roughly in evaluated expressions.
const MAX_SIZE: usize = 1 << 20;
const MAX_WORK: usize = 1 << 20;
const MAX_ALL_WORK: usize = 1 << 24;
/// The most labels that are followed for all commands, and roughly the most bytes of all of these: each command has its
/// own copy of the lists of its rule.
const MAX_LABELS: usize = 1 << 19;
const MAX_COMMANDS: usize = 1 << 28;

/// A tblgen that a package's file has run.
pub(crate) struct FoundCommand {
    pub command: Command,
    pub file: String,
}

/// A rule: a call of a function that no file of the repository defines.
struct Rule {
    name: String,
    /// The folder of the package.
    package: String,
    args: Variables,
}

struct Repository<'a> {
    tree: &'a dyn FileTree,
    folder: String,
    /// The names by which labels in the same package may refer to it.
    name: Option<String>,
}

impl<'a> Repository<'a> {
    /// The repository that begins in a folder, given the contents of the file that declares it, if there is one.
    fn new(folder: &str, declaration: Option<&str>, tree: &'a dyn FileTree) -> Repository<'a> {
        let text = declaration.and_then(|it| tree.read(it, MAX_SIZE));
        let text = text.unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        // `module(name = "…")` or `workspace(name = "…")` is the first call.
        let name = text.split_once("name").and_then(|(_, rest)| {
            let rest = rest.trim_start().strip_prefix('=')?.trim_start();
            let (name, _) = rest.strip_prefix('"')?.split_once('"')?;
            Some(name.to_owned())
        });
        Repository {
            tree,
            folder: folder.to_owned(),
            name,
        }
    }

    fn read(&self, file: &str) -> Option<String> {
        let text = self.tree.read(file, MAX_SIZE)?;
        Some(String::from_utf8_lossy(&text).into_owned())
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let entries = self.tree.list(folder).into_iter();
        entries
            .filter(|it| !it.is_folder)
            .map(|it| it.name)
            .collect()
    }
}

/// A target in a package of the repository.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Label {
    package: String,
    name: String,
}

impl Label {
    /// The target of a label in a package; `None` for labels of other repositories.
    fn read(text: &str, package: &str, repository: &Repository<'_>) -> Option<Label> {
        let text = match text.strip_prefix('@') {
            Some(rest) => {
                let (of, rest) = rest.trim_start_matches('@').split_once("//")?;
                if !of.is_empty() && Some(of) != repository.name.as_deref() {
                    return None;
                }
                format!("//{rest}")
            }
            None => text.to_owned(),
        };
        let Some(absolute) = text.strip_prefix("//") else {
            return Some(Label {
                package: package.to_owned(),
                name: text.trim_start_matches(':').to_owned(),
            });
        };
        let (package, name) = match absolute.split_once(':') {
            Some((package, name)) => (package, name),
            None => (absolute, path::file_name(absolute)),
        };
        Some(Label {
            package: path::join(&repository.folder, package),
            name: name.to_owned(),
        })
    }

    fn path(&self) -> String {
        path::join(&self.package, &self.name)
    }
}

/// All calls of a tblgen in some packages, outer packages first. The second value is the first file that exceeds the
/// limits.
pub(crate) fn commands(
    packages: &[String],
    tree: &dyn FileTree,
) -> (Vec<FoundCommand>, Option<String>) {
    let mut budget = MAX_ALL_WORK;
    let mut cut = None;
    let mut tops = Tops {
        tree,
        packages: packages.iter().map(String::as_str).collect(),
        known: FxHashMap::default(),
    };
    let mut repositories: FxHashMap<String, Packages<'_>> = FxHashMap::default();
    for folder in packages {
        let (top, declaration) = tops.enclosing(folder);
        let own = repositories.entry(top).or_insert_with_key(|top| {
            Packages::new(Repository::new(top, declaration.as_deref(), tree))
        });
        let is_cut = own.run(folder, &mut budget);
        cut = cut.or(is_cut);
    }
    let mut all: Vec<Packages<'_>> = repositories.into_values().collect();
    all.sort_by(|a, b| a.repository.folder.cmp(&b.repository.folder));
    let (mut labels, mut bytes) = (MAX_LABELS, MAX_COMMANDS);
    let found = all.iter().map(|it| it.commands(&mut labels, &mut bytes));
    let found = found.flatten().collect();
    let is_cut = labels == 0 || bytes == 0;
    let first = all.iter().flat_map(|it| &it.rules).next();
    (
        found,
        cut.or_else(|| first.filter(|_| is_cut).map(|(_, file)| file.clone())),
    )
}

/// The roots of repositories.
struct Tops<'a> {
    tree: &'a dyn FileTree,
    packages: FxHashSet<&'a str>,
    known: FxHashMap<String, Option<String>>,
}

impl Tops<'_> {
    /// The folder where the repository of a folder begins, and the file that declares it; without one, the outermost
    /// package.
    fn enclosing(&mut self, folder: &str) -> (String, Option<String>) {
        let declared = path::ancestors(folder).find_map(|it| Some((it, self.declaration(it)?)));
        if let Some((top, file)) = declared {
            return (top.to_owned(), Some(file));
        }
        let around = path::ancestors(folder).filter(|it| self.packages.contains(it));
        (around.last().unwrap_or(folder).to_owned(), None)
    }

    fn declaration(&mut self, folder: &str) -> Option<String> {
        if let Some(known) = self.known.get(folder) {
            return known.clone();
        }
        let files = REPOSITORY.iter().map(|name| path::join(folder, name));
        let file = files.into_iter().find(|it| self.tree.exists(it));
        self.known.insert(folder.to_owned(), file.clone());
        file
    }
}

/// The packages of a repository.
struct Packages<'a> {
    repository: Repository<'a>,
    modules: FxHashMap<String, Rc<Variables>>,
    /// The rules, with the file that leads to each.
    rules: Vec<(Rule, String)>,
}

impl<'a> Packages<'a> {
    fn new(repository: Repository<'a>) -> Packages<'a> {
        Packages {
            repository,
            modules: FxHashMap::default(),
            rules: Vec::new(),
        }
    }

    /// Runs a package's file; returns its path if it exceeded the limits.
    fn run(&mut self, folder: &str, budget: &mut usize) -> Option<String> {
        if *budget == 0 {
            return None;
        }
        let files = NAMES.iter().map(|name| path::join(folder, name));
        let read = |it: String| Some((self.repository.read(&it)?, it));
        let (text, file) = files.into_iter().find_map(read)?;
        *budget = budget.saturating_sub(run::reading(&text));
        let mut left = MAX_WORK.min(*budget);
        let before = left;
        let mut runner = Runner {
            repository: &self.repository,
            package: folder,
            modules: &mut self.modules,
            left: &mut left,
            depth: 0,
            rules: Vec::new(),
        };
        runner.file(&file, &text);
        let rules = runner.rules.into_iter();
        self.rules.extend(rules.map(|it| (it, file.clone())));
        *budget -= before - left;
        (left == 0).then_some(file)
    }

    /// The calls that the rules make, as long as labels and bytes are left.
    fn commands(&self, labels: &mut usize, bytes: &mut usize) -> Vec<FoundCommand> {
        let libraries = self.rules.iter().filter_map(|(rule, _)| {
            let label = Label {
                package: rule.package.clone(),
                name: rule.text("name")?,
            };
            Some((label, rule))
        });
        let libraries: FxHashMap<Label, &Rule> = libraries.collect();
        let mut found = Vec::new();
        for (rule, file) in &self.rules {
            let root = rule.text("td_file");
            let root = root.and_then(|it| Label::read(&it, &rule.package, &self.repository));
            // The same rules run mlir-pdll on files of its own language.
            let Some(root) = root.filter(|it| it.name.ends_with(".td")) else {
                continue;
            };
            let include_dirs = self.include_dirs(rule, &libraries, labels);
            if *labels == 0 {
                return found;
            }
            let size: usize = include_dirs.iter().map(String::len).sum();
            for mut command in rule.commands() {
                let args = command.run.args.iter().map(String::len);
                *bytes = bytes.saturating_sub(500 + size + args.sum::<usize>());
                if *bytes == 0 {
                    return found;
                }
                command.working_dir.clone_from(&self.repository.folder);
                command.spec.root = root.path();
                command.spec.include_dirs.clone_from(&include_dirs);
                command.run.folder.clone_from(&rule.package);
                found.push(FoundCommand {
                    command,
                    file: file.clone(),
                });
            }
        }
        found
    }

    /// The folders that a rule and its dependencies name, and the repository's.
    fn include_dirs(
        &self,
        rule: &Rule,
        libraries: &FxHashMap<Label, &Rule>,
        left: &mut usize,
    ) -> Vec<String> {
        let mut folders: Vec<String> = Vec::new();
        let mut known = FxHashSet::default();
        let mut seen = FxHashSet::default();
        let mut open = vec![rule];
        while let Some(rule) = open.pop() {
            let includes = ["includes", "td_includes"].map(|it| rule.texts(it));
            let labels = ["deps", "td_srcs"].map(|it| rule.texts(it));
            let named = includes.iter().chain(&labels).flatten();
            let work = named.map(|it| 1 + it.len() / BYTES).sum::<usize>();
            *left = left.saturating_sub(1 + work);
            if *left == 0 {
                break;
            }
            for include in includes.iter().flatten() {
                let folder = match include.strip_prefix('/') {
                    Some(include) => path::join(&self.repository.folder, include),
                    None => path::join(&rule.package, include),
                };
                if known.insert(folder.clone()) {
                    folders.push(folder);
                }
            }
            let labels = labels.iter().flatten();
            let labels = labels.filter_map(|it| Label::read(it, &rule.package, &self.repository));
            let next: Vec<&Rule> = labels
                .filter_map(|it| {
                    libraries
                        .get(&it)
                        .copied()
                        .filter(|_| seen.insert(it.clone()))
                })
                .collect();
            open.extend(next.into_iter().rev());
        }
        if !known.contains(&self.repository.folder) {
            folders.push(self.repository.folder.clone());
        }
        folders
    }
}

impl Rule {
    fn text(&self, name: &str) -> Option<String> {
        self.args.get(name).and_then(text_of)
    }

    fn texts(&self, name: &str) -> Vec<Rc<str>> {
        self.args.get(name).map(Value::texts).unwrap_or_default()
    }

    fn is_about_tables(&self) -> bool {
        self.args.contains_key("td_file") || self.name.contains("td_library")
    }

    /// The calls of a tblgen by the rule; one without a backend if the rule gives none.
    fn commands(&self) -> impl Iterator<Item = Command> {
        let tool = self.text("tblgen");
        let tool = tool.as_deref().unwrap_or("mlir-tblgen");
        let tool = tool.rsplit([':', '/']).next().unwrap_or(tool).to_owned();
        let mut runs = Vec::new();
        match self.args.get("tbl_outs") {
            Some(Value::Dict(outs)) => runs.extend(outs.iter().map(|(out, opts)| (opts, out))),
            Some(Value::List(outs)) => runs.extend(outs.iter().filter_map(|it| match it {
                Value::List(pair) => Some((pair.first()?, pair.get(1)?)),
                _ => None,
            })),
            _ => runs.extend(self.args.get("opts").zip(self.args.get("out"))),
        }
        let runs = runs.into_iter().filter_map(|(opts, out)| {
            let out = text_of(out).or_else(|| out.texts().first().map(|it| it.to_string()))?;
            Some((options(opts), out))
        });
        let mut shards = Vec::new();
        if let Some(Value::Int(count)) = self.args.get("shard_count") {
            let count = format!("-op-shard-count={count}");
            for (out, backend) in [("header_out", "-gen-op-decls"), ("src_out", "-gen-op-defs")] {
                let options = vec![backend.to_owned(), count.clone()];
                shards.extend(self.text(out).map(|out| (options, out)));
            }
        }
        let commands = runs.chain(shards).filter_map(move |(options, out)| {
            let options: Vec<&str> = options.iter().map(String::as_str).collect();
            let mut command = shell::tblgen(&tool, &options)?;
            command.run.output = Some(out);
            Some(command)
        });
        let mut commands = commands.peekable();
        let unsaid = commands.peek().is_none().then(|| shell::tblgen("", &[]));
        commands.chain(unsaid.flatten())
    }
}

/// The words of a text, or the texts of a list; of many long ones only the first.
fn options(value: &Value) -> Vec<String> {
    if let Some(text) = text_of(value) {
        return text.split_whitespace().map(str::to_owned).collect();
    }
    let mut left = MAX_VALUE;
    let texts = value.texts().into_iter().map_while(|it| {
        left = left.checked_sub(it.len())?;
        Some(it.to_string())
    });
    texts.collect()
}

#[cfg(test)]
mod tests;
