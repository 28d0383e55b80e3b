//! The numbers of anonymous records that are assigned before a statement.

use std::sync::Arc;

use elaborate::anonymous_numbers::Numbers;
use elaborate::ids::StmtId;

use super::{Db, UnitInput, outcome_of, pure_instance};

/// The number of statements in a stride. The numbers that are assigned before each stride are cached.
const STRIDE: usize = 2048;

/// The numbers assigned before the stride with the index `stride`.
#[salsa::tracked(returns(ref), no_eq)]
fn before_stride(db: &dyn Db, unit: UnitInput, stride: usize) -> Arc<Numbers> {
    let order = unit.order(db);
    let mut numbers = match stride {
        0 => return Arc::default(),
        _ => Numbers::after(before_stride(db, unit, stride - 1).clone()),
    };
    // There may be fewer statements now than when this stride was first queried.
    for item in order.chunks(STRIDE).nth(stride - 1).unwrap_or_default() {
        replay(db, *item, &mut numbers);
    }
    numbers.into()
}

fn replay(db: &dyn Db, item: StmtId, numbers: &mut Numbers) {
    let outcome = outcome_of(db, item);
    let made = |v| {
        outcome.instance_events(v).or_else(|| {
            let made = pure_instance(db, db.input(), v).as_ref();
            made.map(|it| it.events.clone())
        })
    };
    numbers.replay(db.values(), &outcome.events, &made, &mut |_, _| {});
}

/// The numbers assigned before the place with the index `place` in the order of the statements.
///
/// The order is read first. Otherwise salsa would verify the strides before the old place of a statement that has
/// moved, and one of these strides may now contain the statement itself.
pub(super) fn before(db: &dyn Db, place: usize) -> Numbers {
    let order = db.input().order(db);
    let stride = place / STRIDE;
    // The strides are computed in order. Otherwise the queries would nest, and use stack space for their common
    // dependencies.
    for earlier in 0..stride {
        before_stride(db, db.input(), earlier);
    }
    let mut numbers = Numbers::after(before_stride(db, db.input(), stride).clone());
    for item in &order[stride * STRIDE..place] {
        replay(db, *item, &mut numbers);
    }
    numbers
}
