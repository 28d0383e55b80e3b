//! Dependencies between the crates point one way, and so do those between the modules of a crate; protocols stay in
//! `server`.

mod file_names;
mod modules;
mod security;

use std::collections::BTreeMap;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// Each crate with the workspace's crates that it may use.
const CRATES: &[(&str, &[&str])] = &[
    ("syntax", &[]),
    ("ere", &[]),
    ("formats", &[]),
    ("elaborate", &["syntax", "ere"]),
    ("db", &["syntax", "elaborate"]),
    ("ide", &["syntax", "formats", "elaborate", "db"]),
    ("project", &["syntax", "elaborate"]),
    ("backend", &["elaborate"]),
    ("backend-testing", &["elaborate", "backend"]),
    ("target-model", &["elaborate", "ere", "formats", "backend"]),
    ("pattern-model", &["elaborate", "backend", "target-model"]),
    ("generic-backends", &["elaborate", "backend"]),
    ("clang-backends", &["elaborate", "backend"]),
    ("mlir-model", &["elaborate", "formats", "backend"]),
    (
        "mlir-backends",
        &["elaborate", "ere", "backend", "mlir-model"],
    ),
    (
        "llvm-backends",
        &["elaborate", "backend", "target-model", "pattern-model"],
    ),
    (
        "isel-backends",
        &["elaborate", "backend", "target-model", "pattern-model"],
    ),
    (
        "backends",
        &[
            "elaborate",
            "backend",
            "generic-backends",
            "clang-backends",
            "llvm-backends",
            "isel-backends",
            "mlir-backends",
        ],
    ),
    // Models applied to an editor's text; it needs no database.
    (
        "explain",
        &[
            "syntax",
            "elaborate",
            "ide",
            "backend",
            "backends",
            "target-model",
            "pattern-model",
            "mlir-model",
            "mlir-backends",
            "clang-backends",
            "isel-backends",
        ],
    ),
    (
        "driver",
        &["syntax", "elaborate", "db", "ide", "project", "backends"],
    ),
    // Reads files and starts processes through `driver`.
    (
        "symbols",
        &["syntax", "elaborate", "ide", "project", "driver"],
    ),
    // A page in a browser has neither files nor processes.
    (
        "web",
        &["syntax", "elaborate", "db", "ide", "backends", "explain"],
    ),
    (
        "server",
        &[
            "syntax",
            "elaborate",
            "db",
            "ide",
            "project",
            "backends",
            "explain",
            "driver",
            "symbols",
        ],
    ),
    ("tests", &[]),
    ("xtask", &[]),
];

/// Crates for protocols and the operating system's events.
const PROTOCOL: [&str; 7] = [
    "lsp-types",
    "tower-lsp",
    "tower-lsp-server",
    "tower",
    "tokio",
    "tokio-util",
    "futures",
];

struct Package {
    /// Its dependencies, without those of its tests.
    dependencies: Vec<String>,
    folder: PathBuf,
}

/// The crates of the workspace by their names.
fn packages() -> BTreeMap<String, Package> {
    let output = tests::cargo()
        .args(["metadata", "--no-deps", "--format-version=1"])
        .output()
        .expect("cargo runs");
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let text = |it: &serde_json::Value| it.as_str().expect("a text").to_owned();
    let list = |it: &serde_json::Value| it.as_array().expect("a list").clone();
    let packages = list(&metadata["packages"]);
    let packages = packages.iter().map(|package| {
        let dependencies = list(&package["dependencies"]);
        let dependencies = dependencies.iter().filter(|it| it["kind"] != "dev");
        let manifest = text(&package["manifest_path"]);
        let package_of = Package {
            dependencies: dependencies.map(|it| text(&it["name"])).collect(),
            folder: Path::new(&manifest).with_file_name(""),
        };
        (text(&package["name"]), package_of)
    });
    packages.collect()
}

#[test]
fn crates_use_what_lies_below_them() {
    let packages = packages();
    for (name, package) in &packages {
        let known = CRATES.iter().find(|(it, _)| it == name);
        let (_, allowed) = known.unwrap_or_else(|| panic!("say here what {name} may use"));
        for dependency in &package.dependencies {
            assert!(
                !packages.contains_key(dependency) || allowed.contains(&dependency.as_str()),
                "{name} depends on {dependency}"
            );
        }
    }
}

