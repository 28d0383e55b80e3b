//! Finds programs by name, so that a workspace cannot influence which program is run.

use std::ffi::{OsStr, OsString};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The folders that are searched for programs: the absolute paths in `PATH`. Relative paths such as `.` would lead into
/// the workspace, since programs run in one of its folders.
pub fn search_path() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    full_folders(&path)
}

fn full_folders(path: &OsStr) -> Vec<PathBuf> {
    let folders = std::env::split_paths(path);
    folders.filter(|it| it.is_absolute()).collect()
}

/// The path of the program that the user named `word`. A name without a folder is looked up in `PATH`. A path
/// is returned unchanged.
pub fn named(word: &str) -> io::Result<PathBuf> {
    if Path::new(word).components().count() != 1 || word.contains(std::path::is_separator) {
        return Ok(word.into());
    }
    find(word, &search_path(), &[])
}

/// Finds a program by name in `folders`. Programs that lie in one of the folders `outside`, after resolving links, are
/// skipped.
pub fn find(name: &str, folders: &[PathBuf], outside: &[PathBuf]) -> io::Result<PathBuf> {
    let real = |it: &Path| it.canonicalize().unwrap_or_else(|_| it.to_owned());
    let outside: Vec<PathBuf> = outside.iter().map(|it| real(it)).collect();
    let is_outside = |it: &Path| {
        let way = it.parent().map(real).unwrap_or_default();
        let target = real(it);
        let mut folders = outside.iter();
        folders.all(|folder| !way.starts_with(folder) && !target.starts_with(folder))
    };
    let file = OsString::from(name.to_owned() + std::env::consts::EXE_SUFFIX);
    let mut found = folders.iter().map(|it| it.join(&file));
    let found = found.find(|it| is_program(it) && is_outside(it));
    found.ok_or_else(|| io::Error::new(ErrorKind::NotFound, "there is no such program on the PATH"))
}

fn is_program(path: &Path) -> bool {
    let Ok(found) = path.metadata() else {
        return false;
    };
    #[cfg(unix)]
    let may_run = std::os::unix::fs::PermissionsExt::mode(&found.permissions()) & 0o111 != 0;
    #[cfg(not(unix))]
    let may_run = true;
    found.is_file() && may_run
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn which_folders_count() {
        let found = full_folders(OsStr::new(".::bin:/usr/bin:../x:/bin"));
        assert_eq!(found, [Path::new("/usr/bin"), Path::new("/bin")]);
    }

    #[test]
    fn none_that_the_workspace_brings_along() {
        let home = std::env::temp_dir().join(format!("programs-{}", std::process::id()));
        let at = |name: &str| home.join(name);
        for folder in ["work/bin", "links", "tools", "plain"] {
            std::fs::create_dir_all(at(folder)).unwrap();
        }
        for (name, mode) in [
            ("work/bin/git", 0o755),
            ("tools/git", 0o755),
            ("plain/git", 0o644),
        ] {
            std::fs::write(at(name), "").unwrap();
            std::fs::set_permissions(at(name), std::fs::Permissions::from_mode(mode)).unwrap();
        }
        symlink(at("work/bin/git"), at("links/git")).unwrap();
        symlink(at("work/bin"), at("other")).unwrap();
        let check = |folders: &[&str], want: Option<&str>| {
            let folders: Vec<PathBuf> = folders.iter().map(|it| at(it)).collect();
            let found = find("git", &folders, &[at("work")]).ok();
            assert_eq!(found, want.map(at));
        };
        check(&["work/bin", "tools"], Some("tools/git"));
        check(&["links", "other", "plain", "missing"], None);
        check(&["tools", "work/bin"], Some("tools/git"));
        let alone = find("git", &[at("links")], &[]).ok();
        assert_eq!(alone, Some(at("links/git")));
        std::fs::remove_dir_all(home).unwrap();
    }

    #[test]
    fn what_a_user_means() {
        assert_eq!(named("./tool").ok(), Some("./tool".into()));
        assert_eq!(named("bin/tool").ok(), Some("bin/tool".into()));
        assert!(named("sh").is_ok_and(|it| it.is_absolute()));
        assert!(named("no-such-program").is_err());
    }
}
