//! Where each token goes: the state of a file that is being formatted.

use std::collections::HashSet;
use std::ops::Range;

use rowan::NodeOrToken;
use syntax::SyntaxError;
use syntax::SyntaxKind::*;
use syntax::ast::Node;

use super::rows::Rows;
pub(super) use super::tokens::Gap;
use super::tokens::Tok;
use super::{CONTINUATION, Style, WIDTH};
use crate::tree_text::range;

/// A node or token of a node, with the numbers of its first token and of that after its last.
#[derive(Clone, Copy)]
pub(super) enum Piece<'t> {
    Node(Node<'t>, usize, usize),
    Token(usize),
}

pub(super) struct Layout<'t> {
    pub tokens: Vec<Tok<'t>>,
    pub gaps: Vec<Gap>,
    /// The column that each token was put at.
    pub columns: Vec<usize>,
    /// The lines as they were written.
    pub rows: Rows,
    pub style: Style,
    /// The range that is formatted, if not all: the tokens that begin in these bytes.
    pub range: Option<Range<usize>>,
    /// Whether more lines are indented with tabs than with blanks.
    pub has_tabs: bool,
    /// The first tokens of constructs that are too long for a line, and stay because they are rows of a table.
    pub long_rows: Vec<usize>,
    /// The first tokens of constructs that turned out to be no rows of a table.
    pub no_rows: HashSet<usize>,
    /// The width of all tokens before each, with blanks where they belong.
    widths: Vec<usize>,
    /// For each token, the number of forced line ends before it.
    forced: Vec<usize>,
    /// For each token, the number of tokens up to it that begin a line in the source.
    begun: Vec<usize>,
    /// For each token, the number of multi-line tokens before it.
    long: Vec<usize>,
    /// The tokens at which the syntax is wrong, in order.
    errors: Vec<usize>,
    /// The column of the next token.
    pub column: usize,
    /// The cost so far.
    pub cost: usize,
    /// Lines ended so far.
    pub lines: usize,
    /// The number of nested choices.
    choices: usize,
}

/// The cost of a column beyond the limit, which exceeds all other costs.
const OVERFLOW: usize = 1_000_000;
/// The greatest depth of nested choices; each level doubles the work.
const MAX_CHOICES: usize = 4;

impl<'t> Layout<'t> {
    /// Not measured yet: [`Layout::reset`] does that.
    pub(super) fn new(tokens: Vec<Tok<'t>>, errors: &[SyntaxError], style: Style) -> Layout<'t> {
        // A token, unlike an offset, is the same after formatting.
        let at = |offset: usize| tokens.partition_point(|it| it.start < offset);
        let errors = errors.iter().map(|it| at(it.offset().into()));
        let mut errors: Vec<usize> = errors.collect();
        errors.sort_unstable();
        let gaps = vec![Gap::Keep; tokens.len()];
        let begun_with = |c: char| {
            let indents = tokens
                .iter()
                .filter_map(|it| it.blank_before.rsplit_once('\n'));
            indents.filter(|(_, it)| it.starts_with(c)).count()
        };
        let has_tabs = begun_with('\t') > begun_with(' ');
        Layout {
            rows: Rows::new(&tokens, &gaps),
            columns: vec![0; tokens.len()],
            gaps,
            tokens,
            style,
            range: None,
            has_tabs,
            long_rows: Vec::new(),
            no_rows: HashSet::new(),
            widths: Vec::new(),
            forced: Vec::new(),
            begun: Vec::new(),
            long: Vec::new(),
            errors,
            column: 0,
            cost: 0,
            lines: 0,
            choices: 0,
        }
    }

    /// Starts again, after the blanks of some tokens have changed.
    pub(super) fn reset(&mut self) {
        self.gaps.fill(Gap::Keep);
        self.long_rows.clear();
        (self.column, self.cost, self.lines) = (0, 0, 0);
        self.measure();
    }

    fn measure(&mut self) {
        let (mut widths, mut forced, mut long, mut begun) = (vec![0], vec![0], vec![0], vec![0]);
        let (mut width, mut count, mut lines, mut begins) = (0, 0, 0, 0);
        for token in &self.tokens {
            width += token.width + token.spaces;
            count += usize::from(token.is_forced);
            lines += usize::from(token.last_width.is_some());
            begins += usize::from(token.lines_before > 0);
            widths.push(width);
            long.push(lines);
            forced.push(count);
            begun.push(begins);
        }
        (self.widths, self.forced, self.long, self.begun) = (widths, forced, long, begun);
    }

    /// The line ending of the file.
    pub(super) fn line_end(&self) -> &'static str {
        let mut blanks = self.tokens.iter().map(|it| &it.blank_before);
        match blanks.find(|it| it.contains('\n')) {
            Some(it) if it.contains("\r\n") => "\r\n",
            _ => "\n",
        }
    }

