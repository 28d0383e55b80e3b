//! The destination of the output.
//!
//! If possible, a regular file is replaced atomically once the output is complete, so that readers never see a part of
//! it. On Linux, no temporary file remains if the process is killed. Devices and pipes are written directly.

use std::fs::{self, File, Metadata};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::{disk, stdio};

/// Replaces the content of a file atomically, if possible. Links to the file and its permissions are kept.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut destination = Destination::open(path)?;
    destination.sink().write_all(bytes)?;
    destination.keep(false)
}

/// An output that is being written: to a file, a device or a pipe.
pub(super) struct Destination(OutputFile);

enum OutputFile {
    /// Standard output, a device or a pipe.
    Direct(Box<dyn Write>),
    /// A new file that replaces the file at `path` when the output is committed.
    Instead { path: PathBuf, new: New },
    /// A file in a folder that allows no new files. Its content is collected in memory, and then written in place.
    InPlace { path: PathBuf, bytes: Vec<u8> },
}

/// A new file that will replace another one.
struct New {
    file: File,
    /// The name of the file until it is renamed; `None` for an unnamed file.
    temporary: Option<Temporary>,
}

/// A temporary file of this program. It is removed unless it is renamed.
struct Temporary(PathBuf);

impl Temporary {
    /// Creates a file in the folder of `path` under an unused name, since an existing name may be a link.
    fn beside<T>(path: &Path, make: impl Fn(&Path) -> io::Result<T>) -> io::Result<(Temporary, T)> {
        const ATTEMPTS: u32 = 100;
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let mut result = Err(io::ErrorKind::AlreadyExists.into());
        for _ in 0..ATTEMPTS {
            let number = COUNT.fetch_add(1, Ordering::Relaxed);
            let mut name = path.file_name().unwrap_or_default().to_owned();
            name.push(format!(".tmp{}-{number}", std::process::id()));
            let name = path.with_file_name(name);
            result = make(&name).map(|made| (Temporary(name), made));
            let is_taken = |it: &io::Error| it.kind() == io::ErrorKind::AlreadyExists;
            if !result.as_ref().err().is_some_and(is_taken) {
                break;
            }
        }
        result
    }

    fn create(path: &Path) -> io::Result<(Temporary, File)> {
        Temporary::beside(path, |name| {
            let mut options = File::options();
            options.read(true).write(true).create_new(true).open(name)
        })
    }

    fn rename(self, path: &Path) -> io::Result<()> {
        fs::rename(&self.0, path)?;
        // After renaming, there is no temporary file to remove.
        std::mem::forget(self);
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // If this fails, the only effect is that the temporary file remains, which is not worth a message.
        let _ = fs::remove_file(&self.0);
    }
}

impl New {
    /// Creates a file in the folder of `path`, with the permissions of the file that it will replace.
    fn open(path: &Path, existing: Option<&Metadata>) -> io::Result<New> {
        let new = match unnamed::open(path) {
            Some(file) => New {
                file,
                temporary: None,
            },
            None => {
                let (temporary, file) = Temporary::create(path)?;
                New {
                    file,
                    temporary: Some(temporary),
                }
            }
        };
        if let Some(existing) = existing {
            new.file.set_permissions(existing.permissions())?;
        }
        Ok(new)
    }

    /// Renames the file to `path`. With `if_changed`, the existing file stays if it has the same content.
    fn keep(mut self, path: &Path, if_changed: bool) -> io::Result<()> {
        if if_changed && same_content(path, &mut self.file).unwrap_or(false) {
            return Ok(());
        }
        let temporary = match self.temporary {
            Some(temporary) => temporary,
            // If `path` does not exist, the unnamed file is linked there directly.
            None if unnamed::link(&self.file, path).is_ok() => return Ok(()),
            None => match Temporary::beside(path, |name| unnamed::link(&self.file, name)) {
                Ok((temporary, ())) => temporary,
                Err(_) => {
                    // The unnamed file cannot be linked, so its content is copied to a named one.
                    self.file.rewind()?;
                    let (temporary, mut named) = Temporary::create(path)?;
                    named.set_permissions(self.file.metadata()?.permissions())?;
                    io::copy(&mut self.file, &mut named)?;
                    temporary
                }
            },
        };
        temporary.rename(path)
    }
}

impl Destination {
    /// An output that is discarded.
    pub(super) fn nowhere() -> Destination {
        Destination(OutputFile::Direct(Box::new(io::sink())))
    }

    /// Standard output.
    pub(super) fn standard() -> io::Result<Destination> {
        Ok(Destination(OutputFile::Direct(Box::new(stdio::output()?))))
    }

