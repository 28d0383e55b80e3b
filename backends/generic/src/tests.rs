mod reading;

use elaborate::value::{Ty, ValueId};
use expect_test::{Expect, expect};

use backend_testing::{Unit, run};

fn check(backend: &str, options: &[(&'static str, &str)], want: Expect) {
    let mut unit = Unit::default();
    let values = unit.values.clone();
    let bits = values.bits(&[ValueId::UNSET, ValueId::TRUE]);
    unit.class(1, "Base", &[], 0, &[]);
    unit.declare(7, "A");
    unit.class(
        2,
        "A",
        &["Base"],
        1,
        &[
            ("A:x", Ty::INT, ValueId::UNSET),
            ("v", Ty::INT, values.int(1)),
        ],
    );
    let fields = [
        ("v", Ty::INT, values.int(4)),
        ("field b", values.bits_ty(2), bits),
    ];
    for name in ["R10", "R9"] {
        unit.def(&[5, 8, 9], name, &["Base", "A"], &fields);
    }
    unit.def(&[6], "", &[], &[]);
    unit.globals.insert("g".to_owned(), values.string("x"));
    let run = run(crate::ALL, backend, options, &unit.finish());
    want.assert_eq(&run.text_or_error());
}

#[test]
fn print_records() {
    check(
        "print-records",
        &[],
        expect![[r#"
            ------------- Classes -----------------
            class A<int A:x = ?> {	// Base
              int v = 1;
            }
            class Base {
            }
            ------------- Defs -----------------
            def  {
            }
            def R10 {	// Base A
              field bits<2> b = { 1, ? };
              int v = 4;
            }
            def R9 {	// Base A
              field bits<2> b = { 1, ? };
              int v = 4;
            }
        "#]],
    );
}

#[test]
fn variables_that_are_too_long() {
    let mut unit = Unit::default();
    let values = unit.values.clone();
    let text = values.string(&"x".repeat(1 << 22));
    let list = values.list(&vec![text; 100], Ty::STRING);
    unit.globals.insert("g".to_owned(), list);
    let run = run(crate::ALL, "print-detailed-records", &[], &unit.finish());
    expect!["error: the text of 'g' is too long"].assert_eq(&run.text_or_error());
}

#[test]
fn detailed_records() {
    check(
        "print-detailed-records",
        &[],
        expect![[r#"
            DETAILED RECORDS for file dir/a.td

            -------------------- Global Variables (1) --------------------

            g = "x"

            -------------------- Classes (2) --------------------

            A  |a.td:2|
              Template args:
                int A:x = ?  |a.td:2|
              Superclasses: Base
              Fields:
                int v = 1  |a.td:3|

            Base  |a.td:1|
              Template args: (none)
              Superclasses: (none)
              Fields: (none)

            -------------------- Records (3) --------------------

            ""  |a.td:6|
              Superclasses: (none)
              Fields: (none)

            R10  |a.td:5|
              Defm sequence: |a.td:9| |a.td:8|
              Superclasses: (Base) A
              Fields:
                int v = 4  |a.td:5|
                field bits<2> b = { 1, ? }  |a.td:6|

            R9  |a.td:5|
              Defm sequence: |a.td:9| |a.td:8|
              Superclasses: (Base) A
              Fields:
                int v = 4  |a.td:5|
                field bits<2> b = { 1, ? }  |a.td:6|
        "#]],
    );
}

#[test]
fn ctags() {
    check(
        "gen-ctags",
        &[],
        expect![[r#"
            !_TAG_FILE_FORMAT	1	/original ctags format/
            !_TAG_FILE_SORTED	1	/0=unsorted, 1=sorted, 2=foldcase/
            	dir/a.td	6
            A	dir/a.td	2
            A	dir/a.td	7
            Base	dir/a.td	1
            R10	dir/a.td	5
            R9	dir/a.td	5
        "#]],
    );
}

#[test]
fn print_enums() {
    check("print-enums", &[("class", "A")], expect![["R9, R10, \n"]]);
    check(
        "print-enums",
        &[],
        expect![["error: The class '' is not defined\n"]],
    );
}

#[test]
fn null_backend() {
    check("null-backend", &[], expect![[""]]);
}
