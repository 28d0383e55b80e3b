use std::sync::Arc;

use expect_test::{Expect, expect};

use super::{Report, for_people, reports};
use crate::diagnostic::{Diagnostic, Severity};
use crate::sequential;
use crate::sources::Sources;
use crate::unit::{Files, UnitSpec, load};
use crate::value::ValueStore;
use syntax::Release;

struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str) -> Option<Arc<str>> {
        None
    }
}

fn all(text: &str, release: Release) -> Vec<Report> {
    let unit = load(&UnitSpec::default(), text.into(), &NoFiles);
    let done = sequential::run(Arc::new(ValueStore::default()), &unit, release);
    reports(&unit, done.records.numbers(), done.diagnostics, release)
}

/// The messages about a file, with their lines.
fn check(text: &str, want: Expect) {
    let lines = all(text, Release::V19).into_iter().map(|it| {
        let line = it.place.map(|(_, at)| {
            let before = text.get(..at as usize).unwrap_or(text);
            before.matches('\n').count() + 1
        });
        format!("{}: {}\n", line.unwrap_or(0), it.message.trim_end())
    });
    want.assert_eq(&lines.collect::<String>());
}

#[test]
fn lets_around_what_does_not_parse() {
    check(
        "class A<list<int> x> { list<int> v = x; }
let v = [1] in {
def a : A<[1,
          2,
def b : A<[1]> { let w = 1; int x = ; }
}
let w = 1 in {
def c : A<[1]> { int x = ; }
}",
        expect![[r#"
            5: Unknown or reserved token when parsing a value
            5: Value 'w' unknown!
            5: Unknown or reserved token when parsing a value
            7: Value 'w' unknown!
            8: Unknown or reserved token when parsing a value
        "#]],
    );
}

#[test]
fn every_independent_error_is_reported() {
    check(
        "class A<int x> { int v = x; }
def a : A<nothing>;
def b : A<\"text\">;
def c { int v = \"text\"; }
def d : B;
def e { int v = ; }
defvar v = !head([]<int>);
defm f : M;",
        expect![[r#"
            2: Variable not defined: 'nothing'
            3: Value specified for template argument 'A:x' is of type string; expected type int: "text"
            4: Field 'v' of type 'int' is incompatible with value '"text"' of type 'string'
            5: Couldn't find class 'B'
            6: Unknown or reserved token when parsing a value
            7: empty list argument in unary operator
            8: Couldn't find multiclass 'M'
        "#]],
    );
}

/// An error in direct evaluation occurs again during resolving.
#[test]
fn what_fails_in_instances_is_reported_once() {
    check(
        "class Share<int n> { int each = !div(12, n); }
class Shares<list<int> ns> { list<int> all = !foreach(n, ns, Share<n>.each); }
class Both<int n> { int own = n; int sum = !add(own, !div(own, 0)); }
def a { list<int> all = Shares<[1, 0]>.all; }
def b { list<int> ns = [2, 0]; list<int> all = !foreach(n, ns, !div(12, n)); }
def c { int sum = Both<1>.sum; }
def d : Both<2>;",
        expect![[r#"
            1: Illegal operation: division by zero
            5: Illegal operation: division by zero
            3: Illegal operation: division by zero
            7: Illegal operation: division by zero
        "#]],
    );
}

#[test]
fn fields_of_missing_superclasses() {
    check(
        "class A<int x> { int v = x; int w = 0; }
let v = 3 in {
def a : Missing<1> { let w = 4; int z = v; }
def b : A<nothing> { let w = 4; int z = v; }
}
multiclass M {
  let w = 3 in {
    def _c : A<> { let v = w; }
    def _d : { let v = w; int z = other; }
    def _e : A<1>, \"A\" { let u = w; }
  }
  let w = 3 in def _f { let v = 1; }
}",
        expect![[r#"
            3: Couldn't find class 'Missing'
            4: Variable not defined: 'nothing'
            8: value not specified for template argument 'A:x'
            9: expected name for ClassID
            10: expected name for ClassID
            12: Value 'w' unknown!
            12: Value 'v' unknown!
        "#]],
    );
}

#[test]
fn several_errors_in_one_body() {
    check(
        "class A {
  int a = \"x\";
  int b = nothing;
  int c = 1
  int d = \"y\";
  Missing e;
}",
        expect![[r#"
            2: Field 'a' of type 'int' is incompatible with value '"x"' of type 'string'
            3: Variable not defined: 'nothing'
            5: expected ';' after declaration
            5: Field 'd' of type 'int' is incompatible with value '"y"' of type 'string'
            6: Couldn't find class 'Missing'
        "#]],
    );
}

#[test]
fn what_is_missing_because_its_definition_is_broken() {
    check(
        "class A : Nothing { int v = 1; }
def a : A { let v = 2; }
def b : Nothing;
defvar x = !add(1, \"y\");
defvar y = x;
def c { int v = y; }
multiclass M<int n { def x; }
defm d : M<1>;
def e { list<A> l = [dx, c]; }",
        expect![[r#"
            1: Couldn't find class 'Nothing'
            3: Couldn't find class 'Nothing'
            4: expected value of type 'int', got 'string'
            7: expected '>' at end of template argument list
        "#]],
    );
}

#[test]
fn fields_of_a_broken_class() {
    check(
        "class A { int v 1; }
def a : A { let v = 2; }
def b { int w = a.v; }",
        expect![[r#"
            1: expected ';' after declaration
        "#]],
    );
}

#[test]
fn nothing_is_known_after_a_missing_include() {
    check(
        "include \"base.td\"
def a : A;
def b { int v = \"x\"; }",
        expect![[r#"
            1: Could not find include file 'base.td'
            3: Field 'v' of type 'int' is incompatible with value '"x"' of type 'string'
        "#]],
    );
}

#[test]
fn a_misspelt_keyword() {
    check(
        "clas A { int v = 1; }
def a : A;
def b : B;",
        expect![[r#"
            1: Unexpected token at top level
            3: Couldn't find class 'B'
        "#]],
    );
}

#[test]
fn operators_of_the_newer_release() {
    check("defvar x = !match(\"a\", \"a\");", expect![""]);
    check(
        "defvar x = !match(\"a\", 1);",
        expect![[r#"
            1: Unknown operator
            1: expected value of type 'string', got 'int'
        "#]],
    );
}

#[test]
fn what_llvm_19_says_first() {
    let diamond = "class Root; class L : Root; class R : Root;\ndef both : L, R;\n";
    check(diamond, expect![""]);
    check(
        &format!("{diamond}def a : Missing;"),
        expect![[r#"
            2: Already subclass of 'Root'!
            3: Couldn't find class 'Missing'
        "#]],
    );
}

#[test]
fn meaning_before_syntax() {
    check(
        "def a { int x = !size(1, 2); }
def b { list<int> x = !tail([y], 2); }
def c { int x = z @ 1; }",
        expect![[r#"
            1: expected string, list, or dag type argument in unary operator
            1: expected ')' in unary operator
            2: Variable not defined: 'y'
            2: expected ')' in unary operator
            3: Unexpected character
            3: Variable not defined: 'z'
        "#]],
    );
}

/// Random changes of such a file are of no use, since the releases' answers hang on memory that they should not read.
#[test]
fn a_bit_that_is_not_there() {
    let errors = |text: &str, release| {
        let reports = all(text, release).into_iter();
        reports.map(|it| it.message).collect::<Vec<_>>()
    };
    let third = "def a { bits<2> v; let v{2} = 1; }";
    let twice = |bit: u32| vec![format!("Cannot set bit #{bit} of value 'v' more than once")];
    assert_eq!(errors(third, Release::V19), Vec::<String>::new());
    assert_eq!(errors(third, Release::V22), twice(2));
    let other = "class A { bits<4> v = 0; } def a : A { let v{5} = 1; }";
    assert_eq!(errors(other, Release::V19), twice(5));
    assert_eq!(errors(other, Release::V22), twice(5));
}

#[test]
fn what_each_release_refuses() {
    let refused_by_19 = "class Root; class L : Root; class R : Root; def both : L, R;\n";
    let refused_by_22 = "def op; defvar x = !setop((op), op);\n";
    let shift = "defvar y = !shl(1, 64);\n";
    let check = |text: &[&str], want: Expect| check(&text.concat(), want);
    check(&[refused_by_19], expect![""]);
    check(&[refused_by_22, shift], expect![""]);
    check(
        &[refused_by_22, refused_by_19],
        expect![[r#"
            2: Already subclass of 'Root'!
        "#]],
    );
    check(
        &[refused_by_19, shift],
        expect![[r#"
            1: Already subclass of 'Root'!
        "#]],
    );
}

/// The releases have freed the instance by then.
#[test]
fn an_instance_whose_name_is_taken() {
    let before = "class A<int n> { int x = n; }\ndef anonymous_0;\n";
    let check = |text: &str, want: Expect| check(&[before, text].concat(), want);
    check("def u { int a = A<1>.x; }", expect![""]);
    check("defvar v = A<1>.x;", expect![""]);
    for text in [
        "def u { A a = A<1>; }",
        "def u { list<A> a = [A<2>, A<1>]; }",
        "class B { A a = A<1>; }",
        "defvar v = A<1>;",
        "foreach i = [1] in def u { A a = A<i>; }",
    ] {
        check(
            text,
            expect![[r#"
                3: def already exists: anonymous_0
            "#]],
        );
    }
}

/// The reference prints `<unknown>:0:` before some messages of backends, and nothing before others.
#[test]
fn unknown_places_of_backends() {
    let mut diagnostic = Diagnostic::new(Severity::Error, None, "odd".to_owned());
    for lacks_place in [false, true] {
        diagnostic.lacks_place = lacks_place;
        let report = Report::of_backend(&Sources::default(), &diagnostic);
        assert_eq!(report.lacks_place, lacks_place);
    }
}

#[test]
fn missing_arguments_are_one_mistake_for_people() {
    let text = "class A<int x, int y, int z = 1> { int v = !add(x, y, z); }\ndef a : A<>;\n";
    check(
        text,
        expect![[r#"
            2: value not specified for template argument 'A:x'
            2: value not specified for template argument 'A:y'
        "#]],
    );
    let unit = load(&UnitSpec::default(), text.into(), &NoFiles);
    let told = for_people(&unit.sources, &all(text, Release::V19));
    let shown = told.iter().map(|it| {
        let notes = it.notes.iter().map(|note| {
            let (_, at) = note.place.unwrap_or_default();
            format!(" ~ {at}: {}", note.message)
        });
        format!("{}{}\n", it.message, notes.collect::<String>())
    });
    expect![[r#"
        values not specified for template arguments 'A:x', 'A:y' ~ 19: declared in 'A'
    "#]]
    .assert_eq(&shown.collect::<String>());
}
