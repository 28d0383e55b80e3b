//! Intrinsics as patterns see them.

use backend::{Fatal, RecordId, Records};
use target_model::value_types::{self, ValueType};

use crate::properties::Properties;

/// An intrinsic, which stands in a pattern as a node of the selection graph whose first operand is its number.
#[derive(Clone, Debug)]
pub struct Intrinsic {
    pub rec: RecordId,
    /// The name of the function: `llvm.bswap`.
    pub name: String,
    /// The name of its number within `Intrinsic`: `bswap`.
    pub enum_name: String,
    pub results: Vec<IntrinsicType>,
    pub params: Vec<IntrinsicType>,
    pub properties: Properties,
    pub memory: MemoryEffects,
    pub has_side_effects: bool,
    pub is_commutative: bool,
    pub is_convergent: bool,
    pub can_throw: bool,
}

/// The type of a result or parameter.
#[derive(Clone, Copy, Debug)]
pub struct IntrinsicType {
    /// Of class `LLVMType`.
    pub rec: RecordId,
    /// `None` if the record has none.
    pub ty: Option<ValueType>,
    pub is_pointer: bool,
    /// Whether the argument has to be a constant.
    pub is_immediate: bool,
}

impl IntrinsicType {
    pub(crate) fn value_type(&self, records: &Records) -> Result<ValueType, Fatal> {
        match self.ty {
            Some(ty) => Ok(ty),
            None => value_types::known(records.rec(self.rec).def("VT")?),
        }
    }
}

/// Which memory an intrinsic reads and writes: for each of three kinds of memory one bit each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct MemoryEffects(pub u32);

impl MemoryEffects {
    pub const UNKNOWN: MemoryEffects = MemoryEffects(0b11_11_11);
    pub const NONE: MemoryEffects = MemoryEffects(0);

    pub fn reads(self) -> bool {
        self.0 & 0b01_01_01 != 0
    }

    pub fn writes(self) -> bool {
        self.0 & 0b10_10_10 != 0
    }
}
