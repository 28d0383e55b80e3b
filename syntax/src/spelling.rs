//! Suggesting known names for a misspelt one.

/// The `known` names that differ least from `name`, at most `count` of them, the nearest first. `name` itself is left
/// out, and so are names that are too different to be meant.
pub fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>, count: usize) -> Vec<String> {
    let most = (name.chars().count() / 3).clamp(1, 3);
    let mut found: Vec<(usize, &str)> = known
        .filter(|it| *it != name)
        .filter_map(|it| Some((distance(name, it, most)?, it)))
        .collect();
    found.sort_unstable();
    found.dedup();
    let best = found.first().map_or(0, |it| it.0);
    found.retain(|it| it.0 <= best + 1);
    let names = found.iter().take(count);
    names.map(|it| it.1.to_owned()).collect()
}

/// The edit distance between two names, counting insertions, deletions, substitutions and swaps of adjacent characters;
/// `None` if it is larger than `most`.
fn distance(a: &str, b: &str, most: usize) -> Option<usize> {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > most {
        return None;
    }
    let same = |x: char, y: char| if x == y { 0 } else { 1 };
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let changed = last[j - 1] + same(a[i - 1], b[j - 1]);
            let mut least = changed.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(before[j - 2] + 1);
            }
            row.push(least);
        }
        if row.iter().all(|it| *it > most) {
            return None;
        }
        before = std::mem::replace(&mut last, row);
    }
    last.last().copied().filter(|it| *it <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_differ_little() {
        let near = |name| nearest(name, ["size", "sizes", "side", "tail"].into_iter(), 2);
        assert_eq!(near("siez"), ["size"]);
        assert_eq!(near("sizee"), ["size", "sizes"]);
        assert_eq!(near("head"), [""; 0]);
        // The name itself is no correction.
        assert_eq!(near("tail"), [""; 0]);
    }
}
