//! `tablegen/savedText`: what some lines of a preview were when the files were saved.

use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;

use super::base;
use crate::lsp::previews::run;
use crate::lsp::previews::runs::{Run, Why};
use crate::lsp::requests::Snapshot;

/// Some lines of a preview.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TextParams {
    pub preview: u32,
    pub start_line: usize,
    pub end_line: usize,
}

#[derive(Debug, Serialize)]
pub struct Text {
    pub version: u32,
    pub text: String,
}

pub fn saved_text(snapshot: Snapshot, params: TextParams) -> Result<Text> {
    let (info, previews) = (snapshot.unit.info.clone(), snapshot.previews.clone());
    let stop = snapshot.stop.clone();
    // From here on the unit may change: reading the saved files takes long.
    drop(snapshot);
    let lines = params.start_line..params.end_line;
    let saved = previews.saved_lines(params.preview, lines, |what| {
        let _begun = previews.begin(Run {
            unit: info.id.clone(),
            what: Some(what.clone()),
            why: Why::Saved,
            stop: stop.clone(),
        })?;
        run::run(what, &base::saved_records(&info), &info, &stop)
    });
    saved.map(|(version, text)| Text { version, text })
}
