//! Finds LLVMs outside of the workspace: the builds and installations that a build uses, and the LLVMs of the system.

use super::{FileTree, Owner, path};

/// The largest number of paths that are searched for a build.
const MAX_PLACES: usize = 100;
/// The largest size of a CMake file in bytes.
const MAX_SIZE: usize = 1 << 24;

/// The include directories of one LLVM. A unit does not mix headers of several LLVMs if it can be avoided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Install {
    pub folders: Vec<String>,
}

/// The LLVMs that the builds use, in their order, followed by the LLVMs of the system, the newest first.
pub(crate) fn installs(build_folders: &[String], tree: &dyn FileTree) -> Vec<Install> {
    let mut found: Vec<Install> = Vec::new();
    let mut add = |folders: Vec<String>| {
        let install = Install { folders };
        if !install.folders.is_empty() && !found.contains(&install) {
            found.push(install);
        }
    };
    for build in build_folders {
        let cache = Cache::read(build, tree);
        let mut places = Vec::new();
        for (name, value) in &cache.entries {
            match name.as_str() {
                "LLVM_DIR" | "MLIR_DIR" | "Clang_DIR" => places.push(value.as_str()),
                "CMAKE_PREFIX_PATH" => places.extend(value.split(';')),
                _ => {}
            }
        }
        for place in places.into_iter().take(MAX_PLACES) {
            if path::is_absolute(place) {
                add(include_dirs(&path::normalize(place), tree));
            }
        }
        // The build may itself be a build of LLVM, possibly with external projects.
        add(cache.of_llvm(build, tree));
    }
    let mut versions: Vec<(u32, String)> = Vec::new();
    for entry in tree.list("/usr/lib") {
        let version = entry.name.strip_prefix("llvm-");
        if let Some(version) = version.and_then(|it| it.parse().ok()) {
            versions.push((version, format!("/usr/lib/{}/include", entry.name)));
        }
    }
    versions.sort_unstable_by(|a, b| b.cmp(a));
    for (_, folder) in versions {
        add(vec![folder]);
    }
    add(["/usr/local/include", "/usr/include"]
        .map(str::to_owned)
        .into());
    found
}

/// Removes the folders outside of the workspace that other users can write to, and adds a note about each. The system
/// does not count as another user.
pub(crate) fn leave_out_others(
    installs: &mut Vec<Install>,
    workspace: &[String],
    notes: &mut Vec<String>,
    tree: &dyn FileTree,
) {
    for install in &mut *installs {
        install.folders.retain(|folder| {
            let is_inside = workspace.iter().any(|it| path::is_below(folder, it));
            let is_own = is_inside || tree.owner(folder) == Owner::User;
            if !is_own {
                notes.push(format!(
                    "headers in '{folder}' are not used: other users may write to it"
                ));
            }
            is_own
        });
    }
    installs.retain(|it| !it.folders.is_empty());
}

/// The include directories to which a path in the cache of a build leads. The path is the prefix of an installation, a
/// build folder, or the folder with CMake's configuration in one of these, such as `PREFIX/lib/cmake/mlir`.
fn include_dirs(place: &str, tree: &dyn FileTree) -> Vec<String> {
    let mut folders = Vec::new();
    let mut add = |folder: String| {
        if !folders.contains(&folder) && tree.exists(&folder) {
            folders.push(folder);
        }
    };
    let has = |folder: &&str| {
        ["CMakeCache.txt", "include"]
            .iter()
            .any(|it| tree.exists(&path::join(folder, it)))
    };
    let prefix = path::ancestors(place).take(4).find(has);
    if let Some(prefix) = prefix {
        let cache = Cache::read(prefix, tree);
        cache.of_llvm(prefix, tree).into_iter().for_each(&mut add);
    }
    // Read the include directories that the build or installation declares.
    let prefixes = prefix.into_iter().map(|it| path::join(it, "lib/cmake"));
    let named = prefixes.flat_map(|it| ["mlir", "llvm", "clang"].map(|name| path::join(&it, name)));
    for folder in std::iter::once(place.to_owned()).chain(named) {
        for name in ["MLIRConfig.cmake", "LLVMConfig.cmake", "ClangConfig.cmake"] {
            let text = read(&path::join(&folder, name), tree);
            declared_include_dirs(&text).into_iter().for_each(&mut add);
        }
    }
    if let Some(prefix) = prefix {
        add(path::join(prefix, "include"));
    }
    folders
}

/// The include directories in `set(MLIR_INCLUDE_DIRS "A;B")` and similar commands. Relative paths, and paths that
/// contain a variable, are left out.
fn declared_include_dirs(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in text.lines() {
        let Some((name, rest)) = line
            .trim()
            .strip_prefix("set(")
            .and_then(|it| it.split_once(' '))
        else {
            continue;
        };
        if !name.ends_with("_INCLUDE_DIRS") && !name.ends_with("_INCLUDE_DIR") {
            continue;
        }
        let value = rest.trim().trim_end_matches(')').trim_matches('"');
        let folders = value
            .split(';')
            .filter(|it| path::is_absolute(it) && !it.contains('$'));
        found.extend(folders.map(path::normalize));
    }
    found
}

/// The entries of a `CMakeCache.txt`.
struct Cache {
    entries: Vec<(String, String)>,
}

