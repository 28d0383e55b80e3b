//! Tests that `split-file` splits into several files. A line such as `//--- a.td` starts a part.
//!
//! The path of a part of `/s/test.td` is `/s/test.td/a.td`. No file on disk has such a path, since `/s/test.td` is not
//! a folder. The text before the part is replaced by blanks, so that positions in the part are positions in the test.

use super::path;

/// The path of the test and the name of the part, if `path` has the form of a part's path.
pub fn whole_and_name(path: &str) -> Option<(&str, &str)> {
    whole_and_name_by(path, if cfg!(windows) { &['/', '\\'] } else { &['/'] })
}

fn whole_and_name_by<'a>(path: &'a str, separators: &[char]) -> Option<(&'a str, &'a str)> {
    let mut ends = path.match_indices(".td").map(|(at, it)| at + it.len());
    let at = ends.find(|at| path[*at..].starts_with(separators))?;
    Some((&path[..at], &path[at + 1..]))
}

/// The part named `name` of a split test file, with blanks in place of the text before the part. `None` if the file has
/// no such part.
pub fn part(text: &[u8], name: &str) -> Option<Vec<u8>> {
    let mut start = None;
    let mut at = 0;
    for line in text.split_inclusive(|it| *it == b'\n') {
        if let Some(marked) = marked(line) {
            if start.is_some() {
                break;
            }
            start = (marked == name.as_bytes()).then_some(at + line.len());
        }
        at += line.len();
    }
    let mut part = text[..at].to_vec();
    let before = part.iter_mut().take(start?);
    before
        .filter(|it| !matches!(it, b'\n' | b'\r'))
        .for_each(|it| *it = b' ');
    Some(part)
}

/// The name of the part that starts after `line`, which has the form `//--- NAME`. A single character may replace the
/// two slashes. `None` if the line has another form.
fn marked(line: &[u8]) -> Option<&[u8]> {
    let length = if line.starts_with(b"//") { 2 } else { 1 };
    let name = line.get(length..)?.strip_prefix(b"--- ")?.trim_ascii_end();
    (!name.is_empty()).then_some(name)
}

/// The folder into which a test is split, as written in its `RUN:` line with `split-file`.
pub(crate) fn folder(lines: &[String]) -> Option<&str> {
    lines.iter().find_map(|line| {
        let (_, rest) = line.split_once("split-file ")?;
        let mut words = rest.split([' ', ';', '&', '|']).filter(|it| !it.is_empty());
        words.find(|it| *it == "%s")?;
        words.find(|it| !it.starts_with('-'))
    })
}

/// Replaces `folder` in `line` by the path `test`. `folder` is the folder into which the test is split. An occurrence
/// of `folder` before further characters of a file name is kept.
pub(crate) fn with_parts(line: &str, folder: &str, test: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(folder) {
        let after = &rest[at + folder.len()..];
        let is_name = |it: char| it.is_alphanumeric() || "._-".contains(it);
        text.push_str(&rest[..at]);
        text.push_str(if after.starts_with(is_name) {
            folder
        } else {
            test
        });
        rest = after;
    }
    text + rest
}

/// The file that contains the text at `path`: the test if `path` has the form of a part's path and `is_file` is true
/// for the test, otherwise `path` itself.
pub fn file_of(path: &str, is_file: impl Fn(&str) -> bool) -> &str {
    let whole = whole_and_name(path).map(|(whole, _)| whole);
    whole.filter(|it| is_file(it)).unwrap_or(path)
}

/// Whether `path` has the form of the path of a part of `file`.
pub(crate) fn is_part_of(path: &str, file: &str) -> bool {
    path != file && file.ends_with(".td") && path::is_below(path, file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_parts() {
        let unix = |path| whole_and_name_by(path, &['/']);
        assert_eq!(unix("a/t.td/b/c.td"), Some(("a/t.td", "b/c.td")));
        assert_eq!(unix(r"a/t.td\c.td"), None);
        assert_eq!(unix("a.tdx/t.td"), None);
        let windows = |path| whole_and_name_by(path, &['/', '\\']);
        assert_eq!(windows(r"a/t.td\c.td"), Some(("a/t.td", "c.td")));
        assert_eq!(windows("C:/t.td/c.td"), Some(("C:/t.td", "c.td")));
    }

    #[test]
    fn parts_stand_where_they_stand_in_the_test() {
        let text =
            "// RUN: x\n//--- a.td\ndef a; // é\n//--- sub/b.td \ndef b;\n#--- c.td\n//---\n";
        let check = |name: &str, want: Option<&str>| {
            let part = part(text.as_bytes(), name);
            assert_eq!(part.as_deref(), want.map(str::as_bytes), "{name}");
        };
        check("a.td", Some("         \n          \ndef a; // é\n"));
        check(
            "sub/b.td",
            Some("         \n          \n            \n               \ndef b;\n"),
        );
        check(
            "c.td",
            Some(
                "         \n          \n            \n               \n      \n         \n//---\n",
            ),
        );
        check("gone.td", None);
        check("", None);
        assert_eq!(
            whole_and_name("/s/t.td/sub/b.td"),
            Some(("/s/t.td", "sub/b.td"))
        );
        assert_eq!(whole_and_name("/s/t.tdx/b.td"), None);
    }

    #[test]
    fn lines_that_cut() {
        let lines = |text: &str| folder(&[text.to_owned()]).map(str::to_owned);
        assert_eq!(
            lines("rm -rf %t && split-file %s %t").as_deref(),
            Some("%t")
        );
        assert_eq!(
            lines("split-file --leading-lines %s %t.dir; x").as_deref(),
            Some("%t.dir")
        );
        assert_eq!(lines("split-file %S/other %t"), None);
        let line = "x-tblgen -I %t -I%t/i %t/a.td -o %t.inc";
        assert_eq!(
            with_parts(line, "%t", "/s/t.td"),
            "x-tblgen -I /s/t.td -I/s/t.td/i /s/t.td/a.td -o %t.inc"
        );
    }
}
