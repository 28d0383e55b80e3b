//! Text to tokens.
//!
//! Follows the reference's lexer to the byte, with one difference: after an error it continues, with a token of the
//! intended kind. Inactive text, directives and comments are tokens too.

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

/// The tokens of a text.
#[derive(Default)]
pub(crate) struct Lexed {
    /// The tokens without trivia; the last is `EOF`.
    pub(crate) tokens: Vec<Token>,
    /// The trivia between them, apart from whitespace, which is implicit.
    pub(crate) trivia: Vec<Token>,
    /// The errors in the order of discovery.
    pub(crate) errors: Vec<LexError>,
    /// The number of errors that are not warnings.
    failures: usize,
    /// The first token after the last error that is kept, if there are more. The rest of the text is not tokenized.
    pub(crate) cut_at: Option<u32>,
}

/// A token in its place.
#[derive(Clone, Copy)]
pub(crate) struct Token {
    pub(crate) kind: SyntaxKind,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

thread_local! {
    /// The buffers of the last file, which are reused: new memory costs more than lexing. `None` while an including
    /// file is being lexed.
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

/// The largest number of tokens whose buffer is kept.
const MAX_ROOM: usize = 1 << 20;

impl Lexed {
    fn with_room(tokens: usize) -> Lexed {
        let Some(mut lexed) = ROOM.take() else {
            // Files may nest by thousands, so each takes only the memory it needs.
            return Lexed {
                tokens: Vec::with_capacity(tokens),
                ..Lexed::default()
            };
        };
        make_room(&mut lexed.tokens, tokens);
        lexed.trivia.clear();
        lexed
    }

    /// Returns the buffers for other texts.
    pub(crate) fn recycle(mut self) {
        if self.tokens.capacity().max(self.trivia.capacity()) <= MAX_ROOM {
            self.errors.clear();
            (self.failures, self.cut_at) = (0, None);
            ROOM.set(Some(self));
        }
    }
}

const NO_FILENAME: &str = "Expected filename after include";

/// The minimal capacity: with exact sizes, a sequence of slightly larger files would allocate for each.
const MIN_ROOM: usize = 1 << 15;

/// Empties a vector and reserves room for `len` elements. Reserving after emptying copies nothing.
pub(crate) fn make_room<T>(room: &mut Vec<T>, len: usize) {
    room.clear();
    if room.capacity() < len {
        *room = Vec::new();
        room.reserve(len.max(MIN_ROOM));
    }
}

/// An error and where it was found.
pub(crate) struct LexError {
    pub(crate) place: TokenPosition,
    /// The start of the token or trivia in which it was found.
    pub(crate) at: u32,
    /// Whether the reference's parser would get no token here but an error.
    pub(crate) fatal: bool,
    pub(crate) error: SyntaxError,
}

/// A token, or the trivia before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TokenPosition {
    pub(crate) token: u32,
    pub(crate) inside: bool,
}

/// The tokens of a text.
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
    /// The end of tokens: the text's end, or its start once there are too many errors.
    end: usize,
    macros: &'m mut dyn Macros,
    conditionals: Vec<Conditional>,
    /// The number of them that make the text inactive.
    disabling: usize,
    /// The number of words `include` that still lack their path.
    pending: u32,
    /// Whether the text has a NUL anywhere; most have none, and comments need not be searched.
    has_nul: bool,
    /// The end of the last token or trivia.
    done: usize,
    out: Lexed,
    /// The position of the text's start in that of the tokens, minus the text inserted before this place.
    base: u32,
    /// The text of the tokens, if it is spliced.
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
    /// All tokens but the end.
    fn run(&mut self) {
        // Directives must be first on their lines, apart from comments.
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

    /// Skips the text after too many errors.
    fn skip_rest(&mut self) {
        if self.pos < self.bytes.len() {
            self.pos = self.bytes.len();
            self.push_trivia(ERROR_TRIVIA);
        }
    }

    /// The token read since the last one.
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

    /// Passes over the trivia read since the last token.
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

    /// The byte at a distance; 0 after the end, as the reference finds it there.
    #[inline]
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.pos + ahead).copied().unwrap_or(0)
    }

    #[inline]
    fn single(&mut self, kind: SyntaxKind) -> SyntaxKind {
        self.pos += 1;
        kind
    }

    /// The word `include`, or the token after it.
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
            // Releases that find a broken token have reported another error.
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
            // The path of the preceding `include` is in the file that this one includes, which is not read here.
            self.error(start..self.pos, NO_FILENAME);
            self.pending = 0;
        }
        // The preceding word may be in another file, with further files in between.
        let last = self.out.tokens.last();
        let word = last.copied().filter(|it| it.kind == INCLUDE_KW);
        if let (Include::Refused(_), Some(error)) = (&included, self.last_error()) {
            error.error.of_include = true;
            // The parser is at the directive.
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
            // The reference does not search for the missing paths of others.
            Include::Refused(_) => self.pending = 0,
        }
    }

    /// An `include` after another that lacks its path.
    fn second_word(&mut self) {
        if self.pasting.is_none() {
            return;
        }
        // The file that is included here may begin with that path. The parser must not take it for the path of this
        // one, and never sees the other word.
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

    /// Reports an error in the token that will be pushed next, or in trivia that will be passed.
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

    /// The error that was reported just now, if it was not one too many.
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
