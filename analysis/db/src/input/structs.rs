//! The salsa inputs. Each field is read by a method of its name, which makes the reading query depend on it.

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

/// A statement at file level. It is an input of its own, so that an edit of one statement leaves the others unchanged.
#[salsa::input]
pub struct StmtInput {
    /// Its identity for the unit and for other statements. Never changes.
    #[returns(copy)]
    pub(crate) item: StmtId,
    /// Its lowered form.
    #[returns(ref)]
    pub(crate) stmt: Arc<Stmt>,
    /// The enclosing blocks.
    #[returns(ref)]
    pub(crate) around: Arc<Enclosing>,
}

/// The facts of the text of a unit that need no elaboration.
#[salsa::input]
pub struct UnitInput {
    /// The statements that may declare a name. A query that reads it depends on every name in the unit; queries use
    /// [`crate::lookup`] instead.
    #[returns(ref)]
    pub index: Arc<Index>,
    /// The statements in their order.
    #[returns(ref)]
    pub(crate) order: Arc<[StmtId]>,
    /// The release of LLVM that is followed. Never changes.
    #[returns(copy)]
    pub release: Release,
}
