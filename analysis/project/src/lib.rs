//! The units of a workspace, found without configuration.
//!
//! [`discover`] uses, in this order: the client's settings, the `tablegen_compile_commands.yml` and the `build.ninja`
//! of build folders, `CMakeLists.txt`, `BUILD` files of Bazel, `RUN:` lines of tests, and for the remaining files their
//! includes. The first source that names a root decides how it is read; later ones may still add backends.
//!
//! There are no errors here: unreadable and unknown input is skipped, and all work is bounded. Input that is skipped
//! because of its size is listed in [`Project::notes`]. `docs/units.md` describes this for users.

#![warn(clippy::print_stdout, missing_docs)]

mod bazel;
mod bounds;
mod cmake;
mod collect;
mod compile_commands;
mod graph;
mod installs;
mod joined;
mod listed;
mod ninja;
pub mod path;
mod release;
mod run_line;
mod scan;
mod shell;
pub mod split;
mod submodules;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod walk;

use std::cmp::Reverse;
use std::sync::Arc;

use rustc_hash::FxHashMap;

pub use self::bounds::is_repository;
pub use self::collect::discover;
use self::graph::{FileId, WHOLE};
pub use self::release::of_tool as version_of_tool;
pub use self::scan::{includes, outline};
pub use self::shell::words;
pub use self::submodules::Submodule;
use elaborate::unit::UnitSpec;
use syntax::{Release, Version};

/// The most macros or include directories that are named to distinguish a unit.
const MAX_DIFFERENCES: usize = 3;

/// The LLVM version of files that are read with these include directories; the first one that declares a version
/// counts.
pub fn version_of(folders: &[String], tree: &dyn FileTree) -> Version {
    release::Declared::new(tree).first_version(folders.iter().map(String::as_str))
}

/// The queries of a file system, by several threads at once. Paths are absolute and normalized.
pub trait FileTree: Sync {
    /// The bytes of a file; `None` if it does not exist, or is longer than `most`.
    fn read(&self, path: &str, most: usize) -> Option<Vec<u8>>;

    /// The bytes of a file on disk, if [`Self::read`] returns those of an open document.
    fn saved(&self, _: &str, _: usize) -> Option<Vec<u8>> {
        None
    }

    /// The entries of a folder, in any order; empty if it does not exist.
    fn list(&self, folder: &str) -> Vec<Entry>;

    /// Whether there is a file or folder.
    fn exists(&self, path: &str) -> bool;

    /// The owner of a folder, after following links.
    fn owner(&self, _: &str) -> Owner {
        Owner::User
    }
}

/// The owner of a folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// The user, or the system.
    User,
    /// A user other than this one.
    Other,
    /// Every user of the machine may write to it.
    Anyone,
}

/// A file or folder in a folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Without its folder.
    pub name: String,
    /// Whether it is one, or a link to one.
    pub is_folder: bool,
    /// The target of a link to a folder.
    pub target: Option<String>,
}

impl Entry {
    /// A file, for a folder that is made up.
    pub fn file(name: &str) -> Entry {
        Entry {
            name: name.to_owned(),
            is_folder: false,
            target: None,
        }
    }

    /// A folder that is no link.
    pub fn folder(name: &str) -> Entry {
        Entry {
            name: name.to_owned(),
            is_folder: true,
            target: None,
        }
    }
}

/// The client's settings. Paths are relative to the first folder of the workspace.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Units in the settings.
    pub units: Vec<UnitSpec>,
    /// Include directories of all other units, after the ones that builds name.
    pub include_dirs: Vec<String>,
    /// Further build folders besides those in the workspace.
    pub build_folders: Vec<String>,
    /// The user's home folder. A workspace that contains it is not searched as a whole.
    pub home: Option<String>,
    /// The folder that the user works in, if it lies around the workspace: headers are taken from there as well.
    pub current: Option<String>,
}

/// The source of a unit, in order of precedence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Origin {
    /// The client.
    Settings,
    /// A `tablegen_compile_commands.yml`, which CMake writes.
    CompileCommands,
    /// Ninja's build files.
    Ninja,
    /// A `CMakeLists.txt` that was not run.
    CMake,
    /// Bazel's build files.
    Bazel,
    /// A `RUN:` line in the root.
    RunLine,
    /// No file includes the root.
    Includes,
}

/// The source of an include directory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FolderOrigin {
    /// From the source of the unit: a command line, or for a root that is found by its includes its own folder.
    Given,
    /// From a setting, or from `-I` of the command line.
    Setting,
    /// From an include that is found there: in the folders around the file, or in the workspace.
    Around,
    /// From an include that is found in an LLVM outside of the workspace.
    Installed,
}

