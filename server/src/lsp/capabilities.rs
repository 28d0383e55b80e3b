//! The server's capabilities.

use lsp_types::{
    CallHierarchyServerCapability, CodeActionKind, CodeActionOptions, CodeLensOptions,
    CompletionOptions, DeclarationCapability, DiagnosticOptions, DiagnosticServerCapabilities,
    DocumentOnTypeFormattingOptions, ExecuteCommandOptions, FileOperationFilter,
    FileOperationPattern, FileOperationPatternKind, FileOperationRegistrationOptions,
    HoverProviderCapability, ImplementationProviderCapability, InitializeParams, InitializeResult,
    LinkedEditingRangeServerCapabilities, OneOf, ReferencesOptions, RenameOptions, SaveOptions,
    SemanticTokensFullOptions, SemanticTokensOptions, ServerCapabilities, ServerInfo,
    SignatureHelpOptions, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextDocumentSyncSaveOptions, TypeDefinitionProviderCapability,
    WorkDoneProgressOptions, WorkspaceFileOperationsServerCapabilities,
    WorkspaceFoldersServerCapabilities, WorkspaceServerCapabilities, WorkspaceSymbolOptions,
};
use serde_json::Value;

use super::convert;
use super::requests::{formatting, semantic_tokens, view};
use super::settings::{Delivery, Settings};
use project::path;
use syntax::line_index::Encoding;

/// The result of `initialize`.
pub(super) fn answer(params: &InitializeParams) -> InitializeResult {
    InitializeResult {
        capabilities: offered(params),
        server_info: Some(ServerInfo {
            name: "tablegen-analyzer".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    }
}

/// The negotiated encoding of positions.
pub(super) fn encoding(params: &InitializeParams) -> Encoding {
    let general = params.capabilities.general.as_ref();
    let offered = general.and_then(|it| it.position_encodings.as_deref());
    convert::encoding(offered.unwrap_or_default())
}

/// The settings in the initialization options.
pub(super) fn settings(params: &InitializeParams) -> Settings {
    let options = params.initialization_options.as_ref();
    options.map(Settings::read).unwrap_or_default()
}

/// The paths of the workspace's folders. Folders whose uris do not name paths on disk are left out.
pub(super) fn folders(params: &InitializeParams) -> Vec<String> {
    let folders = params.workspace_folders.iter().flatten();
    let folders: Vec<String> = folders.map(|it| convert::path_of(&it.uri)).collect();
    // Older clients send `rootUri` instead of folders.
    let root = params.root_uri.as_ref().map(convert::path_of);
    let mut folders = if folders.is_empty() {
        root.into_iter().collect()
    } else {
        folders
    };
    folders.retain(|it| !path::is_uri(it));
    folders
}

fn offered(params: &InitializeParams) -> ServerCapabilities {
    let text_document = params.capabilities.text_document.as_ref();
    let pulls = text_document.is_some_and(|it| it.diagnostic.is_some());
    let diagnostics = DiagnosticServerCapabilities::Options(DiagnosticOptions {
        identifier: None,
        inter_file_dependencies: true,
        workspace_diagnostics: true,
        work_done_progress_options: tells_progress(),
    });
    ServerCapabilities {
        position_encoding: Some(convert::encoding_kind(encoding(params))),
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
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            resolve_provider: Some(true),
            trigger_characters: Some(words(&["!", "$", ".", ":", "<", "\"", "/", "(", " "])),
            ..CompletionOptions::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(words(&["<", "(", ","])),
            retrigger_characters: Some(words(&["="])),
            ..SignatureHelpOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        declaration_provider: Some(DeclarationCapability::Simple(true)),
        type_definition_provider: Some(TypeDefinitionProviderCapability::Simple(true)),
        implementation_provider: Some(ImplementationProviderCapability::Simple(true)),
        references_provider: Some(OneOf::Right(ReferencesOptions {
            work_done_progress_options: tells_progress(),
        })),
        document_highlight_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Right(WorkspaceSymbolOptions {
            work_done_progress_options: tells_progress(),
            resolve_provider: None,
        })),
        call_hierarchy_provider: Some(CallHierarchyServerCapability::Simple(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: Default::default(),
        })),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            file_operations: Some(file_operations()),
        }),
        diagnostic_provider: (pulls && settings(params).diagnostics != Delivery::Push)
            .then_some(diagnostics),
        ..of_requests()
    }
}

/// The file operations that the client reports: the creation, renaming and deletion of sources and folders. An
/// operation on a folder applies to the files in it.
fn file_operations() -> WorkspaceFileOperationsServerCapabilities {
    let filter = |glob: &str, matches| FileOperationFilter {
        scheme: Some("file".to_owned()),
        pattern: FileOperationPattern {
            glob: glob.to_owned(),
            matches: Some(matches),
            options: None,
        },
    };
    let filters = vec![
        filter("**/*.td", FileOperationPatternKind::File),
        filter("**/*", FileOperationPatternKind::Folder),
    ];
    let options = FileOperationRegistrationOptions { filters };
    WorkspaceFileOperationsServerCapabilities {
        did_create: Some(options.clone()),
        did_rename: Some(options.clone()),
        did_delete: Some(options),
        ..WorkspaceFileOperationsServerCapabilities::default()
    }
}

/// The options of requests that report progress because they may take long.
fn tells_progress() -> WorkDoneProgressOptions {
    WorkDoneProgressOptions {
        work_done_progress: Some(true),
    }
}

/// Further capabilities, none of which depends on the client.
fn of_requests() -> ServerCapabilities {
    let [first, more @ ..] = formatting::TRIGGERS;
    let tokens = SemanticTokensOptions {
        legend: semantic_tokens::legend(),
        range: Some(true),
        full: Some(SemanticTokensFullOptions::Delta { delta: Some(true) }),
        ..SemanticTokensOptions::default()
    };
    let actions = CodeActionOptions {
        code_action_kinds: Some(vec![
            CodeActionKind::QUICKFIX,
            CodeActionKind::REFACTOR_REWRITE,
        ]),
        ..CodeActionOptions::default()
    };
    ServerCapabilities {
        document_symbol_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(true.into()),
        selection_range_provider: Some(true.into()),
        linked_editing_range_provider: Some(LinkedEditingRangeServerCapabilities::Simple(true)),
        semantic_tokens_provider: Some(tokens.into()),
        document_formatting_provider: Some(OneOf::Left(true)),
        document_range_formatting_provider: Some(OneOf::Left(true)),
        document_on_type_formatting_provider: Some(DocumentOnTypeFormattingOptions {
            first_trigger_character: first.to_owned(),
            more_trigger_character: Some(more.map(str::to_owned).to_vec()),
        }),
        inlay_hint_provider: Some(OneOf::Left(true)),
        code_lens_provider: Some(CodeLensOptions {
            resolve_provider: Some(true),
        }),
        code_action_provider: Some(actions.into()),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: words(&[view::COMMAND]),
            ..ExecuteCommandOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}

/// Adds the capabilities for which [`ServerCapabilities`] has no field.
pub(super) fn add_newer(answer: &mut Value) {
    if let Some(capabilities) = answer.get_mut("capabilities") {
        capabilities["typeHierarchyProvider"] = Value::Bool(true);
    }
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|it| (*it).to_owned()).collect()
}
