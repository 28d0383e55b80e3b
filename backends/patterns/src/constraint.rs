//! Type constraints: demands of a node of the selection graph on the types of its operands and results.

use backend::{Fatal, Rec, bail};
use target_model::hw_modes::{HwModes, TypeByHwMode};
use target_model::value_types::ValueType;

/// A demand on the type of one operand of a node. The results of the node count as operands, too: the numbers start at
/// 0 with the results.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TypeConstraint {
    /// The index of the operand, from `OperandNum`. It may be out of range, which is an error when a node is checked.
    pub(crate) operand: usize,
    /// The required type of the operand, or the required relation of its type to another operand's type.
    pub(crate) kind: ConstraintKind,
}

/// A demand on the type of an operand. The variants with a number refer to another operand by its index.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum ConstraintKind {
    /// The operand has this type, which is never `isVoid`.
    IsType(TypeByHwMode),
    /// The operand is a pointer.
    IsPointer,
    /// The operand is an integer or a vector of integers.
    IsInteger,
    /// The operand is a floating-point number or a vector of floating-point numbers.
    IsFloatingPoint,
    /// The operand is a vector.
    IsVector,
    /// The operand has the type of the other operand.
    SameAs(usize),
    /// The operand is itself a type, which is smaller than the type of the other operand.
    TypeSmallerThan(usize),
    /// The type of the operand is smaller than the type of the other operand.
    SmallerThan(usize),
    /// The other operand is a vector whose elements have the type of the operand.
    ElementOf(usize),
    /// The operand is a vector with the same element type as the other operand, but fewer elements.
    SubVectorOf(usize),
    /// The operand is a vector whose elements have this type, which is not a vector type.
    HasElements(TypeByHwMode),
    /// The operand has as many elements as the other operand.
    SameElementCountAs(usize),
    /// The operand has as many bits as the other operand.
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
            ConstraintReader::IsType => {
                let ty = ty()?;
                if ty.types.iter().any(|(_, it)| *it == ValueType::IS_VOID) {
                    bail!(def, "Cannot use 'Void' as type to SDTCisVT");
                }
                ConstraintKind::IsType(ty)
            }
            ConstraintReader::Plain(kind) => kind.clone(),
            ConstraintReader::Other(field, kind) => kind(other(field)?),
            ConstraintReader::HasElements => {
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

impl TypeConstraint {
    /// The text of the demand for messages, such as "operand 1 is smaller than the result". `results` is the number of
    /// results of the node.
    pub(crate) fn words(&self, results: usize) -> String {
        use ConstraintKind::*;
        let operand = |number: usize| match number.checked_sub(results) {
            Some(index) => format!("operand {}", index + 1),
            None if results == 1 => "the result".to_owned(),
            None => format!("result {}", number + 1),
        };
        let other = |number: &usize| operand(*number);
        let of = operand(self.operand);
        match &self.kind {
            IsType(ty) => format!("{of} is {ty}"),
            IsPointer => format!("{of} is a pointer"),
            IsInteger => format!("{of} is an integer or a vector of integers"),
            IsFloatingPoint => format!("{of} is a floating-point number or a vector of them"),
            IsVector => format!("{of} is a vector"),
            SameAs(it) => format!("{of} has the type of {}", other(it)),
            TypeSmallerThan(it) => format!("{of} is a type smaller than that of {}", other(it)),
            SmallerThan(it) => format!("{of} is smaller than {}", other(it)),
            ElementOf(it) => format!("{of} is an element of the vector {}", other(it)),
            SubVectorOf(it) => format!("{of} is a part of the vector {}", other(it)),
            HasElements(ty) => format!("{of} is a vector of {ty}"),
            SameElementCountAs(it) => format!("{of} has as many elements as {}", other(it)),
            SameSizeAs(it) => format!("{of} has as many bits as {}", other(it)),
        }
    }
}

/// How a constraint's kind is read from its record.
enum ConstraintReader {
    IsType,
    HasElements,
    Plain(ConstraintKind),
    /// A constraint that refers to another operand: the field with the operand's index, and the constructor of the
    /// variant.
    Other(&'static str, fn(usize) -> ConstraintKind),
}

/// The classes of constraints. The first class from which a record derives determines the kind of the constraint.
const KINDS: &[(&str, ConstraintReader)] = &[
    ("SDTCisVT", ConstraintReader::IsType),
    (
        "SDTCisPtrTy",
        ConstraintReader::Plain(ConstraintKind::IsPointer),
    ),
    (
        "SDTCisInt",
        ConstraintReader::Plain(ConstraintKind::IsInteger),
    ),
    (
        "SDTCisFP",
        ConstraintReader::Plain(ConstraintKind::IsFloatingPoint),
    ),
    (
        "SDTCisVec",
        ConstraintReader::Plain(ConstraintKind::IsVector),
    ),
    (
        "SDTCisSameAs",
        ConstraintReader::Other("OtherOperandNum", ConstraintKind::SameAs),
    ),
    (
        "SDTCisVTSmallerThanOp",
        ConstraintReader::Other("OtherOperandNum", ConstraintKind::TypeSmallerThan),
    ),
    (
        "SDTCisOpSmallerThanOp",
        ConstraintReader::Other("BigOperandNum", ConstraintKind::SmallerThan),
    ),
    (
        "SDTCisEltOfVec",
        ConstraintReader::Other("OtherOpNum", ConstraintKind::ElementOf),
    ),
    (
        "SDTCisSubVecOfVec",
        ConstraintReader::Other("OtherOpNum", ConstraintKind::SubVectorOf),
    ),
    ("SDTCVecEltisVT", ConstraintReader::HasElements),
    (
        "SDTCisSameNumEltsAs",
        ConstraintReader::Other("OtherOperandNum", ConstraintKind::SameElementCountAs),
    ),
    (
        "SDTCisSameSizeAs",
        ConstraintReader::Other("OtherOperandNum", ConstraintKind::SameSizeAs),
    ),
];
