//! What people are told of mistakes: `check` and the server say the same, once each, at the same places.

use std::path::Path;
use std::process::{Command, Stdio};

use expect_test::{Expect, expect};
use serde_json::{Value, json};
use tests::lsp::{Client, capabilities};
use tests::{TempDir, binary, root};

/// What `check` says of a file: for each error and warning its place, then what belongs to it.
fn by_check(dir: &Path, file: &str) -> Vec<String> {
    let output = Command::new(binary("tablegen-analyzer"))
        .args(["check", "--compat=22", "--format=json", "-I", ".", file])
        .current_dir(dir)
        .stdin(Stdio::null())
        .output()
        .expect("check runs");
    let text = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    let place = |it: &Value| {
        let file = it["file"].as_str().unwrap_or("?");
        let file = file.strip_prefix("./").unwrap_or(file);
        format!(
            "{file}:{}: {}",
            it["line"],
            it["message"].as_str().unwrap_or("")
        )
    };
    let findings = text
        .lines()
        .map(|it| serde_json::from_str::<Value>(it).expect("JSON"));
    let findings = findings.filter(|it| it["severity"] != "note");
    let lines = findings.map(|it| {
        let mut line = place(&it);
        for note in it["notes"].as_array().into_iter().flatten() {
            match note["file"].is_null() {
                true => line += &format!("\nnote: {}", note["message"].as_str().unwrap_or("")),
                false => line += &format!(" ~ {}", place(note)),
            }
        }
        line
    });
    let mut lines: Vec<String> = lines.collect();
    lines.sort();
    lines
}

/// What the server says of the same file.
fn by_server(client: &mut Client, file: &str) -> Vec<String> {
    client.open(file);
    // What has numbers of records in it is told when all was looked at.
    client.settle();
    let params = json!({"textDocument": {"uri": client.uri(file)}});
    let report = client.ask("textDocument/diagnostic", params);
    client.close(file);
    let report = report.unwrap_or_default();
    let items = report["items"].as_array().into_iter().flatten();
    let items = items.filter(|it| matches!(it["severity"].as_i64(), Some(1 | 2)));
    let lines = items.map(|it| {
        let number = it["range"]["start"]["line"].as_i64().unwrap_or(-1) + 1;
        let mut line = format!("{file}:{number}: {}", it["message"].as_str().unwrap_or(""));
        for note in it["relatedInformation"].as_array().into_iter().flatten() {
            let at = &note["location"];
            let number = at["range"]["start"]["line"].as_i64().unwrap_or(-1) + 1;
            let name = client.show_uri(&at["uri"]);
            line += &format!(
                " ~ {name}:{number}: {}",
                note["message"].as_str().unwrap_or("")
            );
        }
        line
    });
    let mut lines: Vec<String> = lines.collect();
    lines.sort();
    lines
}

/// A server for the files of a folder, which are copied.
fn server(name: &str, folder: &Path) -> Client {
    let mut client = Client::prepared(name, "", |dir, _| copy(folder, dir));
    let mut capabilities = capabilities();
    capabilities["textDocument"]["diagnostic"] = json!({});
    client.initialize(&capabilities, &json!({"includeDirs": ["."], "compat": 22}));
    client
}

fn copy(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            std::fs::create_dir_all(&target).expect("a new folder");
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("a copy");
        }
    }
}

/// Tests run at once, each in folders of its own.
fn name_of_test() -> String {
    let thread = std::thread::current();
    format!("people-{}", thread.name().unwrap_or("test"))
}

/// Shows what both say of the first of some files.
fn check(files: &[(&str, &str)], want: Expect) {
    let name = name_of_test();
    let dir = TempDir::new(&name);
    for (name, text) in files {
        dir.write(name, text);
    }
    let (file, _) = files[0];
    let said = by_check(dir.path(), file);
    want.assert_eq(&said.iter().map(|it| format!("{it}\n")).collect::<String>());
    let own: Vec<_> = said
        .into_iter()
        .filter(|it| it.starts_with(&format!("{file}:")))
        .collect();
    assert_eq!(
        by_server(&mut server(&format!("{name}-server"), dir.path()), file),
        own
    );
}

