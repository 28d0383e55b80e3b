//! `stats --edits`: how long answers take after random edits of a unit.

use std::fmt::Write;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use db::host::{Host, reports};
use db::{Db, outcome_of};
use elaborate::budget::Limits;
use elaborate::hir::StmtKind;
use elaborate::ids::StmtId;
use elaborate::unit::{Files, UnitSpec};
use ide::workspace_symbols;
use parking_lot::Mutex;
use syntax::{Edit, Release};

use crate::overlay::Overlay;
use crate::{big_stack, resources};

/// The parameters of the measurements.
pub(super) struct Plan {
    pub edits: usize,
    pub seed: u64,
    pub kind: EditKind,
}

/// The kind of edits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum EditKind {
    /// A change of a number in a `def` or `defm`.
    Record,
    /// A change of a number in a class.
    Class,
    /// A new record before a `def` or `defm`.
    New,
    /// An invalid line before a `def` or `defm`.
    Broken,
}

impl EditKind {
    fn from_name(name: &str) -> Option<EditKind> {
        match name {
            "record" => Some(EditKind::Record),
            "class" => Some(EditKind::Class),
            "new" => Some(EditKind::New),
            "broken" => Some(EditKind::Broken),
            _ => None,
        }
    }
}

/// Further measurements, besides the time for reading.
pub(super) enum Extra {
    Nothing,
    Edits(Plan),
    /// The time for elaborating the whole unit on this number of threads.
    Threads(NonZeroUsize),
}

/// Extracts the options for these measurements from a command line. Returns the other arguments as well.
pub(super) fn plan(args: &[String]) -> Result<(Extra, Vec<String>), String> {
    let mut plan = Plan {
        edits: 0,
        seed: 1,
        kind: EditKind::Record,
    };
    let mut threads = None;
    let mut rest = Vec::new();
    let mut args = args.iter();
    let number = |name: &str, value: Option<&String>| {
        let value = value.and_then(|it| it.parse().ok());
        value.ok_or_else(|| format!("stats: {name} wants a number"))
    };
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--edits" => plan.edits = number("--edits", args.next())?,
            "--threads" => threads = NonZeroUsize::new(number("--threads", args.next())?),
            "--seed" => plan.seed = number("--seed", args.next())? as u64,
            "--kind" => {
                let kind = args.next().and_then(|it| EditKind::from_name(it));
                plan.kind = kind.ok_or("stats: --kind wants record, class, new or broken")?;
            }
            _ => rest.push(arg.clone()),
        }
    }
    let extra = match threads {
        Some(threads) => Extra::Threads(threads),
        None if plan.edits > 0 => Extra::Edits(plan),
        None => Extra::Nothing,
    };
    Ok((extra, rest))
}

/// The times that the steps after one edit take, each counted from the end of the previous step.
struct Times {
    /// From the edit until the unit is read again.
    read: Duration,
    /// Until the first record of the file at or after the edit is elaborated. That is the record of the edited
    /// statement, or a record below the edited class.
    record: Duration,
    /// Until the diagnostics of the file are computed.
    file: Duration,
    /// Until the diagnostics of the whole unit are computed.
    unit: Duration,
}

/// A function that returns one of the times of an edit, or a sum of several.
type Column = fn(&Times) -> Duration;

/// Applies the edits, and returns a table of the times. Each edit is undone before the next one.
pub(super) fn run(plan: &Plan, limits: Limits, spec: UnitSpec, release: Release) -> String {
    let mut files = Overlay::default();
    let start = Instant::now();
    let mut host = Host::within(limits, spec, release, &files);
    let mut out = String::new();
    let mut line = |name: &str, value: String| _ = writeln!(out, "{name:<28} {value}");
    line("read and parse", millis(start.elapsed()));
    let start = Instant::now();
    let first = record_of(&host, host.db().unit().order());
    line("one record", millis(start.elapsed()));
    line(
        "  statements elaborated",
        host.db().elaborations().to_string(),
    );
    drop(first);
    let start = Instant::now();
    elaborate(&mut host);
    line("everything, cold", millis(start.elapsed()));
    let before = Memory::at_rest(&mut host);
    let mut random = Random(plan.seed | 1);
    let mut all = Vec::new();
    let (mut stops, mut anew) = (Vec::new(), 0);
    for number in 0..plan.edits {
        let Some((path, range, by)) = choose(&host, &mut random, plan, number) else {
            break;
        };
        let text = files.read(&path).unwrap_or_default();
        let new = replace(&text, &range, &by);
        let edited = range.start..range.start + by.len();
        let values = Arc::downgrade(host.db().values());
        let texts = (&text, &new);
        let times =
            on_own_thread(|| measure(&mut host, &mut files, &path, texts, &range, by.len()));
        all.extend(times);
        anew += usize::from(values.strong_count() == 0);
        let back = |host: &mut Host, files: &mut Overlay| {
            apply(host, files, &path, (&new, &text), &edited, range.len());
        };
        let values = Arc::downgrade(host.db().values());
        let delay = Duration::from_micros(random.below(LATEST) as u64);
        stops.push(stopped(&mut host, delay, |host| back(host, &mut files)));
        anew += usize::from(values.strong_count() == 0);
        elaborate(&mut host);
    }
    let columns: [(&str, Column); 5] = [
        ("read again", |it| it.read),
        ("then the record", |it| it.record),
        ("then the file's messages", |it| it.file),
        ("up to here", |it| it.read + it.record + it.file),
        ("then the unit's messages", |it| it.unit),
    ];
    for (name, get) in columns {
        let mut times: Vec<Duration> = all.iter().map(get).collect();
        times.sort_unstable();
        line(name, percentiles(&times));
    }
    stops.sort_unstable();
    line("the checker stops after", percentiles(&stops));
    let after = Memory::at_rest(&mut host);
    line("before the edits", before.to_string());
    line("after them", after.to_string());
    if let (Some(before), Some(after)) = (before.resident, after.resident) {
        let growth = (after as f64 / before as f64 - 1.0) * 100.0;
        line("growth", format!("{growth:.1} %, {anew} new databases"));
    }
    if let Some(peak) = resources::peak_kib() {
        line("peak memory", format!("{} MiB", peak / 1024));
    }
    out
}

