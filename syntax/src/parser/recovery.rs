//! Error recovery: finding a token at which parsing can continue.

use super::Parser;
use crate::SyntaxKind::{self, *};

/// Whether a token of this kind begins a statement.
pub(crate) fn starts_statement(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        ASSERT_KW
            | CLASS_KW
            | DEF_KW
            | DEFM_KW
            | DEFSET_KW
            | DEFTYPE_KW
            | DEFVAR_KW
            | DUMP_KW
            | FOREACH_KW
            | IF_KW
            | LET_KW
            | MULTICLASS_KW
    )
}

/// Whether a token of this kind begins a statement that is not allowed in the body of a record.
pub(super) fn starts_outer_statement(kind: SyntaxKind) -> bool {
    starts_statement(kind) && !matches!(kind, ASSERT_KW | DEFVAR_KW | DUMP_KW | LET_KW)
}

/// Whether a token of this kind begins an item of a record's body and cannot begin a value.
pub(super) fn starts_body_item(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        ASSERT_KW
            | DEFVAR_KW
            | DUMP_KW
            | LET_KW
            | FIELD_KW
            | BIT_KW
            | BITS_KW
            | INT_KW
            | STRING_KW
            | LIST_KW
            | DAG_KW
            | CODE_KW
    )
}

/// The largest number of tokens that are examined to find out what the user meant.
const AHEAD: usize = 100;

