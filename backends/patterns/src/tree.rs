//! Trees of patterns.
//!
//! Nodes are in an arena and refer to each other by number. A node may be part of several trees: the alternatives of a
//! pattern share common parts, and inferred types of a shared node apply to all of them.

use std::ops::Deref;

use backend::{RecordId, id};
use elaborate::symbol::Sym;
use smallvec::SmallVec;
use target_model::instructions::InstructionId;

use crate::blocks::Blocks;
use crate::extras::Extras;
use crate::ids::{ComplexPatternId, FragmentId, SdNodeId, TransformId};
use crate::types::TypeSets;

id! {
    /// The number of a node of a tree.
    pub struct NodeId;
}

/// The storage of nodes.
pub type Nodes = Blocks<NodeId, Node>;

/// A node of a tree, with its children.
pub struct Node {
    /// The node's operator or leaf.
    pub head: Head,
    /// The nodes below an operator.
    pub children: SmallVec<[NodeId; 3]>,
    /// For each result the types that it may have: after successful inference one in each mode.
    pub types: SmallVec<[TypeSets; 1]>,
    /// `x` in `GPR:$x`.
    pub name: Option<Sym>,
    /// Rare attributes.
    pub extras: Extras,
}

/// The operator or leaf of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Head {
    /// A value without children.
    Leaf(Leaf),
    /// An operation on the nodes below.
    Operator(Operator),
}

/// The value of a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// A number, which may have been written as a bit or as bits.
    Int(i64),
    /// `?`
    Unset,
    /// A record as a value.
    Record(LeafRecord),
}

/// A record as a value: a register class, a type, a condition, …
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeafRecord {
    /// Which one.
    pub rec: RecordId,
    /// Its kind, which depends on the record alone.
    pub kind: LeafKind,
}

/// The kind of a record as a value: the first that applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeafKind {
    /// Of class `RegisterOperand`.
    RegisterOperand,
    /// Of class `RegisterClass`.
    RegisterClass,
    /// Of class `PatFrags`, without arguments.
    Fragment,
    /// Of class `Register`: a particular register.
    Register,
    /// Of class `SubRegIndex`.
    SubRegisterIndex,
    /// Of class `ValueType`. With a name it is a value of the type, without one the type.
    ValueType,
    /// Of class `CondCode`: a condition of a comparison.
    CondCode,
    /// Of class `ComplexPattern`, without operands.
    ComplexPattern,
    /// Of class `PointerLikeRegClass`: the target chooses the register class later.
    PointerLikeRegisterClass,
    /// Of class `RegClassByHwMode`: a register class for each mode.
    RegisterClassByMode,
    /// `node`, the argument of a fragment.
    Argument,
    /// `srcvalue`
    SourceValue,
    /// `immAllOnesV`
    AllOnes,
    /// `immAllZerosV`
    AllZeros,
    /// `zero_reg`
    ZeroRegister,
    /// `undef_tied_input`
    UndefTiedInput,
    /// Of class `Operand`.
    Operand,
    /// Not allowed in a pattern.
    Other,
}

/// The operator of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operator {
    /// The record given as the operator in the source.
    pub rec: RecordId,
    /// Its kind, which depends on the record alone.
    pub kind: OperatorKind,
}

/// The kind of an operator. A record of several of these classes counts as the first of them, and as `set` or
/// `implicit` only if it is of none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OperatorKind {
    /// `set`
    Set,
    /// `implicit`
    Implicit,
    /// An intrinsic is one of these, too: its number is the first child.
    SdNode(SdNodeId),
    /// An abbreviation for other trees. It does not occur in the patterns of a finished model.
    Fragment(FragmentId),
    /// Makes a machine instruction.
    Instruction(InstructionId),
    /// Changes a value by C++ code.
    Transform(TransformId),
    /// Is matched by C++ code; its operands are the children.
    ComplexPattern(ComplexPatternId),
}

impl Clone for Node {
    // A derived implementation copies one child after the other.
    fn clone(&self) -> Node {
        Node {
            head: self.head,
            children: SmallVec::from_slice(&self.children),
            types: self.types.clone(),
            name: self.name,
            extras: self.extras.clone(),
        }
    }
}

impl Node {
    /// A node without further information.
    pub fn new(head: Head, children: SmallVec<[NodeId; 3]>, results: usize) -> Node {
        Node {
            head,
            children,
            types: SmallVec::from_elem(TypeSets::default(), results),
            name: None,
            extras: Extras::default(),
        }
    }

