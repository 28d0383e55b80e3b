//! Signature help.

use lsp_types::request::SignatureHelpRequest;
use lsp_types::{
    Documentation, ParameterInformation, ParameterLabel, SignatureHelp, SignatureHelpParams,
    SignatureInformation,
};
use tower_lsp::jsonrpc::Result;

use super::{Later, Needs, Snapshot, Table};

pub(super) fn fill(table: &mut Table) {
    table.on::<SignatureHelpRequest>(Needs::Text, Later::Refuse, signature);
}

/// `textDocument/signatureHelp`
fn signature(snapshot: &Snapshot, params: SignatureHelpParams) -> Result<Option<SignatureHelp>> {
    let at = snapshot.position(&params.text_document_position_params)?;
    let Some(found) = ide::signature_help::signature_help(snapshot.db(), &at) else {
        return Ok(None);
    };
    let documentation = found.documentation.map(|it| snapshot.markup(&it));
    let parameters = found.params.into_iter().map(|it| ParameterInformation {
        label: ParameterLabel::Simple(it),
        documentation: None,
    });
    // An index beyond the last parameter means that no parameter is active.
    let parameters: Vec<ParameterInformation> = parameters.collect();
    let active = found.active.unwrap_or(parameters.len()) as u32;
    Ok(Some(SignatureHelp {
        signatures: vec![SignatureInformation {
            label: found.label,
            documentation: documentation.map(Documentation::MarkupContent),
            parameters: Some(parameters),
            active_parameter: Some(active),
        }],
        active_signature: Some(0),
        active_parameter: Some(active),
    }))
}
