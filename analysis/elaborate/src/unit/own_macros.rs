//! The preprocessor for a file that is parsed before its includes are read.

use rustc_hash::FxHashSet;
use syntax::{Include, Macros};

/// The macros that are defined before a file, and those that the file defines itself. Its includes are assumed to define
/// none.
pub(super) struct OwnMacros<'a> {
    before: &'a FxHashSet<String>,
    own: FxHashSet<String>,
    on_include: &'a dyn Fn(&str),
}

impl<'a> OwnMacros<'a> {
    /// `on_include` is called with the path in each include directive.
    pub(super) fn new(
        before: &'a FxHashSet<String>,
        on_include: &'a dyn Fn(&str),
    ) -> OwnMacros<'a> {
        OwnMacros {
            before,
            own: FxHashSet::default(),
            on_include,
        }
    }
}

impl Macros for OwnMacros<'_> {
    fn is_defined(&self, name: &str) -> bool {
        self.before.contains(name) || self.own.contains(name)
    }

    fn define(&mut self, name: &str) -> bool {
        !self.before.contains(name) && self.own.insert(name.to_owned())
    }

    fn include(&mut self, path: Option<&str>) -> Include {
        if let Some(path) = path {
            (self.on_include)(path);
        }
        Include::Apart
    }
}
