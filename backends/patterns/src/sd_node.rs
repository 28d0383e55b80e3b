//! Nodes of the selection graph.

use backend::{Fatal, RecordId, record_class};
use target_model::hw_modes::HwModes;
use target_model::value_types::ValueType;

use crate::constraint::{ConstraintKind, TypeConstraint};
use crate::properties::Properties;

record_class! {
    /// A node, as the source defines it.
    pub(crate) struct SdNodeDef("SDNode") {
        opcode: string("Opcode"),
        class: string("SDClass"),
        profile: def("TypeProfile"),
    }
}

/// A node of the selection graph.
#[derive(Clone, Debug)]
pub struct SdNode {
    /// Its record, of class `SDNode`.
    pub rec: RecordId,
    /// The C++ name of its opcode: `ISD::ADD`.
    pub opcode: String,
    /// The C++ class of such nodes, `SDNode` or one derived from it.
    pub class: String,
    /// What the source says of it, as far as nodes may have that.
    pub properties: Properties,
    /// How many values it gives, chain and glue not counted. The reference takes the number for unsigned: a negative
    /// one is very large.
    pub results: usize,
    /// How many values it takes, chain and glue not counted. `None` if it may be any number.
    pub operands: Option<usize>,
    /// What it demands of the types of its results and operands.
    pub(crate) constraints: Vec<TypeConstraint>,
}

impl SdNode {
    pub(crate) fn read(def: SdNodeDef, modes: &HwModes) -> Result<SdNode, Fatal> {
        let (opcode, class) = (def.opcode()?.into_owned(), def.class()?.into_owned());
        let profile = def.profile()?;
        let results = profile.int("NumResults")? as u32 as usize;
        let operands = profile.int("NumOperands")? as i32;
        let properties = Properties::read(*def)?;
        let constraints = profile.list_of_defs("Constraints")?;
        let constraints = constraints.into_iter();
        Ok(SdNode {
            rec: def.id(),
            opcode,
            class,
            properties,
            results,
            operands: usize::try_from(operands).ok(),
            constraints: constraints
                .map(|it| TypeConstraint::read(it, modes))
                .collect::<Result<_, _>>()?,
        })
    }

    /// The type that its result always has, if it is the same in all modes.
    pub fn known_type(&self) -> Option<ValueType> {
        let of_results = self
            .constraints
            .iter()
            .filter(|it| it.operand < self.results);
        of_results.into_iter().find_map(|it| match &it.kind {
            ConstraintKind::IsType(ty) => ty.types.as_simple().copied(),
            ConstraintKind::IsPointer => Some(ValueType::IPTR),
            _ => None,
        })
    }
}
