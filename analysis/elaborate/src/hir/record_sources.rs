//! The `def`s and `defm`s in a statement, at all nesting levels.

use super::{Def, Defm, ExprId, Parent, SpanId, StmtKind};

/// A definition that creates records.
#[derive(Clone, Copy)]
pub enum RecordSource<'s> {
    /// A `def`.
    Def(&'s Def),
    /// A `defm`.
    Defm(&'s Defm),
}

impl<'s> RecordSource<'s> {
    /// The parents: superclasses, and for a `defm` multiclasses as well.
    pub fn parents(self) -> &'s [Parent] {
        match self {
            RecordSource::Def(def) => &def.body.parents,
            RecordSource::Defm(defm) => &defm.parents,
        }
    }

    /// The expression for the name, if there is one.
    pub fn name(self) -> Option<ExprId> {
        match self {
            RecordSource::Def(def) => def.name,
            RecordSource::Defm(defm) => defm.name,
        }
    }

    /// The span of the keyword.
    pub fn at(self) -> SpanId {
        match self {
            RecordSource::Def(def) => def.at,
            RecordSource::Defm(defm) => defm.at,
        }
    }
}

/// Calls `f` with each `def` and `defm` in a statement, including those in the bodies of loops, `if`s, `let`s and
/// `defset`s. The bodies of multiclasses are not visited; use [`each_in`] for them.
pub fn each_record_source<'s>(stmt: &'s StmtKind, f: &mut impl FnMut(RecordSource<'s>)) {
    match stmt {
        StmtKind::Def(def) => f(RecordSource::Def(def)),
        StmtKind::Defm(defm) => f(RecordSource::Defm(defm)),
        _ => stmt.bodies().for_each(|it| each_record_source(it, f)),
    }
}

/// Calls `f` with each `def` and `defm` in the statements.
pub fn each_in<'s>(stmts: &'s [StmtKind], f: &mut impl FnMut(RecordSource<'s>)) {
    stmts.iter().for_each(|stmt| each_record_source(stmt, f));
}
