//! Excerpts of long outputs, to keep snapshots short.

/// The lines from the first one that contains `from` up to the next one that contains `until`, which is left out. If
/// `until` is empty, all lines up to the end. Panics if a marker is missing.
#[track_caller]
pub fn between(text: &str, from: &str, until: &str) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let Some(start) = lines.iter().position(|line| line.contains(from)) else {
        panic!("no line has '{from}' in:\n{text}");
    };
    if until.is_empty() {
        return lines[start..].concat();
    }
    let rest = &lines[start + 1..];
    let Some(length) = rest.iter().position(|line| line.contains(until)) else {
        panic!("no line behind '{from}' has '{until}' in:\n{text}");
    };
    lines[start..start + 1 + length].concat()
}

/// All lines that contain `marker`. Panics if no line contains it.
#[track_caller]
pub fn lines_with(text: &str, marker: &str) -> String {
    let lines = text.split_inclusive('\n');
    let found: String = lines.filter(|line| line.contains(marker)).collect();
    assert!(!found.is_empty(), "no line has '{marker}' in:\n{text}");
    found
}

#[cfg(test)]
mod tests {
    use super::{between, lines_with};

    const TEXT: &str = "int a;\nint b;\nchar c;\nint b;\n";

    #[test]
    fn parts() {
        assert_eq!(between(TEXT, "b", "b"), "int b;\nchar c;\n");
        assert_eq!(between(TEXT, "c", ""), "char c;\nint b;\n");
        assert_eq!(lines_with(TEXT, "int"), "int a;\nint b;\nint b;\n");
    }

    #[test]
    #[should_panic(expected = "no line behind 'c' has 'a'")]
    fn a_missing_end() {
        between(TEXT, "c", "a");
    }

    #[test]
    #[should_panic(expected = "no line has 'd'")]
    fn a_missing_line() {
        lines_with(TEXT, "d");
    }
}
