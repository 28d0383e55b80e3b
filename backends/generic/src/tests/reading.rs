//! Reading records: results and errors of [`Rec`] and [`Records`].

use std::fmt::Debug;

use backend::{Fatal, Rec, Records};
use backend_testing::Unit;
use elaborate::value::{Ty, ValueId};

/// A unit with a record `d` of class `A`, which derives from `Base`; `Other` is a parent of `d` too.
fn unit() -> Records {
    let mut unit = Unit::default();
    let values = unit.values.clone();
    unit.class(1, "Base", &[], 0, &[]);
    unit.class(2, "A", &["Base"], 0, &[]);
    unit.class(3, "Other", &[], 0, &[]);
    let op = unit.def(&[4], "op", &["Other"], &[]);
    let fields = [
        ("i", Ty::INT, values.int(7)),
        ("b", Ty::BIT, ValueId::TRUE),
        ("s", Ty::STRING, values.string("text")),
        ("u", Ty::STRING, ValueId::UNSET),
        ("r", Ty::RECORD, op),
        (
            "ints",
            values.list_ty(Ty::INT),
            values.list(&[values.int(1), values.int(2)], Ty::INT),
        ),
        (
            "recs",
            values.list_ty(Ty::RECORD),
            values.list(&[op, op], Ty::RECORD),
        ),
        ("d", Ty::DAG, values.dag(op, None, &[])),
    ];
    unit.def(&[5, 9], "d", &["Base", "A", "Other"], &fields);
    unit.finish()
}

#[track_caller]
fn check<T: Debug>(read: impl FnOnce(Rec) -> Result<T, Fatal>, want: &str) {
    let records = unit();
    let got = match read(records.def("d").unwrap()) {
        Ok(value) => format!("{value:?}"),
        Err(error) => format!("error: {}", error.message),
    };
    assert_eq!(got, want);
}

#[test]
fn fields() {
    check(|it| it.int("i"), "7");
    check(|it| it.bit("b"), "true");
    check(|it| it.bit_or_unset("u"), "None");
    check(|it| it.string("s").map(String::from), "\"text\"");
    check(|it| it.optional_string("u").map(|it| it.is_none()), "true");
    check(|it| it.def("r").map(|it| it.name().to_owned()), "\"op\"");
    check(|it| it.optional_def("u").map(|it| it.is_none()), "true");
    check(|it| it.list_of_ints("ints"), "[1, 2]");
    check(|it| it.list_of_defs("recs").map(|it| it.len()), "2");
    check(|it| it.dag("d").map(|dag| dag.v == ValueId::UNSET), "false");
}

#[test]
fn fields_of_other_types() {
    check(
        |it| it.int("none"),
        "error: Record `d' does not have a field named `none'!\n",
    );
    check(
        |it| it.int("s"),
        "error: Record `d', field `s' exists but does not have an int value: \"text\"",
    );
    check(
        |it| it.bit("i"),
        "error: Record `d', field `i' does not have a bit initializer!",
    );
    check(
        |it| it.string("i").map(String::from),
        "error: Record `d', ` field `i' exists but does not have a string initializer!",
    );
    check(
        |it| it.string("u").map(String::from),
        "error: Record `d' does not have a field named `u'!\n",
    );
    check(
        |it| it.list_of_ints("recs"),
        "error: Record `d', field `recs' exists but does not have a list of ints value: op",
    );
    check(
        |it| it.list_of_defs("ints").map(|it| it.len()),
        "error: Record `d', field `ints' list is not entirely DefInit!",
    );
}

#[test]
fn errors_tell_where_a_record_comes_from() {
    let records = unit();
    let error = records.def("d").unwrap().fatal("bad".to_owned());
    assert_eq!(error.notes.len(), 1);
    assert_eq!(error.notes[0].1, "instantiated from multiclass");
}

#[test]
fn classes_and_their_records() {
    let records = unit();
    let names = |found: Vec<Rec>| {
        found
            .iter()
            .map(|it| it.name().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(records.derived("Other").unwrap()), ["d", "op"]);
    assert_eq!(
        names(records.derived_from_all(&["Other", "Base"]).unwrap()),
        ["d"]
    );
    assert!(records.derived_if_defined("None").is_empty());
    assert_eq!(
        records.derived("None").unwrap_err().message,
        "The class 'None' is not defined\n"
    );
    let d = records.def("d").unwrap();
    assert_eq!(names(d.direct_superclasses()), ["Other", "A"]);
    assert!(d.is_a("Base") && !d.is_a("None"));
}
