//! Ranges that an editor can fold.

use std::cmp::Reverse;
use std::ops::Range;

use syntax::SyntaxKind::{self, *};
use syntax::ast::{AstNode, SourceFile};

use super::tree_text::for_each_token;

/// The kind of text that a fold hides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FoldKind {
    /// The text between brackets, or a code block.
    Brackets,
    /// A block comment of several lines, or consecutive lines that contain only a line comment.
    Comment,
    /// Consecutive includes, with at most one empty line between two of them.
    Includes,
    /// The text between two preprocessor directives.
    Region,
}

/// A foldable range, which starts in a line that stays visible and ends in a later line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fold {
    /// The hidden range, in bytes, half-open. The text before it on its first line, and after it on its last line,
    /// stays visible.
    pub range: Range<usize>,
    /// The kind, with which a client can fold all ranges of one kind.
    pub kind: FoldKind,
}

/// A token that is not white space.
struct Piece {
    kind: SyntaxKind,
    range: Range<usize>,
    /// The indices of its first and last line.
    lines: (usize, usize),
    begins_line: bool,
    /// The end of its text, excluding a closing `}]` or `*/` on a separate line.
    inner_end: usize,
    inner_last_line: usize,
    /// The byte offset at which its first line ends.
    first_line_end: usize,
}

/// The largest number of tokens examined. In LLVM 19, no file has more than 256,974.
const MAX_TOKENS: usize = 500_000;

/// The folds of a file, sorted by their start. A very large file has folds only in its first part.
pub fn folding_ranges(file: SourceFile<'_>) -> Vec<Fold> {
    let pieces = pieces(file);
    let mut folds = Vec::new();
    brackets(&pieces, &mut folds);
    long_tokens(&pieces, &mut folds);
    comments(&pieces, &mut folds);
    includes(&pieces, &mut folds);
    regions(&pieces, &mut folds);
    folds.sort_by_key(|it| (it.range.start, Reverse(it.range.end)));
    folds
}

fn pieces(file: SourceFile<'_>) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut line = 0;
    for_each_token(file.node(), &mut |token| {
        let text = token.text();
        let line_ends = text.matches('\n').count();
        let is_blank = token.kind() == WHITESPACE;
        if !is_blank && pieces.len() < MAX_TOKENS {
            let start = usize::from(token.start());
            // Disabled text ends with the line end before the next directive.
            let text = text.trim_end();
            let last_line = text.rfind('\n').unwrap_or(0);
            let closes = matches!(text[last_line..].trim(), "}]" | "*/");
            let inner = if closes {
                text[..last_line].trim_end()
            } else {
                text
            };
            let first_line = text.find('\n').unwrap_or(text.len());
            pieces.push(Piece {
                kind: token.kind(),
                range: start..start + text.len(),
                lines: (line, line + text.matches('\n').count()),
                begins_line: pieces.last().is_none_or(|it| it.lines.1 < line),
                inner_end: start + inner.len(),
                inner_last_line: line + inner.matches('\n').count(),
                first_line_end: start + text[..first_line].trim_end().len(),
            });
        }
        line += line_ends;
    });
    pieces
}

fn closer(opener: SyntaxKind) -> Option<SyntaxKind> {
    Some(match opener {
        L_BRACE => R_BRACE,
        L_BRACK => R_BRACK,
        L_PAREN => R_PAREN,
        L_ANGLE => R_ANGLE,
        _ => return None,
    })
}

/// Adds the ranges between brackets. A closing bracket at the start of a line stays visible.
fn brackets(pieces: &[Piece], folds: &mut Vec<Fold>) {
    let mut open: Vec<(SyntaxKind, usize)> = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        if let Some(closer) = closer(piece.kind) {
            open.push((closer, index));
            continue;
        }
        let Some(depth) = open.iter().rposition(|it| it.0 == piece.kind) else {
            continue;
        };
        let opener = &pieces[open[depth].1];
        open.truncate(depth);
        let (end, last_line) = match index.checked_sub(1).map(|it| &pieces[it]) {
            Some(before) if piece.begins_line => (before.range.end, before.lines.1),
            _ => (piece.range.start, piece.lines.0),
        };
        if last_line > opener.lines.1 {
            folds.push(Fold {
                range: opener.range.end..end,
                kind: FoldKind::Brackets,
            });
        }
    }
}

/// Adds block comments and code blocks of several lines.
fn long_tokens(pieces: &[Piece], folds: &mut Vec<Fold>) {
    for piece in pieces {
        let kind = match piece.kind {
            BLOCK_COMMENT => FoldKind::Comment,
            CODE_LITERAL => FoldKind::Brackets,
            _ => continue,
        };
        if piece.inner_last_line > piece.lines.0 {
            folds.push(Fold {
                range: piece.first_line_end..piece.inner_end,
                kind,
            });
        }
    }
}

/// Adds groups of line comments on consecutive lines that contain nothing else.
fn comments(pieces: &[Piece], folds: &mut Vec<Fold>) {
    let follows = |a: &Piece, b: &Piece| {
        let both = a.kind == LINE_COMMENT && b.kind == LINE_COMMENT;
        both && a.begins_line && b.lines.0 == a.lines.1 + 1
    };
    for run in pieces.chunk_by(follows) {
        push_run(run, FoldKind::Comment, folds);
    }
}

