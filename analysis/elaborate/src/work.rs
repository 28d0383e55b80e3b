//! Budgeted work on records: models, tables.
//!
//! Such work is spread over many functions that do not know the budget. So it is counted per thread: functions that
//! read records, write text, or loop over input of unbounded size call [`spend`], and the allocator of the program
//! calls [`allocated`] and [`freed`]. After each slice of steps the thread adds its consumption to its [`Task`]. If a
//! limit is exceeded, the work unwinds to its beginning ([`within`]), which returns an error.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicIsize, AtomicU64, Ordering};

use crate::budget::{Held, MIB, MILLION, Spent};
use crate::stack;
use crate::value::{ValueId, ValueStore};

/// The steps between two checks of the budget.
const SLICE: isize = 1 << 13;
/// From this size on an allocation counts as steps as well, so that the budget is checked soon.
const LARGE: usize = 1 << 16;
/// The bytes of a large allocation that count as a step.
const BYTES_PER_STEP: usize = 16;

thread_local! {
    /// The steps until the next check. They are not counted without a task.
    static LEFT: Cell<isize> = const { Cell::new(isize::MAX) };
    /// The remaining steps after the last check.
    static GRANTED: Cell<isize> = const { Cell::new(isize::MAX) };
    /// The bytes allocated since the last check, minus the bytes freed.
    static BYTES: Cell<isize> = const { Cell::new(0) };
    /// The record that was read last.
    static ABOUT: Cell<Option<ValueId>> = const { Cell::new(None) };
    static TASK: RefCell<Option<Arc<Task>>> = const { RefCell::new(None) };
}

/// A model or a table that is being made, perhaps on several threads.
pub struct Task {
    values: Arc<ValueStore>,
    steps: AtomicU64,
    bytes: AtomicIsize,
}

/// The payload with which work unwinds that exceeds its limits.
struct Exceeded(TooMuch);

#[derive(Clone, Copy)]
enum TooMuch {
    Spent(Spent),
    Depth,
}

/// The reason for ending some work, and the record concerned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The exceeded limit, as a message.
    pub message: String,
    /// The name of the record that was read last.
    pub record: Option<ValueId>,
}

/// Runs work on records of a store within their unit's budget. Memory that it allocated and did not free counts as long
/// as the second result lives.
pub fn within<R>(values: &Arc<ValueStore>, work: impl FnOnce() -> R) -> Result<(R, Held), Ended> {
    let task = Arc::new(Task {
        values: values.clone(),
        steps: AtomicU64::new(0),
        bytes: AtomicIsize::new(0),
    });
    // Nested work on the same records concerns the record of the outer work until it reads another.
    let is_part = current().is_some_and(|it| Arc::ptr_eq(&it.values, values));
    let outer = ABOUT.get();
    if !is_part {
        ABOUT.set(None);
    }
    let done = catch_unwind(AssertUnwindSafe(|| task.work(work)));
    let record = ABOUT.get();
    if !is_part {
        ABOUT.set(outer);
    }
    match done {
        Ok(result) => {
            let bytes = usize::try_from(task.bytes.load(Ordering::Relaxed)).unwrap_or(0);
            Ok((result, Held::new(values.budget(), bytes)))
        }
        Err(payload) => match payload.downcast::<Exceeded>() {
            Ok(exceeded) => Err(Ended {
                message: task.message(exceeded.0),
                record,
            }),
            Err(panic) => resume_unwind(panic),
        },
    }
}

/// The task that this thread works on.
pub fn current() -> Option<Arc<Task>> {
    TASK.with_borrow(Clone::clone)
}

impl Task {
    /// Does a part of the task on this thread.
    pub fn work<R>(self: &Arc<Task>, work: impl FnOnce() -> R) -> R {
        /// The previous task of this thread.
        struct Outer {
            task: Option<Arc<Task>>,
            left: isize,
            granted: isize,
            bytes: isize,
        }
        impl Drop for Outer {
            fn drop(&mut self) {
                if let Some(task) = TASK.replace(self.task.take()) {
                    task.settle();
                }
                LEFT.set(self.left);
                GRANTED.set(self.granted);
                BYTES.set(self.bytes);
            }
        }
        let _outer = Outer {
            task: TASK.replace(Some(self.clone())),
            left: LEFT.replace(SLICE),
            granted: GRANTED.replace(SLICE),
            bytes: BYTES.replace(0),
        };
        work()
    }

    /// Adds the consumption of this thread since the last call. Returns the limit that is exceeded, if any.
    fn settle(&self) -> Option<Spent> {
        let steps = (GRANTED.get().saturating_sub(LEFT.get())).max(0) as u64;
        let steps = self.steps.fetch_add(steps, Ordering::Relaxed) + steps;
        let bytes = BYTES.take();
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        let budget = self.values.budget();
        let memory = budget.work(bytes).saturating_add(self.values.memory());
        match (steps > budget.limits.steps, memory > budget.limits.memory) {
            (true, _) => Some(Spent::Steps),
            (_, true) => Some(Spent::Memory),
            _ => None,
        }
    }

    fn message(&self, too_much: TooMuch) -> String {
        let limits = &self.values.budget().limits;
        match too_much {
            TooMuch::Spent(Spent::Steps) => format!(
                "a table stops here: it takes more than {} million steps (limit of work)",
                limits.steps / MILLION
            ),
            TooMuch::Spent(Spent::Memory) => format!(
                "a table stops here: it takes more than what is left of {} MiB (limit of memory)",
                limits.memory / MIB
            ),
            TooMuch::Depth => {
                "a table stops here: records are nested more deeply than the stack has room for"
                    .to_owned()
            }
        }
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        let bytes = self.bytes.load(Ordering::Relaxed);
        self.values.budget().work(-bytes);
    }
}

