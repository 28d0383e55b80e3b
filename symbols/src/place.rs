//! Places of names.

/// Where a name stands: on one line, with columns as the client counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NamePlace {
    /// The line, from zero.
    pub line: u32,
    /// Its first column, from zero.
    pub column: u32,
    /// The number of columns.
    pub width: u32,
}
