//! Running the parts of a task in threads.

use std::panic::resume_unwind;
use std::thread;

use elaborate::records::Reads;
use elaborate::stack;

/// The number of threads that can run at the same time.
pub(super) fn count() -> usize {
    thread::available_parallelism().map_or(1, |it| it.get())
}

/// Calls `work` for each part. If there are several parts, each call runs in a separate thread. Returns the results in
/// the order of the parts. The reads of these threads count as reads of the calling thread, and cancelling the calling
/// thread cancels these threads.
pub(super) fn at_once<P: Copy + Send, R: Send>(
    parts: &[P],
    work: impl Fn(P) -> R + Sync,
) -> Vec<R> {
    if let [part] = parts {
        return vec![work(*part)];
    }
    let here = Reads::here();
    let work = &|part| here.record(|| work(part));
    thread::scope(|scope| {
        let start = |part: &P| {
            let part = *part;
            let thread = stack::spawn_scoped("isel", scope, move || work(part));
            (part, thread)
        };
        let started: Vec<_> = parts.iter().map(start).collect();
        let results = started.into_iter().map(|(part, thread)| {
            let (result, reads) = match thread {
                Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
                // The thread could not be started, so the calling thread does its work.
                Err(_) => work(part),
            };
            Reads::add(reads);
            result
        });
        results.collect()
    })
}

#[cfg(test)]
mod tests {
    use backend_testing::read;
    use elaborate::records::Stop;

    use super::*;

    #[test]
    fn results_are_in_the_order_of_their_parts() {
        for count in [0, 1, 5] {
            let parts: Vec<usize> = (0..count).collect();
            let want: Vec<usize> = parts.iter().map(|it| it * 2).collect();
            assert_eq!(at_once(&parts, |it| it * 2), want);
        }
    }

    #[test]
    fn what_other_threads_read_counts() {
        let text = "class A<int v> { int Value = v; } def B : A<1>;";
        let (before, after) = (read(text), read(&text.replace("<1>", "<2>")));
        let rec = before.def("B").unwrap();
        let ((), reads) = Reads::record(&Stop::default(), || {
            // The look-up runs on another thread than the reads.
            before.def("B");
            at_once(&[0, 1], |_| rec.int("Value").unwrap());
        });
        assert!(reads.hold_in(&before, &Stop::default()));
        assert!(!reads.hold_in(&after, &Stop::default()));
    }
}
