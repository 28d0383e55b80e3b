//! The workspace of a path on the command line, and its units.

use std::path::Path;
use std::sync::Arc;

use elaborate::unit::Files;
use project::{
    Entry, FileTree, FoundUnit, Origin, Owner, Project, Settings, discover, is_repository, path,
};

use crate::{disk, links, terminal};

/// The file system of the machine.
pub struct Disk;

impl FileTree for Disk {
    fn read(&self, path: &str, most: usize) -> Option<Vec<u8>> {
        disk::read_short(path, most as u64).ok()
    }

    fn list(&self, folder: &str) -> Vec<Entry> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        // Files whose names are not UTF-8 cannot be included.
        let entries = entries.filter_map(|it| {
            let name = it.file_name().into_string().ok()?;
            let kind = it.file_type().ok()?;
            let target = if kind.is_symlink() {
                it.path().metadata().ok()?.file_type()
            } else {
                kind
            };
            let is_folder = target.is_dir();
            if !is_folder && !target.is_file() {
                return None;
            }
            let target = if kind.is_symlink() && is_folder {
                Some(path::normalize(links::target(&it.path())?.to_str()?))
            } else {
                None
            };
            Some(Entry {
                name,
                is_folder,
                target,
            })
        });
        entries.collect()
    }

    fn exists(&self, path: &str) -> bool {
        Path::new(path).exists()
    }

    fn owner(&self, folder: &str) -> Owner {
        disk::owner(Path::new(folder))
    }
}

/// The files that a program with this current folder would find.
pub struct In<'a>(pub &'a str);

impl Files for In<'_> {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        disk::source(Path::new(self.0).join(path))
    }
}

/// The workspaces that enclose the paths looked up so far. Each workspace is searched for units only once.
pub struct Workspaces {
    current: String,
    /// The include directories that are added to all units.
    include_dirs: Vec<String>,
    found: Vec<(String, Arc<Project>)>,
}

impl Workspaces {
    /// Starts without workspaces. An error if the process has no current folder, or if the folder's path is not UTF-8.
    pub fn new() -> std::io::Result<Workspaces> {
        let current = std::env::current_dir()?;
        let current = current.to_str().ok_or(std::io::ErrorKind::InvalidData)?;
        Ok(Workspaces {
            current: path::normalize(current),
            include_dirs: Vec::new(),
            found: Vec::new(),
        })
    }

    /// Sets the include directories that are added to all units. Relative paths are relative to the current folder.
    pub fn with(mut self, include_dirs: &[String]) -> Workspaces {
        let dirs = include_dirs.iter().map(|it| path::join(&self.current, it));
        self.include_dirs = dirs.collect();
        self
    }

    /// The absolute form of a path, which may be relative to the current folder.
    pub fn absolute(&self, path: &str) -> String {
        path::join(&self.current, path)
    }

    /// The form of an absolute path for display: relative to the current folder if the path lies there.
    pub fn show(&self, path: &str) -> String {
        match path::within(path, &self.current) {
            Some(rest) if !rest.is_empty() => rest.to_owned(),
            _ => path.to_owned(),
        }
    }

    /// The project for an index that [`Self::enclosing`] returned.
    pub fn project(&self, index: usize) -> &Arc<Project> {
        &self.found[index].1
    }

    /// Prints to standard error which parts of the workspaces were not searched.
    pub fn tell_notes(&self) {
        for note in self.found.iter().flat_map(|(_, it)| it.notes()) {
            terminal::eprint(format!("tablegen-analyzer: {note}\n").as_bytes());
        }
    }

    /// Finds the workspace of a file or folder, and returns its index. It is the first candidate that has sources at
    /// `path`, or the last candidate if no candidate has sources there.
    pub fn enclosing(&mut self, path: &str) -> usize {
        let mut last = None;
        for folder in candidates(path, &self.current) {
            let index = self.at(&folder);
            if self.project(index).has_sources_at(path) {
                return index;
            }
            last = Some(index);
        }
        last.unwrap_or_else(|| self.at(path))
    }

    fn at(&mut self, folder: &str) -> usize {
        if let Some(known) = self.found.iter().position(|(it, _)| it == folder) {
            return known;
        }
        let folders = [folder.to_owned()];
        let settings = Settings {
            home: home(),
            include_dirs: self.include_dirs.clone(),
            current: works_in(&self.current).then(|| self.current.clone()),
            ..Settings::default()
        };
        let project = discover(&folders, &settings, &Disk);
        self.found.push((folder.to_owned(), project.into()));
        self.found.len() - 1
    }
}

/// Folders that may be the workspace of a path, in the order in which they are tried.
fn candidates(path: &str, current: &str) -> Vec<String> {
    let own = if Path::new(path).is_dir() {
        path
    } else {
        path::parent(path)
    };
    // A parent folder that all users may write to, such as the folder for temporary files, does not count. A folder of
    // another user counts only if it is or lies below the current folder, since the user chose the current folder.
    let counts = |it: &str| match Disk.owner(it) {
        Owner::User => true,
        Owner::Other => path::is_below(it, current),
        Owner::Anyone => false,
    };
    let reached = || path::ancestors(own).take_while(|it| *it == own || counts(it));
    // These folders of the system sometimes look like a project.
    let around =
        || reached().filter(|it| !path::is_root(it) && !matches!(*it, "/usr" | "/usr/local"));
    let has = |name: &'static str| move |it: &&str| Path::new(it).join(name).exists();
    let repository = around().find(|it| is_repository(it, &Disk));
    let llvm = around().find(has("llvm/include/llvm"));
    let llvm = llvm.or_else(|| around().find(has("include/llvm")));
    let cmake = around().filter(has("CMakeLists.txt")).last();
    let here = around().find(|it| *it == current && works_in(current));
    let all = [repository, llvm, cmake, here, Some(own)];
    all.into_iter().flatten().map(str::to_owned).collect()
}

/// Whether the current folder may be a workspace: not the whole system or the user's home folder.
fn works_in(current: &str) -> bool {
    !path::is_root(current) && home().is_none_or(|it| it != current)
}

/// The user's home folder; `None` if it is unknown, not absolute or not UTF-8.
pub fn home() -> Option<String> {
    let home = std::env::home_dir()?.into_os_string().into_string().ok()?;
    let home = path::normalize(&home);
    path::is_absolute(&home).then_some(home)
}

/// The name of the source from which a unit is known, for display.
pub fn describe(unit: &FoundUnit) -> &'static str {
    match unit.origin {
        Origin::Settings => "settings",
        Origin::CompileCommands => "tablegen_compile_commands.yml",
        Origin::Ninja => "build.ninja",
        Origin::CMake => "CMakeLists.txt",
        Origin::Bazel => "BUILD file",
        Origin::RunLine => "RUN line",
        Origin::Includes => "includes",
    }
}
