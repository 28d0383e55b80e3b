//! Properties of all build files: units are found, or not, and in bounded time.

use project::{Entry, FileTree, Settings, discover, path};

#[path = "../../../analysis/project/src/testing.rs"]
mod testing;

/// The files of a workspace; each is a piece of the input.
const NAMES: [&str; 12] = [
    "/w/CMakeLists.txt",
    "/w/lib/CMakeLists.txt",
    "/w/cmake/modules/Own.cmake",
    "/w/build/build.ninja",
    "/w/build/CMakeCache.txt",
    "/w/build/tablegen_compile_commands.yml",
    "/w/BUILD.bazel",
    "/w/lib/BUILD",
    "/w/lib/a.td",
    "/w/lib/b.td",
    "/w/test/c.td",
    "/w/build/rules.ninja",
];

/// The pieces between NULs are files; the first byte of each selects its name.
pub fn discovery(data: &[u8]) {
    let pieces = data.split(|it| *it == 0).filter_map(<[u8]>::split_first);
    let files = pieces.map(|(name, text)| (NAMES[usize::from(*name) % NAMES.len()], text));
    let tree = testing::Memory::new(&files.collect::<Vec<_>>());
    let project = discover(&["/w".to_owned()], &Settings::default(), &tree);
    for (index, unit) in project.units().iter().enumerate() {
        assert!(!project.name(index).is_empty());
        assert!(unit.has_unknown() || unit.root().starts_with('/'), "{}", unit.root());
    }
}
