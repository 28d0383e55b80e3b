//! Literals of assembly formats: the calls that parse and print them.

use mlir_model::format::Spacing;

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

/// The C++ code that prints a literal: the part after the name of the printer. Records that the literal was printed.
pub(crate) fn printing_call(spacing: &mut Spacing, literal: &str) -> String {
    let blank = if spacing.literal(literal) {
        " << ' '"
    } else {
        ""
    };
    format!("{blank} << \"{literal}\"")
}
