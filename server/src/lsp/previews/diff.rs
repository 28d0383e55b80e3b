//! Differences between two texts, line by line.

use std::ops::Range;

use imara_diff::{Algorithm, Diff, InternedInput, Token};
use serde::Serialize;

/// A replacement of whole lines.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TextEdit {
    /// The replaced lines of the old text are `start_line..end_line`, counted from 0.
    pub start_line: usize,
    pub end_line: usize,
    pub text: String,
}

/// The edits that change one text to another, in order.
///
/// Tables are long and change in few places. So the texts are split into lines only around each difference. If no equal
/// lines follow nearby, the rest of both texts is split.
pub(crate) fn edits(old: &str, new: &str) -> Vec<TextEdit> {
    let mut edits = Vec::new();
    let end = same_lines_at_end(old, new);
    let (mut old, mut new) = (&old[..old.len() - end], &new[..new.len() - end]);
    let mut at = 0;
    loop {
        let same = same_lines(old, new);
        at += count_lines(&old[..same]);
        (old, new) = (&old[same..], &new[same..]);
        if old.is_empty() && new.is_empty() {
            return edits;
        }
        let replaced = replaced_nearby(old, new).or_else(|| replaced_in_place(old, new));
        let Some((removed, added)) = replaced else {
            break;
        };
        let end_line = at + count_lines(&old[..removed]);
        edits.push(TextEdit {
            start_line: at,
            end_line,
            text: new[..added].to_owned(),
        });
        at = end_line;
        (old, new) = (&old[removed..], &new[added..]);
    }
    let input = InternedInput::new(old, new);
    let diff = Diff::compute(Algorithm::Myers, &input);
    let lines = |tokens: &[Token]| tokens.iter().map(|it| input.interner[*it]).collect();
    edits.extend(diff.hunks().map(|hunk| TextEdit {
        start_line: at + hunk.before.start as usize,
        end_line: at + hunk.before.end as usize,
        text: lines(&input.after[hunk.after.start as usize..hunk.after.end as usize]),
    }));
    edits
}

/// The number of bytes of the equal whole lines at the start of two texts.
fn same_lines(old: &str, new: &str) -> usize {
    let same = same_bytes(old.as_bytes(), new.as_bytes());
    if same == old.len() && same == new.len() {
        same
    } else {
        memchr::memrchr(b'\n', &old.as_bytes()[..same]).map_or(0, |it| it + 1)
    }
}

fn same_bytes(old: &[u8], new: &[u8]) -> usize {
    /// The size in bytes of the slices that are compared at once.
    const BLOCK: usize = 1 << 10;
    let blocks = old.chunks_exact(BLOCK).zip(new.chunks_exact(BLOCK));
    let start = BLOCK * blocks.take_while(|(a, b)| a == b).count();
    let rest = old[start..].iter().zip(&new[start..]);
    start + rest.take_while(|(a, b)| a == b).count()
}

/// The number of bytes of the equal whole lines at the end of two texts.
fn same_lines_at_end(old: &str, new: &str) -> usize {
    const BLOCK: usize = 1 << 10;
    let (old, new) = (old.as_bytes(), new.as_bytes());
    let blocks = old.rchunks_exact(BLOCK).zip(new.rchunks_exact(BLOCK));
    let end = BLOCK * blocks.take_while(|(a, b)| a == b).count();
    let rest = old[..old.len() - end].iter().rev();
    let rest = rest.zip(new[..new.len() - end].iter().rev());
    let same = end + rest.take_while(|(a, b)| a == b).count();
    let is_start = |text: &[u8]| text.len() == same || text[text.len() - same - 1] == b'\n';
    if is_start(old) && is_start(new) {
        return same;
    }
    // The equal part begins inside a line of one of the texts. This line as a whole is not equal, so it is not counted.
    let text = &old[old.len() - same..];
    let first = memchr::memchr(b'\n', text);
    first.map_or(0, |it| text.len() - it - 1)
}

fn count_lines(text: &str) -> usize {
    let ends = memchr::memchr_iter(b'\n', text.as_bytes()).count();
    ends + usize::from(!text.is_empty() && !text.ends_with('\n'))
}

/// Finds where two texts that begin with different lines become equal again: the byte offsets in `old` and `new` at
/// which several equal lines begin. Prefers the offsets with the fewest lines before them. `None` if there are no such
/// lines nearby.
fn replaced_nearby(old: &str, new: &str) -> Option<(usize, usize)> {
    /// The largest number of lines before the equal lines, in each text.
    const NEAR: usize = 16;
    /// The number of successive lines that have to be equal. Fewer equal lines may be a coincidence.
    const ENOUGH: usize = 4;
    let lines = |text: &'_ str| -> Vec<usize> {
        let ends = memchr::memchr_iter(b'\n', text.as_bytes()).map(|it| it + 1);
        std::iter::once(0).chain(ends.take(NEAR + ENOUGH)).collect()
    };
    let (old_lines, new_lines) = (lines(old), lines(new));
    let is_same = |a: usize, b: usize| match (old_lines.get(a + ENOUGH), new_lines.get(b + ENOUGH))
    {
        (Some(a_end), Some(b_end)) => old[old_lines[a]..*a_end] == new[new_lines[b]..*b_end],
        _ => false,
    };
    let pairs = (1..=2 * NEAR).flat_map(|sum| (0..=sum).map(move |a| (a, sum - a)));
    let mut pairs = pairs.filter(|(a, b)| *a <= NEAR && *b <= NEAR);
    let (a, b) = pairs.find(|(a, b)| is_same(*a, *b))?;
    Some((old_lines[a], new_lines[b]))
}

