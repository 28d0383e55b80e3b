//! Workspace symbols: first those of the unit that was used last, then those of all other units.

use std::sync::Arc;

use ide::workspace_symbols::{self, SymbolKind as Kind};
use lsp_types::request::{Request as _, WorkspaceSymbolRequest};
use lsp_types::{
    Location, OneOf, SymbolKind, WorkspaceSymbol, WorkspaceSymbolParams, WorkspaceSymbolResponse,
};
use project::{Project, path};
use rustc_hash::FxHashMap;
use tower_lsp::jsonrpc::Result;

use super::{Later, Needs, Snapshot, Table};
use crate::lsp::call::{json, parse};
use crate::lsp::convert;
use crate::lsp::documents::Documents;
use crate::lsp::units::List;
use symbols::{FoundName, OpenTexts, Query, SymbolIndex};
use syntax::line_index::Encoding;

pub(super) fn fill(table: &mut Table) {
    table
        .add_long(
            WorkspaceSymbolRequest::METHOD,
            Needs::Nothing,
            Later::Again,
            symbols,
        )
        .or_without_unit(|everywhere, params| json(everywhere.answer(&parse(params)?)));
}

/// `workspace/symbol`
fn symbols(snapshot: Snapshot, params: WorkspaceSymbolParams) -> Result<WorkspaceSymbolResponse> {
    let unit = relative(&snapshot.unit.info.root, &snapshot.folders);
    let found = workspace_symbols::workspace_symbols(snapshot.db(), &params.query);
    let own = found.into_iter().filter_map(|it| {
        let location = snapshot.location(&it.target.focus)?;
        Some(symbol(it.target.name, it.kind, location, unit.clone()))
    });
    let own: Vec<WorkspaceSymbol> = own.collect();
    let Snapshot {
        unit,
        everywhere,
        pieces,
        busy: _busy,
        ..
    } = snapshot;
    let paths = unit.paths.clone();
    // The search in the other units does not need this unit's snapshot. Edits of the unit wait until it is dropped.
    drop(unit);
    let others = everywhere.symbols(&params.query, &|path| paths.name(path).is_some());
    let all = own.into_iter().chain(others);
    Ok(WorkspaceSymbolResponse::Nested(pieces.list(all)))
}

impl OpenTexts for Documents {
    fn paths(&self) -> Vec<String> {
        Documents::paths(self)
    }

    fn text(&self, path: &str) -> Option<Arc<str>> {
        self.get(path).map(|it| it.text.clone())
    }
}

/// The data that the search for symbols in all units needs.
pub(crate) struct Everywhere {
    pub(in crate::lsp) symbols: SymbolIndex,
    pub(in crate::lsp) units: List,
    pub documents: Documents,
    /// The folders of the workspace.
    pub folders: Arc<[String]>,
    pub encoding: Encoding,
}

impl Everywhere {
    /// The answer to a request that arrives before any unit was used.
    fn answer(&self, params: &WorkspaceSymbolParams) -> WorkspaceSymbolResponse {
        WorkspaceSymbolResponse::Nested(self.symbols(&params.query, &|_| false))
    }

    /// The symbols that match `query`, in files for which `is_answered` returns false.
    fn symbols(&self, query: &str, is_answered: &dyn Fn(&str) -> bool) -> Vec<WorkspaceSymbol> {
        let Some(project) = self.units.project() else {
            return Vec::new();
        };
        let found = self.symbols.find(&Query {
            letters: query,
            project,
            is_excluded: is_answered,
            documents: &self.documents,
            encoding: self.encoding,
        });
        let mut files: FxHashMap<Arc<str>, (Option<_>, Option<usize>)> = FxHashMap::default();
        let symbols = found.into_iter().filter_map(|it| {
            let FoundName {
                kind,
                name,
                ref path,
                place,
                makers,
            } = it;
            let (uri, unit) = files.entry(path.clone()).or_insert_with_key(|path| {
                let open = self.documents.get(path).map(|it| it.uri.clone());
                let uri = open.or_else(|| convert::uri_of(path));
                (uri, project.active(path, &[]))
            });
            let unit = match &makers {
                // The file's active unit if it defines the record, else the first unit that does.
                Some(makers) => unit
                    .filter(|it| makers.contains(it))
                    .or(makers.first().copied()),
                None => *unit,
            };
            let units = makers.map_or_else(|| project.count_readers(path), |it| it.len());
            let location = Location::new(uri.clone()?, convert::name_range(place));
            Some(symbol(
                name,
                kind,
                location,
                self.show(project, unit, units),
            ))
        });
        symbols.collect()
    }

    /// The root of `unit` for display. If `units`, the number of all units with the symbol, exceeds one, the number of
    /// the other units is appended. Empty if `unit` is `None`.
    fn show(&self, project: &Project, unit: Option<usize>, units: usize) -> String {
        let Some(unit) = unit else {
            return String::new();
        };
        let root = relative(&project.units()[unit].root(), &self.folders);
        match units.saturating_sub(1) {
            0 => root,
            more => format!("{root} and {more} more"),
        }
    }
}

fn symbol(name: String, kind: Kind, location: Location, unit: String) -> WorkspaceSymbol {
    WorkspaceSymbol {
        name,
        kind: match kind {
            Kind::Class => SymbolKind::CLASS,
            Kind::Multiclass => SymbolKind::FUNCTION,
            Kind::Type => SymbolKind::TYPE_PARAMETER,
            Kind::Variable => SymbolKind::VARIABLE,
            Kind::Record => SymbolKind::CONSTANT,
            Kind::Defm => SymbolKind::CONSTRUCTOR,
        },
        tags: None,
        container_name: Some(unit),
        location: OneOf::Left(location),
        data: None,
    }
}

/// A path relative to the workspace folder that contains it; the path itself if none does.
pub(super) fn relative(file: &str, folders: &[String]) -> String {
    let mut inner = folders.iter().filter_map(|it| path::within(file, it));
    inner.next().unwrap_or(file).to_owned()
}
