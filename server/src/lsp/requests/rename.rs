//! `textDocument/rename` and `textDocument/prepareRename`

use std::collections::{BTreeMap, HashMap};

use ide::FileRange;
use ide::rename::{InText, Replacement};
use lsp_types::request::{PrepareRenameRequest, Rename};
use lsp_types::{
    AnnotatedTextEdit, ChangeAnnotation, DocumentChanges, OneOf,
    OptionalVersionedTextDocumentIdentifier, PrepareRenameResponse, RenameParams, TextDocumentEdit,
    TextDocumentPositionParams, TextEdit, Url, WorkspaceEdit,
};
use tower_lsp::jsonrpc::Result;

use super::limits::{MAX_RENAMED, refused};
use super::workspace_symbols::relative;
use super::{Later, Needs, Snapshot, Table};
use crate::lsp::convert;

/// The largest number of places in each list in the description of a change annotation.
const MAX_LISTED: usize = 8;

pub(super) fn fill(table: &mut Table) {
    table.on::<PrepareRenameRequest>(Needs::Text, Later::Refuse, prepare);
    table.on::<Rename>(Needs::Text, Later::Refuse, rename);
}

/// `textDocument/prepareRename`
fn prepare(
    snapshot: &Snapshot,
    params: TextDocumentPositionParams,
) -> Result<Option<PrepareRenameResponse>> {
    let at = snapshot.position(&params)?;
    let found = ide::rename::prepare(snapshot.db(), &at).map_err(refused)?;
    let range = snapshot.range(&found.path, &found.range);
    Ok(range.map(PrepareRenameResponse::Range))
}

/// `textDocument/rename`
fn rename(snapshot: &Snapshot, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
    let at = snapshot.position(&params.text_document_position)?;
    let name = &params.new_name;
    let found = ide::rename::rename(snapshot.db(), &at, name).map_err(refused)?;
    let in_text = ide::rename::in_text(snapshot.db(), &at, name).map_err(refused)?;
    let count = found.len() + in_text.replacements.len();
    if count > MAX_RENAMED {
        let message = format!("{count} places would be changed, and at most {MAX_RENAMED} are");
        return Err(refused(message));
    }
    if in_text.is_empty() {
        return Ok(Some(WorkspaceEdit {
            changes: Some(by_file(snapshot, found)),
            ..WorkspaceEdit::default()
        }));
    }
    if !snapshot.style.annotations {
        return Err(refused(format!(
            "{}; change that first, for this editor cannot ask",
            warning(snapshot, &in_text)
        )));
    }
    Ok(Some(with_questions(snapshot, found, in_text)))
}

fn by_file(snapshot: &Snapshot, found: Vec<Replacement>) -> HashMap<Url, Vec<TextEdit>> {
    let mut changes: HashMap<Url, Vec<TextEdit>> = HashMap::new();
    for it in found {
        if let Some(location) = snapshot.location(&it.range) {
            let edit = TextEdit::new(location.range, it.text);
            changes.entry(location.uri).or_default().push(edit);
        }
    }
    changes
}

/// The workspace edit of a rename that is not certain to be complete. Change annotations let the user confirm the edits
/// in strings and code. If a `bits` field encodes the renamed operand by its name, the user has to confirm all edits,
/// since the field is not renamed.
fn with_questions(snapshot: &Snapshot, found: Vec<Replacement>, in_text: InText) -> WorkspaceEdit {
    /// The ids of the annotations.
    const NAMES: &str = "names";
    const TEXT: &str = "text";
    let description = warning(snapshot, &in_text);
    let annotation = |label: &str, needs_confirmation: bool| ChangeAnnotation {
        label: label.to_owned(),
        needs_confirmation: Some(needs_confirmation),
        description: Some(description.clone()),
    };
    let has_fields = !in_text.fields.is_empty();
    let annotations = HashMap::from([
        (NAMES.to_owned(), annotation("What is renamed", has_fields)),
        (TEXT.to_owned(), annotation("Names in text", true)),
    ]);
    let mut documents: BTreeMap<Url, Vec<OneOf<TextEdit, AnnotatedTextEdit>>> = BTreeMap::new();
    for (edits, id) in [(found, NAMES), (in_text.replacements, TEXT)] {
        for (uri, edits) in by_file(snapshot, edits) {
            let edits = edits.into_iter().map(|text_edit| {
                OneOf::Right(AnnotatedTextEdit {
                    text_edit,
                    annotation_id: id.to_owned(),
                })
            });
            documents.entry(uri).or_default().extend(edits);
        }
    }
    let documents = documents.into_iter().map(|(uri, edits)| {
        let document = snapshot.documents.get(&convert::path_of(&uri));
        let version = document.map(|it| it.version);
        TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier { uri, version },
            edits,
        }
    });
    WorkspaceEdit {
        changes: None,
        document_changes: Some(DocumentChanges::Edits(documents.collect())),
        change_annotations: Some(annotations),
    }
}

/// The description of the annotations. It lists the places of strings and code that contain the name, and the places of
/// `bits` fields that encode the operand with this name.
fn warning(snapshot: &Snapshot, in_text: &InText) -> String {
    let text = in_text.replacements.iter().map(|it| &it.range);
    let mut parts = Vec::new();
    if let Some(places) = listed(snapshot, text) {
        parts.push(format!("the name is in text, which may mean it: {places}"));
    }
    if let Some(places) = listed(snapshot, in_text.fields.iter()) {
        parts.push(format!("a field encodes it by its name: {places}"));
    }
    parts.join("; ")
}

/// The first [`MAX_LISTED`] places as `file:line`, by file and line, and the number of further places; `None` if no place
/// can be shown.
fn listed<'r>(snapshot: &Snapshot, ranges: impl Iterator<Item = &'r FileRange>) -> Option<String> {
    let places = ranges.filter_map(|it| {
        let path = snapshot.unit.paths.absolute(&it.path)?;
        let line = snapshot.range(&it.path, &it.range)?.start.line + 1;
        Some((relative(path, &snapshot.folders), line))
    });
    let mut places: Vec<_> = places.collect();
    places.sort_unstable();
    places.dedup();
    let places = places.into_iter();
    let mut places: Vec<String> = places
        .map(|(file, line)| format!("{file}:{line}"))
        .collect();
    let more = places.len().saturating_sub(MAX_LISTED);
    places.truncate(MAX_LISTED);
    if more > 0 {
        places.push(format!("and {more} more"));
    }
    (!places.is_empty()).then(|| places.join(", "))
}
