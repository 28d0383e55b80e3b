//! `batch --watch`, and a batch that is killed.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::Duration;

use expect_test::{Expect, expect};
use tests::{TempDir, binary};

const HEAD: &str = "id\ttool\tbackend\targs\tinclude_dirs\troot\n";

fn start(dir: &TempDir, args: &[&str]) -> Child {
    let mut command = Command::new(binary("tablegen-analyzer"));
    command
        .args(["batch", "rows.tsv", "--out", "out"])
        .args(args);
    command.current_dir(dir.path()).stderr(Stdio::piped());
    command.spawn().expect("it runs")
}

struct Watch<'a> {
    dir: &'a TempDir,
    child: Child,
    said: BufReader<ChildStderr>,
}

impl Watch<'_> {
    fn start<'a>(dir: &'a TempDir, rows: &[&str]) -> Watch<'a> {
        let rows: String = rows.iter().map(|it| format!("{it}\n")).collect();
        dir.write("rows.tsv", HEAD.to_owned() + &rows);
        let mut child = start(dir, &["--watch"]);
        Watch {
            dir,
            said: BufReader::new(child.stderr.take().expect("a pipe")),
            child,
        }
    }

    /// What is said until all is up to date, without times, and all tables.
    fn check(&mut self, want: Expect) {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            self.said.read_line(&mut line).expect("it says something");
            let without_time = line
                .split_once(" s ")
                .filter(|it| it.0.parse::<f64>().is_ok());
            let ends = line.ends_with("; watching\n");
            match without_time {
                Some((_, rest)) => lines.push(rest.to_owned()),
                None if ends => break,
                None => lines.push(line),
            }
        }
        lines.sort();
        want.assert_eq(&(lines.concat() + &tables(&self.dir.path().join("out"))));
    }

    fn edit(&mut self, name: &str, text: &str, want: Expect) {
        // In one step, so that nobody sees half of it.
        let new = self.dir.write("new", text);
        let target = self.dir.path().join(name);
        let folder = target.parent().expect("a folder");
        std::fs::create_dir_all(folder).expect("a folder");
        std::fs::rename(new, target).expect("a new name");
        self.check(want);
    }
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The files of a folder with their texts.
fn tables(folder: &Path) -> String {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let files = files.map(|it| {
        let text = std::fs::read_to_string(it.path()).expect("a table");
        format!("{}: {text}", it.file_name().display())
    });
    let mut files: Vec<String> = files.collect();
    files.sort();
    files.concat()
}

