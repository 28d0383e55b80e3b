//! `textDocument/inlayHint`

use ide::inlay_hints::{self, InlayConfig, InlayKind};
use lsp_types::request::InlayHintRequest;
use lsp_types::{InlayHint, InlayHintKind, InlayHintLabel, InlayHintParams};
use tower_lsp::jsonrpc::Result;

use super::{Later, Needs, Snapshot, Table};
use crate::lsp::convert;

pub(super) fn fill(table: &mut Table) {
    table.on::<InlayHintRequest>(Needs::Text, Later::Refuse, hints);
}

/// The inlay hints in a range of a document.
fn hints(snapshot: &Snapshot, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
    let at = snapshot.bytes(&params.text_document.uri, params.range)?;
    let settings = &snapshot.settings.inlay_hints;
    let maker = snapshot.session.view.chosen();
    let config = InlayConfig {
        argument_names: settings.template_arguments.0,
        field_types: settings.inherited_types.0,
        field_values: settings.values.0,
        record_counts: settings.record_counts.0,
        obvious: settings.all,
        seen_from: maker.as_deref(),
    };
    let Some((text, lines)) = snapshot.text(&at.path) else {
        return Ok(None);
    };
    let found =
        inlay_hints::inlay_hints(snapshot.db(), &at.path, at.range, config).unwrap_or_default();
    let convert = |it: ide::inlay_hints::Inlay| {
        let is_before = it.kind == InlayKind::ArgumentName;
        InlayHint {
            position: convert::position(&text, &lines, it.offset, snapshot.encoding()),
            label: InlayHintLabel::String(it.label),
            kind: match it.kind {
                InlayKind::ArgumentName => Some(InlayHintKind::PARAMETER),
                InlayKind::FieldType => Some(InlayHintKind::TYPE),
                InlayKind::FieldValue | InlayKind::RecordCount | InlayKind::End => None,
            },
            text_edits: None,
            tooltip: None,
            padding_left: Some(!is_before && it.kind != InlayKind::FieldType),
            padding_right: Some(is_before),
            data: None,
        }
    };
    Ok(Some(found.into_iter().map(convert).collect()))
}
