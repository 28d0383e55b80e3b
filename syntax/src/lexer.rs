//! Text to tokens.
//!
//! Follows the reference's lexer to the byte, with one difference: after an error it goes on, with a token
//! of the kind that was meant. Text that is switched off, directives and comments are tokens too.

mod preprocessor;
mod scan;

use std::borrow::Cow;
use std::cell::RefCell;

use rowan::{TextRange, TextSize};

use crate::SyntaxKind::{self, *};
use crate::error::{Note, Severity, SyntaxError};
use crate::lexer::preprocessor::Conditional;
use crate::{Dialect, Macros};

/// The tokens of a text.
#[derive(Default)]
pub(crate) struct Lexed {
    /// Those that are no trivia; the last is `EOF`.
    pub(crate) tokens: Vec<Token>,
    /// What stands between them, without whitespace: what nothing says of is that.
    pub(crate) trivia: Vec<Token>,
    /// What is wrong, in the order in which it was found.
    pub(crate) errors: Vec<LexError>,
}

/// A token in its place.
#[derive(Clone, Copy)]
pub(crate) struct Token {
    pub(crate) kind: SyntaxKind,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

thread_local! {
    /// The room in which tokens were kept before: fresh memory costs more than the lexing.
    static ROOM: RefCell<Lexed> = const {
        RefCell::new(Lexed { tokens: Vec::new(), trivia: Vec::new(), errors: Vec::new() })
    };
}

/// Tokens for which room is kept.
const MAX_ROOM: usize = 1 << 20;

impl Lexed {
    fn with_room(tokens: usize) -> Lexed {
        let mut lexed = ROOM.take();
        make_room(&mut lexed.tokens, tokens);
        lexed.trivia.clear();
        lexed
    }

    /// Gives the room back for other texts.
    pub(crate) fn recycle(mut self) {
        if self.tokens.capacity().max(self.trivia.capacity()) <= MAX_ROOM {
            self.errors.clear();
            ROOM.set(self);
        }
    }
}

/// For how many there is room at least: one file after the other, each somewhat larger, would need fresh memory again.
const MIN_ROOM: usize = 1 << 15;

/// Empties a vector that gets room for so many. What was in it is not copied, as it is where a vector only grows.
pub(crate) fn make_room<T>(room: &mut Vec<T>, len: usize) {
    room.clear();
    if room.capacity() < len {
        *room = Vec::new();
        room.reserve(len.max(MIN_ROOM));
    }
}

/// An error and where it was found.
pub(crate) struct LexError {
    pub(crate) place: Place,
    /// Where the token or trivia starts in which it was found.
    pub(crate) at: u32,
    /// Whether the reference's parser would get no token here but an error.
    pub(crate) fatal: bool,
    pub(crate) error: SyntaxError,
}

/// A token, or the trivia before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) token: u32,
    pub(crate) inside: bool,
}

/// The tokens of a text.
pub(crate) fn lex(text: &str, macros: &mut dyn Macros) -> Lexed {
    let mut lexer = Lexer {
        text,
        bytes: text.as_bytes(),
        pos: 0,
        macros,
        conditionals: Vec::new(),
        disabling: 0,
        include_pending: false,
        nested_include: false,
        has_nul: text.bytes().fold(u8::MAX, u8::min) == 0,
        done: 0,
        out: Lexed::with_room(text.len() / 5),
    };
    lexer.run();
    lexer.out
}

struct Lexer<'t, 'm> {
    text: &'t str,
    bytes: &'t [u8],
    pos: usize,
    macros: &'m mut dyn Macros,
    conditionals: Vec<Conditional>,
    /// How many of them switch the text off.
    disabling: usize,
    /// The last token was an `include`.
    include_pending: bool,
    /// So was the one before.
    nested_include: bool,
    /// Whether the text has a NUL anywhere; most have none, and need no looking inside comments.
    has_nul: bool,
    /// The end of the last token or trivia.
    done: usize,
    out: Lexed,
}

impl Lexer<'_, '_> {
    fn run(&mut self) {
        // Directives stand first on their lines, comments aside.
        let mut line_start = true;
        while self.pos < self.bytes.len() {
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
            if self.include_pending {
                self.include_path(kind, start);
            }
            self.include_pending = kind == INCLUDE_KW;
            self.push(kind);
        }
        let end = self.bytes.len();
        if !self.unfinished_conditionals() && self.include_pending {
            self.error(end..end, "Expected filename after include");
        }
        self.push(EOF);
    }

    /// What was read since the last token.
    #[inline]
    fn token(&self, kind: SyntaxKind) -> Token {
        Token {
            kind,
            start: self.done as u32,
            end: self.pos as u32,
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

    /// Leaves behind what was read since the last token, which is trivia.
    #[inline]
    fn pass(&mut self) {
        let (start, next) = (self.done as u32, self.out.tokens.len() as u32);
        let errors = self.out.errors.iter_mut().rev();
        for error in errors.take_while(|it| it.at == start) {
            error.place = Place {
                token: next,
                inside: false,
            };
        }
        self.done = self.pos;
    }

    /// The byte so far ahead; 0 behind the end, as the reference finds it there.
    #[inline]
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.pos + ahead).copied().unwrap_or(0)
    }

    #[inline]
    fn single(&mut self, kind: SyntaxKind) -> SyntaxKind {
        self.pos += 1;
        kind
    }

    /// The token after `include`.
    fn include_path(&mut self, kind: SyntaxKind, start: usize) {
        let broken = self.out.errors.last();
        let broken = broken.filter(|it| it.at as usize == start && it.fatal);
        let broken_in = broken.map(|it| it.error.only);
        let is_nested = std::mem::replace(&mut self.nested_include, kind == INCLUDE_KW);
        if broken_in == Some(None) || kind == INCLUDE_KW {
            return;
        }
        if is_nested && kind == STRING_LITERAL {
            // The path of the outer one would be the first token of the file.
            self.error(start..self.pos, "Expected filename after include");
        } else if kind == STRING_LITERAL {
            let path = crate::literal::string_value(&self.text[start..self.pos]);
            self.macros.include(&path);
        } else {
            self.error(start..self.pos, "Expected filename after include");
        }
        if broken_in == Some(Some(Dialect::Llvm19)) {
            // That release has said something else.
            self.only_in(Dialect::Llvm22);
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
        let range = TextRange::new((range.start as u32).into(), (range.end as u32).into());
        self.out.errors.push(LexError {
            place: Place {
                token: self.out.tokens.len() as u32,
                inside: true,
            },
            at: self.done as u32,
            fatal,
            error: SyntaxError {
                message,
                range,
                at: range.start(),
                lexical: true,
                severity,
                only: None,
                notes: Vec::new(),
            },
        });
    }

    /// Adds what the reference prints directly after the last error.
    fn follow_up(&mut self, offset: usize, message: &'static str) {
        if let Some(last) = self.out.errors.last_mut() {
            last.error.notes.push(Note {
                severity: Severity::Error,
                message: message.into(),
                offset: Some(TextSize::new(offset as u32)),
            });
        }
    }

    fn only_in(&mut self, dialect: Dialect) {
        if let Some(last) = self.out.errors.last_mut() {
            last.error.only = Some(dialect);
        }
    }
}
