//! The statements that make records, at all nesting levels.

use super::{Def, Defm, ExprId, Parent, SpanId, StmtKind};

/// A source of records.
#[derive(Clone, Copy)]
pub enum RecordSource<'s> {
    /// A `def`.
    Def(&'s Def),
    /// A `defm`.
    Defm(&'s Defm),
}

impl<'s> RecordSource<'s> {
    /// Its parents: classes, or multiclasses, too.
    pub fn parents(self) -> &'s [Parent] {
        match self {
            RecordSource::Def(def) => &def.body.parents,
            RecordSource::Defm(defm) => &defm.parents,
        }
    }

    /// The expression that its name is, if it has one.
    pub fn name(self) -> Option<ExprId> {
        match self {
            RecordSource::Def(def) => def.name,
            RecordSource::Defm(defm) => defm.name,
        }
    }

    /// Its keyword.
    pub fn at(self) -> SpanId {
        match self {
            RecordSource::Def(def) => def.at,
            RecordSource::Defm(defm) => defm.at,
        }
    }
}

/// Calls `f` with every `def` and `defm` in a statement, including those in the braces of loops, conditions and `let`s;
/// for the contents of multiclasses there is [`each_in`].
pub fn each_record_source<'s>(stmt: &'s StmtKind, f: &mut impl FnMut(RecordSource<'s>)) {
    match stmt {
        StmtKind::Def(def) => f(RecordSource::Def(def)),
        StmtKind::Defm(defm) => f(RecordSource::Defm(defm)),
        _ => stmt.bodies().for_each(|it| each_record_source(it, f)),
    }
}

/// Calls `f` with every `def` and `defm` in some statements.
pub fn each_in<'s>(stmts: &'s [StmtKind], f: &mut impl FnMut(RecordSource<'s>)) {
    stmts.iter().for_each(|stmt| each_record_source(stmt, f));
}
