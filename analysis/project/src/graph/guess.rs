//! Guesses the targets of includes that are not found in the include directories.

use std::sync::Arc;

use super::{FileId, Graph, MAX_REMEMBERED, MAX_STEPS};
use crate::path;

/// The largest number of includes of each file that are compared to choose an LLVM.
const MAX_NEEDS: usize = 50;

/// The conventional include directories of LLVM's projects, relative to the folders around a file.
const CONVENTIONAL: [&str; 6] = [
    "",
    "include",
    "llvm/include",
    "llvm/lib/Target",
    "mlir/include",
    "clang/include",
];

impl Graph<'_> {
    /// The probable target of an include in `file`, and the include directory with which the include resolves to the
    /// target. `None` if there is no candidate, or if a limit is reached.
    pub(super) fn guess(&mut self, file: FileId, include: &str) -> Option<(FileId, String)> {
        let path = self.path(file);
        let folder = path::parent(&path);
        let key = (folder.to_owned(), include.to_owned());
        self.steps += 1 + (folder.len() + include.len()) / 256;
        if let Some(known) = self.guesses.get(&key) {
            return known.clone();
        }
        if self.steps > MAX_STEPS {
            return None;
        }
        let found = self.guess_in(folder, include);
        if self.guesses.len() < MAX_REMEMBERED {
            self.guesses.insert(key, found.clone());
        }
        found
    }

    pub(super) fn conventional(&mut self, folder: &str) -> Arc<[String]> {
        if let Some(known) = self.conventional.get(folder) {
            return known.clone();
        }
        let own = CONVENTIONAL.iter().map(|it| path::join(folder, it));
        let mut found: Vec<String> = own.filter(|it| self.has_folder(it)).collect();
        if let Some(parent) = self.bounds.above(folder) {
            found.extend_from_slice(&self.conventional(parent));
        }
        let found: Arc<[String]> = found.into();
        self.conventional.insert(folder.to_owned(), found.clone());
        found
    }

    fn guess_in(&mut self, folder: &str, include: &str) -> Option<(FileId, String)> {
        let around = self.find_around(folder, include);
        around.or_else(|| self.find_nearest(folder, include))
    }

    /// The target of an include in the conventional folders around `folder`, and the conventional folder that was used.
    pub(super) fn find_around(&mut self, folder: &str, include: &str) -> Option<(FileId, String)> {
        for candidate in self.conventional(folder).iter() {
            if let Some(id) = self.find(std::slice::from_ref(candidate), include) {
                return Some((id, candidate.clone()));
            }
        }
        None
    }

    /// The file of the workspace whose path ends in `include` and that is nearest to `folder`, and the include
    /// directory with which the include resolves to this file.
    fn find_nearest(&mut self, folder: &str, include: &str) -> Option<(FileId, String)> {
        let end = format!("/{}", path::normalize(include.trim_start_matches('/')));
        let same_name = self.by_name.get(path::file_name(include));
        let same_name = same_name.map_or(&[][..], Vec::as_slice);
        self.steps += same_name.len();
        let nearest = same_name
            .iter()
            .filter_map(|id| {
                let path = &self.files[*id as usize].path;
                let start = path.strip_suffix(end.as_str())?;
                Some((
                    path::distance(folder, path::parent(path)),
                    *id,
                    start.to_owned(),
                ))
            })
            .min();
        nearest.map(|(_, id, start)| (id, start))
    }

    /// The target of an include in an LLVM outside of the workspace, and the include directory with which the include
    /// resolves to the target. The LLVMs in `used` are tried first. If none of them has the target, the other LLVMs
    /// that have it are compared: the one that has the most targets of the includes in `files` is added to `used`.
    pub(super) fn guess_installed(
        &mut self,
        files: &[FileId],
        include: &str,
        used: &mut Vec<usize>,
    ) -> Option<(FileId, String)> {
        for index in used.clone() {
            if let Some(found) = self.find_in(index, include) {
                return Some(found);
            }
        }
        let mut needs: Vec<String> = Vec::new();
        for file in files {
            needs.extend(self.content(*file).includes.iter().take(MAX_NEEDS).cloned());
        }
        let having: Vec<usize> = (0..self.installs.len())
            .filter(|it| self.find_in(*it, include).is_some())
            .collect();
        let best = having.into_iter().min_by_key(|index| {
            let had = needs.iter().filter(|it| self.find_in(*index, it).is_some());
            std::cmp::Reverse(had.count())
        })?;
        used.push(best);
        self.find_in(best, include)
    }

    fn find_in(&mut self, install: usize, include: &str) -> Option<(FileId, String)> {
        let folders = self.installs[install].folders.clone();
        folders.into_iter().find_map(|it| {
            let id = self.find(std::slice::from_ref(&it), include)?;
            Some((id, it))
        })
    }
}
