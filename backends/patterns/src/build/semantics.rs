//! The semantics of instructions.

use backend::ids::Arena;
use backend::{Context, Fatal, Model, Rec, RecordId, ValueId, record_class};
use rustc_hash::FxHashMap;
use target_model::instructions::InstructionId;

use super::Build;
use crate::ids::SdNodeId;
use crate::patterns::Patterns;
use crate::sd_node::SdNode;
use crate::tree::NodeId;
use crate::work::{Keep, Work};

record_class! {
    /// A pattern that only describes the semantics of an instruction.
    struct SemanticsDef("Semantics") {
        instruction: def("Inst"),
    }
}

record_class! {
    struct EquivalenceDef("SDNodeEquiv") {
        specific: def("TargetSpecific"),
        general: def("TargetIndependent"),
    }
}

/// The semantics of a target's instructions, as trees in which fragments are expanded and all types are known.
///
/// Types are inferred as in LLVM 5, the release that the backend `-gen-semantics` is based on: `set` and `implicit` may
/// occur in trees, and a complex pattern with operands has the type expected by its parent. A pattern with an error is
/// left out, and the error is reported.
pub struct Semantics {
    /// The nodes and operators of the trees, without patterns.
    pub patterns: Patterns,
    /// The trees of the records of class `Semantics`, in byte order of their names.
    pub given: Vec<Meaning>,
    /// The trees of the patterns of instructions, in natural order of the instructions' names.
    pub own: Vec<Meaning>,
    /// Maps a target-specific node to the equivalent target-independent node, which may have fewer results.
    pub equivalences: FxHashMap<SdNodeId, SdNodeId>,
}

/// The semantics of an instruction, as given by one record.
pub struct Meaning {
    /// The instruction.
    pub instruction: InstructionId,
    /// The record with the pattern: the instruction's own record, or a record of class `Semantics`.
    pub rec: RecordId,
    /// One tree for each dag in the record's `Pattern`, in order, or several trees if a fragment in the dag has
    /// alternatives.
    pub trees: Vec<NodeId>,
}

impl Model for Semantics {
    fn build(cx: &Context) -> Result<Semantics, Fatal> {
        let mut build = Build::new(cx)?;
        let mut own = Vec::new();
        for def in cx.records.derived("Instruction")? {
            if let Some(id) = build.patterns.instructions.number(def)
                && let Some(dags) = build.own_pattern(def)?
            {
                own.extend(build.read_meaning(def, id, dags, false)?);
            }
        }
        let given = build.read_given()?;
        let equivalences = read_equivalences(cx, &build.patterns.sd_nodes)?;
        Ok(Semantics {
            patterns: build.patterns,
            given,
            own,
            equivalences,
        })
    }
}

impl<'a> Build<'a> {
    fn read_meaning(
        &mut self,
        def: Rec<'a>,
        id: InstructionId,
        dags: &[ValueId],
        may_read_results: bool,
    ) -> Result<Option<Meaning>, Fatal> {
        let instructions = self.patterns.instructions.clone();
        let instruction = instructions.get(id);
        let read = |work: &mut Work| work.read_semantics(instruction, dags, may_read_results);
        let (trees, nodes) = self.work(def, read)?;
        let mut keep = Keep::new(nodes, &mut self.patterns.nodes);
        Ok(trees.map(|trees| Meaning {
            instruction: id,
            rec: def.id(),
            trees: trees.into_iter().map(|it| keep.keep(it)).collect(),
        }))
    }

    fn read_given(&mut self) -> Result<Vec<Meaning>, Fatal> {
        let values = &self.cx.records.values;
        let mut defs = SemanticsDef::all(self.cx.records)?;
        defs.sort_by_key(|it| it.name());
        let mut given = Vec::new();
        for def in defs {
            let dags = values.as_list(def.value("Pattern")?).unwrap_or_default();
            let instruction = def.instruction()?;
            match self.patterns.instructions.number(instruction) {
                Some(id) => given.extend(self.read_meaning(*def, id, dags, true)?),
                None => {
                    let message = format!("'{}' is not an instruction", instruction.name());
                    return Err(def.fatal_at("Inst", message));
                }
            }
        }
        Ok(given)
    }
}

fn read_equivalences(
    cx: &Context,
    nodes: &Arena<SdNodeId, SdNode>,
) -> Result<FxHashMap<SdNodeId, SdNodeId>, Fatal> {
    let ids: FxHashMap<RecordId, SdNodeId> =
        nodes.with_ids().map(|(id, it)| (it.rec, id)).collect();
    let mut equivalences = FxHashMap::default();
    for def in EquivalenceDef::all(cx.records)? {
        let node = |field, rec: Rec| match ids.get(&rec.id()) {
            Some(id) => Ok(*id),
            None => Err(def.fatal_at(field, format!("'{}' is not an SDNode", rec.name()))),
        };
        let specific = node("TargetSpecific", def.specific()?)?;
        let general = node("TargetIndependent", def.general()?)?;
        equivalences.insert(specific, general);
    }
    Ok(equivalences)
}
