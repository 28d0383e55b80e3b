//! The units of the workspace, and the active unit of each file.

pub(super) mod search;

use std::cmp::Reverse;
use std::path::Path;
use std::sync::Arc;

use elaborate::unit::UnitSpec;
use project::{FoundUnit, Origin, Project, path};
use rustc_hash::FxHashMap;

use self::search::Search;
use super::documents::Documents;
use super::settings::Settings;
use super::unit::UnitInfo;
use driver::disk;
use driver::workspace::home;
use explain::cpp_names::Roots;
use symbols::UnitCommand;

/// The largest number of recently used roots, and of chosen units, that are remembered.
const RECENT: usize = 16;

/// The known units. A separate thread searches for units, so the unit of a file may not be known yet. In this case, the
/// caller waits until [`Units::take_found`] returns new results.
pub(super) struct Units {
    /// The folders of the workspace.
    folders: Vec<String>,
    search: Search,
    /// The units of the workspace; `None` until the first search ends. During a later search, the previous result.
    project: Option<Arc<Project>>,
    /// The units of files that no unit of the workspace reads, keyed by the path of the file.
    elsewhere: FxHashMap<String, Elsewhere>,
    /// The roots that were opened or used last, the latest first.
    recent: Vec<String>,
    /// The ids of units that the user chose, the latest first.
    selected: Vec<String>,
}

/// The search for the unit of a file that no unit of the workspace reads.
enum Elsewhere {
    Sought,
    Found(Option<Arc<Project>>),
}

/// The current command line of a unit that is loaded.
pub(super) enum Again {
    As(Box<UnitInfo>),
    /// The command line is not known now. The next request that needs the unit determines it.
    Unknown,
    Gone,
}

/// The results of the searches that [`Units::take_found`] took.
#[derive(Default)]
pub(super) struct News {
    /// Whether a search for the units of the workspace has ended.
    pub workspace: bool,
    /// The files outside the workspace whose units were found.
    pub files: Vec<String>,
}

impl Units {
    pub(super) fn new(search: Search) -> Units {
        Units {
            folders: Vec::new(),
            search,
            project: None,
            elsewhere: FxHashMap::default(),
            recent: Vec::new(),
            selected: Vec::new(),
        }
    }

    pub(super) fn set_folders(&mut self, folders: Vec<String>) {
        self.folders = folders;
    }

    /// The folders of the workspace.
    pub(super) fn folders(&self) -> &[String] {
        &self.folders
    }

    pub(super) fn change_folders(&mut self, added: Vec<String>, removed: &[String]) {
        self.folders.retain(|it| !removed.contains(it));
        for folder in added {
            if !self.folders.contains(&folder) {
                self.folders.push(folder);
            }
        }
    }

