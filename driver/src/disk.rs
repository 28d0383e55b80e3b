//! Reads and writes files on disk.
//!
//! A workspace may contain any kind of file under any name. Opening a pipe blocks until there is a writer, a device may
//! be endless, opening a device may have effects, and `/dev/stdin` is the connection to the client. So only regular
//! files are opened, after following links, and only up to a limit of bytes.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;
use std::sync::Arc;

use project::{Owner, split};

use crate::{stdio, terminal};

/// The size of the longest file that is read, in bytes: ten times the longest source or build file known.
pub const MAX_SIZE: u64 = 1 << 28;

/// Opens a regular file for reading.
pub fn open(path: impl AsRef<Path>) -> io::Result<File> {
    open_with(path.as_ref(), OpenOptions::new().read(true))
}

/// Opens a file of any kind for reading. Only for files that the user named.
pub fn open_any(path: impl AsRef<Path>) -> io::Result<File> {
    File::open(path)
}

/// The content of a regular file, or of a part of a test that `split-file` divides into files.
pub fn read(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    let path = path.as_ref();
    match read_short(path, MAX_SIZE) {
        Err(error) if may_be_below_a_file(&error) => part(path).ok_or(error),
        read => read,
    }
}

/// Whether a path may be unreadable because it leads through a file. On Windows, a missing folder causes the same
/// error.
fn may_be_below_a_file(error: &io::Error) -> bool {
    const ERROR_PATH_NOT_FOUND: i32 = 3;
    error.kind() == ErrorKind::NotADirectory
        || cfg!(windows) && error.raw_os_error() == Some(ERROR_PATH_NOT_FOUND)
}

fn part(path: &Path) -> Option<Vec<u8>> {
    let (test, name) = split::whole_and_name(path.to_str()?)?;
    split::part(&read_short(test, MAX_SIZE).ok()?, name)
}

/// The path of the file on disk that contains `path`. For a part of a test, it is the path of the test.
pub fn file_of(path: &str) -> &str {
    split::file_of(path, |it| Path::new(it).is_file())
}

/// The content of a regular file. An error if it is longer than `most` bytes.
pub fn read_short(path: impl AsRef<Path>, most: u64) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    let size = file.metadata()?.len();
    if size > most.min(MAX_SIZE) {
        return Err(ErrorKind::FileTooLarge.into());
    }
    read_some(file, size)
}

/// The content of a regular file, or of standard input if `path` is `-`.
pub fn read_input(path: &str) -> io::Result<Vec<u8>> {
    match path {
        "-" => read_stream(stdio::input()?),
        _ => read(path),
    }
}

/// The content of a file that the user named. Devices and pipes are allowed.
pub fn read_named(path: &str) -> io::Result<Vec<u8>> {
    match path {
        "-" => read_input(path),
        _ => {
            let file = open_any(path)?;
            // The size of a device or pipe is 0. Windows does not even have metadata for the device `NUL`.
            let size = file.metadata().map_or(0, |it| it.len());
            read_some(file, size.min(MAX_SIZE))
        }
    }
}

/// The content of a stream that the user named. An error if it is longer than [`MAX_SIZE`].
pub fn read_stream(stream: impl Read) -> io::Result<Vec<u8>> {
    read_some(stream, 0)
}

fn read_some(mut stream: impl Read, expected: u64) -> io::Result<Vec<u8>> {
    // `read_to_end` starts with a small buffer, so it would read a file in several pieces.
    let mut bytes = vec![0; usize::try_from(expected).unwrap_or(0) + 1];
    let len = fill(&mut stream, &mut bytes)?;
    let may_have_more = len == bytes.len();
    bytes.truncate(len);
    // The file may have grown since its size was read.
    if may_have_more {
        let most = (MAX_SIZE + 1).saturating_sub(len as u64);
        stream.take(most).read_to_end(&mut bytes)?;
    }
    if bytes.len() as u64 > MAX_SIZE {
        Err(ErrorKind::FileTooLarge.into())
    } else {
        Ok(bytes)
    }
}

