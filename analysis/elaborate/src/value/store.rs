//! The store of values and types.

mod accessors;
mod by_number;
mod constructors;
mod long_list;
mod summary;

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use append_only_vec::AppendOnlyVec;
use indexmap::IndexSet;
use parking_lot::Mutex;
use rustc_hash::FxBuildHasher;

use self::by_number::ByNumber;
use super::key::{Key, SmallNode};
use super::types::Types;
use super::{Anon, AnonKey, COMMON_INTS, Flags, Node, NodeData, Part, Ty, ValueId};
use crate::budget::{Budget, Limits};
use crate::hash_index::HashIndex;
use crate::lossy_cache::LossyCache;

/// All values and types created so far. Nodes are never moved or freed, so references to them live as long as the
/// store.
pub struct ValueStore {
    /// The values, indexed by id. `AppendOnlyVec` does not clear its chunks, unlike `boxcar`. Each access to a value
    /// reads the length of the vector. Threads that add values change the length, which slows down the accesses of
    /// other threads. This rarely happens, since one thread elaborates a unit.
    nodes: AppendOnlyVec<NodeData>,
    shards: [Mutex<HashIndex<ValueId>>; SHARDS],
    /// The values of strings in quotes, indexed by the ids of their symbols.
    strings: ByNumber,
    /// The names of anonymous records before their final resolve ([`Node::AnonName`]), indexed by placeholder.
    anon_names: ByNumber,
    /// The names of anonymous records after their final resolve, indexed by placeholder.
    anon_texts: ByNumber,
    /// An id that is unique among all stores of the process.
    id: u64,
    types: Types,
    anons: Mutex<IndexSet<AnonKey, FxBuildHasher>>,
    /// The number of bytes that values use in addition to their nodes.
    beside: AtomicUsize,
    budget: Arc<Budget>,
}

const SHARDS: usize = 32;

/// The id of the next store.
static NEXT_ID: AtomicU64 = AtomicU64::new(1);

thread_local! {
    /// The id of the store whose values are cached, and the values that were recently interned in this store. Most
    /// values are interned again soon, and the tables of the store do not fit into the CPU's fast caches.
    static RECENT: (Cell<u64>, LossyCache<ValueId, { 1 << 10 }>) = const { (Cell::new(0), LossyCache::new()) };
}

/// The approximate size of a value in bytes: its node and its entry in a table.
const BYTES_OF_NODE: usize = size_of::<NodeData>() + 16;
/// Texts of at least this length in bytes count as memory. Most shorter texts are interned already, and take less
/// memory than a node.
const LONG_TEXT: usize = 64;

impl Node {
    /// The number of bytes that a node uses in separate allocations.
    fn bytes_beside(&self) -> usize {
        match self {
            Node::Str(text) | Node::Code(text) => match text.as_str().len() {
                ..LONG_TEXT => 0,
                len => len,
            },
            Node::Text(_, parts) => size_of_val(&**parts),
            Node::Bits(elems) | Node::List(elems) | Node::Cond(elems) => size_of_val(&**elems),
            Node::Instance(_, args) => size_of_val(&**args),
            Node::Dag { args, .. } => size_of_val(&**args),
            _ => 0,
        }
    }
}

impl Default for ValueStore {
    fn default() -> Self {
        ValueStore::with_room(0)
    }
}

impl ValueStore {
    /// A store with reserved space for about `values` values. It grows beyond that.
    pub fn with_room(values: usize) -> ValueStore {
        let room = values / SHARDS;
        let values = ValueStore {
            nodes: AppendOnlyVec::new(),
            shards: std::array::from_fn(|number| {
                Mutex::new(HashIndex::sharing(room, number, SHARDS))
            }),
            strings: ByNumber::default(),
            anon_names: ByNumber::default(),
            anon_texts: ByNumber::default(),
            id: NEXT_ID.fetch_add(1, Ordering::Relaxed),
            types: Types::default(),
            anons: Mutex::default(),
            beside: AtomicUsize::new(0),
            budget: Arc::default(),
        };
        // Values with fixed ids are not in the tables, so they have to be added first and in this order.
        assert_eq!(values.add(Node::Unset, None), ValueId::UNSET);
        assert_eq!(values.add(Node::Bit(false), Some(Ty::BIT)), ValueId::FALSE);
        assert_eq!(values.add(Node::Bit(true), Some(Ty::BIT)), ValueId::TRUE);
        for number in 0..COMMON_INTS {
            let v = values.add(Node::Int(number), Some(Ty::INT));
            assert_eq!(v.common_int(), Some(number));
        }
        values
    }

    /// The same store, with the budget of a unit that has these limits.
    pub fn within(mut self, limits: Limits) -> ValueStore {
        self.budget = Arc::new(Budget::new(limits));
        self
    }

    /// The budget of the unit that the values belong to.
    pub fn budget(&self) -> &Arc<Budget> {
        &self.budget
    }

    /// The approximate memory that the values use, in bytes.
    pub fn memory(&self) -> usize {
        self.nodes.len() * BYTES_OF_NODE + self.beside.load(Ordering::Relaxed)
    }

    /// The node of a value with its type, flags and names.
    pub fn get(&self, v: ValueId) -> &NodeData {
        &self.nodes[v.index()]
    }

