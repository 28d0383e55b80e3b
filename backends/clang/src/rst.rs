//! Common parts of generated reStructuredText.

/// The text with a backslash before each backslash and each of the characters in `special`.
pub(crate) fn escaped(text: &str, special: &[char]) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c == '\\' || special.contains(&c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
