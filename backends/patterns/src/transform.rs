//! Functions that change a matched value.

use backend::{Fatal, RecordId, record_class};

record_class! {
    /// A function, as the source defines it.
    pub(crate) struct TransformDef("SDNodeXForm") {
        opcode: def("Opcode"),
        code: string("XFormFunction"),
    }
}

/// A function that changes a matched value before it becomes part of the result.
#[derive(Clone, Debug)]
pub struct Transform {
    /// Its record, of class `SDNodeXForm`.
    pub rec: RecordId,
    /// Its argument, of class `SDNode`.
    pub node: RecordId,
    /// C++; empty if the function changes nothing.
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
