//! Class definitions.

use std::sync::{Arc, OnceLock};

use crate::diagnostic::{At, Diagnostic, Noticed, Severity};
use crate::hir::{Class, Decl, Expr, TypeExpr};
use crate::record::{FieldKind, FieldLocs, FieldRef, Record, RecordKind, Shape};
use crate::symbol::Sym;
use crate::value::{Ty, ValueId, ValueStore};

use super::scope::ScopeKind;
use super::stage_sensitivity::can_be_made_directly;
use super::{Cx, RecordScope, Result};

/// A class: a record whose fields may still mention its template arguments and each other.
#[derive(Debug)]
pub struct ClassProto {
    /// The declared name, without arguments.
    pub name: Sym,
    /// The qualified name of the implicit template argument `NAME`. `None` if no value of the class mentions it.
    pub name_arg: Option<Sym>,
    /// The template arguments followed by the fields, inherited ones included.
    pub record: Arc<Record>,
    ty: OnceLock<Ty>,
    own_shape: OnceLock<Arc<Shape>>,
    own_locs: OnceLock<FieldLocs>,
    /// The cached result of [`can_be_made_directly`].
    try_direct: OnceLock<bool>,
}

impl ClassProto {
    pub(crate) fn new(name: Sym, name_arg: Option<Sym>, record: Record) -> ClassProto {
        ClassProto {
            name,
            name_arg,
            record: Arc::new(record),
            ty: OnceLock::new(),
            own_shape: OnceLock::new(),
            own_locs: OnceLock::new(),
            try_direct: OnceLock::new(),
        }
    }

    /// The type of references to records of the class.
    pub(super) fn ty(&self, values: &ValueStore) -> Ty {
        *self.ty.get_or_init(|| values.class_ty(self.name))
    }

    /// The shape of the class without its template arguments, which records of the class do not inherit.
    pub(super) fn own_shape(&self) -> Arc<Shape> {
        if self.record.args == 0 {
            return self.record.shape.clone();
        }
        let make = || Arc::new(self.record.shape.without_first(self.record.args));
        self.own_shape.get_or_init(make).clone()
    }

    /// The locations of the fields, without those of the template arguments.
    pub(super) fn own_locs(&self) -> FieldLocs {
        let record = &self.record;
        let make = || record.field_locs.without_first(record.args);
        self.own_locs.get_or_init(make).clone()
    }

    /// Whether an instance may be made by substituting arguments and fields in one step.
    pub(super) fn is_made_directly(&self, values: &ValueStore) -> bool {
        let record = &self.record;
        let find_out = || can_be_made_directly(values, record);
        *self.try_direct.get_or_init(find_out)
    }

    /// Whether the class has no contents: it is only declared, or its definition is empty.
    fn is_empty(&self) -> bool {
        self.record.values.is_empty() && self.record.supers.is_empty()
    }
}

