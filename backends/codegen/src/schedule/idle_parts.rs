//! Alternatives of a pattern of `instregex` that add no instruction.

use std::ops::Range;

use super::instregex::{Endless, Pattern};

/// The maximum number of alternatives that are examined in a pattern.
const MAX_ALTERNATIVES: usize = 64;

/// An alternative without which a pattern matches the same instructions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdlePart {
    /// The range of the alternative in the text of the pattern, in bytes.
    pub range: Range<usize>,
    /// Why the alternative adds nothing.
    pub why: Without,
}

/// Why an alternative adds nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Without {
    /// The alternative matches no instruction.
    Matches,
    /// The alternative matches instructions, but the rest of the pattern matches them as well.
    Difference,
}

/// The alternatives that can be removed from a pattern without changing what it matches. `names` are all names that the
/// pattern matches. Of several alternatives that match the same names, the first is kept. The steps of matching are
/// subtracted from the budget `left`. Once the budget is too small, the remaining alternatives are not examined.
pub(super) fn idle_parts(text: &str, names: &[&str], left: &mut usize) -> Vec<IdlePart> {
    // Removing an alternative may remove the group that a back reference refers to.
    if has_reference(text) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for group in groups(text) {
        let mut used: Vec<bool> = vec![true; group.len()];
        for at in (0..group.len()).rev() {
            used[at] = false;
            match is_idle(text, &group, &used, at, names, left) {
                Ok(Some(why)) => found.push(IdlePart {
                    range: group[at].clone(),
                    why,
                }),
                Ok(None) => used[at] = true,
                Err(Endless) => return found,
            }
        }
    }
    found.sort_by_key(|it| it.range.start);
    found
}

/// Checks whether the pattern `text` still matches all `names` when the alternatives of `group` that are not `used` are
/// removed. If so, returns why the alternative at `at` adds nothing. Otherwise, or if no alternative is `used`, `None`.
fn is_idle(
    text: &str,
    group: &[Range<usize>],
    used: &[bool],
    at: usize,
    names: &[&str],
    left: &mut usize,
) -> Result<Option<Without>, Endless> {
    let Some(first) = used.iter().position(|it| *it) else {
        return Ok(None);
    };
    // Replacing an alternative by another alternative has the same effect as removing it.
    let without = replaced(text, group, |it| if used[it] { it } else { first });
    if !matches(&without, names, left, |mut them| {
        Iterator::all(&mut them, |it| it)
    })? {
        return Ok(None);
    }
    let only = replaced(text, group, |_| at);
    let is_used = matches(&only, names, left, |mut them| {
        Iterator::any(&mut them, |it| it)
    })?;
    Ok(Some(if is_used {
        Without::Difference
    } else {
        Without::Matches
    }))
}

/// The pattern in which each alternative `i` of a group is replaced by the alternative `by(i)` of the same group.
fn replaced(text: &str, group: &[Range<usize>], by: impl Fn(usize) -> usize) -> String {
    let mut all = String::new();
    let mut end = 0;
    for (at, range) in group.iter().enumerate() {
        all += &text[end..range.start];
        all += &text[group[by(at)].clone()];
        end = range.end;
    }
    all + &text[end..]
}

/// Calls `of` with an iterator that yields, for each name, whether the pattern matches the name. Returns the result of
/// `of`, or false if the pattern is invalid. An error if the budget `left` is too small.
fn matches(
    text: &str,
    names: &[&str],
    left: &mut usize,
    of: impl Fn(&mut dyn Iterator<Item = bool>) -> bool,
) -> Result<bool, Endless> {
    let Some(mut pattern) = Pattern::new(text, left)? else {
        return Ok(false);
    };
    let mut is_endless = false;
    let mut matches = names.iter().map_while(|name| {
        let is_match = name.starts_with(pattern.prefix);
        let is_match = is_match.then(|| pattern.matches(name, left));
        is_endless |= matches!(is_match, Some(Err(Endless)));
        (!is_endless).then_some(matches!(is_match, Some(Ok(true))))
    });
    let result = of(&mut matches);
    if is_endless { Err(Endless) } else { Ok(result) }
}

fn has_reference(text: &str) -> bool {
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte == b'\\' && bytes.next().is_some_and(|it| it.is_ascii_digit()) {
            return true;
        }
    }
    false
}

