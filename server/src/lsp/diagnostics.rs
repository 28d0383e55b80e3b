//! The conversion of reports to the protocol's diagnostics.

use std::ops::Range as Bytes;
use std::sync::Arc;

use db::Db as _;
use elaborate::diagnostic::{Audience, Severity};
use elaborate::report::Report;
use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, InitializeParams,
    MarkupKind,
};
use project::path;
use rowan::GreenNode;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::SyntaxKind;
use syntax::ast::{Node, WalkStep};

use super::backend_diagnostics::BackendDiagnostic;
use super::places::Places;
use super::unit::UnitSnapshot;
use backends::reports::{self, Run, Speaker};
use driver::advice::{advise, tell_releases};
use syntax::line_index::Encoding;

/// The largest number of diagnostics of one file. A file has at most 1,000 syntax errors and the error that reports
/// that limit.
const MAX_PER_FILE: usize = 1_001;

/// The client's capabilities and the settings that affect the contents of answers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Style {
    pub encoding: Encoding,
    pub related: bool,
    pub tags: bool,
    /// Whether the server publishes diagnostics. False if the settings say that the client only pulls diagnostics.
    pub pushes: bool,
    pub snippets: bool,
    /// Whether documentation is sent as Markdown.
    pub markdown: bool,
    /// Whether the client shows inlay hints.
    pub shows_hints: bool,
    /// Whether the client supports `workspace/inlayHint/refresh`.
    pub refreshes_hints: bool,
    /// Whether the client supports `workspace/codeLens/refresh`.
    pub refreshes_lenses: bool,
    /// Whether the client supports change annotations, which ask the user to confirm an edit.
    pub annotations: bool,
}

impl Style {
    pub(crate) fn new(params: &InitializeParams, encoding: Encoding) -> Style {
        let text_document = params.capabilities.text_document.as_ref();
        let publish = text_document.and_then(|it| it.publish_diagnostics.as_ref());
        // A client that pulls diagnostics supports related information and tags, although the capability for pulling
        // does not mention them.
        let pulls = text_document.is_some_and(|it| it.diagnostic.is_some());
        let has = |it: Option<bool>| it.unwrap_or(false);
        let item = text_document
            .and_then(|it| it.completion.as_ref())
            .and_then(|it| it.completion_item.as_ref());
        let workspace = params.capabilities.workspace.as_ref();
        let hints = workspace.and_then(|it| it.inlay_hint.as_ref());
        let lenses = workspace.and_then(|it| it.code_lens.as_ref());
        let edit = workspace.and_then(|it| it.workspace_edit.as_ref());
        let annotations = edit
            .is_some_and(|it| has(it.document_changes) && it.change_annotation_support.is_some());
        let hover = text_document.and_then(|it| it.hover.as_ref());
        let formats = hover.and_then(|it| it.content_format.as_deref());
        Style {
            encoding,
            snippets: item.is_some_and(|it| has(it.snippet_support)),
            markdown: formats.is_none_or(|it| it.contains(&MarkupKind::Markdown)),
            related: pulls || publish.is_some_and(|it| has(it.related_information)),
            pushes: true,
            shows_hints: text_document.is_some_and(|it| it.inlay_hint.is_some()),
            refreshes_hints: hints.is_some_and(|it| has(it.refresh_support)),
            refreshes_lenses: lenses.is_some_and(|it| has(it.refresh_support)),
            annotations,
            tags: pulls || publish.is_some_and(|it| it.tag_support.is_some()),
        }
    }
}

/// Diagnostics, keyed by the path of their file.
pub(crate) type ByFile = FxHashMap<Arc<str>, Vec<Diagnostic>>;

/// The `source` of diagnostics of the front end.
pub(crate) const OWN: &str = "tablegen";

/// The diagnostics for `reports` and, if these contain no error, the diagnostics of backends and finders. If the client
/// supports tags, text in `sources` that a preprocessor directive disables is reported as a hint.
pub(crate) fn by_file(
    unit: &UnitSnapshot,
    reports: &[Report],
    sources: &FxHashSet<usize>,
    style: Style,
) -> ByFile {
    let mut converter = Converter {
        places: Places::new(unit, style.encoding),
        style,
        out: ByFile::default(),
    };
    let found = &unit.info.found;
    let name = |it: &str| match path::within(it, &found.working_dir) {
        Some(inside) => inside.to_owned(),
        None => it.to_owned(),
    };
    for report in advise(found, unit.db.unit(), reports, &name, &|_| true) {
        converter.report(&report, OWN, severity);
    }
    // As in a build, backends are not run while the source has errors. Unless `reports` are of all files, the last check
    // is what is known of the other files.
    if !unit.checked().has_errors && !reports.iter().any(Report::is_error) {
        converter.backends(unit);
    }
    if style.tags {
        for source in sources {
            converter.inactive(*source);
        }
    }
    converter.out
}

struct Converter {
    places: Places,
    style: Style,
    out: ByFile,
}

