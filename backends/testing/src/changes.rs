//! The changes of a backend's output between releases, for snapshots.

use backend::Backend;
use elaborate::records::Release;

use crate::{read_as, run};

/// For each release after the first, the lines that changed since the previous one: removed lines after `-`, new lines
/// after `+`.
#[track_caller]
pub fn changes(
    family: &[Backend],
    name: &str,
    options: &[(&str, &str)],
    text: &str,
    releases: &[Release],
) -> String {
    let shown = |release: Release| {
        let records = read_as(release, text);
        run(family, name, options, &records).shown(&records)
    };
    let mut out = String::new();
    for pair in releases.windows(2) {
        out += &format!("{} to {}:\n", pair[0], pair[1]);
        out += &difference(&shown(pair[0]), &shown(pair[1]));
    }
    out
}

/// The lines that differ between two texts: those of `old` after `-`, those of `new` after `+`.
pub fn difference(old: &str, new: &str) -> String {
    let (old, new): (Vec<_>, Vec<_>) = (old.lines().collect(), new.lines().collect());
    // `common[a][b]` is the length of the longest common subsequence of `old[a..]` and `new[b..]`.
    let mut common = vec![vec![0; new.len() + 1]; old.len() + 1];
    for a in (0..old.len()).rev() {
        for b in (0..new.len()).rev() {
            common[a][b] = if old[a] == new[b] {
                common[a + 1][b + 1] + 1
            } else {
                common[a + 1][b].max(common[a][b + 1])
            };
        }
    }
    let (mut a, mut b, mut out) = (0, 0, String::new());
    while a < old.len() || b < new.len() {
        if a < old.len() && b < new.len() && old[a] == new[b] {
            (a, b) = (a + 1, b + 1);
        } else if b == new.len() || a < old.len() && common[a + 1][b] >= common[a][b + 1] {
            out += &format!("-{}\n", old[a]);
            a += 1;
        } else {
            out += &format!("+{}\n", new[b]);
            b += 1;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::difference;

    #[test]
    fn lines_of_one_text_only() {
        assert_eq!(difference("a\nb\nc\n", "a\nx\nc\ny\n"), "-b\n+x\n+y\n");
        assert_eq!(difference("a\n", "a\n"), "");
    }
}
