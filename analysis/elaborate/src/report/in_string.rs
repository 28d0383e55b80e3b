//! The place where a byte of a field's string is written. The string may be pasted of literals, of variables and of
//! arguments; what cannot be followed is left to the place of the variable.

use std::borrow::Cow;
use std::ops::Range;

use syntax::literal::{code_value, string_value};

use crate::diagnostic::{At, StringByte};
use crate::sources::Sources;

/// The largest number of parts of a string that are looked at, and of variables that are looked up.
const MAX_PARTS: usize = 64;

/// The source and offset of a byte; that of the field if it is not found.
pub(super) fn place(sources: &Sources, byte: &StringByte) -> (usize, u32) {
    let text_of = |at| {
        let (file, offset) = sources.offset(at);
        (file, sources.files[file].parsed_text(), offset as usize)
    };
    let (file, text, field) = text_of(At::start(byte.field));
    let found = value_of(text, field).and_then(|start| find(&pieces(text, start), byte));
    match found {
        Some(Found::At(at)) => point(sources, file, at),
        Some(Found::Within { at, part }) => {
            let argument = byte.record.zip(part).and_then(|(record, part)| {
                let (file, text, record) = text_of(At::start(record));
                let value = byte.text.get(part.clone())?;
                let literals = literals(text, record);
                let literal = literals.into_iter().find(|it| it.value == value)?;
                Some((
                    file,
                    literal.source_of(byte.offset.checked_sub(part.start)?),
                ))
            });
            let (file, at) = argument.unwrap_or((file, at));
            point(sources, file, at)
        }
        None => point(sources, file, field),
    }
}

fn point(sources: &Sources, file: usize, at: usize) -> (usize, u32) {
    sources.origin(file, u32::try_from(at).unwrap_or(u32::MAX))
}

/// A literal in a source.
struct Literal<'t> {
    text: &'t str,
    start: usize,
    value: Cow<'t, str>,
}

impl<'t> Literal<'t> {
    /// The literal that starts at an offset, and the offset behind it.
    fn read(source: &'t str, start: usize) -> Option<(Literal<'t>, usize)> {
        let rest = source.get(start..)?;
        let length = if rest.starts_with('"') {
            let mut is_escaped = false;
            let ends = |byte: u8| {
                !std::mem::replace(&mut is_escaped, false) && {
                    is_escaped = byte == b'\\';
                    byte == b'"'
                }
            };
            rest.bytes().skip(1).position(ends).map(|it| it + 2)
        } else if rest.starts_with("[{") {
            rest.find("}]").map(|it| it + 2)
        } else {
            return None;
        };
        let text = &rest[..length.unwrap_or(rest.len())];
        let value = if text.starts_with('"') {
            string_value(text)
        } else {
            Cow::Borrowed(code_value(text))
        };
        let end = start + text.len();
        Some((Literal { text, start, value }, end))
    }

    /// The offset in the source of a byte of the value.
    fn source_of(&self, offset: usize) -> usize {
        if self.text.starts_with("[{") {
            return self.start + 2 + offset;
        }
        let mut at = 1;
        let mut seen = 0;
        let mut letters = self.text.get(1..).unwrap_or_default().chars();
        while seen < offset
            && let Some(letter) = letters.next()
        {
            let shown = match letter {
                '\\' => letters.next().unwrap_or(letter),
                _ => letter,
            };
            at += shown.len_utf8() + usize::from(letter == '\\');
            seen += shown.len_utf8();
        }
        self.start + at
    }
}

/// A part of the expression that makes a string.
enum Piece<'t> {
    Literal(Literal<'t>),
    /// An expression whose value is not known here.
    Other(usize),
}

/// Where a byte was found.
enum Found {
    At(usize),
    /// In the value of what stands at `at`, with the part of the string that this is if it is known.
    Within {
        at: usize,
        part: Option<Range<usize>>,
    },
}

/// The offset of the value of a field whose name stands at an offset.
fn value_of(text: &str, field: usize) -> Option<usize> {
    let rest = text.get(field..)?;
    let end = rest.find(['=', ';', '{'])?;
    rest[end..].starts_with('=').then_some(field + end + 1)
}

/// The parts of the expression at an offset. Variables of the same file are looked up, those that are set before.
fn pieces(text: &str, start: usize) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    add_pieces(&mut pieces, &mut 0, text, start);
    pieces
}

