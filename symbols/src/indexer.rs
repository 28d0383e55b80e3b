//! The thread that reads files and starts the elaboration of units ([`units`]).

mod units;

use std::sync::Arc;
use std::time::{Duration, Instant};

use driver::disk;
use driver::panics::{self, Stopped};
use rustc_hash::FxHashSet;
use syntax::line_index::Encoding;
use xxhash_rust::xxh3::xxh3_64;

use super::generated;
use super::names::FileNames;
use super::store::{Store, StoreKind};
use super::{
    FileEntry, Known, MAX_BYTES, MAX_TEXT, Shared, Stamp, Storage, Workspace, cost, format,
    stamp_of,
};

/// The thread works only if the user has not typed for this time.
const QUIET: Duration = Duration::from_millis(200);
/// While the thread pauses, it checks at this interval whether it may continue.
const MOMENT: Duration = Duration::from_millis(10);
/// The interval between writes of the index. The write after the last unit of a pass may come earlier.
const BETWEEN_WRITES: Duration = Duration::from_secs(30);

/// The kind of the files on disk that store the names from texts for the next start.
const TEXTS: StoreKind = StoreKind {
    extension: "symbols",
    version: format::VERSION,
};
const RECORDS: StoreKind = StoreKind {
    extension: "records",
    version: generated::format::VERSION,
};

/// The state that only the thread uses.
pub(super) struct Indexer {
    shared: Arc<Shared>,
    /// Whether the server handles a request or a check at the moment.
    is_busy: Box<dyn Fn() -> bool + Send>,
    /// The workspace of the last pass.
    last: Option<Arc<Workspace>>,
    store: Option<Store>,
    /// Whether the names in texts are unchanged since `store` was written or read.
    is_stored: bool,
    records_store: Option<Store>,
    /// Whether the names from elaboration are unchanged since `records_store` was written or read.
    are_records_stored: bool,
    /// The time when a store was last written.
    written: Option<Instant>,
    /// Whether the index has reached its size limit. If so, no files are added.
    is_full: bool,
    /// The units whose last elaboration read a file with a text that differs from the indexed text. Such a unit is
    /// elaborated again, but only once.
    mismatched: FxHashSet<String>,
    /// Whether processes can be started.
    can_run: bool,
}

/// The error if a pass ends early because a new pass is due.
struct Interrupted;

impl Indexer {
    pub(super) fn new(shared: Arc<Shared>, is_busy: Box<dyn Fn() -> bool + Send>) -> Indexer {
        Indexer {
            shared,
            is_busy,
            last: None,
            store: None,
            is_stored: true,
            records_store: None,
            are_records_stored: true,
            written: None,
            is_full: false,
            mismatched: FxHashSet::default(),
            can_run: true,
        }
    }

    pub(super) fn run(&mut self) {
        loop {
            let Some(workspace) = self.next() else {
                self.write();
                continue;
            };
            let pass = std::panic::AssertUnwindSafe(&mut *self);
            match panics::catch(move || { pass }.0.pass(&workspace)) {
                Ok(Ok(())) => self.write_if_due(),
                Ok(Err(Interrupted)) | Err(Stopped::Cancelled) => {}
                Err(Stopped::Panicked(message)) => {
                    eprintln!("tablegen-analyzer: symbols: {message}");
                }
            }
        }
    }

    /// Waits until a pass is due and returns the workspace. `None` if the index has to be written first.
    fn next(&self) -> Option<Arc<Workspace>> {
        let mut jobs = self.shared.jobs();
        jobs.is_at_work = false;
        loop {
            if jobs.is_new
                && let Some(workspace) = jobs.workspace.clone()
            {
                jobs.is_new = false;
                jobs.is_at_work = true;
                return Some(workspace);
            }
            let changed = &self.shared.changed;
            if self.is_stored && self.are_records_stored {
                changed.wait(&mut jobs);
                continue;
            }
            let left = self.written.map_or(Duration::ZERO, |it| {
                BETWEEN_WRITES.saturating_sub(it.elapsed())
            });
            if left.is_zero() {
                return None;
            }
            changed.wait_for(&mut jobs, left);
        }
    }