    /// Starts a search for the units of the workspace. Also starts a search for the unit of each known file outside the
    /// workspace that is open, or whose unit is loaded or still searched for. `read` has the ids of the loaded units.
    pub(super) fn discover<'a>(
        &mut self,
        settings: &Settings,
        documents: &Documents,
        read: impl Iterator<Item = &'a str> + Clone,
    ) {
        let units = settings.units.iter().map(|it| UnitSpec {
            root: it.root.clone(),
            include_dirs: it.include_dirs.clone(),
            macros: it.macros.clone(),
        });
        let wanted = project::Settings {
            units: units.collect(),
            include_dirs: settings.include_dirs.clone(),
            build_folders: settings.build_folders.clone(),
            home: home(),
            current: None,
        };
        let folders = self.folders.clone();
        self.search.workspace(folders, wanted, documents.clone());
        self.elsewhere.retain(|path, it| match it {
            Elsewhere::Sought => true,
            Elsewhere::Found(project) => {
                let has = |id: &str| project.as_ref().is_some_and(|it| it.named(id).is_some());
                documents.get(path).is_some() || read.clone().any(has)
            }
        });
        for path in self.elsewhere.keys() {
            self.search.file(path);
        }
    }

    /// Takes the results of searches that have ended since the last call.
    pub(super) fn take_found(&mut self) -> News {
        let mut news = News::default();
        for found in self.search.found() {
            if let Some(project) = found.workspace {
                self.project = Some(project.into());
                news.workspace = true;
            }
            for (path, project) in found.files {
                let found = Elsewhere::Found(project);
                self.elsewhere.insert(path.clone(), found);
                news.files.push(path);
            }
        }
        news
    }

    /// Whether the units of the workspace are known.
    pub(super) fn is_known(&self) -> bool {
        self.project.is_some()
    }

    /// Whether no search is under way.
    pub(super) fn is_settled(&self) -> bool {
        self.search.is_done()
    }

    /// Messages about folders of the workspace that were skipped.
    pub(super) fn notes(&self) -> &[String] {
        self.project.as_ref().map_or(&[], |it| it.notes())
    }

    /// Notes that a root was opened or used. From now on, the unit of this root is preferred for the files that the
    /// unit reads. Returns the roots whose files may have another active unit now.
    pub(super) fn note_used(&mut self, path: &str) -> Vec<String> {
        if self.recent.first().is_some_and(|it| it == path) {
            return Vec::new();
        }
        self.recent.retain(|it| it != path);
        self.recent.insert(0, path.to_owned());
        let forgotten = self.recent.drain(RECENT.min(self.recent.len())..);
        let mut moved: Vec<String> = forgotten.collect();
        moved.push(path.to_owned());
        moved
    }

    /// Whether a file is the root of a known unit of the workspace.
    pub(super) fn is_root(&self, path: &str) -> bool {
        let project = self.project.as_ref();
        project.is_some_and(|it| !it.of_root(path).is_empty())
    }

    /// The files that are read by units with the root `root`.
    pub(super) fn files_of_root(&self, root: &str) -> impl Iterator<Item = &str> {
        let elsewhere = match self.elsewhere.get(root) {
            Some(Elsewhere::Found(project)) => project.as_ref(),
            _ => None,
        };
        let projects = self.project.iter().chain(elsewhere);
        projects.flat_map(move |project| {
            let units = project.of_root(root).iter();
            units.flat_map(|unit| project.files(*unit))
        })
    }

    /// The active unit of a file, or a unit of the file alone if no unit reads the file; `None` while units are
    /// searched for.
    pub(super) fn unit(&mut self, path: &str, settings: &Settings) -> Option<UnitInfo> {
        let project = self.project.as_ref()?;
        if let Some(unit) = self.active(project, path) {
            return Some(info(project, unit, settings, self.folders.first()));
        }
        if !path::is_uri(path) {
            match self.elsewhere.get(path) {
                Some(Elsewhere::Found(Some(project))) => {
                    if let Some(unit) = self.active(project, path) {
                        return Some(info(project, unit, settings, None));
                    }
                }
                Some(Elsewhere::Found(None)) => {}
                Some(Elsewhere::Sought) => return None,
                None => {
                    self.elsewhere.insert(path.to_owned(), Elsewhere::Sought);
                    self.search.file(path);
                    return None;
                }
            }
        }
        Some(alone(path, settings, self.folders.first()))
    }

    /// Whether the user chose the unit with the id `id`.
    pub(super) fn is_selected(&self, id: &str) -> bool {
        self.selected.iter().any(|it| it == id)
    }

    fn active(&self, project: &Project, path: &str) -> Option<usize> {
        let selected = self.selected.iter().filter_map(|it| project.named(it));
        let mut chosen = selected.filter(|it| project.reads(*it, path));
        chosen.next().or_else(|| project.active(path, &self.recent))
    }

    /// A unit whose root is the file `path`, which `unit` does not reach. If the workspace has no unit with this root,
    /// the result has the options of `unit`.
    pub(super) fn beside(&self, unit: &UnitInfo, path: &str, settings: &Settings) -> UnitInfo {
        let folder = self.folders.first();
        if let Some(project) = &self.project
            && let Some(own) = project.of_root(path).first()
        {
            return info(project, *own, settings, folder);
        }
        let mut found = alone(path, settings, folder);
        found.found.working_dir.clone_from(&unit.found.working_dir);
        let dirs = &mut found.found.spec.include_dirs;
        dirs.extend(unit.found.spec.include_dirs.iter().cloned());
        found.found.spec.macros.clone_from(&unit.found.spec.macros);
        found.version = unit.version;
        found
    }

    /// The units of the workspace that read a file, the active unit first; `None` while the first search for units
    /// runs.
    pub(super) fn known(&self, path: &str, settings: &Settings) -> Option<Vec<UnitInfo>> {
        let project = self.project.as_ref()?;
        let active = self.active(project, path);
        let mut units = project.units_of(path);
        units.sort_by_key(|it| Some(*it) != active);
        let folder = self.folders.first();
        let units = units.into_iter();
        Some(
            units
                .map(|it| info(project, it, settings, folder))
                .collect(),
        )
    }

    /// The current command line of a unit that is loaded.
    pub(super) fn again(
        &self,
        known: &UnitInfo,
        settings: &Settings,
        documents: &Documents,
    ) -> Again {
        let folder = self.folders.first();
        let of_workspace = self.project.iter().map(|it| (it, folder));
        let projects = of_workspace.chain(self.projects_elsewhere().map(|it| (it, None)));
        let mut named = projects.clone().filter_map(|(project, folder)| {
            let unit = project.named(&known.id)?;
            Some(info(project, unit, settings, folder))
        });
        if let Some(info) = named.next() {
            return Again::As(Box::new(info));
        }
        let mut elsewhere = self.elsewhere.values();
        if elsewhere.any(|it| matches!(it, Elsewhere::Sought)) {
            return Again::Unknown;
        }
        if !is_there(&known.root, documents) || known.id != known.root {
            return Again::Gone;
        }
        let mut projects = projects.map(|it| it.0);
        if projects.any(|it| !it.units_of(&known.root).is_empty()) {
            // A known unit includes this root, but did not reach it when the unit was loaded. So `known` was created by
            // `beside`, and its options come from the other unit.
            Again::Unknown
        } else {
            Again::As(Box::new(alone(&known.root, settings, folder)))
        }
    }

    fn projects_elsewhere(&self) -> impl Iterator<Item = &Arc<Project>> + Clone {
        self.elsewhere.values().filter_map(|it| match it {
            Elsewhere::Found(project) => project.as_ref(),
            Elsewhere::Sought => None,
        })
    }

    /// All files that the known units read.
    pub(super) fn files(&self) -> impl Iterator<Item = &str> {
        let projects = self.project.iter().chain(self.projects_elsewhere());
        projects.flat_map(|it| it.read_files().map(|it| &**it))
    }

    /// All units that read a file, the active unit first, or a unit of the file alone if no unit reads the file. Empty
    /// while units are searched for.
    pub(super) fn all_of(&mut self, path: &str, settings: &Settings) -> Vec<UnitInfo> {
        let Some(first) = self.unit(path, settings) else {
            return Vec::new();
        };
        let own = self.project.as_ref();
        let own = own.filter(|it| !it.units_of(path).is_empty());
        let project = own.or_else(|| match self.elsewhere.get(path) {
            Some(Elsewhere::Found(project)) => project.as_ref(),
            _ => None,
        });
        let others = project.map_or_else(Vec::new, |project| {
            let units = project.units_of(path).into_iter();
            let folder = self.folders.first();
            units
                .map(|it| info(project, it, settings, folder))
                .collect()
        });
        let rest = others.into_iter().filter(|it| it.id != first.id);
        std::iter::once(first.clone()).chain(rest).collect()
    }

    /// A copy of the list of units, for other threads.
    pub(super) fn list(&self, settings: &Arc<Settings>) -> List {
        List {
            project: self.project.clone(),
            settings: settings.clone(),
            folder: self.folders.first().cloned(),
        }
    }

    /// The unit of the workspace with the id `id`.
    pub(super) fn find(&self, id: &str, settings: &Settings) -> Option<UnitInfo> {
        let project = self.project.as_ref()?;
        let unit = project.named(id)?;
        Some(info(project, unit, settings, self.folders.first()))
    }

    /// The unit to which a C++ name belongs: a unit whose root has one of the file names in `roots.files`. If
    /// `roots.are_own` is set, `file` must also belong to the unit's C++ code. Among several such units, the one whose
    /// root's path contains the most folders of `roots.folders` is preferred, then the one nearest to `file`. If
    /// `roots.files` is empty, a unit qualifies if its root has the name of the root's folder and this folder contains
    /// `file`; the result is the nearest such unit.
    pub(super) fn of_code(
        &self,
        file: Option<&str>,
        roots: &Roots,
        settings: &Settings,
    ) -> Option<UnitInfo> {
        let project = self.project.as_ref()?;
        let folder = file.map(path::parent);
        let units = project.units().iter().enumerate();
        let units = units.map(|(number, it)| (number, path::join(&it.working_dir, &it.spec.root)));
        let distance = |root: &str| folder.map_or(0, |it| path::distance(it, path::parent(root)));
        let is_own = |root: &str| folder.is_none_or(|it| path::is_below(it, code_of(root)));
        let called = |root: &str| {
            let is_called = roots.files.iter().any(|it| it == path::file_name(root));
            is_called && (!roots.are_own || is_own(root))
        };
        let likely = |root: &str| {
            let is_likely = |it: &&str| roots.folders.iter().any(|likely| likely == it);
            root.split('/').filter(is_likely).count()
        };
        let around = |root: &str| {
            // For example, the root `X86.td` in the folder `X86` is accepted for files in `X86` and its subfolders.
            let home = path::parent(root);
            let name = path::file_name(root).strip_suffix(".td");
            name == Some(path::file_name(home)) && folder.is_some_and(|it| path::is_below(it, home))
        };
        let unit = if roots.files.is_empty() {
            units
                .filter(|it| around(&it.1))
                .min_by_key(|it| distance(&it.1))
        } else {
            units
                .filter(|it| called(&it.1))
                .min_by_key(|it| (Reverse(likely(&it.1)), distance(&it.1)))
        };
        unit.map(|it| info(project, it.0, settings, self.folders.first()))
    }

    /// Makes the unit `id` the active unit of its files. `None` if the workspace has no such unit.
    pub(super) fn select(&mut self, id: &str, settings: &Settings) -> Option<UnitInfo> {
        let found = self.find(id, settings)?;
        self.selected.retain(|it| it != id);
        self.selected.insert(0, id.to_owned());
        self.selected.truncate(RECENT);
        Some(found)
    }
}