/// What is told differently: an included file that breaks off goes on in the file that includes it. For the editor each
/// file is read by itself, so that it is not read anew with each edit of the others: there the mistake is in the file
/// that breaks off, and at the include what is missing.
const DIFFERENT: &[&str] = &[
    "errors/include/include-of-an-include.td",
    "errors/include/unfinished-in-an-include.td",
];

#[test]
fn the_server_points_where_check_does() {
    let folder = root().join("tests/front-end");
    let mut different = Vec::new();
    let mut compared = 0;
    for subject in std::fs::read_dir(&folder).expect("the tests") {
        let subject = subject.expect("a folder").path();
        // Files that no release reads to the end have no place that must be right.
        if !subject.is_dir() || subject.ends_with("no-crash") {
            continue;
        }
        let mut folders = vec![subject.clone()];
        folders.extend(
            std::fs::read_dir(&subject)
                .expect("a folder")
                .filter_map(|it| {
                    let path = it.expect("an entry").path();
                    path.is_dir().then_some(path)
                }),
        );
        for folder in folders {
            let mut client = server("people-places", &folder);
            for entry in std::fs::read_dir(&folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                let name = path.file_name().and_then(|it| it.to_str()).unwrap_or("");
                let is_test = path.with_extension("19.expected").exists()
                    || path.with_extension("22.expected").exists();
                // A client sends text, so there is nothing to compare for a file that is none.
                let Ok(text) = std::fs::read_to_string(&path) else {
                    continue;
                };
                // Those with options of their own are read otherwise, and lines that end in other ways counted otherwise.
                if !is_test
                    || !name.ends_with(".td")
                    || text.contains("// ARGS:")
                    || text.contains('\r')
                {
                    continue;
                }
                let said = by_check(&folder, name);
                let own = said
                    .into_iter()
                    .filter(|it| it.starts_with(&format!("{name}:")));
                let own: Vec<String> = own.collect();
                let server = by_server(&mut client, name);
                compared += 1;
                let file = path.strip_prefix(root().join("tests/front-end"));
                let file = file.expect("a test").to_str().expect("UTF-8").to_owned();
                if (own != server) != DIFFERENT.contains(&file.as_str()) {
                    different.push(format!("{file}\n  check: {own:#?}\n  server: {server:#?}"));
                }
            }
        }
    }
    assert!(compared > 500, "only {compared} files were compared");
    assert!(different.is_empty(), "{}", different.join("\n"));
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
fn bits_that_do_not_fit_and_bits_that_stay_open() {
    check(
        &[(
            "a.td",
            "def X {\n  bits<2> A = 0b111;\n  bits<1> B = { 3 };\n}\n",
        )],
        expect![[r#"
            a.td:2: Field 'A' of type 'bits<2>' is incompatible with value '{ 1, 1, 1 }' of type bit initializer with length 3
            a.td:3: Initializer of 'B' in 'X' could not be fully resolved: { !cast<bit>(3) } ~ a.td:1: in this record
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
            a.td:2: Initializer of 'f' in 'X_i' could not be fully resolved: { "abc"{3}, "abc"{2}, "abc"{1}, "abc"{0} } ~ a.td:4: instantiated from multiclass ~ a.td:2: in this record
            a.td:3: Value specified for template argument 'Inner::c' is of type string; expected type bits<4>: Outer::s ~ a.td:2: 'Inner::c' is declared here
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
            a.td:2: value not specified for template argument 'A:x' ~ a.td:1: declared in 'A'
            a.td:2: value not specified for template argument 'A:y' ~ a.td:1: declared in 'A'
            a.td:6: Too many template arguments: 4
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

/// A few mentions may be mistakes of their own, or be mended each for itself.
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
            a.td:4: Variable not defined: 'y' ~ a.td:4: the same here, 7 times in this file
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
            a.td:1: Initializer of 'Code' in 'e2' could not be fully resolved: { !cast<bit>(2), 1 } ~ a.td:3: in this record ~ a.td:4: in this record
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
            a.td:1: Initializer of 'B' in 'y' could not be fully resolved: { !cast<bit>(3) } ~ a.td:2: in this record ~ a.td:3: in this record
            a.td:1: Initializer of 'C' in 'y' could not be fully resolved: { !cast<bits<3>>(9){2}, !cast<bits<3>>(9){1}, !cast<bits<3>>(9){0} } ~ a.td:2: in this record ~ a.td:3: in this record
        "#]],
    );
}
