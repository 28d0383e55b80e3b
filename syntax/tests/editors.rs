//! The word lists of the editors' grammars equal those of the lexer.

use std::collections::BTreeSet;
use std::path::Path;

use syntax::{BangOperator, SyntaxKind};

fn read(path: &str) -> String {
    let editors = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../editors"));
    std::fs::read_to_string(editors.join(path)).unwrap_or_else(|it| panic!("{path}: {it}"))
}

/// The words between two texts in a file.
fn words_between(path: &str, start: &str, end: &str) -> BTreeSet<String> {
    let text = read(path);
    let (_, list) = text.split_once(start).expect("the list begins");
    let (list, _) = list.split_once(end).expect("the list ends");
    let words = list.split(|it: char| !it.is_ascii_alphanumeric());
    words
        .filter(|it| !it.is_empty())
        .map(str::to_owned)
        .collect()
}

#[test]
fn bang_operators() {
    let names: BTreeSet<String> = BangOperator::NAMES
        .iter()
        .map(|it| (*it).to_owned())
        .collect();
    for (path, start, end) in [
        (
            "vscode/syntaxes/tablegen.tmLanguage.json",
            "\"match\": \"!(?:add|",
            ")\\\\b\"",
        ),
        (
            "vim/syntax/tablegen.vim",
            "tablegenBang /!\\%(add\\|",
            "\\)\\>/",
        ),
        (
            "emacs/tablegen-mode.el",
            "tablegen-bang-operators\n  '(\"add\"",
            ")",
        ),
    ] {
        let mut words = words_between(path, start, end);
        words.insert("add".to_owned());
        assert_eq!(words, names, "{path}");
    }
}

#[test]
fn keywords() {
    let kinds = (0..SyntaxKind::COUNT as u16).map(SyntaxKind::from_raw);
    let keywords: Vec<&str> = kinds
        .filter(|it| it.is_keyword())
        .filter_map(SyntaxKind::text)
        .collect();
    assert!(keywords.contains(&"multiclass"));
    for path in [
        "emacs/tablegen-mode.el",
        "kakoune/tablegen.kak",
        "sublime/TableGen.sublime-syntax",
        "vim/syntax/tablegen.vim",
        "vscode/syntaxes/tablegen.tmLanguage.json",
    ] {
        let text = read(path);
        // A grammar may write two words as one pattern: `defm?`.
        let mut words: BTreeSet<&str> =
            text.split(|it: char| !it.is_ascii_alphanumeric()).collect();
        for (short, long) in [("def", "defm"), ("bit", "bits")] {
            if text.contains(&format!("{long}?")) {
                words.insert(short);
            }
        }
        let is_known = |word: &str| words.contains(word);
        let missing: Vec<&&str> = keywords.iter().filter(|it| !is_known(it)).collect();
        assert!(missing.is_empty(), "{path} does not know {missing:?}");
    }
}
