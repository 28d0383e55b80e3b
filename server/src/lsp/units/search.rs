//! The thread that searches for units.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use project::{Entry, FileTree, Owner, Project, discover};

use crate::lsp::documents::Documents;
use crate::lsp::event::Event;
use driver::workspace::{Disk, Workspaces};

/// A requested search.
enum Wanted {
    /// Search for the units of the workspace's folders, given the settings and open documents. This also makes the
    /// known units of files outside the workspace outdated.
    Workspace(Vec<String>, project::Settings, Documents),
    /// Search for the unit of a file outside the workspace.
    File(String),
}

/// The results of the searches that were done together.
#[derive(Default)]
pub(crate) struct FoundProjects {
    /// The number of searches.
    count: usize,
    pub workspace: Option<Project>,
    /// The files outside the workspace, each with the project to which it belongs.
    pub files: Vec<(String, Option<Arc<Project>>)>,
}

/// The connection to the thread that searches for units.
pub(crate) struct Search {
    wanted: Sender<Wanted>,
    found: Receiver<FoundProjects>,
    /// The number of searches whose results were not taken yet.
    open: Cell<usize>,
}

impl Search {
    /// Starts the thread, which sends `owner` an event after each result.
    pub(crate) fn start(owner: Sender<Event>) -> std::io::Result<Search> {
        let (wanted, inbox) = channel();
        let (outbox, found) = channel();
        let thread = std::thread::Builder::new().name("units".to_owned());
        thread.spawn(move || run(&inbox, &outbox, &owner))?;
        Ok(Search {
            wanted,
            found,
            open: Cell::default(),
        })
    }

    pub(crate) fn workspace(
        &self,
        folders: Vec<String>,
        settings: project::Settings,
        open: Documents,
    ) {
        self.want(Wanted::Workspace(folders, settings, open));
    }

    pub(crate) fn file(&self, path: &str) {
        self.want(Wanted::File(path.to_owned()));
    }

    /// Requests a search. The thread lives as long as this value, so sending does not fail.
    fn want(&self, wanted: Wanted) {
        let _ = self.wanted.send(wanted);
        self.open.set(self.open.get() + 1);
    }

    /// Whether all searches are done and their results taken.
    pub(crate) fn is_done(&self) -> bool {
        self.open.get() == 0
    }

    /// Takes the results of the searches that have ended since the last call.
    pub(crate) fn found(&self) -> impl Iterator<Item = FoundProjects> {
        let found = self.found.try_iter();
        found.inspect(|it| self.open.update(|open| open - it.count))
    }
}

/// The files on disk, except that an open document replaces the text of its file.
struct Open(Documents);

impl FileTree for Open {
    fn read(&self, path: &str, most: usize) -> Option<Vec<u8>> {
        match self.0.get(path) {
            Some(document) => {
                let text = document.text.as_bytes();
                (text.len() <= most).then(|| text.to_vec())
            }
            None => Disk.read(path, most),
        }
    }

    fn saved(&self, path: &str, most: usize) -> Option<Vec<u8>> {
        self.0.get(path).and_then(|_| Disk.read(path, most))
    }

    fn list(&self, folder: &str) -> Vec<Entry> {
        Disk.list(folder)
    }

    fn exists(&self, path: &str) -> bool {
        Disk.exists(path)
    }

    fn owner(&self, folder: &str) -> Owner {
        Disk.owner(folder)
    }
}

fn run(inbox: &Receiver<Wanted>, outbox: &Sender<FoundProjects>, owner: &Sender<Event>) {
    let mut elsewhere = Workspaces::new().ok();
    while let Ok(first) = inbox.recv() {
        let (mut workspace, mut files) = (None, Vec::new());
        // Many files may change at once, so all waiting requests are handled together, and the workspace is searched
        // only for the last request about it.
        let mut found = FoundProjects::default();
        for wanted in std::iter::once(first).chain(inbox.try_iter()) {
            found.count += 1;
            match wanted {
                Wanted::Workspace(folders, settings, open) => {
                    workspace = Some((folders, settings, open));
                }
                Wanted::File(path) => files.push(path),
            }
        }
        if let Some((folders, settings, open)) = workspace {
            elsewhere = Workspaces::new().ok();
            found.workspace = Some(if folders.is_empty() {
                Project::default()
            } else {
                discover(&folders, &settings, &Open(open))
            });
        }
        for path in files {
            let project = elsewhere.as_mut().map(|it| {
                let index = it.enclosing(&path);
                it.project(index).clone()
            });
            found.files.push((path, project));
        }
        // Sending fails only if the main loop has ended, and then the process ends too.
        if outbox.send(found).is_err() || owner.send(Event::UnitsFound).is_err() {
            return;
        }
    }
}
