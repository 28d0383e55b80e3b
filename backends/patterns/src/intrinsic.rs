//! Intrinsics as nodes of patterns.

use backend::{Fatal, RecordId, Records};
use target_model::intrinsics::MemoryEffects;
use target_model::value_types::{self, ValueType};

use crate::properties::Properties;

/// An intrinsic. In a pattern, it is a node of the selection graph whose first operand is the intrinsic's
/// `Intrinsic::ID`.
#[derive(Clone, Debug)]
pub struct Intrinsic {
    /// The record, of class `Intrinsic`.
    pub rec: RecordId,
    /// The name of the function: `llvm.bswap`.
    pub name: String,
    /// The name of the enumerator in C++, without `Intrinsic::`: `bswap`.
    pub enum_name: String,
    /// The types of the results: none, one, or the elements of a struct.
    pub results: Vec<IntrinsicType>,
    /// The types of the parameters, in order.
    pub params: Vec<IntrinsicType>,
    /// The properties in the record's list `Properties`. Whether the intrinsic has a chain does not depend on them, but
    /// on its node in the selection graph: see [`Patterns::properties`](crate::Patterns::properties).
    pub properties: Properties,
    /// The memory that a call may read and write.
    pub memory: MemoryEffects,
    /// Whether the intrinsic is marked `IntrHasSideEffects`.
    pub has_side_effects: bool,
    /// Whether the intrinsic is marked `Commutative`: the first two arguments may be swapped.
    pub(crate) is_commutative: bool,
    /// Whether the intrinsic is marked `IntrConvergent`: a call must not be made dependent on additional control flow.
    pub is_convergent: bool,
}

/// The type of a result or parameter.
#[derive(Clone, Copy, Debug)]
pub struct IntrinsicType {
    /// The record, of class `LLVMType`.
    pub rec: RecordId,
    /// The type in the selection graph; `None` if the record has no `VT` or an unknown `VT`.
    pub ty: Option<ValueType>,
    /// Whether the type is a pointer, in any address space or in a particular one.
    pub is_pointer: bool,
    /// Whether the argument has to be a constant (`ImmArg`); false for results.
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