    /// A copy without the places of results.
    pub(crate) fn without_result_places(&self) -> Node {
        Node {
            extras: self.extras.without_result_places(),
            ..self.clone()
        }
    }

    /// A placeholder for a removed node.
    pub(crate) fn nothing() -> Node {
        Node::new(Head::Leaf(Leaf::Unset), SmallVec::new(), 0)
    }

    /// A leaf without further information. It has one result.
    pub fn leaf(leaf: Leaf) -> Node {
        Node::new(Head::Leaf(leaf), SmallVec::new(), 1)
    }

    /// Whether it is a leaf.
    pub fn is_leaf(&self) -> bool {
        matches!(self.head, Head::Leaf(_))
    }

    /// The operator; `None` for a leaf.
    pub fn operator(&self) -> Option<Operator> {
        match self.head {
            Head::Operator(operator) => Some(operator),
            Head::Leaf(_) => None,
        }
    }

    /// The kind of the operator; `None` for a leaf.
    pub fn operator_kind(&self) -> Option<OperatorKind> {
        self.operator().map(|it| it.kind)
    }

    /// The record that a leaf is.
    pub fn leaf_record(&self) -> Option<LeafRecord> {
        match self.head {
            Head::Leaf(Leaf::Record(record)) => Some(record),
            _ => None,
        }
    }

    /// The kind of the record of a leaf; `None` for an operator and for numbers.
    pub fn leaf_kind(&self) -> Option<LeafKind> {
        self.leaf_record().map(|it| it.kind)
    }

    /// The number that a leaf is.
    pub fn int(&self) -> Option<i64> {
        match self.head {
            Head::Leaf(Leaf::Int(value)) => Some(value),
            _ => None,
        }
    }

    /// The record of the leaf or the operator.
    pub fn rec(&self) -> Option<RecordId> {
        match self.head {
            Head::Leaf(Leaf::Record(record)) => Some(record.rec),
            Head::Operator(operator) => Some(operator.rec),
            Head::Leaf(_) => None,
        }
    }

    /// The instruction of the operator.
    pub fn instruction(&self) -> Option<InstructionId> {
        match self.operator_kind() {
            Some(OperatorKind::Instruction(id)) => Some(id),
            _ => None,
        }
    }

    /// Whether it is a vector of ones or of zeros.
    pub(crate) fn is_all_ones_or_zeros(&self) -> bool {
        matches!(
            self.leaf_kind(),
            Some(LeafKind::AllOnes | LeafKind::AllZeros)
        )
    }

    /// The place of a result among those that the instruction's own pattern sets, both counted from 0.
    pub fn result_place(&self, result: usize) -> usize {
        match &self.extras.result_places {
            Some(places) => places[result] as usize,
            None => result,
        }
    }
}

/// A tree: a node and the arena with its descendants.
#[derive(Clone, Copy)]
pub struct Tree<'a> {
    /// The arena that has the node and all below it.
    pub nodes: &'a Nodes,
    /// The node at its top.
    pub id: NodeId,
}

impl<'a> Deref for Tree<'a> {
    type Target = Node;

    fn deref(&self) -> &Node {
        &self.nodes[self.id]
    }
}

impl<'a> Tree<'a> {
    /// The tree below a node of an arena.
    pub fn new(nodes: &'a Nodes, id: NodeId) -> Tree<'a> {
        Tree { nodes, id }
    }

    /// The node, borrowed from the arena.
    pub fn node(self) -> &'a Node {
        &self.nodes[self.id]
    }

    /// A child, counted from 0. Panics if there are fewer.
    pub fn child(self, number: usize) -> Tree<'a> {
        Tree::new(self.nodes, self.node().children[number])
    }

    /// Whether `holds` is true for all nodes of the tree.
    pub fn children(self) -> impl DoubleEndedIterator<Item = Tree<'a>> + ExactSizeIterator {
        let children = self.node().children.iter();
        children.map(move |id| Tree::new(self.nodes, *id))
    }

    /// Whether something holds for all nodes of the tree.
    pub(crate) fn all(self, holds: &impl Fn(&Node) -> bool) -> bool {
        holds(&self) && self.children().all(|it| it.all(holds))
    }

    /// Whether no value of the tree may have several types.
    pub(crate) fn is_concrete(self) -> bool {
        self.all(&|it| it.types.iter().all(|types| types.is_concrete(true)))
    }

    /// Calls `f` with each node of the tree, a node before its children.
    pub fn for_each(self, f: &mut impl FnMut(Tree<'a>)) {
        f(self);
        for child in self.children() {
            child.for_each(f);
        }
    }
}
