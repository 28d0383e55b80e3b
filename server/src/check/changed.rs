//! `--changed-since`: the files that differ from those of a commit.
//!
//! A file has changed if the commit has another text or no file under its path in the repository. Line ends do not
//! count, since git converts them for some checkouts. A file outside of the repository, or in a nested repository,
//! counts as unchanged. The files are compared here and not by `git diff`, which runs programs that a repository's
//! attributes name.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use driver::command::Stop;
use driver::disk;
use elaborate::report::Report;
use elaborate::unit::UnitSpec;
use project::path;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::git::{self, Git};

/// Compares files with those of a commit.
pub(super) struct Changed<'a> {
    git: Git<'a>,
    /// The top folder of the repository.
    top: String,
    commit: String,
    /// Whether each compared file has changed, keyed by the file's absolute path.
    known: FxHashMap<String, bool>,
}

impl<'a> Changed<'a> {
    /// Finds the commit that `revision` names in the repository of the current folder. A git program that
    /// lies in this repository, in one of the absolute `paths` or in the repository of such a path is not run.
    pub(super) fn since(
        revision: &str,
        current: &str,
        paths: &[String],
        stop: &'a Stop,
    ) -> Result<Changed<'a>, String> {
        let top = git::repository(current).ok_or("the current folder is in no git repository")?;
        let folders = paths.iter().map(|it| git::repository(it).unwrap_or(it));
        let folders: Vec<PathBuf> = folders.chain([top, current]).map(PathBuf::from).collect();
        let git = Git::find(&folders, stop).map_err(|it| format!("git: {it}"))?;
        let commit = git.commit(top, revision);
        let (commit, _) = commit.map_err(|it| format!("no revision '{revision}': {it}"))?;
        Ok(Changed {
            git,
            top: top.to_owned(),
            commit,
            known: FxHashMap::default(),
        })
    }

    /// Compares each of `files` that has not been compared yet.
    pub(super) fn compare(&mut self, files: Vec<String>) -> Result<(), String> {
        let new = files.into_iter().filter(|it| !self.known.contains_key(it));
        let new: FxHashSet<String> = new.collect();
        let (mut paths, mut own) = (Vec::new(), Vec::new());
        for file in &new {
            match path::within(file, &self.top) {
                // Git's commands read one path per line, so they cannot read this path. Such paths are rare, and it is
                // safe to treat the file as changed.
                Some(inside) if inside.contains('\n') => {
                    self.known.insert(file.clone(), true);
                }
                Some(inside) if git::repository(path::parent(file)) == Some(&*self.top) => {
                    paths.push(inside);
                    own.push(file);
                }
                _ => {
                    self.known.insert(file.clone(), false);
                }
            }
        }
        let blobs = self.git.blobs(&self.top, &self.commit, &paths)?;
        let mut compared = Vec::new();
        for (file, blob) in own.into_iter().zip(&blobs) {
            match (disk::read(Path::new(file)), blob) {
                // The conversion of line ends makes a text only longer, so a text that is shorter than the blob has
                // changed.
                (Ok(text), Some(blob)) if blob.size <= text.len() => {
                    compared.push((file, text, blob));
                }
                (Err(_), None) => drop(self.known.insert(file.clone(), false)),
                _ => drop(self.known.insert(file.clone(), true)),
            }
        }
        let blobs: Vec<_> = compared.iter().map(|(.., blob)| *blob).collect();
        let earlier = self.git.contents(&self.top, &blobs)?;
        for ((file, text, _), earlier) in compared.into_iter().zip(earlier) {
            let is_same = unix_lines(&text) == unix_lines(&earlier);
            self.known.insert(file.clone(), !is_same);
        }
        Ok(())
    }

    /// Whether one of the files has changed. All of them must have been compared.
    pub(super) fn has_any(&self, files: &[String]) -> bool {
        files.iter().any(|it| self.has(it))
    }

    fn has(&self, file: &str) -> bool {
        self.known.get(file).copied().unwrap_or(false)
    }

    /// Whether a report on `file` counts in a unit that reads a changed file. Errors count in all files, since a change
    /// of one file may cause an error in another. Warnings and hints count only in changed files.
    pub(super) fn concerns(&self, report: &Report, file: &str) -> bool {
        report.is_error() || self.has(file)
    }
}

/// The absolute paths of the files that decide whether a unit is checked: the files that the unit reads, and the paths
/// at which its missing includes are searched for, since the commit may have files there. Relative paths start at
/// `folder`.
pub(super) fn files_of<'a>(
    folder: &str,
    spec: &UnitSpec,
    reads: impl Iterator<Item = &'a str>,
    missing: impl Iterator<Item = &'a str>,
) -> Vec<String> {
    let folders = spec.include_dirs.iter().map(|it| path::join(folder, it));
    let folders: Vec<String> = folders.chain([folder.to_owned()]).collect();
    let missing = missing.flat_map(|name| folders.iter().map(move |it| path::join(it, name)));
    let reads = reads.map(|it| disk::file_of(&path::join(folder, it)).to_owned());
    reads.chain(missing).collect()
}

/// A text with line feeds for all of its line ends.
fn unix_lines(text: &[u8]) -> Cow<'_, [u8]> {
    if memchr::memchr(b'\r', text).is_none() {
        return text.into();
    }
    let mut lines = Vec::with_capacity(text.len());
    for (at, byte) in text.iter().enumerate() {
        if *byte != b'\r' || text.get(at + 1) != Some(&b'\n') {
            lines.push(*byte);
        }
    }
    lines.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_do_not_count() {
        assert_eq!(&*unix_lines(b"a\r\nb\rc\n\r"), b"a\nb\rc\n\r");
    }
}