/// Whether a path is that of a file or an open document. For a part of a split test file, the whole file is checked.
pub(super) fn is_there(path: &str, documents: &Documents) -> bool {
    let path = disk::file_of(path);
    documents.get(path).is_some() || Path::new(path).is_file()
}

/// The folder with the C++ code of a root: the root's folder, or the parent of the `include` folder in which the root
/// lies.
fn code_of(root: &str) -> &str {
    match root.rsplit_once("/include/") {
        Some((around, _)) => around,
        None => path::parent(root),
    }
}

/// The units of the workspace at one moment.
pub(super) struct List {
    project: Option<Arc<Project>>,
    settings: Arc<Settings>,
    folder: Option<String>,
}

impl List {
    pub(super) fn iter(&self) -> impl Iterator<Item = UnitInfo> {
        let project = self.project.iter();
        project.flat_map(|project| {
            let units = 0..project.units().len();
            units.map(|it| info(project, it, &self.settings, self.folder.as_ref()))
        })
    }

    /// The project of the workspace; `None` if the first search has not ended.
    pub(super) fn project(&self) -> Option<&Arc<Project>> {
        self.project.as_ref()
    }

    /// Whether any unit of the workspace reads a file.
    pub(super) fn reads(&self, path: &str) -> bool {
        let project = self.project.as_ref();
        project.is_some_and(|it| !it.units_of(path).is_empty())
    }

