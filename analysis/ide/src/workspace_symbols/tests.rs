use expect_test::{Expect, expect};

use super::*;
use crate::FileRange;
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
fn operations_have_the_names_that_mlir_gives_them() {
    let text = "class Dialect { string name = ?; }\n\
        class Op<Dialect d, string n> { Dialect opDialect = d; string opName = n; }\n\
        def Poly_Dialect : Dialect { let name = \"poly\"; }\n\
        def Poly_AddOp : Op<Poly_Dialect, \"add\">;\n\
        multiclass Ops { def Sub : Op<Poly_Dialect, \"sub\">; }\n\
        defm Poly_ : Ops;\n";
    let fixture = fixture(text);
    learn(fixture.host.db());
    let symbols = workspace_symbols(fixture.host.db(), "poly.");
    let shown = symbols
        .iter()
        .map(|it| format!("{} at {}\n", it.target.name, fixture.show(&it.target.focus)));
    expect![[r#"
        poly.add at root.td:4:5 Poly_AddOp
        poly.sub at root.td:5:22 Sub
    "#]]
    .assert_eq(&shown.collect::<String>());
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

#[test]
fn names_are_learned_anew_if_one_changes() {
    let mut fixture = fixture("class C<int n>;\ndef A : C<1>;\nforeach i = [2] in def B#i;");
    learn(fixture.host.db());
    let mut edited = |from: &str, to: &str| {
        let before = fixture.host.db().learned().unwrap();
        let text = fixture.texts.0["root.td"].replace(from, to);
        fixture.texts.0.insert("root.td".to_owned(), text.into());
        fixture.host.refresh(&fixture.texts);
        learn(fixture.host.db());
        let after = fixture.host.db().learned().unwrap();
        let names: Vec<_> = after.with_prefix("").collect();
        (Arc::ptr_eq(&before, &after), names.join(" "))
    };
    assert_eq!(edited("<1>", "<3>"), (true, "A B2".to_owned()));
    assert_eq!(edited("[2]", "[4]"), (false, "A B4".to_owned()));
    // They count by their classes, too.
    assert_eq!(edited(" : C<3>", ""), (false, "A B4".to_owned()));
    assert_eq!(edited("def A", "\ndef A"), (true, "A B4".to_owned()));
}

/// The names that a query finds in a text alone.
fn check_in_text(text: &str, want: Expect) {
    let fixture = fixture(text);
    let symbols = in_text(text).into_iter().map(|it| {
        let at = FileRange {
            path: "root.td".to_owned(),
            range: it.range,
        };
        format!("{:?} {} at {}\n", it.kind, it.name, fixture.show(&at))
    });
    want.assert_eq(&symbols.collect::<String>());
}

#[test]
fn names_that_a_text_gives() {
    check_in_text(
        "class C<int n>;
multiclass M { def inner; defvar v = 1; }
deftype T = int;
defvar x = 1;
let A = 1 in { def d1; defvar local = 1; def local#2; }
let A = 1 in defvar y = 2;
defset list<C> S = { def d2; defm d3 : M; defvar z = 1; }
foreach i = [1] in { def i; def d#i; def \"s\"#\"t\"#4 : C<1>; }
if true then def d5; else { def d6; }
def \"two\" \"parts\";
def : C<1>;
def NAME;
defm : M;
class",
        expect![[r##"
            Class C at root.td:1:7 C
            Multiclass M at root.td:2:12 M
            Type T at root.td:3:9 T
            Variable x at root.td:4:8 x
            Record d1 at root.td:5:20 d1
            Variable y at root.td:6:21 y
            Variable S at root.td:7:16 S
            Record d2 at root.td:7:26 d2
            Defm d3 at root.td:7:35 d3
            Variable z at root.td:7:50 z
            Record st4 at root.td:8:42 "s"#"t"#4
            Record d5 at root.td:9:18 d5
            Record d6 at root.td:9:33 d6
            Record twoparts at root.td:10:5 "two" "parts"
        "##]],
    );
}

#[test]
fn a_text_gives_what_its_unit_finds_without_elaborating() {
    let text = "class C;\nmulticlass M { def r; }\ndeftype T = int;\ndefvar v = 1;\n\
        let A = 1 in { def d1; defvar l = 1; def l#2; }\nlet A = 1 in defvar y = 2;\n\
        defset list<C> S = { def d2; defvar z = 1; }\nforeach i = [1] in { def i; def d#i; }";
    let fixture = fixture(text);
    let of_unit = workspace_symbols(fixture.host.db(), "");
    let mut of_unit: Vec<_> = of_unit
        .into_iter()
        .map(|it| (it.kind, it.target.name, it.target.focus.range))
        .collect();
    let mut of_text: Vec<_> = in_text(text)
        .into_iter()
        .map(|it| (it.kind, it.name, it.range))
        .collect();
    of_unit.sort_by_key(|it| it.2.start);
    of_text.sort_by_key(|it| it.2.start);
    assert_eq!(of_text, of_unit);
}
