//! Literals of assembly formats: the calls that parse and print them.

use mlir_model::format::Spacing;

/// The C++ call that parses a literal, without its start: `parser.parse` or `parser.parseOptional`.
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

/// The C++ code that prints a literal, without the name of the printer with which it starts. Records in `spacing` that
/// the literal was printed.
pub(crate) fn printing_call(spacing: &mut Spacing, literal: &str) -> String {
    let blank = if spacing.literal(literal) {
        " << ' '"
    } else {
        ""
    };
    format!("{blank} << \"{literal}\"")
}
