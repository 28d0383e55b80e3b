//! `tablegen/backends`: the backends that can be previewed in a unit, and those that the build runs on its root.

use db::Db;
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;

use crate::lsp::previews;
use crate::lsp::requests::Snapshot;
use crate::lsp::table_run::language;

#[derive(Debug, Deserialize)]
pub(super) struct BackendsParams {}

#[derive(Debug, Serialize)]
pub(super) struct Backend {
    name: String,
    help: String,
    language: String,
    configured: bool,
    /// Whether the unit has records of the classes that the backend reads.
    fits: bool,
    external: bool,
    /// The reason why the backend has no preview; `None` if it has one.
    unavailable: Option<String>,
    options: Vec<BackendOption>,
}

#[derive(Debug, Serialize)]
struct BackendOption {
    name: String,
    help: String,
    default: String,
}

/// `tablegen/backends`: first the backends that the build runs or the settings name, and then all others. In each
/// group, backends that are applicable to the unit come first. The backends of the build include those that are not
/// built in.
pub(super) fn list(snapshot: &Snapshot, _: BackendsParams) -> Result<Vec<Backend>> {
    let runs = &snapshot.unit.info.found.backends;
    let named = snapshot.unit.info.named.iter();
    let named: Vec<&str> = named.map(|it| previews::name_of(it)).collect();
    let is_configured = |name: &str| {
        let in_build = runs.iter().any(|it| it.backend.as_deref() == Some(name));
        in_build || named.contains(&name)
    };
    // A unit that exceeds the size limit lacks some of its records, so all backends count as applicable to it.
    let is_cut = snapshot.db().unit().is_cut();
    let records = (!is_cut).then(|| snapshot.unit.records());
    let built_in = backends::all().map(|it| Backend {
        name: it.name.to_owned(),
        help: it.help.to_owned(),
        language: it.language.id().to_owned(),
        configured: is_configured(it.name),
        fits: records.as_ref().is_none_or(|all| it.needs.are_met(all)),
        external: false,
        unavailable: None,
        options: it.options.iter().map(option).collect(),
    });
    let external = snapshot.settings.external();
    let external = external.iter().map(|it| Backend {
        name: it.name.clone(),
        help: it.command.join(" "),
        language: match it.language.as_str() {
            "" => "text".to_owned(),
            language => language.to_owned(),
        },
        configured: is_configured(&it.name),
        fits: true,
        external: true,
        unavailable: None,
        options: Vec::new(),
    });
    let mut all: Vec<Backend> = built_in.chain(external).collect();
    for run in runs {
        if let Some(name) = &run.backend
            && !all.iter().any(|it| it.name == *name)
        {
            all.push(of_build(snapshot, name, &run.tool));
        }
    }
    all.sort_by_key(|it| (!it.configured, !it.fits));
    Ok(all)
}

/// A backend that the build runs and that is not built in. The backend has a preview only if the user has set the path
/// of its tool. The program that the build files name is never run.
fn of_build(snapshot: &Snapshot, name: &str, tool: &str) -> Backend {
    let reason = format!(
        "-{name} of {tool} is not built in; the setting `tablegen.tools` may name the {tool} that writes it"
    );
    let is_there = snapshot.settings.tool(tool).is_some();
    Backend {
        name: name.to_owned(),
        help: format!("run by {tool} in the build"),
        language: language(name).to_owned(),
        configured: true,
        fits: true,
        external: is_there,
        unavailable: (!is_there).then_some(reason),
        options: Vec::new(),
    }
}

fn option(option: &backends::BackendOption) -> BackendOption {
    BackendOption {
        name: option.name.to_owned(),
        help: option.help.to_owned(),
        default: option.takes.default().to_string(),
    }
}
