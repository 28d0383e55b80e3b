//! The interface between the preprocessor and the owner of macros and included files.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

/// The macros and includes of a file that is being lexed. The lexer calls the methods in the order of the text. For
/// inactive text, it calls only [`Macros::is_defined`].
pub trait Macros {
    /// Whether the macro is defined at this point.
    fn is_defined(&self, name: &str) -> bool;

    /// Defines the macro. Returns false if it was already defined.
    fn define(&mut self, name: &str) -> bool;

    /// Called at an include directive. After the call, the macros that the included file defines must be defined.
    /// `path` is `None` if the string literal is invalid.
    fn include(&mut self, path: Option<&str>) -> Include;

    /// Called at the end of an inserted text, which belongs to the innermost include directive that is still open.
    fn leave(&mut self) {}
}

/// How an include directive is handled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Include {
    /// The included file is parsed separately, and the parser skips the directive.
    Apart,
    /// This text is inserted after the directive. Only [`crate::Spliced`] inserts it.
    Text(Arc<str>),
    /// No file is included; the text is the error message. The reference's parser gets an error token.
    Refused(Cow<'static, str>),
}

/// A set of macros. Includes do not change it.
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
