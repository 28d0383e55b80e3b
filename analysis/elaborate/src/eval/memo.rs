//! The memoization of resolving: direct-mapped caches, in which a new entry evicts the one in its slot.
//!
//! Resolving is pure except for errors, and values are shared, so the result for a node and a resolver is worth
//! keeping. A map per resolver costs more than it saves: most resolvers are applied to few nodes. One table for all
//! resolvers costs nothing to start and is cleared by starting a new epoch.

use std::sync::Arc;

use super::limits::Slice;
use super::regex::Regex;
use super::run_cache::RunCache;
use super::state::Instances;
use crate::budget::Bound;
use crate::deferred_drop::DeferredMap;
use crate::lossy_cache::Slots;
use crate::record::Record;
use crate::symbol::Sym;
use crate::value::ValueId;

/// Identifies the cached results of one resolver at one state of [`super::resolver::Resolver::layers`]. An entry of
/// another epoch is not used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Epoch(u32);

#[derive(Clone, Copy)]
struct Slot {
    epoch: u32,
    key: ValueId,
    result: ValueId,
}

/// Buffers and caches that are reused by the elaboration of each statement.
pub struct Scratch {
    slots: Slots<Slot>,
    next_epoch: u32,
    pub(super) run_cache: RunCache,
    /// Recently joined texts: left text, right text and result.
    joined: Slots<(Sym, Sym, Sym)>,
    /// Recently used regular expressions.
    pub(super) regexes: Vec<Regex>,
    /// The buffer in which texts are joined.
    text: String,
    /// The limits of this elaboration. If `None`, the limits of the whole unit apply.
    pub bound: Option<Bound>,
    /// The slice of steps that the last check granted. The next statement uses the steps that are left in it.
    pub(super) slice: Slice,
    /// The records inserted by the current statement, by final name. The collections of a statement are kept for their
    /// capacity: most statements add only a few entries, which takes less time than allocating.
    pub(super) made: DeferredMap<Arc<Record>>,
    pub(super) instances: Instances,
}

/// The largest number of cached concatenations.
const JOINED: usize = 1 << 12;

/// The largest number of cached results.
const MOST: usize = 1 << 13;

impl Default for Scratch {
    fn default() -> Self {
        Scratch {
            slots: Slots::new(EMPTY, MOST),
            next_epoch: 1,
            run_cache: RunCache::default(),
            joined: Slots::new((Sym::EMPTY, Sym::EMPTY, Sym::EMPTY), JOINED),
            regexes: Vec::new(),
            text: String::new(),
            bound: None,
            slice: Slice::default(),
            made: DeferredMap::default(),
            instances: Instances::default(),
        }
    }
}

const EMPTY: Slot = Slot {
    epoch: 0,
    key: ValueId::UNSET,
    result: ValueId::UNSET,
};

impl Scratch {
    /// The scratch space for elaborating all statements of one unit in order, each once.
    pub fn for_a_run() -> Scratch {
        Scratch {
            run_cache: RunCache::kept(),
            ..Scratch::default()
        }
    }

    /// Removes everything that belongs to the last statement.
    pub(super) fn end_statement(&mut self) {
        self.run_cache.end_statement();
        self.made.clear();
        self.instances.clear();
    }

    /// The concatenation of two texts. The results are cached, since the same few texts are joined again and again.
    pub(super) fn join(&mut self, left: Sym, right: Sym) -> Sym {
        let mixed = (left.number().rotate_left(16) ^ right.number()).wrapping_mul(0x9E37_79B1);
        let place = (mixed >> 16) as usize;
        let known = self.joined.get(place);
        if (known.0, known.1) == (left, right) {
            return known.2;
        }
        let joined = self.join_all(&[left, right]);
        self.joined.put(place, (left, right, joined));
        joined
    }

    /// The concatenation of texts.
    pub(super) fn join_all(&mut self, texts: &[Sym]) -> Sym {
        self.text.clear();
        texts.iter().for_each(|it| self.text.push_str(it.as_str()));
        Sym::new(&self.text)
    }

    /// The qualified name of the template argument `name`: the name `of` of its class or multiclass, followed by
    /// `separator` (`:` for a class, `::` for a multiclass) and `name`.
    pub(super) fn qualify(&mut self, of: Sym, separator: Sym, name: Sym) -> Sym {
        let prefix = self.join(of, separator);
        self.join(prefix, name)
    }

    pub(super) fn epoch(&mut self) -> Epoch {
        if self.next_epoch == u32::MAX {
            self.slots.clear();
            self.next_epoch = 1;
        }
        self.next_epoch += 1;
        Epoch(self.next_epoch)
    }

    #[inline(always)]
    pub(super) fn get(&self, epoch: Epoch, key: ValueId) -> Option<ValueId> {
        let slot = self.slots.get(place(epoch, key));
        (slot.epoch == epoch.0 && slot.key == key).then_some(slot.result)
    }

    #[inline(always)]
    pub(super) fn put(&mut self, epoch: Epoch, key: ValueId, result: ValueId) {
        let slot = Slot {
            epoch: epoch.0,
            key,
            result,
        };
        self.slots.put(place(epoch, key), slot);
    }
}

fn place(epoch: Epoch, key: ValueId) -> usize {
    let mixed = (key.number() ^ epoch.0.rotate_left(16)).wrapping_mul(0x9E37_79B1);
    (mixed >> 16) as usize
}
