use elaborate::symbol::Sym;
use elaborate::value::{Node, Ty, ValueId};
use expect_test::{Expect, expect};

use backend_testing::{Unit, run};

fn check_value(make: impl FnOnce(&mut Unit) -> ValueId, want: &str) {
    let mut unit = Unit::default();
    let v = make(&mut unit);
    let records = unit.finish();
    let mut out = String::new();
    assert!(super::value::push(&records, &mut out, v));
    assert_eq!(out, want);
}

#[test]
fn values() {
    check_value(|_| ValueId::UNSET, "null");
    check_value(|_| ValueId::TRUE, "1");
    check_value(|it| it.values.int(-5), "-5");
    check_value(|it| it.values.code(Sym::new("a{\n}")), r#""a{\n}""#);
    check_value(
        |it| it.values.bits(&[ValueId::FALSE, ValueId::UNSET]),
        "[0,null]",
    );
    check_value(|it| it.values.list(&[], Ty::INT), "[]");
    check_value(
        |it| it.values.var(Sym::new("x"), Ty::INT),
        r#"{"kind":"var","printable":"x","var":"x"}"#,
    );
    check_value(
        |it| it.values.var_bit(it.values.var(Sym::new("x"), Ty::INT), 3),
        r#"{"index":3,"kind":"varbit","printable":"x{3}","var":"x"}"#,
    );
    check_value(
        |it| {
            it.values
                .intern(Node::Exists(Ty::RECORD, it.values.string("q")), None)
        },
        r#"{"kind":"complex","printable":"!exists<{}>(\"q\")"}"#,
    );
}

#[test]
fn dags() {
    check_value(
        |it| {
            let op = it.reference("op");
            let inner = it.values.dag(op, None, &[]);
            let args = [
                (inner, None),
                (it.values.string("s"), Some(Sym::new("a").into())),
            ];
            it.values.dag(op, Some(Sym::new("n").into()), &args)
        },
        concat!(
            r#"{"args":[[{"args":[],"kind":"dag","operator":{"def":"op","kind":"def","printable":"op"},"printable":"(op)"},null],"#,
            r#"["s","a"]],"kind":"dag","name":"n","operator":{"def":"op","kind":"def","printable":"op"},"#,
            r#""printable":"(op:n (op), \"s\":$a)"}"#
        ),
    );
}

#[test]
fn strings() {
    let check = |text: &str, want: &str| {
        let mut out = String::new();
        super::push_string(&mut out, text);
        assert_eq!(out, want);
    };
    check("plain ü \u{7f}", "\"plain ü \u{7f}\"");
    check("\"\\\t\r\n", r#""\"\\\t\r\n""#);
    check("\u{1}\u{1f}", "\"\\u0001\\u001f\"");
    // The bytes FF and E2 82, the start of a character.
    check("a\u{10F0FF}\u{10F0E2}\u{10F082}z", "\"a\u{fffd}\u{fffd}z\"");
}

fn check(make: impl FnOnce(&mut Unit), want: Expect) {
    let mut unit = Unit::default();
    make(&mut unit);
    // Line breaks for the eye; no string here has commas.
    want.assert_eq(
        &run(crate::ALL, "dump-json", &[], &unit.finish())
            .text_or_error()
            .replace(",\"", ",\n\""),
    );
}

#[test]
fn records() {
    check(
        |it| {
            it.class(1, "A", &[], 0, &[]);
            it.class(1, "B", &[], 0, &[]);
            it.def(
                &[3, 4],
                "d",
                &["A"],
                &[
                    ("y", Ty::BIT, ValueId::TRUE),
                    ("field X", Ty::INT, ValueId::UNSET),
                ],
            );
        },
        expect![[r#"
            {"!instanceof":{"A":["d"],
            "B":[]},
            "!tablegen_json_version":1,
            "d":{"!anonymous":false,
            "!fields":["X"],
            "!locs":["a.td:3",
            "a.td:4"],
            "!name":"d",
            "!superclasses":["A"],
            "X":null,
            "y":1}}
        "#]],
    );
}

#[test]
fn records_with_the_names_of_other_keys() {
    check(
        |it| {
            it.def(&[1], "", &[], &[]);
            it.def(&[1], "!instanceof", &[], &[]);
            it.def(&[1], "!tablegen_json_version", &[], &[]);
        },
        expect![[r#"
            {"":{"!anonymous":false,
            "!fields":[],
            "!locs":["a.td:1"],
            "!name":"",
            "!superclasses":[]},
            "!instanceof":{},
            "!tablegen_json_version":{"!anonymous":false,
            "!fields":[],
            "!locs":["a.td:1"],
            "!name":"!tablegen_json_version",
            "!superclasses":[]}}
        "#]],
    );
}
