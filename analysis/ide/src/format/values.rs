//! Layout of values, argument lists and types.

use syntax::SyntaxKind::{self, *};
use syntax::ast::Node;

use super::layout::{Gap, Layout, Piece};

/// The cost of a line break before an element in brackets. `LEVEL` is added for each enclosing bracket.
const ELEMENT: usize = 21;
/// The additional cost for each level of brackets.
const LEVEL: usize = 20;
/// The cost of a line break after an opening bracket. `LEVEL` is added for each enclosing bracket.
const FIRST_ELEMENT: usize = 59;

/// The context of a value.
#[derive(Clone, Copy)]
pub(super) struct ValuePlace {
    /// The column relative to which continuation lines are indented.
    pub anchor: usize,
    /// The number of open brackets.
    pub level: usize,
}

impl<'t> Layout<'t> {
    /// Places a node that is not a statement, its first token after `gap`.
    pub(super) fn value(&mut self, node: Node<'t>, gap: Gap, place: ValuePlace) {
        let (first, end) = self.extent(node);
        if first == end {
            return;
        }
        let column = match gap {
            Gap::Spaces(count) => self.column + count,
            Gap::Lines { indent, .. } => indent,
            Gap::Keep => self.column,
        };
        if self.fits(column, first, end) {
            return self.put_all_flat(first, end, gap, Self::continued(place.anchor));
        }
        if node.kind() == STRING_VALUE {
            return self.strings(first, end, gap, column);
        }
        let pieces = self.pieces(node);
        let mut gap = gap;
        let mut at = 0;
        while let Some(piece) = pieces.get(at) {
            match *piece {
                Piece::Node(node, first, _) => {
                    if at > 0 {
                        gap = self.default_gap(first);
                    }
                    self.value(node, gap, place);
                }
                Piece::Token(index) => {
                    if at > 0 {
                        gap = self.default_gap(index);
                    }
                    if self.tokens[index].is_comment() && self.tokens[index].lines_before > 0 {
                        gap = Gap::Lines {
                            count: 1,
                            indent: Self::continued(place.anchor),
                        };
                    }
                    self.put(index, gap, Self::continued(place.anchor));
                    if let Some(length) = self.bracket_length(&pieces[at..]) {
                        let inside = &pieces[at + 1..at + length];
                        self.brackets(inside, node.kind(), place);
                        at += length - 1;
                    }
                }
            }
            at += 1;
        }
    }

    /// The number of pieces from an opening bracket to its closing bracket, inclusive. `None` if the first piece is not
    /// a bracket or the bracket is not closed.
    fn bracket_length(&self, pieces: &[Piece<'t>]) -> Option<usize> {
        let kind = |piece: &Piece<'t>| match piece {
            Piece::Token(index) => Some(self.tokens[*index].kind),
            Piece::Node(..) => None,
        };
        let closer = match kind(pieces.first()?)? {
            L_ANGLE => R_ANGLE,
            L_PAREN => R_PAREN,
            L_BRACK => R_BRACK,
            L_BRACE => R_BRACE,
            _ => return None,
        };
        let closed = pieces.iter().position(|it| kind(it) == Some(closer))?;
        Some(closed + 1)
    }

