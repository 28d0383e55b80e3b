//! Deferred dropping: large values that are not needed any more are freed later.
//!
//! Freeing millions of records takes a second, during which an edit that cancels or replaces their elaboration would
//! have to wait. Instead, such values are queued here: elaboration drops some of them at intervals, and [`clear`] drops
//! all.

use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::{Mutex, MutexGuard};
use rustc_hash::FxHashMap;

use crate::value::ValueId;

/// An iterator that drops one value at each call of `next`.
type Parts = Box<dyn Iterator<Item = ()> + Send>;

#[derive(Default)]
struct Pending {
    parts: Vec<Parts>,
    /// Values that can only be dropped as a whole.
    wholes: Vec<Box<dyn Send>>,
}

static PENDING: Mutex<Pending> = Mutex::new(Pending {
    parts: Vec::new(),
    wholes: Vec::new(),
});
/// Whether `parts` may contain anything; read without locking.
static ANY: AtomicBool = AtomicBool::new(false);

/// The largest number of values that [`leave`] drops immediately, and that one call of [`free_some`] drops.
const FEW: usize = 1 << 10;

fn lock() -> MutexGuard<'static, Pending> {
    PENDING.lock()
}

/// Queues the values of a collection. A small collection is dropped immediately.
pub(crate) fn leave<I>(things: I)
where
    I: IntoIterator<Item: 'static>,
    I::IntoIter: ExactSizeIterator + Send + 'static,
{
    let things = things.into_iter();
    if things.len() > FEW {
        let mut pending = lock();
        pending.parts.push(Box::new(things.map(drop)));
        ANY.store(true, Ordering::Relaxed);
    }
}

/// A map whose entries are queued when it is dropped. So an edit that cancels a statement need not wait until many
/// records are freed.
pub(crate) struct DeferredMap<T: Send + 'static>(FxHashMap<ValueId, T>);

impl<T: Send + 'static> DeferredMap<T> {
    /// The largest capacity of a map that is reused: the time to clear a map depends on its capacity.
    const MAX_ROOM: usize = 256;

    /// Removes all entries. The map keeps its capacity unless that is large.
    pub(crate) fn clear(&mut self) {
        if self.0.capacity() > Self::MAX_ROOM {
            leave(std::mem::take(&mut self.0));
        } else {
            self.0.clear();
        }
    }
}

impl<T: Send + 'static> Default for DeferredMap<T> {
    fn default() -> Self {
        DeferredMap(FxHashMap::default())
    }
}

impl<T: Send + 'static> Deref for DeferredMap<T> {
    type Target = FxHashMap<ValueId, T>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<T: Send + 'static> DerefMut for DeferredMap<T> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl<T: Send + 'static> Drop for DeferredMap<T> {
    fn drop(&mut self) {
        leave(std::mem::take(&mut self.0));
    }
}

/// Queues a value that [`clear`] drops as a whole.
pub fn leave_whole(thing: impl Send + 'static) {
    lock().wholes.push(Box::new(thing));
}

/// Drops up to `FEW` of the queued values, except values that can only be dropped as a whole.
pub(crate) fn free_some() {
    if !ANY.load(Ordering::Relaxed) {
        return;
    }
    let mut pending = lock();
    let Some(mut parts) = pending.parts.pop() else {
        ANY.store(false, Ordering::Relaxed);
        return;
    };
    drop(pending);
    // The queue is not locked here, since dropping a value may queue further ones.
    let freed = parts.by_ref().take(FEW).count();
    if freed == FEW {
        lock().parts.push(parts);
    }
}

/// Drops all queued values.
pub fn clear() {
    loop {
        let Pending { parts, wholes } = std::mem::take(&mut *lock());
        if parts.is_empty() && wholes.is_empty() {
            return;
        }
        drop(wholes);
        parts.into_iter().for_each(|it| it.for_each(drop));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn many_things_are_freed_bit_by_bit_and_few_at_once() {
        let thing = Arc::new(());
        leave(vec![thing.clone(); FEW]);
        assert_eq!(Arc::strong_count(&thing), 1);
        leave(vec![thing.clone(); 3 * FEW]);
        leave_whole(thing.clone());
        // Other tests queue values as well, and free these.
        assert!(Arc::strong_count(&thing) > 1);
        free_some();
        clear();
        assert_eq!(Arc::strong_count(&thing), 1);
    }
}
