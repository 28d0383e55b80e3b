//! Text templates for the C++ code that converts operations. In a template, `$name` is replaced by the C++ code for a
//! part of the operation.

use backend::Fatal;

/// Fills a template: `value` returns the text for each name. For `$$`, the name is `$`.
pub(super) fn fill(
    template: &str,
    mut value: impl FnMut(&str) -> Result<String, Fatal>,
) -> Result<String, Fatal> {
    let mut filled = String::with_capacity(template.len());
    let mut rest = template;
    while let Some(start) = rest.find('$') {
        filled += &rest[..start];
        rest = &rest[start + 1..];
        let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_';
        let end = if rest.starts_with('$') {
            1
        } else {
            rest.find(|it| !is_part(it)).unwrap_or(rest.len())
        };
        filled += &value(&rest[..end])?;
        rest = &rest[end..];
    }
    Ok(filled + rest)
}
