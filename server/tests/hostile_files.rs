//! Workspaces with pipes, devices and endless files where sources and build files are expected.
#![cfg(unix)]

use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::json;
use tests::lsp::Client;
use tests::{TempDir, binary};

/// Files that block, or have no end.
#[derive(Clone, Copy)]
enum Trap {
    Pipe,
    Zero,
    Input,
    /// A regular file that is longer than any memory.
    Huge,
}

const TRAPS: [(&str, Trap); 4] = [
    ("pipe", Trap::Pipe),
    ("zero", Trap::Zero),
    ("input", Trap::Input),
    ("huge", Trap::Huge),
];

impl Trap {
    fn set(self, path: &Path) {
        match self {
            Trap::Pipe => {
                let made = Command::new("mkfifo").arg(path).status();
                assert!(made.expect("mkfifo runs").success());
            }
            Trap::Zero => symlink("/dev/zero", path).expect("a link"),
            Trap::Input => symlink("/dev/stdin", path).expect("a link"),
            Trap::Huge => {
                let file = std::fs::File::create(path).expect("a file");
                file.set_len(1 << 40).expect("a sparse file");
            }
        }
    }
}

/// Runs the program for a minute at most with little memory, and an input that never ends. Returns the exit code and
/// the messages.
fn run(folder: &Path, args: &[&str]) -> (i32, String) {
    let (input, never) = std::io::pipe().expect("a pipe");
    let mut bounded = Command::new("sh");
    bounded.args([
        "-c",
        "ulimit -v 6000000; exec timeout -k 5 60 \"$0\" \"$@\"",
    ]);
    let done = bounded
        .arg(binary("tablegen-analyzer"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::from(input))
        .output()
        .expect("it runs");
    drop(never);
    let code = done.status.code().unwrap_or(-1);
    assert!(
        ![-1, 124, 137].contains(&code),
        "{args:?} does not end: {done:?}"
    );
    let said = [done.stdout, done.stderr].concat();
    (code, String::from_utf8_lossy(&said).into_owned())
}

/// A folder with a good source, and a trap under some names.
fn folder(name: &str, trap: Trap, traps: &[&str]) -> TempDir {
    let dir = TempDir::new(&format!("hostile-{name}"));
    dir.write("Root.td", "include \"Inc.td\"\ndef A;\n");
    for name in traps {
        let path = dir.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        trap.set(&path);
    }
    dir
}

/// Names that are looked up in a workspace for sources and build files.
const NAMES: [&str; 8] = [
    "x.td",
    "Inc.td",
    "CMakeLists.txt",
    "build/CMakeCache.txt",
    "build/build.ninja",
    "build2/tablegen_compile_commands.yml",
    "cmake/Modules/LLVMVersion.cmake",
    "tags",
];

#[test]
fn folders_are_looked_through() {
    for (name, trap) in TRAPS {
        let dir = folder(name, trap, &NAMES);
        let dir = dir.path();
        let (code, said) = run(dir, &["units", "."]);
        assert_eq!(code, 0, "{said}");
        assert!(said.contains("Root.td"), "{said}");
        let (code, said) = run(dir, &["check", "."]);
        assert_eq!(code, 1, "{said}");
        assert!(said.contains("Inc.td'"), "{said}");
        run(dir, &["batch", ".", "--out", "out"]);
        run(dir, &["batch", "build", "--out", "out"]);
        run(dir, &["tags", "-a", "-x", "here"]);
    }
}

#[test]
fn files_are_named() {
    for (name, trap) in TRAPS {
        let dir = folder(&format!("named-{name}"), trap, &["x.td", "Inc.td"]);
        let dir = dir.path();
        let refused = |args: &[&str], want: &str| {
            let (code, said) = run(dir, args);
            assert!(code != 0 && said.contains(want), "{args:?}: {code} {said}");
        };
        let why = match trap {
            Trap::Huge => "file too large",
            _ => "not a regular file",
        };
        refused(&["check", "x.td"], why);
        refused(&["check", "-I.", "x.td"], why);
        // Tags of all other files are made before.
        let (_, said) = run(dir, &["tags", "x.td"]);
        assert!(said.contains(why), "{said}");
        refused(&["batch", "x.td", "--out", "out"], why);
        refused(&["stats", "x.td"], why);
        // The message does not name the included file.
        refused(&["tblgen", "Root.td"], why);
        refused(&["check", "-I.", "Root.td"], why);
        let rows = "id\ttool\tbackend\targs\tinclude_dirs\troot\na\tllvm-tblgen\t-print-records\t\t\tx.td\n";
        std::fs::write(dir.join("rows"), rows).expect("a file");
        refused(&["batch", "rows", "--out", "out"], why);
    }
}

#[test]
fn outputs_of_a_batch_are_files() {
    let dir = folder("output", Trap::Pipe, &["out/a"]);
    dir.write("Inc.td", "");
    let rows = "id\ttool\tbackend\targs\tinclude_dirs\troot\na\tllvm-tblgen\t-print-records\t\t\tRoot.td\n";
    dir.write("rows", rows);
    let (code, said) = run(dir.path(), &["batch", "rows", "--out", "out"]);
    assert!(code == 1 && said.contains("not a regular file"), "{said}");
}

#[test]
fn the_driver_reads_what_it_is_told_to() {
    let dir = folder("driver", Trap::Pipe, &["x.td"]);
    let script = "echo 'def Piped;' >x.td & \"$0\" tblgen x.td";
    let mut shell = Command::new("sh");
    shell.args(["-c", script]).arg(binary("tablegen-analyzer"));
    let done = shell.current_dir(dir.path()).output().expect("it runs");
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(said.contains("def Piped"), "{done:?}");
    let (code, said) = run(dir.path(), &["tblgen", "/dev/null"]);
    assert!(code == 0 && said.contains("Classes"), "{said}");
    let (code, said) = run(dir.path(), &["tblgen", "/dev/zero"]);
    assert!(code == 1 && said.contains("file too large"), "{said}");
}

#[test]
fn the_server_waits_for_none_of_them() {
    for (name, trap) in TRAPS {
        let files = "//- Root.td\ninclude \"Inc.td\"\ndef A;\n";
        let mut client = Client::prepared(&format!("trap-{name}"), files, |folder, _| {
            for name in NAMES {
                let path = folder.join(name);
                std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
                trap.set(&path);
            }
        });
        client.initialize(&tests::lsp::capabilities(), &json!({}));
        client.open("Root.td");
        let said = client.diagnostics("Root.td");
        assert!(said.contains("find include file 'Inc.td'"), "{said}");
        let document = json!({"textDocument": {"uri": client.uri("x.td")}});
        let _ = client.ask("textDocument/documentSymbol", document);
        let line = json!({"textDocument": {"uri": client.uri("tags")}, "line": 0});
        let found = client.ask("tablegen/findRecord", line).expect("an answer");
        assert_eq!(found, json!([]));
        let compared = client.ask("tablegen/compare", json!({"base": "save"}));
        assert!(compared.is_ok());
        let preview = client.ask("tablegen/preview", json!({"backend": "print-records"}));
        let preview = preview.expect("a preview")["preview"].clone();
        if !matches!(trap, Trap::Huge) {
            let target = json!({"preview": preview, "uri": client.uri("x.td")});
            assert!(client.ask("tablegen/savePreview", target).is_err());
        }
    }
}

#[test]
fn regular_files_are_read_wherever_they_lie() {
    let elsewhere = TempDir::new("hostile-elsewhere");
    let file = elsewhere.write("H.td", "def H;\n");
    let dir = TempDir::new("hostile-full");
    dir.write(
        "Root.td",
        format!(
            "include \"{}\"\ninclude \"Link.td\"\ndef A;\n",
            file.display()
        ),
    );
    symlink(&file, dir.path().join("Link.td")).expect("a link");
    let (_, said) = run(dir.path(), &["check", "Root.td"]);
    // It was read twice.
    assert!(said.contains("already exists: H"), "{said}");
}

/// Files that are no sources are not read, even if an include names them in full.
#[cfg(target_os = "linux")]
#[cfg_attr(feature = "portable", ignore = "only Linux has these files")]
#[test]
fn what_the_system_says_of_itself_is_not_read() {
    let files = [
        "/proc/self/environ",
        "/proc/self/mem",
        "/proc/1/cmdline",
        "/sys/kernel/uevent_seqnum",
        "/dev/zero",
        "/dev/stdin",
    ];
    for file in files.into_iter().filter(|it| Path::new(it).exists()) {
        let dir = TempDir::new("hostile-system");
        dir.write("Root.td", format!("include \"{file}\"\ndef A;\n"));
        symlink(file, dir.path().join("link.td")).expect("a link");
        dir.write("Linked.td", "include \"link.td\"\ndef A;\n");
        let why = format!("'{file}' is not read: not a regular file");
        let (code, said) = run(dir.path(), &["tblgen", "Root.td"]);
        assert!(code == 1 && said.contains(&why), "{said}");
        let (code, said) = run(dir.path(), &["check", "Root.td"]);
        assert!(
            code == 1 && said.contains(&format!("note: {why}; looked in")),
            "{said}"
        );
        let (code, said) = run(dir.path(), &["check", "Linked.td"]);
        assert!(
            code == 1 && said.contains("link.td' is not read: not a regular file; looked in"),
            "{said}"
        );
        let files = format!("//- Root.td\ninclude \"{file}\"\ndef A;\n");
        let mut client = Client::new("system", &files);
        client.open("Root.td");
        let told = client.diagnostics("Root.td");
        assert!(told.contains(&why), "{told}");
    }
}
