//! Files as the server sees them: open documents win over the disk, and the disk is asked once.

use std::sync::{Arc, Mutex, PoisonError};

use analysis::unit::Files;
use rustc_hash::FxHashMap;

/// Texts by path. What was read stays known until it is said to have changed.
#[derive(Default)]
pub struct CachedFiles {
    open: FxHashMap<String, Arc<str>>,
    /// `None` for a file that is not there.
    disk: Mutex<FxHashMap<String, Option<Arc<str>>>>,
}

impl CachedFiles {
    /// Sets the text of an open document. Returns whether there was no such file before.
    pub fn open(&mut self, path: &str, text: Arc<str>) -> bool {
        let known = self.open.insert(path.to_owned(), text);
        let disk = self.disk.get_mut().unwrap_or_else(PoisonError::into_inner);
        known.is_none() && !matches!(disk.get(path), Some(Some(_)))
    }

    /// From now on the disk counts again.
    pub fn close(&mut self, path: &str) {
        self.open.remove(path);
        self.changed(path);
    }

    /// The file on disk is no longer what it was.
    pub fn changed(&mut self, path: &str) {
        let disk = self.disk.get_mut();
        disk.unwrap_or_else(PoisonError::into_inner).remove(path);
    }
}

impl Files for CachedFiles {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        if let Some(text) = self.open.get(path) {
            return Some(text.clone());
        }
        let mut disk = self.disk.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = disk.get(path) {
            return known.clone();
        }
        let bytes = std::fs::read(path).ok();
        let text = bytes.map(|bytes| syntax::text::decode(&bytes).into());
        disk.insert(path.to_owned(), text.clone());
        text
    }
}
