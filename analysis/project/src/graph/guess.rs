//! Guesses for includes that no include directory has.

use std::sync::Arc;

use super::{FileId, Graph, MAX_REMEMBERED, MAX_STEPS};
use crate::path;

/// The most includes of each file that are used to choose an LLVM.
const MAX_NEEDS: usize = 50;

/// The conventional places of headers in the folders around a file, in LLVM's projects.
const CONVENTIONAL: [&str; 6] = [
    "",
    "include",
    "llvm/include",
    "llvm/lib/Target",
    "mlir/include",
    "clang/include",
];

impl Graph<'_> {
    /// The likely target of an include in `file`, and the include directory that it needs.
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

    /// The file in the folders around a folder, by convention.
    pub(super) fn find_around(&mut self, folder: &str, include: &str) -> Option<(FileId, String)> {
        for candidate in self.conventional(folder).iter() {
            if let Some(id) = self.find(std::slice::from_ref(candidate), include) {
                return Some((id, candidate.clone()));
            }
        }
        None
    }

    /// The nearest file of the workspace whose path has this end.
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

    /// The same outside the workspace. All headers of a unit come from one LLVM, the first that has most of the files
    /// needed.
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
