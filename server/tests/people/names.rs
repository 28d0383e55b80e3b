//! Unknown names, and statements that are not checked because of them.

use expect_test::expect;

use super::check;

#[test]
fn all_unknown_names() {
    check(
        &[(
            "a.td",
            "class Op<list<int> w> { dag args; int n; int m; }
def ins;
def A : Op<[Missing1, Missing2]> {
  let args = (ins Missing3:$a, Missing4:$b);
  let n = !add(Missing5, Missing6);
  let nosuch = 1;
  int extra = \"text\";
}
def C : NoClass<Missing7> { let q = Missing8; }
defm D : NoMulticlass<Missing9>;
",
        )],
        expect![[r#"
            a.td:10: Couldn't find multiclass 'NoMulticlass'
            a.td:10: Variable not defined: 'Missing9'
            a.td:1: unused template argument: Op:w
            a.td:3: Variable not defined: 'Missing1'
            a.td:3: Variable not defined: 'Missing2'
            a.td:4: Variable not defined: 'Missing3'
            a.td:4: Variable not defined: 'Missing4'
            a.td:5: Variable not defined: 'Missing5'
            a.td:5: Variable not defined: 'Missing6'
            a.td:6: Value 'nosuch' unknown!
            a.td:7: Field 'extra' of type 'int' is incompatible with value '"text"' of type 'string'
            a.td:9: Couldn't find class 'NoClass'
            a.td:9: Variable not defined: 'Missing7'
            a.td:9: Variable not defined: 'Missing8'
        "#]],
    );
}

#[test]
fn a_name_that_is_missed_in_several_files() {
    check(
        &[
            (
                "a.td",
                "class Renamed<int n> { int N = n; }
multiclass Regs { def _r : Reg<1>; }
def a : Reg<1> { int M = N; }
include \"b.td\"
include \"c.td\"
def z : Reg<2> { int w = y; }
",
            ),
            (
                "b.td",
                "def b : Reg<3>;\ndefm c : Regs;\ndef d { Reg R = c_r; }\n",
            ),
            (
                "c.td",
                "class Two<int n> : Reg<n> { let N = 4; }\ndef e : Two<5> { int x = M; }\n",
            ),
        ],
        expect![[r#"
            a.td:2: Couldn't find class 'Reg' ~ a.td:3: the same here, 2 times in this file ~ b.td:1: the same here, 2 times in this file ~ c.td:1: the same here
            a.td:6: Variable not defined: 'y'
        "#]],
    );
}

/// A few mentions may be separate mistakes, and are reported separately.
#[test]
fn a_name_that_is_missed_often() {
    check(
        &[(
            "a.td",
            "class A<int n>;
def a1 : A<x>; def a2 : A<x>;
def a3 : A<x>;
def b1 : A<y>; def b2 : A<y>; def b3 : A<y>;
def b4 : A<y>; def b5 : A<y>; def b6 : A<y>; def b7 : A<y>;
class T { string s = \"\"; }
def u { string t = !cast<T>(\"y\").s; }
",
        )],
        expect![[r#"
            a.td:1: unused template argument: A:n
            a.td:2: Variable not defined: 'x'
            a.td:2: Variable not defined: 'x'
            a.td:3: Variable not defined: 'x'
            a.td:4: Variable not defined: 'y' ~ a.td:4: the same here ~ a.td:4: the same here ~ a.td:5: the same here ~ a.td:5: the same here ~ a.td:5: the same here ~ a.td:5: the same here ~ a.td:7: the same here
        "#]],
    );
}

#[test]
fn what_a_missing_include_would_define_is_not_judged() {
    check(
        &[(
            "a.td",
            "include \"no/Base.td\"
class Op<string s, list<Trait> traits = []> : BaseOp<Dialect, s, traits>;
class ListOf<list<Kind> allowed, string text> : Kind<text>;
def A : Op<\"a\", [Pure]>;
def B : ListOf<[A], \"b\">;
",
        )],
        expect![[r#"
            a.td:1: could not find include file 'no/Base.td'
            note: looked in .; `-I` or the setting `tablegen.includeDirs` adds a folder
        "#]],
    );
}

#[test]
fn what_a_broken_definition_gives_is_not_judged() {
    check(
        &[(
            "a.td",
            "class In<list<Missing> params = []> { int X = 1; }
class M<Missing p> : In<[p]>;
def a : In<[]>;
def b : M<1>;
def c { int x = b.X; int y = \"text\"; }
def d { int y = \"text\"; }
",
        )],
        expect![[r#"
            a.td:1: Couldn't find class 'Missing'
            a.td:2: Couldn't find class 'Missing'
            a.td:6: Field 'y' of type 'int' is incompatible with value '"text"' of type 'string'
        "#]],
    );
}

#[test]
fn what_many_records_have_of_a_broken_class_or_multiclass() {
    check(
        &[(
            "a.td",
            "class Inst<string op, dag ins> { bits<8> Code = op; dag Ins = ins; bit VEX_L = hasL; }
foreach i = 0...9 in def r#i;
foreach i = 0...9 in def i#i : Inst<\"\", (r0)>;
multiclass Pair<int n> { def NAME : Missing; defm _x : Other; def _y; }
multiclass Pairs<int n> { defm NAME : Pair<n>; }
defm ALU : Pairs<1>;
defm : Pair<2>;
def user { list<Missing> m = [ALU, ALU_y]; int n = nothing; }
",
        )],
        expect![[r#"
            a.td:1: Field 'Code' of type 'bits<8>' is incompatible with value 'Inst:op' of type 'string'
            a.td:1: Variable not defined: 'hasL'
            a.td:4: Couldn't find class 'Missing'
            a.td:4: Couldn't find multiclass 'Other'
        "#]],
    );
}

#[test]
fn a_file_that_is_included_twice() {
    check(
        &[
            (
                "a.td",
                "include \"b.td\"\ninclude \"b.td\"\ndef T2 : Thing<2>;\n",
            ),
            (
                "b.td",
                "class Thing<int n> { int N = n; }\ndef T1 : Thing<1>;\ndefvar V = 1;\n",
            ),
        ],
        expect![[r#"
            a.td:2: 'b.td' is included again: all that it defines is there already ~ a.td:1: included first here
        "#]],
    );
}

#[test]
fn a_def_of_a_multiclass_that_was_renamed() {
    check(
        &[(
            "a.td",
            "class A;
multiclass M { def _a : A; def _new : A; }
defm X : M;
defm Y : M;
def u {
  list<A> some = [X_old, Y_old];
  A other = X_old;
  A cast = !cast<A>(\"Y_old\");
  A mistake = X_z;
}
",
        )],
        expect![[r#"
            a.td:6: Variable not defined: 'X_old' ~ a.td:6: the same here ~ a.td:7: the same here ~ a.td:5: the same here
            a.td:9: Variable not defined: 'X_z'
        "#]],
    );
}

/// Each message names the operator that is meant, and no other error follows.
#[test]
fn unknown_operators() {
    check(
        &[(
            "a.td",
            "def op;
def a { int x = !getop((op 1)); }
def b { dag x = !setop((op 1), op); string y = 1; }
def c { int x = !initializd(1); }
def d { int x = !nothing(1); }
defvar v = !getop((op));
",
        )],
        expect![[r#"
            a.td:2: unknown operator '!getop': LLVM 22 has '!getdagop' in its place
            a.td:3: Field 'y' of type 'string' is incompatible with value '1' of type 'int'
            a.td:3: unknown operator '!setop': LLVM 22 has '!setdagop' in its place
            a.td:4: unknown operator '!initializd': the nearest is '!initialized'
            a.td:5: unknown operator '!nothing'
            a.td:6: unknown operator '!getop': LLVM 22 has '!getdagop' in its place
        "#]],
    );
}

#[test]
fn names_that_are_defined_further_down() {
    check(
        &[
            (
                "a.td",
                "class Uses<list<Op> ops> { list<Op> all = ops; }
def a : Late;
defm b : Makes;
def c { int x = some; int y = local; }
class Has { string s; }
def d : Has { let s = !cast<Has>(\"found\").s; }
def e : Own { int x = other; }
class Own : Own;
multiclass M { def _x : Late; }
defm f : M;
include \"b.td\"
",
            ),
            (
                "b.td",
                "class Late;
multiclass Makes { def x; }
defvar some = 1;
def found : Has;
foreach i = 0...1 in { defvar local = i; def other # i; }
class Op;
let s = \"\" in { def other : Has; }
",
            ),
        ],
        expect![[r#"
            a.td:1: Couldn't find class 'Op' ~ b.td:6: defined later, here
            a.td:1: Couldn't find class 'Op' ~ b.td:6: defined later, here
            a.td:2: Couldn't find class 'Late' ~ b.td:1: defined later, here
            a.td:3: Couldn't find multiclass 'Makes' ~ b.td:2: defined later, here
            a.td:4: Variable not defined: 'local'
            a.td:4: Variable not defined: 'some' ~ b.td:3: defined later, here
            a.td:6: Undefined reference to record: 'found' ~ a.td:6: in the value of field 's' ~ b.td:4: defined later, here ~ a.td:6: by this !cast
            a.td:7: Couldn't find class 'Own' ~ a.td:8: defined later, here
            a.td:7: Variable not defined: 'other' ~ b.td:7: defined later, here
            a.td:9: Couldn't find class 'Late' ~ b.td:1: defined later, here
        "#]],
    );
}
