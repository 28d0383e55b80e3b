//! Reading types from records and dags.

use std::collections::BTreeMap;
use std::sync::Arc;

use backend::{Dag, Fatal, Rec, Records, ValueId, bail, record_class};
use rustc_hash::FxHashMap;

use super::code::Function;
use super::types::{Element, ElementKind, Pointer, Scalar, Type, Vector};

record_class! {
    struct PrimitiveDef("PrimitiveType") {
        kind: string("kind"),
        size: int("size"),
        own_name: string("nameOverride"),
    }
}

/// Scalar types, keyed by the names of their records; `None` caches a failed lookup.
pub(super) type Scalars = BTreeMap<String, Option<Arc<Scalar>>>;

/// The type parameter of an intrinsic: its record and its type. The records `Scalar` and `Vector`, which the types of a
/// family use, are derived from this type.
#[derive(Clone)]
pub(super) struct Parameter {
    pub record: ValueId,
    pub ty: Type,
}

/// The maximum nesting depth of types.
const MAX_DEPTH: u32 = 256;

const NO_TYPE: &str = "Could not convert this value into a type";

pub(super) struct TypeReader<'a> {
    pub records: &'a Records,
    pub scalars: Scalars,
    /// Pointer types, keyed by their C name. Pointers with the same C name are the same type.
    pointers: FxHashMap<String, Type>,
    /// Vector types. The key consists of the kind and the width of their elements and the number of lanes.
    vectors: FxHashMap<(u32, u32, Option<u32>), Type>,
    /// The type that a record describes for a type parameter. The key is the parameter's record, then the described
    /// type's record.
    known: FxHashMap<(ValueId, ValueId), Type>,
    /// The callees of operators in code, keyed by the operators' records.
    pub callees: FxHashMap<ValueId, Callee<'a>>,
}

/// The C++ function or the LLVM intrinsic that an operator in an intrinsic's code calls.
#[derive(Clone)]
pub(super) enum Callee<'a> {
    Function(Function),
    Intrinsic {
        name: Arc<str>,
        types: Arc<[Rec<'a>]>,
        /// Whether the letter of the parameter's kind is appended to the name.
        has_kind: bool,
    },
}

