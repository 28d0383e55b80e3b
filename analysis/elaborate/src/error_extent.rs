//! The extent of a syntax error: the smallest statement or body item that contains the error.
//!
//! Errors of the evaluator in the rest of that statement are probably follow-up errors.

use syntax::ast::{Node, WalkStep};
use syntax::{Parse, Release, Releases, SUPERFLUOUS_SEMICOLON, Severity, SyntaxKind};

/// A syntax error and the smallest statement or body item that contains it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ErrorExtent {
    /// The offset of the start of that statement or item. Equal to `at` if the error is outside of all statements.
    pub start: u32,
    /// The offset at which the parser noticed the error.
    pub at: u32,
    /// The offset of the end of that statement or item. Equal to `at` if the error is outside of all statements.
    pub end: u32,
    /// Whether the text from `start` to `end` is invalid as a whole.
    pub stray: bool,
    /// The releases that report the error.
    pub releases: Releases,
}

/// The extents of the syntax errors that the newest release reports, in order. Errors that only older releases report,
/// and superfluous semicolons, are left out.
pub fn error_extents(parse: &Parse) -> Vec<ErrorExtent> {
    let errors = parse
        .errors()
        .iter()
        .filter(|it| it.severity == Severity::Error && it.releases.contains(Release::NEWEST))
        // A superfluous semicolon causes no follow-up errors.
        .filter(|it| !SUPERFLUOUS_SEMICOLON.contains(&&*it.message));
    let mut at: Vec<(u32, Releases)> = errors.map(|it| (it.at.into(), it.releases)).collect();
    if at.is_empty() {
        return Vec::new();
    }
    at.sort_by_key(|(at, _)| *at);
    let items = items(Node::root(parse.green()));
    let mut rest = items.iter().peekable();
    let mut open: Vec<Extent> = Vec::new();
    let mut error_extents = Vec::new();
    for (at, releases) in at {
        while let Some(item) = rest.next_if(|item| item.start < at) {
            open.retain(|outer| outer.end >= item.start);
            open.push(*item);
        }
        open.retain(|item| item.end >= at);
        let innermost = match open.last() {
            // The error reports that the end of this item is missing.
            Some(item) if item.unfinished && item.end == at => Some(item),
            innermost => rest
                .peek()
                .filter(|it| it.start == at)
                .copied()
                .or(innermost),
        };
        let (start, end, stray) = match innermost {
            Some(item) => (item.start, item.end, item.stray),
            None => (at, at, false),
        };
        error_extents.push(ErrorExtent {
            start,
            at,
            end,
            stray,
            releases,
        });
    }
    error_extents
}

#[derive(Clone, Copy)]
struct Extent {
    start: u32,
    end: u32,
    stray: bool,
    unfinished: bool,
}

/// The statements and the items of bodies, outer ones first. An unterminated statement or item extends to the start of
/// the next token.
fn items(root: Node<'_>) -> Vec<Extent> {
    let mut items: Vec<Extent> = Vec::new();
    // The nodes that enclose the current position of the walk, each with its index in `items` if the node is an item.
    let mut nodes: Vec<(SyntaxKind, Option<usize>)> = Vec::new();
    let mut unfinished: Vec<usize> = Vec::new();
    let mut last = SyntaxKind::SEMICOLON;
    for step in root.walk() {
        match step {
            WalkStep::Enter(node) => {
                let parent = nodes.last().map(|(kind, _)| *kind);
                let item = is_item(node.kind(), parent).then(|| {
                    items.push(Extent {
                        start: node.range().start().into(),
                        end: node.range().end().into(),
                        stray: node.kind() == SyntaxKind::ERROR,
                        unfinished: false,
                    });
                    items.len() - 1
                });
                nodes.push((node.kind(), item));
            }
            WalkStep::Token(token) if token.kind().is_trivia() => {}
            WalkStep::Token(token) => {
                last = token.kind();
                for item in unfinished.drain(..) {
                    items[item].end = token.start().into();
                }
            }
            WalkStep::Leave(_) => {
                if let Some((_, Some(item))) = nodes.pop()
                    && !matches!(last, SyntaxKind::SEMICOLON | SyntaxKind::R_BRACE)
                {
                    items[item].unfinished = true;
                    unfinished.push(item);
                }
            }
        }
    }
    for item in unfinished {
        items[item].end = root.range().end().into();
    }
    items
}

fn is_item(kind: SyntaxKind, parent: Option<SyntaxKind>) -> bool {
    use SyntaxKind::{BLOCK, BODY, BODY_LET, ERROR, FIELD, SOURCE_FILE};
    let in_sequence = matches!(parent, Some(BODY | BLOCK | SOURCE_FILE));
    kind.is_statement() || matches!(kind, FIELD | BODY_LET) || kind == ERROR && in_sequence
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check(text: &str, want: Expect) {
        let parse = syntax::parse(text, &mut syntax::MacroSet::default());
        let lines = error_extents(&parse).into_iter().map(|it| {
            let text = &text[it.at as usize..it.end as usize];
            format!("{text:?}\n")
        });
        want.assert_eq(&lines.collect::<String>());
    }

    #[test]
    fn to_the_end_of_the_statement() {
        check(
            "def a : A<1 2>, B;\ndef b;",
            expect![[r#"
            "2>, B;"
        "#]],
        );
    }

    #[test]
    fn to_the_end_of_the_item() {
        check(
            "class A { int a = ; int b = 1 }\nmulticlass M { def a { int 1; } def b; }",
            expect![[r#"
                ";"
                ""
                "1;"
            "#]],
        );
    }

    #[test]
    fn between_statements() {
        check(
            "def a; } def b;",
            expect![[r#"
            "}"
        "#]],
        );
    }
}
