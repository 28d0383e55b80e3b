//! Measuring work independently of the machine's load.

use std::time::{Duration, Instant};

/// The processor time of this thread so far; if the system does not tell, the time of day.
fn processor_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = stat.and_then(|it| it.split(' ').next()?.parse().ok());
    nanos.map_or_else(since_start, Duration::from_nanos)
}

fn since_start() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// The least processor time of three runs.
fn least(mut work: impl FnMut()) -> Duration {
    let runs = (0..3).map(|_| {
        let start = processor_time();
        work();
        processor_time().saturating_sub(start)
    });
    runs.min().unwrap_or_default()
}

/// Work that takes less time than this is not compared, since the differences are noise.
const NOISE: Duration = Duration::from_millis(50);

/// Fails unless work on four times as much takes less than twelve times the processor time: quadratic work takes
/// sixteen times as much.
#[track_caller]
pub fn grows_linearly<T>(small: &T, large: &T, work: impl Fn(&T)) {
    let (few, many) = (least(|| work(small)), least(|| work(large)));
    assert!(many < few * 12 + NOISE, "{few:?}, then {many:?}");
}

/// Fails unless work takes about the same processor time with a hundred times as much data around it.
#[track_caller]
pub fn does_not_grow<T>(small: &T, large: &T, work: impl Fn(&T)) {
    let (few, many) = (least(|| work(small)), least(|| work(large)));
    assert!(many < few * 10 + NOISE, "{few:?}, then {many:?}");
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steps that are not optimized away.
    fn steps(count: &u64) {
        std::hint::black_box((0..*count).fold(0, |sum, it| std::hint::black_box(sum ^ it)));
    }

    #[test]
    fn linear_work_passes() {
        grows_linearly(&300_000, &1_200_000, steps);
        does_not_grow(&300_000, &300_000, steps);
    }

    #[test]
    #[should_panic(expected = "then")]
    fn quadratic_work_fails() {
        grows_linearly(&1_000, &6_000, |n| steps(&(n * n)));
    }
}
