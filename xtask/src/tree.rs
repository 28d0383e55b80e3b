//! The files of a package.

use std::fs;
use std::io;
use std::path::Path;

/// A file with its path in the package. The parts of the path are separated by `/`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Entry {
    pub path: String,
    pub is_program: bool,
    pub bytes: Vec<u8>,
}

/// The files of a package, in the order of their paths.
#[derive(Default, Debug)]
pub(crate) struct Tree {
    entries: Vec<Entry>,
}

impl Tree {
    /// Adds a file.
    pub(crate) fn add(&mut self, path: &str, bytes: impl Into<Vec<u8>>) {
        self.insert(path, false, bytes.into());
    }

    /// Adds an executable file.
    pub(crate) fn add_program(&mut self, path: &str, bytes: impl Into<Vec<u8>>) {
        self.insert(path, true, bytes.into());
    }

    fn insert(&mut self, path: &str, is_program: bool, bytes: Vec<u8>) {
        let entry = Entry {
            path: path.to_owned(),
            is_program,
            bytes,
        };
        let at = self.entries.partition_point(|it| it.path < entry.path);
        self.entries.insert(at, entry);
    }

    /// Adds all files below `folder`, with their paths below `path`.
    pub(crate) fn add_folder(&mut self, path: &str, folder: &Path) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let name = name.to_str().ok_or(io::ErrorKind::InvalidData)?;
            let path = format!("{path}/{name}");
            if entry.file_type()?.is_dir() {
                self.add_folder(&path, &entry.path())?;
            } else {
                self.add(&path, fs::read(entry.path())?);
            }
        }
        Ok(())
    }

    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Writes all files of the package to their paths below `folder`.
    pub(crate) fn write(&self, folder: &Path) -> io::Result<()> {
        for entry in &self.entries {
            let path = folder.join(&entry.path);
            fs::create_dir_all(path.parent().unwrap_or(folder))?;
            fs::write(&path, &entry.bytes)?;
            #[cfg(unix)]
            {
                use std::os::unix::fs::PermissionsExt;
                let mode = if entry.is_program { 0o755 } else { 0o644 };
                fs::set_permissions(&path, fs::Permissions::from_mode(mode))?;
            }
        }
        Ok(())
    }
}
