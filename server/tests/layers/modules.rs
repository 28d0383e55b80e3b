//! The uses between modules of a crate, according to their sources.
//!
//! Only paths are read: `use` and paths that begin with `crate`, `self`, `super` or the name of a submodule. A module's
//! uses of its parents and submodules do not count: they are one unit.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A module by its names from the root of the crate, and the identifiers and signs of its source.
pub(crate) type Modules = BTreeMap<Vec<String>, Vec<String>>;

/// The modules of the crate whose sources are in a folder, without those of its tests.
pub(crate) fn read(folder: &Path) -> Modules {
    let mut modules = Modules::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path
                .strip_prefix(folder)
                .expect("inside")
                .with_extension("");
            let names = name.iter().map(|it| it.to_string_lossy().into_owned());
            let mut names: Vec<String> = names.collect();
            if names
                .last()
                .is_some_and(|it| ["lib", "main", "mod"].contains(&it.as_str()))
            {
                names.pop();
            }
            let is_rust = path.extension().is_some_and(|it| it == "rs");
            let is_other =
                ["tests", "testing", "bin"].map(|it| names.iter().any(|name| name == it));
            if is_rust && !is_other.contains(&true) {
                let text = fs::read_to_string(&path).expect("a source");
                modules.entry(names).or_default().extend(tokens(&text));
            }
        }
    }
    modules
}

/// The cycles among sibling modules, each as a text with the uses.
pub(crate) fn circles(modules: &Modules) -> Vec<String> {
    let mut all = Vec::new();
    for (around, edges) in edges(modules) {
        let names: BTreeSet<&String> = edges.keys().collect();
        for name in names {
            if let Some(mut way) = way(&edges, name) {
                // Each is found from all of its members.
                if way.iter().min() == Some(name) {
                    way.push(name.clone());
                    all.push(format!("in {}: {}", around.join("::"), way.join(" -> ")));
                }
            }
        }
    }
    all
}

/// The uses among the submodules of each module.
type Edges = BTreeMap<String, BTreeSet<String>>;

fn edges(modules: &Modules) -> BTreeMap<Vec<String>, Edges> {
    let exports = exports(modules);
    let mut edges: BTreeMap<Vec<String>, Edges> = BTreeMap::new();
    for (user, tokens) in modules {
        for path in paths(tokens) {
            let Some((from, rest)) = start(modules, user, &path) else {
                continue;
            };
            let used = follow(modules, &exports, from, rest, 0);
            let common = user.iter().zip(&used).take_while(|(a, b)| a == b).count();
            if let (Some(user), Some(other)) = (user.get(common), used.get(common)) {
                let inside = edges.entry(used[..common].to_vec()).or_default();
                inside
                    .entry(user.clone())
                    .or_default()
                    .insert(other.clone());
            }
        }
    }
    edges
}

/// A shortest path from a module back to it.
fn way(edges: &Edges, start: &String) -> Option<Vec<String>> {
    let mut ways = vec![vec![start.clone()]];
    let mut seen = BTreeSet::new();
    let mut next = 0;
    while let Some(way) = ways.get(next).cloned() {
        next += 1;
        for other in edges.get(way.last()?).into_iter().flatten() {
            if other == start {
                return Some(way);
            }
            if seen.insert(other.clone()) {
                ways.push([&way[..], std::slice::from_ref(other)].concat());
            }
        }
    }
    None
}

/// Re-exports by name: the module to look in, and the path from there.
type Exports = BTreeMap<(Vec<String>, String), (Vec<String>, Vec<String>)>;

fn exports(modules: &Modules) -> Exports {
    let mut exports = Exports::new();
    for (module, tokens) in modules {
        for (index, token) in tokens.iter().enumerate() {
            let is_public = index > 0 && ["pub", ")"].contains(&tokens[index - 1].as_str());
            if token != "use" || !is_public {
                continue;
            }
            let mut used = Vec::new();
            tree(tokens, index + 1, &[], &mut used);
            for path in used {
                if let (Some(from), Some(name)) = (start(modules, module, &path), path.last()) {
                    exports.insert((module.clone(), name.clone()), from);
                }
            }
        }
    }
    exports
}

