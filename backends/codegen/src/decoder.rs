//! The decoding of a target's machine code.
//!
//! `encodings` lists the encodings of instructions and sorts them into tables. `pattern` holds the bits that an
//! encoding fixes, `fixed_length` truncates them to the encoding's size, and `operands` locates the bits of operands.
//! `tree` chooses the bits that distinguish encodings. `clashes` lists encodings that cannot be distinguished, and
//! `covered` lists encodings that are never decoded, because more specific encodings match all of their code.

mod clashes;
mod covered;
mod encodings;
mod fixed_length;
mod operands;
mod pattern;
#[cfg(test)]
mod tests;
mod tree;

pub use clashes::{Clash, clashes};
pub use covered::{Covered, covered};
pub use encodings::{Duplicates, Encoding, EncodingId, Encodings, Table};
pub use operands::{BitField, CodedOperand, Decoding, DecodingId, OperandSource};
pub use pattern::{Bits, BitsOf, Pattern, SoftError, soft_masks};
pub use tree::{Check, Decision, Looked, Node, NodeId, Tree};
