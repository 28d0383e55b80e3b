//! Functions that the tasks share: running cargo and other commands, and paths.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) const NAME: &str = "tablegen-analyzer";

/// The root of the repository.
pub(crate) fn root() -> Result<PathBuf, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    root.canonicalize().map_err(|it| it.to_string())
}

/// A cargo command for a target. Its results depend neither on the paths of folders on this machine nor on the time.
pub(crate) fn cargo(root: &Path, target: &str) -> Command {
    let mut flags: Vec<String> = without_time(target)
        .map(str::to_owned)
        .into_iter()
        .collect();
    let cargo_home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let cargo_home = cargo_home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    for (folder, name) in [(Some(root.to_owned()), NAME), (cargo_home, "cargo")] {
        if let Some(folder) = folder {
            flags.push(format!("--remap-path-prefix={}=/{name}", folder.display()));
        }
    }
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root);
    cargo.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
    cargo.env("CARGO_INCREMENTAL", "0");
    cargo
}

/// The compiler flag that keeps the linker from writing the time into a program for Windows; `None` for other targets.
fn without_time(target: &str) -> Option<&'static str> {
    if target.ends_with("-windows-gnu") {
        Some("-Clink-arg=-Wl,--no-insert-timestamp")
    } else if target.ends_with("-windows-msvc") {
        Some("-Clink-arg=/Brepro")
    } else {
        None
    }
}

/// The folder in which cargo puts the results of building for a target.
pub(crate) fn folder(root: &Path, target: &str, profile: &str) -> PathBuf {
    let folder =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let profile = match profile {
        "dev" => "debug",
        profile => profile,
    };
    folder.join(target).join(profile)
}

/// Runs a command. An error if it fails.
pub(crate) fn done(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_owned();
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{}: {status}", name.display())),
        Err(error) => Err(at(Path::new(&name), &error)),
    }
}

/// The standard output of a command. An error if it fails.
pub(crate) fn output(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_owned();
    let done = command.output().map_err(|it| at(Path::new(&name), &it))?;
    if done.status.success() {
        Ok(String::from_utf8_lossy(&done.stdout).into_owned())
    } else {
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        Err(format!("{}: {}\n{said}", name.display(), done.status))
    }
}

pub(crate) fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|it| at(path, &it))
}

pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|it| at(path, &it))
}

pub(crate) fn at(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}
