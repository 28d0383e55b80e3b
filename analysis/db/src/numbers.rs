//! Numbers of anonymous records, as far as they are known before a statement.

use std::sync::Arc;

use elaborate::anonymous_numbers::Numbers;
use elaborate::ids::StmtId;

use super::{Db, UnitInput, outcome_of, pure_instance};

/// Statements that share a step of the numbering. Each step holds the numbers assigned in it.
const STRIDE: usize = 2048;

/// The numbers before the statement that begins stride number `stride`.
#[salsa::tracked(returns(ref), no_eq)]
fn before_stride(db: &dyn Db, unit: UnitInput, stride: usize) -> Arc<Numbers> {
    let order = unit.order(db);
    let mut numbers = match stride {
        0 => return Arc::default(),
        _ => Numbers::after(before_stride(db, unit, stride - 1).clone()),
    };
    // There may be fewer statements than at the first request for this stride.
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

/// The numbers before a place in the order of the unit.
///
/// The order is read first. Otherwise salsa would verify the strides at the old place of a statement that has moved,
/// and one of these may now contain the statement itself.
pub(super) fn before(db: &dyn Db, place: usize) -> Numbers {
    let order = db.input().order(db);
    let stride = place / STRIDE;
    // In order: a query that waits for another one would use stack space for the common dependencies.
    for earlier in 0..stride {
        before_stride(db, db.input(), earlier);
    }
    let mut numbers = Numbers::after(before_stride(db, db.input(), stride).clone());
    for item in &order[stride * STRIDE..place] {
        replay(db, *item, &mut numbers);
    }
    numbers
}
