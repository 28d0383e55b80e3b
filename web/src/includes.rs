//! Derives include directories from the paths of the page's files.

/// The directory from which `include` resolves to one of the files. Of several directories, the result is the one that
/// shares the most leading folders with the path of the root; of several such directories, the shortest. `None` if no
/// file's path is a directory followed by `include`.
pub(crate) fn directory_of<'a>(
    files: impl Iterator<Item = &'a str>,
    root: &str,
    include: &str,
) -> Option<String> {
    let ends = files.filter_map(|it| it.strip_suffix(include));
    let folders = ends.filter_map(|it| it.strip_suffix('/'));
    let common = |folder: &str| {
        let pairs = folder.split('/').zip(root.split('/'));
        pairs.take_while(|(a, b)| a == b).count()
    };
    let best = folders.min_by_key(|it| (usize::MAX - common(it), it.len(), *it));
    best.map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directories() {
        let check = |root: &str, include: &str, want: Option<&str>| {
            let names = [
                "llvm/include/llvm/Target/Target.td",
                "llvm/lib/Target/A/Instrs.td",
                "llvm/lib/Target/B/Instrs.td",
                "Own.td",
            ];
            let found = directory_of(names.into_iter(), root, include);
            assert_eq!(found.as_deref(), want, "{include}");
        };
        let root = "llvm/lib/Target/B/B.td";
        check(root, "llvm/Target/Target.td", Some("llvm/include"));
        check(root, "Instrs.td", Some("llvm/lib/Target/B"));
        check("X.td", "Instrs.td", Some("llvm/lib/Target/A"));
        check(root, "trs.td", None);
        check(root, "Own.td", None);
        check(root, "None.td", None);
    }
}
