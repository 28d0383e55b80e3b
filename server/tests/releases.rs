//! The release of a root: the same for `tblgen`, `batch`, `check`, `units` and the server.

use tests::lsp::{self, Client, uri};
use tests::{TempDir, binary, transcript};

use serde_json::{Value, json};

/// The records differ in each release: 21 prints `$` before the name of an operator, and 22 keeps it in a `!con`.
const ROOT: &str = "def op;\ndef X { dag a = (op:$n 1); dag b = !con((op:$n 1), (op 2)); }\n";
/// The errors of a check: 22 refuses the shift, and 19 begins the message about the number with a capital letter.
const WRONG: &str = "def X { int a = !shl(1, 65); }\ndefvar y = 99999999999999999999;\n";

const DECLARATION: &str = "cmake/Modules/LLVMVersion.cmake";

fn declare(dir: &TempDir, version: u32) {
    dir.write(DECLARATION, format!("set(LLVM_VERSION_MAJOR {version})\n"));
}

/// The release that a driver follows, judged by its output.
#[cfg(unix)]
fn followed(program: &std::path::Path, args: &[&str], dir: &TempDir) -> u32 {
    release_of(&transcript(program, args, dir.path()))
}

fn release_of(records: &str) -> u32 {
    match records {
        _ if records.contains("dag b = (op:$n 1, 2)") => 22,
        _ if records.contains("dag a = (op:$n 1)") => 21,
        _ if records.contains("dag a = (op:n 1)") => 19,
        _ => panic!("{records}"),
    }
}

#[cfg(unix)]
#[test]
fn an_option_then_the_name_of_the_link_then_the_sources_then_the_newest() {
    let dir = TempDir::new("releases");
    dir.write("lib/a.td", ROOT);
    let link = |name: &str| {
        let link = dir.path().join(name);
        std::os::unix::fs::symlink(binary("tablegen-analyzer"), &link).expect("a link");
        link
    };
    let plain = link("llvm-tblgen");
    assert_eq!(followed(&plain, &["lib/a.td"], &dir), 22);
    for (version, want) in [(18, 19), (19, 19), (20, 21), (21, 21), (22, 22), (23, 22)] {
        declare(&dir, version);
        assert_eq!(followed(&plain, &["lib/a.td"], &dir), want, "{version}");
    }
    declare(&dir, 21);
    for (name, want) in [
        ("llvm-tblgen-19", 19),
        ("clang-tblgen-20", 21),
        ("my-llvm-tblgen-21.1", 21),
        ("mlir-tblgen-23", 22),
    ] {
        let linked = link(name);
        assert_eq!(followed(&linked, &["lib/a.td"], &dir), want, "{name}");
        for (option, want) in [("19", 19), ("20", 21), ("21", 21), ("22", 22), ("main", 22)] {
            let args = [&format!("--compat={option}"), "lib/a.td"];
            assert_eq!(followed(&linked, &args, &dir), want, "{name} {option}");
        }
    }
    // The first include directory that is part of an LLVM takes precedence over the root's own folder.
    let header = "installed/include/llvm/Config/llvm-config.h";
    dir.write(header, "#define LLVM_VERSION_MAJOR 19\n");
    let args = ["-I", "installed/include", "lib/a.td"];
    assert_eq!(followed(&plain, &args, &dir), 19);
}

#[test]
fn unknown_releases_are_errors() {
    let dir = TempDir::new("releases");
    dir.write("a.td", ROOT);
    let run = |args: &[&str]| transcript(binary("tablegen-analyzer"), args, dir.path());
    for value in ["18", "23", "x", ""] {
        let option = format!("--compat={value}");
        assert_eq!(
            run(&["tblgen", &option, "a.td"]),
            format!(
                "exit 1\n--- stderr\ntablegen-analyzer tblgen: for the --compat option: Cannot find option named '{value}'!\n"
            )
        );
        assert_eq!(
            run(&["check", &option, "a.td"]),
            "exit 2\n--- stderr\ntablegen-analyzer: check: --compat is one of 19, 20, 21, 22, main\n"
        );
    }
}

