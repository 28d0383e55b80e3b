//! Parses the command lines of the project's own commands. The drop-in replacements of LLVM's tools follow LLVM's rules
//! instead (`tblgen::options`).

use std::slice::Iter;

use syntax::{Release, Version};

/// A part of a command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Argument<'a> {
    /// `--name`, perhaps with a value.
    Long(&'a str),
    /// A one-letter option. Several letters may follow one dash, as in `-ab`.
    Letter(char),
    /// Not an option: any word without a leading dash, a dash alone, and all words after `--`.
    Plain(&'a String),
}

/// An iterator over the options and plain words of a command line.
pub struct Arguments<'a> {
    rest: Iter<'a, String>,
    /// The word that is being read.
    word: &'a str,
    /// The letters of the word that have not been read yet.
    letters: &'a str,
    /// The value after `=` in the word, until [`Self::value`] takes it.
    assigned: Option<&'a str>,
    /// Whether `--` has been read, so that all further words are plain.
    only_plain: bool,
}

impl<'a> Arguments<'a> {
    /// A parser of `args`, which do not contain the name of the program or command.
    pub fn new(args: &'a [String]) -> Arguments<'a> {
        Arguments {
            rest: args.iter(),
            word: "",
            letters: "",
            assigned: None,
            only_plain: false,
        }
    }

    /// The value of the option that was read last: the text attached to its name, or else the next word. `None` if both
    /// are missing.
    pub fn value(&mut self) -> Option<&'a str> {
        if let Some(assigned) = self.assigned.take() {
            return Some(assigned);
        }
        match std::mem::take(&mut self.letters) {
            "" => self.rest.next().map(String::as_str),
            joined => Some(joined),
        }
    }

    /// The value of the option that was read last, as a release. An error if the value is missing or is not the name of
    /// a release.
    pub fn release(&mut self) -> Result<Release, String> {
        let version = self.value().and_then(Version::named);
        let version =
            version.ok_or_else(|| format!("--compat is one of {}", Version::NAMES.join(", ")))?;
        Ok(version.release())
    }

    /// The error message that the option that was read last is unknown.
    pub fn unknown(&self) -> String {
        format!("no option '{}'", self.word)
    }

    /// The words that have not been read yet, including options, as they were written.
    pub fn into_rest(self) -> impl Iterator<Item = &'a String> {
        self.rest
    }
}

impl<'a> Iterator for Arguments<'a> {
    type Item = Result<Argument<'a>, String>;

    /// The next option or plain word. An error if the previous option has a value that was not taken.
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
