//! Parsing values and their suffixes.

use super::recovery::{starts_body_item, starts_statement};
use super::{MAX_DEPTH, Mark, Parser};
use crate::SyntaxKind::{self, *};
use crate::{BangOperator as Bang, Release, Releases};

/// The meaning of a brace after a value: the brace selects bits of the value (`Value`), or it begins a body and is not
/// part of the value (`Name`).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Value,
    Name,
}

impl Parser<'_> {
    /// Parses a value. A missing value is reported and replaced by an error value.
    pub(super) fn value(&mut self) {
        self.value_in(Mode::Value);
    }

    pub(super) fn value_in(&mut self, mode: Mode) {
        if self.recovering || !self.enter() {
            return self.missing_value();
        }
        let heights = std::mem::replace(&mut self.height, 0);
        let mark = self.open();
        self.simple_value(mark);
        while !self.recovering {
            match self.kind {
                L_BRACE if mode == Mode::Value => {
                    // The brace does not select bits, but begins a body: the rest of the construct before the body is
                    // missing.
                    if starts_body_item(self.peek()) || starts_statement(self.peek()) {
                        self.body_instead_of_bits();
                        self.close(mark, BIT_ACCESS);
                        break;
                    }
                    let opener = self.open();
                    self.bump();
                    self.range_pieces(R_BRACE, "expected '}' at end of bit range list");
                    self.close(opener, RANGE_LIST);
                    self.close(mark, BIT_ACCESS);
                }
                L_BRACK => {
                    self.bump();
                    self.slice_elements();
                    self.close(mark, SLICE_ACCESS);
                }
                DOT => {
                    self.bump();
                    self.expect(IDENT, "expected field identifier after '.'");
                    self.close(mark, FIELD_ACCESS);
                }
                HASH => {
                    self.bump();
                    // The right operand may be missing at the end of a name.
                    if !matches!(self.kind, COLON | SEMICOLON | L_BRACE) {
                        self.value_in(Mode::Name);
                    }
                    self.close(mark, PASTE);
                }
                _ => break,
            }
            self.height += 1;
            if self.height > MAX_DEPTH {
                self.nested_too_deeply();
            }
        }
        self.height = heights.max(self.height + 1);
        self.leave();
    }

    fn missing_value(&mut self) {
        let mark = self.open();
        self.close(mark, ERROR_VALUE);
    }

    /// Reports the error of the reference for `1 { let`. The brace is left to the enclosing construct.
    fn body_instead_of_bits(&mut self) {
        let range = self.range_of(self.current + 1);
        self.error_at(range, "Unknown or reserved token when parsing a value");
    }

    /// Parses a value without its suffixes. Its node starts at `mark`.
    fn simple_value(&mut self, mark: Mark) {
        if self.at_broken_token() && !matches!(self.kind, IDENT | L_BRACE | L_BRACK | L_PAREN) {
            // The lexer has reported the error, and the token has the kind that was probably intended.
            self.error("Unknown or reserved token when parsing a value");
            self.recovering = false;
        }
        let kind = match self.kind {
            TRUE_KW | FALSE_KW => BOOL_VALUE,
            INT_NUMBER => INT_VALUE,
            BINARY_NUMBER => BINARY_VALUE,
            CODE_LITERAL => CODE_VALUE,
            QUESTION => UNSET_VALUE,
            STRING_LITERAL => return self.strings(mark),
            IDENT => {
                self.bump();
                if self.at(L_ANGLE) {
                    self.arg_list();
                    self.close(mark, CLASS_VALUE);
                } else if self.at(EQ) {
                    // The identifier is taken for the name of an argument, even where no arguments are allowed.
                    self.close(mark, STRING_VALUE);
                } else {
                    self.close(mark, IDENT_VALUE);
                }
                return;
            }
            L_BRACE => {
                self.bump();
                if !self.eat(R_BRACE) {
                    let message = "expected '}' at end of bit list value";
                    self.list(R_BRACE, message, false, Parser::value);
                }
                return self.close(mark, BITS_VALUE);
            }
            L_BRACK => return self.list_value(mark),
            L_PAREN => return self.dag(mark),
            BANG_OPERATOR => return self.bang(mark),
            BANG_COND => return self.cond(mark),
            BANG_FOREACH | BANG_FILTER => return self.foreach(mark),
            BANG_FOLDL => return self.foldl(mark),
            _ if self.at_keyword_as_value() && !self.at_broken_token() => {
                self.keyword_as_name("Unknown or reserved token when parsing a value");
                return self.close(mark, IDENT_VALUE);
            }
            _ => {
                self.error("Unknown or reserved token when parsing a value");
                return self.close(mark, ERROR_VALUE);
            }
        };
        self.bump();
        self.close(mark, kind);
    }

    fn strings(&mut self, mark: Mark) {
        self.bump();
        while self.at(STRING_LITERAL) && !self.at_broken_token() {
            self.bump();
        }
        self.close(mark, STRING_VALUE);
    }

    /// Parses elements separated by commas, and consumes the closing token.
    pub(super) fn list(
        &mut self,
        closer: SyntaxKind,
        missing_closer: &'static str,
        trailing_comma: bool,
        mut element: impl FnMut(&mut Self),
    ) {
        loop {
            element(self);
            if self.recovering && !self.recover_in_list(closer) {
                return;
            }
            if !self.at(COMMA) && !self.at(closer) {
                self.error(missing_closer);
                if !self.recover_in_list(closer) {
                    return;
                }
            }
            if self.eat(closer) {
                return;
            }
            self.bump();
            if trailing_comma && self.eat(closer) {
                return;
            }
        }
    }

    fn list_value(&mut self, mark: Mark) {
        self.bump();
        if !self.eat(R_BRACK) {
            self.list(
                R_BRACK,
                "expected ']' at end of list value",
                true,
                Parser::value,
            );
        }
        if !self.recovering && self.eat(L_ANGLE) && self.ty() {
            self.expect(R_ANGLE, "expected '>' at end of list element type");
        }
        self.close(mark, LIST_VALUE);
    }

    fn dag(&mut self, mark: Mark) {
        self.bump();
        let starts = match self.kind {
            IDENT | QUESTION => true,
            BANG_OPERATOR => matches!(
                Bang::from_name(&self.current_text()[1..]),
                Some(Bang::Cast | Bang::GetDagOp)
            ),
            L_BRACK => {
                self.error_only_in(
                    Releases::until(Release::V19),
                    "expected identifier in dag init",
                );
                true
            }
            _ => false,
        };
        let operator = self.open();
        if starts {
            self.value();
            self.dag_name("expected variable name in dag operator");
        } else {
            self.error("expected identifier in dag init");
        }
        self.close(operator, DAG_ARG);
        let is_broken = self.recovering;
        if is_broken && !self.recover_in_list(R_PAREN) {
            return self.close(mark, DAG_VALUE);
        }
        // The skipped text may be the operator and the first argument, so the comma is skipped, too.
        if is_broken && self.at(COMMA) {
            self.bump();
        }
        if !self.eat(R_PAREN) {
            self.list(R_PAREN, "expected ')' in dag init", false, |p| {
                let arg = p.open();
                if !p.eat(VAR_NAME) {
                    p.value();
                    p.dag_name("expected variable name in dag literal");
                }
                p.close(arg, DAG_ARG);
            });
        }
        self.close(mark, DAG_VALUE);
    }

    fn dag_name(&mut self, message: &'static str) {
        if !self.recovering && self.eat(COLON) {
            self.expect(VAR_NAME, message);
        }
    }

    /// Parses the arguments of a class or multiclass in angle brackets.
    pub(super) fn arg_list(&mut self) {
        let mark = self.open();
        self.bump();
        if !self.eat(R_ANGLE) {
            self.list(R_ANGLE, "Expected comma before next argument", false, |p| {
                let arg = p.open();
                if p.at(IDENT) && p.peek() == EQ {
                    let name = p.open();
                    p.bump();
                    p.close(name, IDENT_VALUE);
                } else {
                    p.value();
                }
                if !p.recovering && p.eat(EQ) {
                    p.value();
                    p.close(arg, NAMED_ARG);
                }
            });
        }
        self.close(mark, ARG_LIST);
    }

    fn slice_elements(&mut self) {
        self.list(R_BRACK, "expected ']' at end of list slice", true, |p| {
            let mark = p.open();
            p.value();
            if !p.recovering {
                match p.kind {
                    DOT3 | MINUS => {
                        p.bump();
                        p.value();
                    }
                    INT_NUMBER => {
                        if !p.current_is_negated() {
                            p.error("invalid range, cannot be negative");
                        }
                        p.number();
                    }
                    _ => {}
                }
            }
            p.close(mark, RANGE);
        });
    }

    /// Parses ranges of bits or integers up to the closing token.
    pub(super) fn range_pieces(&mut self, closer: SyntaxKind, missing_closer: &'static str) {
        self.list(closer, missing_closer, false, |p| {
            let mark = p.open();
            let failed = p.failed();
            p.value();
            p.follow_up(failed, "expected integer or bitrange");
            p.range_end();
            p.close(mark, RANGE);
        });
    }

    /// Parses the part of a range after its start, if there is one.
    pub(super) fn range_end(&mut self) {
        if self.recovering {
            return;
        }
        match self.kind {
            DOT3 | MINUS => {
                self.bump();
                let failed = self.failed();
                self.value();
                self.follow_up(failed, "expected integer value as end of range");
            }
            INT_NUMBER => {
                let negated = self.current_is_negated();
                self.number();
                if !negated {
                    self.error("invalid range, cannot be negative");
                }
            }
            _ => {}
        }
    }

    /// Whether the current number is zero or negative, so that its sign may be a minus operator: `0-7` is lexed as `0`
    /// and `-7`. True if the number is out of range.
    fn current_is_negated(&self) -> bool {
        crate::literal::int_value(self.current_text()).is_none_or(|it| it.wrapping_neg() >= 0)
    }

    fn number(&mut self) {
        let mark = self.open();
        self.bump();
        self.close(mark, INT_VALUE);
    }
}
