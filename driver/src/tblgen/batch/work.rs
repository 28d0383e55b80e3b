//! Runs the rows on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use super::super::options::Options;
use super::super::pool::{Job, Pool, Sharing};
use super::super::run::Failed;
use super::{PROGRAM, Row};
use crate::terminal;

/// Counts of the rows that are done and that have failed, to print the progress.
struct Progress {
    total: usize,
    done: AtomicUsize,
    failed: AtomicUsize,
    start: Instant,
}

struct RowJob<'a> {
    row: Row,
    progress: &'a Progress,
}

impl Job for RowJob<'_> {
    fn options(&self) -> &Options {
        &self.row.options
    }

    fn reads(&self, path: &str) -> bool {
        self.row.reads(path)
    }

    fn say(&self, text: &[u8]) {
        terminal::eprint(text);
    }

    fn begin(&self) -> Result<(), Failed> {
        self.row.make_folder()
    }

    fn finish(&self, result: Result<(), Failed>) {
        let progress = self.progress;
        let failed = usize::from(result.is_err());
        progress.failed.fetch_add(failed, Ordering::Relaxed);
        let done = progress.done.fetch_add(1, Ordering::Relaxed) + 1;
        let seconds = progress.start.elapsed().as_secs_f64();
        let what = if result.is_err() { "failed: " } else { "" };
        let (total, id) = (progress.total, &self.row.id);
        let line = format!("[{done}/{total}] {seconds:.1} s {what}{id}\n");
        terminal::eprint(line.as_bytes());
    }
}

/// Runs all rows; returns whether all succeeded.
pub(super) fn run_all(rows: Vec<Row>) -> bool {
    let progress = Progress {
        total: rows.len(),
        done: AtomicUsize::new(0),
        failed: AtomicUsize::new(0),
        start: Instant::now(),
    };
    let sharing = Sharing {
        program: PROGRAM,
        each_says: false,
        keep: None,
    };
    let ran = Pool::run(sharing, |pool| {
        let progress = &progress;
        pool.add(rows.into_iter().map(|row| RowJob { row, progress }));
    });
    if let Err(error) = ran {
        terminal::eprint(format!("{PROGRAM}: no thread to work on: {error}\n").as_bytes());
        return false;
    }
    progress.failed.into_inner() == 0
}
