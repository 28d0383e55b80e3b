//! What the client tells without asking.

use std::io::Read as _;
use std::sync::Arc;

use lsp_types::{
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidChangeWorkspaceFoldersParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams,
    FileChangeType, WorkspaceFolder,
};
use serde_json::{Value, json};

use super::{Asked, MainLoop};
use crate::disk;
use crate::lsp::call::parse;
use crate::lsp::settings::Settings;
use crate::lsp::{convert, watch};

/// How far into a document is looked, after each edit, whether other files are included.
const MAX_INCLUDING: usize = 1 << 18;

/// What an open document includes.
pub(super) struct Includes {
    open: Vec<String>,
    /// When it was saved last.
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
        // The one opened last is the one used last.
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

    /// Looks for units again where a file includes others than it did.
    fn discover_if(&mut self, includes_changed: bool) {
        if includes_changed {
            self.includes_changed = true;
            self.discover();
        }
    }

    /// What an open document includes.
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
            self.symbols.changed(&path);
            self.touch(&path);
            if let Some(unit) = self.shown.set(&path, None) {
                self.loose.insert(unit.to_string());
            }
            self.prune();
        }
    }

    /// The file on disk is what the document is now.
    pub(super) fn save(&mut self, params: &DidSaveTextDocumentParams) {
        let path = convert::path_of(&params.text_document.uri);
        self.files.changed(&path);
        self.symbols.changed(&path);
        self.previews.forget_saved();
        if watch::decides_units(&path) {
            self.discover();
        }
        self.look_at_saved(&path);
    }

    /// Looks for units again where the file of an open document includes others than it did.
    fn look_at_saved(&mut self, path: &str) {
        if let Some(includes) = self.includes.get_mut(path) {
            let now = includes_on_disk(path);
            let is_other = includes.saved != now;
            includes.saved = now;
            self.discover_if(is_other);
        }
    }

    /// Files have changed on disk.
    pub(super) fn watched(&mut self, params: &DidChangeWatchedFilesParams) {
        let mut decides_units = false;
        self.previews.forget_saved();
        for event in &params.changes {
            let path = convert::path_of(&event.uri);
            let was_asked_for = self.files.changed(&path);
            self.symbols.changed(&path);
            let is_same_file = event.typ == FileChangeType::CHANGED;
            // What is open counts as it is there.
            let is_source = path.ends_with(".td") && self.documents.get(&path).is_none();
            decides_units |= watch::decides_units(&path) || !is_same_file || is_source;
            match is_same_file {
                // It may be found, or missed, by an include that has nothing to do with it now.
                false if was_asked_for => self.touch_all(),
                _ => self.touch(&path),
            }
            self.look_at_saved(&path);
        }
        if decides_units {
            self.discover();
        }
    }

    /// Looks which of the files that were read have changed on disk.
    pub(super) fn look_at_files(&mut self) {
        for path in self.files.outdated() {
            self.files.changed(&path);
            self.symbols.changed(&path);
            self.previews.forget_saved();
            self.look_at_saved(&path);
            // It may have come or gone.
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
            folders.filter(|it| !convert::is_uri(it)).collect()
        };
        self.units
            .change_folders(paths(&params.event.added), &paths(&params.event.removed));
        self.discover();
    }

    /// Asks the client to say what changes on disk, or else looks itself.
    pub(super) fn watch(&mut self) {
        match self.can_watch {
            true => {
                _ = self
                    .client
                    .request("client/registerCapability", watch::registration())
            }
            false => watch::poll(self.sender.clone()),
        }
    }

    /// Makes the text of a document that of its file, for all units.
    pub(super) fn sync(&mut self, path: &str) {
        self.symbols.disturb();
        self.refuse_waiting();
        if let Some(document) = self.documents.get(path) {
            let is_new = self.files.open(path, document.text.clone());
            if is_new {
                // Includes that found nothing, or another file, may find this one.
                self.touch_all();
            }
            self.touch(path);
        }
    }

    pub(super) fn touch(&mut self, path: &str) {
        let readers = self.active.touch(path);
        self.unchecked.extend(readers);
    }

    /// Takes the settings that the client sends, or asks for them if that is how it does it.
    pub(super) fn configuration(&mut self, settings: &Value) {
        match self.has_configuration {
            true => self.ask_settings(),
            false => self.set_settings(&settings["tablegen"]),
        }
    }

    pub(super) fn set_settings(&mut self, value: &Value) {
        let settings = Settings::over(&self.options, value);
        if settings == *self.settings {
            return;
        }
        self.settings = Arc::new(settings);
        self.discover();
        // Any unit may be read otherwise now.
        self.read_open();
    }

    /// Asks the client for its settings, if it can be asked.
    pub(super) fn ask_settings(&mut self) {
        if !self.has_configuration {
            return;
        }
        let params = json!({"items": [{"section": "tablegen"}]});
        let id = self.client.request("workspace/configuration", params);
        self.asked.insert(id, Asked::Settings);
    }
}

/// What the file of a document includes. No more of it is read than is looked at.
fn includes_on_disk(path: &str) -> Vec<String> {
    let mut text = Vec::new();
    if let Ok(file) = disk::open(path) {
        // What was read up to a mistake counts.
        let _ = file.take(MAX_INCLUDING as u64).read_to_end(&mut text);
    }
    includes_in(&text)
}

/// Files include at their top.
fn includes_in(text: &[u8]) -> Vec<String> {
    project::includes(&text[..text.len().min(MAX_INCLUDING)])
}
