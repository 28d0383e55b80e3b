//! The string and code literals of a source text, and the source offsets that correspond to offsets in their values.

use std::borrow::Cow;

use crate::MacroSet;
use crate::SyntaxKind::{CODE_LITERAL, STRING_LITERAL};
use crate::lexer::lex;
use crate::literal::{code_value, string_value};

/// A string or code literal. Its end may be missing, and its escapes may be invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Literal<'t>(&'t str);

impl<'t> Literal<'t> {
    /// The string value of the literal.
    pub fn value(self) -> Cow<'t, str> {
        if self.is_code() {
            Cow::Borrowed(code_value(self.0))
        } else {
            string_value(self.0)
        }
    }

    /// The offset in the literal's text that corresponds to `offset`, an offset in bytes in the literal's value. An
    /// offset beyond the value is treated as the value's end.
    pub fn source_of(self, offset: usize) -> usize {
        if self.is_code() {
            return "[{".len() + offset.min(code_value(self.0).len());
        }
        let inner = self.0.strip_prefix('"').unwrap_or(self.0);
        let mut letters = inner.strip_suffix('"').unwrap_or(inner).chars();
        let (mut at, mut seen) = (self.0.len() - inner.len(), 0);
        while seen < offset
            && let Some(letter) = letters.next()
        {
            // An escape denotes one character, which has as many bytes as the character after the backslash.
            let (skipped, shown) = match letter {
                '\\' => (1, letters.next().map_or(0, char::len_utf8)),
                _ => (0, letter.len_utf8()),
            };
            at += skipped + shown;
            seen += shown;
        }
        at
    }

    fn is_code(self) -> bool {
        self.0.starts_with("[{")
    }
}

/// The string and code literals of a source text, each with its byte offset in `text`.
pub fn literals(text: &str) -> impl Iterator<Item = (usize, Literal<'_>)> {
    let lexed = lex(text, &mut MacroSet::default());
    let tokens = lexed.tokens.into_iter();
    let literals = tokens.filter(|it| matches!(it.kind, STRING_LITERAL | CODE_LITERAL));
    literals.map(|it| {
        let range = it.start as usize..it.end as usize;
        (range.start, Literal(&text[range]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_values() {
        let text = r#""a\tä" /* "no" */ [{ "b" }] "open\"#;
        let found: Vec<_> = literals(text).collect();
        let values: Vec<_> = found.iter().map(|(_, it)| it.value()).collect();
        assert_eq!(values, ["a\tä", " \"b\" ", "open"]);
        let rest = |number: usize, offset| {
            let (start, literal) = found[number];
            &text[start + literal.source_of(offset)..]
        };
        assert!(rest(0, 0).starts_with("a\\t"));
        assert!(rest(0, 1).starts_with("\\tä"));
        assert!(rest(0, 2).starts_with("ä\" /*"));
        assert!(rest(0, 4).starts_with("\" /*"));
        assert!(rest(0, 9).starts_with("\" /*"));
        assert!(rest(1, 1).starts_with("\"b\" }]"));
        assert!(rest(1, 9).starts_with("}]"));
        assert_eq!(rest(2, 4), "\\");
        assert_eq!(rest(2, 5), "");
    }
}
