//! The roots that are read, and the tags files that are written for them.

use std::path::{Path, PathBuf};

use super::options::{Options, RECIPES};
use super::roots::{Root, Roots};

/// A tags file to be written.
#[derive(Debug)]
pub(super) struct Job {
    /// The directory of the tags file. A recipe reads the `.td` files of this directory.
    pub dir: PathBuf,
    /// The roots that are read for the tags file.
    pub files: Vec<Root>,
}

/// Why no tags file is written: the message, and the exit code.
pub(super) struct Refused {
    pub message: String,
    pub code: u8,
}

/// The largest depth of subdirectories that are searched.
const MAX_DEPTH: usize = 64;

/// The tags files that a command line requests.
pub(super) fn jobs(program: &str, options: &Options) -> Result<Vec<Job>, Refused> {
    let refused = |code, message: String| Refused { message, code };
    let current = std::env::current_dir()
        .map_err(|it| refused(1, format!("{program}: no current directory: {it}\n")))?;
    let mut roots = Roots::new(current.clone(), options);
    if !options.is_recipe {
        return Ok(vec![Job {
            dir: PathBuf::from("."),
            files: roots.given(&options.args),
        }]);
    }
    let root = source_root(&current);
    let mut job = |dir: &Path| Job::new(dir, &current, &mut roots);
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

/// The directory `llvm` of an LLVM source tree that contains `dir`: `dir`, one of its parents, or the subdirectory
/// `llvm` of one of these.
fn source_root(dir: &Path) -> Option<PathBuf> {
    let is_root = |it: &Path| it.join("include/llvm").is_dir() && it.join("lib/Target").is_dir();
    dir.ancestors().find_map(|it| {
        let below = it.join("llvm");
        if is_root(it) {
            Some(it.to_path_buf())
        } else {
            is_root(&below).then_some(below)
        }
    })
}

impl Job {
    /// The tags file for a directory; `None` if the directory has no `.td` files.
    fn new(dir: &Path, current: &Path, roots: &mut Roots) -> Option<Job> {
        let files = roots.found(dir, sources_in(dir));
        if files.is_empty() {
            return None;
        }
        Some(Job {
            dir: if dir == current {
                PathBuf::from(".")
            } else {
                dir.to_path_buf()
            },
            files,
        })
    }
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

/// The directories with `.td` files at and below `dir`, in order.
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
            // Links are not followed, since a link may lead back to a parent.
            if path.is_dir() && !path.is_symlink() {
                look(&path, depth - 1, found);
            }
        }
    }
    let mut found = Vec::new();
    look(dir, MAX_DEPTH, &mut found);
    found
}
