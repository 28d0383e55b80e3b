//! Finds the release of LLVM for which a unit is written.

use memchr::memmem;
use rustc_hash::FxHashMap;
use syntax::{Release, Version};

use super::{BackendRun, FileTree, Owner, path};

/// The files that declare LLVM's version, relative to the top folder of a checkout, to its `llvm` folder, or to the
/// include directory of an installation.
const DECLARATIONS: [&str; 4] = [
    "cmake/Modules/LLVMVersion.cmake",
    "llvm/CMakeLists.txt",
    "CMakeLists.txt",
    "llvm/Config/llvm-config.h",
];

/// The largest size in bytes of a file that is searched for a version.
const MAX_SIZE: usize = 1 << 20;

/// The versions that folders declare, cached.
pub(crate) struct Declared<'a> {
    tree: &'a dyn FileTree,
    versions: FxHashMap<String, Option<Version>>,
}

impl<'a> Declared<'a> {
    pub(crate) fn new(tree: &'a dyn FileTree) -> Declared<'a> {
        Declared {
            tree,
            versions: FxHashMap::default(),
        }
    }

    /// The first version that a file declares for one of `folders`, in their order; otherwise the first version in the
    /// name of a folder. The newest version if there is neither.
    pub(crate) fn first_version<'f>(
        &mut self,
        folders: impl Iterator<Item = &'f str> + Clone,
    ) -> Version {
        let declared = folders.clone().find_map(|it| self.around(it));
        let version = declared.or_else(|| folders.clone().find_map(named));
        version.unwrap_or(Release::NEWEST.version())
    }

    /// The version of LLVM that a folder belongs to: as declared in a file, or as part of the folder's name.
    pub(crate) fn version(&mut self, folder: &str) -> Option<Version> {
        self.around(folder).or_else(|| named(folder))
    }

    /// The version declared in `folder` or in its nearest ancestor with a declaration. The search ends before an
    /// ancestor to which every user can write.
    fn around(&mut self, folder: &str) -> Option<Version> {
        path::ancestors(folder)
            .take_while(|it| *it == folder || self.tree.owner(it) != Owner::Anyone)
            .find_map(|it| self.declared(it))
    }

    fn declared(&mut self, folder: &str) -> Option<Version> {
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

/// The version for a run of a tblgen: the value of the option `-compat`, or the version in the program's name.
pub(crate) fn of_run(run: &BackendRun) -> Option<Version> {
    let mut args = run.args.iter().map(String::as_str);
    while let Some(arg) = args.next() {
        match arg.trim_start_matches('-').split_once('=') {
            Some(("compat", name)) => return Version::named(name),
            None if matches!(arg, "-compat" | "--compat") => return Version::named(args.next()?),
            _ => {}
        }
    }
    of_tool(&run.tool)
}

/// The version in the name of a tblgen, such as `llvm-tblgen-19` or `clang-tblgen-21.1`.
pub fn of_tool(program: &str) -> Option<Version> {
    let name = path::file_name(program);
    let name = name.strip_suffix(".exe").unwrap_or(name);
    let (_, version) = name.rsplit_once("-tblgen-")?;
    let mut numbers = version.split('.').map(str::parse);
    let major = numbers.next()?.ok()?;
    numbers.all(|it| it.is_ok()).then_some(Version(major))
}

/// The version number after a name, as in `set(NAME 19)` and `#define NAME 19`. The first occurrence that is followed
/// by a number counts.
fn number_after(text: &[u8], name: &[u8]) -> Option<Version> {
    memmem::find_iter(text, name).find_map(|at| {
        let rest = text[at + name.len()..].trim_ascii_start();
        let length = rest.iter().take_while(|it| it.is_ascii_digit()).count();
        std::str::from_utf8(&rest[..length])
            .ok()?
            .parse()
            .ok()
            .map(Version)
    })
}

/// The version in the name of a folder, as in `/usr/lib/llvm-19/include` or `llvm-project-19.1.0.src`.
fn named(folder: &str) -> Option<Version> {
    folder.split('/').rev().find_map(|part| {
        let version = part.strip_prefix("llvm-")?;
        let version = version.strip_prefix("project-").unwrap_or(version);
        let version = version.strip_suffix(".src").unwrap_or(version);
        let mut numbers = version.split('.').map(str::parse);
        let major = numbers.next()?.ok()?;
        numbers.all(|it| it.is_ok()).then_some(Version(major))
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::Memory;
    use super::*;

    fn check(files: &[(&str, &str)], folders: &[&str], want: u32) {
        let tree = Memory::new(files);
        let got = Declared::new(&tree).first_version(folders.iter().copied());
        assert_eq!(got, Version(want), "{folders:?}");
    }

    #[test]
    fn a_checkout_declares_its_version() {
        let version = "if(NOT DEFINED LLVM_VERSION_MAJOR)\n  set(LLVM_VERSION_MAJOR 18)\nendif()";
        for file in [
            "/s/cmake/Modules/LLVMVersion.cmake",
            "/s/llvm/CMakeLists.txt",
        ] {
            check(&[(file, version)], &["/o", "/s/llvm/include"], 18);
        }
        let header = (
            "/i/include/llvm/Config/llvm-config.h",
            "#define LLVM_VERSION_MAJOR 22",
        );
        check(&[header], &["/i/include", "/llvm-19"], 22);
    }

    #[test]
    fn names_of_folders_count_where_nothing_is_declared() {
        check(&[], &["/p", "/usr/lib/llvm-19/include"], 19);
        check(&[], &["/llvm-project-16.0.6.src/llvm"], 16);
        check(&[], &["/llvm-20"], 20);
        check(&[], &["/llvm-21.1.0"], 21);
        check(&[], &["/llvm-23"], 23);
        check(&[], &["/llvm-19-old/x", "/llvm-", "/llvm-1.x"], 22);
    }

    #[test]
    fn names_of_programs() {
        let version = |name| of_tool(name).map(|it| it.0);
        for (name, want) in [
            ("llvm-tblgen-22", Some(22)),
            ("/usr/bin/clang-tblgen-19.1", Some(19)),
            ("my-mlir-tblgen-23.exe", Some(23)),
            ("llvm-tblgen", None),
            ("/llvm-tblgen-19/llvm-tblgen", None),
            ("llvm-tblgen-old", None),
            ("tablegen-analyzer tblgen", None),
        ] {
            assert_eq!(version(name), want, "{name}");
        }
    }

    #[test]
    fn runs_say_their_version() {
        let of = |tool: &str, args: &str| {
            let args = args.split_whitespace().map(str::to_owned).collect();
            let tool = tool.to_owned();
            of_run(&BackendRun {
                tool,
                args,
                ..BackendRun::default()
            })
            .map(|it| it.0)
        };
        assert_eq!(of("llvm-tblgen-22", "-class A --compat=21"), Some(21));
        assert_eq!(of("llvm-tblgen-22", "-compat 19"), Some(19));
        assert_eq!(of("llvm-tblgen-22", "-class compat"), Some(22));
        assert_eq!(of("llvm-tblgen", "--compat"), None);
    }
}
