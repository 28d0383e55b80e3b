//! The names of all files of the workspace, for symbols of units that nobody has open.
//!
//! A thread goes over the files that units read, once nobody has typed for a moment, nobody waits for an answer and the
//! checker is done. It takes what the text of each file says by itself ([`ide::workspace_symbols::in_text`]), one file after
//! another, gives way before each, and goes on where it was. It has no snapshot, so nothing waits for it. Whatever may have
//! changed makes it look at all files again: that is a question to the file system for each, and those that were written
//! since are read.
//!
//! Open documents count for their files. Their names are taken when somebody asks for symbols, and kept with the text.
//!
//! When the texts are known, units are elaborated for the names that no text holds ([`generated`]).

mod bytes;
mod format;
mod generated;
mod names;
mod search;
mod store;

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use project::Project;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use xxhash_rust::xxh3::xxh3_64;

use self::generated::Generated;
use self::names::FileNames;
pub(super) use self::search::{FoundName, Query};
use self::store::{Kind, Store};
use super::busy::Busy;
use super::checker::Checker;
use super::line_index::Encoding;
use super::panics::{self, Stopped};
use super::settings::Index;
use super::units::List;
use driver::{big_stack, disk};

/// How long nobody has typed when it begins, and goes on.
const QUIET: Duration = Duration::from_millis(200);
/// How long it waits for others at a time.
const MOMENT: Duration = Duration::from_millis(10);
/// How often the index is written at most, and how often files are looked at that nobody watches.
const WRITES: Duration = Duration::from_secs(30);
const LOOKS: Duration = Duration::from_secs(2);
/// A file that was written so shortly before it was read may be written again without its time telling.
const UNSURE: Duration = Duration::from_secs(2);
/// The most memory it takes. LLVM with all of its projects needs a tenth.
const MAX_BYTES: usize = 64 << 20;
/// The longest text that is looked at, four times the longest of LLVM: its tree takes some thirty times as much for that
/// moment.
const MAX_TEXT: u64 = 4 << 20;

/// What is kept between starts.
const TEXTS: Kind = Kind {
    extension: "symbols",
    version: format::VERSION,
};
const RECORDS: Kind = Kind {
    extension: "records",
    version: generated::format::VERSION,
};

/// The index, for any thread.
#[derive(Clone, Default)]
pub(super) struct SymbolIndex(Arc<Shared>);

#[derive(Default)]
struct Shared {
    tray: Mutex<Tray>,
    changed: Condvar,
    known: Mutex<Known>,
}

/// What the thread is to do.
#[derive(Default)]
struct Tray {
    wanted: Option<Arc<Wanted>>,
    /// Whether there is something to do, and whether it is being done.
    is_new: bool,
    is_at_work: bool,
    /// Files that may be others now, whatever the file system says.
    changed: FxHashSet<String>,
    /// When somebody typed last, or something else happened.
    disturbed: Option<Instant>,
    /// When a file was said to have changed last.
    last_change: Option<Instant>,
    /// When files were looked at that nobody watches.
    looked: Option<Instant>,
}

/// Elaborates a unit for another process of this program, which asks on standard input.
pub(crate) fn generated_names() -> ! {
    generated::elaborating::main()
}

/// The command that does so.
pub(crate) const GENERATED_NAMES: &str = generated::process::COMMAND;

/// Whose names are wanted.
pub(super) struct Wanted {
    pub project: Arc<Project>,
    /// How its units are read.
    pub units: List,
    /// Whether names count that only elaboration tells.
    pub records: bool,
    pub folders: Vec<String>,
    pub encoding: Encoding,
    pub kept: Index,
}

/// What is known of the files.
#[derive(Default)]
struct Known {
    files: FxHashMap<Arc<str>, Arc<FileEntry>>,
    /// What that takes of memory.
    bytes: usize,
    /// How many files were read so far.
    read: usize,
    /// The names in open documents, as long as they have these texts.
    open: FxHashMap<String, (Arc<str>, Arc<FileNames>)>,
    /// What units make.
    generated: Generated,
    /// How many units were elaborated so far.
    elaborated: usize,
}

/// What is known of a file.
#[derive(PartialEq, Eq, Debug, Default)]
struct FileEntry {
    /// What the file system said of it; `None` if it is to be read again.
    stamp: Option<Stamp>,
    /// Of its text.
    hash: u64,
    names: FileNames,
}

