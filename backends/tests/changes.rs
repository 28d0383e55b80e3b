//! The list of changes in `docs/compat.md` is what the modules `changes` say of themselves.
//!
//! `UPDATE_EXPECT=1` writes it anew.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The lines of the page between which the list stands.
const START: &str =
    "<!-- The list below is made of the sources: see `backends/tests/changes.rs`. -->";
const END: &str = "<!-- The end of the list. -->";

#[test]
fn the_page_lists_all_changes() {
    let backends = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = backends.join("../docs/compat.md");
    let text = std::fs::read_to_string(&page).unwrap();
    let (before, rest) = text.split_once(START).expect(START);
    let (_, after) = rest.split_once(END).expect(END);
    let mut changes = Vec::new();
    for file in sources(backends) {
        read(&file, backends, &mut changes);
    }
    let silent = changes.iter();
    let silent = silent.filter(|it| it.text.is_empty() || it.releases.is_empty());
    let silent: Vec<_> = silent.map(|it| &*it.function).collect();
    assert!(
        silent.is_empty(),
        "no documentation, or no release:\n{}",
        silent.join("\n")
    );
    let current = format!("{before}{START}\n\n{}\n{END}{after}", list(&changes));
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&page, &current).unwrap();
    } else {
        assert!(
            text == current,
            "docs/compat.md is not up to date: run this test with UPDATE_EXPECT=1"
        );
    }
}

/// One function of a module `changes`.
struct Change {
    /// The backends or the model that it belongs to.
    subject: String,
    /// The releases that brought something new, such as `21, 22`.
    releases: String,
    /// What its documentation says.
    text: String,
    /// Its file and the start of its code.
    function: String,
}

/// All sources of the backends but their tests, sorted.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut paths: Vec<_> = entries.map(|it| it.unwrap().path()).collect();
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        if path.file_stem().unwrap() == "tests" || path.ends_with("testing") {
            continue;
        }
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|it| it == "rs") {
            files.push(path);
        }
    }
    files
}

fn read(file: &Path, backends: &Path, changes: &mut Vec<Change>) {
    let text = std::fs::read_to_string(file).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let module = if file.file_stem().unwrap() == "changes" {
        &lines[..]
    } else if let Some(start) = lines.iter().position(|it| it.ends_with("mod changes {")) {
        let len = lines[start..].iter().position(|it| *it == "}").unwrap();
        &lines[start..][..len]
    } else {
        return;
    };
    let functions = functions(module);
    for function in &functions {
        changes.push(Change {
            subject: subject(file, backends),
            releases: function.releases(&functions),
            function: format!("{}: {}", file.display(), function.name),
            text: function.docs.clone(),
        });
    }
}

struct Function {
    name: String,
    docs: String,
    body: String,
}

/// The functions of a module that others may call.
fn functions(module: &[&str]) -> Vec<Function> {
    let mut functions = Vec::new();
    let mut docs: Vec<&str> = Vec::new();
    for (at, line) in module.iter().enumerate() {
        let code = line.trim_start();
        if let Some(doc) = code.strip_prefix("///") {
            docs.push(doc.trim());
        } else if let Some((_, name)) = code.split_once(" fn ").filter(|_| code.starts_with("pub"))
        {
            let name = name.split(|it: char| !is_of_word(it)).next();
            let indent = &line[..line.len() - code.len()];
            let end = format!("{indent}}}");
            let len = module[at..].iter().position(|it| **it == end).unwrap();
            functions.push(Function {
                name: name.unwrap_or_default().to_owned(),
                docs: docs.join(" "),
                body: module[at..][..len].join("\n"),
            });
            docs.clear();
        } else if !code.starts_with("#[") {
            docs.clear();
        }
    }
    functions
}

fn is_of_word(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}

impl Function {
    /// The releases that its code asks for, that its documentation names, or that what it calls depends on.
    fn releases(&self, all: &[Function]) -> String {
        let code: BTreeSet<&str> = self.body.split(|it| !is_of_word(it)).collect();
        let docs: BTreeSet<&str> = self.docs.split(|it| !is_of_word(it)).collect();
        let named = |words: &BTreeSet<&str>, prefix: &str| {
            let releases = ["21", "22"].into_iter();
            let named = releases.filter(|it| words.contains(&*format!("{prefix}{it}")));
            named.collect::<Vec<_>>().join(", ")
        };
        let own = [named(&code, "V"), named(&docs, "")];
        if let Some(releases) = own.into_iter().find(|it| !it.is_empty()) {
            return releases;
        }
        let mut called = all.iter();
        let called = called.find(|it| it.name != self.name && code.contains(&*it.name));
        called.map_or(String::new(), |it| it.releases(&[]))
    }
}

/// The backends of the nearest module that has some, or else the path of the module.
fn subject(file: &Path, backends: &Path) -> String {
    let mut module = file.with_extension("");
    if module.ends_with("changes") {
        module.pop();
    }
    let path = module.strip_prefix(backends).unwrap().to_string_lossy();
    let path = format!("`{}`", path.replace("/src", ""));
    while !module.ends_with("src") {
        let text = std::fs::read_to_string(module.with_extension("rs"));
        let backends = names_of_backends(&text.unwrap_or_default());
        if !backends.is_empty() {
            return backends.join(", ");
        }
        module.pop();
    }
    path
}

/// The backends that a module defines, as options.
fn names_of_backends(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for part in text.split("Backend::").skip(1) {
        let Some((constructor, arguments)) = part.split_once('(') else {
            continue;
        };
        let name = arguments.trim_start().strip_prefix('"');
        let name = name.and_then(|it| it.split_once('"'));
        if let Some((name, _)) = name.filter(|_| constructor.chars().all(char::is_alphabetic)) {
            names.push(format!("`-{name}`"));
        }
    }
    names
}

/// The changes of each subject below each other.
fn list(changes: &[Change]) -> String {
    let mut subjects: BTreeMap<&str, Vec<&Change>> = BTreeMap::new();
    for change in changes {
        subjects.entry(&change.subject).or_default().push(change);
    }
    let mut list = String::new();
    for (subject, changes) in subjects {
        list += &format!("* {subject}\n");
        for change in changes {
            list += &format!("  * {}: {}\n", change.releases, change.text);
        }
    }
    list
}
