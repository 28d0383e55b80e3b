//! A file system in memory, for tests.

use std::collections::BTreeMap;

use super::{Entry, FileTree, path};

/// The contents of the files, keyed by path.
#[derive(Default)]
pub(crate) struct Memory(BTreeMap<String, Vec<u8>>);

impl Memory {
    pub(crate) fn new(files: &[(&str, impl AsRef<[u8]>)]) -> Memory {
        let files = files.iter();
        Memory(
            files
                .map(|(path, text)| ((*path).to_owned(), text.as_ref().to_vec()))
                .collect(),
        )
    }
}

impl FileTree for Memory {
    fn read(&self, path: &str, most: usize) -> Option<Vec<u8>> {
        let bytes = self.0.get(path).filter(|it| it.len() <= most);
        bytes.cloned()
    }

    fn exists(&self, path: &str) -> bool {
        self.0.keys().any(|it| path::is_below(it, path))
    }

    fn list(&self, folder: &str) -> Vec<Entry> {
        let start = format!("{}/", folder.trim_end_matches('/'));
        let inside = self.0.keys().filter_map(|it| it.strip_prefix(&start));
        let mut entries: Vec<Entry> = inside
            .map(|it| match it.split_once('/') {
                Some((name, _)) => Entry::folder(name),
                None => Entry::file(it),
            })
            .collect();
        entries.dedup();
        entries
    }
}
