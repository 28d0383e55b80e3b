//! The order of operand classes.

use std::cmp::Reverse;

use backend::ids::{Arena, Id};
use backend::{Fatal, Records, spend};

use super::match_class::{MatchClass, MatchClassId, MatchClassKind};

/// The order of operand classes: tokens come first, then registers, then other classes. A class comes before its first
/// superclass, and a set of registers before all its supersets.
#[derive(Default)]
pub(super) struct Order {
    sorted: Vec<MatchClassId>,
    positions: Vec<u32>,
    ranks: Vec<u32>,
}

/// The sort key of a class.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Key<'a> {
    Token(Reverse<usize>, &'a str),
    Registers(usize, &'a str),
    RegistersByMode(&'a str),
    User(&'a str, Reverse<usize>, &'a str),
}

impl Order {
    pub(super) fn new(
        records: &Records,
        classes: &Arena<MatchClassId, MatchClass>,
    ) -> Result<Order, Fatal> {
        let mut keyed = Vec::with_capacity(classes.len());
        for id in classes.ids() {
            keyed.push((key(records, classes, id)?, id));
        }
        // The list is reversed before the stable sort, so the last of several equal classes comes first.
        keyed.reverse();
        keyed.sort_by(|(a, _), (b, _)| a.cmp(b));
        let mut order = Order {
            sorted: Vec::with_capacity(keyed.len()),
            positions: vec![0; keyed.len()],
            ranks: vec![0; keyed.len()],
        };
        for equal in keyed.chunk_by(|(a, _), (b, _)| a == b) {
            let rank = order.sorted.len() as u32;
            for (_, id) in equal {
                order.ranks[id.index()] = rank;
                order.positions[id.index()] = order.sorted.len() as u32;
                order.sorted.push(*id);
            }
        }
        Ok(order)
    }

    pub(super) fn sorted(&self) -> &[MatchClassId] {
        &self.sorted
    }

    pub(super) fn rank(&self, class: MatchClassId) -> u32 {
        self.ranks[class.index()]
    }

    pub(super) fn position(&self, class: MatchClassId) -> u32 {
        self.positions[class.index()]
    }
}

fn key<'a>(
    records: &Records,
    classes: &'a Arena<MatchClassId, MatchClass>,
    id: MatchClassId,
) -> Result<Key<'a>, Fatal> {
    let class = &classes[id];
    if class.is_register() {
        return Ok(Key::Registers(class.registers.len(), &class.value));
    }
    if matches!(class.kind, MatchClassKind::RegisterByMode(_)) {
        return Ok(Key::RegistersByMode(&class.value));
    }
    let (mut depth, mut root) = (0, class);
    while let Some(above) = root.supers.first() {
        root = &classes[*above];
        depth += 1;
        spend(1);
        if depth > classes.len() {
            // The reference does not terminate in this case.
            let message = format!("operand class '{}' is a part of itself", class.value);
            return Err(match class.sources.first() {
                Some(rec) => records.rec(*rec).fatal(message),
                None => records.fatal(message),
            });
        }
    }
    Ok(match class.kind {
        MatchClassKind::Token => Key::Token(Reverse(depth), &class.value),
        _ => Key::User(&root.value, Reverse(depth), &class.value),
    })
}
