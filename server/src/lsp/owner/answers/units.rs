//! Units as clients see them.

use project::path;
use serde::{Deserialize, Serialize};
use syntax::Compat;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{TextDocumentIdentifier, Url};

use crate::lsp::convert;
use crate::lsp::owner::Owner;
use crate::lsp::unit::UnitInfo;
use crate::workspace;

/// The parameters of `tablegen/units`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UnitsParams {
    text_document: Option<TextDocumentIdentifier>,
}

/// The parameters of `tablegen/selectUnit`.
#[derive(Debug, Deserialize)]
pub struct SelectUnitParams {
    unit: String,
}

/// `tablegen/units`: those that read a document, or all, the active one first.
pub fn list(owner: &mut Owner, params: UnitsParams) -> Result<Vec<Unit>> {
    let (active, units) = match params.text_document {
        Some(document) => {
            let path = convert::path_of(&document.uri);
            let units = owner.units.all_of(&path, &owner.settings);
            (units.first().map(|it| it.id.clone()), units)
        }
        None => {
            let last = owner.active.last().map(|it| it.info.id.clone());
            let mut units = owner.units.all(&owner.settings);
            // Those of files outside the workspace.
            let read = owner.active.iter().map(|it| UnitInfo::clone(&it.info));
            let read = read.filter(|it| units.iter().all(|known| known.id != it.id));
            let read: Vec<UnitInfo> = read.collect();
            units.extend(read);
            (last, units)
        }
    };
    let state = |info: &UnitInfo| owner.state_of(&info.id);
    let is_active = |info: &UnitInfo| active.as_deref() == Some(&*info.id);
    let units = units.iter();
    let mut units: Vec<Unit> = units
        .map(|it| Unit::new(it, is_active(it), state(it)))
        .collect();
    units.sort_by_key(|it| !it.active);
    Ok(units)
}

/// `tablegen/selectUnit`
pub fn select(owner: &mut Owner, params: SelectUnitParams) -> Result<()> {
    match owner.select(&params.unit) {
        true => Ok(()),
        false => Err(Error::invalid_params(format!("no unit '{}'", params.unit))),
    }
}

/// A unit in the answer of `tablegen/units`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Unit {
    pub id: String,
    pub name: String,
    pub root: Option<Url>,
    pub include_dirs: Vec<String>,
    pub macros: Vec<String>,
    pub origin: &'static str,
    pub active: bool,
    pub state: &'static str,
    pub compat: u32,
}

impl Unit {
    pub fn new(info: &UnitInfo, active: bool, state: &'static str) -> Unit {
        let spec = &info.found.spec;
        let folder = &info.found.working_dir;
        let dirs = spec.include_dirs.iter();
        Unit {
            id: info.id.clone(),
            name: info.name().to_owned(),
            root: convert::uri_of(&info.root),
            include_dirs: dirs.map(|it| path::join(folder, it)).collect(),
            macros: spec.macros.clone(),
            origin: workspace::describe(&info.found),
            active,
            state,
            compat: match info.compat {
                Compat::Llvm19 => 19,
                Compat::Llvm22 => 22,
            },
        }
    }
}
