//! Resources of a process.

use std::time::Duration;

/// The resources that a process uses while it is idle.
#[derive(Debug)]
pub struct Usage {
    pub resident_kib: u64,
    pub threads: u64,
    pub descriptors: u64,
    /// The fraction of a core that it keeps busy.
    pub busy: f64,
}

impl Usage {
    /// Measures a process of this machine for a while.
    pub fn when_idle(pid: u32) -> Usage {
        const WHILE: Duration = Duration::from_secs(1);
        // Threads for answers end after an idle time, and free their stacks.
        std::thread::sleep(WHILE * 3);
        let before = ticks(pid);
        std::thread::sleep(WHILE);
        let busy = (ticks(pid) - before) as f64 / TICKS_PER_SECOND / WHILE.as_secs_f64();
        let descriptors = std::fs::read_dir(format!("/proc/{pid}/fd"));
        Usage {
            resident_kib: status(pid, "VmRSS:"),
            threads: status(pid, "Threads:"),
            descriptors: descriptors.expect("it lives").count() as u64,
            busy,
        }
    }
}

/// Waits until a process has been idle for a second, for a minute at most.
pub fn wait_for_rest(pid: u32) {
    const WHILE: Duration = Duration::from_secs(1);
    for _ in 0..60 {
        let before = ticks(pid);
        std::thread::sleep(WHILE);
        if ticks(pid) - before < 5 {
            return;
        }
    }
}

/// The most memory that a process had, in KiB.
pub fn peak_kib(pid: u32) -> u64 {
    status(pid, "VmHWM:")
}

/// Fails if a process had more memory than `most` KiB. Only Linux has `/proc`, which tells this; elsewhere nothing is
/// checked.
#[track_caller]
pub fn check_peak(pid: u32, most: u64) {
    if cfg!(target_os = "linux") {
        let peak = peak_kib(pid);
        assert!(peak < most, "{peak} of {most} KiB");
    }
}

/// As on Linux on all common machines.
const TICKS_PER_SECOND: f64 = 100.0;

/// The processor time of a process.
pub fn processor_time(pid: u32) -> Duration {
    Duration::from_secs_f64(ticks(pid) as f64 / TICKS_PER_SECOND)
}

/// How long a process was on a core, in user mode and in the system.
fn ticks(pid: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).expect("it lives");
    // The name in front may contain any character.
    let (_, rest) = stat.rsplit_once(") ").expect("a name in parentheses");
    let times = rest.split(' ').skip(11).take(2);
    times.map(|it| it.parse::<u64>().expect("a number")).sum()
}

fn status(pid: u32, name: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("it lives");
    let line = status.lines().find_map(|it| it.strip_prefix(name));
    let number = line.and_then(|it| it.split_whitespace().next());
    number.and_then(|it| it.parse().ok()).expect("a number")
}