/// Runs `f` on a separate thread, as the language server runs requests, so that the memory of the stack is freed at the
/// end. `None` if the thread cannot be started.
fn on_own_thread<R: Send>(f: impl FnOnce() -> R + Send) -> Option<R> {
    big_stack::run(f).ok()
}

/// Elaborates everything in the database, and computes all diagnostics.
fn elaborate(host: &mut Host) {
    let its = &mut *host;
    on_own_thread(move || {
        its.elaborate_all();
        reports(its.db());
    });
    host.note_settled();
}

/// A time that is longer than the delay after which the allocator returns free memory.
const LATE: Duration = Duration::from_millis(1200);

/// The memory use of the process.
struct Memory {
    /// The resident memory in KiB; `None` if the system does not report it.
    resident: Option<u64>,
    values: usize,
}

impl Memory {
    /// The memory after a pause: the allocator returns free memory with a delay.
    fn at_rest(host: &mut Host) -> Memory {
        host.give_back();
        for _ in 0..2 {
            std::thread::sleep(LATE);
            let db = host.snapshot();
            on_own_thread(move || workspace_symbols::learn(&db));
        }
        std::thread::sleep(LATE);
        on_own_thread(|| ());
        Memory {
            resident: resources::resident_kib(),
            values: host.db().values().len(),
        }
    }
}

impl std::fmt::Display for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(resident) = self.resident {
            write!(f, "{} MiB, ", resident / 1024)?;
        }
        write!(f, "{} values", self.values)
    }
}

/// The median, the 95th percentile and the maximum of sorted times, as text.
fn percentiles(times: &[Duration]) -> String {
    let show = |part: usize| {
        let index = (times.len() * part / 100).min(times.len().saturating_sub(1));
        times.get(index).map_or_else(String::new, |it| millis(*it))
    };
    format!("median {}  p95 {}  max {}", show(50), show(95), show(100))
}

fn millis(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1000.0)
}

/// The name of the first record that the statements define, as text for debugging.
fn record_of(host: &Host, items: &[StmtId]) -> Option<String> {
    let db = host.db();
    let mut records = items.iter().flat_map(|item| &outcome_of(db, *item).records);
    records.next().map(|record| format!("{:?}", record.name))
}

fn replace(text: &str, range: &Range<usize>, by: &str) -> Arc<str> {
    let mut new = text.to_owned();
    new.replace_range(range.clone(), by);
    new.into()
}

fn apply(
    host: &mut Host,
    files: &mut Overlay,
    path: &str,
    (old, new): (&Arc<str>, &Arc<str>),
    range: &Range<usize>,
    inserted: usize,
) {
    let at = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX).into();
    let edit = Edit {
        range: rowan::TextRange::new(at(range.start), at(range.end)),
        inserted: at(inserted),
    };
    host.edit(path, old, new, &edit);
    files.open(path, new.clone());
    host.refresh(files);
}

/// The maximum delay between the start of the checker and an edit, in microseconds.
const LATEST: usize = 100_000;

