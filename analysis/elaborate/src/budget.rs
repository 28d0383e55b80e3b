//! The budget of elaborating a unit: memory and work.
//!
//! Each unit has one [`Budget`], which belongs to the store of its values. An evaluator takes a slice of work from it
//! at a time, and between two slices checks whether it is cancelled (see [`crate::eval::World::pause`]). Work is
//! counted in steps, not in time, and memory by the sizes of values, not by the system: the same input stops at the
//! same place on each machine.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicIsize, AtomicU64, AtomicUsize, Ordering};

/// The limits of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The number of bytes that values and records may occupy.
    pub memory: usize,
    /// The number of steps, of about 10 ns each. LLVM's largest target, AMDGPU, takes an eighth of the default.
    pub steps: u64,
}

/// A mebibyte, the unit of memory limits.
pub const MIB: usize = 1 << 20;
/// A million steps, the unit of work limits.
pub const MILLION: u64 = 1_000_000;

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            memory: usize::try_from(4_u64 << 30).unwrap_or(usize::MAX),
            steps: 500 * MILLION,
        }
    }
}

/// The budget of a unit: its limits, and the resources that it has used so far.
#[derive(Debug, Default)]
pub struct Budget {
    /// The limits of the whole unit.
    pub limits: Limits,
    steps: AtomicU64,
    /// The bytes that [`Held`] and [`Budget::keep`] count. They do not include the memory of values.
    held: AtomicUsize,
    /// The change in memory by work that is under way, in bytes. Negative if the work frees memory that was allocated
    /// earlier.
    working: AtomicIsize,
    /// Whether an elaboration was stopped by the limit of memory.
    ran_out: AtomicBool,
}

/// The limits that apply while one statement is elaborated. They limit the totals of the unit, not the share of the
/// statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bound {
    steps: u64,
    memory: usize,
}

/// The resource whose limit is exceeded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spent {
    /// Work: the counted steps exceed the bound.
    Steps,
    /// Memory: the bytes of the values and other data exceed the bound.
    Memory,
}

impl Budget {
    /// An unused budget with the given limits.
    pub fn new(limits: Limits) -> Budget {
        Budget {
            limits,
            ..Budget::default()
        }
    }

    /// The bound that allows the whole budget.
    pub fn whole(&self) -> Bound {
        Bound {
            steps: self.limits.steps,
            memory: self.limits.memory,
        }
    }

    /// The bound that allows half of the remaining budget, so that the other half is left for other work. `values` is
    /// the memory of all values, in bytes.
    pub fn half(&self, values: usize) -> Bound {
        let steps = self.steps.load(Ordering::Relaxed);
        let memory = values.saturating_add(self.held.load(Ordering::Relaxed));
        Bound {
            steps: steps + self.limits.steps.saturating_sub(steps) / 2,
            memory: memory + self.limits.memory.saturating_sub(memory) / 2,
        }
    }

    /// Counts `steps` of work. An error if the work or the memory of the unit exceeds `bound`. `values` is the memory
    /// of all values in bytes, including those about to be made.
    pub fn take(&self, steps: u64, bound: Bound, values: usize) -> Result<(), Spent> {
        let steps = self.steps.fetch_add(steps, Ordering::Relaxed) + steps;
        let memory = values.saturating_add(self.held.load(Ordering::Relaxed));
        match (steps > bound.steps, memory > bound.memory) {
            (true, _) => Err(Spent::Steps),
            (_, true) => {
                self.ran_out.store(true, Ordering::Relaxed);
                Err(Spent::Memory)
            }
            _ => Ok(()),
        }
    }

    /// Adds `bytes`, which may be negative, to the memory of work under way. Returns the bytes of all memory except
    /// that of the values.
    pub fn work(&self, bytes: isize) -> usize {
        let working = self.working.fetch_add(bytes, Ordering::Relaxed) + bytes;
        self.held()
            .saturating_add(usize::try_from(working).unwrap_or(0))
    }

    /// Counts the bytes of `held` once more, so that they remain counted after `held` is dropped, until the budget
    /// itself is dropped.
    pub fn keep(&self, held: &Held) {
        self.held.fetch_add(held.bytes, Ordering::Relaxed);
    }

    /// Resets the work counter. Called after an edit, since the edit makes new work necessary.
    pub fn forget_steps(&self) {
        self.steps.store(0, Ordering::Relaxed);
    }

    /// Whether an elaboration was stopped by the limit of memory.
    pub fn ran_out_of_memory(&self) -> bool {
        self.ran_out.load(Ordering::Relaxed)
    }

    /// Whether an elaboration ran out of memory, or the counted steps exceed the limit.
    pub fn is_spent(&self) -> bool {
        self.ran_out_of_memory() || self.steps() > self.limits.steps
    }

    /// The number of steps counted since the unit was created or since the last [`Budget::forget_steps`].
    pub fn steps(&self) -> u64 {
        self.steps.load(Ordering::Relaxed)
    }

    /// The bytes that [`Held`] and [`Budget::keep`] count. They do not include the memory of values.
    pub fn held(&self) -> usize {
        self.held.load(Ordering::Relaxed)
    }
}

/// Bytes that count as held memory of a budget until this is dropped.
#[derive(Debug, Default)]
pub struct Held {
    bytes: usize,
    of: Option<Arc<Budget>>,
}

impl Held {
    /// Counts `bytes` as held memory of a budget.
    pub fn new(budget: &Arc<Budget>, bytes: usize) -> Held {
        let mut held = Held {
            bytes: 0,
            of: Some(budget.clone()),
        };
        held.add(bytes);
        held
    }

    /// Counts further bytes as held.
    pub fn add(&mut self, bytes: usize) {
        if let Some(budget) = &self.of {
            self.bytes += bytes;
            budget.held.fetch_add(bytes, Ordering::Relaxed);
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(budget) = &self.of {
            budget.held.fetch_sub(self.bytes, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits {
        memory: 100,
        steps: 100,
    };

    #[test]
    fn what_is_held_counts_as_long_as_it_is() {
        let budget = Arc::new(Budget::new(LIMITS));
        let mut held = Held::new(&budget, 50);
        assert_eq!(budget.take(0, budget.whole(), 50), Ok(()));
        held.add(1);
        assert_eq!(budget.take(0, budget.whole(), 50), Err(Spent::Memory));
        drop(held);
        assert_eq!(budget.take(0, budget.whole(), 100), Ok(()));
    }

    #[test]
    fn halves_of_what_is_left_never_end() {
        let budget = Budget::new(LIMITS);
        for step in [50, 75, 88] {
            let bound = budget.half(0);
            while budget.take(1, bound, 0).is_ok() {}
            assert_eq!(budget.steps(), step + 1);
        }
        budget.forget_steps();
        assert_eq!(budget.half(0).steps, 50);
    }
}
