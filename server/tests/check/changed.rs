//! `check --changed-since`: units that read a file which differs from the one in a commit.

use std::process::Command;

use expect_test::{Expect, expect};
use tests::TempDir;

/// Two roots with a header of both. Each has a warning, and `b.td` has an error.
const FILES: [(&str, &str); 4] = [
    ("Base.td", "class Base<int unused>;\n"),
    ("a.td", "include \"Base.td\"\nclass A<int unused>;\n"),
    ("b.td", "include \"Base.td\"\ndef b : Missing;\n"),
    ("c.td", "def c : Missing;\n"),
];

fn git(dir: &TempDir, args: &[&str]) {
    let mut git = Command::new("git");
    git.args(["-c", "user.name=t", "-c", "user.email=t"]);
    git.args(["-c", "commit.gpgsign=false", "-c", "core.autocrlf=false"]);
    let done = git.args(args).current_dir(dir.path()).output();
    assert!(done.expect("git runs").status.success(), "{args:?}");
}

/// A repository with one commit.
fn repository(name: &str) -> TempDir {
    let dir = TempDir::new(name);
    for (name, text) in FILES {
        dir.write(name, text);
    }
    git(&dir, &["init", "-q"]);
    git(&dir, &["add", "."]);
    git(&dir, &["commit", "-q", "-m", "first"]);
    dir
}

/// Checks the output of `check --changed-since HEAD` after `edit` has changed files of a repository.
fn check(edit: impl Fn(&TempDir), want: Expect) {
    let dir = repository("changed");
    edit(&dir);
    let args = ["--changed-since", "HEAD", "."];
    want.assert_eq(&super::check(&dir, &args));
}

#[test]
fn nothing_has_changed() {
    check(
        |_| (),
        expect![[r#"
        exit 0
    "#]],
    );
}

#[test]
fn a_root_has_changed() {
    // The warning about `Base.td`, which is as it was, is left out.
    check(
        |dir| drop(dir.write("a.td", "include \"Base.td\"\nclass B<int unused>;\n")),
        expect![[r#"
            exit 0
            --- stderr
            a.td:2:13: warning: unused template argument: B:unused
            class B<int unused>;
                        ^
        "#]],
    );
}

#[test]
fn errors_count_wherever_they_are() {
    check(
        |dir| drop(dir.write("Base.td", "class Base;\nclass C<int unused>;\n")),
        expect![[r#"
            exit 1
            --- stderr
            Included from a.td:1:
            Base.td:2:13: warning: unused template argument: C:unused
            class C<int unused>;
                        ^
            b.td:2:9: error: Couldn't find class 'Missing'
            def b : Missing;
                    ^
        "#]],
    );
}

#[test]
fn line_ends_are_no_change() {
    check(
        |dir| {
            for (name, text) in FILES {
                dir.write(name, text.replace('\n', "\r\n"));
            }
        },
        expect![[r#"
            exit 0
        "#]],
    );
}

#[test]
fn a_file_that_git_does_not_know() {
    check(
        |dir| drop(dir.write("new.td", "def new : Missing;\n")),
        expect![[r#"
            exit 1
            --- stderr
            new.td:1:11: error: Couldn't find class 'Missing'
            def new : Missing;
                      ^
        "#]],
    );
}

#[test]
fn a_file_that_is_gone() {
    check(
        |dir| std::fs::remove_file(dir.path().join("Base.td")).expect("a file"),
        expect![[r#"
            exit 1
            --- stderr
            a.td:1:9: error: could not find include file 'Base.td'
            include "Base.td"
                    ^
            note: looked in .; `-I` or the setting `tablegen.includeDirs` adds a folder
            b.td:1:9: error: could not find include file 'Base.td'
            include "Base.td"
                    ^
            note: looked in .; `-I` or the setting `tablegen.includeDirs` adds a folder
        "#]],
    );
}

#[test]
fn files_that_are_read_as_roots() {
    let dir = repository("changed-roots");
    let args = ["--changed-since=HEAD", "-I.", "a.td", "b.td", "c.td"];
    expect![[r#"
        exit 0
    "#]]
    .assert_eq(&super::check(&dir, &args));
    dir.write("c.td", "def c : Missing; // changed\n");
    expect![[r#"
        exit 1
        --- stderr
        c.td:1:9: error: Couldn't find class 'Missing'
        def c : Missing; // changed
                ^
    "#]]
    .assert_eq(&super::check(&dir, &args));
}

#[test]
fn another_repository_inside_has_not_changed() {
    let dir = repository("changed-inside");
    dir.write("inside/x.td", "def x : Missing;\n");
    std::fs::create_dir(dir.path().join("inside/.git")).expect("a folder");
    let args = ["--changed-since=HEAD", "inside/x.td"];
    expect![[r#"
        exit 0
    "#]]
    .assert_eq(&super::check(&dir, &args));
}

#[test]
fn revisions_that_do_not_exist() {
    let dir = repository("changed-revision");
    for revision in ["no-such", "-p", "--all"] {
        let run = super::check(&dir, &["--changed-since", revision, "a.td"]);
        assert!(run.starts_with("exit 2\n--- stderr\n"), "{run}");
        assert!(run.contains(&format!("no revision '{revision}'")), "{run}");
    }
    let elsewhere = TempDir::new("changed-nowhere");
    elsewhere.write("a.td", "");
    let run = super::check(&elsewhere, &["--changed-since", "HEAD", "a.td"]);
    expect![[r#"
        exit 2
        --- stderr
        tablegen-analyzer: check: the current folder is in no git repository
    "#]]
    .assert_eq(&run);
}
