//! Numbers for the parts of a schedule.

use backend::Rec;

/// The number of a type of writes or reads among its kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RwId(pub u32);

/// The number of a processor model.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ModelId(pub u32);

/// The number of a class of instructions with the same schedule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ClassId(pub u32);

impl RwId {
    /// A type that nothing uses.
    pub const NONE: RwId = RwId(0);

    /// The number as an index into lists of types of one kind.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl ModelId {
    /// The model of processors without one. Within a list of models it means all.
    pub const NONE: ModelId = ModelId(0);

    /// The number as an index into lists of models.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl ClassId {
    /// The class of instructions without scheduling information.
    pub const NONE: ClassId = ClassId(0);

    /// The number as an index into lists of classes.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A write or a read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Access {
    /// It is written.
    Write,
    /// It is read.
    Read,
}

impl Access {
    pub(super) fn index(self) -> usize {
        self as usize
    }

    /// The class of such types.
    pub(super) fn class(self) -> &'static str {
        match self {
            Access::Write => "SchedWrite",
            Access::Read => "SchedRead",
        }
    }

    /// The kind of a type at its use.
    pub(super) fn of_use(def: Rec) -> Access {
        if def.is_a("SchedWrite") {
            Access::Write
        } else {
            Access::Read
        }
    }

    /// The kind of a type by its definition.
    pub(super) fn of_def(def: Rec) -> Access {
        if def.is_a("SchedRead") {
            Access::Read
        } else {
            Access::Write
        }
    }
}
