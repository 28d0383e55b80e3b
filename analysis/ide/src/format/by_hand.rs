//! Manual layout: line breaks are kept, and continuation lines move with the token that they are aligned to.

use std::cmp::Reverse;
use std::collections::HashMap;

use syntax::SyntaxKind::{self, *};

use super::layout::{Gap, Layout, Piece};
use super::{INDENT, LetBlocks};

/// The greatest indentation of blocks that is kept.
const MAX_INDENT: usize = 8;

/// The number of unindented statements of a block that suffices to leave the block unindented.
const MIN_FLAT: usize = 2;
/// The number of statements that suffices for a hierarchy.
const MIN_HIERARCHY: usize = 3;

impl<'t> Layout<'t> {
    /// Whether the lines of some tokens are left as they are, the first of them after a gap: they have been ended by
    /// hand, or are too long and rows of a table.
    pub(super) fn is_by_hand(&mut self, first: usize, end: usize, gap: Gap) -> bool {
        let column = match gap {
            Gap::Spaces(count) => self.column + count,
            Gap::Lines { indent, .. } => indent,
            Gap::Keep => self.column,
        };
        self.has_breaks(first, end) || !self.fits(column, first, end) && self.is_long_row(first)
    }

    /// Whether a row of a table stays on its line although it is too long.
    pub(super) fn is_long_row(&mut self, first: usize) -> bool {
        let is_row = !self.no_rows.contains(&first) && self.rows.is_table(&self.tokens, first);
        if is_row {
            self.long_rows.push(first);
        }
        is_row
    }

    /// Keeps tokens on the lines where they are, the first one after `gap`. A token that begins a line stays below the
    /// token it was written below; otherwise it moves as the first line does.
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
        // The new columns, by the columns as written.
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

    /// The indentation of a block's statements, given the first token of the statement with the block.
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

    /// The additional indentation of most items of a block relative to its statement, as written, if it is a step or
    /// more. Blocks of statements that are long or have blocks themselves need not be indented. If a part of a block is
    /// formatted, only the rest determines its indentation.
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

    /// The columns and kinds of the items that begin lines.
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

    /// The depth of an item in a hierarchy relative to a column.
    pub(super) fn deeper_than(&self, base: usize, item: usize) -> usize {
        let token = &self.tokens[item];
        let deeper = token.column.saturating_sub(base);
        if deeper.is_multiple_of(INDENT) && (self.has_tabs || !token.has_tab()) {
            deeper
        } else {
            0
        }
    }

    /// The column from which the statements of a file are indented if some are indented against others by hand, like
    /// the nodes of a hierarchy.
    pub(super) fn hierarchy(&self, pieces: &[Piece<'t>]) -> Option<usize> {
        let columns = self.columns_of(pieces, |_| true);
        let base = columns.iter().map(|it| it.0).min()?;
        let is_deeper = |it: &&(usize, SyntaxKind)| {
            it.0 > base && (it.0 - base).is_multiple_of(INDENT) && it.1.is_statement()
        };
        (columns.iter().filter(is_deeper).count() >= MIN_HIERARCHY).then_some(base)
    }

    /// Whether a token begins a line that is indented by a step or more against the line of another.
    pub(super) fn is_written_deeper(&self, item: usize, first: usize) -> bool {
        let line = self.tokens[self.rows.row(first).start].column;
        self.tokens[item].lines_before > 0 && self.tokens[item].column >= line + INDENT
    }

    /// The column of a comment on a line of its own: it moves with the item beside it, and a comment in the first
    /// column stays there.
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
