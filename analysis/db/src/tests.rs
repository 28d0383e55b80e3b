use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use elaborate::anonymous_numbers::{Numbered, Numbers};
use elaborate::record::print::record as record_text;
use elaborate::records::{Rec, Records};
use elaborate::unit::{Files, UnitSpec, load};
use expect_test::{Expect, expect};
use parking_lot::Mutex;
use syntax::Release;

use super::*;

struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str) -> Option<Arc<str>> {
        None
    }
}

pub(super) fn read(text: &str) -> Arc<Unit> {
    Arc::new(load(&UnitSpec::default(), text.into(), &NoFiles))
}

/// The statements that elaborate when a record is queried, by their number in the text.
fn check(text: &str, name: &str, want: Expect) {
    let ran = Arc::new(Mutex::new(Vec::new()));
    let log = ran.clone();
    let db = Database::with_log(read(text), Release::V19, move |event| {
        if let salsa::EventKind::WillExecute { database_key } = event.kind {
            log.lock().push(format!("{database_key:?}"));
        }
    });
    let found = record(&db, name);
    let log = ran.lock();
    let ran = log.iter().filter(|it| it.starts_with("outcome")).count();
    let names = Numbered {
        values: db.values(),
        numbers: &Numbers::default(),
        release: Release::V19,
    };
    let text = found.map_or_else(
        || "no such record\n".to_owned(),
        |it| record_text(&names, &it),
    );
    want.assert_eq(&format!("{text}statements: {ran}\n"));
}

/// Elaboration on demand gives the same records as elaboration in order, both for the whole unit and for each class
/// alone.
fn check_all(text: &str) {
    let unit = read(text);
    let database = || Database::new(unit.clone(), Release::V19);
    let in_order = elaborate::sequential::run(Arc::default(), &unit, Release::V19).records;
    let all = |records: &Records| records.defs().map(show).collect::<String>();
    assert_eq!(all(&in_order), all(&super::all(&database()).records));
    assert_eq!(all(&in_order), all(&on_demand(database())));
    for class in in_order.classes() {
        let derived = |records: &Records| {
            let mut derived = records.derived(class.name()).unwrap();
            let sorted: String = derived.iter().copied().map(show).collect();
            derived.sort_by_key(|rec| rec.order());
            sorted
                + &derived
                    .into_iter()
                    .map(Rec::name)
                    .collect::<Vec<_>>()
                    .join(" ")
        };
        assert_eq!(derived(&in_order), derived(&on_demand(database())));
    }
    let on_demand = on_demand(database());
    for rec in in_order.defs() {
        let found = |records: &Records| records.def(rec.name()).map(show);
        assert_eq!(found(&in_order), Some(show(rec)));
        assert_eq!(found(&on_demand), Some(show(rec)));
    }
    for name in ["anonymous_999", "anonymous_", "no record"] {
        assert!(in_order.def(name).is_none() && on_demand.def(name).is_none());
    }
}

#[test]
fn class_instances_come_last_as_they_were_made() {
    let text = "class A<int n>; class B<list<A> l> { list<A> v = l; }
                foreach i = 0...30 in def x#i : B<[A<!sub(9, i)>, A<!mul(i, 7)>]>; def y : A<1>;";
    let unit = read(text);
    let in_order = elaborate::sequential::run(Arc::default(), &unit, Release::V19).records;
    for records in [in_order, on_demand(Database::new(unit, Release::V19))] {
        let mut derived = records.derived("A").unwrap();
        derived.sort_by_key(|rec| rec.order());
        let [first, instances @ ..] = &derived[..] else {
            panic!("no records");
        };
        assert_eq!((first.name(), instances.len() > 40), ("y", true));
        let number = |rec: &Rec| rec.name()["anonymous_".len()..].parse::<u32>().unwrap();
        assert!(instances.is_sorted_by_key(number));
    }
    check_all(text);
}

fn show(rec: Rec) -> String {
    record_text(&rec.records().names(), rec.record())
}

