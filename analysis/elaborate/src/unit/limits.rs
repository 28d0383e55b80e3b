//! The limits on included files, and the reasons why a file is not included.

use std::sync::Arc;

use super::Loader;

/// Limits on what a unit may include.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// The largest nesting depth of includes. Each level takes some space on the stack.
    pub depth: usize,
    /// The largest number of included files. A file counts once for each inclusion.
    pub files: usize,
    /// The largest total length of all texts in bytes. Offsets have 32 bits, also those in a spliced text.
    pub text: usize,
}

pub(super) const LIMITS: Limits = Limits {
    depth: 50_000,
    files: 1 << 20,
    text: 1 << 31,
};

/// The reason why an include directive includes no file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Refused {
    NotFound,
    Endless,
    TooDeep(usize),
    TooMany(usize),
    TooLong(usize),
}

impl Refused {
    /// The error message for a directive with the path `name`. The reference reports only `NotFound`.
    pub(super) fn message(self, name: &str) -> String {
        match self {
            Refused::NotFound => format!("Could not find include file '{name}'"),
            Refused::Endless => format!("'{name}' includes itself without end"),
            Refused::TooDeep(limit) => format!("includes are nested more than {limit} deep"),
            Refused::TooMany(limit) => format!("more than {limit} files are included"),
            Refused::TooLong(limit) => format!("the files have more than {limit} bytes together"),
        }
    }
}

impl Loader<'_> {
    /// Finds the file for the path `name` in an include directive and enters it. Returns its path and its text.
    pub(super) fn enter(&mut self, name: &str) -> Result<(String, Arc<str>), Refused> {
        let (path, text) = self.find(name).ok_or(Refused::NotFound)?;
        // If the file is open already and no macro was defined since it was entered, it includes itself without end.
        // Files never undefine macros.
        if self.open_since.get(&path) == Some(&self.defined.len()) {
            return Err(Refused::Endless);
        }
        let limits = self.limits;
        if self.open.len() > limits.depth {
            return Err(Refused::TooDeep(limits.depth));
        }
        if self.loaded.len() > limits.files {
            return Err(Refused::TooMany(limits.files));
        }
        if self.text + text.len() > limits.text {
            return Err(Refused::TooLong(limits.text));
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
