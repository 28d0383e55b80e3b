//! Text for the user, as Markdown or as plain text.
//!
//! Comments, values and names of a source may contain anything. They are escaped, so that an editor does not take them
//! for a link, an image, HTML or a code block. Some editors make links of bare addresses even if their characters are
//! escaped, but not in code, so addresses are formatted as code.

mod address;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use address::addresses;

/// A text that consists of blocks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Markup(Vec<Block>);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Block {
    /// A block of TableGen code.
    Code(String),
    /// A block of code in another language, or a drawing: the language tag of its Markdown fence (`text` for a
    /// drawing), and its content.
    Drawn(&'static str, String),
    /// Text from a source file, which is shown literally.
    Quoted(String),
    /// Text that this program wrote, in Markdown. Text from sources in it has been escaped by [`code_span`] or
    /// [`escape`].
    Prose(String),
}

impl Markup {
    /// A text that this program wrote, in Markdown.
    pub(super) fn of_prose(markdown: &str) -> Markup {
        Markup(vec![Block::Prose(markdown.to_owned())])
    }

    /// A text from a source file, which is shown literally.
    pub(super) fn of_source(text: String) -> Markup {
        Markup(vec![Block::Quoted(text)])
    }

    /// Whether the text has no blocks.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Appends a block of TableGen code.
    pub fn code(&mut self, code: &str) {
        self.0.push(Block::Code(code.trim_end().to_owned()));
    }

    /// Appends a block of code in another language, or a drawing. `language` is the language tag of the Markdown fence,
    /// `text` for a drawing.
    pub fn drawn(&mut self, language: &'static str, text: &str) {
        self.0
            .push(Block::Drawn(language, text.trim_end().to_owned()));
    }

    /// Appends text from a source file, which is shown literally.
    pub fn quoted(&mut self, text: impl Into<String>) {
        self.0.push(Block::Quoted(text.into()));
    }

    /// Appends text that this program wrote, in Markdown. Text from sources in it must have been escaped by
    /// [`code_span`] or [`escape`].
    pub fn prose(&mut self, markdown: impl Into<String>) {
        self.0.push(Block::Prose(markdown.into()));
    }

    /// Appends the blocks of another text.
    pub fn append(&mut self, other: Markup) {
        self.0.extend(other.0);
    }

    /// The text in Markdown.
    pub fn markdown(&self) -> String {
        self.joined(|block| match block {
            Block::Code(code) => fenced("tablegen", code).into(),
            Block::Drawn(language, text) => fenced(language, text).into(),
            Block::Quoted(text) => escape(text).into(),
            Block::Prose(markdown) => markdown.into(),
        })
    }

    /// The text without markup.
    pub fn plain(&self) -> String {
        self.joined(|block| match block {
            Block::Code(text) | Block::Drawn(_, text) | Block::Quoted(text) => text.into(),
            Block::Prose(markdown) => plain_prose(markdown).into(),
        })
    }

    fn joined<'a>(&'a self, show: impl Fn(&'a Block) -> Cow<'a, str>) -> String {
        self.0.iter().map(show).collect::<Vec<_>>().join("\n\n")
    }
}

fn fenced(language: &str, code: &str) -> String {
    let fence = "`".repeat(longest_run(code).max(2) + 1);
    format!("{fence}{language}\n{code}\n{fence}")
}

/// The length of the longest sequence of backticks.
fn longest_run(text: &str) -> usize {
    let runs = text.split(|it| it != '`').map(str::len);
    runs.max().unwrap_or(0)
}

/// The Markdown of a code span that shows `text` literally; line ends become spaces.
pub fn code_span(text: &str) -> String {
    let text = text.replace(['\r', '\n'], " ");
    let fence = "`".repeat(longest_run(&text) + 1);
    let is_blank = text.trim_matches(' ').is_empty();
    let is_padded = text.starts_with(' ') && text.ends_with(' ') && !is_blank;
    if text.is_empty() || is_padded || text.starts_with('`') || text.ends_with('`') {
        format!("{fence} {text} {fence}")
    } else {
        format!("{fence}{text}{fence}")
    }
}

