//! Parsing the parts of classes and records: parents, template parameters and bodies.

use super::Parser;
use super::recovery::starts_outer_statement;
use super::statements::{BITS_IN_ANGLES, BITS_IN_BRACES};
use super::values::Mode;
use crate::SyntaxKind::{self, *};
use crate::error::{Note, SUPERFLUOUS_SEMICOLON, Severity};

impl Parser<'_> {
    /// Reports and skips a semicolon after a body. The reference reports it and continues.
    pub(super) fn superfluous_semicolon(&mut self, message: &'static str) {
        if self.at(SEMICOLON) && !self.recovering {
            let range = self.current_range();
            self.report(range, message.into());
            if let Some(error) = self.last_error() {
                error.notes.push(Note {
                    severity: Severity::Note,
                    message: "Semicolon ignored; remove to eliminate this error".into(),
                    offset: None,
                });
            }
            self.bump();
        }
    }

    /// Parses the name of a `def` or `defm`, which may be absent.
    pub(super) fn object_name(&mut self) {
        if !matches!(self.kind, COLON | SEMICOLON | L_BRACE) {
            self.value_in(Mode::Name);
            if self.recovering {
                self.recover_at(&[COLON]);
            }
        }
    }

    /// Parses the superclasses and the body of a record or class.
    pub(super) fn object_body(&mut self) {
        if self.at(COLON) && !self.recovering {
            self.parents("expected name for ClassID", "expected name for ClassID");
        }
        if self.recovering || !matches!(self.kind, SEMICOLON | L_BRACE) {
            self.error_missing("Expected '{' to start body or ';' for declaration only");
            // Recovery skips to one of these tokens, but not into the next statement.
            self.recover_at(&[SEMICOLON, L_BRACE]);
        }
        if self.recovering {
            return;
        }
        if self.at(L_BRACE) {
            self.body();
            self.superfluous_semicolon(SUPERFLUOUS_SEMICOLON[0]);
        } else {
            self.eat(SEMICOLON);
        }
    }

    pub(super) fn parents(&mut self, missing_first: &'static str, missing_next: &'static str) {
        let mark = self.open();
        self.bump();
        let mut missing = missing_first;
        loop {
            let class = self.open();
            self.expect(IDENT, missing);
            if self.at(L_ANGLE) && !self.recovering {
                self.arg_list();
            }
            self.close(class, CLASS_REF);
            missing = missing_next;
            if self.recovering {
                self.recover_at(&[COMMA]);
            }
            if self.recovering || !self.eat(COMMA) {
                break;
            }
        }
        self.close(mark, PARENTS);
    }

    pub(super) fn template_params(&mut self) {
        if self.recovering {
            return;
        }
        let mark = self.open();
        self.bump();
        self.list(
            R_ANGLE,
            "expected '>' at end of template argument list",
            false,
            |p| {
                let param = p.open();
                p.eat(FIELD_KW);
                p.declaration(
                    &[COMMA, R_ANGLE],
                    "expected '>' at end of template argument list",
                );
                p.close(param, TEMPLATE_PARAM);
            },
        );
        self.close(mark, TEMPLATE_PARAMS);
    }

    /// Parses the type, name and value of a field or template parameter. After an error in the value, the reference
    /// also prints `missing_follow` if the token with the error is not one of `follow`.
    fn declaration(&mut self, follow: &[SyntaxKind], missing_follow: &'static str) {
        self.ty();
        if !self.recovering && self.at(IDENT) && self.current_text() == "NAME" {
            self.report(
                self.current_range(),
                "'NAME' is a reserved variable name".into(),
            );
        }
        self.name(
            "Expected identifier in declaration",
            &[EQ, SEMICOLON, COMMA, R_ANGLE],
        );
        if self.recovering || !self.eat(EQ) {
            return;
        }
        let failed = self.failed();
        self.value();
        if self
            .failures
            .get(failed)
            .is_some_and(|it| !follow.contains(&it.kind))
        {
            self.follow_up(failed, missing_follow);
        }
    }

    /// Parses the body of a class or record, with its braces. Returns false if the closing brace is missing.
    pub(crate) fn body(&mut self) -> bool {
        let unclosed = std::mem::replace(&mut self.unclosed, 0);
        let mark = self.open();
        let column = self.column_of_record();
        self.bump();
        let mut swallows_end = false;
        let closed = loop {
            self.flush_trivia();
            match self.kind {
                R_BRACE => {
                    self.bump();
                    break true;
                }
                EOF => {
                    // If an item with an error extends to the end of the file, its recovery may have skipped the
                    // closing brace. So a missing brace is not reported.
                    if !swallows_end {
                        self.error("Unknown token when expecting a type");
                    }
                    self.recovered();
                    break false;
                }
                it if self.at_statement_inside(it, column) => {
                    let (word, range) = (self.current_text(), self.current_range());
                    self.report(range, "Unknown token when expecting a type".into());
                    self.say_plainly(format!(
                        "'{word}' cannot stand in the body of a class or record"
                    ));
                    self.pass_held_items();
                }
                IDENT if self.at_foreign_loop() => {
                    let (word, range) = (self.current_text(), self.current_range());
                    self.report(range, format!("Couldn't find class '{word}'").into());
                    self.say_plainly(format!(
                        "'{word}' cannot stand in the body of a class or record"
                    ));
                    self.pass_held_items();
                }
                it if starts_outer_statement(it) => {
                    self.error("Unknown token when expecting a type");
                    self.recovered();
                    break false;
                }
                INCLUDE_KW => {
                    self.error("Unknown token when expecting a type");
                    self.pass_refused();
                }
                _ => self.body_item(),
            }
            swallows_end = self.recover_in_body();
        };
        self.unclosed = if closed {
            unclosed
        } else {
            unclosed + self.unclosed + 1
        };
        self.close(mark, BODY);
        closed
    }

    fn body_item(&mut self) {
        let mark = self.open();
        let kind = match self.kind {
            ASSERT_KW => {
                self.assert();
                ASSERT
            }
            DEFVAR_KW => {
                self.defvar();
                DEFVAR
            }
            DUMP_KW => {
                self.dump();
                DUMP
            }
            LET_KW => {
                self.body_let();
                BODY_LET
            }
            _ => {
                self.eat(FIELD_KW);
                self.declaration(&[SEMICOLON], "expected ';' after declaration");
                if self.mark() == mark {
                    // Nothing was consumed, so no empty field is added.
                    return;
                }
                self.end_of_statement("expected ';' after declaration");
                FIELD
            }
        };
        self.close(mark, kind);
    }

    fn body_let(&mut self) {
        self.bump();
        self.let_mode();
        self.name(
            "expected field identifier after let",
            &[EQ, L_BRACE, L_ANGLE],
        );
        self.let_value(
            [BITS_IN_BRACES, BITS_IN_ANGLES],
            "the bits of a 'let' in a body stand in '{…}', not in '<…>'",
        );
        self.end_of_statement("expected ';' after let expression");
    }
}
