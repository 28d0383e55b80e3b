use backend::{Context, Models, Options};
use expect_test::{Expect, expect};

use super::show;
use crate::page::Page;
use crate::testing::shown;

#[track_caller]
fn check(text: &str, want: Expect) {
    let records = backend_testing::read("");
    let (options, models) = (Options::default(), Models::default());
    let cx = Context::new(&records, &options, &models);
    let mut page = Page::new(&cx);
    show(text, &mut page);
    want.assert_eq(&shown(&page.take()));
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
