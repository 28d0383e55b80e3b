//! Pull diagnostics: diagnostics that the client requests.

use std::hash::{DefaultHasher, Hash, Hasher};

use lsp_types::{
    Diagnostic, DocumentDiagnosticParams, DocumentDiagnosticReport, DocumentDiagnosticReportResult,
    FullDocumentDiagnosticReport, RelatedFullDocumentDiagnosticReport,
    RelatedUnchangedDocumentDiagnosticReport, UnchangedDocumentDiagnosticReport,
    WorkspaceDiagnosticParams, WorkspaceDiagnosticReport, WorkspaceDiagnosticReportResult,
    WorkspaceDocumentDiagnosticReport, WorkspaceFullDocumentDiagnosticReport,
    WorkspaceUnchangedDocumentDiagnosticReport,
};
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::json;
use tower_lsp::jsonrpc::Result;

use super::Snapshot;
use crate::lsp::convert;
use crate::lsp::diagnostics::by_file;
use crate::lsp::diagnostics_cache;

/// `textDocument/diagnostic`: the diagnostics of a document.
pub(crate) fn document(
    snapshot: &Snapshot,
    params: DocumentDiagnosticParams,
) -> Result<DocumentDiagnosticReportResult> {
    let path = convert::path_of(&params.text_document.uri);
    let unit = &snapshot.unit;
    let sources: FxHashSet<usize> = unit.paths.sources_where(|it| it == path).collect();
    let reports = diagnostics_cache::of_sources(unit, &sources);
    let mut found = by_file(unit, &reports, &sources, snapshot.style);
    let items = found.remove(&*path).unwrap_or_default();
    let id = result_id(&items);
    let report = if params.previous_result_id.as_ref() == Some(&id) {
        let unchanged = UnchangedDocumentDiagnosticReport { result_id: id };
        DocumentDiagnosticReport::Unchanged(RelatedUnchangedDocumentDiagnosticReport {
            related_documents: None,
            unchanged_document_diagnostic_report: unchanged,
        })
    } else {
        DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport {
            related_documents: None,
            full_document_diagnostic_report: FullDocumentDiagnosticReport {
                result_id: Some(id),
                items,
            },
        })
    };
    Ok(DocumentDiagnosticReportResult::Report(report))
}

/// `workspace/diagnostic`: the diagnostics of the unit that was used last.
pub(crate) fn workspace(
    snapshot: &Snapshot,
    params: WorkspaceDiagnosticParams,
) -> Result<WorkspaceDiagnosticReportResult> {
    let unit = &snapshot.unit;
    let is_open = |path: &str| snapshot.documents.get(path).is_some();
    let open: FxHashSet<usize> = unit.paths.sources_where(is_open).collect();
    let reports = diagnostics_cache::of_all(unit, |_, _| true).unwrap_or_default();
    let mut found = by_file(unit, &reports, &open, snapshot.style);
    let known: FxHashMap<String, String> = params
        .previous_result_ids
        .into_iter()
        .map(|it| (convert::path_of(&it.uri), it.value))
        .collect();
    // Files whose diagnostics have vanished are reported with empty lists.
    for path in known.keys() {
        if unit.paths.name(path).is_some() {
            found.entry(path.as_str().into()).or_default();
        }
    }
    let mut items = Vec::new();
    for (path, diagnostics) in found {
        let document = snapshot.documents.get(&path);
        let uri = document.map(|it| it.uri.clone());
        let Some(uri) = uri.or_else(|| convert::uri_of(&path)) else {
            continue;
        };
        let version = document.map(|it| i64::from(it.version));
        let id = result_id(&diagnostics);
        items.push(if known.get(&*path) == Some(&id) {
            let unchanged = UnchangedDocumentDiagnosticReport { result_id: id };
            WorkspaceDocumentDiagnosticReport::Unchanged(
                WorkspaceUnchangedDocumentDiagnosticReport {
                    uri,
                    version,
                    unchanged_document_diagnostic_report: unchanged,
                },
            )
        } else {
            let full = FullDocumentDiagnosticReport {
                result_id: Some(id),
                items: diagnostics,
            };
            WorkspaceDocumentDiagnosticReport::Full(WorkspaceFullDocumentDiagnosticReport {
                uri,
                version,
                full_document_diagnostic_report: full,
            })
        });
    }
    let wrap = |items: &[_]| json!({"items": items});
    let items = snapshot.pieces.tell(items, wrap);
    let report = WorkspaceDiagnosticReport { items };
    Ok(WorkspaceDiagnosticReportResult::Report(report))
}

/// A hash of diagnostics, which the protocol's answers use as the result id.
fn result_id(diagnostics: &[Diagnostic]) -> String {
    let mut hasher = DefaultHasher::new();
    serde_json::to_string(diagnostics)
        .unwrap_or_default()
        .hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
