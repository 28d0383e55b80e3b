//! `tablegen/findRecord`: from generated code to records.

use serde::Deserialize;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::TextDocumentIdentifier;

use crate::disk;
use crate::lsp::convert;
use crate::lsp::places::{Named, Places};
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
    for word in words(&text) {
        let is_known = found.iter().any(|it| it.name == word);
        if let Some(rec) = records.def(word).filter(|_| !is_known) {
            found.push(Named::new(&places, rec));
        }
    }
    Ok(found)
}

/// The words of a text that may be records. A namespace (`X86::`) is none, though a target is often called like it.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let pieces = text.split_inclusive(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let mut rest = text;
    pieces.filter_map(move |piece| {
        rest = &rest[piece.len()..];
        let is_namespace = piece.ends_with(':') && rest.starts_with(':');
        let word = piece.trim_end_matches(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        (!is_namespace && !word.is_empty()).then_some(word)
    })
}

/// A line of a file that need not be TableGen's.
fn line_of(snapshot: &Snapshot, document: &TextDocumentIdentifier, line: usize) -> String {
    let path = convert::path_of(&document.uri);
    let text = match snapshot.documents.get(&path) {
        Some(open) => open.text.to_string(),
        None => {
            let bytes = disk::read(&path).unwrap_or_default();
            String::from_utf8_lossy(&bytes).into_owned()
        }
    };
    text.lines().nth(line).unwrap_or("").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        assert_eq!(words(text).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn words_of_generated_code() {
        check("X86::ADD32rr", &["ADD32rr"]);
        check(
            "  case llvm::X86::AL: return a::b ? c:d;",
            &["case", "AL", "return", "b", "c", "d"],
        );
        check("ADD32rr = 17,", &["ADD32rr", "17"]);
        check("é::R0 é", &["R0"]);
        check("", &[]);
    }
}
