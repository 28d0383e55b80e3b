//! The salsa inputs. Each field has a getter of the same name, and a query that calls the getter depends on the field.

#![expect(
    missing_docs,
    reason = "salsa makes constructors and setters without documentation"
)]

use std::sync::Arc;

use elaborate::hir::Stmt;
use elaborate::ids::StmtId;
use syntax::Release;

use crate::Index;
use crate::enclosing::Enclosing;

/// A statement at file level. Each statement is a separate input, so that an edit of one statement leaves the others
/// unchanged.
#[salsa::input]
pub struct StmtInput {
    /// The id of the statement. Never changes.
    #[returns(copy)]
    pub(crate) item: StmtId,
    /// The lowered statement.
    #[returns(ref)]
    pub(crate) stmt: Arc<Stmt>,
    /// The blocks that enclose the statement.
    #[returns(ref)]
    pub(crate) around: Arc<Enclosing>,
}

/// The facts about a unit that need no elaboration.
#[salsa::input]
pub struct UnitInput {
    /// The index of declared names. A query that reads it depends on every name in the unit, so queries use
    /// [`crate::lookup`] instead.
    #[returns(ref)]
    pub index: Arc<Index>,
    /// The ids of all statements in source order.
    #[returns(ref)]
    pub(crate) order: Arc<[StmtId]>,
    /// The release of LLVM whose rules apply. Never changes.
    #[returns(copy)]
    pub release: Release,
}
