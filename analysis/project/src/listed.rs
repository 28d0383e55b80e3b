//! A file system that caches the listings of some folders, so that missing files need not be looked up.

use rustc_hash::FxHashMap;

use super::{Entry, FileTree, Owner, path, split};

/// For each searched folder, the names of its entries in lower case, sorted.
pub(crate) type EntryNames = FxHashMap<String, Box<[String]>>;

/// The names of a folder's entries, as stored in [`EntryNames`].
pub(crate) fn names(entries: Vec<Entry>) -> Box<[String]> {
    let names = entries.into_iter().map(|it| it.name.to_ascii_lowercase());
    let mut names: Vec<String> = names.collect();
    names.sort_unstable();
    names.into()
}

pub(crate) struct Listed<'a> {
    tree: &'a dyn FileTree,
    names: EntryNames,
}

impl<'a> Listed<'a> {
    pub(crate) fn new(tree: &'a dyn FileTree, names: EntryNames) -> Listed<'a> {
        Listed { tree, names }
    }

    /// Whether the listings show that no file with this path exists: the nearest listed folder lacks the next component
    /// of the path. Only ASCII names are compared, ignoring case: some file systems ignore case, or normalize other
    /// characters.
    fn is_missing(&self, path: &str) -> bool {
        let mut around = path::ancestors(path).skip(1);
        let known = around.find_map(|it| Some((it, self.names.get(it)?)));
        let Some((folder, names)) = known else {
            return false;
        };
        let rest = path[folder.len()..].trim_start_matches('/');
        let name = rest.split('/').next().unwrap_or(rest).to_ascii_lowercase();
        name.is_ascii() && names.binary_search(&name).is_err()
    }
}

impl Listed<'_> {
    /// The contents of the part at `path` of a split test. `None` if the path does not denote a part, or if the test is
    /// longer than `most` bytes.
    fn part(&self, path: &str, most: usize) -> Option<Vec<u8>> {
        let (test, name) = split::whole_and_name(path)?;
        split::part(&self.tree.read(test, most)?, name)
    }
}

impl FileTree for Listed<'_> {
    fn read(&self, path: &str, most: usize) -> Option<Vec<u8>> {
        if self.is_missing(path) {
            return None;
        }
        let whole = self.tree.read(path, most);
        whole.or_else(|| self.part(path, most))
    }

    fn saved(&self, path: &str, most: usize) -> Option<Vec<u8>> {
        self.tree.saved(path, most)
    }

    fn list(&self, folder: &str) -> Vec<Entry> {
        self.tree.list(folder)
    }

    fn exists(&self, path: &str) -> bool {
        !self.is_missing(path) && (self.tree.exists(path) || self.part(path, usize::MAX).is_some())
    }

    fn owner(&self, folder: &str) -> Owner {
        self.tree.owner(folder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Has everything.
    struct Full;

    impl FileTree for Full {
        fn read(&self, _: &str, _: usize) -> Option<Vec<u8>> {
            Some(Vec::new())
        }

        fn list(&self, _: &str) -> Vec<Entry> {
            Vec::new()
        }

        fn exists(&self, _: &str) -> bool {
            true
        }
    }

    #[test]
    fn what_a_listed_folder_lacks_is_not_asked_for() {
        let listing = |all: &[&str]| names(all.iter().map(|it| Entry::file(it)).collect());
        let known = [
            ("/s".to_owned(), listing(&["Z.td", "a.td", "b"])),
            ("/s/b/c".to_owned(), listing(&["d.td"])),
        ];
        let tree = Listed::new(&Full, known.into_iter().collect());
        for there in [
            "/s",
            "/s/a.td",
            "/s/A.td",
            "/s/z.td",
            "/s/ä.td",
            "/s/b",
            "/s/b/x.td",
            "/s/b/c/d.td",
            "/t/x",
        ] {
            assert!(
                tree.exists(there) && tree.read(there, 1).is_some(),
                "{there}"
            );
        }
        for missing in ["/s/x.td", "/s/x/b/c", "/s/b/c/x.td", "/s/b/c/x/d.td"] {
            assert!(
                !tree.exists(missing) && tree.read(missing, 1).is_none(),
                "{missing}"
            );
        }
    }
}
