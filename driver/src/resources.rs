//! The processor time and memory that the process has used, its limits, and its priority.

use std::time::Duration;

/// The processor time of a process.
#[derive(Clone, Copy, Debug, Default)]
pub struct CpuTimes {
    /// The time in the program itself.
    pub user: Duration,
    /// The time in the system on behalf of the program.
    pub system: Duration,
}

/// The processor time of this process so far; zero if the system does not report it.
#[cfg(unix)]
pub fn cpu_times() -> CpuTimes {
    use nix::sys::resource::{UsageWho, getrusage};
    let Ok(usage) = getrusage(UsageWho::RUSAGE_SELF) else {
        return CpuTimes::default();
    };
    let duration = |time: nix::sys::time::TimeVal| {
        let seconds = u64::try_from(time.tv_sec()).unwrap_or(0);
        let micros = u64::try_from(time.tv_usec()).unwrap_or(0);
        Duration::from_secs(seconds) + Duration::from_micros(micros)
    };
    CpuTimes {
        user: duration(usage.user_time()),
        system: duration(usage.system_time()),
    }
}

#[cfg(not(unix))]
pub fn cpu_times() -> CpuTimes {
    CpuTimes::default()
}

/// Gives the process the lowest priority.
#[cfg(unix)]
pub fn lower_priority() {
    // If this fails, the process continues with its old priority.
    let _ = rustix::process::nice(19);
}

#[cfg(not(unix))]
pub fn lower_priority() {}

/// The memory of the machine in bytes, or the limit of the process's container if that is lower; `None` if the system
/// does not report the memory.
pub fn machine_bytes() -> Option<usize> {
    let machine = memory_bytes()?;
    // The file contains "max" if there is no limit.
    let own = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let own = own.and_then(|it| it.trim().parse().ok());
    Some(own.map_or(machine, |own: usize| own.min(machine)))
}

#[cfg(target_os = "linux")]
fn memory_bytes() -> Option<usize> {
    // Every start of a program calls this. Reading a text file such as `/proc/meminfo` would take longer.
    let info = rustix::system::sysinfo();
    let unit = usize::try_from(info.mem_unit).ok()?;
    Some(usize::try_from(info.totalram).ok()?.saturating_mul(unit))
}

#[cfg(not(target_os = "linux"))]
fn memory_bytes() -> Option<usize> {
    None
}

/// The limit of the process's address space in bytes (`ulimit -v`), if there is one.
#[cfg(unix)]
pub fn address_space() -> Option<usize> {
    use nix::sys::resource::{RLIM_INFINITY, Resource, getrlimit};
    let (soft, _) = getrlimit(Resource::RLIMIT_AS).ok()?;
    (soft != RLIM_INFINITY).then(|| usize::try_from(soft).unwrap_or(usize::MAX))
}

#[cfg(not(unix))]
pub fn address_space() -> Option<usize> {
    None
}

/// Makes all threads share one arena of the C library's allocator. Each thread allocates a few bytes when it starts,
/// for which glibc would by default reserve a new arena with 64 MiB of address space.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "a function of the C library")]
pub fn share_arena() {
    use nix::libc::{M_ARENA_MAX, mallopt};
    // SAFETY: sets a number. If that fails, arenas are reserved as by default.
    unsafe { mallopt(M_ARENA_MAX, 1) };
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn share_arena() {}

/// The resident memory of the process in KiB; `None` if the system does not report it.
pub fn resident_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|it| it.starts_with("VmRSS:"))?;
    line.split_ascii_whitespace().nth(1)?.parse().ok()
}

/// The peak resident memory of the process in KiB; `None` if the system does not report it.
#[cfg(unix)]
pub fn peak_kib() -> Option<u64> {
    use nix::sys::resource::{UsageWho, getrusage};
    let peak = u64::try_from(getrusage(UsageWho::RUSAGE_SELF).ok()?.max_rss()).ok()?;
    // macOS reports bytes.
    Some(if cfg!(target_os = "macos") {
        peak / 1024
    } else {
        peak
    })
}

#[cfg(not(unix))]
pub fn peak_kib() -> Option<u64> {
    None
}
