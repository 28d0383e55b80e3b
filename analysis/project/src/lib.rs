//! Finds the units of a workspace without configuration.
//!
//! [`discover`] uses the following sources, in this order: the client's settings, `tablegen_compile_commands.yml` and
//! `build.ninja` in build folders, `CMakeLists.txt`, `BUILD` files of Bazel, and `RUN:` lines of tests. The remaining
//! files are grouped by their includes. The first source that names a root decides how it is read; later ones may add
//! backends.
//!
//! There are no errors: unreadable and unknown input is skipped, and all work is limited. Input that is skipped because
//! of its size is listed in [`Project::notes`]. `docs/units.md` describes the search for users.

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

/// The largest number of macros or include directories that are listed to distinguish a unit.
const MAX_DIFFERENCES: usize = 3;

/// The LLVM version of files that are read with these include directories: the first version that a file declares for
/// one of the folders; otherwise the first version in the name of a folder; otherwise the newest version.
pub fn version_of(folders: &[String], tree: &dyn FileTree) -> Version {
    release::Declared::new(tree).first_version(folders.iter().map(String::as_str))
}

/// Read access to a file system, possibly from several threads at once. Paths are absolute and normalized.
pub trait FileTree: Sync {
    /// The contents of a file, or of the open document with this path. `None` if it does not exist or is longer than
    /// `most` bytes.
    fn read(&self, path: &str, most: usize) -> Option<Vec<u8>>;

    /// The contents of a file on disk if [`Self::read`] returns the contents of an open document, and `None` otherwise.
    fn saved(&self, _: &str, _: usize) -> Option<Vec<u8>> {
        None
    }

    /// The entries of a folder, in any order; empty if it does not exist.
    fn list(&self, folder: &str) -> Vec<Entry>;

    /// Whether a file or folder exists.
    fn exists(&self, path: &str) -> bool;

    /// Which users control a folder. Links are followed.
    fn owner(&self, _: &str) -> Owner {
        Owner::User
    }
}

/// The users who control a folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// The folder belongs to the current user or to the system.
    User,
    /// The folder belongs to another user.
    Other,
    /// Every user of the machine can write to the folder.
    Anyone,
}

/// A file or folder, as an entry of its parent folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The name, without the path of the parent folder.
    pub name: String,
    /// Whether the entry is a folder or a link to one.
    pub is_folder: bool,
    /// The target, if the entry is a link to a folder.
    pub target: Option<String>,
}

impl Entry {
    /// An entry for a file.
    pub fn file(name: &str) -> Entry {
        Entry {
            name: name.to_owned(),
            is_folder: false,
            target: None,
        }
    }

    /// An entry for a folder that is not a link.
    pub fn folder(name: &str) -> Entry {
        Entry {
            name: name.to_owned(),
            is_folder: true,
            target: None,
        }
    }
}

/// The client's settings. Relative paths are relative to the first folder of the workspace.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Units that the settings define.
    pub units: Vec<UnitSpec>,
    /// Include directories that are added to all other units, after the include directories from the build.
    pub include_dirs: Vec<String>,
    /// Build folders in addition to the build folders in the workspace.
    pub build_folders: Vec<String>,
    /// The user's home folder. A workspace folder that contains the home folder is not searched as a whole.
    pub home: Option<String>,
    /// The user's current folder. If this folder contains the workspace, headers in this folder are used, too.
    pub current: Option<String>,
}

/// The source of a unit, in order of precedence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Origin {
    /// The client's settings.
    Settings,
    /// A `tablegen_compile_commands.yml`, which LLVM's build writes.
    CompileCommands,
    /// A `build.ninja`.
    Ninja,
    /// A `CMakeLists.txt`, evaluated without running CMake.
    CMake,
    /// A `BUILD` file of Bazel.
    Bazel,
    /// A `RUN:` line in the root file.
    RunLine,
    /// The include graph: no file includes the root.
    Includes,
}

/// The source of an include directory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FolderOrigin {
    /// The source of the unit: its command line, or, for a root found in the include graph, the root's own folder.
    Given,
    /// The client's settings, or `-I` on the command line.
    Setting,
    /// Guessed: the file that an include names was found there, in the folders around the file with the include or
    /// elsewhere in the workspace.
    Around,
    /// Guessed: the file that an include names was found there, in an LLVM outside of the workspace.
    Installed,
}

