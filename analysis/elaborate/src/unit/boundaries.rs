//! Boundaries of files: whether a statement that begins in one file continues in the including file or in an included
//! one.

use syntax::ast::{self, Node, Token, WalkStep};
use syntax::{NO_STATEMENT, Parse, Severity, SyntaxError, SyntaxKind};

/// How statements of one or several texts may continue in other texts. If each text parses without errors, this is the
/// default value.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Boundaries {
    /// Whether a brace may have its partner in another file.
    unbalanced: bool,
    /// The number of opening braces minus the number of closing ones.
    open: i32,
    /// Whether the text, or the text after one of its includes, begins inside a statement.
    begins_inside: bool,
    /// Whether the text, or the text after one of its includes, begins with a token that may follow a complete
    /// statement.
    resumes: bool,
    /// Whether the text, or the text before one of its includes, ends inside a statement, or with an `include` that
    /// lacks its path.
    ends_inside: bool,
    /// Whether the text ends with a keyword that must be followed by a statement, such as `in`.
    awaits: bool,
    /// Whether the file cannot be parsed separately. The including file then has to be parsed together with it.
    pub is_for_includer: bool,
}

impl Boundaries {
    pub(super) fn new(parse: &Parse) -> Boundaries {
        let is_mistake = |it: &&SyntaxError| it.severity == Severity::Error && it.releases.is_all();
        let mut mistakes: Vec<&SyntaxError> = parse.errors().iter().filter(is_mistake).collect();
        if mistakes.is_empty() {
            return Boundaries::default();
        }
        mistakes.sort_by_key(|it| it.at);
        let shape = ast::include_shape(parse.tree());
        let at_end = mistakes.last().is_some_and(|it| it.at == parse.text_len());
        let mut boundaries = Boundaries {
            unbalanced: shape.unbalanced_braces,
            open: shape.open_braces,
            ends_inside: at_end || mistakes.iter().any(|it| is_include_without_path(it)),
            ..Boundaries::default()
        };
        let mut last = None;
        // Whether the next token begins a text: the text of the file, or the text after an include directive.
        let mut is_boundary = true;
        let mut in_directive = false;
        for step in Node::root(parse.green()).walk() {
            match step {
                WalkStep::Enter(it) if it.kind() == SyntaxKind::INCLUDE => in_directive = true,
                WalkStep::Leave(it) if it.kind() == SyntaxKind::INCLUDE => {
                    (in_directive, is_boundary) = (false, true);
                }
                WalkStep::Token(it) if !in_directive && !it.kind().is_trivia() => {
                    if std::mem::replace(&mut is_boundary, false) {
                        let first = mistakes.partition_point(|error| error.at < it.start());
                        let there = mistakes.get(first).filter(|error| error.at == it.start());
                        boundaries.add(it, there.copied());
                    }
                    last = Some(it.kind());
                }
                _ => {}
            }
        }
        let before_statements = [SyntaxKind::IN_KW, SyntaxKind::THEN_KW, SyntaxKind::ELSE_KW];
        boundaries.awaits = last.is_some_and(|it| before_statements.contains(&it));
        boundaries
    }

    /// Updates the boundaries with `token`, the first token of a text, and with the error reported at this token,
    /// if there is one.
    fn add(&mut self, token: Token<'_>, mistake: Option<&SyntaxError>) {
        let Some(mistake) = mistake else {
            return;
        };
        let kind = token.kind();
        let begins_statement = kind.begins_statement();
        self.begins_inside |= !begins_statement;
        // `NO_STATEMENT` is reported between statements, where nothing is missing before the token.
        self.ends_inside |= begins_statement || mistake.message != NO_STATEMENT;
        self.resumes |= matches!(kind, SyntaxKind::ELSE_KW | SyntaxKind::SEMICOLON);
    }

    /// Combines the boundaries of two texts.
    pub(super) fn and(self, other: Boundaries) -> Boundaries {
        Boundaries {
            unbalanced: self.unbalanced || other.unbalanced,
            open: self.open + other.open,
            begins_inside: self.begins_inside || other.begins_inside,
            resumes: self.resumes || other.resumes,
            ends_inside: self.ends_inside || other.ends_inside,
            awaits: self.awaits || other.awaits,
            is_for_includer: self.is_for_includer || other.is_for_includer,
        }
    }

    /// Whether a text has to be parsed together with the files that it includes between statements. `below` are the
    /// combined boundaries of these files.
    pub(super) fn go_on(self, below: Boundaries, is_edited: bool) -> bool {
        let all = self.and(below);
        if !is_edited {
            return below.unbalanced || all.begins_inside || all.ends_inside;
        }
        // During editing, statements are often incomplete. As long as no other file can complete them, the other files
        // are parsed as before.
        all.open == 0
            && (below.unbalanced
                || all.resumes
                || below.awaits
                || all.begins_inside && all.ends_inside)
    }
}

/// Whether the error reports an `include` without a path. The path may be at the start of the included file, or follow
/// in the including file.
fn is_include_without_path(error: &SyntaxError) -> bool {
    error.message == "Expected filename after include"
}
