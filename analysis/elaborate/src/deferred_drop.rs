//! What is large and not needed any more, to be taken apart by whoever has time.
//!
//! Millions of records take a second to free. When an edit cancels what made them, or takes the place of it, the edit
//! would wait for that. So they are left here: elaboration frees some now and then, and [`clear`] all of it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Each frees a thing when it is asked for the next.
type Parts = Box<dyn Iterator<Item = ()> + Send>;

#[derive(Default)]
struct Remains {
    parts: Vec<Parts>,
    /// What can only be freed as a whole.
    wholes: Vec<Box<dyn Send>>,
}

static REMAINS: Mutex<Remains> = Mutex::new(Remains {
    parts: Vec::new(),
    wholes: Vec::new(),
});
/// Whether there are parts.
static ANY: AtomicBool = AtomicBool::new(false);

/// Fewer things are freed at once.
const FEW: usize = 1 << 10;

fn lock() -> MutexGuard<'static, Remains> {
    REMAINS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Leaves things that are many.
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

/// Leaves something that [`clear`] is to free as a whole.
pub fn leave_whole(thing: impl Send + 'static) {
    lock().wholes.push(Box::new(thing));
}

/// Frees some of what was left.
pub(crate) fn free_some() {
    if !ANY.load(Ordering::Relaxed) {
        return;
    }
    let Some(mut parts) = lock().parts.pop() else {
        ANY.store(false, Ordering::Relaxed);
        return;
    };
    // What is freed may leave something in turn.
    let freed = parts.by_ref().take(FEW).count();
    if freed == FEW {
        lock().parts.push(parts);
    }
}

/// Frees all that was left.
pub fn clear() {
    loop {
        let Remains { parts, wholes } = std::mem::take(&mut *lock());
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
        // Other tests leave things as well, and free these.
        assert!(Arc::strong_count(&thing) > 1);
        free_some();
        clear();
        assert_eq!(Arc::strong_count(&thing), 1);
    }
}
