//! Accounting for work that reads records, such as building a model or a table. Such work may use no more than the
//! budget of the unit.
//!
//! Such work is spread over many functions that do not know the budget, so consumption is counted per thread. Functions
//! that read records, write text, or loop over input of unbounded size call [`spend`], and the allocator of the program
//! calls [`allocated`] and [`freed`]. After each slice of steps the thread adds its consumption to its [`Task`]. If a
//! limit is exceeded, the work unwinds to the call of [`within`] that started it, which returns an error.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicIsize, AtomicU64, Ordering};

use crate::budget::{Held, MIB, MILLION, Spent};
use crate::stack;
use crate::value::{ValueId, ValueStore};

/// The number of steps between two checks of the budget.
const SLICE: isize = 1 << 13;
/// Allocations of at least this size, in bytes, also count as steps, so that the budget is checked soon.
const LARGE: usize = 1 << 16;
/// The number of bytes of a large allocation that count as one step.
const BYTES_PER_STEP: usize = 16;

thread_local! {
    /// The number of steps until the next check of the budget. Without a task nothing is charged.
    static LEFT: Cell<isize> = const { Cell::new(isize::MAX) };
    /// The value of `LEFT` after the last check. `GRANTED - LEFT` is the number of steps since then.
    static GRANTED: Cell<isize> = const { Cell::new(isize::MAX) };
    /// The number of bytes allocated since the last check, minus the number of bytes freed.
    static BYTES: Cell<isize> = const { Cell::new(0) };
    /// The name of the record that was read last, for error messages.
    static ABOUT: Cell<Option<ValueId>> = const { Cell::new(None) };
    static TASK: RefCell<Option<Arc<Task>>> = const { RefCell::new(None) };
}

/// The consumption of a model or a table that is being built, perhaps on several threads.
pub struct Task {
    values: Arc<ValueStore>,
    steps: AtomicU64,
    bytes: AtomicIsize,
}

/// The payload of the unwinding that ends work when it exceeds a limit.
struct Exceeded(TooMuch);

#[derive(Clone, Copy)]
enum TooMuch {
    Spent(Spent),
    Depth,
}

/// The error of work that exceeded a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The error message, which names the limit.
    pub message: String,
    /// The name of the record that was read last; `None` if no record was read.
    pub record: Option<ValueId>,
}

/// Runs `work`, which reads records of `values`, within their unit's budget. An error if `work` exceeds a limit. Memory
/// that `work` allocated and did not free is charged to the budget until the returned [`Held`] is dropped.
pub fn within<R>(values: &Arc<ValueStore>, work: impl FnOnce() -> R) -> Result<(R, Held), Ended> {
    let task = Arc::new(Task {
        values: values.clone(),
        steps: AtomicU64::new(0),
        bytes: AtomicIsize::new(0),
    });
    // Until nested work on the same store reads a record, its errors name the last record that the outer work read.
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

/// The task of this thread; `None` if the thread does no budgeted work.
pub fn current() -> Option<Arc<Task>> {
    TASK.with_borrow(Clone::clone)
}

impl Task {
    /// Runs `work` on this thread as a part of the task.
    pub fn work<R>(self: &Arc<Task>, work: impl FnOnce() -> R) -> R {
        /// The state of the thread's previous task, restored at the end.
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

    /// Charges the task for the consumption of this thread since the last call. Returns the exceeded limit, if there is
    /// one.
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

/// Counts `steps` of work, about 10 ns each. Unwinds if a limit is exceeded.
#[inline(always)]
pub fn spend(steps: usize) {
    let left = LEFT.get() - steps as isize;
    LEFT.set(left);
    if left < 0 {
        look_around();
    }
}

/// Counts the reading of `record` as one step. Error messages name the record that was read last.
#[inline(always)]
pub(crate) fn read(record: ValueId) {
    ABOUT.set(Some(record));
    spend(1);
}

/// Called at each level of recursion on nested input. Unwinds if the stack is nearly used up.
#[inline(always)]
pub fn enter() {
    spend(1);
    if stack::is_low() {
        give_up(TooMuch::Depth);
    }
}

/// Runs work that is charged to the budget elsewhere: its steps and its memory do not count for the current task.
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

/// Counts `bytes` of memory as allocated by this thread.
#[inline(always)]
pub fn allocated(bytes: usize) {
    BYTES.set(BYTES.get().wrapping_add(bytes as isize));
    if bytes >= LARGE {
        LEFT.set(LEFT.get().saturating_sub((bytes / BYTES_PER_STEP) as isize));
    }
}

/// Counts `bytes` of memory as freed by this thread.
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
    // Destructors may call this while the thread unwinds. A second unwinding would abort the process.
    let task = current().filter(|_| !std::thread::panicking());
    let Some(task) = task else { return };
    if cfg!(panic = "abort") {
        // In a build without unwinding, the program ends here, and this message is the last that it prints.
        panic!("{}", task.message(too_much));
    }
    // Unlike `panic!`, this does not call the panic hook, so nothing is printed.
    drop(task);
    resume_unwind(Box::new(Exceeded(too_much)));
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
