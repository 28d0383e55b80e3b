//! The command `check`: its output as text and JSON lines, and files that cannot be checked.

mod backends;
mod changed;
mod code_hosts;
mod installed;
mod sarif;

use expect_test::expect;
use tests::{TempDir, binary, transcript};

const FILE: &str = "\
// é
class A<int used, int unused> { int v = used; }
/* 日本 */ def r : A<1, 2>;
def r : Missing;
";

fn folder(name: &str) -> TempDir {
    let dir = TempDir::new(name);
    dir.write("a b.td", FILE);
    dir.write("clean.td", "def c;\n");
    dir
}

fn check(dir: &TempDir, args: &[&str]) -> String {
    let args: Vec<&str> = ["check"].iter().chain(args).copied().collect();
    transcript(binary("tablegen-analyzer"), &args, dir.path())
}

#[test]
fn text() {
    let dir = folder("check-text");
    let text = check(&dir, &["--format", "text", "a b.td"]);
    expect![[r#"
        exit 1
        --- stderr
        a b.td:2:23: warning: unused template argument: A:unused
        class A<int used, int unused> { int v = used; }
                              ^
        a b.td:4:9: error: Couldn't find class 'Missing'
        def r : Missing;
                ^
    "#]]
    .assert_eq(&text);
    assert_eq!(check(&dir, &["a b.td"]), text);
}

#[test]
fn json_lines() {
    let dir = folder("check-json");
    expect![[r#"
        exit 1
        --- stdout
        {"file":"a b.td","line":2,"column":23,"severity":"warning","message":"unused template argument: A:unused","unused":true}
        {"file":"a b.td","line":4,"column":9,"severity":"error","message":"Couldn't find class 'Missing'"}
    "#]]
    .assert_eq(&check(&dir, &["--format=json", "a b.td"]));
    dir.write("twice.td", "/* 日 */ def r;\ndef r;\n");
    expect![[r#"
        exit 1
        --- stdout
        {"file":"twice.td","line":2,"column":5,"severity":"error","message":"def already exists: r","notes":[{"file":"twice.td","line":1,"column":15,"severity":"note","message":"location of previous definition"}]}
    "#]]
    .assert_eq(&check(&dir, &["--format=json", "-DX", "twice.td"]));
    assert_eq!(check(&dir, &["--format=json", "clean.td"]), "exit 0\n");
}

#[test]
fn what_is_no_format() {
    let dir = folder("check-format");
    for args in [&["--format=xml", "clean.td"][..], &["clean.td", "--format"]] {
        expect![[r#"
            exit 2
            --- stderr
            tablegen-analyzer: check: --format is text, json, sarif, github or gitlab
        "#]]
        .assert_eq(&check(&dir, args));
    }
}

#[test]
fn files_that_are_not_there() {
    let dir = TempDir::new("check-missing");
    dir.write(
        "root.td",
        "include \"top.inc\"\nmulticlass M {\n  include \"body.inc\"\n}\ndef d { list<int> l = [ include \".\" ]; }\n",
    );
    dir.write(
        "body.inc",
        "def a;\ninclude \"gone.inc\"\ndef b : Missing;\n",
    );
    dir.write("loop.td", "def d { include \"loop.td\" }\n");
    expect![[r#"
        exit 1
        --- stderr
        root.td:1:9: error: could not find include file 'top.inc'
        include "top.inc"
                ^
        note: looked in .; `-I` or the setting `tablegen.includeDirs` adds a folder
        Included from root.td:3:
        body.inc:2:9: error: could not find include file 'gone.inc'
        include "gone.inc"
                ^
        note: looked in .; `-I` or the setting `tablegen.includeDirs` adds a folder
        root.td:5:33: error: could not find include file '.'
        def d { list<int> l = [ include "." ]; }
                                        ^
        note: looked in .; `-I` or the setting `tablegen.includeDirs` adds a folder
    "#]]
    .assert_eq(&check(&dir, &["root.td"]));
    expect![[r#"
        exit 1
        --- stdout
        {"file":"root.td","line":1,"column":9,"severity":"error","message":"could not find include file 'top.inc'","notes":[{"severity":"note","message":"looked in .; `-I` or the setting `tablegen.includeDirs` adds a folder"}]}
        {"file":"body.inc","line":2,"column":9,"severity":"error","message":"could not find include file 'gone.inc'","notes":[{"severity":"note","message":"looked in .; `-I` or the setting `tablegen.includeDirs` adds a folder"}]}
        {"file":"root.td","line":5,"column":33,"severity":"error","message":"could not find include file '.'","notes":[{"severity":"note","message":"looked in .; `-I` or the setting `tablegen.includeDirs` adds a folder"}]}
    "#]].assert_eq(&check(&dir, &["--format=json", "root.td"]));
    expect![[r#"
        exit 1
        --- stderr
        Included from loop.td:1:
        loop.td:1:1: error: Unknown token when expecting a type
        def d { include "loop.td" }
        ^
        Included from loop.td:1:
        loop.td:1:17: error: 'loop.td' includes itself without end
        def d { include "loop.td" }
                        ^
    "#]]
    .assert_eq(&check(&dir, &["loop.td"]));
}
