//! The number of requests under way, so that background work can wait for them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts the requests under way. Clones share the counter.
#[derive(Clone, Default)]
pub(crate) struct Busy(Arc<AtomicUsize>);

/// One request under way. The counter is decreased when the guard is dropped.
pub(crate) struct BusyGuard(Arc<AtomicUsize>);

impl Busy {
    pub(crate) fn guard(&self) -> BusyGuard {
        self.0.fetch_add(1, Ordering::Relaxed);
        BusyGuard(self.0.clone())
    }

    pub(crate) fn is_busy(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }
}

impl Drop for BusyGuard {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
