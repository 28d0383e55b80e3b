//! Requests about open previews; `tablegen/preview` itself is answered by [`crate::lsp::previews`].

use lsp_types::Url;
use serde::Deserialize;
use tower_lsp::jsonrpc::Result;

use crate::lsp::main_loop::MainLoop;
use crate::lsp::previews;
use crate::lsp::requests::extensions::previews::{Text, TextParams};

/// `tablegen/previewText`: lines of a preview.
pub(super) fn text(owner: &mut MainLoop, params: TextParams) -> Result<Text> {
    let lines = owner
        .previews
        .lines(params.preview, params.start_line, params.end_line);
    lines.map(|(version, text)| Text { version, text })
}

#[derive(Debug, Deserialize)]
pub(super) struct SaveParams {
    preview: u32,
    uri: Url,
}

/// `tablegen/savePreview`: writes a preview to a file.
pub(super) fn save(owner: &mut MainLoop, params: SaveParams) -> Result<()> {
    owner.previews.save(params.preview, &params.uri)
}

#[derive(Debug, Deserialize)]
pub(super) struct CloseParams {
    preview: u32,
}

/// `tablegen/closePreview`: closes a preview. The diagnostics of its run are dropped unless the run is also needed
/// without a preview.
pub(super) fn close(owner: &mut MainLoop, params: CloseParams) -> Result<()> {
    let (unit, what) = owner.previews.close(params.preview)?;
    let unit = owner.active.get(&unit);
    if let (Some(unit), Some(what)) = (unit, what)
        && !previews::runs_anyway(&unit.info, &owner.settings, &what)
        && unit.said.remove(&what)
    {
        owner.said.insert(unit.info.id.clone());
    }
    Ok(())
}
