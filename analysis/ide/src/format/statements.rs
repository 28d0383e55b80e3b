//! Layout of statements, bodies and blocks.

use syntax::SyntaxKind::{self, *};
use syntax::ast::Node;

use super::layout::{Gap, Layout, Piece};
use super::values::ValuePlace;
use super::{INDENT, WIDTH};

/// The cost of a line break before the colon of superclasses.
const COLON_COST: usize = 30;
/// The cost of a line break between the items of a `let`.
const ITEM: usize = 21;
/// The cost of a line break before the statement of a `let` or loop without braces.
const BARE_BODY: usize = 25;

impl<'t> Layout<'t> {
    /// Places the whole file.
    pub(super) fn file(&mut self, root: Node<'t>) {
        let pieces = self.pieces(root);
        let hierarchy = self.hierarchy(&pieces);
        self.listed_from(&pieces, 0, hierarchy);
        let last = self.tokens.len() - 1;
        if last > 0 {
            let follows_mistake = pieces.last().is_none_or(|it| self.is_mistake(it));
            self.gaps[last] = if follows_mistake || self.tokens[last - 1].kind == DISABLED_TEXT {
                Gap::Keep
            } else {
                Gap::Lines {
                    count: 1,
                    indent: 0,
                }
            };
        }
    }

