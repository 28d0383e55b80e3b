//! The tokens of a file and the white space between them, as the formatter needs them.

use rowan::NodeOrToken;
use syntax::SyntaxKind::{self, *};
use syntax::ast::Node;

/// The white space before a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Gap {
    /// The white space of the source, with its line breaks.
    Keep,
    Spaces(usize),
    Lines {
        count: usize,
        indent: usize,
    },
}

/// A token that is not white space.
pub(super) struct Tok<'t> {
    pub kind: SyntaxKind,
    pub text: &'t str,
    pub start: usize,
    /// The white space before the token.
    pub blank_before: String,
    /// The number of line ends in `blank_before`.
    pub lines_before: usize,
    /// The column in the source, in characters; a tab advances to the next multiple of eight.
    pub column: usize,
    /// The number of spaces before the token if it does not begin a line: 0 or 1, or as in the source if the token is
    /// aligned.
    pub spaces: usize,
    /// Like `spaces`, but without regard to alignment.
    pub usual_spaces: usize,
    /// Whether the token is aligned with the lines above or below it.
    pub is_aligned: bool,
    /// Whether a line break is required before or after the token.
    pub is_forced: bool,
    /// The width of the first line of the token, in characters.
    pub width: usize,
    /// The width of the last line of the token; `None` if the token has only one line.
    pub last_width: Option<usize>,
}

impl Tok<'_> {
    /// The width of the white space before the token on the token's line. `column` is where the white space starts, if
    /// it has no line break.
    pub(super) fn blank_width(&self, column: usize) -> usize {
        match self.blank_before.rsplit_once('\n') {
            Some((_, blank)) => blank_end(0, blank),
            None => blank_end(column, &self.blank_before) - column,
        }
    }

    /// The column in the source where the token ends.
    pub(super) fn end_column(&self) -> usize {
        self.last_width.unwrap_or(self.column + self.width)
    }

    pub(super) fn has_tab(&self) -> bool {
        self.blank_before.contains('\t')
    }

    pub(super) fn is_comment(&self) -> bool {
        matches!(self.kind, LINE_COMMENT | BLOCK_COMMENT)
    }

    /// Whether the token must be the last one of its line.
    pub(super) fn ends_line(&self) -> bool {
        matches!(self.kind, LINE_COMMENT | ERROR_TRIVIA)
    }
}

/// The tokens of a tree, without white space. The last one has an empty text and marks the end of the file.
pub(super) fn tokens(root: Node<'_>) -> Vec<Tok<'_>> {
    let mut collect = Collect::at(0);
    collect.node(root, SOURCE_FILE);
    collect.finish(root.range().end().into())
}

pub(super) struct Collect<'t> {
    tokens: Vec<Tok<'t>>,
    blank: String,
    /// The kinds of the last token and of its parent.
    previous: (SyntaxKind, SyntaxKind),
    /// The column at which the last token ended.
    column: usize,
    /// Whether the current node is a list that the source writes without spaces after its commas.
    is_compact: bool,
    /// Whether the last token is a comma in a list that the source writes without spaces after its commas.
    follows_compact: bool,
}

impl<'t> Collect<'t> {
    /// An empty collection. `column` is the column at which the text starts.
    pub(super) fn at(column: usize) -> Collect<'t> {
        Collect {
            tokens: Vec::new(),
            blank: String::new(),
            previous: (EOF, SOURCE_FILE),
            column,
            is_compact: false,
            follows_compact: false,
        }
    }

    /// The tokens, followed by an end marker at the offset `end`.
    pub(super) fn finish(mut self, end: usize) -> Vec<Tok<'t>> {
        self.push(EOF, "", end, SOURCE_FILE, SOURCE_FILE);
        self.tokens
    }

    pub(super) fn node(&mut self, node: Node<'t>, parent: SyntaxKind) {
        let kind = node.kind();
        let is_around = std::mem::replace(&mut self.is_compact, is_compact(node));
        for element in node.elements() {
            match element {
                NodeOrToken::Node(it) => self.node(it, kind),
                NodeOrToken::Token(it) if it.kind() == WHITESPACE => {
                    self.blank.push_str(it.text());
                }
                NodeOrToken::Token(it) => {
                    self.push(it.kind(), it.text(), it.start().into(), kind, parent);
                }
            }
        }
        self.is_compact = is_around;
    }

    /// Adds a token between statements.
    pub(super) fn token(
        &mut self,
        kind: SyntaxKind,
        text: &'t str,
        start: usize,
        parent: SyntaxKind,
    ) {
        match kind {
            WHITESPACE => self.blank.push_str(text),
            _ => self.push(kind, text, start, parent, parent),
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
        let is_spaced = is_spaced && !std::mem::take(&mut self.follows_compact);
        let is_spaced = self.balance(is_spaced, blank_before.is_empty());
        let is_directive = matches!(
            kind,
            PP_IFDEF | PP_IFNDEF | PP_ELSE | PP_ENDIF | PP_DEFINE | MACRO_NAME | DISABLED_TEXT
        );
        let is_forced = matches!(kind, LINE_COMMENT | ERROR_TRIVIA) || is_directive;
        let first_line = text.split('\n').next().unwrap_or("");
        let width = first_line.trim_end_matches('\r').chars().count();
        let last_width = text.rsplit_once('\n').map(|(_, last)| last.chars().count());
        let column = match blank_before.rsplit_once('\n') {
            Some((_, blank)) => blank_end(0, blank),
            None => blank_end(self.column, &blank_before),
        };
        self.column = last_width.unwrap_or(column + width);
        self.tokens.push(Tok {
            kind,
            text,
            start,
            lines_before: blank_before.matches('\n').count(),
            column,
            blank_before,
            spaces: usize::from(is_spaced),
            usual_spaces: usize::from(is_spaced),
            is_aligned: false,
            is_forced,
            width,
            last_width,
        });
        self.previous = (kind, parent);
        self.follows_compact = self.is_compact && kind == COMMA;
    }
}