/// The headers of an LLVM.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Headers {
    /// One of the include directories of the LLVM.
    pub folder: String,
    /// The major version of LLVM, if it is known.
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
    /// The root, include directories and macros.
    pub spec: UnitSpec,
    /// The origin of each include directory, in the same order.
    pub folder_origins: Vec<FolderOrigin>,
    /// The folder to which relative paths in `spec` are relative.
    pub working_dir: String,
    /// The source of the unit.
    pub origin: Origin,
    /// The build file or test that declares the unit; `None` for settings and for units found in the include graph.
    pub found_in: Option<String>,
    /// The backends that the build runs on the root.
    pub backends: Vec<BackendRun>,
    /// The version of LLVM for which the unit is written.
    pub version: Version,
    /// The first includes that were not found, as written.
    pub missing: Vec<String>,
    /// The submodules that are not checked out, in repositories that contain the workspace or are contained in it.
    pub absent: Arc<[Submodule]>,
    /// Candidates for include directories: folders that would be added if a file in them were included.
    pub near: Vec<String>,
    /// If the unit mixes headers of several LLVMs, one include directory of each; empty otherwise.
    pub mixed: Vec<Headers>,
    /// The LLVM whose headers the unit includes, if its release is known. Installed headers take precedence over other
    /// headers.
    pub headers: Option<Headers>,
    /// The absolute paths of the include directories outside of the workspace.
    pub outside: Vec<String>,
    /// Whether the unit is only used by tests that expect an error.
    pub fails: bool,
}

impl FoundUnit {
    /// A unit of which only the root, include directories and macros are known.
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
            headers: None,
            outside: Vec::new(),
            fails: false,
        }
    }

    /// The release of LLVM whose rules apply to the unit.
    pub fn release(&self) -> Release {
        self.version.release()
    }

    /// The absolute path of the root.
    pub fn root(&self) -> String {
        path::join(&self.working_dir, &self.spec.root)
    }

    /// The submodule that probably contains an included file, if it is not checked out.
    pub fn submodule_of(&self, include: &str) -> Option<&Submodule> {
        let folders = self.spec.include_dirs.iter();
        let folders: Vec<String> = folders
            .map(|it| path::join(&self.working_dir, it))
            .collect();
        self.absent.iter().find(|it| it.has(include, &folders))
    }

    /// Whether the path of the root contains a value that the build file does not determine.
    pub fn has_unknown(&self) -> bool {
        cmake::has_unknown(&self.spec.root)
    }
}

/// One run of a backend in a build.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct BackendRun {
    /// The name of the program.
    pub tool: String,
    /// The option that selects the backend, without dashes; `None` if the program prints the records.
    pub backend: Option<String>,
    /// All other arguments that affect the output.
    pub args: Vec<String>,
    /// The output file: as written in the build file, or relative to `folder`.
    pub output: Option<String>,
    /// The folder to which `output` is relative. For CMake, this is a source folder, and the output is written to the
    /// corresponding build folder.
    pub folder: String,
}

impl BackendRun {
    /// Whether the arguments or the output contain a value that the build file does not determine.
    pub fn has_unknown(&self) -> bool {
        let mut output = self.output.iter();
        self.has_unknown_arguments() || output.any(|it| cmake::has_unknown(it))
    }

    /// Whether the arguments contain a value that the build file does not determine.
    pub fn has_unknown_arguments(&self) -> bool {
        self.args.iter().any(|it| cmake::has_unknown(it))
    }
}

/// The units of a workspace, and the files that they read.
#[derive(Clone, Debug, Default)]
pub struct Project {
    units: Vec<FoundUnit>,
    /// For each unit, the absolute path of its root.
    roots: Vec<String>,
    /// For each unit, its name.
    names: Vec<String>,
    by_name: FxHashMap<String, usize>,
    /// The indices of the units with each root, keyed by the absolute path of the root.
    by_root: FxHashMap<String, Vec<usize>>,
    /// The backend runs of builds whose roots do not exist, each as a unit.
    missing: Vec<FoundUnit>,
    /// For each unit, the ids of the files that it reads, sorted.
    reach: Vec<Vec<FileId>>,
    /// For each unit, the files that are only partly active, with their active share in thousandths, sorted by id.
    shares: Vec<Vec<(FileId, u16)>>,
    files: Vec<Arc<str>>,
    ids: FxHashMap<Arc<str>, FileId>,
    /// For each file, the indices of the units that read it.
    readers: Vec<Vec<u32>>,
    sources: Vec<String>,
    notes: Vec<String>,
}