/// The headers of an LLVM.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Headers {
    /// One of its include directories.
    pub folder: String,
    /// The release, by its first number, if that is known.
    pub release: Option<u32>,
}

impl std::fmt::Display for Headers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.release {
            Some(release) => write!(f, "LLVM {release} in {}", self.folder),
            None => write!(f, "an LLVM in {}", self.folder),
        }
    }
}

/// A unit of a workspace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundUnit {
    /// The command line for a tblgen.
    pub spec: UnitSpec,
    /// The sources of its include directories, in their order.
    pub folder_origins: Vec<FolderOrigin>,
    /// The folder that relative paths in `spec` start in.
    pub working_dir: String,
    /// The source of the unit.
    pub origin: Origin,
    /// The file that declares it; `None` for settings and includes.
    pub found_in: Option<String>,
    /// The runs of backends on the root in the build.
    pub backends: Vec<BackendRun>,
    /// The version of LLVM it is written for.
    pub version: Version,
    /// The first few includes of its files that no include directory has, by name.
    pub missing: Vec<String>,
    /// Submodules that were not fetched, in repositories that contain the workspace or are contained in it.
    pub absent: Arc<[Submodule]>,
    /// Folders that would become include directories if something in them were included.
    pub near: Vec<String>,
    /// If headers of several LLVMs had to be used, one folder of each.
    pub mixed: Vec<Headers>,
    /// Whether its only commands are those of tests that expect them to fail.
    pub fails: bool,
}

impl FoundUnit {
    /// A unit of which only the command line is known.
    pub fn new(spec: UnitSpec) -> FoundUnit {
        FoundUnit {
            working_dir: "/".to_owned(),
            folder_origins: vec![FolderOrigin::Given; spec.include_dirs.len()],
            spec,
            origin: Origin::Includes,
            found_in: None,
            backends: Vec::new(),
            version: Release::NEWEST.version(),
            missing: Vec::new(),
            absent: Arc::default(),
            near: Vec::new(),
            mixed: Vec::new(),
            fails: false,
        }
    }

    /// The release that it follows.
    pub fn release(&self) -> Release {
        self.version.release()
    }

    /// The root's absolute path.
    pub fn root(&self) -> String {
        path::join(&self.working_dir, &self.spec.root)
    }

    /// The submodule that probably contains an included file, if it was not fetched.
    pub fn submodule_of(&self, include: &str) -> Option<&Submodule> {
        let folders = self.spec.include_dirs.iter();
        let folders: Vec<String> = folders
            .map(|it| path::join(&self.working_dir, it))
            .collect();
        self.absent.iter().find(|it| it.has(include, &folders))
    }

    /// Whether the build file leaves the root open.
    pub fn has_unknown(&self) -> bool {
        cmake::has_unknown(&self.spec.root)
    }
}

/// One run of a backend in a build.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct BackendRun {
    /// The program's name.
    pub tool: String,
    /// The option that chooses the backend, without dashes; `None` prints the records.
    pub backend: Option<String>,
    /// All other arguments that affect the output.
    pub args: Vec<String>,
    /// The file that is written, as the build names it.
    pub output: Option<String>,
    /// The folder that the file is relative to. CMake writes to the build folder that corresponds to this source
    /// folder.
    pub folder: String,
}

impl BackendRun {
    /// Whether the build file leaves the command or its output open.
    pub fn has_unknown(&self) -> bool {
        let mut output = self.output.iter();
        self.has_unknown_arguments() || output.any(|it| cmake::has_unknown(it))
    }

    /// Whether the build file leaves open how it is run.
    pub fn has_unknown_arguments(&self) -> bool {
        self.args.iter().any(|it| cmake::has_unknown(it))
    }
}

/// The units of a workspace, and the files that they read.
#[derive(Clone, Debug, Default)]
pub struct Project {
    units: Vec<FoundUnit>,
    /// The absolute paths of their roots, and their names, by index.
    roots: Vec<String>,
    names: Vec<String>,
    by_name: FxHashMap<String, usize>,
    /// The units of a root, by its path.
    by_root: FxHashMap<String, Vec<usize>>,
    /// Runs in builds on roots that do not exist.
    missing: Vec<FoundUnit>,
    /// The files that each unit reads, by their index, in order.
    reach: Vec<Vec<FileId>>,
    /// The active share of these files in thousandths, if it is not all, in the same order.
    shares: Vec<Vec<(FileId, u16)>>,
    files: Vec<Arc<str>>,
    ids: FxHashMap<Arc<str>, FileId>,
    /// The units that read a file, by its index.
    readers: Vec<Vec<u32>>,
    sources: Vec<String>,
    notes: Vec<String>,
}

