//! Workspaces that would have a program of theirs run.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};
use tests::lsp::{Client, capabilities};
use tests::usage::check_peak;
use tests::{TempDir, binary};

const FILES: &str = "\
//- Root.td
include \"Base.td\"
def A : Reg<1>;
//- Base.td
class Reg<int n> { int Num = n; }
";

/// The file that a program of the workspace leaves behind.
const TRACE: &str = "ran";

/// Makes a program that leaves its trace, and then runs another one.
fn trap(folder: &Path, name: &str, then: &str) {
    let trace = folder.join(TRACE);
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    let script = format!("#!/bin/sh\ntouch '{}'\n{then}\n", trace.display());
    std::fs::write(&path, script).expect("a file");
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).expect("a program");
}

fn git(folder: &Path, args: &[&str]) -> Output {
    let mut git = Command::new("git");
    git.args(["-c", "user.name=t", "-c", "user.email=t"]);
    git.args(["-c", "commit.gpgsign=false"]);
    git.args(args).current_dir(folder);
    git.output().expect("git runs")
}

/// Makes a folder a repository with a commit of its contents.
fn commit(folder: &Path) {
    for args in [
        &["init", "-q"][..],
        &["add", "."],
        &["commit", "-q", "-m", "first"],
    ] {
        let done = git(folder, args);
        assert!(done.status.success(), "{done:?}");
    }
}

/// Adds to a repository's configuration. `TRAP` is a program that leaves a trace.
fn configure(folder: &Path, lines: &str) {
    trap(folder, "trap", "");
    let file = folder.join(".git/config");
    let lines = lines.replace("TRAP", folder.join("trap").to_str().expect("a path"));
    let before = std::fs::read_to_string(&file).expect("a configuration");
    std::fs::write(file, before + &lines).expect("it can be written");
}

/// Removes an object of a file, so that git would have to fetch it.
fn lose(folder: &Path, name: &str) {
    let object = git(folder, &["rev-parse", &format!("HEAD:{name}")]).stdout;
    let object = String::from_utf8_lossy(&object).trim().to_owned();
    let (first, rest) = object.split_at(2);
    let path = folder.join(".git/objects").join(first).join(rest);
    std::fs::remove_file(path).expect("an object");
}

fn compare(client: &mut Client, revision: &str) -> Result<Value, Value> {
    let base = json!({"base": {"revision": revision}});
    client.ask("tablegen/compare", base)
}

fn start(client: &mut Client, trusted: bool) {
    client.initialize(&capabilities(), &json!({"trusted": trusted}));
    client.open("Root.td");
}

/// Checks what has changed since a revision. Returns the exit code.
fn check_since(folder: &Path, revision: &str) -> Option<i32> {
    let path = std::env::var("PATH").expect("a path");
    let own = folder.display();
    let mut check = Command::new(binary("tablegen-analyzer"));
    check.args(["check", &format!("--changed-since={revision}"), "Root.td"]);
    check.env("PATH", format!(".::bin:{own}/bin:{path}"));
    let done = check.current_dir(folder).output().expect("it runs");
    done.status.code()
}

/// Compares with a commit in a repository that was prepared. No trap may spring, though plain git walks into it by
/// `lure` at the latest.
fn check(name: &str, prepare: impl Fn(&Path), lure: &[&str]) {
    for trusted in [true, false] {
        let mut client = Client::prepared(name, FILES, |folder, _| {
            commit(folder);
            prepare(folder);
            let _ = std::fs::remove_file(folder.join(TRACE));
        });
        start(&mut client, trusted);
        let compared = compare(&mut client, "HEAD");
        assert_eq!(compared.is_ok(), trusted, "{name}: {compared:?}");
        check_since(client.dir.path(), "HEAD");
        let trace = client.dir.path().join(TRACE);
        assert!(!trace.exists(), "{name}, trusted: {trusted}");
        let lured = git(client.dir.path(), lure);
        assert!(trace.exists(), "{name} is no trap: {lured:?}");
    }
}

#[test]
fn objects_that_are_fetched_by_a_program() {
    let promisor = |url: &str| {
        format!(
            "[core]\nrepositoryformatversion = 1\n[extensions]\npartialClone = origin\n\
            [protocol]\nallow = always\n[protocol \"ext\"]\nallow = always\n[core]\nsshCommand = TRAP\n\
            [remote \"origin\"]\npromisor = true\nuploadpack = TRAP\nurl = {url}\n"
        )
    };
    for (name, url) in [
        ("upload-pack", "."),
        ("ext", "\"ext::TRAP\""),
        ("ssh", "ssh://nowhere.invalid/x"),
    ] {
        let prepare = |folder: &Path| {
            lose(folder, "Base.td");
            configure(folder, &promisor(url));
        };
        check(name, prepare, &["cat-file", "blob", "HEAD:Base.td"]);
    }
}

