//! Large stacks, and the remaining space on a stack.
//!
//! Values and records are nested, so elaboration and backends recurse as deeply as the input. Their threads have a
//! large stack, of which only the used part takes memory, and recursive functions check whether there is enough space
//! left ([`is_low`]). If the system does not provide a large stack, a smaller one is used, which allows less nesting.

use std::cell::Cell;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{Builder, Scope, ScopedJoinHandle};

use parking_lot::Mutex;

/// The size of a stack in bytes. At the greatest depth of values it leaves 50 KiB for each level, which suffices even
/// in a build without optimization.
pub const SIZE: usize = 1 << 30;
/// The smallest stack size, in bytes, with which a thread is started.
pub const LEAST: usize = 4 << 20;

static WANTED: AtomicUsize = AtomicUsize::new(SIZE);

thread_local! {
    /// The address below which the stack has too little space left; 0 if the size of the stack is unknown.
    static END: Cell<usize> = const { Cell::new(0) };
}

/// The stack size of new threads, in bytes.
pub fn wanted() -> usize {
    WANTED.load(Ordering::Relaxed)
}

/// Limits the stack size of new threads to the largest power of two up to `bytes`, but at least [`LEAST`]. For
/// processes whose address space is limited.
pub fn limit(bytes: usize) {
    let most = (bytes.max(LEAST) + 1).next_power_of_two() / 2;
    WANTED.fetch_min(most, Ordering::Relaxed);
}

/// The space that is reserved for code which does not check the stack, such as printing a value or reporting an error.
const fn reserve(size: usize) -> usize {
    const MOST: usize = 64 << 20;
    if size / 4 < MOST { size / 4 } else { MOST }
}

/// Runs `work` on this thread, whose stack has `size` bytes and is nearly empty.
pub fn declare<R>(size: usize, work: impl FnOnce() -> R) -> R {
    struct Restore(usize);
    impl Drop for Restore {
        fn drop(&mut self) {
            END.set(self.0);
        }
    }
    let end = here().saturating_sub(size - reserve(size));
    let _restore = Restore(END.replace(end));
    work()
}

/// Whether the stack has too little space left for deeper recursion.
#[inline]
pub fn is_low() -> bool {
    here() < END.get()
}

/// The approximate address of the top of the stack.
#[inline(always)]
fn here() -> usize {
    let local = 0_u8;
    std::ptr::from_ref(std::hint::black_box(&local)).addr()
}

/// Starts a thread with a large stack, or with a smaller one if that cannot be allocated.
pub fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let work = Work::new(work);
    largest(wanted(), |size| {
        let work = work.clone();
        builder(name, size).spawn(move || work.run(size)).map(drop)
    })
}

/// Like [`spawn`], for a scoped thread.
pub fn spawn_scoped<'scope, R: Send + 'scope>(
    name: &str,
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> R + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, R>> {
    let work = Work::new(work);
    largest(wanted(), |size| {
        let work = work.clone();
        let run = move || {
            let Some(result) = work.run(size) else {
                unreachable!("a thread that was not started has run nothing");
            };
            result
        };
        builder(name, size).spawn_scoped(scope, run)
    })
}

/// Calls `get` with the stack size `wanted`, and halves the size as long as the call fails. Returns the last error if
/// the call with [`LEAST`] fails as well.
pub fn largest<T, E>(wanted: usize, get: impl Fn(usize) -> Result<T, E>) -> Result<T, E> {
    let mut size = wanted.max(LEAST);
    loop {
        match get(size) {
            Err(_) if size > LEAST => size = (size / 2).max(LEAST),
            result => return result,
        }
    }
}

fn builder(name: &str, size: usize) -> Builder {
    Builder::new().name(name.to_owned()).stack_size(size)
}

/// The closure that a thread runs. If the thread cannot be started, the closure is kept for the next attempt.
struct Work<F>(Arc<Mutex<Option<F>>>);

impl<F> Clone for Work<F> {
    fn clone(&self) -> Self {
        Work(self.0.clone())
    }
}

impl<F> Work<F> {
    fn new(work: F) -> Work<F> {
        Work(Arc::new(Mutex::new(Some(work))))
    }

    fn run<R>(&self, size: usize) -> Option<R>
    where
        F: FnOnce() -> R,
    {
        let work = self.0.lock().take();
        Some(declare(size, work?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Recurses until the stack is low, and returns the number of bytes used.
    fn depth_reached() -> usize {
        fn go_down(start: usize) -> usize {
            let frame = std::hint::black_box([0_u8; 1000]);
            if is_low() {
                start - here()
            } else {
                go_down(start).max(usize::from(frame[0]))
            }
        }
        go_down(here())
    }

    #[test]
    fn a_stack_is_low_before_it_ends() {
        for size in [4 * LEAST, 8 * LEAST] {
            let reached = std::thread::scope(|scope| {
                let thread = Builder::new().stack_size(size);
                let thread = thread.spawn_scoped(scope, || declare(size, depth_reached));
                thread.expect("a thread").join().expect("no overflow")
            });
            let room = size - reserve(size);
            assert!(
                (room - 100_000..room + 100_000).contains(&reached),
                "{reached} of {size}"
            );
        }
        assert!(!is_low());
    }

    #[test]
    fn smaller_stacks_are_asked_for_where_there_is_no_room() {
        let least_of = |most: usize| {
            let asked = std::cell::RefCell::new(Vec::new());
            let got = largest(SIZE, |size| {
                asked.borrow_mut().push(size);
                if size > most { Err(()) } else { Ok(size) }
            });
            (got, asked.into_inner().len())
        };
        assert_eq!(least_of(SIZE), (Ok(SIZE), 1));
        assert_eq!(least_of(SIZE / 3), (Ok(SIZE / 4), 3));
        assert_eq!(least_of(LEAST), (Ok(LEAST), 9));
        assert_eq!(least_of(LEAST - 1), (Err(()), 9));
    }
}
