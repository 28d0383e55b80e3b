//! What resolving in stages may come upon where working values out at once does not.
//!
//! While the condition of an `!if` is open, both its branches are resolved; the body of an operator that binds a name
//! is resolved before there is an element, even if there never is one. What is in them and already known then becomes
//! a record, or an error. [`Flags::STAGED`] says that a value contains something of which this is true: a class
//! instance, or an operator that may fail.

use crate::record::Record;
use crate::symbol::Sym;
use crate::value::{BinOp, Flags, Node, TernOp, V, Values};

use super::Cx;

impl Cx<'_> {
    /// Whether the body of an operator that binds these names gives the same if it is not resolved before they stand
    /// for something: all in it for which the stage matters waits for one of them.
    pub(super) fn needs_no_stages(&mut self, body: V, names: &[Sym]) -> bool {
        if !self.values.flags(body).contains(Flags::STAGED) {
            return true;
        }
        if let Some(known) = self.scratch.lasting.needs_no_stages(body, names) {
            return known;
        }
        let answer = self.waits(body, names);
        self.scratch
            .lasting
            .set_needs_no_stages(body, names, answer);
        answer
    }

    fn waits(&self, v: V, names: &[Sym]) -> bool {
        let data = self.values.get(v);
        if !data.flags.contains(Flags::STAGED) {
            return true;
        }
        match &data.node {
            Node::Tern(op, var, list, body) if op.binds() => {
                let own = self.values.as_str(*var);
                self.waits(*list, names) && own.is_some_and(|own| self.waits(*body, &[own]))
            }
            Node::Fold {
                start,
                list,
                acc,
                var,
                body,
            } => {
                self.waits(*start, names)
                    && self.waits(*list, names)
                    && self.waits(*body, &[*acc, *var])
            }
            node => {
                let mut all = !self.values.is_staged(node) || self.is_open_until(v, names);
                node.for_each_child(|child| all = all && self.waits(child, names));
                all
            }
        }
    }

    /// Whether a value cannot be folded before one of these names stands for something.
    fn is_open_until(&self, v: V, names: &[Sym]) -> bool {
        if v.is_settled() {
            return false;
        }
        match self.values.node(v) {
            Node::Var(name) => names.contains(name),
            Node::Field(base, _) | Node::VarBit(base, _) => self.is_open_until(*base, names),
            Node::Un(_, operand) => self.is_open_until(*operand, names),
            Node::Bin(BinOp::And | BinOp::Or, ..) => false,
            Node::Bin(BinOp::ListSplat, _, count) => self.is_open_until(*count, names),
            Node::Bin(_, left, right) => {
                self.is_open_until(*left, names) || self.is_open_until(*right, names)
            }
            Node::Instance(_, args) => args.iter().any(|(_, arg)| self.is_open_until(*arg, names)),
            _ => false,
        }
    }
}

/// Whether an instance of a class is the same if its template arguments and its fields are put in place at once.
pub(super) fn can_be_made_at_once(values: &Values, record: &Record) -> bool {
    if !record.assertions.is_empty() || !record.dumps.is_empty() {
        return false;
    }
    let fields = record.fields().skip(record.args);
    fields
        .filter_map(|field| field.value)
        .all(|value| ignores_stage_of_args(values, value, false))
}

/// Whether nothing but what is always evaluated depends on template arguments and on the stage. A class instance must
/// not depend on them at all: it would be made with them and before those that wait for fields.
fn ignores_stage_of_args(values: &Values, v: V, perhaps: bool) -> bool {
    let data = values.get(v);
    if data.flags.contains(Flags::PENDING) {
        return false;
    }
    if !data.flags.contains(Flags::STAGED) || data.vars & Sym::ARGS_MASK == 0 {
        return true;
    }
    let check = |v: &V, perhaps| ignores_stage_of_args(values, *v, perhaps);
    match &data.node {
        Node::Instance(..) => false,
        Node::Tern(TernOp::If, cond, then, otherwise) => {
            check(cond, perhaps) && check(then, true) && check(otherwise, true)
        }
        Node::Tern(op, _, list, body) if op.binds() => check(list, perhaps) && check(body, true),
        Node::Fold {
            start, list, body, ..
        } => check(start, perhaps) && check(list, perhaps) && check(body, true),
        node => {
            let mut all = !perhaps || !values.is_staged(node);
            node.for_each_child(|child| all = all && check(&child, perhaps));
            all
        }
    }
}
