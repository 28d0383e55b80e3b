use expect_test::{Expect, expect};

use super::*;
use crate::testing::{Fixture, fixture};

fn names(members: &[Member]) -> String {
    let names = members
        .iter()
        .map(|it| format!("{:?} {}", it.kind, it.target.name));
    names.collect::<Vec<_>>().join(", ")
}

fn check_types(text: &str, want: Expect) {
    let fixture = fixture(text);
    let db = fixture.host.db();
    let Some(member) = prepare_types(db, &fixture.cursor()) else {
        want.assert_eq("nothing");
        return;
    };
    let name = &member.target.name;
    let above = supertypes(db, member.kind, name);
    let below = subtypes(db, name);
    let text = format!(
        "{} < {} < {}",
        names(&below),
        names(&[member]),
        names(&above)
    );
    want.assert_eq(&text);
}

#[test]
fn types() {
    check_types(
        "class A;\nclass B$0 : A;\nclass C : B;\ndef R : B;",
        expect!["Class C, Record R < Class B < Class A"],
    );
    check_types(
        "class A;\nclass B : A;\ndef R$0 : B;",
        expect![" < Record R < Class B"],
    );
    check_types(
        "class A;\nclass B : A;\nmulticlass M { def x : B; }\ndefm R : M;\ndefvar v = R$0x;",
        expect![" < Record Rx < Class B"],
    );
    check_types("defvar v$0 = 1;", expect!["nothing"]);
}

#[test]
fn full_names() {
    let fixture = fixture(
        "class A$0;\nmulticlass M { def rr : A; }\nmulticlass Unused { def ri : A; }\ndefm ADD : M;\ndefm SUB : M;\n\
         foreach i = [1, 2] in def R#i : A;\ndef : A { int x; }\n",
    );
    let db = fixture.host.db();
    let before = names(&subtypes(db, "A"));
    crate::workspace_symbols::learn(db);
    let after = names(&subtypes(db, "A"));
    expect![[r#"
        Record M::rr, Record Unused::ri, Record R#i, Record def : A { int x; }
        Record ADDrr, Record SUBrr, Record Unused::ri, Record R1, Record R2, Record def : A { int x; }
    "#]].assert_eq(&format!("{before}\n{after}\n"));
}

fn calls(fixture: &Fixture, calls: &[Call]) -> String {
    let lines = calls.iter().map(|it| {
        format!(
            "{}: {}",
            it.member.target.name,
            fixture.show_all(&it.ranges)
        )
    });
    lines.collect()
}

#[test]
fn calls_of_multiclasses() {
    let fixture = fixture(
        "multiclass L;\nmulticlass M$0<int x> : L { defm a : L; }\nmulticlass N { defm b : M<1>; defm c : M<2>; }\nmulticlass O : M<3>;\ndefm X : M<4>;",
    );
    let db = fixture.host.db();
    let member = prepare_calls(db, &fixture.cursor()).map(|it| it.target.name);
    assert_eq!(member.as_deref(), Some("M"));
    expect![[r#"
        N: root.td:3:25 M<1>
        root.td:3:40 M<2>
        O: root.td:4:16 M<3>
        X: root.td:5:10 M<4>
    "#]]
    .assert_eq(&calls(&fixture, &incoming_calls(db, "M")));
    expect![[r#"
        L: root.td:2:23 L
        root.td:2:36 L
    "#]]
    .assert_eq(&calls(&fixture, &outgoing_calls(db, "M")));
}
