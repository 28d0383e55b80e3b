//! The server points where `check` does, on all files of `tests/front-end`.

use std::path::{Path, PathBuf};

use tests::root;

use super::{by_check, by_server, server};

/// Known differences: an included file that ends inside a statement continues in the including file. For the editor
/// each file is parsed separately, so that an edit of one does not parse the others again: it reports the error in the
/// included file, and at the include the missing part.
const DIFFERENT: &[&str] = &["errors/include/include-of-an-include.td"];

#[test]
fn the_server_points_where_check_does() {
    let top = root().join("tests/front-end");
    let mut different = Vec::new();
    let mut compared = 0;
    for folder in folders(&top) {
        let mut client = server("people-places", &folder);
        for path in entries(&folder).iter().filter(|it| is_compared(it)) {
            let name = path.file_name().and_then(|it| it.to_str()).expect("UTF-8");
            let mut own = by_check(&folder, name);
            own.retain(|it| it.starts_with(&format!("{name}:")));
            let server = by_server(&mut client, name);
            compared += 1;
            let file = path.strip_prefix(&top).expect("a test");
            let file = file.to_str().expect("UTF-8");
            if (own != server) != DIFFERENT.contains(&file) {
                different.push(format!("{file}\n  check: {own:#?}\n  server: {server:#?}"));
            }
        }
    }
    assert!(compared > 500, "only {compared} files were compared");
    assert!(different.is_empty(), "{}", different.join("\n"));
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    entries.map(|it| it.expect("an entry").path()).collect()
}

/// The folders of subjects, and their subfolders.
fn folders(top: &Path) -> Vec<PathBuf> {
    let mut folders = entries(top);
    // For files that no release reads to the end, the place may differ.
    folders.retain(|it| it.is_dir() && !it.ends_with("no-crash"));
    let inner: Vec<PathBuf> = folders.iter().flat_map(|it| entries(it)).collect();
    folders.extend(inner.into_iter().filter(|it| it.is_dir()));
    folders
}

/// Whether `check` and the server read a test file alike. A client sends text, so files that are not valid text are
/// left out, and so are files with other line ends, which are counted differently, and those with options of their own.
fn is_compared(path: &Path) -> bool {
    let is_test = ["19.expected", "22.expected"]
        .iter()
        .any(|it| path.with_extension(it).exists());
    let is_alike = |text: String| !text.contains("// ARGS:") && !text.contains('\r');
    is_test
        && path.extension().is_some_and(|it| it == "td")
        && std::fs::read_to_string(path).is_ok_and(is_alike)
}
