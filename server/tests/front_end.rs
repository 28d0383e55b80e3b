//! The files under `front-end/`, compared with the stored answers of llvm-tblgen 19, 21 and 22. `front-end.md`
//! describes the comparison.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tests::{TempDir, binary, root};

#[test]
fn answers_are_those_of_llvm_19() {
    check_release("19");
}

#[test]
fn answers_are_those_of_llvm_22() {
    check_release("22");
}

/// They equal those of LLVM 22 unless a file says otherwise.
#[test]
fn answers_are_those_of_llvm_21() {
    check_release("21");
}

/// Accepted input gives the same records when statements are elaborated on demand, if a backend requests all of them.
#[test]
fn answers_on_demand_are_the_same() {
    for compat in ["19", "21", "22"] {
        let mut tests = files(&folder(), "td");
        tests.retain(|file| {
            let text = lossy(&fs::read(file).expect("a readable test"));
            let demands_all = directive(&text, "MODE") != Some("null-backend");
            demands_all && wanted(file, compat).is_some_and(|it| it.exit == 0)
        });
        assert!(tests.len() > 300, "only {} tests found", tests.len());
        check_all(&tests, |file| {
            let want = wanted(file, compat).expect("an answer");
            compare(&want, &answer(file, compat, &["--lazy"]))
        });
    }
}

/// The stored answers equal those of the installed releases, if there are any.
#[test]
fn stored_answers_are_current() {
    let installed = |program: &str| Command::new(program).arg("--version").output().is_ok();
    let needed = ["python3", "llvm-tblgen-19", "llvm-tblgen-22"];
    if !needed.into_iter().all(installed) {
        return;
    }
    let update = folder().join("update");
    let output = Command::new(update).arg("--check").output().unwrap();
    assert!(output.status.success(), "{}", lossy(&output.stdout));
}

/// Where the reference crashes or does not terminate, there is a diagnostic, soon and in bounded memory. A correct file
/// is marked as such.
#[test]
fn runaway_files_end_in_a_diagnostic() {
    check_all(&files(&folder().join("no-crash"), "td"), |file| {
        let text = lossy(&fs::read(file).expect("a readable test"));
        let fine = text.starts_with("// ACCEPTED\n");
        bounded(file).and_then(|(exit, stderr)| match exit {
            Some(0) if fine => Ok(()),
            Some(1) if !fine && stderr.contains("error: ") => Ok(()),
            _ => Err(format!("exit {exit:?}: {}", start_of(&stderr))),
        })
    });
}

/// The driver ends normally for any depth of the text or the values.
#[test]
fn deep_input_is_survived() {
    const DEEP: usize = 100_000;
    let nest = |before: &str, open: &str, inner: &str, close: &str, after: &str| {
        [
            before,
            &open.repeat(DEEP),
            inner,
            &close.repeat(DEEP),
            after,
        ]
        .concat()
    };
    // Without optimization, looking up a field among that many takes minutes.
    let fields = if cfg!(debug_assertions) {
        DEEP / 10
    } else {
        DEEP
    };
    let fields: String = (1..fields)
        .map(|i| format!("  int f{i} = !add(f{}, 1);\n", i - 1))
        .collect();
    let inputs = [
        nest("def d { int x = ", "!add(1, ", "1", ")", "; }"),
        nest("defvar x = ", "[", "1", "]", ";"),
        nest("class K; def k : K; defvar x = ", "(k ", "1", ")", ";"),
        nest("defvar x = ", "{", "1", "}", ";"),
        nest("def d { ", "list<", "int", ">", " x; }"),
        nest("", "foreach i = [1] in ", "def a;", "", ""),
        nest("", "foreach i = [1] in { ", "def a;", " }", ""),
        nest("", "if 1 then ", "def a;", "", ""),
        nest("", "if 0 then def a; else ", "def b;", "", ""),
        nest("", "let x = 1 in ", "def a;", "", ""),
        nest("", "/* ", "", " */", "def a;"),
        nest("", "#ifdef X\n", "", "#endif\n", "def a;"),
        nest("def a", "#b", "", "", ";"),
        nest("def d { string s = \"a\"", " # \"a\"", "", "", "; }"),
        nest("def d { list<int> l = [1]", " # [1]", "", "", "; }"),
        nest("class K<int n>; def d { K k = ", "K<", "1", ">", "; }"),
        nest(
            "class K { K k; } class U<K u> { K v = u",
            ".k",
            "",
            "",
            "; }",
        ),
        nest("defvar l = [1]; defvar x = l", "[0]", "", "", ";"),
        format!("class A<int x> {{\n  int f0 = x;\n{fields}}}\ndef d : A<1>;"),
    ];
    let dir = TempDir::new("deep");
    let files: Vec<_> = (0..)
        .zip(&inputs)
        .map(|(i, text)| dir.write(&format!("{i}.td"), text))
        .collect();
    check_all(&files, |file| {
        let start: String = fs::read_to_string(file).unwrap().chars().take(60).collect();
        bounded(file).and_then(|(exit, stderr)| match exit {
            Some(0) => Ok(()),
            Some(1) if stderr.contains("error: ") => Ok(()),
            _ => Err(format!("`{start}…`: exit {exit:?}: {}", start_of(&stderr))),
        })
    });
}