/// The files that each unit reads, by its number.
struct Reached {
    files: Vec<Vec<FileId>>,
    shares: Vec<Vec<(FileId, u16)>>,
}

impl Project {
    fn new(
        units: Vec<FoundUnit>,
        missing: Vec<FoundUnit>,
        reached: Reached,
        files: Vec<Arc<str>>,
        sources: Vec<String>,
        notes: Vec<String>,
    ) -> Project {
        let roots: Vec<String> = units.iter().map(FoundUnit::root).collect();
        let mut by_root: FxHashMap<String, Vec<usize>> = FxHashMap::default();
        let mut names = Vec::new();
        for (unit, root) in roots.iter().enumerate() {
            let same = by_root.entry(root.clone()).or_default();
            same.push(unit);
            names.push(match same.len() {
                1 => root.clone(),
                number => format!("{root}#{number}"),
            });
        }
        let by_name = names.iter().cloned().zip(0..).collect();
        let Reached {
            files: reach,
            shares,
        } = reached;
        let mut readers = vec![Vec::new(); files.len()];
        for (unit, reached) in reach.iter().enumerate() {
            for file in reached {
                readers[*file as usize].push(unit as u32);
            }
        }
        let ids = files.iter().zip(0..);
        Project {
            ids: ids.map(|(path, id)| (path.clone(), id)).collect(),
            units,
            roots,
            names,
            by_name,
            by_root,
            missing,
            reach,
            shares,
            files,
            readers,
            sources,
            notes,
        }
    }

    /// Sentences about skipped folders and files.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The name of a unit: its root's path, with a number if the root has several.
    pub fn name(&self, unit: usize) -> &str {
        &self.names[unit]
    }