/// For each unit, the files that it reads and their active shares.
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

    /// Messages about skipped folders and files.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The name of a unit, given its index: the path of its root, followed by a number if another unit with this root
    /// precedes it.
    pub fn name(&self, unit: usize) -> &str {
        &self.names[unit]
    }

    /// The index of the unit with this name.
    pub fn named(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// The indices of the units with this root, given its absolute path.
    pub fn of_root(&self, root: &str) -> &[usize] {
        self.by_root.get(root).map_or(&[], Vec::as_slice)
    }

    /// The indices of the units whose roots are parts of a test that is split into several files.
    pub fn of_parts(&self, test: &str) -> impl Iterator<Item = usize> {
        let roots = self.roots.iter().enumerate();
        let parts = roots.filter(move |(_, root)| split::is_part_of(root, test));
        parts.map(|(unit, _)| unit)
    }

    /// All units, in the order in which their sources were searched: sources of higher precedence come first. The index
    /// in this slice identifies a unit.
    pub fn units(&self) -> &[FoundUnit] {
        &self.units
    }

    /// The backend runs of builds whose roots do not exist, each as a unit.
    pub fn missing(&self) -> &[FoundUnit] {
        &self.missing
    }

    /// The paths of the `.td` files in the workspace, sorted.
    pub fn sources(&self) -> &[String] {
        &self.sources
    }

    /// Whether a path is one of the sources, or a folder that contains one.
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

    /// The paths of the files that a unit reads, including its root. Files that are included only in text that the
    /// unit's macros disable are listed, too.
    pub fn files(&self, unit: usize) -> impl Iterator<Item = &str> {
        let reached = self.reach.get(unit).into_iter().flatten();
        reached.map(|it| &*self.files[*it as usize])
    }

    /// The indices of the units that read a file, the best first. Units whose root is the file come first, and units in
    /// which most of the file is inactive come last. Within these groups, units are ordered by their source (builds,
    /// then guesses, then tests), by the active share of the file, by the distance of their root from the file and by
    /// their size.
    pub fn units_of(&self, file: &str) -> Vec<usize> {
        let mut units: Vec<usize> = self.readers_of(file).collect();
        units.sort_by_cached_key(|unit| self.rank(*unit, file));
        units
    }

    /// Whether a conclusion about `file` holds in each unit that reads `file`. The conclusion is drawn from all files
    /// that the units of `root` read, in particular from `because_of`.
    ///
    /// The conclusion holds if each known unit that reads `file` also reads all of `because_of`, and if a unit of
    /// `root` reads the root of each such unit. False for files outside of the folder of `root`, because unknown units
    /// may read these files.
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

    /// The share of a file that is active in a unit, in thousandths.
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

    /// The paths of the files that at least one unit reads.
    pub fn read_files(&self) -> impl Iterator<Item = &Arc<str>> {
        let files = self.files.iter().zip(&self.readers);
        files
            .filter(|(_, readers)| !readers.is_empty())
            .map(|(path, _)| path)
    }

    /// The number of units that read a file; 0 if the file is unknown.
    pub fn count_readers(&self, file: &str) -> usize {
        let id = self.ids.get(file);
        id.map_or(0, |id| self.readers[*id as usize].len())
    }

    /// Whether a unit, given its index, reads a file. False if the file is unknown.
    pub fn reads(&self, unit: usize, file: &str) -> bool {
        let id = self.ids.get(file);
        id.is_some_and(|id| self.reach[unit].binary_search(id).is_ok())
    }

    /// The index of the active unit of a file; `None` if no unit reads the file. `recent` lists open or recently used
    /// roots, the latest first.
    ///
    /// If the file is the root of a unit, this unit is active. Otherwise, the active unit is the unit of the first root
    /// in `recent` that reads the file and has at least half as much of the file active as every other unit. If there
    /// is no such unit, it is the first unit of [`Self::units_of`]. Of several units with the same root, the first in
    /// the order of [`Self::units_of`] is used.
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

    /// Text that distinguishes a unit from the other units with the same root: its macros that another unit lacks or,
    /// if all units have the same macros, its include directories that another unit lacks. `plain` if the unit has no
    /// such macros or include directories. `None` if no other unit has this root.
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
