//! The files of the server: the text of an open document takes precedence over the file on disk, and each file is read
//! from disk once.

use std::sync::Arc;
use std::time::SystemTime;

use dashmap::DashMap;
use elaborate::unit::Files;
use project::split;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::disk;

/// Texts by path. A text that was read from disk is kept until [`Self::changed`] is called for its file.
#[derive(Default)]
pub struct Overlay {
    open: FxHashMap<String, Arc<str>>,
    disk: DashMap<String, OnDisk, FxBuildHasher>,
}

/// A file that has changed on disk since it was read.
pub struct Outdated {
    /// The path under which the file was read.
    pub path: String,
    /// Whether the file was created or deleted.
    pub has_come_or_gone: bool,
}

/// Modification time and size of a file; `None` if the file does not exist or the system does not report them.
type Written = Option<(SystemTime, u64)>;

/// The state of a file on disk when it was read.
struct OnDisk {
    /// The text; `None` for a missing file.
    text: Option<Arc<str>>,
    written: Written,
}

impl Overlay {
    /// Sets the text of an open document. Returns whether the document is newly opened and an earlier read did not find
    /// its file on disk.
    pub fn open(&mut self, path: &str, text: Arc<str>) -> bool {
        let known = self.open.insert(path.to_owned(), text);
        known.is_none() && self.disk.get(path).is_some_and(|it| it.text.is_none())
    }

    /// Removes the text of an open document, so that the file on disk is used again.
    pub fn close(&mut self, path: &str) {
        self.open.remove(path);
        self.changed(path);
    }

    /// The files that have changed on disk since they were read, including files that were created or deleted.
    pub fn outdated(&self) -> Vec<Outdated> {
        let all = self.disk.iter();
        let outdated = all.filter_map(|it| {
            let now = written(it.key());
            (it.written != now).then(|| Outdated {
                path: it.key().clone(),
                has_come_or_gone: it.written.is_some() != now.is_some(),
            })
        });
        outdated.collect()
    }

    /// The paths that were looked up on disk and that `is_wanted` accepts, including those of missing files.
    pub fn known(&self, is_wanted: impl Fn(&str) -> bool) -> Vec<String> {
        let known = self.disk.iter().filter(|it| is_wanted(it.key()));
        known.map(|it| it.key().clone()).collect()
    }

    /// Forgets a file, because it has changed on disk. Returns whether it was looked up before.
    pub fn changed(&mut self, path: &str) -> bool {
        self.disk.remove(path).is_some()
    }
}

impl OnDisk {
    fn read(path: &str) -> OnDisk {
        // The time is read before the text, so that a change in between is noticed later.
        let written = written(path);
        let text = disk::source(path);
        OnDisk { text, written }
    }
}

fn written(path: &str) -> Written {
    let metadata = std::fs::metadata(path).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

impl Files for Overlay {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        if let Some(text) = self.open.get(path) {
            return Some(text.clone());
        }
        if let Some((test, name)) = split::whole_and_name(path)
            && let Some(text) = self.read(test)
        {
            let part = split::part(&syntax::text::encode(&text), name);
            return part.map(|it| syntax::text::decoded(&it).into());
        }
        if let Some(known) = self.disk.get(path) {
            return known.text.clone();
        }
        // Other readers of this file wait until it is read.
        let file = self.disk.entry(path.to_owned());
        file.or_insert_with(|| OnDisk::read(path)).text.clone()
    }
}
