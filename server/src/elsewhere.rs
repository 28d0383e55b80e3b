//! Finds files that declare an unknown name and that a file of the unit could include.

use std::path::{Path, PathBuf};

use driver::disk;
use project::{FoundUnit, Origin, Project, includes, path};
use rustc_hash::FxHashSet;

/// The largest number of files read in one search.
const MAX_FILES: usize = 4000;
/// The largest number of folders listed in a search outside the workspace.
const MAX_FOLDERS: usize = 4000;
/// The largest number of units whose include directories are searched for the includes of a file.
const MAX_UNITS: usize = 16;
/// The largest number of includes suggested for each name.
const MAX_FOUND: usize = 3;

/// A search for declarations of names that are unknown in a unit.
pub(crate) struct Elsewhere<'a> {
    /// The unit in which the names are unknown.
    pub found: &'a FoundUnit,
    /// The workspace, if there is one.
    pub project: Option<&'a Project>,
    /// Whether the unit reads the file at an absolute path.
    pub is_read: &'a dyn Fn(&str) -> bool,
    /// The text of a file that is open in the editor; `None` for other files.
    pub open: &'a dyn Fn(&str) -> Option<Vec<u8>>,
}

impl Elsewhere<'_> {
    /// For each of `names`, the include paths by which `file` (an absolute path) could include files that declare the
    /// name, at most [`MAX_FOUND`]. Files that the unit reads, roots, and files that include `file` are left out.
    pub(crate) fn declaring(&self, file: &str, names: &[&str]) -> Vec<Vec<String>> {
        // The folders in `near` are searched as if they were include directories.
        let dirs = self.found.spec.include_dirs.iter().chain(&self.found.near);
        let dirs = dirs.map(|it| path::join(&self.found.working_dir, it));
        let mut folders: Vec<String> = dirs.collect();
        folders.push(path::parent(disk::file_of(&self.found.root())).to_owned());
        let mut search = Search {
            around: self,
            file,
            folders,
            left: MAX_FILES,
        };
        search.declaring(names)
    }
}

struct Search<'a> {
    around: &'a Elsewhere<'a>,
    /// The absolute path of the file to which an include is to be added.
    file: &'a str,
    /// The folders in which includes are searched.
    folders: Vec<String>,
    /// The number of files that may still be read.
    left: usize,
}

