//! Firewall queries over the index: a caller depends on the answer, not on the index.

use elaborate::ids::StmtId;
use elaborate::symbol::Sym;

use super::index::Space;
use super::{Db, StmtInput, UnitInput};

/// The statements that declare a name.
#[salsa::tracked(returns(ref))]
pub fn declaring(db: &dyn Db, space: Space, name: Sym) -> Vec<StmtId> {
    db.input().index(db).declaring(space, name).to_vec()
}

/// The statements that may make a record of this name according to their text, the likeliest first. Any of [`anything`]
/// may make it, too.
#[salsa::tracked(returns(ref))]
pub(crate) fn candidates(db: &dyn Db, unit: UnitInput, name: Sym) -> Vec<StmtId> {
    unit.index(db).candidates(name)
}

/// The statements that make records of any name.
#[salsa::tracked(returns(ref))]
pub(crate) fn anything(db: &dyn Db) -> Vec<StmtId> {
    db.input().index(db).anything().to_vec()
}

/// Whether the text gives a record a name like those of anonymous records.
#[salsa::tracked]
pub(crate) fn has_borrowed_name(db: &dyn Db) -> bool {
    db.input().index(db).has_borrowed_name()
}

/// The statements in a `defset`.
#[salsa::tracked(returns(ref))]
pub fn in_defset(db: &dyn Db, head: StmtInput) -> Vec<StmtId> {
    db.input().index(db).in_defset(head.item(db)).to_vec()
}
