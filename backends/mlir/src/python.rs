//! What the generated Python has in common.

/// Words that cannot be names, and functions that are needed under their own names.
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

/// Whether a name has to be changed to be one in Python.
pub(crate) fn is_reserved(name: &str) -> bool {
    RESERVED.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::{RESERVED, is_reserved};

    #[test]
    fn words() {
        assert!(RESERVED.is_sorted());
        assert!(is_reserved("type") && is_reserved("False") && is_reserved("yield"));
        assert!(!is_reserved("print") && !is_reserved("false"));
    }
}
