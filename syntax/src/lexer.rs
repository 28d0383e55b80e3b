//! The lexer, which splits a text into tokens.
//!
//! It follows the reference's lexer in every byte, with one difference: after an error it continues, with a token of
//! the kind that was probably intended. Inactive text, directives and comments are tokens, too.

mod preprocessor;
mod scan;
mod splice;

use std::borrow::Cow;
use std::cell::RefCell;

use rowan::{TextRange, TextSize};

use crate::SyntaxKind::{self, *};
use crate::error::{MAX_ERRORS, Note, Severity, SyntaxError};
use crate::lexer::preprocessor::Conditional;
use crate::lexer::splice::Pasting;
pub use crate::lexer::splice::{Segment, Spliced};
use crate::{Include, Macros, Releases};

/// The tokens and trivia of a text.
#[derive(Default)]
pub(crate) struct Lexed {
    /// The tokens, without trivia. The last one is `EOF`.
    pub(crate) tokens: Vec<Token>,
    /// The trivia between the tokens, except whitespace, which is implicit.
    pub(crate) trivia: Vec<Token>,
    /// The errors in the order in which they were found.
    pub(crate) errors: Vec<LexError>,
    /// The number of errors, without warnings.
    failures: usize,
    /// The index of the token at which the limit of errors was exceeded; `None` if the limit was not exceeded. The text
    /// from there on is not tokenized.
    pub(crate) cut_at: Option<u32>,
}

/// A token with its range in the text, in bytes.
#[derive(Clone, Copy)]
pub(crate) struct Token {
    pub(crate) kind: SyntaxKind,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

thread_local! {
    /// The buffers of the last file. They are reused, since allocating new memory takes longer than lexing. `None`
    /// while a file uses the buffers, until [`Lexed::recycle`] returns them.
    static ROOM: RefCell<Option<Lexed>> = const {
        RefCell::new(Some(Lexed {
            tokens: Vec::new(),
            trivia: Vec::new(),
            errors: Vec::new(),
            failures: 0,
            cut_at: None,
        }))
    };
}

/// The largest capacity, in tokens, of a buffer that is kept.
const MAX_ROOM: usize = 1 << 20;

impl Lexed {
    fn with_room(tokens: usize) -> Lexed {
        let Some(mut lexed) = ROOM.take() else {
            // An including file uses the buffers. Includes may be nested thousands of levels deep, so each file
            // allocates only the memory that it needs.
            return Lexed {
                tokens: Vec::with_capacity(tokens),
                ..Lexed::default()
            };
        };
        make_room(&mut lexed.tokens, tokens);
        lexed.trivia.clear();
        lexed
    }

    /// Makes the buffers available for the next text.
    pub(crate) fn recycle(mut self) {
        if self.tokens.capacity().max(self.trivia.capacity()) <= MAX_ROOM {
            self.errors.clear();
            (self.failures, self.cut_at) = (0, None);
            ROOM.set(Some(self));
        }
    }
}

const NO_FILENAME: &str = "Expected filename after include";

/// The smallest capacity of a buffer. With exact capacities, each file that is slightly larger than the previous one
/// would need an allocation.
const MIN_ROOM: usize = 1 << 15;

/// Empties a vector and reserves room for `len` elements. The old elements are dropped first, so that none is copied.
pub(crate) fn make_room<T>(room: &mut Vec<T>, len: usize) {
    room.clear();
    if room.capacity() < len {
        *room = Vec::new();
        room.reserve(len.max(MIN_ROOM));
    }
}

/// An error with the position at which it was found.
pub(crate) struct LexError {
    pub(crate) place: TokenPosition,
    /// The start of the token or trivia that contains the error.
    pub(crate) at: u32,
    /// Whether the reference's parser gets an error token here.
    pub(crate) fatal: bool,
    pub(crate) error: SyntaxError,
}

/// A position in the sequence of tokens: a token (`inside`), or the trivia before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TokenPosition {
    pub(crate) token: u32,
    pub(crate) inside: bool,
}

/// Splits a text into tokens.
pub(crate) fn lex(text: &str, macros: &mut dyn Macros) -> Lexed {
    let mut lexer = Lexer::new(text, macros, Lexed::with_room(text.len() / 5));
    lexer.run();
    lexer.end();
    lexer.out
}

struct Lexer<'t, 'm> {
    text: &'t str,
    bytes: &'t [u8],
    pos: usize,
    /// The offset at which lexing stops: the text's end, or 0 once there are too many errors.
    end: usize,
    macros: &'m mut dyn Macros,
    conditionals: Vec<Conditional>,
    /// The number of open conditionals that make the text inactive.
    disabling: usize,
    /// The number of `include` keywords whose path has not been found yet.
    pending: u32,
    /// Whether the text contains a NUL. Most texts have none, so comments need not be searched for it.
    has_nul: bool,
    /// The offset of the end of the last token or trivia.
    done: usize,
    out: Lexed,
    /// The number to add to an offset in `text` to get the offset in the text of the tokens, which may be spliced. It
    /// grows with each text that is inserted.
    base: u32,
    /// The spliced text under construction; `None` if includes are not spliced.
    pasting: Option<Pasting>,
}

