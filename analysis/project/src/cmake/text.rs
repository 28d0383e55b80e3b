//! Evaluates the commands that compute values: `list`, `string` and the like.

use super::{ITEM, MAX_VALUE, Runner, path};
use crate::joined::joined;

impl Runner<'_> {
    /// Evaluates `list(OPERATION NAME …)`.
    pub(super) fn change_list(&mut self, words: &[String]) {
        let [operation, name, args @ ..] = words else {
            return;
        };
        if operation == "APPEND" {
            // The old list is not split into its items, because lists are usually built by appending one item after the
            // other.
            let known = Some(self.get(name)).filter(|it| !it.is_empty());
            let all = known.into_iter().chain(args.iter().map(String::as_str));
            let list = joined(all, ";", MAX_VALUE);
            return self.set_joined(name, list);
        }
        let mut list = self.list(name);
        // Some operations compare or move all items for each argument.
        let passes = match operation.as_str() {
            "REMOVE_ITEM" | "REMOVE_AT" | "POP_FRONT" => args.len(),
            "REMOVE_DUPLICATES" | "SORT" | "TRANSFORM" => 3 * ITEM,
            _ => 1,
        };
        if !self.spend(list.len() * passes) {
            return;
        }
        match (operation.as_str(), args) {
            ("PREPEND", items) => drop(list.splice(0..0, items.iter().cloned())),
            ("REMOVE_ITEM", items) => list.retain(|it| !items.contains(it)),
            ("REMOVE_DUPLICATES", _) => {
                let mut seen = rustc_hash::FxHashSet::default();
                list.retain(|it| seen.insert(it.clone()));
            }
            ("REVERSE", _) => list.reverse(),
            ("SORT", _) => list.sort_unstable(),
            ("INSERT", [at, items @ ..]) => {
                let Some(at) = index(at, list.len() + 1) else {
                    return;
                };
                list.splice(at..at, items.iter().cloned());
            }
            ("REMOVE_AT", places) => {
                let mut places: Vec<_> = places
                    .iter()
                    .filter_map(|it| index(it, list.len()))
                    .collect();
                places.sort_unstable();
                places.dedup();
                for at in places.into_iter().rev() {
                    list.remove(at);
                }
            }
            ("POP_FRONT", into) | ("POP_BACK", into) => {
                for name in into.iter().map(Some).chain(into.is_empty().then_some(None)) {
                    let item = match operation.as_str() {
                        _ if list.is_empty() => String::new(),
                        "POP_FRONT" => list.remove(0),
                        _ => list.pop().unwrap_or_default(),
                    };
                    if let Some(name) = name {
                        self.set(name, item);
                    }
                }
            }
            ("TRANSFORM", [_, text, ..]) if list.len() * text.len() > MAX_VALUE => return,
            ("TRANSFORM", [action, text, rest @ ..]) => {
                let changed = list.iter().map(|it| match action.as_str() {
                    "PREPEND" => format!("{text}{it}"),
                    "APPEND" => format!("{it}{text}"),
                    _ => it.clone(),
                });
                list = changed.collect();
                if let [.., key, into] = rest
                    && key == "OUTPUT_VARIABLE"
                {
                    return self.set(into, list.join(";"));
                }
            }
            ("LENGTH", [into]) => return self.set(into, list.len().to_string()),
            ("GET", [places @ .., into]) => {
                let places = places.iter().filter_map(|it| index(it, list.len()));
                let items: Vec<_> = places.map(|it| list[it].as_str()).collect();
                return self.set(into, items.join(";"));
            }
            ("SUBLIST", [from, length, into]) => {
                let from = from.parse().unwrap_or(0).min(list.len());
                let length = length.parse().unwrap_or(usize::MAX).min(list.len() - from);
                return self.set(into, list[from..from + length].join(";"));
            }
            ("JOIN", [glue, into]) => {
                let items = list.iter().map(String::as_str);
                return self.set_joined(into, joined(items, glue, MAX_VALUE));
            }
            ("FIND", [item, into]) => {
                let at = list.iter().position(|it| it == item);
                let at = at.map_or("-1".to_owned(), |it| it.to_string());
                return self.set(into, at);
            }
            _ => return,
        }
        self.set(name, list.join(";"));
    }

    /// Evaluates `string(OPERATION …)`. Operations with regular expressions are not supported.
    pub(super) fn change_string(&mut self, words: &[String]) {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let (name, value) = match words[..] {
            ["TOLOWER", text, name] => (name, text.to_lowercase()),
            ["TOUPPER", text, name] => (name, text.to_uppercase()),
            ["STRIP", text, name] => (name, text.trim().to_owned()),
            ["REPLACE", from, to, name, ref texts @ ..] if !from.is_empty() => {
                let text = texts.concat();
                // In the worst case, the text `from` occurs at each byte.
                self.spend(2 * text.len());
                return self.set_joined(name, joined(text.split(from), to, MAX_VALUE));
            }
            ["CONCAT", name, ref texts @ ..] => (name, texts.concat()),
            ["APPEND", name, ref texts @ ..] => (name, self.get(name).to_owned() + &texts.concat()),
            ["PREPEND", name, ref texts @ ..] => (name, texts.concat() + self.get(name)),
            ["JOIN", glue, name, ref texts @ ..] => {
                let text = joined(texts.iter().copied(), glue, MAX_VALUE);
                return self.set_joined(name, text);
            }
            ["LENGTH", text, name] => (name, text.len().to_string()),
            ["MAKE_C_IDENTIFIER", text, name] => {
                let same = |it: char| it.is_ascii_alphanumeric();
                let mut made: String = text
                    .chars()
                    .map(|it| if same(it) { it } else { '_' })
                    .collect();
                if made.starts_with(|it: char| it.is_ascii_digit()) {
                    made.insert(0, '_');
                }
                (name, made)
            }
            ["FIND", text, part, name, ..] => {
                let at = text.find(part).map_or("-1".to_owned(), |it| it.to_string());
                (name, at)
            }
            _ => return,
        };
        self.set(name, value);
    }

    /// Sets a variable to `joined`. `None` means that the value would be too long: the variable is unchanged, and only
    /// the work is counted.
    fn set_joined(&mut self, name: &str, joined: Option<String>) {
        match joined {
            Some(value) => self.set(name, value),
            None => _ = self.spend(MAX_VALUE / 4),
        }
    }

    /// Evaluates `get_filename_component(NAME PATH PART)`.
    pub(super) fn part_of_path(&mut self, words: &[String]) {
        let [name, file, part, rest @ ..] = words else {
            return;
        };
        let last = path::file_name(file);
        let value = match part.as_str() {
            "DIRECTORY" | "PATH" => file.rsplit_once('/').map_or("", |(folder, _)| folder),
            "NAME" => last,
            "EXT" => last.find('.').map_or("", |at| &last[at..]),
            "LAST_EXT" => last.rfind('.').map_or("", |at| &last[at..]),
            "NAME_WE" => last.split('.').next().unwrap_or(last),
            "NAME_WLE" => last.rsplit_once('.').map_or(last, |(stem, _)| stem),
            "ABSOLUTE" | "REALPATH" => {
                let folder = match rest {
                    [key, folder, ..] if key == "BASE_DIR" => folder.as_str(),
                    _ => self.folder,
                };
                // A path that begins with an unknown value is assumed to be absolute.
                let value = if file.starts_with("${") {
                    file.clone()
                } else {
                    path::join(folder, file)
                };
                return self.set(name, value);
            }
            _ => return,
        };
        self.set(name, value.to_owned());
    }

    /// Evaluates `get_directory_property(NAME INCLUDE_DIRECTORIES)` and the equivalent `get_property`.
    pub(super) fn property(&mut self, words: &[String]) {
        if let [name, .., property] = words
            && property == "INCLUDE_DIRECTORIES"
        {
            let dirs = self.scope.include_dirs.folders.iter();
            let dirs: Vec<&str> = dirs.map(|it| it.path.as_str()).collect();
            self.set(name, dirs.join(";"));
        }
    }
}

/// Parses an index into a list of `length` items. Negative indices count from the end. `None` if the index is out of
/// range, or if `text` is not a number.
fn index(text: &str, length: usize) -> Option<usize> {
    let at: i64 = text.parse().ok()?;
    let length = length as i64;
    let at = if at < 0 { at + length } else { at };
    (0..length).contains(&at).then_some(at as usize)
}
