//! Conversions between the protocol's types and those of the analysis.

use std::ops::Range as Bytes;
use std::path::Path;

use lsp_types::{Position, PositionEncodingKind, Range, Url};
use project::path;
use symbols::NamePlace;
use syntax::line_index::{self, Encoding, LineIndex};

/// The normalized path of a `file` uri. For any other uri, and for a `file` uri without a valid path, the text of the
/// uri.
pub(crate) fn path_of(uri: &Url) -> String {
    let is_file = uri.scheme() == "file";
    let path = is_file.then(|| uri.to_file_path().ok()).flatten();
    let path = path.and_then(|it| it.into_os_string().into_string().ok());
    path.map_or_else(|| uri.to_string(), |it| path::normalize(&it))
}

/// The uri of an absolute path. If `path` is the text of a uri, as [`path_of`] returns it in some cases, the result is
/// this uri. `None` if `path` is neither an absolute path nor a uri.
pub(crate) fn uri_of(path: &str) -> Option<Url> {
    if Path::new(path).is_absolute() {
        Url::from_file_path(path).ok()
    } else {
        Url::parse(path).ok()
    }
}

/// Negotiates the encoding of positions: the first encoding offered by the client that the server supports, else
/// UTF-16, which every client supports.
pub(crate) fn encoding(offered: &[PositionEncodingKind]) -> Encoding {
    let known = offered.iter().find_map(|it| match it.as_str() {
        "utf-8" => Some(Encoding::Utf8),
        "utf-16" => Some(Encoding::Utf16),
        "utf-32" => Some(Encoding::Utf32),
        _ => None,
    });
    known.unwrap_or_default()
}

/// The protocol's name of an encoding.
pub(crate) fn encoding_kind(encoding: Encoding) -> PositionEncodingKind {
    match encoding {
        Encoding::Utf8 => PositionEncodingKind::UTF8,
        Encoding::Utf16 => PositionEncodingKind::UTF16,
        Encoding::Utf32 => PositionEncodingKind::UTF32,
    }
}

/// The protocol's position of a byte offset.
pub(crate) fn position(
    text: &str,
    lines: &LineIndex,
    offset: usize,
    encoding: Encoding,
) -> Position {
    let at = lines.position(text, offset, encoding);
    Position::new(at.line, at.column)
}

/// The byte offset of a protocol position; `None` if the line does not exist.
pub(crate) fn offset(
    text: &str,
    lines: &LineIndex,
    position: Position,
    encoding: Encoding,
) -> Option<usize> {
    let at = line_index::Position {
        line: position.line,
        column: position.character,
    };
    lines.offset(text, at, encoding)
}

/// The protocol's range of a name, whose position is already in the negotiated encoding.
pub(crate) fn name_range(place: NamePlace) -> Range {
    Range::new(
        Position::new(place.line, place.column),
        Position::new(place.line, place.column + place.width),
    )
}

/// The protocol's range of the bytes `bytes` of a text.
pub(crate) fn range(
    text: &str,
    lines: &LineIndex,
    bytes: &Bytes<usize>,
    encoding: Encoding,
) -> Range {
    Range::new(
        position(text, lines, bytes.start, encoding),
        position(text, lines, bytes.end, encoding),
    )
}

/// The byte range of a protocol range. `None` if the range starts on a line that does not exist, or ends before it
/// starts. An end on a line that does not exist is the end of the text.
pub(crate) fn bytes(
    text: &str,
    lines: &LineIndex,
    range: Range,
    encoding: Encoding,
) -> Option<Bytes<usize>> {
    let start = offset(text, lines, range.start, encoding)?;
    let end = offset(text, lines, range.end, encoding);
    let end = end.unwrap_or(text.len());
    (start <= end).then_some(start..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
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
    #[cfg(windows)]
    fn paths_and_uris_of_windows() {
        let check = |uri: &str, path: &str, back: &str| {
            let parsed = Url::parse(uri).expect("a uri");
            assert_eq!(path_of(&parsed), path);
            let uri = uri_of(path).expect("a path");
            assert_eq!(uri.as_str(), back);
            assert_eq!(path_of(&uri), path);
        };
        check(
            "file:///c%3A/a/b%20c.td",
            "C:/a/b c.td",
            "file:///C:/a/b%20c.td",
        );
        check("file:///C:/a.td", "C:/a.td", "file:///C:/a.td");
        check(
            "file://server/share/a.td",
            "//server/share/a.td",
            "file://server/share/a.td",
        );
    }
}