    /// The structure of a value: its kind and operands.
    pub fn node(&self, v: ValueId) -> &Node {
        &self.get(v).node
    }

    /// The properties of a value that are known without visiting its operands.
    pub fn flags(&self, v: ValueId) -> Flags {
        self.get(v).flags
    }

    /// Whether the value is evaluated completely. Parts may be `?`.
    pub fn is_concrete(&self, v: ValueId) -> bool {
        v.is_settled() || self.flags(v).contains(Flags::CONCRETE)
    }

    /// Whether no part of the value is unset (`?`), with the exceptions of [`Flags::COMPLETE`].
    pub fn is_complete(&self, v: ValueId) -> bool {
        self.flags(v).contains(Flags::COMPLETE)
    }

    /// The type of a value; `None` for `?`.
    pub fn type_of(&self, v: ValueId) -> Option<Ty> {
        self.get(v).ty
    }

    /// The number of distinct values.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Always false: each store contains the values with fixed ids.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Returns the value with this node and type. If no such value exists, creates it.
    pub fn intern(&self, node: Node, ty: Option<Ty>) -> ValueId {
        match node {
            Node::Unset => ValueId::UNSET,
            Node::Bit(false) => ValueId::FALSE,
            Node::Bit(true) => ValueId::TRUE,
            Node::Int(number) => self.int(number),
            Node::Str(text) => self.str(text),
            Node::AnonName(anon) => self.anon_name(anon),
            Node::Text(format, parts) => self.text_in(format, &parts),
            _ => self.intern_key(Key::new(&node), ty),
        }
    }

    #[inline(always)]
    fn intern_small(&self, node: SmallNode, ty: Ty) -> ValueId {
        self.intern_key(Key::Small(node), Some(ty))
    }

    /// Interns a value without creating its node first, since most values exist already. The function is inlined, so
    /// that for each kind of key only the code for this kind remains.
    #[inline(always)]
    fn intern_key(&self, key: Key<'_>, ty: Option<Ty>) -> ValueId {
        let hash = key.hash(ty);
        RECENT.with(|(store, recent)| {
            if store.get() != self.id {
                store.set(self.id);
                recent.clear();
            }
            let known = recent.get(hash, |v| self.is(v, &key, ty));
            known.unwrap_or_else(|| {
                let v = self.intern_far(hash, &key, ty);
                recent.put(hash, v);
                v
            })
        })
    }

    #[inline(always)]
    fn is(&self, v: ValueId, key: &Key<'_>, ty: Option<Ty>) -> bool {
        let data = self.get(v);
        data.ty == ty && key.is(&data.node)
    }

    /// Interns a value that is not in the cache of recent values.
    #[inline(never)]
    fn intern_far(&self, hash: u64, key: &Key<'_>, ty: Option<Ty>) -> ValueId {
        // The part of the hash that is stored in the table. 32 bits suffice because a shard has far fewer than 2^32
        // values.
        let kept = hash as u32;
        let mut shard = self.shards[(hash >> 58) as usize % SHARDS].lock();
        let is = |v| self.is(v, key, ty);
        shard.find_or_add(kept, is, || self.add(key.to_node(), ty))
    }

    #[inline(never)]
    fn add(&self, node: Node, ty: Option<Ty>) -> ValueId {
        let (flags, vars) = self.summary(&node, ty);
        self.push(node, ty, flags, vars)
    }

    #[inline(always)]
    fn push(&self, node: Node, ty: Option<Ty>, flags: Flags, vars: u64) -> ValueId {
        let beside = node.bytes_beside();
        if beside > 0 {
            self.beside.fetch_add(beside, Ordering::Relaxed);
        }
        let settled =
            vars == 0 && flags.contains(Flags::CONCRETE) && !flags.contains(Flags::PENDING);
        let index = self.nodes.push(NodeData {
            node,
            ty,
            flags,
            vars,
        });
        ValueId::at(index as u32, settled)
    }

    /// The placeholder for the number of an anonymous record. Equal keys give the same placeholder.
    pub fn anon(&self, key: AnonKey) -> Anon {
        Anon(self.anons.lock().insert_full(key).0 as u32)
    }

    /// The key for which the placeholder was created.
    pub fn anon_key(&self, anon: Anon) -> AnonKey {
        self.anons.lock()[anon.0 as usize]
    }

    /// The anonymous record whose name is the string `name`; `None` if the string is not such a name, or contains more
    /// than the name.
    pub fn as_anonymous(&self, name: ValueId) -> Option<AnonKey> {
        match self.node(name) {
            Node::Text(_, parts) => match parts[..] {
                [Part::Anonymous(anon)] => Some(self.anon_key(anon)),
                _ => None,
            },
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stores_used_in_turn_keep_their_own_values() {
        let (a, b) = (ValueStore::default(), ValueStore::default());
        // In `b` values have other numbers than in `a`.
        b.string("other");
        for round in 0..3 {
            for number in 1000..1100 {
                let (in_a, in_b) = (a.int(number), b.int(number));
                assert_eq!(a.as_int(in_a), Some(number), "{round}");
                assert_eq!(b.as_int(in_b), Some(number), "{round}");
                assert_ne!(in_a, in_b);
                assert_eq!((a.int(number), b.int(number)), (in_a, in_b));
            }
        }
        assert_eq!(a.len() + 1, b.len());
    }
}
