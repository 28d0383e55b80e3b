//! How a target's machine code is decoded.
//!
//! `encodings` lists the encodings of instructions and sorts them into tables, `pattern` holds their bits, `operands`
//! says where the bits of operands are. `tree` decides by which bits encodings are told apart, and `clashes` lists those
//! that are not.

mod clashes;
mod encodings;
mod operands;
mod pattern;
#[cfg(test)]
mod tests;
mod tree;

pub use clashes::{Clash, clashes};
pub use encodings::{Duplicates, Encoding, EncodingId, Encodings, Table};
pub use operands::{BitField, CodedOperand, Decoding, DecodingId, OperandSource};
pub use pattern::{Bits, BitsOf, Pattern, SoftError, soft_masks};
pub use tree::{Check, Decision, Looked, Node, NodeId, Tree};