    /// The number of the first token at or after an offset.
    fn token_at(&self, offset: usize) -> usize {
        self.tokens.partition_point(|it| it.start < offset)
    }

    pub(super) fn pieces(&self, node: Node<'t>) -> Vec<Piece<'t>> {
        let pieces = node.elements().filter_map(|it| match it {
            NodeOrToken::Node(it) => {
                let (first, end) = self.extent(it);
                (first < end).then_some(Piece::Node(it, first, end))
            }
            NodeOrToken::Token(it) if it.kind() == WHITESPACE => None,
            NodeOrToken::Token(it) => Some(Piece::Token(self.token_at(it.start().into()))),
        });
        pieces.collect()
    }

    /// The numbers of a node's first token and of that after its last.
    pub(super) fn extent(&self, node: Node<'t>) -> (usize, usize) {
        let range = range(node.range());
        let first = self.token_at(range.start);
        // The end of the file is in no node.
        let end = self.token_at(range.end).min(self.tokens.len() - 1);
        (first.min(end), end)
    }

    /// Whether there is an error at one of some tokens.
    pub(super) fn is_broken(&self, tokens: Range<usize>) -> bool {
        let first = self.errors.partition_point(|it| *it < tokens.start);
        self.errors.get(first).is_some_and(|it| *it < tokens.end)
    }

    /// Whether a line ends between some tokens as they were written.
    pub(super) fn has_breaks(&self, first: usize, end: usize) -> bool {
        first < end && self.begun[end] > self.begun[first + 1]
    }

    /// The width of tokens on one line.
    pub(super) fn flat_width(&self, first: usize, end: usize) -> usize {
        let leading = self.tokens[first].spaces;
        (self.widths[end] - self.widths[first]).saturating_sub(leading)
    }

    /// Whether tokens fit on one line.
    pub(super) fn is_one_line(&self, first: usize, end: usize) -> bool {
        self.forced[end] == self.forced[first] && self.long[end] == self.long[first]
    }

    /// Whether tokens fit on the line, together with the tokens that must follow them there. Code may extend over
    /// several lines.
    pub(super) fn fits(&self, column: usize, first: usize, end: usize) -> bool {
        if self.forced[end] != self.forced[first] {
            return false;
        }
        let tail = self.tail_width(end);
        if self.long[end] == self.long[first] {
            return column + self.flat_width(first, end) + tail <= WIDTH;
        }
        let mut column = column;
        for (index, token) in (first..end).zip(&self.tokens[first..end]) {
            column += if index > first { token.spaces } else { 0 } + token.width;
            if column > WIDTH {
                return false;
            }
            column = token.last_width.unwrap_or(column);
        }
        column + tail <= WIDTH
    }

    /// The width of the tokens that must stay on a token's line: closing brackets, commas, an opening brace.
    fn tail_width(&self, from: usize) -> usize {
        let mut width = 0;
        for token in &self.tokens[from..] {
            match token.kind {
                R_ANGLE | R_PAREN | R_BRACK => width += token.width,
                R_BRACE if token.spaces == 0 => width += token.width,
                COMMA | SEMICOLON => return width + token.width,
                L_BRACE if token.spaces > 0 => return width + 2,
                IN_KW | THEN_KW => return width + 1 + token.width,
                DOT | HASH | L_BRACK | L_BRACE if token.spaces == 0 => return width + token.width,
                _ => return width,
            }
        }
        width
    }

    /// Whether a token is not moved, since it is outside of the formatted range.
    pub(super) fn is_fixed(&self, index: usize) -> bool {
        let range = self.range.as_ref();
        range.is_some_and(|it| !it.contains(&self.tokens[index].start))
    }

    /// The indentation of a statement that begins with a token: as written, if it is not moved.
    pub(super) fn indent_of(&self, first: usize, indent: usize) -> usize {
        let begins_line = first == 0 || self.tokens[first].lines_before > 0;
        if begins_line && self.is_fixed(first) {
            self.tokens[first].column
        } else {
            indent
        }
    }

    /// The default before a token: a blank or none.
    pub(super) fn default_gap(&self, index: usize) -> Gap {
        Gap::Spaces(self.tokens[index].spaces)
    }

    /// Puts a token. After one that ends its line it goes to the next, with the given indentation.
    pub(super) fn put(&mut self, index: usize, gap: Gap, indent: usize) {
        let follows_line_end = index > 0 && self.tokens[index - 1].ends_line();
        let gap = match gap {
            Gap::Spaces(_) if follows_line_end => Gap::Lines { count: 1, indent },
            gap => gap,
        };
        match gap {
            _ if self.is_fixed(index) => return self.keep(index, index + 1),
            Gap::Keep => {}
            Gap::Spaces(count) => self.column += count,
            Gap::Lines { count, indent } => {
                self.lines += count;
                self.column = indent;
            }
        }
        self.gaps[index] = gap;
        self.columns[index] = self.column;
        let token = &self.tokens[index];
        let end = self.column + token.width;
        // A comment is as long as it is.
        if end > WIDTH && !token.is_comment() {
            self.cost += (end - WIDTH.max(self.column)) * OVERFLOW;
        }
        self.column = match token.last_width {
            Some(width) => {
                self.lines += 1;
                width
            }
            None => end,
        };
    }

    /// Puts a token on the current line.
    pub(super) fn put_flat(&mut self, index: usize, indent: usize) {
        self.put(index, self.default_gap(index), indent);
    }

    /// Puts tokens on the current line; the first one after its given gap.
    pub(super) fn put_all_flat(&mut self, first: usize, end: usize, gap: Gap, indent: usize) {
        for index in first..end {
            let gap = if index == first {
                gap
            } else {
                self.default_gap(index)
            };
            self.put(index, gap, indent);
        }
    }

    /// Ends the line at a cost.
    pub(super) fn line_gap(&mut self, indent: usize, cost: usize) -> Gap {
        self.cost += cost;
        Gap::Lines { count: 1, indent }
    }

    /// Leaves tokens as they are.
    pub(super) fn keep(&mut self, first: usize, end: usize) {
        for index in first..end {
            self.gaps[index] = Gap::Keep;
            let token = &self.tokens[index];
            let before = match token.lines_before {
                0 => self.column,
                _ => 0,
            };
            let start = before + token.blank_width(before);
            self.columns[index] = start;
            self.column = token.last_width.unwrap_or(start + token.width);
        }
    }

    /// Takes the better of two ways to put some tokens, the first if they are equally good.
    pub(super) fn choose(
        &mut self,
        (first, end): (usize, usize),
        one: impl Fn(&mut Self),
        other: impl Fn(&mut Self),
    ) {
        let start = (self.column, self.cost, self.lines);
        self.choices += 1;
        one(self);
        let badness = self.badness(end);
        if self.choices <= MAX_CHOICES && badness > start.1 {
            let result = (self.column, self.cost, self.lines);
            let gaps = self.gaps[first..end].to_vec();
            let columns = self.columns[first..end].to_vec();
            (self.column, self.cost, self.lines) = start;
            other(self);
            if badness <= self.badness(end) {
                (self.column, self.cost, self.lines) = result;
                self.gaps[first..end].copy_from_slice(&gaps);
                self.columns[first..end].copy_from_slice(&columns);
            }
        }
        self.choices -= 1;
    }

    /// The cost so far, with that of the tokens that must stay on the last line.
    fn badness(&self, end: usize) -> usize {
        let over = (self.column + self.tail_width(end)).saturating_sub(WIDTH.max(self.column));
        self.cost + over * OVERFLOW
    }

    /// The indentation of continuation lines, given the column of the construct.
    pub(super) fn continued(anchor: usize) -> usize {
        anchor + CONTINUATION
    }
}
