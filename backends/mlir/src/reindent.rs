//! Removes the common indentation of multi-line strings in sources.

use backend::spend;
use backend::text::SPACES;

/// Removes the indentation that all lines of a text share, and puts `prefix` before each line. Empty lines at the start
/// are removed. If `prefix` is empty, lines of white space become empty.
pub(crate) fn reindented(text: &str, prefix: &str) -> String {
    spend(1 + text.len() / 16);
    let indent = |line: &str| line.find(|it| it != ' ' && it != '\t');
    let mut rest = text;
    while let Some((line, behind)) = rest.split_once('\n') {
        if indent(line).is_some() {
            break;
        }
        rest = behind;
    }
    let common = rest.split('\n').filter_map(indent).min().unwrap_or(0);
    let mut out = String::with_capacity(rest.len());
    while let Some((line, behind)) = rest.split_once('\n') {
        if !prefix.is_empty() || !line.trim_start_matches(SPACES).is_empty() {
            out += prefix;
            out += cut(line, common);
        }
        out.push('\n');
        rest = behind;
    }
    let last = cut(rest, common);
    if !last.is_empty() {
        out += prefix;
        out += last;
    }
    out
}

/// The line without its first `common` bytes; empty if the line is shorter.
fn cut(line: &str, common: usize) -> &str {
    line.get(common..).unwrap_or_default()
}

/// Puts `prefix` before each line of a text but the first. Lines of white space become empty.
pub(crate) fn continued(text: &str, prefix: &str) -> String {
    spend(1 + text.len() / 16);
    let mut lines = text.split('\n');
    let mut out = lines.next().unwrap_or_default().to_owned();
    for line in lines {
        out.push('\n');
        if !line.trim_start_matches(SPACES).is_empty() {
            out += prefix;
            out += line;
        }
    }
    out
}

/// A C++ documentation comment with a summary and a description; empty if both texts are empty.
pub(crate) fn documentation_comment(summary: &str, description: &str) -> String {
    let mut comment = String::new();
    for text in [summary, description] {
        let text = text.trim_matches(SPACES);
        if !text.is_empty() {
            comment += &reindented(text, "/// ");
            comment.push('\n');
        }
    }
    comment
}

#[cfg(test)]
mod tests {
    use super::reindented;

    #[test]
    fn the_common_indentation_goes() {
        let text = "\n  \n    One.\n\n      Two.\n   \n    Three.\n  ";
        assert_eq!(reindented(text, ""), "One.\n\n  Two.\n\nThree.\n");
        assert_eq!(
            reindented(text, "// "),
            "// One.\n// \n//   Two.\n// \n// Three.\n"
        );
    }

    #[test]
    fn the_last_line_need_not_end() {
        assert_eq!(reindented("  a\n   b", "/// "), "/// a\n///  b");
        assert_eq!(reindented("", "/// "), "");
        assert_eq!(reindented("   ", ""), "   ");
    }
}
