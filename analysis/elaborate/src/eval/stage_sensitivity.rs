//! Expressions for which resolving in stages and direct evaluation may give different results.
//!
//! While the condition of an `!if` is unknown, both branches are resolved. The body of an operator that binds a name is
//! resolved before the operator is applied to the first element, even if the list is empty. At that time, the parts of
//! the body whose operands are known are evaluated, which may create records or report errors.
//! [`Flags::STAGE_SENSITIVE`] marks values that contain such a part: a class instance, or an operator that may fail or
//! that may fold to a different value at another stage.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::record::Record;
use crate::symbol::Sym;
use crate::value::{BinOp, Flags, Node, TernOp, Ty, ValueId, ValueStore};

use super::Cx;

impl Cx<'_> {
    /// Whether the body of an operator need not be resolved before `names`, which the operator binds, have values. That
    /// is the case if all stage-sensitive parts have to wait for one of these names.
    pub(super) fn needs_no_stages(&mut self, body: ValueId, names: &[Sym]) -> bool {
        if !self.values.flags(body).contains(Flags::STAGE_SENSITIVE) {
            return true;
        }
        if let Some(known) = self.scratch.run_cache.needs_no_stages(body, names) {
            return known;
        }
        let answer = Search::new(self.values).waits(body, names);
        self.scratch
            .run_cache
            .set_needs_no_stages(body, names, answer);
        answer
    }

    /// The free names in the body of an operator, in the order in which resolving reaches them. `None` if the body is
    /// too large.
    pub(super) fn mentions_in_body(
        &mut self,
        body: ValueId,
        bound: &[Sym],
    ) -> Option<Arc<[Mention]>> {
        if let Some(known) = self.scratch.run_cache.mentions(body, bound) {
            return Some(known);
        }
        let mut search = Mentions {
            search: Search::new(self.values),
            bound: SmallVec::from_slice(bound),
            found: Vec::new(),
        };
        let complete = search.find(body, false);
        self.attempts.count_steps(MAX_PARTS - search.search.left);
        if !complete {
            return None;
        }
        let found: Arc<[Mention]> = search.found.into();
        self.scratch
            .run_cache
            .set_mentions(body, bound, found.clone());
        Some(found)
    }
}

/// A name that the body of an operator mentions.
#[derive(Clone, Copy)]
pub(super) struct Mention {
    pub name: Sym,
    /// Whether resolving may not reach the name, for example because an earlier part decides the result.
    pub perhaps: bool,
}

/// A search for the names that the body of an operator mentions.
struct Mentions<'a> {
    search: Search<'a>,
    /// The names that the enclosing operators bind.
    bound: SmallVec<[Sym; 8]>,
    found: Vec<Mention>,
}

impl Mentions<'_> {
    /// Adds the free names in `v`. Returns false if the search ended early because the body is too large.
    fn find(&mut self, v: ValueId, perhaps: bool) -> bool {
        let data = self.search.values.get(v);
        if data.vars == 0 {
            return true;
        }
        if !self.search.goes_on() {
            return false;
        }
        if let Node::Var(name) = data.node {
            if !self.bound.contains(&name) {
                self.found.push(Mention { name, perhaps });
            }
            return true;
        }
        let (mut all, mut is_first) = (true, true);
        data.node.for_each_part(self.search.values, |part, names| {
            let is_passed_by = match data.node {
                Node::Tern(TernOp::If, ..) | Node::Bin(BinOp::And | BinOp::Or, ..) => !is_first,
                // Whether and in which order these operands are resolved depends on the release.
                Node::Cond(_) | Node::Dag { .. } => true,
                _ => false,
            };
            is_first = false;
            let outer = self.bound.len();
            self.bound.extend_from_slice(names);
            all = all && self.find(part, perhaps || is_passed_by);
            self.bound.truncate(outer);
        });
        all
    }
}

/// Whether an instance of the class `record` gets the same fields if template arguments and fields are substituted in
/// one step. False if this is not certain, or if the class has assertions or dumps.
pub(super) fn can_be_made_directly(values: &ValueStore, record: &Record) -> bool {
    if !record.assertions().is_empty() || !record.dumps().is_empty() {
        return false;
    }
    // If an argument is not given, its default is resolved wherever the argument is mentioned.
    let mut defaults = record.template_args().filter_map(|arg| arg.value);
    if defaults.any(|value| values.flags(value).contains(Flags::STAGE_SENSITIVE)) {
        return false;
    }
    record
        .fields()
        .filter_map(|field| field.value)
        .all(|value| Search::new(values).ignores_stage_of_args(value, Enclosing::default()))
}

