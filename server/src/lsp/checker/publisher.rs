//! The publication of diagnostics. The published diagnostics are stored, so that only changes are sent.

use std::collections::BTreeMap;
use std::sync::Arc;

use lsp_types::{Diagnostic, DiagnosticSeverity, PublishDiagnosticsParams, Url};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Job;
use crate::lsp::client::Client;
use crate::lsp::convert;
use crate::lsp::diagnostics::{ByFile, OWN};

pub(super) struct Publisher {
    client: Client,
    /// The published diagnostics, keyed by the path of their file. A file that several units read has the diagnostics
    /// of one of them.
    published: FxHashMap<Arc<str>, Published>,
    /// For each unit, the paths of the files for which its diagnostics were published.
    of_unit: FxHashMap<String, FxHashSet<Arc<str>>>,
    /// For each open document, keyed by its path, the errors and warnings of the backends of each unit that is not the
    /// document's active unit. These diagnostics are published too, because the build may run the backends only on the
    /// roots of those units.
    beside: FxHashMap<Arc<str>, BTreeMap<String, Vec<Diagnostic>>>,
}

struct Published {
    unit: String,
    version: Option<i32>,
    /// The diagnostics of the unit `unit`.
    own: Vec<Diagnostic>,
    /// The published diagnostics: `own`, followed by those of other units in [`Publisher::beside`].
    diagnostics: Vec<Diagnostic>,
}

impl Publisher {
    pub(super) fn new(client: Client) -> Publisher {
        Publisher {
            client,
            published: FxHashMap::default(),
            of_unit: FxHashMap::default(),
            beside: FxHashMap::default(),
        }
    }

    /// Publishes the diagnostics of the open documents whose active unit is the job's unit.
    pub(super) fn open(&mut self, job: &Job, mut found: ByFile) {
        for path in &*job.shown {
            let diagnostics = found.remove(path).unwrap_or_default();
            self.publish(job, path.clone(), diagnostics);
        }
    }

    /// Publishes the diagnostics of all files of a unit. Returns whether the published diagnostics of any file, or the
    /// document version that they belong to, have changed.
    pub(super) fn all(&mut self, job: &Job, found: ByFile) -> bool {
        let id = &job.unit.info.id;
        let is_gone = |path: &&Arc<str>| {
            let shown = self.published.get(*path);
            shown.is_some_and(|it| !it.diagnostics.is_empty()) && !found.contains_key(*path)
        };
        let own = self.of_unit.get(id).into_iter().flatten();
        let gone: Vec<_> = own.filter(is_gone).cloned().collect();
        let mut changed = self.set_beside(job, &found);
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

    /// Replaces the diagnostics of a unit's backends about open documents of other units, and publishes the diagnostics
    /// of these documents again. Returns whether the diagnostics or the version of any of the documents have changed.
    fn set_beside(&mut self, job: &Job, found: &ByFile) -> bool {
        let unit = &job.unit.info.id;
        let mut concerned: FxHashSet<Arc<str>> = FxHashSet::default();
        for (path, of_path) in &mut self.beside {
            if of_path.remove(unit).is_some() {
                concerned.insert(path.clone());
            }
        }
        for (path, diagnostics) in found {
            let is_beside = job.documents.get(path).is_some() && !job.shown.contains(path);
            let mut said = diagnostics.iter().filter(|it| is_of_backend(it)).peekable();
            if is_beside && said.peek().is_some() {
                let of_path = self.beside.entry(path.clone()).or_default();
                of_path.insert(unit.clone(), said.cloned().collect());
                concerned.insert(path.clone());
            }
        }
        self.beside.retain(|_, it| !it.is_empty());
        let mut changed = false;
        for path in concerned {
            if let Some(known) = self.published.get(&path) {
                let (unit, own) = (known.unit.clone(), known.own.clone());
                changed |= self.publish_of(&unit, job, path, own);
            }
        }
        changed
    }

    /// Withdraws all diagnostics that were published for a unit.
    pub(super) fn forget(&mut self, unit: &str) {
        self.forget_beside(unit);
        for path in self.of_unit.remove(unit).unwrap_or_default() {
            let shown = self.published.remove(&path);
            if shown.is_some_and(|it| !it.diagnostics.is_empty())
                && let Some(uri) = convert::uri_of(&path)
            {
                send(&self.client, uri, None, Vec::new());
            }
        }
    }

    /// Withdraws the diagnostics of a unit's backends about documents of other units.
    fn forget_beside(&mut self, unit: &str) {
        let mut concerned = Vec::new();
        for (path, of_path) in &mut self.beside {
            if of_path.remove(unit).is_some() {
                concerned.push(path.clone());
            }
        }
        for path in concerned {
            let Some(known) = self.published.get(&path) else {
                continue;
            };
            let diagnostics = self.with_beside(&path, &known.unit, &known.own);
            if let (true, Some(uri)) = (diagnostics != known.diagnostics, convert::uri_of(&path)) {
                send(&self.client, uri, known.version, diagnostics.clone());
            }
            if let Some(known) = self.published.get_mut(&path) {
                known.diagnostics = diagnostics;
            }
        }
        self.beside.retain(|_, it| !it.is_empty());
    }

    /// The diagnostics `own` of `unit` about a file, followed by those of the backends of other units, without
    /// duplicates.
    fn with_beside(&self, path: &str, unit: &str, own: &[Diagnostic]) -> Vec<Diagnostic> {
        let mut all = own.to_vec();
        let beside = self.beside.get(path).into_iter().flatten();
        for it in beside.filter(|it| it.0 != unit).flat_map(|it| it.1) {
            if !all.iter().any(|known| is_same(known, it)) {
                all.push(it.clone());
            }
        }
        all
    }

    /// Records the diagnostics `own` of the job's unit about a file. Returns whether the file's diagnostics or the
    /// document's version have changed. If so, the diagnostics are published, unless the client only pulls diagnostics.
    fn publish(&mut self, job: &Job, path: Arc<str>, own: Vec<Diagnostic>) -> bool {
        self.publish_of(&job.unit.info.id, job, path, own)
    }

    /// Does the same as [`Publisher::publish`] with the diagnostics `own` of `unit`, which may differ from the job's
    /// unit.
    fn publish_of(&mut self, unit: &str, job: &Job, path: Arc<str>, own: Vec<Diagnostic>) -> bool {
        let diagnostics = self.with_beside(&path, unit, &own);
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
        let shown = Published {
            unit: unit.to_owned(),
            version,
            own,
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

/// Whether a diagnostic is an error or a warning of a backend.
fn is_of_backend(it: &Diagnostic) -> bool {
    let severity = it.severity.unwrap_or(DiagnosticSeverity::ERROR);
    severity <= DiagnosticSeverity::WARNING && it.source.as_deref() != Some(OWN)
}

/// Whether two diagnostics report the same mistake: they have the same range and the same first line.
fn is_same(a: &Diagnostic, b: &Diagnostic) -> bool {
    let line = |it: &Diagnostic| it.message.lines().next().map(str::to_owned);
    a.range == b.range && line(a) == line(b)
}

fn send(client: &Client, uri: Url, version: Option<i32>, diagnostics: Vec<Diagnostic>) {
    let params = PublishDiagnosticsParams::new(uri, diagnostics, version);
    client.notify("textDocument/publishDiagnostics", params);
}
