//! Messages about mistakes. The first message of a file is the reference's; where its binaries are installed, they are
//! run.

use std::io::Write as _;
use std::process::{Command, Stdio};

use expect_test::{Expect, expect};
use syntax::{MacroSet, Release, in_words_of, parse};

/// All messages of a release, with line and column.
fn messages(text: &str, release: Release) -> Vec<String> {
    let parse = parse(text, &mut MacroSet::default());
    let place = |offset: rowan::TextSize| {
        let before = &text[..usize::from(offset)];
        let line = before.rfind('\n').map_or(0, |it| it + 1);
        format!(
            "{}:{}",
            before.matches('\n').count() + 1,
            before.len() - line + 1
        )
    };
    let errors = parse
        .errors()
        .iter()
        .filter(|it| it.releases.contains(release));
    errors
        .map(|it| {
            format!(
                "{}: {}",
                place(it.offset()),
                in_words_of(&it.message, release)
            )
        })
        .collect()
}

fn check(text: &str, expected: Expect) {
    let mut lines = messages(text, Release::V19).join("\n");
    lines.push('\n');
    expected.assert_eq(&lines);
}

/// The first message, which equals the reference's.
fn check_first(text: &str, expected: &str) {
    assert_eq!(
        messages(text, Release::V19).first().map(String::as_str),
        Some(expected),
        "{text}"
    );
    for (release, program) in [
        (Release::V19, "llvm-tblgen-19"),
        (Release::V22, "llvm-tblgen-22"),
    ] {
        let ours = messages(text, release);
        if let Some(theirs) = reference_message(program, text) {
            assert_eq!(ours.first(), Some(&theirs), "{program}: {text}");
        }
    }
}