/// The statements that are elaborated to find the records of a class, and how these are printed.
fn check_derived(text: &str, class: &str, want: Expect) {
    let db = Database::new(read(text), Release::V19);
    let records = on_demand(db.clone());
    let derived = records.derived(class).unwrap();
    let text: String = derived.into_iter().map(show).collect();
    want.assert_eq(&format!("{text}statements: {}\n", db.elaborated().len()));
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
fn names_with_something_in_front_lead_to_the_defm() {
    check(
        "class A; multiclass M { def x_ # NAME : A; } defm o : M; defm p : M; defm q : M; def d : A;",
        "x_p",
        expect![[r#"
            x_p {	// A
            }
            statements: 3
        "#]],
    );
}

#[test]
fn what_is_put_in_front_tells_who_may_make_a_name() {
    let text = "multiclass M { def \"int_\"#NAME; } defm a : M; defm b : M;";
    check(
        text,
        "int_b",
        expect![[r#"
            int_b {
            }
            statements: 2
        "#]],
    );
    check(
        text,
        "c",
        expect![[r#"
            no such record
            statements: 0
        "#]],
    );
}

#[test]
fn a_record_that_names_itself_asks_no_one_else() {
    check(
        "class A { A me = !cast<A>(NAME); bit is = !exists<A>(NAME); } multiclass M<string n> { def n : A; }
         defm o : M<\"x\">; defm p : M<\"y\">; def d : A;",
        "d",
        expect![[r#"
            d {	// A
              A me = d;
              bit is = 1;
            }
            statements: 2
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
fn a_long_loop_can_be_cancelled_at_each_record() {
    let checks = Arc::new(AtomicUsize::new(0));
    let count = checks.clone();
    let text = "class A<int n> { int v = n; } foreach i = 0...999 in def x#i : A<i>;";
    let db = Database::with_log(read(text), Release::V19, move |event| {
        if matches!(event.kind, salsa::EventKind::WillCheckCancellation) {
            count.fetch_add(1, Ordering::Relaxed);
        }
    });
    assert!(record(&db, "x7").is_some());
    assert_eq!(db.elaborations(), 2);
    assert!(checks.load(Ordering::Relaxed) > 1000);
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
    // A `defset` is not allowed there.
    check_all(
        "class A; multiclass M { defset list<A> S = { def a : A; } } def b { list<A> l = S; }",
    );
    // Records named as instances would be.
    check_all(
        "class A<int n> { int v = n; } def anonymous_1 { int n = 5; } def a { A x = A<1>; int y = A<2>.v; } def b { A x = A<1>; }",
    );
    check_all(
        "class A; class B { A a = !cast<A>(\"late\"); } class A { int x = 1; } def late : A; def b : B;",
    );
}

#[test]
fn names_among_many_that_only_elaboration_tells() {
    let candidates: String = (0..75)
        .map(|it| {
            format!(
                "defm _{it} : M<\"x{}\">; def r{it} {{ bit is = !exists<A>(\"x{}_{}\"); }}\n",
                it % 70,
                it / 2,
                it / 2 + 1
            )
        })
        .collect();
    check_all(&format!(
        "class A; multiclass M<string s> {{ def s # NAME : A; }} {candidates}
         def l {{ list<A> l = !foreach(i, [0, 7, 8, 63, 64, 69], !cast<A>(\"x\" # i # \"_\" # i)); }}"
    ));
}

#[test]
fn records_of_a_class_come_from_those_who_may_make_them() {
    check_derived(
        "class A<int n> { int v = n; } class B : A<1>; class C; def c : C; def a : A<3>; def b : B; def d : C { int i = 1; }",
        "A",
        expect![[r#"
            a {	// A
              int v = 3;
            }
            b {	// A B
              int v = 1;
            }
            statements: 4
        "#]],
    );
    // The class, and the users of the statement that makes it. Only the numbers need all statements.
    check_derived(
        "class A<int n> { int v = n; } class Use<int n> { A a = A<n>; } multiclass M { def u : Use<1>; } defm m : M; def p : Use<2>;",
        "A",
        expect![[r#"
            anonymous_0 {	// A
              int v = 1;
            }
            anonymous_1 {	// A
              int v = 2;
            }
            statements: 5
        "#]],
    );
}

#[test]
fn makers_of_all_kinds_are_found() {
    check_all(
        "class A<int n = 0> { int v = n; } class B<int n> : A<n>; class H { A a = ?; string s = \"\"; }
         let a = A<7> in { def h1 : H; def h2 : H; }
         defvar late = B<8>; def h3 : H { let a = late; }
         multiclass In<int n> { def x : A<n>; foreach i = [1, 2] in def i : B<i>; if !eq(n, 3) then def y : H { let a = B<9>; } }
         multiclass Out<int n> : In<n> { defm q : In<3>, A<4>; } defm o : Out<5>; defm p : In<6>, H;
         class D { A a = B<!size(NAME)>; } def d : D; def long : D; def : D; def : A;
         class E<A a = A<77>> { A e = a; int w = a.v; } def e : E; def f : E<d.a>; def g { int w = E<>.w; }
         defset list<A> all = { def s1 : A<1>; def s2 : B<2>; } def t { list<A> u = all; A w = !cast<A>(\"s\" # 1); }",
    );
}

#[test]
fn records_with_the_same_superclasses_share_declarations() {
    let text = "class A { int a = 0; } class B<int n> { int b = n; list<int> l = [b]; } class C { int a = 5; int c = 3; }
        def p : A, B<1>; def q : A, B<2> { let b = 3; int own = b; } def r : A, B<3>, C; def s : A, C; def t : A, C;
        let b = 7 in def u : A, B<4>; class D : A, B<5>; def v : D;
        class E : A { let a = 4; } class F { int f = 6; } def w : F, A; def x : F, E; def y : F, A { let f = 8; }";
    check_all(text);
    let unit = read(text);
    let in_order = elaborate::sequential::run(Arc::default(), &unit, Release::V19).records;
    let on_demand = on_demand(Database::new(unit, Release::V19));
    let places = |records: &Records, name: &str| {
        let record = records.def(name).unwrap();
        let places = record.record().fields().map(|field| field.loc);
        places.collect::<Vec<_>>()
    };
    for name in ["p", "q", "r", "s", "t", "u", "v", "w", "x", "y"] {
        assert_eq!(places(&in_order, name), places(&on_demand, name), "{name}");
    }
    let shape = |name: &str| in_order.def(name).unwrap().record().shape.clone();
    assert!(Arc::ptr_eq(&shape("p"), &shape("u")));
    assert!(!Arc::ptr_eq(&shape("p"), &shape("q")));
}
