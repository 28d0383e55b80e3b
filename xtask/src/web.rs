//! The page and its engine, as a folder that any host of static files can serve.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};

use crate::build::{self, at, done, read};
use crate::options::Options;
use crate::tree::Tree;

pub(crate) const TARGET: &str = "wasm32-wasip1";
/// The size of the module's stack in bytes. The page lets the engine use only a part of the stack
/// (`editors/web/engine.js`).
const STACK: usize = 4 << 20;

/// The examples, each with its name and its files. The first file is the root.
const EXAMPLES: &[(&str, &[&str])] = &[
    ("A table to search", &["search/Search.td"]),
    (
        "A small target",
        &[
            "toy/Toy.td",
            "toy/Instructions.td",
            "toy/Registers.td",
            "toy/Base.td",
        ],
    ),
    ("Mistakes", &["toy/Broken.td"]),
];

/// Makes the page in the folder that the options name. An error is a message for the user.
pub(crate) fn run(options: &Options) -> Result<(), String> {
    let root = build::root()?;
    let engine = match &options.program {
        Some(engine) => engine.clone(),
        None => engine(&root, &options.profile)?,
    };
    let tree = tree(&root, &engine)?;
    tree.write(&options.out)
        .map_err(|it| at(&options.out, &it))?;
    for entry in tree.entries() {
        let packed = gzip_len(&entry.bytes).map_err(|it| it.to_string())?;
        let size = entry.bytes.len();
        eprintln!("{size:>9} {packed:>9} packed  {}", entry.path);
    }
    Ok(())
}

/// The files of the page.
pub(crate) fn tree(root: &Path, engine: &Path) -> Result<Tree, String> {
    let page = root.join("editors/web");
    let mut tree = Tree::default();
    for entry in fs::read_dir(&page).map_err(|it| at(&page, &it))? {
        let path = entry.map_err(|it| at(&page, &it))?.path();
        let name = path.file_name().and_then(|it| it.to_str());
        if let Some(name) = name.filter(|_| path.is_file()) {
            tree.add(name, read(&path)?);
        }
    }
    tree.add("examples.json", examples(&root.join("examples"))?);
    tree.add("engine.wasm", read(engine)?);
    for file in ["LICENSE", "NOTICE"] {
        tree.add(file, read(&root.join(file))?);
    }
    Ok(tree)
}

/// Compiles the engine. Returns the path of the module.
pub(crate) fn engine(root: &Path, profile: &str) -> Result<PathBuf, String> {
    let mut cargo = build::cargo(root, TARGET);
    cargo.args(["rustc", "--locked", "-p", "web", "--lib"]);
    cargo.args(["--crate-type", "cdylib", "--target", TARGET]);
    cargo.args(["--profile", profile]);
    let stack = format!("-Clink-arg=-zstack-size={STACK}");
    // Without this export, each exported function would call the constructors, which have to run once.
    let once = "-Clink-arg=--export=__wasm_call_ctors";
    cargo.args(["--", &stack, once]);
    done(&mut cargo).map_err(|it| format!("{it}\n{}", advice()))?;
    Ok(build::folder(root, TARGET, profile).join("web.wasm"))
}

/// Advice on installing the target's standard library, if the compiler lacks it.
fn advice() -> String {
    let has = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", TARGET])
        .output()
        .is_ok_and(|it| Path::new(String::from_utf8_lossy(&it.stdout).trim()).exists());
    if has {
        String::new()
    } else {
        format!("`rustup target add {TARGET}` adds what is missing")
    }
}

/// The examples as the page reads them.
fn examples(folder: &Path) -> Result<String, String> {
    let mut all = Vec::new();
    for (name, files) in EXAMPLES {
        let mut texts = serde_json::Map::new();
        for file in *files {
            let text = String::from_utf8_lossy(&read(&folder.join(file))?).into_owned();
            texts.insert(short(file).to_owned(), Value::String(text));
        }
        all.push(json!({ "name": name, "root": short(files[0]), "files": texts }));
    }
    Ok(Value::Array(all).to_string())
}

/// The name of a file without its folder.
fn short(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn gzip_len(bytes: &[u8]) -> std::io::Result<usize> {
    let mut out = GzEncoder::new(Vec::new(), Compression::best());
    out.write_all(bytes)?;
    Ok(out.finish()?.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_there() {
        let text = examples(&build::root().unwrap().join("examples")).unwrap();
        let all: Value = serde_json::from_str(&text).unwrap();
        let root = |it: &Value| it["files"][it["root"].as_str().unwrap()].is_string();
        assert!(all.as_array().unwrap().iter().all(root), "{all}");
    }
}