/// Reads until `buffer` is full or the stream ends. Returns the number of bytes read.
fn fill(stream: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut len = 0;
    while len < buffer.len() {
        match stream.read(&mut buffer[len..]) {
            Ok(0) => break,
            Ok(count) => len += count,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(len)
}

/// The reason why an existing file is not read: its kind, its size or a missing permission. `None` for all other paths.
pub fn refusal(path: impl AsRef<Path>) -> Option<io::Error> {
    let too_large = |it: File| it.metadata().is_ok_and(|it| it.len() > MAX_SIZE);
    match open(path) {
        Ok(file) => too_large(file).then(|| ErrorKind::FileTooLarge.into()),
        Err(error) => {
            let kinds = [ErrorKind::InvalidInput, ErrorKind::PermissionDenied];
            kinds.contains(&error.kind()).then_some(error)
        }
    }
}

/// The text of a source; `None` if it cannot be read. If the file exists, but is too large or not a regular file, the
/// reason is printed on standard error, since the diagnostic of an include only says that the file is not found.
pub fn source(path: impl AsRef<Path>) -> Option<Arc<str>> {
    let path = path.as_ref();
    match read(path) {
        Ok(bytes) => Some(syntax::text::decoded(&bytes).into()),
        Err(error) => {
            if matches!(
                error.kind(),
                ErrorKind::InvalidInput | ErrorKind::FileTooLarge
            ) && path.exists()
            {
                let message = format!(
                    "tablegen-analyzer: '{}' is not read: {error}\n",
                    path.display()
                );
                terminal::eprint(message.as_bytes());
            }
            None
        }
    }
}

/// Replaces the content of a regular file, or creates the file.
pub fn write(path: impl AsRef<Path>, bytes: &[u8]) -> io::Result<()> {
    let path = path.as_ref();
    let mut options = OpenOptions::new();
    let mut file = match path.metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => File::create(path)?,
        _ => open_with(path, options.write(true))?,
    };
    file.set_len(0)?;
    file.write_all(bytes)
}

/// Whether a path is a symbolic link, even one without a target.
pub fn is_link(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|it| it.is_symlink())
}

/// The content of a file that only this user may write. An error if the file is not private ([`is_private`]) or is
/// longer than `most` bytes.
pub fn read_private(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    let metadata = file.metadata()?;
    if metadata.len() > most || !is_private(&metadata) {
        return Err(ErrorKind::InvalidData.into());
    }
    read_some(file, metadata.len())
}

/// Writes a new file that only this user may read. An error if the file exists.
pub fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(path)?.write_all(bytes)
}

/// The users who control a folder, after following links. A folder of root counts as the user's own.
pub fn owner(folder: &Path) -> Owner {
    #[cfg(unix)]
    if let Ok(found) = folder.metadata() {
        use std::os::unix::fs::MetadataExt;
        if found.mode() & 0o002 != 0 {
            return Owner::Anyone;
        }
        if ![0, nix::unistd::geteuid().as_raw()].contains(&found.uid()) {
            return Owner::Other;
        }
    }
    #[cfg(not(unix))]
    // On other systems, all folders count as the user's own.
    let _ = folder;
    Owner::User
}

/// Whether a file or folder is owned by this user and cannot be written by others.
pub fn is_private(found: &Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        found.uid() == nix::unistd::geteuid().as_raw() && found.mode() & 0o022 == 0
    }
    #[cfg(not(unix))]
    {
        // On other systems, all files and folders count as private.
        let _ = found;
        true
    }
}

fn open_with(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    // Opening a device may have effects, so the kind of file is checked before opening. It is checked again afterwards,
    // since the file may have been replaced in between. With `O_NONBLOCK`, opening a pipe does not block.
    check(&path.metadata()?)?;
    #[cfg(unix)]
    {
        use nix::libc::{O_NOCTTY, O_NONBLOCK};
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(O_NONBLOCK | O_NOCTTY);
    }
    let file = options.open(path)?;
    check(&file.metadata()?)?;
    if is_of_system(&file) {
        Err(not_regular())
    } else {
        Ok(file)
    }
}