/// The byte offsets in `old` and `new` after a run of lines, each of which resembles the line of the other text at the
/// same place. Some lines may precede the run. `None` if there are only few such lines. One row more in a table may change
/// the numbers in all rows that follow.
fn replaced_in_place(old: &str, new: &str) -> Option<(usize, usize)> {
    /// The least number of lines in a run.
    const MANY: usize = 64;
    /// The largest number of lines before the run, in both texts together.
    const BEFORE: usize = 4;
    let starts = |text: &'_ str| -> Vec<usize> {
        let ends = memchr::memchr_iter(b'\n', text.as_bytes()).map(|it| it + 1);
        std::iter::once(0).chain(ends.take(BEFORE)).collect()
    };
    let (old_starts, new_starts) = (starts(old), starts(new));
    let pairs = (0..=BEFORE).flat_map(|sum| (0..=sum).map(move |a| (a, sum - a)));
    let mut runs = pairs.filter_map(|(a, b)| {
        let (a, b) = (*old_starts.get(a)?, *new_starts.get(b)?);
        let (count, removed, added) = run_in_place(&old[a..], &new[b..]);
        (count >= MANY).then_some((a + removed, b + added))
    });
    runs.next()
}

/// The number of lines at the start of both texts that differ but resemble each other, and their lengths in bytes.
fn run_in_place(old: &str, new: &str) -> (usize, usize, usize) {
    let lines = old.split_inclusive('\n').zip(new.split_inclusive('\n'));
    let similar = lines.take_while(|(a, b)| a != b && are_similar(a.as_bytes(), b.as_bytes()));
    let lengths = similar.map(|(a, b)| (1, a.len(), b.len()));
    lengths.fold((0, 0, 0), |sum, it| {
        (sum.0 + it.0, sum.1 + it.1, sum.2 + it.2)
    })
}

/// Whether three quarters of the longer text are the same at the start and end of both texts.
fn are_similar(a: &[u8], b: &[u8]) -> bool {
    let start = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a_rest, b_rest) = (a[start..].iter().rev(), b[start..].iter().rev());
    let end = a_rest.zip(b_rest).take_while(|(a, b)| a == b).count();
    4 * (start + end) >= 3 * a.len().max(b.len())
}

/// The lines of the old text that correspond to `lines` of the new text. They include all old lines that were replaced
/// by an edit that overlaps `lines`, and lines that were removed at the start or end of `lines`.
pub(crate) fn lines_before(edits: &[TextEdit], lines: Range<usize>) -> Range<usize> {
    let mut start: Option<usize> = None;
    let mut end = 0;
    // The numbers of lines that the edits so far have added and removed.
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

#[cfg(test)]
mod tests {
    use ::tests::random::Random;

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
    fn texts_at_random() {
        let mut chance = Random(11);
        let mut random = |bound| chance.below(bound);
        for _ in 0..2000 {
            let kinds = 1 + random(30);
            let count = random(200);
            let mut lines: Vec<String> = (0..count).map(|_| random(kinds).to_string()).collect();
            let text = |lines: &[String], ends: bool| {
                let text = lines.join("\n");
                if ends { text + "\n" } else { text }
            };
            let old = text(&lines, random(2) == 0);
            for _ in 0..random(6) {
                let at = random(lines.len() + 1);
                let end = lines.len().min(at + random(20));
                let new: Vec<String> = (0..random(20)).map(|_| random(kinds).to_string()).collect();
                lines.splice(at..end, new);
            }
            let new = text(&lines, random(2) == 0);
            let edits = edits(&old, &new);
            assert_eq!(apply(&old, &edits), new, "{old:?} {edits:?}");
            let order = edits
                .windows(2)
                .all(|it| it[0].end_line <= it[1].start_line);
            assert!(order, "{edits:?}");
        }
    }

    #[test]
    fn lines_whose_numbers_change_are_replaced_in_place() {
        let rows = |first: usize| -> String {
            let rows =
                (0..200).map(|it| format!("  /* {} */ a_row_of_a_table_{it},\n", first + it));
            rows.collect()
        };
        let table =
            |first, more: &str| format!("{{\n{more}{}}}\nb\nc\nd\ne\n{}", rows(first), rows(first));
        check(&table(0, ""), &table(1000, ""), 2);
        check(&table(0, ""), &table(1000, "  one_more_row,\n"), 2);
        // Too few lines, or lines that are too different, are compared by the library.
        let words = |word: &str| -> String { (0..200).map(|it| format!("{word}{it}\n")).collect() };
        check(&words("a"), &(words("b") + &words("a")), 1);
    }

    #[test]
    fn far_away_lines_are_not_mixed_up() {
        let lines = |of: &str| -> String { (0..50).map(|it| format!("{of}{it}\n")).collect() };
        let (first, last) = (lines("a"), lines("b"));
        check(
            &format!("{first}x\n{last}"),
            &format!("{first}y\nz\n{last}"),
            1,
        );
        check(
            &format!("x\n{first}y\n{last}z\n"),
            &format!("{first}{last}"),
            3,
        );
        check(&format!("{first}{last}"), &format!("{last}{first}"), 2);
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
