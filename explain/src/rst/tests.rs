use backend::{Context, Models, Options};
use expect_test::{Expect, expect};
use pulldown_cmark::{Event, Options as Extensions, Parser, Tag, TagEnd};
use tests::random::Random;

use super::show;
use crate::markdown;
use crate::page::Page;
use crate::testing::markdown;

#[track_caller]
fn check(text: &str, want: Expect) {
    with_page(|page| {
        show(text, page);
        want.assert_eq(&markdown(&page.take()));
    });
}

fn with_page(f: impl FnOnce(&mut Page)) {
    let records = backend_testing::read("");
    let (options, models) = (Options::default(), Models::default());
    let cx = Context::new(&records, &options, &models);
    f(&mut Page::new(&cx, &|_| None));
}

#[test]
fn paragraphs_lists_and_code() {
    check(
        "
        Title
        =====

        One *line*
        and its ``rest`` [x](y).

        Like this::

          a *b;

            c;

        * first
          more
        * second
        .. note:: See it.
        ",
        expect![[r#"
            Title

            One \*line\* and its `rest` \[x\](y).

            Like this:

            ```c
            a *b;

              c;
            ```

            - first more

            - second

            note: See it.
        "#]],
    );
}

#[test]
fn what_is_not_closed() {
    check(
        "a `b\nc ``d",
        expect![[r#"
        a b c \`d
    "#]],
    );
    check("::", expect!["nothing"]);
    check(".. code-block::", expect!["nothing"]);
    check(
        "\u{a0}é `ü <b>`_ ``é``",
        expect![[r#"
        é ü (b) `é`
    "#]],
    );
}

#[test]
fn addresses_are_code() {
    check(
        "See `the page <https://a.b/c>`_, `https`_://a.b\rand www.a.b. Ask x@a.b or https://``a``.",
        expect![[r#"
            See the page (`https://a.b/c`), `https://a.b` and `www.a.b`. Ask `x@a.b` or https://`a`.
        "#]],
    );
}

/// The text of Markdown that is not code. Nothing but paragraphs, points and code may be there.
fn text_outside_code(markdown: &str) -> String {
    let mut text = String::new();
    let mut is_code = false;
    let extensions = Extensions::ENABLE_GFM
        | Extensions::ENABLE_TABLES
        | Extensions::ENABLE_FOOTNOTES
        | Extensions::ENABLE_STRIKETHROUGH
        | Extensions::ENABLE_TASKLISTS
        | Extensions::ENABLE_DEFINITION_LIST;
    for event in Parser::new_ext(markdown, extensions) {
        match event {
            Event::Start(Tag::CodeBlock(_)) => is_code = true,
            Event::End(TagEnd::CodeBlock) => is_code = false,
            Event::Text(it) if !is_code => text += &it,
            Event::Text(_) => {}
            Event::Start(Tag::Paragraph | Tag::Item | Tag::List(None))
            | Event::End(TagEnd::Paragraph | TagEnd::Item | TagEnd::List(false))
            | Event::Code(_)
            | Event::SoftBreak
            | Event::HardBreak => text.push(' '),
            other => panic!("{other:?} in {markdown:?}"),
        }
    }
    text
}

#[test]
fn nothing_else_comes_of_documentation() {
    const PARTS: &[&str] = &[
        "a",
        "1.",
        " ",
        "  ",
        "\n",
        "\n\n",
        "\r",
        "    ",
        "`",
        "``",
        "```",
        "```c",
        "~~~",
        "::",
        ".. ",
        ".. note::",
        "_",
        "`_",
        "<",
        ">",
        "<b>",
        "[x](y)",
        "![",
        "](",
        "# ",
        "===",
        "---",
        "- ",
        "* ",
        "+ ",
        "|",
        "\\",
        "&#60;",
        "*",
        "https",
        "://",
        "https://a.b",
        "www",
        ".a.b",
        "x",
        "@a.b",
        ":doc:`",
        "$",
        "^",
        "(",
        ")",
        "\"",
        "\0",
    ];
    let check = |text: &str, markdown: &str| {
        let outside = text_outside_code(markdown);
        let links = ["https://a", "www.a", "x@a"];
        let has_link = links.iter().any(|it| outside.contains(it));
        assert!(!has_link, "a link in {markdown:?} of {text:?}");
    };
    with_page(|page| {
        let mut random = Random(45);
        for _ in 0..20_000 {
            let count = 1 + random.below(14);
            let text: String = (0..count).map(|_| *random.choose(PARTS)).collect();
            show(&text, page);
            check(&text, &page.take().markdown());
            markdown::show(&text, page);
            check(&text, &page.take().markdown());
        }
    });
}
