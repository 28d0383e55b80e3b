//! What the preprocessor asks of its surroundings.

use std::collections::HashSet;

/// The macros while a file is lexed. Directives reach it in the order of the text, and only those in
/// text that is switched on.
pub trait Macros {
    /// Whether the macro is defined here.
    fn is_defined(&self, name: &str) -> bool;

    /// Defines the macro; false when it was defined already.
    fn define(&mut self, name: &str) -> bool;

    /// An include directive is passed: the place where the definitions of that file take effect.
    fn include(&mut self, path: &str);
}

/// A plain set of macros, to which included files add nothing.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct MacroSet(HashSet<String>);

impl Macros for MacroSet {
    fn is_defined(&self, name: &str) -> bool {
        self.0.contains(name)
    }

    fn define(&mut self, name: &str) -> bool {
        self.0.insert(name.to_string())
    }

    fn include(&mut self, _path: &str) {}
}

impl<S: Into<String>> FromIterator<S> for MacroSet {
    fn from_iter<I: IntoIterator<Item = S>>(names: I) -> MacroSet {
        MacroSet(names.into_iter().map(Into::into).collect())
    }
}
