use expect_test::expect;

use crate::tests::{check, sources};

#[test]
fn options_as_a_manual() {
    check(
        "gen-opt-rst",
        sources::OPTIONS,
        expect![[r#"
        ACTIONS
        -------

        .. option:: -help

         Show a \"text\".

        OPTIONS
        -------

        .. option:: -h

        .. option:: -level==<value>

         How much. <value> must be 'low' or 'high'.

    "#]],
    );
}
