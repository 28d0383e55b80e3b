//! The time of each phase, in the form of LLVM's timers.

use std::fmt::Write;
use std::time::{Duration, Instant};

use crate::resources;

/// The times of a phase, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Times {
    pub user: f64,
    pub system: f64,
    pub wall: f64,
}

type Clock = (&'static str, Instant, resources::CpuTimes);

/// The clocks for the phases of one run.
pub(super) struct Phases {
    wanted: bool,
    running: Option<Clock>,
    /// The clock of the phase that [`Self::start_overall`] started. It is dropped if another phase starts.
    overall: Option<Clock>,
    done: Vec<(&'static str, Times)>,
}

impl Phases {
    /// Clocks that only run if `wanted`.
    pub(super) fn new(wanted: bool) -> Phases {
        Phases {
            wanted,
            running: None,
            overall: None,
            done: Vec::new(),
        }
    }

    /// Ends the current phase and starts a new one. As in the reference, a phase of [`Self::start_overall`] is then not
    /// listed.
    pub(super) fn start(&mut self, name: &'static str) {
        self.stop();
        self.overall = None;
        self.running = self.clock(name);
    }

    /// Ends the current phase and starts one that lasts until [`Self::stop_overall`] ends it or another phase starts.
    pub(super) fn start_overall(&mut self, name: &'static str) {
        self.stop();
        self.overall = self.clock(name);
    }

    /// Ends the current phase, and the phase of [`Self::start_overall`] unless another phase has started since.
    pub(super) fn stop_overall(&mut self) {
        self.stop();
        let clock = self.overall.take();
        self.note(clock);
    }

    fn clock(&self, name: &'static str) -> Option<Clock> {
        self.wanted
            .then(|| (name, Instant::now(), resources::cpu_times()))
    }

    fn stop(&mut self) {
        let clock = self.running.take();
        self.note(clock);
    }

    fn note(&mut self, clock: Option<Clock>) {
        let Some((name, start, cpu)) = clock else {
            return;
        };
        let now = resources::cpu_times();
        let seconds = |end: Duration, start: Duration| end.saturating_sub(start).as_secs_f64();
        let times = Times {
            user: seconds(now.user, cpu.user),
            system: seconds(now.system, cpu.system),
            wall: start.elapsed().as_secs_f64(),
        };
        self.done.push((name, times));
    }

    /// Ends the current phase. Returns a table of all phases, or an empty text if no times were requested.
    pub(super) fn finish(&mut self) -> String {
        self.stop();
        if self.wanted {
            report(&self.done)
        } else {
            String::new()
        }
    }
}

/// The table of phases, the longest first.
fn report(phases: &[(&str, Times)]) -> String {
    let mut phases = phases.to_vec();
    phases.sort_by(|(_, a), (_, b)| b.wall.total_cmp(&a.wall));
    let total = phases.iter().fold(Times::default(), |sum, (_, it)| Times {
        user: sum.user + it.user,
        system: sum.system + it.system,
        wall: sum.wall + it.wall,
    });
    let rule = format!("==={}===\n", "-".repeat(73));
    let mut out = format!(
        "{rule}{:29}TableGen Phase Timing\n{rule}  Total Execution Time: {:5.4} seconds ({:5.4} wall clock)\n\n",
        "",
        total.user + total.system,
        total.wall,
    );
    // A processor time that is 0 in total has no column.
    type Read = fn(&Times) -> f64;
    let columns: [(&str, Read); 4] = [
        ("   ---User Time---", |it| it.user),
        ("   --System Time--", |it| it.system),
        ("   --User+System--", |it| it.user + it.system),
        ("   ---Wall Time---", |it| it.wall),
    ];
    let used = |clock: Read, at: usize| at == 3 || clock(&total) != 0.0;
    for (at, (title, clock)) in columns.into_iter().enumerate() {
        if used(clock, at) {
            out.push_str(title);
        }
    }
    out.push_str("  --- Name ---\n");
    for (name, times) in phases.into_iter().chain([("Total", total)]) {
        for (at, (_, clock)) in columns.into_iter().enumerate() {
            if used(clock, at) {
                push_time(&mut out, clock(&times), clock(&total));
            }
        }
        let _ = writeln!(out, "  {name}");
    }
    out.push('\n');
    out
}

fn push_time(out: &mut String, time: f64, total: f64) {
    if total < 1e-7 {
        out.push_str("        -----     ");
    } else {
        let _ = write!(out, "  {time:7.4} ({:5.1}%)", time * 100.0 / total);
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    #[test]
    fn phases_of_a_backend_stand_for_the_whole() {
        let names = |own: &[&'static str]| {
            let mut phases = Phases::new(true);
            phases.start("read");
            phases.start_overall("overall");
            own.iter().for_each(|name| phases.start(name));
            phases.stop_overall();
            phases.start("write");
            phases.stop();
            phases
                .done
                .iter()
                .map(|(name, _)| *name)
                .collect::<Vec<_>>()
        };
        assert_eq!(names(&[]), ["read", "overall", "write"]);
        assert_eq!(names(&["a", "b"]), ["read", "a", "b", "write"]);
    }

    fn check(phases: &[(&str, f64, f64, f64)], want: Expect) {
        let times = |&(name, user, system, wall)| (name, Times { user, system, wall });
        want.assert_eq(&report(&phases.iter().map(times).collect::<Vec<_>>()));
    }

    #[test]
    fn a_table() {
        check(
            &[
                ("Parse, build records", 15.1789, 0.0, 15.1829),
                ("Backend overall", 85.5197, 0.1560, 85.7009),
                ("Write output", 0.0, 0.1560, 1.5981),
            ],
            expect![[r#"
                ===-------------------------------------------------------------------------===
                                             TableGen Phase Timing
                ===-------------------------------------------------------------------------===
                  Total Execution Time: 101.0106 seconds (102.4819 wall clock)

                   ---User Time---   --System Time--   --User+System--   ---Wall Time---  --- Name ---
                  85.5197 ( 84.9%)   0.1560 ( 50.0%)  85.6757 ( 84.8%)  85.7009 ( 83.6%)  Backend overall
                  15.1789 ( 15.1%)   0.0000 (  0.0%)  15.1789 ( 15.0%)  15.1829 ( 14.8%)  Parse, build records
                   0.0000 (  0.0%)   0.1560 ( 50.0%)   0.1560 (  0.2%)   1.5981 (  1.6%)  Write output
                  100.6986 (100.0%)   0.3120 (100.0%)  101.0106 (100.0%)  102.4819 (100.0%)  Total

            "#]],
        );
    }

    #[test]
    fn clocks_that_stood_still() {
        check(
            &[("Write output", 0.0, 0.0001, 0.0)],
            expect![[r#"
                ===-------------------------------------------------------------------------===
                                             TableGen Phase Timing
                ===-------------------------------------------------------------------------===
                  Total Execution Time: 0.0001 seconds (0.0000 wall clock)

                   --System Time--   --User+System--   ---Wall Time---  --- Name ---
                   0.0001 (100.0%)   0.0001 (100.0%)        -----       Write output
                   0.0001 (100.0%)   0.0001 (100.0%)        -----       Total

            "#]],
        );
    }
}
