//! Common parts of generated reStructuredText.

/// A text with a backslash before each of some characters, and before each backslash.
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
