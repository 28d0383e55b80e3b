//! Suffixes of values: bit ranges, slices, field accesses and pastes.

use crate::diagnostic::{At, Diagnostic};
use crate::hir::{ExprId, RangeEnd, RangePiece, SliceElem, SpanId};
use crate::symbol::Sym;
use crate::value::{BinOp, Node, Ty, Type, UnOp, ValueId};

use super::scope::Mode;
use super::{Cx, RecordScope, Result, Stopped};

impl Cx<'_> {
    /// Evaluates `value{7-4}`.
    pub(super) fn bit_range(
        &mut self,
        base: ValueId,
        ranges: &[RangePiece],
        brace: SpanId,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let mut indexes = self.ranges(ranges, cur)?;
        indexes.reverse();
        self.check_len(indexes.len())?;
        let values = self.values;
        let picked: Option<Vec<ValueId>> = match values.node(base) {
            Node::Bits(bits) => indexes
                .iter()
                .map(|index| bits.get(*index as usize).copied())
                .collect(),
            Node::Int(number) => indexes
                .iter()
                .map(|index| (*index < 64).then(|| ValueId::bit(number >> index & 1 != 0)))
                .collect(),
            Node::Unset | Node::Str(_) | Node::Code(_) | Node::Text(..) | Node::List(_) => None,
            _ => match values.type_of(base).map(|ty| values.type_data(ty)) {
                Some(Type::Bits(width)) => indexes
                    .iter()
                    .map(|index| (index < width).then(|| values.var_bit(base, *index)))
                    .collect(),
                _ => None,
            },
        };
        match picked {
            Some(bits) => Ok(values.bits(&bits)),
            None => self.error(brace, "Invalid bit range for value"),
        }
    }

    /// Evaluates `list[1, 3...5]`.
    pub(super) fn slice(
        &mut self,
        list: ValueId,
        base: ExprId,
        elems: &[SliceElem],
        trailing_comma: bool,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let values = self.values;
        let base_at = self.expr_at(base);
        let Some(ty) = values.type_of(list) else {
            return self.error(base_at, "Invalid value, list expected");
        };
        let Some(elem_ty) = values.elem_ty(ty) else {
            return self.error(
                base_at,
                format!("Type '{}' is invalid, list expected", self.show_type(ty)),
            );
        };
        let ints = values.list_ty(Ty::INT);
        let mut single = !trailing_comma && elems.len() == 1;
        let mut slices: Vec<ValueId> = Vec::new();
        let mut numbers: Vec<ValueId> = Vec::new();
        for elem in elems {
            let v = self.slice_elem(elem, cur)?;
            match values.type_of(v) {
                Some(Ty::INT) => numbers.push(v),
                Some(ty) if values.is_list(ty) => {
                    if values.elem_ty(ty) != Some(Ty::INT) {
                        let message = format!("expected list<int>, got {}", self.show_type(ty));
                        return self.error(self.expr_at(elem.start), message);
                    }
                    if !numbers.is_empty() {
                        slices.push(values.list(&std::mem::take(&mut numbers), Ty::INT));
                    }
                    slices.push(v);
                    single = false;
                }
                ty => {
                    let ty = ty.map_or_else(|| "?".to_owned(), |ty| self.show_type(ty));
                    return self.error(
                        self.expr_at(elem.start),
                        format!("unhandled type {ty} in range"),
                    );
                }
            }
        }
        if single && let [index] = numbers[..] {
            return self.fold_bin(BinOp::ListElem, list, index, elem_ty, cur);
        }
        if !numbers.is_empty() {
            slices.push(values.list(&numbers, Ty::INT));
        }
        let mut indexes: Option<ValueId> = None;
        for slice in slices {
            indexes = Some(match indexes {
                None => slice,
                Some(before) => self.concat_lists(before, slice, ints)?,
            });
        }
        let indexes = indexes.unwrap_or_else(|| values.list(&[], Ty::INT));
        self.fold_bin(BinOp::ListSlice, list, indexes, ty, cur)
    }

    fn slice_elem(&mut self, elem: &SliceElem, cur: RecordScope<'_>) -> Result<ValueId> {
        let values = self.values;
        let start_at = self.expr_at(elem.start);
        let start = self.value(elem.start, None, cur)?;
        let end = match elem.end {
            RangeEnd::None => return Ok(start),
            RangeEnd::Value(end) => {
                let end_at = self.expr_at(end);
                let end = self.value(end, None, cur)?;
                match values.type_of(end) {
                    Some(Ty::INT) => end,
                    ty => {
                        let ty = ty.map_or_else(|| "?".to_owned(), |ty| self.show_type(ty));
                        return self.error(end_at, format!("expected int...int, got {ty}"));
                    }
                }
            }
            RangeEnd::Negative(end) => {
                let end_at = self.expr_at(end);
                let end = self.value(end, None, cur)?;
                match values.as_int(end).map(i64::wrapping_neg) {
                    Some(end) if end >= 0 => values.int(end),
                    _ => return self.error(end_at, "invalid range, cannot be negative"),
                }
            }
        };
        if values.type_of(start) != Some(Ty::INT) {
            let ty = values
                .type_of(start)
                .map_or_else(|| "?".to_owned(), |ty| self.show_type(ty));
            return self.error(start_at, format!("expected int...int, got {ty}"));
        }
        let ints = values.list_ty(Ty::INT);
        self.fold_bin(BinOp::RangeClosed, start, end, ints, cur)
    }

    /// The concatenation of two lists, unevaluated if one of them is not known yet.
    pub(super) fn concat_lists(
        &mut self,
        left: ValueId,
        right: ValueId,
        ty: Ty,
    ) -> Result<ValueId> {
        let values = self.values;
        match (
            values.as_list(left),
            values.as_list(right),
            values.elem_ty(ty),
        ) {
            (Some(l), Some(r), Some(_)) => {
                self.check_len(l.len() + r.len())?;
                let elem = self.elem_type(left).unwrap_or(ty);
                Ok(self.new_list(&[l, r].concat(), elem))
            }
            _ => Ok(values.bin(BinOp::ListConcat, left, right, ty)),
        }
    }

    /// Evaluates `value.field`.
    pub(super) fn field_access(
        &mut self,
        base: ValueId,
        name: Sym,
        name_at: SpanId,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        match self.field_type(base, name) {
            Some(ty) => self.fold_field(base, name, ty, cur),
            None => {
                let message = format!(
                    "Cannot access field '{name}' of value '{}'",
                    self.show(base)
                );
                let at = At::start(self.loc(name_at));
                let owners = self.owners(base);
                self.report(Diagnostic::error(at, message).depending_on(owners));
                Err(Stopped)
            }
        }
    }

    /// The names on which a field access to `v` depends: the name of the record, if `v` is a record, and the names of
    /// the classes in the type of `v`.
    fn owners(&self, v: ValueId) -> Vec<Sym> {
        let values = self.values;
        let def = values.as_def(v).and_then(|name| values.as_str(name));
        let classes = match values.type_of(v).map(|ty| values.type_data(ty)) {
            Some(Type::Record(classes)) => classes.to_vec(),
            _ => Vec::new(),
        };
        def.into_iter().chain(classes).collect()
    }

    /// Evaluates `left # right`.
    pub(super) fn paste(
        &mut self,
        left: ValueId,
        right: Option<ExprId>,
        at: SpanId,
        want: Option<Ty>,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let values = self.values;
        let Some(ty) = values.type_of(left) else {
            return self.error(at, "LHS of paste is not typed!");
        };
        if values.is_list(ty) {
            let Some(right) = right else { return Ok(left) };
            let right = self.value_in(right, want, Mode::Value, cur)?;
            return self.concat_lists(left, right, ty);
        }
        let left = self.paste_operand(left, at, cur)?;
        let right = match right {
            None => values.string(""),
            Some(right) => {
                let right = self.value_in(right, None, Mode::Name, cur)?;
                if values.type_of(right).is_none() {
                    return self.error(at, "RHS of paste is not typed!");
                }
                self.paste_operand(right, at, cur)?
            }
        };
        Ok(self.concat_names(left, right))
    }

    fn paste_operand(&mut self, v: ValueId, _at: SpanId, cur: RecordScope<'_>) -> Result<ValueId> {
        if self.values.type_of(v) == Some(Ty::STRING) {
            return Ok(v);
        }
        self.fold_un(UnOp::Cast, v, Ty::STRING, cur, false)
    }
}
