//! Formats every `.td` file below the folders that `TABLEGEN_CORPUS` names, with colons between them; without it there
//! is nothing to check. With `TABLEGEN_FORMATTER`, the path of a `clang-format`, lines are compared with its.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use ide::format::{apply, format};
use syntax::{MacroSet, SyntaxKind};

#[test]
fn corpus() {
    let Some(folders) = std::env::var_os("TABLEGEN_CORPUS") else {
        return;
    };
    let peer = std::env::var_os("TABLEGEN_FORMATTER");
    let mut files = Vec::new();
    for folder in std::env::split_paths(&folders) {
        collect(&folder, &mut files);
    }
    let (mut same, mut all, mut kept) = (0, 0, 0);
    for path in &files {
        let text = syntax::text::decode(&fs::read(path).expect("the file can be read"));
        let once = formatted(&text);
        assert!(tokens(&text) == tokens(&once), "{}", path.display());
        assert!(formatted(&once) == once, "not stable: {}", path.display());
        kept += usize::from(once == text);
        if let Some(peer) = &peer {
            let theirs = formatted_by(peer, path);
            let lines: HashSet<&str> = theirs.lines().collect();
            all += once.lines().count();
            same += once.lines().filter(|it| lines.contains(it)).count();
        }
    }
    println!("{} files, {kept} unchanged", files.len());
    if peer.is_some() {
        println!("{same} of {all} lines are also the peer's");
    }
}

fn formatted(text: &str) -> String {
    let parse = syntax::parse(text, &mut MacroSet::default());
    apply(text, &format(parse.green(), parse.errors()))
}

fn formatted_by(peer: &OsStr, path: &Path) -> String {
    let output = Command::new(peer).arg("--style=LLVM").arg(path).output();
    let output = output.expect("the peer runs");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// All tokens of a text but white space.
fn tokens(text: &str) -> Vec<(SyntaxKind, String)> {
    let parse = syntax::parse(text, &mut MacroSet::default());
    let tokens = parse.syntax().descendants_with_tokens();
    let tokens = tokens.filter_map(|it| it.into_token());
    tokens
        .filter(|it| it.kind() != SyntaxKind::WHITESPACE)
        .map(|it| (it.kind(), it.text().to_owned()))
        .collect()
}

fn collect(dir: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|it| it == "td") {
            files.push(path);
        }
    }
}
