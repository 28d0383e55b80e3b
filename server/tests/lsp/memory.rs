//! What the server keeps in memory, and what it frees.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde_json::json;
use tests::lsp::{Client, PATIENCE};

use crate::own::{ask, start};

#[test]
fn what_the_server_has_in_memory() {
    let mut client = start("memory");
    let document = json!({"textDocument": {"uri": client.uri("Base.td")}});
    let tree = ask(&mut client, "tablegen/syntaxTree", document);
    let tree = tree.as_str().unwrap_or("");
    assert!(tree.starts_with("SOURCE_FILE@0.."), "{tree}");
    let memory = ask(&mut client, "tablegen/memory", json!({}));
    assert_eq!(memory["units"].as_array().map(Vec::len), Some(1));
}

/// Waits until the loaded units satisfy a condition. For each, in the order of their names, it gets the number of values.
fn wait_for_memory(client: &mut Client, holds: impl Fn(&[u64]) -> bool) {
    let end = Instant::now() + PATIENCE;
    loop {
        let memory = ask(client, "tablegen/memory", json!({}));
        let units = memory["units"].as_array().expect("a list").iter();
        let sizes = units.map(|it| (it["unit"].as_str(), it["values"].as_u64()));
        let sizes: BTreeMap<_, _> = sizes.collect();
        let sizes: Option<Vec<u64>> = sizes.into_values().collect();
        let sizes = sizes.expect("numbers");
        if holds(&sizes) {
            return;
        }
        assert!(Instant::now() < end, "{sizes:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn units_that_are_not_used_hold_no_records() {
    let files = "\
//- A.td
class A<int n> { int twice = !mul(n, 2); }
foreach n = 0...2000 in def A#n : A<n>;
def $0Last : A<7>;
def Wrong : A<\"\">;
//- B.td
def B;
";
    let options = json!({"limits": {"idle": 1}});
    let mut client = Client::with("idle", files, json!({}), options);
    client.open("A.td");
    let errors = client.diagnostics("A.td");
    wait_for_memory(&mut client, |it| matches!(it, [all] if *all > 2000));
    client.open("B.td");
    wait_for_memory(&mut client, |it| matches!(it, [few, _] if *few < 2000));
    assert_eq!(client.published("A.td"), Some(errors));
    let place = client.at_cursor();
    let hover = ask(&mut client, "textDocument/hover", place).to_string();
    assert!(hover.contains("int twice = 14"), "{hover}");
    client.close("A.td");
    client.close("B.td");
    wait_for_memory(&mut client, <[_]>::is_empty);
}