#[test]
fn programs_that_a_configuration_names() {
    let with = |lines: &'static str| move |folder: &Path| configure(folder, lines);
    check("monitor", with("[core]\nfsmonitor = TRAP\n"), &["status"]);
    let diff = |folder: &Path| {
        configure(folder, "[diff]\nexternal = TRAP\n");
        std::fs::write(
            folder.join("Base.td"),
            "class Reg<int n> { int Num = 1; }\n",
        )
        .expect("a file");
    };
    check("diff", diff, &["diff", "--ext-diff", "HEAD"]);
    let pager = "[core]\npager = TRAP\n[pager]\ncat-file = true\nrev-parse = true\n";
    check("pager", with(pager), &["grep", "-O", "Reg"]);
    let aliases = "[alias]\nrev-parse = !TRAP\ncat-file = !TRAP\nlure = !TRAP\n";
    check("alias", with(aliases), &["lure"]);
    let hooks = |folder: &Path| {
        configure(folder, "[core]\nhooksPath = hooks\n");
        for hook in ["post-index-change", "pre-commit", "reference-transaction"] {
            trap(folder, &format!("hooks/{hook}"), "");
            std::fs::rename(folder.join("trap"), folder.join("hooks").join(hook)).expect("a hook");
            trap(folder, "trap", "");
        }
    };
    check("hooks", hooks, &["commit", "--allow-empty", "-m", "second"]);
}

#[test]
fn programs_that_attributes_name() {
    let filters = |folder: &Path| {
        configure(
            folder,
            "[filter \"f\"]\nsmudge = TRAP\nclean = TRAP\nprocess = TRAP\n[diff \"f\"]\ntextconv = TRAP\ncommand = TRAP\n",
        );
        std::fs::write(folder.join(".gitattributes"), "*.td filter=f diff=f\n").expect("a file");
    };
    check(
        "filter",
        filters,
        &["cat-file", "--filters", "HEAD:Base.td"],
    );
    check(
        "textconv",
        filters,
        &["cat-file", "--textconv", "HEAD:Base.td"],
    );
}

#[test]
fn revisions_that_are_options() {
    let mut client = Client::prepared("options", FILES, |folder, _| commit(folder));
    start(&mut client, true);
    for revision in [
        "--help",
        "-h",
        "--output=ran",
        "--upload-pack=touch ran",
        "^HEAD",
        "",
        "no-such",
        "HEAD:Base.td",
    ] {
        let error = compare(&mut client, revision).expect_err("it is none");
        assert_eq!(error["code"], -32602, "{error}");
        assert_eq!(
            check_since(client.dir.path(), revision),
            Some(2),
            "{revision}"
        );
    }
    assert_eq!(check_since(client.dir.path(), "HEAD"), Some(0));
    assert!(!client.dir.path().join(TRACE).exists());
    assert!(compare(&mut client, "HEAD").is_ok());
}

/// A blob of zeros is small in a repository, and git would unpack all of it.
#[test]
fn a_blob_that_is_longer_than_any_source() {
    let mut client = Client::prepared("blob", FILES, |folder, _| {
        let base = std::fs::read(folder.join("Base.td")).expect("a file");
        let long = std::fs::File::create(folder.join("Base.td")).expect("a file");
        long.set_len((1 << 28) + 1).expect("a sparse file");
        commit(folder);
        std::fs::write(folder.join("Base.td"), base).expect("a file");
    });
    start(&mut client, true);
    let compared = compare(&mut client, "HEAD").expect("a comparison");
    // The commit's file counts as missing.
    assert_eq!(compared["added"][0]["name"], "A", "{compared}");
    check_peak(client.process(), 200 << 10);
}

#[test]
fn programs_that_lie_in_the_workspace() {
    let mut client = Client::prepared("path", FILES, |folder, server| {
        commit(folder);
        let path = std::env::var("PATH").expect("a path");
        let own = folder.display();
        server.env("PATH", format!(".::bin:{own}/bin:{path}"));
        for name in ["git", "bin/git", "wc", "bin/wc"] {
            trap(folder, name, "");
        }
        // Own programs may lie in the workspace, if the PATH says so in full.
        std::fs::remove_file(folder.join("bin/wc")).expect("a file");
    });
    let external =
        json!([{"name": "count", "command": ["wc", "-c"], "input": "json", "language": "text"}]);
    let options = json!({"trusted": true, "external": external});
    client.initialize(&capabilities(), &options);
    client.open("Root.td");
    compare(&mut client, "HEAD").expect("a comparison");
    assert_eq!(check_since(client.dir.path(), "HEAD"), Some(0));
    let preview = client.ask("tablegen/preview", json!({"backend": "count"}));
    let text = preview.expect("a preview")["text"].to_string();
    assert!(
        text.trim_matches(|it: char| !it.is_ascii_digit()).len() > 1,
        "{text}"
    );
    assert!(!client.dir.path().join(TRACE).exists());
}