impl<'t, 'm> Lexer<'t, 'm> {
    fn new(text: &'t str, macros: &'m mut dyn Macros, out: Lexed) -> Lexer<'t, 'm> {
        Lexer {
            text,
            bytes: text.as_bytes(),
            pos: 0,
            end: text.len(),
            macros,
            conditionals: Vec::new(),
            disabling: 0,
            pending: 0,
            has_nul: text.bytes().fold(u8::MAX, u8::min) == 0,
            done: 0,
            out,
            base: 0,
            pasting: None,
        }
    }
}

impl Lexer<'_, '_> {
    /// Reads all tokens except the final `EOF`.
    fn run(&mut self) {
        // A directive must be the first token on its line, apart from comments.
        let mut line_start = true;
        while self.pos < self.end {
            let start = self.pos;
            let kind = match self.bytes[start] {
                b' ' | b'\t' | b'\n' | b'\r' | 0 => {
                    line_start |= self.whitespace();
                    self.pass();
                    continue;
                }
                b'/' => match self.peek(1) {
                    b'/' => {
                        self.line_comment();
                        self.push_trivia(LINE_COMMENT);
                        continue;
                    }
                    b'*' => {
                        self.block_comment();
                        self.push_trivia(BLOCK_COMMENT);
                        continue;
                    }
                    _ => self.unexpected(),
                },
                b'#' => match if line_start {
                    self.directive_word(start + 1)
                } else {
                    None
                } {
                    Some(directive) => {
                        self.directive(directive);
                        line_start = false;
                        continue;
                    }
                    None => self.single(HASH),
                },
                b'A'..=b'Z' | b'a'..=b'z' | b'_' => self.identifier(),
                b'0'..=b'9' => self.digit(),
                b'-' | b'+' => self.sign(),
                b':' => self.single(COLON),
                b';' => self.single(SEMICOLON),
                b',' => self.single(COMMA),
                b'<' => self.single(L_ANGLE),
                b'>' => self.single(R_ANGLE),
                b']' => self.single(R_BRACK),
                b'{' => self.single(L_BRACE),
                b'}' => self.single(R_BRACE),
                b'(' => self.single(L_PAREN),
                b')' => self.single(R_PAREN),
                b'=' => self.single(EQ),
                b'?' => self.single(QUESTION),
                b'.' => self.dot(),
                b'"' => self.string(),
                b'$' => self.var_name(),
                b'[' => self.bracket(),
                b'!' => self.bang(),
                _ => self.unexpected(),
            };
            line_start = false;
            if self.pending > 0 || kind == INCLUDE_KW {
                self.directive_token(kind, start);
            } else {
                self.push(kind);
            }
        }
    }

    fn end(&mut self) {
        self.skip_rest();
        let end = self.bytes.len();
        if !self.unfinished_conditionals() && self.pending > 0 {
            self.error(end..end, NO_FILENAME);
        }
        self.push(EOF);
    }

    /// Turns the text after too many errors into trivia.
    fn skip_rest(&mut self) {
        if self.pos < self.bytes.len() {
            self.pos = self.bytes.len();
            self.push_trivia(ERROR_TRIVIA);
        }
    }

    /// The token from the end of the last token or trivia to the current position.
    #[inline]
    fn token(&self, kind: SyntaxKind) -> Token {
        Token {
            kind,
            start: self.done as u32 + self.base,
            end: self.pos as u32 + self.base,
        }
    }

    #[inline]
    fn push(&mut self, kind: SyntaxKind) {
        self.out.tokens.push(self.token(kind));
        self.done = self.pos;
    }

    fn push_trivia(&mut self, kind: SyntaxKind) {
        self.out.trivia.push(self.token(kind));
        self.pass();
    }

    /// Ends the trivia that was read since the last token. Errors in it are assigned to the position before the next
    /// token.
    #[inline]
    fn pass(&mut self) {
        let (start, next) = (self.done as u32 + self.base, self.out.tokens.len() as u32);
        let errors = self.out.errors.iter_mut().rev();
        for error in errors.take_while(|it| it.at == start) {
            error.place = TokenPosition {
                token: next,
                inside: false,
            };
        }
        self.done = self.pos;
    }

