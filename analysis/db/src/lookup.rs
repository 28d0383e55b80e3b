//! Firewall queries over the index: a caller depends only on the answer and not on the whole index.

use elaborate::ids::StmtId;
use elaborate::symbol::Sym;

use super::index::Space;
use super::{Db, StmtInput, UnitInput};

/// The statements that declare a name in a name space.
#[salsa::tracked(returns(ref))]
pub fn declaring(db: &dyn Db, space: Space, name: Sym) -> Vec<StmtId> {
    db.input().index(db).declaring(space, name).to_vec()
}

/// The statements that may create a record with this name according to their syntax, the most probable first. In
/// addition, any statement in [`anything`] may create the record.
#[salsa::tracked(returns(ref))]
pub(crate) fn candidates(db: &dyn Db, unit: UnitInput, name: Sym) -> Vec<StmtId> {
    unit.index(db).candidates(name)
}

/// The statements that create records whose names cannot be determined from the syntax.
#[salsa::tracked(returns(ref))]
pub(crate) fn anything(db: &dyn Db) -> Vec<StmtId> {
    db.input().index(db).anything().to_vec()
}

/// Whether a `def` of the unit has an explicit name in the form of an anonymous name, such as `anonymous_7`.
#[salsa::tracked]
pub(crate) fn has_borrowed_name(db: &dyn Db) -> bool {
    db.input().index(db).has_borrowed_name()
}

/// The statements in a `defset`.
#[salsa::tracked(returns(ref))]
pub fn in_defset(db: &dyn Db, head: StmtInput) -> Vec<StmtId> {
    db.input().index(db).in_defset(head.item(db)).to_vec()
}
