//! The handlers of the client's notifications.

use std::io::Read as _;
use std::sync::Arc;

use lsp_types::{
    CreateFilesParams, DeleteFilesParams, DidChangeTextDocumentParams, DidChangeWatchedFilesParams,
    DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams, FileChangeType, RenameFilesParams, Url, WorkspaceFolder,
};
use project::path;
use rustc_hash::FxHashSet;
use serde_json::{Value, json};

use super::{Asked, MainLoop};
use crate::lsp::call::parse;
use crate::lsp::{convert, watch};
use driver::disk;
use driver::overlay::Outdated;

/// The number of bytes at the start of a file that are searched for includes. After each edit, the search is repeated.
const MAX_INCLUDING: usize = 1 << 18;

/// The includes of an open document, as returned by [`includes_in`].
pub(super) struct Includes {
    /// The includes of the document's text in the editor.
    open: Vec<String>,
    /// The includes of the document's file on disk.
    saved: Vec<String>,
}

impl MainLoop {
    pub(super) fn notification(&mut self, method: &str, params: Value) {
        let result = match method {
            "textDocument/didOpen" => parse(params).map(|it| self.open(it)),
            "textDocument/didChange" => parse(params).map(|it| self.change(it)),
            "textDocument/didClose" => parse(params).map(|it| self.close(&it)),
            "textDocument/didSave" => parse(params).map(|it| self.save(&it)),
            "workspace/didChangeWatchedFiles" => parse(params).map(|it| self.watched(&it)),
            "workspace/didCreateFiles" => parse(params).map(|it| self.created(&it)),
            "workspace/didRenameFiles" => parse(params).map(|it| self.renamed(&it)),
            "workspace/didDeleteFiles" => parse(params).map(|it| self.deleted(&it)),
            "workspace/didChangeWorkspaceFolders" => parse(params).map(|it| self.folders(&it)),
            "initialized" => {
                self.ask_settings();
                self.watch();
                Ok(())
            }
            "workspace/didChangeConfiguration" => {
                self.configuration(&params["settings"]);
                Ok(())
            }
            "$/cancelRequest" => {
                self.cancel(&params["id"]);
                Ok(())
            }
            "window/workDoneProgress/cancel" => {
                self.cancel_progress(&params["token"]);
                Ok(())
            }
            _ => Ok(()),
        };
        if let Err(error) = result {
            eprintln!("tablegen-analyzer: {method}: {error}");
        }
    }

    pub(super) fn open(&mut self, params: DidOpenTextDocumentParams) {
        let document = params.text_document;
        let path = self
            .documents
            .open(document.uri, document.version, document.text);
        self.opened.retain(|it| *it != path);
        self.opened.push(path.clone());
        self.sync(&path);
        let includes = Includes {
            open: self.includes_of(&path),
            saved: includes_on_disk(&path),
        };
        self.discover_if(includes.open != includes.saved);
        self.includes.insert(path.clone(), includes);
        if self.units.is_root(&path) {
            self.came_from(&path);
        }
        // `show` comes last, so that the unit of the document opened last is the unit used last.
        self.show(&path);
        self.prune();
    }

    pub(super) fn change(&mut self, params: DidChangeTextDocumentParams) {
        let document = params.text_document;
        let path = convert::path_of(&document.uri);
        let changed = self.documents.change(
            &path,
            document.version,
            params.content_changes,
            self.style.encoding,
        );
        match changed {
            Ok(()) => {
                self.sync(&path);
                let now = self.includes_of(&path);
                if let Some(includes) = self.includes.get_mut(&path)
                    && includes.open != now
                {
                    includes.open = now;
                    self.discover_if(true);
                }
            }
            Err(error) => eprintln!("tablegen-analyzer: {error}"),
        }
    }

    /// Searches for units again if the includes of a file have changed.
    fn discover_if(&mut self, includes_changed: bool) {
        if includes_changed {
            self.includes_changed = true;
            self.discover();
        }
    }

    /// The includes of a document's text in the editor. Empty if the document is not open.
    fn includes_of(&self, path: &str) -> Vec<String> {
        let text = self.documents.get(path).map(|it| it.text.as_bytes());
        includes_in(text.unwrap_or_default())
    }

    pub(super) fn close(&mut self, params: &DidCloseTextDocumentParams) {
        let path = convert::path_of(&params.text_document.uri);
        if self.documents.close(&path).is_some() {
            let includes = self.includes.remove(&path);
            self.discover_if(includes.is_some_and(|it| it.open != it.saved));
            self.opened.retain(|it| *it != path);
            self.files.close(&path);
            self.symbols.file_changed(&path);
            self.touch(&path);
            if let Some(unit) = self.document_units.set(&path, None) {
                if let Some(unit) = self.active.get_mut(&unit) {
                    unit.start_idleness();
                }
                self.loose.insert(unit.to_string());
            }
            self.prune();
        }
    }