impl Cache {
    fn read(build: &str, tree: &dyn FileTree) -> Cache {
        let text = read(&path::join(build, "CMakeCache.txt"), tree);
        let entries = text.lines().filter_map(|line| {
            let (name, value) = line.split_once('=')?;
            let (name, _) = name.split_once(':')?;
            Some((name.to_owned(), value.trim().to_owned()))
        });
        Cache {
            entries: entries.collect(),
        }
    }

    fn get(&self, name: &str) -> Option<&str> {
        let entry = self.entries.iter().find(|(it, _)| it == name);
        entry.map(|(_, value)| value.as_str())
    }

    /// The include directories of a build of LLVM, and of the projects that are built in it; empty for other builds.
    fn of_llvm(&self, build: &str, tree: &dyn FileTree) -> Vec<String> {
        let home = self.get("CMAKE_HOME_DIRECTORY").map(path::normalize);
        let Some(home) = home.filter(|it| path::is_absolute(it)) else {
            return Vec::new();
        };
        let is_llvm = path::file_name(&home) == "llvm"
            || self.get("LLVM_ENABLE_PROJECTS").is_some()
            || tree.exists(&path::join(&home, "include/llvm/Target/Target.td"));
        if !is_llvm {
            return Vec::new();
        }
        let project = path::parent(&home);
        let mut folders = vec![
            path::join(&home, "include"),
            path::join(project, "mlir/include"),
            path::join(project, "clang/include"),
            path::join(build, "include"),
            path::join(build, "tools/mlir/include"),
            path::join(build, "tools/clang/include"),
        ];
        for (name, value) in &self.entries {
            let external = name.strip_prefix("LLVM_EXTERNAL_");
            let external = external.and_then(|it| it.strip_suffix("_SOURCE_DIR"));
            if let Some(external) = external.filter(|_| path::is_absolute(value)) {
                folders.push(path::join(value, "include"));
                let name = external.to_lowercase().replace('_', "-");
                folders.push(path::join(build, &format!("tools/{name}/include")));
            }
        }
        folders.truncate(MAX_PLACES);
        folders.retain(|it| tree.exists(it));
        folders
    }
}

fn read(file: &str, tree: &dyn FileTree) -> String {
    let text = tree.read(file, MAX_SIZE).unwrap_or_default();
    String::from_utf8_lossy(&text).into_owned()
}

#[cfg(test)]
mod tests {
    use super::super::testing::Memory;
    use super::*;

    fn check(cache: &str, files: &[&str], want: &[&[&str]]) {
        let mut all = vec![("/p/build/CMakeCache.txt", cache)];
        all.extend(
            files
                .iter()
                .map(|it| it.split_once('\n').unwrap_or((it, ""))),
        );
        let found = installs(&["/p/build".to_owned()], &Memory::new(&all));
        let found: Vec<Vec<&str>> = found
            .iter()
            .map(|it| it.folders.iter().map(String::as_str).collect())
            .filter(|it: &Vec<&str>| it[0] != "/usr/local/include")
            .collect();
        assert_eq!(found, want, "{cache}");
    }

    #[test]
    fn a_build_leads_to_its_sources_and_what_it_generates() {
        let files = [
            "/b/CMakeCache.txt\nCMAKE_HOME_DIRECTORY:INTERNAL=/src/llvm\nLLVM_EXTERNAL_OWN_SOURCE_DIR:PATH=/own",
            "/b/lib/cmake/mlir/MLIRConfig.cmake\nset(MLIR_INCLUDE_DIRS \"/src/mlir/include;/b/tools/mlir/include;/odd\")",
            "/src/llvm/include/x.td",
            "/src/mlir/include/x.td",
            "/b/tools/mlir/include/x.td",
            "/odd/x.td",
            "/own/include/x.td",
        ];
        let want: &[&[&str]] = &[&[
            "/src/llvm/include",
            "/src/mlir/include",
            "/b/tools/mlir/include",
            "/own/include",
            "/odd",
        ]];
        for cache in [
            "MLIR_DIR:PATH=/b/lib/cmake/mlir",
            "LLVM_DIR:PATH=/b/lib/cmake/llvm/",
            "LLVM_DIR:PATH=/b",
            "CMAKE_PREFIX_PATH:STRING=relative;/b",
            "MLIR_DIR:UNINITIALIZED=/b/lib/cmake/mlir\nLLVM_DIR:PATH=/b/lib/cmake/llvm",
        ] {
            check(cache, &files, want);
        }
    }

    #[test]
    fn a_prefix_has_one_folder() {
        let files = [
            "/i/include/mlir/x.td",
            "/i/lib/cmake/mlir/MLIRConfig.cmake\nset(MLIR_INCLUDE_DIRS \"${P}/include\")",
        ];
        check(
            "MLIR_DIR:PATH=/i/lib/cmake/mlir",
            &files,
            &[&["/i/include"]],
        );
        check("CMAKE_PREFIX_PATH:PATH=/i", &files, &[&["/i/include"]]);
        check("MLIR_DIR:PATH=MLIR_DIR-NOTFOUND", &files, &[]);
    }

    #[test]
    fn a_project_that_is_built_in_llvm() {
        check(
            "CMAKE_HOME_DIRECTORY:INTERNAL=/src/llvm\nLLVM_EXTERNAL_PROJECTS:STRING=own\nLLVM_EXTERNAL_OWN_SOURCE_DIR:PATH=/p",
            &["/src/llvm/include/x.td", "/p/include/x.td"],
            &[&["/src/llvm/include", "/p/include"]],
        );
        check(
            "CMAKE_HOME_DIRECTORY:INTERNAL=/p",
            &["/p/include/x.td"],
            &[],
        );
    }
}
