//! Collects the units of a workspace from all kinds of build files.

mod headers;

use std::sync::Arc;

use elaborate::unit::UnitSpec;
use rustc_hash::{FxHashMap, FxHashSet};

use super::bounds::Bounds;
use super::cmake::{self, Scope, Tools};
use super::graph::{FileId, Graph, ReadAs};
use super::installs::{installs, leave_out_others};
use super::listed::Listed;
use super::release::{self, Declared};
use super::shell::Command;
use super::walk::{self, FoundFiles};
use super::{BackendRun, FileTree, FoundUnit, Origin, Project, Reached, Settings, Submodule};
use super::{bazel, compile_commands, ninja, path, run_line, submodules};
use headers::{headers, mixed, origins, unnamed};

/// The largest number of units.
const MAX_UNITS: usize = 100_000;
/// The largest number of units with the same root.
const MAX_SAME_ROOT: usize = 256;
/// The largest number of backend runs of a unit.
const MAX_BACKENDS: usize = 10_000;

/// Finds the units of a workspace, given the absolute paths of its folders.
pub fn discover(folders: &[String], settings: &Settings, tree: &dyn FileTree) -> Project {
    let folders: Vec<String> = folders.iter().map(|it| path::normalize(it)).collect();
    let mut found = walk::walk(&folders, settings.home.as_deref(), tree);
    let tree = &Listed::new(tree, std::mem::take(&mut found.names));
    let first = folders.first().map_or("/", |it| it);
    for folder in &settings.build_folders {
        let folder = path::join(first, folder);
        if !found.build_folders.contains(&folder) {
            found.build_folders.push(folder);
        }
    }
    let mut installs = installs(&found.build_folders, tree);
    let mut notes = std::mem::take(&mut found.notes);
    leave_out_others(&mut installs, &folders, &mut notes, tree);
    let bounds = || Bounds::new(&folders, settings.current.as_deref(), tree);
    let mut collector = Collector {
        graph: Graph::new(&found.sources, installs, bounds(), tree),
        units: Vec::new(),
        missing: Vec::new(),
        by_root: FxHashMap::default(),
        notes,
        include_dirs: settings
            .include_dirs
            .iter()
            .map(|it| path::join(first, it))
            .collect(),
    };
    for spec in &settings.units {
        let command = Command {
            working_dir: first.to_owned(),
            spec: spec.clone(),
            last_dirs: Vec::new(),
            run: BackendRun::default(),
            stdin: None,
            fails: false,
        };
        collector.add(command, Origin::Settings, None);
    }
    collector.compile_commands(&found, tree);
    collector.ninja(&found, tree);
    collector.cmake(&found, &folders, bounds(), tree);
    collector.bazel(&found, &folders, tree);
    collector.run_lines(&found, &folders);
    collector.includes(&found, &folders);
    collector.keep_saved();
    collector.notes.extend(collector.graph.note());
    collector.finish(found, &folders, tree)
}

struct Collector<'a> {
    graph: Graph<'a>,
    units: Vec<Collected>,
    missing: Vec<FoundUnit>,
    by_root: FxHashMap<String, Vec<usize>>,
    /// Messages about skipped folders and files, with the reason.
    notes: Vec<String>,
    /// The include directories from the settings, which are added to all units that are not defined in the settings.
    include_dirs: Vec<String>,
}

struct Collected {
    unit: FoundUnit,
    /// The include directories before inferred ones were added.
    given: Vec<String>,
    reach: Vec<FileId>,
    /// The additional files that the unit reads if the saved texts of open documents are used, sorted.
    saved: Vec<FileId>,
    /// The source of the backend runs, so that runs of a real build are not mixed with guesses.
    backends_from: Option<(Origin, Option<String>)>,
    backends: FxHashSet<BackendRun>,
}

