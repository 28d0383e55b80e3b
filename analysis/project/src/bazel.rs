//! `BUILD` and `BUILD.bazel` files: finds the calls of a tblgen with their root files, backends and include
//! directories.
//!
//! A rule counts if it has a `td_file`, like the rules of MLIR's `tblgen.bzl`. Functions in files of the same
//! repository are evaluated to find the rules. As in `tblgen.bzl`, include directories are relative to the package, or
//! to the repository if they begin with `/`, and the include directories of all libraries that a rule depends on are
//! added. Other repositories are not searched.

mod lex;
mod parse;
mod run;
mod value;

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use self::parse::{Expr, Statement};
use self::run::Runner;
use self::value::{BYTES, MAX_VALUE, Value, Variables, text_of};
use super::shell::{self, Command};
use super::{FileTree, path};

/// The names of a package's `BUILD` file. If a folder has both, the first one is used.
pub(crate) const NAMES: [&str; 2] = ["BUILD.bazel", "BUILD"];

/// The files that mark the top folder of a repository.
const REPOSITORY: [&str; 4] = ["MODULE.bazel", "REPO.bazel", "WORKSPACE.bazel", "WORKSPACE"];

/// The largest size of a file in bytes.
const MAX_SIZE: usize = 1 << 20;
/// The largest amount of work for one package. A unit of work is about one evaluated expression.
const MAX_WORK: usize = 1 << 20;
/// The largest amount of work for all packages.
const MAX_ALL_WORK: usize = 1 << 24;
/// The approximate number of labels that may be followed to find the include directories of all rules.
const MAX_LABELS: usize = 1 << 19;
/// The approximate limit of the total size of the commands of all rules, in bytes. Each command has its own copy of the
/// include directories of its rule.
const MAX_COMMANDS: usize = 1 << 28;

/// A call of a tblgen by a rule, and the `BUILD` file that contains the rule.
pub(crate) struct FoundCommand {
    pub command: Command,
    pub file: String,
}

/// A rule of a package: a call of a function that is not defined in the repository.
struct Rule {
    name: String,
    /// The folder of the package.
    package: String,
    args: Variables,
}

struct Repository<'a> {
    tree: &'a dyn FileTree,
    folder: String,
    /// The name of the repository, by which labels may refer to it.
    name: Option<String>,
}

impl<'a> Repository<'a> {
    /// The repository whose top folder is `folder`. `declaration` is the path of the file that declares it, if there is
    /// one.
    fn new(folder: &str, declaration: Option<&str>, tree: &'a dyn FileTree) -> Repository<'a> {
        let text = declaration.and_then(|it| tree.read(it, MAX_SIZE));
        let text = text.unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let name = parse::statements(&text).iter().find_map(declared_name);
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

/// The name of the repository in the statement `module(name = "…")` or `workspace(name = "…")`.
fn declared_name(statement: &Statement) -> Option<String> {
    let Statement::Expr(Expr::Call(function, args)) = statement else {
        return None;
    };
    let is_declaration =
        matches!(&**function, Expr::Name(it) if it == "module" || it == "workspace");
    let mut args = args.iter().filter(|_| is_declaration);
    let name = args.find(|it| it.name.as_deref() == Some("name"))?;
    match &name.value {
        Expr::Text(name) => Some(name.clone()),
        _ => None,
    }
}

/// A target in a package of the repository.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Label {
    package: String,
    name: String,
}

impl Label {
    /// Parses a label in a package. `None` if it refers to another repository, or is invalid.
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

/// All calls of a tblgen in some packages. The second value is `None` if no limit was exceeded. Otherwise, it is the
/// path of the first file that exceeded the limits of work, or a file with a rule if only the limits for the commands
/// of all rules were exceeded.
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

/// Finds the top folders of repositories.
struct Tops<'a> {
    tree: &'a dyn FileTree,
    packages: FxHashSet<&'a str>,
    known: FxHashMap<String, Option<String>>,
}

impl Tops<'_> {
    /// The top folder of the repository that contains a folder, and the file that declares the repository. If no file
    /// declares it, the result is the folder of the outermost enclosing package.
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

/// The evaluated packages of a repository.
struct Packages<'a> {
    repository: Repository<'a>,
    modules: FxHashMap<String, Rc<Variables>>,
    /// The rules, each with the path of the `BUILD` file that contains it.
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

    /// Evaluates the `BUILD` file of a package, unless `budget` is used up. Returns the path of the file if its
    /// evaluation reached a limit.
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

    /// The calls of a tblgen by all rules, until `labels` or `bytes` are used up.
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
            // The same rules also run mlir-pdll, on `.pdll` files.
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

    /// The include directories of a rule and its dependencies, followed by the folder of the repository if this folder
    /// is not one of them. The search ends when `left` is used up.
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

    /// The calls of a tblgen by the rule. If the rule names no backend, the result is a single call without a backend.
    fn commands(&self) -> impl Iterator<Item = Command> {
        let tool = self.text("tblgen");
        let tool = tool.as_deref().unwrap_or("mlir-tblgen");
        let tool = tool.rsplit([':', '/']).next().unwrap_or(tool).to_owned();
        let root = self.text("td_file").unwrap_or_default();
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
            Some((options(opts)?, out))
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
            let options = options.iter().map(String::as_str);
            // In the command of a rule, the root follows the options.
            let words: Vec<&str> = options.chain([&*root]).collect();
            let mut command = shell::tblgen(&tool, &words)?;
            command.run.output = Some(out);
            Some(command)
        });
        let mut commands = commands.peekable();
        let unsaid = commands.peek().is_none().then(|| shell::tblgen("", &[]));
        commands.chain(unsaid.flatten())
    }
}

/// The options of a tblgen: the words of a string, or the strings of a list. Strings of a list beyond a total of
/// `MAX_VALUE` bytes are omitted. `None` if an option or the whole list is unknown, because the command line would be
/// wrong without the option.
fn options(value: &Value) -> Option<Vec<String>> {
    if let Some(text) = text_of(value) {
        return Some(text.split_whitespace().map(str::to_owned).collect());
    }
    let Value::List(items) = value else {
        return None;
    };
    let mut left = MAX_VALUE;
    let texts = items.iter().map_while(|it| match it {
        Value::Text(text) => {
            left = left.checked_sub(text.len())?;
            Some(Some(text.to_string()))
        }
        _ => Some(None),
    });
    texts.collect()
}

#[cfg(test)]
mod tests;