/// Counts work, of about 10 ns a step. Unwinds if it is too much.
#[inline(always)]
pub fn spend(steps: usize) {
    let left = LEFT.get() - steps as isize;
    LEFT.set(left);
    if left < 0 {
        look_around();
    }
}

/// Counts the work of reading a record, which errors mention.
#[inline(always)]
pub(crate) fn read(record: ValueId) {
    ABOUT.set(Some(record));
    spend(1);
}

/// Goes one level deeper into nested input. Unwinds if there is no room on the stack.
#[inline(always)]
pub fn enter() {
    spend(1);
    if stack::is_low() {
        give_up(TooMuch::Depth);
    }
}

/// Runs work that counts its steps and its memory separately.
pub fn aside<R>(work: impl FnOnce() -> R) -> R {
    struct Outer(isize, isize, isize);
    impl Drop for Outer {
        fn drop(&mut self) {
            LEFT.set(self.0);
            GRANTED.set(self.1);
            BYTES.set(self.2);
        }
    }
    let _outer = Outer(
        LEFT.replace(isize::MAX),
        GRANTED.replace(isize::MAX),
        BYTES.get(),
    );
    work()
}

/// Counts memory allocated by this thread.
#[inline(always)]
pub fn allocated(bytes: usize) {
    BYTES.set(BYTES.get().wrapping_add(bytes as isize));
    if bytes >= LARGE {
        LEFT.set(LEFT.get().saturating_sub((bytes / BYTES_PER_STEP) as isize));
    }
}

/// Counts memory freed by this thread.
#[inline(always)]
pub fn freed(bytes: usize) {
    BYTES.set(BYTES.get().wrapping_sub(bytes as isize));
}

#[cold]
#[inline(never)]
fn look_around() {
    let (spent, granted) = TASK.with_borrow(|task| match task {
        Some(task) => (task.settle(), SLICE),
        None => (None, isize::MAX),
    });
    LEFT.set(granted);
    GRANTED.set(granted);
    if let Some(spent) = spent {
        give_up(TooMuch::Spent(spent));
    }
}

#[cold]
#[inline(never)]
fn give_up(too_much: TooMuch) {
    // Destructors that run during unwinding may call this.
    if !std::thread::panicking() && TASK.with_borrow(Option::is_some) {
        // This is no panic, so nothing is printed.
        resume_unwind(Box::new(Exceeded(too_much)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Limits;

    fn values(memory: usize, steps: u64) -> Arc<ValueStore> {
        Arc::new(ValueStore::default().within(Limits { memory, steps }))
    }

    fn check(values: &Arc<ValueStore>, work: impl FnOnce(), want: &str) {
        let done = within(values, work);
        let message = done.err().map(|it| it.message).unwrap_or_default();
        assert!(
            message.contains(want) && message.is_empty() == want.is_empty(),
            "{message}"
        );
        assert_eq!(values.budget().work(0), values.budget().held());
    }

    #[test]
    fn endless_work_ends() {
        let values = values(usize::MAX, MILLION);
        check(
            &values,
            || loop {
                spend(1)
            },
            "more than 1 million steps",
        );
        // The next run has the full budget again.
        check(&values, || (0..900_000).for_each(|_| spend(1)), "");
        // Work outside of a budget is not counted.
        (0..2_000_000).for_each(|_| spend(1));
        check(
            &values,
            || aside(|| (0..2_000_000).for_each(|_| spend(1))),
            "",
        );
    }

    #[test]
    fn endless_memory_ends() {
        let values = values(100 * MIB, u64::MAX);
        let take = || loop {
            allocated(100);
            spend(1);
        };
        check(&values, take, "left of 100 MiB");
        check(
            &values,
            || (allocated(200 * MIB), spend(1)).1,
            "left of 100 MiB",
        );
        let pass = || (0..MILLION).for_each(|_| (allocated(1000), spend(1), freed(1000)).1);
        check(&values, pass, "");
        // The result's memory stays counted.
        let (_, held) = within(&values, || allocated(60 * MIB)).expect("a result");
        check(
            &values,
            || (allocated(60 * MIB), spend(1)).1,
            "left of 100 MiB",
        );
        drop(held);
        check(&values, || (allocated(60 * MIB), spend(1)).1, "");
    }

    #[test]
    fn threads_work_on_one_task() {
        let values = values(usize::MAX, MILLION);
        let work = || {
            let task = current().expect("a task");
            std::thread::scope(|scope| {
                let part = || task.work(|| (0..600_000).for_each(|_| spend(1)));
                let threads = [scope.spawn(part), scope.spawn(part)];
                for thread in threads {
                    thread.join().unwrap_or_else(|it| resume_unwind(it));
                }
            });
        };
        check(&values, work, "more than 1 million steps");
    }

    #[test]
    fn endless_depth_ends() {
        fn go_down(n: u64) -> u64 {
            enter();
            match n {
                u64::MAX => 0,
                _ => go_down(n + 1).wrapping_add(std::hint::black_box(n)),
            }
        }
        let values = values(usize::MAX, u64::MAX);
        std::thread::scope(|scope| {
            let work = || check(&values, || _ = go_down(0), "nested more deeply");
            let thread = stack::spawn_scoped("deep", scope, work).expect("a thread");
            thread.join().expect("no overflow");
        });
    }
}
