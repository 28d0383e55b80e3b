//! Parsing statements.

use rowan::TextRange;

use super::recovery::starts_statement;
use super::values::Mode;
use super::{Failure, Parser};
use crate::SyntaxKind::{self, *};
use crate::error::{NO_LINE_END, NO_STATEMENT, SUPERFLUOUS_SEMICOLON};

/// The kind of a block. It determines which statements are allowed in the block, and the messages about them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum BlockOf {
    Defset,
    Else,
    Foreach,
    Let,
    Multiclass,
    Then,
}

impl BlockOf {
    /// The kind of the block of a statement; `None` if statements of this kind have no block. `after_else` selects the
    /// second block of an `if`.
    pub(crate) fn from_statement(kind: SyntaxKind, after_else: bool) -> Option<BlockOf> {
        Some(match kind {
            DEFSET => BlockOf::Defset,
            FOREACH => BlockOf::Foreach,
            IF if after_else => BlockOf::Else,
            IF => BlockOf::Then,
            LET => BlockOf::Let,
            MULTICLASS => BlockOf::Multiclass,
            _ => return None,
        })
    }

    fn missing_end(self) -> &'static str {
        match self {
            BlockOf::Defset => "expected '}' at end of defset",
            BlockOf::Else => "expected '}' at end of 'else' clause",
            BlockOf::Foreach => "expected '}' at end of foreach command",
            BlockOf::Let => "expected '}' at end of top level let command",
            BlockOf::Multiclass => {
                "expected 'assert', 'def', 'defm', 'defvar', 'dump', 'foreach', 'if', or 'let' in \
                 multiclass body"
            }
            BlockOf::Then => "expected '}' at end of 'then' clause",
        }
    }

    /// Whether a statement that begins with this token is allowed directly in the block. Only the blocks of
    /// multiclasses forbid some statements.
    fn allows(self, kind: SyntaxKind) -> bool {
        let forbidden = matches!(kind, CLASS_KW | DEFSET_KW | DEFTYPE_KW | MULTICLASS_KW);
        starts_statement(kind) && !(self == BlockOf::Multiclass && forbidden)
    }
}

/// The kind of brackets around bit ranges in a `let`.
pub(super) struct BitBrackets {
    opener: SyntaxKind,
    closer: SyntaxKind,
    /// The message if the closing bracket is missing, and its note at the opening bracket.
    missing: &'static str,
    to_match: &'static str,
}

pub(super) const BITS_IN_ANGLES: BitBrackets = BitBrackets {
    opener: L_ANGLE,
    closer: R_ANGLE,
    missing: "expected '>' at end of range list",
    to_match: "to match this '<'",
};

pub(super) const BITS_IN_BRACES: BitBrackets = BitBrackets {
    opener: L_BRACE,
    closer: R_BRACE,
    missing: "expected '}' at end of bit list",
    to_match: "to match this '{'",
};