/// The first message of the reference about a text, if it is installed.
fn reference_message(program: &str, text: &str) -> Option<String> {
    let mut child = Command::new(program)
        .arg("-null-backend")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(text.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = stderr
        .lines()
        .find(|it| it.contains(": error: ") || it.contains(": warning: "))?;
    let line = line.strip_prefix("<stdin>:")?;
    Some(line.replacen(" error:", "", 1).replacen(" warning:", "", 1))
}

#[test]
fn lexer() {
    check_first("def x : %;", "1:9: Unexpected character");
    check_first("\u{feff}def x;", "1:1: Unexpected character");
    check_first("def x { int y = 1..2; }", "1:18: Invalid '..' punctuation");
    check_first(
        "def x { string s = \"a\n; }",
        "1:21: End of line in string literal",
    );
    check_first(
        "def x { string s = \"a",
        "1:21: End of file in string literal",
    );
    check_first(
        "def x { string s = \"a\\q\"; }",
        "1:23: invalid escape in string literal",
    );
    check_first(
        "def x { string s = \"a\\\n\"; }",
        "1:23: escaped newlines not supported in tblgen",
    );
    check_first("def x { dag d = (x 1:$2); }", "1:22: Invalid variable name");
    check_first("def x { code c = [{ }; }", "1:18: Unterminated code block");
    check_first(
        "def x { code c = [{ }}]; }",
        "1:18: Unterminated code block",
    );
    check_first("def x; /* /* */", "1:8: Unterminated comment!");
    check_first("def x { int y = !(1); }", "1:17: Invalid \"!operator\"");
    check_first("def x { int y = !sort(1); }", "1:17: Unknown operator");
    check_first(
        "def x { int y = 18446744073709551616; }",
        "1:17: Number out of range",
    );
    check_first("include foo;", "1:9: Expected filename after include");
    check_first(
        "def x { int y =\0%; }",
        "1:16: NUL character is invalid in source; treated as space",
    );
}

#[test]
fn preprocessor() {
    check_first("#ifdef\n#endif\n", "1:7: Expected macro name after #ifdef");
    check_first("#define 1\n", "1:9: Expected macro name after #define");
    check_first(
        "#define X y\n",
        "1:11: Only comments are supported after #define NAME",
    );
    check_first(
        "#define X\n#define X\n",
        "2:9: Duplicate definition of macro: X",
    );
    check_first("#ifndef X /\n#endif\n", "1:11: Unexpected character");
    check_first("#else\n", "1:2: #else without #ifdef or #ifndef");
    check_first("#endif\n", "1:2: #endif without #ifdef");
    check_first("#ifdef X\n#else\n#else\n#endif\n", "3:2: double #else");
    check_first(
        "#ifdef X\ndef\n",
        "3:1: Reached EOF without matching #endif",
    );
    check_first(
        "#ifdef X\n#ifdef\n#endif\n",
        "2:7: Expected macro name after #ifdef",
    );
    check_first("def x; #ifdef X\n", "1:8: Unexpected token at top level");
}

#[test]
fn ends_of_inactive_text() {
    let check_ends = |end: &str| {
        let text = format!("#ifdef X\n}}{end}\n");
        assert!(messages(&text, Release::V19).is_empty(), "{text}");
    };
    let unfinished = "Reached EOF without matching #endif";
    check_ends("\n#endif");
    check_ends("\n \t#endif");
    check_ends("# #endif\n\n#define Y\n#endif");
    check_ends("\n/* #endif \n#else */ /**/ #endif");
    check_ends("*/* \n#endif");
    check_first("#ifdef X\n/* */ / #endif\n", &format!("3:1: {unfinished}"));
    check_first("#ifdef X\r#endif\n", &format!("2:1: {unfinished}"));
    check_first("#ifdef X\n//\r#endif\n", &format!("3:1: {unfinished}"));
}

#[test]
fn statements() {
    check_first("}", "1:1: Unexpected token at top level");
    check_first("class;", "1:6: expected class name after 'class' keyword");
    check_first("class A<int>;", "1:12: Expected identifier in declaration");
    check_first(
        "class A<int NAME>;",
        "1:13: 'NAME' is a reserved variable name",
    );
    check_first(
        "class A<int x;",
        "1:14: expected '>' at end of template argument list",
    );
    check_first(
        "class A x;",
        "1:9: Expected '{' to start body or ';' for declaration only",
    );
    check_first("class A { int x }", "1:17: expected ';' after declaration");
    check_first(
        "class A {};",
        "1:11: A class or def body should not end with a semicolon",
    );
    check_first("def x : ;", "1:9: expected name for ClassID");
    check_first(
        "def x { let = 1; }",
        "1:13: expected field identifier after let",
    );
    check_first(
        "class A { int x; let x }",
        "1:24: expected '=' in let expression",
    );
    check_first(
        "class A { bits<2> x; let x{0 = 1; }",
        "1:30: expected '}' at end of bit list",
    );
    check_first(
        "let append x = 1 in def y;",
        "1:12: expected '=' in let expression",
    );
    check_first(
        "let = 1 in def y;",
        "1:5: expected identifier in let definition",
    );
    check_first(
        "let x<0 = 1 in def y;",
        "1:9: expected '>' at end of range list",
    );
    check_first(
        "let x = 1 def y;",
        "1:11: expected 'in' at end of top-level 'let'",
    );
    check_first(
        "let x = 1 in {",
        "1:15: expected '}' at end of top level let command",
    );
    check_first(
        "let x = 1 in ;",
        "1:14: Expected assert, class, def, defm, defset, dump, foreach, if, or let",
    );
    check_first(
        "foreach = [1] in def y;",
        "1:9: Expected identifier in foreach declaration",
    );
    check_first(
        "foreach i [1] in def y;",
        "1:11: Expected '=' in foreach declaration",
    );
    check_first("foreach i = [1] def y;", "1:17: Unknown tok");
    check_first(
        "foreach i = [1] in { 2 }",
        "1:22: expected '}' at end of foreach command",
    );
    check_first(
        "foreach i = [1] in class A;",
        "1:20: class is not allowed inside foreach loop",
    );
    check_first(
        "foreach i = [1] in multiclass A {}",
        "1:20: multiclass is not allowed inside foreach loop",
    );
    check_first("if 1 def y;", "1:6: Unknown tok");
    check_first(
        "if 1 then { ) }",
        "1:13: expected '}' at end of 'then' clause",
    );
    check_first(
        "if 1 then { } else { ) }",
        "1:22: expected '}' at end of 'else' clause",
    );
    check_first(
        "multiclass { }",
        "1:12: expected identifier after multiclass for name",
    );
    check_first(
        "multiclass A;",
        "1:13: expected '{' in multiclass definition",
    );
    check_first(
        "multiclass A { }",
        "1:16: multiclass must contain at least one def",
    );
    check_first(
        "multiclass A { class B; }",
        "1:16: expected 'assert', 'def', 'defm', 'defvar', 'dump', 'foreach', 'if', or 'let' in \
         multiclass body",
    );
    check_first(
        "multiclass A { let x = 1 in class B; }",
        "1:29: class is not allowed inside multiclass",
    );
    check_first("defm x;", "1:7: expected ':' after defm identifier");
    check_first("defm x : ;", "1:10: expected name for MultiClassID");
    check_first("defset list<int> x { }", "1:20: expected '='");
    check_first("defvar 1 = 2;", "1:8: expected identifier");
    check_first("deftype t int;", "1:11: expected '='");
    check_first("assert 1;", "1:9: expected ',' in assert statement");
    check_first("dump \"x\"", "1:9: expected ';'");
}

#[test]
fn values_and_types() {
    check_first(
        "def x { int y = ; }",
        "1:17: Unknown or reserved token when parsing a value",
    );
    check_first("def x { bits y; }", "1:14: expected '<' after bits type");
    check_first(
        "def x { bits<0b1> y; }",
        "1:14: expected integer in bits<n> type",
    );
    check_first(
        "def x { list<int y; }",
        "1:18: expected '>' at end of list<ty> type",
    );
    check_first("def x { ; }", "1:9: Unknown token when expecting a type");
    check_first(
        "class A; def x { dag d = (1 2); }",
        "1:27: expected identifier in dag init",
    );
    check_first(
        "def o; def x { dag d = (o:x 2); }",
        "1:27: expected variable name in dag operator",
    );
    check_first(
        "def o; def x { dag d = (o 1:x); }",
        "1:29: expected variable name in dag literal",
    );
    check_first(
        "def o; def x { dag d = (o 1 2); }",
        "1:29: expected ')' in dag init",
    );
    check_first(
        "def x { list<int> l = [1 2]; }",
        "1:26: expected ']' at end of list value",
    );
    check_first(
        "def x { bits<2> b = {1 0}; }",
        "1:24: expected '}' at end of bit list value",
    );
    check_first(
        "class A<bits<2> y> { bit z = y{0; }",
        "1:33: expected '}' at end of bit range list",
    );
    check_first(
        "class A<int i> { int j = i; } def x : A<1 2>;",
        "1:43: Expected comma before next argument",
    );
    check_first(
        "def a; def x { int y = a.1; }",
        "1:26: expected field identifier after '.'",
    );
}

#[test]
fn operators() {
    check_first(
        "def x { int y = !not 1; }",
        "1:22: expected '(' after unary operator",
    );
    check_first(
        "def x { int y = !not(1, 2); }",
        "1:23: expected ')' in unary operator",
    );
    check_first(
        "def x { int y = !cast(1); }",
        "1:22: expected type name for operator",
    );
    check_first(
        "def x { int y = !add 1; }",
        "1:22: expected '(' after binary operator",
    );
    check_first(
        "def x { int y = !add(1; }",
        "1:23: expected ')' in operator",
    );
    check_first(
        "def x { int y = !add(1); }",
        "1:17: expected two operands to operator",
    );
    check_first(
        "def x { int y = !sub(1, 2, 3); }",
        "1:17: expected two operands to operator",
    );
    check_first(
        "def x { int y = !if(1; }",
        "1:22: expected ',' in ternary operator",
    );
    check_first(
        "def x { int y = !if(1, 2, 3, 4); }",
        "1:28: expected ')' in binary operator",
    );
    check_first(
        "def x { string y = !substr(\"a\"); }",
        "1:31: expected ',' in !substr operator",
    );
    check_first(
        "def x { list<int> y = !range(1, 2, 3, 4); }",
        "1:39: expected at most three values of integer",
    );
    check_first(
        "def x { int y = !cond(1, 2); }",
        "1:24: expected ':'  following a condition in !cond operator",
    );
    check_first(
        "def x { int y = !cond(); }",
        "1:24: there should be at least 1 'condition : value' in the !cond operator",
    );
    check_first(
        "def x { list<int> y = !foreach(1, [1], 1); }",
        "1:32: first argument of !foreach/!filter must be an identifier",
    );
    check_first(
        "def x { int y = !foldl(0, [1], 2, b, 1); }",
        "1:32: third argument of !foldl must be an identifier",
    );
    check_first(
        "def x { int y = !cast<code>(1); }",
        "1:23: the 'code' type is not allowed in bang operators; use 'string'",
    );
}

#[test]
fn operators_of_one_release() {
    let first = |text: &str, release| messages(text, release).into_iter().next();
    let text = "def x { int y = !match(\"a\", \"b\"); }";
    assert_eq!(
        first(text, Release::V19).as_deref(),
        Some("1:17: Unknown operator")
    );
    assert_eq!(first(text, Release::V22), None);
    let text = "def x { dag y = !setop((x), x); }";
    assert_eq!(first(text, Release::V19), None);
    assert_eq!(
        first(text, Release::V22).as_deref(),
        Some("1:17: unknown operator")
    );
}

#[test]
fn one_mistake_is_one_message() {
    check(
        "def a : A\ndef b : A;\n",
        expect![[r#"
            2:1: Expected '{' to start body or ';' for declaration only
        "#]],
    );
    check(
        "def a : A<1;\ndef b : A<1> { int y = 1; }\n",
        expect![[r#"
            1:12: Expected comma before next argument
        "#]],
    );
    check(
        "def a { int x = 1;\ndef b { int y = 1; }\nmulticlass M { def a { int z = 1;  def b; }\n",
        expect![[r#"
            2:1: Unknown token when expecting a type
            3:36: Unknown token when expecting a type
        "#]],
    );
    check(
        "def a : A<1)>;\ndef b { int x = !add(1, 2)); int y = 2; }\n) def d;\n",
        expect![[r#"
            1:12: Expected comma before next argument
            2:27: expected ';' after declaration
            3:1: Unexpected token at top level
        "#]],
    );
    check(
        "def a : A<\"abc, 1>;\ndef b { string s = \"abc; int y = 1; }\ndef c;\n",
        expect![[r#"
            1:12: End of line in string literal
            2:21: End of line in string literal
        "#]],
    );
}

#[test]
fn words_cut_short() {
    check(
        "cla A { int x = 1; let y = 2; }\nde b : A { let x = 1; }\nmulticl M { def a; def b; }\ndef d;\n",
        expect![[r#"
            1:1: Unexpected token at top level
            2:1: Unexpected token at top level
            3:1: Unexpected token at top level
        "#]],
    );
}

#[test]
fn a_body_being_typed() {
    let body = "def a {\n  int x = 1\n  int y = 2;\n  Foo z = 1\n  Foo w = 1;\n  let v\n  let u = ;\n  int\n";
    let body = [body, "  string s = \"a\";\n}\ndef b;\n"].concat();
    check(
        &body,
        expect![[r#"
            3:3: expected ';' after declaration
            5:3: expected ';' after declaration
            7:3: expected '=' in let expression
            7:11: Unknown or reserved token when parsing a value
            9:3: Expected identifier in declaration
        "#]],
    );
    check(
        "def a { int x = 1;\n",
        expect![[r#"
            2:1: Unknown token when expecting a type
        "#]],
    );
}

#[test]
fn unfinished_heads() {
    check(
        "let x = 1 {\n  def a;\n}\nforeach i = [1, 2 in {\n  def b;\n}\nif !eq(1, 2 then { def c; }\n\
         let y = in def d;\ndefm e : M<1, ;\ndefm f M;\ndefset list<X> all = { def g;\n",
        expect![[r#"
            2:3: Unknown or reserved token when parsing a value
            4:19: expected ']' at end of list value
            7:13: expected ')' in operator
            8:9: Unknown or reserved token when parsing a value
            9:15: Unknown or reserved token when parsing a value
            10:8: expected ':' after defm identifier
            12:1: expected '}' at end of defset
        "#]],
    );
}

#[test]
fn unfinished_values() {
    check(
        "def a { dag d = (ops A:$x, B:, ); list<int> l = [1, , 3];\n\
         int z = !if(a, b; int w = !foldl(1, 2, 3); }\ndef b : A<x = , y>;\ndef c : A, { int x = 1; }\n\
         class D<int x { int y = 1; }\n",
        expect![[r#"
            1:30: expected variable name in dag literal
            1:32: Unknown or reserved token when parsing a value
            1:53: Unknown or reserved token when parsing a value
            2:17: expected ',' in ternary operator
            2:40: third argument of !foldl must be an identifier
            3:15: Unknown or reserved token when parsing a value
            4:12: expected name for ClassID
            5:15: expected '>' at end of template argument list
        "#]],
    );
}
