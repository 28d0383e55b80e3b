//! The code that Clang generates for a builtin, as a graph of operations.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::types::{Scalar, Type};

/// The id of an operation in a [`Code`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeId(u32);

/// An input of an operation. `None` is an empty `seq`, which has no value and must not be used.
pub(super) type Operand = Option<NodeId>;

pub(super) enum Node {
    /// A parameter of the builtin.
    Argument {
        index: usize,
        is_address: bool,
        is_immediate: bool,
    },
    Literal {
        ty: Option<Arc<Scalar>>,
        value: u32,
    },
    IntCast {
        ty: Option<Arc<Scalar>>,
        of: Operand,
    },
    PointerCast {
        ty: Type,
        of: Operand,
    },
    Call {
        function: Function,
        args: Vec<Operand>,
    },
    Address {
        of: Operand,
        ty: Type,
        alignment: u32,
    },
    /// A call of an LLVM intrinsic.
    Intrinsic {
        name: String,
        types: Vec<Type>,
        args: Vec<Operand>,
    },
    Type(Type),
}

/// A C++ function of Clang that emits instructions.
#[derive(Clone)]
pub(super) struct Function {
    /// The start of the call, up to the opening parenthesis.
    pub prefix: Arc<str>,
    /// The arguments that are C++ integers rather than IR values: for each index the C++ type.
    pub numbers: Arc<BTreeMap<usize, String>>,
}

/// The operations of a builtin. `root` computes the builtin's result.
#[derive(Default)]
pub(super) struct Code {
    nodes: Vec<Node>,
    /// For each operation, an operation that must precede it in addition to its inputs.
    predecessors: Vec<Operand>,
    pub root: Operand,
}

impl Node {
    /// Calls `f` with each operation whose value this operation uses. Arguments that are C++ integers are left out.
    fn each_operand(&self, mut f: impl FnMut(Operand)) {
        match self {
            Node::Argument { .. } | Node::Literal { .. } | Node::Type(_) => {}
            Node::IntCast { of, .. } | Node::PointerCast { of, .. } | Node::Address { of, .. } => {
                f(*of);
            }
            Node::Call { function, args } => {
                let args = args.iter().enumerate();
                let values = args.filter(|(index, _)| !function.numbers.contains_key(index));
                values.for_each(|(_, arg)| f(*arg));
            }
            Node::Intrinsic { args, .. } => args.iter().for_each(|arg| f(*arg)),
        }
    }
}

impl Code {
    pub(super) fn add(&mut self, node: Node) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(node);
        self.predecessors.push(None);
        id
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Makes `id` follow `before`. The dependency is added to the first operation in the chain of predecessors of `id`.
    pub(super) fn follow(&mut self, id: NodeId, before: NodeId) {
        let mut first = id;
        while let Some(earlier) = self.predecessors[first.index()] {
            first = earlier;
        }
        self.predecessors[first.index()] = Some(before);
    }

    /// The operations that `root` depends on, in topological order, and `root` as the last. `None` if an operation uses
    /// the value of an empty `seq`.
    pub(super) fn order(&self, root: NodeId) -> Option<Vec<NodeId>> {
        enum Step {
            Enter(Operand),
            Leave(NodeId),
        }
        let mut is_seen = vec![false; self.len()];
        let mut order = Vec::new();
        let mut steps = vec![Step::Enter(Some(root))];
        while let Some(step) = steps.pop() {
            let id = match step {
                Step::Leave(id) => {
                    order.push(id);
                    continue;
                }
                Step::Enter(operand) => operand?,
            };
            if std::mem::replace(&mut is_seen[id.index()], true) {
                continue;
            }
            steps.push(Step::Leave(id));
            // The stack reverses the order, so the new steps are pushed in reverse.
            let start = steps.len();
            if let Some(before) = self.predecessors[id.index()] {
                steps.push(Step::Enter(Some(before)));
            }
            self.node(id).each_operand(|it| steps.push(Step::Enter(it)));
            steps[start..].reverse();
        }
        Some(order)
    }

    /// For each operation, whether an operation in `order` uses its value.
    pub(super) fn named(&self, order: &[NodeId]) -> Vec<bool> {
        let mut named = vec![false; self.len()];
        for id in order {
            self.node(*id).each_operand(|operand| {
                if let Some(operand) = operand {
                    named[operand.index()] = true;
                }
            });
        }
        named
    }
}

impl NodeId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}
