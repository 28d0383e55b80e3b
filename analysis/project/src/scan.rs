//! Finds the includes and preprocessor directives of a file without parsing it.

use memchr::{memchr, memmem, memrchr};

/// The largest number of includes that are read from a file.
const MAX_INCLUDES: usize = 10_000;
/// The largest number of directives that are read from a file.
const MAX_DIRECTIVES: usize = 100_000;

/// The paths of the include directives of a text, in order, including directives in inactive text.
pub fn includes(text: &[u8]) -> Vec<String> {
    let scanner = Scanner::up_to(text, last_include(text));
    let paths = scanner.filter_map(|it| match it {
        Directive::Include(path) => Some(path),
        _ => None,
    });
    paths.take(MAX_INCLUDES).collect()
}

/// The include directives and preprocessor directives of a text, in order, each with the offset of its end.
pub(crate) fn directives(text: &[u8]) -> Vec<(usize, Directive)> {
    let last = last_include(text).max(memrchr(b'#', text));
    let mut scanner = Scanner::up_to(text, last);
    let mut found = Vec::new();
    while found.len() < MAX_DIRECTIVES
        && let Some(directive) = scanner.next()
    {
        found.push((scanner.at, directive));
    }
    found
}

/// The text on which the includes of a file depend: the paths of its include directives, and the lines that start with
/// `#`. Two files with the same outline have the same includes.
pub fn outline(text: &[u8]) -> Vec<String> {
    let mut outline = includes(text);
    let signs = memchr::memchr_iter(b'#', text);
    let directives = signs.filter_map(|at| {
        let start = memrchr(b'\n', &text[..at]).map_or(0, |it| it + 1);
        let is_first = text[start..at].iter().all(u8::is_ascii_whitespace);
        let end = memchr(b'\n', &text[at..]).map_or(text.len(), |length| at + length);
        is_first.then(|| String::from_utf8_lossy(&text[at..end]).into_owned())
    });
    outline.extend(directives.take(MAX_DIRECTIVES));
    outline
}

/// A directive that affects which files are included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Directive {
    Include(String),
    Define(String),
    /// `#ifdef`, or `#ifndef` if it is negated.
    If {
        name: String,
        is_negated: bool,
    },
    Else,
    End,
}

/// The offset of the last occurrence of `include`, after which there is no include directive. `None` if there is no
/// occurrence. A single search from the start is faster than repeated searches from the end.
fn last_include(text: &[u8]) -> Option<usize> {
    memmem::find_iter(text, b"include").last()
}

struct Scanner<'t> {
    text: &'t [u8],
    at: usize,
    /// The offset at which the scan ends. Most files have includes only at the top, so the rest is not scanned.
    end: usize,
}

impl Scanner<'_> {
    fn up_to(text: &[u8], last: Option<usize>) -> Scanner<'_> {
        Scanner {
            text,
            at: 0,
            end: last.map_or(0, |it| it + 1),
        }
    }

    fn word(&mut self) -> &[u8] {
        let rest = &self.text[self.at..];
        let length = rest.iter().take_while(|it| is_word(**it)).count();
        self.at += length;
        &rest[..length]
    }

    /// Reads the path after the keyword `include`. `None` if no string follows the keyword, or if the string is not
    /// closed.
    fn include(&mut self) -> Option<Directive> {
        self.at = skip_blank(self.text, self.at);
        if self.text.get(self.at) != Some(&b'"') {
            return None;
        }
        let start = self.at + 1;
        self.at = end_of_string(self.text, self.at);
        let path = self.text[start..self.at].strip_suffix(b"\"")?;
        Some(Directive::Include(
            String::from_utf8_lossy(path).into_owned(),
        ))
    }

    /// Reads the directive after a `#`. `None` if the `#` does not start a directive, as in a paste operator.
    fn directive(&mut self) -> Option<Directive> {
        let start = self.at;
        let kind = self.word().to_owned();
        let takes_name = matches!(&kind[..], b"ifdef" | b"ifndef" | b"define");
        // The keyword must be followed by white space or a comment.
        let ends = matches!(
            self.text.get(self.at),
            Some(b' ' | b'\t' | b'\r' | b'\n' | b'/')
        );
        if !ends || !takes_name && !matches!(&kind[..], b"else" | b"endif") {
            self.at = start;
            return None;
        }
        let mut name = String::new();
        if takes_name {
            let rest = &self.text[self.at..];
            let blank = rest.iter().take_while(|it| matches!(it, b' ' | b'\t'));
            self.at += blank.count();
            name = String::from_utf8_lossy(self.word()).into_owned();
        }
        Some(match &kind[..] {
            b"define" => Directive::Define(name),
            b"else" => Directive::Else,
            b"endif" => Directive::End,
            kind => Directive::If {
                name,
                is_negated: kind == b"ifndef",
            },
        })
    }
}

