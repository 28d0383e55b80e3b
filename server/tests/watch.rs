//! `batch --watch`, and a batch that is killed.
//!
//! With `TABLEGEN_LLVM`, the sources of LLVM 19, X86 is edited at random as well; `TABLEGEN_SEED` and `TABLEGEN_EDITS`
//! choose other edits and their number.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::Duration;

use expect_test::{Expect, expect};
use tests::random::Random;
use tests::{TempDir, binary, rename};

const HEAD: &str = "id\ttool\tbackend\targs\tinclude_dirs\troot\n";

fn start(dir: &TempDir, args: &[&str]) -> Child {
    start_into(dir, "out", args)
}

fn start_into(dir: &TempDir, out: &str, args: &[&str]) -> Child {
    let mut command = Command::new(binary("tablegen-analyzer"));
    command.args(["batch", "rows.tsv", "--out", out]).args(args);
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

    /// The messages until everything is up to date, without times, and all tables.
    fn check(&mut self, want: Expect) {
        let said = self.until_rest();
        want.assert_eq(&(said + &tables(&self.dir.path().join("out"))));
    }

    /// The messages until everything is up to date, without times.
    fn until_rest(&mut self) -> String {
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
        lines.concat()
    }

    fn edit(&mut self, name: &str, text: &str, want: Expect) {
        self.write(name, text);
        self.check(want);
    }

    fn write(&self, name: &str, text: &str) {
        // Atomically, so that no reader sees half of it.
        let new = self.dir.write("new", text);
        let target = self.dir.path().join(name);
        let folder = target.parent().expect("a folder");
        std::fs::create_dir_all(folder).expect("a folder");
        rename(&new, &target);
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
    // A difference in unread text.
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

fn setting(name: &str, default: usize) -> usize {
    let set = std::env::var(name);
    set.map_or(default, |it| it.parse().expect("a number"))
}

/// Removes a definition on one line, adds a similar one, changes one of its numbers, or undoes all edits.
fn edited(text: &str, original: &str, step: usize, random: &mut Random) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let is_whole = |it: &String| it.trim_start().starts_with("def ") && it.ends_with(';');
    let whole = (0..lines.len()).filter(|at| is_whole(&lines[*at]));
    let whole: Vec<usize> = whole.collect();
    if whole.is_empty() || random.one_in(6) {
        return original.to_owned();
    }
    let at = *random.choose(&whole);
    match random.below(3) {
        0 => _ = lines.remove(at),
        1 => {
            let name = lines[at].split_whitespace().nth(1).expect("a name");
            let new = lines[at].replacen(name, &format!("{name}_{step}"), 1);
            lines.insert(at + random.below(2), new);
        }
        _ => {
            let digits = lines[at].match_indices(|it: char| it.is_ascii_digit());
            let digits: Vec<usize> = digits.map(|it| it.0).collect();
            if let Some(digit) = digits.last() {
                let new = random.below(8).to_string();
                lines[at].replace_range(*digit..digit + 1, &new);
            }
        }
    }
    lines.join("\n") + "\n"
}

/// Edits a file at random. After some edits a batch makes all tables anew, and the watched tables must equal them.
fn follows_random_edits(dir: &TempDir, rows: &[&str], name: &str, edits: usize) {
    let mut random = Random(setting("TABLEGEN_SEED", 1) as u64);
    let original = std::fs::read_to_string(dir.path().join(name)).expect("a file");
    let mut text = original.clone();
    let mut watch = Watch::start(dir, rows);
    watch.until_rest();
    let mut compared = 0;
    for step in 0..edits {
        text = edited(&text, &original, step, &mut random);
        watch.write(name, &text);
        watch.until_rest();
        let mut fresh = start_into(dir, "fresh", &[]);
        let said = std::mem::take(&mut fresh.stderr).expect("a pipe");
        let said = std::io::read_to_string(said).expect("text");
        if fresh.wait().expect("its end").success() {
            let [watched, fresh] = ["out", "fresh"].map(|it| tables(&dir.path().join(it)));
            assert!(watched == fresh, "after edit {step} of {name}: {said}");
            compared += 1;
        } else {
            // The result for erroneous input is unspecified.
            text.clone_from(&original);
        }
    }
    assert!(compared > edits / 3, "{compared} of {edits}");
}

#[test]
fn after_random_edits_all_tables_are_those_of_a_new_batch() {
    let dir = TempDir::new("watch-random");
    let text = "class A<int n> { int N = n; }
class B<int n> : A<n> { A Of = A<!add(n, 1)>; string Name = NAME; }
class C<list<int> of> { list<int> Of = of; }
multiclass M<int n> { def _a : A<n>; def _b : B<n> { A Other = A<4>; } }
def One : A<1>;
def Two : B<2>;
let N = 7 in {
def Three : A<3>;
def Four : B<4>;
}
defm Five : M<5>;
def Six : C<[1, 2, 6]>;
def Seven : A<A<8>.N>;
def Eight : C<[B<8>.Of.N]>;
def : A<9>;
def Ten { list<A> Some = [A<1>, A<2>]; }
";
    dir.write("a.td", text);
    let rows = [
        "A\tt\t-print-enums\t-class=A\t\ta.td",
        "B\tt\t-print-enums\t-class=B\t\ta.td",
        "C\tt\t-print-enums\t-class=C\t\ta.td",
        "records\tt\t-print-records\t\t\ta.td",
        "details\tt\t-print-detailed-records\t\t\ta.td",
        "json\tt\t-dump-json\t\t\ta.td",
        "tags\tt\t-gen-ctags\t\t\ta.td",
    ];
    follows_random_edits(&dir, &rows, "a.td", setting("TABLEGEN_EDITS", 30));
}

#[test]
#[ignore = "reads TABLEGEN_LLVM"]
fn after_random_edits_all_tables_of_x86_are_those_of_a_new_batch() {
    let corpus = std::env::var("TABLEGEN_LLVM").expect("TABLEGEN_LLVM is set");
    let dir = TempDir::new("watch-x86");
    for folder in ["llvm/include/llvm", "llvm/lib/Target/X86"] {
        copy_sources(&Path::new(&corpus).join(folder), &dir.path().join(folder));
    }
    let backends = [
        "-gen-asm-matcher",
        "-gen-asm-writer",
        "-gen-callingconv",
        "-gen-dag-isel",
        "-gen-disassembler",
        "-gen-exegesis",
        "-gen-fast-isel",
        "-gen-global-isel",
        "-gen-instr-info",
        "-gen-register-bank",
        "-gen-register-info",
        "-gen-subtarget",
        "-gen-x86-fold-tables",
        "-gen-x86-instr-mapping",
        "-gen-x86-mnemonic-tables",
    ];
    let folders = "llvm/lib/Target/X86;llvm/include";
    let root = "llvm/lib/Target/X86/X86.td";
    let rows = backends.map(|it| format!("{}\tt\t{it}\t\t{folders}\t{root}", &it[1..]));
    let rows = rows.each_ref().map(String::as_str);
    let edits = setting("TABLEGEN_EDITS", 30);
    let file = "llvm/lib/Target/X86/X86InstrSystem.td";
    follows_random_edits(&dir, &rows, file, edits);
}

fn copy_sources(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    let entries = std::fs::read_dir(from).expect("a checkout of LLVM");
    for entry in entries.flatten() {
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy_sources(&path, &to);
        } else if path.extension().is_some_and(|it| it == "td") {
            std::fs::copy(&path, &to).expect("a copy");
        }
    }
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
        let files = files.map(|it| (it.file_name().display().to_string(), read(it.path())));
        // Only Linux has files without names, which end with their process.
        let may_be_left = cfg!(any(not(target_os = "linux"), feature = "portable"));
        let files = files.filter(|it| !may_be_left || !it.0.contains(".tmp"));
        files.collect()
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
