//! What has to hold for all build files: units are found, or not, and in bounded time.

use std::collections::BTreeMap;

use project::{Entry, FileTree, Settings, discover};

/// The files that a workspace is made of; a piece of the input each.
const NAMES: [&str; 12] = [
    "/w/CMakeLists.txt",
    "/w/lib/CMakeLists.txt",
    "/w/cmake/modules/Own.cmake",
    "/w/build/build.ninja",
    "/w/build/CMakeCache.txt",
    "/w/build/tablegen_compile_commands.yml",
    "/w/BUILD.bazel",
    "/w/lib/BUILD",
    "/w/lib/a.td",
    "/w/lib/b.td",
    "/w/test/c.td",
    "/w/build/rules.ninja",
];

/// The pieces between NULs are files; the first byte of each says which.
pub fn discovery(data: &[u8]) {
    let pieces = data.split(|it| *it == 0).filter_map(<[u8]>::split_first);
    let files = pieces.map(|(name, text)| (NAMES[usize::from(*name) % NAMES.len()], text.to_vec()));
    let tree = Tree(files.collect());
    let project = discover(&["/w".to_owned()], &Settings::default(), &tree);
    for (index, unit) in project.units().iter().enumerate() {
        assert!(!project.name(index).is_empty());
        assert!(unit.has_unknown() || unit.root().starts_with('/'), "{}", unit.root());
    }
}

struct Tree(BTreeMap<&'static str, Vec<u8>>);

impl FileTree for Tree {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.0.get(path).cloned()
    }

    fn exists(&self, path: &str) -> bool {
        self.0.contains_key(path) || !self.list(path).is_empty()
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
