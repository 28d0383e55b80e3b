//! Real files parse without an error and are reproduced byte for byte: those below the folders that `TABLEGEN_CORPUS`
//! names, with colons between them.

use std::path::{Path, PathBuf};

use syntax::{MacroSet, Release, Severity};

#[test]
#[ignore = "reads TABLEGEN_CORPUS"]
fn every_file_parses() {
    let directories = std::env::var_os("TABLEGEN_CORPUS").expect("TABLEGEN_CORPUS is set");
    let mut files = Vec::new();
    for directory in std::env::split_paths(&directories) {
        find_files(&directory, &mut files);
    }
    files.sort();
    let (mut bytes, mut faulty) = (0, Vec::new());
    for path in &files {
        let contents = std::fs::read(path).unwrap();
        bytes += contents.len();
        let text = syntax::text::decode(&contents);
        assert_eq!(*syntax::text::encode(&text), contents, "{}", path.display());
        // A macro that a file tests is defined in some builds and not in others.
        for macros in [MacroSet::default(), tested_macros(&text)] {
            let parse = syntax::parse(&text, &mut macros.clone());
            assert_eq!(parse.text(), text, "{}", path.display());
            let error = parse
                .errors()
                .iter()
                .find(|it| it.severity == Severity::Error && it.releases.contains(Release::V22));
            if let Some(error) = error {
                faulty.push(format!(
                    "{}: {:?} {}",
                    path.display(),
                    error.range,
                    error.message
                ));
            }
        }
    }
    println!(
        "{} files, {bytes} bytes, {} with errors",
        files.len(),
        faulty.len()
    );
    assert!(faulty.is_empty(), "{}", faulty.join("\n"));
}

fn find_files(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            find_files(&path, files);
        } else if path.extension().is_some_and(|it| it == "td") {
            files.push(path);
        }
    }
}

fn tested_macros(text: &str) -> MacroSet {
    let words = |line: &str| {
        line.split_whitespace()
            .take(2)
            .map(str::to_string)
            .collect::<Vec<_>>()
    };
    text.lines()
        .map(words)
        .filter(|it| it.len() == 2 && (it[0] == "#ifdef" || it[0] == "#ifndef"))
        .map(|mut it| it.remove(1))
        .collect()
}
