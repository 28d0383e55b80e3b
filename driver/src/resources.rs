//! The processor time and memory that the process has used, its limits, its priority, and the load of the machine.

use std::num::NonZeroUsize;
use std::thread;
use std::time::Duration;

#[cfg(windows)]
use crate::windows as system;
#[cfg(unix)]
use unix as system;

/// The processor time of a process.
#[derive(Clone, Copy, Debug, Default)]
pub struct CpuTimes {
    /// The time in the program itself.
    pub user: Duration,
    /// The time in the system on behalf of the program.
    pub system: Duration,
}

/// The processor time of this process so far; zero if the system does not report it.
pub fn cpu_times() -> CpuTimes {
    let (user, system) = system::cpu_times().unwrap_or_default();
    CpuTimes { user, system }
}

/// Gives the process the lowest priority. If this fails, the process continues with its old priority.
pub fn lower_priority() {
    system::lower_priority();
}

/// The memory of the machine in bytes, or the limit of the process's container if that is lower; `None` if the system
/// does not report the memory.
pub fn machine_bytes() -> Option<usize> {
    let machine = system::machine_bytes()?;
    // The file contains "max" if there is no limit.
    let own = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let own = own.and_then(|it| it.trim().parse().ok());
    Some(own.map_or(machine, |own: usize| own.min(machine)))
}

/// Whether a processor core is idle: whether fewer threads of the system are running or ready than it has cores. A
/// build usually runs as many processes as there are cores. Then a second thread in each process would only cost time.
pub fn has_free_core() -> bool {
    let cores = cores();
    cores > 1 && running_threads().is_none_or(|it| it < cores)
}

/// The number of cores that this process may use. On Linux, the function of the standard library also reads the limits
/// of control groups, which takes a hundredth of the time for a small input.
fn cores() -> usize {
    #[cfg(all(target_os = "linux", not(feature = "portable")))]
    if let Ok(cores) = rustix::thread::sched_getaffinity(None) {
        return cores.count() as usize;
    }
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// The number of threads that are running or ready to run, this one included. `None` if the system does not tell it.
fn running_threads() -> Option<usize> {
    let load = std::fs::read_to_string("/proc/loadavg").ok()?;
    let (running, _) = load.split(' ').nth(3)?.split_once('/')?;
    running.parse().ok()
}

/// The limit of the process's address space in bytes (`ulimit -v`), if there is one.
pub fn address_space() -> Option<usize> {
    system::address_space()
}

/// Makes all threads share one arena of the C library's allocator. Each thread allocates a few bytes when it starts,
/// for which glibc would by default reserve a new arena with 64 MiB of address space. Does nothing with other C
/// libraries.
pub fn share_arena() {
    #[cfg(all(target_os = "linux", target_env = "gnu", not(feature = "portable")))]
    #[expect(unsafe_code, reason = "a function of the C library")]
    {
        use nix::libc::{M_ARENA_MAX, mallopt};
        // SAFETY: sets a number. If that fails, arenas are reserved as by default.
        unsafe { mallopt(M_ARENA_MAX, 1) };
    }
}

/// The resident memory of the process in KiB; `None` if the system does not report it.
pub fn resident_kib() -> Option<u64> {
    system::resident_kib()
}

/// The peak resident memory of the process in KiB; `None` if the system does not report it.
pub fn peak_kib() -> Option<u64> {
    system::peak_kib()
}

#[cfg(unix)]
mod unix {
    use std::time::Duration;

    use nix::sys::resource::{RLIM_INFINITY, Resource, Usage, UsageWho, getrlimit, getrusage};
    use nix::sys::time::TimeVal;

    fn usage() -> Option<Usage> {
        getrusage(UsageWho::RUSAGE_SELF).ok()
    }

    pub(super) fn cpu_times() -> Option<(Duration, Duration)> {
        let usage = usage()?;
        let duration = |time: TimeVal| {
            let seconds = u64::try_from(time.tv_sec()).unwrap_or(0);
            let micros = u64::try_from(time.tv_usec()).unwrap_or(0);
            Duration::from_secs(seconds) + Duration::from_micros(micros)
        };
        Some((duration(usage.user_time()), duration(usage.system_time())))
    }

    pub(super) fn lower_priority() {
        let _ = rustix::process::nice(19);
    }

    #[cfg(all(target_os = "linux", not(feature = "portable")))]
    pub(super) fn machine_bytes() -> Option<usize> {
        // Every start of a program calls this. Reading a text file such as `/proc/meminfo` would take longer.
        let info = rustix::system::sysinfo();
        let unit = usize::try_from(info.mem_unit).ok()?;
        Some(usize::try_from(info.totalram).ok()?.saturating_mul(unit))
    }

    #[cfg(not(all(target_os = "linux", not(feature = "portable"))))]
    #[expect(unsafe_code, reason = "a function of the C library")]
    pub(super) fn machine_bytes() -> Option<usize> {
        use nix::libc::{_SC_PAGESIZE, _SC_PHYS_PAGES, sysconf};
        // SAFETY: asks for a number, which is negative if the system does not know it.
        let value = |it| usize::try_from(unsafe { sysconf(it) }).ok();
        value(_SC_PHYS_PAGES)?.checked_mul(value(_SC_PAGESIZE)?)
    }

    pub(super) fn address_space() -> Option<usize> {
        let (soft, _) = getrlimit(Resource::RLIMIT_AS).ok()?;
        (soft != RLIM_INFINITY).then(|| usize::try_from(soft).unwrap_or(usize::MAX))
    }

    pub(super) fn resident_kib() -> Option<u64> {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let line = status.lines().find(|it| it.starts_with("VmRSS:"))?;
        line.split_ascii_whitespace().nth(1)?.parse().ok()
    }

    pub(super) fn peak_kib() -> Option<u64> {
        let peak = u64::try_from(usage()?.max_rss()).ok()?;
        // macOS reports bytes.
        Some(if cfg!(target_os = "macos") {
            peak / 1024
        } else {
            peak
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_every_system_tells() {
        let machine = machine_bytes().expect("the memory of the machine");
        assert!((1 << 26..1 << 50).contains(&machine), "{machine}");
        // Other tests allocate at the same time. So the peak comes from a block that is larger than all they need.
        let block = std::hint::black_box(vec![1_u8; 64 << 20]);
        drop(block);
        let resident = resident_kib();
        let peak = peak_kib().expect("the peak");
        assert!((64 << 10..machine as u64 / 1024).contains(&peak), "{peak}");
        if cfg!(any(target_os = "linux", windows)) {
            let resident = resident.expect("the resident memory");
            assert!((100..=peak).contains(&resident), "{resident} of {peak}");
        }
        let before = cpu_times();
        let used = || cpu_times().user + cpu_times().system - before.user - before.system;
        while used() < Duration::from_millis(20) {
            std::hint::black_box((0..1_000_000).fold(0_u64, |sum, it| sum ^ it));
        }
    }
}
