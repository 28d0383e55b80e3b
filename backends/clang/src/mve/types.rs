//! The types of MVE and CDE intrinsics in C and in Clang's code generator.

use std::sync::Arc;

use backend::RecordId;
use elaborate::records::Release;

#[derive(Clone, Debug)]
pub(super) enum Type {
    /// The result of a store, and the parameter of intrinsics without type variants.
    Void,
    Scalar(Arc<Scalar>),
    Vector(Arc<Vector>),
    /// A structure of vectors for interleaving loads and stores: the type of the vectors, and their number.
    MultiVector(Arc<Type>, u32),
    /// `mve_pred16_t`, with the number of its lanes.
    Predicate(u32),
    Pointer(Arc<Pointer>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ElementKind {
    Signed,
    Unsigned,
    Float,
}

/// The kind of a scalar and its width in bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Element {
    pub kind: ElementKind,
    pub bits: u32,
}

/// A scalar type: a record of the class `PrimitiveType`.
#[derive(Debug)]
pub(super) struct Scalar {
    pub record: RecordId,
    pub element: Element,
    /// The name in C, if it is not the usual name.
    pub own_name: Option<String>,
}

/// A vector type. As in the reference, elements and lanes are not checked: there can be vectors of vectors and of
/// predicates, and vectors without a name.
#[derive(Debug)]
pub(super) struct Vector {
    pub element: Type,
    /// The number of lanes. `None` if the type that determines the number is not a vector.
    pub lanes: Option<u32>,
}

#[derive(Debug)]
pub(super) struct Pointer {
    pub to: Type,
    pub is_const: bool,
}

impl ElementKind {
    /// The letter for the kind in the names of intrinsics.
    pub(super) fn letter(self) -> char {
        match self {
            ElementKind::Signed => 's',
            ElementKind::Unsigned => 'u',
            ElementKind::Float => 'f',
        }
    }
}

impl Element {
    /// The usual C name without `_t`.
    pub(super) fn c_stem(self) -> String {
        let stem = match self.kind {
            ElementKind::Signed => "int",
            ElementKind::Unsigned => "uint",
            ElementKind::Float => "float",
        };
        format!("{stem}{}", self.bits)
    }

    /// The name of the LLVM type in Clang's code generator, such as `FloatTy`. An error if the code generator has no
    /// such type.
    pub(super) fn llvm_name(self) -> Result<String, String> {
        Ok(match (self.kind, self.bits) {
            (ElementKind::Float, 16) => "HalfTy".to_owned(),
            (ElementKind::Float, 32) => "FloatTy".to_owned(),
            (ElementKind::Float, 64) => "DoubleTy".to_owned(),
            (ElementKind::Float, _) => return Err("bad size for floating type".to_owned()),
            (_, bits) => format!("Int{bits}Ty"),
        })
    }
}

impl Scalar {
    pub(super) fn c_name(&self) -> String {
        let usual = || self.element.c_stem() + "_t";
        self.own_name.clone().unwrap_or_else(usual)
    }
}

const NAMELESS: &str = "the elements of a vector are not scalars, or no vector type has this many";

impl Type {
    pub(super) fn bits(&self) -> u32 {
        match self {
            Type::Void => 0,
            Type::Scalar(scalar) => scalar.element.bits,
            Type::Vector(it) => it.lanes.unwrap_or(0).wrapping_mul(it.element.bits()),
            Type::MultiVector(one, count) => count.wrapping_mul(one.bits()),
            Type::Predicate(_) => 16,
            Type::Pointer(_) => 32,
        }
    }

    /// The scalar type itself, or the element type of a vector or of a structure of vectors. For a pointer, the element
    /// type of its pointee. `None` for `void` and predicates.
    fn element(&self) -> Option<Element> {
        match self {
            Type::Void | Type::Predicate(_) => None,
            Type::Scalar(scalar) => Some(scalar.element),
            Type::Vector(vector) => vector.element.element(),
            Type::MultiVector(one, _) => one.element(),
            Type::Pointer(pointer) => pointer.to.element(),
        }
    }

