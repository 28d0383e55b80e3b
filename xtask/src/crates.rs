//! Packages the crates for the registry, in a copy of the repository. In the copy, the names of the crates have a
//! prefix, since the registry has other crates with the short names.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::build::{self, NAME, at, done, output, write};
use crate::options::Options;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Copies the repository to a folder, and packages the crates that are published. An error is a message for the user.
pub(crate) fn run(options: &Options) -> Result<(), String> {
    let root = build::root()?;
    let out = &options.out;
    if out.exists() {
        fs::remove_dir_all(out).map_err(|it| at(out, &it))?;
    }
    let files = output(Command::new("git").arg("ls-files").current_dir(&root))?;
    let manifest = read(&root.join("Cargo.toml"))?;
    let names = names(&manifest);
    for file in files.lines() {
        let path = root.join(file);
        // Symbolic links are not copied. They lead to other files of the repository, and no crate reads a file through
        // a link.
        if path.is_symlink() || !path.is_file() {
            continue;
        }
        match file {
            "Cargo.toml" => add(out, file, with_versions(&manifest))?,
            // The lock file contains the old names. Cargo creates a new one with the new names.
            "Cargo.lock" => {}
            "server/src/demo.rs" => {
                let text = read(&path)?;
                add(
                    out,
                    file,
                    text.replace("\"../../examples/", "\"../examples/"),
                )?;
            }
            _ => match file.strip_suffix("/Cargo.toml") {
                Some(folder) => {
                    add(out, file, published(&read(&path)?, &names))?;
                    for file in ["LICENSE", "NOTICE"] {
                        add(out, &format!("{folder}/{file}"), read(&root.join(file))?)?;
                    }
                }
                None => add(out, file, build::read(&path)?)?,
            },
        }
        // A crate's package contains only files of the crate's folder, so the example is copied to the folder of
        // `server`.
        if file.starts_with("examples/toy/") {
            add(out, &format!("server/{file}"), read(&path)?)?;
        }
    }
    let mut package = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    package.args(["package", "--workspace", "--allow-dirty"]);
    for name in OWN {
        package.args(["--exclude", name]);
    }
    if !options.verify {
        package.arg("--no-verify");
    }
    done(package.current_dir(out))
}

/// Writes a file of the copy.
fn add(out: &Path, file: &str, bytes: impl AsRef<[u8]>) -> Result<(), String> {
    let path = out.join(file);
    let folder = path.parent().unwrap_or(out);
    fs::create_dir_all(folder).map_err(|it| at(folder, &it))?;
    write(&path, bytes.as_ref())
}

/// The crates that are not published: tests, helpers of tests, the page, and this crate.
const OWN: &[&str] = &["backend-testing", "tests", "web", "xtask"];

/// The short names of the published crates, from the lines `name = { path = "folder" }` of the workspace's manifest.
fn names(manifest: &str) -> Vec<String> {
    let paths = manifest.lines().filter(|it| it.contains("{ path = "));
    let names = paths.filter_map(|it| Some(it.split_once(" = ")?.0.to_owned()));
    names.filter(|it| !OWN.contains(&it.as_str())).collect()
}

/// The name of a crate in the registry.
fn published_name(name: &str) -> String {
    match name {
        "server" => NAME.to_owned(),
        name => format!("{NAME}-{name}"),
    }
}

/// The workspace's manifest, with the names and versions of published crates.
fn with_versions(manifest: &str) -> String {
    let names = names(manifest);
    let mut text = String::new();
    for line in manifest.lines() {
        match line.split_once(" = { path = ") {
            Some((name, path)) if names.iter().any(|it| it == name) => {
                let package = published_name(name);
                text += &format!(
                    "{name} = {{ package = \"{package}\", version = \"={VERSION}\", path = {path}\n"
                );
            }
            _ => text += &format!("{line}\n"),
        }
    }
    text
}

/// A crate's manifest with the crate's name in the registry. The library keeps the short name. The manifest of a crate
/// that is not published stays unchanged.
fn published(manifest: &str, names: &[String]) -> String {
    let name = manifest.lines().find_map(|it| {
        let name = it.strip_prefix("name = \"")?.strip_suffix('"')?;
        names.iter().find(|it| *it == name)
    });
    let Some(name) = name else {
        return manifest.to_owned();
    };
    let short = format!("name = \"{name}\"\n");
    let long = format!("name = \"{}\"\n", published_name(name));
    let text = manifest.replacen(&short, &long, 1);
    let text = text.replacen("publish = false\n", "", 1);
    let library = format!("[lib]\nname = \"{}\"\n", name.replace('-', "_"));
    if text.contains("[lib]\n") {
        text.replacen("[lib]\n", &library, 1)
    } else {
        text.replacen(
            "\n[dependencies]",
            &format!("\n{library}\n[dependencies]"),
            1,
        )
    }
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|it| at(path, &it))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn manifests_have_the_names_of_the_registry() {
        let workspace = "[workspace.dependencies]\n\
                         target-model = { path = \"backends/codegen\" }\n\
                         backend-testing = { path = \"backends/testing\" }\n\
                         server = { path = \"server\" }\n\
                         memchr = \"2\"\n";
        let versions = with_versions(workspace).replace(VERSION, "VERSION");
        expect![[r#"
            [workspace.dependencies]
            target-model = { package = "tablegen-analyzer-target-model", version = "=VERSION", path = "backends/codegen" }
            backend-testing = { path = "backends/testing" }
            server = { package = "tablegen-analyzer", version = "=VERSION", path = "server" }
            memchr = "2"
        "#]]
        .assert_eq(&versions);
        let manifest = "[package]\nname = \"target-model\"\npublish = false\n\n[dependencies]\n";
        expect![[r#"
            [package]
            name = "tablegen-analyzer-target-model"

            [lib]
            name = "target_model"

            [dependencies]
        "#]]
        .assert_eq(&published(manifest, &names(workspace)));
    }
}
