//! The detection of changes on disk.

use std::sync::mpsc::Sender;
use std::time::Duration;

use project::{FileTree as _, path};
use serde_json::{Value, json};

use super::event::Event;
use driver::workspace::Disk;

/// The interval between checks of the known files, if the client does not watch files.
const INTERVAL: Duration = Duration::from_secs(2);

/// The protocol's bits for the kinds of changes to watch.
const CREATED: u32 = 1;
const DELETED: u32 = 4;

/// The largest number of folder entries that are examined in the search for sources in a created folder.
const MAX_ENTRIES: usize = 10_000;

/// The request to watch files, with the patterns of their paths.
pub(super) fn registration() -> Value {
    let names = [
        "*.td",
        "*.inc",
        "*.cmake",
        "*.bzl",
        "CMakeLists.txt",
        "CMakeCache.txt",
        "BUILD",
        "BUILD.bazel",
        "build.ninja",
        "tablegen_compile_commands.yml",
    ];
    let watchers = names.map(|it| json!({"globPattern": format!("**/{it}")}));
    let mut watchers = watchers.to_vec();
    // A created or deleted folder is reported without the files in it.
    watchers.push(json!({"globPattern": "**/*", "kind": CREATED | DELETED}));
    let registration = json!({
        "id": "files",
        "method": "workspace/didChangeWatchedFiles",
        "registerOptions": {"watchers": watchers},
    });
    json!({"registrations": [registration]})
}

/// Whether a change of a file may change the list of units, judged by the file's name.
pub(super) fn decides_units(file: &str) -> bool {
    let name = path::file_name(file);
    name.ends_with(".cmake")
        || name.ends_with(".bzl")
        || matches!(
            name,
            "CMakeLists.txt"
                | "CMakeCache.txt"
                | "BUILD"
                | "BUILD.bazel"
                | "build.ninja"
                | "tablegen_compile_commands.yml"
        )
}

/// Whether a file may be part of a unit, judged by its name.
pub(super) fn is_source(file: &str) -> bool {
    file.ends_with(".td") || file.ends_with(".inc")
}

/// Whether a path is a folder that contains sources or build files at any depth. True for a folder that is too large to
/// search.
pub(super) fn has_sources(path: &str) -> bool {
    let is_folder = |path: &str| std::fs::symlink_metadata(path).is_ok_and(|it| it.is_dir());
    if !is_folder(path) {
        return false;
    }
    let mut folders = vec![path.to_owned()];
    let mut entries = 0;
    while let Some(folder) = folders.pop() {
        for entry in Disk.list(&folder) {
            entries += 1;
            let is_wanted = is_source(&entry.name) || decides_units(&entry.name);
            if entries > MAX_ENTRIES || is_wanted && !entry.is_folder {
                return true;
            }
            // Links are not followed.
            if entry.is_folder && entry.target.is_none() {
                folders.push(path::join(&folder, &entry.name));
            }
        }
    }
    false
}

/// Starts a thread that makes the main loop check the known files every two seconds.
pub(super) fn poll(owner: Sender<Event>) {
    let thread = std::thread::Builder::new().name("watch".to_owned());
    let look = move || {
        while owner.send(Event::LookAtFiles).is_ok() {
            std::thread::sleep(INTERVAL);
        }
    };
    if let Err(error) = thread.spawn(look) {
        eprintln!("tablegen-analyzer: files are not watched: {error}");
    }
}
