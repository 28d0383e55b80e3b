//! What the text of classes and multiclasses says, without elaborating them.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::db::{Database, Db, Space, declaring};
use crate::hir::{BodyItem, Decl, ObjectBody, Stmt, StmtKind};
use crate::record::Item;
use crate::symbol::Sym;

/// Whether something of this name is declared.
pub(super) fn is_declared(db: &Database, space: Space, name: Sym) -> bool {
    !declaring(db, space, name).is_empty()
}

/// The statements that declare or define a class, in order.
pub(super) fn class_statements(db: &Database, name: Sym) -> &[Item] {
    declaring(db, Space::Class, name)
}

/// A statement of the unit.
pub(super) fn statement(db: &Database, item: Item) -> &Arc<Stmt> {
    db.stmt(item).stmt(db)
}

/// The template arguments of a class; those of its last statement that has any.
pub(super) fn class_args(db: &Database, name: Sym) -> Option<(Item, &[Decl])> {
    let statements = class_statements(db, name).iter().rev();
    let args = |item: &Item| match &statement(db, *item).kind {
        StmtKind::Class(it) => Some((*item, &*it.args)),
        _ => None,
    };
    let mut all = statements.filter_map(args);
    let first = all.next()?;
    Some(if first.1.is_empty() {
        all.find(|it| !it.1.is_empty()).unwrap_or(first)
    } else {
        first
    })
}

/// The template arguments of a multiclass.
pub(super) fn multiclass_args(db: &Database, name: Sym) -> Option<(Item, &[Decl])> {
    let item = *declaring(db, Space::Multiclass, name).last()?;
    match &statement(db, item).kind {
        StmtKind::Multiclass(it) => Some((item, &*it.args)),
        _ => None,
    }
}

/// The declaration of a field that a class has or inherits.
pub(super) fn field_of_class(db: &Database, class: Sym, field: Sym) -> Option<(Item, &Decl)> {
    field_of(db, class, field, &mut FxHashSet::default())
}

fn field_of<'a>(
    db: &'a Database,
    class: Sym,
    field: Sym,
    seen: &mut FxHashSet<Sym>,
) -> Option<(Item, &'a Decl)> {
    if !seen.insert(class) {
        return None;
    }
    for item in class_statements(db, class).iter().rev() {
        let StmtKind::Class(it) = &statement(db, *item).kind else {
            continue;
        };
        if let Some(decl) = own_field(&it.body, field) {
            return Some((*item, decl));
        }
        for parent in it.body.parents.iter().rev() {
            if let Some(found) = field_of(db, parent.name, field, seen) {
                return Some(found);
            }
        }
    }
    None
}

/// The declaration of a field in a body.
pub(super) fn own_field(body: &ObjectBody, field: Sym) -> Option<&Decl> {
    body.items.iter().find_map(|it| match it {
        BodyItem::Field(decl) if decl.name == field => Some(decl),
        _ => None,
    })
}
