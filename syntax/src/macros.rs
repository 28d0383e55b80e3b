//! The preprocessor's interface to its surroundings.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

/// The macros while a file is lexed. Only directives in active text reach it, in the order of the text.
pub trait Macros {
    /// Whether the macro is defined here.
    fn is_defined(&self, name: &str) -> bool;

    /// Defines the macro; false when it was defined already.
    fn define(&mut self, name: &str) -> bool;

    /// Called at an include directive, where the definitions of that file take effect. If the string is broken there is
    /// no path.
    fn include(&mut self, path: Option<&str>) -> Include;

    /// Called at the end of the text that was spliced for the innermost open directive.
    fn leave(&mut self) {}
}

/// The treatment of an include directive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Include {
    /// The file is parsed separately, and the parser passes over the directive.
    Apart,
    /// This text follows the directive. Only [`crate::Spliced`] has room for it.
    Text(Arc<str>),
    /// No file is included, for this reason. To the reference's parser that is a broken token.
    Refused(Cow<'static, str>),
}

/// A plain set of macros, which includes do not change.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct MacroSet(HashSet<String>);

impl Macros for MacroSet {
    fn is_defined(&self, name: &str) -> bool {
        self.0.contains(name)
    }

    fn define(&mut self, name: &str) -> bool {
        self.0.insert(name.to_string())
    }

    fn include(&mut self, _path: Option<&str>) -> Include {
        Include::Apart
    }
}

impl<S: Into<String>> FromIterator<S> for MacroSet {
    fn from_iter<I: IntoIterator<Item = S>>(names: I) -> MacroSet {
        MacroSet(names.into_iter().map(Into::into).collect())
    }
}
