//! The origins of a unit's include directories, and the LLVMs whose headers are in them.

use crate::release::Declared;
use crate::{FolderOrigin, FoundUnit, Headers, path};

/// The LLVM whose headers are in the include directories of a unit. Folders whose release is not known are skipped.
/// Folders with installed headers take precedence over other folders.
pub(super) fn headers(unit: &FoundUnit, releases: &mut Declared) -> Option<Headers> {
    let folders = unit.spec.include_dirs.iter().zip(&unit.folder_origins);
    let (installed, own): (Vec<_>, Vec<_>) =
        folders.partition(|(_, origin)| **origin == FolderOrigin::Installed);
    installed.iter().chain(&own).find_map(|(folder, _)| {
        let folder = path::join(&unit.working_dir, folder);
        let release = Some(releases.version(&folder)?.0);
        Some(Headers { folder, release })
    })
}

/// The LLVMs whose headers a unit mixes; empty unless there are several. `headers` are the LLVMs that provided missing
/// files. The LLVM in the unit's own folders comes first if its release differs from the releases of `headers`.
pub(super) fn mixed<'f>(
    mut headers: Vec<Headers>,
    mut own: impl Iterator<Item = &'f String>,
    releases: &mut Declared,
) -> Vec<Headers> {
    for it in &mut headers {
        it.release = releases.version(&it.folder).map(|it| it.0);
    }
    let own = (!headers.is_empty()).then(|| {
        own.find_map(|folder| {
            let release = releases.version(folder)?;
            Some(Headers {
                folder: folder.clone(),
                release: Some(release.0),
            })
        })
    });
    let is_other = |own: &Headers| headers.iter().all(|it| it.release != own.release);
    if let Some(own) = own.flatten().filter(is_other) {
        headers.insert(0, own);
    }
    match headers.len() {
        0 | 1 => Vec::new(),
        _ => headers,
    }
}

/// The origin of each include directory of a unit. Given folders that are in `settings` count as coming from the
/// settings.
pub(super) fn origins(
    unit: &FoundUnit,
    mut origins: Vec<FolderOrigin>,
    settings: &[String],
) -> Vec<FolderOrigin> {
    for (folder, origin) in unit.spec.include_dirs.iter().zip(&mut origins) {
        if *origin == FolderOrigin::Given && settings.contains(folder) {
            *origin = FolderOrigin::Setting;
        }
    }
    origins
}

/// Headers of an LLVM whose release is not known yet.
pub(super) fn unnamed(folder: String) -> Headers {
    Headers {
        folder,
        release: None,
    }
}
