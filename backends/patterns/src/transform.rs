//! Functions that change a matched value.

use backend::{Fatal, RecordId, record_class};

record_class! {
    /// The fields of a record of class `SDNodeXForm`.
    pub(crate) struct TransformDef("SDNodeXForm") {
        opcode: def("Opcode"),
        code: string("XFormFunction"),
    }
}

/// A function that changes a matched value before it becomes part of the result.
#[derive(Clone, Debug)]
pub struct Transform {
    /// The record, of class `SDNodeXForm`.
    pub rec: RecordId,
    /// The node that the function takes, of class `SDNode`.
    pub node: RecordId,
    /// The C++ code of the function; empty if the function does not change the value.
    pub code: String,
}

impl Transform {
    pub(crate) fn read(def: TransformDef) -> Result<Transform, Fatal> {
        Ok(Transform {
            rec: def.id(),
            node: def.opcode()?.id(),
            code: def.code()?.into_owned(),
        })
    }
}
