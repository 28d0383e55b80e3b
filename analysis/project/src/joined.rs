//! Joining texts up to a length.

/// The texts of `parts` with `between` between them. `None` if the result is longer than `most` bytes.
pub(crate) fn joined<'a>(
    parts: impl IntoIterator<Item = &'a str>,
    between: &str,
    most: usize,
) -> Option<String> {
    let mut made = String::new();
    for (at, part) in parts.into_iter().enumerate() {
        if at > 0 {
            made.push_str(between);
        }
        made.push_str(part);
        if made.len() > most {
            return None;
        }
    }
    Some(made)
}
