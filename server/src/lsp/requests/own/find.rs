//! `tablegen/findRecord`: from generated code to records.

use serde::Deserialize;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::TextDocumentIdentifier;

use super::records::Named;
use crate::lsp::convert;
use crate::lsp::places::Places;
use crate::lsp::requests::Snapshot;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FindParams {
    name: Option<String>,
    text_document: Option<TextDocumentIdentifier>,
    line: Option<usize>,
}

/// `tablegen/findRecord`: by the name that C++ gives it, or all on a line of a generated file.
pub fn find(snapshot: &Snapshot, params: FindParams) -> Result<Vec<Named>> {
    let text = match (params.name, params.text_document, params.line) {
        (Some(name), ..) => name,
        (None, Some(document), Some(line)) => line_of(snapshot, &document, line),
        _ => String::new(),
    };
    let records = snapshot.unit.records();
    let places = Places::new(&snapshot.unit, snapshot.encoding());
    let mut found: Vec<Named> = Vec::new();
    for word in text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
        let is_known = found.iter().any(|it| it.name == word);
        if let Some(rec) = records.def(word).filter(|_| !is_known) {
            found.push(Named::new(&places, rec));
        }
    }
    Ok(found)
}

/// A line of a file that need not be TableGen's.
fn line_of(snapshot: &Snapshot, document: &TextDocumentIdentifier, line: usize) -> String {
    let path = convert::path_of(&document.uri);
    let text = match snapshot.documents.get(&path) {
        Some(open) => open.text.to_string(),
        None => {
            let bytes = std::fs::read(&path).unwrap_or_default();
            String::from_utf8_lossy(&bytes).into_owned()
        }
    };
    text.lines().nth(line).unwrap_or("").to_owned()
}
