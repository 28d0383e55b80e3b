//! The names of a dag's operator and arguments.

use std::num::NonZeroU32;

use super::Format;
use crate::symbol::Sym;

/// The name of a dag's operator or argument, without the `$`. The form of the string is a part of the name: `"x"` and
/// `[{x}]` differ.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct DagName(NonZeroU32);

/// The bit in a `DagName` that marks a name that was written in `[{` and `}]`. Memory is exhausted before the ids of
/// symbols reach this bit.
const CODE: u32 = 1 << 30;

impl DagName {
    /// A name with the text `name`, written in `format`.
    pub fn new(name: Sym, format: Format) -> DagName {
        let number = name.nonzero_number();
        DagName(match format {
            Format::Quoted => number,
            Format::Code => number | CODE,
        })
    }

    /// The text of the name as a symbol.
    pub fn sym(self) -> Sym {
        let number = self.0.get() & !CODE;
        NonZeroU32::new(number).map_or(Sym::EMPTY, Sym::of_number)
    }

    /// The text of the name.
    pub fn as_str(self) -> &'static str {
        self.sym().as_str()
    }

    /// The form in which the name was written.
    pub fn format(self) -> Format {
        match self.0.get() & CODE {
            0 => Format::Quoted,
            _ => Format::Code,
        }
    }

    /// The name as an integer, for hashing.
    pub(super) fn number(self) -> u32 {
        self.0.get()
    }
}

impl From<Sym> for DagName {
    fn from(name: Sym) -> DagName {
        DagName::new(name, Format::Quoted)
    }
}

impl std::fmt::Debug for DagName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.as_str().fmt(f)
    }
}
