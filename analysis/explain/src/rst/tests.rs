use backend::{Context, Models, Options};
use expect_test::{Expect, expect};

use super::show;
use crate::page::Page;

#[track_caller]
fn check(text: &str, want: Expect) {
    let records = backend_testing::read("");
    let (options, models) = (Options::default(), Models::default());
    let cx = Context::new(&records, &options, &models);
    let mut page = Page::new(&cx);
    show(text, &mut page);
    want.assert_eq(&format!("{}\n", page.take().markdown()));
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
    check(
        "::",
        expect![[r#"

        "#]],
    );
    check(
        ".. code-block::",
        expect![[r#"

        "#]],
    );
    check(
        "\u{a0}é `ü <b>`_ ``é``",
        expect![[r#"
        é ü (b) `é`
    "#]],
    );
}
