//! `check --format=github` and `--format=gitlab`: messages at the lines of a change.

use expect_test::expect;

use super::{check, folder};

#[test]
fn annotations_of_github() {
    let dir = folder("check-github");
    expect![[r#"
        exit 1
        --- stdout
        ::error title=tablegen-analyzer::cannot read 'nothing.td': No such file or directory (os error 2)
        ::warning file=a b.td,line=2,col=23,endLine=2,endColumn=29,title=TableGen warning::unused template argument: A:unused
        ::error file=a b.td,line=4,col=9,endLine=4,endColumn=16,title=TableGen error::Couldn't find class 'Missing'
        --- stderr
        tablegen-analyzer: cannot read 'nothing.td': No such file or directory (os error 2)
    "#]].assert_eq(&check(&dir, &["--format=github", "a b.td", "nothing.td"]));
    assert_eq!(check(&dir, &["--format=github", "clean.td"]), "exit 0\n");
}

#[test]
fn notes_are_lines_of_annotations() {
    let dir = folder("check-github-notes");
    dir.write("twice.td", "/* 日 */ def r;\ndef r;\n");
    expect![[r#"
        exit 1
        --- stdout
        ::error file=twice.td,line=2,col=5,endLine=2,endColumn=6,title=TableGen error::def already exists: r%0Atwice.td:1:13: note: location of previous definition
    "#]].assert_eq(&check(&dir, &["--format=github", "twice.td"]));
}

#[test]
fn a_report_of_gitlab() {
    let dir = folder("check-gitlab");
    expect![[r#"
        exit 1
        --- stdout
        [
          {
            "check_name": "unused",
            "description": "unused template argument: A:unused",
            "fingerprint": "9fca55594cea7c19499baf2441e04d40",
            "location": {
              "lines": {
                "begin": 2
              },
              "path": "a b.td"
            },
            "severity": "minor"
          },
          {
            "check_name": "error",
            "description": "Couldn't find class 'Missing'",
            "fingerprint": "fcabf12286020c97a03ff075bdf54cb9",
            "location": {
              "lines": {
                "begin": 4
              },
              "path": "a b.td"
            },
            "severity": "critical"
          }
        ]
    "#]]
    .assert_eq(&check(&dir, &["--format=gitlab", "a b.td"]));
    expect![[r#"
        exit 0
        --- stdout
        []
    "#]]
    .assert_eq(&check(&dir, &["--format=gitlab", "clean.td"]));
}

/// Code hosts know paths in the repository, whichever folder a job runs in.
#[test]
fn paths_are_those_of_the_repository() {
    let dir = folder("check-repository");
    std::fs::create_dir(dir.path().join(".git")).expect("a folder");
    dir.write("lib/x.td", "def r : Missing;\n");
    let run = |args: &[&str]| {
        tests::transcript(
            tests::binary("tablegen-analyzer"),
            args,
            &dir.path().join("lib"),
        )
    };
    let absolute = dir.path().join("lib/x.td");
    let absolute = absolute.to_str().expect("a path");
    let github = run(&["check", "--format=github", "x.td"]);
    expect![[r#"
        exit 1
        --- stdout
        ::error file=lib/x.td,line=1,col=9,endLine=1,endColumn=16,title=TableGen error::Couldn't find class 'Missing'
    "#]].assert_eq(&github);
    assert_eq!(run(&["check", "--format=github", absolute]), github);
    let gitlab = run(&["check", "--format=gitlab", "x.td"]);
    assert!(gitlab.contains(r#""path": "lib/x.td""#), "{gitlab}");
}
