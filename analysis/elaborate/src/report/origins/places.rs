//! The construct that a diagnostic's location belongs to.

use crate::hir::BodyItem;
use crate::hir::{Def, ExprId, ObjectBody, SpanId, Stmt, StmtKind};
use crate::symbol::Sym;

use super::frames::list_of;

/// The construct that a diagnostic's location belongs to.
#[derive(Clone, Copy)]
pub(in crate::report) struct Named<'a> {
    pub what: What,
    /// The expression whose value is wrong.
    pub value: Option<ExprId>,
    /// The record that contains the construct.
    pub def: Option<&'a Def>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::report) enum What {
    Field(Sym),
    Assertion,
    Dump,
    Loop,
    Condition,
    Record,
    Instance,
    Other,
}

impl What {
    /// The message of a note that points to the construct.
    pub(super) fn note(self) -> String {
        match self {
            What::Field(name) => format!("in the value of field '{name}'"),
            What::Assertion => "in this assertion".to_owned(),
            What::Dump => "in this dump".to_owned(),
            What::Loop => "in this loop".to_owned(),
            What::Condition => "in this condition".to_owned(),
            What::Record => "in this record".to_owned(),
            What::Instance => "in this class instance".to_owned(),
            What::Other => "found here".to_owned(),
        }
    }
}

/// The construct that the location `at` belongs to.
pub(in crate::report) fn named(stmt: &Stmt, at: SpanId) -> Named<'_> {
    in_kind(&stmt.kind, stmt, at).unwrap_or_else(|| {
        let exprs = stmt.code.exprs.iter();
        let value = (0..).map(ExprId).zip(exprs).find(|(_, it)| it.at == at);
        let is_instance = |(_, it): &(ExprId, &crate::hir::ExprData)| {
            matches!(it.expr, crate::hir::Expr::Instance { .. })
        };
        Named {
            what: if value.as_ref().is_some_and(is_instance) {
                What::Instance
            } else {
                What::Other
            },
            value: value.map(|(id, _)| id),
            def: None,
        }
    })
}

/// The value of the field whose name is at the location `at`.
pub(in crate::report) fn field_value(stmt: &Stmt, at: SpanId) -> Option<ExprId> {
    let named = in_kind(&stmt.kind, stmt, at)?;
    named.value.filter(|_| matches!(named.what, What::Field(_)))
}

fn in_kind<'a>(kind: &'a StmtKind, stmt: &'a Stmt, at: SpanId) -> Option<Named<'a>> {
    let found = |what, value| {
        Some(Named {
            what,
            value,
            def: None,
        })
    };
    match kind {
        StmtKind::Class(it) => return in_body(&it.body, stmt, at),
        StmtKind::Def(it) if it.name_at == at || it.at == at => return found(What::Record, None),
        StmtKind::Def(it) => {
            let named = in_body(&it.body, stmt, at)?;
            return Some(Named {
                def: Some(it),
                ..named
            });
        }
        StmtKind::Foreach(it) if it.at == at => return found(What::Loop, list_of(&it.list)),
        StmtKind::If(it) if it.at == at => return found(What::Condition, Some(it.cond)),
        StmtKind::Assert(it) if stmt.code[it.cond].at == at => {
            return found(What::Assertion, Some(it.cond));
        }
        StmtKind::Dump(it) if it.at == at => return found(What::Dump, Some(it.message)),
        StmtKind::Let(it) => {
            if let Some(item) = it.items.iter().find(|it| it.name_at == at) {
                return found(What::Field(item.name), Some(item.value));
            }
        }
        StmtKind::Multiclass(it) => {
            return it.body.iter().find_map(|it| in_kind(it, stmt, at));
        }
        _ => {}
    }
    kind.bodies().find_map(|it| in_kind(it, stmt, at))
}

fn in_body<'a>(body: &'a ObjectBody, stmt: &'a Stmt, at: SpanId) -> Option<Named<'a>> {
    body.items.iter().find_map(|item| {
        let (what, value) = match item {
            BodyItem::Field(it) if it.name_at == at => (What::Field(it.name), it.value),
            BodyItem::Let(it) if it.name_at == at => (What::Field(it.name), Some(it.value)),
            BodyItem::Assert(it) if stmt.code[it.cond].at == at => (What::Assertion, Some(it.cond)),
            _ => return None,
        };
        Some(Named {
            what,
            value,
            def: None,
        })
    })
}
