//! The fields of a record under construction: declarations and assignments.

use syntax::{Release, Releases};

use crate::diagnostic::{At, Diagnostic, Noticed};
use crate::hir::{Decl, Expr, ExprId, LetItem, SpanId};
use crate::ids::Loc;
use crate::record::{FieldKind, FieldRef, Record, RecordKind};
use crate::symbol::Sym;
use crate::value::{Node, Ty, Type, ValueId};

use super::{Cx, LetValue, RecordScope, Result, Stopped};

impl Cx<'_> {
    /// Elaborates a declaration in a body. If only the value in the declaration is wrong, the field is added without a
    /// value, and elaboration continues.
    pub(super) fn field_or_nothing(&mut self, record: &mut Record, decl: &Decl) -> Result<()> {
        let before = record.values.len();
        let declared = self.declaration(record, decl);
        let is_added = record.values.len() > before;
        if declared.is_err() && is_added && !self.is_at_limit() {
            self.open.given_up.push(decl.name);
            return Ok(());
        }
        declared
    }

    /// Elaborates `type name = value`.
    fn declaration(&mut self, record: &mut Record, decl: &Decl) -> Result<()> {
        let ty = match self.type_expr(decl.ty) {
            Ok(ty) => ty,
            Err(stopped) => {
                self.reading.unjudged.insert(decl.name);
                if let Some(value) = decl.value {
                    self.look_at_names(value, RecordScope::Record(record));
                }
                return Err(stopped);
            }
        };
        if self.is_local_var(decl.name) {
            return self.error(decl.name_at, "local variable of this name already exists");
        }
        let kind = if decl.field {
            FieldKind::NonconcreteOk
        } else {
            FieldKind::Normal
        };
        let unset = self.field_value(ValueId::UNSET, ty);
        let field = FieldRef {
            name: decl.name,
            ty,
            kind,
            value: unset,
            loc: self.loc(decl.name_at),
        };
        self.add_field(record, field, decl.name_at)?;
        self.publish(record);
        let Some(value) = decl.value else {
            return Ok(());
        };
        let at = self.loc(self.expr_at(value));
        let cur = RecordScope::Record(record);
        match self.declared_value(value, ty, cur, "expected ';' after declaration")? {
            Some(v) => self.set_field(record, decl.name, &[], v, at, None),
            None => Ok(()),
        }
    }

    /// Evaluates the value after the `=` of a declaration. The reference accepts an operator without a result
    /// (`!getdagopname` of an operator without a name) as the whole value or as the last operand of a `#`. Then the
    /// value is `None`. Elsewhere such an operator is an error with the message `after`.
    pub(super) fn declared_value(
        &mut self,
        id: ExprId,
        ty: Ty,
        cur: RecordScope<'_>,
        after: &str,
    ) -> Result<Option<ValueId>> {
        let said = self.out.diagnostics.len();
        self.reading.nothing = None;
        let v = self.value(id, Some(ty), cur);
        let Some(nothing) = self.reading.nothing.take().filter(|_| v.is_err()) else {
            return v.map(Some);
        };
        if self.out.diagnostics.len() != said + 1 {
            return Err(Stopped);
        }
        self.out.diagnostics.truncate(said);
        let mut last = id;
        while let Expr::Paste { rhs: Some(rhs), .. } = self.code[last].expr {
            last = rhs;
        }
        if nothing == self.expr_at(last) {
            Ok(None)
        } else {
            self.error_after(nothing, after)
        }
    }

    /// Adds a field. If the record already has a field of this name, sets the value of that field instead.
    pub(super) fn add_field(
        &mut self,
        record: &mut Record,
        field: FieldRef,
        at: SpanId,
    ) -> Result<()> {
        let Some(index) = record.shape.find(field.name) else {
            record.push_field(self.values, field);
            return Ok(());
        };
        let ty = record.shape.types[index];
        let value = match field.value {
            None => None,
            Some(v) => match self.field_value(v, ty) {
                Some(v) => Some(v),
                None => {
                    let message = format!(
                        "New definition of '{}' of type '{}' is incompatible with previous definition of type '{}'",
                        field.name,
                        self.show_type(field.ty),
                        self.show_type(ty)
                    );
                    return self.error(at, message);
                }
            },
        };
        record.set(self.values, index, value);
        Ok(())
    }

    /// Applies `let name{bits} = value` in a body.
    pub(super) fn body_let(&mut self, record: &mut Record, item: &LetItem) -> Result<()> {
        let mut bits = self.ranges(&item.bits, RecordScope::NamesOnly(record))?;
        bits.reverse();
        let Some(index) = record.shape.find(item.name) else {
            let message = format!("Value '{}' unknown!", item.name);
            let at = if self.release >= Release::V21 {
                item.name_at
            } else {
                self.expr_at(item.value)
            };
            let error = if self.reading.unjudged.contains(&item.name) {
                Err(Stopped)
            } else {
                self.no_such_field(record, At::start(self.loc(at)), message)
            };
            self.look_at_names(item.value, RecordScope::Record(record));
            return error;
        };
        let mut ty = record.shape.types[index];
        if !bits.is_empty() && matches!(self.values.type_data(ty), Type::Bits(_)) {
            ty = self.values.bits_ty(bits.len() as u32);
        }
        let v = self.value(item.value, Some(ty), RecordScope::Record(record))?;
        let loc = self.loc(item.name_at);
        self.reading.evaluated = Noticed::Past(self.expr_at(item.value));
        self.set_field(record, item.name, &bits, v, loc, Some(loc))
    }

    /// Applies the enclosing `let … in` statements. The reference does so after it has read the superclasses.
    pub(super) fn apply_lets(&mut self, record: &mut Record, header: SpanId) -> Result<()> {
        let before = std::mem::replace(&mut self.reading.evaluated, Noticed::After(header));
        let result = self.apply_let_lists(record);
        self.reading.evaluated = before;
        result
    }

    /// Applies the enclosing `let … in` statements, outermost first.
    pub(super) fn apply_let_lists(&mut self, record: &mut Record) -> Result<()> {
        let context = self.context;
        for outcome in &context.lets {
            self.apply_let_list(record, &outcome.lets)?;
        }
        let lets = std::mem::take(&mut self.open.lets);
        let mut result = Ok(());
        for list in &lets {
            result = result.and_then(|()| self.apply_let_list(record, list));
        }
        self.open.lets = lets;
        result
    }

    fn apply_let_list(&mut self, record: &mut Record, list: &[LetValue]) -> Result<()> {
        for item in list {
            if self.context.lenient_lets && record.shape.find(item.name).is_none() {
                continue;
            }
            let said = self.out.diagnostics.len();
            let set = self.set_field(
                record,
                item.name,
                &item.bits,
                item.value,
                item.loc,
                Some(item.loc),
            );
            // The error is located at the `let`; the hint points to the record in which the assignment fails.
            let place = record.locs.first().map(|it| At::start(*it));
            for error in self.out.diagnostics.iter_mut().skip(said) {
                error.hints.push((place, "in this record".to_owned()));
            }
            set?;
        }
        Ok(())
    }

    /// Sets a field, or only those of its bits whose indices are in `bits` (least significant first). If `new_loc` is
    /// given, it becomes the location of the field.
    pub(super) fn set_field(
        &mut self,
        record: &mut Record,
        name: Sym,
        bits: &[u32],
        v: ValueId,
        at: Loc,
        new_loc: Option<Loc>,
    ) -> Result<()> {
        let values = self.values;
        let Some(index) = record.shape.find(name) else {
            let message = format!("Value '{name}' unknown!");
            if self.reading.unjudged.contains(&name) {
                return Err(Stopped);
            }
            return self.no_such_field(record, At::start(at), message);
        };
        let mut v = v;
        if bits.is_empty() {
            if matches!(values.node(v), Node::Var(it) if *it == name) {
                return self.error_at(at, "Recursion / self-assignment forbidden");
            }
        } else {
            v = self.set_bits(record, index, bits, v, at)?;
        }
        let ty = record.shape.types[index];
        if let Some(loc) = new_loc {
            record.field_locs.set(index, loc);
        }
        let set = self.field_value(v, ty);
        record.set(values, index, set);
        if set.is_some() {
            return Ok(());
        }
        let mut message = format!(
            "Field '{name}' of type '{}' is incompatible with value '{}",
            self.show_type(ty),
            self.show(v)
        );
        match (values.as_bits(v), values.type_of(v)) {
            (Some(bits), _) => {
                message.push_str(&format!(
                    "' of type bit initializer with length {}",
                    bits.len()
                ));
                if self.release < Release::V21 {
                    message.push('\'');
                }
            }
            (None, Some(own)) => message.push_str(&format!("' of type '{}'", self.show_type(own))),
            (None, None) => message.push('\''),
        }
        self.error_at(at, message)
    }

    fn set_bits(
        &mut self,
        record: &Record,
        index: usize,
        bits: &[u32],
        v: ValueId,
        at: Loc,
    ) -> Result<ValueId> {
        let values = self.values;
        let name = record.shape.names[index];
        let Some(old) = record.values[index].and_then(|old| values.as_bits(old)) else {
            return self.error_at(at, format!("Value '{name}' is not a bits type"));
        };
        let Some(new) = self.cast(v, values.bits_ty(bits.len() as u32)) else {
            let message = "Initializer is not compatible with bit range".to_owned();
            let mut error = Diagnostic::error(At::start(at), message);
            error.in_words = self.sizes_that_differ(name, bits.len(), v);
            self.report(error);
            return Err(Stopped);
        };
        let mut result: Vec<Option<ValueId>> = vec![None; old.len()];
        for (from, to) in bits.iter().enumerate() {
            let slot = result.get_mut(*to as usize);
            let is_missing = slot.is_none();
            if let Some(slot @ None) = slot {
                *slot = Some(self.bit_of(new, from as u32));
                continue;
            }
            let message = format!("Cannot set bit #{to} of value '{name}' more than once");
            let mut error = Diagnostic::error(At::start(at), message);
            let is_passed_over = is_missing && self.passes_over_bit(record, *to);
            if is_passed_over {
                error.releases = Releases::since(Release::V21);
            } else if is_missing {
                // The reference reads past the last bit. The memory there happens not to be null, so the reference
                // regards the bit as already set.
                let note = format!("'{name}' has {} bits, and no bit #{to}", old.len());
                error = error.with_note(None, note);
            }
            self.report(error);
            if !is_passed_over {
                return Err(Stopped);
            }
        }
        let bits: Vec<ValueId> = result
            .iter()
            .zip(old)
            .map(|(new, old)| new.unwrap_or(*old))
            .collect();
        Ok(values.bits(&bits))
    }

    /// Whether setting a bit that a field does not have is silently ignored. LLVM 19 reads memory past the last bit. In
    /// the body of a named record without superclasses, the memory in the place of the third bit happens to be null.
    fn passes_over_bit(&self, record: &Record, bit: u32) -> bool {
        self.release < Release::V21
            && bit == 2
            && record.kind == RecordKind::Def
            && record.supers.is_empty()
    }
}
