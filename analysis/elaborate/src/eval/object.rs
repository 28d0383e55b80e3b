//! Records under construction: superclasses, `let`s, bodies, and the final resolve.

use std::sync::Arc;

use syntax::Compat;

use crate::diagnostic::{At, Audience, Diagnostic, Noticed, Severity};
use crate::hir::{BodyItem, Decl, LetItem, ObjectBody, Parent, SpanId, TypeExprId};
use crate::ids::Loc;
use crate::record::{Assertion, Dump, FieldKind, FieldRef, Record, RecordKind};
use crate::symbol::Sym;
use crate::value::{Node, Ty, Type, UnOp, ValueId};

use super::args::GivenArg;
use super::class::ClassProto;
use super::direct_eval::Known;
use super::resolver::{Kind, Resolver};
use super::scope::ScopeKind;
use super::{Cx, LetValue, RecordScope, Result, Stopped};

impl Cx<'_> {
    /// Superclasses, enclosing `let`s and body of a class or def. Goes on after a mistake in an item of the body.
    pub(super) fn object_body(&mut self, record: &mut Record, body: &ObjectBody) -> Result<()> {
        self.push_scope(ScopeKind::Record);
        let result = self.object_body_in_scope(record, body);
        self.lacks_superclass = false;
        self.pop_scope();
        result
    }

    fn object_body_in_scope(&mut self, record: &mut Record, body: &ObjectBody) -> Result<()> {
        let mut result = Ok(());
        for parent in &body.parents {
            self.publish(record);
            result = result.and(self.add_parent(record, parent));
        }
        self.lacks_superclass |= body.lacks_parent;
        let said = self.out.diagnostics.len();
        result = result.and(self.apply_lets(record, body.header_at));
        if body.is_head_broken {
            for error in self.out.diagnostics.iter_mut().skip(said) {
                error.audience = Audience::Reference;
            }
        }
        for item in &body.items {
            self.publish(record);
            result = result.and(self.body_item(record, item));
        }
        result
    }

    /// Adds a superclass as written. If only its arguments are wrong, the record has its fields.
    fn add_parent(&mut self, record: &mut Record, parent: &Parent) -> Result<()> {
        let said = self.out.diagnostics.len();
        let reference = self.class_reference(parent, RecordScope::Record(record));
        // The parser said what is wrong.
        self.lacks_superclass |= reference.is_err() && self.out.diagnostics.len() == said;
        self.evaluated = Noticed::After(parent.at);
        let added = reference
            .and_then(|(class, args)| self.add_superclass(record, &class, &args, parent.at));
        if added.is_err() {
            match self.class(parent.name) {
                Some(class) => self.add_fields_of(record, &class, parent.at),
                None => self.lacks_superclass = true,
            }
        }
        added
    }

    /// Adds what a class declares, without its arguments: the record will not be finished.
    fn add_fields_of(&mut self, record: &mut Record, class: &ClassProto, at: SpanId) {
        let before = std::mem::replace(&mut self.only_names, true);
        let proto = &class.record;
        for index in proto.args..proto.values.len() {
            let field = proto.field_at(index);
            if record.shape.find(field.name).is_none() {
                let _: Result<()> = self.add_field(record, field, at);
            }
        }
        for class in proto.supers.iter().chain([&class.name]) {
            if !record.is_subclass_of(*class) {
                record.supers.push(*class);
            }
        }
        self.only_names = before;
    }

    /// A superclass as written, with its arguments.
    pub(super) fn class_reference(
        &mut self,
        parent: &Parent,
        cur: RecordScope<'_>,
    ) -> Result<(Arc<ClassProto>, Vec<GivenArg>)> {
        let Some(class) = self.class(parent.name) else {
            let error = self.no_such_class(parent.name, parent.at);
            self.look_at_names_of(parent.args.as_deref(), cur);
            return error;
        };
        let Some(args) = &parent.args else {
            return Ok((class, Vec::new()));
        };
        let args = self.template_args(&class.record, class.name, Sym::COLON, args, cur)?;
        let args = self.check_args(&class.record, args, parent.at)?;
        Ok((class, args))
    }

    /// Makes a class a superclass of a record: its fields, with its template arguments substituted.
    pub(super) fn add_superclass(
        &mut self,
        record: &mut Record,
        class: &ClassProto,
        args: &[GivenArg],
        at: SpanId,
    ) -> Result<()> {
        let proto = &class.record;
        let shared = if record.values.is_empty() {
            Some((class.own_shape(), class.own_locs()))
        } else {
            self.scratch.run_cache.joined(record, class)
        };
        match shared {
            Some((shape, locs)) => record.inherit(proto, shape, &locs),
            None => {
                for field in proto.fields() {
                    self.add_field(record, field, at)?;
                }
            }
        }
        let mut map = self.match_args(proto, args, at)?;
        record.assertions.extend_from_slice(&proto.assertions);
        record.dumps.extend_from_slice(&proto.dumps);
        let name = match record.kind {
            RecordKind::Class => {
                let own = self.values.as_str(record.name).unwrap_or(class.name);
                let name_arg = self.scratch.qualify(own, Sym::COLON, Sym::NAME);
                self.values.var(name_arg, Ty::STRING)
            }
            _ => record.name,
        };
        map.push((class.name_arg, name));
        let mut r = self.map_resolver(map);
        self.resolve_record(record, &mut r)?;
        self.check_is_no_subclass(record, class, at)?;
        record.supers.reserve(proto.supers.len() + 1);
        record.supers.extend_from_slice(&proto.supers);
        record.supers.push(class.name);
        Ok(())
    }

    /// Whether a record may become one of a class. LLVM 22 refuses a class that the record has; LLVM 19 also one whose
    /// superclasses it has, and names the first of them.
    fn check_is_no_subclass(
        &mut self,
        record: &Record,
        class: &ClassProto,
        at: SpanId,
    ) -> Result<()> {
        let above = &class.record.supers;
        let is_again = record.is_subclass_of(class.name) || above.contains(&class.name);
        let mut again = above.iter().filter(|it| record.is_subclass_of(**it));
        let named = match again.next() {
            Some(first) if !self.is_22() => *first,
            _ if is_again => class.name,
            _ => return Ok(()),
        };
        let message = format!("Already subclass of '{named}'!\n");
        let mut error = Diagnostic::error(At::start(self.loc(at)), message);
        error.only = (!is_again).then_some(Compat::Llvm19);
        self.report(error);
        if is_again { Err(Stopped) } else { Ok(()) }
    }

    /// Adds a field, or sets the one of this name that is there.
    fn add_field(&mut self, record: &mut Record, field: FieldRef, at: SpanId) -> Result<()> {
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

    fn body_item(&mut self, record: &mut Record, item: &BodyItem) -> Result<()> {
        match item {
            BodyItem::Field(decl) => self.declaration(record, decl),
            BodyItem::Nameless(ty) => {
                self.nameless(*ty);
                Ok(())
            }
            BodyItem::Let(item) => self.body_let(record, item),
            BodyItem::Defvar(it) => self.defvar(it, RecordScope::Record(record)),
            BodyItem::Assert(it) => {
                let cond = self.value(it.cond, None, RecordScope::Record(record))?;
                let message = self.value(it.message, None, RecordScope::Record(record))?;
                record.assertions.push(Assertion {
                    loc: self.loc(self.expr_at(it.cond)),
                    cond,
                    message,
                });
                Ok(())
            }
            BodyItem::Dump(it) => {
                let message = self.dump_message(it, RecordScope::Record(record))?;
                record.dumps.push(Dump {
                    loc: self.loc(it.at),
                    message,
                });
                Ok(())
            }
        }
    }

    /// Reads the type of what has no name. A mistake of syntax is told of already; what has it is as good with a wrong
    /// type.
    pub(super) fn nameless(&mut self, ty: TypeExprId) {
        self.evaluated = Noticed::AtOnce;
        let _: Result<Ty> = self.type_expr(ty);
    }

    /// `type name = value`
    fn declaration(&mut self, record: &mut Record, decl: &Decl) -> Result<()> {
        let ty = match self.type_expr(decl.ty) {
            Ok(ty) => ty,
            Err(stopped) => {
                self.unjudged.insert(decl.name);
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
        let at = self.expr_at(value);
        let v = self.value(value, Some(ty), RecordScope::Record(record))?;
        self.set_field(record, decl.name, &[], v, at, None)
    }

    /// `let name{bits} = value` in a body
    fn body_let(&mut self, record: &mut Record, item: &LetItem) -> Result<()> {
        let mut bits = self.ranges(&item.bits, RecordScope::NamesOnly(record))?;
        bits.reverse();
        let Some(index) = record.shape.find(item.name) else {
            let message = format!("Value '{}' unknown!", item.name);
            let at = if self.is_22() {
                item.name_at
            } else {
                self.expr_at(item.value)
            };
            let error = match self.unjudged.contains(&item.name) {
                true => Err(Stopped),
                false => self.no_such_field(record, At::start(self.loc(at)), message),
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
        self.evaluated = Noticed::Past(self.expr_at(item.value));
        self.set_field(record, item.name, &bits, v, item.name_at, Some(loc))
    }

    /// Applies the enclosing `let … in`s when the superclasses have been read.
    fn apply_lets(&mut self, record: &mut Record, header: SpanId) -> Result<()> {
        let before = std::mem::replace(&mut self.evaluated, Noticed::After(header));
        let result = self.apply_let_lists(record);
        self.evaluated = before;
        result
    }

    /// Applies them, outermost first.
    pub(super) fn apply_let_lists(&mut self, record: &mut Record) -> Result<()> {
        let context = self.context;
        for outcome in &context.lets {
            self.apply_let_list(record, &outcome.lets)?;
        }
        let lets = std::mem::take(&mut self.lets);
        let mut result = Ok(());
        for list in &lets {
            result = result.and_then(|()| self.apply_let_list(record, list));
        }
        self.lets = lets;
        result
    }

    fn apply_let_list(&mut self, record: &mut Record, list: &[LetValue]) -> Result<()> {
        for item in list {
            let said = self.out.diagnostics.len();
            let set = self.set_field_at(
                record,
                item.name,
                &item.bits,
                item.value,
                item.loc,
                Some(item.loc),
            );
            // Which of the records around which it stands?
            let place = record.locs.first().map(|it| At::start(*it));
            for error in self.out.diagnostics.iter_mut().skip(said) {
                error.hints.push((place, "in this record".to_owned()));
            }
            set?;
        }
        Ok(())
    }

    fn set_field(
        &mut self,
        record: &mut Record,
        name: Sym,
        bits: &[u32],
        v: ValueId,
        at: SpanId,
        new_loc: Option<Loc>,
    ) -> Result<()> {
        self.set_field_at(record, name, bits, v, self.loc(at), new_loc)
    }

    /// Sets a field, or some bits of it, least significant first. `new_loc` moves the place of the field.
    pub(super) fn set_field_at(
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
            if self.unjudged.contains(&name) {
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
                if !self.is_22() {
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
            return self.error_at(at, "Initializer is not compatible with bit range");
        };
        let mut result: Vec<Option<ValueId>> = vec![None; old.len()];
        for (from, to) in bits.iter().enumerate() {
            match result.get_mut(*to as usize) {
                Some(slot @ None) => *slot = Some(self.bit_of(new, from as u32)),
                None if self.passes_over_bit(record, *to) => {
                    let message = format!("Cannot set bit #{to} of value '{name}' more than once");
                    let mut error = Diagnostic::error(At::start(at), message);
                    error.only = Some(Compat::Llvm22);
                    self.report(error);
                }
                slot => {
                    let is_missing = slot.is_none();
                    let message = format!("Cannot set bit #{to} of value '{name}' more than once");
                    let mut error = Diagnostic::error(At::start(at), message);
                    if is_missing {
                        // The reference looks behind the last bit and finds something there.
                        let note = format!("'{name}' has {} bits, and no bit #{to}", old.len());
                        error = error.with_note(None, note);
                    }
                    self.report(error);
                    return Err(Stopped);
                }
            }
        }
        let bits: Vec<ValueId> = result
            .iter()
            .zip(old)
            .map(|(new, old)| new.unwrap_or(*old))
            .collect();
        Ok(values.bits(&bits))
    }

    /// Whether a bit that a field does not have is set without complaint. LLVM 19 reads memory behind the last bit; in
    /// the body of a record that has a name and no superclass it finds nothing where the third bit would be.
    fn passes_over_bit(&self, record: &Record, bit: u32) -> bool {
        !self.is_22() && bit == 2 && record.kind == RecordKind::Def && record.supers.is_empty()
    }

    /// Resolves the name, the fields, the assertions and the dumps of a record.
    pub(super) fn resolve_record(&mut self, record: &mut Record, r: &mut Resolver) -> Result<()> {
        let name = self.resolve(record.name, r, RecordScope::Record(record))?;
        if name != record.name {
            record.name = name;
            self.check_name(record)?;
        }
        let mut next = record.open.next(0);
        while let Some(index) = next {
            next = record.open.next(index + 1);
            let Some(old) = record.values[index] else {
                continue;
            };
            let said = self.out.diagnostics.len();
            let new = self.resolve_field(old, r, record);
            if new.is_err() {
                self.name_field(record, index, said);
            }
            let new = new?;
            if new == old {
                continue;
            }
            // The name of an operator without one is no value at all.
            if new == ValueId::UNSET
                && matches!(self.values.node(old), Node::Un(UnOp::GetDagOpName, _))
            {
                record.set(self.values, index, None);
                continue;
            }
            let ty = record.shape.types[index];
            match self.field_value(new, ty) {
                Some(new) => record.set(self.values, index, Some(new)),
                None => {
                    let own = match self.values.type_of(new) {
                        Some(own) => format!("of type '{}' ", self.show_type(own)),
                        None => String::new(),
                    };
                    let message = format!(
                        "Invalid value {own}found when setting field '{}' of type '{}' after resolving references: {}\n",
                        record.shape.names[index],
                        self.show_type(ty),
                        self.show_unquoted(new)
                    );
                    return self.error_at_record(record, message);
                }
            }
        }
        for index in 0..record.assertions.len() {
            let Assertion { cond, message, .. } = record.assertions[index];
            record.assertions[index].cond = self.resolve(cond, r, RecordScope::Record(record))?;
            record.assertions[index].message =
                self.resolve(message, r, RecordScope::Record(record))?;
        }
        for index in 0..record.dumps.len() {
            let message = record.dumps[index].message;
            record.dumps[index].message = self.resolve(message, r, RecordScope::Record(record))?;
        }
        Ok(())
    }

    /// Adds to what was said of a record since then in which field that is.
    fn name_field(&mut self, record: &Record, index: usize, said: usize) {
        let (name, loc) = (record.shape.names[index], record.field_at(index).loc);
        let of_record = |it: &&mut Diagnostic| {
            let is_here = it.at.map(|it| it.loc) == record.locs.first().copied();
            is_here && it.hints.is_empty()
        };
        for error in self.out.diagnostics.iter_mut().skip(said).filter(of_record) {
            let hint = format!("in the value of field '{name}'");
            error.hints.push((Some(At::start(loc)), hint));
        }
    }

    /// The value of a field of a record that is made final, or put together.
    fn resolve_field(&mut self, v: ValueId, r: &mut Resolver, record: &Record) -> Result<ValueId> {
        let cur = RecordScope::Record(record);
        if let Kind::Fields(fields) = &mut r.kind
            && !matches!(self.values.node(v), Node::Bits(_))
            && let Some(found) = self.try_direct(v, &mut Known::fields(fields, &[]), cur)
        {
            return Ok(found);
        }
        self.resolve(v, r, cur)
    }

    /// The name of a record must be a string.
    pub(super) fn check_name(&mut self, record: &Record) -> Result<()> {
        if self.values.type_of(record.name) == Some(Ty::STRING) {
            return Ok(());
        }
        let message = format!("Record name '{}' is not a string!", self.show(record.name));
        self.error_at_record(record, message)
    }

    /// Reports the fields of a finished record that are not values.
    pub(super) fn check_concrete(&mut self, record: &Record) {
        for index in record.open.iter() {
            let field = record.field_at(index);
            if field.kind == FieldKind::NonconcreteOk {
                continue;
            }
            let Some(v) = field.value else { continue };
            if self.are_bits_concrete(record, v) {
                continue;
            }
            let message = format!(
                "Initializer of '{}' in '{}' could not be fully resolved: {}",
                field.name,
                self.show_unquoted(record.name),
                self.show(v)
            );
            let locs = &record.locs;
            let mut error = Diagnostic::at_locs(Severity::Error, locs, message);
            error.near = Some(At::start(field.loc));
            if let Some(at) = error.at.filter(|it| it.loc != field.loc) {
                error = error.with_hint(Some(at), "in this record");
            }
            self.report(error);
        }
    }

    /// Reports the fields of a record that is wrong anyway whose values are no values either, whatever its other
    /// fields are.
    pub(super) fn check_open_bits(&mut self, record: &mut Record) {
        let open = record.open.iter().filter(|index| {
            let value = record.values[*index];
            value.is_some_and(|v| self.values.as_bits(v).is_some() && !self.has_free_var(v))
        });
        let open: Vec<usize> = open.collect();
        for index in 0..record.values.len() {
            if !open.contains(&index) {
                record.set(self.values, index, None);
            }
        }
        self.check_concrete(record);
    }

    fn are_bits_concrete(&self, record: &Record, v: ValueId) -> bool {
        let values = self.values;
        let Some(bits) = values.as_bits(v) else {
            return false;
        };
        bits.iter().all(|bit| match values.node(*bit) {
            Node::Var(_) => true,
            Node::VarBit(base, _) => {
                matches!(values.node(*base), Node::Var(name) if record.shape.find(*name).is_some())
            }
            _ => values.is_concrete(*bit),
        })
    }

    /// Checks the assertions of a finished record, then prints its messages.
    pub(super) fn check_assertions(&mut self, record: &Record) -> Result<()> {
        let mut r = self.field_resolver(None);
        let mut failed = false;
        for assertion in &record.assertions {
            let cond = self.resolve(assertion.cond, &mut r, RecordScope::Record(record))?;
            let message = self.resolve(assertion.message, &mut r, RecordScope::Record(record))?;
            failed |= !self.check_assertion(Assertion {
                cond,
                message,
                ..*assertion
            });
        }
        if failed && self.is_22() {
            let message = "assertion failed in this record".to_owned();
            self.report_at_record(record, Severity::Error, message);
        }
        let mut r = self.field_resolver(None);
        for dump in &record.dumps {
            let message = self.resolve(dump.message, &mut r, RecordScope::Record(record))?;
            self.print_dump(Dump { message, ..*dump });
        }
        Ok(())
    }

    /// Whether an assertion holds; if not, it is reported.
    pub(super) fn check_assertion(&mut self, assertion: Assertion) -> bool {
        let at = At::start(assertion.loc);
        match self.as_number(assertion.cond) {
            None => {
                let message = "assert condition must of type bit, bits, or int.";
                self.report(Diagnostic::error(at, message.to_owned()));
                false
            }
            Some(0) => {
                let text = if self.values.is_string(assertion.message) {
                    self.show_unquoted(assertion.message)
                } else {
                    "(assert message is not a string)".into()
                };
                let diagnostic = if self.is_22() {
                    Diagnostic::error(at, format!("assertion failed: {text}"))
                } else {
                    Diagnostic::error(at, "assertion failed".to_owned())
                        .with_note(None, text.into_owned())
                };
                self.report(diagnostic);
                false
            }
            Some(_) => true,
        }
    }

    pub(super) fn print_dump(&mut self, dump: Dump) {
        let at = At::start(dump.loc);
        if self.values.is_string(dump.message) {
            let text = self.show_unquoted(dump.message).into_owned();
            let note = Diagnostic::new(Severity::Note, Some(at), text);
            self.report(note);
        } else {
            let message = "dump value is not of type string".to_owned();
            self.report(Diagnostic::error(at, message));
        }
    }

    /// The message of a `dump`; a record is dumped whole.
    pub(super) fn dump_message(
        &mut self,
        dump: &crate::hir::Dump,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let message = self.value(dump.message, None, cur)?;
        if self.values.as_def(message).is_some() {
            return self.fold_un(UnOp::Repr, message, Ty::STRING, cur, false);
        }
        // LLVM 22 settles what it can while it reads; LLVM 19 would crash at file level.
        let try_direct = self.is_22() || (self.open_multiclass.is_none() && self.loops.is_empty());
        if cur.record().is_none() && try_direct {
            let mut r = self.map_resolver([]);
            self.set_final(&mut r);
            return self.resolve(message, &mut r, cur);
        }
        Ok(message)
    }
}
