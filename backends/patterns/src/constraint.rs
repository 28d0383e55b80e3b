//! Type constraints: demands of a node of the selection graph on the types of its operands and results.

use backend::{Fatal, Rec, bail};
use target_model::hw_modes::{HwModes, TypeByHwMode};
use target_model::value_types::ValueType;

/// A demand on the type of one operand. Results are operands, too, and come first.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TypeConstraint {
    /// The number of the operand, from `OperandNum`. It may be out of range; that is an error once a node is checked.
    pub(crate) operand: usize,
    /// The demand.
    pub(crate) kind: ConstraintKind,
}

/// A demand on the type of an operand. Numbers are those of other operands.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum ConstraintKind {
    /// It is this type, never `isVoid`.
    IsType(TypeByHwMode),
    /// It is a pointer.
    IsPointer,
    /// It is an integer or a vector of integers.
    IsInteger,
    /// It is a floating-point type or a vector of them.
    IsFloatingPoint,
    /// It is a vector.
    IsVector,
    /// It is the same as that of the other.
    SameAs(usize),
    /// The operand is itself a type, smaller than the type of the other.
    TypeSmallerThan(usize),
    /// It is smaller than that of the other.
    SmallerThan(usize),
    /// The other is a vector with this element type.
    ElementOf(usize),
    /// It is a vector with fewer elements of the same type as the other.
    SubVectorOf(usize),
    /// It is a vector of elements of this type, which is no vector.
    HasElements(TypeByHwMode),
    /// It has the same number of elements.
    SameElementCountAs(usize),
    /// It has the same number of bits.
    SameSizeAs(usize),
}

impl TypeConstraint {
    pub(crate) fn read(def: Rec, modes: &HwModes) -> Result<TypeConstraint, Fatal> {
        let operand = def.int("OperandNum")? as u32 as usize;
        let other = |field| def.int(field).map(|it| it as u32 as usize);
        let ty = || TypeByHwMode::read(def.def("VT")?, modes);
        let mut kinds = KINDS.iter();
        let Some((_, kind)) = kinds.find(|(class, _)| def.is_a(class)) else {
            bail!(def, "Unrecognized SDTypeConstraint '{}'!\n", def.name());
        };
        let kind = match kind {
            Kind::IsType => {
                let ty = ty()?;
                if ty.types.iter().any(|(_, it)| *it == ValueType::IS_VOID) {
                    bail!(def, "Cannot use 'Void' as type to SDTCisVT");
                }
                ConstraintKind::IsType(ty)
            }
            Kind::Plain(kind) => kind.clone(),
            Kind::Other(field, kind) => kind(other(field)?),
            Kind::HasElements => {
                let ty = ty()?;
                for (_, it) in ty.types.iter() {
                    if it.is_vector() {
                        bail!(def, "Cannot use vector type as SDTCVecEltisVT");
                    }
                    if !it.is_integer() && !it.is_floating_point() {
                        bail!(
                            def,
                            "Must use integer or floating point type as SDTCVecEltisVT"
                        );
                    }
                }
                ConstraintKind::HasElements(ty)
            }
        };
        Ok(TypeConstraint { operand, kind })
    }
}

/// The way in which a constraint is read.
enum Kind {
    IsType,
    HasElements,
    Plain(ConstraintKind),
    /// A constraint with the field that names the other operand.
    Other(&'static str, fn(usize) -> ConstraintKind),
}

/// The first class from which a constraint derives decides.
const KINDS: &[(&str, Kind)] = &[
    ("SDTCisVT", Kind::IsType),
    ("SDTCisPtrTy", Kind::Plain(ConstraintKind::IsPointer)),
    ("SDTCisInt", Kind::Plain(ConstraintKind::IsInteger)),
    ("SDTCisFP", Kind::Plain(ConstraintKind::IsFloatingPoint)),
    ("SDTCisVec", Kind::Plain(ConstraintKind::IsVector)),
    (
        "SDTCisSameAs",
        Kind::Other("OtherOperandNum", ConstraintKind::SameAs),
    ),
    (
        "SDTCisVTSmallerThanOp",
        Kind::Other("OtherOperandNum", ConstraintKind::TypeSmallerThan),
    ),
    (
        "SDTCisOpSmallerThanOp",
        Kind::Other("BigOperandNum", ConstraintKind::SmallerThan),
    ),
    (
        "SDTCisEltOfVec",
        Kind::Other("OtherOpNum", ConstraintKind::ElementOf),
    ),
    (
        "SDTCisSubVecOfVec",
        Kind::Other("OtherOpNum", ConstraintKind::SubVectorOf),
    ),
    ("SDTCVecEltisVT", Kind::HasElements),
    (
        "SDTCisSameNumEltsAs",
        Kind::Other("OtherOperandNum", ConstraintKind::SameElementCountAs),
    ),
    (
        "SDTCisSameSizeAs",
        Kind::Other("OtherOperandNum", ConstraintKind::SameSizeAs),
    ),
];
