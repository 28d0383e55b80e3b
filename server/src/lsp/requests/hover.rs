//! Hover.

use ide::markup::escape;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::request::HoverRequest;
use tower_lsp::lsp_types::{Hover, HoverContents, HoverParams, Url};

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
    let mut contents = snapshot.markup(&found.text);
    if snapshot.style.markdown {
        let links = found.links.iter().take(MAX_LINKS);
        let links: Vec<String> = links
            .filter_map(|(name, target)| {
                let uri = snapshot.uri(&target.path)?;
                let line = snapshot.range(&target.path, &target.range)?.start.line + 1;
                let (name, uri) = (escape(name), escaped_uri(&uri));
                Some(format!("[{name}]({uri}#L{line})"))
            })
            .collect();
        if !links.is_empty() {
            let links = format!("\n\n---\n{}", links.join(" · "));
            contents.value.push_str(&links);
        }
    }
    Ok(Some(Hover {
        contents: HoverContents::Markup(contents),
        range: snapshot.range(&found.range.path, &found.range.range),
    }))
}

/// A uri as the target of a link in Markdown, which the characters that end one do not end.
fn escaped_uri(uri: &Url) -> String {
    let mut out = String::new();
    for c in uri.as_str().chars() {
        match c {
            '(' | ')' | '<' | '>' | '\\' => {
                out.push_str(&format!("%{:02X}", u32::from(c)));
            }
            _ => out.push(c),
        }
    }
    out
}
