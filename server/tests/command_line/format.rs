//! The command `format`.

use std::io::Write;
use std::process::{Command, Stdio};

use expect_test::expect;
use tests::{TempDir, binary, transcript};

const UGLY: &str = "def a{int x=1;}\n\n\n\n// é\ndef b;\n";

fn folder(name: &str) -> TempDir {
    let dir = TempDir::new(name);
    dir.write("ugly.td", UGLY);
    dir.write("below/also ugly.td", "def   c;");
    dir.write("pretty.td", "def d;\n");
    dir.write("other.txt", "def   e;\n");
    dir.write(".hidden/f.td", "def   f;\n");
    dir
}

fn format(dir: &TempDir, args: &[&str]) -> String {
    let args = [&["format"], args].concat();
    transcript(binary("tablegen-analyzer"), &args, dir.path())
}

fn read(dir: &TempDir, name: &str) -> String {
    std::fs::read_to_string(dir.path().join(name)).expect("a file")
}

#[test]
fn files_are_changed_in_place() {
    let dir = folder("format");
    assert_eq!(format(&dir, &["."]), "exit 0\n");
    expect![[r#"
        def a { int x = 1; }

        // é
        def b;
    "#]]
    .assert_eq(&read(&dir, "ugly.td"));
    assert_eq!(read(&dir, "below/also ugly.td"), "def c;\n");
    assert_eq!(read(&dir, "other.txt"), "def   e;\n");
    assert_eq!(read(&dir, ".hidden/f.td"), "def   f;\n");
    assert_eq!(format(&dir, &["--check", "."]), "exit 0\n");
    assert_eq!(format(&dir, &["other.txt"]), "exit 0\n");
    assert_eq!(read(&dir, "other.txt"), "def e;\n");
}

#[test]
fn a_check_names_files_and_changes_none() {
    let dir = folder("format-check");
    expect![[r#"
        exit 1
        --- stdout
        ./below/also ugly.td
        ./ugly.td
    "#]]
    .assert_eq(&format(&dir, &["--check", "."]));
    assert_eq!(read(&dir, "ugly.td"), UGLY);
}

#[test]
fn a_difference_is_a_patch() {
    let dir = folder("format-diff");
    let run = format(&dir, &["--diff", "ugly.td", "below", "pretty.td"]);
    // An unchanged line begins with a blank.
    let shown = run.replace("\n ", "\n·");
    expect![[r#"
        exit 1
        --- stdout
        --- ugly.td
        +++ ugly.td
        @@ -1,6 +1,4 @@
        -def a{int x=1;}
        -
        -
        +def a { int x = 1; }
        ·
        ·// é
        ·def b;
        --- below/also ugly.td
        +++ below/also ugly.td
        @@ -1,1 +1,1 @@
        -def   c;
        \ No newline at end of file
        +def c;
    "#]]
    .assert_eq(&shown);
    let patch = run.split_once("--- stdout\n").expect("a patch").1;
    dir.write("patch", patch);
    let mut apply = Command::new("git");
    apply
        .args(["apply", "-p0", "patch"])
        .current_dir(dir.path());
    assert!(apply.status().expect("git runs").success());
    assert_eq!(format(&dir, &["--check", "."]), "exit 0\n");
}

#[test]
fn standard_input_is_formatted_to_standard_output() {
    let mut child = Command::new(binary("tablegen-analyzer"))
        .args(["format", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A byte that is not UTF-8 stays as it is.
    stdin.write_all(b"// \xe9\ndef   a;\n").expect("it reads");
    drop(stdin);
    let done = child.wait_with_output().expect("it ends");
    assert_eq!(done.stdout, b"// \xe9\ndef a;\n");
}

#[test]
fn let_blocks_are_indented_as_asked() {
    let dir = TempDir::new("format-let");
    let text = "let X = 1 in {\ndef a;\n}\n";
    let indented = "let X = 1 in {\n  def a;\n}\n";
    for (how, want) in [("auto", text), ("never", text), ("always", indented)] {
        dir.write("a.td", text);
        let option = format!("--indent-let={how}");
        assert_eq!(format(&dir, &[&option, "a.td"]), "exit 0\n");
        assert_eq!(read(&dir, "a.td"), want, "{how}");
    }
}

#[test]
fn what_cannot_be_formatted() {
    let dir = folder("format-errors");
    expect![[r#"
        exit 1
        --- stderr
        tablegen-analyzer: cannot read 'nothing.td': No such file or directory (os error 2)
    "#]]
    .assert_eq(&format(&dir, &["nothing.td", "--check", "pretty.td"]));
    expect![[r#"
        exit 2
        --- stderr
        tablegen-analyzer: format: no file is given
    "#]]
    .assert_eq(&format(&dir, &[]));
    expect![[r#"
        exit 2
        --- stderr
        tablegen-analyzer: format: --indent-let is auto, always or never
    "#]]
    .assert_eq(&format(&dir, &["--indent-let=2", "a.td"]));
}

#[cfg(unix)]
#[test]
fn links_in_folders_are_left_alone() {
    let dir = folder("format-links");
    let elsewhere = TempDir::new("format-elsewhere");
    let file = elsewhere.write("x.td", "def   x;\n");
    let link = |to: &std::path::Path, name: &str| {
        std::os::unix::fs::symlink(to, dir.path().join(name)).expect("a link");
    };
    link(&file, "link.td");
    link(elsewhere.path(), "folder");
    assert_eq!(format(&dir, &["."]), "exit 0\n");
    assert_eq!(read(&elsewhere, "x.td"), "def   x;\n");
    // One that is named is meant.
    assert_eq!(format(&dir, &["link.td"]), "exit 0\n");
    assert_eq!(read(&elsewhere, "x.td"), "def x;\n");
}
