//! What the client was told of mistakes, so that it is told only what is new.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use tower_lsp::lsp_types::{Diagnostic, PublishDiagnosticsParams, Url};

use super::Job;
use crate::lsp::client::Client;
use crate::lsp::convert;
use crate::lsp::diagnostics::ByFile;

pub struct Publisher {
    client: Client,
    /// By path. A file that several units read is shown as one of them has it.
    shown: FxHashMap<Arc<str>, Shown>,
}

struct Shown {
    unit: String,
    version: Option<i32>,
    diagnostics: Vec<Diagnostic>,
}

impl Publisher {
    pub fn new(client: Client) -> Publisher {
        Publisher {
            client,
            shown: FxHashMap::default(),
        }
    }

    /// Publishes what was found in the open documents, and says nothing of others.
    pub fn open(&mut self, job: &Job, mut found: ByFile) {
        for path in &job.shown {
            let path: Arc<str> = path.as_str().into();
            let diagnostics = found.remove(&path).unwrap_or_default();
            self.publish(job, path, diagnostics);
        }
    }

    /// Publishes what was found in all files of a unit. Returns whether any of it is new.
    pub fn all(&mut self, job: &Job, found: ByFile) -> bool {
        let id = &job.unit.info.id;
        let is_gone = |(path, it): &(&Arc<str>, &Shown)| {
            it.unit == *id && !found.contains_key(*path) && !it.diagnostics.is_empty()
        };
        let gone: Vec<_> = self.shown.iter().filter(is_gone).collect();
        let gone: Vec<_> = gone.into_iter().map(|(path, _)| path.clone()).collect();
        let mut changed = false;
        for path in gone {
            changed |= self.publish(job, path, Vec::new());
        }
        for (path, diagnostics) in found {
            let is_open = job.documents.get(&path).is_some();
            let shown = self.shown.get(&path);
            let is_of_other = shown.is_some_and(|it| it.unit != *id && !it.diagnostics.is_empty());
            // An open document is shown as its active unit has it, others as the first unit that found something.
            let is_own = match is_open {
                true => job.shown.contains(&*path),
                false => !is_of_other,
            };
            if is_own {
                changed |= self.publish(job, path, diagnostics);
            }
        }
        changed
    }

    /// Takes back what was said of a unit's files.
    pub fn forget(&mut self, unit: &str) {
        let of_unit = self.shown.extract_if(|_, it| it.unit == unit);
        for (path, it) in of_unit {
            if !it.diagnostics.is_empty()
                && let Some(uri) = convert::uri_of(&path)
            {
                send(&self.client, uri, None, Vec::new());
            }
        }
    }

    /// Publishes the diagnostics of a file, if they or its version are not those that the client knows. Returns whether
    /// it is so.
    fn publish(&mut self, job: &Job, path: Arc<str>, diagnostics: Vec<Diagnostic>) -> bool {
        let document = job.documents.get(&path);
        let version = document.map(|it| it.version);
        let known = self.shown.get(&path);
        let is_new = match known {
            Some(it) => it.version != version || it.diagnostics != diagnostics,
            None => version.is_some() || !diagnostics.is_empty(),
        };
        if is_new && job.style.pushes {
            let uri = document.map(|it| it.uri.clone());
            if let Some(uri) = uri.or_else(|| convert::uri_of(&path)) {
                send(&self.client, uri, version, diagnostics.clone());
            }
        }
        let unit = job.unit.info.id.clone();
        let shown = Shown {
            unit,
            version,
            diagnostics,
        };
        self.shown.insert(path, shown);
        is_new
    }
}

fn send(client: &Client, uri: Url, version: Option<i32>, diagnostics: Vec<Diagnostic>) {
    let params = PublishDiagnosticsParams::new(uri, diagnostics, version);
    client.notify("textDocument/publishDiagnostics", params);
}