impl Search<'_> {
    fn declaring(&mut self, names: &[&str]) -> Vec<Vec<String>> {
        let mut found = vec![Vec::new(); names.len()];
        let mut seen = FxHashSet::default();
        for folder in self.folders.clone() {
            for path in self.sources_in(&folder) {
                if self.left == 0 {
                    return found;
                }
                if !seen.insert(path.clone()) {
                    continue;
                }
                let text = self.read(&path);
                let wanted = names.iter().zip(&mut found);
                let wanted = wanted.filter(|(_, found)| found.len() < MAX_FOUND);
                let declared = wanted.filter(|(name, _)| declares(&text, name.as_bytes()));
                let declared: Vec<&mut Vec<String>> = declared.map(|(_, found)| found).collect();
                if !declared.is_empty()
                    && self.may_be_included(&path, &text)
                    && let Some(include) = self.shortest_name(&path)
                {
                    declared.into_iter().for_each(|it| it.push(include.clone()));
                }
                if found.iter().all(|it| it.len() == MAX_FOUND) {
                    return found;
                }
            }
        }
        found
    }

    /// The shortest path for an `include` that reads the file `path`; `None` if no such `include` is possible.
    fn shortest_name(&self, path: &str) -> Option<String> {
        let names = self.folders.iter().filter_map(|it| path::within(path, it));
        let is_found = |name: &&str| self.found_by(&self.folders, name).as_deref() == Some(path);
        let name = names.filter(is_found).min_by_key(|it| it.len());
        name.map(str::to_owned)
    }

    /// The sources below a folder, at most `self.left`. If the workspace has sources there, only these are returned,
    /// sorted by the number of folders in their paths.
    fn sources_in(&self, folder: &str) -> Vec<String> {
        let project = self.around.project;
        let Some(project) = project.filter(|it| it.has_sources_at(folder)) else {
            let (mut found, mut left) = (Vec::new(), MAX_FOLDERS);
            walk(Path::new(folder), &mut left, &mut found);
            found.truncate(self.left);
            return found;
        };
        let sources = project.sources().iter();
        let mut sources: Vec<&String> = sources
            .filter(|it| path::is_below(it, folder) && it.ends_with(".td"))
            .collect();
        sources.sort_by_key(|it| it.matches('/').count());
        sources.truncate(self.left);
        sources.into_iter().cloned().collect()
    }

    /// The text of a file: from the editor if the file is open there, else from disk. The text of an unreadable file is
    /// empty. Each call decreases `self.left`.
    fn read(&mut self, path: &str) -> Vec<u8> {
        self.left = self.left.saturating_sub(1);
        let open = (self.around.open)(path);
        open.unwrap_or_else(|| disk::read(path).unwrap_or_default())
    }

    fn may_be_included(&mut self, path: &str, text: &[u8]) -> bool {
        !(self.around.is_read)(path) && !self.is_root(path, text) && !self.leads_back(path, text)
    }

    /// Whether a file is a root. A file that a build declares is a root. A file that no other file includes is a root
    /// if it includes a file of its own folder, or if it includes any file and defines records. A header that no file
    /// includes yet is not a root.
    fn is_root(&self, path: &str, text: &[u8]) -> bool {
        let Some(project) = self.around.project else {
            return false;
        };
        let folder = path::parent(path);
        let is_beside = |include: &String| Path::new(&path::join(folder, include)).exists();
        let mut units = project.of_root(path).iter().map(|it| &project.units()[*it]);
        let names = includes(text);
        let is_guessed = names.iter().any(is_beside) || !names.is_empty() && makes_records(text);
        units.any(|it| it.origin != Origin::Includes || is_guessed)
    }

    /// Whether a file is `self.file`, or includes `self.file` directly or indirectly. An include of such a file would
    /// be a cycle. True if this cannot be decided.
    fn leads_back(&mut self, path: &str, text: &[u8]) -> bool {
        let folders = self.folders_of(path);
        let mut seen = FxHashSet::default();
        let mut open = vec![(path.to_owned(), includes(text))];
        while let Some((path, names)) = open.pop() {
            if self.left == 0 || is_same(&path, self.file) {
                return true;
            }
            for name in names {
                let Some(included) = self.included(&folders, &path, &name) else {
                    if self.file.ends_with(&format!("/{}", path::normalize(&name))) {
                        return true;
                    }
                    continue;
                };
                if seen.insert(included.clone()) {
                    let text = self.read(&included);
                    open.push((included, includes(&text)));
                }
            }
        }
        false
    }

    /// The folders in which the includes of the file `path` are searched: those of this unit, and those of the first
    /// [`MAX_UNITS`] units that read the file.
    fn folders_of(&self, path: &str) -> Vec<String> {
        let mut folders = self.folders.clone();
        let Some(project) = self.around.project else {
            return folders;
        };
        let units = project.units_of(path);
        for unit in units.into_iter().take(MAX_UNITS) {
            let unit = &project.units()[unit];
            for dir in unit.spec.include_dirs.iter().chain(&unit.near) {
                let dir = path::join(&unit.working_dir, dir);
                if !folders.contains(&dir) {
                    folders.push(dir);
                }
            }
        }
        folders
    }

    /// The path of the file that an `include` of `name` in the file `from` reads: `name` is searched in `folders`, then
    /// in the folders that contain `from`.
    fn included(&self, folders: &[String], from: &str, name: &str) -> Option<String> {
        let around = path::ancestors(path::parent(from));
        let around: Vec<String> = around.map(str::to_owned).collect();
        self.found_by(folders.iter().chain(&around), name)
    }

    fn found_by<'f>(
        &self,
        folders: impl IntoIterator<Item = &'f String>,
        name: &str,
    ) -> Option<String> {
        let mut paths = folders.into_iter().map(|it| path::join(it, name));
        paths.find(|it| Path::new(it).is_file() || (self.around.open)(it).is_some())
    }
}

fn is_same(a: &str, b: &str) -> bool {
    let real = |it: &str| std::fs::canonicalize(it).ok();
    a == b || real(a).is_some_and(|a| real(b) == Some(a))
}

/// Adds the sources below a folder to `found`. The sources in the folder itself come first. `left` is the number of
/// subfolders that may still be listed.
fn walk(folder: &Path, left: &mut usize, found: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|it| it.path()).collect();
    paths.sort();
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) =
        paths.into_iter().partition(|it| it.is_dir());
    let sources = files
        .iter()
        .filter(|it| it.extension().is_some_and(|it| it == "td"));
    found.extend(sources.filter_map(|it| it.to_str()).map(path::normalize));
    for folder in folders.iter().filter(|it| !it.is_symlink()) {
        if *left == 0 {
            return;
        }
        *left -= 1;
        walk(folder, left, found);
    }
}

/// Whether a line of `text`, after any indentation, begins with a declaration of `name`.
fn declares(text: &[u8], name: &[u8]) -> bool {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    memchr::memmem::find_iter(text, name).any(|at| {
        let line = text[..at].rsplit(|it| *it == b'\n').next();
        let before = line.unwrap_or_default().trim_ascii();
        let keyword = matches!(before, b"class" | b"multiclass" | b"def" | b"defm");
        keyword && !text.get(at + name.len()).is_some_and(is_word)
    })
}

/// Whether a line of a text begins with `def` or `defm`. Indented statements do not count, because they may belong to a
/// multiclass.
fn makes_records(text: &[u8]) -> bool {
    text.split(|it| *it == b'\n').any(|line| {
        let word = line.split(|it| !it.is_ascii_alphanumeric()).next();
        matches!(word, Some(b"def" | b"defm"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations() {
        let check = |text: &str, wanted| assert_eq!(declares(text.as_bytes(), b"Reg"), wanted);
        check("class Reg<int n>;", true);
        check("  def Reg;", true);
        check("class Register;", false);
        check("class A : Reg;", false);
        check("class ARegs;\nmulticlass  Reg {", true);
    }
}
