//! Values that make no sense, and the records that they concern.

use expect_test::expect;

use super::check;

#[test]
fn bits_that_do_not_fit_and_bits_that_stay_open() {
    check(
        &[(
            "a.td",
            "def X {\n  bits<2> A = 0b111;\n  bits<1> B = { 3 };\n}\n",
        )],
        expect![[r#"
            a.td:2: Field 'A' of type 'bits<2>' is incompatible with value '{ 1, 1, 1 }' of type bit initializer with length 3
            a.td:3: Field 'B' in 'X': 3 does not fit in 1 bit ~ a.td:1: in this record
        "#]],
    );
}

#[test]
fn numbers_that_need_more_bits() {
    check(
        &[(
            "a.td",
            "class A<bits<8> n> {
  bits<8> V = n;
  bits<8> W = 0;
  int i = n;
  bits<4> Low = ?;
}
def a : A<255>;
def b : A<511>;
def c : A<1> { let W{3-0} = 77; }
def d : A<1> { let W{3-0} = -9; let W{4} = 2; }
def e : A<1> { let W{3-0} = V; }
def f : A<1> { let W{4} = \"s\"; }
def g : A<1> { bit t = 2; let W{4} = { 0, 1 }; }
multiclass M<int n> { def _x : A<n>; }
defm m : M<256>;
foreach i = [300, 301] in def h#i : A<i>;
",
        )],
        expect![[r#"
            a.td:10: Field 'W' in 'd': -9 does not fit in the 4 bits 'W{3-0}', 2 does not fit in the bit 'W{4}' ~ a.td:10: in this record
            a.td:11: a value of 8 bits is not compatible with 4 bits of 'W'
            a.td:12: a value of type 'string' is not compatible with 1 bit of 'W'
            a.td:13: a value of 2 bits is not compatible with 1 bit of 'W'
            a.td:15: Field 'V' in 'm_x': 256 does not fit in 8 bits ~ a.td:2: in the value of field 'V' ~ a.td:14: in this record
            a.td:16: Field 'V' in 'h300': 300 does not fit in 8 bits ~ a.td:2: in the value of field 'V' ~ a.td:16: also in 'h301'
            a.td:8: Field 'V' in 'b': 511 does not fit in 8 bits ~ a.td:2: in the value of field 'V'
            a.td:9: Field 'W' in 'c': 77 does not fit in the 4 bits 'W{3-0}' ~ a.td:9: in this record
        "#]],
    );
}

#[test]
fn a_field_that_stays_open_in_many_records() {
    check(
        &[(
            "a.td",
            "class Enc<int v> { bits<2> Code = { v, 1 }; }
foreach i = 0...20 in
  def e#i : Enc<i>;
def f : Enc<30>;
",
        )],
        expect![[r#"
            a.td:3: Field 'Code' in 'e2': 2 does not fit in the bit 'Code{1}' ~ a.td:1: in the value of field 'Code' ~ a.td:3: also in 'e3', 'e4', 'e5', 'e6', 'e7', 'e8', 'e9', 'e10' and 10 more
            a.td:4: Field 'Code' in 'f': 30 does not fit in the bit 'Code{1}' ~ a.td:1: in the value of field 'Code'
        "#]],
    );
}

#[test]
fn all_that_is_open_in_a_broken_class() {
    check(
        &[(
            "a.td",
            "class X { bits<2> A = 0b111; bits<1> B = { 3 }; bits<3> C = 9; }
def y : X;
def z : X { let A = 1; }
",
        )],
        expect![[r#"
            a.td:1: Field 'A' of type 'bits<2>' is incompatible with value '{ 1, 1, 1 }' of type bit initializer with length 3
            a.td:1: Field 'B' in 'y': 3 does not fit in 1 bit ~ a.td:2: in this record ~ a.td:3: in this record
            a.td:1: Field 'C' in 'y': 9 does not fit in 3 bits ~ a.td:2: in this record ~ a.td:3: in this record
        "#]],
    );
}

#[test]
fn errors_outside_records_have_places() {
    check(
        &[(
            "a.td",
            "class Unit;\ndump !cast<Unit>(\"U1\");\ndefvar v = !div(1, 0);\n",
        )],
        expect![[r#"
            a.td:2: Undefined reference to record: 'U1'
            a.td:3: Illegal operation: division by zero
        "#]],
    );
}

#[test]
fn records_that_an_error_elsewhere_concerns() {
    check(
        &[(
            "a.td",
            "class A { int x; }
class P;
let x = 1 in {
  def a : A;
  def p : P;
  def q : P;
}
class Half<int n> { int v = !div(100, n); }
class User<int m> { int w = Half<m>.v; }
def ok : User<5>;
def bad : User<0>;
",
        )],
        expect![[r#"
            a.td:3: Value 'x' unknown! ~ a.td:5: in this record ~ a.td:6: in this record
            a.td:9: Illegal operation: division by zero ~ a.td:8: in the value of field 'v' ~ a.td:11: in this record
        "#]],
    );
}

/// A failing instance is made once, and used by several.
#[test]
fn records_that_share_an_instance_that_fails() {
    check(
        &[(
            "a.td",
            "class Half<int n> { int v = !div(100, n); }
class User<int m> { int w = Half<m>.v; }
def ok : User<5>;
def bad : User<0>;
def other : User<0>;
multiclass M<int n> { def _x { int w = Half<n>.v; } }
defm third : M<0>;
",
        )],
        expect![[r#"
            a.td:2: Illegal operation: division by zero ~ a.td:1: in the value of field 'v' ~ a.td:4: in this record ~ a.td:5: in this record ~ a.td:7: in what this makes
        "#]],
    );
}

#[test]
fn arguments_handed_to_a_parent_multiclass() {
    check(
        &[(
            "a.td",
            "class W { int w = 1; }
multiclass Inner<bits<4> c, W k> { def _i { bits<4> f = c; W g = k; } }
multiclass Outer<string s> : Inner<s, W<>>;
defm X : Outer<\"abc\">;
",
        )],
        expect![[r#"
            a.td:3: Value specified for template argument 'Inner::c' is of type string; expected type bits<4>: Outer::s ~ a.td:2: 'Inner::c' is declared here
            a.td:4: Initializer of 'f' in 'X_i' could not be fully resolved: { "abc"{3}, "abc"{2}, "abc"{1}, "abc"{0} } ~ a.td:2: in the value of field 'f' ~ a.td:2: in this record
        "#]],
    );
}

#[test]
fn arguments_that_are_missing_and_superfluous() {
    check(
        &[(
            "a.td",
            "class A<int x, int y, int z = 1> { int v = !add(x, y, z); }
def a : A<>;
def b : A<1,
          2,
          3,
          4>;
",
        )],
        expect![[r#"
            a.td:2: values not specified for template arguments 'A:x', 'A:y' ~ a.td:1: declared in 'A'
            a.td:6: Too many template arguments: 4
        "#]],
    );
}

#[test]
fn a_cast_that_finds_nothing() {
    check(
        &[(
            "a.td",
            "class R;
def S;
def a {
  R x = !cast<R>(\"nothing\");
}
def b {
  R y = !cast<R>(\"S\");
}
",
        )],
        expect![[r#"
            a.td:3: Undefined reference to record: 'nothing' ~ a.td:4: in the value of field 'x' ~ a.td:4: by this !cast
            a.td:6: Expected type 'R', got '{}' in: !cast<R>("S") ~ a.td:7: by this !cast
        "#]],
    );
}

#[test]
fn a_cast_that_goes_wrong() {
    check(
        &[(
            "a.td",
            "class A;
class B;
def b : B;
class W<A a> {
  A f = a;
}
class OfName<string s> :
  W<!cast<A>(s)>;
def parent : OfName<\"b\">;
class Asserts<string n> {
  assert !eq(!cast<A>(n # \"x\"), !cast<A>(n)), \"x\";
}
def asserts : Asserts<\"b\">;
class Two {
  list<A> l = [!cast<A>(\"a\"),
    !cast<A>(\"nothing\")];
}
def a : A;
def two : Two;
multiclass M<string n> {
  def _a :
    W<!cast<A>(n)>;
}
defm m : M<\"b\">;
",
        )],
        expect![[r#"
            a.td:13: Expected type 'A', got 'B' in: !cast<A>("b") ~ a.td:11: by this !cast
            a.td:19: Undefined reference to record: 'nothing' ~ a.td:15: in the value of field 'l' ~ a.td:16: by this !cast
            a.td:21: Expected type 'A', got 'B' in: !cast<A>("b") ~ a.td:24: instantiated from multiclass ~ a.td:5: in the value of field 'f' ~ a.td:22: by this !cast
            a.td:9: Expected type 'A', got 'B' in: !cast<A>("b") ~ a.td:5: in the value of field 'f' ~ a.td:8: by this !cast
        "#]],
    );
}

/// From LLVM 21 on the left operand decides before the right one is known.
#[test]
fn a_branch_that_is_never_taken() {
    check(
        &[(
            "a.td",
            "class A<list<int> seq = [], bit b = 0> {
  bit u = b;
  list<int> n = !if(!and(false, u), !tail(seq), seq);
  list<int> m = !if(!or(-1, u), seq, [!div(1, !size(seq))]);
}
def a : A<>;
",
        )],
        expect![""],
    );
}

#[test]
fn what_else_is_wrong_with_a_record() {
    check(
        &[(
            "a.td",
            "class C { int V = 0; }
def a : C {
  bits<2> A = 0b111;
  let V = !cast<int>(\"x\");
}
def b {
  int A = nothing;
  int B = A;
  int W = !cast<int>(\"x\");
  assert !gt(A, 1), \"too small\";
  assert 0, \"never\";
}
def c {
  C c = !cast<C>(\"gone\");
  C d = nothing;
}
",
        )],
        expect![[r#"
            a.td:11: assertion failed: never
            a.td:13: Undefined reference to record: 'gone' ~ a.td:14: in the value of field 'c' ~ a.td:14: by this !cast
            a.td:15: Variable not defined: 'nothing'
            a.td:3: Field 'A' of type 'bits<2>' is incompatible with value '{ 1, 1, 1 }' of type bit initializer with length 3
            a.td:4: Initializer of 'V' in 'a' could not be fully resolved: !cast<int>("x") ~ a.td:2: in this record
            a.td:7: Variable not defined: 'nothing'
            a.td:9: Initializer of 'W' in 'b' could not be fully resolved: !cast<int>("x") ~ a.td:6: in this record
        "#]],
    );
}

#[test]
fn a_dump_of_a_record_that_is_not_there() {
    check(
        &[(
            "a.td",
            "class C;
dump \"x\" # !cast<C>(\"No\");
multiclass M<string s> {
  dump \"in \" #
    !cast<C>(s);
}
defm m : M<\"Gone\">;
foreach i = [1] in
  dump \"y\" # !cast<C>(\"L\" # i);
",
        )],
        expect![[r#"
            a.td:2: Undefined reference to record: 'No'
            a.td:4: Undefined reference to record: 'Gone' ~ a.td:7: in what this makes ~ a.td:5: by this !cast
            a.td:9: Undefined reference to record: 'L1' ~ a.td:9: by this !cast
        "#]],
    );
}

#[test]
fn an_operator_without_a_name() {
    check(
        &[(
            "a.td",
            "def op;
def a { string s = !getdagopname((op)); }
class B { string s = \"x\"; }
def b : B {
  let s = !getdagopname((op)); }
",
        )],
        expect![[r#"
            a.td:5: the operator of this dag has no name
        "#]],
    );
}
