//! The shape of trees, and the accessors of the typed tree.

use std::fmt::Write as _;

use expect_test::{Expect, expect};
use rowan::NodeOrToken;
use syntax::SyntaxKind::{DEF, FIELD};
use syntax::ast::{self, AstNode as _, Node, Value};
use syntax::{Include, MacroSet, Macros, Parse, parse};

fn parsed(text: &str) -> Parse {
    let parse = parse(text, &mut MacroSet::default());
    assert_eq!(parse.errors(), [], "{text}");
    parse
}

/// The nodes, with the tokens that are their own, blanks aside.
fn check(text: &str, expected: Expect) {
    let parse = parse(text, &mut MacroSet::default());
    let mut out = String::new();
    render(parse.tree().node(), 0, &mut out);
    expected.assert_eq(&out);
}

fn render(node: Node<'_>, depth: usize, out: &mut String) {
    let own = |it: NodeOrToken<Node<'_>, ast::Token<'_>>| match it {
        NodeOrToken::Token(it) if !it.text().trim().is_empty() => Some(it.text().to_string()),
        NodeOrToken::Node(_) => Some("_".to_string()),
        NodeOrToken::Token(_) => None,
    };
    let text: Vec<String> = node.elements().filter_map(own).collect();
    writeln!(
        out,
        "{}{:?} {}",
        "  ".repeat(depth),
        node.kind(),
        text.join(" ")
    )
    .unwrap();
    node.children().for_each(|it| render(it, depth + 1, out));
}

