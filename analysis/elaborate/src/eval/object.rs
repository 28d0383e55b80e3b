//! Records under construction: superclasses and bodies.

use std::sync::Arc;

use syntax::{Release, Releases};

use crate::diagnostic::{At, Audience, Diagnostic, Noticed};
use crate::hir::{BodyItem, ObjectBody, Parent, SpanId, TypeExprId};
use crate::record::{Record, RecordKind};
use crate::symbol::Sym;
use crate::value::{Ty, ValueId};

use super::args::{GivenArg, GivenArgs};
use super::class::ClassProto;
use super::scope::ScopeKind;
use super::{Cx, RecordScope, Result, Stopped};

/// The number of fields that a body declares.
fn declared_fields(body: &ObjectBody) -> usize {
    let is_field = |it: &&BodyItem| matches!(it, BodyItem::Field(_));
    body.items.iter().filter(is_field).count()
}

impl Cx<'_> {
    /// The number of fields that a class with this body has: its own and those of its superclasses.
    pub(super) fn fields_of(&self, body: &ObjectBody) -> usize {
        let inherited = body.parents.iter().filter_map(|it| {
            let class = &self.class_ref(it.name)?.record;
            Some(class.values.len() - class.args)
        });
        inherited.sum::<usize>() + declared_fields(body)
    }

    /// Elaborates the superclasses, the enclosing `let`s and the body of a class or def. An error in one of these does
    /// not stop the elaboration of the others.
    pub(super) fn object_body(&mut self, record: &mut Record, body: &ObjectBody) -> Result<()> {
        self.push_scope(ScopeKind::Record);
        let result = self.object_body_in_scope(record, body);
        self.open.lacks_superclass = false;
        self.pop_scope();
        result
    }

    fn object_body_in_scope(&mut self, record: &mut Record, body: &ObjectBody) -> Result<()> {
        let mut result = Ok(());
        for parent in &body.parents {
            self.publish(record);
            result = result.and(self.add_parent(record, parent));
        }
        self.open.lacks_superclass |= body.lacks_parent;
        let said = self.out.diagnostics.len();
        result = result.and(self.apply_lets(record, body.header_at));
        if body.is_head_broken {
            for error in self.out.diagnostics.iter_mut().skip(said) {
                error.audience = Audience::Reference;
            }
        }
        record.reserve(declared_fields(body));
        for item in &body.items {
            self.publish(record);
            result = result.and(self.body_item(record, item));
        }
        result
    }

    /// Adds a superclass as written. If only its arguments are wrong, the record still gets the fields of the class.
    fn add_parent(&mut self, record: &mut Record, parent: &Parent) -> Result<()> {
        let said = self.out.diagnostics.len();
        let reference = self.class_reference(parent, RecordScope::Record(record));
        // If no error was reported here, the parser has reported a syntax error.
        self.open.lacks_superclass |= reference.is_err() && self.out.diagnostics.len() == said;
        self.reading.evaluated = Noticed::After(parent.at);
        let added = reference
            .and_then(|(class, args)| self.add_superclass(record, &class, &args, parent.at));
        if added.is_err() {
            match self.class(parent.name) {
                Some(class) => self.add_fields_of(record, &class, parent.at),
                None => self.open.lacks_superclass = true,
            }
        }
        added
    }

    /// Adds the fields and superclasses of a class without substituting its arguments. Called after an error, so the
    /// record will not be finished.
    fn add_fields_of(&mut self, record: &mut Record, class: &ClassProto, at: SpanId) {
        let before = std::mem::replace(&mut self.reading.only_names, true);
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
        self.reading.only_names = before;
    }

    /// Looks up a superclass and evaluates its arguments.
    pub(super) fn class_reference(
        &mut self,
        parent: &Parent,
        cur: RecordScope<'_>,
    ) -> Result<(Arc<ClassProto>, GivenArgs)> {
        let Some(class) = self.class(parent.name) else {
            let error = self.no_such_class(parent.name, parent.at);
            self.look_at_names_of(parent.args.as_deref(), cur);
            return error;
        };
        let Some(args) = &parent.args else {
            return Ok((class, GivenArgs::new()));
        };
        let args = self.template_args(&class.record, class.name, Sym::COLON, args, cur)?;
        let args = self.check_args(&class.record, args, parent.at)?;
        Ok((class, args))
    }

    /// Makes a class a superclass of a record: adds the fields of the class, with its template arguments substituted.
    pub(super) fn add_superclass(
        &mut self,
        record: &mut Record,
        class: &ClassProto,
        args: &[GivenArg],
        at: SpanId,
    ) -> Result<()> {
        self.add_own_fields(record, class, at)?;
        let proto = &class.record;
        let map = self.match_args(proto, args, at)?;
        if let Some(inherited) = &proto.checks {
            let checks = record.checks_mut();
            checks.assertions.extend_from_slice(&inherited.assertions);
            checks.dumps.extend_from_slice(&inherited.dumps);
        }
        let name = class.name_arg.map(|it| (it, self.own_name(record)));
        let mut r = self.args_resolver(map, name);
        self.resolve_record(record, &mut r)?;
        self.check_is_no_subclass(record, class, at)?;
        record.supers.reserve(proto.supers.len() + 1);
        record.supers.extend_from_slice(&proto.supers);
        record.supers.push(class.name);
        Ok(())
    }

    /// Adds the fields of a class, without its template arguments.
    fn add_own_fields(
        &mut self,
        record: &mut Record,
        class: &ClassProto,
        at: SpanId,
    ) -> Result<()> {
        let shared = if record.values.is_empty() {
            Some((class.own_shape(), class.own_locs()))
        } else if record.append(&class.record) {
            return Ok(());
        } else {
            self.scratch.run_cache.joined(record, class)
        };
        match shared {
            Some((shape, locs)) => record.inherit(&class.record, shape, &locs),
            None => {
                for field in class.record.fields() {
                    self.add_field(record, field, at)?;
                }
            }
        }
        Ok(())
    }

    /// The value that `NAME` has in the superclasses of a record.
    fn own_name(&mut self, record: &Record) -> ValueId {
        match (record.kind, self.values.as_str(record.name)) {
            (RecordKind::Class, Some(class)) => {
                let name_arg = self.scratch.qualify(class, Sym::COLON, Sym::NAME);
                self.open.name_arg = Some(name_arg);
                self.values.var(name_arg, Ty::STRING)
            }
            _ => record.name,
        }
    }

    /// Checks that a record may inherit from `class`. Since LLVM 21, the record must not have the class as a superclass
    /// already. Before LLVM 21, the record must not have any superclass of the class either, and the message names the
    /// first such superclass.
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
            Some(first) if self.release < Release::V21 => *first,
            _ if is_again => class.name,
            _ => return Ok(()),
        };
        let message = format!("Already subclass of '{named}'!\n");
        let mut error = Diagnostic::error(At::start(self.loc(at)), message);
        if !is_again {
            error.releases = Releases::until(Release::V19);
        }
        self.report(error);
        if is_again { Err(Stopped) } else { Ok(()) }
    }

    fn body_item(&mut self, record: &mut Record, item: &BodyItem) -> Result<()> {
        match item {
            BodyItem::Field(decl) => self.field_or_nothing(record, decl),
            BodyItem::Nameless(ty) => {
                self.nameless(*ty);
                Ok(())
            }
            BodyItem::Let(item) => self.body_let(record, item),
            BodyItem::Defvar(it) => self.defvar(it, RecordScope::Record(record)),
            BodyItem::Assert(it) => {
                let assertion = self.read_assertion(it, RecordScope::Record(record))?;
                record.checks_mut().assertions.push(assertion);
                Ok(())
            }
            BodyItem::Dump(it) => {
                let dump = self.read_dump(it, RecordScope::Record(record))?;
                record.checks_mut().dumps.push(dump);
                Ok(())
            }
        }
    }

    /// Evaluates the type of a declaration without a name, to report errors in the type. The parser has already
    /// reported the missing name.
    pub(super) fn nameless(&mut self, ty: TypeExprId) {
        self.reading.evaluated = Noticed::AtOnce;
        let _: Result<Ty> = self.type_expr(ty);
    }
}
