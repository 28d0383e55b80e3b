//! The command line as a user meets it.

use expect_test::{Expect, expect};
use tests::{TempDir, binary, root, transcript};

fn check(args: &[&str], want: Expect) {
    want.assert_eq(&transcript(binary("tablegen-analyzer"), args, root()));
}

#[test]
fn what_is_not_built_yet_says_so() {
    for command in ["lsp", "tags", "batch", "stats"] {
        let want = format!("exit 2\n--- stderr\ntablegen-analyzer: '{command}' is not built yet\n");
        assert_eq!(
            transcript(binary("tablegen-analyzer"), &[command], root()),
            want
        );
    }
    // Without a command on something other than a terminal, the language server is meant.
    for args in [&[][..], &["--stdio"]] {
        let run = transcript(binary("tablegen-analyzer"), args, root());
        assert_eq!(
            run,
            "exit 2\n--- stderr\ntablegen-analyzer: 'lsp' is not built yet\n"
        );
    }
    let run = transcript(binary("tdtags"), &["a.td"], root());
    assert_eq!(
        run,
        "exit 2\n--- stderr\ntablegen-analyzer: 'tags' is not built yet\n"
    );
    check(
        &["tblgen", "-print-records", "a.td"],
        expect![[r#"
        exit 2
        --- stderr
        tablegen-analyzer: 'tblgen' is not built yet
    "#]],
    );
}

#[test]
fn help_goes_to_standard_output() {
    let run = transcript(binary("tablegen-analyzer"), &["help"], root());
    assert!(
        run.starts_with("exit 0\n--- stdout\nA language server"),
        "{run}"
    );
}

#[test]
fn an_unknown_command() {
    check(
        &["frobnicate"],
        expect![[r#"
        exit 2
        --- stderr
        tablegen-analyzer: no command 'frobnicate'; see tablegen-analyzer help
    "#]],
    );
}

#[test]
fn the_driver_reports_its_command_line_as_llvm_tblgen_does() {
    check(
        &["tblgen", "-gen-foo", "-o"],
        expect![[r#"
        exit 1
        --- stderr
        tablegen-analyzer tblgen: Unknown command line argument '-gen-foo'.  Try: 'tablegen-analyzer tblgen --help'
        tablegen-analyzer tblgen: Did you mean '--gen-vt'?
        tablegen-analyzer tblgen: for the -o option: requires a value!
    "#]],
    );
}

#[test]
fn links_named_like_the_reference_are_the_driver() {
    let dir = TempDir::new("links");
    for name in ["llvm-tblgen-19", "clang-tblgen"] {
        let link = dir.path().join(name);
        std::os::unix::fs::symlink(binary("tablegen-analyzer"), &link).unwrap();
        let run = transcript(&link, &["--lazy=x"], root());
        let error = "for the --lazy option: 'x' is invalid value for boolean argument! Try 0 or 1";
        assert_eq!(run, format!("exit 1\n--- stderr\n{name}: {error}\n"));
    }
}