    /// Handles `textDocument/didSave`: the file on disk equals the document now.
    pub(super) fn save(&mut self, params: &DidSaveTextDocumentParams) {
        let path = convert::path_of(&params.text_document.uri);
        self.files.changed(&path);
        self.symbols.file_changed(&path);
        self.previews.forget_saved();
        if self.settings.may_read_disk() {
            // External commands read the file on disk, so they are run again.
            self.touch(&path);
        }
        if watch::decides_units(&path) {
            self.discover_ways();
        }
        self.look_at_saved(&path);
    }

    /// Reads the file of an open document and searches for units again if its includes on disk have changed.
    fn look_at_saved(&mut self, path: &str) {
        if let Some(includes) = self.includes.get_mut(path) {
            let now = includes_on_disk(path);
            let is_other = includes.saved != now;
            includes.saved = now;
            self.discover_if(is_other);
        }
    }

    /// Searches for units again because command lines may have changed. Requests about whole units wait for the end of
    /// the search.
    pub(super) fn discover_ways(&mut self) {
        self.ways_changed = true;
        self.discover();
    }

    pub(super) fn watched(&mut self, params: &DidChangeWatchedFilesParams) {
        let changes = params.changes.iter();
        let changes = changes.map(|it| FileChange::new(convert::path_of(&it.uri), it.typ));
        self.files_changed(changes.collect());
    }

    pub(super) fn created(&mut self, params: &CreateFilesParams) {
        let files = params.files.iter();
        let changes = files.filter_map(|it| FileChange::of_uri(&it.uri, FileChangeType::CREATED));
        self.files_changed(changes.collect());
    }

    pub(super) fn renamed(&mut self, params: &RenameFilesParams) {
        let changes = params.files.iter().flat_map(|it| {
            let old = FileChange::of_uri(&it.old_uri, FileChangeType::DELETED);
            let new = FileChange::of_uri(&it.new_uri, FileChangeType::CREATED);
            old.into_iter().chain(new)
        });
        self.files_changed(changes.collect());
    }

    pub(super) fn deleted(&mut self, params: &DeleteFilesParams) {
        let files = params.files.iter();
        let changes = files.filter_map(|it| FileChange::of_uri(&it.uri, FileChangeType::DELETED));
        self.files_changed(changes.collect());
    }

    /// Handles changes of files or folders on disk. A created or deleted folder counts as a change of all known files
    /// in it.
    fn files_changed(&mut self, mut changes: Vec<FileChange>) {
        let folders: FxHashSet<&str> = changes
            .iter()
            .filter(|it| it.may_be_folder())
            .map(|it| it.path.as_str())
            .collect();
        let inside = if folders.is_empty() {
            Vec::new()
        } else {
            self.known_in(&folders)
        };
        let has_sources = |it: &&FileChange| it.may_be_folder() && watch::has_sources(&it.path);
        let mut decides_ways = !inside.is_empty() || changes.iter().any(|it| has_sources(&it));
        changes.extend(inside);
        let mut decides_units = false;
        self.previews.forget_saved();
        for FileChange { path, kind } in changes {
            let was_asked_for = self.files.changed(&path);
            self.symbols.file_changed(&path);
            let is_same_file = kind == FileChangeType::CHANGED;
            let may_be_read = watch::is_source(&path) || was_asked_for;
            decides_ways |= watch::decides_units(&path) || !is_same_file && may_be_read;
            // For an open document, the units read the editor's text, so a change on disk does not affect them.
            decides_units |= path.ends_with(".td") && self.documents.get(&path).is_none();
            if was_asked_for && !is_same_file {
                // Includes may now resolve to this file, or no longer resolve to it.
                self.touch_all();
            } else {
                self.touch(&path);
            }
            self.look_at_saved(&path);
        }
        if decides_ways {
            self.discover_ways();
        } else if decides_units {
            self.discover();
        }
    }

    /// The known files in `folders`, as changes: the files were created or deleted with their folder. The kind is
    /// always `CREATED`, because deleted files are handled in the same way.
    fn known_in(&self, folders: &FxHashSet<&str>) -> Vec<FileChange> {
        let is_inside = |path: &str| path::ancestors(path).any(|it| folders.contains(it));
        let of_units = self.units.files();
        let mut known: FxHashSet<String> = of_units
            .filter(|it| is_inside(it))
            .map(str::to_owned)
            .collect();
        known.extend(self.files.known(is_inside));
        known
            .into_iter()
            .map(|path| FileChange::new(path, FileChangeType::CREATED))
            .collect()
    }

