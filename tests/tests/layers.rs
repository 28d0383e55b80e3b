//! Dependencies between the crates point one way, and protocols stay in `server`.

use std::collections::BTreeMap;

/// The crates from the bottom up; each may depend on those before it only.
const LAYERS: [&str; 11] = [
    "syntax",
    "analysis",
    "backend",
    "backend-testing",
    "target-model",
    "generic-backends",
    "clang-backends",
    "llvm-backends",
    "backends",
    "server",
    "tests",
];

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
    let dependencies = dependencies();
    let families = [
        "backend",
        "generic-backends",
        "target-model",
        "clang-backends",
        "llvm-backends",
    ];
    for name in families {
        assert!(!dependencies[name].contains(&"syntax".to_owned()), "{name}");
    }
}

#[test]
fn protocols_stay_in_server() {
    for name in ["syntax", "elaborate", "db", "project", "ide", "backends"] {
        for dependency in &dependencies()[name] {
            assert!(
                !PROTOCOL.contains(&dependency.as_str()),
                "{name} depends on {dependency}"
            );
        }
    }
}
