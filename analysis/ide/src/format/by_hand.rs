//! Manual layout: line breaks are kept, and continuation lines move with the token that they are aligned to.

use std::cmp::Reverse;
use std::collections::HashMap;

use syntax::SyntaxKind::{self, *};

use super::layout::{Gap, Layout, Piece};
use super::{INDENT, LetBlocks};

/// The greatest indentation of a block, in columns, that the formatter keeps as it is in the source.
const MAX_INDENT: usize = 8;

/// The least number of unindented statements in a block for which the block stays unindented.
const MIN_FLAT: usize = 2;
/// The least number of indented statements for which the indentation at the top level of a file is kept as a hierarchy.
const MIN_HIERARCHY: usize = 3;

impl<'t> Layout<'t> {
    /// Whether the tokens `first..end`, with `gap` before the first, keep their line breaks: there is a break between
    /// them in the source, or they are a row of a table that is too long for the line.
    pub(super) fn is_by_hand(&mut self, first: usize, end: usize, gap: Gap) -> bool {
        let column = match gap {
            Gap::Spaces(count) => self.column + count,
            Gap::Lines { indent, .. } => indent,
            Gap::Keep => self.column,
        };
        self.has_breaks(first, end) || !self.fits(column, first, end) && self.is_long_row(first)
    }

    /// Whether the construct at `first` is a row of a table. Such a row stays on its line although it is too long, and
    /// `first` is added to `long_rows`.
    pub(super) fn is_long_row(&mut self, first: usize) -> bool {
        let is_row = !self.no_rows.contains(&first) && self.rows.is_table(&self.tokens, first);
        if is_row {
            self.long_rows.push(first);
        }
        is_row
    }

    /// Places tokens on the lines where they are in the source, the first one after `gap`. A token that begins a line
    /// stays aligned with the token above it in the source. If no token is above it, the token moves by the same
    /// distance as the first line.
    pub(super) fn put_by_hand(&mut self, first: usize, end: usize, gap: Gap, indent: usize) {
        let continued = Self::continued(indent);
        self.put(first, gap, continued);
        if !self.has_breaks(first, end) {
            return self.put_rest(first + 1, end, continued);
        }
        let start = match gap {
            Gap::Lines { .. } => first,
            _ => self.rows.row(first).start,
        };
        let (from, to) = (self.tokens[start].column, self.columns[start]);
        // Maps columns in the source to the new columns.
        let mut moved: HashMap<usize, usize> = (start..=first)
            .map(|it| (self.tokens[it].column, self.columns[it]))
            .collect();
        for index in first + 1..end {
            let token = &self.tokens[index];
            let column = token.column;
            let gap = if token.lines_before > 0 {
                let below = moved.get(&column).copied();
                let below = below.unwrap_or_else(|| (column + to).saturating_sub(from));
                let least = match token.kind {
                    LINE_COMMENT | BLOCK_COMMENT => 0,
                    R_ANGLE | R_PAREN | R_BRACK | R_BRACE | L_BRACE | IN_KW | COLON => indent,
                    _ if below <= indent => continued,
                    _ => 0,
                };
                Gap::Lines {
                    count: token.lines_before.min(2),
                    indent: below.max(least),
                }
            } else {
                self.default_gap(index)
            };
            self.put(index, gap, continued);
            moved.insert(column, self.columns[index]);
        }
    }

    fn put_rest(&mut self, first: usize, end: usize, continued: usize) {
        for index in first..end {
            self.put_flat(index, continued);
        }
    }

