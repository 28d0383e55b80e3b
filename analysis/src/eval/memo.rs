//! What resolving remembers: a table of fixed size that forgets.
//!
//! Resolving is pure but for errors, and values are shared, so a result for a node under a resolver is worth keeping.
//! A map per resolver costs more than it saves: most resolvers see few nodes. One table for all of them, in which a
//! newer result may push out an older one, costs nothing to start and is cleared by taking a new epoch.

use crate::value::V;

/// The results under one resolver, at one depth of its layers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Epoch(u32);

#[derive(Clone, Copy)]
struct Slot {
    epoch: u32,
    key: V,
    result: V,
}

/// Space that elaboration uses again for each statement.
pub struct Scratch {
    slots: Vec<Slot>,
    next_epoch: u32,
}

/// The table has `1 << BITS` slots: as many as stay in a near cache.
const BITS: u32 = 13;

impl Default for Scratch {
    fn default() -> Self {
        Scratch {
            slots: vec![EMPTY; 1 << BITS],
            next_epoch: 1,
        }
    }
}

const EMPTY: Slot = Slot {
    epoch: 0,
    key: V::UNSET,
    result: V::UNSET,
};

impl Scratch {
    pub(super) fn epoch(&mut self) -> Epoch {
        if self.next_epoch == u32::MAX {
            self.slots.fill(EMPTY);
            self.next_epoch = 1;
        }
        self.next_epoch += 1;
        Epoch(self.next_epoch)
    }

    pub(super) fn get(&self, epoch: Epoch, key: V) -> Option<V> {
        let slot = &self.slots[place(epoch, key)];
        (slot.epoch == epoch.0 && slot.key == key).then_some(slot.result)
    }

    pub(super) fn put(&mut self, epoch: Epoch, key: V, result: V) {
        self.slots[place(epoch, key)] = Slot {
            epoch: epoch.0,
            key,
            result,
        };
    }
}

fn place(epoch: Epoch, key: V) -> usize {
    let mixed = (key.number() ^ epoch.0.rotate_left(16)).wrapping_mul(0x9E37_79B1);
    (mixed >> (32 - BITS)) as usize
}