impl Parser<'_> {
    /// Parses the whole file. The root stays open until [`Parser::finish`].
    pub(crate) fn source_file(&mut self) {
        self.statements(None);
        self.end_of_file();
    }

    /// Parses statements up to the end of the text. They belong to a block of the kind `of`, or to a file if `of` is
    /// `None`. In a block, stops and returns false at a token that begins no allowed statement.
    pub(crate) fn statements(&mut self, of: Option<BlockOf>) -> bool {
        while !self.at(EOF) {
            self.flush_trivia();
            if of.map_or(starts_statement(self.kind), |it| it.allows(self.kind)) {
                self.statement();
            } else if of.is_some() {
                return false;
            } else if self.at(R_BRACE) && self.unclosed > 0 {
                self.unclosed -= 1;
                self.stray();
            } else {
                self.error(NO_STATEMENT);
                match self.kind {
                    HASH if self.lacks_line_end() => self.say_plainly(NO_LINE_END),
                    R_BRACE => self.stray(),
                    INCLUDE_KW => self.pass_refused(),
                    _ => {}
                }
            }
            self.recover_in_statements();
        }
        true
    }

    /// Reports the parser's error if the lexer found an error at the end of the file, such as an unclosed `#ifdef`.
    pub(crate) fn end_of_file(&mut self) {
        if self.at_broken_token() {
            self.error(NO_STATEMENT);
            self.recovered();
        }
    }

    /// Whether the current token is the `#` of an `#endif` at the end of the file, for which the lexer reports a
    /// missing line end.
    fn lacks_line_end(&self) -> bool {
        let mut errors = self.lexed.errors.iter().rev();
        self.kind_of(self.current + 1) == IDENT
            && self.kind_of(self.current + 2) == EOF
            && errors.any(|it| it.error.plainly.as_deref() == Some(NO_LINE_END))
    }

    fn stray(&mut self) {
        let mark = self.open();
        self.bump();
        self.close(mark, ERROR);
    }

    /// Parses the statement that begins with the current token.
    fn statement(&mut self) {
        if !self.enter() {
            // The token is consumed, so that recovery makes progress.
            return self.stray();
        }
        let mark = self.open();
        let kind = match self.kind {
            ASSERT_KW => {
                self.assert();
                ASSERT
            }
            CLASS_KW => {
                self.class();
                CLASS
            }
            DEF_KW => {
                self.bump();
                self.object_name();
                self.object_body();
                DEF
            }
            DEFM_KW => {
                self.defm();
                DEFM
            }
            DEFSET_KW => {
                self.defset();
                DEFSET
            }
            DEFTYPE_KW => {
                self.bump();
                self.name("expected identifier", &[EQ]);
                self.expect(EQ, "expected '='");
                self.ty();
                self.end_of_statement("expected ';'");
                DEFTYPE
            }
            DEFVAR_KW => {
                self.defvar();
                DEFVAR
            }
            DUMP_KW => {
                self.dump();
                DUMP
            }
            FOREACH_KW => {
                self.foreach_statement();
                FOREACH
            }
            IF_KW => {
                self.if_statement();
                IF
            }
            LET_KW => {
                self.let_statement();
                LET
            }
            _ => {
                self.multiclass();
                MULTICLASS
            }
        };
        self.close(mark, kind);
        self.leave();
    }

    /// Parses the semicolon of a statement or item. If it is missing at the end of a line, nothing is skipped, since
    /// the next line may be valid.
    pub(super) fn end_of_statement(&mut self, missing: &'static str) {
        let found = self.expect(SEMICOLON, missing);
        if !found && !self.on_new_line() && self.recover_at(&[SEMICOLON]) {
            self.bump();
        }
    }

    pub(super) fn assert(&mut self) {
        self.bump();
        self.value();
        if self.recovering {
            self.recover_at(&[COMMA]);
        }
        self.expect(COMMA, "expected ',' in assert statement");
        self.value();
        self.end_of_statement("expected ';'");
    }

    pub(super) fn dump(&mut self) {
        self.bump();
        self.value();
        self.end_of_statement("expected ';'");
    }

    pub(super) fn defvar(&mut self) {
        self.bump();
        self.name("expected identifier", &[EQ]);
        self.expect(EQ, "expected '='");
        self.value();
        self.end_of_statement("expected ';'");
    }

    fn class(&mut self) {
        if self.context.in_multiclass {
            self.report(
                self.current_range(),
                "class is not allowed inside multiclass".into(),
            );
        } else if self.context.in_loop {
            self.report(
                self.current_range(),
                "class is not allowed inside foreach loop".into(),
            );
        }
        self.bump();
        self.name(
            "expected class name after 'class' keyword",
            &[L_ANGLE, COLON, L_BRACE, SEMICOLON],
        );
        if self.at(L_ANGLE) {
            self.template_params();
        }
        self.object_body();
    }

    fn defm(&mut self) {
        self.bump();
        self.object_name();
        if !self.at(COLON) {
            self.error("expected ':' after defm identifier");
            self.recover_at(&[COLON]);
        }
        if self.at(COLON) {
            self.parents("expected name for MultiClassID", "expected identifier");
        }
        self.end_of_statement("expected ';' at end of defm");
    }

    fn defset(&mut self) {
        if self.context.in_multiclass {
            self.report(
                self.current_range(),
                "defset is not allowed inside multiclass".into(),
            );
        }
        self.bump();
        self.ty();
        self.name("expected identifier", &[EQ]);
        self.expect(EQ, "expected '='");
        if !self.at(L_BRACE) {
            self.error("expected '{'");
            self.recover_at(&[L_BRACE]);
        }
        self.recover_at_block();
        if self.at(L_BRACE) {
            self.block(BlockOf::Defset);
        }
    }

    fn foreach_statement(&mut self) {
        self.bump();
        let failed = self.failed();
        self.name("Expected identifier in foreach declaration", &[EQ]);
        if !self.recovering && self.at(IN_KW) {
            // The user wrote `in` before the list, as in other languages.
            self.report(
                self.current_range(),
                "Expected '=' in foreach declaration".into(),
            );
            self.say_plainly("a 'foreach' is written 'foreach NAME = LIST in'");
            self.bump();
            // A brace after the list begins the body and does not select bits.
            self.value_in(Mode::Name);
            self.eat(IN_KW);
            return self.foreach_body();
        }
        self.expect(EQ, "Expected '=' in foreach declaration");
        if !self.recovering {
            let mark = self.open();
            if self.eat(L_BRACE) {
                self.range_pieces(R_BRACE, "expected '}' at end of bit range list");
                self.close(mark, RANGE_LIST);
            } else {
                self.value();
                // A list is not the start of a range.
                let is_list = self.nodes.last_kind(self.pos) == Some(LIST_VALUE);
                let goes_on = matches!(self.kind, DOT3 | MINUS | INT_NUMBER);
                if goes_on && !is_list && !self.recovering {
                    self.range_end();
                    self.close(mark, RANGE);
                }
            }
        }
        self.follow_up(failed, "expected declaration in for");
        self.keyword_before_block(IN_KW, "Unknown tok");
        self.foreach_body();
    }

    fn foreach_body(&mut self) {
        let context = self.context;
        self.context.in_loop = true;
        self.clause(BlockOf::Foreach);
        self.context.in_loop = context.in_loop;
    }

    fn if_statement(&mut self) {
        self.bump();
        self.value();
        self.keyword_before_block(THEN_KW, "Unknown tok");
        let context = self.context;
        // The reference handles the two blocks of an `if` like loops.
        self.context.in_loop = true;
        self.clause(BlockOf::Then);
        if !self.recovering && self.eat(ELSE_KW) {
            self.clause(BlockOf::Else);
        }
        self.context.in_loop = context.in_loop;
    }

    fn let_statement(&mut self) {
        self.bump();
        loop {
            let mark = self.open();
            self.let_mode();
            self.name("expected identifier in let definition", &[EQ, L_ANGLE]);
            self.let_value(
                [BITS_IN_ANGLES, BITS_IN_BRACES],
                "the bits of a 'let' around records stand in '<…>', not in '{…}'",
            );
            self.close(mark, LET_ITEM);
            if self.recovering {
                self.recover_at(&[COMMA, IN_KW]);
            }
            if self.recovering || !self.eat(COMMA) {
                break;
            }
        }
        self.keyword_before_block(IN_KW, "expected 'in' at end of top-level 'let'");
        self.clause(BlockOf::Let);
    }

    /// Parses `append` or `prepend` before the name in a `let`, if present. All supported releases reject this word.
    pub(super) fn let_mode(&mut self) {
        let mode = match self.kind {
            IDENT if self.peek() == IDENT => match self.current_text() {
                "append" => APPEND_KW,
                "prepend" => PREPEND_KW,
                _ => return,
            },
            _ => return,
        };
        self.bump_as(mode);
        if !self.recovering {
            self.report(
                self.current_range(),
                "expected '=' in let expression".into(),
            );
        }
    }

    /// Parses the part of a `let` after the name: bit ranges in brackets of the kind `bits`, and a value. Bit ranges in
    /// brackets of the kind `others` are parsed, too, but are reported as an error with the clearer message `plainly`.
    pub(super) fn let_value(&mut self, [bits, others]: [BitBrackets; 2], plainly: &'static str) {
        if self.at(bits.opener) && !self.recovering {
            self.let_ranges(&bits, bits.to_match);
        } else if self.at(others.opener) && !self.recovering && self.assigns_bits(others.closer) {
            self.report(
                self.current_range(),
                "expected '=' in let expression".into(),
            );
            self.say_plainly(plainly);
            self.let_ranges(&others, "");
        }
        self.expect(EQ, "expected '=' in let expression");
        self.value();
    }

    /// Parses bit ranges in brackets. If the closing bracket is missing, the reference also reports where the opening
    /// one is.
    fn let_ranges(&mut self, brackets: &BitBrackets, to_match: &'static str) {
        let opener = self.current_range();
        let mark = self.open();
        self.bump();
        let failures = self.failures.len();
        self.range_pieces(brackets.closer, brackets.missing);
        if let Some(&failure) = self.failures.get(failures)
            && self.last_message(failure) == Some(brackets.missing)
        {
            let at = opener.start();
            self.add_note(Failure { at, ..failure }, to_match.into());
        }
        self.close(mark, RANGE_LIST);
    }

    /// Parses the keyword before a block. In recovery, skips to the keyword.
    fn keyword_before_block(&mut self, keyword: SyntaxKind, missing: &'static str) {
        if self.recovering {
            self.recover_at(&[keyword]);
        }
        if !self.expect(keyword, missing) && self.recover_at(&[keyword]) {
            self.bump();
        }
        self.recover_at_block();
    }

    /// Leaves recovery at an opening brace, since a block may start here.
    fn recover_at_block(&mut self) {
        if self.recovering && self.at(L_BRACE) {
            self.recovered();
        }
    }

    /// Parses the block after `in`, `then` or `else`: statements in braces, or a single statement without braces.
    fn clause(&mut self, of: BlockOf) {
        if self.recovering {
            let mark = self.open();
            return self.close(mark, BLOCK);
        }
        if self.at(L_BRACE) {
            self.block(of);
            return;
        }
        let mark = self.open();
        if starts_statement(self.kind) {
            self.statement();
        } else {
            self.error("Expected assert, class, def, defm, defset, dump, foreach, if, or let");
        }
        self.close(mark, BLOCK);
    }

    /// Parses statements in braces. Returns false if the closing brace is missing.
    pub(crate) fn block(&mut self, of: BlockOf) -> bool {
        let unclosed = std::mem::replace(&mut self.unclosed, 0);
        let opener = self.current_range();
        let mark = self.open();
        self.bump();
        if of == BlockOf::Multiclass && self.at(R_BRACE) {
            self.report(
                self.current_range(),
                "multiclass must contain at least one def".into(),
            );
        }
        let mut closed = false;
        loop {
            self.flush_trivia();
            if of.allows(self.kind) {
                self.statement();
            } else if self.at(R_BRACE) {
                self.bump();
                closed = true;
                break;
            } else {
                self.error_in_block(of, opener);
                if self.at(INCLUDE_KW) {
                    self.pass_refused();
                    continue;
                }
                // A statement that is not allowed here, such as a class in a multiclass, means that the block lacks its
                // closing brace.
                if self.at(EOF) || starts_statement(self.kind) {
                    self.recovered();
                    break;
                }
            }
            self.recover_in_statements();
            if self.at(EOF) {
                self.error_in_block(of, opener);
                self.recovered();
                break;
            }
        }
        // Braces that were left open inside a block do not count if the block itself is closed.
        self.unclosed = if closed {
            unclosed
        } else {
            unclosed + self.unclosed + 1
        };
        self.close(mark, BLOCK);
        closed
    }

    fn error_in_block(&mut self, of: BlockOf, opener: TextRange) {
        if of == BlockOf::Multiclass {
            self.error(of.missing_end());
        } else {
            self.error_unclosed(of.missing_end(), opener, "to match this '{'");
        }
    }

    fn multiclass(&mut self) {
        if self.context.in_loop {
            self.report(
                self.current_range(),
                "multiclass is not allowed inside foreach loop".into(),
            );
        }
        self.bump();
        self.name(
            "expected identifier after multiclass for name",
            &[L_ANGLE, COLON, L_BRACE],
        );
        if self.at(L_ANGLE) {
            self.template_params();
        }
        let mut inherits = false;
        if self.at(COLON) && !self.recovering {
            inherits = true;
            self.parents(
                "expected name for MultiClassID",
                "expected name for MultiClassID",
            );
        }
        if self.recovering {
            self.recover_at(&[SEMICOLON, L_BRACE]);
        }
        if !self.at(L_BRACE) {
            if !inherits {
                self.error_missing("expected '{' in multiclass definition");
                self.recover_at(&[L_BRACE, SEMICOLON]);
            }
            if !self.at(L_BRACE) {
                self.expect(SEMICOLON, "expected ';' in multiclass definition");
                self.recover_at_block();
            }
        }
        if self.at(L_BRACE) && !self.recovering {
            let context = self.context;
            self.context.in_multiclass = true;
            self.block(BlockOf::Multiclass);
            self.context.in_multiclass = context.in_multiclass;
            self.superfluous_semicolon(SUPERFLUOUS_SEMICOLON[1]);
        }
    }
}
