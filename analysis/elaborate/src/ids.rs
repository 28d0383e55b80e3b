//! Ids of a unit's statements, and of locations in them.

use crate::hir::SpanId;

/// The id of a statement: an index into the unit's list of statements. It survives edits elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct StmtId(pub u32);

/// A location in the source: a span of a statement. It survives edits elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Loc {
    /// The statement.
    pub item: StmtId,
    /// The index of the span in the statement's table of spans.
    pub span: SpanId,
}
