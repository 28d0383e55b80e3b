//! The pieces of strings that are written in a language of their own, with their places.

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::ops::Range;

use formats::asm_text;
use formats::assembly_format::{self, Directive};
use formats::cpp::{self, NameKind};
use syntax::SyntaxKind::{self, *};

/// The language of a string.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Language {
    /// An assembly format of MLIR.
    Format,
    /// The assembly text of an LLVM instruction.
    AsmText,
    /// Some other text with operands behind `$`.
    Operands,
    /// C++ of a template: `$name` are its holes.
    Code,
    /// The same in a class of MLIR's operations, attributes and types, which has accessors.
    ClassCode,
    /// The name of a dag's argument and nothing else.
    OperandName,
    /// The name of a class and nothing else.
    ClassName,
    /// The name of a record and nothing else.
    RecordName,
    /// The name of a field of the records of a table.
    FieldName,
    /// The name of a field of the record itself.
    OwnFieldName,
}

impl Language {
    /// Whether a string in it is one name.
    pub(crate) fn is_name(self) -> bool {
        use Language::*;
        matches!(
            self,
            OperandName | ClassName | RecordName | FieldName | OwnFieldName
        )
    }
}

/// A piece of a string.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    pub kind: PieceKind,
    /// In the text of the source.
    pub range: Range<u32>,
    /// The name in it, if there is one.
    pub name: Option<Range<u32>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PieceKind {
    /// An operand, parameter or hole with its `$`.
    Variable,
    Directive(Directive),
    /// Text that is printed and parsed as it is.
    Literal,
    /// A character behind a backslash, or `$$`.
    Escape,
    /// Punctuation of the language.
    Sign,
    /// A function in C++ that `custom` calls.
    Function,
    /// A string in a format: C++ for `custom`.
    String,
    /// A free word of C++.
    Word,
    /// A whole string that is a name.
    Name,
}

/// The largest number of pieces of a string; what is behind them is text. The longest format of MLIR 22 has 140.
pub(crate) const MAX_PIECES: usize = 50_000;

/// The pieces of a string or code literal, in order, without blanks. `start` is the place of the token.
pub(crate) fn pieces(kind: SyntaxKind, token: &str, start: u32, language: Language) -> Vec<Piece> {
    let content = Content::new(kind, token, start);
    let text = &*content.text;
    let piece = |kind, range: Range<usize>, name: Option<Range<usize>>| Piece {
        kind,
        range: content.range(range),
        name: name.map(|it| content.range(it)),
    };
    match language {
        Language::Format => format(text, &piece),
        Language::AsmText => asm(text, &piece),
        Language::Code | Language::ClassCode | Language::Operands => {
            let names = cpp::Names::new(text).filter_map(|it| match it.kind {
                NameKind::Hole => {
                    let dollar = text[..it.range.start].rfind('$').unwrap_or(it.range.start);
                    let is_closed =
                        text[dollar..].starts_with("${") && text[it.range.end..].starts_with('}');
                    let end = it.range.end + usize::from(is_closed);
                    Some(piece(PieceKind::Variable, dollar..end, Some(it.range)))
                }
                NameKind::Free if language != Language::Operands => {
                    Some(piece(PieceKind::Word, it.range.clone(), Some(it.range)))
                }
                _ => None,
            });
            names.take(MAX_PIECES).collect()
        }
        _ => {
            let whole = 0..text.len();
            let is_name = elaborate::facts::is_name(text);
            let name = is_name.then(|| piece(PieceKind::Name, whole.clone(), Some(whole)));
            name.into_iter().collect()
        }
    }
}

type Make<'m> = dyn Fn(PieceKind, Range<usize>, Option<Range<usize>>) -> Piece + 'm;

