//! Interning of long lists. It pauses regularly, so that an edit can cancel it.

use super::summary::Summary;
use super::{Key, SHARDS, ValueStore};
use crate::value::{Ty, ValueId};

impl ValueStore {
    /// Interns a list that may be long. `pause` is called regularly and may unwind (cancellation).
    pub(crate) fn long_list_of(&self, elems: &[ValueId], ty: Ty, pause: &dyn Fn()) -> ValueId {
        /// The number of elements between two pauses.
        const CHUNK: usize = 1 << 14;
        let key = Key::List(elems);
        let hash = key.hash(Some(ty));
        pause();
        let shard = &self.shards[(hash >> 58) as usize % SHARDS];
        let is = |v| self.is(v, &key, Some(ty));
        if let Some(known) = shard.lock().find(hash as u32, is) {
            return known;
        }
        pause();
        let mut parts = Summary::EMPTY;
        for chunk in elems.chunks(CHUNK) {
            pause();
            chunk.iter().for_each(|v| parts.add(self.get(*v)));
        }
        let node = key.to_node();
        pause();
        // Another thread may have interned the list in the meantime.
        shard.lock().find_or_add(hash as u32, is, || {
            let (flags, vars) = parts.of_list();
            self.push(node, Some(ty), flags, vars)
        })
    }
}
