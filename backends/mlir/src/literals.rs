//! Literals of formats: the calls that parse them, and the blanks between them.

use mlir_model::format::needs_space_before;

/// The end of the name of the method that parses a literal, with its arguments.
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

/// Whether a blank comes before the next element that is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spacing {
    pub(crate) wants_space: bool,
    pub(crate) was_punctuation: bool,
}

impl Spacing {
    /// Where nothing was printed yet.
    pub(crate) const START: Spacing = Spacing {
        wants_space: true,
        was_punctuation: false,
    };

    /// What is printed for a literal, behind the name of the printer.
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

    /// Whether a blank is printed before an element that is no literal.
    pub(crate) fn has_blank(self) -> bool {
        self.wants_space || !self.was_punctuation
    }

    /// The same, after which the element was printed last.
    pub(crate) fn element(&mut self) -> bool {
        let has_blank = self.has_blank();
        *self = Spacing::START;
        has_blank
    }
}
