//! One instruction.

use backend::{Fatal, RecordId, record_class};

record_class! {
    /// An instruction, as the source defines it.
    pub struct InstructionDef("Instruction") {
        namespace: string("Namespace"),
        is_pseudo: bit("isPseudo"),
        has_no_scheduling_info: bit("hasNoSchedulingInfo"),
    }
}

/// What is read of an instruction by everyone who asks for instructions.
#[derive(Clone, Debug)]
pub struct Instruction {
    pub rec: RecordId,
    pub name: Box<str>,
    pub namespace: Box<str>,
    pub is_pseudo: bool,
    /// Whether schedules need not know it.
    pub has_no_scheduling_info: bool,
}

impl Instruction {
    /// Reads a record. This is where all that is said of an instruction is checked, since one that makes no sense is an
    /// error of each run that needs instructions.
    pub(super) fn read(def: InstructionDef) -> Result<Instruction, Fatal> {
        let namespace = def.namespace()?;
        Ok(Instruction {
            rec: def.id(),
            name: def.name().into(),
            namespace: namespace.into(),
            has_no_scheduling_info: def.has_no_scheduling_info()?,
            is_pseudo: def.is_pseudo()?,
        })
    }

    /// Pseudo instructions come first.
    pub(super) fn sort_key(&self) -> (bool, &str) {
        (!self.is_pseudo, &self.name)
    }
}
