//! Names of files in the repository.

use std::process::Command;

/// Windows has no files of these names, also with an extension. Names with a number such as `com1` are left out.
const RESERVED: [&str; 4] = ["aux", "con", "nul", "prn"];

/// Git cannot check out other files on Windows.
#[test]
fn windows_can_have_all_files() {
    let git = Command::new("git")
        .args(["ls-files", "-z"])
        .current_dir(tests::root())
        .output();
    let listed = String::from_utf8(git.expect("git runs").stdout).expect("UTF-8");
    let files: Vec<&str> = listed.split_terminator('\0').collect();
    assert!(files.contains(&"Cargo.toml"), "{files:?}");
    let impossible: Vec<&&str> = files.iter().filter(|it| !is_possible(it)).collect();
    assert!(impossible.is_empty(), "{impossible:?}");
}

fn is_possible(path: &str) -> bool {
    path.split('/').all(|name| {
        let word = name.split('.').next().unwrap_or(name);
        !RESERVED.contains(&&*word.to_lowercase())
            && !name.ends_with(['.', ' '])
            && !name.contains(['<', '>', ':', '"', '\\', '|', '?', '*'])
    })
}

#[test]
fn impossible_names_are_found() {
    for path in ["a/con/b.td", "nul.td", "AUX", "a:b", "a./b"] {
        assert!(!is_possible(path), "{path}");
    }
    assert!(is_possible("con-operator/null.td"));
}