/// The module where a path in another module begins, and the rest of the path; `None` for another crate.
fn start(
    modules: &Modules,
    user: &[String],
    path: &[String],
) -> Option<(Vec<String>, Vec<String>)> {
    let mut from = user.to_vec();
    let mut rest = path;
    match path.first()?.as_str() {
        "crate" => (from, rest) = (Vec::new(), &path[1..]),
        "self" => rest = &path[1..],
        "super" => {
            while rest.first().is_some_and(|it| it == "super") {
                from.pop();
                rest = &rest[1..];
            }
        }
        first => {
            let inside = [user, &[first.to_owned()]].concat();
            modules.contains_key(&inside).then_some(())?;
        }
    }
    Some((from, rest.to_vec()))
}

/// The module that defines the end of a path.
fn follow(
    modules: &Modules,
    exports: &Exports,
    mut at: Vec<String>,
    path: Vec<String>,
    depth: usize,
) -> Vec<String> {
    for (index, name) in path.iter().enumerate() {
        let inside = [&at[..], std::slice::from_ref(name)].concat();
        if modules.contains_key(&inside) {
            at = inside;
            continue;
        }
        return match exports.get(&(at.clone(), name.clone())) {
            Some((from, rest)) if depth < 8 => {
                let rest = [&rest[..], &path[index + 1..]].concat();
                follow(modules, exports, from.clone(), rest, depth + 1)
            }
            _ => at,
        };
    }
    at
}

/// The paths in a source that may be of its own crate.
fn paths(tokens: &[String]) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    let mut index = 0;
    while index < tokens.len() {
        let follows = index > 0 && tokens[index - 1] == "::";
        let leads = tokens.get(index + 1).is_some_and(|it| it == "::");
        index = match tokens[index].as_str() {
            "use" => tree(tokens, index + 1, &[], &mut paths),
            _ if leads && !follows => tree(tokens, index, &[], &mut paths),
            _ => index + 1,
        };
    }
    paths
}

/// Reads a path that may end in a group of others; returns its end.
fn tree(
    tokens: &[String],
    mut index: usize,
    before: &[String],
    out: &mut Vec<Vec<String>>,
) -> usize {
    let mut path = before.to_vec();
    while let Some(token) = tokens.get(index) {
        index += 1;
        if token == "{" {
            while tokens.get(index).is_some_and(|it| it != "}") {
                index = tree(tokens, index, &path, out);
                index += usize::from(tokens.get(index).is_some_and(|it| it == ","));
            }
            return index + 1;
        }
        if is_word(token) {
            path.push(token.clone());
        }
        if tokens.get(index).is_none_or(|it| it != "::") {
            break;
        }
        index += 1;
    }
    if tokens.get(index).is_some_and(|it| it == "as") {
        index += 2;
    }
    out.push(path);
    index
}

fn is_word(token: &str) -> bool {
    token.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_')
}

/// The identifiers and signs of a source up to its tests, without comments and literals.
pub(crate) fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            _ if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |it| it + 2),
            '"' => string(rest),
            'r' if raw_string(rest).is_some() => raw_string(rest).unwrap_or(1),
            '\'' => character(rest),
            _ if rest.starts_with("::") => 2,
            _ if is_word(rest) => {
                let is_inside = |it: char| it.is_ascii_alphanumeric() || it == '_';
                rest.find(|it| !is_inside(it)).unwrap_or(rest.len())
            }
            _ => first.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        rest = after;
        if is_word(token) && raw_string(token).is_none() || "::{}(),;#[]*".contains(token) {
            tokens.push(token.to_owned());
        }
    }
    let test = ["#", "[", "cfg", "(", "test", ")", "]", "mod", "tests", "{"];
    let tests = tokens.windows(test.len()).position(|it| it == test);
    tokens.truncate(tests.unwrap_or(tokens.len()));
    tokens
}

/// The length of the string that a text begins with.
fn string(text: &str) -> usize {
    let mut escaped = true;
    let end = text.char_indices().find(|(_, it)| {
        let ends = *it == '"' && !escaped;
        escaped = *it == '\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |(end, _)| end + 1)
}

fn raw_string(text: &str) -> Option<usize> {
    let marks = text[1..].len() - text[1..].trim_start_matches('#').len();
    let inside = text[1 + marks..].strip_prefix('"')?;
    let end = format!("\"{}", &text[1..1 + marks]);
    let length = inside.find(&end).map_or(inside.len(), |it| it + end.len());
    Some(2 + marks + length)
}

/// The length of a character; of a lifetime only its mark.
fn character(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match (chars.next(), chars.next()) {
        (Some((_, '\\')), Some((at, escaped))) => {
            let from = at + escaped.len_utf8();
            text[from..].find('\'').map_or(1, |it| from + it + 1)
        }
        (Some(_), Some((at, '\''))) => at + 1,
        _ => 1,
    }
}
