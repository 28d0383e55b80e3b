//! The place of a name in a file.

/// The place of a name. If the name extends over several lines, the place is its part on the first line. Columns are
/// counted in the client's encoding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NamePlace {
    /// The line, from 0.
    pub line: u32,
    /// The first column of the name, from 0.
    pub column: u32,
    /// The number of columns of the name.
    pub width: u32,
}
