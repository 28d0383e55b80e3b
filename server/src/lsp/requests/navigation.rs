//! The requests for definition, declaration, type definition and implementation.

use db::Database;
use ide::FilePosition;
use ide::{Target, navigation};
use lsp_types::request::{GotoDeclaration, GotoDefinition, GotoImplementation, GotoTypeDefinition};
use lsp_types::{GotoDefinitionParams, GotoDefinitionResponse};
use tower_lsp::jsonrpc::Result;

use super::limits::MAX_PLACES;
use super::{Later, Needs, Snapshot, Table};

pub(super) fn fill(table: &mut Table) {
    table
        .on::<GotoDefinition>(Needs::Text, Later::Refuse, |snapshot, params| {
            go(snapshot, &params, navigation::definition)
        })
        .leads_elsewhere();
    table
        .on::<GotoDeclaration>(Needs::Text, Later::Refuse, |snapshot, params| {
            go(snapshot, &params, navigation::declaration)
        })
        .leads_elsewhere();
    table
        .on::<GotoTypeDefinition>(Needs::Text, Later::Refuse, |snapshot, params| {
            go(snapshot, &params, navigation::type_definition)
        })
        .leads_elsewhere();
    table
        .on::<GotoImplementation>(Needs::Text, Later::Refuse, |snapshot, params| {
            go(snapshot, &params, navigation::implementation)
        })
        .leads_elsewhere();
}

fn go(
    snapshot: &Snapshot,
    params: &GotoDefinitionParams,
    find: fn(&Database, &FilePosition) -> Vec<Target>,
) -> Result<Option<GotoDefinitionResponse>> {
    let at = snapshot.position(&params.text_document_position_params)?;
    let targets = find(snapshot.db(), &at);
    let locations = targets.iter().filter_map(|it| snapshot.location(&it.focus));
    let uri = &params.text_document_position_params.text_document.uri;
    let locations = snapshot.first(MAX_PLACES, uri, "places", locations);
    Ok(Some(GotoDefinitionResponse::Array(locations)))
}
