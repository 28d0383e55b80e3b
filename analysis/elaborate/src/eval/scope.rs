//! Scopes, and the lookup of the identifiers in values.

use crate::diagnostic::{At, Diagnostic, Noticed};
use crate::hir::SpanId;
use crate::symbol::Sym;
use crate::value::{Node, Ty, UnOp, ValueId};

use super::{Cx, RecordScope, Result, Stopped};

/// The variables that are defined directly in one pair of braces, in the order of their definitions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LocalVars(pub Vec<(Sym, ValueId)>);

impl LocalVars {
    /// The value of the last variable with this name.
    pub fn get(&self, name: Sym) -> Option<ValueId> {
        self.0
            .iter()
            .rev()
            .find(|(it, _)| *it == name)
            .map(|(_, v)| *v)
    }
}

/// A scope inside a statement. `vars` take precedence over the names that `kind` adds.
pub(super) struct Scope {
    pub vars: LocalVars,
    pub kind: ScopeKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ScopeKind {
    Plain,
    /// The scope of the current record: its fields, and the template arguments of a class.
    Record,
    /// The scope of a loop: its variable and the variable's type.
    Loop(Sym, Ty),
    /// The scope of the multiclass under definition: its template arguments.
    Multiclass,
}

/// How an identifier that names no variable is interpreted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// As a value. An unknown identifier is an error.
    Value,
    /// As part of the name of a record. The value is the identifier as a string.
    Name,
}