    /// Opens the file, device or pipe with this name.
    pub(super) fn open(path: &Path) -> io::Result<Destination> {
        let mut path = path.to_owned();
        let mut existing = fs::symlink_metadata(&path).ok();
        if existing.as_ref().is_some_and(Metadata::is_symlink) {
            // A symbolic link is kept: its target is replaced.
            path = fs::canonicalize(&path).unwrap_or(path);
            existing = fs::metadata(&path).ok();
        }
        if existing.as_ref().is_some_and(|it| !it.is_file()) {
            let file = File::options().write(true).open(&path)?;
            return Ok(Destination(OutputFile::Direct(Box::new(file))));
        }
        if existing.is_some() {
            // If the existing file may not be written, it may not be replaced either.
            File::options().write(true).open(&path)?;
        }
        match New::open(&path, existing.as_ref()) {
            Ok(new) => Ok(Destination(OutputFile::Instead { path, new })),
            Err(error) if existing.is_some() && error.kind() == io::ErrorKind::PermissionDenied => {
                let bytes = Vec::new();
                Ok(Destination(OutputFile::InPlace { path, bytes }))
            }
            Err(error) => Err(error),
        }
    }

    /// The writer for the output.
    pub(super) fn sink(&mut self) -> &mut dyn Write {
        match &mut self.0 {
            OutputFile::Direct(sink) => &mut **sink,
            OutputFile::Instead { new, .. } => &mut new.file,
            OutputFile::InPlace { bytes, .. } => bytes,
        }
    }

    /// Commits the output. With `if_changed`, a file with the same content stays as it is.
    pub(super) fn keep(self, if_changed: bool) -> io::Result<()> {
        match self.0 {
            OutputFile::Direct(mut sink) => sink.flush(),
            OutputFile::Instead { path, new } => new.keep(&path, if_changed),
            OutputFile::InPlace { path, bytes } => {
                if if_changed && disk::read(&path).is_ok_and(|old| old == bytes) {
                    return Ok(());
                }
                fs::write(path, bytes)
            }
        }
    }

    /// Discards an output to a file, and removes the existing file at its path. Output that was written to a device or
    /// pipe cannot be discarded.
    pub(super) fn discard(self) -> io::Result<()> {
        match self.0 {
            OutputFile::Direct(mut sink) => sink.flush(),
            OutputFile::Instead { path, .. } | OutputFile::InPlace { path, .. } => {
                match fs::remove_file(path) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
                    _ => Ok(()),
                }
            }
        }
    }
}

fn same_content(path: &Path, new: &mut File) -> io::Result<bool> {
    let mut old = disk::open(path)?;
    if old.metadata()?.len() != new.metadata()?.len() {
        return Ok(false);
    }
    new.rewind()?;
    let mut chunks = [vec![0; 1 << 16], vec![0; 1 << 16]];
    loop {
        let read = old.read(&mut chunks[0])?;
        if read == 0 {
            return Ok(true);
        }
        let (old, other) = chunks.split_at_mut(1);
        new.read_exact(&mut other[0][..read])?;
        if old[0][..read] != other[0][..read] {
            return Ok(false);
        }
    }
}

/// Files that have no name until they are complete. If the process is killed before that, no file remains.
#[cfg(all(target_os = "linux", not(feature = "portable")))]
mod unnamed {
    use std::fs::File;
    use std::io;
    use std::os::fd::AsRawFd;
    use std::os::unix::fs::OpenOptionsExt;
    use std::path::Path;

    use nix::fcntl::{AT_FDCWD, AtFlags};
    use nix::libc::O_TMPFILE;
    use nix::unistd::linkat;

    /// Opens an unnamed file in the folder of `path`. `None` if this fails, for example because the file system does
    /// not support unnamed files.
    pub(super) fn open(path: &Path) -> Option<File> {
        let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
        let mut options = File::options();
        let options = options.read(true).write(true).custom_flags(O_TMPFILE);
        options.open(folder.unwrap_or(Path::new("."))).ok()
    }

    /// Links the file under the name `path`. An error if the name is used.
    pub(super) fn link(file: &File, path: &Path) -> io::Result<()> {
        let own = format!("/proc/self/fd/{}", file.as_raw_fd());
        let follow = AtFlags::AT_SYMLINK_FOLLOW;
        Ok(linkat(AT_FDCWD, &*own, AT_FDCWD, path, follow)?)
    }
}

#[cfg(not(all(target_os = "linux", not(feature = "portable"))))]
mod unnamed {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    pub(super) fn open(_: &Path) -> Option<File> {
        None
    }

    pub(super) fn link(_: &File, _: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
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
        let mut destination = Destination::open(path).unwrap();
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
