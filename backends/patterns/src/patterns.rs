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
    /// The instructions that patterns make.
    pub instructions: Arc<Instructions>,
    /// The registers and classes of leaves.
    pub registers: Arc<Registers>,
    /// The types of all register classes in all modes.
    pub legal_types: TypeSet,
    /// By target and name. In a pattern their numbers start at 1, since 0 means no intrinsic.
    pub intrinsics: Arena<IntrinsicId, Intrinsic>,
    /// The nodes of the selection graph, of class `SDNode`. These and the following are in the order of their
    /// definitions.
    pub sd_nodes: Arena<SdNodeId, SdNode>,
    /// The functions that change matched values, of class `SDNodeXForm`.
    pub transforms: Arena<TransformId, Transform>,
    /// The patterns that C++ code matches, of class `ComplexPattern`.
    pub complex_patterns: Arena<ComplexPatternId, ComplexPattern>,
    /// The pattern fragments, of class `PatFrags`.
    pub fragments: Arena<FragmentId, Fragment>,
    /// The defaults of operands of class `OperandWithDefaultOps`, by their records.
    pub default_operands: FxHashMap<RecordId, Vec<NodeId>>,
    /// The form of each instruction in patterns, by its number.
    pub instruction_nodes: Vec<InstructionNode>,
    /// The effects of each instruction, by its number.
    pub effects: Vec<InstructionEffects>,
    /// The nodes of all trees. Patterns may share nodes.
    pub nodes: Nodes,
    /// First those of instructions, then those of records of class `Pattern`, then variants of both.
    pub list: Arena<PatternId, Pattern>,
    /// All records that may be the operator of a node, apart from intrinsics.
    pub(crate) operators: FxHashMap<RecordId, OperatorKind>,
    pub(crate) intrinsic_numbers: FxHashMap<RecordId, IntrinsicId>,
    pub(crate) facts: Facts,
    /// The nodes that calls of intrinsics are.
    pub intrinsic_nodes: IntrinsicNodes,
}

/// The nodes of the selection graph that calls of intrinsics are. All three have to be there, or there is no model.
#[derive(Clone, Copy, Debug)]
pub struct IntrinsicNodes {
    /// `intrinsic_void`: without a result, with a chain.
    pub void: SdNodeId,
    /// `intrinsic_w_chain`: with results and a chain.
    pub with_chain: SdNodeId,
    /// `intrinsic_wo_chain`: with results, and without memory or effects that would need a chain.
    pub without_chain: SdNodeId,
}

/// An instruction as an operator of trees.
#[derive(Clone, Debug, Default)]
pub struct InstructionNode {
    /// The operands that it sets, by their classes.
    pub results: Vec<RecordId>,
    /// The required operands of a tree, by their classes.
    pub operands: Vec<RecordId>,
    /// The registers that its own pattern also sets.
    pub(crate) implicit_results: Vec<RecordId>,
}

impl Patterns {
    /// The tree below a node of [`Self::nodes`].
    pub fn tree(&self, id: NodeId) -> Tree<'_> {
        Tree::new(&self.nodes, id)
    }

    /// The source, which is matched.
    pub fn src(&self, pattern: &Pattern) -> Tree<'_> {
        self.tree(pattern.src)
    }

    /// The result.
    pub fn dst(&self, pattern: &Pattern) -> Tree<'_> {
        self.tree(pattern.dst)
    }

    /// A record as an operator; `None` if it is not one.
    pub fn operator(&self, rec: RecordId) -> Option<Operator> {
        let kind = *self.operators.get(&rec)?;
        Some(Operator { rec, kind })
    }

    /// The number of an intrinsic.
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

    /// The node of the selection graph that an operator is.
    pub fn sd_node(&self, node: &Node) -> Option<&SdNode> {
        match node.operator_kind()? {
            OperatorKind::SdNode(id) => Some(&self.sd_nodes[id]),
            _ => None,
        }
    }

    /// The intrinsic that a tree calls.
    pub fn intrinsic(&self, tree: Tree) -> Option<&Intrinsic> {
        self.intrinsic_id(tree).map(|id| &self.intrinsics[id])
    }

    /// The same as a number.
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

    /// The complex pattern that a node is, as a leaf or with operands.
    pub fn complex_pattern(&self, node: &Node) -> Option<&ComplexPattern> {
        self.complex_pattern_id(node)
            .map(|id| &self.complex_patterns[id])
    }

    /// The same as a number.
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

    /// The number of machine operands for a node.
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

    /// The properties of the node itself.
    pub fn properties(&self, tree: Tree) -> Properties {
        if tree.is_leaf() {
            let complex = self.complex_pattern(&tree);
            return complex.map_or(Properties::default(), |it| it.properties);
        }
        let Some(node) = self.sd_node(&tree) else {
            return Properties::default();
        };
        // Whether an intrinsic has a chain follows from its node.
        match self.intrinsic(tree) {
            Some(intrinsic) => {
                let chain = node.properties & Properties::HAS_CHAIN;
                (intrinsic.properties - Properties::HAS_CHAIN) | chain
            }
            None => node.properties,
        }
    }

    /// The properties that some node of the tree has.
    pub fn tree_properties(&self, tree: Tree) -> Properties {
        let below = tree.children().map(|it| self.tree_properties(it));
        below.fold(self.properties(tree), Properties::union)
    }

    /// Whether an operand of an instruction has a default if a tree does not give it.
    pub fn has_default(&self, operand: RecordId) -> bool {
        let known = self.default_operands.get(&operand);
        known.is_some_and(|it| !it.is_empty())
    }
}
