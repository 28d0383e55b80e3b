//! Folding of operators with two operands.

use rustc_hash::FxHashSet;
use syntax::{Release, Releases};

use crate::lattice::TypeLattice;
use crate::symbol::Sym;
use crate::value::{BinOp, DagName, Format, Node, Part, Ty, ValueId};

use super::{Cx, RecordScope, Result, Stopped};

/// A key for comparing values: see [`Cx::compared`].
#[derive(PartialEq, Eq, Hash)]
enum Compared {
    Number(i64),
    Record(ValueId),
    Text(Sym),
    /// A string with an anonymous name whose number is not known yet. It is only equal to itself.
    Open(ValueId),
}

impl Cx<'_> {
    /// Folds an operator with two operands. If they are not known well enough, the result is the unfolded operator.
    pub(super) fn fold_bin(
        &mut self,
        op: BinOp,
        left: ValueId,
        right: ValueId,
        ty: Ty,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let values = self.values;
        let folded = match op {
            BinOp::Add
            | BinOp::Sub
            | BinOp::Mul
            | BinOp::Div
            | BinOp::And
            | BinOp::Or
            | BinOp::Xor
            | BinOp::Shl
            | BinOp::Sra
            | BinOp::Srl => self.fold_arithmetic(op, left, right, cur)?,
            BinOp::Eq | BinOp::Ne | BinOp::Le | BinOp::Lt | BinOp::Ge | BinOp::Gt => {
                self.compare(op, left, right).map(ValueId::bit)
            }
            BinOp::StrConcat => (values.is_string(left) && values.is_string(right))
                .then(|| self.concat_strings(left, right)),
            BinOp::ListConcat => match (
                values.as_list(left),
                values.as_list(right),
                self.elem_type(left),
            ) {
                (Some(l), Some(r), Some(elem)) => {
                    self.check_len(l.len() + r.len())?;
                    Some(self.new_list(&[l, r].concat(), elem))
                }
                _ => None,
            },
            BinOp::ListSplat => match (values.type_of(left), values.as_int(right)) {
                (Some(elem), Some(count)) => {
                    let Ok(count) = usize::try_from(count) else {
                        return self.error_in(
                            RecordScope::None,
                            format!("!listsplat count {count} is negative"),
                        );
                    };
                    self.check_len(count)?;
                    Some(self.new_list(&vec![left; count], elem))
                }
                _ => None,
            },
            BinOp::ListRemove => self.list_remove(left, right)?,
            BinOp::ListElem => match (values.as_list(left), values.as_int(right)) {
                (Some(elems), Some(index)) => usize::try_from(index)
                    .ok()
                    .and_then(|i| elems.get(i))
                    .copied(),
                _ => None,
            },
            BinOp::ListSlice => self.list_slice(left, right)?,
            BinOp::RangeClosed => match (values.as_int(left), values.as_int(right)) {
                (Some(from), Some(to)) => {
                    let len = from.abs_diff(to).saturating_add(1);
                    let step = if from <= to { 1 } else { -1 };
                    Some(self.range_list(from, step, len)?)
                }
                _ => None,
            },
            BinOp::Interleave => self.interleave(left, right)?,
            BinOp::Concat => self.concat_dags(left, right)?,
            BinOp::Match => self.fold_match(left, right)?,
            BinOp::GetDagArg => self.dag_arg(left, right, ty, cur)?,
            BinOp::GetDagName => self.dag_arg_name(left, right, cur)?,
            BinOp::SetDagOp => match (values.node(left), values.node(right)) {
                (Node::Dag { args, .. }, Node::Def(_)) => {
                    self.spend_on(args.len())?;
                    Some(values.dag(right, None, args))
                }
                _ => None,
            },
            BinOp::SetDagOpName => match (values.node(left), self.dag_name(right)) {
                (Node::Dag { op, args, .. }, Some(name)) => {
                    self.spend_on(args.len())?;
                    Some(values.dag(*op, Some(name), args))
                }
                _ => None,
            },
        };
        Ok(folded.unwrap_or_else(|| values.bin(op, left, right, ty)))
    }

    fn fold_arithmetic(
        &mut self,
        op: BinOp,
        left: ValueId,
        right: ValueId,
        cur: RecordScope<'_>,
    ) -> Result<Option<ValueId>> {
        let (Some(l), Some(r)) = (self.as_number(left), self.as_number(right)) else {
            return Ok(None);
        };
        if matches!(op, BinOp::Shl | BinOp::Sra | BinOp::Srl) && !(0..64).contains(&r) {
            let message = "Illegal operation: out of bounds shift".to_owned();
            self.report_in(cur, message, Releases::since(Release::V22));
            if self.release >= Release::V22 {
                return Err(Stopped);
            }
        }
        let number = match op {
            BinOp::Add => l.wrapping_add(r),
            BinOp::Sub => l.wrapping_sub(r),
            BinOp::Mul => l.wrapping_mul(r),
            BinOp::Div => match (l, r) {
                (_, 0) => return self.error_in(cur, "Illegal operation: division by zero"),
                (i64::MIN, -1) => return self.error_in(cur, "Illegal operation: INT64_MIN / -1"),
                _ => l / r,
            },
            BinOp::And => l & r,
            BinOp::Or => l | r,
            BinOp::Xor => l ^ r,
            // The reference leaves the shift to the processor, which takes the amount modulo 64.
            BinOp::Shl => l.wrapping_shl(r as u32),
            BinOp::Sra => l.wrapping_shr(r as u32),
            BinOp::Srl => (l as u64).wrapping_shr(r as u32) as i64,
            _ => return Ok(None),
        };
        Ok(Some(self.values.int(number)))
    }

    /// Compares numbers, strings and, for equality, records. `None` if the result is not known yet.
    pub(super) fn compare(&mut self, op: BinOp, left: ValueId, right: ValueId) -> Option<bool> {
        use std::cmp::Ordering;
        let decide = |order: Ordering| match op {
            BinOp::Eq => order.is_eq(),
            BinOp::Ne => order.is_ne(),
            BinOp::Le => order.is_le(),
            BinOp::Lt => order.is_lt(),
            BinOp::Ge => order.is_ge(),
            _ => order.is_gt(),
        };
        if let (Some(l), Some(r)) = (self.as_number(left), self.as_number(right)) {
            return Some(decide(l.cmp(&r)));
        }
        use Node::{Code, Def, Str, Text};
        match (op, self.values.node(left), self.values.node(right)) {
            (BinOp::Eq, Def(l), Def(r)) => Some(l == r),
            (BinOp::Ne, Def(l), Def(r)) => Some(l != r),
            (BinOp::Eq, Str(l) | Code(l), Str(r) | Code(r)) => Some(l == r),
            (BinOp::Ne, Str(l) | Code(l), Str(r) | Code(r)) => Some(l != r),
            (_, Str(_) | Code(_) | Text(..), Str(_) | Code(_) | Text(..)) => {
                if left == right {
                    return Some(decide(Ordering::Equal));
                }
                let (l, r) = (self.string_bytes(left)?, self.string_bytes(right)?);
                Some(decide(l.cmp(&r)))
            }
            _ => None,
        }
    }

    /// Concatenates two parts of a name. If one of them is not a known string, the result is an unfolded `!strconcat`.
    pub(super) fn concat_names(&mut self, left: ValueId, right: ValueId) -> ValueId {
        let values = self.values;
        match (values.is_string(left), values.is_string(right)) {
            (true, true) => self.concat_strings(left, right),
            _ => values.bin(BinOp::StrConcat, left, right, Ty::STRING),
        }
    }

    pub(super) fn concat_strings(&mut self, left: ValueId, right: ValueId) -> ValueId {
        let values = self.values;
        let (l, r) = (values.node(left), values.node(right));
        if let (Node::Str(text) | Node::Code(text), Node::Str(more) | Node::Code(more)) = (l, r) {
            // If the limit is reached here, the next step reports it.
            let len = text.as_str().len() + more.as_str().len();
            if self.check_text(len).is_err() {
                return left;
            }
            let joined = self.scratch.join(*text, *more);
            return match (l, r) {
                (Node::Str(_), Node::Str(_)) => values.str(joined),
                _ => values.code(joined),
            };
        }
        let parts: Vec<Part> = [left, right]
            .iter()
            .filter_map(|v| values.as_text(*v))
            .flat_map(|parts| parts.into_owned())
            .collect();
        if self.check_parts(&parts).is_err() {
            return left;
        }
        let formats = [left, right].map(|v| values.format_of(v));
        let format = if formats.contains(&Some(Format::Code)) {
            Format::Code
        } else {
            Format::Quoted
        };
        values.text_in(format, &parts)
    }

    fn list_remove(&mut self, left: ValueId, right: ValueId) -> Result<Option<ValueId>> {
        let values = self.values;
        let (Some(elems), Some(removed), Some(elem)) = (
            values.as_list(left),
            values.as_list(right),
            self.elem_type(left),
        ) else {
            return Ok(None);
        };
        let mut unwanted: FxHashSet<Compared> = FxHashSet::default();
        for it in removed {
            self.spend(1)?;
            unwanted.extend(self.compared(*it));
        }
        let mut kept: Vec<ValueId> = Vec::new();
        for it in elems {
            self.spend(1)?;
            let compared = self.compared(*it);
            if compared.is_none_or(|it| !unwanted.contains(&it)) {
                kept.push(*it);
            }
        }
        self.check_len(kept.len())?;
        Ok(Some(self.new_list(&kept, elem)))
    }

    /// The key for comparing a value, if it has one. Values with equal keys are equal. See [`Cx::compare`].
    fn compared(&mut self, v: ValueId) -> Option<Compared> {
        if let Some(number) = self.as_number(v) {
            return Some(Compared::Number(number));
        }
        match self.values.node(v) {
            Node::Def(name) => Some(Compared::Record(*name)),
            Node::Str(text) | Node::Code(text) => Some(Compared::Text(*text)),
            _ if self.values.is_string(v) => Some(match self.plain_text(v) {
                Some(text) => Compared::Text(Sym::new(&text)),
                None => Compared::Open(v),
            }),
            _ => None,
        }
    }

    fn list_slice(&mut self, list: ValueId, indexes: ValueId) -> Result<Option<ValueId>> {
        let values = self.values;
        let (Some(elems), Some(indexes), Some(elem)) = (
            values.as_list(list),
            values.as_list(indexes),
            self.elem_type(list),
        ) else {
            return Ok(None);
        };
        self.check_len(indexes.len())?;
        let at = |index: &ValueId| usize::try_from(values.as_int(*index)?).ok();
        let picked: Option<Vec<ValueId>> = indexes
            .iter()
            .map(|index| elems.get(at(index)?).copied())
            .collect();
        Ok(picked.map(|picked| self.new_list(&picked, elem)))
    }

    fn interleave(&mut self, list: ValueId, delimiter: ValueId) -> Result<Option<ValueId>> {
        let values = self.values;
        let (Some(elems), true) = (values.as_list(list), values.is_string(delimiter)) else {
            return Ok(None);
        };
        if elems.is_empty() {
            return Ok(Some(values.string("")));
        }
        let strings = self.elem_type(list) == Some(Ty::STRING);
        let Some(between) = values.as_text(delimiter) else {
            return Ok(None);
        };
        let mut parts: Vec<Part> = Vec::new();
        for (index, elem) in elems.iter().enumerate() {
            self.spend(1 + between.len())?;
            if index > 0 {
                parts.extend_from_slice(&between);
            }
            if strings {
                let Some(text) = values.as_text(*elem) else {
                    return Ok(None);
                };
                parts.extend_from_slice(&text);
            } else {
                let Some(number) = self.as_number(*elem) else {
                    return Ok(None);
                };
                parts.push(Part::Text(Sym::new(&number.to_string())));
            }
        }
        self.check_parts(&parts)?;
        // The result is code if any element but the first is code.
        let is_code = |elem: &ValueId| values.format_of(*elem) == Some(Format::Code);
        let format = if strings && elems[1..].iter().any(is_code) {
            Format::Code
        } else {
            Format::Quoted
        };
        let all_plain: Option<String> = parts
            .iter()
            .map(|part| match part {
                Part::Text(text) => Some(text.as_str()),
                Part::Anonymous(_) => None,
            })
            .collect();
        Ok(Some(match all_plain {
            Some(text) if format == Format::Code => values.code(Sym::new(&text)),
            Some(text) => values.string(&text),
            None => values.text_in(format, &parts),
        }))
    }

    fn concat_dags(&mut self, left: ValueId, right: ValueId) -> Result<Option<ValueId>> {
        let values = self.values;
        let (
            Node::Dag {
                op: left_op,
                op_name: left_name,
                args: left_args,
            },
            Node::Dag {
                op: right_op,
                op_name: right_name,
                args: right_args,
            },
        ) = (values.node(left), values.node(right))
        else {
            return Ok(None);
        };
        let op = match (values.node(*left_op), values.node(*right_op)) {
            (Node::Def(l), Node::Def(r)) if l != r => {
                let message = format!(
                    "Concatenated Dag operators do not match: '{}' vs. '{}'",
                    self.show(left),
                    self.show(right)
                );
                return self.error_in(RecordScope::None, message);
            }
            (Node::Def(_), Node::Def(_) | Node::Unset) => *left_op,
            (Node::Unset, Node::Def(_) | Node::Unset) => *right_op,
            _ => return Ok(None),
        };
        self.check_len(left_args.len() + right_args.len())?;
        let name = left_name
            .or(*right_name)
            .filter(|_| self.release >= Release::V22);
        Ok(Some(values.dag(
            op,
            name,
            &[&left_args[..], &right_args[..]].concat(),
        )))
    }

    /// Converts a string to a name in a dag. `None` if the text of the string is not known yet.
    pub(super) fn dag_name(&mut self, v: ValueId) -> Option<DagName> {
        let format = match self.values.node(v) {
            Node::Code(_) => Format::Code,
            Node::Text(format, _) => *format,
            _ => Format::Quoted,
        };
        let text = self.plain_text(v)?;
        Some(DagName::new(Sym::new(&text), format))
    }

    /// Converts a name in a dag to a string, or to `?` if there is no name.
    pub(super) fn text_of_dag_name(&self, name: Option<DagName>) -> ValueId {
        match name {
            None => ValueId::UNSET,
            Some(name) if name.format() == Format::Code => self.values.code(name.sym()),
            Some(name) => self.values.str(name.sym()),
        }
    }

    /// The index in `args` of the argument that `key`, a number or a name, denotes. `None` if `key` is not known yet,
    /// and an error if there is no such argument.
    pub(super) fn dag_arg_index(
        &mut self,
        args: &[(ValueId, Option<DagName>)],
        key: ValueId,
        op: &str,
        cur: RecordScope<'_>,
    ) -> Result<Option<usize>> {
        if let Some(index) = self.values.as_int(key) {
            if index < 0 {
                return self.error_in(cur, format!("{op} index {index} is negative"));
            }
            if index >= args.len() as i64 {
                let message = format!(
                    "{op} index {index} is out of range (dag has {} arguments)",
                    args.len()
                );
                return self.error_in(cur, message);
            }
            return Ok(Some(index as usize));
        }
        let Some(name) = self.plain_text(key) else {
            return Ok(None);
        };
        self.spend_on(args.len())?;
        match args
            .iter()
            .position(|(_, it)| it.is_some_and(|it| it.as_str() == name))
        {
            Some(index) => Ok(Some(index)),
            None => self.error_in(cur, format!("{op} key '{name}' is not found")),
        }
    }

    fn dag_arg(
        &mut self,
        dag: ValueId,
        key: ValueId,
        ty: Ty,
        cur: RecordScope<'_>,
    ) -> Result<Option<ValueId>> {
        let Node::Dag { args, .. } = self.values.node(dag) else {
            return Ok(None);
        };
        let Some(index) = self.dag_arg_index(args, key, "!getdagarg", cur)? else {
            return Ok(None);
        };
        let arg = args[index].0;
        Ok(Some(match self.values.type_of(arg) {
            Some(own) if !self.is_convertible(own, ty) => ValueId::UNSET,
            _ => arg,
        }))
    }

    fn dag_arg_name(
        &mut self,
        dag: ValueId,
        index: ValueId,
        cur: RecordScope<'_>,
    ) -> Result<Option<ValueId>> {
        let (Node::Dag { args, .. }, Some(index)) =
            (self.values.node(dag), self.values.as_int(index))
        else {
            return Ok(None);
        };
        match usize::try_from(index)
            .ok()
            .and_then(|index| args.get(index))
        {
            Some((_, name)) => Ok(Some(self.text_of_dag_name(*name))),
            None => {
                // The reference computes the last index as an unsigned number, which wraps around if there are no
                // arguments.
                let last = (args.len() as u32).wrapping_sub(1);
                self.error_in(
                    cur,
                    format!("!getdagname index is out of range 0...{last}: {index}"),
                )
            }
        }
    }
}
