//! The tables of an earlier state of a unit's files, kept for the next comparison with that state.

use std::sync::Arc;

use elaborate::diagnostic::At;

use super::run_result::Read;
use super::{Previews, diff};
use crate::lsp::unit::UnitInfo;

/// Tables with more bytes than this are not kept.
const MAX_KEPT: usize = 128 << 20;

/// A table, or the reason why it cannot be made.
pub(crate) type Made = Result<Arc<str>, Failure>;

/// The first error of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Failure {
    /// The message, in one line.
    pub message: String,
    pub at: Option<At>,
}

/// The tables of an earlier state of a unit's files, and how they last differed from the current ones.
#[derive(Clone)]
pub(crate) struct Compared {
    pub info: Arc<UnitInfo>,
    /// The key of the earlier state, such as a commit.
    pub key: String,
    /// The tables of the earlier state, each with the command line of its run.
    pub earlier: Vec<(String, Made)>,
    /// For each command line, the records that the last run on the current files read, and the last difference.
    pub latest: Vec<(String, Arc<Read>, Difference)>,
}

/// How a table differs from an earlier one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Difference {
    /// The numbers of removed and added lines.
    pub removed: usize,
    pub added: usize,
    /// The number of lines that differ in numbers only; they are neither removed nor added.
    pub renumbered: usize,
    /// The error if one of the tables cannot be made.
    pub failure: Option<String>,
    /// The place of an error of the current table; `None` for an error of the earlier table.
    pub place: Option<At>,
}

impl Difference {
    pub(crate) fn of(old: &Made, new: &Made) -> Difference {
        let failed = |message: String, place| Difference {
            failure: Some(message),
            place,
            ..Difference::default()
        };
        match (old, new) {
            (Ok(old), Ok(new)) => Difference::between(old, new),
            // A table that fails with the same error before and after has not changed.
            (Err(old), Err(new)) if old.message == new.message => {
                failed(new.message.clone(), new.at)
            }
            (Err(old), _) => failed(format!("before: {}", old.message), None),
            (_, Err(new)) => failed(new.message.clone(), new.at),
        }
    }

    fn between(old: &str, new: &str) -> Difference {
        let mut difference = Difference::default();
        let mut lines = old.split_inclusive('\n');
        let mut at = 0;
        for edit in diff::edits(old, new) {
            let skipped = lines.by_ref().take(edit.start_line - at).count();
            debug_assert_eq!(skipped, edit.start_line - at);
            let count = edit.end_line - edit.start_line;
            let before: String = lines.by_ref().take(count).map(without_numbers).collect();
            at = edit.end_line;
            let after: String = edit
                .text
                .split_inclusive('\n')
                .map(without_numbers)
                .collect();
            let mut removed = 0;
            for rest in diff::edits(&before, &after) {
                removed += rest.end_line - rest.start_line;
                difference.added += rest.text.split_inclusive('\n').count();
            }
            difference.removed += removed;
            difference.renumbered += count - removed;
        }
        difference
    }
}

/// The prefix of the names of anonymous records. A number follows the prefix.
const ANONYMOUS: &str = "anonymous_";

/// A line with `0` in place of each word that begins with a digit, without the numbers of anonymous records, and with
/// one space in place of each run of spaces and tabs.
fn without_numbers(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let word = rest.len()
            - rest
                .trim_start_matches(|it: char| it.is_alphanumeric() || it == '_')
                .len();
        let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let len = if word > 0 {
            match rest[..word].strip_prefix(ANONYMOUS) {
                Some(number) if number.bytes().all(|it| it.is_ascii_digit()) => {
                    out.push_str(ANONYMOUS)
                }
                _ if first.is_ascii_digit() => out.push('0'),
                _ => out.push_str(&rest[..word]),
            }
            word
        } else if blank > 0 {
            out.push(' ');
            blank
        } else {
            out.push(first);
            first.len_utf8()
        };
        rest = &rest[len..];
    }
    out
}

impl Previews {
    /// The kept tables of a unit in the earlier state with the key `key`; `None` if they were not kept.
    pub(crate) fn compared(&self, info: &Arc<UnitInfo>, key: &str) -> Option<Arc<Compared>> {
        let state = self.state();
        let known = state.compared.as_ref();
        known
            .filter(|it| Arc::ptr_eq(&it.info, info) && it.key == key)
            .cloned()
    }

    /// The number of saves and changes on disk so far.
    pub(crate) fn saves(&self) -> u64 {
        self.state().saves
    }

    /// Keeps the tables of an earlier state. Does nothing if files were saved or have changed on disk since
    /// [`Previews::saves`] returned `saves`.
    pub(crate) fn keep_compared(&self, compared: Compared, saves: u64) {
        let made = compared.earlier.iter().filter_map(|it| it.1.as_ref().ok());
        let bytes: usize = made.map(|it| it.len()).sum();
        let mut state = self.state();
        if state.saves == saves && bytes <= MAX_KEPT {
            state.compared = Some(Arc::new(compared));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(old: &str, new: &str, (removed, added, renumbered): (usize, usize, usize)) {
        let want = Difference {
            removed,
            added,
            renumbered,
            ..Difference::default()
        };
        assert_eq!(Difference::between(old, new), want);
    }

    #[test]
    fn lines_that_differ_in_numbers_are_counted_apart() {
        check("a 1\nb\n", "a 1\nb\n", (0, 0, 0));
        check("a 1,\nb\n", "a 2,\nb\n", (0, 0, 1));
        check("/*  9*/ 0x1F, A1\n", "/* 10*/ 0x2E, A1\n", (0, 0, 1));
        check("A1\n", "A2\n", (1, 1, 0));
        check("x anonymous_1;\n", "x anonymous_27;\n", (0, 0, 1));
        check("a 1\nb 2\nc 3\n", "a 1\nnew\nb 3\nc 4\n", (0, 1, 2));
        check("a 1\nold\nb 3\n", "a 1\nb 2\n", (1, 0, 1));
    }
}