impl Collect<'_> {
    /// Whether a space precedes the next token. `is_tight` means that the source has no white space there. Adapts the
    /// space before the last token too, so that both sides of `=` and `:` match: `name : Class` and `x=1` are kept,
    /// `name:Class`, `x= 1` and `x =1` are not.
    fn balance(&mut self, is_spaced: bool, is_tight: bool) -> bool {
        let Some(last) = self.tokens.last_mut() else {
            return is_spaced;
        };
        match self.previous {
            (COLON, PARENTS) if is_tight => (last.spaces, last.usual_spaces) = (1, 1),
            (EQ, TEMPLATE_PARAM | NAMED_ARG) => {
                let both = is_spaced || last.spaces > 0;
                (last.spaces, last.usual_spaces) = (usize::from(both), usize::from(both));
                return both;
            }
            _ => {}
        }
        is_spaced
    }
}

/// The column after the white space `blank` that starts at `column`.
pub(super) fn blank_end(column: usize, blank: &str) -> usize {
    let wide = |column: usize, c| match c {
        '\t' => (column / 8 + 1) * 8,
        '\r' => column,
        _ => column + 1,
    };
    blank.chars().fold(column, wide)
}

enum Spaced {
    Yes,
    No,
    /// As in the source. For instance, `7-0` and `7 - 0` consist of different tokens.
    AsIs,
}

/// Whether a space separates two adjacent tokens of a line, given the kinds of the tokens and of their parents.
fn is_spaced(
    (left, left_parent): (SyntaxKind, SyntaxKind),
    (kind, parent): (SyntaxKind, SyntaxKind),
    is_foreach_range: bool,
) -> Spaced {
    if left == EOF || kind == DISABLED_TEXT || left == DISABLED_TEXT {
        return Spaced::No;
    }
    let is_tight = |parent| matches!(parent, BITS_VALUE | RANGE_LIST);
    let is_default = |parent| matches!(parent, TEMPLATE_PARAM | NAMED_ARG);
    let is_block = |parent| matches!(parent, BODY | BLOCK);
    // Several styles are in use for these tokens, each consistently within a file.
    let is_free = match (left, kind) {
        (_, HASH) | (HASH, _) | (BLOCK_COMMENT, _) => !matches!(kind, SEMICOLON | COMMA),
        (_, BLOCK_COMMENT) => true,
        (_, COLON) => matches!(parent, PARENTS | COND_CLAUSE),
        (IDENT, L_ANGLE) => true,
        (EQ, _) | (_, EQ) => is_default(left_parent) || is_default(parent),
        _ => false,
    };
    if is_free && left != COMMA && !is_block(parent) {
        return Spaced::AsIs;
    }
    let no_space_after = match left {
        L_ANGLE | L_PAREN | L_BRACK | DOT | DOT3 => true,
        L_BRACE => is_tight(left_parent),
        COLON => left_parent == DAG_ARG,
        _ => false,
    };
    let no_space_before = match kind {
        COMMA | SEMICOLON | R_ANGLE | R_PAREN | R_BRACK | DOT | DOT3 | L_ANGLE => true,
        R_BRACE => is_tight(parent),
        COLON => parent == DAG_ARG && left != COMMA,
        L_PAREN => parent != DAG_VALUE,
        L_BRACE => parent == RANGE_LIST && !is_foreach_range,
        L_BRACK => parent == SLICE_ACCESS,
        _ => false,
    };
    if left == COMMA || kind == LINE_COMMENT || kind == BLOCK_COMMENT {
        return if no_space_before && left == COMMA {
            Spaced::No
        } else {
            Spaced::Yes
        };
    }
    let in_range = kind == MINUS || left == MINUS || (parent == INT_VALUE && left == INT_NUMBER);
    match (no_space_after || no_space_before, in_range) {
        (true, _) => Spaced::No,
        (_, true) => Spaced::AsIs,
        _ => Spaced::Yes,
    }
}

/// Whether a list, bit sequence or range list has commas, but no space after any of them.
fn is_compact(node: Node<'_>) -> bool {
    if !matches!(node.kind(), LIST_VALUE | BITS_VALUE | RANGE_LIST) {
        return false;
    }
    let (mut commas, mut follows_comma) = (0, false);
    for element in node.elements() {
        let token = element.into_token();
        if follows_comma
            && token.is_some_and(|it| it.kind() == WHITESPACE && !it.text().contains('\n'))
        {
            return false;
        }
        follows_comma = token.is_some_and(|it| it.kind() == COMMA);
        commas += usize::from(follows_comma);
    }
    commas > 0
}
