//! Indexes on disk: one file for each kind and workspace, in a folder to which only the user can write.

use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use xxhash_rust::xxh3::xxh3_64;

use driver::disk;
use driver::workspace::home;

/// The largest size of a file in bytes. In memory, the same names take more space.
const MAX_SIZE: u64 = super::MAX_BYTES as u64;
/// The largest number of files of one kind that are kept, including temporary files. Older files are deleted.
const MAX_FILES: usize = 64;

/// The file that stores the index of a workspace.
pub(super) struct Store {
    path: PathBuf,
    owner: String,
    extension: &'static str,
}

/// A kind of stored index.
#[derive(Clone, Copy)]
pub(super) struct StoreKind {
    pub extension: &'static str,
    /// The version of the file format.
    pub version: u32,
}

impl Store {
    /// The file for the workspace with these folders, in the user's cache folder. `variant` identifies everything else
    /// on which the content depends. `None` if there is no cache folder.
    pub(super) fn new(kind: StoreKind, folders: &[String], variant: &str) -> Option<Store> {
        Some(Store::in_folder(&cache_folder()?, kind, folders, variant))
    }

    fn in_folder(folder: &Path, kind: StoreKind, folders: &[String], variant: &str) -> Store {
        let owner = format!("{variant}\0{}", folders.join("\0"));
        let named = format!("{}\0{owner}", kind.version);
        let name = format!("{:016x}.{}", xxh3_64(named.as_bytes()), kind.extension);
        Store {
            path: folder.join(name),
            owner,
            extension: kind.extension,
        }
    }

    /// Reads the file; `None` if there is no valid file. `decode` gets the owner's name and the bytes. A file that is
    /// damaged, or that other users can write, is deleted.
    pub(super) fn read<T>(&self, decode: impl FnOnce(&str, &[u8]) -> Option<T>) -> Option<T> {
        if !is_own_folder(self.folder()) {
            return None;
        }
        let bytes = disk::read_private(&self.path, MAX_SIZE);
        match bytes.map(|it| decode(&self.owner, &it)) {
            Ok(Some(kept)) => Some(kept),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            _ => {
                // The removal may fail, for example if the path is that of a folder. The error is ignored, since the
                // next write replaces a file or a folder at this path.
                let _ = std::fs::remove_file(&self.path);
                None
            }
        }
    }

    /// Replaces the file by the bytes that `encode` returns for the owner's name. A reader finds either the complete
    /// old file or the complete new one.
    pub(super) fn write(&self, encode: impl FnOnce(&str) -> Vec<u8>) -> io::Result<()> {
        make_folder(self.folder())?;
        if !is_own_folder(self.folder()) {
            let message = format!("others may write into '{}'", self.folder().display());
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, message));
        }
        let temporary =
            self.path
                .with_extension(format!("{}.{}.tmp", self.extension, std::process::id()));
        // An earlier process with the same id may have left this file behind.
        let _ = std::fs::remove_file(&temporary);
        // A file cannot be renamed to the path of a folder.
        if self.path.symlink_metadata().is_ok_and(|it| it.is_dir()) {
            std::fs::remove_dir_all(&self.path)?;
        }
        let written = disk::write_private(&temporary, &encode(&self.owner))
            .and_then(|()| std::fs::rename(&temporary, &self.path));
        if written.is_err() {
            let _ = std::fs::remove_file(&temporary);
        }
        self.forget_old();
        written
    }

    fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new("/"))
    }

    /// Deletes the oldest files if there are more than [`MAX_FILES`]. Their workspaces may not exist any more.
    fn forget_old(&self) {
        let entries = std::fs::read_dir(self.folder()).into_iter().flatten();
        let files = entries.flatten().filter_map(|it| {
            let path = it.path();
            let extension = path.extension()?.to_str()?;
            let written = it.metadata().ok()?.modified().ok()?;
            (extension == self.extension || extension == "tmp").then_some((written, path))
        });
        let mut files: Vec<(SystemTime, PathBuf)> = files.collect();
        files.sort_unstable_by(|a, b| b.cmp(a));
        for (_, path) in files.iter().skip(MAX_FILES) {
            let _ = std::fs::remove_file(path);
        }
    }
}

/// The folder of this program in the user's cache folder; `None` if the user's cache folder is unknown.
fn cache_folder() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let absolute = |it: &PathBuf| it.is_absolute();
    let own = named("XDG_CACHE_HOME").filter(absolute);
    let of_system = || match std::env::consts::OS {
        "windows" => named("LOCALAPPDATA").filter(absolute),
        "macos" => Some(Path::new(&home()?).join("Library/Caches")),
        _ => Some(Path::new(&home()?).join(".cache")),
    };
    Some(own.or_else(of_system)?.join("tablegen-analyzer"))
}

fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(folder)
}

/// Whether `folder` is a folder to which only the current user can write.
fn is_own_folder(folder: &Path) -> bool {
    let Ok(metadata) = folder.symlink_metadata() else {
        return false;
    };
    metadata.is_dir() && disk::is_private(&metadata)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    const KIND: StoreKind = StoreKind {
        extension: "symbols",
        version: 1,
    };

    /// Runs `f` with the store of a workspace, whose folder does not exist yet.
    fn with_store(name: &str, f: impl FnOnce(&Store)) {
        let around = std::env::temp_dir().join(format!("store-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&around).unwrap();
        let folder = around.join("a/b");
        f(&Store::in_folder(&folder, KIND, &["/w".into()], "utf-16"));
        std::fs::remove_dir_all(around).unwrap();
    }

    const TEXT: &str = "kept";

    fn write(store: &Store) -> io::Result<()> {
        store.write(|owner| format!("{owner}{TEXT}").into())
    }

    fn read(store: &Store) -> Option<String> {
        store.read(|owner, bytes| {
            let text = String::from_utf8(bytes.to_vec()).ok()?;
            Some(text.strip_prefix(owner)?.to_owned())
        })
    }

    fn mode(path: &Path) -> u32 {
        path.metadata().unwrap().permissions().mode() & 0o777
    }

    fn set_mode(path: &Path, mode: u32) {
        std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
    }

    fn names(folder: &Path) -> usize {
        std::fs::read_dir(folder).unwrap().count()
    }

    #[test]
    fn files_are_private() {
        with_store("kept", |store| {
            assert_eq!(read(store), None);
            write(store).unwrap();
            assert_eq!(read(store).as_deref(), Some(TEXT));
            assert_eq!((mode(store.folder()), mode(&store.path)), (0o700, 0o600));
            write(store).unwrap();
            assert_eq!(names(store.folder()), 1);
            // The store of another kind has a file of its own.
            let kind = StoreKind {
                extension: "records",
                ..KIND
            };
            let other = Store::in_folder(store.folder(), kind, &["/w".into()], "utf-16");
            assert_eq!(read(&other), None);
            write(&other).unwrap();
            assert_eq!(names(store.folder()), 2);
        });
    }

    #[test]
    fn files_that_others_can_write_are_not_read() {
        with_store("others", |store| {
            write(store).unwrap();
            set_mode(store.folder(), 0o777);
            assert_eq!(read(store), None);
            assert!(write(store).is_err());
            set_mode(store.folder(), 0o755);
            assert_eq!(read(store).as_deref(), Some(TEXT));
            set_mode(&store.path, 0o666);
            assert_eq!(read(store), None);
            assert!(!store.path.exists());
        });
    }

    #[test]
    fn damaged_files_are_deleted() {
        with_store("doubt", |store| {
            write(store).unwrap();
            let bytes = std::fs::read(&store.path).unwrap();
            std::fs::write(&store.path, &bytes[1..]).unwrap();
            assert_eq!(read(store), None);
            assert!(!store.path.exists());
            // A link in place of the file is not followed.
            std::os::unix::fs::symlink("/dev/zero", &store.path).unwrap();
            assert_eq!(read(store), None);
            let big = std::fs::File::create(&store.path).unwrap();
            big.set_len(MAX_SIZE + 1).unwrap();
            assert_eq!(read(store), None);
        });
    }

    #[test]
    fn a_folder_in_place_of_the_file_is_replaced() {
        with_store("folder", |store| {
            std::fs::create_dir_all(store.path.join("inner")).unwrap();
            set_mode(store.folder(), 0o700);
            assert_eq!(read(store), None);
            write(store).unwrap();
            assert_eq!(read(store).as_deref(), Some(TEXT));
        });
    }

    #[test]
    fn old_files_are_deleted() {
        with_store("old", |store| {
            for number in 0..MAX_FILES + 5 {
                let folders = [format!("/{number}")];
                let other = Store::in_folder(store.folder(), KIND, &folders, "utf-16");
                write(&other).unwrap();
            }
            assert_eq!(names(store.folder()), MAX_FILES);
        });
    }

    #[test]
    fn each_workspace_has_its_own_file() {
        let name = |folders: &[&str], variant| {
            let folders: Vec<String> = folders.iter().map(|it| (*it).to_owned()).collect();
            Store::in_folder(Path::new("/c"), KIND, &folders, variant).path
        };
        let one = name(&["/a", "/b"], "utf-16");
        assert_eq!(one, name(&["/a", "/b"], "utf-16"));
        assert_ne!(one, name(&["/a"], "utf-16"));
        assert_ne!(one, name(&["/a/b"], "utf-16"));
        assert_ne!(one, name(&["/a", "/b"], "utf-8"));
    }
}
