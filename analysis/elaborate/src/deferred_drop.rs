//! Deferred dropping: large values that are not needed any more, freed when there is time.
//!
//! Millions of records take a second to free. An edit that cancels or replaces their elaboration would wait for that.
//! So they are queued here: elaboration drops some of them now and then, and [`clear`] drops all.

use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::{Mutex, MutexGuard};

/// Each drops one thing for each call of `next`.
type Parts = Box<dyn Iterator<Item = ()> + Send>;

#[derive(Default)]
struct Pending {
    parts: Vec<Parts>,
    /// Things that can only be dropped as a whole.
    wholes: Vec<Box<dyn Send>>,
}

static PENDING: Mutex<Pending> = Mutex::new(Pending {
    parts: Vec::new(),
    wholes: Vec::new(),
});
/// Whether `parts` has any.
static ANY: AtomicBool = AtomicBool::new(false);

/// Up to this number, things are dropped at once.
const FEW: usize = 1 << 10;

fn lock() -> MutexGuard<'static, Pending> {
    PENDING.lock()
}

/// Queues a large number of things.
pub(crate) fn leave<I>(things: I)
where
    I: IntoIterator<Item: 'static>,
    I::IntoIter: ExactSizeIterator + Send + 'static,
{
    let things = things.into_iter();
    if things.len() > FEW {
        lock().parts.push(Box::new(things.map(drop)));
        ANY.store(true, Ordering::Relaxed);
    }
}

/// Queues a value that [`clear`] drops as a whole.
pub fn leave_whole(thing: impl Send + 'static) {
    lock().wholes.push(Box::new(thing));
}

/// Drops some of the queue.
pub(crate) fn free_some() {
    if !ANY.load(Ordering::Relaxed) {
        return;
    }
    let Some(mut parts) = lock().parts.pop() else {
        ANY.store(false, Ordering::Relaxed);
        return;
    };
    // Dropping may queue further things.
    let freed = parts.by_ref().take(FEW).count();
    if freed == FEW {
        lock().parts.push(parts);
    }
}

/// Frees all that was left.
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