    /// See [`Project::holds_everywhere`]; true if the units are not known.
    pub(super) fn hold_everywhere(&self, root: &str, file: &str, because_of: &[&str]) -> bool {
        let project = self.project.as_ref();
        project.is_none_or(|it| it.holds_everywhere(root, file, because_of))
    }

    /// Whether the workspace has a unit with the id `id`.
    pub(super) fn has(&self, id: &str) -> bool {
        let named = self.project.as_ref().and_then(|it| it.named(id));
        named.is_some()
    }
}

impl symbols::Units for List {
    fn unit(&self, project: &Project, number: usize) -> UnitCommand {
        let info = info(project, number, &self.settings, self.folder.as_ref());
        UnitCommand {
            id: info.id,
            spec: info.found.spec,
            working_dir: info.found.working_dir,
            version: info.version,
            limits: info.limits,
        }
    }
}

fn info(
    project: &Project,
    unit: usize,
    settings: &Settings,
    first_folder: Option<&String>,
) -> UnitInfo {
    let found = project.units()[unit].clone();
    UnitInfo {
        difference: project.difference(unit),
        ..finish(project.name(unit).to_owned(), found, settings, first_folder)
    }
}

/// A unit with the root `root`, for a file that no known unit reads. The include directory and working directory are
/// the file's folder; the first workspace folder if `root` is a URI.
fn alone(root: &str, settings: &Settings, first_folder: Option<&String>) -> UnitInfo {
    let folder = if path::is_uri(root) {
        first_folder.map_or("/", |it| it)
    } else {
        path::parent(root)
    };
    let mut found = FoundUnit::new(UnitSpec {
        root: root.to_owned(),
        include_dirs: vec![folder.to_owned()],
        macros: Vec::new(),
    });
    folder.clone_into(&mut found.working_dir);
    finish(root.to_owned(), found, settings, first_folder)
}

/// Completes a unit with the backends, version and limits of the settings. Adds the include directories of the settings
/// unless the settings define the unit.
fn finish(
    id: String,
    mut found: FoundUnit,
    settings: &Settings,
    first_folder: Option<&String>,
) -> UnitInfo {
    let folder = first_folder.map_or("/", |it| it);
    if found.origin != Origin::Settings {
        let dirs = settings.include_dirs.iter();
        for dir in dirs.map(|it| path::join(folder, it)) {
            if !found.spec.include_dirs.contains(&dir) {
                found.spec.include_dirs.push(dir);
            }
        }
    }
    let root = path::absolute(&found.working_dir, &found.spec.root);
    let own = settings.units.iter();
    let own = own.filter(|it| path::join(folder, &it.root) == root);
    UnitInfo {
        id,
        named: own.flat_map(|it| it.backends.clone()).collect(),
        root,
        version: settings.version().unwrap_or(found.version),
        limits: settings.limits(),
        difference: None,
        found,
    }
}