impl Cx<'_> {
    pub(super) fn push_scope(&mut self, kind: ScopeKind) {
        self.names.scopes.push(Scope {
            vars: LocalVars::default(),
            kind,
        });
    }

    pub(super) fn pop_scope(&mut self) {
        self.names.scopes.pop();
    }

    /// Whether no scope other than the file's is open.
    pub(super) fn at_file_scope(&self) -> bool {
        self.names.scopes.is_empty() && self.context.scopes.is_empty()
    }

    /// Whether the innermost scope has a variable with this name. Enclosing scopes are not considered.
    pub(super) fn is_local_var(&self, name: Sym) -> bool {
        match self.names.scopes.last() {
            Some(scope) => scope.vars.get(name).is_some(),
            None => self
                .context
                .scopes
                .last()
                .is_some_and(|vars| vars.get(name).is_some()),
        }
    }

    /// The value of `name` if it is a local variable, a field, a template argument or a loop variable; `None`
    /// otherwise. Variables at file level are looked up by [`Cx::global`].
    fn variable(&mut self, name: Sym, cur: RecordScope<'_>) -> Option<ValueId> {
        // If the name is bound several times, by one operator or by nested ones, the first binding determines the type.
        if let Some((_, ty)) = self.names.binders.iter().find(|(it, _)| *it == name) {
            return Some(self.values.var(name, *ty));
        }
        if !self.names.binders.is_empty()
            && let Some(record) = cur.record()
            && let Some(index) = record.shape.find(name)
        {
            return Some(self.values.var(name, record.shape.types[index]));
        }
        for index in (0..self.names.scopes.len()).rev() {
            if let Some(v) = self.names.scopes[index].vars.get(name) {
                return Some(v);
            }
            let found = match self.names.scopes[index].kind {
                ScopeKind::Plain => None,
                ScopeKind::Loop(var, ty) => (var == name).then(|| self.values.var(name, ty)),
                ScopeKind::Record => self.field_or_class_arg(name, cur),
                ScopeKind::Multiclass => self.multiclass_arg(name),
            };
            if found.is_some() {
                return found;
            }
        }
        self.context
            .scopes
            .iter()
            .rev()
            .find_map(|vars| vars.get(name))
    }

    fn field_or_class_arg(&mut self, name: Sym, cur: RecordScope<'_>) -> Option<ValueId> {
        let record = cur.names()?;
        if let Some(index) = record.shape.find(name) {
            return Some(self.values.var(name, record.shape.types[index]));
        }
        if record.kind != crate::record::RecordKind::Class {
            return None;
        }
        let found = self.use_arg(name, record.args);
        if name == Sym::NAME {
            let class = self.values.as_str(record.name)?;
            let qualified = self.scratch.qualify(class, Sym::COLON, name);
            self.open.name_arg = Some(qualified);
            if found.is_none() {
                return Some(self.values.var(qualified, Ty::STRING));
            }
        }
        let shape = &record.shape;
        found.map(|index| self.values.var(shape.names[index], shape.types[index]))
    }

    fn multiclass_arg(&mut self, name: Sym) -> Option<ValueId> {
        let found = self.use_arg(name, self.open.args.len());
        let open = self.open.multiclass.as_ref()?;
        let shape = &open.record.shape;
        match found {
            Some(index) => Some(self.values.var(shape.names[index], shape.types[index])),
            None => (name == Sym::NAME).then(|| self.values.var(open.name_arg, Ty::STRING)),
        }
    }

    /// The index of the template argument `name` among the first `count` ones of the class or multiclass under
    /// definition. The argument counts as used.
    fn use_arg(&mut self, name: Sym, count: usize) -> Option<usize> {
        let mut args = self.open.args.iter_mut().take(count);
        let index = args.position(|it| it.name == name)?;
        self.open.args[index].is_used = true;
        Some(index)
    }

    /// The value of an identifier. If no variable has this name, `mode` determines the result.
    pub(super) fn identifier(
        &mut self,
        name: Sym,
        at: SpanId,
        mode: Mode,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        if let Some(v) = self.variable(name, cur) {
            return Ok(v);
        }
        if mode == Mode::Name {
            return Ok(self.values.str(name));
        }
        if let Some(v) = self.global(name) {
            return Ok(v);
        }
        // A `def` may mention itself. Such a use is represented by a `!cast`, which is evaluated when the type of the
        // record is known.
        if let Some(record) = cur.record()
            && record.kind != crate::record::RecordKind::Class
            && self.open.multiclass.is_none()
            && record.name == self.values.str(name)
        {
            let ty = self.record_type(record);
            return Ok(self.values.un(UnOp::Cast, record.name, ty));
        }
        if self.reading.unjudged.contains(&name) {
            return Err(Stopped);
        }
        self.reading.evaluated = Noticed::After(at);
        let place = At::start(self.loc(at));
        let message = format!("Variable not defined: '{name}'");
        let mut error = Diagnostic::error(place, message).depending_on([name]);
        error.of_name = Some(name);
        error.may_be_field = self.open.lacks_superclass && cur.names().is_some();
        if let Some(record) = cur.record() {
            error.of_classes = record.supers.to_vec();
        }
        self.report(error);
        Err(Stopped)
    }

    /// The record, `defset` or variable at file level with this name.
    pub(super) fn global(&mut self, name: Sym) -> Option<ValueId> {
        if let Some(known) = self.scratch.run_cache.global(name) {
            return Some(known);
        }
        let text = self.values.str(name);
        if let Some(record) = self.def_record(text) {
            let reference = self.def_value(&record);
            // A reference to a record of the current statement is not cached, since the record may still be rejected. A
            // reference to an anonymous record is not cached either, since its name depends on its number.
            if record.name == text && !self.scratch.made.contains_key(&text) {
                self.scratch.run_cache.set_global(name, reference);
            }
            return Some(reference);
        }
        let own = self.out.defset(name);
        own.or_else(|| self.world.global(name))
    }

    /// Whether the variable `name` is free in a value.
    pub(super) fn mentions(&self, v: ValueId, name: Sym) -> bool {
        let mut shadows = Vec::new();
        self.free_var(v, &mut shadows, &|it| it == Some(name))
    }

    /// Whether a value contains a free variable, or an anonymous name that is not final.
    pub(super) fn has_free_var(&self, v: ValueId) -> bool {
        if v.is_settled() {
            return false;
        }
        let data = self.values.get(v);
        if data.vars == 0 {
            return false;
        }
        if !data.flags.contains(crate::value::Flags::BINDS) {
            return true;
        }
        self.free_var(v, &mut Vec::new(), &|_| true)
    }

    /// Whether a value contains a free variable other than `names`, or an anonymous name that is not final.
    pub(super) fn mentions_other_than(&self, v: ValueId, names: &[Sym]) -> bool {
        self.free_var(v, &mut names.to_vec(), &|_| true)
    }

    /// Whether a value contains a name for which `wanted` returns true. `wanted` is called with `Some` for a free
    /// variable that is not in `shadows`, and with `None` for an anonymous name that is not final.
    fn free_var(
        &self,
        v: ValueId,
        shadows: &mut Vec<Sym>,
        wanted: &dyn Fn(Option<Sym>) -> bool,
    ) -> bool {
        let data = self.values.get(v);
        if data.vars == 0 {
            return false;
        }
        match &data.node {
            Node::Var(name) => !shadows.contains(name) && wanted(Some(*name)),
            Node::AnonName(_) => wanted(None),
            node => {
                let mut found = false;
                node.for_each_part(self.values, |part, bound| {
                    if !found {
                        let outer = shadows.len();
                        shadows.extend_from_slice(bound);
                        found = self.free_var(part, shadows, wanted);
                        shadows.truncate(outer);
                    }
                });
                found
            }
        }
    }
}
