//! Symbols of the workspace: of the unit that was used last.

use ide::workspace_symbols::{self, SymbolKind as Kind};
use lsp_types::request::WorkspaceSymbolRequest;
use lsp_types::{
    OneOf, SymbolKind, WorkspaceSymbol, WorkspaceSymbolParams, WorkspaceSymbolResponse,
};
use tower_lsp::jsonrpc::Result;

use super::{Later, Snapshot, Table};

pub(super) fn fill(table: &mut Table) {
    table.on::<WorkspaceSymbolRequest>(Later::Again, symbols);
}

/// `workspace/symbol`
fn symbols(
    snapshot: &Snapshot,
    params: WorkspaceSymbolParams,
) -> Result<Option<WorkspaceSymbolResponse>> {
    let found = workspace_symbols::workspace_symbols(snapshot.db(), &params.query);
    let symbols = found.into_iter().filter_map(|it| {
        Some(WorkspaceSymbol {
            location: OneOf::Left(snapshot.location(&it.target.focus)?),
            name: it.target.name,
            kind: match it.kind {
                Kind::Class => SymbolKind::CLASS,
                Kind::Multiclass => SymbolKind::FUNCTION,
                Kind::Type => SymbolKind::TYPE_PARAMETER,
                Kind::Variable => SymbolKind::VARIABLE,
                Kind::Record => SymbolKind::CONSTANT,
            },
            tags: None,
            container_name: None,
            data: None,
        })
    });
    let symbols = snapshot.pieces.list(symbols);
    Ok(Some(WorkspaceSymbolResponse::Nested(symbols)))
}
