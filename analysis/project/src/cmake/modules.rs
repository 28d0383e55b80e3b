//! The commands `include` and `file`.

use super::blocks::Flow;
use super::values::is_settled;
use super::{FILE, MAX_DEPTH, MAX_SIZE, Runner, STEP, parse, path, reading};

impl Runner<'_> {
    /// `include(FILE)` or `include(MODULE)`: a file relative to the current folder, or a module in `CMAKE_MODULE_PATH`.
    pub(super) fn include(&mut self, words: &[String]) {
        let Some(name) = words.first().filter(|it| is_settled(it)) else {
            return;
        };
        let modules = self.list("CMAKE_MODULE_PATH").into_iter();
        let modules = modules.filter(|it| is_settled(it));
        let mut places = vec![path::join(self.folder, name)];
        places.extend(
            modules.map(|it| path::join(&path::join(self.folder, &it), &format!("{name}.cmake"))),
        );
        let tree = self.tree;
        let read = |it: String| {
            let may_ask = self.spend(FILE);
            let text = may_ask.then(|| tree.read(&it, MAX_SIZE)).flatten()?;
            Some((it, text))
        };
        let Some((file, text)) = places.into_iter().find_map(read) else {
            return;
        };
        if self.depth >= MAX_DEPTH || !self.spend(reading(text.len())) {
            return;
        }
        let outside = self.get("CMAKE_CURRENT_LIST_DIR").to_owned();
        self.set_certain("CMAKE_CURRENT_LIST_DIR", path::parent(&file).to_owned());
        self.depth += 1;
        let _: Flow = self.run(&parse::calls(&String::from_utf8_lossy(&text)));
        self.depth -= 1;
        self.set_certain("CMAKE_CURRENT_LIST_DIR", outside);
    }

    /// `file(GLOB NAME PATTERN…)` and `file(RELATIVE_PATH NAME FOLDER FILE)`.
    pub(super) fn ask_files(&mut self, words: &[String]) {
        match words {
            [key, name, _, file] if key == "RELATIVE_PATH" => {
                // The file keeps its absolute path. A path relative to a build folder would later be taken as relative
                // to the source folder.
                self.set(name, file.clone());
            }
            [key, name, patterns @ ..] if key == "GLOB" => {
                let mut relative = None;
                let mut found = Vec::new();
                let mut patterns = patterns.iter();
                while let Some(pattern) = patterns.next() {
                    match pattern.as_str() {
                        "RELATIVE" => relative = patterns.next(),
                        "LIST_DIRECTORIES" => drop(patterns.next()),
                        "CONFIGURE_DEPENDS" => {}
                        pattern if is_settled(pattern) => {
                            let pattern = path::join(self.folder, pattern);
                            found.extend(self.glob(&pattern));
                        }
                        _ => {}
                    }
                }
                let found = found.into_iter().map(|it| match relative {
                    Some(folder) => path::relative(folder, &it),
                    None => it,
                });
                let found: Vec<_> = found.collect();
                self.set(name, found.join(";"));
            }
            _ => {}
        }
    }

    /// The paths of the files and subfolders that match a pattern, sorted. Empty if a folder in the pattern contains
    /// `*`, or if the budget is used up.
    fn glob(&self, pattern: &str) -> Vec<String> {
        let (folder, name) = (path::parent(pattern), path::file_name(pattern));
        if folder.contains('*') || !self.spend(FILE) {
            return Vec::new();
        }
        let mut names: Vec<String> = self
            .tree
            .list(folder)
            .into_iter()
            .map(|it| it.name)
            .collect();
        // Each file name may be compared with the whole pattern.
        if !self.spend(names.len() * (STEP + name.len())) {
            return Vec::new();
        }
        names.retain(|it| path::looks_like(it, name));
        names.sort_unstable();
        names.iter().map(|it| path::join(folder, it)).collect()
    }
}
