//! The LLVM version of a root.

use std::path::Path;

use elaborate::unit::UnitSpec;
use project::path;
use syntax::Version;

use crate::workspace::Disk;

/// The version in the name of the program, as in `llvm-tblgen-22`. If the name contains no version, the version that
/// the sources declare.
pub fn of_command(program: &str, spec: &UnitSpec, folder: &Path) -> Version {
    project::version_of_tool(program).unwrap_or_else(|| of_sources(spec, folder))
}

/// The version that is declared in the include directories of a root, or else in the root's own folder. Relative paths
/// are relative to `folder`.
pub fn of_sources(spec: &UnitSpec, folder: &Path) -> Version {
    let current = std::env::current_dir().unwrap_or_default().join(folder);
    let absolute = |it: &str| path::join(current.to_str().unwrap_or("/"), it);
    let folders = spec.include_dirs.iter().map(|it| absolute(it));
    let own = path::parent(&absolute(&spec.root)).to_owned();
    let folders: Vec<String> = folders.chain([own]).collect();
    project::version_of(&folders, &Disk)
}