    /// The indentation of the statements in a block. `first` is the first token of the statement with the block, and
    /// `indent` the indentation of that statement.
    pub(super) fn block_indent(
        &self,
        kind: SyntaxKind,
        first: usize,
        inside: &[Piece<'t>],
        indent: usize,
    ) -> usize {
        let written = self.written_indent(kind, first, inside);
        let usual = match (kind, self.style.let_blocks) {
            (LET, LetBlocks::Never) => return indent,
            (LET, LetBlocks::Auto) => 0,
            _ => INDENT,
        };
        indent + written.unwrap_or(usual)
    }

    /// The indentation, relative to the statement, that most items of a block have in the source. `None` if it is less
    /// than a step or too large. It may be 0 for a `multiclass`, `foreach`, `if` or `defset` whose statements are all
    /// unindented, if there are at least two statements or if all of them are `let`s and `foreach`s. If only a range is
    /// formatted, the items outside of the range decide.
    fn written_indent(
        &self,
        kind: SyntaxKind,
        first: usize,
        inside: &[Piece<'t>],
    ) -> Option<usize> {
        let line = self.tokens[self.rows.row(first).start].column;
        let columns = self.columns_of(inside, |_| true);
        let fixed = match self.range {
            Some(_) => self.columns_of(inside, |it| self.is_fixed(it)),
            None => Vec::new(),
        };
        let rest = if fixed.is_empty() { &columns } else { &fixed };
        let mut counts: HashMap<usize, usize> = HashMap::new();
        for (column, _) in rest {
            *counts.entry(*column).or_default() += 1;
        }
        let most = |(column, count): &(usize, usize)| (*count, Reverse(*column));
        let (column, count) = counts.into_iter().max_by_key(most)?;
        let depth = column.checked_sub(line)?;
        let is_flat = matches!(kind, MULTICLASS | FOREACH | IF | DEFSET)
            && (self.range.is_none() || !fixed.is_empty())
            && depth == 0
            && count == rest.len()
            && (columns.len() >= MIN_FLAT
                || columns.iter().all(|it| matches!(it.1, LET | FOREACH)));
        (is_flat || (INDENT..=MAX_INDENT).contains(&depth)).then_some(depth)
    }

    /// The columns in the source and the kinds of the items that begin a line.
    fn columns_of(
        &self,
        pieces: &[Piece<'t>],
        is_counted: impl Fn(usize) -> bool,
    ) -> Vec<(usize, SyntaxKind)> {
        let columns = pieces.iter().filter_map(|it| match *it {
            Piece::Node(node, item, _) => Some((item, node.kind())),
            Piece::Token(_) => None,
        });
        columns
            .filter(|(it, _)| is_counted(*it))
            .map(|(it, kind)| (&self.tokens[it], kind))
            .filter(|(it, _)| it.lines_before > 0 && (self.has_tabs || !it.has_tab()))
            .map(|(it, kind)| (it.column, kind))
            .collect()
    }

    /// The indentation of an item relative to the column `base`. 0 if it is not a multiple of the indentation step, or
    /// if a tab is used in a file that is indented with spaces.
    pub(super) fn deeper_than(&self, base: usize, item: usize) -> usize {
        let token = &self.tokens[item];
        let deeper = token.column.saturating_sub(base);
        if deeper.is_multiple_of(INDENT) && (self.has_tabs || !token.has_tab()) {
            deeper
        } else {
            0
        }
    }

    /// The least column of a file's statements, if some of them are indented by hand to show a hierarchy; `None`
    /// otherwise.
    pub(super) fn hierarchy(&self, pieces: &[Piece<'t>]) -> Option<usize> {
        let columns = self.columns_of(pieces, |_| true);
        let base = columns.iter().map(|it| it.0).min()?;
        let is_deeper = |it: &&(usize, SyntaxKind)| {
            it.0 > base && (it.0 - base).is_multiple_of(INDENT) && it.1.is_statement()
        };
        (columns.iter().filter(is_deeper).count() >= MIN_HIERARCHY).then_some(base)
    }

    /// Whether the token `item` begins a line that is indented at least a step more than the line of the token `first`.
    pub(super) fn is_written_deeper(&self, item: usize, first: usize) -> bool {
        let line = self.tokens[self.rows.row(first).start].column;
        self.tokens[item].lines_before > 0 && self.tokens[item].column >= line + INDENT
    }

    /// The column of a comment on a line of its own. The comment keeps its distance from `item`. A comment in the first
    /// column stays there unless `item` is in the first column too.
    pub(super) fn comment_column(&self, index: usize, item: Option<usize>, indent: usize) -> usize {
        let column = self.tokens[index].column;
        let item = item.filter(|it| self.tokens[*it].lines_before > 0 || *it == 0);
        match item.map(|it| self.tokens[it].column) {
            Some(beside) if beside == column => indent,
            _ if column == 0 => 0,
            Some(beside) => (column + indent).saturating_sub(beside),
            None => indent,
        }
    }
}
