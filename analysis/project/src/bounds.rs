//! Finds the top folder of a project. Folders above it may belong to other users and are not read.

use rustc_hash::FxHashMap;

use super::{FileTree, Owner, path};

/// The entries that mark the top folder of a repository.
const REPOSITORIES: [&str; 3] = [".git", ".hg", ".jj"];
/// The entries that mark the top folder of LLVM's sources, or of its installed headers.
const OF_LLVM: [&str; 2] = ["llvm/include/llvm", "include/llvm"];

/// Whether a folder is the top of a repository.
pub fn is_repository(folder: &str, tree: &dyn FileTree) -> bool {
    REPOSITORIES
        .iter()
        .any(|it| tree.exists(&path::join(folder, it)))
}

/// Whether a folder looks like the top folder of a project. The root of the file system and the system folders `/usr`
/// and `/usr/local` are excluded, because they may contain LLVM's installed headers.
fn is_project(folder: &str, tree: &dyn FileTree) -> bool {
    let mut of_llvm = OF_LLVM.iter();
    !path::is_root(folder)
        && !matches!(folder, "/usr" | "/usr/local")
        && (is_repository(folder, tree) || of_llvm.any(|it| tree.exists(&path::join(folder, it))))
}

/// Finds the projects that contain files.
pub(crate) struct Bounds<'a> {
    tree: &'a dyn FileTree,
    /// The folders of the workspace.
    workspace: &'a [String],
    /// The current working folder of the user.
    current: Option<&'a str>,
    /// For folders outside of the workspace and the current folder, whether they are in a project.
    known: FxHashMap<String, bool>,
}

impl<'a> Bounds<'a> {
    pub(crate) fn new(
        workspace: &'a [String],
        current: Option<&'a str>,
        tree: &'a dyn FileTree,
    ) -> Bounds<'a> {
        Bounds {
            tree,
            workspace,
            current,
            known: FxHashMap::default(),
        }
    }

    /// The parent of a folder if both are in the same project. A project is a folder of the workspace, the current
    /// folder of the user, or a repository or LLVM source tree whose folders belong to the user.
    pub(crate) fn above<'p>(&mut self, folder: &'p str) -> Option<&'p str> {
        let parent = path::ancestors(folder).nth(1)?;
        let in_workspace = self.workspace.iter().any(|it| path::is_below(parent, it));
        let in_current = self.current.is_some_and(|it| path::is_below(parent, it));
        let is_inside = in_workspace
            || in_current && self.tree.owner(parent) != Owner::Anyone
            || self.is_in_project(parent);
        is_inside.then_some(parent)
    }

    /// The folder of LLVM's own sources that is nearest to a folder of a project: the folder itself, its `llvm`
    /// subfolder, or one of these in an enclosing folder.
    pub(crate) fn llvm_near(&mut self, folder: &str) -> Option<String> {
        let tree = self.tree;
        let mut around = std::iter::successors(Some(folder), |it| self.above(it));
        around.find_map(|around| {
            let candidates = [around.to_owned(), path::join(around, "llvm")];
            let is_llvm = |it: &String| tree.exists(&format!("{it}/include/llvm/Target/Target.td"));
            candidates.into_iter().find(is_llvm)
        })
    }

    fn is_in_project(&mut self, folder: &str) -> bool {
        if let Some(known) = self.known.get(folder) {
            return *known;
        }
        let is_inside = self.tree.owner(folder) == Owner::User
            && (is_project(folder, self.tree)
                || path::ancestors(folder)
                    .nth(1)
                    .is_some_and(|it| self.is_in_project(it)));
        self.known.insert(folder.to_owned(), is_inside);
        is_inside
    }
}

#[cfg(test)]
mod tests {
    use super::super::Entry;
    use super::super::testing::Memory;
    use super::*;

    /// `/tmp` and `/w/open` are world-writable, `/other` belongs to another user.
    struct Shared(Memory);

    impl FileTree for Shared {
        fn read(&self, path: &str, most: usize) -> Option<Vec<u8>> {
            self.0.read(path, most)
        }

        fn list(&self, folder: &str) -> Vec<Entry> {
            self.0.list(folder)
        }

        fn exists(&self, path: &str) -> bool {
            self.0.exists(path)
        }

        fn owner(&self, folder: &str) -> Owner {
            match folder {
                "/tmp" | "/w/open" => Owner::Anyone,
                "/other" => Owner::Other,
                _ => Owner::User,
            }
        }
    }

    #[test]
    fn where_projects_end() {
        let check = |files: &[&str], workspace: &str, folder: &str, outermost: &str| {
            let files: Vec<_> = files.iter().map(|it| (*it, "")).collect();
            let tree = Shared(Memory::new(&files));
            let workspace = [workspace.to_owned()];
            let mut bounds = Bounds::new(&workspace, Some("/w"), &tree);
            let mut last = folder;
            while let Some(next) = bounds.above(last) {
                last = next;
            }
            assert_eq!(last, outermost, "{files:?}");
        };
        check(&[], "/h/p", "/h/p/a/b", "/h/p");
        check(&[], "/h/p", "/h/q/a", "/h/q/a");
        check(&["/h/.git/x"], "/h/p", "/h/p/a", "/h");
        check(&["/h/.git/x", "/h/p/.git"], "/o", "/h/p/a", "/h");
        check(
            &["/l/llvm/include/llvm/x.td"],
            "/l/llvm/lib",
            "/l/llvm/lib/T",
            "/l",
        );
        check(&["/i/include/llvm/x.td"], "/p", "/i/include/llvm/x", "/i");
        check(
            &["/usr/include/llvm/x.td", "/.git/x"],
            "/usr/p",
            "/usr/p/a",
            "/usr/p",
        );
        // Other users' files around the project do not extend it.
        check(&["/tmp/.git/x"], "/tmp/p", "/tmp/p/a", "/tmp/p");
        check(&["/tmp/.git/x"], "/o", "/tmp/p/a", "/tmp/p/a");
        check(&["/tmp/p/.git/x", "/.git/x"], "/o", "/tmp/p/a", "/tmp/p");
        check(&["/other/.git/x"], "/o", "/other/a/b", "/other/a/b");
        check(&[], "/w/p", "/w/p/a", "/w");
        check(&[], "/w/open/p", "/w/open/p/a", "/w/open/p");
        // Unless the user opened it.
        check(&[], "/tmp", "/tmp/p/a", "/tmp");
    }
}
