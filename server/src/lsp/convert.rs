//! Between what the protocol says and what the analysis says.

use std::ops::Range as Bytes;
use std::path::Path;

use lsp_types::{Range, Url};
use project::path;

use super::line_index::{Encoding, LineIndex};

/// The path that a uri means. What is no file is known by its uri.
pub(crate) fn path_of(uri: &Url) -> String {
    let is_file = uri.scheme() == "file";
    let path = is_file.then(|| uri.to_file_path().ok()).flatten();
    let path = path.and_then(|it| it.into_os_string().into_string().ok());
    path.map_or_else(|| uri.to_string(), |it| path::normalize(&it))
}

/// The uri of an absolute path, or of what [`path_of`] made of a uri.
pub(crate) fn uri_of(path: &str) -> Option<Url> {
    match Path::new(path).is_absolute() {
        true => Url::from_file_path(path).ok(),
        false => Url::parse(path).ok(),
    }
}

/// A path in a folder, without `.` and `..`. A uri stays as it is.
pub(crate) fn absolute(folder: &str, path: &str) -> String {
    match is_uri(path) {
        true => path.to_owned(),
        false => path::join(folder, path),
    }
}

/// Whether [`path_of`] made this of a uri that is no file's.
pub(crate) fn is_uri(path: &str) -> bool {
    path.split_once(':')
        .is_some_and(|(scheme, _)| scheme.len() > 1 && !scheme.contains('/'))
}

/// A piece of a text.
pub(crate) fn range(
    text: &str,
    lines: &LineIndex,
    bytes: &Bytes<usize>,
    encoding: Encoding,
) -> Range {
    Range::new(
        lines.position(text, bytes.start, encoding),
        lines.position(text, bytes.end, encoding),
    )
}

/// The bytes of a piece of a text; `None` if it starts on a line that is not there, or ends before it starts.
pub(crate) fn bytes(
    text: &str,
    lines: &LineIndex,
    range: Range,
    encoding: Encoding,
) -> Option<Bytes<usize>> {
    let start = lines.offset(text, range.start, encoding)?;
    let end = lines.offset(text, range.end, encoding);
    let end = end.unwrap_or(text.len());
    (start <= end).then_some(start..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_uris() {
        let check = |uri: &str, path: &str| {
            let parsed = Url::parse(uri).expect("a uri");
            assert_eq!(path_of(&parsed), path);
            let back = uri_of(path).expect("a path");
            assert_eq!(path_of(&back), path);
        };
        check("file:///a/b%20c.td", "/a/b c.td");
        check("file:///a/%C3%A9.td", "/a/é.td");
        check("untitled:Untitled-1", "untitled:Untitled-1");
        check("memfs:/a/b.td", "memfs:/a/b.td");
        check("vscode-vfs://github/a/b.td", "vscode-vfs://github/a/b.td");
    }

    #[test]
    fn absolute_paths() {
        assert_eq!(absolute("/a/b", "c/./../d.td"), "/a/b/d.td");
        assert_eq!(absolute("/a", "/x//y.td"), "/x/y.td");
        assert_eq!(absolute("/a", "../../../x"), "/x");
        assert_eq!(absolute("/a", "untitled:x/../y"), "untitled:x/../y");
    }
}
