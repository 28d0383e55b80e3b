//! Lists of so many elements that an edit should not wait for them.

use super::{HashIndex, Key, SHARDS, ValueStore, lock};
use crate::value::{Flags, Ty, ValueId};

/// What is known of some values.
#[derive(Clone, Copy)]
pub(super) struct Summary {
    all: Flags,
    any: Flags,
    vars: u64,
}

impl Summary {
    /// The flags that a part gives to what it is part of.
    pub(super) const INHERITED: Flags = Flags::PENDING
        .union(Flags::BINDS)
        .union(Flags::RECORD)
        .union(Flags::STAGE_SENSITIVE);

    const EMPTY: Summary = Summary {
        all: Flags::CONCRETE.union(Flags::COMPLETE),
        any: Flags::empty(),
        vars: 0,
    };

    fn and(self, other: Summary) -> Summary {
        Summary {
            all: self.all & other.all,
            any: self.any | other.any,
            vars: self.vars | other.vars,
        }
    }
}

impl ValueStore {
    /// A list that takes so long that somebody may lose interest: `pause` is called now and then and may
    /// unwind.
    pub(crate) fn long_list_of(&self, elems: &[ValueId], ty: Ty, pause: &dyn Fn()) -> ValueId {
        /// So many elements are looked at without a pause.
        const CHUNK: usize = 1 << 14;
        let key = Key::List(elems);
        let hash = key.hash(Some(ty));
        pause();
        let shard = &self.shards[(hash >> 58) as usize % SHARDS];
        let find =
            |shard: &HashIndex<ValueId>| shard.find(hash as u32, |v| self.is(v, &key, Some(ty)));
        if let Some(known) = find(&lock(shard)) {
            return known;
        }
        pause();
        let parts = elems.chunks(CHUNK).map(|chunk| {
            pause();
            self.summary_of(chunk.iter())
        });
        let summary = parts.fold(Summary::EMPTY, Summary::and);
        let node = key.to_node();
        pause();
        let mut shard = lock(shard);
        // Another thread may have made it meanwhile.
        if let Some(known) = find(&shard) {
            return known;
        }
        let flags = summary.all | (summary.any & Summary::INHERITED);
        let v = self.push(node, Some(ty), flags, summary.vars);
        shard.insert(hash as u32, v);
        v
    }

    fn summary_of<'a>(&self, parts: impl Iterator<Item = &'a ValueId>) -> Summary {
        let mut summary = Summary::EMPTY;
        for part in parts {
            let data = self.get(*part);
            summary = summary.and(Summary {
                all: data.flags,
                any: data.flags,
                vars: data.vars,
            });
        }
        summary
    }
}
