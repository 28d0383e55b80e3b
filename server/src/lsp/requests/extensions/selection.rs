//! `tablegen/selectPattern`: the patterns that match a SelectionDAG graph or a generic instruction.

use backends::Rec;
use explain::select::{Question, Refused, Selection, select};
use lsp_types::Location;
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::{Error, Result};

use super::models::with_models;
use crate::lsp::places::Places;
use crate::lsp::requests::Snapshot;
use crate::lsp::requests::limits::refused;

/// The largest number of matching patterns listed for one graph.
const MAX_LIMIT: usize = 1_000;

#[derive(Debug, Deserialize)]
pub(super) struct SelectParams {
    graph: String,
    processor: Option<String>,
    #[serde(default)]
    features: Vec<String>,
    limit: Option<usize>,
}

#[derive(Debug, Serialize)]
pub(super) struct SelectedGraph {
    graph: String,
    matching: usize,
    found: Vec<FoundPattern>,
    near: Vec<NearPattern>,
}

#[derive(Debug, Serialize)]
struct FoundPattern {
    record: String,
    location: Option<Location>,
    source: String,
    result: String,
    complexity: i32,
    operands: Vec<Operand>,
    needs: Vec<String>,
    assumes: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Operand {
    name: String,
    graph: String,
}

#[derive(Debug, Serialize)]
struct NearPattern {
    record: String,
    location: Option<Location>,
    source: String,
    result: String,
    why: String,
}

/// `tablegen/selectPattern`: the patterns that match a graph.
pub(super) fn select_pattern(
    snapshot: Snapshot,
    params: SelectParams,
) -> Result<Vec<SelectedGraph>> {
    with_models(snapshot, |cx, places| {
        let question = Question {
            text: &params.graph,
            processor: params.processor.as_deref(),
            features: &params.features,
            limit: params.limit.map(|it| it.min(MAX_LIMIT)),
        };
        let selections = select(cx, question).map_err(|it| match it {
            Refused::Question(message) => Error::invalid_params(message),
            Refused::Patterns(error) => refused(error.message.clone()),
        })?;
        Ok(selections
            .into_iter()
            .map(|it| as_graph(places, it))
            .collect())
    })
}

fn as_graph(places: &Places, selection: Selection) -> SelectedGraph {
    let of = |it: &Rec| places.of_record(it.record());
    let found = selection.found.into_iter().map(|it| FoundPattern {
        record: it.rec.name().to_owned(),
        location: of(&it.rec),
        source: it.source,
        result: it.result,
        complexity: it.complexity,
        operands: it
            .operands
            .into_iter()
            .map(|(name, graph)| Operand {
                name: name.as_str().to_owned(),
                graph,
            })
            .collect(),
        needs: it.needs,
        assumes: it.assumes,
    });
    let near = selection.near.into_iter().map(|it| NearPattern {
        record: it.rec.name().to_owned(),
        location: of(&it.rec),
        source: it.source,
        result: it.result,
        why: it.why,
    });
    SelectedGraph {
        graph: selection.graph,
        matching: selection.matching,
        found: found.collect(),
        near: near.collect(),
    }
}
