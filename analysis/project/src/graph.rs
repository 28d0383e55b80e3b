//! The include graph: which files include which.

mod active;
mod content;
mod guess;

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use self::active::Directives;
pub(crate) use self::active::{ReadAs, WHOLE};
use self::content::{Content, Left, read_all};
use super::bounds::Bounds;
use super::installs::Install;
use super::shell::Command;
use super::{FileTree, FolderOrigin, path, split};

/// The largest number of include directories inferred for a unit.
const MAX_INFERRED: usize = 100;
/// The largest number of folders near a root that are candidates for include directories.
const MAX_NEAR: usize = 32;
/// The largest number of missing includes that are reported.
const MAX_MISSING: usize = 10;
/// The largest number of missing includes that are collected before inactive includes are removed.
const MAX_UNFOUND: usize = 1000;
/// The largest length of a path in bytes, as on Linux. A limit is needed because each parent folder is looked up.
const MAX_PATH: usize = 4096;
/// The largest number of look-ups for all units.
const MAX_STEPS: usize = 4_000_000;
/// The largest number of missing files, and of guesses, that are cached.
const MAX_REMEMBERED: usize = 500_000;

/// The index of a file in the graph.
pub(crate) type FileId = u32;

/// Files and their includes. Files outside the workspace are read on demand.
pub(crate) struct Graph<'a> {
    tree: &'a dyn FileTree,
    files: Vec<File>,
    ids: FxHashMap<String, FileId>,
    /// The files of the workspace, keyed by file name.
    by_name: FxHashMap<String, Vec<FileId>>,
    missing: FxHashSet<String>,
    /// Whether a folder exists. The key is the path of the folder.
    folders: FxHashMap<String, bool>,
    /// For a folder, the existing folders around it that by convention may contain headers.
    conventional: FxHashMap<String, Arc<[String]>>,
    /// The guess for an include in a folder: the file, and the include directory with which the include resolves to the
    /// file. `None` if there is no candidate.
    guesses: FxHashMap<(String, String), Option<(FileId, String)>>,
    /// The preprocessor and include directives of the files for which they were needed.
    directives: FxHashMap<FileId, Arc<Directives>>,
    /// The number of directives evaluated for all units.
    active_steps: usize,
    /// The LLVMs outside of the workspace.
    installs: Vec<Install>,
    /// The innermost folder that contains all files of the workspace.
    base: String,
    /// Finds the top folders of projects. Folders above a project are not searched.
    bounds: Bounds<'a>,
    steps: usize,
    left: Left,
}

/// The innermost folder that contains all of the files; `/` for an empty list.
fn around_all(files: &[String]) -> String {
    let mut files = files.iter();
    let first = files.next().map_or("/", |it| path::parent(it)).to_owned();
    files.fold(first, |around, file| {
        let mut folders = path::ancestors(&around);
        let around = folders.find(|it| path::is_below(file, it));
        around.unwrap_or("/").to_owned()
    })
}

/// The result of following the includes of a unit.
pub(crate) struct Followed {
    /// Candidates for include directories: folders that would be added if a file in them were included.
    pub near: Vec<String>,
    /// The files of the unit, sorted.
    pub files: Vec<FileId>,
    /// The additional files that the unit reads if the saved texts of open documents are used, sorted.
    pub saved: Vec<FileId>,
    /// The first missing includes, as written.
    pub missing: Vec<String>,
    /// One include directory of each LLVM that provided a file and is outside of the workspace.
    pub installed: Vec<String>,
    /// The origin of each include directory, in the same order.
    pub origins: Vec<FolderOrigin>,
}

struct File {
    path: Arc<str>,
    content: Option<Content>,
}

