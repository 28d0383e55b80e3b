//! `TABLEGEN_CORPUS=DIR[:DIR] cargo bench -p syntax`: measures how fast real files are lexed and parsed into trees, and
//! how fast the largest file is parsed again after an edit in its middle.

use std::path::{Path, PathBuf};

use divan::Bencher;
use divan::counter::BytesCount;
use syntax::{Edit, MacroSet};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    divan::main();
}

/// The texts of the files, sorted by size, the largest last.
fn corpus() -> Vec<String> {
    let directories = std::env::var_os("TABLEGEN_CORPUS").expect("TABLEGEN_CORPUS names the files");
    let mut files = Vec::new();
    for directory in std::env::split_paths(&directories) {
        find_files(&directory, &mut files);
    }
    let mut texts: Vec<String> = files
        .iter()
        .map(|it| syntax::text::decode(&std::fs::read(it).unwrap()))
        .collect();
    texts.sort_by_key(String::len);
    texts
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

/// Lexes and parses all files and builds their trees. All trees are kept until the end.
#[divan::bench(sample_count = 20)]
fn whole_corpus(bencher: Bencher) {
    let texts = corpus();
    let bytes: usize = texts.iter().map(String::len).sum();
    bencher.counter(BytesCount::new(bytes)).bench_local(|| {
        texts
            .iter()
            .map(|it| syntax::parse(it, &mut MacroSet::default()))
            .collect::<Vec<_>>()
    });
}

/// Parses the largest file again after an insertion of a digit into the first number in the file's second half.
#[divan::bench(sample_count = 200)]
fn one_edit(bencher: Bencher) {
    let old_text = corpus().pop().expect("a file");
    let digit = (old_text.len() / 2..)
        .find(|&it| {
            old_text.as_bytes()[it - 1..=it]
                .iter()
                .all(u8::is_ascii_digit)
        })
        .expect("a number");
    let mut new_text = old_text.clone();
    new_text.insert(digit, '1');
    let edit = Edit {
        range: rowan::TextRange::empty((digit as u32).into()),
        inserted: 1.into(),
    };
    let old = syntax::parse(&old_text, &mut MacroSet::default());
    bencher.bench_local(|| syntax::reparse(&old, &new_text, &edit, &mut MacroSet::default()));
}
