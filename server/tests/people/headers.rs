//! Mistakes that show in the classes of a header and are made by records of another file.

use expect_test::{Expect, expect};

use super::check;

/// Classes that are correct for correct arguments.
const HEADER: &str = "\
class Pick<list<int> from, int at> { int Picked = from[at]; }
class Width<int w> { assert !le(w, 64), \"bad width \" # w; int W = w; }
class Uses<Width x> { Width X = x; }
class Coded<int op> {
  bits<16> Flags;
  bits<8> Opcode = op;
  let Flags{15-8} = Opcode;
  let Flags{7-0} = 0;
}
class Named { string mnemonic = ?; string full = \"test.\" # mnemonic; assert !ne(full, \"\"), \"x\"; }
class Limited { int n = 1; bits<4> N = n; }
class Third<int n = 3> { list<int> all = [1, 2]; int it = all[n]; }
class Half<int n> { int v = !div(100, n); }
class Halves<int n> { int v = Half<n>.v; }
multiclass Both<int op> {
  def _a : Coded<op>;
  let n = op in def _b : Limited;
}
multiclass Outer<int op> { defm _o : Both<!add(op, 1)>; }
multiclass Divided<int n> { def _d { int q = !div(10, n); } }
multiclass Looped<list<int> ops> { foreach op = ops in def _ # op : Width<op>; }
";

/// The messages about a file that includes these.
fn check_file(text: &str, want: Expect) {
    check(
        &[
            ("a.td", &format!("include \"h.td\"\n{text}")),
            ("h.td", HEADER),
        ],
        want,
    );
}

#[test]
fn each_record_is_told_for_itself() {
    check_file(
        "def A : Pick<[1, 2], 2>;
def B : Pick<[1, 2], 1>;
def C : Pick<
  [1, 2, 3],
  9>;
",
        expect![[r#"
            a.td:2: Initializer of 'Picked' in 'A' could not be fully resolved: [1, 2][2] ~ h.td:1: in the value of field 'Picked'
            a.td:4: Initializer of 'Picked' in 'C' could not be fully resolved: [1, 2, 3][9] ~ h.td:1: in the value of field 'Picked'
        "#]],
    );
}

#[test]
fn each_wrong_record_of_a_loop_or_multiclass_is_named() {
    check_file(
        "foreach i = 1...3 in def A # i : Pick<[1, 2], i>;
multiclass Two<int i> { def _p : Pick<[1], i>; def _t : Third<i>; }
defm B : Two<2>;
",
        expect![[r#"
            a.td:2: Initializer of 'Picked' in 'A2' could not be fully resolved: [1, 2][2] ~ h.td:1: in the value of field 'Picked' ~ a.td:2: also in 'A3'
            a.td:4: Initializer of 'Picked' in 'B_p' could not be fully resolved: [1][2] ~ h.td:1: in the value of field 'Picked' ~ a.td:3: in this record
        "#]],
    );
}

#[test]
fn the_argument_that_fits_nowhere() {
    check_file(
        "def A : Coded<300>;
def B : Coded<
  op = 301>;
class Own<string s, int n> : Coded<n>;
def C : Own<\"x\",
  302>;
foreach i = [255, 256, 257] in
  def D # i : Coded<i>;
",
        expect![[r#"
            a.td:2: Field 'Opcode' in 'A': 300 does not fit in 8 bits ~ h.td:6: in the value of field 'Opcode'
            a.td:4: Field 'Opcode' in 'B': 301 does not fit in 8 bits ~ h.td:6: in the value of field 'Opcode'
            a.td:5: unused template argument: Own:s
            a.td:7: Field 'Opcode' in 'C': 302 does not fit in 8 bits ~ h.td:6: in the value of field 'Opcode'
            a.td:9: Field 'Opcode' in 'D256': 256 does not fit in 8 bits ~ h.td:6: in the value of field 'Opcode' ~ a.td:9: also in 'D257'
        "#]],
    );
}

#[test]
fn the_let_that_has_the_value() {
    check_file(
        "def A : Limited {
  let n = 17;
}
let n = 18 in {
  def B : Limited;
  def C : Limited;
}
",
        expect![[r#"
            a.td:3: Field 'N' in 'A': 17 does not fit in 4 bits ~ h.td:11: in the value of field 'N'
            a.td:5: Field 'N' in 'B': 18 does not fit in 4 bits ~ h.td:11: in the value of field 'N' ~ a.td:6: in this record ~ a.td:7: in this record
        "#]],
    );
}

#[test]
fn a_field_that_a_record_has_to_set() {
    check_file(
        "def A : Named;
def B : Named { let mnemonic = \"b\"; }
def C : Named;
",
        expect![[r#"
            a.td:2: Initializer of 'full' in 'A' could not be fully resolved: !strconcat("test.", mnemonic) ~ h.td:10: in the value of field 'full' ~ h.td:10: this has no value
            a.td:4: Initializer of 'full' in 'C' could not be fully resolved: !strconcat("test.", mnemonic) ~ h.td:10: in the value of field 'full' ~ h.td:10: this has no value
        "#]],
    );
}

#[test]
fn an_argument_that_is_left_out() {
    check_file(
        "def A : Third<>;\ndef B : Third<1>;\n",
        expect![[r#"
        a.td:2: Initializer of 'it' in 'A' could not be fully resolved: [1, 2][3] ~ h.td:12: in the value of field 'it'
    "#]],
    );
}

#[test]
fn assertions_of_records_and_of_instances() {
    check_file(
        "def A : Width<65>;
def B : Uses<Width<66>>;
def C : Uses<Width<66>>;
def D { Width small = Width<8>;
  Width large = Width<67>; }
class Inner<int n> { Width x = Width<n>; }
def E { Inner small = Inner<8>;
  Inner large = Inner<68>; }
",
        expect![[r#"
            a.td:2: assertion failed: bad width 65 ~ h.td:2: in this assertion
            a.td:3: assertion failed: bad width 66 ~ h.td:2: in this assertion
            a.td:4: assertion failed: bad width 66 ~ h.td:2: in this assertion
            a.td:6: assertion failed: bad width 67 ~ h.td:2: in this assertion
            a.td:9: assertion failed: bad width 68 ~ h.td:2: in this assertion
        "#]],
    );
}

#[test]
fn what_a_defm_hands_on() {
    check_file(
        "defm A : Both<300>;
defm B : Outer<
  400>;
defm C : Divided<0>;
defm D : Looped<[1, 70, 80]>;
",
        expect![[r#"
            a.td:2: Field 'Opcode' in 'A_a': 300 does not fit in 8 bits ~ h.td:6: in the value of field 'Opcode' ~ h.td:16: in this record
            a.td:4: Field 'Opcode' in 'B_o_a': 401 does not fit in 8 bits ~ h.td:6: in the value of field 'Opcode' ~ h.td:16: in this record ~ h.td:19: instantiated from multiclass
            a.td:5: Illegal operation: division by zero ~ h.td:20: in the value of field 'q' ~ h.td:20: in this record
            a.td:6: assertion failed: bad width 70 ~ h.td:2: in this assertion ~ h.td:21: in this record
            a.td:6: assertion failed: bad width 80 ~ h.td:2: in this assertion ~ h.td:21: in this record
        "#]],
    );
}

#[test]
fn an_instance_that_fails() {
    check_file(
        "def A : Halves<4>;\ndef B : Halves<0>;\n",
        expect![[r#"
        a.td:3: Illegal operation: division by zero ~ h.td:13: in the value of field 'v' ~ h.td:14: in this class instance
    "#]],
    );
}

/// A class that is wrong for all values is reported at the class.
#[test]
fn a_class_that_is_wrong_itself() {
    check(
        &[
            (
                "a.td",
                "include \"b.td\"\ndef A : Wrong<1>;\ndef B : Middle;\n",
            ),
            (
                "b.td",
                "include \"h.td\"\nclass Wrong<int n> { bits<2> W = 9; int m = n; }
class Middle : Pick<[1, 2], 2>;
multiclass Fixed { def _f : Coded<300>; }
",
            ),
            ("h.td", HEADER),
        ],
        expect![[r#"
            b.td:2: Field 'W' in 'A': 9 does not fit in 2 bits ~ a.td:2: in this record
            b.td:3: Initializer of 'Picked' in 'B' could not be fully resolved: [1, 2][2] ~ h.td:1: in the value of field 'Picked' ~ a.td:3: in this record
        "#]],
    );
}
