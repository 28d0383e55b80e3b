//! The part of a single record equals its part within the whole output.

use std::collections::BTreeMap;

use backends::{Context, Models, Options, Output, Records};

use crate::cases::Case;
use crate::unit::Unit;

/// Compares the parts of all records, for each backend that can make them.
#[track_caller]
fn check(records: &Records) {
    let mut count = 0;
    for backend in backends::all() {
        let Some(part) = backend.part else {
            continue;
        };
        let mut whole: BTreeMap<String, String> = BTreeMap::new();
        for (line, names) in crate::lines(backend.name, records).expect("a text") {
            for name in names {
                *whole.entry(name).or_default() += &line;
            }
        }
        let (options, models) = (Options::default(), Models::default());
        let cx = Context::new(records, &options, &models);
        for rec in records.defs() {
            let mut out = Output::new();
            part(&cx, rec, &mut out).expect("a text");
            let in_whole = whole.get(rec.name()).map_or("", |it| it);
            assert_eq!(out.text, in_whole, "{} {}", backend.name, rec.name());
            count += 1;
        }
    }
    assert!(count > 0, "no backend has parts");
}

#[test]
fn of_a_small_source() {
    let text = "class A<int x> { int X = x; list<A> As = []; }
def One : A<1>;
multiclass M { def _a : A<2>; def _b { string S = \"two\\nlines\"; code C = [{
  a line
  another
}]; } }
defm Two : M;
def : A<3> { let As = [One, A<4>]; }
";
    let unit = Unit::parse("a.td", text.into(), &[], &crate::small::NoFiles).unwrap();
    check(&unit.records);
}

/// On a real root: `TABLEGEN_LLVM` names a folder of LLVM 19's sources.
#[test]
#[ignore = "reads TABLEGEN_LLVM"]
fn of_a_target() {
    let corpus = std::env::var_os("TABLEGEN_LLVM").expect("TABLEGEN_LLVM is set");
    let case = Case {
        backend: "print-records",
        root: "llvm/lib/Target/MSP430/MSP430.td",
        folders: &["llvm/include", "llvm/lib/Target/MSP430"],
        name: ("", ""),
        field: ("", ""),
    };
    let unit = Unit::read(&corpus.to_string_lossy(), &case, None);
    check(&unit.unwrap_or_else(|error| panic!("{error}")).records);
}
