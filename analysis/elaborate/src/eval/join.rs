//! Joining many operands at once.
//!
//! `!strconcat(a, b, c)` means `!strconcat(a, !strconcat(b, c))`. If it were evaluated like that, each intermediate
//! value would be as long as the remaining operands, and would never be freed.

use smallvec::SmallVec;
use syntax::Release;

use crate::symbol::Sym;
use crate::value::{BinOp, Node, Ty, ValueId};

use super::rebuild::Walk;
use super::{Cx, RecordScope, Result};

/// The operands of nested `!strconcat`s, in order.
pub(super) type Strings = SmallVec<[ValueId; 8]>;

impl Cx<'_> {
    /// The operands of the `!strconcat` of `left` and `right`, if one of these is a `!strconcat` that is not known
    /// yet. `None` also if there are many operands, which may be shared by many values.
    pub(super) fn nested_strings(&self, left: ValueId, right: ValueId) -> Option<Strings> {
        const MANY: usize = 32;
        let is_nested = |v| self.operands_of_strings(v).is_some();
        if !is_nested(left) && !is_nested(right) {
            return None;
        }
        let mut parts = Strings::new();
        let mut rest = Strings::from_slice(&[right, left]);
        while let Some(v) = rest.pop() {
            match self.operands_of_strings(v) {
                Some((left, right)) => {
                    rest.push(right);
                    rest.push(left);
                }
                None => parts.push(v),
            }
            if parts.len() + rest.len() > MANY {
                return None;
            }
        }
        Some(parts)
    }

    fn operands_of_strings(&self, v: ValueId) -> Option<(ValueId, ValueId)> {
        match self.values.node(v) {
            Node::Bin(BinOp::StrConcat, left, right) if !v.is_settled() => Some((*left, *right)),
            _ => None,
        }
    }

    /// Rebuilds nested `!strconcat`s, whose operands are `parts`. If all operands become known, the texts of the inner
    /// `!strconcat`s are not made.
    pub(super) fn rebuild_strings(
        &mut self,
        v: ValueId,
        mut parts: Strings,
        walk: &mut impl Walk,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        for part in &mut parts {
            *part = walk.part(self, *part, cur)?;
        }
        if let Some(joined) = self.join_strings(&parts)? {
            return Ok(joined);
        }
        self.fold_strings(v, &mut parts.into_iter(), cur)
    }

    /// Folds nested `!strconcat`s with the operands `parts`.
    fn fold_strings(
        &mut self,
        v: ValueId,
        parts: &mut impl Iterator<Item = ValueId>,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let Some((left, right)) = self.operands_of_strings(v) else {
            return Ok(parts.next().unwrap_or(v));
        };
        let new_left = self.fold_strings(left, parts, cur)?;
        let new_right = self.fold_strings(right, parts, cur)?;
        if (new_left, new_right) == (left, right) {
            return Ok(v);
        }
        self.fold_bin(BinOp::StrConcat, new_left, new_right, Ty::STRING, cur)
    }

    /// Joins as many of the last operands at once as possible. The result equals that of joining them one by one from
    /// the right.
    pub(super) fn join_last(&mut self, op: BinOp, operands: &mut Vec<ValueId>) -> Result<()> {
        let Some(last) = operands.last() else {
            return Ok(());
        };
        let is_like = |cx: &Self, v: ValueId| match op {
            BinOp::StrConcat => cx.values.as_str(v).is_some(),
            BinOp::ListConcat => cx.values.as_list(v).is_some(),
            BinOp::Concat => {
                cx.dag_operator_of(v).is_some()
                    && cx.dag_operator_of(v) == cx.dag_operator_of(*last)
            }
            _ => false,
        };
        let others = operands.iter().rev().take_while(|v| is_like(self, **v));
        let count = others.count();
        if count > 2 {
            let joined = operands.split_off(operands.len() - count);
            self.spend(count)?;
            let new = match op {
                BinOp::StrConcat => self.join_strings(&joined)?,
                BinOp::ListConcat => Some(self.join_lists(&joined)?),
                _ => Some(self.join_dags(&joined)?),
            };
            match new {
                Some(new) => operands.push(new),
                None => operands.extend(joined),
            }
        }
        Ok(())
    }

    /// The operator of a dag, if it is a record.
    fn dag_operator_of(&self, v: ValueId) -> Option<ValueId> {
        match self.values.node(v) {
            Node::Dag { op, .. } if self.values.as_def(*op).is_some() => Some(*op),
            _ => None,
        }
    }

    /// The concatenation of strings. `None` if one of the values is not a string without anonymous names.
    fn join_strings(&mut self, strings: &[ValueId]) -> Result<Option<ValueId>> {
        let values = self.values;
        let mut texts: SmallVec<[Sym; 8]> = SmallVec::with_capacity(strings.len());
        let (mut len, mut is_code) = (0, false);
        for v in strings {
            let (Node::Str(text) | Node::Code(text)) = values.node(*v) else {
                return Ok(None);
            };
            is_code |= matches!(values.node(*v), Node::Code(_));
            len += text.as_str().len();
            texts.push(*text);
        }
        self.check_text(len)?;
        let joined = self.scratch.join_all(&texts);
        Ok(Some(if is_code {
            values.code(joined)
        } else {
            values.str(joined)
        }))
    }

    fn join_lists(&mut self, lists: &[ValueId]) -> Result<ValueId> {
        let values = self.values;
        let all: Vec<&[ValueId]> = lists.iter().filter_map(|v| values.as_list(*v)).collect();
        self.check_len(all.iter().map(|elems| elems.len()).sum())?;
        let elem = lists.first().and_then(|first| self.elem_type(*first));
        Ok(self.new_list(&all.concat(), elem.unwrap_or(Ty::INT)))
    }

    fn join_dags(&mut self, dags: &[ValueId]) -> Result<ValueId> {
        let values = self.values;
        let nodes = || dags.iter().map(|v| values.node(*v));
        let lens = nodes().map(|node| match node {
            Node::Dag { args, .. } => args.len(),
            _ => 0,
        });
        self.check_len(lens.sum())?;
        let mut all = Vec::new();
        let (mut operator, mut name) = (ValueId::UNSET, None);
        for node in nodes() {
            if let Node::Dag { op, op_name, args } = node {
                operator = *op;
                name = name.or(op_name.filter(|_| self.release >= Release::V22));
                all.extend_from_slice(args);
            }
        }
        Ok(values.dag(operator, name, &all))
    }
}
