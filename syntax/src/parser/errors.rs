//! Reporting syntax errors.

use std::borrow::Cow;

use rowan::TextRange;

use super::recovery::{starts_body_item, starts_statement};
use super::{Failure, Parser};
use crate::Releases;
use crate::SyntaxKind::*;
use crate::error::{MAX_ERRORS, Note, Severity, SyntaxError};
use crate::lexer::TokenPosition;

impl Parser<'_> {
    /// Reports that something is missing before the current token. If the current token begins the next line or another
    /// construct, editors show the error after the previous token.
    #[cold]
    pub(super) fn error_missing(&mut self, message: &'static str) {
        let count = self.errors.len();
        let is_before = self.on_new_line()
            || matches!(self.kind, R_BRACE | EOF)
            || starts_statement(self.kind)
            || starts_body_item(self.kind);
        self.error(message);
        if let Some(error) = self.errors.get_mut(count) {
            error.missing_before = is_before;
        }
    }

    /// Reports an error at the current token and enters recovery.
    pub(super) fn error(&mut self, message: impl Into<Cow<'static, str>>) {
        let range = self.current_range();
        self.error_at(range, message);
    }

    pub(super) fn error_at(&mut self, range: TextRange, message: impl Into<Cow<'static, str>>) {
        if self.recovering || self.is_cut() {
            self.recovering = true;
            return;
        }
        self.recovering = true;
        let message = message.into();
        let (at, kind) = (self.current_range().start(), self.kind);
        if let Some(index) = self.broken_token() {
            // The lexer has reported the mistake. The reference's parser additionally reports what it expected instead
            // of the error token.
            let failure = Failure {
                lexical: true,
                index,
                at,
                kind: ERROR_TOKEN,
            };
            let in_current = self.lexed.errors[index].place == self.place();
            if in_current && !self.failures.contains(&failure) {
                self.failures.push(failure);
                self.add_note(failure, message);
            }
            return;
        }
        let repeated = self
            .errors
            .last()
            .is_some_and(|it| it.range == range && it.releases.is_all());
        if !repeated {
            let index = self.errors.len();
            self.failures.push(Failure {
                lexical: false,
                index,
                at,
                kind,
            });
            self.report(range, message);
        }
    }

    /// Reports that a bracket is not closed, with a note at the opening bracket.
    pub(super) fn error_unclosed(
        &mut self,
        message: &'static str,
        opener: TextRange,
        to_match: &'static str,
    ) {
        let count = self.failures.len();
        self.error(message);
        if let Some(&failure) = self.failures.get(count) {
            let at = opener.start();
            self.add_note(Failure { at, ..failure }, to_match.into());
        }
    }

    /// Adds an error to the list without entering recovery. Callers use it directly for errors after which the
    /// reference continues parsing.
    pub(super) fn report(&mut self, range: TextRange, message: Cow<'static, str>) {
        if self.errors.len() == MAX_ERRORS {
            self.cut_at = self.cut_at.min(self.pos);
        }
        if self.is_cut() {
            return;
        }
        self.errors.push(SyntaxError {
            message,
            range,
            at: self.current_range().start(),
            lexical: false,
            severity: Severity::Error,
            releases: Releases::ALL,
            of_include: false,
            missing_before: false,
            plainly: None,
            notes: Vec::new(),
        });
    }

    /// The error that was reported last; `None` if there is no error or the limit of errors was exceeded.
    pub(super) fn last_error(&mut self) -> Option<&mut SyntaxError> {
        if self.is_cut() {
            None
        } else {
            self.errors.last_mut()
        }
    }

    /// The index of the first lexer error in the previous token, in the current token, or between these tokens. Only
    /// errors at which the reference's parser gets an error token in every release count.
    pub(super) fn broken_token(&self) -> Option<usize> {
        // The result is not cached, since the list is usually empty.
        let errors = &self.lexed.errors;
        let from = TokenPosition {
            token: self.previous.saturating_sub(1) as u32,
            inside: self.previous > 0,
        };
        let first = errors.partition_point(|it| it.place < from);
        errors[first..]
            .iter()
            .take_while(|it| it.place <= self.place())
            .position(|it| it.fatal && it.error.releases.is_all())
            .map(|it| first + it)
    }

    /// Whether the first lexer error that [`Self::broken_token`] finds is in the current token itself.
    #[inline]
    pub(super) fn at_broken_token(&self) -> bool {
        let in_current = |it: usize| self.lexed.errors[it].place == self.place();
        !self.lexed.errors.is_empty() && self.broken_token().is_some_and(in_current)
    }

    /// The position of the current token.
    pub(super) fn place(&self) -> TokenPosition {
        TokenPosition {
            token: self.current_token() as u32,
            inside: true,
        }
    }

    /// Skips an include directive that includes no file and is in place of a statement or item. The text after the
    /// directive is parsed normally.
    pub(super) fn pass_refused(&mut self) {
        self.bump();
        self.recovered();
    }

    /// The number of failures so far, each of which led to recovery.
    pub(super) fn failed(&self) -> usize {
        self.failures.len()
    }

    /// The last message about a failure: the last note of its error, or the message of the error if it has no notes.
    pub(super) fn last_message(&self, failure: Failure) -> Option<&str> {
        let error = if failure.lexical {
            &self.lexed.errors.get(failure.index)?.error
        } else {
            self.errors.get(failure.index)?
        };
        let note = error.notes.last().map(|it| &it.message);
        Some(note.unwrap_or(&error.message))
    }

    /// Adds the message that the reference prints when it gives up a construct, if there was a failure since
    /// [`Self::failed`] returned `failed_before`.
    pub(super) fn follow_up(&mut self, failed_before: usize, message: &'static str) {
        if let Some(&failure) = self.failures.get(failed_before) {
            self.add_note(failure, message.into());
        }
    }

    pub(super) fn add_note(&mut self, failure: Failure, message: Cow<'static, str>) {
        let error = if failure.lexical {
            self.lexed
                .errors
                .get_mut(failure.index)
                .map(|it| &mut it.error)
        } else {
            self.errors.get_mut(failure.index)
        };
        if let Some(error) = error {
            let offset = Some(failure.at);
            error.notes.push(Note {
                severity: Severity::Error,
                message,
                offset,
            });
        }
    }

    /// Adds a clearer message to the last error, whose message is that of the reference.
    pub(super) fn say_plainly(&mut self, message: impl Into<Cow<'static, str>>) {
        if let Some(last) = self.last_error() {
            last.plainly = Some(message.into());
        }
    }

    /// Reports an error that only some releases report. The parser does not enter recovery.
    pub(super) fn error_only_in(&mut self, releases: Releases, message: &'static str) {
        if !self.recovering {
            self.report(self.current_range(), message.into());
            if let Some(last) = self.last_error() {
                last.releases = releases;
            }
        }
    }
}
