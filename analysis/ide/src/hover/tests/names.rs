//! Hovers on other names: variables, operators, files.

use expect_test::expect;

use super::check;

#[test]
fn variables() {
    check(
        "defvar v = !add(1, 2);\ndefvar w = v$0;",
        expect![[r#"
        ```tablegen
        defvar v = !add(1, 2);
        ```

        value: `3`
        [declaration -> root.td:1:8 v]
    "#]],
    );
    check(
        "foreach i = [1, 2, 3] in def R#i$0 { int x = i; }",
        expect![[r#"
        ```tablegen
        foreach i = [1, 2, 3] in
        ```

        values:
        - `1` in `R1`
        - `2` in `R2`
        - `3` in `R3`
        [declaration -> root.td:1:9 i]
    "#]],
    );
    check(
        "foreach i = [1, 2] in { defvar d = !mul(i, 10); def R#i { int x = d$0; } }",
        expect![[r#"
            ```tablegen
            defvar d = !mul(i, 10);
            ```

            value:
            - `10`
            - `20`
            [declaration -> root.td:1:32 d]
        "#]],
    );
    check(
        "defvar l = [1, 2];\ndefvar m = !foreach(x, l, !add(x$0, 1));",
        expect![[r#"
            ```tablegen
            !foreach(x, l, !add(x, 1))
            ```

            takes the elements of: `[1, 2]`
            [declaration -> root.td:2:21 x]
        "#]],
    );
    check(
        "class A;\ndefset list<A> all = { def X : A; def Y : A; }\ndefvar l = a$0ll;",
        expect![[r#"
            ```tablegen
            defset list<A> all =
            ```

            2 `def`s and `defm`s stand in it
            [declaration -> root.td:2:16 all]
        "#]],
    );
}

#[test]
fn operators() {
    check(
        "defvar v = !ad$0d(1, 2);",
        expect![[r#"
        ```tablegen
        !add(a, b, ...) -> int
        ```

        The sum of the operands.

        value: `3`
        []
    "#]],
    );
    check(
        "defvar v = !foreach(x, [1, 2], !mu$0l(x, x));",
        expect![[r#"
            ```tablegen
            !mul(a, b, ...) -> int
            ```

            The product of the operands.

            value: `[1, 4]`
            []
        "#]],
    );
    check(
        "foreach i = [1, 2] in def R#i { int x = !mu$0l(i, 2); }",
        expect![[r#"
            ```tablegen
            !mul(a, b, ...) -> int
            ```

            The product of the operands.

            value:
            - `2` in `R1`
            - `4` in `R2`
            []
        "#]],
    );
    check(
        "class C<int x> { int f = !m$0ul(x, 2); }\ndef R : C<1>;",
        expect![[r#"
            ```tablegen
            !mul(a, b, ...) -> int
            ```

            The product of the operands.
            []
        "#]],
    );
    check(
        "def R { string s = \"a\"$0 # NAME; }",
        expect![[r#"
        value: `"aNAME"`
        []
    "#]],
    );
}

#[test]
fn names_and_files() {
    check(
        "multiclass M { def NA$0ME#x; }",
        expect![[r#"
        ```tablegen
        string NAME
        ```

        the name of the `defm` that uses the multiclass
        []
    "#]],
    );
    check(
        "class R { string s = NA$0ME; }",
        expect![[r#"
            ```tablegen
            string NAME
            ```

            the name of the record
            []
        "#]],
    );
    check(
        "//- root.td\ninclude \"a$0.td\"\n//- a.td\ndef R;",
        expect![[r#"
            ```tablegen
            include "a.td"
            ```

            1 statement
            [a.td -> a.td:1:1 ]
        "#]],
    );
    check(
        "include \"a$0.td\"",
        expect![[r#"
        not found
        []
    "#]],
    );
    check(
        "#define FOO\n#ifdef FO$0O\n#endif",
        expect![[r#"
        ```tablegen
        #define FOO
        ```
        [root.td -> root.td:1:9 FOO]
    "#]],
    );
    check(
        "def ops;\ndef X;\ndef R { dag i = (ops X:$r); dag p = (ops $0$r); }",
        expect![[r#"
            ```tablegen
            X:$r
            $r
            ```

            name of a dag argument
            []
        "#]],
    );
    check(
        "deftype T = list<int>;\ndef R { T$0 l = []; }",
        expect![[r#"
        ```tablegen
        deftype T = list<int>;
        ```
        [declaration -> root.td:1:9 T]
    "#]],
    );
    check("def R { $0 }", expect!["nothing"]);
}

const MULTICLASSES: &str = "\
class I<string s> { string S = s; }
multiclass Base<string t> {
  def NAME#\"8ri\" : I<t>;
  defvar both = !strconcat(t, \"+\");
  def x : I<!cast<I>(NAME#\"8ri\").S>;
}
multiclass Other : Base<\"o\">;
defm ADD : Base<\"add\">;
defm MUL : Other;
foreach i = [1, 2] in defm L#i : Base<\"l\"#i>;
";

/// The text with the cursor in some words.
fn at(words: &str) -> String {
    let plain = words.replace("$0", "");
    assert!(MULTICLASSES.contains(&plain), "{plain}");
    MULTICLASSES.replacen(&plain, words, 1)
}

#[test]
fn what_names_in_multiclasses_became() {
    check(
        &at("!cast<I>(N$0AME#"),
        expect![[r#"
            ```tablegen
            string NAME
            ```

            the name of the `defm` that uses the multiclass

            value:
            - `"ADD"` in `ADD`
            - `"MUL"` in `MUL`
            - `"L1"`, `"L2"` in `L#i`

            `NAME#"8ri"`:
            - `"ADD8ri"` in `ADD`
            - `"MUL8ri"` in `MUL`
            - `"L18ri"`, `"L28ri"` in `L#i`
            [ADD8ri -> root.td:3:7 NAME#"8ri"]
        "#]],
    );
    check(
        &at("!cast<I>(NAME#\"8$0ri"),
        expect![[r#"
            value:
            - `"ADD8ri"` in `ADD`
            - `"MUL8ri"` in `MUL`
            - `"L18ri"`, `"L28ri"` in `L#i`
            [ADD8ri -> root.td:3:7 NAME#"8ri"]
        "#]],
    );
    // The hover on the type of a cast lists its results first.
    check(
        &at("!cast<I$0>(NAME#"),
        expect![[r#"
            value:
            - `ADD8ri` in `ADD`
            - `MUL8ri` in `MUL`
            - `L18ri`, `L28ri` in `L#i`

            ```tablegen
            class I<string s> {
              string S = s;
            }
            ```

            0 subclasses, 0 `def`s, and 2 `def`s in multiclasses and loops
            [ADD8ri -> root.td:3:7 NAME#"8ri", definition -> root.td:1:7 I]
        "#]],
    );
    check(
        &at("bo$0th"),
        expect![[r#"
            ```tablegen
            defvar both = !strconcat(t, "+");
            ```

            value:
            - `"add+"` in `ADD`
            - `"o+"` in `MUL`
            - `"l1+"`, `"l2+"` in `L#i`
            [declaration -> root.td:4:10 both]
        "#]],
    );
    check(
        &at("!strconcat(t$0"),
        expect![[r#"
            ```tablegen
            string t
            ```

            template argument of multiclass `Base`, must be given

            values:
            - `"add"` in `ADD`
            - `"o"` in `MUL`
            - `"l1"`, `"l2"` in `L#i`
            [declaration -> root.td:2:24 t]
        "#]],
    );
}

#[test]
fn the_chosen_defm_comes_first() {
    let fixture = crate::testing::fixture(&at("!cast<I>(NAME#\"8$0ri"));
    let position = fixture.cursor();
    let hover = crate::hover::hover_seen_from(fixture.host.db(), &position, Some("MUL"));
    let text = hover.map(|it| it.text.markdown()).unwrap_or_default();
    expect![[r#"
        value:
        - `"MUL8ri"` in `MUL`
        - `"ADD8ri"` in `ADD`
        - `"L18ri"`, `"L28ri"` in `L#i`"#]]
    .assert_eq(&text);
}

#[test]
fn keywords() {
    check(
        "class A;\nmulticlass M { def x : A; }\ndef$0m N : M;",
        expect![[r#"
            ```tablegen
            defm name : Multiclass<…>, …;
            ```

            Makes a record for each `def` in the multiclasses, whose names begin with `name` or have it as `NAME`.
            []
        "#]],
    );
    check(
        "class A { bi$0ts<4> b = 0; }",
        expect![[r#"
        ```tablegen
        bits<n>
        ```

        A type: `n` bits, each of which is 0, 1, unset (`?`) or a bit of another field. `x{3-0}` takes some of them.
        []
    "#]],
    );
    check(
        "foreach i = [1] i$0n def R#i;",
        expect![[r#"
        ```tablegen
        let Field = value in { … }
        foreach name = list in { … }
        ```

        Stands before the statements that a `let` or `foreach` is about.
        []
    "#]],
    );
    // The hover of a record without a name is at its `def`.
    check(
        "class A { int x = 1; }\nd$0ef : A;",
        expect![[r#"
        ```tablegen
        def (unnamed) {	// A
          // defaults: x = 1
        }
        ```
        [definition -> root.td:2:1 def]
    "#]],
    );
}
