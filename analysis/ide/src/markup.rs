//! What is shown beside a source, as Markdown or as plain text.
//!
//! A source may say anything in a comment, a value or a name. None of it may become a link, a picture, HTML or a code
//! block in an editor: it is shown as the text that it is.

use std::borrow::Cow;

/// A text in pieces.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Markup(Vec<Block>);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Block {
    /// TableGen.
    Code(String),
    /// Another language, by its name in Markdown, or a drawing.
    Drawn(&'static str, String),
    /// Text of a source.
    Quoted(String),
    /// What we say, in Markdown. What it mentions of sources has gone through [`code_span`] or [`escape`].
    Prose(String),
}

impl Markup {
    /// What we say, in Markdown.
    pub(super) fn of_prose(markdown: &str) -> Markup {
        Markup(vec![Block::Prose(markdown.to_owned())])
    }

    /// What a source says.
    pub(super) fn of_source(text: String) -> Markup {
        Markup(vec![Block::Quoted(text)])
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// TableGen.
    pub fn code(&mut self, code: &str) {
        self.0.push(Block::Code(code.trim_end().to_owned()));
    }

    /// Code of another language, by its name in Markdown, or a drawing in `text`, in which columns count.
    pub fn drawn(&mut self, language: &'static str, text: &str) {
        self.0
            .push(Block::Drawn(language, text.trim_end().to_owned()));
    }

    /// What a source says.
    pub fn quoted(&mut self, text: impl Into<String>) {
        self.0.push(Block::Quoted(text.into()));
    }

    /// What we say, in Markdown. What it mentions of sources has gone through [`code_span`] or [`escape`].
    pub fn prose(&mut self, markdown: impl Into<String>) {
        self.0.push(Block::Prose(markdown.into()));
    }

    /// Adds another text.
    pub fn append(&mut self, other: Markup) {
        self.0.extend(other.0);
    }

    /// As Markdown.
    pub fn markdown(&self) -> String {
        self.joined(|block| match block {
            Block::Code(code) => fenced("tablegen", code).into(),
            Block::Drawn(language, text) => fenced(language, text).into(),
            Block::Quoted(text) => escape(text).into(),
            Block::Prose(markdown) => markdown.into(),
        })
    }

    /// As plain text.
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

/// How many backquotes stand side by side at most.
fn longest_run(text: &str) -> usize {
    let runs = text.split(|it| it != '`').map(str::len);
    runs.max().unwrap_or(0)
}

/// A text as code within a line.
pub fn code_span(text: &str) -> String {
    let text = text.replace(['\r', '\n'], " ");
    let fence = "`".repeat(longest_run(&text) + 1);
    let is_blank = text.trim_matches(' ').is_empty();
    let is_padded = text.starts_with(' ') && text.ends_with(' ') && !is_blank;
    match text.is_empty() || is_padded || text.starts_with('`') || text.ends_with('`') {
        true => format!("{fence} {text} {fence}"),
        false => format!("{fence}{text}{fence}"),
    }
}

/// A text as Markdown that shows it as it is. Lines flow on, but where one looks like part of a list or a drawing.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut lines = text.lines().map(str::trim_end).peekable();
    while let Some(line) = lines.next() {
        escape_line(line, &mut out);
        if let Some(next) = lines.peek() {
            let is_within = !line.is_empty() && !next.is_empty();
            // Two blanks at its end are what ends a line.
            out.push_str(if is_within && stands_alone(next) {
                "  \n"
            } else {
                "\n"
            });
        }
    }
    out
}

/// Whether a line is not the next one of a paragraph.
fn stands_alone(line: &str) -> bool {
    let is_word =
        |it: char| it.is_alphanumeric() || matches!(it, '"' | '\'' | '(' | '`' | '$' | '_');
    let after = line.trim_start_matches(|it: char| it.is_ascii_digit());
    !line.starts_with(is_word) || after.len() < line.len() && after.starts_with(['.', ')'])
}

fn escape_line(line: &str, out: &mut String) {
    /// A space that is neither left out nor taken for the start of a code block.
    const FIRM_SPACE: char = '\u{a0}';
    let mut before = None;
    // Only blanks, or only a number, so far.
    let (mut is_start, mut is_number) = (true, true);
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied();
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

/// Markdown of ours without its marks.
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
        // A longer run in the code is none of ours: `code_span` takes a fence that is not in it.
        let is_padded = code.starts_with(" `") || code.ends_with("` ");
        out.push_str(if is_padded { code.trim() } else { code });
        rest = after;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

    use super::*;

    const NOT_IN_EDITORS: Options = Options::ENABLE_SMART_PUNCTUATION
        .union(Options::ENABLE_MATH)
        .union(Options::ENABLE_SUPERSCRIPT)
        .union(Options::ENABLE_SUBSCRIPT);

    /// What a reader sees of Markdown with all extensions, and an `<element>` wherever it is more than lines of text.
    fn seen(markdown: &str) -> String {
        let mut out = String::new();
        let options = Options::all() - NOT_IN_EDITORS;
        for event in Parser::new_ext(markdown, options) {
            match event {
                Event::Start(Tag::Paragraph) if out.is_empty() => {}
                Event::Start(Tag::Paragraph) => out.push_str("\n\n"),
                Event::End(TagEnd::Paragraph) => {}
                Event::Text(text) => out.push_str(&text),
                Event::Code(text) => out.push_str(&format!("<code {text}>")),
                Event::SoftBreak | Event::HardBreak => out.push('\n'),
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => {
                    out.push_str(&format!("<{language}>"));
                }
                other => out.push_str(&format!("<{other:?}>")),
            }
        }
        out.replace('\u{a0}', " ")
    }

    fn check_escaped(text: &str) {
        assert_eq!(seen(&escape(text)), text, "{text:?} as {:?}", escape(text));
    }

    const HOSTILE: &[&str] = &[
        "[click](command:workbench.action.terminal.new)",
        "![](https://example.org/seen.png)",
        "<command:workbench.action.quit> <https://example.org>",
        "<img src=x onerror=alert(1)> <!-- --> &lt; &#60;",
        "[a]: command:x\n[a]",
        "```\ncode\n```\n~~~\ncode\n~~~",
        "    indented\n\n    code",
        "# title\n## title\ntitle\n===\ntitle\n---",
        "- one\n- two\n  - three\n+ four\n* five\n1. six\n2) seven",
        "> quoted\n>> twice",
        "a | b\n--|--\n1 | 2",
        "| a |\n|:-:|\n| 1 |",
        "*a* _b_ __c__ **d** ~~e~~ snake_case_name `f` ``g``",
        "***\n---\n___\n- - -",
        "a\\b \\* \\\nend\\",
        "[^1] text\n\n[^1]: note",
        "- [ ] to do\n- [x] done",
        "term\n: definition",
        "+++\ntitle\n+++",
        "  two   three\n    four $src, $dst {x}",
    ];

    #[test]
    fn what_a_source_says_stays_text() {
        HOSTILE.iter().for_each(|it| check_escaped(it));
        let mut page = Markup::default();
        HOSTILE.iter().for_each(|it| page.quoted(*it));
        assert_eq!(seen(&page.markdown()), HOSTILE.join("\n\n"));
    }

    #[test]
    fn whatever_it_is_made_of() {
        const PARTS: &[&str] = &[
            "a",
            "1",
            " ",
            "\n",
            "\n\n",
            "    ",
            "*",
            "_",
            "`",
            "``",
            "```",
            "~~~",
            "[",
            "]",
            "(",
            ")",
            "<",
            ">",
            "!",
            "#",
            "-",
            "+",
            "=",
            "|",
            ":",
            ".",
            "\\",
            "&",
            "&lt;",
            "command:x",
            "^",
            "{",
            "}",
            "x y",
            "\t",
        ];
        let mut random = ::tests::random::Random(7);
        for _ in 0..20_000 {
            let count = 1 + random.below(12);
            let text: String = (0..count)
                .map(|_| PARTS[random.below(PARTS.len())])
                .collect();
            // What nobody sees: blanks at ends, empty lines beyond one, and what a tab is.
            let lines = text.replace('\t', "    ");
            let lines: Vec<&str> = lines.lines().map(str::trim_end).collect();
            let mut want = lines.join("\n");
            while want.contains("\n\n\n") {
                want = want.replace("\n\n\n", "\n\n");
            }
            let got = seen(&escape(&text));
            assert_eq!(
                got,
                want.trim_matches('\n'),
                "{text:?} as {:?}",
                escape(&text)
            );
        }
    }

    #[test]
    fn code_stays_code() {
        let check = |code: &str| {
            let mut page = Markup::default();
            page.code(code);
            page.prose(code_span(code));
            let span = code.replace('\n', " ");
            let want = format!("<tablegen>{code}\n<End(CodeBlock)>\n\n<code {span}>");
            assert_eq!(seen(&page.markdown()), want);
        };
        check("string s = \"x\n```\n[a](command:b)\";");
        check("````` `");
        check("a``b");
        check("` a `");
    }

    #[test]
    fn as_markdown_and_as_text() {
        let mut page = Markup::default();
        page.code("def A;");
        page.quoted("See *this*\n  - and that");
        page.prose(format!(
            "value: {}\\\nset by {}",
            code_span("1"),
            escape("a_.td")
        ));
        let check = |text: String, want: Expect| want.assert_eq(&text);
        check(
            page.markdown(),
            expect![[r#"
                ```tablegen
                def A;
                ```

                See \*this\*  
                  \- and that

                value: `1`\
                set by a\_.td"#]],
        );
        check(
            page.plain(),
            expect![[r#"
                def A;

                See *this*
                  - and that

                value: 1
                set by a_.td"#]],
        );
    }
}
