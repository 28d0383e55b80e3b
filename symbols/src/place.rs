//! Places of names.

/// The position of a name: on one line, with columns in the client's units.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NamePlace {
    /// The line, from zero.
    pub line: u32,
    /// Its first column, from zero.
    pub column: u32,
    /// The number of columns.
    pub width: u32,
}
