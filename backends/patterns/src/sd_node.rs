//! Nodes of the selection graph.

use backend::{Fatal, RecordId, Records, record_class};
use target_model::hw_modes::{HwModes, ModeId};
use target_model::value_types::ValueType;

use crate::constraint::{ConstraintKind, TypeConstraint};
use crate::properties::Properties;

record_class! {
    /// The fields of a record of class `SDNode`.
    pub(crate) struct SdNodeDef("SDNode") {
        opcode: string("Opcode"),
        class: string("SDClass"),
        profile: def("TypeProfile"),
    }
}

/// A node of the selection graph.
#[derive(Clone, Debug)]
pub struct SdNode {
    /// The record, of class `SDNode`.
    pub rec: RecordId,
    /// The C++ name of the opcode: `ISD::ADD`.
    pub opcode: String,
    /// The C++ class of the nodes: `SDNode` or a class derived from it.
    pub class: String,
    /// The properties in the record.
    pub properties: Properties,
    /// The number of results without chain and glue. As in the reference, the number is unsigned: a negative one
    /// becomes very large.
    pub results: usize,
    /// The number of operands without chain and glue. `None` if it is variable.
    pub operands: Option<usize>,
    /// The demands on the types of the results and operands.
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

    /// All nodes of a unit, in the order of their names. For backends that need no patterns.
    pub fn all(records: &Records, modes: &HwModes) -> Result<Vec<SdNode>, Fatal> {
        let defs = SdNodeDef::all(records)?.into_iter();
        defs.map(|it| SdNode::read(it, modes)).collect()
    }

    /// The demands on the types of the results and operands, in the order of the record.
    pub fn demands(&self) -> impl Iterator<Item = Demand> {
        self.constraints.iter().map(Demand::new)
    }

    /// The type required of a result by the first constraint whose type is the same in all modes. `None` if there is no
    /// such constraint.
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

/// A demand of a node on the type of a result or operand. For demands without types, the derived order is that of the
/// reference.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Demand {
    /// The index of the result or operand: first come the results, then the operands.
    pub operand: u32,
    /// The index of the constraint's class in [`Demand::CLASSES`].
    pub kind: usize,
    /// The index of the other result or operand to which the demand refers; 0 if there is no other.
    pub other: u32,
    /// The type in each mode for which the demand gives one. Empty for a demand without types.
    pub types: Vec<(ModeId, ValueType)>,
}

impl Demand {
    /// The classes of constraints, which are the kinds of demands.
    pub const CLASSES: [&str; 13] = [
        "SDTCisVT",
        "SDTCisPtrTy",
        "SDTCisInt",
        "SDTCisFP",
        "SDTCisVec",
        "SDTCisSameAs",
        "SDTCisVTSmallerThanOp",
        "SDTCisOpSmallerThanOp",
        "SDTCisEltOfVec",
        "SDTCisSubVecOfVec",
        "SDTCVecEltisVT",
        "SDTCisSameNumEltsAs",
        "SDTCisSameSizeAs",
    ];

    fn new(constraint: &TypeConstraint) -> Demand {
        use ConstraintKind::*;
        let (kind, other) = match constraint.kind {
            IsType(_) => (0, 0),
            IsPointer => (1, 0),
            IsInteger => (2, 0),
            IsFloatingPoint => (3, 0),
            IsVector => (4, 0),
            SameAs(other) => (5, other),
            TypeSmallerThan(other) => (6, other),
            SmallerThan(other) => (7, other),
            ElementOf(other) => (8, other),
            SubVectorOf(other) => (9, other),
            HasElements(_) => (10, 0),
            SameElementCountAs(other) => (11, other),
            SameSizeAs(other) => (12, other),
        };
        let types = match &constraint.kind {
            IsType(ty) | HasElements(ty) => ty.types.iter().copied().collect(),
            _ => Vec::new(),
        };
        Demand {
            operand: constraint.operand as u32,
            kind,
            other: other as u32,
            types,
        }
    }
}