/// For each group with several alternatives, the ranges of the alternatives. The whole pattern counts as a group. A
/// group comes before the groups that contain it. For an invalid pattern, the ranges are arbitrary.
fn groups(text: &str) -> Vec<Vec<Range<usize>>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    // For each open group, its complete alternatives and the start of the current alternative.
    let mut open: Vec<(Vec<Range<usize>>, usize)> = vec![(Vec::new(), 0)];
    let mut count = 0;
    let mut at = 0;
    while at < bytes.len() && count < MAX_ALTERNATIVES {
        match bytes[at] {
            b'\\' => at += 1,
            b'[' => at = end_of_bracket(bytes, at),
            b'(' => open.push((Vec::new(), at + 1)),
            b'|' => {
                if let Some((group, start)) = open.last_mut() {
                    group.push(*start..at);
                    *start = at + 1;
                    count += 1;
                }
            }
            b')' if open.len() > 1 => {
                let closed = open.pop();
                found.extend(closed.and_then(|it| complete(it, at)));
            }
            _ => {}
        }
        at += 1;
    }
    if at >= bytes.len() && open.len() == 1 {
        let whole = open.pop();
        found.extend(whole.and_then(|it| complete(it, text.len())));
    }
    found
}

/// The alternatives of a group that ends at `end`. `None` if the group has only one alternative.
fn complete(
    (mut group, start): (Vec<Range<usize>>, usize),
    end: usize,
) -> Option<Vec<Range<usize>>> {
    if group.is_empty() {
        return None;
    }
    group.push(start..end);
    Some(group)
}

/// The index of the bracket that closes the bracket at `at`. The index of the last byte if no bracket closes it.
fn end_of_bracket(bytes: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    end += usize::from(bytes.get(end) == Some(&b'^'));
    // A closing bracket at the start of a bracket expression is a literal.
    end += usize::from(bytes.get(end) == Some(&b']'));
    while end < bytes.len() && bytes[end] != b']' {
        if bytes[end] == b'['
            && let Some(mark @ (b':' | b'.' | b'=')) = bytes.get(end + 1).copied()
        {
            let inside = &bytes[end + 2..];
            let close = inside.windows(2).position(|it| it == [mark, b']']);
            end += close.map_or(1, |it| it + 3);
        }
        end += 1;
    }
    end.min(bytes.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, names: &[&str], want: &[(&str, Without)]) {
        let found = idle_parts(text, names, &mut { 1 << 20 });
        let found: Vec<_> = found
            .into_iter()
            .map(|it| (&text[it.range], it.why))
            .collect();
        assert_eq!(found, want);
    }

    #[test]
    fn alternatives_that_add_nothing() {
        use Without::*;
        check("ADD(rr|ri)", &["ADDrr", "ADDri"], &[]);
        check("ADD(rr|zz)$", &["ADDrr"], &[("zz", Matches)]);
        check("ADD(zz|rr)$", &["ADDrr"], &[("zz", Matches)]);
        check(
            "ADD(r|rr|x)",
            &["ADDr", "ADDrr", "ADDx"],
            &[("rr", Difference)],
        );
        check("ADD(rr|rr)", &["ADDrr"], &[("rr", Difference)]);
        check("(A|B)(C|D)", &["AC", "AD"], &[("B", Matches)]);
        check("ADD|SUB|MUL", &["ADD", "MUL"], &[("SUB", Matches)]);
        // Without the first alternative the pattern would begin without an anchor.
        check("^ADD|SUB", &["XSUB"], &[]);
        check("A((B|C)x|D)", &["ABx", "AD"], &[("C", Difference)]);
    }

    #[test]
    fn bars_that_separate_nothing() {
        check(r"A\|B", &["A|B"], &[]);
        check("A[|]B", &["A|B"], &[]);
        check("A[]|]B", &["A|B"], &[]);
        check("A[[:alpha:]|]B", &["A|B"], &[]);
        check(r"(A|B)\1", &["AA"], &[]);
        check("(A|B", &["A"], &[]);
        check("[[:", &["A"], &[]);
        check("[", &["A"], &[]);
    }

    #[test]
    fn what_takes_too_long_adds() {
        let found = idle_parts("ADD(rr|zz)$", &["ADDrr"], &mut 3);
        assert_eq!(found, []);
    }
}
