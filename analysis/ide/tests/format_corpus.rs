//! Formats every `.td` file below the folders that `TABLEGEN_CORPUS` names, with colons between them. Prints the kinds
//! of changes in each folder, and the number of changed lines; with `TABLEGEN_EXAMPLES`, a number, also that many lines
//! of each kind.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use ide::format::{Style, TextEdit, apply, format};
use syntax::{MacroSet, SyntaxKind};
use tests::on_all_cores;

/// The largest number of changed lines in a thousand, in files laid out by hand.
const MOST_CHANGED: usize = 30;

#[test]
#[ignore = "reads TABLEGEN_CORPUS"]
fn corpus() {
    let folders = std::env::var_os("TABLEGEN_CORPUS").expect("TABLEGEN_CORPUS is set");
    let examples = std::env::var("TABLEGEN_EXAMPLES").ok();
    let examples = examples.and_then(|it| it.parse().ok()).unwrap_or(0);
    // Few lines may change in files that are laid out with care.
    let careful = std::env::var_os("TABLEGEN_CAREFUL").unwrap_or_default();
    let careful: Vec<_> = std::env::split_paths(&careful).collect();
    for folder in std::env::split_paths(&folders).chain(careful.clone()) {
        let mut files = Vec::new();
        collect(&folder, &mut files);
        let mut changes = Changes::default();
        let formatted = on_all_cores(&files, |path| {
            let text = syntax::text::decode(&fs::read(path).expect("the file can be read"));
            let edits = edits(&text);
            let once = apply(&text, &edits);
            assert!(tokens(&text) == tokens(&once), "{}", path.display());
            let twice = apply(&once, &self::edits(&once));
            let mut lines = once.lines().zip(twice.lines());
            let changed = lines.find(|(once, twice)| once != twice);
            assert!(once == twice, "not stable: {}: {changed:?}", path.display());
            (text, edits)
        });
        for (path, (text, edits)) in files.iter().zip(&formatted) {
            changes.add(path, text, edits);
        }
        changes.print(&folder, files.len(), examples);
        let is_little = changes.changed() * 1000 <= changes.lines * MOST_CHANGED;
        assert!(is_little || !careful.contains(&folder), "too much changes");
    }
}

/// The changes that formatting makes to some files.
#[derive(Default)]
struct Changes {
    lines: usize,
    /// The numbers of changed, removed and new lines.
    changed: usize,
    removed: usize,
    added: usize,
    /// The number of changes of each kind, and their lines.
    kinds: BTreeMap<String, Vec<String>>,
}

impl Changes {
    fn add(&mut self, path: &Path, text: &str, edits: &[TextEdit]) {
        let starts: Vec<usize> = text.split_inclusive('\n').map(str::len).collect();
        let lines: Vec<&str> = text.lines().collect();
        let mut ends = 0;
        let ends: Vec<usize> = starts
            .iter()
            .map(|it| {
                ends += it;
                ends
            })
            .collect();
        self.lines += lines.len();
        let line_of = |offset: usize| ends.partition_point(|it| *it <= offset);
        let mut touched = BTreeSet::new();
        for edit in edits {
            let old: Vec<&str> = text[edit.range.clone()].split('\n').collect();
            let new: Vec<&str> = edit.text.split('\n').collect();
            let (first, last) = (line_of(edit.range.start), line_of(edit.range.end));
            let trimmed = old.len() > 1 && new.len() > 1;
            let kind = match old.len().cmp(&new.len()) {
                _ if old.len() == 1 && new.len() == 1 => on_line(text, edit),
                std::cmp::Ordering::Less => "a line is ended".to_owned(),
                std::cmp::Ordering::Greater if new.len() == 1 => "lines are joined".to_owned(),
                std::cmp::Ordering::Greater => "empty lines are taken away".to_owned(),
                _ if old.last() != new.last() => "indentation".to_owned(),
                _ => "blanks at the ends of lines".to_owned(),
            };
            if !trimmed || old[0] != new[0] {
                touched.insert(first);
            }
            if !trimmed || old.last() != new.last() {
                touched.insert(last);
            }
            // Trailing blanks, and superfluous empty lines.
            let blank = old
                .iter()
                .rev()
                .skip(1)
                .skip_while(|it| it.is_empty())
                .count();
            self.changed += if trimmed { blank.saturating_sub(1) } else { 0 };
            self.removed += old.len().saturating_sub(new.len());
            self.added += new.len().saturating_sub(old.len());
            let shown = lines.get(last).or(lines.get(first)).unwrap_or(&"");
            let place = format!("{}:{}: {shown}", path.display(), last + 1);
            self.kinds.entry(kind).or_default().push(place);
        }
        self.changed += touched.len();
    }

    /// The number of changed lines on the side of the comparison with more of them.
    fn changed(&self) -> usize {
        self.changed + self.removed.max(self.added)
    }

    fn print(&self, folder: &Path, files: usize, examples: usize) {
        let (changed, lines) = (self.changed(), self.lines);
        let share = 100.0 * changed as f64 / lines.max(1) as f64;
        println!(
            "{}: {files} files, {changed} of {lines} lines change, {share:.2} %",
            folder.display()
        );
        let mut kinds: Vec<_> = self.kinds.iter().collect();
        kinds.sort_by_key(|(_, places)| std::cmp::Reverse(places.len()));
        for (kind, places) in kinds {
            println!("{:8} {kind}", places.len());
            let step = (places.len() / examples.max(1)).max(1);
            for place in places.iter().step_by(step).take(examples) {
                println!("         {place}");
            }
        }
    }
}

/// The kind of a change of blanks within a line.
fn on_line(text: &str, edit: &TextEdit) -> String {
    let before = text[..edit.range.start].chars().next_back().unwrap_or(' ');
    let after = text[edit.range.end..].chars().next().unwrap_or(' ');
    let word = |c: char| {
        if c.is_alphanumeric() || "_\"".contains(c) {
            'x'
        } else {
            c
        }
    };
    let old = &text[edit.range.clone()];
    if text[edit.range.end..].starts_with("//") {
        return "a comment is moved".to_owned();
    }
    let what = match (old.len(), edit.text.len()) {
        (_, 0) => "no blank",
        (0, _) => "a blank",
        (old, new) if new < old => "fewer blanks",
        _ => "other blanks",
    };
    format!("{what} in `{}{}`", word(before), word(after))
}

fn edits(text: &str) -> Vec<TextEdit> {
    let parse = syntax::parse(text, &mut MacroSet::default());
    format(parse.green(), parse.errors(), Style::default())
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
    files.sort();
}
