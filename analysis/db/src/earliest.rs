//! Finds the first statement that creates a given record or class instance, among the statements before a given
//! position. This search is used if the syntax does not determine the statement.
//!
//! Most searches find nothing, so a search must not query each statement. Therefore the results are stored for blocks
//! of statements, for blocks of such blocks and so on.

use elaborate::ids::StmtId;
use elaborate::symbol::Sym;
use elaborate::value::{Flags, Node, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::index::Space;
use super::lookup;
use super::{Db, UnitInput, outcome_of};

/// The kind of value that a search looks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Sought {
    /// A record with a certain name. Only statements whose record names are not known before elaboration are searched.
    Record,
    /// An instance of an [`is_timed`] class.
    Instance,
}

/// The number of blocks that form one block of the next level. A smaller number would need more levels, each of which
/// stores all records or instances again.
const BRANCHES: usize = 8;

/// The first statement that creates the record or instance `what`, among the statements for which `is_before` holds.
/// These must be a prefix of the statements in source order.
pub(super) fn earliest(
    db: &dyn Db,
    sought: Sought,
    what: ValueId,
    is_before: impl Fn(&StmtId) -> bool,
) -> Option<StmtId> {
    let mut rest = statements(db, sought).partition_point(is_before);
    let mut start = 0;
    while rest > 0 {
        let level = rest.ilog(BRANCHES) as usize;
        let size = BRANCHES.pow(level as u32);
        let things = block(db, db.input(), sought, level, start / size);
        if let Some(item) = things.get(&what) {
            return Some(*item);
        }
        start += size;
        rest -= size;
    }
    None
}

fn statements(db: &dyn Db, sought: Sought) -> &[StmtId] {
    match sought {
        Sought::Record => lookup::anything(db),
        Sought::Instance => db.input().order(db),
    }
}

/// A node of the search tree, for a block of `BRANCHES`^`level` statements. Maps each record or instance that the block
/// creates to the first statement that creates it.
#[salsa::tracked(returns(ref))]
fn block(
    db: &dyn Db,
    unit: UnitInput,
    sought: Sought,
    level: usize,
    index: usize,
) -> FxHashMap<ValueId, StmtId> {
    let Some(below) = level.checked_sub(1) else {
        // Salsa runs this again to verify an old result, even if there are fewer statements than before.
        let Some(&item) = statements(db, sought).get(index) else {
            return FxHashMap::default();
        };
        let outcome = outcome_of(db, item);
        return match sought {
            Sought::Record => {
                let records = outcome.records.iter();
                records.map(|record| (record.name, item)).collect()
            }
            Sought::Instance => {
                let instances = outcome.instances.iter().map(|(instance, _)| *instance);
                let timed = instances.filter(|it| is_timed_instance(db, unit, *it));
                timed.map(|instance| (instance, item)).collect()
            }
        };
    };
    let mut all = FxHashMap::default();
    for part in 0..BRANCHES {
        for (what, item) in block(db, unit, sought, below, BRANCHES * index + part) {
            all.entry(*what).or_insert(*item);
        }
    }
    all
}

/// Whether a value is an instance of an [`is_timed`] class.
pub(super) fn is_timed_instance(db: &dyn Db, unit: UnitInput, v: ValueId) -> bool {
    matches!(db.values().node(v), Node::Instance(class, _) if *is_timed(db, unit, *class))
}

/// Whether the result of an instance of `class` depends on where the instance is used, because the class, or the class
/// of an instance nested in it, queries the existing records. A class that is declared several times is not examined
/// and counts as independent of the place, since another declaration may come after the use.
#[salsa::tracked]
fn is_timed(db: &dyn Db, _: UnitInput, class: Sym) -> bool {
    let mut classes = vec![class];
    let mut mentioned = FxHashSet::from_iter([class]);
    let mut seen = FxHashSet::default();
    while let Some(class) = classes.pop() {
        let [item] = lookup::declaring(db, Space::Class, class)[..] else {
            continue;
        };
        let Some(proto) = &outcome_of(db, item).class else {
            continue;
        };
        let mut values: Vec<ValueId> = proto.record.values.iter().flatten().copied().collect();
        while let Some(v) = values.pop() {
            let data = db.values().get(v);
            if !data.flags.intersects(Flags::PENDING | Flags::RECORD) || !seen.insert(v) {
                continue;
            }
            match &data.node {
                Node::Exists(..) | Node::Instances(..) => return true,
                Node::Instance(other, _) if mentioned.insert(*other) => classes.push(*other),
                _ => {}
            }
            data.node.for_each_child(|child| values.push(child));
        }
    }
    false
}
