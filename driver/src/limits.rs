//! The budget of a unit: set by the user, or derived from the memory of the machine.

use std::sync::OnceLock;

use elaborate::budget::{Limits, MIB, MILLION};

use crate::resources;

/// The limits of a unit. `memory` is in MiB, `work` in millions of steps; zero means unlimited. The default for memory
/// is 4 GiB, half of the machine's memory or a third of the process's address space, whichever is least.
pub fn limits(memory: Option<u32>, work: Option<u32>) -> Limits {
    let default = default();
    let said = |number: u32, unit: u64| match number {
        0 => u64::MAX,
        number => u64::from(number).saturating_mul(unit),
    };
    let bytes = memory.map(|it| said(it, MIB as u64));
    let bytes = bytes.map(|it| usize::try_from(it).unwrap_or(usize::MAX));
    Limits {
        memory: bytes.unwrap_or(default.memory),
        steps: work.map_or(default.steps, |it| said(it, MILLION)),
    }
}

/// Each of the given limits, if it is lower than the default; otherwise `None`.
pub fn lowering(memory: Option<u32>, work: Option<u32>) -> (Option<u32>, Option<u32>) {
    let default = default();
    let memory = memory.filter(|it| limits(Some(*it), None).memory < default.memory);
    let work = work.filter(|it| limits(None, Some(*it)).steps < default.steps);
    (memory, work)
}

fn default() -> Limits {
    static DEFAULT: OnceLock<Limits> = OnceLock::new();
    *DEFAULT.get_or_init(|| {
        let known = Limits::default();
        let half = resources::machine_bytes().map_or(usize::MAX, |it| it / 2);
        // Stacks and the allocator's reserve are a part of the address space.
        let third = resources::address_space().map_or(usize::MAX, |it| it / 3);
        Limits {
            memory: known.memory.min(half).min(third),
            ..known
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_lowers_limits() {
        assert_eq!(lowering(Some(0), Some(0)), (None, None));
        assert_eq!(lowering(Some(1 << 20), Some(1 << 20)), (None, None));
        assert_eq!(lowering(Some(10), Some(3)), (Some(10), Some(3)));
        assert_eq!(lowering(None, Some(3)), (None, Some(3)));
    }

    #[test]
    fn what_is_said_counts_and_zero_is_no_limit() {
        let check = |memory, work, want: (Option<usize>, u64)| {
            let limits = limits(memory, work);
            let mib = Some(limits.memory / MIB).filter(|_| memory.is_some());
            assert_eq!((mib, limits.steps), want);
        };
        let steps = Limits::default().steps;
        check(None, None, (None, steps));
        check(Some(100), None, (Some(100), steps));
        check(Some(0), Some(0), (Some(usize::MAX / MIB), u64::MAX));
        check(None, Some(3), (None, 3 * MILLION));
        assert!(limits(None, None).memory <= 4096 * MIB);
    }
}
