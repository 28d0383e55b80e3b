//! What the server offers.

use tower_lsp::lsp_types::{
    DiagnosticOptions, DiagnosticServerCapabilities, InitializeParams, InitializeResult, OneOf,
    SaveOptions, ServerCapabilities, ServerInfo, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextDocumentSyncSaveOptions, WorkspaceFoldersServerCapabilities,
    WorkspaceServerCapabilities,
};

use super::convert;
use super::line_index::Encoding;
use super::settings::{Delivery, Settings};

/// The answer to `initialize`.
pub fn answer(params: &InitializeParams) -> InitializeResult {
    InitializeResult {
        capabilities: offered(params),
        server_info: Some(ServerInfo {
            name: "tablegen-analyzer".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    }
}

/// The encoding of positions that is agreed on.
pub fn encoding(params: &InitializeParams) -> Encoding {
    let general = params.capabilities.general.as_ref();
    let offered = general.and_then(|it| it.position_encodings.as_deref());
    Encoding::choose(offered.unwrap_or_default())
}

/// The settings that come with `initialize`.
pub fn settings(params: &InitializeParams) -> Settings {
    let options = params.initialization_options.as_ref();
    options.map(Settings::read).unwrap_or_default()
}

/// The paths of the workspace's folders.
pub fn folders(params: &InitializeParams) -> Vec<String> {
    let folders = params.workspace_folders.iter().flatten();
    let folders: Vec<String> = folders.map(|it| convert::path_of(&it.uri)).collect();
    // What came before folders.
    let root = params.root_uri.as_ref().map(convert::path_of);
    match folders.is_empty() {
        true => root.into_iter().collect(),
        false => folders,
    }
}

fn offered(params: &InitializeParams) -> ServerCapabilities {
    let text_document = params.capabilities.text_document.as_ref();
    let pulls = text_document.is_some_and(|it| it.diagnostic.is_some());
    let diagnostics = DiagnosticServerCapabilities::Options(DiagnosticOptions {
        identifier: None,
        inter_file_dependencies: true,
        workspace_diagnostics: true,
        ..DiagnosticOptions::default()
    });
    ServerCapabilities {
        position_encoding: Some(encoding(params).kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(
            TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::INCREMENTAL),
                save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions {
                    include_text: Some(false),
                })),
                ..TextDocumentSyncOptions::default()
            },
        )),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            file_operations: None,
        }),
        diagnostic_provider: (pulls && settings(params).diagnostics != Delivery::Push)
            .then_some(diagnostics),
        ..ServerCapabilities::default()
    }
}
