//! Paths as text, with `/` between components. These functions do not access the file system.
//!
//! A path is absolute if it begins with a root: `/`, a drive such as `C:/`, or on Windows `//server/share`. A drive
//! counts on all systems, since a workspace may contain files of a build on Windows. Only on Windows, `\` separates
//! components as well. Results contain `/` instead, which Windows accepts.

use std::borrow::Cow;

/// Whether paths have the form of Windows.
const WINDOWS: bool = cfg!(windows);

/// Removes `.`, `..` and repeated slashes from a path. A `..` that leads out of a relative path is kept. Symbolic links
/// are not considered.
pub fn normalize(path: &str) -> String {
    normalized(path, WINDOWS)
}

fn normalized(path: &str, windows: bool) -> String {
    let path = &*with_slashes(path, windows);
    if is_normal(path) {
        return path.to_owned();
    }
    let (root, rest) = path.split_at(root(path, windows));
    let absolute = !root.is_empty();
    let mut parts: Vec<&str> = Vec::new();
    for part in rest.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|it| *it != "..") => {
                parts.pop();
            }
            ".." if absolute => {}
            _ => parts.push(part),
        }
    }
    let joined = parts.join("/");
    let separator = if root.ends_with('/') || joined.is_empty() {
        ""
    } else {
        "/"
    };
    match (absolute, joined.is_empty()) {
        (true, _) => [root, separator, &joined].concat(),
        (false, true) => ".".to_owned(),
        (false, false) => joined,
    }
}

/// A path of Windows, with `/` in place of `\`, a capital letter for its drive, and without the prefix `\\?\` of paths
/// that the system has resolved. Paths of other systems are unchanged.
fn with_slashes(path: &str, windows: bool) -> Cow<'_, str> {
    let is_drive =
        |it: &str| matches!(it.as_bytes(), [drive, b':', ..] if drive.is_ascii_lowercase());
    if !windows || !path.contains('\\') && !is_drive(path) {
        return path.into();
    }
    let path = path.replace('\\', "/");
    let mut path = match path.strip_prefix("//?/") {
        Some(resolved) => match resolved.strip_prefix("UNC/") {
            Some(share) => format!("//{share}"),
            None => resolved.to_owned(),
        },
        None => path,
    };
    if is_drive(&path) {
        path[..1].make_ascii_uppercase();
    }
    path.into()
}

/// The length of the root of a path with `/` between components; 0 if the path is relative.
fn root(path: &str, windows: bool) -> usize {
    match path.as_bytes() {
        [drive, b':', b'/', ..] if drive.is_ascii_alphabetic() => 3,
        [b'/', b'/', first, ..] if windows && *first != b'/' => {
            let mut slashes = memchr::memchr_iter(b'/', path.as_bytes()).skip(3);
            slashes.next().unwrap_or(path.len())
        }
        [b'/', ..] => 1,
        _ => 0,
    }
}

/// A path for a message. On Windows, `/` separates its components.
pub fn shown(path: &str) -> Cow<'_, str> {
    with_slashes(path, WINDOWS)
}

/// Whether a path begins with a root.
pub fn is_absolute(path: &str) -> bool {
    root(&with_slashes(path, WINDOWS), WINDOWS) > 0
}

/// Whether a folder in the form of [`normalize`] is a root such as `/` or `C:/`.
pub fn is_root(folder: &str) -> bool {
    is_absolute(folder) && folder.len() == root(folder, WINDOWS)
}

/// Whether [`normalize`] certainly leaves a path unchanged, as it does with most paths.
fn is_normal(path: &str) -> bool {
    // All components that `normalize` removes start with a dot or are empty.
    let bytes = path.as_bytes();
    let starts_one = |at: usize| !matches!(bytes.get(at), None | Some(b'/' | b'.'));
    let first = usize::from(path.starts_with('/'));
    starts_one(first) && memchr::memchr_iter(b'/', bytes).all(|slash| starts_one(slash + 1))
}

/// Normalizes `path`. A relative path is appended to `folder`, so the result is absolute if `folder` is absolute.
pub fn join(folder: &str, path: &str) -> String {
    joined(folder, path, WINDOWS)
}