#[test]
fn a_repository_that_the_client_does_not_speak_of() {
    let other = TempDir::new("other-repository");
    other.write("Other.td", "def Other;\n");
    commit(other.path());
    let mut client = Client::prepared("inside", FILES, |folder, _| commit(folder));
    start(&mut client, true);
    let uri = tests::lsp::uri(&other.path().join("Other.td"));
    let params = json!({"textDocument": {"uri": uri}, "base": {"revision": "HEAD"}});
    let error = client
        .ask("tablegen/compare", params)
        .expect_err("it is elsewhere");
    let message = error["message"].as_str().unwrap_or_default();
    assert!(message.contains("is not in the workspace"), "{message}");
}

#[test]
fn a_repository_that_keeps_git_busy_ends_with_the_request() {
    let mut client = Client::prepared("busy", FILES, |folder, _| {
        commit(folder);
        let config = folder.join(".git/config");
        std::fs::remove_file(&config).expect("a file");
        let made = Command::new("mkfifo").arg(config).status();
        assert!(made.expect("mkfifo runs").success());
    });
    start(&mut client, true);
    let id = client.send("tablegen/compare", json!({"base": {"revision": "HEAD"}}));
    // Other requests are answered meanwhile.
    assert!(client.ask("tablegen/records", json!({})).is_ok());
    client.notify("$/cancelRequest", json!({"id": id}));
    assert_eq!(
        client.answer(id).expect_err("it is cancelled")["code"],
        -32800
    );
}

/// Build files and sources that name programs wherever a build would run them.
fn build_files(folder: &Path) {
    trap(folder, "trap", "");
    for name in ["llvm-tblgen", "git", "cmake", "ninja", "sh"] {
        trap(folder, name, "");
    }
    let trap = folder.join("trap");
    let trap = trap.display();
    std::fs::create_dir_all(folder.join("build")).expect("a folder");
    for (name, text) in [
        (
            "CMakeLists.txt",
            format!(
                "execute_process(COMMAND {trap} OUTPUT_VARIABLE X)\nset(LLVM_TARGET_DEFINITIONS Root.td)\n\
            set(LLVM_TABLEGEN_EXE {trap})\ntablegen(LLVM $ENV{{X}}`{trap}`$({trap}).inc -print-records)\n\
            add_custom_command(OUTPUT x.inc COMMAND {trap} COMMAND ./llvm-tblgen -print-records Root.td -o x.inc)\n"
            ),
        ),
        (
            "build/CMakeCache.txt",
            format!("LLVM_TABLEGEN_EXE:FILEPATH={trap}\nLLVM_DIR:PATH=`{trap}`\n"),
        ),
        (
            "build/build.ninja",
            format!(
                "rule r\n  command = cd {0} && {trap} && ./llvm-tblgen -print-records `{trap}` $$({trap}) Root.td -o x.inc\n\
            build x.inc: r Root.td\n",
                folder.display()
            ),
        ),
        (
            "build/tablegen_compile_commands.yml",
            format!(
                "--- !FileInfo:\n  filepath: \"{0}/Root.td\"\n  includes: \"`{trap}`;$({trap})\"\n",
                folder.display()
            ),
        ),
        (
            "Test.td",
            format!(
                "// RUN: {trap}; llvm-tblgen %s `{trap}` | {trap}\ninclude \"`{trap}`\"\ndef T;\n"
            ),
        ),
    ] {
        std::fs::write(folder.join(name), text).expect("a file");
    }
}

#[test]
fn build_files_are_read_and_never_run() {
    let mut client = Client::prepared("build-files", FILES, |folder, server| {
        build_files(folder);
        let path = std::env::var("PATH").expect("a path");
        server.env("PATH", format!(".:{path}"));
    });
    start(&mut client, true);
    let units = client.ask("tablegen/units", json!({})).expect("units");
    assert!(units.as_array().is_some_and(|it| it.len() >= 2), "{units}");
    client.settle();
    let folder = client.dir.path();
    let commands: [&[&str]; 4] = [
        &["units", "."],
        &["check", "."],
        &["batch", ".", "--out", "out"],
        &["tags", "-x", "here"],
    ];
    for command in commands {
        let mut run = Command::new(binary("tablegen-analyzer"));
        let run = run.args(command).current_dir(folder).output();
        run.expect("it runs");
        assert!(!folder.join(TRACE).exists(), "{command:?}");
    }
}
