//! Changes on disk.

use std::sync::mpsc::Sender;
use std::time::Duration;

use project::path;
use serde_json::{Value, json};

use super::event::Event;

/// How often files are looked at where the client does not watch them.
const INTERVAL: Duration = Duration::from_secs(2);

/// What the client is asked to watch.
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
    let registration = json!({
        "id": "files",
        "method": "workspace/didChangeWatchedFiles",
        "registerOptions": {"watchers": watchers},
    });
    json!({"registrations": [registration]})
}

/// Whether a file says which units there are.
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

/// Has the owner look at the files it knows from time to time.
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
