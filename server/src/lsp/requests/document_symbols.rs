//! `textDocument/documentSymbol`

use ide::document_symbols::{Symbol, SymbolKind, document_symbols};
use ide::own_tree_of;
use lsp_types::request::DocumentSymbolRequest;
use lsp_types::{DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse, SymbolKind as Kind};
use syntax::ast::SourceFile;
use tower_lsp::jsonrpc::Result;

use super::{Later, Needs, Snapshot, Table};
use crate::lsp::convert;
use syntax::line_index::{Encoding, LineIndex};

pub(super) fn fill(table: &mut Table) {
    table.on::<DocumentSymbolRequest>(Needs::Text, Later::Again, document);
}

/// The outline of a document.
fn document(
    snapshot: &Snapshot,
    params: DocumentSymbolParams,
) -> Result<Option<DocumentSymbolResponse>> {
    let name = snapshot.name(&params.text_document.uri)?;
    let Some((text, lines)) = snapshot.text(name) else {
        return Ok(None);
    };
    let Some(tree) = own_tree_of(snapshot.db(), name) else {
        return Ok(None);
    };
    let symbols = document_symbols(SourceFile::of_root(&tree));
    let symbols = convert_all(symbols, &text, &lines, snapshot.encoding());
    Ok(Some(DocumentSymbolResponse::Nested(symbols)))
}

fn convert_all(
    symbols: Vec<Symbol>,
    text: &str,
    lines: &LineIndex,
    encoding: Encoding,
) -> Vec<DocumentSymbol> {
    let convert = |it: Symbol| {
        #[expect(deprecated, reason = "the protocol's type has such a field")]
        DocumentSymbol {
            name: it.name,
            detail: Some(it.detail).filter(|it| !it.is_empty()),
            kind: kind(it.kind),
            tags: None,
            deprecated: None,
            range: convert::range(text, lines, &it.range, encoding),
            selection_range: convert::range(text, lines, &it.selection, encoding),
            children: Some(convert_all(it.children, text, lines, encoding))
                .filter(|it| !it.is_empty()),
        }
    };
    symbols.into_iter().map(convert).collect()
}

fn kind(kind: SymbolKind) -> Kind {
    match kind {
        SymbolKind::Class => Kind::CLASS,
        SymbolKind::Multiclass => Kind::INTERFACE,
        SymbolKind::Def => Kind::STRUCT,
        SymbolKind::Defm => Kind::CONSTRUCTOR,
        SymbolKind::Defset => Kind::ARRAY,
        SymbolKind::Deftype => Kind::TYPE_PARAMETER,
        SymbolKind::Variable => Kind::VARIABLE,
        SymbolKind::Field => Kind::FIELD,
        SymbolKind::Block => Kind::NAMESPACE,
    }
}