impl Parser<'_> {
    /// Parses a name. A keyword is reported and taken for the name if one of `follow` comes after it. Returns whether
    /// there is a name.
    pub(super) fn name(&mut self, missing: &'static str, follow: &[SyntaxKind]) -> bool {
        if !self.recovering && self.at_keyword() && follow.contains(&self.peek()) {
            self.keyword_as_name(missing);
            return true;
        }
        self.expect(IDENT, missing)
    }

    /// Whether the current token is a keyword in place of a value: no statement that it could begin continues with the
    /// next token.
    pub(super) fn at_keyword_as_value(&self) -> bool {
        let ends = matches!(
            self.peek(),
            SEMICOLON | COMMA | R_ANGLE | R_PAREN | R_BRACK | R_BRACE | HASH | DOT
        );
        self.at_keyword() && ends
    }

    fn at_keyword(&self) -> bool {
        self.kind.is_keyword() && !self.at(INCLUDE_KW)
    }

    /// Reports a keyword in place of a name, and consumes the keyword as the name.
    pub(super) fn keyword_as_name(&mut self, missing: &'static str) {
        self.report(self.current_range(), missing.into());
        let word = self.current_text();
        self.say_plainly(crate::error::keyword_as_name(word));
        self.bump_as(IDENT);
    }

    /// The column (in bytes) of the `class` or `def` keyword of the record whose body starts at the current token;
    /// `usize::MAX` if the keyword is not found nearby.
    pub(super) fn column_of_record(&self) -> usize {
        let before = self.lexed.tokens[..self.current].iter().rev().take(AHEAD);
        let mut words = before.filter(|it| matches!(it.kind, CLASS_KW | DEF_KW));
        words
            .next()
            .map_or(usize::MAX, |it| self.column(it.start as usize))
    }

    fn column(&self, offset: usize) -> usize {
        offset - self.text[..offset].rfind('\n').map_or(0, |it| it + 1)
    }

    /// Whether a statement at the current token was probably written inside the record's body, which then continues
    /// after the statement. If not, the body lacks its closing brace. `of_record` is the column of the record's
    /// keyword.
    pub(super) fn at_statement_inside(&self, kind: SyntaxKind, of_record: usize) -> bool {
        match kind {
            FOREACH_KW | IF_KW if self.holds_items() => true,
            it if starts_outer_statement(it) && self.on_new_line() => {
                let start = self.lexed.tokens[self.current].start as usize;
                self.column(start) > of_record
            }
            _ => false,
        }
    }

    /// Whether the `foreach` or `if` at the current token contains items of a record's body. If so, the closing brace
    /// of the enclosing body is not missing.
    pub(super) fn holds_items(&self) -> bool {
        let kinds = |from: usize| self.lexed.tokens[from..].iter().map(|it| it.kind);
        let is_clause = |it: &SyntaxKind| matches!(it, IN_KW | THEN_KW);
        let ends = |it: &SyntaxKind| matches!(it, SEMICOLON | EOF);
        let head = kinds(self.current)
            .take(AHEAD)
            .take_while(|it| !is_clause(it) && !ends(it));
        let mut inside = self.current + head.count() + 1;
        if inside < self.lexed.tokens.len() && self.kind_of(inside) == L_BRACE {
            inside += 1;
        }
        let mut rest = kinds(inside.min(self.lexed.tokens.len())).take(AHEAD);
        match rest.next() {
            // A `let` around records has an `in`.
            Some(LET_KW) => rest.find(|it| ends(it) || *it == IN_KW) == Some(SEMICOLON),
            Some(FOREACH_KW | IF_KW) => false,
            Some(ASSERT_KW | DEFVAR_KW | DUMP_KW) => false,
            Some(IDENT) => true,
            Some(kind) => starts_body_item(kind),
            None => false,
        }
    }

    /// Whether the current token, in place of an item of a record's body, begins a loop in the syntax of another
    /// language (`for`, `while`).
    pub(super) fn at_foreign_loop(&self) -> bool {
        if !matches!(self.current_text(), "for" | "while") {
            return false;
        }
        let ahead = self.lexed.tokens[self.current + 1..]
            .iter()
            .map(|it| it.kind);
        let ends = |it: &SyntaxKind| matches!(it, SEMICOLON | R_BRACE | EOF);
        let head: Vec<SyntaxKind> = ahead.take(AHEAD).take_while(|it| !ends(it)).collect();
        match head[..] {
            [L_PAREN, ..] | [IDENT, L_BRACE, ..] => true,
            // This may also be a field whose type is a class named `for` or `while`.
            [IDENT, ..] => head.contains(&IN_KW),
            _ => head.contains(&L_BRACE),
        }
    }

    /// Skips a statement or loop that is not allowed in a record's body.
    pub(super) fn pass_held_items(&mut self) {
        let mark = self.open();
        let (mut braces, mut parens) = (0u32, 0u32);
        loop {
            match self.kind {
                EOF => break,
                R_BRACE if braces == 0 => break,
                L_BRACE => braces += 1,
                R_BRACE => braces -= 1,
                L_PAREN => parens += 1,
                R_PAREN => parens = parens.saturating_sub(1),
                _ => {}
            }
            let is_end = braces == 0 && parens == 0 && matches!(self.kind, SEMICOLON | R_BRACE);
            self.bump();
            if is_end && !self.at(ELSE_KW) {
                break;
            }
        }
        self.close(mark, ERROR);
        self.recovered();
    }

    /// Whether the brackets at the current token select bits to which a value is assigned.
    pub(super) fn assigns_bits(&self, closer: SyntaxKind) -> bool {
        let mut rest = self.lexed.tokens[self.current + 1..]
            .iter()
            .map(|it| it.kind);
        let is_range = |it: &SyntaxKind| matches!(it, INT_NUMBER | MINUS | DOT3 | COMMA | IDENT);
        let end = rest.find(|it| !is_range(it));
        end == Some(closer) && rest.next() == Some(EQ)
    }

    /// Leaves recovery.
    pub(super) fn recovered(&mut self) {
        self.recovering = false;
    }

    /// Skips tokens up to one for which `stops` returns true, and puts them into an error node. Balanced brackets are
    /// skipped with their contents.
    fn skip_until(&mut self, stops: impl Fn(&Parser<'_>, SyntaxKind) -> bool) {
        if self.at(EOF) || stops(self, self.kind) {
            return;
        }
        let mark = self.open();
        let mut nested = 0u32;
        while !self.at(EOF) {
            match self.kind {
                // These tokens cannot be inside brackets, so the brackets opened before were not closed.
                SEMICOLON | L_BRACE | R_BRACE | IN_KW | THEN_KW | ELSE_KW => nested = 0,
                it if starts_statement(it) => nested = 0,
                _ => {}
            }
            if nested == 0 && stops(self, self.kind) {
                break;
            }
            match self.kind {
                L_PAREN | L_BRACK => nested += 1,
                R_PAREN | R_BRACK => nested = nested.saturating_sub(1),
                _ => {}
            }
            self.bump();
        }
        self.close(mark, ERROR);
    }

    /// Recovery in a list: skips to the next comma or to the closing token, but not beyond a token that ends or starts
    /// another construct. Returns whether a comma or the closing token was found.
    pub(super) fn recover_in_list(&mut self, closer: SyntaxKind) -> bool {
        self.skip_until(|_, it| {
            it == COMMA
                || it == closer
                || matches!(
                    it,
                    SEMICOLON | L_BRACE | R_BRACE | IN_KW | THEN_KW | ELSE_KW
                )
                || starts_statement(it)
                || starts_body_item(it)
        });
        let found = self.at(COMMA) || self.at(closer);
        if found {
            self.recovered();
        }
        found
    }

    /// Skips to the next token of one of `kinds`, but not past a semicolon, a brace or the start of a statement.
    /// Returns whether a token of one of `kinds` was found.
    pub(super) fn recover_at(&mut self, kinds: &[SyntaxKind]) -> bool {
        self.skip_until(|_, it| {
            kinds.contains(&it)
                || matches!(it, SEMICOLON | L_BRACE | R_BRACE)
                || starts_statement(it)
        });
        let found = kinds.contains(&self.kind);
        if found {
            self.recovered();
        }
        found
    }

    /// Recovery after an error in an item of a body: skips past the item's semicolon, or to the next item or statement
    /// or the body's closing brace. Returns true if the end of the file was reached instead.
    pub(super) fn recover_in_body(&mut self) -> bool {
        if !self.recovering {
            return false;
        }
        // Whether the current token begins an item on a new line. If so, the error was probably a missing token at the
        // end of the previous line.
        let next_item = self.at(IDENT) && self.on_new_line() && self.peek() == IDENT;
        let mut swallows_end = false;
        if !next_item {
            self.skip_with_braces(|it| {
                it == SEMICOLON || starts_body_item(it) || starts_outer_statement(it)
            });
            swallows_end = !self.eat(SEMICOLON) && self.at(EOF);
        }
        self.recovered();
        swallows_end
    }

    /// Recovery after an error in a statement: skips to the next statement, or to the end of the block.
    pub(super) fn recover_in_statements(&mut self) {
        if self.recovering {
            self.skip_with_braces(starts_statement);
            self.recovered();
        }
    }

    /// Skips up to a token for which `stops` returns true, or to a closing brace. Within braces that are opened on the
    /// way, only a statement that is not allowed in a record's body ends the skipping.
    fn skip_with_braces(&mut self, stops: impl Fn(SyntaxKind) -> bool) {
        if self.at(EOF) || self.at(R_BRACE) || stops(self.kind) {
            return;
        }
        let mark = self.open();
        let mut braces = 0u32;
        while !self.at(EOF) {
            match self.kind {
                R_BRACE if braces == 0 => break,
                R_BRACE => braces -= 1,
                L_BRACE => braces += 1,
                it if braces == 0 && stops(it) => break,
                it if starts_outer_statement(it) => break,
                _ => {}
            }
            let end_of_braces = self.at(R_BRACE) && braces == 0;
            self.bump();
            // After a complete statement, an identifier at the start of a line may be a misspelt keyword.
            if end_of_braces && self.at(IDENT) && self.on_new_line() {
                break;
            }
        }
        // The closing braces of the blocks that are still open come after the skipped text. The parser does not expect
        // these braces, but they are not further mistakes.
        self.unclosed += braces;
        self.close(mark, ERROR);
    }
}
