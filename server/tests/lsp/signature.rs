//! Signature help.

use expect_test::{Expect, expect};
use tests::lsp::Client;

fn check(fixture: &str, want: Expect) {
    let method = "textDocument/signatureHelp";
    let (_, answer) = Client::ask_at_cursor("signature", fixture, method);
    let signature = &answer["signatures"][0];
    let label = signature["label"].as_str().unwrap_or("nothing");
    want.assert_eq(&format!("{label} {}", answer["activeParameter"]));
}

#[test]
fn of_classes_and_operators() {
    let class = "//- Root.td\nclass A<int x, int y>;\n";
    check(
        &format!("{class}def R : A<1, $0\n"),
        expect!["A<int x, int y> 1"],
    );
    check(
        "//- Root.td\ndefvar v = !if(1, $0);\n",
        expect!["!if(condition, then, else) -> type 1"],
    );
    check("//- Root.td\ndefvar v = 1$0;\n", expect!["nothing null"]);
}
