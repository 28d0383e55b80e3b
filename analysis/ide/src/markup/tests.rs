use expect_test::{Expect, expect};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::*;

const NOT_IN_EDITORS: Options = Options::ENABLE_SMART_PUNCTUATION
    .union(Options::ENABLE_MATH)
    .union(Options::ENABLE_SUPERSCRIPT)
    .union(Options::ENABLE_SUBSCRIPT);

/// The text that a reader sees of Markdown with all extensions, with `<element>` for anything other than lines of text.
fn visible_text(markdown: &str, code: impl Fn(&str) -> String) -> String {
    let mut out = String::new();
    let options = Options::all() - NOT_IN_EDITORS;
    for event in Parser::new_ext(markdown, options) {
        match event {
            Event::Start(Tag::Paragraph) if out.is_empty() => {}
            Event::Start(Tag::Paragraph) => out.push_str("\n\n"),
            Event::End(TagEnd::Paragraph) => {}
            Event::Text(text) => out.push_str(&text),
            Event::Code(text) => out.push_str(&code(&text)),
            Event::SoftBreak | Event::HardBreak => out.push('\n'),
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => {
                out.push_str(&format!("<{language}>"));
            }
            other => out.push_str(&format!("<{other:?}>")),
        }
    }
    out.replace('\u{a0}', " ")
}

/// The text that a reader sees of a source's text, in which only addresses are code.
fn seen_text(markdown: &str) -> String {
    let outside = visible_text(markdown, |_| " ".to_owned());
    assert!(!has_link(&outside), "a link in {markdown:?}");
    let is_address = |code: &str| code.contains("://") || code.contains('@') || has_www(code);
    visible_text(markdown, |code| {
        if is_address(code) {
            code.to_owned()
        } else {
            format!("<code {code}>")
        }
    })
}

fn has_www(text: &str) -> bool {
    text.to_ascii_lowercase().contains("www")
}

/// Whether an editor may make a link of a part of a text.
fn has_link(text: &str) -> bool {
    let is_word = |it: char| it.is_ascii_alphanumeric() || matches!(it, '-' | '_' | '+');
    let begins = |rest: &str| rest.starts_with(is_word);
    let in_small = text.to_ascii_lowercase();
    let mut schemes = text.split("://").zip(text.split("://").skip(1));
    let mut hosts = in_small.split("www.").skip(1);
    let mut mails = text.split('@').zip(text.split('@').skip(1));
    schemes.any(|(scheme, host)| scheme.ends_with(char::is_alphanumeric) && begins(host))
        || hosts.any(begins)
        || mails.any(|(name, domain)| {
            let after = domain.trim_start_matches(is_word);
            let has_name = name.ends_with(|it| is_word(it) || it == '.');
            has_name && begins(domain) && after.strip_prefix('.').is_some_and(begins)
        })
}

fn check_escaped(text: &str) {
    let markdown = escape(text);
    let lines = text.replace("\r\n", "\n").replace('\r', "\n");
    assert_eq!(seen_text(&markdown), lines, "{text:?} as {markdown:?}");
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
    "a comment\r# title\r\n    code\r\r> quoted",
    "see https://llvm.org/docs (or HTTP://LLVM.ORG), <ftp://x.y/z>; a://b",
    "www.llvm.org, WWW.llvm.org/docs. \"www.llvm.org\"",
    "llvm-dev@lists.llvm.org mailto:a.b+c@d-e.org (x@y.z)",
    "https://a.b/`c` [https://a.b](https://c.d) **https://a.b** <a href=\"https://a.b\">x</a>",
    "/usr/lib: a:/b, $dst@GOT, @return, #12, Foo.td, www, a@b",
];

#[test]
fn what_a_source_says_stays_text() {
    HOSTILE.iter().for_each(|it| check_escaped(it));
    let mut page = Markup::default();
    HOSTILE.iter().for_each(|it| page.quoted(*it));
    let lines = HOSTILE.join("\n\n").replace("\r\n", "\n");
    assert_eq!(seen_text(&page.markdown()), lines.replace('\r', "\n"));
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
        "\r",
        "\r\n",
        "\u{c}",
        "\u{2028}",
        "é",
        "!",
        "@",
        "@c.d",
        "://",
        "https://a.b",
        "www.",
        "<b>",
        "&#60;",
    ];
    let mut random = ::tests::random::Random(7);
    for _ in 0..40_000 {
        let count = 1 + random.below(12);
        let text: String = (0..count)
            .map(|_| PARTS[random.below(PARTS.len())])
            .collect();
        // Differences that do not show: blanks at ends, empty lines beyond one, tabs.
        let lines = text
            .replace("\r\n", "\n")
            .replace('\r', "\n")
            .replace('\t', "    ");
        let lines: Vec<&str> = lines.lines().map(str::trim_end).collect();
        let mut want = lines.join("\n");
        while want.contains("\n\n\n") {
            want = want.replace("\n\n\n", "\n\n");
        }
        let got = seen_text(&escape(&text));
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
        assert_eq!(
            visible_text(&page.markdown(), |it| format!("<code {it}>")),
            want
        );
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
