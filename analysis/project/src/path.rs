//! Paths as text, with `/` between components. These functions do not access the file system.

/// Removes `.`, `..` and repeated slashes from a path. Symbolic links are not considered.
pub fn normalize(path: &str) -> String {
    if is_normal(path) {
        return path.to_owned();
    }
    let absolute = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
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
    match (absolute, joined.is_empty()) {
        (true, _) => format!("/{joined}"),
        (false, true) => ".".to_owned(),
        (false, false) => joined,
    }
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
    if path.starts_with('/') {
        return normalize(path);
    }
    let joined = [folder, path].join("/");
    if is_normal(&joined) {
        joined
    } else {
        normalize(&joined)
    }
}

/// As [`join`], but leaves a URI of a document that is not a file unchanged.
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

/// The folder that contains a path: `/` for a path directly below the root, `.` for a path without a folder.
pub fn parent(path: &str) -> &str {
    match path.rsplit_once('/') {
        Some(("", _)) => "/",
        Some((folder, _)) => folder,
        None => ".",
    }
}

/// The last component of a path; empty if the path ends with `/`.
pub fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The folder and all folders around it, the nearest first.
pub fn ancestors(folder: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(folder), |it| {
        (it.len() > 1 && it.starts_with('/')).then(|| parent(it))
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

/// Converts the absolute path `path` to a path relative to `folder`, with `..` where necessary.
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
