//! Ways from a name to what it stands for.

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
    check(FILES, "definition", expect![[""]]);
    check(FILES, "typeDefinition", expect![[""]]);
}

#[test]
fn a_class() {
    let class =
        "//- Root.td\nclass A;\nclass A<int x> { int f = x; }\nclass B : A<1>;\ndef R : A$0<1>;\n";
    check(class, "declaration", expect![[""]]);
    check(class, "definition", expect![[""]]);
    check(class, "implementation", expect![[""]]);
}

#[test]
fn a_file() {
    let include = "//- Root.td\ninclude \"$0Base.td\"\n//- Base.td\nclass A;\n";
    check(include, "definition", expect![[""]]);
}

#[test]
fn nothing() {
    check("//- Root.td\ndef A { $0 }\n", "definition", expect![[""]]);
}
