use expect_test::{Expect, expect};

use super::*;
use crate::testing::fixture;

fn check(text: &str, want: Expect) {
    let fixture = fixture(text);
    let text = match signature_help(fixture.host.db(), &fixture.cursor()) {
        None => "nothing".to_owned(),
        Some(it) => {
            let active = it.active.and_then(|at| it.params.get(at));
            let active = active.map_or("", String::as_str);
            let doc = it.documentation.unwrap_or_default().markdown();
            format!("{} | {active} | {doc}", it.label)
        }
    };
    want.assert_eq(&text);
}

#[test]
fn classes() {
    let class = "// A class.\nclass A<int x, string y = \"\">;\n";
    check(
        &format!("{class}def R : A<$0"),
        expect![[r#"A<int x, string y = ""> | int x | A class."#]],
    );
    check(
        &format!("{class}def R : A<1, $0>;"),
        expect![[r#"A<int x, string y = ""> | string y = "" | A class."#]],
    );
    check(
        &format!("{class}def R : A<y = $0, x = 1>;"),
        expect![[r#"A<int x, string y = ""> | string y = "" | A class."#]],
    );
    check(
        &format!("{class}def R {{ A a = A<!add(1, 2), $0>; }}"),
        expect![[r#"A<int x, string y = ""> | string y = "" | A class."#]],
    );
    check(
        &format!("{class}def R : A<1, \"\", $0>;"),
        expect![[r#"A<int x, string y = ""> |  | A class."#]],
    );
    check("class A<int $0>;", expect!["nothing"]);
}

#[test]
fn multiclasses_and_operators() {
    check(
        "multiclass M<int x> { def a; }\ndefm R : M<$0",
        expect!["M<int x> | int x | "],
    );
    check(
        "defvar v = !add(1, $0);",
        expect!["!add(a, b, ...) -> int | b | The sum of the operands."],
    );
    check(
        "defvar v = !add(1, 2, 3, $0",
        expect!["!add(a, b, ...) -> int | ... | The sum of the operands."],
    );
    check(
        "class A;\ndefvar v = !cast<A>($0);",
        expect![
            "!cast<type>(a) -> type | a | Converts a value. A string becomes the record of that name; a record becomes its name with `!cast<string>`."
        ],
    );
    check(
        "defvar v = !if(1, $0);",
        expect![
            "!if(condition, then, else) -> type | then | One of two values, as a condition says."
        ],
    );
    check(
        "defvar v = !if(1, [$0]);",
        expect![
            "!if(condition, then, else) -> type | then | One of two values, as a condition says."
        ],
    );
    check("def R { int x = 1; $0 }", expect!["nothing"]);
    check("defvar v = !add(1); // $0", expect!["nothing"]);
}