/// When a file was written, and how long it was then.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Stamp {
    size: u64,
    seconds: u64,
    nanos: u32,
}

/// How far it is, for who wants to know.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Progress {
    pub is_ready: bool,
    pub files: usize,
    pub symbols: usize,
    pub bytes: usize,
    /// How many files were read since the start.
    pub read: usize,
    pub generated: GeneratedProgress,
}

/// The same of the names that only elaboration tells.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct GeneratedProgress {
    pub units: usize,
    pub symbols: usize,
    pub bytes: usize,
    /// How many units were elaborated since the start.
    pub elaborated: usize,
}

impl SymbolIndex {
    pub(super) fn start(&self, busy: Busy, checker: Checker) -> std::io::Result<()> {
        let mut indexer = Indexer {
            shared: self.0.clone(),
            busy,
            checker,
            last: None,
            store: None,
            is_kept: true,
            records_store: None,
            are_records_kept: true,
            written: None,
            is_full: false,
            mismatched: FxHashSet::default(),
            can_run: true,
        };
        big_stack::spawn("symbols", move || indexer.run())
    }

    fn tray(&self) -> MutexGuard<'_, Tray> {
        self.0.tray()
    }

    /// Says which units there are now.
    pub(super) fn want(&self, wanted: Wanted) {
        let mut tray = self.tray();
        tray.wanted = Some(Arc::new(wanted));
        tray.is_new = true;
        tray.disturbed = Some(Instant::now());
        self.0.changed.notify_all();
    }

    /// Says that a file is another now.
    pub(super) fn changed(&self, path: &str) {
        let mut tray = self.tray();
        if tray.wanted.is_some() {
            tray.changed.insert(path.to_owned());
            tray.is_new = true;
            tray.last_change = Some(Instant::now());
            self.0.changed.notify_all();
        }
    }

    /// Has files looked at again that nobody watches, but not all the time.
    pub(super) fn look_again(&self) {
        let mut tray = self.tray();
        if tray.looked.is_none_or(|it| it.elapsed() >= LOOKS) {
            tray.looked = Some(Instant::now());
            tray.is_new = tray.wanted.is_some();
            self.0.changed.notify_all();
        }
    }

    /// Says that somebody types.
    pub(super) fn disturb(&self) {
        self.tray().disturbed = Some(Instant::now());
    }

    /// How far it is.
    pub(super) fn progress(&self) -> Progress {
        let is_ready = {
            let tray = self.tray();
            !tray.is_new && !tray.is_at_work
        };
        let known = self.0.known();
        let names = known.files.values().map(|it| it.names.entries.len());
        Progress {
            is_ready,
            files: known.files.len(),
            symbols: names.sum(),
            bytes: known.bytes,
            read: known.read,
            generated: GeneratedProgress {
                units: known.generated.units().len(),
                symbols: known.generated.files().map(|it| it.names.len()).sum(),
                bytes: known.generated.bytes(),
                elaborated: known.elaborated,
            },
        }
    }
}

impl Shared {
    fn tray(&self) -> MutexGuard<'_, Tray> {
        self.tray.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    fn set(&mut self, path: &Arc<str>, entry: FileEntry) {
        self.remove(path);
        self.bytes += cost(path, &entry);
        self.files.insert(path.clone(), Arc::new(entry));
    }

    fn remove(&mut self, path: &str) {
        if let Some((path, entry)) = self.files.remove_entry(path) {
            self.bytes -= cost(&path, &entry);
        }
    }

    fn retain(&mut self, is_kept: impl Fn(&str) -> bool) {
        let gone = self.files.keys().filter(|it| !is_kept(it));
        for path in gone.cloned().collect::<Vec<_>>() {
            self.remove(&path);
        }
    }
}

/// The memory that a file takes.
fn cost(path: &str, entry: &FileEntry) -> usize {
    // With what the map and the allocator take.
    const EACH: usize = 160;
    EACH + path.len() + entry.names.bytes()
}

/// The thread that goes over the files.
struct Indexer {
    shared: Arc<Shared>,
    busy: Busy,
    checker: Checker,
    /// What was done last.
    last: Option<Arc<Wanted>>,
    store: Option<Store>,
    /// Whether all that is known is in the store.
    is_kept: bool,
    /// The same of what units make.
    records_store: Option<Store>,
    are_records_kept: bool,
    /// When something was written.
    written: Option<Instant>,
    /// Whether there is no more room.
    is_full: bool,
    /// Units during whose elaboration a file was written.
    mismatched: FxHashSet<String>,
    /// Whether processes can be started.
    can_run: bool,
}