/// The lines of a text as defined by Markdown and TableGen: a carriage return ends a line, too.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|it| it.split('\r'))
}

/// Markdown that shows a text literally. Adjacent lines become one paragraph, except for lines that look like part of a
/// list or a drawing.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut lines = lines(text).map(str::trim_end).peekable();
    while let Some(line) = lines.next() {
        escape_line(line, &mut out);
        if let Some(next) = lines.peek() {
            let is_within = !line.is_empty() && !next.is_empty();
            // In Markdown, two spaces at the end of a line are a hard line break.
            out.push_str(if is_within && stands_alone(next) {
                "  \n"
            } else {
                "\n"
            });
        }
    }
    out
}

/// Whether a line looks like part of a list or a drawing, and not like the continuation of a paragraph.
fn stands_alone(line: &str) -> bool {
    let is_word =
        |it: char| it.is_alphanumeric() || matches!(it, '"' | '\'' | '(' | '`' | '$' | '_');
    let after = line.trim_start_matches(|it: char| it.is_ascii_digit());
    !line.starts_with(is_word) || after.len() < line.len() && after.starts_with(['.', ')'])
}

fn escape_line(line: &str, out: &mut String) {
    /// A no-break space, which Markdown neither drops nor takes for the indentation of a code block.
    const FIRM_SPACE: char = '\u{a0}';
    let mut addresses = addresses(line).peekable();
    let mut before = None;
    // Whether the line has only white space so far, and whether it has only digits and white space.
    let (mut is_start, mut is_number) = (true, true);
    let mut at = 0;
    while let Some(c) = line[at..].chars().next() {
        if let Some(address) = addresses.next_if(|it| it.start == at) {
            out.push_str(&code_span(&line[address.clone()]));
            (is_start, is_number) = (false, false);
            before = line[address.clone()].chars().next_back();
            at = address.end;
            continue;
        }
        at += c.len_utf8();
        let next = line[at..].chars().next();
        let is_word = |it: Option<char>| it.is_some_and(char::is_alphanumeric);
        let is_mark = match c {
            '\\' | '`' | '*' | '[' | ']' | '<' | '|' | '~' => true,
            '_' => !(is_word(before) && is_word(next)),
            '&' => next.is_some_and(|it| it == '#' || it.is_ascii_alphanumeric()),
            '#' | '+' | '-' | '=' | '>' | ':' => is_start,
            '.' | ')' => is_number && !is_start,
            _ => false,
        };
        match c {
            '\t' => (0..4).for_each(|_| out.push(FIRM_SPACE)),
            ' ' if before.is_none_or(char::is_whitespace) => out.push(FIRM_SPACE),
            _ => {
                if is_mark {
                    out.push('\\');
                }
                out.push(c);
            }
        }
        is_number &= c.is_ascii_digit() || c.is_whitespace();
        is_start &= c.is_whitespace();
        before = Some(c);
    }
}

/// The plain text of Markdown that this program wrote.
fn plain_prose(markdown: &str) -> String {
    let mut out = String::with_capacity(markdown.len());
    let mut rest = markdown;
    while let Some(at) = rest.find(['`', '\\']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(after) = rest.strip_prefix('\\') {
            let mark = after.chars().next().unwrap_or('\\');
            out.push(mark);
            rest = after.get(mark.len_utf8()..).unwrap_or("");
            continue;
        }
        let code = rest.trim_start_matches('`');
        let (fence, _) = rest.split_at(rest.len() - code.len());
        let (code, after) = code.split_once(fence).unwrap_or((code, ""));
        // `code_span` pads code that begins or ends with a backtick.
        let is_padded = code.starts_with(" `") || code.ends_with("` ");
        out.push_str(if is_padded { code.trim() } else { code });
        rest = after;
    }
    out + rest
}
