//! Finds the files and folders of a workspace that describe units.

use rustc_hash::FxHashSet;

use super::listed::{self, EntryNames};
use super::{FileTree, bazel, cmake, compile_commands, ninja, path, submodules};

/// Limits: the number and the depth of the searched folders, the number of their entries, and the number of sources.
const MAX_FOLDERS: usize = 100_000;
const MAX_DEPTH: usize = 64;
const MAX_ENTRIES: usize = 2_000_000;
const MAX_FILES: usize = 100_000;

/// The files and folders of a workspace that describe units.
#[derive(Debug, Default)]
pub(crate) struct FoundFiles {
    /// The paths of all `.td` files, sorted.
    pub sources: Vec<String>,
    /// The folders with a `CMakeLists.txt`, sorted, so that a folder precedes its subfolders.
    pub cmake_folders: Vec<String>,
    /// Folders with a `BUILD` file of Bazel.
    pub bazel_packages: Vec<String>,
    /// The top folders of the repositories with submodules.
    pub repositories: Vec<String>,
    /// The build folders of CMake or Ninja.
    pub build_folders: Vec<String>,
    /// The entries of the searched folders.
    pub names: EntryNames,
    /// Messages that name the parts of the workspace that were not searched, and give the reason.
    pub notes: Vec<String>,
}

/// A message if the subfolders of a workspace folder are not searched, because the folder is larger than any project:
/// the root of the file system, or a folder that is or contains the home folder. Otherwise `None`.
fn too_wide(folder: &str, home: Option<&str>) -> Option<String> {
    let what = match home {
        _ if path::parent(folder) == folder => "all that there is",
        Some(home) if home == folder => "a home folder",
        Some(home) if path::is_below(home, folder) => "a folder of home folders",
        _ => return None,
    };
    Some(format!(
        "'{folder}' is {what}: only the folders of files that are opened are looked through"
    ))
}

