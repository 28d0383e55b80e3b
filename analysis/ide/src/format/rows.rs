//! The lines of a text, and the alignment of tokens on adjacent lines.

use std::ops::Range;

use syntax::SyntaxKind::{self, *};

use super::tokens::{Gap, Tok};

/// The position of a token: its line, and its start and end column.
#[derive(Clone, Copy)]
pub(super) struct TokenPlace {
    pub line: usize,
    pub column: usize,
    pub end: usize,
}

/// The lines of a text that contain tokens, in the source or after formatting.
pub(super) struct Rows {
    pub places: Vec<TokenPlace>,
    rows: Vec<Range<usize>>,
    shapes: Vec<Shape>,
    row_of: Vec<usize>,
}

impl Rows {
    /// Computes the positions of the tokens from the gaps between them.
    pub(super) fn new(tokens: &[Tok<'_>], gaps: &[Gap]) -> Rows {
        let mut places = Vec::with_capacity(tokens.len());
        let mut rows: Vec<Range<usize>> = Vec::new();
        let mut row_of = Vec::with_capacity(tokens.len());
        let (mut line, mut column) = (0, 0);
        for (index, token) in tokens.iter().enumerate() {
            let (lines, blanks) = match gaps[index] {
                Gap::Spaces(count) => (0, count),
                Gap::Lines { count, indent } => (count, indent),
                Gap::Keep if token.lines_before > 0 => (token.lines_before, token.blank_width(0)),
                Gap::Keep => (0, token.blank_width(column)),
            };
            if lines > 0 {
                (line, column) = (line + lines, 0);
            }
            column += blanks;
            let place = TokenPlace {
                line,
                column,
                end: column + token.width,
            };
            match rows.last_mut() {
                Some(row) if places.last().is_some_and(|it: &TokenPlace| it.line == line) => {
                    row.end = index + 1;
                }
                _ => rows.push(index..index + 1),
            }
            row_of.push(rows.len() - 1);
            places.push(place);
            column = place.end;
            if let Some(width) = token.last_width {
                line += token.text.matches('\n').count();
                column = width;
                // The next token is on the last line of this token, not on its first.
                if let Some(place) = places.last_mut() {
                    place.line = line;
                }
            }
        }
        let shapes = rows.iter().map(|it| Shape::new(tokens, it.clone()));
        Rows {
            shapes: shapes.collect(),
            places,
            rows,
            row_of,
        }
    }

    /// The indices of the tokens on the line of the token `index`.
    pub(super) fn row(&self, index: usize) -> Range<usize> {
        self.rows[self.row_of[index]].clone()
    }

    /// The rows that may belong to the same table as a token's row, in the given direction and nearest first: the next
    /// row that is not a comment, and the rows that begin with a token of the same kind.
    fn neighbours(
        &self,
        tokens: &[Tok<'_>],
        index: usize,
        is_below: bool,
        count: usize,
    ) -> impl Iterator<Item = usize> {
        let row = self.row_of[index];
        let kind = tokens[self.rows[row].start].kind;
        let near = (1..=MAX_DISTANCE).map_while(move |distance| {
            if is_below {
                Some(row + distance).filter(|it| *it < self.rows.len())
            } else {
                row.checked_sub(distance)
            }
        });
        let mut is_first = true;
        let found = near.filter(move |it| {
            let first = &tokens[self.rows[*it].start];
            let is_code = !first.is_comment();
            first.kind == kind || is_code && std::mem::take(&mut is_first)
        });
        found.take(count)
    }

    /// Whether a token begins or ends in the same column as a similar token of a nearby row.
    pub(super) fn is_aligned(&self, tokens: &[Tok<'_>], index: usize) -> bool {
        let place = self.places[index];
        let first = self.row(index).start;
        let is_second = index == first + 1;
        let is_in = |row: usize| {
            let row = self.rows[row].clone();
            // If both lines start with the same word, their second tokens are in the same column anyway. That is no
            // sign of a table and does not count.
            if is_second && tokens[row.start].text == tokens[first].text {
                return false;
            }
            let places = &self.places[row.clone()];
            let starts = places.partition_point(|it| it.column < place.column);
            let ends = places.partition_point(|it| it.end < place.end);
            let suits = |at: usize, is_there: bool| {
                is_there && is_alike(tokens[row.start + at].kind, tokens[index].kind)
            };
            let starts_there = places.get(starts).map(|it| it.column) == Some(place.column);
            let ends_there = places.get(ends).map(|it| it.end) == Some(place.end);
            suits(starts, starts_there) || suits(ends, ends_there)
        };
        let mut near = self.neighbours(tokens, index, false, MAX_ROWS);
        near.any(is_in) || self.neighbours(tokens, index, true, MAX_ROWS).any(is_in)
    }

    /// Whether the token's line resembles a nearby line, and thus is a row of a table. Such lines are not broken.
    pub(super) fn is_table(&self, tokens: &[Tok<'_>], index: usize) -> bool {
        let here = self.row_of[index];
        let line_of = |row: usize| self.places[self.rows[row].start].line;
        let class_of = |row: usize| self.shapes[row].class.map(|it| tokens[it].text);
        let is_alike = |row: usize| {
            let is_next = line_of(row).abs_diff(line_of(here)) == 1;
            self.shapes[here].ends == self.shapes[row].ends
                && (class_of(here) == class_of(row) || is_next)
        };
        let mut near = self.neighbours(tokens, index, false, MAX_ROWS);
        near.any(is_alike) || self.neighbours(tokens, index, true, MAX_ROWS).any(is_alike)
    }
}

/// The greatest distance between compared rows of a table. Lines without tokens do not count.
const MAX_DISTANCE: usize = 12;
/// The number of rows in each direction that a row is compared with.
const MAX_ROWS: usize = 3;

/// The properties in which the rows of a table agree.
struct Shape {
    /// The kinds of the first token, and of the last one that is not a comment.
    ends: (SyntaxKind, Option<SyntaxKind>),
    /// The index of the token after the first colon, usually the first superclass. Rows that are not adjacent belong to
    /// one table only if these tokens have the same text.
    class: Option<usize>,
}

impl Shape {
    fn new(tokens: &[Tok<'_>], row: Range<usize>) -> Shape {
        let mut behind_colon = row.clone().skip_while(|it| tokens[*it].kind != COLON);
        let mut backward = row.clone().rev().map(|it| &tokens[it]);
        let last = backward.find(|it| !it.is_comment());
        Shape {
            ends: (tokens[row.start].kind, last.map(|it| it.kind)),
            class: behind_colon.nth(1),
        }
    }
}

/// Whether two tokens may be in the same column of a table: they are of the same kind, or neither is a comment, `in`,
/// `then`, or punctuation other than `(`, `[` and `{`.
fn is_alike(a: SyntaxKind, b: SyntaxKind) -> bool {
    let is_mark = |kind| {
        matches!(
            kind,
            COMMA
                | SEMICOLON
                | COLON
                | EQ
                | HASH
                | DOT
                | R_ANGLE
                | R_PAREN
                | R_BRACK
                | R_BRACE
                | L_ANGLE
                | IN_KW
                | THEN_KW
                | LINE_COMMENT
                | BLOCK_COMMENT
                | EOF
        )
    };
    a == b || !is_mark(a) && !is_mark(b)
}
