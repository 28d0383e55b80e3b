//! Ids for the parts of a schedule.

use backend::Rec;

/// The index of a type among the writes or among the reads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RwId(pub u32);

/// The index of a processor model.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ModelId(pub u32);

/// The index of a scheduling class.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ClassId(pub u32);

impl RwId {
    /// The id of the placeholder type 0. It is the result of looking up a type that is not in the schedule.
    pub const NONE: RwId = RwId(0);

    /// The number as an index into lists of types of one kind.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl ModelId {
    /// The model of processors without a model. In a list of models, it means all models.
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

/// Whether a type is a write or a read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Access {
    /// A type of written operands.
    Write,
    /// A type of read operands.
    Read,
}

impl Access {
    pub(super) fn index(self) -> usize {
        self as usize
    }

    /// The TableGen class of the types with this access.
    pub(super) fn class(self) -> &'static str {
        match self {
            Access::Write => "SchedWrite",
            Access::Read => "SchedRead",
        }
    }

    /// Whether a type in a list of reads and writes is a write or a read. A type that is neither counts as a read.
    pub(super) fn of_use(def: Rec) -> Access {
        if def.is_a("SchedWrite") {
            Access::Write
        } else {
            Access::Read
        }
    }

    /// Whether a type is a write or a read, according to the record that defines the type. Unlike in [`Self::of_use`],
    /// a type that is neither counts as a write.
    pub(super) fn of_def(def: Rec) -> Access {
        if def.is_a("SchedRead") {
            Access::Read
        } else {
            Access::Write
        }
    }
}
