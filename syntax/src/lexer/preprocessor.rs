//! The directives `#define`, `#ifdef`, `#ifndef`, `#else` and `#endif`.

use super::Lexer;
use super::scan::{is_word, is_word_start};
use crate::SyntaxKind::{self, *};
use crate::error::{NO_LINE_END, Severity};
use crate::find;

/// An open `#ifdef` or `#ifndef`.
pub(super) struct Conditional {
    /// Whether the conditional's `#else` has been read.
    in_else: bool,
    /// Whether this conditional leaves the text active. Enclosing conditionals may still make it inactive.
    enabled: bool,
    /// The offset that the reference reports for the conditional: that of the macro's name or of `else`.
    offset: usize,
}

const DIRECTIVES: [(&str, SyntaxKind); 5] = [
    ("ifdef", PP_IFDEF),
    ("ifndef", PP_IFNDEF),
    ("else", PP_ELSE),
    ("endif", PP_ENDIF),
    ("define", PP_DEFINE),
];

impl Lexer<'_, '_> {
    /// The kind and the end of the directive whose keyword is at `start`; `None` if there is no directive. A blank, a
    /// line end or a comment must follow the keyword. A keyword at the end of the file is not a directive.
    pub(super) fn directive_word(&self, start: usize) -> Option<(SyntaxKind, usize)> {
        let rest = self.text.get(start..)?;
        DIRECTIVES.into_iter().find_map(|(word, kind)| {
            let after = rest.strip_prefix(word)?;
            // The reference confuses a byte 0xff with its marker for the end of the file.
            let ends = after.starts_with([' ', '\t', '\n', '\r', '\u{10F0FF}'])
                || after.starts_with("//")
                || after.starts_with("/*");
            ends.then_some((kind, start + word.len()))
        })
    }

    /// Reads a directive, and the inactive text after it.
    pub(super) fn directive(&mut self, (kind, end): (SyntaxKind, usize)) {
        self.one_directive(kind, end);
        if !self.enabled() {
            self.skip_disabled();
        }
    }

    fn enabled(&self) -> bool {
        self.disabling == 0
    }

    /// Skips inactive text up to the directive that ends it.
    fn skip_disabled(&mut self) {
        let start = self.pos;
        let trivia = self.out.trivia.len();
        loop {
            if !self.skip_to_hash() {
                break;
            }
            let directive = self.directive_word(self.pos + 1);
            let Some((kind, end)) = directive.filter(|(kind, _)| *kind != PP_DEFINE) else {
                self.pos += 1;
                continue;
            };
            self.push_trivia(DISABLED_TEXT);
            let errors = self.out.errors.len();
            self.one_directive(kind, end);
            if self.enabled() || self.out.cut_at.is_some() {
                return;
            }
            self.out.trivia.truncate(trivia);
            self.done = start;
            for it in &mut self.out.errors[errors..] {
                it.at = start as u32 + self.base;
            }
        }
        if start < self.pos {
            self.push_trivia(DISABLED_TEXT);
        }
    }

    /// Skips inactive text up to the next `#` that is the first character on its line, apart from block comments.
    /// Returns false if the end of the file is reached.
    fn skip_to_hash(&mut self) -> bool {
        // Whether the current position is after a block comment at the start of a line.
        let mut is_line_start = false;
        loop {
            let rest = &self.bytes[self.pos..];
            let Some(found) = find::either(b'#', b'*', rest) else {
                self.pos = self.bytes.len();
                return false;
            };
            let is_comment = rest[..=found].ends_with(b"/*");
            let first = found - usize::from(is_comment);
            let is_blank = |it: &u8| matches!(it, b' ' | b'\t' | b'\r');
            let before = rest[..first].iter().rposition(|it| !is_blank(it));
            // In inactive text, only a line feed ends a line.
            is_line_start = before.map_or(is_line_start, |it| rest[it] == b'\n');
            if is_line_start && is_comment {
                self.pos += first;
                if !self.block_comment() {
                    return false;
                }
            } else if is_line_start && rest[found] == b'#' {
                self.pos += found;
                return true;
            } else {
                self.pos += found + 1;
                is_line_start = false;
            }
        }
    }

