//! `textDocument/codeLens` and `codeLens/resolve`

use ide::code_lens::{Lens, LensKind, code_lenses, resolve as title};
use lsp_types::request::{CodeLensRequest, CodeLensResolve};
use lsp_types::{CodeLens, CodeLensParams, Command, Url};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tower_lsp::jsonrpc::Result;

use super::limits::MAX_IN_DOCUMENT;
use super::{Later, Needs, Snapshot, Table};
use crate::lsp::call::parse;

pub(super) fn fill(table: &mut Table) {
    table.on::<CodeLensRequest>(Needs::Text, Later::Again, document);
    table.on::<CodeLensResolve>(Needs::Text, Later::Refuse, resolve);
}

/// The data of a lens. The client sends it back with the request for the lens's text.
#[derive(Serialize, Deserialize)]
struct Data {
    uri: Url,
    /// The name of the class that the lens is about; `None` if the lens is about a `defm`.
    class: Option<String>,
}

/// The lenses of a document; `None` if the settings switch them off. The text of a lens with a count is computed by
/// [`resolve()`].
fn document(snapshot: &Snapshot, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
    let uri = params.text_document.uri;
    let name = snapshot.name(&uri)?;
    if !snapshot.settings.code_lens.0 {
        return Ok(None);
    }
    let backends = backends_of(snapshot);
    // A `defm` has no lens if an inlay hint on its line shows the number of its records.
    let hinted = snapshot.style.shows_hints && snapshot.settings.inlay_hints.record_counts.0;
    let found = code_lenses(snapshot.db(), name, &backends, !hinted).unwrap_or_default();
    let convert = |it: Lens| {
        let range = snapshot.range(name, &it.range)?;
        let counted = |class| {
            let uri = uri.clone();
            serde_json::to_value(Data { uri, class }).ok()
        };
        let (command, data) = match it.kind {
            LensKind::Preview { backend } => {
                let arguments = vec![json!({"uri": uri, "backend": backend})];
                let title = format!("preview {backend}");
                (command(title, "tablegen.preview", arguments), None)
            }
            LensKind::Class(name) => (None, counted(Some(name))),
            LensKind::Defm => (None, counted(None)),
        };
        Some(CodeLens {
            range,
            command,
            data,
        })
    };
    let lenses = found.into_iter().filter_map(convert);
    Ok(Some(snapshot.first(
        MAX_IN_DOCUMENT,
        &uri,
        "lenses",
        lenses,
    )))
}

/// `codeLens/resolve`: adds the command to a lens. The command's title is the text of the lens.
fn resolve(snapshot: &Snapshot, mut lens: CodeLens) -> Result<CodeLens> {
    let Some(data) = lens.data.clone() else {
        return Ok(lens);
    };
    let Data { uri, class } = parse(data)?;
    let at = snapshot.bytes(&uri, lens.range)?;
    let kind = match &class {
        Some(name) => LensKind::Class(name.clone()),
        None => LensKind::Defm,
    };
    let counted = Lens {
        range: at.range,
        kind,
    };
    let title = title(snapshot.db(), &at.path, &counted).unwrap_or_default();
    lens.command = match class {
        Some(class) => {
            let arguments = vec![json!({"uri": uri, "class": class})];
            command(title, "tablegen.showRecords", arguments)
        }
        None => {
            let arguments = vec![json!({"uri": uri, "position": lens.range.start})];
            command(title, "tablegen.expand", arguments)
        }
    };
    Ok(lens)
}

fn command(title: String, command: &str, arguments: Vec<serde_json::Value>) -> Option<Command> {
    Some(Command {
        title,
        command: command.to_owned(),
        arguments: Some(arguments),
    })
}

/// The backends for which lenses offer previews. A backend that the build runs on the root is offered if it is built in
/// or the user has set the path of its tool. In a trusted workspace, the external commands in the settings follow.
fn backends_of(snapshot: &Snapshot) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut add = |name: &str| {
        if !names.iter().any(|it| it == name) {
            names.push(name.to_owned());
        }
    };
    let runs = snapshot.unit.info.found.backends.iter();
    for run in runs {
        if let Some(name) = &run.backend
            && (backends::find(None, name).is_some() || snapshot.settings.tool(&run.tool).is_some())
        {
            add(name);
        }
    }
    if snapshot.settings.trusted {
        snapshot
            .settings
            .external
            .iter()
            .for_each(|it| add(&it.name));
    }
    names
}
