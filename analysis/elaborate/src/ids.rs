//! How a unit's statements and the places in them are named.

use crate::hir::SpanId;

/// A statement of a unit: its place in the unit's list of statements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct StmtId(pub u32);

/// A place in the source that survives edits elsewhere: a span of a statement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Loc {
    /// Which statement.
    pub item: StmtId,
    /// One of the places in its table of spans.
    pub span: SpanId,
}
