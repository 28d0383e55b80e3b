//! Completions of shells, and manual pages.

use std::process::{Command, Stdio};

use tests::{TempDir, binary, root, transcript};

fn print(args: &[&str]) -> String {
    let run = transcript(binary("tablegen-analyzer"), args, &root());
    let text = run.strip_prefix("exit 0\n--- stdout\n");
    text.unwrap_or_else(|| panic!("{args:?}: {run}")).to_owned()
}

/// Whether a program is there.
fn has(program: &str) -> bool {
    let mut run = Command::new(program);
    let run = run
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    run.status().is_ok()
}

/// What bash proposes for a command line whose last word is being typed.
fn proposed(line: &str) -> String {
    let dir = TempDir::new("completions");
    let script = dir.write("script", print(&["completions", "bash"]));
    // Bash makes a word of its own of an equals sign.
    let line = line.replace('=', " = ");
    let words: Vec<String> = line.split(' ').map(|it| format!("'{it}'")).collect();
    let words = words.join(" ");
    let asked = format!(
        "source '{}'; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
         _tablegen_analyzer; echo \"${{COMPREPLY[*]}}\"",
        script.display()
    );
    let done = Command::new("bash").args(["-c", &asked]).output();
    let done = done.expect("bash runs");
    assert!(done.stderr.is_empty(), "{done:?}");
    String::from_utf8_lossy(&done.stdout).trim().to_owned()
}

#[test]
fn what_bash_proposes() {
    if !has("bash") {
        return;
    }
    let check = |line: &str, want: &str| assert_eq!(proposed(line), want, "{line}");
    check("tablegen-analyzer ch", "check");
    check("tablegen-analyzer check --f", "--format");
    check("tablegen-analyzer check --format s", "sarif");
    check("tablegen-analyzer check --format=git", "github gitlab");
    check(
        "tablegen-analyzer check --format=",
        "text json sarif github gitlab",
    );
    check("tablegen-analyzer completions ", "bash fish zsh");
    check("tablegen-analyzer tblgen -gen-subt", "-gen-subtarget");
    // Nothing is proposed, so that bash proposes files.
    check("tablegen-analyzer check a", "");
    check("tablegen-analyzer frobnicate ", "");
}

#[test]
fn shells_accept_their_completions() {
    for (shell, check) in [("bash", "-n"), ("fish", "--no-execute"), ("zsh", "-n")] {
        let dir = TempDir::new("completions");
        let script = dir.write("script", print(&["completions", shell]));
        if has(shell) {
            let done = Command::new(shell).arg(check).arg(script).output();
            let done = done.expect("it runs");
            assert!(done.status.success() && done.stderr.is_empty(), "{done:?}");
        }
    }
}

#[test]
fn completions_know_all_options() {
    for shell in ["bash", "fish", "zsh"] {
        let text = print(&["completions", shell]);
        for name in ["changed-since", "indent-let", "gen-register-info", "sarif"] {
            assert!(text.contains(name), "{shell}: {name}");
        }
    }
    let run = transcript(
        binary("tablegen-analyzer"),
        &["completions", "csh"],
        &root(),
    );
    assert!(run.starts_with("exit 2\n"), "{run}");
}

#[test]
fn manual_pages() {
    let page = print(&["man"]);
    for part in [
        ".TH TABLEGEN\\-ANALYZER 1",
        ".SS check [OPTION]... PATH...",
        "\\fB\\-\\-changed\\-since\\fR=\\fIREVISION\\fR",
        ".SH EXIT STATUS",
    ] {
        assert!(page.contains(part), "{part}");
    }
    let page = print(&["man", "tblgen"]);
    assert!(page.contains("\\fB\\-gen\\-register\\-info\\fR"), "{page}");
    // No text is a request by mistake.
    for line in page.lines().filter(|it| it.starts_with(['.', '\''])) {
        assert!([".TH", ".SH", ".TP", ".BR"].contains(&&line[..3]), "{line}");
    }
}

/// Each option of the table is one of its command.
#[test]
fn commands_take_the_options_of_their_help() {
    let dir = TempDir::new("options");
    dir.write("a.td", "def a;\n");
    let run = |args: &[&str]| transcript(binary("tablegen-analyzer"), args, dir.path());
    for command in ["batch", "check", "format", "stats", "tags", "units"] {
        let help = run(&[command, "--help"]);
        let options = help.lines().filter(|it| it.starts_with("  -"));
        let options: Vec<&str> = options
            .filter_map(|it| it.trim_start().split([' ', '=']).next())
            .collect();
        assert!(!options.is_empty(), "{help}");
        for option in options {
            let said = run(&[command, option]);
            let mut words = ["no option", "unknown", "Unknown"].iter();
            assert!(!words.any(|it| said.contains(it)), "{command}: {said}");
        }
    }
}
