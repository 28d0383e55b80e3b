//! The names that a statement mentions.

use rustc_hash::FxHashSet;

use crate::hir::{BodyItem, Expr, ObjectBody, Parent, Stmt, StmtKind, TypeExpr};
use crate::symbol::Sym;
use crate::unit::Unit;

/// Whether a statement mentions a record, variable, class, type or multiclass for whose name `is_sought` holds.
pub(super) fn mentions(stmt: &Stmt, is_sought: impl Fn(Sym) -> bool) -> bool {
    let in_expr = |it: &Expr| match it {
        Expr::Name(name) | Expr::Instance { class: name, .. } => is_sought(*name),
        _ => false,
    };
    let in_type = |it: &TypeExpr| matches!(it, TypeExpr::Named(name) if is_sought(*name));
    stmt.code.exprs.iter().any(|it| in_expr(&it.expr))
        || stmt.code.types.iter().any(|it| in_type(&it.ty))
        || has_parent(&stmt.kind, &is_sought)
}

fn has_parent(kind: &StmtKind, is_sought: &dyn Fn(Sym) -> bool) -> bool {
    let mut has = false;
    each_parent(kind, &mut |parent| has |= is_sought(parent.name));
    has
}

/// Calls `f` with each reference to a superclass or multiclass in a statement and its nested statements.
pub(super) fn each_parent<'a>(kind: &'a StmtKind, f: &mut dyn FnMut(&'a Parent)) {
    let parents: &[Parent] = match kind {
        StmtKind::Class(it) => &it.body.parents,
        StmtKind::Def(it) => &it.body.parents,
        StmtKind::Defm(it) => &it.parents,
        StmtKind::Multiclass(it) => {
            it.body.iter().for_each(|it| each_parent(it, f));
            &it.parents
        }
        _ => &[],
    };
    parents.iter().for_each(&mut *f);
    kind.bodies().for_each(|it| each_parent(it, f));
}

/// The names of the fields that are declared or set anywhere in a unit. They are collected on first use.
pub(super) struct FieldNames<'a> {
    unit: &'a Unit,
    names: Option<FxHashSet<Sym>>,
}

impl FieldNames<'_> {
    pub(super) fn new(unit: &Unit) -> FieldNames<'_> {
        FieldNames { unit, names: None }
    }

    pub(super) fn contains(&mut self, name: Sym) -> bool {
        let names = self.names.get_or_insert_with(|| {
            let mut names = FxHashSet::default();
            let files = self.unit.sources.files.iter();
            for stmt in files.flat_map(|it| it.lowered.stmts.iter()) {
                add_fields(&stmt.kind, &mut names);
            }
            names
        });
        names.contains(&name)
    }
}

fn add_fields(kind: &StmtKind, names: &mut FxHashSet<Sym>) {
    let mut all = |body: &[StmtKind]| body.iter().for_each(|it| add_fields(it, names));
    match kind {
        StmtKind::Class(it) => add_fields_of(&it.body, names),
        StmtKind::Def(it) => add_fields_of(&it.body, names),
        StmtKind::Multiclass(it) => all(&it.body),
        StmtKind::Foreach(it) => all(&it.body),
        StmtKind::Defset(it) => all(&it.body),
        StmtKind::If(it) => {
            all(&it.then_body);
            all(it.else_body.as_deref().unwrap_or(&[]));
        }
        StmtKind::Let(it) => {
            all(&it.body);
            names.extend(it.items.iter().map(|it| it.name));
        }
        StmtKind::Error
        | StmtKind::Defm(_)
        | StmtKind::Deftype(_)
        | StmtKind::Defvar(_)
        | StmtKind::Assert(_)
        | StmtKind::Dump(_) => {}
    }
}

fn add_fields_of(body: &ObjectBody, names: &mut FxHashSet<Sym>) {
    names.extend(body.items.iter().filter_map(|it| match it {
        BodyItem::Field(it) => Some(it.name),
        BodyItem::Let(it) => Some(it.name),
        _ => None,
    }));
}
