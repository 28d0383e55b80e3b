//! The requests `tablegen/units` and `tablegen/selectUnit`.

use std::sync::Arc;

use lsp_types::{TextDocumentIdentifier, Url};
use project::{Origin, path};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};

use crate::lsp::call::parse;
use crate::lsp::convert;
use crate::lsp::main_loop::MainLoop;
use crate::lsp::settings::Settings;
use crate::lsp::unit::UnitInfo;
use crate::lsp::units;
use driver::workspace;

/// The parameters of `tablegen/units`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UnitsParams {
    text_document: Option<TextDocumentIdentifier>,
    /// Whether the answer contains only the known units of the workspace that read the document, without a search for
    /// others.
    #[serde(default)]
    known: bool,
}

/// The parameters of `tablegen/selectUnit`.
#[derive(Debug, Deserialize)]
pub(crate) struct SelectUnitParams {
    unit: String,
}

/// The data from which any thread can make the answer to `tablegen/units`.
pub(crate) struct List {
    of: Of,
    /// The status of the loaded units. Other units are `unread`.
    states: FxHashMap<String, &'static str>,
    active: Option<String>,
    /// The folders of the workspace.
    folders: Arc<[String]>,
    settings: Arc<Settings>,
}

enum Of {
    Document(Vec<UnitInfo>),
    /// The units of the workspace, and the loaded units whose roots exist.
    All(units::List, Vec<Arc<UnitInfo>>),
}

/// Prepares the answer to `tablegen/units`: the units that read a document, or all units. The document's active unit,
/// or else the unit that was used last, comes first. `None` if the answer has to wait for a search for units.
pub(crate) fn list(owner: &mut MainLoop, params: &Value) -> Result<Option<List>> {
    let params: UnitsParams = parse(params.clone())?;
    let read = owner.active.infos();
    let states = read.map(|it| (it.id.clone(), owner.state_of(&it.id)));
    let states = states.collect();
    let (active, of) = match params.text_document {
        Some(document) if params.known => {
            let path = convert::path_of(&document.uri);
            let Some(units) = owner.units.known(&path, &owner.settings) else {
                return Ok(None);
            };
            (units.first().map(|it| it.id.clone()), Of::Document(units))
        }
        Some(document) => {
            let path = convert::path_of(&document.uri);
            let units = owner.units.all_of(&path, &owner.settings);
            let Some(first) = units.first() else {
                return Ok(None);
            };
            (Some(first.id.clone()), Of::Document(units))
        }
        None if !owner.units.is_settled() => return Ok(None),
        None => {
            let last = owner.active.last();
            let last = last.map(|it| owner.active[it].info.id.clone());
            let is_there = |it: &&Arc<UnitInfo>| units::is_there(&it.root, &owner.documents);
            let read = owner.active.infos().filter(is_there).cloned();
            let all = owner.units.list(&owner.settings);
            (last, Of::All(all, read.collect()))
        }
    };
    Ok(Some(List {
        of,
        states,
        active,
        folders: owner.units.folders().into(),
        settings: owner.settings.clone(),
    }))
}

impl List {
    pub(crate) fn units(&self) -> Vec<Unit> {
        let mut units: Vec<Unit> = match &self.of {
            Of::Document(units) => units.iter().map(|it| self.unit(it)).collect(),
            Of::All(all, read) => {
                // Loaded units with roots outside the workspace are added. A loaded unit is left out if a unit of the
                // workspace already reads its root.
                let is_other = |it: &&Arc<UnitInfo>| !all.has(&it.id) && !all.reads(&it.root);
                let others = read.iter().filter(is_other);
                let others = others.map(|it| self.unit(it));
                all.iter().map(|it| self.unit(&it)).chain(others).collect()
            }
        };
        units.sort_by_key(|it| !it.active);
        units
    }

    fn unit(&self, info: &UnitInfo) -> Unit {
        let is_active = self.active.as_deref() == Some(&*info.id);
        let state = self.states.get(&info.id).copied();
        let state = state.unwrap_or("unread");
        Unit::new(info, is_active, state, self.installed(info))
    }

    /// The include directories that contain installed headers: the directories outside the workspace that neither a
    /// build nor the settings name.
    fn installed(&self, info: &UnitInfo) -> Vec<String> {
        let found = &info.found;
        if matches!(
            found.origin,
            Origin::Settings | Origin::CompileCommands | Origin::Ninja
        ) {
            return Vec::new();
        }
        let own = [path::parent(&info.root).to_owned()];
        let folders = match &*self.folders {
            [] => &own[..],
            folders => folders,
        };
        let first = folders.first().map_or("/", |it| it);
        let named = self.settings.include_dirs.iter();
        let named: Vec<String> = named.map(|it| path::join(first, it)).collect();
        let all = found.spec.include_dirs.iter();
        let all = all.map(|it| path::join(&found.working_dir, it));
        let is_inside = |dir: &String| folders.iter().any(|it| path::is_below(dir, it));
        all.filter(|it| !is_inside(it) && !named.contains(it))
            .collect()
    }
}

/// `tablegen/selectUnit`: makes a unit the active unit of all files that it reads.
pub(crate) fn select(owner: &mut MainLoop, params: SelectUnitParams) -> Result<()> {
    if owner.select(&params.unit) {
        Ok(())
    } else {
        Err(Error::invalid_params(format!("no unit '{}'", params.unit)))
    }
}

/// A unit in the answer of `tablegen/units`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Unit {
    pub id: String,
    pub name: String,
    pub root: Option<Url>,
    pub include_dirs: Vec<String>,
    /// The include directories outside the workspace that neither a build nor the settings name.
    pub installed: Vec<String>,
    pub macros: Vec<String>,
    pub origin: &'static str,
    pub active: bool,
    pub state: &'static str,
    pub compat: u32,
    /// The version of LLVM for which the unit is written. If the server treats this version as another release, the
    /// text also names that release.
    pub release: String,
}

impl Unit {
    pub(crate) fn new(
        info: &UnitInfo,
        active: bool,
        state: &'static str,
        installed: Vec<String>,
    ) -> Unit {
        let spec = &info.found.spec;
        let folder = &info.found.working_dir;
        let dirs = spec.include_dirs.iter();
        Unit {
            id: info.id.clone(),
            name: info.name(),
            root: convert::uri_of(&info.root),
            include_dirs: dirs.map(|it| path::join(folder, it)).collect(),
            installed,
            macros: spec.macros.clone(),
            origin: workspace::describe(&info.found),
            active,
            state,
            compat: info.release().version().0,
            release: format!("LLVM {}", info.version),
        }
    }
}