fn joined(folder: &str, path: &str, windows: bool) -> String {
    let path = &*with_slashes(path, windows);
    match root(path, windows) {
        // On Windows, `/a` is a path on the drive or share of the current folder.
        1 if windows => {
            let folder = with_slashes(folder, windows);
            let drive = folder[..root(&folder, windows)].trim_end_matches('/');
            normalized(&[drive, path].concat(), windows)
        }
        0 => {
            // Two slashes at the start are the root of a share on Windows.
            let folder = folder.strip_suffix('/').unwrap_or(folder);
            let joined = [folder, path].join("/");
            if !windows && is_normal(&joined) {
                joined
            } else {
                normalized(&joined, windows)
            }
        }
        _ => normalized(path, windows),
    }
}

/// Like [`join`], but leaves the URI of a document that is not a file unchanged.
pub fn absolute(folder: &str, path: &str) -> String {
    if is_uri(path) {
        path.to_owned()
    } else {
        join(folder, path)
    }
}

/// Whether this is a URI and not a path. A scheme has at least two letters, so that `C:` does not start a URI.
pub fn is_uri(path: &str) -> bool {
    path.split_once(':')
        .is_some_and(|(scheme, _)| scheme.len() > 1 && !scheme.contains('/'))
}

/// The folder that contains a path: the root for a path directly below it, `.` for a path without a folder.
pub fn parent(path: &str) -> &str {
    parent_of(path, WINDOWS)
}

fn parent_of(path: &str, windows: bool) -> &str {
    let root = root(path, windows);
    match path.rfind('/') {
        Some(slash) => &path[..slash.max(root)],
        None => ".",
    }
}

/// The last component of a path; empty if the path ends with `/`.
pub fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The folder and all folders around it, the nearest first. For a relative path, only the folder itself.
pub fn ancestors(folder: &str) -> impl Iterator<Item = &str> {
    folders_around(folder, WINDOWS)
}

fn folders_around(folder: &str, windows: bool) -> impl Iterator<Item = &str> {
    let root = root(folder, windows);
    std::iter::successors(Some(folder), move |it| {
        (root > 0 && it.len() > root).then(|| parent_of(it, windows))
    })
}

/// Whether a path is the folder or lies in it.
pub fn is_below(path: &str, folder: &str) -> bool {
    within(path, folder).is_some()
}

/// The path relative to a folder; empty for the folder itself, `None` if the path is not in it.
pub fn within<'a>(path: &'a str, folder: &str) -> Option<&'a str> {
    match path.strip_prefix(folder.trim_end_matches('/'))? {
        "" => Some(""),
        rest => rest.strip_prefix('/'),
    }
}

/// Converts the absolute path `path` to a path relative to `folder`, with `..` where necessary. A path on another drive
/// is unchanged.
pub fn relative(folder: &str, path: &str) -> String {
    let mut around = ancestors(folder).zip(0..);
    match around.find_map(|(it, steps)| Some((within(path, it)?, steps))) {
        Some((rest, steps)) => "../".repeat(steps) + rest,
        None => path.to_owned(),
    }
}

/// Whether a name matches a pattern, in which `*` matches any text.
pub fn looks_like(name: &str, pattern: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else {
        return name == pattern;
    };
    let Some(mut name) = name.strip_prefix(start) else {
        return false;
    };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let end = parts.pop().unwrap_or("");
    for part in parts {
        match name.find(part) {
            Some(at) => name = &name[at + part.len()..],
            None => return false,
        }
    }
    name.ends_with(end)
}

