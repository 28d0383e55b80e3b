//! All patterns of a target, and their parts.

use std::sync::Arc;

use backend::ids::Arena;
use backend::{RecordId, Records};
use rustc_hash::FxHashMap;
use target_model::instructions::Instructions;
use target_model::registers::Registers;

use crate::complex_pattern::ComplexPattern;
use crate::effects::InstructionEffects;
use crate::facts::{Facts, OperandClass};
use crate::fragment::Fragment;
use crate::ids::{ComplexPatternId, FragmentId, IntrinsicId, PatternId, SdNodeId, TransformId};
use crate::intrinsic::Intrinsic;
use crate::pattern::Pattern;
use crate::properties::Properties;
use crate::sd_node::SdNode;
use crate::transform::Transform;
use crate::tree::{Head, Leaf, LeafKind, Node, NodeId, Nodes, Operator, OperatorKind, Tree};
use crate::types::TypeSet;

/// The model of a target's selection patterns.
pub struct Patterns {
    /// The target's instructions.
    pub instructions: Arc<Instructions>,
    /// The target's registers and register classes.
    pub registers: Arc<Registers>,
    /// The types of all register classes in all modes.
    pub legal_types: TypeSet,
    /// The intrinsics, ordered by target and name. The `Intrinsic::ID` of an intrinsic is its index plus 1, since 0
    /// means no intrinsic.
    pub intrinsics: Arena<IntrinsicId, Intrinsic>,
    /// The nodes of the selection graph, of class `SDNode`. This list and the next three are in the order of the
    /// records' definitions.
    pub sd_nodes: Arena<SdNodeId, SdNode>,
    /// The functions that change matched values, of class `SDNodeXForm`.
    pub transforms: Arena<TransformId, Transform>,
    /// The patterns that C++ code matches, of class `ComplexPattern`.
    pub complex_patterns: Arena<ComplexPatternId, ComplexPattern>,
    /// The pattern fragments, of class `PatFrags`.
    pub fragments: Arena<FragmentId, Fragment>,
    /// The default values of operands, by the record of class `OperandWithDefaultOps`.
    pub default_operands: FxHashMap<RecordId, Vec<NodeId>>,
    /// The results and operands of each instruction in patterns, by the instruction's id.
    pub instruction_nodes: Vec<InstructionNode>,
    /// The effects of each instruction, by the instruction's id.
    pub effects: Vec<InstructionEffects>,
    /// The nodes of all trees. Patterns may share nodes.
    pub nodes: Nodes,
    /// The patterns: first the patterns of instructions, then the patterns of records of class `Pattern`, then variants
    /// of these patterns.
    pub list: Arena<PatternId, Pattern>,
    /// All records that may be the operator of a node, apart from intrinsics.
    pub(crate) operators: FxHashMap<RecordId, OperatorKind>,
    pub(crate) intrinsic_numbers: FxHashMap<RecordId, IntrinsicId>,
    pub(crate) facts: Facts,
    /// The nodes of the selection graph that represent calls of intrinsics.
    pub intrinsic_nodes: IntrinsicNodes,
}

/// The nodes of the selection graph that represent calls of intrinsics. If one of them is not defined, building the
/// model fails.
#[derive(Clone, Copy, Debug)]
pub struct IntrinsicNodes {
    /// `intrinsic_void`: without a result, with a chain.
    pub void: SdNodeId,
    /// `intrinsic_w_chain`: with results and a chain.
    pub with_chain: SdNodeId,
    /// `intrinsic_wo_chain`: with results, and without memory accesses or other effects that would need a chain.
    pub without_chain: SdNodeId,
}

/// An instruction as an operator of patterns.
#[derive(Clone, Debug, Default)]
pub struct InstructionNode {
    /// The operand classes of the results.
    pub results: Vec<RecordId>,
    /// The operand classes of the operands that a tree with this operator has to list.
    pub operands: Vec<RecordId>,
    /// The physical registers that the instruction's own pattern sets in addition to its results.
    pub(crate) implicit_results: Vec<RecordId>,
}

