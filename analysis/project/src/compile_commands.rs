//! Reads `tablegen_compile_commands.yml`, which LLVM's build writes for language servers.

use elaborate::unit::UnitSpec;

/// The name of the file in a build folder.
pub(crate) const NAME: &str = "tablegen_compile_commands.yml";

/// The largest size of the file in bytes.
pub(crate) const MAX_SIZE: usize = 1 << 26;
/// The largest number of units in the file.
const MAX_UNITS: usize = 100_000;

/// The units in the file: each `!FileInfo` document gives a root and its include directories.
pub(crate) fn units(text: &str) -> Vec<UnitSpec> {
    let mut found: Vec<UnitSpec> = Vec::new();
    for line in text.lines() {
        let line = line.trim();
        if line.starts_with("---") {
            if found.len() >= MAX_UNITS {
                break;
            }
            found.push(UnitSpec::default());
            continue;
        }
        let Some((key, value)) = line.split_once(':') else {
            continue;
        };
        let Some(unit) = found.last_mut() else {
            continue;
        };
        match key.trim() {
            "filepath" => unit.root = scalar(value),
            "includes" => {
                let value = scalar(value);
                let folders = value.split(';').filter(|it| !it.is_empty());
                unit.include_dirs = folders.map(str::to_owned).collect();
            }
            _ => {}
        }
    }
    found.retain(|it| !it.root.is_empty());
    found
}

/// The value of a YAML scalar on a single line.
fn scalar(text: &str) -> String {
    let text = text.trim();
    if let Some(inner) = text.strip_prefix('"') {
        let mut value = String::new();
        let mut chars = inner.chars();
        while let Some(c) = chars.next().filter(|it| *it != '"') {
            value.extend(if c == '\\' { chars.next() } else { Some(c) });
        }
        return value;
    }
    if let Some(inner) = text.strip_prefix('\'') {
        return inner.trim_end_matches('\'').replace("''", "'");
    }
    let end = text.find(" #").unwrap_or(text.len());
    text[..end].trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents() {
        let text = "--- !FileInfo:\n  filepath: \"/s/a \\\"b\\\".td\"\n  includes: \"/s;;/s/include\"\n\
                    --- !FileInfo:\n  filepath: c.td # here\n  includes: 'd'\n--- !FileInfo:\nnonsense\n";
        let units = units(text);
        let units: Vec<_> = units
            .iter()
            .map(|it| (&*it.root, &it.include_dirs))
            .collect();
        assert_eq!(units.len(), 2);
        assert_eq!(units[0].0, "/s/a \"b\".td");
        assert_eq!(units[0].1, &["/s", "/s/include"]);
        assert_eq!(units[1].0, "c.td");
        assert_eq!(units[1].1, &["d"]);
    }

    #[test]
    fn anything_else_has_no_units() {
        for text in [
            "",
            "filepath: a.td",
            "---",
            "--- !FileInfo:\n filepath: \"\\",
        ] {
            assert!(units(text).is_empty(), "{text}");
        }
    }
}