#[test]
fn protocols_stay_in_server() {
    for (name, package) in packages() {
        for dependency in &package.dependencies {
            assert!(
                name == "server" || !PROTOCOL.contains(&dependency.as_str()),
                "{name} depends on {dependency}"
            );
        }
    }
}

#[test]
fn modules_form_no_circles() {
    let mut circles = Vec::new();
    for (name, package) in packages() {
        let modules = modules::read(&package.folder.join("src"));
        assert!(!modules.is_empty(), "{name} has no sources");
        let of_crate = modules::circles(&modules);
        circles.extend(of_crate.iter().map(|it| format!("{name} {it}")));
    }
    assert!(circles.is_empty(), "{circles:#?}");
}

#[test]
fn circles_are_found() {
    let check = |sources: &[(&str, &str)], want: &[&str]| {
        let modules = sources.iter().map(|(module, text)| {
            let names = module.split("::").filter(|it| !it.is_empty());
            (names.map(str::to_owned).collect(), modules::tokens(text))
        });
        assert_eq!(modules::circles(&modules.collect()), want, "{sources:?}");
    };
    let root = ("", "mod a;\nmod b;");
    let uses_b = ("a", "use crate::b::{self, B};");
    check(&[root, uses_b, ("b", "")], &[]);
    check(
        &[root, uses_b, ("b", "use super::a;")],
        &["in : a -> b -> a"],
    );
    check(
        &[root, uses_b, ("b", "fn f() { crate::a::f() }")],
        &["in : a -> b -> a"],
    );
    // Comments, strings and tests are no uses.
    let others = "// crate::a\nconst A: &str = \"crate::a::\\\"\"; /* crate::a */ #[cfg(test)] mod tests { use crate::a; }";
    check(&[root, uses_b, ("b", others)], &[]);
    // A re-export refers to the defining module.
    let gives_out = ("", "mod a;\nmod b;\npub use a::{A, other::Other};");
    check(
        &[gives_out, uses_b, ("b", "use crate::A;")],
        &["in : a -> b -> a"],
    );
    // A module and its submodules count as one.
    check(
        &[
            ("", "mod a;"),
            ("a", "mod b; use b::B;"),
            ("a::b", "use super::A;"),
        ],
        &[],
    );
    let inside = [("a::b", "use super::c;"), ("a::c", "use crate::a::b;")];
    check(
        &[&[("", "mod a;"), ("a", "mod b;\nmod c;")], &inside[..]].concat(),
        &["in a: b -> c -> b"],
    );
}

/// The sources below a folder, without their tests.
fn sources(folder: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![tests::root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "rs") && !path.ends_with("tests.rs") {
                let text = std::fs::read_to_string(&path).expect("a source");
                let code = text.split("#[cfg(test)]").next().unwrap_or_default();
                let code = code.split("#[cfg(all(test").next().unwrap_or_default();
                let path = path.display().to_string().replace(MAIN_SEPARATOR, "/");
                found.push((path, code.to_owned()));
            }
        }
    }
    found
}

/// In the sources below a folder, only these files may contain these calls.
fn check_calls(folder: &str, calls: &[&str], allowed: &[&str]) {
    for (path, code) in sources(folder) {
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
    check_calls("driver/src", &opens, &["src/disk.rs", "src/resources.rs"]);
    check_calls("server/src", &opens, &[]);
    check_calls("symbols/src", &opens, &[]);
}

#[test]
fn programs_are_run_in_few_places() {
    // Programs that the user names, git as `docs/protocol.md` says, and this program itself.
    let known = [
        "src/lsp/previews/run.rs",
        "src/git.rs",
        "src/demo.rs",
        "src/demo/session.rs",
    ];
    check_calls("server/src", &["Command::new("], &known);
    check_calls("driver/src", &["Command::new("], &["src/external.rs"]);
    let own = ["src/generated/process.rs"];
    check_calls("symbols/src", &["Command::new("], &own);
}

/// Models are built by the requesting thread; only work that is independent by construction has separate threads.
#[test]
fn two_files_of_backends_start_threads() {
    let known = ["core/src/context/model.rs", "dag_isel/threads.rs"];
    check_calls(
        "backends",
        &["thread::spawn", "thread::scope", "thread::Builder"],
        &known,
    );
}