/// The output of one run. Lossy text suffices for a comparison, since both outputs are decoded in the same way.
#[derive(Debug)]
struct Answer {
    exit: i32,
    stdout: String,
    stderr: String,
}

fn check_release(compat: &str) {
    let tests: Vec<_> = files(&folder(), "td")
        .into_iter()
        .filter(|file| wanted(file, compat).is_some())
        .collect();
    assert!(tests.len() > 300, "only {} tests found", tests.len());
    check_all(&tests, |file| {
        let want = wanted(file, compat).expect("filtered above");
        compare(&want, &answer(file, compat, &[]))
    });
}

/// The expected answer for a file under a setting. If 19 has no answer, or an error while 22 has none, 22's counts.
fn wanted(file: &Path, compat: &str) -> Option<Answer> {
    let of = |release: &str| stored(&file.with_extension(format!("{release}.expected")));
    if compat == "21"
        && let Some(own) = of("21")
    {
        return Some(own);
    }
    match (compat, of("19"), of("22")) {
        ("19", Some(a), Some(b)) if a.exit != 0 && b.exit == 0 => Some(b),
        ("19", a, b) => a.or(b),
        (_, a, b) => b.or(a),
    }
}

fn stored(expectation: &Path) -> Option<Answer> {
    let text = lossy(&fs::read(expectation).ok()?);
    let (exit, rest) = text.split_once("\n--- stdout\n")?;
    let (stdout, stderr) = rest.rsplit_once("--- stderr\n")?;
    Some(Answer {
        exit: exit.strip_prefix("exit ")?.parse().ok()?,
        stdout: stdout.to_owned(),
        stderr: stderr.to_owned(),
    })
}

fn answer(file: &Path, compat: &str, options: &[&str]) -> Answer {
    let text = lossy(&fs::read(file).expect("a readable test"));
    let output = driver(file)
        .arg(format!("--compat={compat}"))
        .args(options)
        .arg(format!(
            "--{}",
            directive(&text, "MODE").unwrap_or("print-records")
        ))
        .args(["-I", "."])
        .args(directive(&text, "ARGS").unwrap_or("").split_whitespace())
        .output()
        .expect("the driver runs");
    Answer {
        exit: output.status.code().unwrap_or(-1),
        stdout: lossy(&output.stdout),
        stderr: lossy(&output.stderr).replace("tablegen-analyzer tblgen: ", "tblgen: "),
    }
}

fn compare(want: &Answer, got: &Answer) -> Result<(), String> {
    if got.exit != want.exit {
        return Err(format!(
            "exit {}, not {}\n{}",
            got.exit, want.exit, got.stderr
        ));
    }
    if want.exit == 0 {
        same("standard output", &want.stdout, &got.stdout)?;
        return same("standard error", &want.stderr, &got.stderr);
    }
    if want.stdout.is_empty() && !got.stdout.is_empty() {
        return Err(format!("wrote to standard output:\n{}", got.stdout));
    }
    let (want, got) = (to_first_error(&want.stderr), to_first_error(&got.stderr));
    same("first error", &want, &got)
}

