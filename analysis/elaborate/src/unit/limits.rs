//! Which files come in, and why others do not.

use std::sync::Arc;

use super::Loader;

/// How deeply includes may nest: reading takes some of the stack for each.
const MAX_DEPTH: usize = 50_000;
/// How many files a unit may include, counting each inclusion.
const MAX_SOURCES: usize = 1 << 20;
/// How long all texts may be together. Offsets have 32 bits, also those in a text that is put together of several.
const MAX_TEXT: usize = 1 << 31;

/// Why an include directive brings no file in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Refused {
    NotFound,
    Endless,
    TooDeep,
    TooMany,
    TooLong,
}

impl Refused {
    /// What is said of a directive with this name. The reference only knows files that are not found.
    pub fn message(self, name: &str) -> String {
        match self {
            Refused::NotFound => format!("Could not find include file '{name}'"),
            Refused::Endless => format!("'{name}' includes itself without end"),
            Refused::TooDeep => format!("includes are nested more than {MAX_DEPTH} deep"),
            Refused::TooMany => format!("more than {MAX_SOURCES} files are included"),
            Refused::TooLong => format!("the files have more than {MAX_TEXT} bytes together"),
        }
    }
}

impl Loader<'_> {
    /// Goes into the file that an include directive means.
    pub(super) fn enter(&mut self, name: &str) -> Result<(String, Arc<str>), Refused> {
        let (path, text) = self.find(name).ok_or(Refused::NotFound)?;
        // The same file under the same macros includes itself again, and again. Files never take macros back.
        if self.open_since.get(&path) == Some(&self.defined.len()) {
            return Err(Refused::Endless);
        }
        if self.open.len() > MAX_DEPTH {
            return Err(Refused::TooDeep);
        }
        if self.loaded.len() > MAX_SOURCES {
            return Err(Refused::TooMany);
        }
        if self.text + text.len() > MAX_TEXT {
            return Err(Refused::TooLong);
        }
        self.enter_file(&path, &text);
        Ok((path, text))
    }

    pub(super) fn enter_file(&mut self, path: &str, text: &str) {
        self.text += text.len();
        let outer = self.open_since.insert(path.to_owned(), self.defined.len());
        self.open.push((path.to_owned(), outer));
    }

    pub(super) fn leave_file(&mut self) {
        let Some((path, outer)) = self.open.pop() else {
            return;
        };
        match outer {
            Some(since) => self.open_since.insert(path, since),
            None => self.open_since.remove(&path),
        };
    }
}
