//! `tablegen/savedText`: the text that lines of a preview have in the table of the saved files or of a commit.

use backends::Models;
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::{Error, Result};

use super::base::Base;
use crate::lsp::previews::run;
use crate::lsp::previews::runs::{Run, Why};
use crate::lsp::requests::Snapshot;

/// The lines `start_line..end_line` (from 0) of a preview.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TextParams {
    pub preview: u32,
    pub start_line: usize,
    pub end_line: usize,
}

/// The lines of a preview, and the state of the files for which their text is requested.
#[derive(Debug, Deserialize)]
pub(crate) struct SavedParams {
    #[serde(flatten)]
    of: TextParams,
    #[serde(default)]
    base: Base,
}

#[derive(Debug, Serialize)]
pub(crate) struct Text {
    pub version: u32,
    pub text: String,
}

/// `tablegen/savedText`: the text that lines of a preview have in the table of an earlier state of the files.
pub(crate) fn saved_text(snapshot: Snapshot, params: SavedParams) -> Result<Text> {
    let SavedParams { of: params, base } = params;
    let earlier = base.open(&snapshot)?;
    let (info, previews) = (snapshot.unit.info.clone(), snapshot.previews.clone());
    let stop = snapshot.stop.clone();
    // Reading the earlier state takes long. The unit may change meanwhile.
    drop(snapshot);
    let lines = params.start_line..params.end_line;
    let key = earlier.key()?;
    let saved = previews.saved_lines(params.preview, lines, &key, |what| {
        let begun = previews.begin(Run {
            unit: info.id.clone(),
            what: Some(what.clone()),
            why: Why::Saved,
            stop: stop.clone(),
        });
        let _begun = begun.ok_or_else(Error::request_cancelled)?;
        let input = run::Input {
            records: &earlier.read()?.records,
            models: &Models::default(),
            info: &info,
        };
        run::run(what, &input, 0, &stop).ok_or_else(Error::request_cancelled)
    });
    saved.map(|(version, text)| Text { version, text })
}