    /// Checks which of the files that were read have changed on disk, and handles the changes.
    pub(super) fn look_at_files(&mut self) {
        let outdated = self.files.outdated();
        if outdated.iter().any(|it| it.has_come_or_gone) {
            self.discover_ways();
        }
        for Outdated { path, .. } in outdated {
            self.files.changed(&path);
            self.symbols.file_changed(&path);
            self.previews.forget_saved();
            self.look_at_saved(&path);
            // A file may have been created or deleted, so includes of any unit may resolve differently.
            self.touch_all();
        }
    }

    pub(super) fn touch_all(&mut self) {
        self.active.touch_all();
        let ids = self.active.infos().map(|it| it.id.clone());
        self.unchecked.extend(ids);
    }

    pub(super) fn folders(&mut self, params: &DidChangeWorkspaceFoldersParams) {
        let paths = |folders: &[WorkspaceFolder]| -> Vec<String> {
            let folders = folders.iter().map(|it| convert::path_of(&it.uri));
            folders.filter(|it| !path::is_uri(it)).collect()
        };
        self.units
            .change_folders(paths(&params.event.added), &paths(&params.event.removed));
        self.settings = Arc::new(self.settings_that_count());
        self.discover_ways();
    }

    /// Asks the client to report changes on disk. If the client does not support this, the server polls the files.
    pub(super) fn watch(&mut self) {
        if self.can_watch {
            _ = self
                .client
                .request("client/registerCapability", watch::registration())
        } else {
            watch::poll(self.sender.clone())
        }
    }

    /// Makes the text of a document the content of its file in all units.
    pub(super) fn sync(&mut self, path: &str) {
        self.symbols.pause();
        self.refuse_waiting();
        if let Some(document) = self.documents.get(path) {
            let is_new = self.files.open(path, document.text.clone());
            if is_new {
                // Includes that were missing, or that resolved to another file, may resolve to this file.
                self.touch_all();
            }
            self.touch(path);
        }
    }

    pub(super) fn touch(&mut self, path: &str) {
        let readers = self.active.touch(path);
        self.unchecked.extend(readers);
    }

    /// Requests the settings if the client supports this. Otherwise applies the settings in the notification.
    pub(super) fn configuration(&mut self, settings: &Value) {
        if self.has_configuration {
            self.ask_settings()
        } else {
            self.set_settings(&settings["tablegen"])
        }
    }

    pub(super) fn set_settings(&mut self, value: &Value) {
        self.configuration = value.clone();
        let settings = self.settings_that_count();
        if settings == *self.settings {
            return;
        }
        self.settings = Arc::new(settings);
        self.discover_ways();
        self.read_open();
        self.read_again();
        // The settings decide which inlay hints and code lenses are shown.
        if self.style.refreshes_hints {
            self.client
                .request("workspace/inlayHint/refresh", Value::Null);
        }
        if self.style.refreshes_lenses {
            self.client
                .request("workspace/codeLens/refresh", Value::Null);
        }
    }

    /// Requests the settings, if the client supports it.
    pub(super) fn ask_settings(&mut self) {
        if !self.has_configuration {
            return;
        }
        let params = json!({"items": [{"section": "tablegen"}]});
        let id = self.client.request("workspace/configuration", params);
        self.asked.insert(id, Asked::Settings);
    }
}

/// A file or folder that has changed on disk.
struct FileChange {
    path: String,
    kind: FileChangeType,
}

impl FileChange {
    fn new(path: String, kind: FileChangeType) -> FileChange {
        FileChange { path, kind }
    }

    fn of_uri(uri: &str, kind: FileChangeType) -> Option<FileChange> {
        let uri = Url::parse(uri).ok()?;
        Some(FileChange::new(convert::path_of(&uri), kind))
    }

    /// Whether a folder may have been created or deleted. The name decides, because a deleted path cannot be checked.
    fn may_be_folder(&self) -> bool {
        let is_file = watch::is_source(&self.path) || watch::decides_units(&self.path);
        self.kind != FileChangeType::CHANGED && !is_file
    }
}

/// The includes of a document's file on disk. Only the first [`MAX_INCLUDING`] bytes are read.
fn includes_on_disk(path: &str) -> Vec<String> {
    let mut text = Vec::new();
    if let Ok(file) = disk::open(path) {
        // If reading fails, the text before the failure is searched.
        let _ = file.take(MAX_INCLUDING as u64).read_to_end(&mut text);
    }
    includes_in(&text)
}

/// The includes and the preprocessor directives in the first [`MAX_INCLUDING`] bytes of a text. The directives may
/// disable includes. Includes are usually at the top of a file.
fn includes_in(text: &[u8]) -> Vec<String> {
    project::outline(&text[..text.len().min(MAX_INCLUDING)])
}
