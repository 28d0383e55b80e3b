//! Units as clients see them.

use analysis::diagnostic::Severity;
use analysis::eval::Compat;
use analysis::project::path;
use analysis::report::Report;
use serde::{Deserialize, Serialize};
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
            name: name(info).to_owned(),
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

/// What a unit is called in few words: its root's file name.
fn name(info: &UnitInfo) -> &str {
    path::file_name(&info.root)
}

/// What the server is doing about a unit, and what it found.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Status {
    pub unit: String,
    name: String,
    state: &'static str,
    errors: usize,
    warnings: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    records: Option<usize>,
}

impl Status {
    pub const METHOD: &'static str = "tablegen/status";

    pub fn new(
        info: &UnitInfo,
        state: &'static str,
        reports: &[Report],
        records: Option<usize>,
    ) -> Status {
        let count = |severity| reports.iter().filter(|it| it.severity == severity).count();
        Status {
            unit: info.id.clone(),
            name: name(info).to_owned(),
            state,
            errors: count(Severity::Error),
            warnings: count(Severity::Warning),
            records,
        }
    }

    /// Whether nothing more comes unless something changes.
    pub fn is_final(&self) -> bool {
        matches!(self.state, "ready" | "stopped")
    }

    /// The same when nothing more is done.
    pub fn stopped(self) -> Status {
        Status {
            state: "stopped",
            ..self
        }
    }
}