    /// The unit with this name.
    pub fn named(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// The units with this root.
    pub fn of_root(&self, root: &str) -> &[usize] {
        self.by_root.get(root).map_or(&[], Vec::as_slice)
    }

    /// The units whose roots are parts of a test that is split into files.
    pub fn of_parts(&self, test: &str) -> impl Iterator<Item = usize> {
        let roots = self.roots.iter().enumerate();
        let parts = roots.filter(move |(_, root)| split::is_part_of(root, test));
        parts.map(|(unit, _)| unit)
    }

    /// All units, in the order of precedence of their sources.
    pub fn units(&self) -> &[FoundUnit] {
        &self.units
    }

    /// The runs in builds on roots that do not exist, one by one.
    pub fn missing(&self) -> &[FoundUnit] {
        &self.missing
    }

    /// The `.td` files of the workspace, in order.
    pub fn sources(&self) -> &[String] {
        &self.sources
    }

    /// Whether a file is among the sources, or any of them lies in a folder.
    pub fn has_sources_at(&self, path: &str) -> bool {
        let inside = format!("{}/", path.trim_end_matches('/'));
        let first = self.sources.partition_point(|it| *it < inside);
        let next = self.sources.get(first);
        next.is_some_and(|it| it.starts_with(&inside))
            || self
                .sources
                .binary_search_by(|it| it.as_str().cmp(path))
                .is_ok()
    }

    /// The files that a unit reads, including its root. Macros are ignored.
    pub fn files(&self, unit: usize) -> impl Iterator<Item = &str> {
        let reached = self.reach.get(unit).into_iter().flatten();
        reached.map(|it| &*self.files[*it as usize])
    }

    /// The units that read a file: the one whose root it is first, then those of builds before guessed ones and these
    /// before tests, the nearest first, and of these the smallest.
    pub fn units_of(&self, file: &str) -> Vec<usize> {
        let mut units: Vec<usize> = self.readers_of(file).collect();
        units.sort_by_cached_key(|unit| self.rank(*unit, file));
        units
    }

    /// Whether a conclusion about a file, drawn from all files of a root's unit and in particular from `because_of`,
    /// holds in each unit that reads the file: the known units must all be parts of that unit and read those files.
    /// Files outside the folder of the root may be read by unknown units.
    pub fn holds_everywhere(&self, root: &str, file: &str, because_of: &[&str]) -> bool {
        let own = self.of_root(root);
        let mut readers = self.readers_of(file);
        path::is_below(file, path::parent(root))
            && readers.all(|unit| {
                let other = self.units[unit].root();
                let is_part = other == root || own.iter().any(|it| self.reads(*it, &other));
                is_part && because_of.iter().all(|it| self.reads(unit, it))
            })
    }

    fn readers_of(&self, file: &str) -> impl Iterator<Item = usize> {
        let readers = self.ids.get(file).map(|id| &self.readers[*id as usize]);
        readers.into_iter().flatten().map(|unit| *unit as usize)
    }

    /// The part of a file that the macros of a unit switch on, in thousandths.
    fn share(&self, unit: usize, file: &str) -> u16 {
        let shares = &self.shares[unit];
        let known = self.ids.get(file).map(|id| {
            let place = shares.binary_search_by_key(id, |it| it.0);
            place.map_or(WHOLE, |it| shares[it].1)
        });
        known.unwrap_or(WHOLE)
    }

    /// The rank of a unit for a file that it reads; lower is better.
    fn rank(&self, unit: usize, file: &str) -> impl Ord {
        let root = self.roots[unit].as_str();
        let origin = match self.units[unit].origin {
            Origin::Includes => 1,
            Origin::RunLine => 2,
            _ => 0,
        };
        let steps = path::distance(path::parent(file), path::parent(root));
        let size = self.reach[unit].len();
        let share = self.share(unit, file);
        let is_mostly_off = share < WHOLE / 2;
        let share = Reverse(share);
        (
            root != file,
            is_mostly_off,
            origin,
            share,
            steps,
            size,
            root,
            unit,
        )
    }

    /// The files that some unit reads.
    pub fn read_files(&self) -> impl Iterator<Item = &Arc<str>> {
        let files = self.files.iter().zip(&self.readers);
        files
            .filter(|(_, readers)| !readers.is_empty())
            .map(|(path, _)| path)
    }

    /// The number of units that read a file.
    pub fn count_readers(&self, file: &str) -> usize {
        let id = self.ids.get(file);
        id.map_or(0, |id| self.readers[*id as usize].len())
    }

    /// Whether a unit reads a file.
    pub fn reads(&self, unit: usize, file: &str) -> bool {
        let id = self.ids.get(file);
        id.is_some_and(|id| self.reach[unit].binary_search(id).is_ok())
    }

    /// The unit to show a file in: the one whose root it is; else the first of `recent` that reads it, which are open
    /// or recently used roots, the latest first; else the first of [`Self::units_of`]. Of several units of a root it is
    /// the one with the largest active part of the file, and a recent one does not count if another unit has twice as
    /// much of the file.
    pub fn active(&self, file: &str, recent: &[String]) -> Option<usize> {
        let best = |units: &mut dyn Iterator<Item = usize>| {
            let reads = units.filter(|it| self.reads(*it, file));
            reads.min_by_key(|it| self.rank(*it, file))
        };
        let own = self.of_root(file).iter().copied();
        if let Some(own) = best(&mut own.clone()) {
            return Some(own);
        }
        let first = best(&mut self.readers_of(file))?;
        let most = self.readers_of(file).map(|it| self.share(it, file)).max();
        let is_enough = |it: &usize| self.share(*it, file) >= most.unwrap_or(0) / 2;
        let recent = recent.iter().map(|it| self.of_root(it).iter().copied());
        let recent = recent.filter_map(|mut units| best(&mut units));
        Some(recent.into_iter().find(is_enough).unwrap_or(first))
    }

    /// The difference of a unit from others with the same root: macros that not all of them have, or else such include
    /// directories. `None` for the only one.
    pub fn difference(&self, unit: usize) -> Option<String> {
        let same = self.of_root(&self.roots[unit]);
        if same.len() < 2 {
            return None;
        }
        let spec = &self.units[unit].spec;
        let of_all = |of: fn(&UnitSpec) -> &Vec<String>, it: &String| {
            same.iter()
                .all(|other| of(&self.units[*other].spec).contains(it))
        };
        let own = |option: &str, of: fn(&UnitSpec) -> &Vec<String>| {
            let own = of(spec).iter().filter(|it| !of_all(of, it));
            let own = own.take(MAX_DIFFERENCES).map(|it| format!("{option}{it}"));
            own.collect::<Vec<_>>().join(" ")
        };
        let macros = own("-D", |it| &it.macros);
        let have_same_macros = |it: &usize| self.units[*it].spec.macros == spec.macros;
        let words = if macros.is_empty() && same.iter().all(have_same_macros) {
            own("-I", |it| &it.include_dirs)
        } else {
            macros
        };
        Some(if words.is_empty() {
            "plain".to_owned()
        } else {
            words
        })
    }
}