/// The largest number of parts that are examined. A value with more parts, counted as a tree, is treated as
/// stage-sensitive.
const MAX_PARTS: usize = 1 << 14;

/// A search for stage-sensitive parts of a value.
struct Search<'a> {
    values: &'a ValueStore,
    /// The number of parts that may still be examined.
    left: usize,
}

/// Properties of the nodes that enclose a value.
#[derive(Clone, Copy, Default)]
struct Enclosing {
    /// Whether the value is in a branch or a body. Then it is resolved when the template arguments are substituted,
    /// even if the result is not needed.
    perhaps: bool,
    /// Whether an enclosing operator may discard the value once the template arguments are substituted, before fields
    /// have values.
    dropped: bool,
}

impl<'a> Search<'a> {
    fn new(values: &'a ValueStore) -> Search<'a> {
        let left = MAX_PARTS;
        Search { values, left }
    }

    /// Counts a part. Returns false if too many parts were examined.
    fn goes_on(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left > 0
    }

    fn waits(&mut self, v: ValueId, names: &[Sym]) -> bool {
        let data = self.values.get(v);
        if !data.flags.contains(Flags::STAGE_SENSITIVE) {
            return true;
        }
        if !self.goes_on() {
            return false;
        }
        let node = &data.node;
        let mut all =
            !self.values.is_stage_sensitive(node, data.ty) || self.is_open_until(v, names);
        node.for_each_part(self.values, |part, own| {
            let names = if own.is_empty() { names } else { own };
            all = all && self.waits(part, names);
        });
        all
    }

    /// Whether a value cannot be folded before one of `names` has a value. False if this is not certain.
    fn is_open_until(&mut self, v: ValueId, names: &[Sym]) -> bool {
        if v.is_settled() || !self.goes_on() {
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

    /// Whether the result does not depend on the stage at which template arguments are substituted. A stage-sensitive
    /// part that depends on the arguments is accepted only if it is always evaluated. A class instance that
    /// depends on the arguments is never accepted: it would be created when the arguments are substituted, before
    /// values that wait for fields.
    fn ignores_stage_of_args(&mut self, v: ValueId, around: Enclosing) -> bool {
        let data = self.values.get(v);
        if data.flags.contains(Flags::PENDING) {
            return false;
        }
        if !data.flags.contains(Flags::STAGE_SENSITIVE) {
            return true;
        }
        if data.vars & Sym::ARGS_MASK == 0 {
            return !around.dropped;
        }
        if !self.goes_on() {
            return false;
        }
        let branch = Enclosing {
            perhaps: true,
            ..around
        };
        let dropped = Enclosing {
            dropped: true,
            ..around
        };
        let mut check = |v: &ValueId, around| self.ignores_stage_of_args(*v, around);
        match &data.node {
            Node::Instance(..) => false,
            // The operator compares the elements of the lists at this stage, even if they are not known yet.
            Node::Bin(BinOp::ListRemove, ..) if data.vars & !Sym::ARGS_MASK != 0 => false,
            Node::Tern(TernOp::If, cond, then, otherwise) => {
                check(cond, around) && check(then, branch) && check(otherwise, branch)
            }
            Node::Tern(op, _, list, body) if op.binds() => {
                check(list, dropped) && check(body, branch)
            }
            Node::Fold {
                start, list, body, ..
            } => {
                // The evaluation of the body for the next element may discard the result for this element.
                let of_elem = Enclosing {
                    perhaps: true,
                    dropped: true,
                };
                check(start, dropped) && check(list, dropped) && check(body, of_elem)
            }
            node => {
                let mut all = !around.perhaps || !self.values.is_stage_sensitive(node, data.ty);
                node.for_each_child(|child| {
                    let part_of = if may_drop(self.values, node, child) {
                        dropped
                    } else {
                        around
                    };
                    all = all && self.ignores_stage_of_args(child, part_of);
                });
                all
            }
        }
    }
}

/// Whether the node may fold to a result that does not contain `operand`, although `operand` is unknown. Most operators
/// need the value, but an element or the size of a list or dag can be known although other elements are not.
fn may_drop(values: &ValueStore, node: &Node, operand: ValueId) -> bool {
    match node {
        Node::List(_) | Node::Dag { .. } | Node::Bits(_) => false,
        Node::Bin(BinOp::ListConcat | BinOp::Concat, ..) => false,
        Node::Bin(BinOp::ListSplat, ..) | Node::Cond(_) | Node::IsA(..) => true,
        _ => values
            .get(operand)
            .ty
            .is_none_or(|ty| ty == Ty::DAG || values.elem_ty(ty).is_some()),
    }
}