impl Collector<'_> {
    fn compile_commands(&mut self, found: &FoundFiles, tree: &dyn FileTree) {
        for folder in &found.build_folders {
            let file = path::join(folder, compile_commands::NAME);
            let text = tree
                .read(&file, compile_commands::MAX_SIZE)
                .unwrap_or_default();
            for spec in compile_commands::units(&String::from_utf8_lossy(&text)) {
                let command = Command {
                    working_dir: folder.clone(),
                    spec,
                    last_dirs: Vec::new(),
                    run: BackendRun::default(),
                    stdin: None,
                    fails: false,
                };
                self.add(command, Origin::CompileCommands, Some(&file));
            }
        }
        self.keep_most_complete();
    }

    /// Keeps only the most complete units from `tablegen_compile_commands.yml` for each root. If a CMake folder runs a
    /// backend on a root in another folder, `tablegen_compile_commands.yml` lists the include directories of the CMake
    /// folder instead of the include directories of the command. Of several entries for a root, the entries with the
    /// fewest missing includes are kept.
    fn keep_most_complete(&mut self) {
        let root_of = |it: &Collected| path::join(&it.unit.working_dir, &it.unit.spec.root);
        let mut fewest: FxHashMap<String, usize> = FxHashMap::default();
        for it in &self.units {
            let missing = it.unit.missing.len();
            let least = fewest.entry(root_of(it)).or_insert(missing);
            *least = missing.min(*least);
        }
        self.units.retain(|it| {
            it.unit.origin != Origin::CompileCommands
                || fewest.get(&root_of(it)) == Some(&it.unit.missing.len())
        });
        self.by_root.clear();
        for (index, it) in self.units.iter().enumerate() {
            self.by_root.entry(root_of(it)).or_default().push(index);
        }
    }

    fn ninja(&mut self, found: &FoundFiles, tree: &dyn FileTree) {
        for folder in &found.build_folders {
            let file = path::join(folder, ninja::NAME);
            let read = |path: &str, most| tree.read(path, most);
            let (commands, is_cut) = ninja::commands(folder, &read);
            self.note_cut(is_cut.then(|| file.clone()));
            for mut command in commands {
                command.run.folder.clone_from(&command.working_dir);
                self.add(command, Origin::Ninja, Some(&file));
            }
        }
    }

    fn cmake(
        &mut self,
        found: &FoundFiles,
        folders: &[String],
        mut bounds: Bounds,
        tree: &dyn FileTree,
    ) {
        let budget = cmake::Left::of_all();
        let mut cut = None;
        // For each folder, the scope for its subfolders and the top folder of its project.
        let mut scopes: FxHashMap<&str, (Scope, &str)> = FxHashMap::default();
        let parents = found.cmake_folders.iter().map(|it| path::parent(it));
        let mut tools = Tools::default();
        let mut commands = Vec::new();
        let with_below: FxHashSet<&str> = parents.flat_map(path::ancestors).collect();
        for folder in &found.cmake_folders {
            let has_below = with_below.contains(folder.as_str());
            let file = path::join(folder, cmake::NAME);
            let above = path::ancestors(path::parent(folder)).find_map(|it| scopes.get(it));
            let (scope, project) = match above {
                Some((scope, project)) => (scope.clone(), *project),
                None => (
                    Scope::top(bounds.llvm_near(folder).as_deref()),
                    folder.as_str(),
                ),
            };
            let text = tree.read(&file, cmake::MAX_SIZE);
            let Some(text) = text.filter(|it| scope.matters(it, has_below, &budget)) else {
                scopes.insert(folder.as_str(), (scope, project));
                continue;
            };
            let text = String::from_utf8_lossy(&text);
            let of = cmake::Folder {
                path: folder,
                project,
                scope,
                has_below,
            };
            let said = cmake::commands(of, &text, tree, &budget);
            if said.is_cut {
                cut.get_or_insert(file.clone());
            }
            scopes.insert(folder.as_str(), (said.scope, project));
            tools.extend(said.tools);
            let working_dir = workspace_of(folder, folders);
            for mut command in said.commands {
                working_dir.clone_into(&mut command.working_dir);
                commands.push((command, file.clone()));
            }
        }
        self.note_cut(cut);
        for (mut command, file) in commands {
            command.run.tool = tools.resolve(&command.run.tool);
            self.add(command, Origin::CMake, Some(&file));
        }
    }

    /// If `file` is given, adds a note that this build file exceeded the limits.
    fn note_cut(&mut self, file: Option<String>) {
        let note = |it| format!("'{it}' asks for more work than is done: units may be missing");
        self.notes.extend(file.map(note));
    }

    fn bazel(&mut self, found: &FoundFiles, folders: &[String], tree: &dyn FileTree) {
        let (commands, cut) = bazel::commands(&found.bazel_packages, tree);
        self.note_cut(cut);
        for mut it in commands {
            let working_dir = workspace_of(&it.file, folders);
            working_dir.clone_into(&mut it.command.working_dir);
            self.add(it.command, Origin::Bazel, Some(&it.file));
        }
    }

    fn run_lines(&mut self, found: &FoundFiles, folders: &[String]) {
        for source in &found.sources {
            let Some(id) = self.graph.file(source) else {
                continue;
            };
            let lines = self.graph.run_lines(id);
            for mut command in run_line::commands(source, &lines, workspace_of(source, folders)) {
                for folder in &mut command.spec.include_dirs {
                    *folder = path::join(&command.working_dir, folder);
                }
                self.add(command, Origin::RunLine, Some(source));
            }
        }
    }

    /// Adds units for the files that no other unit reads. The roots are the files that none of these files includes,
    /// and one file of each cycle that is not included from outside (see [`Graph::roots`]).
    fn includes(&mut self, found: &FoundFiles, folders: &[String]) {
        let reached = self.units.iter().flat_map(|it| &it.reach);
        let reached: FxHashSet<FileId> = reached.copied().collect();
        let ids = found.sources.iter().filter_map(|it| self.graph.file(it));
        let left: Vec<FileId> = ids.filter(|it| !reached.contains(it)).collect();
        for root in self.graph.roots(&left) {
            let root = self.graph.path(root);
            let command = Command {
                working_dir: workspace_of(&root, folders).to_owned(),
                spec: UnitSpec {
                    root: root.to_string(),
                    include_dirs: vec![path::parent(&root).to_owned()],
                    macros: Vec::new(),
                },
                last_dirs: Vec::new(),
                run: BackendRun::default(),
                stdin: None,
                fails: false,
            };
            self.add(command, Origin::Includes, None);
        }
    }

    /// Adds to each unit the files that the unit reads only according to the saved texts, unless another unit reads
    /// them. So a half-typed include does not split a unit. Guessed units whose roots are such files are removed.
    fn keep_saved(&mut self) {
        let root_of = |it: &Collected| path::join(&it.unit.working_dir, &it.unit.spec.root);
        let saved = self.units.iter().flat_map(|it| it.saved.iter().copied());
        let saved: FxHashSet<FileId> = saved.collect();
        if saved.is_empty() {
            return;
        }
        // Some files are roots only because the unsaved text no longer includes them.
        let mut units = std::mem::take(&mut self.units);
        let roots: Vec<Option<FileId>> = units
            .iter()
            .map(|it| self.graph.file(&root_of(it)))
            .collect();
        let mut is_kept = vec![true; units.len()];
        for (index, root) in roots.iter().enumerate() {
            let is_guess = units[index].unit.origin == Origin::Includes;
            let Some(root) = root.filter(|it| is_guess && saved.contains(it)) else {
                continue;
            };
            let mut others = units.iter().zip(&is_kept).enumerate();
            is_kept[index] = !others.any(|(other, (it, is_kept))| {
                other != index && *is_kept && it.saved.binary_search(&root).is_ok()
            });
        }
        let mut kept = is_kept.into_iter();
        units.retain(|_| kept.next().unwrap_or(true));
        let read: FxHashSet<FileId> = units
            .iter()
            .flat_map(|it| it.reach.iter().copied())
            .collect();
        for it in &mut units {
            let more = it.saved.iter().filter(|it| !read.contains(it));
            it.reach.extend(more);
            it.reach.sort_unstable();
        }
        self.units = units;
    }

    /// Adds a unit, or merges the command into a known unit with the same root. A command whose root does not exist is
    /// added to `missing` if it comes from Ninja or CMake, and is dropped otherwise.
    fn add(&mut self, mut command: Command, origin: Origin, found_in: Option<&str>) {
        let root = path::join(&command.working_dir, &command.spec.root);
        let exact = matches!(origin, Origin::Ninja | Origin::CMake);
        if self.units.len() >= MAX_UNITS {
            return;
        }
        if self.graph.file(&root).is_none() {
            if exact && self.missing.len() < MAX_UNITS {
                let mut unit = found_unit(command.spec, command.working_dir, origin, found_in);
                unit.backends.push(command.run);
                self.missing.push(unit);
            }
            return;
        }
        let known = self.by_root.get(&root).cloned().unwrap_or_default();
        // `tablegen_compile_commands.yml` lists no macros, so they are taken from the build.
        for index in &known {
            let it = &mut self.units[*index];
            let says_no_macros = it.unit.origin == Origin::CompileCommands
                && it.unit.spec.macros.is_empty()
                && it.backends_from.is_none();
            if says_no_macros && exact {
                it.unit.spec.macros.clone_from(&command.spec.macros);
            }
        }
        let same_macros = |it: &&usize| self.units[**it].unit.spec.macros == command.spec.macros;
        let same: Vec<usize> = known.iter().filter(same_macros).copied().collect();
        let by_another = |it: &&usize| self.units[**it].unit.origin != origin;
        if let Some(index) = same.iter().find(by_another) {
            self.complete(*index, &command, origin, found_in);
            return self.add_run(*index, command, origin, found_in);
        }
        if origin != Origin::Settings {
            let dirs = &mut command.spec.include_dirs;
            let more = self.include_dirs.iter().filter(|it| !dirs.contains(it));
            let more: Vec<String> = more.cloned().collect();
            dirs.extend(more);
        }
        let given = command.spec.include_dirs.clone();
        if let Some(index) = same.iter().find(|it| self.units[**it].given == given) {
            return self.add_run(*index, command, origin, found_in);
        }
        // A unit is ignored if a source of higher precedence has a unit with this root. Units from Ninja and CMake are
        // kept unless the settings have a unit with this root, since they have other macros: a build may read a root
        // both with and without a macro.
        let outranked = known.iter().any(|it| self.units[*it].unit.origin < origin);
        let by_settings = known
            .iter()
            .any(|it| self.units[*it].unit.origin == Origin::Settings);
        if (outranked && (!exact || by_settings)) || known.len() >= MAX_SAME_ROOT {
            return;
        }
        let guessed = matches!(
            origin,
            Origin::CMake | Origin::Bazel | Origin::RunLine | Origin::Includes
        );
        let followed = if guessed {
            self.graph.complete(&mut command)
        } else {
            self.graph.reach(&command)
        };
        let reach = followed.files;
        if let Some(index) = same.iter().find(|it| self.units[**it].reach == reach) {
            return self.add_run(*index, command, origin, found_in);
        }
        let index = self.units.len();
        self.by_root.entry(root).or_default().push(index);
        let mut unit = found_unit(command.spec, command.working_dir, origin, found_in);
        unit.folder_origins = origins(&unit, followed.origins, &self.include_dirs);
        unit.missing = followed.missing;
        unit.near = followed.near;
        unit.mixed = followed.installed.into_iter().map(unnamed).collect();
        unit.fails = command.fails;
        self.units.push(Collected {
            unit,
            given,
            reach,
            saved: followed.saved,
            backends_from: None,
            backends: FxHashSet::default(),
        });
        self.add_backend(index, command.run, origin, found_in);
    }

    /// Replaces a unit from `tablegen_compile_commands.yml` by the command of the build if that command has fewer
    /// missing includes.
    fn complete(
        &mut self,
        index: usize,
        command: &Command,
        origin: Origin,
        found_in: Option<&str>,
    ) {
        let it = &mut self.units[index];
        if it.unit.origin != Origin::CompileCommands || it.unit.missing.is_empty() {
            return;
        }
        let mut command = command.clone();
        let spec = &mut command.spec;
        for dir in &self.include_dirs {
            if !spec.include_dirs.contains(dir) {
                spec.include_dirs.push(dir.clone());
            }
        }
        let given = spec.include_dirs.clone();
        let followed = match origin {
            Origin::Ninja => self.graph.reach(&command),
            Origin::CMake => self.graph.complete(&mut command),
            _ => return,
        };
        if followed.missing.len() < it.unit.missing.len() {
            (it.given, it.reach, it.saved) = (given, followed.files, followed.saved);
            let unit = found_unit(command.spec, command.working_dir, origin, found_in);
            it.unit = FoundUnit {
                folder_origins: origins(&unit, followed.origins, &self.include_dirs),
                missing: followed.missing,
                near: followed.near,
                mixed: followed.installed.into_iter().map(unnamed).collect(),
                fails: it.unit.fails,
                backends: std::mem::take(&mut it.unit.backends),
                ..unit
            };
        }
    }

    /// Adds another command of a known unit.
    fn add_run(&mut self, index: usize, command: Command, origin: Origin, found_in: Option<&str>) {
        self.units[index].unit.fails &= command.fails;
        self.add_backend(index, command.run, origin, found_in);
    }

    fn add_backend(
        &mut self,
        index: usize,
        run: BackendRun,
        origin: Origin,
        found_in: Option<&str>,
    ) {
        if run.tool.is_empty() {
            return;
        }
        // The runs in a Ninja file are complete. A CMake file has only a part of the runs, so the runs of several files
        // are merged.
        let file = found_in.filter(|_| origin == Origin::Ninja);
        let from = (origin, file.map(str::to_owned));
        let it = &mut self.units[index];
        let accepts = it.backends_from.get_or_insert(from.clone()) == &from;
        if accepts && it.backends.len() < MAX_BACKENDS && it.backends.insert(run.clone()) {
            it.unit.backends.push(run);
        }
    }

    fn finish(mut self, found: FoundFiles, workspace: &[String], tree: &dyn FileTree) -> Project {
        let repositories = repositories(found.repositories, workspace, tree);
        let absent: Arc<[Submodule]> = submodules::absent(&repositories, tree).into();
        let mut releases = Declared::new(tree);
        let mut units = Vec::new();
        let mut reach = Vec::new();
        let mut shares = Vec::new();
        for mut it in self.units {
            shares.push(shares_of(&mut self.graph, &it));
            let unit = &mut it.unit;
            let folders = unit.spec.include_dirs.iter();
            let mut folders: Vec<_> = folders
                .map(|dir| path::join(&unit.working_dir, dir))
                .collect();
            let is_outside = |it: &&String| !workspace.iter().any(|own| path::is_below(it, own));
            unit.outside = folders.iter().filter(is_outside).cloned().collect();
            folders.push(path::parent(&unit.root()).to_owned());
            let own = folders.iter().filter(|it| !self.graph.is_installed(it));
            unit.mixed = mixed(std::mem::take(&mut unit.mixed), own, &mut releases);
            unit.absent = absent.clone();
            unit.headers = headers(unit, &mut releases);
            let said = unit.backends.iter().find_map(release::of_run);
            let folders = folders.iter().map(String::as_str);
            unit.version = said.unwrap_or_else(|| releases.first_version(folders));
            units.push(it.unit);
            reach.push(it.reach);
        }
        Project::new(
            units,
            self.missing,
            Reached {
                files: reach,
                shares,
            },
            self.graph.into_paths(),
            found.sources,
            self.notes,
        )
    }
}

