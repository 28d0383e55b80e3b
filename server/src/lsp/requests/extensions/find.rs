//! `tablegen/findRecord`: finds records by their names in C++ and in generated code.

use ide::navigation::field_of_class;
use lsp_types::{Location, TextDocumentIdentifier};
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;

use crate::lsp::convert;
use crate::lsp::places::Places;
use crate::lsp::requests::Snapshot;
use driver::disk;
use explain::cpp_names;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FindParams {
    name: Option<String>,
    text_document: Option<TextDocumentIdentifier>,
    line: Option<usize>,
}

/// A record, or a field of class `Instruction` that sets a flag. `unit` is the id of the unit that contains the record
/// or the class.
#[derive(Debug, Serialize)]
pub(super) struct FoundRecord {
    name: String,
    location: Option<Location>,
    classes: Vec<String>,
    unit: String,
}

/// `tablegen/findRecord`: the records and flag fields to which a C++ name refers, or to which the names in a line of a
/// generated file refer.
pub(super) fn find(snapshot: &Snapshot, params: FindParams) -> Result<Vec<FoundRecord>> {
    let text = match (params.name, params.text_document, params.line) {
        (Some(name), ..) => name,
        (None, Some(document), Some(line)) => line_of(snapshot, &document, line),
        _ => String::new(),
    };
    let records = snapshot.unit.records();
    let places = Places::new(&snapshot.unit, snapshot.encoding());
    let mut found: Vec<FoundRecord> = Vec::new();
    for rec in paths(&text).flat_map(|it| cpp_names::records(&records, it)) {
        if !found.iter().any(|it| it.name == rec.name()) {
            found.push(FoundRecord {
                name: rec.name().to_owned(),
                location: places.of_record(rec.record()),
                classes: rec.superclasses().map(|it| it.name().to_owned()).collect(),
                unit: snapshot.unit.info.id.clone(),
            });
        }
    }
    for field in paths(&text).flat_map(cpp_names::flag_fields) {
        if !found.iter().any(|it| it.name == field)
            && let Some(at) = field_of_class(snapshot.db(), cpp_names::FLAGGED, &field)
        {
            found.push(FoundRecord {
                name: field,
                location: snapshot.location(&at),
                classes: vec![cpp_names::FLAGGED.to_owned()],
                unit: snapshot.unit.info.id.clone(),
            });
        }
    }
    Ok(found)
}

/// The names in a text, each with its namespaces, such as `X86::AL`. A name that ends in `::` is left out.
fn paths(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':';
    let pieces = text.split(move |c| !is_part(c));
    // A single colon separates names.
    let pieces = pieces.flat_map(|it| {
        let single = it.match_indices(':').filter(|(at, _)| {
            let bytes = it.as_bytes();
            let is_colon = |at: usize| bytes.get(at) == Some(&b':');
            let is_double = is_colon(*at + 1) || *at > 0 && is_colon(*at - 1);
            !is_double
        });
        let mut parts = Vec::new();
        let mut start = 0;
        for (at, _) in single {
            parts.push(&it[start..at]);
            start = at + 1;
        }
        parts.push(&it[start..]);
        parts
    });
    let is_name = |it: &&str| it.rsplit("::").next().is_some_and(|last| !last.is_empty());
    pieces.filter(is_name)
}

/// The text of the line `line` (from 0) of a file; empty if there is no such line. The file need not be a TableGen
/// file.
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
        assert_eq!(paths(text).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn names_of_generated_code() {
        check("X86::ADD32rr", &["X86::ADD32rr"]);
        check(
            "  case llvm::X86::AL: return a::b ? c:d;",
            &["case", "llvm::X86::AL", "return", "a::b", "c", "d"],
        );
        check("ADD32rr = 17,", &["ADD32rr", "17"]);
        check("é::R0 é a::", &["::R0"]);
        check("", &[]);
    }
}
