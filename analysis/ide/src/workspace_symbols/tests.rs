use expect_test::{Expect, expect};

use super::*;
use crate::testing::{Fixture, fixture};

fn found(fixture: &Fixture, query: &str) -> String {
    let symbols = workspace_symbols(fixture.host.db(), query);
    let names = symbols
        .iter()
        .map(|it| format!("{:?} {}\n", it.kind, fixture.show(&it.target.focus)));
    names.collect()
}

fn check(text: &str, query: &str, want: Expect) {
    want.assert_eq(&found(&fixture(text), query));
}

#[test]
fn nearest_first() {
    let text = "class Reg;\nclass RegisterClass;\nmulticlass RegPair;\ndef GPReg : Reg;\ndef R_e_g;\ndefvar reg = 1;\ndeftype REG = int;";
    check(
        text,
        "reg",
        expect![[r#"
        Variable root.td:6:8 reg
        Class root.td:1:7 Reg
        Type root.td:7:9 REG
        Multiclass root.td:3:12 RegPair
        Class root.td:2:7 RegisterClass
        Record root.td:5:5 R_e_g
        Record root.td:4:5 GPReg
    "#]],
    );
    check(
        text,
        "RC",
        expect![[r#"
        Class root.td:2:7 RegisterClass
    "#]],
    );
    check(text, "xyz", expect![[""]]);
}

#[test]
fn generated_records_are_learned() {
    let fixture = fixture("multiclass M { def rr; def ri; }\ndefm ADD : M;\ndef ADDx;");
    expect![[r#"
        Record root.td:3:5 ADDx
    "#]]
    .assert_eq(&found(&fixture, "add"));
    learn(fixture.host.db());
    expect![[r#"
        Record root.td:3:5 ADDx
        Record root.td:1:28 ri
        Record root.td:1:20 rr
    "#]]
    .assert_eq(&found(&fixture, "add"));
}