/// The active share of each file of a unit, as in [`Graph::shares`]: files without inactive text are left out. Empty if
/// the root does not exist.
fn shares_of(graph: &mut Graph, it: &Collected) -> Vec<(FileId, u16)> {
    let (spec, folder) = (&it.unit.spec, &it.unit.working_dir);
    let Some(root) = graph.file(&it.unit.root()) else {
        return Vec::new();
    };
    let dirs = spec.include_dirs.iter();
    let mut folders = vec![path::normalize(folder)];
    folders.extend(dirs.map(|dir| path::join(folder, dir)));
    let read_as = ReadAs {
        root,
        macros: &spec.macros,
        folders: &folders,
    };
    graph.shares(&read_as, &it.reach)
}

/// The repositories in `found` (the repositories in the workspace that have submodules), followed by the repositories
/// that contain the folders of the workspace.
fn repositories(mut found: Vec<String>, folders: &[String], tree: &dyn FileTree) -> Vec<String> {
    for folder in folders {
        let mut around = path::ancestors(folder);
        let own = around.find(|it| tree.exists(&path::join(it, ".git")));
        let own = own.filter(|it| !found.iter().any(|known| known == it));
        found.extend(own.map(str::to_owned));
    }
    found
}

fn found_unit(
    spec: UnitSpec,
    working_dir: String,
    origin: Origin,
    found_in: Option<&str>,
) -> FoundUnit {
    FoundUnit {
        working_dir,
        origin,
        found_in: found_in.map(str::to_owned),
        ..FoundUnit::new(spec)
    }
}

/// The innermost workspace folder that contains a path, or the path's own folder if the path is in no workspace folder.
fn workspace_of<'p>(path: &'p str, folders: &'p [String]) -> &'p str {
    let around = folders.iter().filter(|it| path::is_below(path, it));
    around
        .max_by_key(|it| it.len())
        .map_or(path::parent(path), |it| it)
}
