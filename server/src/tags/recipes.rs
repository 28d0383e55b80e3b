//! Which files are read, and where their tags go.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::options::{Options, RECIPES};
use crate::disk;

/// A tags file to be made.
#[derive(Debug)]
pub(super) struct Job {
    /// Where files are read and the tags file is written.
    pub dir: PathBuf,
    /// The files to start from, by their names there.
    pub files: Vec<String>,
    pub include_dirs: Vec<String>,
}

/// Why nothing is done.
pub(super) struct Refused {
    pub message: String,
    pub code: u8,
}

/// How deep directories are looked into.
const MAX_DEPTH: usize = 64;

/// The jobs of a command line.
pub(super) fn jobs(program: &str, options: &Options) -> Result<Vec<Job>, Refused> {
    let here = PathBuf::from(".");
    if !options.is_recipe {
        return Ok(vec![Job {
            dir: here,
            files: options.args.clone(),
            include_dirs: options.include_dirs.clone(),
        }]);
    }
    let refused = |code, message: String| Refused { message, code };
    let current = std::env::current_dir()
        .map_err(|it| refused(1, format!("{program}: no current directory: {it}\n")))?;
    let root = source_root(&current);
    let job = |dir: &Path| Job::of(dir, &current, root.as_deref(), options);
    let sources = || {
        root.clone().ok_or_else(|| {
            let message = format!("{program}: Run from within the LLVM source tree.\n");
            refused(3, message)
        })
    };
    let (recipe, args) = match options.args.split_first() {
        Some((recipe, args)) => (recipe.as_str(), args),
        None => ("", &[][..]),
    };
    match recipe {
        "all" => Ok(with_sources(&sources()?)
            .iter()
            .filter_map(|it| job(it))
            .collect()),
        "here" | "cwd" | "." => match job(&current) {
            Some(job) => Ok(vec![job]),
            None => Err(refused(1, format!("{program}: Nothing to do here.\n"))),
        },
        "recurse" => Ok(with_sources(&current)
            .iter()
            .filter_map(|it| job(it))
            .collect()),
        "target" => {
            let targets = sources()?.join("lib/Target");
            if args.is_empty() {
                let dirs = with_sources(&targets);
                return Ok(dirs.iter().filter_map(|it| job(it)).collect());
            }
            let mut jobs = Vec::new();
            for name in args {
                let dir = targets.join(name);
                let Some(job) = job(&dir).filter(|_| !name.is_empty()) else {
                    let mut message =
                        format!("{program}: \"{name}\" is not a target. Targets are:\n");
                    for target in names_in(&targets) {
                        if !sources_in(&targets.join(&target)).is_empty() {
                            message += &format!("  {target}\n");
                        }
                    }
                    return Err(refused(2, message));
                };
                jobs.push(job);
            }
            Ok(jobs)
        }
        _ => {
            let unknown = match recipe {
                "" => String::new(),
                _ => format!("{program}: Unknown recipe \"-x {recipe}\".\n"),
            };
            let more = format!("Run \"{program} -H\" for help.\n");
            Err(refused(6, format!("{unknown}{RECIPES}{more}")))
        }
    }
}

/// The directory of LLVM's sources that a directory is in, or that lies below one that it is in.
fn source_root(dir: &Path) -> Option<PathBuf> {
    let is_root = |it: &Path| it.join("include/llvm").is_dir() && it.join("lib/Target").is_dir();
    dir.ancestors().find_map(|it| {
        let below = it.join("llvm");
        match is_root(it) {
            true => Some(it.to_path_buf()),
            false => is_root(&below).then_some(below),
        }
    })
}

impl Job {
    /// The tags file of a directory: its files that no other one includes. None without such files.
    fn of(dir: &Path, current: &Path, root: Option<&Path>, options: &Options) -> Option<Job> {
        let all = sources_in(dir);
        let mut included = BTreeSet::new();
        for file in &all {
            let text = disk::read(dir.join(file)).unwrap_or_default();
            included.extend(includes(&String::from_utf8_lossy(&text)));
        }
        let files: Vec<String> = all
            .into_iter()
            .filter(|it| !included.contains(it))
            .collect();
        if files.is_empty() {
            return None;
        }
        let given = options.include_dirs.iter();
        let mut include_dirs: Vec<String> = match dir == current {
            true => given.cloned().collect(),
            false => given.map(|it| text(&current.join(it))).collect(),
        };
        for name in &included {
            let is_known = dir.join(name).is_file()
                || include_dirs
                    .iter()
                    .any(|it| dir.join(it).join(name).is_file());
            let mut common = root.iter().flat_map(|root| COMMON.map(|it| root.join(it)));
            if !is_known && let Some(found) = common.find(|it| it.join(name).is_file()) {
                include_dirs.push(text(&found));
            }
        }
        Some(Job {
            dir: match dir == current {
                true => PathBuf::from("."),
                false => dir.to_path_buf(),
            },
            files,
            include_dirs,
        })
    }
}

/// Where headers are, from LLVM's sources.
const COMMON: [&str; 4] = [
    "include",
    "tools/clang/include",
    "../clang/include",
    "../mlir/include",
];

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// The names that a text includes, one on a line.
fn includes(text: &str) -> impl Iterator<Item = String> {
    text.lines().filter_map(|line| {
        let (_, rest) = line.split_once("include")?;
        let rest = rest
            .strip_prefix([' ', '\t'])?
            .trim_start()
            .strip_prefix('"')?;
        Some(rest.split_once('"')?.0.to_owned())
    })
}

/// The `.td` files of a directory, in order.
fn sources_in(dir: &Path) -> Vec<String> {
    let mut names = names_in(dir);
    names.retain(|it| it.ends_with(".td") && !it.starts_with('.') && dir.join(it).is_file());
    names
}

fn names_in(dir: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
    let names = entries.filter_map(|it| it.file_name().into_string().ok());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// The directories with `.td` files in and under one, in order.
fn with_sources(dir: &Path) -> Vec<PathBuf> {
    fn look(dir: &Path, depth: usize, found: &mut Vec<PathBuf>) {
        if !sources_in(dir).is_empty() {
            found.push(dir.to_path_buf());
        }
        if depth == 0 {
            return;
        }
        for name in names_in(dir) {
            let path = dir.join(name);
            // A link may lead back.
            if path.is_dir() && !path.is_symlink() {
                look(&path, depth - 1, found);
            }
        }
    }
    let mut found = Vec::new();
    look(dir, MAX_DEPTH, &mut found);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn included_names() {
        let text =
            "include \"a.td\"\n  include   \"b/c.td\" // why\n// no include here\ninclude\"d\"\n";
        assert_eq!(includes(text).collect::<Vec<_>>(), ["a.td", "b/c.td"]);
    }
}
