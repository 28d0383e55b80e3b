//! Finding the files that include directives name.

use std::cell::RefCell;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{Files, UnitSpec};

/// Searches for included files. Each path in an include directive is searched for once.
pub(super) struct Finder<'a> {
    pub spec: &'a UnitSpec,
    files: &'a dyn Files,
    found: RefCell<FxHashMap<String, Found>>,
}

/// The path of a file and its text; `None` if there is no such file.
pub(super) type Found = Option<(String, Arc<str>)>;

impl<'a> Finder<'a> {
    pub(super) fn new(spec: &'a UnitSpec, files: &'a dyn Files) -> Finder<'a> {
        Finder {
            spec,
            files,
            found: RefCell::default(),
        }
    }

    /// The file that the path `name` in an include directive resolves to. It is searched for in the working directory
    /// and the include directories.
    pub(super) fn find(&self, name: &str) -> Found {
        if let Some(found) = self.found.borrow().get(name) {
            return found.clone();
        }
        let mut places = self.spec.places(name);
        let found = places.find_map(|it| self.files.read(&it).map(|text| (it, text)));
        let mut all = self.found.borrow_mut();
        all.insert(name.to_owned(), found.clone());
        found
    }
}
