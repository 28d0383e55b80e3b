//! Finds the unit in which each file is read, in the same way as `check`.

use std::path::{Path, PathBuf};

use elaborate::unit::UnitSpec;
use project::{FoundUnit, Origin, Project, path};

use super::options::Options;
use driver::workspace::{Disk, Workspaces};

/// A root to read, and the files whose tags are requested.
#[derive(Debug)]
pub(super) struct Root {
    /// The names of the files whose tags are requested, relative to the directory of the tags file.
    pub names: Vec<String>,
    /// The unit that is read.
    pub found: FoundUnit,
    /// The absolute paths of the files whose tags are requested. The tags of their includes are requested, too. Empty
    /// means all files of the unit.
    pub parts: Vec<String>,
    /// Whether file names are used as they are given, because the file is read as a root by itself: the command line
    /// has include directories, or no unit of the workspace reads the file.
    pub is_told: bool,
}

/// Finds the roots for files.
pub(super) struct Roots<'a> {
    options: &'a Options,
    current: PathBuf,
    /// The workspaces in which units are searched; `None` if the current directory is unknown or its path is not UTF-8.
    workspaces: Option<Workspaces>,
}

impl Roots<'_> {
    pub(super) fn new(current: PathBuf, options: &Options) -> Roots<'_> {
        let workspaces = Workspaces::new().ok();
        Roots {
            options,
            current,
            workspaces: workspaces.map(|it| it.with(&options.include_dirs)),
        }
    }

    /// The roots for the files of a command line. With include directories on the command line, each file is a root.
    pub(super) fn given(&mut self, names: &[String]) -> Vec<Root> {
        if self.options.include_dirs.is_empty() {
            self.roots(&self.current.clone(), names.to_vec())
        } else {
            names.iter().map(|it| self.alone(it)).collect()
        }
    }

    /// The roots for the files `names` in a directory. Files that another root in the same directory includes are left
    /// out, unless no file would remain.
    pub(super) fn found(&mut self, dir: &Path, names: Vec<String>) -> Vec<Root> {
        let paths: Vec<Option<String>> = names.iter().map(|it| absolute(dir, it)).collect();
        let Some((workspaces, first)) = self.workspaces.as_mut().zip(paths.iter().flatten().next())
        else {
            return self.roots(dir, names);
        };
        let workspace = workspaces.enclosing(first);
        let project = workspaces.project(workspace).clone();
        let is_part = |path: &str| {
            let mut roots = project.units_of(path).into_iter();
            let own = path::parent(path);
            roots.any(|it| {
                let root = project.units()[it].root();
                root != path && path::parent(&root) == own
            })
        };
        let kept = names.iter().zip(&paths);
        let kept = kept.filter(|(_, path)| path.as_deref().is_none_or(|it| !is_part(it)));
        let kept: Vec<String> = kept.map(|(name, _)| name.clone()).collect();
        // If the files include each other, none of them would be left.
        let kept = if kept.is_empty() { names } else { kept };
        self.roots(dir, kept)
    }

    /// The roots for files. Files of the same unit share a root.
    fn roots(&mut self, dir: &Path, names: Vec<String>) -> Vec<Root> {
        let mut roots: Vec<Root> = Vec::new();
        for name in names {
            let unit = absolute(dir, &name).and_then(|it| self.unit_of(&it).zip(Some(it)));
            let Some(((project, unit), file)) = unit else {
                roots.push(self.alone(&name));
                continue;
            };
            let found = &project.units()[unit];
            let is_root = found.root() == file;
            match roots.iter_mut().find(|it| it.found == *found) {
                Some(known) => {
                    known.names.push(name);
                    if is_root {
                        known.parts.clear();
                    } else if !known.parts.is_empty() {
                        known.parts.push(file);
                    }
                }
                None => roots.push(Root {
                    names: vec![name],
                    found: found.clone(),
                    parts: (!is_root).then_some(file).into_iter().collect(),
                    is_told: false,
                }),
            }
        }
        roots
    }

    /// The unit in which a file is read; `None` if no unit reads the file or the workspaces are unknown.
    fn unit_of(&mut self, file: &str) -> Option<(std::sync::Arc<Project>, usize)> {
        let workspaces = self.workspaces.as_mut()?;
        let workspace = workspaces.enclosing(file);
        let project = workspaces.project(workspace).clone();
        let unit = project.active(file, &[])?;
        Some((project, unit))
    }

    /// A unit with the file `name` as its root and with the include directories of the command line.
    fn alone(&self, name: &str) -> Root {
        let current = path::normalize(&self.current.to_string_lossy());
        let folders = self.options.include_dirs.iter();
        let folders = folders.map(|it| path::join(&current, it));
        let own = path::parent(&path::join(&current, name)).to_owned();
        let folders: Vec<String> = folders.chain([own]).collect();
        let spec = UnitSpec {
            root: name.to_owned(),
            include_dirs: self.options.include_dirs.clone(),
            macros: Vec::new(),
        };
        Root {
            names: vec![name.to_owned()],
            found: FoundUnit {
                working_dir: current,
                origin: Origin::Settings,
                version: project::version_of(&folders, &Disk),
                ..FoundUnit::new(spec)
            },
            parts: Vec::new(),
            is_told: true,
        }
    }
}

fn absolute(dir: &Path, name: &str) -> Option<String> {
    Some(path::join(dir.to_str()?, name))
}
