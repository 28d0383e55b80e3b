//! Command lines of the project's own commands, word by word. The stand-ins for LLVM's tools follow LLVM's rules
//! instead.

use std::slice::Iter;

use syntax::{Release, Version};

/// A part of a command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Argument<'a> {
    /// `--name`, perhaps with a value.
    Long(&'a str),
    /// One of the letters after a dash; letters can be combined.
    Letter(char),
    /// Not an option: any word without a dash, a dash alone, and all words after `--`.
    Plain(&'a String),
}

/// Reads a command line.
pub struct Arguments<'a> {
    rest: Iter<'a, String>,
    /// The word that is being read.
    word: &'a str,
    /// The remaining letters of the word.
    letters: &'a str,
    /// The text behind its `=`.
    assigned: Option<&'a str>,
    /// There are no more options.
    only_plain: bool,
}

impl<'a> Arguments<'a> {
    /// Reads these words.
    pub fn new(args: &'a [String]) -> Arguments<'a> {
        Arguments {
            rest: args.iter(),
            word: "",
            letters: "",
            assigned: None,
            only_plain: false,
        }
    }

    /// The value of the option that was read last: the text joined to it, or else the next word.
    pub fn value(&mut self) -> Option<&'a str> {
        if let Some(assigned) = self.assigned.take() {
            return Some(assigned);
        }
        match std::mem::take(&mut self.letters) {
            "" => self.rest.next().map(String::as_str),
            joined => Some(joined),
        }
    }

    /// The release that the value of the option that was read last names.
    pub fn release(&mut self) -> Result<Release, String> {
        let version = self.value().and_then(Version::named);
        let version =
            version.ok_or_else(|| format!("--compat is one of {}", Version::NAMES.join(", ")))?;
        Ok(version.release())
    }

    /// The error that the last option is unknown.
    pub fn unknown(&self) -> String {
        format!("no option '{}'", self.word)
    }

    /// Takes the remaining words uninterpreted.
    pub fn into_rest(self) -> impl Iterator<Item = &'a String> {
        self.rest
    }
}

impl<'a> Iterator for Arguments<'a> {
    type Item = Result<Argument<'a>, String>;

    /// The next part. An error if the option before has a value that was not taken.
    fn next(&mut self) -> Option<Self::Item> {
        if self.assigned.take().is_some() {
            return Some(Err(self.unknown()));
        }
        if let Some(letter) = self.letters.chars().next() {
            self.letters = &self.letters[letter.len_utf8()..];
            return Some(Ok(Argument::Letter(letter)));
        }
        let word = self.rest.next()?;
        self.word = word;
        if self.only_plain || word == "-" || !word.starts_with('-') {
            return Some(Ok(Argument::Plain(word)));
        }
        match word.strip_prefix("--") {
            Some("") => {
                self.only_plain = true;
                self.next()
            }
            Some(long) => {
                let (name, value) = match long.split_once('=') {
                    Some((name, value)) => (name, Some(value)),
                    None => (long, None),
                };
                self.assigned = value;
                Some(Ok(Argument::Long(name)))
            }
            None => {
                self.letters = &word[1..];
                self.next()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    /// Shows the parts of a line in which `-v` and `--value` have values.
    fn check(line: &str, want: Expect) {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let mut args = Arguments::new(&words);
        let mut told = String::new();
        while let Some(arg) = args.next() {
            told += &match arg {
                Ok(arg @ (Argument::Letter('v') | Argument::Long("value"))) => {
                    format!("{arg:?} = {:?}\n", args.value())
                }
                Ok(arg) => format!("{arg:?}\n"),
                Err(error) => format!("{error}\n"),
            };
        }
        want.assert_eq(&told);
    }

    #[test]
    fn options_and_their_values() {
        check(
            "-abv1 -v 2 --value=3 --value 4 --value= -v -x - a -- -b --c --",
            expect![[r#"
                Letter('a')
                Letter('b')
                Letter('v') = Some("1")
                Letter('v') = Some("2")
                Long("value") = Some("3")
                Long("value") = Some("4")
                Long("value") = Some("")
                Letter('v') = Some("-x")
                Plain("-")
                Plain("a")
                Plain("-b")
                Plain("--c")
                Plain("--")
            "#]],
        );
        check(
            "--flag=1 -v",
            expect![[r#"
                Long("flag")
                no option '--flag=1'
                Letter('v') = None
            "#]],
        );
    }
}
