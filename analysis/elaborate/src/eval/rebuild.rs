//! A value with other values in the place of its parts, folded as far as that makes possible.
//!
//! Two walks go through values to put something else in the place of names. Resolving leaves alone what is not known
//! yet (see [`super::resolve_parts`]); working out at once gives up there (see [`super::direct_eval`]). They differ in
//! what becomes of a part. In which order parts are looked at, and what is folded with them, is the same for both and
//! stands here. Operators that bind names and what depends on the stage are left to each.

use syntax::Release;

use smallvec::SmallVec;

use crate::value::{ArgKey, BinOp, Node, NodeData, TernOp, Ty, ValueId};

use super::{Cx, RecordScope, Result};

/// A replacement of the operands of a value.
pub(super) trait Walk {
    /// The replacement of an operand; itself, if it is settled. An error ends the walk, whether it was reported or not.
    fn part(&mut self, cx: &mut Cx<'_>, part: ValueId, cur: RecordScope<'_>) -> Result<ValueId>;

    /// What an operand becomes that LLVM 19 looks at and LLVM 22 does not. `None` if the walk reported a mistake in it
    /// and goes on without.
    fn needless_part(
        &mut self,
        cx: &mut Cx<'_>,
        part: ValueId,
        cur: RecordScope<'_>,
    ) -> Result<Option<ValueId>>;
}

/// Something that holds a value: an element, or one with its name.
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
    /// The value that a node becomes with what a walk makes of its parts. It stays the same where they do.
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
            // They have no parts, or each walk does with them what it must.
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

    /// The result of `!and` or `!or` when its left operand alone decides it.
    #[inline]
    pub(super) fn decides(&mut self, op: BinOp, left: ValueId) -> Option<i64> {
        let decisive = match op {
            BinOp::And => 0,
            BinOp::Or => -1,
            _ => return None,
        };
        self.as_number(left).filter(|number| *number == decisive)
    }

    /// LLVM 19 looks at all conditions, then at all values; LLVM 22 at each condition with its value.
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

    /// What a walk makes of several values, in their order; `None` where it leaves all of them alone.
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
