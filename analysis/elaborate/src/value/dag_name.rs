//! The names in dags.

use std::num::NonZeroU32;

use super::Format;
use crate::symbol::Sym;

/// The name of a dag's operator or of an argument, without its `$`. It is a string, and names written as `"x"` and
/// `[{x}]` differ.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct DagName(NonZeroU32);

/// A bit in the number of a symbol: it was written in `[{` and `}]`. Memory ends before symbols reach such numbers.
const CODE: u32 = 1 << 30;

impl DagName {
    /// A name in one of the two forms of strings.
    pub fn new(name: Sym, format: Format) -> DagName {
        let number = name.nonzero_number();
        DagName(match format {
            Format::Quoted => number,
            Format::Code => number | CODE,
        })
    }

    /// Its text as a symbol.
    pub fn sym(self) -> Sym {
        let number = self.0.get() & !CODE;
        NonZeroU32::new(number).map_or(Sym::EMPTY, Sym::of_number)
    }

    /// Its text.
    pub fn as_str(self) -> &'static str {
        self.sym().as_str()
    }

    /// The format in which it was written.
    pub fn format(self) -> Format {
        match self.0.get() & CODE {
            0 => Format::Quoted,
            _ => Format::Code,
        }
    }

    /// For hashing.
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
