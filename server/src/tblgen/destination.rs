//! Where the output goes.
//!
//! A regular file is replaced in one step once all of it is written, so that nobody ever sees half of it. Devices and
//! pipes are written to as they are.

use std::fs::{self, File, Metadata};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::{disk, stdio};

/// An output that is being written.
pub struct Destination(Kind);

enum Kind {
    /// Standard output, a device or a pipe.
    Direct(Box<dyn Write>),
    /// A file beside the one that it is going to replace.
    Beside {
        path: PathBuf,
        temporary: Temporary,
        file: File,
    },
    /// A file in a folder that takes no new files: it is kept in memory, then written in place.
    InPlace { path: PathBuf, bytes: Vec<u8> },
}

/// A file that is removed unless it is renamed.
struct Temporary(PathBuf);

impl Temporary {
    fn rename(self, path: &Path) -> io::Result<()> {
        fs::rename(&self.0, path)?;
        // There is nothing left to remove.
        std::mem::forget(self);
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // Whoever comes here has something worse to tell.
        let _ = fs::remove_file(&self.0);
    }
}

impl Destination {
    /// An output that nobody wants.
    pub fn nowhere() -> Destination {
        Destination(Kind::Direct(Box::new(io::sink())))
    }

    /// Opens a file; `-` is standard output.
    pub fn open(path: &str) -> io::Result<Destination> {
        if path == "-" {
            return Ok(Destination(Kind::Direct(Box::new(stdio::output()?))));
        }
        let mut path = PathBuf::from(path);
        let mut existing = fs::symlink_metadata(&path).ok();
        if existing.as_ref().is_some_and(Metadata::is_symlink) {
            // A link stays one: what it points to is replaced.
            path = fs::canonicalize(&path).unwrap_or(path);
            existing = fs::metadata(&path).ok();
        }
        if existing.as_ref().is_some_and(|it| !it.is_file()) {
            let file = File::options().write(true).open(&path)?;
            return Ok(Destination(Kind::Direct(Box::new(file))));
        }
        if existing.is_some() {
            // Whoever may not write the file may not replace it either.
            File::options().write(true).open(&path)?;
        }
        match create_beside(&path, existing.as_ref()) {
            Ok((temporary, file)) => Ok(Destination(Kind::Beside {
                path,
                temporary,
                file,
            })),
            Err(error) if existing.is_some() && error.kind() == io::ErrorKind::PermissionDenied => {
                let bytes = Vec::new();
                Ok(Destination(Kind::InPlace { path, bytes }))
            }
            Err(error) => Err(error),
        }
    }

    /// What to write to.
    pub fn sink(&mut self) -> &mut dyn Write {
        match &mut self.0 {
            Kind::Direct(sink) => &mut **sink,
            Kind::Beside { file, .. } => file,
            Kind::InPlace { bytes, .. } => bytes,
        }
    }

    /// Puts what was written in its place; with `if_changed`, unless it is there already.
    pub fn keep(self, if_changed: bool) -> io::Result<()> {
        match self.0 {
            Kind::Direct(mut sink) => sink.flush(),
            Kind::Beside {
                path,
                temporary,
                file,
            } => {
                drop(file);
                if if_changed && same_content(&path, &temporary.0).unwrap_or(false) {
                    return Ok(());
                }
                temporary.rename(&path)
            }
            Kind::InPlace { path, bytes } => {
                if if_changed && disk::read(&path).is_ok_and(|old| old == bytes) {
                    return Ok(());
                }
                fs::write(path, bytes)
            }
        }
    }

    /// Leaves no output behind, not even an older one.
    pub fn discard(self) -> io::Result<()> {
        match self.0 {
            Kind::Direct(mut sink) => sink.flush(),
            Kind::Beside { path, .. } | Kind::InPlace { path, .. } => match fs::remove_file(path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
                _ => Ok(()),
            },
        }
    }
}

/// Makes a file in the folder of `path`, with the rights of the file that it will replace.
fn create_beside(path: &Path, existing: Option<&Metadata>) -> io::Result<(Temporary, File)> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".tmp{}", std::process::id()));
    let temporary = Temporary(path.with_file_name(name));
    let file = File::create(&temporary.0)?;
    if let Some(existing) = existing {
        file.set_permissions(existing.permissions())?;
    }
    Ok((temporary, file))
}

fn same_content(a: &Path, b: &Path) -> io::Result<bool> {
    let (mut a, mut b) = (disk::open(a)?, disk::open(b)?);
    if a.metadata()?.len() != b.metadata()?.len() {
        return Ok(false);
    }
    let mut chunks = [vec![0; 1 << 16], vec![0; 1 << 16]];
    loop {
        let read = a.read(&mut chunks[0])?;
        if read == 0 {
            return Ok(true);
        }
        let (old, new) = chunks.split_at_mut(1);
        b.read_exact(&mut new[0][..read])?;
        if old[0][..read] != new[0][..read] {
            return Ok(false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs `f` with a path in a folder of its own.
    fn with_path(f: impl FnOnce(&Path)) {
        static COUNT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let number = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let name = format!("destination-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        f(&folder.join("out"));
        fs::remove_dir_all(folder).unwrap();
    }

    fn open(path: &Path, text: &str) -> Destination {
        let mut destination = Destination::open(path.to_str().unwrap()).unwrap();
        destination.sink().write_all(text.as_bytes()).unwrap();
        destination
    }

    fn files_beside(path: &Path) -> usize {
        fs::read_dir(path.parent().unwrap()).unwrap().count()
    }

    #[test]
    fn a_file_appears_when_it_is_kept() {
        with_path(|path| {
            let destination = open(path, "new");
            assert!(!path.exists());
            destination.keep(false).unwrap();
            assert_eq!(fs::read(path).unwrap(), b"new");
            assert_eq!(files_beside(path), 1);
        });
    }

    #[test]
    fn a_file_that_is_given_up_leaves_the_old_one() {
        with_path(|path| {
            fs::write(path, "old").unwrap();
            drop(open(path, "new"));
            assert_eq!(fs::read(path).unwrap(), b"old");
            assert_eq!(files_beside(path), 1);
        });
    }

    #[test]
    fn discarding_removes_the_old_file_too() {
        with_path(|path| {
            fs::write(path, "old").unwrap();
            open(path, "new").discard().unwrap();
            assert_eq!(files_beside(path), 0);
            open(path, "new").discard().unwrap();
        });
    }

    #[test]
    fn a_file_with_the_same_content_is_left_alone() {
        with_path(|path| {
            fs::write(path, "same").unwrap();
            let before = fs::metadata(path).unwrap().modified().unwrap();
            open(path, "same").keep(true).unwrap();
            assert_eq!(fs::metadata(path).unwrap().modified().unwrap(), before);
            open(path, "else").keep(true).unwrap();
            assert_eq!(fs::read(path).unwrap(), b"else");
        });
    }

    #[cfg(unix)]
    #[test]
    fn links_and_rights_stay() {
        use std::os::unix::fs::PermissionsExt;
        with_path(|path| {
            let target = path.with_file_name("target");
            fs::write(&target, "old").unwrap();
            fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
            std::os::unix::fs::symlink(&target, path).unwrap();
            open(path, "new").keep(false).unwrap();
            assert!(fs::symlink_metadata(path).unwrap().is_symlink());
            assert_eq!(fs::read(&target).unwrap(), b"new");
            let mode = fs::metadata(&target).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o640);
        });
    }

    #[cfg(unix)]
    #[test]
    fn devices_stay_devices() {
        open(Path::new("/dev/null"), "x").keep(false).unwrap();
        open(Path::new("/dev/null"), "x").discard().unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}