/// Searches `folders` and their subfolders. `home` is the user's home folder, if it is known.
pub(crate) fn walk(folders: &[String], home: Option<&str>, tree: &dyn FileTree) -> FoundFiles {
    let mut found = FoundFiles::default();
    let (mut visited, mut listed) = (0, 0);
    let mut linked = FxHashSet::default();
    let mut open: Vec<(String, usize)> = folders.iter().rev().map(|it| (it.clone(), 0)).collect();
    while let Some((folder, depth)) = open.pop() {
        visited += 1;
        let limit = match () {
            () if visited > MAX_FOLDERS => Some(format!("{MAX_FOLDERS} folders")),
            () if listed > MAX_ENTRIES => Some(format!("{MAX_ENTRIES} files")),
            () if found.sources.len() >= MAX_FILES => Some(format!("{MAX_FILES} .td files")),
            () => None,
        };
        if let Some(limit) = limit {
            let note = format!("after {limit} no more are looked for: '{folder}' is left out");
            found.notes.push(note);
            break;
        }
        let wide = (depth == 0).then(|| too_wide(&folder, home)).flatten();
        let deepest = if wide.is_some() { 0 } else { MAX_DEPTH };
        found.notes.extend(wide);
        let mut entries = tree.list(&folder);
        listed += entries.len();
        entries.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        let has = |name: &str| {
            let at = entries.binary_search_by(|it| it.name.as_str().cmp(name));
            at.is_ok_and(|at| !entries[at].is_folder)
        };
        // Cache folders contain this file. An example is Cargo's target folder.
        if depth > 0 && has("CACHEDIR.TAG") {
            continue;
        }
        let is_project = has(cmake::NAME);
        if has(compile_commands::NAME) || has(ninja::NAME) || has("CMakeCache.txt") {
            if !found.build_folders.contains(&folder) {
                found.build_folders.push(folder.clone());
            }
            // The files in a build folder are not sources of the workspace, unless the project is built in its source
            // folder.
            if depth > 0 && !is_project {
                continue;
            }
        }
        if bazel::NAMES.iter().any(|it| has(it)) {
            found.bazel_packages.push(folder.clone());
        }
        if is_project {
            found.cmake_folders.push(folder.clone());
        }
        if has(submodules::NAME) {
            found.repositories.push(folder.clone());
        }
        for entry in entries.iter().rev() {
            let hidden = entry.name.starts_with(['.']) || entry.name == "node_modules";
            if !entry.is_folder || depth >= deepest || hidden {
                continue;
            }
            // Links may form cycles, and Bazel's links lead to the output of whole builds.
            let follows = entry.target.as_ref().is_none_or(|target| {
                !entry.name.starts_with("bazel-")
                    && too_wide(target, home).is_none()
                    && !path::is_below(&folder, target)
                    && !folders.iter().any(|it| path::is_below(target, it))
                    && linked.insert(target.clone())
            });
            if follows {
                open.push((path::join(&folder, &entry.name), depth + 1));
            }
        }
        let sources = entries
            .iter()
            .filter(|it| !it.is_folder && it.name.ends_with(".td"));
        found
            .sources
            .extend(sources.map(|it| path::join(&folder, &it.name)));
        // An empty listing may mean that the folder cannot be listed. Files in the folder may be accessible
        // nevertheless.
        if !entries.is_empty() {
            found.names.insert(folder, listed::names(entries));
        }
    }
    found.sources.sort_unstable();
    found.sources.dedup();
    found.cmake_folders.sort_unstable();
    found.cmake_folders.dedup();
    found.bazel_packages.sort_unstable();
    found.bazel_packages.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::super::Entry;
    use super::super::testing::Memory;
    use super::*;

    #[test]
    fn builds_and_caches_are_no_sources() {
        let files = [
            "/s/a.td",
            "/s/b/CMakeLists.txt",
            "/s/b/c/CMakeLists.txt",
            "/s/b/x.td",
            "/s/build/build.ninja",
            "/s/build/made.td",
            "/s/target/CACHEDIR.TAG",
            "/s/target/y.td",
            "/s/.git/z.td",
        ];
        let tree = Memory::new(&files.map(|it| (it, "")));
        let found = walk(&["/s".to_owned(), "/s/b".to_owned()], None, &tree);
        assert_eq!(found.sources, ["/s/a.td", "/s/b/x.td"]);
        assert_eq!(found.cmake_folders, ["/s/b", "/s/b/c"]);
        assert_eq!(found.build_folders, ["/s/build"]);
    }

    /// `/s/in` leads to `/o`, and in each of these `again` leads to `/o` and `up` to `/s`.
    struct Linked;

    impl FileTree for Linked {
        fn read(&self, _: &str, _: usize) -> Option<Vec<u8>> {
            None
        }

        fn exists(&self, _: &str) -> bool {
            true
        }

        fn list(&self, folder: &str) -> Vec<Entry> {
            let link = |name, target: &str| Entry {
                target: Some(target.to_owned()),
                ..Entry::folder(name)
            };
            match folder {
                "/s" => vec![link("in", "/o"), link("up", "/s"), link("bazel-x", "/x")],
                _ => vec![Entry::file("a.td"), link("again", "/o"), link("up", "/s")],
            }
        }
    }

    #[test]
    fn links_are_followed_once() {
        let found = walk(&["/s".to_owned()], None, &Linked);
        assert_eq!(found.sources, ["/s/in/a.td"]);
        // Neither are links to folders larger than any project.
        let found = walk(&["/s".to_owned()], Some("/o"), &Linked);
        assert_eq!(found.sources, [""; 0]);
    }

    #[test]
    fn nobody_works_on_everything() {
        let check = |folder: &str, sources: &[&str], notes: &[&str]| {
            let files = ["/x.td", "/h/y.td", "/h/u/a.td", "/h/u/p/b.td", "/o/c.td"];
            let tree = Memory::new(&files.map(|it| (it, "")));
            let found = walk(&[folder.to_owned()], Some("/h/u"), &tree);
            assert_eq!(found.sources, sources);
            assert_eq!(found.notes, notes);
        };
        let rest = "only the folders of files that are opened are looked through";
        check(
            "/",
            &["/x.td"],
            &[&format!("'/' is all that there is: {rest}")],
        );
        check(
            "/h",
            &["/h/y.td"],
            &[&format!("'/h' is a folder of home folders: {rest}")],
        );
        check(
            "/h/u",
            &["/h/u/a.td"],
            &[&format!("'/h/u' is a home folder: {rest}")],
        );
        check("/h/u/p", &["/h/u/p/b.td"], &[]);
        check("/o", &["/o/c.td"], &[]);
    }

    /// Each folder has two more in it.
    struct Endless;

    impl FileTree for Endless {
        fn read(&self, _: &str, _: usize) -> Option<Vec<u8>> {
            None
        }

        fn exists(&self, _: &str) -> bool {
            true
        }

        fn list(&self, _: &str) -> Vec<Entry> {
            vec![Entry::folder("a"), Entry::folder("b")]
        }
    }

    #[test]
    fn what_has_no_end_is_left_out() {
        let found = walk(&["/s".to_owned()], None, &Endless);
        let [note] = &found.notes[..] else {
            panic!("{:?}", found.notes);
        };
        assert!(note.starts_with("after 100000 folders no more are looked for: '/s/"));
    }
}
