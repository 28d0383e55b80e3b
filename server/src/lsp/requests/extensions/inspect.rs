//! `tablegen/syntaxTree`: the syntax tree of a file, for finding bugs in the parser.

use std::fmt::Write as _;

use ide::tree_of;
use lsp_types::TextDocumentIdentifier;
use serde::Deserialize;
use tower_lsp::jsonrpc::Result;

use crate::lsp::requests::Snapshot;
use crate::lsp::requests::limits::MAX_TREE;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SyntaxTreeParams {
    text_document: TextDocumentIdentifier,
}

pub(super) fn syntax_tree(snapshot: &Snapshot, params: SyntaxTreeParams) -> Result<Option<String>> {
    let name = snapshot.name(&params.text_document.uri)?;
    Ok(tree_of(snapshot.db(), name).map(|tree| {
        let mut text = Text(String::new());
        if write!(text, "{tree:#?}").is_err() {
            text.0.push_str("\n… (the rest is left out)\n");
        }
        text.0
    }))
}

/// A text with a size limit. Writing more than the limit is an error.
struct Text(String);

impl std::fmt::Write for Text {
    fn write_str(&mut self, s: &str) -> std::fmt::Result {
        if self.0.len() + s.len() > MAX_TREE {
            return Err(std::fmt::Error);
        }
        self.0.push_str(s);
        Ok(())
    }
}
