//! Dependencies between the crates point one way, and protocols stay in `server`.

use std::collections::BTreeMap;

/// The crates from the bottom up; each may depend on those before it only.
const LAYERS: [&str; 5] = ["syntax", "analysis", "backends", "server", "tests"];

/// What speaks to clients or to the operating system's events.
const PROTOCOL: [&str; 8] = [
    "lsp-types",
    "tower-lsp",
    "tower-lsp-server",
    "tower",
    "tokio",
    "tokio-util",
    "futures",
    "dashmap",
];

/// Each crate of the workspace with what it depends on, except for its tests.
fn dependencies() -> BTreeMap<String, Vec<String>> {
    let output = tests::cargo()
        .args(["metadata", "--no-deps", "--format-version=1"])
        .output()
        .expect("cargo runs");
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let name = |it: &serde_json::Value| it["name"].as_str().expect("a name").to_owned();
    let list = |it: &serde_json::Value| it.as_array().expect("a list").clone();
    list(&metadata["packages"])
        .iter()
        .map(|package| {
            let dependencies = list(&package["dependencies"]);
            let dependencies = dependencies
                .iter()
                .filter(|it| it["kind"] != "dev")
                .map(name);
            (name(package), dependencies.collect())
        })
        .collect()
}

#[test]
fn dependencies_point_one_way() {
    let layer = |name: &String| LAYERS.iter().position(|it| it == name);
    for (name, dependencies) in dependencies() {
        let own = layer(&name).unwrap_or_else(|| panic!("give the crate {name} a layer here"));
        for dependency in dependencies {
            assert!(
                layer(&dependency).is_none_or(|it| it < own),
                "{name} depends on {dependency}"
            );
        }
    }
}

#[test]
fn backends_do_not_know_syntax() {
    assert!(!dependencies()["backends"].contains(&"syntax".to_owned()));
}

#[test]
fn protocols_stay_in_server() {
    for name in ["syntax", "analysis", "backends"] {
        for dependency in &dependencies()[name] {
            assert!(
                !PROTOCOL.contains(&dependency.as_str()),
                "{name} depends on {dependency}"
            );
        }
    }
}

/// The server's sources without what they are tested with.
fn server_sources() -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![tests::root().join("server/src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if !path.ends_with("tests.rs") {
                let text = std::fs::read_to_string(&path).expect("a source");
                let code = text.split("#[cfg(test)]").next().unwrap_or_default();
                let code = code.split("#[cfg(all(test").next().unwrap_or_default();
                found.push((path.display().to_string(), code.to_owned()));
            }
        }
    }
    found
}

/// Nobody but these may call such.
fn check_calls(calls: &[&str], allowed: &[&str]) {
    for (path, code) in server_sources() {
        let called = calls.iter().find(|it| code.contains(**it));
        let is_allowed = allowed.iter().any(|it| path.ends_with(it));
        assert!(called.is_none() || is_allowed, "{path}: {called:?}");
    }
}

#[test]
fn files_are_opened_in_one_place() {
    let opens = [
        "fs::read(",
        "fs::read_to_string(",
        "File::open(",
        "OpenOptions::new(",
    ];
    // The system's word on the process itself.
    check_calls(&opens, &["src/disk.rs", "src/usage.rs"]);
}

#[test]
fn programs_are_run_in_few_places() {
    // What the user names, git as `docs/protocol.md` says, and this very program.
    let known = [
        "src/external.rs",
        "src/lsp/previews/run.rs",
        "src/lsp/git.rs",
        "src/demo.rs",
        "src/demo/session.rs",
    ];
    check_calls(&["Command::new("], &known);
}
