//! `textDocument/formatting`, `rangeFormatting` and `onTypeFormatting`

use ide::format::{TextEdit as Edit, format, format_on_type, format_range};
use ide::own_syntax_of;
use lsp_types::request::{Formatting, OnTypeFormatting, RangeFormatting};
use lsp_types::{
    DocumentFormattingParams, DocumentOnTypeFormattingParams, DocumentRangeFormattingParams,
    TextEdit, Url,
};
use tower_lsp::jsonrpc::Result;

use super::limits::refused;
use super::{Later, Needs, Snapshot, Table};
use crate::format::MAX_FORMATTED;
use crate::lsp::convert;

pub(super) fn fill(table: &mut Table) {
    table.on::<Formatting>(Needs::Text, Later::Refuse, document);
    table.on::<RangeFormatting>(Needs::Text, Later::Refuse, range);
    table.on::<OnTypeFormatting>(Needs::Text, Later::Refuse, on_type);
}

/// The typed characters that trigger formatting.
pub(crate) const TRIGGERS: [&str; 3] = ["}", ";", "\n"];

/// `textDocument/formatting`. An error if the document has more than [`MAX_FORMATTED`] bytes.
fn document(
    snapshot: &Snapshot,
    params: DocumentFormattingParams,
) -> Result<Option<Vec<TextEdit>>> {
    let uri = params.text_document.uri;
    let name = snapshot.name(&uri)?;
    if !snapshot.settings.format.enable.0 {
        return Ok(None);
    }
    let Some((tree, errors)) = own_syntax_of(snapshot.db(), name) else {
        return Ok(None);
    };
    let size = usize::from(tree.text_len());
    if size > MAX_FORMATTED {
        return Err(refused(format!(
            "a document of {size} bytes is not formatted as a whole, at most {MAX_FORMATTED} are"
        )));
    }
    edits(
        snapshot,
        &uri,
        format(&tree, &errors, snapshot.settings.format.style()),
    )
}

/// `textDocument/rangeFormatting`
fn range(
    snapshot: &Snapshot,
    params: DocumentRangeFormattingParams,
) -> Result<Option<Vec<TextEdit>>> {
    let uri = params.text_document.uri;
    let at = snapshot.bytes(&uri, params.range)?;
    if !snapshot.settings.format.enable.0 {
        return Ok(None);
    }
    let Some((tree, errors)) = own_syntax_of(snapshot.db(), &at.path) else {
        return Ok(None);
    };
    let style = snapshot.settings.format.style();
    edits(
        snapshot,
        &uri,
        format_range(&tree, &errors, at.range, style),
    )
}

/// `textDocument/onTypeFormatting`: formats the construct that a typed character ends.
fn on_type(
    snapshot: &Snapshot,
    params: DocumentOnTypeFormattingParams,
) -> Result<Option<Vec<TextEdit>>> {
    let position = params.text_document_position;
    let at = snapshot.position(&position)?;
    let Some(typed) = params.ch.chars().next() else {
        return Ok(None);
    };
    if !snapshot.settings.format.enable.0 {
        return Ok(None);
    }
    let Some((tree, errors)) = own_syntax_of(snapshot.db(), &at.path) else {
        return Ok(None);
    };
    let found = format_on_type(
        &tree,
        &errors,
        at.offset,
        typed,
        snapshot.settings.format.style(),
    );
    edits(snapshot, &position.text_document.uri, found)
}

fn edits(snapshot: &Snapshot, uri: &Url, edits: Vec<Edit>) -> Result<Option<Vec<TextEdit>>> {
    let Some((text, lines)) = snapshot.text(snapshot.name(uri)?) else {
        return Ok(None);
    };
    let convert = |it: Edit| TextEdit {
        range: convert::range(&text, &lines, &it.range, snapshot.encoding()),
        new_text: it.text,
    };
    Ok(Some(edits.into_iter().map(convert).collect()))
}