impl Converter {
    /// Adds a diagnostic for a report, and one for each error or warning that is attached to the report. `by` is their
    /// `source`: the name of the front end, of a backend or of a finder.
    fn report(&mut self, report: &Report, by: &str, severity: fn(Severity) -> DiagnosticSeverity) {
        let mut message = report.message.trim_end().to_owned();
        let mut related = Vec::new();
        for note in &report.notes {
            if note.severity != Severity::Note {
                self.report(note, by, severity);
                continue;
            }
            let place = note.place.filter(|_| self.style.related);
            match place.and_then(|(source, offset)| self.places.location(source, offset)) {
                Some(location) => related.push(DiagnosticRelatedInformation {
                    location,
                    message: note.message.clone(),
                }),
                None => {
                    message.push_str("\nnote: ");
                    message.push_str(&note.message);
                }
            }
        }
        let (source, offset) = report.place.unwrap_or((0, 0));
        let bytes = self.places.token(source, offset);
        let tags = (report.unused && self.style.tags).then(|| vec![DiagnosticTag::UNNECESSARY]);
        let diagnostic = Diagnostic {
            range: self.places.range(source, &bytes),
            severity: Some(severity(report.severity)),
            source: Some(by.to_owned()),
            message,
            related_information: (!related.is_empty()).then_some(related),
            tags,
            ..Diagnostic::default()
        };
        self.push(source, diagnostic);
    }

    /// Adds the diagnostics of the unit's backends and finders.
    fn backends(&mut self, unit: &UnitSnapshot) {
        let (said, found) = (unit.said.get(), unit.found.get());
        let release = unit.info.found.release();
        let is_known = |it: &&BackendDiagnostic| {
            it.what.external.is_some() || backends::is_form_known(&it.what.backend, release)
        };
        let backends = said.iter().filter(is_known).map(|it| Run {
            by: Speaker::Backend(it.what.words()),
            said: &it.diagnostics,
        });
        let finders = found.iter().map(|it| Run {
            by: Speaker::Finder(&it.what.backend),
            said: &it.diagnostics,
        });
        let mut runs: Vec<Run> = backends.chain(finders).collect();
        // The order in which the backends ended is arbitrary.
        runs.sort_by(|a, b| a.by.cmp(&b.by));
        for told in reports::merged(unit.sources(), runs) {
            if told.report.audience == Audience::Tables {
                continue;
            }
            let source = told.source().to_owned();
            let severity = match told.finder() {
                Some(_) => of_finder,
                None => severity,
            };
            let mut report = told.with_speakers(true);
            tell_releases(&unit.info.found, release, std::slice::from_mut(&mut report));
            self.report(&report, &source, severity);
        }
    }

    /// Adds a diagnostic, unless its file already has [`MAX_PER_FILE`] diagnostics or an equal one. A unit that reads a
    /// file several times gives equal diagnostics.
    fn push(&mut self, source: usize, diagnostic: Diagnostic) {
        let Some(path) = self.places.paths.of_source(source).cloned() else {
            return;
        };
        let known = self.out.entry(path).or_default();
        if known.len() < MAX_PER_FILE && !known.contains(&diagnostic) {
            known.push(diagnostic);
        }
    }

    fn inactive(&mut self, source: usize) {
        let sources = self.places.sources.clone();
        let file = &sources.files[source];
        let Some(tree) = &file.tree else { return };
        let parsed = file.parsed_text();
        if !parsed.contains("#if") {
            return;
        }
        for bytes in disabled(tree) {
            let text = parsed.get(bytes.clone()).unwrap_or("");
            let (source, start) = sources.origin(source, bytes.start as u32);
            let bytes = start as usize..start as usize + text.len();
            let blank = text.len() - text.trim_start().len();
            let bytes = bytes.start + blank..bytes.start + text.trim_end().len().max(blank);
            let diagnostic = Diagnostic {
                range: self.places.range(source, &bytes),
                severity: Some(DiagnosticSeverity::HINT),
                source: Some(OWN.to_owned()),
                message: "inactive preprocessor text".to_owned(),
                tags: Some(vec![DiagnosticTag::UNNECESSARY]),
                ..Diagnostic::default()
            };
            self.push(source, diagnostic);
        }
    }
}

/// The protocol's severity of a diagnostic of the front end or of a backend.
pub(crate) fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Note => DiagnosticSeverity::INFORMATION,
    }
}

/// The protocol's severity of a finder's diagnostic. A finder's notes are hints, unlike those of backends.
fn of_finder(it: Severity) -> DiagnosticSeverity {
    match it {
        Severity::Note => DiagnosticSeverity::HINT,
        other => severity(other),
    }
}

/// The byte ranges of the text that preprocessor directives disable.
fn disabled(root: &GreenNode) -> impl Iterator<Item = Bytes<usize>> {
    let steps = Node::root(root).walk();
    let disabled = steps.filter_map(|it| match it {
        WalkStep::Token(it) if it.kind() == SyntaxKind::DISABLED_TEXT => Some(it.range()),
        _ => None,
    });
    disabled.map(Bytes::from)
}
