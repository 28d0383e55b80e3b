//! Which release of LLVM a unit is written for.

use memchr::memmem;
use rustc_hash::FxHashMap;
use syntax::Release;

use super::{FileTree, path};

/// Where LLVM's version stands, relative to a folder: of a checkout, of its `llvm`, or of an installation's headers.
const DECLARATIONS: [&str; 4] = [
    "cmake/Modules/LLVMVersion.cmake",
    "llvm/CMakeLists.txt",
    "CMakeLists.txt",
    "llvm/Config/llvm-config.h",
];

/// The longest file that is looked at for it.
const MAX_SIZE: usize = 1 << 20;

/// The versions that folders declare, as far as anybody asked.
pub(crate) struct Declared<'a> {
    tree: &'a dyn FileTree,
    versions: FxHashMap<String, Option<u32>>,
}

impl<'a> Declared<'a> {
    pub(crate) fn new(tree: &'a dyn FileTree) -> Declared<'a> {
        Declared {
            tree,
            versions: FxHashMap::default(),
        }
    }

    /// The release that follows from the first of some folders that lies in an LLVM; the newest if none does.
    pub(crate) fn of<'f>(&mut self, folders: impl Iterator<Item = &'f str> + Clone) -> Release {
        let declared = folders.clone().find_map(|it| self.around(it));
        let version = declared.or_else(|| folders.clone().find_map(named));
        version.map_or(Release::NEWEST, Release::of_version)
    }

    /// The version that follows from a folder, by its first number.
    pub(crate) fn version(&mut self, folder: &str) -> Option<u32> {
        self.around(folder).or_else(|| named(folder))
    }

    /// What the folder or one around it declares.
    fn around(&mut self, folder: &str) -> Option<u32> {
        path::ancestors(folder).find_map(|it| self.declared(it))
    }

    fn declared(&mut self, folder: &str) -> Option<u32> {
        if let Some(known) = self.versions.get(folder) {
            return *known;
        }
        let version = DECLARATIONS.iter().find_map(|file| {
            let text = self.tree.read(&path::join(folder, file), MAX_SIZE)?;
            number_after(&text, b"LLVM_VERSION_MAJOR")
        });
        self.versions.insert(folder.to_owned(), version);
        version
    }
}

/// The number after the first mention of a name that has one, as in `set(NAME 19)` and `#define NAME 19`.
fn number_after(text: &[u8], name: &[u8]) -> Option<u32> {
    memmem::find_iter(text, name).find_map(|at| {
        let rest = text[at + name.len()..].trim_ascii_start();
        let length = rest.iter().take_while(|it| it.is_ascii_digit()).count();
        std::str::from_utf8(&rest[..length]).ok()?.parse().ok()
    })
}

/// The version in the name of an installation's or a release's folder, such as `/usr/lib/llvm-19/include`.
fn named(folder: &str) -> Option<u32> {
    folder.split('/').rev().find_map(|part| {
        let version = part.strip_prefix("llvm-")?;
        let version = version.strip_prefix("project-").unwrap_or(version);
        let version = version.strip_suffix(".src").unwrap_or(version);
        let mut numbers = version.split('.').map(str::parse);
        let major = numbers.next()?.ok()?;
        numbers.all(|it| it.is_ok()).then_some(major)
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::Memory;
    use super::*;

    fn check(files: &[(&str, &str)], folders: &[&str], want: Release) {
        let tree = Memory::new(files);
        let got = Declared::new(&tree).of(folders.iter().copied());
        assert_eq!(got, want, "{folders:?}");
    }

    #[test]
    fn a_checkout_declares_its_version() {
        let version = "if(NOT DEFINED LLVM_VERSION_MAJOR)\n  set(LLVM_VERSION_MAJOR 18)\nendif()";
        for file in [
            "/s/cmake/Modules/LLVMVersion.cmake",
            "/s/llvm/CMakeLists.txt",
        ] {
            check(&[(file, version)], &["/o", "/s/llvm/include"], Release::V19);
        }
        let header = (
            "/i/include/llvm/Config/llvm-config.h",
            "#define LLVM_VERSION_MAJOR 22",
        );
        check(&[header], &["/i/include", "/llvm-19"], Release::V22);
    }

    #[test]
    fn names_of_folders_count_where_nothing_is_declared() {
        check(&[], &["/p", "/usr/lib/llvm-19/include"], Release::V19);
        check(&[], &["/llvm-project-16.0.6.src/llvm"], Release::V19);
        check(&[], &["/llvm-20"], Release::V21);
        check(&[], &["/llvm-21.1.0"], Release::V21);
        check(&[], &["/llvm-23"], Release::V22);
        check(
            &[],
            &["/llvm-19-old/x", "/llvm-", "/llvm-1.x"],
            Release::V22,
        );
    }
}