impl Patterns {
    /// The tree below a node of [`Self::nodes`].
    pub fn tree(&self, id: NodeId) -> Tree<'_> {
        Tree::new(&self.nodes, id)
    }

    /// The source of a pattern, which is matched.
    pub fn src(&self, pattern: &Pattern) -> Tree<'_> {
        self.tree(pattern.src)
    }

    /// The result of a pattern.
    pub fn dst(&self, pattern: &Pattern) -> Tree<'_> {
        self.tree(pattern.dst)
    }

    /// The record as an operator; `None` if the record is not an operator.
    pub fn operator(&self, rec: RecordId) -> Option<Operator> {
        let kind = *self.operators.get(&rec)?;
        Some(Operator { rec, kind })
    }

    /// The id of an intrinsic; `None` if the record is not an intrinsic.
    pub(crate) fn intrinsic_number(&self, rec: RecordId) -> Option<IntrinsicId> {
        self.intrinsic_numbers.get(&rec).copied()
    }

    /// The fragment of a record; `None` if the record is not a fragment, or is a node of the selection graph as well.
    pub fn fragment_of(&self, rec: RecordId) -> Option<FragmentId> {
        match self.operators.get(&rec) {
            Some(OperatorKind::Fragment(id)) => Some(*id),
            _ => None,
        }
    }

    pub(crate) fn transform_of(&self, rec: RecordId) -> Option<TransformId> {
        match self.operators.get(&rec) {
            Some(OperatorKind::Transform(id)) => Some(*id),
            _ => None,
        }
    }

    pub(crate) fn operand_class(&self, rec: RecordId) -> Option<&OperandClass> {
        self.facts.operands.get(&rec)
    }

    /// The node of the selection graph that is the operator of `node`; `None` for leaves and other operators.
    pub fn sd_node(&self, node: &Node) -> Option<&SdNode> {
        match node.operator_kind()? {
            OperatorKind::SdNode(id) => Some(&self.sd_nodes[id]),
            _ => None,
        }
    }

    /// The intrinsic that a tree calls; `None` if its root is not a call of an intrinsic.
    pub fn intrinsic(&self, tree: Tree) -> Option<&Intrinsic> {
        self.intrinsic_id(tree).map(|id| &self.intrinsics[id])
    }

    /// The id of the intrinsic that a tree calls; `None` if its root is not a call of an intrinsic.
    pub fn intrinsic_id(&self, tree: Tree) -> Option<IntrinsicId> {
        let Some(OperatorKind::SdNode(id)) = tree.operator_kind() else {
            return None;
        };
        let IntrinsicNodes {
            void,
            with_chain,
            without_chain,
        } = self.intrinsic_nodes;
        if ![void, with_chain, without_chain].contains(&id) {
            return None;
        }
        let number = tree.children().next()?.int()?;
        let index = u32::try_from(number).ok()?.checked_sub(1)?;
        let known = (index as usize) < self.intrinsics.len();
        known.then_some(IntrinsicId(index))
    }

    /// The complex pattern that is the leaf or the operator of `node`; `None` for other nodes.
    pub fn complex_pattern(&self, node: &Node) -> Option<&ComplexPattern> {
        self.complex_pattern_id(node)
            .map(|id| &self.complex_patterns[id])
    }

    /// The id of the complex pattern that is the leaf or the operator of `node`; `None` for other nodes.
    pub fn complex_pattern_id(&self, node: &Node) -> Option<ComplexPatternId> {
        let kind = match node.head {
            Head::Leaf(Leaf::Record(record)) if record.kind == LeafKind::ComplexPattern => {
                *self.operators.get(&record.rec)?
            }
            Head::Leaf(_) => return None,
            Head::Operator(operator) => operator.kind,
        };
        match kind {
            OperatorKind::ComplexPattern(id) => Some(id),
            _ => None,
        }
    }

    /// The number of machine operands that a node yields. It is 1 unless the node is a complex pattern or an operand
    /// with parts.
    pub fn machine_operands(&self, records: &Records, node: &Node) -> usize {
        if let Some(pattern) = self.complex_pattern(node) {
            return pattern.operands;
        }
        let record = node.leaf_record();
        let Some(operand) = record.filter(|it| it.kind == LeafKind::Operand) else {
            return 1;
        };
        let parts = records.rec(operand.rec).dag("MIOperandInfo");
        parts.map_or(1, |it| it.len().max(1))
    }

    /// The properties of the root of a tree.
    pub fn properties(&self, tree: Tree) -> Properties {
        if tree.is_leaf() {
            let complex = self.complex_pattern(&tree);
            return complex.map_or(Properties::default(), |it| it.properties);
        }
        let Some(node) = self.sd_node(&tree) else {
            return Properties::default();
        };
        // Whether a call of an intrinsic has a chain depends only on the node of the selection graph.
        match self.intrinsic(tree) {
            Some(intrinsic) => {
                let chain = node.properties & Properties::HAS_CHAIN;
                (intrinsic.properties - Properties::HAS_CHAIN) | chain
            }
            None => node.properties,
        }
    }

    /// The union of the properties of all nodes of a tree.
    pub fn tree_properties(&self, tree: Tree) -> Properties {
        let below = tree.children().map(|it| self.tree_properties(it));
        below.fold(self.properties(tree), Properties::union)
    }

    /// Whether operands of the class `operand` have a default value, so that a tree may leave them out.
    pub fn has_default(&self, operand: RecordId) -> bool {
        let known = self.default_operands.get(&operand);
        known.is_some_and(|it| !it.is_empty())
    }
}
