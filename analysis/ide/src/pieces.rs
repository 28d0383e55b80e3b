//! The pieces of strings with an embedded language, and their ranges.

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::ops::Range;

use formats::asm_text;
use formats::assembly_format::{self, Directive};
use formats::cpp::{self, NameKind};
use syntax::SyntaxKind::{self, *};
use syntax::literal::{code_value, string_value};

/// The language of a string.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Language {
    /// An assembly format of MLIR.
    Format,
    /// The assembly text of an LLVM instruction.
    AsmText,
    /// Other text that refers to operands with `$`.
    Operands,
    /// C++ code in which `$name` is a placeholder.
    Code,
    /// As [`Language::Code`], in the definition of an MLIR operation, attribute or type. The code may also call the
    /// accessors that MLIR generates.
    ClassCode,
    /// The name of a dag's argument; the string contains nothing else.
    OperandName,
    /// The name of a class; the string contains nothing else.
    ClassName,
    /// The name of a record; the string contains nothing else.
    RecordName,
    /// The name of a field of a table's records; the string contains nothing else.
    FieldName,
    /// The name of a field of the record that contains the string; the string contains nothing else.
    OwnFieldName,
    /// Not a string: a dag in the description of an LLVM target.
    Dag(DagRole),
}

/// The purpose of a dag in the description of an LLVM target.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum DagRole {
    /// The operands of an instruction.
    Operands,
    /// A selection pattern, or a part of one.
    Pattern,
    /// The output of a selection pattern: the instructions that replace the matched nodes.
    Result,
}

impl Language {
    /// Whether a string in this language consists of a single name.
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
    /// The range in the text of the source file, in bytes.
    pub range: Range<u32>,
    /// The range of the name in the piece, if there is one.
    pub name: Option<Range<u32>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PieceKind {
    /// A reference to an operand or parameter, or a placeholder, with its `$`.
    Variable,
    Directive(Directive),
    /// Text in an assembly format that is printed and parsed literally.
    Literal,
    /// A backslash with the escaped character, or `$$`.
    Escape,
    /// A punctuation character of the language.
    Sign,
    /// The C++ name that is the argument of `custom`.
    Function,
    /// A string in an assembly format: C++ code for `custom`.
    String,
    /// A word of C++ that may be a variable or function.
    Word,
    /// A name that is the whole string.
    Name,
}

/// The largest number of pieces of a string; text after them is not examined. In MLIR 22, no assembly format has more
/// than 140.
pub(crate) const MAX_PIECES: usize = 50_000;

/// The pieces of a string or code literal, in order, without white space. `start` is the offset of the token in the
/// source.
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
    // Whether the last piece is `custom`, or the `<` after it.
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
                // Braces and bars separate the alternatives for assembler variants.
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

/// The value of a string or code literal, and the source position of each of its bytes.
pub(crate) struct Content<'t> {
    pub text: Cow<'t, str>,
    /// The offset in the source of the first byte of the value.
    start: u32,
    /// The offsets in `text` of the characters that the source writes as an escape sequence.
    escaped: Vec<usize>,
}

impl<'t> Content<'t> {
    /// The value of a literal, which may be unterminated. `start` is the offset of the token in the source.
    pub(crate) fn new(kind: SyntaxKind, token: &'t str, start: u32) -> Content<'t> {
        if kind == CODE_LITERAL {
            let inner = token.strip_prefix("[{").unwrap_or(token);
            return Content {
                text: code_value(token).into(),
                start: start + (token.len() - inner.len()) as u32,
                escaped: Vec::new(),
            };
        }
        let inner = token.strip_prefix('"').unwrap_or(token);
        let mut escaped = Vec::new();
        let mut at = 0;
        let mut letters = inner.chars();
        while let Some(letter) = letters.next() {
            let meant = match letter {
                '\\' => {
                    escaped.push(at);
                    letters.next()
                }
                letter => Some(letter),
            };
            // The value of an escape sequence has as many bytes as the character after the backslash.
            at += meant.map_or(0, char::len_utf8);
        }
        Content {
            text: string_value(token),
            start: start + (token.len() - inner.len()) as u32,
            escaped,
        }
    }

    /// The range in the source for a range in the value.
    pub(crate) fn range(&self, range: Range<usize>) -> Range<u32> {
        self.place(range.start)..self.place(range.end)
    }

    fn place(&self, at: usize) -> u32 {
        let before = self.escaped.partition_point(|it| *it < at);
        self.start + (at + before) as u32
    }

    /// The offset in the value for an offset in the source.
    pub(crate) fn offset(&self, place: u32) -> usize {
        let raw = place.saturating_sub(self.start) as usize;
        // Find the number of escape sequences before `place`. Each is one byte longer in the source than in the value.
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