impl<'a> Graph<'a> {
    /// Reads the files of the workspace and creates a graph of them.
    pub(crate) fn new(
        sources: &[String],
        installs: Vec<Install>,
        bounds: Bounds<'a>,
        tree: &'a dyn FileTree,
    ) -> Graph<'a> {
        let (contents, left) = read_all(sources, tree);
        let mut graph = Graph {
            tree,
            files: Vec::new(),
            ids: FxHashMap::default(),
            by_name: FxHashMap::default(),
            missing: FxHashSet::default(),
            folders: FxHashMap::default(),
            conventional: FxHashMap::default(),
            guesses: FxHashMap::default(),
            directives: FxHashMap::default(),
            active_steps: 0,
            installs,
            base: around_all(sources),
            bounds,
            steps: 0,
            left,
        };
        for (source, content) in sources.iter().zip(contents) {
            let id = graph.insert(source);
            graph.files[id as usize].content = content;
            let name = path::file_name(source).to_owned();
            graph.by_name.entry(name).or_default().push(id);
        }
        graph
    }

    pub(crate) fn path(&self, file: FileId) -> Arc<str> {
        self.files[file as usize].path.clone()
    }

    /// Whether a folder is an include directory of an LLVM outside the workspace.
    pub(crate) fn is_installed(&self, folder: &str) -> bool {
        let mut folders = self.installs.iter().flat_map(|it| &it.folders);
        folders.any(|it| it == folder)
    }

    /// The paths of all files in the graph. The index of a path is the id of its file.
    pub(crate) fn into_paths(self) -> Vec<Arc<str>> {
        self.files.into_iter().map(|it| it.path).collect()
    }

    pub(crate) fn run_lines(&mut self, file: FileId) -> Arc<[String]> {
        self.content(file).run_lines
    }

    /// The file with this normalized path; `None` if it does not exist or a limit is reached.
    pub(crate) fn file(&mut self, path: &str) -> Option<FileId> {
        if let Some(id) = self.ids.get(path) {
            return Some(*id);
        }
        self.steps += 1 + path.len() / 256;
        if path.len() > MAX_PATH || self.missing.contains(path) || self.steps > MAX_STEPS {
            return None;
        }
        if !self.has_folder(path::parent(path)) || !self.tree.exists(path) {
            if self.missing.len() < MAX_REMEMBERED {
                self.missing.insert(path.to_owned());
            }
            return None;
        }
        Some(self.insert(path))
    }

    /// Whether a folder exists. The answers are cached, since most folders that are searched for an include do not
    /// exist.
    fn has_folder(&mut self, path: &str) -> bool {
        if let Some(known) = self.folders.get(path) {
            return *known;
        }
        let parent = path::parent(path);
        let exists = parent == path || self.has_folder(parent) && self.tree.exists(path);
        self.folders.insert(path.to_owned(), exists);
        exists
    }

    /// Follows the includes of a unit, with the include directories of the command.
    pub(crate) fn reach(&mut self, command: &Command) -> Followed {
        self.follow(&mut command.clone(), false)
    }

    /// Like [`Graph::reach`], but adds include directories to the command: the folders in `last_dirs`, and a folder for
    /// each missing include whose target is guessed.
    pub(crate) fn complete(&mut self, command: &mut Command) -> Followed {
        self.follow(command, true)
    }

    fn follow(&mut self, command: &mut Command, complete: bool) -> Followed {
        let Command {
            working_dir,
            spec,
            last_dirs,
            ..
        } = command;
        let mut followed = Followed {
            near: Vec::new(),
            files: Vec::new(),
            saved: Vec::new(),
            missing: Vec::new(),
            installed: Vec::new(),
            origins: vec![FolderOrigin::Given; spec.include_dirs.len()],
        };
        let Some(root) = self.file(&path::join(working_dir, &spec.root)) else {
            return followed;
        };
        let given = spec.include_dirs.iter();
        let mut folders = vec![path::normalize(working_dir)];
        folders.extend(given.map(|it| path::join(working_dir, it)));
        // The index in `folders` at which the folders from `last_dirs` start.
        let mut last = folders.len();
        let has_last = !last_dirs.is_empty();
        folders.append(last_dirs);
        let mut origins = vec![FolderOrigin::Given; folders.len() - 1];
        let mut inferred = 0;
        // The indices in `installs` of the LLVMs that were used.
        let mut used = Vec::new();
        let mut unfound = FxHashSet::default();
        let mut seen = FxHashSet::from_iter([root]);
        let mut open = vec![root];
        // Includes are followed in source order, so that inferred include directories are in that order too.
        while let Some(file) = open.pop() {
            let mut next = Vec::new();
            for include in self.content(file).includes.iter() {
                self.steps += 1;
                if self.steps > MAX_STEPS {
                    break;
                }
                let may_guess = complete && inferred < MAX_INFERRED;
                let mut found = self.resolve(&folders[..last], include);
                if found.is_none() && may_guess && has_last {
                    let root = self.path(root);
                    let around = self.find_around(path::parent(&root), include);
                    found = around.map(|(id, folder)| {
                        folders.insert(last, folder);
                        origins.insert(last - 1, FolderOrigin::Around);
                        (last, inferred) = (last + 1, inferred + 1);
                        id
                    });
                }
                found = found.or_else(|| self.find(&folders[last..], include));
                if found.is_none() && may_guess {
                    let near = self.guess(file, include);
                    let near = near.map(|(id, folder)| (id, folder, FolderOrigin::Around));
                    let guessed = near.or_else(|| {
                        let (id, folder) =
                            self.guess_installed(&[root, file], include, &mut used)?;
                        Some((id, folder, FolderOrigin::Installed))
                    });
                    found = guessed.map(|(id, folder, origin)| {
                        folders.push(folder);
                        origins.push(origin);
                        inferred += 1;
                        id
                    });
                }
                if found.is_none()
                    && followed.missing.len() < MAX_UNFOUND
                    && unfound.insert(include.clone())
                {
                    followed.missing.push(include.clone());
                }
                next.extend(found.filter(|it| seen.insert(*it)));
            }
            open.extend(next.into_iter().rev());
        }
        // The given folders stay as written; only the inferred ones are added.
        let more = &folders[spec.include_dirs.len() + 1..];
        spec.include_dirs.extend_from_slice(more);
        followed.origins = origins;
        if !followed.missing.is_empty() {
            let read_as = ReadAs {
                root,
                macros: &spec.macros,
                folders: &folders,
            };
            self.keep_active(&mut followed.missing, &read_as);
            followed.missing.truncate(MAX_MISSING);
        }
        if complete {
            followed.near = self.near(root, &used);
            followed.near.retain(|it| !folders.contains(it));
        }
        let installed = used
            .iter()
            .map(|it: &usize| self.installs[*it].folders[0].clone());
        followed.installed = installed.collect();
        followed.files = seen.iter().map(|it| self.whole(*it)).collect();
        followed.files.sort_unstable();
        followed.files.dedup();
        followed.saved = self.follow_saved(&folders, complete, &followed.files, &mut seen);
        followed
    }

    /// The file of the whole test if `file` is a part of a split test; otherwise `file` itself.
    fn whole(&self, file: FileId) -> FileId {
        let test = split::whole_and_name(&self.files[file as usize].path).map(|(test, _)| test);
        let test = test.and_then(|it| self.ids.get(it));
        test.copied().unwrap_or(file)
    }

    /// Candidates for further include directories of a root: the conventional folders around it in the workspace, and
    /// the folders with headers of the first LLVM installation in `used`. If `used` is empty, the first known
    /// installation is taken.
    fn near(&mut self, root: FileId, used: &[usize]) -> Vec<String> {
        let path = self.path(root);
        let around = self.conventional(path::parent(&path));
        let own = around.iter().filter(|it| path::is_below(it, &self.base));
        let mut near: Vec<String> = own.take(MAX_NEAR).cloned().collect();
        let install = used.first().copied().unwrap_or(0);
        if let Some(install) = self.installs.get(install).cloned() {
            let has_headers = |it: &String| {
                let mut projects = ["llvm", "mlir", "clang"].iter();
                projects.any(|project| self.tree.exists(&path::join(it, project)))
            };
            near.extend(install.folders.into_iter().filter(has_headers));
        }
        near
    }

    /// The additional files that a unit reads if the saved texts of open documents are used. No include directories are
    /// added.
    fn follow_saved(
        &mut self,
        folders: &[String],
        may_guess: bool,
        files: &[FileId],
        seen: &mut FxHashSet<FileId>,
    ) -> Vec<FileId> {
        let content = |it: &FileId| self.files[*it as usize].content.as_ref();
        let drops = |it: &FileId| content(it).is_some_and(|it| !it.dropped.is_empty());
        let mut open: Vec<FileId> = files.iter().copied().filter(drops).collect();
        let mut saved = Vec::new();
        while let Some(file) = open.pop() {
            let content = self.content(file);
            for include in content.dropped.iter().chain(content.includes.iter()) {
                self.steps += 1;
                if self.steps > MAX_STEPS {
                    break;
                }
                let found = self.resolve(folders, include).or_else(|| {
                    let guessed = may_guess.then(|| self.guess(file, include)).flatten();
                    guessed.map(|(id, _)| id)
                });
                let new = found.filter(|it| seen.insert(*it));
                open.extend(new);
                saved.extend(new);
            }
        }
        saved.sort_unstable();
        saved
    }

    /// Those of `files` that no other file in `files` includes. If files include each other in a cycle and no file
    /// outside the cycle includes them, one of them is returned too.
    pub(crate) fn roots(&mut self, files: &[FileId]) -> Vec<FileId> {
        let mut edges: FxHashMap<FileId, Vec<FileId>> = FxHashMap::default();
        let mut included = FxHashSet::default();
        for file in files {
            for include in self.content(*file).includes.iter() {
                let found = self.guess(*file, include).map(|(id, _)| id);
                if let Some(id) = found.filter(|it| it != file) {
                    included.insert(id);
                    edges.entry(*file).or_default().push(id);
                }
            }
        }
        let mut roots: Vec<FileId> = Vec::new();
        let mut seen = FxHashSet::default();
        let first = files.iter().filter(|it| !included.contains(it));
        let rest = files.iter().filter(|it| included.contains(it));
        for file in first.chain(rest) {
            if !seen.insert(*file) {
                continue;
            }
            roots.push(*file);
            let mut open = vec![*file];
            while let Some(file) = open.pop() {
                let next = edges.get(&file).into_iter().flatten();
                open.extend(next.filter(|it| seen.insert(**it)));
            }
        }
        roots
    }

    fn insert(&mut self, path: &str) -> FileId {
        if let Some(id) = self.ids.get(path) {
            return *id;
        }
        let id = self.files.len() as FileId;
        self.ids.insert(path.to_owned(), id);
        self.files.push(File {
            path: path.into(),
            content: None,
        });
        id
    }

    fn is_conditional(&mut self, file: FileId) -> bool {
        self.content(file).is_conditional
    }

    fn content(&mut self, file: FileId) -> Content {
        let tree = self.tree;
        let File { path, content } = &mut self.files[file as usize];
        content
            .get_or_insert_with(|| Content::read(path, tree, &mut self.left))
            .clone()
    }

    /// A message if the limits prevented some includes from being followed.
    pub(crate) fn note(&self) -> Option<String> {
        let what = match () {
            () if self.steps > MAX_STEPS => format!("{MAX_STEPS} files were looked for"),
            () if self.left.is_used_up() => "the sources are too long".to_owned(),
            () => return None,
        };
        Some(format!("{what}: not all includes are followed"))
    }

    /// The file to which an include of a unit resolves. `folders` are the working directory of the unit, followed by
    /// its include directories.
    fn resolve(&mut self, folders: &[String], include: &str) -> Option<FileId> {
        match folders {
            [_, dirs @ ..] if path::is_absolute(include) => {
                let absolute = self.file(&path::normalize(include));
                absolute.or_else(|| self.find(dirs, include))
            }
            _ => self.find(folders, include),
        }
    }

    /// The file for an include in the first of `folders` that contains the file.
    fn find(&mut self, folders: &[String], include: &str) -> Option<FileId> {
        if include.is_empty() || include.ends_with('/') {
            return None;
        }
        // An include path with a leading `/` is searched for in the include directories as well.
        let include = include.trim_start_matches('/');
        folders
            .iter()
            .find_map(|it| self.file(&path::join(it, include)))
    }
}
