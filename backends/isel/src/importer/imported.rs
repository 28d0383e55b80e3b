//! The patterns that GlobalISel's selector contains, for explanations.

use backend::{Context, Fatal, Model, RecordId};
use pattern_model::PatternId;
use rustc_hash::FxHashMap;
use target_model::instructions::InstructionId;

use super::Importer;
use crate::global_isel::{Check, Rule};

/// The patterns that become rules of GlobalISel's selector.
pub struct Imported {
    /// The imported patterns, in the order in which their rules are tried, each with the instruction at the root of its
    /// rule.
    pub rules: Vec<(PatternId, InstructionId)>,
    /// The reason for each pattern that is not imported.
    pub skipped: FxHashMap<PatternId, String>,
    /// All correspondences between generic instructions and nodes of the selection graph.
    pub equivalences: Vec<Equivalence>,
}

/// The correspondence between a generic instruction and a node of the selection graph. It may be conditional.
pub struct Equivalence {
    /// The generic instruction.
    pub instruction: InstructionId,
    /// The record of the node.
    pub node: RecordId,
}

impl Model for Imported {
    fn build(cx: &Context) -> Result<Imported, Fatal> {
        let mut importer = Importer::new(cx)?;
        importer.explains = true;
        let mut skipped = FxHashMap::default();
        let rules = importer.run(|_, id, reason| _ = skipped.insert(id, reason))?;
        let mut numbered = Vec::new();
        for (id, pattern) in importer.patterns.list.with_ids() {
            if pattern.gisel_ignores {
                skipped.insert(id, "it says so itself".to_owned());
            } else if importer.ignores(pattern) {
                skipped.insert(id, "it has numbers of the type bf16".to_owned());
            } else {
                numbered.push(id);
            }
        }
        let rules = rules.iter().filter_map(|rule| {
            let pattern = *numbered.get(usize::try_from(rule.id).ok()?)?;
            Some((pattern, root(rule)?))
        });
        let rules = rules.collect();
        let mut equivalences = Vec::new();
        for (node, it) in &importer.equivalents {
            let others = [
                it.if_floating_point,
                it.if_convergent,
                it.if_sign_extend,
                it.if_zero_extend,
            ];
            let instructions = others.into_iter().flatten().chain([it.usual]);
            equivalences.extend(instructions.map(|instruction| Equivalence {
                instruction,
                node: *node,
            }));
        }
        equivalences.sort_by_key(|it| (it.instruction, cx.records.rec(it.node).order()));
        equivalences.dedup_by_key(|it| (it.instruction, it.node));
        Ok(Imported {
            rules,
            skipped,
            equivalences,
        })
    }
}

/// The instruction that the root of a rule matches, or the first of the instructions that it may match; `None` if the
/// opcode is not checked.
fn root(rule: &Rule) -> Option<InstructionId> {
    let mut checks = rule.root().predicates.iter().map(|it| &it.check);
    checks.find_map(|it| match it {
        Check::Opcode(opcodes) => opcodes.first().copied(),
        _ => None,
    })
}