    /// Reads a directive up to the end of its line and applies its effect on macros and conditionals.
    fn one_directive(&mut self, kind: SyntaxKind, end: usize) {
        let word = self.pos + 1;
        self.pos = end;
        self.push_trivia(kind);
        match kind {
            PP_IFDEF | PP_IFNDEF => {
                let (missing, trailing) = if kind == PP_IFDEF {
                    (
                        "Expected macro name after #ifdef",
                        "Only comments are supported after #ifdef NAME",
                    )
                } else {
                    (
                        "Expected macro name after #ifndef",
                        "Only comments are supported after #ifndef NAME",
                    )
                };
                let name = self.macro_name();
                let enabled = match &self.text[name.clone()] {
                    "" => {
                        self.error(name.clone(), missing);
                        true
                    }
                    name => self.macros.is_defined(name) == (kind == PP_IFDEF),
                };
                self.disabling += usize::from(!enabled);
                self.conditionals.push(Conditional {
                    in_else: false,
                    enabled,
                    offset: name.start,
                });
                self.directive_end(trailing, name.is_empty());
            }
            PP_ELSE => {
                let mut failed = true;
                match self.conditionals.last_mut() {
                    None => self.error(word..end, "#else without #ifdef or #ifndef"),
                    Some(it) if it.in_else => {
                        let previous = it.offset;
                        self.error(word..end, "double #else");
                        self.follow_up(previous, "Previous #else is here");
                    }
                    Some(it) => {
                        *it = Conditional {
                            in_else: true,
                            enabled: !it.enabled,
                            offset: word,
                        };
                        let enabled = it.enabled;
                        self.disabling =
                            self.disabling + usize::from(!enabled) - usize::from(enabled);
                        failed = false;
                    }
                }
                self.directive_end("Only comments are supported after #else", failed);
            }
            PP_ENDIF => {
                let unmatched = self.conditionals.is_empty();
                if unmatched {
                    self.error(word..end, "#endif without #ifdef");
                }
                self.directive_end("Only comments are supported after #endif", unmatched);
                let closed = self.conditionals.pop();
                self.disabling -= usize::from(closed.is_some_and(|it| !it.enabled));
            }
            _ => {
                let name = self.macro_name();
                let text = &self.text[name.clone()];
                if text.is_empty() {
                    self.error(name.clone(), "Expected macro name after #define");
                } else if !self.macros.define(text) {
                    let message = format!("Duplicate definition of macro: {text}");
                    self.report(name.clone(), message.into(), false, Severity::Warning);
                }
                self.directive_end(
                    "Only comments are supported after #define NAME",
                    text.is_empty(),
                );
            }
        }
    }

    fn blanks(&mut self) {
        let start = self.pos;
        while matches!(self.peek(0), b' ' | b'\t') {
            self.pos += 1;
        }
        if start < self.pos {
            self.push_trivia(WHITESPACE);
        }
    }

    /// Reads the macro name after a directive's keyword. The range is empty if the name is missing.
    fn macro_name(&mut self) -> std::ops::Range<usize> {
        self.blanks();
        let start = self.pos;
        if is_word_start(self.peek(0)) {
            while is_word(self.peek(0)) {
                self.pos += 1;
            }
            self.push_trivia(MACRO_NAME);
        }
        start..self.pos
    }

    /// Reads the rest of a directive's line, which may contain only comments. `failed` means that an error on the line
    /// has been reported.
    fn directive_end(&mut self, message: &'static str, mut failed: bool) {
        loop {
            self.blanks();
            let start = self.pos;
            match (self.peek(0), self.peek(1)) {
                (b'\n' | b'\r', _) => return,
                _ if start >= self.bytes.len() => return,
                (b'/', b'/') => {
                    self.line_comment();
                    self.push_trivia(LINE_COMMENT);
                }
                (b'/', b'*') => {
                    if !self.block_comment() {
                        self.follow_up(self.pos, message);
                    }
                    self.push_trivia(BLOCK_COMMENT);
                }
                (byte, _) => {
                    self.line_comment();
                    if !failed && byte == b'/' {
                        self.error(start..self.pos, "Unexpected character");
                        self.follow_up(start, message);
                    } else if !failed {
                        self.error(start..self.pos, message);
                    }
                    failed = true;
                    self.push_trivia(ERROR_TRIVIA);
                }
            }
        }
    }

    /// Reports an error if conditionals are still open at the end of the file. Returns whether there are any.
    pub(super) fn unfinished_conditionals(&mut self) -> bool {
        let Some(latest) = self.conditionals.pop() else {
            return false;
        };
        let end = self.bytes.len();
        self.error(end..end, "Reached EOF without matching #endif");
        self.follow_up(latest.offset, "The latest preprocessor control is here");
        // An `#endif` at the very end of a file is not a directive.
        if self.text.ends_with("#endif")
            && let Some(last) = self.last_error()
        {
            last.error.plainly = Some(NO_LINE_END.into());
        }
        true
    }
}