    /// Places statements or items, each on its own line, with comments and directives between them.
    fn listed(&mut self, pieces: &[Piece<'t>], indent: usize) {
        self.listed_from(pieces, indent, None);
    }

    /// Like [`Layout::listed`]. `hierarchy` is the least column of the statements if their indentation by hand is kept.
    fn listed_from(&mut self, pieces: &[Piece<'t>], indent: usize, hierarchy: Option<usize>) {
        // How the parser recovers from an error may depend on the line ends after it, so the gap after an error is
        // kept.
        let mut follows_mistake = false;
        let beside = items_beside(pieces);
        let usual = indent;
        for (piece, beside) in pieces.iter().zip(beside) {
            match *piece {
                Piece::Node(node, first, end) => {
                    let stays = self.must_stay(node);
                    let indent = usual + hierarchy.map_or(0, |it| self.deeper_than(it, first));
                    if stays {
                        self.keep(first, end);
                    } else {
                        let gap = if follows_mistake {
                            Gap::Keep
                        } else {
                            self.item_gap(node, first, indent)
                        };
                        if gap == Gap::Keep {
                            self.column = indent;
                        }
                        self.statement(node, gap, indent);
                    }
                    follows_mistake = stays;
                }
                Piece::Token(index) => {
                    let gap = if follows_mistake {
                        Gap::Keep
                    } else {
                        self.token_gap(index, beside, indent)
                    };
                    self.put(index, gap, indent);
                    follows_mistake &= self.tokens[index].is_comment();
                    follows_mistake |= !self.is_between(index);
                }
            }
        }
    }

    /// Whether a piece of a list is not changed: a statement that must stay, or a stray token.
    fn is_mistake(&self, piece: &Piece<'t>) -> bool {
        match *piece {
            Piece::Node(node, ..) => self.must_stay(node),
            Piece::Token(index) => !self.is_between(index),
        }
    }

    /// Whether a token is allowed between statements: a comment, a directive or disabled text.
    fn is_between(&self, index: usize) -> bool {
        let kind = self.tokens[index].kind;
        kind.is_trivia() && kind != ERROR_TRIVIA
    }

    /// The gap before a statement or item.
    fn item_gap(&self, node: Node<'t>, first: usize, indent: usize) -> Gap {
        let follows_comment = first > 0
            && self.tokens[first - 1].kind == BLOCK_COMMENT
            && self.tokens[first].lines_before == 0;
        let shares_line = matches!(node.kind(), FIELD | BODY_LET)
            && self.tokens[first].lines_before == 0
            && !self.tokens[first].blank_before.is_empty()
            && self.tokens[first - 1].kind == SEMICOLON
            && self.fits_as_row(first);
        if follows_comment || shares_line {
            Gap::Spaces(1)
        } else {
            self.new_line(first, indent)
        }
    }

    /// Whether the source line of a token fits within the line width.
    fn fits_as_row(&self, index: usize) -> bool {
        let row = self.rows.row(index);
        let first = row.start;
        self.tokens[first].column + self.flat_width(first, row.end) <= WIDTH
    }

    /// A gap that begins a new line, after an empty line if the source has one there. No gap at the start of the file;
    /// after disabled text, the gap of the source.
    fn new_line(&self, index: usize, indent: usize) -> Gap {
        if index == 0 {
            return Gap::Spaces(0);
        }
        if self.tokens[index - 1].kind == DISABLED_TEXT {
            return Gap::Keep;
        }
        let count = self.tokens[index].lines_before.clamp(1, 2);
        Gap::Lines { count, indent }
    }

    /// The gap before a comment, a directive or an invalid token.
    fn token_gap(&self, index: usize, beside: Option<usize>, indent: usize) -> Gap {
        let token = &self.tokens[index];
        match token.kind {
            PP_IFDEF | PP_IFNDEF | PP_ELSE | PP_ENDIF | PP_DEFINE => self.new_line(index, 0),
            MACRO_NAME => Gap::Spaces(1),
            DISABLED_TEXT | ERROR_TRIVIA => Gap::Keep,
            LINE_COMMENT | BLOCK_COMMENT if token.lines_before == 0 && index > 0 => Gap::Spaces(1),
            LINE_COMMENT | BLOCK_COMMENT => {
                self.new_line(index, self.comment_column(index, beside, indent))
            }
            _ => Gap::Keep,
        }
    }

    /// Places a statement or item, its first token after `gap`.
    pub(super) fn statement(&mut self, node: Node<'t>, gap: Gap, indent: usize) {
        let (first, end) = self.extent(node);
        if self.must_stay(node) {
            self.keep(first, end);
            return;
        }
        let indent = self.indent_of(first, indent);
        match node.kind() {
            CLASS | DEF | DEFM | MULTICLASS => self.object(node, gap, indent),
            LET | FOREACH | IF | DEFSET => self.block_statement(node, gap, indent),
            _ => self.item(node, gap, indent),
        }
    }

    /// Whether a statement stays unchanged because it has a syntax error, or contains an `include` or a directive. An
    /// error in a statement of its block affects only that inner statement.
    pub(super) fn must_stay(&self, node: Node<'t>) -> bool {
        let (first, end) = self.extent(node);
        if node.kind() == ERROR || has_oddity(node) {
            return true;
        }
        // An error about a missing token at the end of the head or statement is reported at the token after it.
        let mut begin = first;
        for block in node.children().filter(|it| it.kind() == BLOCK) {
            let (opener, behind) = self.extent(block);
            let is_open =
                self.tokens[opener].kind == L_BRACE && self.tokens[behind - 1].kind != R_BRACE;
            let has_strays = block.children().any(|it| it.kind() == ERROR);
            if is_open || has_strays || self.is_broken(begin..opener + 1) {
                return true;
            }
            begin = behind - 1;
        }
        self.is_broken(begin..end + 1)
    }

    /// Places a `class`, `def`, `defm` or `multiclass`.
    fn object(&mut self, node: Node<'t>, gap: Gap, indent: usize) {
        let pieces = self.pieces(node);
        let place = ValuePlace {
            anchor: indent,
            level: 0,
        };
        let continued = Self::continued(indent);
        let (start, _) = self.extent(node);
        let head_end = self.head_end(&pieces, node);
        let is_by_hand = self.is_by_hand(start, head_end, gap);
        if is_by_hand {
            self.put_by_hand(start, head_end, gap, indent);
        }
        for (at, piece) in pieces.iter().enumerate() {
            match *piece {
                Piece::Token(index) if is_by_hand && index < head_end => {}
                Piece::Token(index) => {
                    let gap = match at {
                        0 => gap,
                        _ => self.inner_gap(index, continued),
                    };
                    self.put(index, gap, continued);
                }
                Piece::Node(_, first, _) if is_by_hand && first < head_end => {}
                Piece::Node(child, first, _) => match child.kind() {
                    PARENTS => self.parents(child, head_end, indent),
                    BODY | BLOCK => self.block(child, node.kind(), start, indent),
                    _ => self.value(child, self.default_gap(first), place),
                },
            }
        }
    }

    /// The end of a statement's head: the index of the opening brace of its block, or of the token after the statement
    /// if the statement has no block.
    fn head_end(&self, pieces: &[Piece<'t>], node: Node<'t>) -> usize {
        let body = pieces.iter().find_map(|it| match it {
            Piece::Node(child, first, _) if matches!(child.kind(), BODY | BLOCK) => Some(*first),
            _ => None,
        });
        body.unwrap_or(self.extent(node).1)
    }

    /// Places the superclasses: all on one line, or each on its own line. The colon is on the line of the name or on
    /// the next.
    fn parents(&mut self, parents: Node<'t>, head_end: usize, indent: usize) {
        let (first, end) = self.extent(parents);
        let continued = Self::continued(indent);
        if self.fits(self.column + 1, first, end.max(head_end.min(end + 1))) {
            return self.put_all_flat(first, end, self.default_gap(first), continued);
        }
        let pieces = self.pieces(parents);
        self.choose(
            (first, end),
            |it| it.parents_from(&pieces, it.default_gap(first), continued),
            |it| {
                let gap = it.line_gap(continued, COLON_COST);
                it.parents_from(&pieces, gap, continued);
            },
        );
    }

    fn parents_from(&mut self, pieces: &[Piece<'t>], gap: Gap, continued: usize) {
        let Some((Piece::Token(colon), rest)) = pieces.split_first() else {
            return;
        };
        self.put(*colon, gap, continued);
        let aligned = self.column + 1;
        // If the colon is on the next line, all superclasses may fit after it.
        let all_fit = match (rest.first(), rest.last()) {
            (Some(Piece::Node(_, first, _)), Some(Piece::Node(_, _, end))) => {
                self.fits(aligned, *first, *end)
            }
            _ => false,
        };
        let mut is_first = true;
        for piece in rest {
            match *piece {
                Piece::Token(index) => {
                    let gap = self.inner_gap(index, aligned);
                    self.put(index, gap, aligned);
                }
                Piece::Node(class, first, _) => {
                    let gap = if is_first || all_fit {
                        self.default_gap(first)
                    } else {
                        Gap::Lines {
                            count: 1,
                            indent: aligned,
                        }
                    };
                    let anchor = if all_fit { self.column + 1 } else { aligned };
                    self.value(class, gap, ValuePlace { anchor, level: 0 });
                    is_first = false;
                }
            }
        }
    }

    /// The gap before a token in a statement. A comment that begins a line in the source still begins a line.
    fn inner_gap(&self, index: usize, indent: usize) -> Gap {
        let token = &self.tokens[index];
        if token.is_comment() && token.lines_before > 0 {
            Gap::Lines { count: 1, indent }
        } else {
            self.default_gap(index)
        }
    }

    /// Places a `let`, `foreach`, `if` or `defset`.
    fn block_statement(&mut self, node: Node<'t>, gap: Gap, indent: usize) {
        let continued = Self::continued(indent);
        let place = ValuePlace {
            anchor: indent,
            level: 0,
        };
        let pieces = self.pieces(node);
        let (start, _) = self.extent(node);
        let head_end = self.head_end(&pieces, node);
        let is_by_hand = self.is_by_hand(start, head_end, gap);
        if is_by_hand {
            self.put_by_hand(start, head_end, gap, indent);
        }
        let mut follows_comma = false;
        for (at, piece) in pieces.iter().enumerate() {
            match *piece {
                Piece::Token(index) if is_by_hand && index < head_end => {}
                Piece::Token(index) => {
                    let gap = match self.tokens[index].kind {
                        _ if at == 0 => gap,
                        ELSE_KW => self.else_gap(index, indent),
                        _ => self.inner_gap(index, continued),
                    };
                    self.put(index, gap, continued);
                    follows_comma = self.tokens[index].kind == COMMA;
                }
                Piece::Node(_, first, _) if is_by_hand && first < head_end => {}
                Piece::Node(child, first, end) => match child.kind() {
                    BLOCK if self.tokens[first].kind == L_BRACE => {
                        self.block(child, node.kind(), start, indent);
                    }
                    BLOCK => self.bare_block(child, node.kind(), start, indent),
                    LET_ITEM => {
                        let column = self.column + 1;
                        let gap = if follows_comma && !self.fits(column, first, end) {
                            self.line_gap(continued, ITEM)
                        } else {
                            self.default_gap(first)
                        };
                        self.value(child, gap, place);
                    }
                    _ => self.value(child, self.default_gap(first), place),
                },
            }
        }
    }

    /// The gap before `else`. An `else` on the line of a closing brace in the source stays there; any other `else`
    /// begins a line.
    fn else_gap(&self, index: usize, indent: usize) -> Gap {
        match self.tokens[index - 1].kind {
            R_BRACE if self.tokens[index].lines_before == 0 => Gap::Spaces(1),
            _ => Gap::Lines { count: 1, indent },
        }
    }

    /// Places the statements of a block without braces, of which there is normally one. `start` is the first token of
    /// the statement with the block.
    fn bare_block(&mut self, block: Node<'t>, parent: SyntaxKind, start: usize, indent: usize) {
        let pieces = self.pieces(block);
        let stmts: Vec<(Node<'t>, usize, usize)> = pieces
            .iter()
            .filter_map(|it| match it {
                Piece::Node(node, first, end) => Some((*node, *first, *end)),
                Piece::Token(_) => None,
            })
            .collect();
        let [(stmt, first, end)] = stmts[..] else {
            return self.listed(&pieces, indent + INDENT);
        };
        let is_deeper = parent == IF || self.is_written_deeper(first, start);
        let below = indent + if is_deeper { INDENT } else { 0 };
        let is_else_if = stmt.kind() == IF && self.tokens[first - 1].kind == ELSE_KW;
        if pieces.len() > 1 || self.tokens[first - 1].ends_line() {
            return self.listed(&pieces, below);
        }
        if is_else_if {
            return self.statement(stmt, Gap::Spaces(1), indent);
        }
        if self.tokens[first].lines_before > 0 {
            let count = self.tokens[first].lines_before.min(2);
            let gap = Gap::Lines {
                count,
                indent: below,
            };
            return self.statement(stmt, gap, below);
        }
        if self.is_by_hand(first, end, Gap::Spaces(1)) {
            return self.statement(stmt, Gap::Spaces(1), indent);
        }
        let below = indent + if parent == LET { 0 } else { INDENT };
        self.choose(
            (first, end),
            |it| it.statement(stmt, Gap::Spaces(1), indent),
            |it| {
                let gap = it.line_gap(below, BARE_BODY);
                it.statement(stmt, gap, below);
            },
        );
    }

    /// Places a body or block in braces. `kind` and `start` are the kind and the first token of the statement with the
    /// block.
    fn block(&mut self, block: Node<'t>, kind: SyntaxKind, start: usize, indent: usize) {
        let pieces = self.pieces(block);
        let [Piece::Token(opener), inside @ ..] = &pieces[..] else {
            return;
        };
        let gap = match self.tokens[*opener].lines_before {
            0 => self.default_gap(*opener),
            _ => Gap::Lines { count: 1, indent },
        };
        let closer = match inside.last() {
            Some(Piece::Token(last)) if self.tokens[*last].kind == R_BRACE => Some(*last),
            _ => None,
        };
        let inside = match closer {
            Some(_) => &inside[..inside.len() - 1],
            None => inside,
        };
        if let Some(closer) = closer
            && self.is_hanging(*opener, inside, closer)
        {
            return self.put_by_hand(*opener, closer + 1, gap, indent);
        }
        self.put(*opener, gap, indent);
        if let Some(closer) = closer
            && self.is_short(*opener, inside, closer)
        {
            let gap = usize::from(!inside.is_empty());
            for index in opener + 1..closer {
                self.put_flat(index, indent);
            }
            return self.put(closer, Gap::Spaces(gap), indent);
        }
        self.listed(inside, self.block_indent(kind, start, inside, indent));
        if let Some(closer) = closer {
            let follows_mistake = inside.last().is_some_and(|it| self.is_mistake(it));
            let gap = match self.tokens[closer - 1].kind {
                DISABLED_TEXT => Gap::Keep,
                _ if follows_mistake => Gap::Keep,
                _ => self.new_line(closer, indent),
            };
            self.put(closer, gap, indent);
        }
    }

    /// Whether a block stays on one line: it is on one line in the source, none of its items must stay unchanged, and
    /// it either fits or is a row of a table.
    fn is_short(&mut self, opener: usize, inside: &[Piece<'t>], closer: usize) -> bool {
        let width = self.flat_width(opener + 1, closer + 1) + 1;
        let fits = self.is_one_line(opener + 1, closer)
            && self.column + width + self.after_brace(closer) <= WIDTH;
        !self.has_breaks(opener, closer + 1)
            && !inside.iter().any(|it| self.is_mistake(it))
            && (fits || self.is_long_row(opener))
    }

    /// Whether the items of a block begin on the line of its opening brace and continue on further lines. False if an
    /// item must stay unchanged.
    fn is_hanging(&self, opener: usize, inside: &[Piece<'t>], closer: usize) -> bool {
        let follows = |index: usize| {
            self.tokens[index].lines_before == 0 && !self.tokens[index].blank_before.is_empty()
        };
        matches!(inside.first(), Some(Piece::Node(..)))
            && follows(opener + 1)
            && self.has_breaks(opener, closer + 1)
            && !inside.iter().any(|it| self.is_mistake(it))
    }

    /// The width of a redundant semicolon after a closing brace; 0 without a semicolon.
    fn after_brace(&self, closer: usize) -> usize {
        let next = self.tokens.get(closer + 1);
        usize::from(next.is_some_and(|it| it.kind == SEMICOLON))
    }

    /// Places a field, a `let` in a body, a `defvar`, or another statement without a block.
    fn item(&mut self, node: Node<'t>, gap: Gap, indent: usize) {
        let (first, end) = self.extent(node);
        let continued = Self::continued(indent);
        let column = match gap {
            Gap::Lines { indent, .. } => indent,
            Gap::Spaces(count) => self.column + count,
            Gap::Keep => self.column,
        };
        if self.is_by_hand(first, end, gap) {
            return self.put_by_hand(first, end, gap, indent);
        }
        if self.fits(column, first, end) {
            return self.put_all_flat(first, end, gap, continued);
        }
        let place = ValuePlace {
            anchor: indent,
            level: 0,
        };
        let mut is_value = false;
        for (at, piece) in self.pieces(node).into_iter().enumerate() {
            match piece {
                Piece::Token(index) => {
                    let gap = match at {
                        0 => gap,
                        _ => self.inner_gap(index, continued),
                    };
                    self.put(index, gap, continued);
                    is_value |= self.tokens[index].kind == EQ;
                }
                Piece::Node(child, first, end) if at > 0 => {
                    let flat = self.default_gap(first);
                    if is_value {
                        self.assigned(child, indent);
                    } else if node.kind() == ASSERT
                        && !self.fits(self.column + 1, first, end)
                        && self.tokens[first - 1].kind == COMMA
                    {
                        let gap = Gap::Lines {
                            count: 1,
                            indent: continued,
                        };
                        self.value(child, gap, place);
                    } else {
                        self.value(child, flat, place);
                    }
                }
                Piece::Node(child, ..) => self.value(child, gap, place),
            }
        }
    }
}

/// For each piece of a list, the first token of an item: of the piece itself if it is an item, otherwise of the next
/// item, or of the last item if no item follows.
fn items_beside(pieces: &[Piece<'_>]) -> Vec<Option<usize>> {
    let item = |piece: &Piece<'_>| match *piece {
        Piece::Node(_, first, _) => Some(first),
        Piece::Token(_) => None,
    };
    let mut next = pieces.iter().rev().find_map(item);
    let beside = pieces.iter().rev().map(|it| {
        next = item(it).or(next);
        next
    });
    let mut beside: Vec<Option<usize>> = beside.collect();
    beside.reverse();
    beside
}

/// Whether a node contains an invalid token, an `include`, or a directive in the middle of a statement.
fn has_oddity(node: Node<'_>) -> bool {
    // Directives are allowed between the items of a body.
    let is_body = node.kind() == BODY;
    let odd_token = node.tokens().any(|it| match it.kind() {
        ERROR_TOKEN | ERROR_TRIVIA => true,
        PP_IFDEF | PP_IFNDEF | PP_ELSE | PP_ENDIF | PP_DEFINE | DISABLED_TEXT => !is_body,
        _ => false,
    });
    odd_token
        || node.children().any(|it| match it.kind() {
            ERROR | ERROR_VALUE | INCLUDE => true,
            // The statements in a block are examined separately.
            BLOCK => false,
            _ => has_oddity(it),
        })
}
