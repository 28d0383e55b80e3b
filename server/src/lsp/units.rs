//! Which units there are, and which of them a file is shown in.

use std::sync::mpsc::{Receiver, channel};

use analysis::project::{self, FoundUnit, Origin, Project, discover, path};
use analysis::unit::UnitSpec;

use super::convert;
use super::settings::Settings;
use super::unit::UnitInfo;
use crate::workspace::{Disk, Workspaces};

/// How many roots are remembered as used.
const RECENT: usize = 16;

#[derive(Default)]
pub struct Units {
    /// The folders of the workspace.
    folders: Vec<String>,
    /// Their units, once they are found.
    project: Project,
    pending: Option<Receiver<Project>>,
    is_known: bool,
    /// Those of other folders that files were opened from.
    others: Option<Workspaces>,
    /// Roots that are open or were used last, the latest first.
    recent: Vec<String>,
    /// Units that the user chose, the latest first.
    selected: Vec<String>,
}

impl Units {
    pub fn set_folders(&mut self, folders: Vec<String>) {
        self.folders = folders;
    }

    /// The folders of the workspace are others now.
    pub fn change_folders(&mut self, added: Vec<String>, removed: &[String]) {
        self.folders.retain(|it| !removed.contains(it));
        for folder in added {
            if !self.folders.contains(&folder) {
                self.folders.push(folder);
            }
        }
    }

    /// Looks for units on another thread, and calls `when_found`. Whoever asks for one waits for it the first time;
    /// later what was found before counts until then.
    pub fn discover(&mut self, settings: &Settings, when_found: impl FnOnce() + Send + 'static) {
        self.others = None;
        if self.folders.is_empty() {
            self.project = Project::default();
            self.is_known = true;
            return;
        }
        let units = settings.units.iter().map(|it| UnitSpec {
            root: it.root.clone(),
            include_dirs: it.include_dirs.clone(),
            macros: it.macros.clone(),
        });
        let wanted = project::Settings {
            units: units.collect(),
            build_folders: settings.build_folders.clone(),
        };
        let folders = self.folders.clone();
        let (sender, receiver) = channel();
        let search = move || {
            // Who asked may have asked again.
            let _ = sender.send(discover(&folders, &wanted, &Disk));
            when_found();
        };
        let thread = std::thread::Builder::new().name("units".to_owned());
        if thread.spawn(search).is_ok() {
            self.pending = Some(receiver);
        }
    }

    /// Waits until the units of the workspace are found.
    fn wait(&mut self) {
        if !self.is_known
            && let Some(pending) = &self.pending
            && let Ok(project) = pending.recv()
        {
            self.found(project);
        }
    }

    /// Takes what was found, if it is there and was not taken yet.
    pub fn take_found(&mut self) -> bool {
        let found = self.pending.as_ref().and_then(|it| it.try_recv().ok());
        let is_new = found.is_some();
        if let Some(project) = found {
            self.found(project);
        }
        is_new
    }

    fn found(&mut self, project: Project) {
        self.project = project;
        self.pending = None;
        self.is_known = true;
    }

    /// Says that a file was opened: if it is a root, its unit counts for what it includes.
    pub fn note_used(&mut self, path: &str) {
        self.recent.retain(|it| it != path);
        self.recent.insert(0, path.to_owned());
        self.recent.truncate(RECENT);
    }

    /// The unit that a file is shown in.
    pub fn of(&mut self, path: &str, settings: &Settings) -> UnitInfo {
        let (recent, selected) = (self.recent.clone(), self.selected.clone());
        self.wait();
        let project = &self.project;
        if let Some(unit) = active(project, path, &recent, &selected) {
            return info(project, unit, settings, self.folders.first());
        }
        if !convert::is_uri(path)
            && let Some(others) = self.others()
        {
            let index = others.of(path);
            let project = others.project(index);
            if let Some(unit) = active(project, path, &recent, &selected) {
                return info(project, unit, settings, None);
            }
        }
        alone(path, settings, self.folders.first())
    }

