//! Makes the packages for a target.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use sha2::{Digest, Sha256};

use crate::archive;
use crate::build::{self, NAME, at, done, output, read, write};
use crate::options::{Options, Task, WEB_PROFILE};
use crate::tree::Tree;
use crate::web;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Makes the packages that the options name. An error is a message for the user.
pub(crate) fn run(options: &Options) -> Result<(), String> {
    let root = build::root()?;
    let target = match &options.target {
        Some(target) => target.clone(),
        None => host()?,
    };
    let program = match &options.program {
        Some(program) => program.canonicalize().map_err(|it| at(program, &it))?,
        None if target == web::TARGET => web::engine(&root, WEB_PROFILE)?,
        None => build(&root, options, &target)?,
    };
    let tree = if target == web::TARGET {
        web::tree(&root, &program)?
    } else {
        tree(&root, &program, options.docs_from.as_ref(), &target)?
    };
    fs::create_dir_all(&options.out).map_err(|it| at(&options.out, &it))?;
    let out = options
        .out
        .canonicalize()
        .map_err(|it| at(&options.out, &it))?;
    if options.task == Task::Stage {
        return tree.write(&out).map_err(|it| at(&out, &it));
    }
    let time = time(&root)?;
    let name = format!("{NAME}-{VERSION}-{target}");
    let (file, bytes) = if is_windows(&target) {
        (format!("{name}.zip"), archive::zip(&tree, &name))
    } else {
        let bytes = archive::tar_gz(&tree, &name, time);
        (format!("{name}.tar.gz"), bytes)
    };
    let bytes = bytes.map_err(|it| it.to_string())?;
    write(&out.join(file), &bytes)?;
    if options.vsix {
        vsix(&root, &program, &target, time, &out)?;
    }
    checksums(&out)
}

/// The target triple of this machine, as the compiler reports it.
fn host() -> Result<String, String> {
    let said = output(Command::new("rustc").arg("-vV"))?;
    let host = said.lines().find_map(|it| it.strip_prefix("host: "));
    host.map(str::to_owned)
        .ok_or_else(|| "rustc does not say its target".to_owned())
}

fn is_windows(target: &str) -> bool {
    target.contains("-windows-")
}

/// Builds the program. Returns its path.
fn build(root: &Path, options: &Options, target: &str) -> Result<PathBuf, String> {
    let mut cargo = build::cargo(root, target);
    cargo.args(["build", "--locked", "-p", "server"]);
    cargo.args(["--bin", NAME, "--profile", &options.profile]);
    // Without `--target`, cargo would pass the flags to build scripts, too. So the target is given even if it is the
    // host.
    cargo.args(["--target", target]);
    // C compilers use this time for `__TIME__`, which the allocator contains.
    cargo.env("SOURCE_DATE_EPOCH", time(root)?.to_string());
    done(&mut cargo)?;
    Ok(build::folder(root, target, &options.profile).join(program_name(target)))
}

fn program_name(target: &str) -> &'static str {
    if is_windows(target) {
        "tablegen-analyzer.exe"
    } else {
        NAME
    }
}

/// The files of the package, at the paths below `/usr` or `/usr/local` where a system looks for them.
fn tree(
    root: &Path,
    program: &Path,
    docs_from: Option<&PathBuf>,
    target: &str,
) -> Result<Tree, String> {
    let mut tree = Tree::default();
    tree.add_program(&format!("bin/{}", program_name(target)), read(program)?);
    let docs_from = docs_from.map_or(program, PathBuf::as_path);
    let ask = |args: &[&str]| output(Command::new(docs_from).args(args));
    for (page, args) in [
        (NAME, &["man"][..]),
        ("tablegen-analyzer-tblgen", &["man", "tblgen"]),
    ] {
        tree.add(&format!("share/man/man1/{page}.1"), ask(args)?);
    }
    for (shell, path) in [
        ("bash", "bash-completion/completions/tablegen-analyzer"),
        ("fish", "fish/vendor_completions.d/tablegen-analyzer.fish"),
        ("zsh", "zsh/site-functions/_tablegen-analyzer"),
    ] {
        tree.add(&format!("share/{path}"), ask(&["completions", shell])?);
    }
    for file in ["LICENSE", "NOTICE", "README.md", "CHANGELOG.md"] {
        tree.add(&format!("share/doc/{NAME}/{file}"), read(&root.join(file))?);
    }
    add_plugin(&mut tree, root)?;
    Ok(tree)
}

/// Adds the plugin for Neovim to a folder in which Neovim looks for plugins of the system.
fn add_plugin(tree: &mut Tree, root: &Path) -> Result<(), String> {
    const PLUGIN: &str = "share/nvim/site/pack/tablegen/start/tablegen-analyzer";
    // These folders are copied from the Vim plugin. In the repository, the Neovim plugin has only links to them, which
    // are not folders on Windows.
    for (editor, folders) in [
        ("neovim", &["lua"][..]),
        ("vim", &["ftdetect", "ftplugin", "indent", "syntax"]),
    ] {
        for name in folders {
            let folder = root.join("editors").join(editor).join(name);
            let added = tree.add_folder(&format!("{PLUGIN}/{name}"), &folder);
            added.map_err(|it| at(&folder, &it))?;
        }
    }
    let help = root.join("editors/neovim/doc/tablegen.txt");
    let text = fs::read_to_string(&help).map_err(|it| at(&help, &it))?;
    // Users cannot run `:helptags` in the folder of the system's plugins, so the tags are packaged.
    tree.add(&format!("{PLUGIN}/doc/tags"), help_tags(&text));
    tree.add(&format!("{PLUGIN}/doc/tablegen.txt"), text);
    Ok(())
}

