//! Trees of patterns.
//!
//! Nodes are in an arena and refer to each other by id. A node may be part of several trees: the alternatives of a
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
    /// The id of a node of a tree.
    pub struct NodeId;
}

/// The arena of nodes, indexed by [`NodeId`].
pub type Nodes = Blocks<NodeId, Node>;

/// A node of a tree, with its children.
pub struct Node {
    /// The node's operator or leaf.
    pub head: Head,
    /// The operands of an operator; empty for a leaf.
    pub children: SmallVec<[NodeId; 3]>,
    /// The possible types of each result. After successful inference, there is one type in each mode.
    pub types: SmallVec<[TypeSets; 1]>,
    /// The name of the value: `x` in `GPR:$x`.
    pub name: Option<Sym>,
    /// Attributes that only few nodes have.
    pub extras: Extras,
}

/// The operator or leaf of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Head {
    /// A value without children.
    Leaf(Leaf),
    /// An operation on the node's children.
    Operator(Operator),
}

/// The value of a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// A number, which may have been written as a bit or as bits.
    Int(i64),
    /// `?`, a value that is not given.
    Unset,
    /// A record as a value.
    Record(LeafRecord),
}

/// A record as a value: a register class, a type, a condition, …
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeafRecord {
    /// The record.
    pub rec: RecordId,
    /// The kind, which is determined by the record.
    pub kind: LeafKind,
}

/// The kind of a record as a value. If several kinds apply, the first of them in this order is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeafKind {
    /// A record of class `RegisterOperand`.
    RegisterOperand,
    /// A record of class `RegisterClass`.
    RegisterClass,
    /// A record of class `PatFrags`, without arguments.
    Fragment,
    /// A record of class `Register`: a physical register.
    Register,
    /// A record of class `SubRegIndex`.
    SubRegisterIndex,
    /// A record of class `ValueType`. With a name, the leaf is a value of this type. Without a name, the leaf is the
    /// type itself.
    ValueType,
    /// A record of class `CondCode`: the condition of a comparison.
    CondCode,
    /// A record of class `ComplexPattern`, without operands.
    ComplexPattern,
    /// A record of class `PointerLikeRegClass`: the target chooses the register class later.
    PointerLikeRegisterClass,
    /// A record of class `RegClassByHwMode`: a register class for each mode.
    RegisterClassByMode,
    /// The record `node`: an argument of a fragment.
    Argument,
    /// The record `srcvalue`.
    SourceValue,
    /// The record `immAllOnesV`: a vector with all bits set.
    AllOnes,
    /// The record `immAllZerosV`: a vector with all bits clear.
    AllZeros,
    /// The record `zero_reg`: no register.
    ZeroRegister,
    /// The record `undef_tied_input`.
    UndefTiedInput,
    /// A record of class `Operand`.
    Operand,
    /// Any other record, which is not allowed in a pattern.
    Other,
}

/// The operator of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operator {
    /// The record given as the operator in the source.
    pub rec: RecordId,
    /// The kind, which is determined by the record.
    pub kind: OperatorKind,
}

/// The kind of an operator. If several kinds apply to a record, the first in this order is used: node, fragment,
/// instruction, transform, complex pattern, `set` or `implicit`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OperatorKind {
    /// The record `set`.
    Set,
    /// The record `implicit`.
    Implicit,
    /// A node of the selection graph. If it is a call of an intrinsic, the first child is the intrinsic's
    /// `Intrinsic::ID`.
    SdNode(SdNodeId),
    /// A fragment, which abbreviates other trees. It does not occur in the patterns of a finished model.
    Fragment(FragmentId),
    /// A machine instruction, in results.
    Instruction(InstructionId),
    /// C++ code that transforms a value, in results.
    Transform(TransformId),
    /// A pattern that C++ code matches; its operands are the children.
    ComplexPattern(ComplexPatternId),
}

impl Clone for Node {
    // A derived implementation would copy the children one by one, not as a slice.
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
    /// A node with `results` results, without a name, known types or further attributes.
    pub fn new(head: Head, children: SmallVec<[NodeId; 3]>, results: usize) -> Node {
        Node {
            head,
            children,
            types: SmallVec::from_elem(TypeSets::default(), results),
            name: None,
            extras: Extras::default(),
        }
    }

    /// A copy of the node without the order of its results (`Extra::result_places`).
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

    /// A leaf with one result, without a name, known types or further attributes.
    pub fn leaf(leaf: Leaf) -> Node {
        Node::new(Head::Leaf(leaf), SmallVec::new(), 1)
    }

    /// Whether the node is a leaf, which has no children.
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

    /// The record of a leaf; `None` for an operator and for other leaves.
    pub fn leaf_record(&self) -> Option<LeafRecord> {
        match self.head {
            Head::Leaf(Leaf::Record(record)) => Some(record),
            _ => None,
        }
    }

    /// The kind of the record of a leaf; `None` for an operator and for other leaves.
    pub fn leaf_kind(&self) -> Option<LeafKind> {
        self.leaf_record().map(|it| it.kind)
    }

    /// The value of a leaf that is a number; `None` for other nodes.
    pub fn int(&self) -> Option<i64> {
        match self.head {
            Head::Leaf(Leaf::Int(value)) => Some(value),
            _ => None,
        }
    }

    /// The record of the leaf or the operator; `None` for numbers and `?`.
    pub fn rec(&self) -> Option<RecordId> {
        match self.head {
            Head::Leaf(Leaf::Record(record)) => Some(record.rec),
            Head::Operator(operator) => Some(operator.rec),
            Head::Leaf(_) => None,
        }
    }

    /// The instruction that is the operator; `None` for other nodes.
    pub fn instruction(&self) -> Option<InstructionId> {
        match self.operator_kind() {
            Some(OperatorKind::Instruction(id)) => Some(id),
            _ => None,
        }
    }

    /// Whether the node is a vector with all bits set or all bits clear.
    pub(crate) fn is_all_ones_or_zeros(&self) -> bool {
        matches!(
            self.leaf_kind(),
            Some(LeafKind::AllOnes | LeafKind::AllZeros)
        )
    }

    /// The index of a result of an instruction among the results in the order in which the instruction's own pattern
    /// sets them.
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
    /// The arena with the node and its descendants.
    pub nodes: &'a Nodes,
    /// The root of the tree.
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

    /// The root of the tree, borrowed from the arena.
    pub fn node(self) -> &'a Node {
        &self.nodes[self.id]
    }

    /// The child with index `number`. Panics if there are fewer children.
    pub fn child(self, number: usize) -> Tree<'a> {
        Tree::new(self.nodes, self.node().children[number])
    }

    /// The subtrees whose roots are the children of the root, in order.
    pub fn children(self) -> impl DoubleEndedIterator<Item = Tree<'a>> + ExactSizeIterator {
        let children = self.node().children.iter();
        children.map(move |id| Tree::new(self.nodes, *id))
    }

    /// Whether `holds` is true for all nodes of the tree.
    pub(crate) fn all(self, holds: &impl Fn(&Node) -> bool) -> bool {
        holds(&self) && self.children().all(|it| it.all(holds))
    }

    /// Whether no value of the tree has several possible types in the same mode.
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
