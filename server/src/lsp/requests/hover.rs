//! Hover.

use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::request::HoverRequest;
use tower_lsp::lsp_types::{Hover, HoverContents, HoverParams};

use super::{Later, Snapshot, Table};

pub(super) fn fill(table: &mut Table) {
    table.on::<HoverRequest>(Later::Refuse, hover);
}

/// How many ways on are shown.
const MAX_LINKS: usize = 40;

/// `textDocument/hover`
fn hover(snapshot: &Snapshot, params: HoverParams) -> Result<Option<Hover>> {
    let at = snapshot.position(&params.text_document_position_params)?;
    let Some(found) = ide::hover::hover(snapshot.db(), &at) else {
        return Ok(None);
    };
    let mut text = found.markdown;
    if snapshot.style.markdown {
        let links = found.links.iter().take(MAX_LINKS);
        let links: Vec<String> = links
            .filter_map(|(name, target)| {
                let uri = snapshot.uri(&target.path)?;
                let line = snapshot.range(&target.path, &target.range)?.start.line + 1;
                Some(format!("[{name}]({uri}#L{line})"))
            })
            .collect();
        if !links.is_empty() {
            text.push_str(&format!("\n\n---\n{}", links.join(" · ")));
        }
    }
    Ok(Some(Hover {
        contents: HoverContents::Markup(snapshot.markup(text)),
        range: snapshot.range(&found.range.path, &found.range.range),
    }))
}