    /// All units that a file is read by, the one it is shown in first.
    pub fn all_of(&mut self, path: &str, settings: &Settings) -> Vec<UnitInfo> {
        let first = self.of(path, settings);
        let folder = self.folders.first();
        let project = match self.project.units_of(path).is_empty() {
            false => Some(&self.project),
            true => self.others.as_mut().map(|it| {
                let index = it.of(path);
                it.project(index)
            }),
        };
        let others = project.map_or_else(Vec::new, |project| {
            let units = project.units_of(path).into_iter();
            units
                .map(|it| info(project, it, settings, folder))
                .collect()
        });
        let rest = others.into_iter().filter(|it| it.id != first.id);
        std::iter::once(first.clone()).chain(rest).collect()
    }

    /// All units of the workspace.
    pub fn all(&mut self, settings: &Settings) -> Vec<UnitInfo> {
        self.wait();
        let units = 0..self.project.units().len();
        let folder = self.folders.first();
        units
            .map(|it| info(&self.project, it, settings, folder))
            .collect()
    }

    /// The unit of the workspace that clients call so.
    pub fn find(&mut self, id: &str, settings: &Settings) -> Option<UnitInfo> {
        self.all(settings).into_iter().find(|it| it.id == id)
    }

    /// Makes a unit the one that its files are shown in.
    pub fn select(&mut self, id: &str, settings: &Settings) -> Option<UnitInfo> {
        let found = self.find(id, settings)?;
        self.selected.retain(|it| it != id);
        self.selected.insert(0, id.to_owned());
        self.selected.truncate(RECENT);
        Some(found)
    }

    fn others(&mut self) -> Option<&mut Workspaces> {
        if self.others.is_none() {
            self.others = Workspaces::new().ok();
        }
        self.others.as_mut()
    }
}

fn active(project: &Project, path: &str, recent: &[String], selected: &[String]) -> Option<usize> {
    let units = project.units_of(path);
    let chosen = selected
        .iter()
        .find_map(|id| units.iter().find(|it| unit_id(project, **it) == *id));
    match chosen {
        Some(chosen) => Some(*chosen),
        None => project.active(path, recent),
    }
}

/// What clients call a unit: its root, and a number where there are several of it.
fn unit_id(project: &Project, unit: usize) -> String {
    let root = project.units()[unit].root();
    let before = &project.units()[..unit];
    match before.iter().filter(|it| it.root() == root).count() {
        0 => root,
        earlier => format!("{root}#{}", earlier + 1),
    }
}

fn info(
    project: &Project,
    unit: usize,
    settings: &Settings,
    first_folder: Option<&String>,
) -> UnitInfo {
    let found = project.units()[unit].clone();
    finish(unit_id(project, unit), found, settings, first_folder)
}

/// The unit of a file that nothing is known of.
fn alone(root: &str, settings: &Settings, first_folder: Option<&String>) -> UnitInfo {
    let folder = match convert::is_uri(root) {
        true => first_folder.map_or("/", |it| it),
        false => path::parent(root),
    };
    let found = FoundUnit {
        spec: UnitSpec {
            root: root.to_owned(),
            include_dirs: vec![folder.to_owned()],
            macros: Vec::new(),
        },
        working_dir: folder.to_owned(),
        origin: Origin::Includes,
        found_in: None,
        backends: Vec::new(),
        compat: analysis::eval::Compat::Llvm22,
    };
    finish(root.to_owned(), found, settings, first_folder)
}

/// Adds what the settings say of all units.
fn finish(
    id: String,
    mut found: FoundUnit,
    settings: &Settings,
    first_folder: Option<&String>,
) -> UnitInfo {
    let folder = first_folder.map_or("/", |it| it);
    if found.origin != Origin::Settings {
        let dirs = settings.include_dirs.iter();
        let dirs = dirs.map(|it| path::join(folder, it));
        found.spec.include_dirs.extend(dirs);
    }
    let root = convert::absolute(&found.working_dir, &found.spec.root);
    let own = settings.units.iter();
    let own = own.filter(|it| path::join(folder, &it.root) == root);
    UnitInfo {
        id,
        named: own.flat_map(|it| it.backends.clone()).collect(),
        root,
        compat: settings.compat().unwrap_or(found.compat),
        limits: settings.limits(),
        found,
    }
}
