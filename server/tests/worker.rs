//! The driver as a persistent worker of Bazel's.

use std::io::{BufRead, BufReader, Write};
use std::path::{MAIN_SEPARATOR, Path};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use expect_test::{Expect, expect};
use serde_json::{Value, json};
use tests::{TempDir, binary, in_words_of_linux, transcript};

/// A worker, and the client's ends of its streams.
struct Worker {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Worker {
    fn start(dir: &Path, args: &[&str]) -> Worker {
        let mut child = Command::new(binary("tablegen-analyzer"))
            .arg("tblgen")
            .args(args)
            .arg("--persistent_worker")
            .current_dir(dir)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the worker");
        Worker {
            input: child.stdin.take(),
            output: BufReader::new(child.stdout.take().expect("a pipe")),
            child,
        }
    }

    fn send(&mut self, text: &str) {
        let input = self.input.as_mut().expect("an open pipe");
        input.write_all(text.as_bytes()).expect("it reads");
    }

    fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("an answer");
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line:?}"))
    }

    /// Requests one table. Returns the answer's exit code and output.
    fn ask(&mut self, args: &[&str], inputs: &[(&str, &str)]) -> (i64, String) {
        self.send(&request(0, args, inputs));
        let answer = self.receive();
        assert_eq!(answer["requestId"], 0);
        let output = answer["output"].as_str().expect("text");
        (
            answer["exitCode"].as_i64().expect("a number"),
            output.to_owned(),
        )
    }

    /// Ends the input; all requests are answered, and the worker exits successfully.
    fn end(mut self) {
        self.input = None;
        let mut rest = String::new();
        self.output.read_line(&mut rest).expect("the end");
        assert_eq!(rest, "");
        assert!(self.child.wait().expect("its end").success());
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn request(id: i64, args: &[&str], inputs: &[(&str, &str)]) -> String {
    let inputs = inputs.iter();
    let inputs = inputs.map(|(path, digest)| json!({"path": path, "digest": digest}));
    let inputs: Vec<Value> = inputs.collect();
    let request = json!({"arguments": args, "inputs": inputs, "requestId": id});
    format!("{request}\n")
}

fn text(dir: &TempDir, name: &str) -> Option<String> {
    std::fs::read_to_string(dir.path().join(name)).ok()
}

#[test]
fn several_requests_at_once_make_what_the_driver_makes() {
    let dir = TempDir::new("worker");
    dir.write(
        "a.td",
        "include \"b.td\"\nclass C<int unused>; def X : A { int v = 3; }\n",
    );
    dir.write("i/b.td", "class A; def Y : A;\n");
    let tables: [&[&str]; 4] = [
        &["-dump-json"],
        &["-print-enums", "-class=A"],
        &["-print-records", "-d", "DEP"],
        &[
            "-print-detailed-records",
            "--no-warn-on-unused-template-args",
        ],
    ];
    let args = |index: usize, folder: &str| -> Vec<String> {
        let words = tables[index].iter();
        let words = words.map(|it| it.replace("DEP", &format!("{folder}/d")));
        let words = words.chain([
            "-o".to_owned(),
            format!("{folder}/{index}"),
            "a.td".to_owned(),
        ]);
        words.collect()
    };
    let by_driver = |index| {
        let args = args(index, "driver");
        let args: Vec<&str> = ["tblgen", "-I", "i"]
            .into_iter()
            .chain(args.iter().map(String::as_str))
            .collect();
        transcript(binary("tablegen-analyzer"), &args, dir.path())
    };
    for folder in ["driver", "worker"] {
        std::fs::create_dir(dir.path().join(folder)).expect("a folder");
    }
    // Arguments at the start are part of each request.
    let mut worker = Worker::start(dir.path(), &["-I", "i"]);
    for index in 0..tables.len() {
        let args = args(index, "worker");
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        worker.send(&request(index as i64 + 1, &args, &[]));
    }
    for _ in 0..tables.len() {
        let answer = worker.receive();
        let index = answer["requestId"].as_u64().expect("a number") as usize - 1;
        assert_eq!(answer["exitCode"], 0);
        let said = by_driver(index);
        let said = said.split_once("--- stderr\n").map_or("", |it| it.1);
        assert_eq!(answer["output"], said);
        let (own, other) = (format!("worker/{index}"), format!("driver/{index}"));
        assert_eq!(text(&dir, &own), text(&dir, &other));
    }
    assert_eq!(
        text(&dir, "worker/d").as_deref(),
        Some(&*format!("worker/2: i{MAIN_SEPARATOR}b.td\n"))
    );
    worker.end();
}

#[test]
fn digests_say_whether_a_file_changed() {
    let dir = TempDir::new("digests");
    dir.write("a.td", "include \"b.td\"\n");
    dir.write("b.td", "class A; def X : A;\n");
    let mut worker = Worker::start(dir.path(), &[]);
    let mut made = |digest| {
        let args = ["-print-enums", "-class=A", "-o", "o", "a.td"];
        let answer = worker.ask(&args, &[("a.td", "1"), ("./b.td", digest)]);
        assert_eq!(answer, (0, String::new()));
        text(&dir, "o").expect("a table")
    };
    assert_eq!(made("1"), "X, \n");
    dir.write("b.td", "class A; def Y : A;\n");
    // The client's digests count; a run that shares records never reads the file again.
    assert_eq!(made("1"), "X, \n");
    assert_eq!(made("2"), "Y, \n");
    dir.write("b.td", "class A; def Z : A; // longer\n");
    // Without digests files are checked.
    assert_eq!(made(""), "Z, \n");
}

#[test]
fn a_file_that_comes_before_another_is_noticed() {
    let dir = TempDir::new("shadow");
    dir.write("a.td", "include \"b.td\"\n");
    dir.write("j/b.td", "class A; def X : A;\n");
    let mut worker = Worker::start(dir.path(), &["-I", "i", "-I", "j"]);
    let mut made = || {
        let args = ["-print-enums", "-class=A", "-o", "o", "a.td"];
        worker.ask(&args, &[("a.td", "1"), ("j/b.td", "1")]);
        text(&dir, "o").expect("a table")
    };
    assert_eq!(made(), "X, \n");
    dir.write("i/b.td", "class A; def Y : A;\n");
    assert_eq!(made(), "Y, \n");
}

#[test]
fn a_bad_request_is_answered_and_the_worker_lives_on() {
    let dir = TempDir::new("bad-requests");
    dir.write("a.td", "def X;\n");
    dir.write("broken.td", "def X\n");
    let mut worker = Worker::start(dir.path(), &[]);
    let mut check = |text: &str, id: i64, want: Expect| {
        worker.send(text);
        let answer = worker.receive();
        let is_failure = (answer["exitCode"] == 1, &answer["requestId"]);
        assert_eq!(is_failure, (true, &json!(id)));
        let output = answer["output"].as_str().expect("text");
        want.assert_eq(&in_words_of_linux(output.to_owned()));
        let args = ["-print-records", "-o", "o", "a.td"];
        assert_eq!(worker.ask(&args, &[]), (0, String::new()));
    };
    check(
        "nonsense\n",
        0,
        expect![[r#"
        tablegen-analyzer tblgen: no request: expected ident at line 1 column 2
    "#]],
    );
    check(
        "{\"requestId\": 3, \"arguments\": 3}\n",
        3,
        expect![[r#"
        tablegen-analyzer tblgen: no request: invalid type: integer `3`, expected a sequence
    "#]],
    );
    check(
        "{\"requestId\": 3, \"arguments\": [\n",
        0,
        expect![[r#"
        tablegen-analyzer tblgen: no request: EOF while parsing a list at line 2 column 0
    "#]],
    );
    check(
        &request(4, &["-dump-jsn", "-o", "o", "a.td"], &[]),
        4,
        expect![[r#"
            tablegen-analyzer tblgen: for the -d option: may not occur within a group!
            tablegen-analyzer tblgen: Unknown command line argument '-dump-jsn'.  Try: 'tablegen-analyzer tblgen --help'
            tablegen-analyzer tblgen: Did you mean '-d'?
        "#]],
    );
    check(
        &request(5, &["-dump-json", "a.td"], &[]),
        5,
        expect![[r#"
        tablegen-analyzer tblgen: a worker wants -o with a file
    "#]],
    );
    check(
        &request(6, &["-dump-json", "-o", "o"], &[]),
        6,
        expect![[r#"
        tablegen-analyzer tblgen: a worker wants the name of a root file
    "#]],
    );
    check(
        &request(7, &["-dump-json", "-o", "o", "gone.td"], &[]),
        7,
        expect![[r#"
            tablegen-analyzer tblgen: Could not open input file 'gone.td': No such file or directory
        "#]],
    );
    check(
        &request(8, &["-dump-json", "-o", "o", "broken.td"], &[]),
        8,
        expect![[r#"
            broken.td:2:1: error: Expected '{' to start body or ';' for declaration only

            ^
        "#]],
    );
    check(
        &request(9, &["--external=true", "-o", "o", "a.td"], &[]),
        9,
        expect![[r#"
            tablegen-analyzer tblgen: a worker runs no command (--external)
        "#]],
    );
    check(
        &request(10, &["-dump-json", "-o", "no/o", "a.td"], &[]),
        10,
        expect![[r#"
            tablegen-analyzer tblgen: error opening no/o: No such file or directory
        "#]],
    );
}

#[test]
fn requests_of_other_sandboxes_are_apart() {
    let dir = TempDir::new("sandboxes");
    for (folder, name) in [("s/1", "X"), ("s/2", "Y")] {
        dir.write(
            &format!("{folder}/in/a.td"),
            format!("class A; def {name} : A;\n"),
        );
    }
    let mut worker = Worker::start(dir.path(), &[]);
    for (folder, name) in [("s/1", "X"), ("s/2", "Y")] {
        let args = [
            "-print-enums",
            "-class=A",
            "-o",
            "o",
            "-d",
            "o.d",
            "in/a.td",
        ];
        let inputs = json!([{"path": "in/a.td", "digest": name}]);
        let request = json!({"arguments": args, "inputs": inputs, "sandboxDir": folder});
        worker.send(&format!("{request}\n"));
        assert_eq!(worker.receive()["exitCode"], 0);
        assert_eq!(
            text(&dir, &format!("{folder}/o")),
            Some(format!("{name}, \n"))
        );
        assert_eq!(
            text(&dir, &format!("{folder}/o.d")).as_deref(),
            Some("o:\n")
        );
    }
}

/// A root whose elaboration takes time in proportion to this number.
fn slow(count: usize) -> String {
    format!(
        "class A<int n> {{ list<int> l = !range(n); int s = !foldl(0, l, a, b, !add(a, b)); }}\n\
             foreach i = 0...{count} in def X#i : A<!add(i, 200)>;\n"
    )
}

#[test]
fn what_is_cancelled_before_it_writes_is_answered_at_once() {
    let dir = TempDir::new("cancelled");
    dir.write("a.td", slow(2000));
    let mut worker = Worker::start(dir.path(), &[]);
    for id in [1, 2] {
        let output = format!("o{id}");
        worker.send(&request(
            id,
            &["-print-enums", "-class=A", "-o", &output, "a.td"],
            &[],
        ));
    }
    // A request to cancel an unknown or answered request gets no answer.
    for id in [2, 7, 2] {
        worker.send(&format!("{}\n", json!({"requestId": id, "cancel": true})));
    }
    let cancelled = json!({"exitCode": 0, "output": "", "requestId": 2, "wasCancelled": true});
    assert_eq!(worker.receive(), cancelled);
    let other = json!({"exitCode": 0, "output": "", "requestId": 1});
    assert_eq!(worker.receive(), other);
    worker.end();
    assert!(text(&dir, "o1").is_some());
    assert_eq!(text(&dir, "o2"), None);
}

/// `/proc` tells how much memory a process takes.
#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_number_of_edits() {
    let dir = TempDir::new("worker-memory");
    let mut worker = Worker::start(dir.path(), &[]);
    let pid = worker.child.id();
    let mut peaks = Vec::new();
    for edit in 0..24 {
        dir.write("a.td", format!("defvar edit = {edit};\n{}", slow(300)));
        let digest = edit.to_string();
        let args = ["-print-records", "-o", "o", "a.td"];
        assert_eq!(worker.ask(&args, &[("a.td", &digest)]).0, 0);
        peaks.push(tests::usage::peak_kib(pid));
    }
    assert!(peaks[23] < peaks[7] * 5 / 4, "{peaks:?}");
}
