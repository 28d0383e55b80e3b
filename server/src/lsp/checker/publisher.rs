//! The diagnostics that were published, so that only differences are published.

use std::sync::Arc;

use lsp_types::{Diagnostic, PublishDiagnosticsParams, Url};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Job;
use crate::lsp::client::Client;
use crate::lsp::convert;
use crate::lsp::diagnostics::ByFile;

pub(super) struct Publisher {
    client: Client,
    /// The published diagnostics, by path. A file that several units read has the diagnostics of one of them.
    published: FxHashMap<Arc<str>, Published>,
    /// The paths of files for which diagnostics of a unit were published, by unit.
    of_unit: FxHashMap<String, FxHashSet<Arc<str>>>,
}

struct Published {
    unit: String,
    version: Option<i32>,
    diagnostics: Vec<Diagnostic>,
}

impl Publisher {
    pub(super) fn new(client: Client) -> Publisher {
        Publisher {
            client,
            published: FxHashMap::default(),
            of_unit: FxHashMap::default(),
        }
    }

    /// Publishes the diagnostics of open documents only.
    pub(super) fn open(&mut self, job: &Job, mut found: ByFile) {
        for path in &*job.shown {
            let diagnostics = found.remove(path).unwrap_or_default();
            self.publish(job, path.clone(), diagnostics);
        }
    }

    /// Publishes the diagnostics of all files of a unit. Returns whether the diagnostics of any file have changed.
    pub(super) fn all(&mut self, job: &Job, found: ByFile) -> bool {
        let id = &job.unit.info.id;
        let is_gone = |path: &&Arc<str>| {
            let shown = self.published.get(*path);
            shown.is_some_and(|it| !it.diagnostics.is_empty()) && !found.contains_key(*path)
        };
        let own = self.of_unit.get(id).into_iter().flatten();
        let gone: Vec<_> = own.filter(is_gone).cloned().collect();
        let mut changed = false;
        for path in gone {
            changed |= self.publish(job, path, Vec::new());
        }
        for (path, diagnostics) in found {
            let is_open = job.documents.get(&path).is_some();
            let shown = self.published.get(&path);
            let is_of_other = shown.is_some_and(|it| it.unit != *id && !it.diagnostics.is_empty());
            // An open document has the diagnostics of its active unit. Any other file keeps the diagnostics of the
            // first unit that reported any.
            let is_own = if is_open {
                job.shown.contains(&*path)
            } else {
                !is_of_other
            };
            if is_own {
                changed |= self.publish(job, path, diagnostics);
            }
        }
        changed
    }

    /// Withdraws the diagnostics of a unit's files.
    pub(super) fn forget(&mut self, unit: &str) {
        for path in self.of_unit.remove(unit).unwrap_or_default() {
            let shown = self.published.remove(&path);
            if shown.is_some_and(|it| !it.diagnostics.is_empty())
                && let Some(uri) = convert::uri_of(&path)
            {
                send(&self.client, uri, None, Vec::new());
            }
        }
    }

    /// Records the diagnostics of a file. If they or the document's version have changed, also publishes them, unless
    /// the client only pulls diagnostics. Returns whether they have changed.
    fn publish(&mut self, job: &Job, path: Arc<str>, diagnostics: Vec<Diagnostic>) -> bool {
        let document = job.documents.get(&path);
        let version = document.map(|it| it.version);
        let known = self.published.get(&path);
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
        let shown = Published {
            unit,
            version,
            diagnostics,
        };
        let own = self.of_unit.entry(shown.unit.clone()).or_default();
        own.insert(path.clone());
        let unit = &shown.unit;
        let before = self.published.get(&path).filter(|it| it.unit != *unit);
        if let Some(before) = before
            && let Some(paths) = self.of_unit.get_mut(&before.unit)
        {
            paths.remove(&path);
        }
        self.published.insert(path, shown);
        is_new
    }
}

fn send(client: &Client, uri: Url, version: Option<i32>, diagnostics: Vec<Diagnostic>) {
    let params = PublishDiagnosticsParams::new(uri, diagnostics, version);
    client.notify("textDocument/publishDiagnostics", params);
}
