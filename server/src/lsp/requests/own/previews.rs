//! Requests about open previews; `tablegen/preview` itself is answered by [`crate::lsp::previews`].

use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::Url;

use super::compare;
use crate::lsp::owner::Owner;
use crate::lsp::previews::runs::{Run, Why};
use crate::lsp::previews::{self, run};
use crate::lsp::requests::Snapshot;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TextParams {
    preview: u32,
    start_line: usize,
    end_line: usize,
}

#[derive(Debug, Serialize)]
pub struct Text {
    version: u32,
    text: String,
}

/// `tablegen/previewText`
pub fn text(owner: &mut Owner, params: TextParams) -> Result<Text> {
    let lines = owner
        .previews
        .lines(params.preview, params.start_line, params.end_line);
    lines.map(|(version, text)| Text { version, text })
}

/// `tablegen/savedText`
pub fn saved_text(snapshot: Snapshot, params: TextParams) -> Result<Text> {
    let (info, previews) = (snapshot.unit.info.clone(), snapshot.previews.clone());
    let stop = snapshot.stop.clone();
    // From here on the unit may change: reading the saved files takes long.
    drop(snapshot);
    let lines = params.start_line..params.end_line;
    let saved = previews.saved_lines(params.preview, lines, |what| {
        let _begun = previews.begin(Run {
            unit: info.id.clone(),
            what: what.clone(),
            why: Why::Saved,
            stop: stop.clone(),
        })?;
        run::run(what, &compare::saved_records(&info), &info, &stop)
    });
    saved.map(|(version, text)| Text { version, text })
}

#[derive(Debug, Deserialize)]
pub struct SaveParams {
    preview: u32,
    uri: Url,
}

/// `tablegen/savePreview`
pub fn save(owner: &mut Owner, params: SaveParams) -> Result<()> {
    owner.previews.save(params.preview, &params.uri)
}

#[derive(Debug, Deserialize)]
pub struct CloseParams {
    preview: u32,
}

/// `tablegen/closePreview`
pub fn close(owner: &mut Owner, params: CloseParams) -> Result<()> {
    let (unit, what) = owner.previews.close(params.preview)?;
    let unit = owner.active.get(&unit);
    if let (Some(unit), Some(what)) = (unit, what)
        && !previews::named(&unit.info, &owner.settings).contains(&what)
        && unit.said.remove(&what)
    {
        owner.said.insert(unit.info.id.clone());
    }
    Ok(())
}