    /// Places the contents of brackets and the closing bracket. The opening bracket is already placed.
    fn brackets(&mut self, inside: &[Piece<'t>], kind: SyntaxKind, place: ValuePlace) {
        let (Some(first), Some(Piece::Token(closer))) = (inside.first(), inside.last()) else {
            return;
        };
        let (first, end) = (start_of(first), closer + 1);
        let column = self.column;
        let is_dag = kind == DAG_VALUE;
        let aligned = if is_dag {
            Self::continued(place.anchor)
        } else {
            column
        };
        let inner = ValuePlace {
            level: place.level + 1,
            ..place
        };
        let is_comment = self.tokens[first].is_comment();
        if is_comment {
            return self.elements(inside, kind, inner, Self::continued(place.anchor), false);
        }
        if is_dag || kind == COND_OP || first == *closer {
            return self.elements(inside, kind, inner, aligned, false);
        }
        self.choose(
            (first, end),
            |it| it.elements(inside, kind, inner, aligned, false),
            |it| it.elements(inside, kind, inner, Self::continued(place.anchor), true),
        );
    }

    /// Places the elements between brackets, as many on each line as fit. If a `!cond` has several clauses, each is on
    /// its own line.
    fn elements(
        &mut self,
        inside: &[Piece<'t>],
        kind: SyntaxKind,
        place: ValuePlace,
        indent: usize,
        breaks_first: bool,
    ) {
        let each_on_line = kind == COND_OP && self.count_nodes(inside) > 1;
        // Line breaks between the elements of a dag are cheaper.
        let level = place.level - usize::from(kind == DAG_VALUE);
        let cost = ELEMENT + LEVEL * level;
        let mut is_first = true;
        // Whether the previous element spans several lines.
        let mut is_after_lines = false;
        for (at, piece) in inside.iter().enumerate() {
            let start = start_of(piece);
            let is_last = at + 1 == inside.len();
            let token = &self.tokens[start];
            let is_separator = is_last || matches!(token.kind, COMMA | EQ | COLON);
            if let Piece::Token(index) = *piece
                && (is_separator || token.is_comment())
            {
                let own_line = token.is_comment() && token.lines_before > 0;
                let gap = if own_line {
                    Gap::Lines { count: 1, indent }
                } else {
                    self.default_gap(index)
                };
                self.put(index, gap, indent);
                continue;
            }
            let end = match *piece {
                Piece::Node(_, _, end) => end,
                Piece::Token(index) => index + 1,
            };
            let flat = self.default_gap(start);
            let spaces = token.spaces;
            let follows_line_end = start > 0 && self.tokens[start - 1].ends_line();
            let can_break = start > 0 && !matches!(self.tokens[start - 1].kind, EQ | COLON | DOT3);
            let gap = if follows_line_end {
                Gap::Lines { count: 1, indent }
            } else if is_first {
                if breaks_first {
                    self.line_gap(indent, FIRST_ELEMENT + LEVEL * place.level)
                } else {
                    flat
                }
            } else if can_break
                && (each_on_line || is_after_lines || !self.fits(self.column + spaces, start, end))
            {
                self.line_gap(indent, cost)
            } else {
                flat
            };
            let lines = self.lines + usize::from(matches!(gap, Gap::Lines { .. }));
            let begin = match gap {
                Gap::Lines { indent, .. } => indent,
                _ => self.column + spaces,
            };
            // The first element of a list has the same anchor as the list.
            let anchor = if is_first && !breaks_first && kind == LIST_VALUE {
                place.anchor
            } else {
                begin
            };
            match *piece {
                Piece::Node(node, ..) => self.value(node, gap, ValuePlace { anchor, ..place }),
                Piece::Token(index) => self.put(index, gap, indent),
            }
            is_after_lines = self.lines > lines;
            is_first = false;
        }
    }

    fn count_nodes(&self, pieces: &[Piece<'t>]) -> usize {
        let nodes = pieces.iter().filter(|it| matches!(it, Piece::Node(..)));
        nodes.count()
    }

    /// Places adjacent string literals below each other.
    fn strings(&mut self, first: usize, end: usize, gap: Gap, column: usize) {
        for index in first..end {
            let gap = if index == first {
                gap
            } else {
                Gap::Lines {
                    count: 1,
                    indent: column,
                }
            };
            self.put(index, gap, column);
        }
    }

    /// Places the value after an equals sign, on the same line or on the next.
    pub(super) fn assigned(&mut self, node: Node<'t>, indent: usize) {
        let (first, end) = self.extent(node);
        if first == end {
            return;
        }
        let same = ValuePlace {
            anchor: indent,
            level: 0,
        };
        let next = ValuePlace {
            anchor: Self::continued(indent),
            level: 0,
        };
        self.choose(
            (first, end),
            |it| it.value(node, it.default_gap(first), same),
            |it| {
                let gap = it.line_gap(next.anchor, ASSIGNMENT);
                it.value(node, gap, next);
            },
        );
    }
}

/// The cost of a line break after an equals sign.
const ASSIGNMENT: usize = 60;

fn start_of(piece: &Piece<'_>) -> usize {
    match piece {
        Piece::Node(_, first, _) => *first,
        Piece::Token(index) => *index,
    }
}