/// The first value of `defvar v = VALUE;`.
fn with_value<R>(value: &str, f: impl FnOnce(Value<'_>) -> R) -> R {
    let parse = parsed(&format!("defvar v = {value};"));
    let Some(ast::Statement::Defvar(defvar)) = parse.tree().statements().next() else {
        panic!()
    };
    f(defvar.value().unwrap())
}

#[test]
fn a_record() {
    check(
        "// Comment.\ndef x#y : A<1, n = 2>, B { let b{3-0, 7} = 1; field int z; }",
        expect![[r#"
            SOURCE_FILE // Comment. _
              DEF def _ _ _
                PASTE _ # _
                  IDENT_VALUE x
                  IDENT_VALUE y
                PARENTS : _ , _
                  CLASS_REF A _
                    ARG_LIST < _ , _ >
                      INT_VALUE 1
                      NAMED_ARG _ = _
                        IDENT_VALUE n
                        INT_VALUE 2
                  CLASS_REF B
                BODY { _ _ }
                  BODY_LET let b _ = _ ;
                    RANGE_LIST { _ , _ }
                      RANGE _ _
                        INT_VALUE 3
                        INT_VALUE -0
                      RANGE _
                        INT_VALUE 7
                    INT_VALUE 1
                  FIELD field _ z ;
                    PRIMITIVE_TYPE int
        "#]],
    );
}

#[test]
fn blocks() {
    check(
        "if x then def a; else { def b; }\nlet p = 1, q<0> = 2 in defm c : M;\nforeach i = 0...3 in {}",
        expect![[r#"
            SOURCE_FILE _ _ _
              IF if _ then _ else _
                IDENT_VALUE x
                BLOCK _
                  DEF def _ ;
                    IDENT_VALUE a
                BLOCK { _ }
                  DEF def _ ;
                    IDENT_VALUE b
              LET let _ , _ in _
                LET_ITEM p = _
                  INT_VALUE 1
                LET_ITEM q _ = _
                  RANGE_LIST < _ >
                    RANGE _
                      INT_VALUE 0
                  INT_VALUE 2
                BLOCK _
                  DEFM defm _ _ ;
                    IDENT_VALUE c
                    PARENTS : _
                      CLASS_REF M
              FOREACH foreach i = _ in _
                RANGE _ ... _
                  INT_VALUE 0
                  INT_VALUE 3
                BLOCK { }
        "#]],
    );
}

#[test]
fn values_nest_as_the_reference_reads_them() {
    check(
        "defvar v = a#b.c#d[0]{1};",
        expect![[r#"
            SOURCE_FILE _
              DEFVAR defvar v = _ ;
                BIT_ACCESS _ _
                  PASTE _ # _
                    IDENT_VALUE a
                    PASTE _ # _
                      FIELD_ACCESS _ . c
                        IDENT_VALUE b
                      SLICE_ACCESS _ [ _ ]
                        IDENT_VALUE d
                        RANGE _
                          INT_VALUE 0
                  RANGE_LIST { _ }
                    RANGE _
                      INT_VALUE 1
        "#]],
    );
    check(
        "defvar v = (op:$o 1:$a, $b, (op));",
        expect![[r#"
            SOURCE_FILE _
              DEFVAR defvar v = _ ;
                DAG_VALUE ( _ _ , _ , _ )
                  DAG_ARG _ : $o
                    IDENT_VALUE op
                  DAG_ARG _ : $a
                    INT_VALUE 1
                  DAG_ARG $b
                  DAG_ARG _
                    DAG_VALUE ( _ )
                      DAG_ARG _
                        IDENT_VALUE op
        "#]],
    );
}

#[test]
fn missing_values_keep_their_place() {
    check(
        "assert , \"m\";",
        expect![[r#"
            SOURCE_FILE _
              ASSERT assert _ , _ ;
                ERROR_VALUE 
                STRING_VALUE "m"
        "#]],
    );
}

/// The names of the intact statements and fields, in a text with errors.
fn check_kept(text: &str, expected: &[&str]) {
    let parse = parse(text, &mut MacroSet::default());
    assert!(!parse.errors().is_empty());
    let mut names = Vec::new();
    for node in parse.syntax().descendants() {
        let text = node.to_string();
        let whole = text.ends_with([';', '}']) && matches!(node.kind(), DEF | FIELD);
        if let Some(name) = text.split_whitespace().nth(1).filter(|_| whole) {
            names.push(name.trim_end_matches(';').to_string());
        }
    }
    assert_eq!(names, expected, "{text}");
}

#[test]
fn what_is_whole_keeps_its_tree() {
    check_kept(
        "def a {\n  int x = 1\n  int y = 2;\n  Foo z = \n  int w = 1;\n}\ndef b;",
        &["a", "y", "w", "b"],
    );
    check_kept("def a : A<1, \ndef b;", &["b"]);
    check_kept(
        "def a { int x = !add(1, (2; int y = 3; }\ndef b;",
        &["a", "x", "y", "b"],
    );
    check_kept("def a { int x = 1;\ndef b { int y = 1; }", &["x", "b", "y"]);
    check_kept(
        "multiclass M { def a { int x = 1;\n def b; }\ndef c;",
        &["x", "b", "c"],
    );
    check_kept("def a : A<\"s, 1\ndef b;", &["b"]);
    check_kept("defx a { int x = 1; }\ndef b;", &["b"]);
    check_kept("def a { int x = ), 1; int y = 2; }", &["a", "x", "y"]);
    check_kept("let x = [1, 2 in { def a; }\ndef b;", &["a", "b"]);
}

#[test]
fn directives_and_includes() {
    check(
        "#ifdef X // why\ndef off;\n#else\ndef include \"name.inc\" on;\n#endif\nlet append x = 1 in include \"y\"",
        expect![[r#"
            SOURCE_FILE #ifdef X // why 
            def off;
             #else _ #endif _
              DEF def _ _ ;
                INCLUDE include "name.inc"
                IDENT_VALUE on
              LET let _ in _ _
                LET_ITEM append x = _
                  INT_VALUE 1
                INCLUDE include "y"
                BLOCK 
        "#]],
    );
}

#[test]
fn operators() {
    with_value("!getdagop<A>(x)", |it| {
        let Value::BangOp(it) = it else { panic!() };
        assert!(matches!(it.ty(), Some(ast::Type::ClassType(_))));
        assert_eq!(it.values().count(), 1);
    });
    with_value("!foldl(0, [1], a, b, !add(a, b))", |it| {
        let Value::FoldlOp(it) = it else { panic!() };
        assert_eq!(it.accumulator().unwrap().text(), "a");
        assert_eq!(it.item().unwrap().text(), "b");
        assert!(matches!(it.body(), Some(Value::BangOp(_))));
    });
}

#[test]
fn identifiers_that_begin_with_digits() {
    check(
        "defvar v = [8i, 0x8i, 10x1, 1b2, 0b2];",
        expect![[r#"
            SOURCE_FILE _
              DEFVAR defvar v = _ ;
                LIST_VALUE [ _ , _ _ , _ _ , _ , _ ]
                  IDENT_VALUE 8i
                  INT_VALUE 0x8
                  ERROR i
                  INT_VALUE 10
                  ERROR x1
                  IDENT_VALUE 1b2
                  IDENT_VALUE 0b2
        "#]],
    );
}

#[test]
fn where_includes_stand() {
    let shape = |text: &str| {
        let parse = parse(text, &mut MacroSet::default());
        let shape = ast::include_shape(parse.tree());
        (shape.include_inside_statement, shape.unbalanced_braces)
    };
    assert_eq!(
        shape("include \"a\"\nlet x = 1 in { include \"b\" }"),
        (false, false)
    );
    assert_eq!(shape("def x { include \"a\" }"), (true, false));
    assert_eq!(shape("let x = 1 in include \"a\""), (true, false));
    assert_eq!(shape("let x = 1 in { include \"close\""), (false, true));
    assert_eq!(shape("def x; }"), (false, true));
}

/// Notes the events of the preprocessor.
#[derive(Default)]
struct Log(Vec<String>);

impl Macros for Log {
    fn is_defined(&self, name: &str) -> bool {
        self.0.iter().any(|it| it == "include defs.inc") && name == "FROM_DEFS"
    }

    fn define(&mut self, name: &str) -> bool {
        self.0.push(format!("define {name}"));
        true
    }

    fn include(&mut self, path: Option<&str>) -> Include {
        self.0.push(format!("include {}", path.unwrap_or("?")));
        Include::Apart
    }
}

#[test]
fn macros_hear_of_active_text_in_its_order() {
    let text = "#define A\n#ifdef FROM_DEFS\n#define NO\n#endif\ninclude \"defs.inc\"\n#ifdef FROM_DEFS\n\
                #define YES\n#else\ninclude \"no.inc\"\n#endif\n";
    let mut log = Log::default();
    assert_eq!(parse(text, &mut log).errors(), []);
    assert_eq!(log.0, ["define A", "include defs.inc", "define YES"]);
}