impl Iterator for Scanner<'_> {
    type Item = Directive;

    fn next(&mut self) -> Option<Directive> {
        let text = self.text;
        while self.at < self.end {
            let at = self.at;
            match text[at] {
                b'"' => self.at = end_of_string(text, at),
                b'/' => self.at = end_of_comment(text, at).unwrap_or(at + 1),
                b'[' if text.get(at + 1) == Some(&b'{') => {
                    let rest = &text[at..];
                    self.at =
                        memmem::find(rest, b"}]").map_or(text.len(), |length| at + length + 2);
                }
                b'#' => {
                    self.at += 1;
                    if let Some(directive) = self.directive() {
                        return Some(directive);
                    }
                }
                byte if is_word(byte) => {
                    if self.word() == b"include"
                        && let Some(include) = self.include()
                    {
                        return Some(include);
                    }
                }
                _ => self.at += 1,
            }
        }
        None
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The offset of the end of the string that starts at `at`. A string ends at the end of its line at the latest.
fn end_of_string(text: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    while let Some(byte) = text.get(end) {
        match byte {
            b'"' => return end + 1,
            b'\n' => return end,
            b'\\' => end += 2,
            _ => end += 1,
        }
    }
    text.len()
}

/// The offset of the end of the comment that starts at `at`; `None` if there is no comment. Block comments nest.
fn end_of_comment(text: &[u8], at: usize) -> Option<usize> {
    match text.get(at + 1) {
        Some(b'/') => Some(memchr(b'\n', &text[at..]).map_or(text.len(), |length| at + length)),
        Some(b'*') => {
            let mut depth = 1;
            let mut end = at + 2;
            while depth > 0 && end < text.len() {
                match &text[end..text.len().min(end + 2)] {
                    b"/*" => (depth, end) = (depth + 1, end + 2),
                    b"*/" => (depth, end) = (depth - 1, end + 2),
                    _ => end += 1,
                }
            }
            Some(end)
        }
        _ => None,
    }
}

fn skip_blank(text: &[u8], mut at: usize) -> usize {
    while let Some(byte) = text.get(at) {
        match byte {
            b'/' => match end_of_comment(text, at) {
                Some(end) => at = end,
                None => return at,
            },
            it if it.is_ascii_whitespace() => at += 1,
            _ => return at,
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn directives_are_told_from_text() {
        let text = br#"
            // include "comment.td"
            /* include "block.td" /* nested */ include "still.td" */
            include "one.td"
            include/* between */
              "two.td"
            def a { string s = "include \"string.td\""; code c = [{ include "code.td" }]; }
            def xinclude; def include2 : C<"no.td">;
            #ifdef X
            include"three.td"
            #endif
            def include
        "#;
        assert_eq!(includes(text), ["one.td", "two.td", "three.td"]);
    }

    #[test]
    fn directives_of_the_preprocessor() {
        let text = b"#ifndef A // why\n#define A\n/*\n#else\n*/\ninclude \"a.td\"\n#  else\n#else\n#ifdef B\n\
            def x#define; def y # else_; def z#else;\n#endif\n#endif\n";
        let shown: Vec<String> = directives(text)
            .iter()
            .map(|(_, it)| format!("{it:?}"))
            .collect();
        expect![[r#"
            If { name: "A", is_negated: true }
            Define("A")
            Include("a.td")
            Else
            If { name: "B", is_negated: false }
            End
            End"#]]
        .assert_eq(&shown.join("\n"));
    }

    #[test]
    fn broken_texts_end() {
        for text in [
            &b"include"[..],
            b"include \"",
            b"include \"a\n\" include \"b.td\"",
            b"/* include \"a.td\"",
            b"[{ include \"a.td\"",
            b"\"\\",
            b"include /",
            b"#",
            b"#ifdef",
            b"#define ",
        ] {
            let found = includes(text);
            directives(text);
            assert!(found.is_empty() || found == ["b.td"], "{found:?}");
        }
    }
}
