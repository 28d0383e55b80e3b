//! `tablegen/syntaxTree`: the tree of a file, for who looks for a mistake in the parser.

use ide::tree_of;
use serde::Deserialize;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::TextDocumentIdentifier;

use crate::lsp::requests::Snapshot;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SyntaxTreeParams {
    text_document: TextDocumentIdentifier,
}

pub fn syntax_tree(snapshot: &Snapshot, params: SyntaxTreeParams) -> Result<Option<String>> {
    let name = snapshot.name(&params.text_document.uri)?;
    Ok(tree_of(snapshot.db(), name).map(|tree| format!("{tree:#?}")))
}
