//! Lowers every `.td` file below the folders that `TABLEGEN_CORPUS` names, with colons between them.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use elaborate::hir::lower::{lower, lower_flat};
use elaborate::hir::{Expr, LoweredFile, TypeExpr};
use syntax::{MacroSet, Parse};

#[test]
#[ignore = "reads TABLEGEN_CORPUS"]
fn corpus() {
    let folders = std::env::var_os("TABLEGEN_CORPUS").expect("TABLEGEN_CORPUS is set");
    let mut files = Vec::new();
    for folder in std::env::split_paths(&folders) {
        collect(&folder, &mut files);
    }
    let (mut bytes, mut time, mut stmts, mut exprs) = (0, Duration::ZERO, 0, 0);
    for path in &files {
        let text = syntax::text::decode(&fs::read(path).expect("the file can be read"));
        let flat = syntax::parse_flat(&text, &mut MacroSet::default());
        let parse = flat.to_parse();
        let start = Instant::now();
        let file = lower(&parse);
        time += start.elapsed();
        bytes += text.len();
        stmts += file.stmts.len();
        exprs += file
            .stmts
            .iter()
            .map(|stmt| stmt.code.exprs.len())
            .sum::<usize>();
        assert!(
            lower_flat(&flat) == file,
            "{}: not the same from the flat tree",
            path.display()
        );
        check(path, &text, &parse, &file);
    }
    println!(
        "{} files, {bytes} bytes, {stmts} statements, {exprs} expressions: {time:?}, {:.1} MB/s",
        files.len(),
        bytes as f64 / 1e6 / time.as_secs_f64(),
    );
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

/// Spans are whole tokens without trivia around them, and missing parts were reported.
fn check(path: &Path, text: &str, parse: &Parse, file: &LoweredFile) {
    let tokens = parse
        .syntax()
        .descendants_with_tokens()
        .filter_map(|it| it.into_token());
    let tokens: Vec<(u32, u32)> = tokens
        .filter(|it| !it.kind().is_trivia())
        .map(|it| (it.text_range().start().into(), it.text_range().end().into()))
        .collect();
    let valid = parse.errors().is_empty();
    for (stmt, spans) in file.stmts.iter().zip(&file.spans) {
        for span in spans.iter() {
            let next = tokens.partition_point(|token| token.0 < span.end);
            assert_eq!(
                span.next,
                tokens.get(next).map_or(text.len() as u32, |token| token.0),
                "{path:?} {span:?}"
            );
            if valid {
                assert!(
                    next > 0 && tokens[next - 1].1 == span.end,
                    "{path:?} {span:?}"
                );
                assert!(
                    tokens
                        .binary_search_by_key(&span.start, |token| token.0)
                        .is_ok(),
                    "{path:?} {span:?}"
                );
            }
        }
        let missing = stmt.code.exprs.iter().any(|it| it.expr == Expr::Missing)
            || stmt.code.types.iter().any(|it| it.ty == TypeExpr::Missing);
        assert!(!valid || !missing, "{path:?} {:?}", stmt.kind);
    }
}
