//! Files that a unit does not read, by what they declare.

use std::path::{Path, PathBuf};

use project::path;

use crate::disk;
use crate::lsp::unit::UnitInfo;

/// How many files are looked into.
const MAX_FILES: usize = 4000;
/// How many are named.
const MAX_FOUND: usize = 3;

/// How the root of a unit could include the files of its include directories that declare a name.
pub(super) fn declaring(info: &UnitInfo, name: &str) -> Vec<String> {
    let folder = &info.found.working_dir;
    let dirs = info.found.spec.include_dirs.iter();
    let mut dirs: Vec<PathBuf> = dirs.map(|it| path::join(folder, it).into()).collect();
    dirs.extend(Path::new(&info.root).parent().map(Path::to_path_buf));
    let mut found: Vec<String> = Vec::new();
    let mut left = MAX_FILES;
    for dir in dirs {
        look_into(&dir, &dir, name, &mut left, &mut found);
        if found.len() >= MAX_FOUND {
            break;
        }
    }
    found.truncate(MAX_FOUND);
    found
}

fn look_into(dir: &Path, base: &Path, name: &str, left: &mut usize, found: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(dir) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|it| it.path()).collect();
    paths.sort();
    // What is near comes first.
    let (dirs, files): (Vec<PathBuf>, Vec<PathBuf>) = paths.into_iter().partition(|it| it.is_dir());
    let sources = files
        .iter()
        .filter(|it| it.extension().is_some_and(|it| it == "td"));
    for file in sources {
        if *left == 0 || found.len() >= MAX_FOUND {
            return;
        }
        *left -= 1;
        let declares = disk::read(file).is_ok_and(|it| declares(&it, name.as_bytes()));
        let relative = file.strip_prefix(base).ok().and_then(Path::to_str);
        if let (true, Some(relative)) = (declares, relative)
            && !found.iter().any(|it| it == relative)
        {
            found.push(relative.to_owned());
        }
    }
    for dir in dirs.iter().filter(|it| !it.is_symlink()) {
        look_into(dir, base, name, left, found);
    }
}

/// Whether a line of a text begins with the declaration of a name.
fn declares(text: &[u8], name: &[u8]) -> bool {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    memchr::memmem::find_iter(text, name).any(|at| {
        let line = text[..at].rsplit(|it| *it == b'\n').next();
        let before = line.unwrap_or_default().trim_ascii();
        let keyword = matches!(before, b"class" | b"multiclass" | b"def" | b"defm");
        keyword && !text.get(at + name.len()).is_some_and(is_word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations() {
        let check = |text: &str, wanted| assert_eq!(declares(text.as_bytes(), b"Reg"), wanted);
        check("class Reg<int n>;", true);
        check("  def Reg;", true);
        check("class Register;", false);
        check("class A : Reg;", false);
        check("class ARegs;\nmulticlass  Reg {", true);
    }
}