    /// The byte that is `ahead` bytes after the current one. After the end of the text it is 0, like the terminator
    /// that the reference finds there.
    #[inline]
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.pos + ahead).copied().unwrap_or(0)
    }

    #[inline]
    fn single(&mut self, kind: SyntaxKind) -> SyntaxKind {
        self.pos += 1;
        kind
    }

    /// Adds an `include` keyword, or a token where the path of an earlier `include` is expected.
    #[cold]
    fn directive_token(&mut self, kind: SyntaxKind, start: usize) {
        if kind == INCLUDE_KW {
            if self.pending > 0 {
                self.second_word();
            }
            self.pending += 1;
            return self.push(kind);
        }
        let at = start as u32 + self.base;
        let last = self.out.errors.last();
        let broken = last.filter(|it| it.at == at && it.fatal);
        let broken_in = broken.map(|it| it.error.releases);
        let is_broken = broken.is_some();
        if kind != STRING_LITERAL {
            // Releases that reject the token itself have reported another error.
            let releases = match broken_in {
                Some(releases) => releases.others(),
                None => Some(Releases::ALL),
            };
            if let Some(releases) = releases {
                self.error(start..self.pos, NO_FILENAME);
                self.only_in(releases);
            }
            self.pending = 0;
            return self.push(kind);
        }
        self.pending -= 1;
        let path = crate::literal::string_value(&self.text[start..self.pos]);
        let included = self.macros.include((!is_broken).then_some(&*path));
        if let Include::Refused(message) = &included {
            self.error(start..self.pos, message.clone());
        } else if self.pending > 0 && self.pasting.is_none() {
            // An earlier `include` still lacks its path. The path would be in the file that is included here, which is
            // not read now.
            self.error(start..self.pos, NO_FILENAME);
            self.pending = 0;
        }
        // The `include` of this path may be in another file, with included texts in between.
        let last = self.out.tokens.last();
        let word = last.copied().filter(|it| it.kind == INCLUDE_KW);
        if let (Include::Refused(_), Some(error)) = (&included, self.last_error()) {
            error.error.of_include = true;
            // The parser's current token is the `include`, not its path.
            error.at = word.map_or(error.at, |it| it.start);
        }
        if word.is_some() {
            self.push(STRING_LITERAL);
        } else {
            self.push_trivia(ERROR_TRIVIA);
        }
        match included {
            Include::Text(text) if !is_broken => self.paste(&text),
            Include::Apart | Include::Text(_) => {}
            // After this error the reference does not search for the missing paths of earlier `include`s.
            Include::Refused(_) => self.pending = 0,
        }
    }

    /// Handles an `include` keyword after an earlier `include` whose path is still missing.
    fn second_word(&mut self) {
        if self.pasting.is_none() {
            return;
        }
        // The path of the earlier `include` may be at the start of the file that is included here. The earlier
        // `include` becomes trivia, so that the parser does not combine it with a wrong path.
        let Some(word) = self.out.tokens.pop_if(|it| it.kind == INCLUDE_KW) else {
            return;
        };
        let trivia = &mut self.out.trivia;
        let place = trivia.partition_point(|it| it.start < word.start);
        let kind = ERROR_TRIVIA;
        trivia.insert(place, Token { kind, ..word });
        let next = self.out.tokens.len() as u32;
        let errors = self.out.errors.iter_mut().rev();
        for error in errors.take_while(|it| it.place.token > next) {
            error.place.token = next;
        }
    }

    /// Reports an error in the token or trivia that is being read.
    fn error(&mut self, range: std::ops::Range<usize>, message: impl Into<Cow<'static, str>>) {
        self.report(range, message.into(), true, Severity::Error);
    }

    fn report(
        &mut self,
        range: std::ops::Range<usize>,
        message: Cow<'static, str>,
        fatal: bool,
        severity: Severity,
    ) {
        if self.out.cut_at.is_some() {
            return;
        }
        if severity == Severity::Error {
            if self.out.failures == MAX_ERRORS {
                self.out.cut_at = Some(self.out.tokens.len() as u32);
                self.end = 0;
                return;
            }
            self.out.failures += 1;
        }
        let [start, end] = [range.start, range.end].map(|it| it as u32 + self.base);
        let range = TextRange::new(start.into(), end.into());
        self.out.errors.push(LexError {
            place: TokenPosition {
                token: self.out.tokens.len() as u32,
                inside: true,
            },
            at: self.done as u32 + self.base,
            fatal,
            error: SyntaxError {
                message,
                range,
                at: range.start(),
                lexical: true,
                severity,
                releases: Releases::ALL,
                of_include: false,
                missing_before: false,
                plainly: None,
                notes: Vec::new(),
            },
        });
    }

    /// The error that was reported last; `None` if there is no error or the limit of errors was exceeded.
    fn last_error(&mut self) -> Option<&mut LexError> {
        match self.out.cut_at {
            None => self.out.errors.last_mut(),
            Some(_) => None,
        }
    }

    /// Adds a message that the reference prints directly after the last error.
    fn follow_up(&mut self, offset: usize, message: &'static str) {
        let offset = offset as u32 + self.base;
        if let Some(last) = self.last_error() {
            last.error.notes.push(Note {
                severity: Severity::Error,
                message: message.into(),
                offset: Some(TextSize::new(offset)),
            });
        }
    }

    fn only_in(&mut self, releases: Releases) {
        if let Some(last) = self.last_error() {
            last.error.releases = releases;
        }
    }
}
