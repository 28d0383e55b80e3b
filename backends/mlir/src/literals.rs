//! Literals of assembly formats: the calls that parse them, and the spaces between them.

use mlir_model::format::needs_space_before;

/// The end of the call that parses a literal, after `parser.parse` or `parser.parseOptional`.
pub(crate) fn parsing_call(literal: &str) -> String {
    let name = match literal {
        "->" => "Arrow",
        ":" => "Colon",
        "," => "Comma",
        "=" => "Equal",
        "<" => "Less",
        ">" => "Greater",
        "{" => "LBrace",
        "}" => "RBrace",
        "(" => "LParen",
        ")" => "RParen",
        "[" => "LSquare",
        "]" => "RSquare",
        "?" => "Question",
        "+" => "Plus",
        "*" => "Star",
        "-" => "Minus",
        "..." => "Ellipsis",
        _ => return format!("Keyword(\"{literal}\")"),
    };
    format!("{name}()")
}

/// Tracks whether a space is printed before the next element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spacing {
    pub(crate) wants_space: bool,
    pub(crate) was_punctuation: bool,
}

impl Spacing {
    /// The state before the first element.
    pub(crate) const START: Spacing = Spacing {
        wants_space: true,
        was_punctuation: false,
    };

    /// Returns the C++ code that prints a literal: the part after the name of the printer. Records that the literal was
    /// printed.
    pub(crate) fn literal(&mut self, literal: &str) -> String {
        let has_blank = self.wants_space && needs_space_before(literal, self.was_punctuation);
        let is_word = literal.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_');
        *self = Spacing {
            wants_space: !matches!(literal, "<" | "(" | "{" | "["),
            was_punctuation: !is_word,
        };
        let blank = if has_blank { " << ' '" } else { "" };
        format!("{blank} << \"{literal}\"")
    }

    /// Whether a space is printed before an element that is not a literal.
    pub(crate) fn has_blank(self) -> bool {
        self.wants_space || !self.was_punctuation
    }

    /// Whether a space is printed before an element that is not a literal. Records that the element was printed.
    pub(crate) fn element(&mut self) -> bool {
        let has_blank = self.has_blank();
        *self = Spacing::START;
        has_blank
    }
}