fn format(text: &str, piece: &Make<'_>) -> Vec<Piece> {
    use assembly_format::TokenKind;
    let mut lexer = assembly_format::Lexer::new(text);
    let mut all = Vec::new();
    // What stands in angle brackets behind `custom`.
    let mut is_custom = false;
    let mut errors = 0;
    while all.len() < MAX_PIECES && errors < MAX_PIECES {
        let Ok(token) = lexer.next_token() else {
            errors += 1;
            continue;
        };
        let range = token.start..token.start + token.text.len();
        let mut name = None;
        let kind = match token.kind {
            TokenKind::End => break,
            TokenKind::Unknown => continue,
            TokenKind::Literal => PieceKind::Literal,
            TokenKind::String => PieceKind::String,
            TokenKind::Sign => PieceKind::Sign,
            TokenKind::Variable => {
                name = Some(range.start + 1..range.end);
                PieceKind::Variable
            }
            TokenKind::Word => match Directive::from_name(token.text) {
                Some(directive) => PieceKind::Directive(directive),
                None if is_custom => PieceKind::Function,
                None => continue,
            },
        };
        is_custom = match kind {
            PieceKind::Directive(it) => it == Directive::Custom,
            PieceKind::Sign => is_custom && token.text == "<",
            _ => false,
        };
        all.push(piece(kind, range, name));
    }
    all
}

fn asm(text: &str, piece: &Make<'_>) -> Vec<Piece> {
    use asm_text::TokenKind;
    let mut all = Vec::new();
    for token in asm_text::Lexer::new(text).flatten() {
        let range = token.start..token.start + token.text.len();
        match token.kind {
            TokenKind::Literal => {
                // Alternatives of variants.
                let signs = token.text.match_indices(['{', '|', '}']);
                all.extend(signs.take(MAX_PIECES).map(|(at, sign)| {
                    let at = range.start + at;
                    piece(PieceKind::Sign, at..at + sign.len(), None)
                }));
            }
            TokenKind::Escape(_) | TokenKind::Dollar => {
                all.push(piece(PieceKind::Escape, range, None));
            }
            TokenKind::Operand { name, name_at, .. } => {
                let name = (!name.is_empty()).then(|| name_at..name_at + name.len());
                all.push(piece(PieceKind::Variable, range, name));
            }
        }
        if all.len() >= MAX_PIECES {
            break;
        }
    }
    all.truncate(MAX_PIECES);
    all
}

/// The value of a literal, and where each of its bytes stands.
pub(crate) struct Content<'t> {
    pub text: Cow<'t, str>,
    /// The place of its first byte.
    start: u32,
    /// The offsets in the value of characters that are written with a backslash.
    escaped: Vec<usize>,
}

impl<'t> Content<'t> {
    /// Of a literal, which need not be closed.
    pub(crate) fn new(kind: SyntaxKind, token: &'t str, start: u32) -> Content<'t> {
        if kind == CODE_LITERAL {
            let inner = token.strip_prefix("[{").unwrap_or(token);
            return Content {
                text: inner.strip_suffix("}]").unwrap_or(inner).into(),
                start: start + (token.len() - inner.len()) as u32,
                escaped: Vec::new(),
            };
        }
        let inner = token.strip_prefix('"').unwrap_or(token);
        let start = start + (token.len() - inner.len()) as u32;
        let inner = inner.strip_suffix('"').unwrap_or(inner);
        if !inner.contains('\\') {
            return Content {
                text: inner.into(),
                start,
                escaped: Vec::new(),
            };
        }
        let mut text = String::with_capacity(inner.len());
        let mut escaped = Vec::new();
        let mut letters = inner.chars().peekable();
        while let Some(letter) = letters.next() {
            let escape = letters.peek().filter(|_| letter == '\\');
            let meant = escape.and_then(|it| match it {
                't' => Some('\t'),
                'n' => Some('\n'),
                '\\' | '\'' | '"' => Some(*it),
                _ => None,
            });
            if let Some(meant) = meant {
                letters.next();
                escaped.push(text.len());
                text.push(meant);
            } else {
                text.push(letter);
            }
        }
        Content {
            text: text.into(),
            start,
            escaped,
        }
    }

    /// The range in the text of the source.
    pub(crate) fn range(&self, range: Range<usize>) -> Range<u32> {
        self.place(range.start)..self.place(range.end)
    }

    fn place(&self, at: usize) -> u32 {
        let before = self.escaped.partition_point(|it| *it < at);
        self.start + (at + before) as u32
    }

    /// The offset in the value of a place in the text of the source.
    pub(crate) fn offset(&self, place: u32) -> usize {
        let raw = place.saturating_sub(self.start) as usize;
        // The number of escapes grows by one where an offset does, so the first that fits is the one.
        let mut before = 0;
        while before < self.escaped.len() && self.escaped[before] + before < raw {
            before += 1;
        }
        let mut at = (raw - before.min(raw)).min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }
}
