//! The command line as a user meets it.

mod completions;
mod format;

use expect_test::{Expect, expect};
use tests::{TempDir, binary, root, transcript};

fn check(args: &[&str], want: Expect) {
    want.assert_eq(&transcript(binary("tablegen-analyzer"), args, &root()));
}

#[test]
fn the_language_server_ends_without_a_client() {
    // Without a command, and if the input is not a terminal, the language server starts.
    for args in [&[][..], &["--stdio"], &["lsp"], &["lsp", "--stdio"]] {
        let run = transcript(binary("tablegen-analyzer"), args, &root());
        assert_eq!(run, "exit 1\n");
    }
}

#[test]
fn help_goes_to_standard_output() {
    let run = transcript(binary("tablegen-analyzer"), &["help"], &root());
    assert!(
        run.starts_with("exit 0\n--- stdout\nA language server"),
        "{run}"
    );
}

#[test]
fn every_command_has_help_and_macros_have_no_values() {
    let dir = TempDir::new("help");
    dir.write("a.td", "def a;\n");
    let run = |args: &[&str]| transcript(binary("tablegen-analyzer"), args, dir.path());
    for command in [
        "lsp", "check", "tblgen", "tags", "stats", "units", "batch", "demo", "format", "man",
    ] {
        let text = run(&[command, "--help"]);
        assert!(
            text.starts_with("exit 0\n--- stdout\n"),
            "{command}: {text}"
        );
    }
    for args in [["check", "-DM=1", "a.td"], ["check", "-DM=1", "."]] {
        expect![[r#"
            exit 2
            --- stderr
            tablegen-analyzer: check: invalid macro name `M=1` specified on command line
        "#]]
        .assert_eq(&run(&args));
    }
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

/// Runs the program in a folder with 512 MiB of address space.
#[cfg(target_os = "linux")]
fn run_in_512_mib(dir: &TempDir, args: &str) -> String {
    let script = format!("ulimit -v 524288 && exec \"$0\" {args}");
    let binary = binary("tablegen-analyzer");
    let binary = binary.to_string_lossy();
    transcript("/bin/sh", &["-c", &script, &binary], dir.path())
}

#[cfg(target_os = "linux")]
#[test]
fn programs_start_in_little_address_space() {
    let dir = TempDir::new("little");
    dir.write("a.td", "def a { int x = 1; }\n");
    dir.write("b.td", "def b { int y = x; }\n");
    for command in [
        "tblgen -null-backend a.td",
        "check a.td",
        "stats a.td",
        "units a.td",
    ] {
        let run = run_in_512_mib(&dir, command);
        assert!(run.starts_with("exit 0\n"), "{command}: {run}");
    }
    let run = run_in_512_mib(&dir, "check b.td");
    assert!(run.contains("b.td:1:17: error"), "{run}");
}

#[cfg(target_os = "linux")]
#[test]
fn what_does_not_fit_on_a_small_stack_is_a_diagnostic() {
    let dir = TempDir::new("small-stack");
    dir.write(
        "class.td",
        "class A<int n> { int v = A<!add(n, 1)>.v; }\ndef a : A<0>;\n",
    );
    // A value that is made level by level becomes deeper than a small stack allows otherwise.
    let grown = "!foldl((op), !range(18000), acc, it, (op acc, it))";
    dir.write(
        "value.td",
        format!("def op; def b {{ dag d = {grown}; }}\n"),
    );
    for command in [
        "tblgen -print-records",
        "tblgen --lazy -print-records",
        "check",
    ] {
        let run = run_in_512_mib(&dir, &format!("{command} class.td"));
        assert!(run.starts_with("exit 1\n"), "{command}: {run}");
        assert!(run.contains("nested"), "{command}: {run}");
        let run = run_in_512_mib(&dir, &format!("{command} value.td"));
        assert!(run.starts_with("exit 0\n"), "{command}: {run}");
    }
}

#[cfg(unix)]
#[test]
fn links_named_like_a_tblgen_are_the_driver() {
    let dir = TempDir::new("links");
    dir.write("a.td", "def a { int x = 1; }\n");
    let driver = transcript(binary("tablegen-analyzer"), &["tblgen", "a.td"], dir.path());
    for name in [
        "llvm-tblgen",
        "llvm-tblgen-19",
        "llvm-min-tblgen",
        "clang-tblgen",
        "mlir-tblgen",
    ] {
        let link = dir.path().join(name);
        std::os::unix::fs::symlink(binary("tablegen-analyzer"), &link).expect("a link");
        assert_eq!(transcript(&link, &["a.td"], dir.path()), driver, "{name}");
        let run = transcript(&link, &["--lazy=x"], dir.path());
        let error = "for the --lazy option: 'x' is invalid value for boolean argument! Try 0 or 1";
        assert_eq!(run, format!("exit 1\n--- stderr\n{name}: {error}\n"));
    }
}

#[test]
fn only_mlir_tblgen_reports_uses_of_deprecated_records() {
    let dir = TempDir::new("deprecated");
    let source = "class PassBase; class Deprecated<string reason> { string odsDeprecated = reason; }\n\
                  def Old : Deprecated<\"use New\">;\n\
                  def user { list<Deprecated> uses = [Old]; }\n";
    dir.write("a.td", source);
    let run = |args: &[&str]| {
        let args: Vec<&str> = ["tblgen", "-o", "out"]
            .iter()
            .chain(args)
            .copied()
            .collect();
        transcript(binary("tablegen-analyzer"), &args, dir.path())
    };
    assert_eq!(run(&["--tool=llvm", "a.td"]), "exit 0\n");
    assert_eq!(
        run(&["--tool=mlir", "-on-deprecated=none", "a.td"]),
        "exit 0\n"
    );
    let warning = expect![[r#"
        --- stderr
        a.td:3:5: warning: Using deprecated def `Old`
        def user { list<Deprecated> uses = [Old]; }
            ^
        note: use New
    "#]];
    let text = run(&["--tool=mlir", "a.td"]);
    warning.assert_eq(text.strip_prefix("exit 0\n").unwrap_or(&text));
    let text = run(&["-gen-pass-decls", "a.td"]);
    warning.assert_eq(text.strip_prefix("exit 0\n").unwrap_or(&text));
    expect![[r#"
        exit 1
        --- stderr
        a.td:3:5: warning: Using deprecated def `Old`
        def user { list<Deprecated> uses = [Old]; }
            ^
        note: use New
        note: Error'ing out due to deprecated defs
    "#]]
    .assert_eq(&run(&["-gen-pass-decls", "-on-deprecated=error", "a.td"]));
}

#[test]
fn check_prints_all_syntax_errors_of_a_file() {
    check(
        &["check", "examples/toy/Toy.td", "examples/toy/Broken.td"],
        expect![[r#"
            exit 1
            --- stderr
            examples/toy/Broken.td:5:15: error: expected ';' after declaration
                    int Size = 32
                                 ^
            examples/toy/Broken.td:9:23: error: Expected comma before next argument
            def R1 : Register<"r1";
                                  ^
        "#]],
    );
}

#[test]
fn check_of_a_clean_file_prints_nothing() {
    check(
        &["check", "examples/toy/Instructions.td"],
        expect![[r#"
            exit 0
        "#]],
    );
}

#[test]
fn check_of_what_cannot_be_read_or_understood() {
    check(
        &["check", "nothing.td"],
        expect![[r#"
            exit 1
            --- stderr
            tablegen-analyzer: cannot read 'nothing.td': No such file or directory (os error 2)
        "#]],
    );
    check(
        &["check"],
        expect![[r#"
            exit 2
            --- stderr
            tablegen-analyzer: check: no file is given
        "#]],
    );
    check(
        &["check", "--frob", "a.td"],
        expect![[r#"
            exit 2
            --- stderr
            tablegen-analyzer: check: no option '--frob'
        "#]],
    );
}

#[test]
fn check_counts_bytes_as_the_reference_does() {
    let dir = TempDir::new("bytes");
    dir.write("a.td", b"// caf\xe9\ndef \xe9;\n#ifdef A\ndef\n#endif\n");
    let run = |args: &[&str]| transcript(binary("tablegen-analyzer"), args, dir.path());
    expect![[r#"
        exit 1
        --- stderr
        a.td:2:5: error: Unexpected character
        def �;
    "#]]
    .assert_eq(&run(&["check", "--compat=19", "a.td"]));
    expect![[r#"
        exit 1
        --- stderr
        a.td:2:5: error: unexpected character
        def �;
        a.td:6:1: error: Unknown or reserved token when parsing a value

        ^
    "#]]
    .assert_eq(&run(&["check", "-DA", "--compat=22", "a.td"]));
}

#[test]
fn the_demo_is_a_session_of_an_editor() {
    check(
        &["demo"],
        expect![[r#"
            exit 0
            --- stdout
            An editor opens the files of a small target, examples/toy. What follows went through the language
            server's protocol.

            == Errors, all of them (llvm-tblgen stops at the first)

            Broken.td:5:15: expected ';' after declaration
                int Size = 32
            Broken.td:9:23: Expected comma before next argument
                def R1 : Register<"r1";

            == Hovering ADDri in Toy.td: the record that a defm made

            ```tablegen
            def ADDri {	// Instruction Format RI
              bits<32> Inst;	// let in class RI, Instructions.td:35
              let Inst{31-22} = 0b0001000001;	// 0x041
              let Inst{21-17} = dst;
              let Inst{16-12} = a;
              let Inst{11-0} = imm;
              dag Outputs = (outs GPR:$dst);	// argument outputs of class Instruction, Base.td:23
              dag Inputs = (ins GPR:$a, imm12:$imm);	// argument inputs of class Instruction, Base.td:24
              string AsmString = "addi $dst, $a, $imm";	// class Instruction, Base.td:25

              // defaults: MayLoad = 0, MayStore = 0, dst = ?, a = ?, imm = ?
            }
            ```

            == Jumping from SystemRegister<"status", 0> to its class, and from there to TableRow

            SystemRegister -> Toy.td:6
            TableRow -> Base.td:31

            == A live preview of print-records, around the record MEM_w_load

            ... (of 377 lines)
              dag Inputs = (ins GPR:$a, imm12:$imm);
              string AsmString = "sth $dst, $a, $imm";
              bit MayLoad = 0;
              bit MayStore = 1;
              bits<5> dst = { ?, ?, ?, ?, ? };
              bits<5> a = { ?, ?, ?, ?, ? };
              bits<12> imm = { ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? };
            }
            def MEM_w_load {	// Instruction Format RI
              bits<32> Inst = { 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, dst{4}, dst{3}, dst{2}, dst{1}, dst{0}, a{4}, a{3}, a{2}, a{1}, a{0}, imm{11}, imm{10}, imm{9}, imm{8}, imm{7}, imm{6}, imm{5}, imm{4}, imm{3}, imm{2}, imm{1}, imm{0} };
              dag Outputs = (outs GPR:$dst);
              dag Inputs = (ins GPR:$a, imm12:$imm);
              string AsmString = "ldw $dst, $a, $imm";
              bit MayLoad = 1;
              bit MayStore = 0;
              bits<5> dst = { ?, ?, ?, ?, ? };
            ...

            Somebody types: !cond(..., true: 10) becomes !cond(..., true: 11). The server sends
            what that changes in the table:
              154:   bits<32> Inst = { 0, 0, 0, 1, 0, 0, 1, 0, 1, 1, dst{4}, dst{3}, dst{2}, dst{1}, dst{0}, a{4}, a{3}...
              165:   bits<32> Inst = { 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, dst{4}, dst{3}, dst{2}, dst{1}, dst{0}, a{4}, a{3}...

            == Tags of Instructions.td

            ADDri  Instructions.td  41
            ADDrr  Instructions.td  40
            ANDri  Instructions.td  41
            ANDrr  Instructions.td  40
            Format  Instructions.td  5
            MEM_b_load  Instructions.td  52
            ...
        "#]],
    );
}

#[cfg(unix)]
#[test]
fn streams_that_are_closed_or_full() {
    let dir = TempDir::new("closed-streams");
    dir.write("x.td", "def a;\n");
    dir.write("units.td", "def b;\n");
    // The programs inherit the shell's standard streams.
    let check = |command: &str, want: i32| {
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", &format!("\"$0\" {command}")]);
        shell
            .arg(binary("tablegen-analyzer"))
            .current_dir(dir.path());
        let done = shell.output().expect("a shell");
        assert_eq!(done.status.code(), Some(want), "{command}: {done:?}");
    };
    check("tblgen x.td >/dev/null", 0);
    check("tblgen x.td -o x.inc >&-", 0);
    check("tblgen x.td >&- -o x.inc -d -", 1);
    check("tblgen x.td 2>&-", 0);
    for output in ["1>&-", "1</dev/null", "1>/dev/full"] {
        if output.ends_with("full") && !cfg!(target_os = "linux") {
            continue;
        }
        for command in [
            "tblgen x.td",
            "tblgen --dump-json x.td",
            "tblgen --help",
            "check --format=sarif x.td",
            "units .",
            "tags -f - x.td",
            "stats x.td",
            "help",
        ] {
            check(&format!("{command} {output}"), 1);
        }
    }
    for command in ["tblgen -", "check -", "batch - --out out"] {
        check(
            &format!("{command} <&-"),
            if command.starts_with("batch") { 2 } else { 1 },
        );
    }
    check("lsp >&-", 1);
}