#[test]
fn rows_of_a_batch_follow_their_tools() {
    let dir = TempDir::new("releases");
    dir.write("a.td", ROOT);
    declare(&dir, 21);
    let mut rows = "id\ttool\tbackend\targs\tinclude_dirs\troot\n".to_owned();
    let wanted = [
        ("llvm-tblgen", "", 21),
        ("llvm-tblgen-22", "", 22),
        ("llvm-tblgen-22", "--compat=19", 19),
    ];
    for (at, (tool, args, _)) in wanted.iter().enumerate() {
        rows += &format!("{at}\t{tool}\t-print-records\t{args}\t\ta.td\n");
    }
    dir.write("rows", rows);
    let args = ["batch", "rows", "--out", "out"];
    let said = transcript(binary("tablegen-analyzer"), &args, dir.path());
    assert!(said.starts_with("exit 0\n"), "{said}");
    for (at, (tool, args, want)) in wanted.iter().enumerate() {
        let text = std::fs::read_to_string(dir.path().join(format!("out/{at}"))).expect("a table");
        assert_eq!(release_of(&text), *want, "{tool} {args}");
    }
}

/// The release that messages are worded by.
fn release_of_words(messages: &str) -> u32 {
    match messages {
        _ if messages.contains("out of bounds shift") => 22,
        _ if messages.contains("number out of range") => 21,
        _ if messages.contains("Number out of range") => 19,
        _ => panic!("{messages}"),
    }
}

fn server_of(dir: &TempDir, settings: &Value) -> Client {
    let mut client = Client::raw("releases", "");
    let folder = uri(dir.path());
    let params = json!({
        "rootUri": folder,
        "workspaceFolders": [{"uri": folder, "name": "ws"}],
        "capabilities": lsp::capabilities(),
        "initializationOptions": settings,
    });
    client.ask("initialize", params).expect("it starts");
    client.notify("initialized", json!({}));
    client
}

#[test]
fn check_units_and_the_server_follow_the_build_and_the_sources() {
    for (cmake, version, setting, want, words) in [
        ("", Some(21), Value::Null, 21, "21"),
        ("", Some(23), Value::Null, 22, "23, read and written as 22"),
        ("", None, Value::Null, 22, "22"),
        ("llvm-tblgen-19", Some(21), Value::Null, 19, "19"),
        (
            "llvm-tblgen --compat=20",
            Some(19),
            Value::Null,
            21,
            "20, read and written as 21",
        ),
        ("llvm-tblgen-19", None, json!("21"), 21, "21"),
        ("", None, json!(20), 21, "20, read and written as 21"),
    ] {
        let dir = TempDir::new("releases");
        dir.write("a.td", WRONG);
        if let Some(version) = version {
            declare(&dir, version);
        }
        if !cmake.is_empty() {
            let command = format!(
                "add_custom_command(OUTPUT a.inc COMMAND {cmake} -print-enums a.td -o a.inc)\n"
            );
            dir.write("CMakeLists.txt", command);
        }
        let case = format!("{cmake} {version:?} {setting}");
        let run = |args: &[&str]| transcript(binary("tablegen-analyzer"), args, dir.path());
        if setting.is_null() {
            assert_eq!(release_of_words(&run(&["check", "."])), want, "{case}");
            let units = run(&["units"]);
            assert!(
                units.contains(&format!("  release  {words}\n")),
                "{case}: {units}"
            );
        }
        let mut client = server_of(&dir, &json!({ "compat": setting }));
        let uri = uri(&dir.path().join("a.td"));
        let document = json!({"uri": uri, "languageId": "tablegen", "version": 1, "text": WRONG});
        client.notify("textDocument/didOpen", json!({ "textDocument": document }));
        let params = json!({"textDocument": {"uri": uri}});
        let units = client
            .ask("tablegen/units", params.clone())
            .expect("a list");
        assert_eq!(units[0]["compat"], want, "{case}");
        assert_eq!(units[0]["release"], format!("LLVM {words}"), "{case}");
        let found = client
            .ask("textDocument/diagnostic", params)
            .expect("diagnostics");
        assert_eq!(
            release_of_words(&found.to_string()),
            want,
            "{case}: {found}"
        );
    }
}
