//! Access to dags for backends.

use super::{Rec, Records};
use crate::value::{DagName, Node, ValueId};

/// A dag: its operator and its arguments, each with an optional name.
#[derive(Clone, Copy)]
pub struct Dag<'a> {
    /// The value of the dag.
    pub v: ValueId,
    records: &'a Records,
    op: ValueId,
    op_name: Option<DagName>,
    args: &'a [(ValueId, Option<DagName>)],
}

impl Records {
    /// The dag of a value; `None` if the value is not a dag.
    pub fn dag(&self, v: ValueId) -> Option<Dag<'_>> {
        match self.node(v) {
            Node::Dag { op, op_name, args } => Some(Dag {
                v,
                records: self,
                op: *op,
                op_name: *op_name,
                args,
            }),
            _ => None,
        }
    }
}

impl<'a> Dag<'a> {
    /// The [`Records`] that contains the dag.
    pub fn records(self) -> &'a Records {
        self.records
    }

    /// The value of the operator.
    pub fn op(self) -> ValueId {
        self.op
    }

    /// The operator as a record; `None` if the operator is not a record, which is rare.
    pub fn op_def(self) -> Option<Rec<'a>> {
        self.records.def_of(self.op)
    }

    /// The operator's name: `x` in `(op:$x …)`.
    pub fn op_name(self) -> Option<&'static str> {
        self.op_name.map(DagName::as_str)
    }

    /// The number of arguments.
    pub fn len(self) -> usize {
        self.args.len()
    }

    /// Whether there are no arguments.
    pub fn is_empty(self) -> bool {
        self.args.is_empty()
    }

    /// The value of the argument at `index`. Panics if the index is out of range.
    pub fn arg(self, index: usize) -> ValueId {
        self.args[index].0
    }

    /// The name of the argument at `index`, without the `$`. Panics if the index is out of range.
    pub fn arg_name(self, index: usize) -> Option<&'static str> {
        self.args[index].1.map(DagName::as_str)
    }

    /// The values and the names of the arguments, in order. Names are without the `$`.
    pub fn args(
        self,
    ) -> impl DoubleEndedIterator<Item = (ValueId, Option<&'static str>)> + ExactSizeIterator {
        let args = self.args.iter();
        args.map(|(v, name)| (*v, name.map(DagName::as_str)))
    }
}