    pub(super) fn needs_float(&self) -> bool {
        self.element()
            .is_some_and(|it| it.kind == ElementKind::Float)
    }

    /// Whether the type exists only with MVE.
    pub(super) fn needs_mve(&self) -> bool {
        match self {
            Type::Void | Type::Scalar(_) => false,
            Type::Vector(_) | Type::MultiVector(..) | Type::Predicate(_) => true,
            Type::Pointer(pointer) => pointer.to.needs_mve(),
        }
    }

    /// The usual C name without `_t`, to which the number of lanes or vectors can be appended. `None` for `void`, for
    /// pointers and for vectors without a name.
    pub(super) fn c_stem(&self) -> Option<String> {
        Some(match self {
            Type::Void | Type::Pointer(_) => return None,
            Type::Scalar(scalar) => scalar.element.c_stem(),
            Type::Vector(vector) => format!("{}x{}", vector.element.c_stem()?, vector.lanes?),
            Type::MultiVector(one, count) => format!("{}x{count}", one.c_stem()?),
            Type::Predicate(_) => "mve_pred16".to_owned(),
        })
    }

    /// The type in C. An error, as a message, for an invalid vector, which has no name.
    pub(super) fn c_name(&self) -> Result<String, String> {
        Ok(match self {
            Type::Void => "void".to_owned(),
            Type::Scalar(scalar) => scalar.c_name(),
            Type::Pointer(pointer) => {
                let qualifier = if pointer.is_const { "const " } else { "" };
                format!("{qualifier}{} *", pointer.to.c_name()?)
            }
            Type::Vector(_) | Type::MultiVector(..) | Type::Predicate(_) => match self.c_stem() {
                Some(stem) => stem + "_t",
                None => return Err(NAMELESS.to_owned()),
            },
        })
    }

    /// A C++ expression for the LLVM type in Clang's code generator. An error with the reference's message if there is
    /// no such type.
    pub(super) fn llvm_name(&self, release: Release) -> Result<String, String> {
        let vector =
            |element: &str, lanes: u32| format!("llvm::FixedVectorType::get({element}, {lanes})");
        Ok(match self {
            Type::Scalar(scalar) => scalar.element.llvm_name()?,
            Type::Vector(it) => {
                let lanes = it.lanes.ok_or(NAMELESS)?;
                vector(&it.element.llvm_name(release)?, lanes)
            }
            Type::Predicate(lanes) => vector("Builder.getInt1Ty()", *lanes),
            // Since LLVM 21, pointers are opaque.
            Type::Pointer(_) if release >= Release::V21 => "Builder.getPtrTy()".to_owned(),
            Type::Pointer(pointer) => {
                let to = pointer.to.llvm_name(release)?;
                format!("llvm::PointerType::getUnqual({to})")
            }
            Type::Void | Type::MultiVector(..) => {
                let name = self.c_name()?;
                return Err(format!("no LLVM type name available for type {name}"));
            }
        })
    }

    /// The index of the scalar's kind. As in the reference, other types have an index, too: for a predicate, the number
    /// of its lanes; for all other types, 0.
    pub(super) fn kind_number(&self) -> u32 {
        match self {
            Type::Scalar(scalar) => scalar.element.kind as u32,
            Type::Predicate(lanes) => *lanes,
            _ => 0,
        }
    }

    /// The suffix of an intrinsic's name for this parameter. A non-empty `letter` replaces the letter of the kind.
    /// `None` if the type is neither a scalar nor `void`.
    pub(super) fn suffix(&self, letter: &str) -> Option<String> {
        match self {
            Type::Void => Some(String::new()),
            Type::Scalar(scalar) if letter.is_empty() => {
                let Element { kind, bits } = scalar.element;
                Some(format!("_{}{bits}", kind.letter()))
            }
            Type::Scalar(scalar) => Some(format!("_{letter}{}", scalar.element.bits)),
            _ => None,
        }
    }
}
