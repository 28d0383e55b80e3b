//! A queue of tasks that run on several threads. Tasks may add further tasks.

use std::collections::VecDeque;
use std::io;
use std::num::NonZeroUsize;

use crate::big_stack;
use parking_lot::{Condvar, Mutex, MutexGuard};

/// The number of threads that can run in parallel.
pub(super) fn cores() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

pub(super) struct Queue<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
}

struct State<T> {
    tasks: VecDeque<T>,
    running: usize,
    /// Whether only running tasks may still add tasks.
    is_closed: bool,
}

impl<T: Send> Queue<T> {
    pub(super) fn new() -> Queue<T> {
        Queue {
            state: Mutex::new(State {
                tasks: VecDeque::new(),
                running: 0,
                is_closed: false,
            }),
            changed: Condvar::new(),
        }
    }

    /// Adds tasks at the end.
    pub(super) fn add(&self, tasks: impl IntoIterator<Item = T>) {
        self.lock().tasks.extend(tasks);
        self.changed.notify_all();
    }

    /// Adds tasks at the front, one by one: the last of them runs first.
    pub(super) fn add_first(&self, tasks: impl IntoIterator<Item = T>) {
        let mut state = self.lock();
        for task in tasks {
            state.tasks.push_front(task);
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Runs the tasks that `feed` adds, and those that the tasks themselves add, on `threads` threads. An error if not
    /// even one thread can be started.
    pub(super) fn run<R>(
        &self,
        threads: NonZeroUsize,
        work: impl Fn(T) + Sync,
        feed: impl FnOnce() -> R,
    ) -> io::Result<R> {
        self.lock().is_closed = false;
        std::thread::scope(|scope| {
            for number in 0..threads.get() {
                let started = big_stack::spawn_scoped("work", scope, || self.work(&work));
                // If further threads cannot be started, the threads that were started do all the work.
                if number == 0 {
                    started?;
                }
            }
            let result = feed();
            self.lock().is_closed = true;
            self.changed.notify_all();
            Ok(result)
        })
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock()
    }

    /// Runs tasks until the queue is empty and no more tasks can be added.
    fn work(&self, work: &impl Fn(T)) {
        loop {
            let mut state = self.lock();
            let task = loop {
                match state.tasks.pop_front() {
                    Some(task) => break task,
                    None if state.is_closed && state.running == 0 => return,
                    None => self.changed.wait(&mut state),
                }
            };
            state.running += 1;
            drop(state);
            work(task);
            self.lock().running -= 1;
            self.changed.notify_all();
        }
    }
}
