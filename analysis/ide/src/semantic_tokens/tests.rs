use std::fmt::Write as _;

use expect_test::{Expect, expect};

use super::*;
use crate::fixtures::unit;

/// Each token with its kind; a declaration has a star.
fn check(text: &str, within: Option<Range<usize>>, want: Expect) {
    let db = unit(text);
    let mut out = String::new();
    for it in semantic_tokens(&db, "root.td", within).unwrap() {
        let star = if it.is_declaration { "*" } else { "" };
        writeln!(out, "{:?}{star} {}", it.kind, &text[it.range]).unwrap();
    }
    want.assert_eq(&out);
}

#[test]
fn names_by_what_they_stand_for() {
    check(
        "class A<int n> { int f = n; }\n\
             defvar v = 1;\n\
             def r : A<v> { int g = !add(f, v); let f = g; A a = r2; }\n\
             deftype t = A;\n",
        None,
        expect![[r#"
                Keyword class
                Class* A
                Type int
                Parameter* n
                Type int
                Field* f
                Parameter n
                Keyword defvar
                Variable* v
                Number 1
                Keyword def
                Record* r
                Class A
                Variable v
                Type int
                Field* g
                Operator !add
                Field f
                Variable v
                Keyword let
                Field f
                Field g
                Class A
                Field* a
                Record r2
                Keyword deftype
                Type* t
                Class A
            "#]],
    );
}

#[test]
fn multiclasses_and_loops() {
    check(
        "multiclass M<t x> { def _a#x : A<x>; }\n\
             class C;\n\
             defm D#1 : M<x = 1>, C;\n\
             foreach i = 0...3 in def r#i : A<B<i>.f>;\n\
             defset list<A> s = { def NAME; }\n",
        None,
        expect![[r#"
                Keyword multiclass
                Multiclass* M
                Class t
                Parameter* x
                Keyword def
                Record* _a
                Operator #
                Parameter x
                Class A
                Parameter x
                Keyword class
                Class* C
                Keyword defm
                Record* D
                Operator #
                Number 1
                Multiclass M
                Parameter x
                Number 1
                Class C
                Keyword foreach
                Variable* i
                Number 0
                Operator ...
                Number 3
                Keyword in
                Keyword def
                Record* r
                Operator #
                Variable i
                Class A
                Class B
                Variable i
                Field f
                Keyword defset
                Type list
                Class A
                Variable* s
                Keyword def
                Parameter NAME
            "#]],
    );
}

#[test]
fn what_is_no_name() {
    check(
        "include \"x.td\" // why\n\
             #ifdef M\nclass X;\n\n  def y;\n#else\n#endif\n\
             def z { dag d = (op 0b1:$a, \"s\", ?); code c = [{ a\n  b }]; let append d = true; }\n",
        None,
        expect![[r#"
                Keyword include
                String "x.td"
                Comment // why
                Directive #ifdef
                Macro M
                Inactive class X;
                Inactive def y;
                Directive #else
                Directive #endif
                Keyword def
                Record* z
                Type dag
                Field* d
                Record op
                Number 0b1
                DagName $a
                String "s"
                Keyword ?
                Type code
                Field* c
                Code [{ a
                Code b }]
                Keyword let
                Keyword append
                Field d
                Keyword true
            "#]],
    );
}

#[test]
fn only_a_range() {
    check(
        "def a;\ndef b;\ndef c;\n",
        Some(7..13),
        expect![[r#"
            Keyword def
            Record* b
        "#]],
    );
}

#[test]
fn strings_in_languages_of_their_own() {
    check(
        "class Trait; class Same<list<string> names> : Trait;\n\
         def Op : Same<[\"lhs\", \"no\"]> { dag arguments = (ins 0:$lhs); string assemblyFormat = \"$lhs `,` custom<Foo>(type($lhs)) attr-dict\"; }",
        None,
        expect![[r#"
            Keyword class
            Class* Trait
            Keyword class
            Class* Same
            Type list
            Type string
            Parameter* names
            Class Trait
            Keyword def
            Record* Op
            Class Same
            String "
            DagName lhs
            String "
            String "no"
            Type dag
            Field* arguments
            Record ins
            Number 0
            DagName $lhs
            Type string
            Field* assemblyFormat
            String "
            DagName $lhs
            String `,`
            Keyword custom
            Operator <
            Function Foo
            Operator >
            Operator (
            Keyword type
            Operator (
            DagName $lhs
            Operator )
            Operator )
            Keyword attr-dict
            String "
        "#]],
    );
    check(
        "class I<string s> { string AsmString = s; } def a : I<\"a {$b|${c:d}}\"> { string Constraints = \"$b = $c\"; string s = \"$d\"; \
         code c = [{ f($x);\n $y }]; }",
        None,
        expect![[r#"
            Keyword class
            Class* I
            Type string
            Parameter* s
            Type string
            Field* AsmString
            Parameter s
            Keyword def
            Record* a
            Class I
            String "a
            Operator {
            DagName $b
            Operator |
            DagName ${c:d}
            Operator }
            String "
            Type string
            Field* Constraints
            String "
            DagName $b
            String =
            DagName $c
            String "
            Type string
            Field* s
            String "$d"
            Type code
            Field* c
            Code [{ f(
            DagName $x
            Code );
            DagName $y
            Code }]
        "#]],
    );
    check(
        "class GenericTable { string FilterClass; list<string> Fields; } class Row { int N; }\n\
         def T : GenericTable { let FilterClass = \"Row\"; let Fields = [\"N\", \"M\"]; }",
        None,
        expect![[r#"
            Keyword class
            Class* GenericTable
            Type string
            Field* FilterClass
            Type list
            Type string
            Field* Fields
            Keyword class
            Class* Row
            Type int
            Field* N
            Keyword def
            Record* T
            Class GenericTable
            Keyword let
            Field FilterClass
            String "
            Class Row
            String "
            Keyword let
            Field Fields
            String "
            Field N
            String "
            String "M"
        "#]],
    );
}