impl<'a> TypeReader<'a> {
    /// Reads all scalar types.
    pub(super) fn new(records: &'a Records) -> Result<TypeReader<'a>, Fatal> {
        let mut scalars = Scalars::new();
        for primitive in PrimitiveDef::all(records)? {
            let scalar = read_scalar(primitive)?;
            scalars.insert(primitive.name().to_owned(), Some(Arc::new(scalar)));
        }
        Ok(TypeReader {
            records,
            scalars,
            pointers: FxHashMap::default(),
            vectors: FxHashMap::default(),
            known: FxHashMap::default(),
            callees: FxHashMap::default(),
        })
    }

    /// The type of literals in code. `None` if no record defines `u32`.
    pub(super) fn u32(&mut self) -> Option<Arc<Scalar>> {
        if let Some(known) = self.scalars.get("u32") {
            return known.clone();
        }
        self.scalars.insert("u32".to_owned(), None);
        None
    }

    /// Reads an entry of a family's list of parameters. The type of the entry must not itself refer to a parameter.
    pub(super) fn parameter(&mut self, rec: Rec) -> Result<Parameter, Fatal> {
        let nothing = Parameter {
            record: ValueId::UNSET,
            ty: Type::Void,
        };
        Ok(Parameter {
            record: rec.name_value(),
            ty: self.record(rec, &nothing, 0)?,
        })
    }

    /// The type that a record describes for `parameter`.
    pub(super) fn read(&mut self, rec: Rec, parameter: &Parameter) -> Result<Type, Fatal> {
        self.record(rec, parameter, 0)
    }

    /// The type that `v` describes for `parameter`. `v` is a record or a dag.
    pub(super) fn value(&mut self, v: ValueId, parameter: &Parameter) -> Result<Type, Fatal> {
        self.value_at(v, parameter, 0)
    }

    fn value_at(&mut self, v: ValueId, parameter: &Parameter, depth: u32) -> Result<Type, Fatal> {
        if let Some(dag) = self.records.dag(v) {
            return self.dag(dag, parameter, depth);
        }
        match self.records.def_of(v) {
            Some(rec) => self.record(rec, parameter, depth),
            None => bail!(self.records, "{NO_TYPE}"),
        }
    }

    fn record(&mut self, rec: Rec, parameter: &Parameter, depth: u32) -> Result<Type, Fatal> {
        let key = (parameter.record, rec.name_value());
        if let Some(ty) = self.known.get(&key) {
            return Ok(ty.clone());
        }
        let ty = self.make(rec, parameter, depth)?;
        self.known.insert(key, ty.clone());
        Ok(ty)
    }

    fn make(&mut self, rec: Rec, parameter: &Parameter, depth: u32) -> Result<Type, Fatal> {
        if depth == MAX_DEPTH {
            bail!(rec, "the type is made of too many others");
        }
        let rec = match rec {
            _ if rec.is_a("Immediate") => rec.def("type")?,
            _ if rec.is_a("unpromoted") => rec.def("underlying_type")?,
            _ => rec,
        };
        if rec.name() == "Void" {
            return Ok(Type::Void);
        }
        if rec.is_a("PrimitiveType") {
            let scalar = self.scalars.get(rec.name()).cloned().flatten();
            return match scalar {
                Some(scalar) => Ok(Type::Scalar(scalar)),
                None => bail!(rec, "this scalar is not defined"),
            };
        }
        if rec.is_a("ComplexType") {
            return self.dag(rec.dag("spec")?, parameter, depth + 1);
        }
        bail!(rec, "Could not convert this record into a type")
    }

    /// The type that a dag constructs from other types.
    fn dag(&mut self, dag: Dag, parameter: &Parameter, depth: u32) -> Result<Type, Fatal> {
        let records = self.records;
        let op = dag.op_def().filter(|op| op.is_a("ComplexTypeOp"));
        let Some(op) = op else {
            let message = "Expected ComplexTypeOp as dag operator in type expression";
            bail!(records, "{message}");
        };
        match op.name() {
            "CTO_Parameter" => {
                if matches!(parameter.ty, Type::Void) {
                    bail!(records, "Parametric type in unparametrised context");
                }
                Ok(parameter.ty.clone())
            }
            "CTO_Vec" => {
                let element = self.arg(op, dag, 0, parameter, depth)?;
                let lanes = match dag.len() {
                    1 => match 128_u32.checked_div(element.bits()) {
                        Some(lanes) => Some(lanes),
                        None => bail!(op, "a vector's elements have no size"),
                    },
                    _ => match self.arg(op, dag, 1, parameter, depth)? {
                        Type::Vector(vector) => vector.lanes,
                        Type::MultiVector(_, count) => Some(count),
                        _ => None,
                    },
                };
                Ok(self.vector(element, lanes))
            }
            "CTO_Pred" => {
                let ty = self.arg(op, dag, 0, parameter, depth)?;
                match 128_u32.checked_div(ty.bits()) {
                    Some(lanes) => Ok(Type::Predicate(lanes)),
                    None => bail!(op, "the type of a predicate has no size"),
                }
            }
            _ if op.is_a("CTO_Tuple") => {
                let count = op.int("n")? as u32;
                let one = self.arg(op, dag, 0, parameter, depth)?;
                if one.c_stem().is_none() {
                    bail!(op, "CTO_Tuple requires a vector type");
                }
                Ok(Type::MultiVector(Arc::new(one), count))
            }
            _ if op.is_a("CTO_Pointer") => {
                let to = self.arg(op, dag, 0, parameter, depth)?;
                let is_const = op.bit("const")?;
                let pointer = Type::Pointer(Arc::new(Pointer { to, is_const }));
                Ok(match pointer.c_name() {
                    Ok(name) => self.pointers.entry(name).or_insert(pointer).clone(),
                    Err(_) => pointer,
                })
            }
            "CTO_CopyKind" => {
                let bits = self.arg(op, dag, 0, parameter, depth)?.bits();
                let kind = self.arg(op, dag, 1, parameter, depth)?.kind_number();
                self.find_scalar(kind, bits, "CopyKind")
            }
            _ if op.is_a("CTO_ScaleSize") => {
                let ty = self.arg(op, dag, 0, parameter, depth)?;
                let (times, parts) = (op.int("num")? as u32, op.int("denom")? as u32);
                let Some(bits) = ty.bits().wrapping_mul(times).checked_div(parts) else {
                    bail!(op, "a size is divided by zero");
                };
                self.find_scalar(ty.kind_number(), bits, "ScaleSize")
            }
            _ => bail!(records, "Bad operator in type dag expression"),
        }
    }

    fn arg(
        &mut self,
        op: Rec,
        dag: Dag,
        index: usize,
        parameter: &Parameter,
        depth: u32,
    ) -> Result<Type, Fatal> {
        if depth == MAX_DEPTH {
            bail!(op, "the type is made of too many others");
        }
        match dag.args().nth(index) {
            Some((v, _)) => self.value_at(v, parameter, depth + 1),
            // The reference reads past the end of the arguments.
            None => bail!(self.records, "{NO_TYPE}"),
        }
    }

    fn vector(&mut self, element: Type, lanes: Option<u32>) -> Type {
        let key = (element.kind_number(), element.bits(), lanes);
        let make = || Type::Vector(Arc::new(Vector { element, lanes }));
        self.vectors.entry(key).or_insert_with(make).clone()
    }

    /// The scalar type with the given kind and width; of several such types, the first by name. `purpose` is named in
    /// the error about a missing type.
    fn find_scalar(&self, kind: u32, bits: u32, purpose: &str) -> Result<Type, Fatal> {
        for (name, scalar) in &self.scalars {
            match scalar {
                Some(it) => {
                    if it.element.kind as u32 == kind && it.element.bits == bits {
                        return Ok(Type::Scalar(it.clone()));
                    }
                }
                None => bail!(self.records, "no PrimitiveType is called '{name}'"),
            }
        }
        bail!(self.records, "Cannot find a type to satisfy {purpose}")
    }
}

fn read_scalar(primitive: PrimitiveDef) -> Result<Scalar, Fatal> {
    let kind = match &*primitive.kind()? {
        "u" => ElementKind::Unsigned,
        "f" => ElementKind::Float,
        // The usual letter is `s`; the reference also accepts any other text.
        _ => ElementKind::Signed,
    };
    let bits = primitive.size()? as u32;
    let own_name = primitive.own_name()?.into_owned();
    Ok(Scalar {
        record: primitive.id(),
        element: Element { kind, bits },
        own_name: (!own_name.is_empty()).then_some(own_name),
    })
}
