//! The index of the workspace's symbols: the names in all files of its units, to find symbols of units that are not
//! open.
//!
//! A thread reads the files of all units while the user does not type and no request or check is under way. It collects
//! the names in the text of each file ([`ide::workspace_symbols::in_text`]), one file after another. It pauses before a
//! file if the server is busy, and continues with that file. It holds no snapshot of a database, so an edit never waits
//! for the thread. After any change the thread compares the time and size of every file with the known ones, and reads
//! the files that differ.
//!
//! The text of an open document takes precedence over the text of its file. The next query collects the names in the
//! document. They are kept as long as the document has this text.
//!
//! Once the texts are indexed, units are elaborated to find the names of records that are not in texts (`generated`).
//!
//! Invariants:
//! * The crate does not depend on an editor protocol: places are lines and columns ([`NamePlace`]).
//! * Files on disk are untrusted input: a file whose content is not exactly what this crate writes is deleted.
//! * Memory and files are bounded for any workspace.

#![warn(clippy::print_stdout, missing_docs)]

mod bytes;
mod format;
mod generated;
mod indexer;
mod names;
mod place;
mod search;
mod store;

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use driver::big_stack;
use elaborate::budget::Limits;
use elaborate::unit::UnitSpec;
use parking_lot::{Condvar, Mutex, MutexGuard};
use project::Project;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use syntax::Version;
use syntax::line_index::Encoding;

use self::generated::Generated;
use self::indexer::Indexer;
use self::names::FileNames;
pub use self::place::NamePlace;
pub use self::search::{FoundName, OpenTexts, Query};

/// Requests cause at most one comparison with the file system in this time.
const BETWEEN_LOOKS: Duration = Duration::from_secs(2);
/// The resolution of time stamps. Two writes of a file within this time may leave the same time stamp, so a stamp is
/// trusted only if it is at least this old when the file is read.
const STAMP_RESOLUTION: Duration = Duration::from_secs(2);
/// The limit, in bytes, of the memory for the names in texts. LLVM with all of its projects needs a tenth of it.
const MAX_BYTES: usize = 64 << 20;
/// The size limit of an indexed text in bytes, four times that of the longest text of LLVM. While a text is parsed, its
/// tree takes about thirty times as much memory.
const MAX_TEXT: u64 = 4 << 20;

/// The index, usable from any thread. Clones share it.
#[derive(Clone, Default)]
pub struct SymbolIndex(Arc<Shared>);

#[derive(Default)]
struct Shared {
    jobs: Mutex<Jobs>,
    changed: Condvar,
    known: Mutex<Known>,
}

/// The pending work of the thread.
#[derive(Default)]
struct Jobs {
    workspace: Option<Arc<Workspace>>,
    /// Whether a pass over the files is due.
    is_new: bool,
    /// Whether a pass is under way.
    is_at_work: bool,
    /// The files that have to be read again even if their stamps are unchanged.
    changed: FxHashSet<String>,
    /// The time when the user last typed or the workspace was last set.
    disturbed: Option<Instant>,
    /// The time when the client last reported a change of a file.
    last_change: Option<Instant>,
    /// The time of the last comparison with the file system that a request caused.
    looked: Option<Instant>,
}

/// Runs the command [`GENERATED_NAMES`]: elaborates one unit for another process of this program. That process sends
/// the question on standard input, and reads the answer from standard output.
pub fn generated_names() -> ! {
    generated::elaborating::main()
}

/// The program's command that elaborates a unit for the index.
pub const GENERATED_NAMES: &str = generated::process::COMMAND;

/// The workspace that is indexed.
pub struct Workspace {
    /// The units of the workspace, and the files that they read.
    pub project: Arc<Project>,
    /// The command lines of the project's units.
    pub units: Box<dyn Units>,
    /// Whether units are elaborated to find the names of records that are not in texts.
    pub with_records: bool,
    /// The workspace's folders, which determine the path of its index on disk.
    pub folders: Vec<String>,
    /// The encoding in which the client counts columns.
    pub encoding: Encoding,
    /// Where the index is stored.
    pub storage: Storage,
}

/// The command lines of a project's units.
pub trait Units: Send + Sync {
    /// The command line of the unit with the index `number` in `project`.
    fn unit(&self, project: &Project, number: usize) -> UnitCommand;
}

/// The command line of a unit, and the unit's id.
#[derive(Clone, Debug)]
pub struct UnitCommand {
    /// The name of the unit in its project.
    pub id: String,
    /// The root, include directories and macros.
    pub spec: UnitSpec,
    /// The folder at which relative paths start.
    pub working_dir: String,
    /// The version of LLVM by whose rules the unit is read.
    pub version: Version,
    /// The unit's budget.
    pub limits: Limits,
}

/// Where an index is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Storage {
    /// In a file in the user's cache folder, for the next start.
    #[default]
    Disk,
    /// In memory, until the process ends.
    Memory,
    /// Nowhere: there is no index.
    Off,
}