/// Adds groups of consecutive includes, with at most one empty line between two of them.
fn includes(pieces: &[Piece], folds: &mut Vec<Fold>) {
    let follows = |a: &Piece, b: &Piece| match (a.kind, b.kind) {
        (INCLUDE_KW, STRING_LITERAL) => true,
        (STRING_LITERAL, INCLUDE_KW) => b.lines.0 <= a.lines.1 + 2,
        _ => false,
    };
    for run in pieces.chunk_by(follows) {
        let first = run.iter().position(|it| it.kind == INCLUDE_KW);
        // The path of the first include is on the line that stays visible.
        if let Some(run) = first.and_then(|it| run.get(it + 1..)) {
            push_run(run, FoldKind::Includes, folds);
        }
    }
}

fn push_run(run: &[Piece], kind: FoldKind, folds: &mut Vec<Fold>) {
    if let [first, .., last] = run
        && last.lines.1 > first.lines.1
    {
        folds.push(Fold {
            range: first.range.end..last.range.end,
            kind,
        });
    }
}

/// Adds the ranges between `#ifdef` or `#ifndef`, `#else` and `#endif`.
fn regions(pieces: &[Piece], folds: &mut Vec<Fold>) {
    let mut open: Vec<usize> = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        let opens = matches!(piece.kind, PP_IFDEF | PP_IFNDEF | PP_ELSE);
        if matches!(piece.kind, PP_ELSE | PP_ENDIF)
            && let Some(first) = open.pop()
        {
            // The line of the directive stays visible.
            let line = pieces[first].lines.1;
            let own_line = pieces[first..index].iter();
            let own_line = own_line.take_while(|it| it.lines.0 == line && it.kind != DISABLED_TEXT);
            let head = &pieces[first + own_line.count() - 1];
            let last = &pieces[index - 1];
            if last.lines.1 > line {
                folds.push(Fold {
                    range: head.range.end..last.range.end,
                    kind: FoldKind::Region,
                });
            }
        }
        if opens {
            open.push(index);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use expect_test::{Expect, expect};

    use super::*;
    use crate::fixtures::tree;

    /// Each fold: its first and last line, and the part of them that it covers.
    fn check(text: &str, want: Expect) {
        let tree = tree(text);
        let mut out = String::new();
        let line = |at: usize| text[..at].matches('\n').count() + 1;
        for Fold { range, kind } in folding_ranges(SourceFile::of_root(&tree)) {
            let lines = (line(range.start), line(range.end));
            assert!(lines.0 < lines.1, "{range:?}");
            let before = text[..range.start].lines().last().unwrap_or("");
            let after = text[range.end..].lines().next().unwrap_or("");
            writeln!(out, "{}-{} {kind:?}: {before} … {after}", lines.0, lines.1).unwrap();
        }
        want.assert_eq(&out);
    }

    #[test]
    fn bodies_lists_and_arguments() {
        check(
            "class A<int a,\n        int b> {\n  int f = 1;\n}\ndef x : A<1, 2>;\n\
             let P = [a,\n         b] in {\n  def y {\n  }\n}\ndef z : B<(ops\n  r)>;\n",
            expect![[r#"
                1-2 Brackets: class A< … > {
                2-3 Brackets:         int b> { … 
                6-7 Brackets: let P = [ … ] in {
                7-9 Brackets:          b] in { … 
                11-12 Brackets: def z : B< … >;
                11-12 Brackets: def z : B<( … )>;
            "#]],
        );
    }

    #[test]
    fn comments_and_code() {
        check(
            "// One.\n// Two.\n\n// Alone.\ndef x { // at the end\n  // inside\n  // it\n  code c = [{\n    a;\n  }];\n}\n\
             /* long\n   comment\n */\n/* short */\n/* two\n   lines */\n",
            expect![[r#"
                1-2 Comment: // One. … 
                5-10 Brackets: def x { … 
                6-7 Comment:   // inside … 
                8-9 Brackets:   code c = [{ … 
                12-13 Comment: /* long … 
                16-17 Comment: /* two … 
            "#]],
        );
    }

    #[test]
    fn includes_in_runs() {
        check(
            "include \"a.td\"\ninclude \"b.td\"\n\ninclude \"c.td\"\ndef x;\ninclude \"d.td\"\n",
            expect![[r#"
                1-4 Includes: include "a.td" … 
            "#]],
        );
    }

    #[test]
    fn conditional_text() {
        check(
            "#ifdef A // why\ndef a;\ndef b;\n#else\ndef c;\n#ifndef B\ndef d;\n#endif\n#endif\ndef e;\n",
            expect![[r#"
                1-3 Region: #ifdef A // why … 
                4-8 Region: #else … 
                6-7 Region: #ifndef B … 
            "#]],
        );
    }

    #[test]
    fn broken_text() {
        check(
            "def x {\n [ }\n#endif\n#else\n} ) >\n{\n",
            expect![[r#"
            1-2 Brackets: def x { … }
        "#]],
        );
    }
}
