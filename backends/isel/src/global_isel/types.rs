//! The types of registers in GlobalISel.

use std::collections::BTreeMap;
use std::fmt;

use backend::{Context, Output, RecordId};
use target_model::value_types::ValueType;

/// A type of values in generic instructions. In a table, types are numbered in ascending order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LowLevelType {
    /// An address.
    Pointer {
        /// The number of the address space.
        address_space: u32,
        /// The size in bits.
        size: u32,
    },
    /// An integer or floating-point number.
    Scalar {
        /// The size in bits.
        size: u32,
    },
    /// A vector of numbers.
    Vector {
        /// Whether the number of elements is a multiple of `count` that is known only at run time.
        is_scalable: bool,
        /// The number of elements, or the minimum if the vector is scalable.
        count: u32,
        /// The size of an element in bits.
        element: u32,
    },
}

impl LowLevelType {
    /// The low-level type of a value type; `None` for types without a size, such as those of control flow.
    pub fn new(ty: ValueType) -> Option<LowLevelType> {
        let name = ty.name();
        let scalable = name.strip_prefix("nxv");
        let vector = scalable.or_else(|| name.strip_prefix('v'));
        let Some(shape) = vector else {
            return scalar_size(name).map(|size| LowLevelType::Scalar { size });
        };
        let digits = shape.find(|it: char| !it.is_ascii_digit())?;
        let (count, element) = (
            shape[..digits].parse().ok()?,
            scalar_size(&shape[digits..])?,
        );
        let is_scalable = scalable.is_some();
        Some(match count {
            // A vector with one element is a scalar.
            1 if !is_scalable => LowLevelType::Scalar { size: element },
            _ => LowLevelType::Vector {
                is_scalable,
                count,
                element,
            },
        })
    }

    /// The size in bits, or the minimum if the vector is scalable.
    pub fn size_in_bits(self) -> u32 {
        match self {
            LowLevelType::Pointer { size, .. } | LowLevelType::Scalar { size } => size,
            LowLevelType::Vector { count, element, .. } => count * element,
        }
    }

    /// The C++ expression that constructs the type.
    fn constructor(self) -> String {
        match self {
            LowLevelType::Pointer {
                address_space,
                size,
            } => format!("LLT::pointer({address_space}, {size})"),
            LowLevelType::Scalar { size } => format!("LLT::scalar({size})"),
            LowLevelType::Vector {
                is_scalable,
                count,
                element,
            } => {
                let kind = if is_scalable { "Scalable" } else { "Fixed" };
                format!("LLT::vector(ElementCount::get{kind}({count}), {element})")
            }
        }
    }
}

/// The size in bits of the scalar type with this name; `None` for other names.
fn scalar_size(name: &str) -> Option<u32> {
    let bits = match name {
        "ppcf128" => "128",
        "bf16" => "16",
        _ => name.strip_prefix(['i', 'f'])?,
    };
    bits.parse().ok()
}

/// Writes the name of the type's enumerator.
impl fmt::Display for LowLevelType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            LowLevelType::Pointer {
                address_space,
                size: 0,
            } => write!(f, "GILLT_p{address_space}"),
            LowLevelType::Pointer {
                address_space,
                size,
            } => write!(f, "GILLT_p{address_space}s{size}"),
            LowLevelType::Scalar { size } => write!(f, "GILLT_s{size}"),
            LowLevelType::Vector {
                is_scalable,
                count,
                element,
            } => {
                let prefix = if is_scalable { "nxv" } else { "v" };
                write!(f, "GILLT_{prefix}{count}s{element}")
            }
        }
    }
}

/// The type of a register that a rule creates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RegisterType {
    Known(LowLevelType),
    /// The type that was recorded under this id, which is negative.
    Recorded(i64),
}

/// The types that rules mention, in ascending order, each with the records of the rules that mention it.
#[derive(Default)]
pub(crate) struct Types {
    users: BTreeMap<LowLevelType, Vec<RecordId>>,
    list: Vec<LowLevelType>,
}

impl Types {
    /// Collects the types in `mentioned`, which contains each type with the record of a rule that mentions it.
    pub(crate) fn new(mentioned: impl IntoIterator<Item = (LowLevelType, RecordId)>) -> Types {
        let mut users: BTreeMap<LowLevelType, Vec<RecordId>> = BTreeMap::new();
        for (ty, user) in mentioned {
            let users = users.entry(ty).or_default();
            if users.last() != Some(&user) {
                users.push(user);
            }
        }
        let list = users.keys().copied().collect();
        Types { users, list }
    }

    /// The index of a type among the types that rules mention; -1 if no rule mentions the type.
    pub(crate) fn number(&self, ty: LowLevelType) -> i64 {
        self.list.binary_search(&ty).map_or(-1, |at| at as i64)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Writes the enumeration of the types and the table of the types.
    pub(crate) fn push(&self, cx: &Context, out: &mut Output) {
        let each = |out: &mut Output, text: &dyn Fn(LowLevelType) -> String| {
            for (ty, users) in &self.users {
                out.sources(|| users.iter().map(|it| cx.records.rec(*it)));
                writeln!(out, "  {},", text(*ty));
            }
            out.no_source();
        };
        out.push("// LLT Objects.\nenum {\n");
        each(out, &|ty| ty.to_string());
        let count = self.list.len();
        write!(
            out,
            "}};\nconst static size_t NumTypeObjects = {count};\nconst static LLT TypeObjects[] = {{\n"
        );
        each(out, &|ty| ty.constructor());
        out.push("};\n\n");
    }
}
