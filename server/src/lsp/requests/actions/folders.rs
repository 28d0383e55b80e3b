//! Code actions that add the folder of a missing header to a setting. The client asks the user for the folder.

use lsp_types::{CodeAction, CodeActionKind, Command, Diagnostic};
use serde_json::json;

use crate::lsp::settings::Settings;
use driver::advice::{is_of_llvm, missing_include};

/// The command of the client that asks the user for a folder and adds it to a setting.
const ADD_FOLDER: &str = "tablegen.addFolder";

/// For each missing include in `diagnostics`, offers to add a folder to a setting. Offers nothing if the client does
/// not support the command.
pub(super) fn offer(settings: &Settings, diagnostics: &[Diagnostic], out: &mut Vec<CodeAction>) {
    if !settings.commands.iter().any(|it| it == ADD_FOLDER) {
        return;
    }
    for diagnostic in diagnostics {
        let message = diagnostic.message.lines().next().unwrap_or_default();
        let Some(include) = missing_include(message) else {
            continue;
        };
        if is_of_llvm(include) {
            let title = "Choose the build that says where LLVM is…";
            out.push(action(title, "buildFolders", include, diagnostic));
        }
        let title = format!("Choose the folder that has \"{include}\"…");
        out.push(action(&title, "includeDirs", include, diagnostic));
    }
}

fn action(title: &str, setting: &str, include: &str, diagnostic: &Diagnostic) -> CodeAction {
    CodeAction {
        title: title.to_owned(),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic.clone()]),
        command: Some(Command {
            title: title.to_owned(),
            command: ADD_FOLDER.to_owned(),
            arguments: Some(vec![json!({"setting": setting, "include": include})]),
        }),
        ..CodeAction::default()
    }
}
