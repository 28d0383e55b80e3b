//! Finds the includes and `RUN:` lines in files.

use std::sync::Arc;

use memchr::memmem;
use rustc_hash::FxHashSet;

use crate::{FileTree, run_line, scan};

/// The largest size of a file in bytes. Larger files count as files without includes.
pub(super) const MAX_SIZE: usize = 1 << 28;
/// The largest number of bytes that are read from all files together.
const MAX_READ: usize = 1 << 31;
/// The largest number of bytes that are kept for includes and `RUN:` lines.
const MAX_KEPT: usize = 1 << 28;

/// What remains of the limits `MAX_READ` and `MAX_KEPT`.
pub(super) struct Left {
    read: usize,
    kept: usize,
}

/// The facts of a file's text that the graph needs.
#[derive(Clone, Default)]
pub(super) struct Content {
    pub includes: Arc<[String]>,
    /// The includes in the saved text that are missing in the unsaved text of an open document.
    pub dropped: Arc<[String]>,
    pub run_lines: Arc<[String]>,
    /// Whether macros may disable parts of the file.
    pub is_conditional: bool,
}

impl Content {
    pub(super) fn read(path: &str, tree: &dyn FileTree, left: &mut Left) -> Content {
        let bytes = tree.read(path, MAX_SIZE.min(left.read)).unwrap_or_default();
        left.read = left.read.saturating_sub(bytes.len().max(1000));
        let includes = scan::includes(&bytes);
        let saved = tree.saved(path, MAX_SIZE);
        let mut dropped = saved.map_or_else(Vec::new, |it| scan::includes(&it));
        let known: FxHashSet<&String> = includes.iter().collect();
        dropped.retain(|it| !known.contains(it));
        let run_lines = run_line::lines(&bytes);
        let kept = includes.iter().chain(&dropped).chain(&run_lines);
        let kept = kept.map(|it| 64 + it.len()).sum();
        let Some(rest) = left.kept.checked_sub(kept) else {
            left.kept = 0;
            return Content::default();
        };
        left.kept = rest;
        Content {
            includes: includes.into(),
            dropped: dropped.into(),
            run_lines: run_lines.into(),
            is_conditional: memmem::find(&bytes, b"#if").is_some(),
        }
    }
}

/// Reads many files on all cores. Returns the contents of the files, and the budget for further files. That budget
/// is used up if a thread has used up its own budget. If a thread cannot be started, the contents of its files are
/// `None`.
pub(super) fn read_all(paths: &[String], tree: &dyn FileTree) -> (Vec<Option<Content>>, Left) {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut contents = vec![None; paths.len()];
    let share = paths.len().div_ceil(threads).max(1);
    // Each thread has a separate budget. With a shared budget, the speed of the threads would decide which files are
    // read.
    let shares = 1 + paths.len().div_ceil(share);
    let mut lefts: Vec<Left> = (0..shares).map(|_| Left::share(shares)).collect();
    std::thread::scope(|scope| {
        let paths = paths.chunks(share);
        for ((paths, contents), left) in paths.zip(contents.chunks_mut(share)).zip(&mut lefts) {
            let read = move || {
                for (path, content) in paths.iter().zip(contents) {
                    *content = Some(Content::read(path, tree, left));
                }
            };
            _ = std::thread::Builder::new().spawn_scoped(scope, read);
        }
    });
    let is_used_up = lefts.iter().any(Left::is_used_up);
    let mut left = Left::share(shares);
    if is_used_up {
        left.read = 0;
    }
    (contents, left)
}

impl Left {
    pub(super) fn share(shares: usize) -> Left {
        Left {
            read: MAX_READ / shares,
            kept: MAX_KEPT / shares,
        }
    }

    pub(super) fn is_used_up(&self) -> bool {
        self.read == 0 || self.kept == 0
    }
}