#[test]
fn only_tables_that_read_something_of_what_changed_are_made() {
    let dir = TempDir::new("watch");
    dir.write("a.td", "include \"b.td\"\nclass A; def X : A;\n");
    dir.write("b.td", "class B; def Y : B;\n");
    dir.write("c.td", "class B; def Z : B;\n");
    let mut watch = Watch::start(
        &dir,
        &[
            "A\tt\t-print-enums\t-class=A\t\ta.td",
            "B\tt\t-print-enums\t-class=B\t\ta.td",
            "C\tt\t-print-enums\t-class=B\t\tc.td",
        ],
    );
    watch.check(expect![[r#"
        A
        B
        C
        A: X, 
        B: Y, 
        C: Z, 
    "#]]);
    watch.edit(
        "b.td",
        "class B; def Y : B; def Y2 : B;\n",
        expect![[r#"
        B
        A: X, 
        B: Y, Y2, 
        C: Z, 
    "#]],
    );
    watch.edit(
        "a.td",
        "include \"b.td\"\n// More.\nclass A; def W : A;\n",
        expect![[r#"
        A
        A: W, 
        B: Y, Y2, 
        C: Z, 
    "#]],
    );
    // What nobody reads is different.
    watch.edit(
        "b.td",
        "class C; class B; def Y : B; def Y2 : B; def D : C;\n",
        expect![[r#"
        A: W, 
        B: Y, Y2, 
        C: Z, 
    "#]],
    );
    // A mistake leaves the tables as they are.
    watch.edit(
        "c.td",
        "class B; def Z : B\n",
        expect![[r#"

        ^
        c.td:2:1: error: Expected '{' to start body or ';' for declaration only
        A: W, 
        B: Y, Y2, 
        C: Z, 
    "#]],
    );
    watch.edit(
        "c.td",
        "class B; def Z : B; def Z2 : B;\n",
        expect![[r#"
        C
        A: W, 
        B: Y, Y2, 
        C: Z, Z2, 
    "#]],
    );
    std::fs::remove_file(dir.path().join("c.td")).expect("it was there");
    watch.check(expect![[r#"
        tablegen-analyzer batch: Could not open input file 'c.td'
        A: W, 
        B: Y, Y2, 
        C: Z, Z2, 
    "#]]);
    watch.edit(
        "c.td",
        "class B; def Z3 : B;\n",
        expect![[r#"
        C
        A: W, 
        B: Y, Y2, 
        C: Z3, 
    "#]],
    );
}

#[test]
fn a_comment_changes_nothing_but_what_is_gone_is_made_again() {
    let dir = TempDir::new("watch-comment");
    dir.write("a.td", "class A; def X : A;\n");
    let mut watch = Watch::start(
        &dir,
        &[
            "A\tt\t-print-enums\t-class=A\t\ta.td",
            "B\tt\t-print-enums\t-class=A -D1 --compat=22\t\ta.td",
        ],
    );
    watch.check(expect![[r#"
        A
        error: invalid macro name `1` specified on command line
        A: X, 
    "#]]);
    watch.edit(
        "a.td",
        "// More.\nclass A; def X : A;\n",
        expect![[r#"
        A: X, 
    "#]],
    );
    std::fs::remove_file(dir.path().join("out/A")).expect("it was there");
    watch.edit(
        "a.td",
        "// Much more.\nclass A; def X : A;\n",
        expect![[r#"
        A
        A: X, 
    "#]],
    );
}

#[test]
fn a_file_that_comes_or_goes_is_noticed() {
    let dir = TempDir::new("watch-folders");
    dir.write("a.td", "include \"b.td\"\nclass C<B b>;\n");
    dir.write("j/b.td", "class B; def J : B;\n");
    // The same root with other include directories is another one.
    let mut watch = Watch::start(
        &dir,
        &[
            "A\tt\t-print-enums\t-class=B\ti;j\ta.td",
            "B\tt\t-print-enums\t-class=B\tj\ta.td",
        ],
    );
    watch.check(expect![[r#"
                  ^
                  ^
        A
        B
        a.td:2:11: warning: unused template argument: C:b
        a.td:2:11: warning: unused template argument: C:b
        class C<B b>;
        class C<B b>;
        A: J, 
        B: J, 
    "#]]);
    watch.edit(
        "i/b.td",
        "class B; def I : B;\n",
        expect![[r#"
                      ^
            A
            a.td:2:11: warning: unused template argument: C:b
            class C<B b>;
            A: I, 
            B: J, 
        "#]],
    );
    std::fs::remove_file(dir.path().join("i/b.td")).expect("it was there");
    watch.check(expect![[r#"
                  ^
        A
        a.td:2:11: warning: unused template argument: C:b
        class C<B b>;
        A: J, 
        B: J, 
    "#]]);
}

#[test]
fn what_depends_on_lines_is_made_again_when_lines_move() {
    let dir = TempDir::new("watch-lines");
    dir.write("a.td", "class A;\ndef X : A;\n");
    let mut watch = Watch::start(&dir, &["tags\tt\t-gen-ctags\t\t\ta.td"]);
    watch.check(expect![[r#"
        tags
        tags: !_TAG_FILE_FORMAT	1	/original ctags format/
        !_TAG_FILE_SORTED	1	/0=unsorted, 1=sorted, 2=foldcase/
        A	a.td	1
        X	a.td	2
    "#]]);
    watch.edit(
        "a.td",
        "\nclass A;\ndef X : A;\n",
        expect![[r#"
        tags
        tags: !_TAG_FILE_FORMAT	1	/original ctags format/
        !_TAG_FILE_SORTED	1	/0=unsorted, 1=sorted, 2=foldcase/
        A	a.td	2
        X	a.td	3
    "#]],
    );
}

#[test]
fn a_batch_that_is_killed_leaves_no_half_file_and_the_next_makes_the_rest() {
    let dir = TempDir::new("killed");
    dir.write(
        "a.td",
        "class A<int n> { int v = n; }\nforeach i = 0...20000 in def X#i : A<i>;\n",
    );
    let tables = [
        "-print-records",
        "-dump-json",
        "-gen-ctags",
        "-print-detailed-records",
    ];
    let rows = tables.map(|it| format!("{}\tt\t{it}\t\t\ta.td\n", &it[1..]));
    dir.write("rows.tsv", HEAD.to_owned() + &rows.concat());
    let out = dir.path().join("out");
    let made = || -> Vec<(String, Vec<u8>)> {
        let files = std::fs::read_dir(&out).into_iter().flatten().flatten();
        let read = |path| std::fs::read(path).expect("a table");
        files
            .map(|it| (it.file_name().display().to_string(), read(it.path())))
            .collect()
    };
    assert!(start(&dir, &[]).wait().expect("its end").success());
    let mut whole = made();
    whole.sort();
    for step in 0..40 {
        std::fs::remove_dir_all(&out).expect("it was there");
        let mut child = start(&dir, &[]);
        std::thread::sleep(Duration::from_millis(step * 12));
        child.kill().expect("it was there");
        child.wait().expect("its end");
        for table in made() {
            assert!(whole.contains(&table), "half of '{}'", table.0);
        }
        std::fs::create_dir_all(&out).expect("a folder");
    }
    assert!(start(&dir, &[]).wait().expect("its end").success());
    let mut again = made();
    again.sort();
    assert!(again == whole);
}
