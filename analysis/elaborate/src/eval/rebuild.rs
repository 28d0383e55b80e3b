//! Rebuilds a value from new parts, folding it if possible.
//!
//! Two walks substitute names in values. Resolving leaves a part with unknown names unresolved (see
//! [`super::resolve_parts`]); direct evaluation fails at such a part (see [`super::direct_eval`]). The order in which
//! the parts are visited and the folding are the same for both walks and are defined here. Each walk handles operators
//! that bind names and stage-sensitive operators itself.

use syntax::Release;

use smallvec::SmallVec;

use crate::value::{ArgKey, BinOp, Node, NodeData, TernOp, Ty, ValueId};

use super::{Cx, RecordScope, Result};

/// A walk over a value, which replaces the operands of the value.
pub(super) trait Walk {
    /// The replacement of the operand `part`, which is `part` itself if it is settled. An error ends the walk, whether
    /// it was reported or not.
    fn part(&mut self, cx: &mut Cx<'_>, part: ValueId, cur: RecordScope<'_>) -> Result<ValueId>;

    /// The replacement of an operand that is evaluated only before LLVM 21. `None` if the walk reported an error in the
    /// operand and continues without it.
    fn needless_part(
        &mut self,
        cx: &mut Cx<'_>,
        part: ValueId,
        cur: RecordScope<'_>,
    ) -> Result<Option<ValueId>>;
}

/// An operand in a list: a value alone, or with its name or position.
pub(super) trait Holder: Copy {
    fn value(&mut self) -> &mut ValueId;
}

impl Holder for ValueId {
    fn value(&mut self) -> &mut ValueId {
        self
    }
}

/// An argument of a dag.
impl<Name: Copy> Holder for (ValueId, Option<Name>) {
    fn value(&mut self) -> &mut ValueId {
        &mut self.0
    }
}

/// An argument of a class instance.
impl Holder for (ArgKey, ValueId) {
    fn value(&mut self) -> &mut ValueId {
        &mut self.1
    }
}

impl Cx<'_> {
    /// Rebuilds a node from the results of a walk for its parts. If all parts are unchanged, so is the node.
    #[inline(always)]
    pub(super) fn rebuild(
        &mut self,
        v: ValueId,
        data: &NodeData,
        walk: &mut impl Walk,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let ty = data.ty.unwrap_or(Ty::STRING);
        match &data.node {
            Node::List(elems) => Ok(match (self.rebuild_all(elems, walk, cur)?, data.ty) {
                (Some(new), Some(ty)) => self.new_list_of(&new, ty),
                _ => v,
            }),
            Node::Bin(op, left, right) => self.rebuild_bin(v, (*op, *left, *right), ty, walk, cur),
            Node::Tern(op, left, middle, right) => {
                let new_left = walk.part(self, *left, cur)?;
                if *op == TernOp::If
                    && new_left != *left
                    && let Some(taken) = self.as_number(new_left)
                {
                    return walk.part(self, if taken != 0 { *middle } else { *right }, cur);
                }
                let new_middle = walk.part(self, *middle, cur)?;
                let new_right = walk.part(self, *right, cur)?;
                if (new_left, new_middle, new_right) == (*left, *middle, *right) {
                    return Ok(v);
                }
                self.fold_tern(*op, new_left, new_middle, new_right, ty, cur)
            }
            Node::Cond(elems) => match self.rebuild_cond(elems, walk, cur)? {
                Some(new) => self.fold_cond(&new, ty, cur),
                None => Ok(v),
            },
            Node::IsA(want, operand) => match walk.part(self, *operand, cur)? {
                new if new == *operand => Ok(v),
                new => self.fold_isa(*want, new),
            },
            Node::Dag { op, op_name, args } => {
                let new_args = self.rebuild_all(args, walk, cur)?;
                let new_op = walk.part(self, *op, cur)?;
                if new_args.is_none() && new_op == *op {
                    return Ok(v);
                }
                let args = new_args.as_deref().unwrap_or(args);
                Ok(self.values.dag(new_op, *op_name, args))
            }
            // Nodes without parts, and nodes that each walk handles itself.
            _ => Ok(v),
        }
    }

    #[inline(always)]
    fn rebuild_bin(
        &mut self,
        v: ValueId,
        (op, left, right): (BinOp, ValueId, ValueId),
        ty: Ty,
        walk: &mut impl Walk,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        if op == BinOp::StrConcat
            && let Some(parts) = self.nested_strings(left, right)
        {
            return self.rebuild_strings(v, parts, walk, cur);
        }
        let new_left = walk.part(self, left, cur)?;
        let new_right = match self.decides(op, new_left) {
            None => walk.part(self, right, cur)?,
            Some(number) if self.release >= Release::V21 => return Ok(self.values.int(number)),
            Some(number) => match walk.needless_part(self, right, cur)? {
                Some(new_right) => new_right,
                None => return Ok(self.values.int(number)),
            },
        };
        if (new_left, new_right) == (left, right) {
            return Ok(v);
        }
        self.fold_bin(op, new_left, new_right, ty, cur)
    }

    /// The result of `!and` or `!or` if the left operand alone determines it; `None` otherwise.
    #[inline]
    pub(super) fn decides(&mut self, op: BinOp, left: ValueId) -> Option<i64> {
        let decisive = match op {
            BinOp::And => 0,
            BinOp::Or => -1,
            _ => return None,
        };
        self.as_number(left).filter(|number| *number == decisive)
    }

    /// Rebuilds the operands of a `!cond`; `None` if all are unchanged. Before LLVM 21, the reference evaluates all
    /// conditions, then all values; since LLVM 21, it evaluates each condition with its value.
    fn rebuild_cond(
        &mut self,
        elems: &[ValueId],
        walk: &mut impl Walk,
        cur: RecordScope<'_>,
    ) -> Result<Option<SmallVec<[ValueId; 8]>>> {
        if self.release < Release::V21 {
            return self.rebuild_all(elems, walk, cur);
        }
        let arms = elems.len() / 2;
        let mut new = SmallVec::from_slice(elems);
        for arm in 0..arms {
            new[arm] = walk.part(self, elems[arm], cur)?;
            new[arms + arm] = walk.part(self, elems[arms + arm], cur)?;
        }
        Ok((new[..] != *elems).then_some(new))
    }

    /// The results of a walk for several values, in their order; `None` if all are unchanged.
    pub(super) fn rebuild_all<T: Holder>(
        &mut self,
        parts: &[T],
        walk: &mut impl Walk,
        cur: RecordScope<'_>,
    ) -> Result<Option<SmallVec<[T; 8]>>> {
        let mut changed: Option<SmallVec<[T; 8]>> = None;
        for (index, part) in parts.iter().enumerate() {
            self.spend_in_loop(index)?;
            let mut part = *part;
            let old = *part.value();
            if old.is_settled() {
                continue;
            }
            *part.value() = walk.part(self, old, cur)?;
            if *part.value() != old {
                changed.get_or_insert_with(|| SmallVec::from_slice(parts))[index] = part;
            }
        }
        Ok(changed)
    }
}