/// Whether a file is one of the system's pseudo files: some contain secrets of processes, and reading some has effects.
#[cfg(all(target_os = "linux", not(feature = "portable")))]
fn is_of_system(file: &File) -> bool {
    use nix::sys::statfs::{
        CGROUP_SUPER_MAGIC, CGROUP2_SUPER_MAGIC, DEBUGFS_MAGIC, PROC_SUPER_MAGIC, SYSFS_MAGIC,
        TRACEFS_MAGIC, fstatfs,
    };
    let kinds = [
        PROC_SUPER_MAGIC,
        SYSFS_MAGIC,
        DEBUGFS_MAGIC,
        TRACEFS_MAGIC,
        CGROUP_SUPER_MAGIC,
        CGROUP2_SUPER_MAGIC,
    ];
    fstatfs(file).is_ok_and(|it| kinds.contains(&it.filesystem_type()))
}

#[cfg(not(all(target_os = "linux", not(feature = "portable"))))]
fn is_of_system(_: &File) -> bool {
    false
}

fn not_regular() -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, "not a regular file")
}

fn check(found: &Metadata) -> io::Result<()> {
    if found.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    if found.is_file() {
        Ok(())
    } else {
        Err(not_regular())
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// Runs `f` with a folder of its own.
    fn with_folder(name: &str, f: impl FnOnce(&Path)) {
        let folder = std::env::temp_dir().join(format!("disk-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        f(&folder);
        std::fs::remove_dir_all(folder).unwrap();
    }

    fn make_pipe(path: &Path) {
        let made = std::process::Command::new("mkfifo").arg(path).status();
        assert!(made.unwrap().success());
    }

    #[test]
    fn what_is_read() {
        with_folder("read", |folder| {
            let at = |name: &str| folder.join(name);
            let link = |to: &str, name: &str| std::os::unix::fs::symlink(to, at(name)).unwrap();
            write(at("file"), b"text").unwrap();
            link("file", "link");
            link("nothing", "dangling");
            link("/dev/zero", "zero");
            link("/dev/stdin", "input");
            link("/proc/self/environ", "environ");
            link("/sys/kernel/vmcoreinfo", "system");
            make_pipe(&at("pipe"));
            std::os::unix::net::UnixListener::bind(at("socket")).unwrap();
            let sparse = File::create(at("sparse")).unwrap();
            sparse.set_len(MAX_SIZE + 1).unwrap();
            let check = |name: &str, want: &str| {
                let got = read(at(name)).map(|it| String::from_utf8_lossy(&it).into_owned());
                assert_eq!(got.unwrap_or_else(|it| it.to_string()), want, "{name}");
            };
            check("file", "text");
            check("link", "text");
            check("zero", "not a regular file");
            #[cfg(all(target_os = "linux", not(feature = "portable")))]
            for name in ["environ", "system"] {
                if at(name).exists() {
                    check(name, "not a regular file");
                }
            }
            check("pipe", "not a regular file");
            check("socket", "not a regular file");
            check("sparse", "file too large");
            check(".", "is a directory");
            check("dangling", "No such file or directory (os error 2)");
            // The result depends on the user running the test.
            let is_file = std::fs::metadata("/dev/stdin").is_ok_and(|it| it.is_file());
            assert_eq!(read(at("input")).is_ok(), is_file);
        });
    }

    #[test]
    fn what_is_written() {
        with_folder("written", |folder| {
            let pipe = folder.join("pipe");
            make_pipe(&pipe);
            assert!(write(&pipe, b"text").is_err());
            let file = folder.join("file");
            for text in ["longer", "text"] {
                write(&file, text.as_bytes()).unwrap();
                assert_eq!(read(&file).unwrap(), text.as_bytes());
            }
        });
    }

    #[test]
    fn a_file_may_have_changed_since_its_size_was_read() {
        for expected in 0..10 {
            assert_eq!(read_some(&b"text"[..], expected).unwrap(), b"text");
        }
    }

    #[test]
    fn a_stream_without_end() {
        let error = read_stream(io::repeat(b'x')).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::FileTooLarge);
    }
}