/// The number of steps from one folder to another, each to a parent or a subfolder.
pub fn distance(from: &str, to: &str) -> usize {
    let parts = |path: &'_ str| path.split('/').filter(|it| !it.is_empty()).count();
    let components = |path| str::split(path, '/').filter(|it: &&str| !it.is_empty());
    let common = components(from)
        .zip(components(to))
        .take_while(|(a, b)| a == b)
        .count();
    parts(from) + parts(to) - 2 * common
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_shortened_without_looking() {
        for (path, want) in [
            ("/a/./b//c/../d", "/a/b/d"),
            ("/../a", "/a"),
            ("a/..", "."),
            ("../a/../..", "../.."),
            ("", "."),
            ("/", "/"),
            ("/a/.b/c.td", "/a/.b/c.td"),
            ("./a/b/", "a/b"),
            ("a/./b", "a/b"),
        ] {
            assert_eq!(normalize(path), want, "{path}");
        }
        assert_eq!(join("/a/b", "../c.td"), "/a/c.td");
        assert_eq!(join("/a/b", "/c.td"), "/c.td");
    }

    #[test]
    fn folders_around_a_folder() {
        let all: Vec<_> = ancestors("/a/b/c").collect();
        assert_eq!(all, ["/a/b/c", "/a/b", "/a", "/"]);
        assert!(is_below("/a/b", "/a") && is_below("/a", "/a") && is_below("/a", "/"));
        assert!(!is_below("/ab", "/a"));
    }

    #[test]
    fn paths_of_windows() {
        for (folder, path, want) in [
            (r"C:\a", r"b\..\c.td", "C:/a/c.td"),
            ("C:/a", r"c:\x\.\y.td", "C:/x/y.td"),
            ("C:/a", "/x//y.td", "C:/x/y.td"),
            ("C:/a", "../../..", "C:/"),
            ("/a", "/b", "/b"),
            ("C:/", "a.td", "C:/a.td"),
            ("/", "a.td", "/a.td"),
            ("C:/a", r"\\server\share\..\x.td", "//server/share/x.td"),
            ("//server/share/a", r"..\..\..\x", "//server/share/x"),
            ("//server/share/a", r"\x", "//server/share/x"),
            ("C:/a", r"\\?\D:\x\y", "D:/x/y"),
            ("C:/a", r"\\?\UNC\server\share\x", "//server/share/x"),
        ] {
            assert_eq!(joined(folder, path, true), want, "{folder} {path}");
        }
        for (path, want) in [
            ("C:/a/b", vec!["C:/a/b", "C:/a", "C:/"]),
            ("//s/d/a", vec!["//s/d/a", "//s/d"]),
            ("//s", vec!["//s"]),
        ] {
            let all: Vec<_> = folders_around(path, true).collect();
            assert_eq!(all, want, "{path}");
        }
    }

    #[test]
    fn drives_are_roots_on_all_systems_and_backslashes_on_one() {
        assert_eq!(join("/a", "C:/b/../c"), "C:/c");
        assert_eq!(relative("C:/a/b", "C:/a/c"), "../c");
        assert_eq!(within("C:/a", "C:/"), Some("a"));
        assert!(is_absolute("C:/") && !is_absolute("C:") && !is_absolute("C:a"));
        assert_eq!(joined("/a", r"b\..\c", false), r"/a/b\..\c");
        assert_eq!(joined("/a", "//b/c", false), "/b/c");
    }

    #[test]
    fn paths_seen_from_a_folder() {
        for (folder, path, want) in [
            ("/a/b", "/a/b/c", "c"),
            ("/a/b", "/a/c/d", "../c/d"),
            ("/a/b", "/ab", "../../ab"),
            ("/", "/a", "a"),
            ("a", "/a", "/a"),
        ] {
            assert_eq!(relative(folder, path), want, "{folder} {path}");
        }
    }

    #[test]
    fn names_and_patterns() {
        for (name, pattern, want) in [
            ("a.td", "*.td", true),
            ("a.td", "a.td", true),
            ("a.td", "a*b.td", false),
            ("axbyb.td", "a*b*.td", true),
            ("a.tdx", "*.td", false),
        ] {
            assert_eq!(looks_like(name, pattern), want, "{name} {pattern}");
        }
    }

    #[test]
    fn steps_between_folders() {
        assert_eq!(distance("/a/b", "/a/b"), 0);
        assert_eq!(distance("/a/b/c", "/a/d"), 3);
    }

    #[test]
    fn absolute_paths() {
        assert_eq!(absolute("/a/b", "c/./../d.td"), "/a/b/d.td");
        assert_eq!(absolute("/a", "/x//y.td"), "/x/y.td");
        assert_eq!(absolute("/a", "../../../x"), "/x");
        assert_eq!(absolute("/a", "untitled:x/../y"), "untitled:x/../y");
    }
}
