//! How the words of a source are rendered.

use expect_test::expect;

use super::check;
use crate::hover::hover;
use crate::testing::fixture;

#[test]
fn comments_of_all_styles() {
    let doc = |text: &str| {
        let fixture = fixture(text);
        let hover = hover(fixture.host.db(), &fixture.cursor());
        hover.and_then(|it| it.text.markdown().split("\n\n").nth(1).map(str::to_owned))
    };
    let is = |text: &str, want: &str| assert_eq!(doc(text).as_deref(), Some(want), "{text}");
    is("// One.\n// Two.\ndefvar x$0 = 1;", "One.\nTwo.");
    is("/// One.\ndefvar x$0 = 1;", "One.");
    is("/* One. */ defvar x$0 = 1;", "One.");
    is("/**\n * One.\n * Two.\n */\ndefvar x$0 = 1;", "One.\nTwo.");
    is(
        "//===--- Part ---===//\n// One.\n//====//\ndefvar x$0 = 1;",
        "Part\nOne.",
    );
    is("// Other.\n\n// One.\ndefvar x$0 = 1;", "One.");
    is("defvar y = 1; // Other.\ndefvar x$0 = 1; // One.", "One.");
    is("class C<int x$0, // One.\n  int y>;", "One.");
    // A carriage return ends a line, too.
    is(
        "// Other.\r\r// One.\r// Two.\rdefvar x$0 = 1;",
        "One.\nTwo.",
    );
    is("defvar y = 1; // Other.\rdefvar x$0 = 1; // One.\r", "One.");
    is("/* One.\r * # Two. */ defvar x$0 = 1;", "One.  \n\\# Two.");
    is(
        "// See https://llvm.org.\ndefvar x$0 = 1;",
        "See `https://llvm.org`.",
    );
}

#[test]
fn what_a_source_says_is_shown_as_it_is() {
    check(
        "// [click](command:quit) <img src=x>\n//   - `code` *bold*\nclass A<string s> { string S = s; }\n\
        def $0Bad : A<!strconcat(\"x\\n```\\n[click](command:quit)\", \"\")>;",
        expect![[r#"
            ````tablegen
            def Bad {	// A
              string S = "x
            ```
            [click](command:quit)";	// argument s of class A, root.td:3
            }
            ````
            [definition -> root.td:4:5 Bad]
        "#]],
    );
    check(
        "// [click](command:quit) <img src=x>\n//   - `code` *bold*\nclass $0A<code s = [{\n```\n[click](command:quit)}]>;",
        expect![[r#"
            ````tablegen
            class A<code s = [{
            ```
            [click](command:quit)}]> {
            }
            ````

            \[click\](command:quit) \<img src=x>  
              \- \`code\` \*bold\*

            0 subclasses, 0 `def`s
            [definition -> root.td:3:7 A]
        "#]],
    );
    check(
        "defvar $0v = \"`]( [click](command:quit)``\";",
        expect![[r#"
            ```tablegen
            defvar v = "`]( [click](command:quit)``";
            ```

            value: ```"`]( [click](command:quit)``"```
            [declaration -> root.td:1:8 v]
        "#]],
    );
}
