//! What changed between two texts, line by line.

use std::ops::Range;

use rustc_hash::FxHashMap;
use serde::Serialize;

/// Lines that are replaced.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TextEdit {
    /// In the old text.
    pub start_line: usize,
    pub end_line: usize,
    pub text: String,
}

/// The edits that make one text of another, in order.
pub(crate) fn edits(old: &str, new: &str) -> Vec<TextEdit> {
    let old: Vec<&str> = old.split_inclusive('\n').collect();
    let new: Vec<&str> = new.split_inclusive('\n').collect();
    let mut edits = Vec::new();
    between(&old, &new, 0, 0, &mut edits);
    edits
}

/// The lines of the old text that stand for some lines of the new one: all that an edit replaced by any of them, and
/// what was removed between them and at their ends.
pub(crate) fn lines_before(edits: &[TextEdit], lines: Range<usize>) -> Range<usize> {
    let mut start: Option<usize> = None;
    let mut end = 0;
    // How many lines the edits so far have added and removed.
    let (mut added, mut removed) = (0, 0);
    for edit in edits {
        let count = edit.text.split_inclusive('\n').count();
        let new_start = edit.start_line + added - removed;
        let is_removal = count == 0;
        if new_start > lines.end || new_start == lines.end && !is_removal {
            break;
        }
        let new_end = new_start + count;
        if new_end > lines.start || new_end == lines.start && is_removal {
            start.get_or_insert_with(|| edit.start_line.min(lines.start + removed - added));
            end = edit.end_line;
        }
        added += count;
        removed += edit.end_line - edit.start_line;
    }
    let before = |line: usize| (line + removed).saturating_sub(added);
    start.unwrap_or(before(lines.start))..end.max(before(lines.end))
}

/// How often the parts between common lines are looked through for more of them.
const MAX_DEPTH: usize = 8;

/// Adds the edits of a part that starts at a line of the old text.
fn between(old: &[&str], new: &[&str], at: usize, depth: usize, edits: &mut Vec<TextEdit>) {
    let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (old, new, at) = (&old[start..], &new[start..], at + start);
    let end = old.iter().rev().zip(new.iter().rev());
    let end = end.take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[..old.len() - end], &new[..new.len() - end]);
    if old.is_empty() && new.is_empty() {
        return;
    }
    let anchors = match depth < MAX_DEPTH {
        true => anchors(old, new),
        false => Vec::new(),
    };
    if anchors.is_empty() {
        edits.push(TextEdit {
            start_line: at,
            end_line: at + old.len(),
            text: new.concat(),
        });
        return;
    }
    let (mut from, mut to) = (0, 0);
    for (a, b) in anchors.into_iter().chain([(old.len(), new.len())]) {
        between(&old[from..a], &new[to..b], at + from, depth + 1, edits);
        (from, to) = ((a + 1).min(old.len()), (b + 1).min(new.len()));
    }
}

/// Lines that both have exactly once, and in the same order.
fn anchors(old: &[&str], new: &[&str]) -> Vec<(usize, usize)> {
    let mut places: FxHashMap<&str, [Option<usize>; 2]> = FxHashMap::default();
    let mut often: FxHashMap<&str, bool> = FxHashMap::default();
    for (side, lines) in [old, new].into_iter().enumerate() {
        for (index, line) in lines.iter().enumerate() {
            let place = &mut places.entry(line).or_default()[side];
            if place.replace(index).is_some() {
                often.insert(line, true);
            }
        }
    }
    let mut unique: Vec<(usize, usize)> = places
        .into_iter()
        .filter(|(line, _)| !often.contains_key(line))
        .filter_map(|(_, [a, b])| Some((a?, b?)))
        .collect();
    unique.sort_unstable();
    rising(&unique)
}

/// The longest part of a list whose second numbers rise.
fn rising(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // For each length the pair with which a rising part of it ends lowest, and what is before each pair.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (index, (_, b)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| pairs[*end].1 < *b);
        before.push(length.checked_sub(1).map(|it| ends[it]));
        match ends.get_mut(length) {
            Some(end) => *end = index,
            None => ends.push(index),
        }
    }
    let mut chain = Vec::with_capacity(ends.len());
    let mut next = ends.last().copied();
    while let Some(index) = next {
        chain.push(pairs[index]);
        next = before[index];
    }
    chain.reverse();
    chain
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Applies edits as a client would.
    fn apply(old: &str, edits: &[TextEdit]) -> String {
        let mut lines: Vec<&str> = old.split_inclusive('\n').collect();
        for edit in edits.iter().rev() {
            lines.splice(edit.start_line..edit.end_line, [edit.text.as_str()]);
        }
        lines.concat()
    }

    #[track_caller]
    fn check(old: &str, new: &str, count: usize) {
        let edits = edits(old, new);
        assert_eq!(apply(old, &edits), new);
        assert_eq!(edits.len(), count, "{edits:?}");
    }

    #[test]
    fn lines_of_the_old_text() {
        let old = "a\nb\nc\nd\ne\nf\n";
        let new = "a\nx\ny\nz\nc\nd\nf\n";
        let edits = edits(old, new);
        let before = |start, end| {
            let old: Vec<&str> = old.lines().collect();
            old[lines_before(&edits, start..end)].concat()
        };
        assert_eq!(before(0, 7), "abcdef");
        assert_eq!(before(0, 1), "a");
        assert_eq!(before(2, 3), "b");
        assert_eq!(before(3, 5), "bc");
        assert_eq!(before(4, 5), "c");
        assert_eq!(before(5, 6), "de");
        assert_eq!(before(6, 7), "ef");
        assert_eq!(lines_before(&[], 3..5), 3..5);
    }

    #[test]
    fn texts() {
        check("a\nb\nc\n", "a\nb\nc\n", 0);
        check("a\nb\nc\n", "a\nx\nc\n", 1);
        check("a\nb\nc\nd\ne\n", "a\nx\nc\nd\ny\n", 2);
        check("a\nb\nc\nd\ne\n", "x\na\nc\nd\ne", 3);
        check("", "a\n", 1);
        check("a\na\na\n", "a\na\n", 1);
        check("1\n2\n3\n4\n", "3\n4\n1\n2\n", 2);
    }
}
