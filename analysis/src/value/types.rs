//! Types of values.

use crate::symbol::Sym;

/// A type: an index into the table in [`super::Values`]. Equality is identity.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Ty(pub(crate) u32);

impl Ty {
    pub const BIT: Ty = Ty(0);
    pub const INT: Ty = Ty(1);
    pub const STRING: Ty = Ty(2);
    pub const DAG: Ty = Ty(3);
    /// A record of any class, printed `{}`.
    pub const RECORD: Ty = Ty(4);
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
