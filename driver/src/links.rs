//! Resolving symbolic links.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

/// The maximum number of links that are followed in one path.
const MAX_LINKS: usize = 40;
/// The folders of the system's pseudo files. A link in them may lead to the files of another process, and a file may be
/// a device.
const OF_SYSTEM: [&str; 3] = ["/proc", "/sys", "/dev"];

/// The target of a path with all links resolved. `None` if the target does not exist, if there are too many links, or
/// if the path leads through one of the system's folders.
pub(crate) fn target(path: &Path) -> Option<PathBuf> {
    let mut parts: VecDeque<OsString> = VecDeque::new();
    prepend(&mut parts, path);
    let mut links = 0;
    let mut at = PathBuf::new();
    while let Some(part) = parts.pop_front() {
        match Path::new(&part).components().next()? {
            Component::ParentDir => _ = at.pop(),
            Component::CurDir => {}
            _ => {
                let next = at.join(&part);
                match next.read_link() {
                    Ok(target) => {
                        links += 1;
                        prepend(&mut parts, &target);
                    }
                    Err(_) => at = next,
                }
            }
        }
        if links > MAX_LINKS || OF_SYSTEM.iter().any(|it| at.starts_with(it)) {
            return None;
        }
    }
    at.exists().then_some(at)
}

fn prepend(parts: &mut VecDeque<OsString>, path: &Path) {
    for part in path.components().rev() {
        parts.push_front(part.as_os_str().to_owned());
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn what_links_lead_to() {
        let folder = std::env::temp_dir().join(format!("links-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("real/sub")).unwrap();
        let folder = folder.canonicalize().unwrap();
        let check = |name: &str, leads_to: &str, path: &str, want: Option<&str>| {
            symlink(leads_to, folder.join(name)).unwrap();
            let want = want.map(|it| folder.join(it));
            assert_eq!(target(&folder.join(path)), want, "{name}");
        };
        check("one", "real", "one/sub", Some("real/sub"));
        check("two", "one/sub", "two", Some("real/sub"));
        check("back", "real/../one/./sub/..", "back", Some("real"));
        check("none", "missing", "none", None);
        check("circle", "circle", "circle", None);
        #[cfg(target_os = "linux")]
        {
            check("process", "/proc/self/cwd", "process", None);
            check("self", "/proc/self", "self/cwd", None);
            check("behind", "self/cwd", "behind", None);
            check("devices", "/dev/fd", "devices", None);
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}
