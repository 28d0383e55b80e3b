//! Made-up types, their texts, and the results of C++ queries about them.

use backend::Rec;
use mlir_model::dialect::Dialect;

use super::Maker;

/// Whether a type satisfies a condition, as far as the condition is understood. The order is from the worst to the
/// best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Verdict {
    False,
    /// No part of the condition is understood.
    Unknown,
    /// A part of the condition is true, and another part is not understood.
    Partly,
    True,
}

impl From<bool> for Verdict {
    fn from(it: bool) -> Verdict {
        if it { Verdict::True } else { Verdict::False }
    }
}

/// A made-up type.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Made<'a> {
    Int(Sign, u64),
    Float(&'static str),
    Index,
    None,
    Function,
    Complex(Box<Made<'a>>),
    Tuple(Box<Made<'a>>),
    /// A tensor, vector or memref with its shape and the type of its elements. The shape is `None` if the type is
    /// unranked.
    Shaped(Container, Option<&'static [i64]>, Box<Made<'a>>),
    /// A type of a dialect, by its record.
    Defined(Rec<'a>),
    /// A type of the dialect LLVM, by its index in [`FOREIGN`].
    Foreign(usize),
}

/// The C++ classes of types of MLIR's dialect LLVM, each with the text of a type. Operations of many dialects have
/// operands of these types, although the units of these dialects do not contain the records of the types.
pub(super) const FOREIGN: &[(&str, &str)] = &[
    ("LLVM::LLVMPointerType", "!llvm.ptr"),
    ("LLVM::LLVMStructType", "!llvm.struct<(i32)>"),
    ("LLVM::LLVMArrayType", "!llvm.array<4 x i32>"),
    ("LLVM::LLVMFunctionType", "!llvm.func<void ()>"),
    ("LLVM::LLVMTokenType", "!llvm.token"),
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sign {
    None,
    Signed,
    Unsigned,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Container {
    Tensor,
    MemRef,
    Vector,
    Scalable,
}

/// The types without elements, the most usual ones first.
const SCALARS: &[Made] = &[
    Made::Int(Sign::None, 32),
    Made::Float("f32"),
    Made::Index,
    Made::Int(Sign::None, 1),
    Made::Int(Sign::None, 64),
    Made::Float("f64"),
    Made::Int(Sign::None, 8),
    Made::Int(Sign::None, 16),
    Made::Float("f16"),
    Made::Float("bf16"),
    Made::Int(Sign::None, 4),
    Made::Int(Sign::None, 2),
    Made::Int(Sign::None, 48),
    Made::Int(Sign::None, 128),
    Made::Float("tf32"),
    Made::Float("f80"),
    Made::Float("f128"),
    Made::Int(Sign::Signed, 32),
    Made::Int(Sign::Signed, 8),
    Made::Int(Sign::Signed, 16),
    Made::Int(Sign::Signed, 64),
    Made::Int(Sign::Signed, 1),
    Made::Int(Sign::Unsigned, 32),
    Made::Int(Sign::Unsigned, 8),
    Made::Int(Sign::Unsigned, 16),
    Made::Int(Sign::Unsigned, 64),
    Made::Int(Sign::Unsigned, 1),
    Made::Float("f8E5M2"),
    Made::Float("f8E4M3"),
    Made::Float("f8E4M3FN"),
    Made::Float("f8E5M2FNUZ"),
    Made::Float("f8E4M3FNUZ"),
    Made::Float("f8E4M3B11FNUZ"),
    Made::Float("f8E3M4"),
    Made::Float("f4E2M1FN"),
    Made::Float("f6E2M3FN"),
    Made::Float("f6E3M2FN"),
    Made::Float("f8E8M0FNU"),
    Made::None,
    Made::Function,
];

/// The shapes of made-up types, the most usual ones first.
const SHAPES: &[Option<&[i64]>] = &[
    Some(&[4]),
    Some(&[4, 4]),
    Some(&[2, 4, 4]),
    Some(&[1, 2, 4, 4]),
    Some(&[1, 2, 4, 4, 4]),
    Some(&[]),
    None,
    Some(&[2]),
    Some(&[8]),
    Some(&[16]),
    Some(&[1]),
    Some(&[32]),
    Some(&[64]),
    Some(&[128]),
    Some(&[3]),
];

/// The index in [`SCALARS`] of the element type that is tried first in containers.
const FLOAT: usize = 1;

impl<'a> Made<'a> {
    /// Calls `f` with the builtin types of MLIR, the most usual ones first, until `f` returns false. Returns false if
    /// `f` returned false, otherwise true.
    pub(super) fn each_builtin(f: &mut dyn FnMut(Made<'a>) -> bool) -> bool {
        let scalars = || SCALARS.iter().cloned();
        let elements = || {
            let first = std::iter::once(SCALARS[FLOAT].clone());
            first.chain(scalars().filter(|it| *it != SCALARS[FLOAT]))
        };
        if !scalars().all(&mut *f) {
            return false;
        }
        let complex = || elements().take(6).map(|it| Made::Complex(Box::new(it)));
        for container in [
            Container::Tensor,
            Container::MemRef,
            Container::Vector,
            Container::Scalable,
        ] {
            for shape in SHAPES {
                let is_vector = matches!(container, Container::Vector | Container::Scalable);
                if is_vector && shape.is_none()
                    || container == Container::Scalable && *shape == Some(&[])
                {
                    continue;
                }
                for element in elements().chain(complex()) {
                    if is_vector
                        && matches!(element, Made::None | Made::Function | Made::Complex(_))
                    {
                        continue;
                    }
                    if !f(Made::Shaped(container, *shape, Box::new(element))) {
                        return false;
                    }
                }
            }
        }
        complex().all(&mut *f) && elements().take(6).all(|it| f(Made::Tuple(Box::new(it))))
    }

    pub(super) fn element(&self) -> Option<&Made<'a>> {
        match self {
            Made::Complex(it) | Made::Tuple(it) | Made::Shaped(_, _, it) => Some(it),
            _ => None,
        }
    }

    pub(super) fn shape(&self) -> Option<&'static [i64]> {
        match self {
            Made::Shaped(_, shape, _) => *shape,
            _ => None,
        }
    }

    /// Whether the type has a C++ class or interface, given without the namespace `mlir`.
    pub(super) fn is_a(&self, class: &str) -> Verdict {
        let ranked = self.shape().is_some();
        let container = match self {
            Made::Shaped(container, ..) => Some(*container),
            _ => None,
        };
        let is_vector = matches!(container, Some(Container::Vector | Container::Scalable));
        let is_tensor = container == Some(Container::Tensor);
        let is_memref = container == Some(Container::MemRef);
        let is_scalar = matches!(self, Made::Int(..) | Made::Float(_) | Made::Index);
        let holds = match class {
            "Type" => true,
            "IntegerType" => matches!(self, Made::Int(..)),
            "FloatType" => matches!(self, Made::Float(_)),
            "IndexType" => *self == Made::Index,
            "NoneType" => *self == Made::None,
            "FunctionType" => *self == Made::Function,
            "ComplexType" => matches!(self, Made::Complex(_)),
            "TupleType" => matches!(self, Made::Tuple(_)),
            "ShapedType" => container.is_some(),
            "TensorType" => is_tensor,
            "RankedTensorType" => is_tensor && ranked,
            "UnrankedTensorType" => is_tensor && !ranked,
            "BaseMemRefType" => is_memref,
            "MemRefType" => is_memref && ranked,
            "UnrankedMemRefType" => is_memref && !ranked,
            "VectorType" => is_vector,
            "FixedVectorType" => container == Some(Container::Vector),
            "ScalableVectorType" => container == Some(Container::Scalable),
            "MemRefElementTypeInterface" | "VectorElementTypeInterface" => is_scalar,
            "BFloat16Type" => *self == Made::Float("bf16"),
            "OpaqueType" | "GraphType" => false,
            _ => return self.is_other(class),
        };
        holds.into()
    }

    fn is_other(&self, class: &str) -> Verdict {
        let float = class
            .strip_prefix("Float")
            .and_then(|it| it.strip_suffix("Type"));
        if let (Some(float), Made::Float(name)) = (float, self) {
            return (name.get(1..) == Some(float) || *name == float.to_lowercase()).into();
        }
        let rec = match self {
            Made::Defined(rec) => rec,
            Made::Foreign(index) => return is_same_class(FOREIGN[*index].0, class).into(),
            _ if class.ends_with("Interface") => return Verdict::Unknown,
            _ => return Verdict::False,
        };
        let is_own = full_class(*rec).is_some_and(|it| is_same_class(&it, class));
        (is_own || has_interface(*rec, class)).into()
    }

    /// Whether the method `name` of the type returns true for this argument.
    pub(super) fn method(&self, name: &str, argument: Option<u64>) -> Verdict {
        let is_int = |sign: Option<Sign>| match self {
            Made::Int(own, width) => {
                sign.is_none_or(|it| it == *own) && argument.is_none_or(|it| it == *width)
            }
            _ => false,
        };
        let is_index = *self == Made::Index;
        let is_float = matches!(self, Made::Float(_));
        let holds = match name {
            "isInteger" => is_int(None),
            "isSignlessInteger" => is_int(Some(Sign::None)),
            "isSignedInteger" => is_int(Some(Sign::Signed)),
            "isUnsignedInteger" => is_int(Some(Sign::Unsigned)),
            "isIndex" => is_index,
            "isIntOrIndex" => is_int(None) || is_index,
            "isSignlessIntOrIndex" => is_int(Some(Sign::None)) || is_index,
            "isSignlessIntOrFloat" => is_int(Some(Sign::None)) || is_float,
            "isIntOrFloat" => is_int(None) || is_float,
            "isIntOrIndexOrFloat" => is_int(None) || is_index || is_float,
            "isSignlessIntOrIndexOrFloat" => is_int(Some(Sign::None)) || is_index || is_float,
            "hasRank" => self.shape().is_some(),
            "hasStaticShape" | "isStrided" => self.shape().is_some(),
            // The only trait that constraints test with this method is `ValueSemantics`.
            "hasTrait" => match self {
                Made::Shaped(container, ..) => *container != Container::MemRef,
                Made::Defined(_) | Made::Foreign(_) => return Verdict::Unknown,
                _ => false,
            },
            _ => match (name.strip_prefix("is"), self) {
                (Some(float), Made::Float(name)) => *name == float.to_lowercase(),
                (Some(_), Made::Int(..) | Made::Index | Made::Shaped(..))
                    if is_float_name(name) =>
                {
                    false
                }
                _ => return Verdict::Unknown,
            },
        };
        holds.into()
    }
}

/// Whether a method tests for one floating-point type, as `isF32` and `isBF16` do.
fn is_float_name(method: &str) -> bool {
    let name = method.strip_prefix("is").unwrap_or_default().to_lowercase();
    SCALARS
        .iter()
        .any(|it| matches!(it, Made::Float(float) if *float == name))
}

/// The name of a C++ class without a leading `::` and `mlir::`, which C++ code of dialects may omit.
pub(super) fn class_name(text: &str) -> &str {
    let text = text.trim();
    let text = text.strip_prefix("::").unwrap_or(text);
    text.strip_prefix("mlir::").unwrap_or(text)
}

/// The C++ class of a type or attribute of a dialect, with its namespace but without `mlir::`.
pub(super) fn full_class(rec: Rec) -> Option<String> {
    let class = rec.optional_string("cppClassName").ok()??;
    let dialect = rec.records().def_of(rec.field("dialect")?.value?)?;
    let namespace = Dialect(dialect).namespace().ok()?;
    Some(class_name(&format!("{namespace}::{class}")).to_owned())
}

/// Whether `class` may be the class `full`: its name equals `full`, or only lacks the first namespaces.
pub(super) fn is_same_class(full: &str, class: &str) -> bool {
    let rest = full.strip_suffix(class);
    rest.is_some_and(|it| it.is_empty() || it.ends_with("::"))
}

pub(super) fn has_interface(rec: Rec, class: &str) -> bool {
    let name = class.rsplit("::").next().unwrap_or(class);
    let traits = rec.list_of_defs("traits").unwrap_or_default();
    traits.into_iter().any(|it| {
        let own = it.optional_string("cppInterfaceName").ok().flatten();
        own.is_some_and(|it| it == name)
    })
}

impl<'a> Maker<'a> {
    /// The text of a type as MLIR prints it.
    pub(super) fn type_text(&self, ty: &Made<'a>) -> String {
        match ty {
            Made::Int(Sign::None, width) => format!("i{width}"),
            Made::Int(Sign::Signed, width) => format!("si{width}"),
            Made::Int(Sign::Unsigned, width) => format!("ui{width}"),
            Made::Float(name) => (*name).to_owned(),
            Made::Index => "index".to_owned(),
            Made::None => "none".to_owned(),
            Made::Function => "(i32) -> i32".to_owned(),
            Made::Complex(of) => format!("complex<{}>", self.type_text(of)),
            Made::Tuple(of) => format!("tuple<{}>", self.type_text(of)),
            Made::Shaped(container, shape, element) => {
                let name = match container {
                    Container::Tensor => "tensor",
                    Container::MemRef => "memref",
                    Container::Vector | Container::Scalable => "vector",
                };
                let dimension = |it: &i64| match container {
                    Container::Scalable => format!("[{it}]x"),
                    _ => format!("{it}x"),
                };
                let shape = shape.map(|it| it.iter().map(dimension).collect::<String>());
                let shape = shape.unwrap_or_else(|| "*x".to_owned());
                format!("{name}<{shape}{}>", self.type_text(element))
            }
            Made::Defined(rec) => self.definition(*rec).full,
            Made::Foreign(index) => FOREIGN[*index].1.to_owned(),
        }
    }
}
