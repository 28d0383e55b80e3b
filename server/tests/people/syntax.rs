//! Text that does not parse.

use expect_test::expect;

use super::check;

#[test]
fn a_keyword_cannot_be_a_name() {
    check(
        &[(
            "a.td",
            "class A<bits<4> code> { bits<4> Bits = code; }
multiclass M<int in> { def _i { int f = in; } }
class F { int def = 1; let else = 2; }
def a : A<3>;
defm m : M<4>;
def f : F;
",
        )],
        expect![[r#"
            a.td:1: 'code' is a keyword and cannot be a name
            a.td:2: 'in' is a keyword and cannot be a name
            a.td:3: 'def' is a keyword and cannot be a name
            a.td:3: 'else' is a keyword and cannot be a name
        "#]],
    );
}

#[test]
fn bits_in_the_brackets_of_the_other_let() {
    check(
        &[(
            "a.td",
            "class I { bits<8> Inst; }
let Inst{7-4} = 0b1010 in {
  def A : I;
}
def B : I { let Inst<7-4> = 1; let Inst{3-0} = 1; }
",
        )],
        expect![[r#"
            a.td:2: the bits of a 'let' around records stand in '<…>', not in '{…}'
            a.td:5: the bits of a 'let' in a body stand in '{…}', not in '<…>'
        "#]],
    );
}

#[test]
fn statements_in_a_body() {
    check(
        &[(
            "a.td",
            "class A<int i, int j> {
  foreach k = [1, 2] in {
    int y = k;
  }
  if !eq(i, 1) then { let z = 1; } else int w = 2;
  int z = j;
}
def a : A<1, 2>;
class B {
  int x = 1;
def b;
",
        )],
        expect![[r#"
            a.td:11: Unknown token when expecting a type
            a.td:2: 'foreach' cannot stand in the body of a class or record
            a.td:5: 'if' cannot stand in the body of a class or record
        "#]],
    );
}

#[test]
fn statements_of_other_kinds_in_a_body() {
    check(
        &[(
            "a.td",
            "class W {
  def Inner { int y = 1; }
  int z;
  class V;
  int w;
}
def a : W { let z = 1; let w = 2; }
defset list<W> def = { def b : W; }
foreach i in [1, 2] in def c#i : W;
foreach j in [1, 2] { def d#j : W; }
def e { string s = 'a; b'; int t = 1; }
def f { list<W> l = [a, b, c1, d2]; }
",
        )],
        expect![[r#"
            a.td:11: unexpected character
            a.td:2: 'def' cannot stand in the body of a class or record
            a.td:4: 'class' cannot stand in the body of a class or record
            a.td:8: 'def' is a keyword and cannot be a name
            a.td:9: a 'foreach' is written 'foreach NAME = LIST in'
        "#]],
    );
}

#[test]
fn text_that_ends_too_early() {
    check(
        &[("a.td", "def A;\ndef B { string s = \"open")],
        expect![[r#"
            a.td:2: end of file in string literal
        "#]],
    );
    check(
        &[("a.td", "#ifdef M\ndef a;\n#endif")],
        expect![[r#"
            a.td:3: a line end is missing after '#endif' ~ a.td:1: the latest preprocessor control is here
        "#]],
    );
    // With a blank behind it, it ends the inner `#ifdef`.
    check(
        &[("a.td", "#ifdef M\n#ifdef N\n#endif ")],
        expect![[r#"
            a.td:3: reached EOF without matching #endif ~ a.td:1: the latest preprocessor control is here
        "#]],
    );
    // An item with an error up to the end has consumed the closing brace.
    check(
        &[("a.td", "class A {\n  int x;\n#endif\n")],
        expect![[r#"
        a.td:3: #endif without #ifdef
    "#]],
    );
    check(
        &[("a.td", "class A {\n  int x = );\n")],
        expect![[r#"
        a.td:2: Unknown or reserved token when parsing a value
        a.td:3: Unknown token when expecting a type
    "#]],
    );
    check(
        &[("a.td", "class A { int x; }\nlet x = 1 in {\ndef a : A;\n")],
        expect![[r#"
            a.td:4: expected '}' at end of top level let command ~ a.td:2: to match this '{'
        "#]],
    );
}

#[test]
fn lets_around_a_head_that_does_not_parse() {
    check(
        &[(
            "a.td",
            "class Base { int size = 1; }
let size = 8 in {
  def Bad = Base {}
  def Other : Missing;
  def After : Base;
}
",
        )],
        expect![[r#"
            a.td:3: Expected '{' to start body or ';' for declaration only
            a.td:4: Couldn't find class 'Missing'
        "#]],
    );
}

#[test]
fn a_header_of_another_language() {
    check(
        &[
            ("a.td", "include \"Api.h\"\ndef a;\n"),
            (
                "Api.h",
                "struct A {\n  int x();\n};\nnamespace b { class C; }\n",
            ),
        ],
        expect![[r#"
            Api.h:1: Unexpected token at top level
        "#]],
    );
}

#[test]
fn what_is_missing_is_told_where_it_belongs() {
    check(
        &[(
            "a.td",
            "class A {
  int x = 1 // one

  /* two */
  int y = 2
}
def a : A

def b : A;
multiclass M

let z = \"//\" in

def c : A {}
defm d : M
let Unused = 1
def e : A;
",
        )],
        expect![[r#"
            a.td:10: expected '{' in multiclass definition
            a.td:15: expected ';' at end of defm
            a.td:16: expected 'in' at end of top-level 'let'
            a.td:2: expected ';' after declaration
            a.td:5: expected ';' after declaration
            a.td:7: Expected '{' to start body or ';' for declaration only
        "#]],
    );
}

#[test]
fn loops_of_other_languages_in_a_body() {
    check(
        &[(
            "a.td",
            "class A { int y; }
def a : A {
  for i = [1, 2] in let y = 1;
}
def b : A {
  for (i = 1; i < 2; i) { let y = 1; }
  let y = 3;
}
def c : A {
  while 1 { let y = 1; let y = 2; }
}
",
        )],
        expect![[r#"
            a.td:10: 'while' cannot stand in the body of a class or record
            a.td:3: 'for' cannot stand in the body of a class or record
        "#]],
    );
}
