use std::sync::Arc;

use expect_test::{Expect, expect};
use rowan::TextRange;
use syntax::MacroSet;

use super::{lower, lower_again, lower_flat, lower_most, pretty, static_names_in};
use crate::hir::LoweredFile;
use crate::symbol::Sym;

/// Lowers a text, from either tree.
fn lowered(text: &str) -> LoweredFile {
    let flat = syntax::parse_flat(text, &mut MacroSet::default());
    let lowered = lower(&flat.to_parse());
    assert_eq!(lower_flat(&flat), lowered);
    lowered
}

fn check(text: &str, expect: Expect) {
    expect.assert_eq(&pretty::file(&lowered(text)));
}

/// Compares how a value is read.
fn check_value(text: &str, expect: Expect) {
    let file = pretty::file(&lowered(&format!("defvar v = {text};")));
    expect.assert_eq(file.trim_end().strip_prefix("defvar v = ").unwrap_or(&file));
}

#[test]
fn definitions() {
    check(
        r##"
class Reg<string n, int size = 32> : Named<n>, Sized<width = size> {
  field bits<8> enc;
  list<Reg> subs = [];
  let enc{7-4, 3} = 0b01011;
  let name = n;
  defvar half = !div(size, 2);
  assert !gt(size, 0), "size";
  dump "made";
}
class Forward;
def : Reg<"a">;
def R0 : Reg<"r0", 64> { code c = [{ x }]; }
def R#"1"#;
defm "X"#i : Both<1>, Reg<"x">;
defm : Both;
multiclass Both<int n> : Base<n> { def _a; defm _b : Other; }
deftype Byte = bits<8>;
defvar two = 2;
assert two, "no";
dump two;
"##,
        expect![[r#"
            class Reg<string n, int size = 32>
              : Named<n>
              : Sized<width = size>
              field bits<8> enc
              list<Reg> subs = []
              let enc{7 -4, 3} = 0b01011
              let name = n
              defvar half = !Div(size, 2)
              assert !Gt(size, 0), "size"
              dump "made"
            class Forward
            def (anonymous)
              : Reg<"a">
            def R0
              : Reg<"r0", 64>
              code c = [{ x }]
            def (R # ("1" #))
            defm ("X" # i)
              : Both<1>
              : Reg<"x">
            defm (anonymous)
              : Both
            multiclass Both<int n>
              : Base<n>
              def _a
              defm _b
                : Other
            deftype Byte = bits<8>
            defvar two = 2
            assert two, "no"
            dump two
        "#]],
    );
}

#[test]
fn literals() {
    check_value("true", expect!["1"]);
    check_value("0xFFFFFFFFFFFFFFFF", expect!["-1"]);
    check_value("-5", expect!["-5"]);
    check_value("0b0101", expect!["0b0101"]);
    check_value("?", expect!["?"]);
    check_value(r#""a\n" "b" /* and */ "\"""#, expect![[r#""a\nb\"""#]]);
    check_value("[{ a }]", expect!["[{ a }]"]);
    check_value("{1, x, ?}", expect!["{1, x, ?}"]);
    check_value("[]", expect!["[]"]);
    check_value("[1, 2,]<int>", expect!["[1, 2]<int>"]);
    check_value("[]<list<bits<4>>>", expect!["[]<list<bits<4>>>"]);
    check_value("99999999999999999999", expect!["(missing)"]);
}

#[test]
fn dags() {
    check_value("(op)", expect!["(op )"]);
    check_value(
        "(op:$name 1:$a, $b, x, (ops))",
        expect!["(op:$name 1:$a, :$b, x, (ops ))"],
    );
    check_value("(!cast<A>(x) 1)", expect!["(!Cast<A>(x) 1)"]);
}

#[test]
fn suffixes() {
    check_value("a.b{3-1, 0}.c", expect!["a.b{3 -1, 0}.c"]);
    check_value("a[1]", expect!["a[1]"]);
    check_value("a[1,]", expect!["a[1,]"]);
    check_value("a[0-3, 5...7, 8-9, l]", expect!["a[0 -3, 5...7, 8 -9, l]"]);
    check_value("a[0 - 3]", expect!["a[0...3]"]);
    check_value("C<1, x = 2>.f", expect!["C<1, x = 2>.f"]);
    check_value("C<>", expect!["C<>"]);
}

#[test]
fn pastes_group_to_the_right() {
    check_value("a.b # c.d # e", expect!["(a.b # (c.d # e))"]);
    check_value("a #", expect!["(a #)"]);
    check_value("[1] # [2] # [3]", expect!["([1] # ([2] # [3]))"]);
}

#[test]
fn operators() {
    check_value("!add(1, !shl(x, 2))", expect!["!Add(1, !Shl(x, 2))"]);
    check_value("!cast<A>(\"a\" # b)", expect![[r##"!Cast<A>(("a" # b))"##]]);
    check_value("!getop(d)", expect!["!GetDagOp(d)"]);
    check_value(
        "!foreach(x, [1], !add(x, 1))",
        expect!["!foreach(x, [1], !Add(x, 1))"],
    );
    check_value("!filter(x, l, x)", expect!["!filter(x, l, x)"]);
    check_value(
        "!foldl(0, l, a, x, !add(a, x))",
        expect!["!foldl(0, l, a, x, !Add(a, x))"],
    );
    check_value("!cond(a: 1, true: 2)", expect!["!cond(a: 1, 1: 2)"]);
    check_value("!nothing(1)", expect!["(missing)"]);
}

#[test]
fn blocks_of_the_file_are_flat() {
    check(
        r#"
include "a.td"
let X = 1, Y<3-0> = 2 in {
  def a;
  include "b.td"
  let Z<7-4> = 3 in
  def b;
}
defset list<C> all = { def c; foreach i = [1] in def d#i; }
"#,
        expect![[r#"
            include "a.td"
            let X = 1, Y{3 0} = 2 in {}
            block
              def a
              include "b.td"
              let Z{7 -4} = 3 in
              block
                def b
            defset list<C> all
            block
              def c
              foreach i = [1]
                def (d # i)
        "#]],
    );
}

#[test]
fn blocks_inside_a_statement_stay_in_it() {
    check(
        r#"
foreach i = {0-3, 7} in {
  let X = i in def a#i;
  let Y = 1 in { defvar z = 2; def b#z; }
  if c then def d; else if e then { def f; }
  defset list<C> all = { def g; }
}
foreach i = 0-3 in def h#i;
foreach i = 0...n in if x then {} else def j;
"#,
        expect![[r#"
            foreach i = ranges {0 -3, 7}
              let X = i in
                def (a # i)
              let Y = 1 in {}
                defvar z = 2
                def (b # z)
              if c
                def d
              else
                if e
                  def f
              defset list<C> all
                def g
            foreach i = 0 -3
              def (h # i)
            foreach i = 0...n
              if x
              else
                def j
        "#]],
    );
}

#[test]
fn what_the_preprocessor_switches_off_is_not_there() {
    check(
        "#define A\n#ifdef A\ndef a {\n#else\ndef b {\n#endif\nint x =\n#ifdef B\n1\n#else\n2\n#endif\n;\n}",
        expect![[r#"
            def a
              int x = 2
        "#]],
    );
}

#[test]
fn broken_statements_keep_what_they_have() {
    check(
        "def Foo",
        expect![[r#"
        def Foo
    "#]],
    );
    check(
        "def Foo { int x = ; int y = 1; int",
        expect![[r#"
            def Foo
              int x = (missing)
              int y = 1
              int <nameless>
        "#]],
    );
    check(
        "class A<int x, , int y = > : B<1, >, { int z; let = 3; let z = ; let z{} = 1; bits< w; }\ndef b;",
        expect![[r#"
            class A<int x, int y = (missing)>
              : B<1, (missing)>
              int z
              let z = (missing)
              let z{(missing)} = 1
              (missing) <nameless>
            def b
        "#]],
    );
    check(
        "class ;\ndef a : ;\ndefvar = 1;\ndefvar x = ;\nfoo bar;\ndef c;",
        expect![[r#"
        error
        def a
        error
        defvar x = (missing)
        error
        def c
    "#]],
    );
    check(
        "foreach i = in def a;\nforeach in def b;\nif then def c; else\nlet X = in { def d; }\nlet in def e;",
        expect![[r#"
        foreach i = (missing)
          def a
        error
        if (missing)
          def c
        else
          let X = (missing) in {}
            def d
        let  in
        block
          def e
    "#]],
    );
    check(
        "defset list<A> = { def a; }\nmulticlass { def b; }\nmulticlass M { def c",
        expect![[r#"
        error
        block
          def a
        error
        multiclass M
          def c
    "#]],
    );
    check(
        "let append X = 1 in def a { let prepend y = 2; }",
        expect![[r#"
        let X = (missing) in
        block
          def a
            let y = (missing)
    "#]],
    );
}

#[test]
fn broken_values() {
    check_value("[1, , 2", expect!["[1, (missing), 2]"]);
    check_value("!add(1", expect!["!Add(1)"]);
    check_value("!foreach(, l, 1)", expect!["(missing)"]);
    check_value("!foldl(0, l, a)", expect!["(missing)"]);
    check_value(
        "!cond(a 1, : 2)",
        expect!["!cond(a: (missing), (missing): (missing), (missing): (missing))"],
    );
    check_value("(op a:, b", expect!["(op a, b)"]);
    check_value("(1 2)", expect!["((missing) )"]);
    check_value("a.", expect!["(missing)"]);
    check_value("a.b{", expect!["a.b{(missing)}"]);
    check_value("a[1...]", expect!["a[1...(missing)]"]);
    check_value("C<x = , 1", expect!["C<x = (missing), 1>"]);
}

#[test]
fn spans() {
    let text = "def a /* c */ : B < 1 > { // c\n  list<int> x = [ y.z ] # w\n#ifdef OFF\noff\n#endif\n;\n}\n// c\ndef b;";
    let file = lowered(text);
    let mut out = String::new();
    for span in file.spans.iter().flat_map(|spans| spans.iter()) {
        let next = text[span.next as usize..]
            .split_whitespace()
            .next()
            .unwrap_or("(end)");
        out += &format!(
            "{:?} then {next}\n",
            &text[span.start as usize..span.end as usize]
        );
    }
    expect![[r##"
        "def" then a
        "a" then :
        "B < 1 >" then {
        "1" then >
        "int" then >
        "list<int>" then x
        "x" then =
        "y" then .z
        "z" then ]
        "y.z" then ]
        "[ y.z ]" then #
        "#" then w
        "w" then ;
        "[ y.z ] # w" then ;
        "def" then b;
        "b" then ;
    "##]]
    .assert_eq(&out);
}

const SAMPLE: &str = r##"
class C<int a, string s = "x"> : B<a, n = s> { bits<4> v = { 1, a{2-1}, ? }; let v{3} = a.b[0, 2...3]; }
let X = (op:$o $a, 1:$b), Y<3-1> = [1, 2]<int> in {
  def a : C<1>;
  defm "m"#NAME : M<!foreach(i, l, i), !cond(a: 1, b: 2)>;
}
foreach i = {0-3} in { if !eq(i, 1) then def d#i; else { defvar t = !foldl(0, l, x, y, x); dump t; } }
defset list<C> s = { def e { assert 1, "m" "n"; } }
"##;

#[test]
fn trivia_between_tokens_does_not_matter() {
    let parse = syntax::parse(SAMPLE, &mut MacroSet::default());
    let tokens = parse
        .syntax()
        .descendants_with_tokens()
        .filter_map(|it| it.into_token());
    let commented: String = tokens
        .filter(|it| !it.kind().is_trivia())
        .map(|it| format!("{} /* {} */ ", it.text(), it.text()))
        .collect();
    let (plain, commented) = (lower(&parse), lowered(&commented));
    assert_eq!(plain.items, commented.items);
    assert_eq!(plain.stmts, commented.stmts);
}

#[test]
fn statements_can_move() {
    let moved = lowered(&format!("def before;\n{SAMPLE}"));
    assert_eq!(lowered(SAMPLE).stmts, moved.stmts[1..]);
}

#[test]
fn every_prefix_and_every_missing_token_can_be_lowered() {
    for end in 0..SAMPLE.len() {
        lowered(&SAMPLE[..end]);
        lowered(&SAMPLE[end..]);
    }
    let parse = syntax::parse(SAMPLE, &mut MacroSet::default());
    for token in parse
        .syntax()
        .descendants_with_tokens()
        .filter_map(|it| it.into_token())
    {
        let mut text = SAMPLE.to_owned();
        text.replace_range(std::ops::Range::<usize>::from(token.text_range()), " ");
        lowered(&text);
    }
}

#[test]
fn deep_nesting_fits_the_stack() {
    for (open, close) in [
        ("[", "]"),
        ("(a ", ")"),
        ("!add(", ")"),
        ("a<", ">"),
        ("{", "}"),
        ("a#", ""),
        ("a[", "]"),
    ] {
        lowered(&format!(
            "defvar v = {}1{};",
            open.repeat(1000),
            close.repeat(1000)
        ));
    }
    for open in [
        "let x = 1 in {",
        "let x = 1 in ",
        "foreach i = [1] in {",
        "if 1 then ",
        "if 1 then {} else ",
        "list<",
    ] {
        lowered(&open.repeat(1000));
        lowered(&format!("multiclass M {{ {}", open.repeat(1000)));
    }
    lowered(&format!("defvar v = a{};", ".b".repeat(1000)));
    lowered(&format!("defvar v = a{};", "{1}".repeat(1000)));
}

fn check_names(text: &str, locals: &[&str], expect: Expect) {
    let locals: Vec<Sym> = locals.iter().map(|name| Sym::new(name)).collect();
    let mut out = String::new();
    for stmt in &lowered(text).stmts {
        let names = static_names_in(stmt, &locals);
        let symbols = [
            ("classes", names.classes),
            ("multiclasses", names.multiclasses),
            ("types", names.types),
            ("globals", names.globals),
        ];
        let records = [("defs", names.defs), ("defms", names.defms)];
        let symbols = symbols.iter().filter(|it| !it.1.is_empty());
        let records = records.iter().filter(|it| !it.1.is_empty());
        let lists: Vec<String> = (symbols.map(|(what, list)| format!("{what} {list:?}")))
            .chain(records.map(|(what, list)| format!("{what} {list:?}")))
            .collect();
        out += &(lists.join(", ") + "\n");
    }
    expect.assert_eq(&out);
}

#[test]
fn names_of_statements() {
    check_names(
        "class A; multiclass B { def x; } deftype C = int; defvar d = 1; def e; def : A; defm : B; dump d;",
        &[],
        expect![[r#"
            classes ["A"]
            multiclasses ["B"]
            types ["C"]
            globals ["d"]
            defs [Exact("e")]



        "#]],
    );
    check_names(
        "defset list<A> a = { def b; }",
        &[],
        expect![[r#"
            globals ["a"]
            defs [Exact("b")]
        "#]],
    );
}

#[test]
fn names_of_records() {
    check_names(
        r##"def "a b"; def a#"b"#1; def a#b.c; def a#; def !strconcat("a", b); def ""#b.c;"##,
        &[],
        expect![[r#"
            defs [Exact("a b")]
            defs [Exact("ab1")]
            defs [Prefix("a")]
            defs [Exact("a")]
            defs [Anything]
            defs [Anything]
        "#]],
    );
    check_names(
        "defm a : M; defm a#!add(1, 2) : M;",
        &[],
        expect![[r#"
            defms [Exact("a")]
            defms [Prefix("a")]
        "#]],
    );
    check_names(
        "def v; def a#v; def v#a;",
        &["v"],
        expect![[r#"
            defs [Anything]
            defs [Prefix("a")]
            defs [Anything]
        "#]],
    );
}

#[test]
fn names_in_loops() {
    check_names(
        r#"
foreach i = [1] in { def i; def F#i; defm G#i : M; defset list<A> s = { def j; } defvar k = 1; def k; }
if x then { defvar k = 1; def k#a; } else def k;
foreach i = l in { let x = 1 in { defvar k = 1; } def k; let x = 1 in defvar m = 1; def m; }
"#,
        &[],
        expect![[r#"
            globals ["s"], defs [Anything, Prefix("F"), Exact("j"), Anything], defms [Prefix("G")]
            defs [Anything, Exact("k")]
            defs [Exact("k"), Anything]
        "#]],
    );
}

#[test]
fn lowering_again_keeps_what_the_tree_keeps() {
    let old = "// c\ndef a;\nlet x = 1 in {\n  def b;\n  def c : C<1>;\n}\ndef d;";
    let new = old.replace("<1>", "<2000>");
    let parse = syntax::parse(old, &mut MacroSet::default());
    let lowered = lower(&parse);
    let at = old.find("1>").unwrap() as u32;
    let edit = syntax::Edit {
        range: TextRange::at(at.into(), 1.into()),
        inserted: 4.into(),
    };
    let new_parse = syntax::reparse_within(&parse, &new, &edit).unwrap();
    let again = lower_again(&new_parse, &parse, &lowered, usize::MAX);
    assert_eq!(again, lower(&new_parse));
    let kept = again.stmts.iter().zip(&lowered.stmts);
    let kept: Vec<bool> = kept.map(|(a, b)| Arc::ptr_eq(a, b)).collect();
    // The head of the `let` is lowered again, since its node holds the others.
    assert_eq!(kept, [true, false, true, false, true]);
}

#[test]
fn what_is_too_much_is_left_out() {
    let text = "def a;\nlet x = 1 in {\n  def b { int i = !add(1, 2); }\n  def c;\n}\ndef d;\n";
    let parse = syntax::parse(text, &mut syntax::MacroSet::default());
    let all = lower(&parse);
    let parts = |it: &crate::hir::Stmt| 1 + it.code.exprs.len() + it.code.types.len();
    let before = |count: usize| all.stmts[..count].iter().map(|it| parts(it)).sum();
    for (count, start) in [
        (0, "def a"),
        (1, "let"),
        (2, "def b"),
        (3, "def c"),
        (4, "def d"),
    ] {
        let start = text.find(start).map(|it| it as u32);
        for most in [before(count), before(count + 1) - 1] {
            let some = lower_most(&parse, most);
            assert_eq!((some.stmts.len(), some.left_out), (count, start));
            assert_eq!(some.stmts[..], all.stmts[..count]);
            assert_eq!(lower_again(&parse, &parse, &some, usize::MAX), all);
            assert_eq!(lower_again(&parse, &parse, &all, most), some);
        }
    }
    assert_eq!(lower_most(&parse, before(5)), all);
}