/// Something else is to be done.
struct Interrupted;

impl Indexer {
    fn run(&mut self) {
        loop {
            let Some(wanted) = self.next() else {
                self.write();
                continue;
            };
            let pass = std::panic::AssertUnwindSafe(&mut *self);
            match panics::catch(move || { pass }.0.pass(&wanted)) {
                Ok(Ok(())) => self.write_if_due(),
                Ok(Err(Interrupted)) | Err(Stopped::Cancelled) => {}
                Err(Stopped::Panicked(message)) => {
                    eprintln!("tablegen-analyzer: symbols: {message}");
                }
            }
        }
    }

    /// Waits for something to do; `None` if it is time to write.
    fn next(&self) -> Option<Arc<Wanted>> {
        let mut tray = self.shared.tray();
        tray.is_at_work = false;
        loop {
            if tray.is_new
                && let Some(wanted) = tray.wanted.clone()
            {
                tray.is_new = false;
                tray.is_at_work = true;
                return Some(wanted);
            }
            let changed = &self.shared.changed;
            if self.is_kept && self.are_records_kept {
                let waited = changed.wait(tray);
                tray = waited.unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let left = self
                .written
                .map_or(Duration::ZERO, |it| WRITES.saturating_sub(it.elapsed()));
            if left.is_zero() {
                return None;
            }
            let waited = changed.wait_timeout(tray, left);
            tray = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Goes over all files.
    fn pass(&mut self, wanted: &Arc<Wanted>) -> Result<(), Interrupted> {
        self.begin(wanted);
        if wanted.kept == Index::Off {
            return Ok(());
        }
        let mut files: Vec<Arc<str>> = wanted.project.read_files().cloned().collect();
        files.sort_unstable();
        let is_wanted = |path: &str| files.binary_search_by(|it| (**it).cmp(path)).is_ok();
        let before = self.shared.known().files.len();
        self.shared.known().retain(is_wanted);
        self.is_full &= self.shared.known().files.len() == before;
        for path in &files {
            self.give_way()?;
            self.look(path, wanted.encoding);
        }
        self.pass_units(wanted)
    }

    /// Takes over what is wanted: what was kept of another workspace, or none, is of no use any more.
    fn begin(&mut self, wanted: &Arc<Wanted>) {
        let is_same = |it: &Arc<Wanted>| {
            it.folders == wanted.folders
                && it.encoding == wanted.encoding
                && it.kept == wanted.kept
                && it.records == wanted.records
        };
        if !self.last.as_ref().is_some_and(is_same) {
            self.begin_anew(wanted);
        }
        self.last = Some(wanted.clone());
        let changed = std::mem::take(&mut self.shared.tray().changed);
        let mut known = self.shared.known();
        for path in changed {
            if let Some((path, entry)) = known.files.get_key_value(&*path) {
                let (path, entry) = (path.clone(), entry.clone());
                known.set(&path, entry.unsure());
            }
        }
    }

    /// Goes on from what was kept of this workspace.
    fn begin_anew(&mut self, wanted: &Wanted) {
        *self.shared.known() = Known::default();
        (self.store, self.is_kept) = (None, true);
        (self.records_store, self.are_records_kept) = (None, true);
        (self.written, self.is_full) = (None, false);
        if wanted.kept == Index::Disk && !wanted.folders.is_empty() {
            let variant = format!("{:?}", wanted.encoding);
            let store = |kind| Store::of(kind, &wanted.folders, &variant);
            self.store = store(TEXTS);
            self.records_store = wanted.records.then(|| store(RECORDS)).flatten();
        }
        let files = self.store.as_ref().and_then(|it| it.read(format::decode));
        let generated = self.records_store.as_ref();
        let generated = generated.and_then(|it| it.read(generated::format::decode));
        let mut known = self.shared.known();
        for (path, entry) in files.into_iter().flatten() {
            known.bytes += cost(&path, &entry);
            known.files.insert(path, entry);
        }
        known.generated = generated.unwrap_or_default();
    }

    /// Waits while others have something to do.
    fn give_way(&self) -> Result<(), Interrupted> {
        loop {
            if self.shared.tray().is_new {
                return Err(Interrupted);
            }
            if self.is_quiet() {
                return Ok(());
            }
            std::thread::sleep(MOMENT);
        }
    }

    /// Whether nobody types or waits.
    fn is_quiet(&self) -> bool {
        let disturbed = self.shared.tray().disturbed;
        disturbed.is_none_or(|it| it.elapsed() >= QUIET)
            && !self.busy.is_busy()
            && self.checker.is_at_rest()
    }

    /// Looks whether a file is still the one that is known, and reads it if not.
    fn look(&mut self, path: &Arc<str>, encoding: Encoding) {
        let before = self.shared.known().files.get(path).cloned();
        if self.is_full && before.is_none() {
            return;
        }
        let stamp = stamp_of(path);
        let is_same = before
            .as_ref()
            .is_some_and(|it| it.stamp.is_some() && it.stamp == stamp);
        if is_same {
            return;
        }
        let text = match stamp {
            Some(stamp) if stamp.size <= MAX_TEXT => disk::source(&**path),
            Some(stamp) => {
                let size = stamp.size >> 20;
                eprintln!("tablegen-analyzer: symbols: '{path}' is left out, it has {size} MiB");
                None
            }
            None => None,
        };
        let hash = xxh3_64(text.as_deref().unwrap_or_default().as_bytes());
        let entry = FileEntry {
            stamp: stamp.filter(Stamp::is_sure),
            hash,
            names: match &before {
                Some(before) if before.hash == hash => before.names.clone(),
                _ => text.map_or_else(FileNames::default, |it| FileNames::of(&it, encoding)),
            },
        };
        self.is_kept &= before.is_some_and(|it| *it == entry);
        let mut known = self.shared.known();
        known.read += 1;
        known.remove(path);
        if known.bytes + cost(path, &entry) <= MAX_BYTES {
            known.set(path, entry);
        } else if !std::mem::replace(&mut self.is_full, true) {
            let most = MAX_BYTES >> 20;
            eprintln!("tablegen-analyzer: symbols: the index ends at '{path}', it has {most} MiB");
        }
    }

    fn write_if_due(&mut self) {
        let is_kept = self.is_kept && self.are_records_kept;
        if !is_kept && self.written.is_none_or(|it| it.elapsed() >= WRITES) {
            self.write();
        }
    }

    /// Keeps what is known until the next start.
    fn write(&mut self) {
        self.written = Some(Instant::now());
        if !std::mem::replace(&mut self.is_kept, true) {
            let known = self.shared.known();
            let files = known.files.iter();
            let mut files: Vec<_> = files.map(|(path, it)| (path.clone(), it.clone())).collect();
            drop(known);
            files.sort_unstable_by(|a, b| a.0.cmp(&b.0));
            write(&mut self.store, |owner| format::encode(owner, &files));
        }
        if !std::mem::replace(&mut self.are_records_kept, true) {
            let shared = &self.shared;
            write(&mut self.records_store, |owner| {
                generated::format::encode(owner, &shared.known().generated)
            });
        }
    }
}

fn write(store: &mut Option<Store>, encode: impl FnOnce(&str) -> Vec<u8>) {
    let written = store.as_ref().map_or(Ok(()), |it| it.write(encode));
    if let Err(error) = written {
        eprintln!("tablegen-analyzer: symbols: the index is not kept: {error}");
        // Once is enough.
        *store = None;
    }
}

impl FileEntry {
    /// The same, to be read again.
    fn unsure(&self) -> FileEntry {
        FileEntry {
            stamp: None,
            hash: self.hash,
            names: self.names.clone(),
        }
    }
}

impl Stamp {
    /// Whether a file that is written now would have another.
    fn is_sure(&self) -> bool {
        let written = UNIX_EPOCH + Duration::new(self.seconds, self.nanos);
        let age = SystemTime::now().duration_since(written);
        age.is_ok_and(|it| it >= UNSURE)
    }
}

/// What the file system says of a file.
fn stamp_of(path: &str) -> Option<Stamp> {
    let metadata = std::fs::metadata(path).ok()?;
    let written = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some(Stamp {
        size: metadata.len(),
        seconds: written.as_secs(),
        nanos: written.subsec_nanos(),
    })
}
