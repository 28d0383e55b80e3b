//! Folding of operators with three operands.

use syntax::Release;

use memchr::arch::all::twoway;

use crate::symbol::Sym;
use crate::value::{Format, Node, TernOp, Ty, ValueId};

use super::{Cx, RecordScope, Result};

impl Cx<'_> {
    /// Folds an operator with three operands. If the operands are not known well enough, the operator stays
    /// unevaluated.
    pub(super) fn fold_tern(
        &mut self,
        op: TernOp,
        left: ValueId,
        middle: ValueId,
        right: ValueId,
        ty: Ty,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let folded = match op {
            TernOp::If => self
                .as_number(left)
                .map(|taken| if taken != 0 { middle } else { right }),
            TernOp::Foreach => self.fold_foreach(left, middle, right, ty, cur)?,
            TernOp::Filter => self.fold_filter(left, middle, right, cur)?,
            TernOp::Subst => self.fold_subst(left, middle, right, ty)?,
            TernOp::Dag => self.fold_dag(left, middle, right)?,
            TernOp::Range => self.fold_range(left, middle, right, cur)?,
            TernOp::Substr => self.fold_substr(left, middle, right, cur)?,
            TernOp::Find => self.fold_find(left, middle, right, cur)?,
            TernOp::SetDagArg | TernOp::SetDagName => {
                self.fold_set_dag(op, left, middle, right, cur)?
            }
        };
        Ok(folded.unwrap_or_else(|| self.values.tern(op, left, middle, right, ty)))
    }

    /// The value of `body` with the variable `var` replaced by `value`.
    fn apply(
        &mut self,
        var: Sym,
        value: ValueId,
        body: ValueId,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        if body.is_settled() {
            return Ok(body);
        }
        let application = (body, var, value);
        if let Some(known) = self.scratch.run_cache.applied(application) {
            return Ok(known);
        }
        let before = self.mark();
        let result = self.with_names(&[(var, value)], body, cur)?;
        if result.is_settled() && self.lasts_since(before) {
            self.scratch.run_cache.set_applied(application, result);
        }
        Ok(result)
    }

    fn fold_foreach(
        &mut self,
        var: ValueId,
        list: ValueId,
        body: ValueId,
        ty: Ty,
        cur: RecordScope<'_>,
    ) -> Result<Option<ValueId>> {
        let values = self.values;
        let Some(var) = values.as_str(var) else {
            return Ok(None);
        };
        match values.node(list) {
            Node::Dag { .. } => self.foreach_dag(var, list, body, cur).map(Some),
            Node::List(elems) => {
                let Some(elem_ty) = values.elem_ty(ty) else {
                    return Ok(None);
                };
                let mut mapped = Vec::with_capacity(elems.len());
                self.check_len(elems.len())?;
                for elem in elems {
                    self.spend(1)?;
                    mapped.push(self.apply(var, *elem, body, cur)?);
                }
                Ok(Some(self.new_list(&mapped, elem_ty)))
            }
            _ => Ok(None),
        }
    }

    fn foreach_dag(
        &mut self,
        var: Sym,
        dag: ValueId,
        body: ValueId,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        self.enter()?;
        let mapped = self.foreach_in_dag(var, dag, body, cur);
        self.leave();
        mapped
    }

    fn foreach_in_dag(
        &mut self,
        var: Sym,
        dag: ValueId,
        body: ValueId,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let Node::Dag { op, op_name, args } = self.values.node(dag) else {
            return self.apply(var, dag, body, cur);
        };
        self.check_len(args.len())?;
        let new_op = self.apply(var, *op, body, cur)?;
        let mut changed = new_op != *op;
        let mut new_args = args.to_vec();
        for (arg, _) in &mut new_args {
            let new = self.foreach_dag(var, *arg, body, cur)?;
            changed |= new != *arg;
            *arg = new;
        }
        if !changed {
            return Ok(dag);
        }
        let op_name = if self.release >= Release::V21 {
            *op_name
        } else {
            None
        };
        Ok(self.values.dag(new_op, op_name, &new_args))
    }

    fn fold_filter(
        &mut self,
        var: ValueId,
        list: ValueId,
        body: ValueId,
        cur: RecordScope<'_>,
    ) -> Result<Option<ValueId>> {
        let values = self.values;
        let (Some(var), Some(elems), Some(elem_ty)) = (
            values.as_str(var),
            values.as_list(list),
            self.elem_type(list),
        ) else {
            return Ok(None);
        };
        let mut kept = Vec::new();
        for elem in elems {
            self.spend(1)?;
            let wanted = self.apply(var, *elem, body, cur)?;
            match self.as_number(wanted) {
                Some(0) => {}
                Some(_) => kept.push(*elem),
                None => return Ok(None),
            }
        }
        Ok(Some(self.new_list(&kept, elem_ty)))
    }

    fn fold_subst(
        &mut self,
        target: ValueId,
        replacement: ValueId,
        value: ValueId,
        ty: Ty,
    ) -> Result<Option<ValueId>> {
        let values = self.values;
        match (
            values.node(target),
            values.node(replacement),
            values.node(value),
        ) {
            (Node::Def(target), Node::Def(_), Node::Def(name)) => {
                Ok(Some(if target == name { replacement } else { value }))
            }
            (Node::Var(target), Node::Var(by), Node::Var(name)) => Ok(Some(
                values.var(if target == name { *by } else { *name }, ty),
            )),
            _ if [target, replacement, value]
                .iter()
                .all(|v| values.is_string(*v)) =>
            {
                let (Some(target), Some(by), Some(text)) = (
                    self.plain_text(target),
                    self.plain_text(replacement),
                    self.plain_text(value),
                ) else {
                    return Ok(None);
                };
                // For an empty `target`, the reference's search does not end. Here this check fails and reports an
                // exceeded limit.
                if target.is_empty() {
                    self.check_text(usize::MAX)?;
                }
                self.check_text(text.len())?;
                let found = text.matches(&*target).count();
                self.check_text(text.len().saturating_add(found.saturating_mul(by.len())))?;
                Ok(Some(match (found, values.node(value)) {
                    (0, Node::Str(_)) => value,
                    (0, _) => values.string(&text),
                    _ => values.string(&text.replace(&*target, &by)),
                }))
            }
            _ => Ok(None),
        }
    }

    fn fold_dag(
        &mut self,
        op: ValueId,
        children: ValueId,
        names: ValueId,
    ) -> Result<Option<ValueId>> {
        let values = self.values;
        let (nodes, labels) = (values.as_list(children), values.as_list(names));
        if (nodes.is_none() && children != ValueId::UNSET)
            || (labels.is_none() && names != ValueId::UNSET)
        {
            return Ok(None);
        }
        let len = match (nodes, labels) {
            (Some(nodes), Some(labels)) if nodes.len() == labels.len() => nodes.len(),
            (Some(nodes), None) => nodes.len(),
            (None, Some(labels)) => labels.len(),
            _ => return Ok(None),
        };
        self.check_len(len)?;
        let mut args = Vec::with_capacity(len);
        for index in 0..len {
            self.spend(1)?;
            let name = match labels.map_or(ValueId::UNSET, |labels| labels[index]) {
                ValueId::UNSET => None,
                label => match self.dag_name(label) {
                    Some(name) => Some(name),
                    None => return Ok(None),
                },
            };
            args.push((nodes.map_or(ValueId::UNSET, |nodes| nodes[index]), name));
        }
        Ok(Some(values.dag(op, None, &args)))
    }

    fn fold_range(
        &mut self,
        start: ValueId,
        end: ValueId,
        step: ValueId,
        cur: RecordScope<'_>,
    ) -> Result<Option<ValueId>> {
        let values = self.values;
        let (Some(start), Some(end), Some(step)) = (
            values.as_int(start),
            values.as_int(end),
            values.as_int(step),
        ) else {
            return Ok(None);
        };
        if step == 0 {
            return self.error_in(cur, "Step of !range can't be 0");
        }
        let forward = start < end && step > 0;
        let backward = start > end && step < 0;
        let count = if forward || backward {
            start.abs_diff(end).div_ceil(step.unsigned_abs())
        } else {
            0
        };
        self.range_list(start, step, count).map(Some)
    }

    /// The list of `count` integers that starts with `start`; neighbours differ by `step`.
    pub(super) fn range_list(&mut self, start: i64, step: i64, count: u64) -> Result<ValueId> {
        let values = self.values;
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        self.check_len(count)?;
        let mut numbers = Vec::with_capacity(count);
        for i in 0..count as i64 {
            self.spend(1)?;
            numbers.push(values.int(start.wrapping_add(i.wrapping_mul(step))));
        }
        Ok(self.new_list(&numbers, Ty::INT))
    }

    fn fold_substr(
        &mut self,
        text: ValueId,
        start: ValueId,
        length: ValueId,
        cur: RecordScope<'_>,
    ) -> Result<Option<ValueId>> {
        let values = self.values;
        if !values.is_string(text) {
            return Ok(None);
        }
        let (Some(start), Some(length)) = (values.as_int(start), values.as_int(length)) else {
            return Ok(None);
        };
        let Some(bytes) = self.string_bytes(text) else {
            return Ok(None);
        };
        let size = bytes.len() as i64;
        if start < 0 || start > size {
            let message = format!("!substr start position is out of range 0...{size}: {start}");
            return self.error_in(cur, message);
        }
        if length < 0 {
            return self.error_in(cur, "!substr length must be nonnegative");
        }
        let end = start.saturating_add(length).min(size);
        self.check_text((end - start) as usize)?;
        let piece = Sym::new(&syntax::text::decode(&bytes[start as usize..end as usize]));
        Ok(Some(match values.format_of(text) {
            Some(Format::Code) => values.code(piece),
            _ => values.str(piece),
        }))
    }

    fn fold_find(
        &mut self,
        text: ValueId,
        target: ValueId,
        start: ValueId,
        cur: RecordScope<'_>,
    ) -> Result<Option<ValueId>> {
        let values = self.values;
        if !values.is_string(text) || !values.is_string(target) {
            return Ok(None);
        }
        let Some(start) = values.as_int(start) else {
            return Ok(None);
        };
        let (Some(bytes), Some(target)) = (self.string_bytes(text), self.string_bytes(target))
        else {
            return Ok(None);
        };
        let size = bytes.len() as i64;
        if start < 0 || start > size {
            return self.error_in(
                cur,
                format!("!find start position is out of range 0...{size}: {start}"),
            );
        }
        let rest = &bytes[start as usize..];
        // Not `memmem`, because its first call queries the processor's features, which takes longer than a search.
        let found = twoway::Finder::new(&target).find(rest, &target);
        Ok(Some(values.int(found.map_or(-1, |at| at as i64 + start))))
    }

    fn fold_set_dag(
        &mut self,
        op: TernOp,
        dag: ValueId,
        key: ValueId,
        value: ValueId,
        cur: RecordScope<'_>,
    ) -> Result<Option<ValueId>> {
        let values = self.values;
        let Node::Dag {
            op: operator,
            op_name,
            args,
        } = values.node(dag)
        else {
            return Ok(None);
        };
        let Some(index) = self.dag_arg_index(args, key, op.text(), cur)? else {
            return Ok(None);
        };
        self.check_len(args.len())?;
        let mut args = args.to_vec();
        if op == TernOp::SetDagArg {
            args[index].0 = value;
        } else {
            args[index].1 = self.dag_name(value);
        }
        Ok(Some(values.dag(*operator, *op_name, &args)))
    }
}
