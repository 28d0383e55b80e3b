//! Helpers for generated Python.

use elaborate::records::encode;

/// Keywords, and functions that must not be shadowed; sorted.
const RESERVED: [&str; 38] = [
    "False",
    "None",
    "True",
    "and",
    "as",
    "assert",
    "async",
    "await",
    "break",
    "callable",
    "class",
    "continue",
    "def",
    "del",
    "elif",
    "else",
    "except",
    "finally",
    "for",
    "from",
    "global",
    "if",
    "import",
    "in",
    "is",
    "issubclass",
    "lambda",
    "nonlocal",
    "not",
    "or",
    "pass",
    "raise",
    "return",
    "try",
    "type",
    "while",
    "with",
    "yield",
];

/// Whether a name is a Python keyword or a function that must not be shadowed.
pub(crate) fn is_reserved(name: &str) -> bool {
    RESERVED.binary_search(&name).is_ok()
}

/// The members of the base class of operations, sorted.
const METHODS: [&str; 15] = [
    "DIALECT_NAMESPACE",
    "OPERATION_NAME",
    "attributes",
    "context",
    "create",
    "get_asm",
    "ip",
    "loc",
    "operands",
    "operation",
    "print",
    "regions",
    "results",
    "self",
    "verify",
];

/// Converts a name to a Python identifier that can be used in the class of an operation.
pub(crate) fn identifier(name: &str) -> String {
    let letters = encode(name);
    let letters = letters.iter().map(|byte| {
        if byte.is_ascii_alphanumeric() {
            char::from(*byte)
        } else {
            '_'
        }
    });
    let mut name: String = letters.collect();
    if name.starts_with(|it: char| it.is_ascii_digit()) {
        name.insert(0, '_');
        return name;
    }
    let is_taken = name.starts_with("_ods_") || name.ends_with("_ods");
    if is_taken || is_reserved(&name) || METHODS.binary_search(&&*name).is_ok() {
        name.push('_');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::{METHODS, RESERVED, identifier, is_reserved};

    #[test]
    fn words() {
        assert!(RESERVED.is_sorted());
        assert!(is_reserved("type") && is_reserved("False") && is_reserved("yield"));
        assert!(!is_reserved("print") && !is_reserved("false"));
    }

    #[test]
    fn identifiers() {
        assert!(METHODS.is_sorted());
        for (name, want) in [
            ("x.y-z", "x_y_z"),
            ("2d", "_2d"),
            ("in", "in_"),
            ("loc", "loc_"),
            ("_ods_x", "_ods_x_"),
            ("é", "__"),
        ] {
            assert_eq!(identifier(name), want);
        }
    }
}
