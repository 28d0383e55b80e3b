//! `stats --threads`: the time for elaborating a whole unit in the database on several threads.

use std::fmt::Write;
use std::hash::{DefaultHasher, Hasher};
use std::io;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Instant;

use backends::{Context, Models, Options, Output};
use db::Database;
use db::host::reports;
use elaborate::budget::Limits;
use elaborate::unit::{Files, UnitSpec, load};
use syntax::Release;

use crate::overlay::Overlay;
use crate::{parallel, resources};

/// Elaborates the unit on one thread and then on `threads` threads, each time in a new database. Returns a table of the
/// times, which also says whether both runs gave the same records and messages.
pub(super) fn run(
    threads: NonZeroUsize,
    limits: Limits,
    spec: &UnitSpec,
    release: Release,
) -> std::io::Result<String> {
    let files = Overlay::default();
    let root = files.read(&spec.root).unwrap_or_default();
    let unit = Arc::new(load(spec, root, &files));
    let mut out = String::new();
    let mut prints = Vec::new();
    for threads in [NonZeroUsize::MIN, threads] {
        let db = Database::within(limits, unit.clone(), release);
        let start = Instant::now();
        parallel::elaborate(&db, threads)?;
        let time = start.elapsed().as_secs_f64() * 1000.0;
        let _ = writeln!(out, "{:<28} {time:.2} ms", format!("{threads} threads"));
        prints.push(fingerprint(&db));
    }
    let same = prints[0] == prints[1];
    let _ = writeln!(
        out,
        "{:<28} {}",
        "same records and messages",
        if same { "yes" } else { "no" }
    );
    if let Some(peak) = resources::peak_kib() {
        let _ = writeln!(out, "{:<28} {} MiB", "peak memory of both", peak / 1024);
    }
    Ok(out)
}

/// A hash of the text of all records and messages.
fn fingerprint(db: &Database) -> u64 {
    let mut sink = HashedText::default();
    for report in reports(db) {
        sink.0.write(format!("{report:?}").as_bytes());
    }
    let records = db::all(db).records;
    let mut out = Output::to(&mut sink);
    let (options, models) = (Options::default(), Models::default());
    let cx = Context::new(&records, &options, &models);
    if let Some(backend) = backends::find(None, "print-records")
        && let Err(error) = (backend.run)(&cx, &mut out)
    {
        out.text.push_str(&error.message);
    }
    let written = out.finish();
    sink.0.write_u8(u8::from(written.is_ok()));
    sink.0.finish()
}

#[derive(Default)]
struct HashedText(DefaultHasher);

impl io::Write for HashedText {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.0.write(text);
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
