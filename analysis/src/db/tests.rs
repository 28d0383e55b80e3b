use std::sync::{Arc, Mutex};

use expect_test::{Expect, expect};

use super::*;
use crate::eval::Compat;
use crate::numbering::Numbers;
use crate::unit::{Files, UnitSpec, load};
use crate::value::print::{Numbered, record as record_text};

struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str) -> Option<Arc<str>> {
        None
    }
}

fn read(text: &str) -> Arc<Unit> {
    Arc::new(load(&UnitSpec::default(), text.into(), &NoFiles))
}

/// The statements that elaborate when a record is asked for, by their number in the text.
fn check(text: &str, name: &str, want: Expect) {
    let ran = Arc::new(Mutex::new(Vec::new()));
    let log = ran.clone();
    let db = Database::with_log(read(text), Compat::Llvm19, move |event| {
        if let salsa::EventKind::WillExecute { database_key } = event.kind
            && let Ok(mut log) = log.lock()
        {
            log.push(format!("{database_key:?}"));
        }
    });
    let found = record(&db, name);
    let ran = ran
        .lock()
        .map(|log| log.iter().filter(|it| it.starts_with("outcome")).count());
    let names = Numbered {
        values: db.values(),
        numbers: &Numbers::default(),
        compat: Compat::Llvm19,
    };
    let text = found.map_or_else(
        || "no such record\n".to_owned(),
        |it| record_text(&names, &it),
    );
    want.assert_eq(&format!("{text}statements: {}\n", ran.unwrap_or(0)));
}

/// What is elaborated on demand equals what is elaborated in order.
fn check_all(text: &str) {
    let unit = read(text);
    let in_order = crate::sequential::run(Arc::default(), &unit, Compat::Llvm19);
    let on_demand = all(&Database::new(unit.clone(), Compat::Llvm19));
    let show = |it: &Elaborated| {
        let defs = it
            .records
            .defs()
            .map(|rec| record_text(&it.records.names(), rec.record()));
        defs.collect::<String>()
    };
    assert_eq!(show(&in_order), show(&on_demand));
}

#[test]
fn a_record_elaborates_what_it_reads_and_no_more() {
    check(
        "class A<int n> { int v = n; } class B; def b : B; def a : A<1>; def c : A<!add(a.v, 1)>; def d : A<3>;",
        "c",
        expect![[r#"
            c {	// A
              int v = 2;
            }
            statements: 3
        "#]],
    );
}

#[test]
fn names_made_by_defm_lead_to_the_defm() {
    check(
        "class A<int n> { int v = n; } multiclass M<int n> { def x : A<n>; def y : A<!add(n, 1)>; }
         defm p : M<1>; defm q : M<5>; def other : A<0>;",
        "qy",
        expect![[r#"
            qy {	// A
              int v = 6;
            }
            statements: 3
        "#]],
    );
}

#[test]
fn lets_and_variables_of_blocks_are_seen() {
    check(
        "class A { int v = 0; int w = 0; } let v = 7 in { defvar x = 3; let w = x in def a : A; } def b : A;",
        "a",
        expect![[r#"
            a {	// A
              int v = 7;
              int w = 3;
            }
            statements: 5
        "#]],
    );
}

#[test]
fn on_demand_equals_in_order() {
    check_all(
        "class X; class S<int n> { int v = n; } def a : X; foreach i = [1, 2] in def : S<S<i>.v>;",
    );
    check_all(
        "class S<string n> { string v = n; } class F { string q = NAME # \"x\"; int z = !size(NAME); }
         def : F; def foo : F; foreach i = [1, 2] in def : F;
         multiclass M { def : F; def x : F; def NAME : F; } defm : M; defm q : M;",
    );
    check_all(
        "class X { int v = 1; } defset list<X> xs = { def a : X; let v = 2 in { def b : X; } }
         defvar n = !size(xs); class C<int i> { int v = i; } def c : C<n>; def d { list<X> l = xs; }",
    );
    check_all(
        "class A; class B { A a = !cast<A>(\"late\"); } class A { int x = 1; } def late : A; def b : B;",
    );
}
