//! Finds Git submodules that are not checked out.

use super::{FileTree, path};

/// The name of the file that lists the submodules of a repository. The file is in the top folder of the repository.
pub(crate) const NAME: &str = ".gitmodules";

/// The largest size of a `.gitmodules` file in bytes.
const MAX_SIZE: usize = 1 << 20;
/// The largest number of submodules in all repositories.
const MAX_SUBMODULES: usize = 1000;

/// The names of LLVM's own repositories.
const LLVM: [&str; 2] = ["llvm-project", "llvm"];
/// The projects in LLVM's repositories. The include paths of a project's files start with the project's name.
const PROJECTS: [&str; 3] = ["llvm", "mlir", "clang"];

/// A submodule that is not checked out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Submodule {
    /// The path of the repository that contains the submodule.
    pub repository: String,
    /// The path of the submodule in that repository.
    pub path: String,
    /// The last component of the submodule's URL, without `.git`.
    origin: String,
}

impl Submodule {
    /// The command that checks out the submodule, to be run in `repository`.
    pub fn command(&self) -> String {
        let is_plain = |it: char| it.is_alphanumeric() || "._-/+".contains(it);
        let path = if self.path.chars().all(is_plain) {
            self.path.clone()
        } else {
            format!("'{}'", self.path.replace('\'', "'\\''"))
        };
        format!("git submodule update --init {path}")
    }

    /// Whether the submodule probably contains the file with the path `include`. `folders` are the include directories.
    pub(crate) fn has(&self, include: &str, folders: &[String]) -> bool {
        let folder = path::join(&self.repository, &self.path);
        if folders.iter().any(|it| path::is_below(it, &folder)) {
            return true;
        }
        let Some((first, _)) = include.trim_start_matches('/').split_once('/') else {
            return false;
        };
        let names = [path::file_name(&self.path), &self.origin];
        let is_of_llvm = PROJECTS.contains(&first) && names.iter().any(|it| LLVM.contains(it));
        is_of_llvm || names.contains(&first)
    }
}

/// The submodules of `repositories` that are not checked out: their folders do not exist or are empty.
pub(crate) fn absent(repositories: &[String], tree: &dyn FileTree) -> Vec<Submodule> {
    let mut found = Vec::new();
    for repository in repositories {
        let text = tree.read(&path::join(repository, NAME), MAX_SIZE);
        let text = text.unwrap_or_default();
        for (path, origin) in listed(&String::from_utf8_lossy(&text)) {
            let folder = path::join(repository, &path);
            let is_inside = path::is_below(&folder, repository) && folder != *repository;
            // Git would take a path that starts with `-` for an option.
            let is_inside = is_inside && !path.starts_with('-');
            if is_inside && found.len() < MAX_SUBMODULES && tree.list(&folder).is_empty() {
                found.push(Submodule {
                    repository: repository.clone(),
                    path,
                    origin,
                });
            }
        }
    }
    found
}

/// The submodules in a `.gitmodules` file: for each submodule, its path and the last component of its URL.
fn listed(text: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let (mut path, mut origin) = (String::new(), String::new());
    for line in text.lines().chain(["["]) {
        let line = line.trim();
        if line.starts_with('[') {
            let done = (std::mem::take(&mut path), std::mem::take(&mut origin));
            found.extend(Some(done).filter(|(path, _)| !path.is_empty()));
        } else if let Some((key, value)) = line.split_once('=') {
            let value = value.trim().trim_matches('"');
            match key.trim() {
                "path" => path = path::normalize(value),
                "url" => {
                    let last = path::file_name(value.trim_end_matches('/'));
                    origin = last.trim_end_matches(".git").to_owned();
                }
                _ => {}
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::testing::Memory;
    use super::*;

    const LISTED: &str = "[submodule \"llvm\"]\n\tpath = llvm\n\turl = https://x/llvm-project.git\n\
        [submodule \"third\"]\n\turl=\"../stablehlo.git/\"\n\tpath = third_party/hlo\n\
        [submodule \"there\"]\npath = there\n[submodule \"odd\"]\nurl = x\n[submodule \"out\"]\npath = ../out\n\
        [submodule \"q\"]\npath = a b'c\n[submodule \"o\"]\npath = --option\n";

    #[test]
    fn those_that_are_not_there() {
        let tree = Memory::new(&[("/s/.gitmodules", LISTED), ("/s/there/a.td", "")]);
        let found = absent(&["/s".to_owned(), "/t".to_owned()], &tree);
        let has = |include: &str, folder: &str| {
            let mut having = found.iter();
            let having = having.find(|it| it.has(include, &[folder.to_owned()]));
            having.map_or_else(String::new, Submodule::command)
        };
        for (include, folder, want) in [
            ("mlir/IR/OpBase.td", "/s", "llvm"),
            ("llvm/Target/Target.td", "/s", "llvm"),
            ("stablehlo/Base.td", "/s", "third_party/hlo"),
            ("hlo/Base.td", "/s", "third_party/hlo"),
            ("any/x.td", "/s/third_party/hlo/include", "third_party/hlo"),
            ("x.td", "/s/llvm", "llvm"),
            ("x.td", "/s/a b'c/include", "'a b'\\''c'"),
        ] {
            let want = format!("git submodule update --init {want}");
            assert_eq!(has(include, folder), want, "{include}");
        }
        for include in [
            "x.td",
            "--option/x.td",
            "llvm",
            "there/a.td",
            "own/x.td",
            "/x.td",
        ] {
            assert_eq!(has(include, "/s"), "", "{include}");
        }
    }
}
