//! Elaboration on several threads.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use db::host::Host;
use db::{Database, Db, outcome_of};

use crate::big_stack;

/// The number of statements that a thread takes at a time: enough that threads rarely contend, few enough that all
/// threads finish at about the same time.
const SLICE: usize = 64;

/// Elaborates all statements of a unit on `threads` threads. The result does not depend on the number of threads. An
/// error if a thread cannot be started.
pub fn elaborate(db: &Database, threads: NonZeroUsize) -> std::io::Result<()> {
    elaborate_while(db, threads, |_| true)
}

/// Like [`elaborate()`], for a unit that was edited. Frees the values of replaced statements whenever these take too
/// much memory.
pub fn elaborate_again(host: &mut Host, threads: NonZeroUsize) -> std::io::Result<()> {
    loop {
        elaborate_while(host.db(), threads, |db| !db.is_wasteful())?;
        if !host.db().is_wasteful() {
            return Ok(());
        }
        host.give_back();
    }
}

fn elaborate_while(
    db: &Database,
    threads: NonZeroUsize,
    goes_on: impl Fn(&Database) -> bool + Sync,
) -> std::io::Result<()> {
    let next = AtomicUsize::new(0);
    let goes_on = &goes_on;
    thread::scope(|scope| {
        let work = |db: Database| {
            let order = db.unit().order();
            while goes_on(&db) {
                let start = next.fetch_add(SLICE, Ordering::Relaxed);
                let Some(rest) = order.get(start..).filter(|it| !it.is_empty()) else {
                    return;
                };
                for item in &rest[..rest.len().min(SLICE)] {
                    outcome_of(&db, *item);
                }
            }
        };
        for _ in 0..threads.get() {
            let db = db.clone();
            big_stack::spawn_scoped("elaborate", scope, move || work(db))?;
        }
        Ok(())
    })
}
