//! Texts cut at any tokens into files that include each other: the reference reads them like the whole.

use std::ops::Range;

use crate::random::Random;

/// A file of a text that was cut. The first is the one that is to be read.
pub struct File {
    pub name: String,
    pub text: String,
    /// For each byte its place in the whole text, unless it was inserted.
    origins: Vec<Option<usize>>,
}

impl File {
    fn new(name: String) -> File {
        File {
            name,
            text: String::new(),
            origins: Vec::new(),
        }
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.origins.resize(self.text.len(), None);
    }

    fn push_part(&mut self, of: &File, range: Range<usize>) {
        self.text.push_str(&of.text[range.clone()]);
        self.origins.extend_from_slice(&of.origins[range]);
    }

    /// The place in the whole text of a byte of this file.
    pub fn origin(&self, offset: usize) -> Option<usize> {
        *self.origins.get(offset)?
    }
}

/// Cuts a text. Matching directives of the preprocessor stay in one file.
pub fn cut(text: &str, random: &mut Random) -> Vec<File> {
    let whole = File {
        name: "root.td".to_owned(),
        text: text.to_owned(),
        origins: (0..text.len()).map(Some).collect(),
    };
    let mut files = vec![whole];
    for number in 0..1 + random.below(6) {
        let index = random.below(files.len());
        let Some(range) = part(&files[index].text, random) else {
            continue;
        };
        let name = format!("part{number}.inc");
        let directive = match random.below(3) {
            0 => format!(" include \"{name}\" "),
            1 => format!(" include // here\n\"{name}\"/**/ "),
            _ => format!("\ninclude\n\"{name}\"\n"),
        };
        let mut part = File::new(name);
        let mut rest = File::new(files[index].name.clone());
        let file = &files[index];
        let before = *random.choose(&["", "\n", "// part\n"]);
        part.push(before);
        part.push_part(file, range.clone());
        let after = *random.choose(&["", " ", "\n", " // end"]);
        part.push(after);
        rest.push_part(file, 0..range.start);
        rest.push(&directive);
        rest.push_part(file, range.end..file.text.len());
        files[index] = rest;
        files.push(part);
    }
    files
}

/// Some tokens of a text, or a place between two.
fn part(text: &str, random: &mut Random) -> Option<Range<usize>> {
    let tokens = tokens(text);
    let first = random.below(tokens.len());
    let count = match random.below(4) {
        0 => random.below(3),
        1 => random.below(tokens.len()),
        _ => 1 + random.below(30),
    };
    let start = tokens.get(first)?.range.start;
    let mut end = start;
    let mut open = 0;
    for token in tokens[first..].iter().take(count) {
        match &text[token.range.clone()] {
            _ if !token.is_directive => {}
            it if it.starts_with("#if") => open += 1,
            it if it.starts_with("#endif") => open -= 1,
            it if it.starts_with("#else") && open == 0 => break,
            _ => {}
        }
        if open < 0 {
            break;
        }
        if open == 0 {
            end = token.range.end;
        }
    }
    // A directive would not be first on its line, or not end with a line end.
    let is_at_directive = |at: usize| {
        tokens
            .iter()
            .any(|it| it.is_directive && (it.range.start == at || it.range.end == at))
    };
    (!is_at_directive(start) && !is_at_directive(end)).then_some(start..end)
}

struct Token {
    range: Range<usize>,
    is_directive: bool,
}

/// The tokens of a program, and the lines with directives.
fn tokens(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let words = |from: usize| bytes[from..].iter().take_while(|it| is_word(it)).count();
    let line = |from: usize| text[from..].find('\n').unwrap_or(text.len() - from);
    let mut tokens = Vec::new();
    let mut line_start = true;
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let next = bytes.get(at + 1).copied().unwrap_or(b' ');
        let rest = &text[at..];
        let is_directive = line_start
            && ["#if", "#else", "#endif", "#define"]
                .iter()
                .any(|it| rest.starts_with(it));
        let length = match byte {
            b'\n' => {
                line_start = true;
                at += 1;
                continue;
            }
            b' ' => {
                at += 1;
                continue;
            }
            b'/' if next == b'/' => {
                at += line(at);
                continue;
            }
            b'/' if next == b'*' => {
                at += rest.find("*/").map_or(rest.len(), |it| it + 2);
                continue;
            }
            b'#' if is_directive => line(at),
            b'"' => {
                let mut end = 1;
                while !rest[end..].starts_with('"') {
                    end += 1 + usize::from(rest[end..].starts_with('\\'));
                }
                end + 1
            }
            b'[' if next == b'{' => rest.find("}]").map_or(rest.len(), |it| it + 2),
            b'.' if next == b'.' => 3,
            b'-' | b'+' | b'!' | b'$' => 1 + words(at + 1),
            it if is_word(it) => words(at),
            _ => 1,
        };
        line_start = false;
        tokens.push(Token {
            range: at..at + length,
            is_directive,
        });
        at += length;
    }
    tokens
}

/// Inserts directives of the preprocessor between the lines of a program. They exclude nothing.
pub fn with_conditionals(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = text.lines().map(|it| format!("{it}\n")).collect();
    let mut taken: Vec<(usize, usize)> = Vec::new();
    for _ in 0..random.below(4) {
        let first = random.below(lines.len());
        let last = first + random.below(lines.len() - first);
        let (open, close) = *random.choose(&[
            ("#ifndef NEVER\n", "#endif // NEVER\n"),
            (
                "#define M\n#ifdef M\n",
                "#else\n} include \"none.inc\" {\n#endif\n",
            ),
            (
                "#ifdef NEVER\n#ifdef M\nclass ] {\n#endif\n#else /* is */\n",
                "#endif\n",
            ),
        ]);
        let is_apart = |it: &(usize, usize)| last < it.0 || it.1 < first;
        // A repeated definition is a warning.
        let is_defined = lines.iter().any(|it| it.contains("#define"));
        if !taken.iter().all(is_apart) || open.contains("#define") && is_defined {
            continue;
        }
        taken.push((first, last));
        lines[first].insert_str(0, open);
        lines[last].push_str(close);
    }
    lines.concat()
}

/// Inserts a directive before some token of a program.
pub fn with_include(text: &str, name: &str, random: &mut Random) -> String {
    let tokens = tokens(text);
    let own: Vec<&Token> = tokens.iter().filter(|it| !it.is_directive).collect();
    let at = random.choose(&own).range.start;
    format!("{} include \"{name}\" {}", &text[..at], &text[at..])
}