/// Fails with the lines from the first that differs.
fn same(what: &str, want: &str, got: &str) -> Result<(), String> {
    let equal = want.lines().zip(got.lines()).take_while(|(a, b)| a == b);
    let line = equal.count();
    let rest = |text: &str| {
        text.lines()
            .skip(line)
            .take(4)
            .collect::<Vec<_>>()
            .join("\n")
    };
    if want == got {
        return Ok(());
    }
    let (want, got) = (rest(want), rest(got));
    Err(format!(
        "{what}, line {}\n-- wanted\n{want}\n-- got\n{got}",
        line + 1
    ))
}

/// Standard error to the end of its first error: message, source line and caret.
fn to_first_error(stderr: &str) -> String {
    let starts_message = |line: &&str| {
        let signs = [
            "error: ",
            "warning: ",
            "note: ",
            "Included from ",
            "tblgen: ",
        ];
        signs.iter().any(|sign| line.contains(sign))
    };
    let lines: Vec<_> = stderr.lines().collect();
    let Some(error) = lines.iter().position(|line| line.contains("error: ")) else {
        return stderr.to_owned();
    };
    let next = lines[error + 1..].iter().position(starts_message);
    lines[..next.map_or(lines.len(), |next| error + 1 + next)].join("\n")
}

/// Exit code and standard error of a run with little memory and time.
/// How long a driver may take. One built without optimisation is slow, and tests run beside each other.
const LIMIT: Duration = Duration::from_secs(if cfg!(debug_assertions) { 120 } else { 10 });

fn bounded(file: &Path) -> Result<(Option<i32>, String), String> {
    let mut driver = driver(file);
    driver.arg("--null-backend").args(["-I", "."]);
    let mut limited = Command::new("sh");
    limited
        .args(["-c", "ulimit -v 4000000; exec \"$@\"", "sh"])
        .arg(driver.get_program())
        .args(driver.get_args())
        .current_dir(file.parent().expect("a folder"))
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    let stderr = tempfile(file);
    let mut child = limited
        .stderr(fs::File::create(&stderr).expect("a writable folder"))
        .spawn()
        .expect("the driver runs");
    let exit = wait(&mut child, LIMIT);
    let said = lossy(&fs::read(&stderr).unwrap_or_default());
    let _ = fs::remove_file(&stderr);
    Ok((exit?.code(), said))
}

fn start_of(text: &str) -> String {
    text.chars().take(300).collect()
}

fn tempfile(file: &Path) -> PathBuf {
    let name = file.file_name().expect("a file").to_string_lossy();
    std::env::temp_dir().join(format!("tablegen-{}-{name}.stderr", std::process::id()))
}

fn wait(child: &mut Child, limit: Duration) -> Result<std::process::ExitStatus, String> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("the driver can be waited for") {
            return Ok(status);
        }
        if start.elapsed() > limit {
            let _ = child.kill();
            let _ = child.wait();
            return Err(format!("no end after {limit:?}"));
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The driver on this file, in the file's folder.
fn driver(file: &Path) -> Command {
    let mut driver = Command::new(binary("tablegen-analyzer"));
    driver
        .arg("tblgen")
        .arg(file.file_name().expect("a file"))
        .current_dir(file.parent().expect("a folder"))
        .stdin(Stdio::null());
    driver
}

/// Runs `check` on every file, several at a time, and prints all that fail.
fn check_all(files: &[PathBuf], check: impl Fn(&Path) -> Result<(), String> + Sync) {
    let failures = Mutex::new(Vec::new());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(why) = check(file) {
                        failures.lock().push((file, why));
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner();
    failures.sort();
    for (file, why) in &failures {
        let name = file.strip_prefix(folder()).unwrap_or(file);
        println!("FAIL {}: {why}", name.display());
    }
    let failed = failures.len();
    assert_eq!(failed, 0, "of {} files these fail, see above", files.len());
}

/// The value of a directive in the comment lines a file starts with.
fn directive<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let comments = text.lines().map_while(|line| line.strip_prefix("// "));
    comments
        .filter_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
        .next()
}

fn folder() -> PathBuf {
    root().join("tests/front-end")
}

/// The files below `dir` with this extension, in order.
fn files(dir: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|it| it == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