fn add_pieces<'t>(pieces: &mut Vec<Piece<'t>>, looked_up: &mut usize, text: &'t str, start: usize) {
    let mut at = start;
    while pieces.len() < MAX_PARTS {
        at = skip_blanks(text, at);
        let rest = text.get(at..).unwrap_or_default();
        if let Some((literal, end)) = Literal::read(text, at) {
            pieces.push(Piece::Literal(literal));
            at = end;
        } else if rest.starts_with('#') {
            at += 1;
        } else if rest.is_empty() || rest.starts_with([';', ',', '{', '}', '>', ')']) {
            return;
        } else {
            let end = end_of_expression(text, at);
            let word = text[at..end].trim_end();
            if word == "in" || end == at {
                return;
            }
            *looked_up += 1;
            let may_look_up = *looked_up <= MAX_PARTS;
            match may_look_up.then(|| variable(text, at, word)).flatten() {
                Some(value) => add_pieces(pieces, looked_up, text, value),
                None => pieces.push(Piece::Other(at)),
            }
            at = end;
        }
    }
}

/// The offset of the value of the variable that has a name at an offset.
fn variable(text: &str, at: usize, name: &str) -> Option<usize> {
    let is_name = |it: char| it.is_ascii_alphanumeric() || it == '_';
    if name.is_empty() || !name.chars().all(is_name) {
        return None;
    }
    let before = text.get(..at)?;
    let mut found = before.rmatch_indices(name);
    found.find_map(|(start, _)| {
        let declared = before[..start].trim_end();
        let is_declared = declared.len() < start && declared.ends_with("defvar");
        let value = skip_blanks(text, start + name.len());
        let is_set = text.get(value..)?.starts_with('=');
        (is_declared && is_set).then_some(value + 1)
    })
}

fn skip_blanks(text: &str, mut at: usize) -> usize {
    loop {
        let rest = text.get(at..).unwrap_or_default();
        let behind = rest.trim_start();
        at += rest.len() - behind.len();
        let comment = if behind.starts_with("//") {
            behind.find('\n')
        } else if behind.starts_with("/*") {
            behind.find("*/").map(|it| it + 2)
        } else {
            return at;
        };
        at += comment.unwrap_or(behind.len());
    }
}

/// The end of an expression that is no literal, up to what is pasted to it.
fn end_of_expression(text: &str, start: usize) -> usize {
    let mut depth = 0usize;
    let mut at = start;
    while let Some(letter) = text.get(at..).and_then(|it| it.chars().next()) {
        match letter {
            '"' | '[' => {
                if let Some((_, end)) = Literal::read(text, at) {
                    if depth == 0 {
                        return at;
                    }
                    at = end;
                    continue;
                }
                depth += usize::from(letter == '[');
            }
            '(' | '<' => depth += 1,
            ')' | '>' | ']' if depth > 0 => depth -= 1,
            '#' | ';' | ',' | '{' | '}' | ')' | '>' | ']' if depth == 0 => return at,
            _ => {}
        }
        at += letter.len_utf8();
    }
    at
}

/// Finds a byte from both ends of the string: what is between them is unknown.
fn find(pieces: &[Piece], byte: &StringByte) -> Option<Found> {
    let text = &*byte.text;
    let mut start = 0;
    let mut first = 0;
    for (index, piece) in pieces.iter().enumerate() {
        let Piece::Literal(literal) = piece else {
            break;
        };
        if !text[start..].starts_with(&*literal.value) {
            break;
        }
        let end = start + literal.value.len();
        if byte.offset < end || index + 1 == pieces.len() {
            return Some(Found::At(literal.source_of(byte.offset - start)));
        }
        start = end;
        first = index + 1;
    }
    let mut end = text.len();
    let mut last = pieces.len();
    for piece in pieces[first..].iter().rev() {
        let Piece::Literal(literal) = piece else {
            break;
        };
        let Some(before) = text[start..end].strip_suffix(&*literal.value) else {
            break;
        };
        let begin = start + before.len();
        if byte.offset >= begin {
            return Some(Found::At(literal.source_of(byte.offset - begin)));
        }
        end = begin;
        last -= 1;
    }
    let at = match pieces.get(first)? {
        Piece::Literal(literal) => literal.start,
        Piece::Other(at) => *at,
    };
    // Several unknown parts cannot be told apart.
    let part = (last == first + 1).then_some(start..end);
    Some(Found::Within { at, part })
}

/// The literals of the statement at an offset, up to its body or end.
fn literals(text: &str, start: usize) -> Vec<Literal<'_>> {
    let mut literals = Vec::new();
    let mut at = start;
    while let Some(letter) = text.get(at..).and_then(|it| it.chars().next()) {
        if let Some((literal, end)) = Literal::read(text, at) {
            literals.push(literal);
            at = end;
            continue;
        }
        if matches!(letter, ';' | '{') {
            break;
        }
        at += letter.len_utf8();
    }
    literals
}
