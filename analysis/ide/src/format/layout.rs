//! The layout of a file that is being formatted: the position of each token.

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

/// A child of a node: a node with the half-open range of its token indices, or a token's index.
#[derive(Clone, Copy)]
pub(super) enum Piece<'t> {
    Node(Node<'t>, usize, usize),
    Token(usize),
}

pub(super) struct Layout<'t> {
    pub tokens: Vec<Tok<'t>>,
    pub gaps: Vec<Gap>,
    /// The new column of each token that has been placed.
    pub columns: Vec<usize>,
    /// The lines of the source.
    pub rows: Rows,
    pub style: Style,
    /// The range of bytes to format; `None` for the whole file. Only tokens that begin in the range are moved.
    pub range: Option<Range<usize>>,
    /// Whether more lines are indented with tabs than with spaces.
    pub has_tabs: bool,
    /// The first tokens of the constructs that exceed the line width because they are rows of a table.
    pub long_rows: Vec<usize>,
    /// The first tokens of constructs that turned out not to be rows of a table.
    pub no_rows: HashSet<usize>,
    /// For each token, the total width of the tokens before it, with the white space between them.
    widths: Vec<usize>,
    /// For each token, the number of forced line ends before it.
    forced: Vec<usize>,
    /// For each token, the number of tokens before it that begin a line in the source.
    begun: Vec<usize>,
    /// For each token, the number of multi-line tokens before it.
    long: Vec<usize>,
    /// The indices of the tokens with syntax errors, in order.
    errors: Vec<usize>,
    /// The column of the next token.
    pub column: usize,
    /// The cost of the tokens placed so far.
    pub cost: usize,
    /// The number of line ends so far.
    pub lines: usize,
    /// The number of active calls of `choose`.
    choices: usize,
}

/// The cost of each column beyond the line width. It exceeds all other costs.
const OVERFLOW: usize = 1_000_000;
/// The greatest depth of nested choices; each level doubles the work at most.
const MAX_CHOICES: usize = 4;

impl<'t> Layout<'t> {
    /// A layout without measured widths; [`Layout::reset`] computes them.
    pub(super) fn new(tokens: Vec<Tok<'t>>, errors: &[SyntaxError], style: Style) -> Layout<'t> {
        // Errors are kept as token indices, because offsets change with formatting.
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

    /// Discards all positions and measures the tokens again, since their white space has changed.
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

    /// The line ending of the file: the first one found.
    pub(super) fn line_end(&self) -> &'static str {
        let mut blanks = self.tokens.iter().map(|it| &it.blank_before);
        match blanks.find(|it| it.contains('\n')) {
            Some(it) if it.contains("\r\n") => "\r\n",
            _ => "\n",
        }
    }

    /// The index of the first token that starts at or after a byte offset.
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

    /// The half-open range of the token indices of a node.
    pub(super) fn extent(&self, node: Node<'t>) -> (usize, usize) {
        let range = range(node.range());
        let first = self.token_at(range.start);
        // The last token is the end of the file, which belongs to no node.
        let end = self.token_at(range.end).min(self.tokens.len() - 1);
        (first.min(end), end)
    }

    /// Whether one of the tokens has a syntax error.
    pub(super) fn is_broken(&self, tokens: Range<usize>) -> bool {
        let first = self.errors.partition_point(|it| *it < tokens.start);
        self.errors.get(first).is_some_and(|it| *it < tokens.end)
    }

    /// Whether the source has a line break between the tokens `first..end`.
    pub(super) fn has_breaks(&self, first: usize, end: usize) -> bool {
        first < end && self.begun[end] > self.begun[first + 1]
    }

    /// The width of the tokens `first..end` on one line.
    pub(super) fn flat_width(&self, first: usize, end: usize) -> usize {
        let leading = self.tokens[first].spaces;
        (self.widths[end] - self.widths[first]).saturating_sub(leading)
    }

    /// Whether the tokens `first..end` can be on one line, regardless of the line width: none of them requires a line
    /// end or spans lines.
    pub(super) fn is_one_line(&self, first: usize, end: usize) -> bool {
        self.forced[end] == self.forced[first] && self.long[end] == self.long[first]
    }

    /// Whether the tokens `first..end` fit within the line width at `column`, together with the tokens that must follow
    /// on the same line. Code blocks may span lines.
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

    /// The width of the tokens from `from` on that must stay on the line of the token before `from`: closing brackets,
    /// and after them a comma, a semicolon, an opening brace, `in`, `then`, or a token that follows without a space.
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

    /// Whether a token keeps its position because it is outside of the formatted range.
    pub(super) fn is_fixed(&self, index: usize) -> bool {
        let range = self.range.as_ref();
        range.is_some_and(|it| !it.contains(&self.tokens[index].start))
    }

    /// The indentation of a statement whose first token is `first`: `indent`, or as in the source if the token is
    /// fixed.
    pub(super) fn indent_of(&self, first: usize, indent: usize) -> usize {
        let begins_line = first == 0 || self.tokens[first].lines_before > 0;
        if begins_line && self.is_fixed(first) {
            self.tokens[first].column
        } else {
            indent
        }
    }

    /// The default gap before a token: one space or none.
    pub(super) fn default_gap(&self, index: usize) -> Gap {
        Gap::Spaces(self.tokens[index].spaces)
    }

    /// Places a token after `gap`. If the previous token must end its line, the token begins the next line, indented by
    /// `indent`.
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
        // The formatter cannot shorten a comment, so the overflow of a comment costs nothing.
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

    /// Places a token on the current line, after its default gap.
    pub(super) fn put_flat(&mut self, index: usize, indent: usize) {
        self.put(index, self.default_gap(index), indent);
    }

    /// Places the tokens `first..end` on the current line, the first one after `gap`.
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

    /// A gap that ends the line. Adds `cost` to the total.
    pub(super) fn line_gap(&mut self, indent: usize, cost: usize) -> Gap {
        self.cost += cost;
        Gap::Lines { count: 1, indent }
    }

    /// Keeps the tokens `first..end` at their positions in the source.
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

    /// Calls `one` or `other` to place the tokens `first..end`, whichever costs less. `other` is not called if `one`
    /// costs nothing or if choices are nested too deeply.
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

    /// The cost so far, including the overflow of the tokens that must follow on the last line.
    fn badness(&self, end: usize) -> usize {
        let over = (self.column + self.tail_width(end)).saturating_sub(WIDTH.max(self.column));
        self.cost + over * OVERFLOW
    }

    /// The indentation of continuation lines of a construct that starts in the column `anchor`.
    pub(super) fn continued(anchor: usize) -> usize {
        anchor + CONTINUATION
    }
}
