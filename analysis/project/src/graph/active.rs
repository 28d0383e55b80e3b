//! Evaluates preprocessor directives: the active includes of a unit, and the active share of each file.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::content::MAX_SIZE;
use super::{FileId, Graph};
use crate::scan::{self, Directive};

/// The largest number of directives that are evaluated for one unit.
const MAX_STEPS: usize = 200_000;
/// The largest number of directives that are evaluated for all units.
const MAX_ALL_STEPS: usize = 20_000_000;
/// The greatest depth of includes. Deeper includes are not followed.
const MAX_DEPTH: usize = 200;

/// The share of a file whose whole text is active, in thousandths; see [`Graph::shares`].
pub(crate) const WHOLE: u16 = 1000;

/// The directives of a file, each with the offset of its end, and the length of the file in bytes.
pub(super) struct Directives {
    list: Vec<(usize, Directive)>,
    length: usize,
}

/// A file that has been read up to the directive with the index `next`.
struct Open {
    file: FileId,
    directives: Arc<Directives>,
    next: usize,
    /// For each open `#ifdef`, whether its current branch is active.
    conditionals: Vec<bool>,
    /// The number of active bytes so far.
    active: usize,
}

impl Open {
    fn is_on(&self) -> bool {
        self.conditionals.iter().all(|it| *it)
    }

    /// Counts the text from the last directive up to `end`, if it is active.
    fn count_up_to(&mut self, end: usize) {
        let before = self.next.checked_sub(1);
        let start = before.map_or(0, |it| self.directives.list[it].0);
        if self.is_on() {
            self.active += end.saturating_sub(start);
        }
    }
}

/// The command line with which a unit is read.
pub(crate) struct ReadAs<'a> {
    pub root: FileId,
    pub macros: &'a [String],
    /// The working directory, followed by the include directories.
    pub folders: &'a [String],
}

/// The result of evaluating the directives of a unit.
#[derive(Default)]
struct Walked {
    /// The missing includes in active text, as written.
    missing: FxHashSet<String>,
    /// The number of active bytes of each file. If a file is included several times, the largest number counts.
    active: FxHashMap<FileId, usize>,
}

impl Graph<'_> {
    /// Removes the missing includes that are in inactive text. Removes none if the evaluation takes too long.
    pub(super) fn keep_active(&mut self, missing: &mut Vec<String>, read_as: &ReadAs) {
        if let Some(walked) = self.walk(read_as) {
            missing.retain(|it| walked.missing.contains(it));
        }
    }

    /// The active share of each file of a unit in thousandths, in the order of `files`. Files without inactive text are
    /// left out. Empty if the evaluation takes too long.
    pub(crate) fn shares(&mut self, read_as: &ReadAs, files: &[FileId]) -> Vec<(FileId, u16)> {
        if !files.iter().any(|it| self.is_conditional(*it)) {
            return Vec::new();
        }
        let Some(walked) = self.walk(read_as) else {
            return Vec::new();
        };
        let shares = files.iter().filter_map(|file| {
            let active = walked.active.get(file).copied().unwrap_or(0);
            let length = self.directives(*file).length;
            let share = active * usize::from(WHOLE) / length.max(1);
            (active < length).then(|| (*file, u16::try_from(share).unwrap_or(WHOLE)))
        });
        shares.collect()
    }

    /// Evaluates the directives of a unit, given its macros. `None` if that takes too long.
    fn walk(&mut self, read_as: &ReadAs) -> Option<Walked> {
        let mut walked = Walked::default();
        let mut macros: FxHashSet<String> = read_as.macros.iter().cloned().collect();
        let mut open = vec![self.open(read_as.root)];
        let mut steps = 0;
        while let Some(file) = open.last_mut() {
            let Some((end, directive)) = file.directives.list.get(file.next).cloned() else {
                file.count_up_to(file.directives.length);
                let active = walked.active.entry(file.file).or_default();
                *active = file.active.max(*active);
                open.pop();
                continue;
            };
            file.count_up_to(end);
            file.next += 1;
            steps += 1;
            self.active_steps += 1;
            if steps > MAX_STEPS || self.active_steps > MAX_ALL_STEPS {
                return None;
            }
            let is_on = file.is_on();
            match directive {
                Directive::If { name, is_negated } => {
                    file.conditionals.push(macros.contains(&name) != is_negated);
                }
                Directive::Else => {
                    if let Some(last) = file.conditionals.last_mut() {
                        *last = !*last;
                    }
                }
                Directive::End => drop(file.conditionals.pop()),
                Directive::Define(name) if is_on => drop(macros.insert(name)),
                Directive::Include(name) if is_on => match self.resolve(read_as.folders, &name) {
                    None => drop(walked.missing.insert(name)),
                    Some(found) if open.len() < MAX_DEPTH => open.push(self.open(found)),
                    Some(_) => {}
                },
                Directive::Define(_) | Directive::Include(_) => {}
            }
        }
        Some(walked)
    }

    fn open(&mut self, file: FileId) -> Open {
        Open {
            file,
            directives: self.directives(file),
            next: 0,
            conditionals: Vec::new(),
            active: 0,
        }
    }

    fn directives(&mut self, file: FileId) -> Arc<Directives> {
        if let Some(known) = self.directives.get(&file) {
            return known.clone();
        }
        let text = self.tree.read(&self.path(file), MAX_SIZE);
        let text = text.unwrap_or_default();
        let found = Arc::new(Directives {
            list: scan::directives(&text),
            length: text.len(),
        });
        self.directives.insert(file, found.clone());
        found
    }
}