impl Cx<'_> {
    pub(super) fn class_definition(&mut self, class: &Class) -> Result<()> {
        let earlier = self.world.class(class.name);
        if earlier.is_some() {
            // Records of the declared class get superclasses that they lacked until now, so cached results are
            // outdated.
            self.scratch.run_cache.forget();
        }
        if earlier.is_some_and(|earlier| !earlier.is_empty()) {
            return self.error(
                class.name_at,
                format!("Class '{}' already defined", class.name),
            );
        }
        if self.world.type_alias(class.name).is_some() {
            return self.error(
                class.name_at,
                format!("there is already a defined type alias '{}'", class.name),
            );
        }
        let mut record = Record::new(
            RecordKind::Class,
            self.values.str(class.name),
            self.loc(class.name_at),
        );
        if let Some(earlier) = earlier {
            // A class whose body has only assertions and dumps still counts as declared only. The later definition
            // inherits them.
            record.checks.clone_from(&earlier.record.checks);
            self.open.name_arg = earlier.name_arg;
        }
        self.open.publishes = self.refers_to(class);
        // No value mentions a class that neither was declared earlier nor mentions itself.
        if self.open.publishes || earlier.is_some() {
            let proto = ClassProto::new(class.name, self.open.name_arg, record.clone());
            self.open.class = Some(Arc::new(proto));
        }
        self.push_scope(ScopeKind::Record);
        if !class.args.is_empty() {
            record.reserve(class.args.len() + self.fields_of(&class.body));
        }
        let args = self.template_arg_list(&class.args, &mut record, class.name, Sym::COLON);
        for ty in &class.nameless {
            self.nameless(*ty);
        }
        let body = self.object_body(&mut record, &class.body);
        let body = body.and_then(|()| self.check_kept_by(&record));
        self.pop_scope();
        self.open.class = None;
        self.open.publishes = false;
        self.reading.evaluated = Noticed::AtEnd;
        if args.is_ok() && body.is_ok() && self.open.given_up.is_empty() {
            self.warn_unused_args(&record);
        }
        let proto = ClassProto::new(class.name, self.open.name_arg, record);
        self.out.class = Some(Arc::new(proto));
        args.and(body)
    }

    /// Whether a class mentions itself in its own definition.
    fn refers_to(&self, class: &Class) -> bool {
        let is_instance =
            |it: &Expr| matches!(it, Expr::Instance { class: name, .. } if *name == class.name);
        let is_type = |it: &TypeExpr| matches!(it, TypeExpr::Named(name) if *name == class.name);
        let code = self.code;
        code.exprs.iter().any(|it| is_instance(&it.expr))
            || code.types.iter().any(|it| is_type(&it.ty))
            || class.body.parents.iter().any(|it| it.name == class.name)
    }

    /// Makes the current state of the class under definition visible, if the class mentions itself.
    pub(super) fn publish(&mut self, record: &Record) {
        if self.open.publishes
            && let Some(open) = &self.open.class
        {
            let proto = ClassProto::new(open.name, self.open.name_arg, record.clone());
            self.open.class = Some(Arc::new(proto));
        }
    }

    /// Adds the template arguments of a class or multiclass to its record as fields.
    pub(super) fn template_arg_list(
        &mut self,
        args: &[Decl],
        record: &mut Record,
        owner: Sym,
        separator: Sym,
    ) -> Result<()> {
        let of_class = separator == Sym::COLON;
        let mut result = Ok(());
        self.open.args.reserve_exact(args.len());
        for decl in args {
            let name = self.scratch.join_all(&[owner, separator, decl.name]);
            result = result.and(self.template_arg(decl, record, name, of_class));
        }
        result
    }

    fn template_arg(
        &mut self,
        decl: &Decl,
        record: &mut Record,
        name: Sym,
        of_class: bool,
    ) -> Result<()> {
        let ty = match self.type_expr(decl.ty) {
            Ok(ty) => ty,
            Err(stopped) => {
                self.reading.unjudged.insert(decl.name);
                let cur = if of_class {
                    RecordScope::Record(record)
                } else {
                    RecordScope::None
                };
                if let Some(value) = decl.value {
                    self.look_at_names(value, cur);
                }
                return Err(stopped);
            }
        };
        if record.shape.find(name).is_some() {
            self.second_default(decl, record, (name, ty), of_class)?;
            let at = self.code[decl.ty].at;
            return self.error(
                at,
                "template argument with the same name has already been defined",
            );
        }
        let value = self.field_value(ValueId::UNSET, ty);
        record.push_field(
            self.values,
            FieldRef {
                name,
                ty,
                kind: FieldKind::TemplateArg,
                value,
                loc: self.loc(decl.name_at),
            },
        );
        self.open.add_arg(decl.name);
        // While its default is evaluated, the argument counts as an ordinary field.
        self.publish(record);
        let result = self.template_arg_default(decl, record, name, of_class);
        record.args = record.values.len();
        self.publish(record);
        if let Some(open) = &mut self.open.multiclass {
            open.record = record.clone();
        }
        result
    }

    /// Evaluates the default of a second template argument with the same name, and assigns it to the first argument.
    fn second_default(
        &mut self,
        decl: &Decl,
        record: &mut Record,
        (name, ty): (Sym, Ty),
        of_class: bool,
    ) -> Result<()> {
        let Some(value) = decl.value else {
            return Ok(());
        };
        let cur = if of_class {
            RecordScope::Record(record)
        } else {
            RecordScope::None
        };
        let v = self.value(value, Some(ty), cur)?;
        let at = self.loc(self.expr_at(value));
        self.set_field(record, name, &[], v, at, None)
    }

    fn template_arg_default(
        &mut self,
        decl: &Decl,
        record: &mut Record,
        name: Sym,
        of_class: bool,
    ) -> Result<()> {
        if let Some(open) = &mut self.open.multiclass {
            open.record = record.clone();
        }
        let Some(value) = decl.value else {
            return Ok(());
        };
        let ty = record.shape.types[record.values.len() - 1];
        let cur = if of_class {
            RecordScope::Record(record)
        } else {
            RecordScope::None
        };
        let after = "expected '>' at end of template argument list";
        let v = self.declared_value(value, ty, cur, after)?;
        let at = self.loc(self.expr_at(value));
        match v {
            Some(v) => self.set_field(record, name, &[], v, at, None),
            None => Ok(()),
        }
    }

    pub(super) fn warn_unused_args(&mut self, record: &Record) {
        for index in 0..record.args {
            if !self.open.args[index].is_used {
                let field = record.field_at(index);
                let message = format!("unused template argument: {}", field.name);
                let mut diagnostic =
                    Diagnostic::new(Severity::Warning, Some(At::start(field.loc)), message);
                diagnostic.unused = true;
                self.report(diagnostic);
            }
        }
    }
}