    /// Brings the entries of all files of a workspace up to date, then those of its units. With [`Storage::Off`], the
    /// index stays empty.
    fn pass(&mut self, workspace: &Arc<Workspace>) -> Result<(), Interrupted> {
        self.begin(workspace);
        if workspace.storage == Storage::Off {
            return Ok(());
        }
        let mut files: Vec<Arc<str>> = workspace.project.read_files().cloned().collect();
        files.sort_unstable();
        let is_read = |path: &str| files.binary_search_by(|it| (**it).cmp(path)).is_ok();
        let before = self.shared.known().files.len();
        self.shared.known().retain(is_read);
        self.is_full &= self.shared.known().files.len() == before;
        for path in &files {
            self.wait_until_idle()?;
            self.update(path, workspace.encoding);
        }
        self.pass_units(workspace)
    }

    /// If the folders or options of the workspace differ from those of the last pass, replaces the index by the stored
    /// one or by an empty one. Marks the entries of changed files as outdated.
    fn begin(&mut self, workspace: &Arc<Workspace>) {
        let is_same = |it: &Arc<Workspace>| {
            it.folders == workspace.folders
                && it.encoding == workspace.encoding
                && it.storage == workspace.storage
                && it.with_records == workspace.with_records
        };
        if !self.last.as_ref().is_some_and(is_same) {
            self.load(workspace);
        }
        self.last = Some(workspace.clone());
        let changed = std::mem::take(&mut self.shared.jobs().changed);
        let mut known = self.shared.known();
        for path in changed {
            if let Some((path, entry)) = known.files.get_key_value(&*path) {
                let (path, entry) = (path.clone(), entry.clone());
                known.set(&path, entry.unsure());
            }
        }
    }

    /// Replaces the index by the one on disk, or by an empty one if none is stored for the workspace.
    fn load(&mut self, workspace: &Workspace) {
        *self.shared.known() = Known::default();
        (self.store, self.is_stored) = (None, true);
        (self.records_store, self.are_records_stored) = (None, true);
        (self.written, self.is_full) = (None, false);
        if workspace.storage == Storage::Disk && !workspace.folders.is_empty() {
            let variant = format!("{:?}", workspace.encoding);
            let store = |kind| Store::new(kind, &workspace.folders, &variant);
            self.store = store(TEXTS);
            self.records_store = workspace.with_records.then(|| store(RECORDS)).flatten();
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

    /// Waits until the server is idle. An error if a new pass is due.
    fn wait_until_idle(&self) -> Result<(), Interrupted> {
        loop {
            if self.shared.jobs().is_new {
                return Err(Interrupted);
            }
            if self.is_idle() {
                return Ok(());
            }
            std::thread::sleep(MOMENT);
        }
    }

    /// Whether the user has not typed for the time [`QUIET`], and no request or check is under way.
    fn is_idle(&self) -> bool {
        let disturbed = self.shared.jobs().disturbed;
        disturbed.is_none_or(|it| it.elapsed() >= QUIET) && !(self.is_busy)()
    }

    /// Reads a file and sets its entry if the file has no entry, if its time or size has changed, or if its entry is
    /// marked as outdated. If the index is full, no entry is added, and a changed entry that no longer fits is removed.
    fn update(&mut self, path: &Arc<str>, encoding: Encoding) {
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
                _ => text.map_or_else(FileNames::default, |it| FileNames::new(&it, encoding)),
            },
        };
        self.is_stored &= before.is_some_and(|it| *it == entry);
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
        let is_stored = self.is_stored && self.are_records_stored;
        if !is_stored && self.written.is_none_or(|it| it.elapsed() >= BETWEEN_WRITES) {
            self.write();
        }
    }

    /// Writes the changed stores to disk, for the next start.
    fn write(&mut self) {
        self.written = Some(Instant::now());
        if !std::mem::replace(&mut self.is_stored, true) {
            let known = self.shared.known();
            let files = known.files.iter();
            let mut files: Vec<_> = files.map(|(path, it)| (path.clone(), it.clone())).collect();
            drop(known);
            files.sort_unstable_by(|a, b| a.0.cmp(&b.0));
            write(&mut self.store, |owner| format::encode(owner, &files));
        }
        if !std::mem::replace(&mut self.are_records_stored, true) {
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
        // Without a store, the message is printed only once.
        *store = None;
    }
}
