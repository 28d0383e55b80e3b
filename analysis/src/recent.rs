//! What a thread asked a large table for lately.

use std::cell::Cell;

/// A few entries of a table, beside what is kept of their hashes; a newer one displaces an older. Each thread has its
/// own: threads that shared one would wait for each other's memory.
pub(crate) struct Recent<T, const LEN: usize>([Cell<(u32, Option<T>)>; LEN]);

impl<T: Copy, const LEN: usize> Recent<T, LEN> {
    pub const fn new() -> Self {
        Recent([const { Cell::new((0, None)) }; LEN])
    }

    pub fn clear(&self) {
        self.0.iter().for_each(|slot| slot.set((0, None)));
    }

    /// The entry of this hash that is the right one, or else what `find` finds.
    #[inline(always)]
    pub fn get_or(&self, hash: u64, is: impl Fn(T) -> bool, find: impl FnOnce() -> T) -> T {
        let slot = &self.0[(hash >> 32) as usize % LEN];
        let kept = hash as u32;
        if let (its_kept, Some(known)) = slot.get()
            && its_kept == kept
            && is(known)
        {
            return known;
        }
        let found = find();
        slot.set((kept, Some(found)));
        found
    }
}
