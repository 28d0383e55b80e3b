//! What is shown of other names: variables, operators, files.

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
