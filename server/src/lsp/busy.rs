//! Whether somebody waits for an answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Answers that somebody waits for.
#[derive(Clone, Default)]
pub(crate) struct Busy(Arc<AtomicUsize>);

/// While it lives, somebody waits.
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
