//! The tokens of a file as formatting sees them.

use rowan::NodeOrToken;
use syntax::SyntaxKind::{self, *};
use syntax::ast::Node;

/// A token that is not blank.
pub(super) struct Tok<'t> {
    pub kind: SyntaxKind,
    pub text: &'t str,
    pub start: usize,
    /// The white space before it.
    pub blank_before: String,
    /// The line ends in that.
    pub lines_before: usize,
    /// Whether a blank stands before it where the line goes on.
    pub is_spaced: bool,
    /// Whether a line must end in it or before it.
    pub is_forced: bool,
    /// In characters, up to the first line end.
    pub width: usize,
    /// After the last line end, if there is one.
    pub last_width: Option<usize>,
}

impl Tok<'_> {
    pub fn is_comment(&self) -> bool {
        matches!(self.kind, LINE_COMMENT | BLOCK_COMMENT)
    }

    /// Whether nothing may follow on its line.
    pub fn ends_line(&self) -> bool {
        matches!(self.kind, LINE_COMMENT | ERROR_TRIVIA)
    }
}

/// The tokens of a tree. At the end comes one without text that stands for the end of the file.
pub(super) fn tokens(root: Node<'_>) -> Vec<Tok<'_>> {
    let mut collect = Collect {
        tokens: Vec::new(),
        blank: String::new(),
        previous: (EOF, SOURCE_FILE),
        starts_clause: false,
    };
    collect.node(root, SOURCE_FILE);
    let end = usize::from(root.range().end());
    collect.push(EOF, "", end, SOURCE_FILE, SOURCE_FILE);
    collect.tokens
}

struct Collect<'t> {
    tokens: Vec<Tok<'t>>,
    blank: String,
    /// The last token and its parent.
    previous: (SyntaxKind, SyntaxKind),
    /// Whether what comes is a clause of a `!cond` that stands on a line of its own.
    starts_clause: bool,
}

impl<'t> Collect<'t> {
    fn node(&mut self, node: Node<'t>, parent: SyntaxKind) {
        let kind = node.kind();
        let mut clauses = 0;
        for element in node.elements() {
            match element {
                NodeOrToken::Node(it) => {
                    clauses += usize::from(it.kind() == COND_CLAUSE);
                    self.starts_clause |= it.kind() == COND_CLAUSE && clauses > 1;
                    self.node(it, kind);
                }
                NodeOrToken::Token(it) if it.kind() == WHITESPACE => {
                    self.blank.push_str(it.text());
                }
                NodeOrToken::Token(it) => {
                    self.push(it.kind(), it.text(), it.start().into(), kind, parent);
                }
            }
        }
    }

    fn push(
        &mut self,
        kind: SyntaxKind,
        text: &'t str,
        start: usize,
        parent: SyntaxKind,
        grandparent: SyntaxKind,
    ) {
        let blank_before = std::mem::take(&mut self.blank);
        let before_foreach_ranges = parent == RANGE_LIST && grandparent == FOREACH;
        let is_spaced = match is_spaced(self.previous, (kind, parent), before_foreach_ranges) {
            Spaced::Yes => true,
            Spaced::No => false,
            Spaced::AsIs => !blank_before.is_empty(),
        };
        let two_strings = kind == STRING_LITERAL && self.previous == (kind, parent);
        let is_directive = matches!(
            kind,
            PP_IFDEF | PP_IFNDEF | PP_ELSE | PP_ENDIF | PP_DEFINE | MACRO_NAME | DISABLED_TEXT
        );
        let is_forced = matches!(kind, LINE_COMMENT | ERROR_TRIVIA)
            || is_directive
            || two_strings
            || std::mem::take(&mut self.starts_clause);
        let first_line = text.split('\n').next().unwrap_or("");
        self.tokens.push(Tok {
            kind,
            text,
            start,
            lines_before: blank_before.matches('\n').count(),
            blank_before,
            is_spaced,
            is_forced,
            width: first_line.trim_end_matches('\r').chars().count(),
            last_width: text.rsplit_once('\n').map(|(_, last)| last.chars().count()),
        });
        self.previous = (kind, parent);
    }
}

enum Spaced {
    Yes,
    No,
    /// As it was written: `7-0` and `7 - 0` are different tokens.
    AsIs,
}

/// Whether a blank stands between two tokens on a line, given the kinds of both and of their parents.
fn is_spaced(
    (left, left_parent): (SyntaxKind, SyntaxKind),
    (kind, parent): (SyntaxKind, SyntaxKind),
    is_foreach_range: bool,
) -> Spaced {
    if left == EOF || kind == DISABLED_TEXT || left == DISABLED_TEXT {
        return Spaced::No;
    }
    let is_tight = |parent| matches!(parent, BITS_VALUE | RANGE_LIST);
    let no_space_after = match left {
        L_ANGLE | L_PAREN | L_BRACK | DOT | DOT3 => true,
        HASH => !matches!(kind, COLON | L_BRACE),
        L_BRACE => is_tight(left_parent),
        COLON => left_parent == DAG_ARG,
        _ => false,
    };
    let no_space_before = match kind {
        COMMA | SEMICOLON | R_ANGLE | R_PAREN | R_BRACK | DOT | DOT3 | HASH | L_ANGLE => true,
        R_BRACE => is_tight(parent),
        COLON => matches!(parent, DAG_ARG | COND_CLAUSE) && left != COMMA,
        L_PAREN => parent != DAG_VALUE,
        L_BRACE => parent == RANGE_LIST && !is_foreach_range,
        L_BRACK => parent == SLICE_ACCESS,
        _ => false,
    };
    if left == COMMA || kind == LINE_COMMENT || kind == BLOCK_COMMENT {
        return match no_space_before && left == COMMA {
            true => Spaced::No,
            false => Spaced::Yes,
        };
    }
    let in_range = kind == MINUS || left == MINUS || (parent == INT_VALUE && left == INT_NUMBER);
    match (no_space_after || no_space_before, in_range) {
        (true, _) => Spaced::No,
        (_, true) => Spaced::AsIs,
        _ => Spaced::Yes,
    }
}
