//! Types of values.

use std::num::NonZeroU32;

use crate::symbol::Sym;

/// A type: an index into the table in [`super::Values`]. Equality is identity.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Ty(NonZeroU32);

impl Ty {
    pub const BIT: Ty = Ty::at(0);
    pub const INT: Ty = Ty::at(1);
    pub const STRING: Ty = Ty::at(2);
    pub const DAG: Ty = Ty::at(3);
    /// A record of any class, printed `{}`.
    pub const RECORD: Ty = Ty::at(4);

    /// The type at an index of the table.
    pub(super) const fn at(index: u32) -> Ty {
        Ty(NonZeroU32::MIN.saturating_add(index))
    }

    pub(super) fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The number of the type, for hashing.
    pub(super) fn number(self) -> u32 {
        self.0.get()
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    Bit,
    Int,
    String,
    Dag,
    Bits(u32),
    List(Ty),
    /// A record of all these classes, sorted by name, none a superclass of another.
    Record(Box<[Sym]>),
}