/// The tags file that Neovim's `:helptags` would make for the help text: a line for each `*subject*`, in the order of
/// bytes.
fn help_tags(text: &str) -> String {
    let words = text.split_whitespace();
    let subject = |it: &str| it.strip_prefix('*')?.strip_suffix('*').map(str::to_owned);
    let mut subjects: Vec<String> = words.filter_map(subject).collect();
    subjects.sort();
    let line = |it: &String| format!("{it}\ttablegen.txt\t/*{it}*\n");
    subjects.iter().map(line).collect()
}

/// Packages the extension for VS Code, including the server.
fn vsix(root: &Path, program: &Path, target: &str, time: u64, out: &Path) -> Result<(), String> {
    let Some(platform) = platform(target) else {
        return Err(format!(
            "VS Code has no platform for {target}: see --no-vsix"
        ));
    };
    let folder = root.join("editors/vscode");
    if !folder.join("node_modules").exists() {
        let mut npm = npm("npm");
        npm.args(["ci", "--no-audit", "--no-fund", "--prefer-offline"]);
        done(npm.current_dir(&folder))?;
    }
    let file = out.join(format!("{NAME}-{VERSION}-{platform}.vsix"));
    let mut package = Command::new("node");
    package.arg("scripts/package.mjs").arg(&file);
    let name = match platform {
        "web" => "TABLEGEN_ENGINE",
        _ => "TABLEGEN_ANALYZER",
    };
    package.current_dir(&folder).env(name, program);
    package.env("TABLEGEN_PLATFORM", platform);
    // The time of all files of the package.
    package.env("SOURCE_DATE_EPOCH", time.to_string());
    done(&mut package)
}

/// A command of Node.js. On Windows, such commands are scripts, which need `cmd`.
fn npm(name: &str) -> Command {
    if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/c", name]);
        command
    } else {
        Command::new(name)
    }
}

/// VS Code's name for the platform of a target; `None` if VS Code does not support the platform.
fn platform(target: &str) -> Option<&'static str> {
    if target == web::TARGET {
        return Some("web");
    }
    let is_arm = target.starts_with("aarch64-");
    if !is_arm && !target.starts_with("x86_64-") {
        return None;
    }
    let (x64, arm64) = if is_windows(target) {
        ("win32-x64", "win32-arm64")
    } else if target.ends_with("-apple-darwin") {
        ("darwin-x64", "darwin-arm64")
    } else if target.ends_with("-linux-musl") {
        ("alpine-x64", "alpine-arm64")
    } else if target.ends_with("-linux-gnu") {
        ("linux-x64", "linux-arm64")
    } else {
        return None;
    };
    Some(if is_arm { arm64 } else { x64 })
}

/// Writes the checksums of all packages in a folder, and prints them with their sizes.
fn checksums(folder: &Path) -> Result<(), String> {
    let files = fs::read_dir(folder).map_err(|it| at(folder, &it))?;
    let files = files.filter_map(|it| Some(it.ok()?.path()));
    let is_package = |it: &PathBuf| {
        let kind = it.extension().and_then(OsStr::to_str);
        matches!(kind, Some("gz" | "zip" | "vsix"))
    };
    let mut files: Vec<PathBuf> = files.filter(is_package).collect();
    files.sort();
    let mut text = String::new();
    for file in files {
        let bytes = read(&file)?;
        let name = file.file_name().and_then(OsStr::to_str).unwrap_or_default();
        let sum = Sha256::digest(&bytes);
        let sum: String = sum.iter().map(|it| format!("{it:02x}")).collect();
        eprintln!("{:>10}  {name}", bytes.len());
        text += &format!("{sum}  {name}\n");
    }
    write(&folder.join("SHA256SUMS"), text.as_bytes())
}

/// The time for C compilers and for the files in packages other than zip archives: `SOURCE_DATE_EPOCH`, else the time
/// of the current commit.
fn time(root: &Path) -> Result<u64, String> {
    let said = match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(said) => said,
        Err(_) => output(
            Command::new("git")
                .args(["log", "-1", "--format=%ct"])
                .current_dir(root),
        )?,
    };
    let time = said.trim().parse();
    time.map_err(|_| format!("'{}' is no time", said.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The files of the plugin that lie in folders of Vim, and its help with the tags of `:helptags`.
    #[test]
    fn the_plugin_for_neovim_is_complete() {
        let mut tree = Tree::default();
        add_plugin(&mut tree, &build::root().unwrap()).unwrap();
        let text = |name: &str| {
            let entries = tree.entries().iter();
            let mut found = entries.filter(|it| it.path.ends_with(name));
            String::from_utf8(found.next().expect(name).bytes.clone()).unwrap()
        };
        assert!(text("/ftdetect/tablegen.vim").contains("setfiletype"));
        assert!(text("/lua/tablegen/init.lua").contains("function M.setup"));
        let tags = text("/doc/tags");
        assert!(tags.starts_with(":TableGenAssembly\ttablegen.txt\t/*:TableGenAssembly*\n"));
        assert!(tags.contains("\ntablegen-setup\ttablegen.txt\t/*tablegen-setup*\n"));
    }

    #[test]
    fn platforms_of_vs_code() {
        assert_eq!(platform("x86_64-unknown-linux-gnu"), Some("linux-x64"));
        assert_eq!(platform("aarch64-apple-darwin"), Some("darwin-arm64"));
        assert_eq!(platform("x86_64-pc-windows-gnu"), Some("win32-x64"));
        assert_eq!(platform("aarch64-pc-windows-msvc"), Some("win32-arm64"));
        assert_eq!(platform("wasm32-wasip1"), Some("web"));
        assert_eq!(platform("riscv64gc-unknown-linux-gnu"), None);
    }
}
