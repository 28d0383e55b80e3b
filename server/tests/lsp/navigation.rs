//! From a name to its definition and references.

use expect_test::{Expect, expect};
use tests::lsp::Client;

fn check(fixture: &str, method: &str, want: Expect) {
    let method = format!("textDocument/{method}");
    let (client, answer) = Client::ask_at_cursor("navigation", fixture, &method);
    want.assert_eq(&client.show_locations(&answer));
}

const FILES: &str = "\
//- Root.td
include \"Base.td\"
multiclass Pair { def a : Reg<1>; }
defm P : Pair;
defvar v = P$0a;
//- Base.td
class Reg<int n>;
class Reg<int n> { int Num = n; }
";

#[test]
fn a_generated_record() {
    check(
        FILES,
        "definition",
        expect![[r#"
        Root.td 1:22-1:23
        Root.td 2:5-2:6
    "#]],
    );
    check(
        FILES,
        "typeDefinition",
        expect![[r#"
        Base.td 0:6-0:9
    "#]],
    );
}

#[test]
fn a_class() {
    let class =
        "//- Root.td\nclass A;\nclass A<int x> { int f = x; }\nclass B : A<1>;\ndef R : A$0<1>;\n";
    check(
        class,
        "declaration",
        expect![[r#"
        Root.td 0:6-0:7
    "#]],
    );
    check(
        class,
        "definition",
        expect![[r#"
        Root.td 1:6-1:7
    "#]],
    );
    check(
        class,
        "implementation",
        expect![[r#"
        Root.td 2:6-2:7
        Root.td 3:4-3:5
    "#]],
    );
}

#[test]
fn a_file() {
    let include = "//- Root.td\ninclude \"$0Base.td\"\n//- Base.td\nclass A;\n";
    check(
        include,
        "definition",
        expect![[r#"
        Base.td 0:0-0:0
    "#]],
    );
}

#[test]
fn nothing() {
    check("//- Root.td\ndef A { $0 }\n", "definition", expect![[""]]);
}
