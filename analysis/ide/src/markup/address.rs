//! Finds the web and mail addresses that dialects of Markdown recognize without markup.

use std::ops::Range;

/// The ranges of the addresses in a line. An address is delimited by white space and excludes surrounding brackets,
/// quotes and punctuation. So a range may be longer than the link that an editor would make of the address, but never
/// shorter.
pub(super) fn addresses(line: &str) -> impl Iterator<Item = Range<usize>> {
    let words = line.split(char::is_whitespace);
    let words = words.filter(|it| has_www(it) || has_address(bare(it)));
    words.map(bare).map(|word| {
        let start = word.as_ptr() as usize - line.as_ptr() as usize;
        start..start + word.len()
    })
}

fn bare(word: &str) -> &str {
    let word = word.trim_start_matches(['(', '[', '{', '<', '"', '\'']);
    word.trim_end_matches([')', ']', '}', '>', '"', '\'', '.', ',', ';', ':', '!', '?'])
}

fn has_address(word: &str) -> bool {
    has_scheme(word) || is_mail(word)
}

/// Whether a word contains a URL with a scheme, as in `https://llvm.org`.
fn has_scheme(word: &str) -> bool {
    let ends_scheme = |it: char| it.is_alphanumeric() || "+-.".contains(it);
    let mut marks = word.match_indices("://");
    marks.any(|(at, mark)| word[..at].ends_with(ends_scheme) && at + mark.len() < word.len())
}

/// Whether a word contains `www.`, as in `www.llvm.org`. In some dialects nothing needs to follow it.
fn has_www(word: &str) -> bool {
    let mut parts = word.as_bytes().windows(4);
    parts.any(|it| it.eq_ignore_ascii_case(b"www."))
}

/// Whether a word looks like a mail address, as in `name@llvm.org`.
fn is_mail(word: &str) -> bool {
    let mut marks = word.match_indices('@');
    marks.any(|(at, _)| at > 0 && word[at..].contains('.'))
}