/// Runs a checker of the whole unit on a separate thread, as the language server does, and makes an edit after `delay`.
/// Returns how long the checker continued after the start of the edit.
fn stopped(host: &mut Host, delay: Duration, edit: impl FnOnce(&mut Host)) -> Duration {
    let db = host.snapshot();
    let stopped = Mutex::new(None);
    let mut came = Instant::now();
    std::thread::scope(|scope| {
        let check = || {
            // An edit cancels the check, which then unwinds.
            let _ = catch_unwind(AssertUnwindSafe(|| {
                reports(&db);
                workspace_symbols::learn(&db);
            }));
            drop(db);
            *stopped.lock() = Some(Instant::now());
        };
        let started = big_stack::spawn_scoped("check", scope, check);
        std::thread::sleep(delay);
        came = Instant::now();
        edit(host);
        drop(started);
    });
    let stopped = stopped.into_inner();
    stopped.map_or(Duration::ZERO, |it| it.saturating_duration_since(came))
}

fn measure(
    host: &mut Host,
    files: &mut Overlay,
    path: &str,
    texts: (&Arc<str>, &Arc<str>),
    range: &Range<usize>,
    inserted: usize,
) -> Times {
    let start = Instant::now();
    apply(host, files, path, texts, range, inserted);
    let read = start.elapsed();
    let start = Instant::now();
    let unit = host.db().unit();
    let source = unit.sources.files.iter().position(|it| it.path == path);
    let items = source.map_or_else(Vec::new, |it| unit.sources.items_in(it));
    let near = items.iter().copied().filter(|item| {
        let spans = unit.sources.spans(*item);
        spans.is_some_and(|it| it.extent().end as usize >= range.start)
    });
    let near: Vec<StmtId> = near.collect();
    record_of(host, &near);
    let record = start.elapsed();
    let start = Instant::now();
    db::diagnostics(host.db(), &items);
    let file = start.elapsed();
    let start = Instant::now();
    host.elaborate_all();
    reports(host.db());
    Times {
        read,
        record,
        file,
        unit: start.elapsed(),
    }
}

/// A random edit of a statement in a file in the root's folder: the path, the replaced range in bytes and the new text.
/// `None` if no statement is suitable.
fn choose(
    host: &Host,
    random: &mut Random,
    plan: &Plan,
    number: usize,
) -> Option<(String, Range<usize>, String)> {
    let unit = host.db().unit();
    let folder = |path: &str| {
        path.rsplit_once('/')
            .map_or(String::new(), |it| it.0.to_owned())
    };
    let own = folder(&unit.sources.files.first()?.path);
    for _ in 0..10_000 {
        let item = unit.order()[random.below(unit.order().len())];
        let wanted = match &unit.stmt(item).kind {
            StmtKind::Class(_) => plan.kind == EditKind::Class,
            StmtKind::Def(_) | StmtKind::Defm(_) => plan.kind != EditKind::Class,
            _ => false,
        };
        let Some(file) = unit.sources.source_of(item) else {
            continue;
        };
        if !wanted || folder(&file.path) != own || file.spliced.is_some() {
            continue;
        }
        let part = unit.sources.spans(item)?.extent();
        let part = part.start as usize..part.end as usize;
        let line = match plan.kind {
            EditKind::New => Some(format!(
                "def made_by_edit_{number} {{ int n = {number}; }}\n"
            )),
            EditKind::Broken => Some(") = ;\n".to_owned()),
            EditKind::Record | EditKind::Class => None,
        };
        if let Some(line) = line {
            // The new line must be between statements, so only white space may precede the statement in its line.
            let start = file.text[..part.start].rfind('\n').map_or(0, |it| it + 1);
            if !file.text[start..part.start].trim().is_empty() {
                continue;
            }
            return Some((file.path.clone(), start..start, line));
        }
        let Some(range) = number_in(&file.text, part, random) else {
            continue;
        };
        let by = (NEVER_SEEN + number).to_string();
        return Some((file.path.clone(), range, by));
    }
    None
}

/// The smallest number that edits insert. Numbers of this size occur in few units, but are small enough for operators
/// such as `!range`.
const NEVER_SEEN: usize = 20_000;

/// The range in bytes of a decimal number in `part` that is chosen at random. `None` if `part` has no number, or if the
/// chosen digits end `part` or begin a word.
fn number_in(text: &str, part: Range<usize>, random: &mut Random) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let is_word = |at: usize| {
        bytes
            .get(at)
            .is_some_and(|it| it.is_ascii_alphanumeric() || *it == b'_')
    };
    let starts: Vec<usize> = part
        .clone()
        .filter(|at| bytes[*at].is_ascii_digit() && (*at == 0 || !is_word(*at - 1)))
        .collect();
    let start = *starts.get(random.below(starts.len()))?;
    let end = (start..part.end).find(|at| !bytes[*at].is_ascii_digit())?;
    (!is_word(end)).then_some(start..end)
}

/// A generator of pseudorandom numbers (xorshift). The value is its state, initially the seed, which must not be 0.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}
