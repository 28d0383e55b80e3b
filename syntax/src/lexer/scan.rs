//! The scanners of the tokens. Each function starts at the token's first byte and stops after its last byte.

use super::Lexer;
use crate::SyntaxKind::{self, *};
use crate::error::Severity;
use crate::find;
use crate::{BangOperator, Releases, UNKNOWN_OPERATOR};

const NUL: &str = "NUL character is invalid in source; treated as space";

/// Whether the byte is allowed inside an identifier.
#[inline]
pub(super) fn is_word(byte: u8) -> bool {
    const TABLE: [bool; 256] = {
        let mut table = [false; 256];
        let mut byte = 0;
        while byte < 256 {
            table[byte] = (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'_';
            byte += 1;
        }
        table
    };
    TABLE[byte as usize]
}

/// Whether the byte may start an identifier.
#[inline]
pub(super) fn is_word_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

impl Lexer<'_, '_> {
    /// Skips whitespace; returns whether it contains a line end.
    pub(super) fn whitespace(&mut self) -> bool {
        let start = self.pos;
        let (mut end, mut newline) = (start, false);
        for byte in &self.bytes[start..] {
            match byte {
                b' ' | b'\t' | 0 => {}
                b'\n' | b'\r' => newline = true,
                _ => break,
            }
            end += 1;
        }
        self.pos = end;
        if self.has_nul {
            for at in start..self.pos {
                if self.bytes[at] == 0 {
                    self.nul(at);
                }
            }
        }
        newline
    }

    fn nul(&mut self, at: usize) {
        self.report(at..at + 1, NUL.into(), false, Severity::Error);
    }

    /// Reports the NULs in the text since `start`. Like the reference, reports them at the token's start.
    fn nuls_since(&mut self, start: usize) {
        if self.has_nul {
            let count = self.bytes[start..self.pos]
                .iter()
                .filter(|&&it| it == 0)
                .count();
            // The number of errors is limited: a file of NULs is one mistake for users, although the reference repeats
            // the error for each NUL.
            for _ in 0..count.min(8) {
                self.nul(start);
            }
        }
    }

    pub(super) fn line_comment(&mut self) {
        let rest = &self.bytes[self.pos..];
        self.pos += find::either(b'\n', b'\r', rest).unwrap_or(rest.len());
    }

    /// Scans a block comment, which may contain others. Returns false if its end is missing.
    pub(super) fn block_comment(&mut self) -> bool {
        let start = self.pos;
        self.pos += 2;
        let mut depth = 1;
        while self.pos < self.bytes.len() {
            let byte = self.bytes[self.pos];
            self.pos += 1;
            if byte == b'*' && self.peek(0) == b'/' {
                self.pos += 1;
                depth -= 1;
                if depth == 0 {
                    self.nuls_since(start);
                    return true;
                }
            } else if byte == b'/' && self.peek(0) == b'*' {
                self.pos += 1;
                depth += 1;
            }
        }
        self.nuls_since(start);
        self.error(start..self.pos, "Unterminated comment!");
        false
    }

    /// Scans characters that do not begin a token. A sequence of such characters is one error, and so is a text in
    /// single quotes.
    pub(super) fn unexpected(&mut self) -> SyntaxKind {
        let start = self.pos;
        self.pos += 1;
        if self.bytes[start] == b'\'' {
            let ends = |it: &u8| matches!(it, b'\'' | b'"' | b'\n' | b'\r');
            let end = self.bytes[self.pos..].iter().position(ends);
            if let Some(end) = end.filter(|it| self.bytes[self.pos + it] == b'\'') {
                self.pos += end + 1;
                self.error(start..self.pos, "Unexpected character");
                return ERROR_TOKEN;
            }
        }
        while self.pos < self.bytes.len() {
            let byte = self.bytes[self.pos];
            let known = byte.is_ascii_graphic() && !b"%&'*/@\\^`|~".contains(&byte);
            if known || byte == b'/' || matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0) {
                break;
            }
            self.pos += 1;
        }
        self.error(start..self.pos, "Unexpected character");
        ERROR_TOKEN
    }

    #[inline]
    fn word(&mut self) {
        let rest = &self.bytes[self.pos..];
        let end = rest.iter().position(|&it| !is_word(it));
        self.pos += end.unwrap_or(rest.len());
    }

    #[inline]
    pub(super) fn identifier(&mut self) -> SyntaxKind {
        let start = self.pos;
        self.word();
        let text = &self.bytes[start..self.pos];
        // The longest keyword is `multiclass`, and keywords have only lower-case letters.
        if text.len() <= 10 && text[0].is_ascii_lowercase() {
            SyntaxKind::from_keyword(text).unwrap_or(IDENT)
        } else {
            IDENT
        }
    }

    /// Scans a number, or an identifier that begins with digits: `8i` is an identifier, but `0x8i` is the number `0x8`
    /// and the identifier `i`.
    pub(super) fn digit(&mut self) -> SyntaxKind {
        let start = self.pos;
        let mut end = start;
        while self.bytes.get(end).is_some_and(u8::is_ascii_digit) {
            end += 1;
        }
        let byte = |at: usize| self.bytes.get(at).copied().unwrap_or(0);
        let (marker, after) = (byte(end), byte(end + 1));
        let number = (marker == b'b' && matches!(after, b'0' | b'1'))
            || (marker == b'x' && after.is_ascii_hexdigit());
        if !number && is_word_start(marker) {
            self.word();
            return IDENT;
        }
        // The letter `x` or `b` is part of the number only after a single zero: `10x1` is the number 10 and the
        // identifier `x1`.
        let zero = self.bytes[start] == b'0' && end == start + 1;
        if number && zero {
            self.pos = end + 1;
            let digit: fn(&u8) -> bool = if marker == b'x' {
                u8::is_ascii_hexdigit
            } else {
                |it| matches!(it, b'0' | b'1')
            };
            while digit(&self.peek(0)) {
                self.pos += 1;
            }
        } else {
            self.pos = end;
        }
        self.check_number(start);
        if number && zero && marker == b'b' {
            BINARY_NUMBER
        } else {
            INT_NUMBER
        }
    }

    pub(super) fn sign(&mut self) -> SyntaxKind {
        let start = self.pos;
        self.pos += 1;
        if !self.peek(0).is_ascii_digit() {
            return if self.bytes[start] == b'-' {
                MINUS
            } else {
                PLUS
            };
        }
        while self.peek(0).is_ascii_digit() {
            self.pos += 1;
        }
        self.check_number(start);
        INT_NUMBER
    }

    fn check_number(&mut self, start: usize) {
        // A number with at most 18 characters always fits into 64 bits.
        if self.pos - start > 18 && crate::literal::int_value(&self.text[start..self.pos]).is_none()
        {
            self.error(start..self.pos, "Number out of range");
        }
    }

    pub(super) fn dot(&mut self) -> SyntaxKind {
        let start = self.pos;
        if self.peek(1) != b'.' {
            self.pos += 1;
            return DOT;
        }
        if self.peek(2) == b'.' {
            self.pos += 3;
            return DOT3;
        }
        self.pos += 2;
        self.error(start..self.pos, "Invalid '..' punctuation");
        ERROR_TOKEN
    }

    pub(super) fn string(&mut self) -> SyntaxKind {
        let start = self.pos;
        self.pos += 1;
        let mut error = None;
        while let Some(stop) = find::string_stop(&self.bytes[self.pos..]) {
            self.pos += stop;
            match self.bytes[self.pos] {
                b'"' => {
                    self.pos += 1;
                    self.string_error(error);
                    return STRING_LITERAL;
                }
                b'\\' => {
                    let message = match self.peek(1) {
                        b'\\' | b'\'' | b'"' | b't' | b'n' => None,
                        b'\n' | b'\r' => Some("escaped newlines not supported in tblgen"),
                        0 if self.pos + 1 >= self.bytes.len() => None,
                        _ => Some("invalid escape in string literal"),
                    };
                    let escaped = self.pos + 1;
                    error = error.or(message.map(|it| (escaped, it)));
                    // Other escaped characters are left to the next iteration, since they may have several bytes or be
                    // a line end.
                    self.pos += if matches!(self.peek(1), b'"' | b'\\') {
                        2
                    } else {
                        1
                    };
                }
                _ => {
                    let unfinished = (start + 1, "End of line in string literal");
                    self.string_error(error.or(Some(unfinished)));
                    return STRING_LITERAL;
                }
            }
        }
        self.pos = self.bytes.len();
        self.string_error(error.or(Some((start + 1, "End of file in string literal"))));
        STRING_LITERAL
    }

    fn string_error(&mut self, error: Option<(usize, &'static str)>) {
        if let Some((at, message)) = error {
            self.error(at.min(self.pos)..self.pos, message);
        }
    }

    pub(super) fn var_name(&mut self) -> SyntaxKind {
        let start = self.pos;
        self.pos += 1;
        if !is_word_start(self.peek(0)) {
            self.error(start..self.pos, "Invalid variable name");
            return ERROR_TOKEN;
        }
        self.word();
        VAR_NAME
    }

    /// Scans a bracket or a code block. After each `}`, the reference reads the next byte too: in `}}]` the first two
    /// bytes are a pair, so the block continues.
    pub(super) fn bracket(&mut self) -> SyntaxKind {
        let start = self.pos;
        if self.peek(1) != b'{' {
            self.pos += 1;
            return L_BRACK;
        }
        self.pos += 2;
        loop {
            let Some(brace) = find::byte(b'}', &self.bytes[self.pos..]) else {
                self.pos = self.bytes.len();
                break;
            };
            self.pos += brace + 1;
            if self.pos >= self.bytes.len() {
                break;
            }
            // The second character of the pair may have several bytes; only its first byte is compared.
            let other = self.bytes[self.pos];
            self.pos += self
                .text_from(self.pos)
                .chars()
                .next()
                .map_or(0, char::len_utf8);
            if other == b']' {
                self.nuls_since(start);
                return CODE_LITERAL;
            }
        }
        self.nuls_since(start);
        self.error(start..self.pos, "Unterminated code block");
        CODE_LITERAL
    }

    fn text_from(&self, start: usize) -> &str {
        self.text.get(start..).unwrap_or("")
    }

    pub(super) fn bang(&mut self) -> SyntaxKind {
        let start = self.pos;
        self.pos += 1;
        if !self.peek(0).is_ascii_alphabetic() {
            self.error(start..self.pos, "Invalid \"!operator\"");
            return ERROR_TOKEN;
        }
        while self.peek(0).is_ascii_alphabetic() {
            self.pos += 1;
        }
        let name = &self.text[start + 1..self.pos];
        let operator = BangOperator::from_name(name);
        let known = operator.map(|it| it.known_by(name));
        if known.is_some_and(Releases::is_all) {
            return operator_kind(operator);
        }
        self.error(start..self.pos, UNKNOWN_OPERATOR);
        if let Some(unknown_in) = known.and_then(Releases::others) {
            self.only_in(unknown_in);
        }
        operator_kind(operator)
    }
}

/// The kind of an operator's token. Each operator with a special syntax has a separate kind.
fn operator_kind(operator: Option<BangOperator>) -> SyntaxKind {
    match operator {
        Some(BangOperator::Cond) => BANG_COND,
        Some(BangOperator::Foreach) => BANG_FOREACH,
        Some(BangOperator::Filter) => BANG_FILTER,
        Some(BangOperator::Foldl) => BANG_FOLDL,
        _ => BANG_OPERATOR,
    }
}
