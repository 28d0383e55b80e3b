//! Diagnostics for users: `check` and the server report the same ones, once each, at the same places.

mod headers;
mod names;
mod places;
mod syntax;
mod values;

use std::path::Path;
use std::process::{Command, Stdio};

use expect_test::Expect;
use serde_json::{Value, json};
use tests::lsp::{Client, capabilities};
use tests::{TempDir, binary};

/// The output of `check` for a file: for each error and warning its place, then its notes.
fn by_check(dir: &Path, file: &str) -> Vec<String> {
    let output = Command::new(binary("tablegen-analyzer"))
        .args(["check", "--compat=22", "--format=json", "-I", ".", file])
        .current_dir(dir)
        .stdin(Stdio::null())
        .output()
        .expect("check runs");
    let text = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    let place = |it: &Value| {
        let file = it["file"].as_str().unwrap_or("?");
        let file = file.strip_prefix("./").unwrap_or(file);
        format!(
            "{file}:{}: {}",
            it["line"],
            it["message"].as_str().unwrap_or("")
        )
    };
    let findings = text
        .lines()
        .map(|it| serde_json::from_str::<Value>(it).expect("JSON"));
    let findings = findings.filter(|it| it["severity"] != "note");
    let lines = findings.map(|it| {
        let mut line = place(&it);
        for note in it["notes"].as_array().into_iter().flatten() {
            if note["file"].is_null() {
                line += &format!("\nnote: {}", note["message"].as_str().unwrap_or(""))
            } else {
                line += &format!(" ~ {}", place(note))
            }
        }
        line
    });
    let mut lines: Vec<String> = lines.collect();
    lines.sort();
    lines
}

/// The server's diagnostics for the same file.
fn by_server(client: &mut Client, file: &str) -> Vec<String> {
    client.open(file);
    // Messages with numbers of records are sent after the complete check.
    client.settle();
    let params = json!({"textDocument": {"uri": client.uri(file)}});
    let report = client.ask("textDocument/diagnostic", params);
    client.close(file);
    let report = report.unwrap_or_default();
    let items = report["items"].as_array().into_iter().flatten();
    let items = items.filter(|it| matches!(it["severity"].as_i64(), Some(1 | 2)));
    let lines = items.map(|it| {
        let number = it["range"]["start"]["line"].as_i64().unwrap_or(-1) + 1;
        let mut line = format!("{file}:{number}: {}", it["message"].as_str().unwrap_or(""));
        for note in it["relatedInformation"].as_array().into_iter().flatten() {
            let at = &note["location"];
            let number = at["range"]["start"]["line"].as_i64().unwrap_or(-1) + 1;
            let name = client.show_uri(&at["uri"]);
            line += &format!(
                " ~ {name}:{number}: {}",
                note["message"].as_str().unwrap_or("")
            );
        }
        line
    });
    let mut lines: Vec<String> = lines.collect();
    lines.sort();
    lines
}

/// A server for the files of a folder, which are copied.
fn server(name: &str, folder: &Path) -> Client {
    let mut client = Client::prepared(name, "", |dir, _| copy(folder, dir));
    let mut capabilities = capabilities();
    capabilities["textDocument"]["diagnostic"] = json!({});
    client.initialize(&capabilities, &json!({"includeDirs": ["."], "compat": 22}));
    client
}

fn copy(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            std::fs::create_dir_all(&target).expect("a new folder");
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("a copy");
        }
    }
}

/// Tests run at once, each in folders of its own.
fn name_of_test() -> String {
    let thread = std::thread::current();
    format!(
        "people-{}",
        thread.name().unwrap_or("test").replace("::", "-")
    )
}

/// Shows the common messages about the first of some files.
fn check(files: &[(&str, &str)], want: Expect) {
    let name = name_of_test();
    let dir = TempDir::new(&name);
    for (name, text) in files {
        dir.write(name, text);
    }
    let (file, _) = files[0];
    let said = by_check(dir.path(), file);
    want.assert_eq(&said.iter().map(|it| format!("{it}\n")).collect::<String>());
    let own: Vec<_> = said
        .into_iter()
        .filter(|it| it.starts_with(&format!("{file}:")))
        .collect();
    assert_eq!(
        by_server(&mut server(&format!("{name}-server"), dir.path()), file),
        own
    );
}
