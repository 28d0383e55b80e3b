//! Names in C++ code that is a template or a fragment, and MLIR's conversion of names to camel case. The code is not
//! parsed; only comments, literals and words are distinguished.

use std::ops::Range;

/// The role of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameKind {
    /// `$name` or `${name}`, a placeholder of a template. Recognized in comments and literals too, since the
    /// substitution does not distinguish them from code.
    Hole,
    /// A word that may be a variable or a function: it is not qualified, and it is not accessed as a member of anything
    /// except `this`.
    Free,
    /// A word after `.`, `->` or `::`.
    Member,
}

/// A name and its range, without `$` and braces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The role of the name.
    pub kind: NameKind,
    /// The range of the name in the text, in bytes, half-open.
    pub range: Range<usize>,
}

/// An iterator over the names in a text.
#[derive(Clone, Debug)]
pub struct Names<'t> {
    text: &'t str,
    at: usize,
    /// The last token before `at` that is not white space.
    before: Before,
    /// The end of the current comment or literal. Up to this offset only placeholders are names.
    quiet_until: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Before {
    Other,
    Dot,
    Colons,
    This,
    /// A dot or an arrow after `this`.
    OfThis,
}

impl<'t> Names<'t> {
    /// An iterator that begins at the start of the text.
    pub fn new(text: &'t str) -> Names<'t> {
        Names {
            text,
            at: 0,
            before: Before::Other,
            quiet_until: 0,
        }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// The length in bytes of the comment or literal that starts at `at`; 0 for other text.
    fn quiet(&self) -> usize {
        let rest = self.rest();
        let until = |mark: &str, skip: usize| {
            let end = rest[skip..].find(mark).map(|it| skip + it + mark.len());
            end.unwrap_or(rest.len())
        };
        match rest.as_bytes() {
            [b'/', b'/', ..] => until("\n", 2),
            [b'/', b'*', ..] => until("*/", 2),
            [quote @ (b'"' | b'\''), ..] => {
                let mut is_hidden = false;
                for (at, byte) in rest.bytes().enumerate().skip(1) {
                    match byte {
                        // A literal does not span lines, so the quote is an apostrophe in text that is not code.
                        b'\n' => return at,
                        _ if is_hidden => is_hidden = false,
                        b'\\' => is_hidden = true,
                        _ if byte == *quote => return at + 1,
                        _ => {}
                    }
                }
                rest.len()
            }
            _ => 0,
        }
    }

    /// Consumes a `$`, which must be the next character, and returns the placeholder's name after it.
    fn hole(&mut self) -> Option<Name> {
        self.at += 1;
        if self.rest().starts_with('{') {
            self.at += 1;
        }
        let range = self.word()?;
        let kind = NameKind::Hole;
        Some(Name { kind, range })
    }

    /// Consumes the word at `at` and returns its range. `None` if there is no word or if it starts with a digit.
    fn word(&mut self) -> Option<Range<usize>> {
        let rest = self.rest();
        let is_other = |it: char| !it.is_ascii_alphanumeric() && it != '_';
        let len = rest.find(is_other).unwrap_or(rest.len());
        let start = self.at;
        self.at += len;
        let begins = |it: char| it.is_ascii_alphabetic() || it == '_';
        rest.starts_with(begins).then_some(start..self.at)
    }
}

impl Iterator for Names<'_> {
    type Item = Name;

    fn next(&mut self) -> Option<Name> {
        loop {
            let rest = self.rest();
            let first = rest.chars().next()?;
            let is_quiet = self.at < self.quiet_until;
            if first == '$' {
                if let Some(name) = self.hole() {
                    self.before = Before::Other;
                    return Some(name);
                }
                continue;
            }
            if !is_quiet {
                let quiet = self.quiet();
                if quiet > 0 {
                    self.quiet_until = self.at + quiet;
                    self.before = Before::Other;
                    self.at += 1;
                    continue;
                }
            }
            if first.is_ascii_alphanumeric() || first == '_' {
                let before = std::mem::replace(&mut self.before, Before::Other);
                let Some(range) = self.word() else { continue };
                if is_quiet {
                    continue;
                }
                if &self.text[range.clone()] == "this" {
                    self.before = Before::This;
                    continue;
                }
                let kind = match before {
                    Before::Dot | Before::Colons => NameKind::Member,
                    Before::Other | Before::This | Before::OfThis => NameKind::Free,
                };
                return Some(Name { kind, range });
            }
            self.at += first.len_utf8();
            if first.is_whitespace() {
                continue;
            }
            let is_arrow = first == '-' && rest[1..].starts_with('>');
            let is_colons = first == ':' && rest[1..].starts_with(':');
            self.at += usize::from(is_arrow || is_colons);
            self.before = match (first, self.before) {
                _ if is_colons => Before::Colons,
                ('.', Before::This) | ('-', Before::This) => Before::OfThis,
                ('.', _) => Before::Dot,
                _ if is_arrow => Before::Dot,
                _ => Before::Other,
            };
        }
    }
}

/// Converts a name from snake case to camel case: `_` before a lowercase letter is removed, except at the start, and
/// the letter is capitalized. The first letter is capitalized if `capital` is true, and unchanged otherwise.
pub fn camel_case(name: &str, capital: bool) -> String {
    let mut camel = String::with_capacity(name.len());
    let mut raise = capital;
    let mut letters = name.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_first = camel.is_empty();
        let raises = |next: &char| next.is_ascii_lowercase();
        if letter == '_' && !is_first && letters.peek().is_some_and(raises) {
            raise = true;
        } else if std::mem::take(&mut raise) {
            camel.push(letter.to_ascii_uppercase());
        } else {
            camel.push(letter);
        }
    }
    camel
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, want: &str) {
        let shown = Names::new(text).map(|it| format!("{:?} {}", it.kind, &text[it.range]));
        assert_eq!(shown.collect::<Vec<_>>().join(", "), want);
    }

    #[test]
    fn names() {
        check(
            "a = b.c->d(x::e, this->f) + $g . h; 1x",
            "Free a, Free b, Member c, Member d, Free x, Member e, Free f, Hole g, Member h",
        );
    }

    #[test]
    fn comments_and_literals() {
        check(
            "a // don't b $c\nd /* e */ \"f \\\" $g\" 'h' i",
            "Free a, Hole c, Free d, Hole g, Free i",
        );
        check("\"a\nb $", "Free b");
    }
}