/// The names collected so far.
#[derive(Default)]
struct Known {
    files: FxHashMap<Arc<str>, Arc<FileEntry>>,
    /// The memory of `files` in bytes.
    bytes: usize,
    /// The number of files that were read since the start.
    read: usize,
    /// For each open document, keyed by its path, the text from which its names were collected, and the names.
    open: FxHashMap<String, (Arc<str>, Arc<FileNames>)>,
    /// The names of records that elaboration found.
    generated: Generated,
    /// The number of units that were elaborated since the start.
    elaborated: usize,
}

/// The entry of a file, as of the last time it was read.
#[derive(PartialEq, Eq, Debug, Default)]
struct FileEntry {
    /// The file's time and size when it was read; `None` if the file has to be read again.
    stamp: Option<Stamp>,
    /// The hash of the file's text.
    hash: u64,
    names: FileNames,
}

/// The size of a file, and the time when it was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Stamp {
    size: u64,
    seconds: u64,
    nanos: u32,
}

/// The progress and the size of the index.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// Whether the index is up to date.
    pub is_ready: bool,
    /// The number of files in the index.
    pub files: usize,
    /// The number of names in the texts of these files.
    pub symbols: usize,
    /// The memory of these names in bytes.
    pub bytes: usize,
    /// The number of files that were read since the start.
    pub read: usize,
    /// The progress for the names that are not in texts.
    pub generated: GeneratedProgress,
}

/// The progress for the names that only elaboration finds.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GeneratedProgress {
    /// The number of units whose names are known or whose elaboration failed.
    pub units: usize,
    /// The number of names that the elaboration of these units yields.
    pub symbols: usize,
    /// The memory of these names in bytes.
    pub bytes: usize,
    /// The number of units that were elaborated since the start.
    pub elaborated: usize,
}

impl SymbolIndex {
    /// Starts the thread, which works only while `is_busy` returns false. An error if the thread cannot be started.
    pub fn start(&self, is_busy: impl Fn() -> bool + Send + 'static) -> std::io::Result<()> {
        let mut indexer = Indexer::new(self.0.clone(), Box::new(is_busy));
        big_stack::spawn("symbols", move || indexer.run())
    }

    /// Sets the workspace to be indexed. It replaces the previous one.
    pub fn set_workspace(&self, workspace: Workspace) {
        let mut jobs = self.0.jobs();
        jobs.workspace = Some(Arc::new(workspace));
        jobs.is_new = true;
        jobs.disturbed = Some(Instant::now());
        self.0.changed.notify_all();
    }

    /// Marks a file to be read again, and starts a new pass. Does nothing if no workspace is set.
    pub fn file_changed(&self, path: &str) {
        let mut jobs = self.0.jobs();
        if jobs.workspace.is_some() {
            jobs.changed.insert(path.to_owned());
            jobs.is_new = true;
            jobs.last_change = Some(Instant::now());
            self.0.changed.notify_all();
        }
    }

    /// Starts a comparison of all files with the file system, at most every two seconds. Requests call this if the
    /// client does not watch files.
    pub fn look_again(&self) {
        let mut jobs = self.0.jobs();
        if jobs.looked.is_none_or(|it| it.elapsed() >= BETWEEN_LOOKS) {
            jobs.looked = Some(Instant::now());
            jobs.is_new = jobs.workspace.is_some();
            self.0.changed.notify_all();
        }
    }

    /// Records that the user types. The thread pauses until the user has not typed for 200 milliseconds.
    pub fn pause(&self) {
        self.0.jobs().disturbed = Some(Instant::now());
    }

    /// The current progress and size of the index.
    pub fn progress(&self) -> Progress {
        let is_ready = {
            let jobs = self.0.jobs();
            !jobs.is_new && !jobs.is_at_work
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
    fn jobs(&self) -> MutexGuard<'_, Jobs> {
        self.jobs.lock()
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock()
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

/// The memory of a file's entry in bytes.
fn cost(path: &str, entry: &FileEntry) -> usize {
    // Includes the overhead of the map and the allocator.
    const EACH: usize = 160;
    EACH + path.len() + entry.names.bytes()
}

impl FileEntry {
    /// A copy of the entry without its stamp, so that the file is read again.
    fn unsure(&self) -> FileEntry {
        FileEntry {
            stamp: None,
            hash: self.hash,
            names: self.names.clone(),
        }
    }
}

impl Stamp {
    /// Whether the stamp is so old that any further write of the file changes the stamp.
    fn is_sure(&self) -> bool {
        let written = UNIX_EPOCH + Duration::new(self.seconds, self.nanos);
        let age = SystemTime::now().duration_since(written);
        age.is_ok_and(|it| it >= STAMP_RESOLUTION)
    }
}

/// A file's present time and size; `None` if they cannot be read.
fn stamp_of(path: &str) -> Option<Stamp> {
    let metadata = std::fs::metadata(path).ok()?;
    let written = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some(Stamp {
        size: metadata.len(),
        seconds: written.as_secs(),
        nanos: written.subsec_nanos(),
    })
}
