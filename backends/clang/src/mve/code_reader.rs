//! Reads the code of an intrinsic from its dag.

use std::collections::BTreeMap;

use backend::{Dag, Diagnostic, Fatal, Rec, Records, Severity, ValueId, bail};
use elaborate::value::Node as Value;
use elaborate::value::print::{type_text, value};

use super::code::{Code, Function, Node, NodeId, Operand};
use super::type_reader::{Callee, Parameter, TypeReader};
use super::types::{ElementKind, Type};

/// The maximum nesting depth of dags.
const MAX_DEPTH: u32 = 256;
/// The maximum number of operations of an intrinsic. A short source text can expand to a large dag.
const MAX_NODES: usize = 1 << 20;

/// Reads the dag with the code of one intrinsic, and adds its operations to `code`.
pub(super) struct CodeReader<'r, 'a> {
    pub types: &'r mut TypeReader<'a>,
    pub parameter: &'r Parameter,
    /// The record that defines the intrinsic.
    pub def: Rec<'a>,
    pub code: Code,
    /// The named arguments of the intrinsic and the variables of the enclosing `seq`s, with their values. A later
    /// element hides an earlier element with the same name.
    pub scope: Vec<(&'static str, Operand)>,
}

impl<'a> CodeReader<'_, 'a> {
    fn records(&self) -> &'a Records {
        self.types.records
    }

    fn add(&mut self, node: Node) -> Result<Operand, Fatal> {
        if self.code.len() == MAX_NODES {
            bail!(self.def, "the code of an intrinsic has too many operations");
        }
        Ok(Some(self.code.add(node)))
    }

    fn literal(&mut self, number: u32) -> Result<Operand, Fatal> {
        let ty = self.types.u32();
        self.add(Node::Literal { ty, value: number })
    }

    /// Adds the operations that yield the value of an argument. If `is_promoted` is set, small integers are widened to
    /// 32 bits and predicates are converted to vectors.
    pub(super) fn argument(
        &mut self,
        index: usize,
        ty: &Type,
        is_promoted: bool,
        is_immediate: bool,
    ) -> Result<Operand, Fatal> {
        let argument = self.add(Node::Argument {
            index,
            is_address: matches!(ty, Type::Pointer(_)),
            is_immediate,
        })?;
        let is_small = |ty: &Type| match ty {
            Type::Scalar(scalar) => scalar.element.kind != ElementKind::Float && ty.bits() < 32,
            Type::Predicate(_) => true,
            _ => false,
        };
        if !is_promoted || !is_small(ty) {
            return Ok(argument);
        }
        let wide = Node::IntCast {
            ty: self.types.u32(),
            of: argument,
        };
        let wide = self.add(wide)?;
        match ty {
            Type::Predicate(_) => self.add(Node::Intrinsic {
                name: "arm_mve_pred_i2v".to_owned(),
                types: vec![ty.clone()],
                args: vec![wide],
            }),
            _ => Ok(wide),
        }
    }

    /// Adds the operations of `dag`. Returns the last operation, whose value is the value of the dag.
    pub(super) fn dag(&mut self, dag: Dag<'a>) -> Result<Operand, Fatal> {
        self.dag_at(dag, 0)
    }

    fn dag_at(&mut self, dag: Dag<'a>, depth: u32) -> Result<Operand, Fatal> {
        let records = self.records();
        if depth == MAX_DEPTH {
            bail!(
                records,
                "the code of an intrinsic has too many dags in each other"
            );
        }
        let Some(op) = dag.op_def() else {
            bail!(
                records,
                "the operator of a dag in an intrinsic's code is not a record"
            );
        };
        match op.name() {
            "seq" => self.sequence(dag, depth),
            _ if op.is_a("Type") => self.cast(op, dag, depth),
            "address" => self.address(dag, depth),
            "unsignedflag" => {
                let is_unsigned = |ty: &Type| match ty {
                    Type::Scalar(scalar) => {
                        Some((scalar.element.kind == ElementKind::Unsigned).into())
                    }
                    _ => None,
                };
                self.about_type(dag, "unsignedflag", is_unsigned)
            }
            "bitsize" => {
                let bits = |ty: &Type| match ty {
                    Type::Scalar(_) => Some(ty.bits()),
                    _ => None,
                };
                self.about_type(dag, "bitsize", bits)
            }
            _ => self.call(op, dag, depth),
        }
    }

    /// Adds the operations of a `seq`. The value of each inner dag is computed after the value of the previous inner
    /// dag, even if it does not use the previous value.
    fn sequence(&mut self, dag: Dag<'a>, depth: u32) -> Result<Operand, Fatal> {
        let records = self.records();
        let outer = self.scope.len();
        let mut last: Operand = None;
        for (v, name) in dag.args() {
            let Some(inner) = records.dag(v) else {
                bail!(records, "'seq' has an argument that is not a dag");
            };
            let operand = self.dag_at(inner, depth + 1)?;
            if let Some(name) = name {
                self.scope.push((name, operand));
            }
            if let Some(before) = last {
                let id = self.used(operand)?;
                self.code.follow(id, before);
            }
            last = operand;
        }
        self.scope.truncate(outer);
        Ok(last)
    }

    fn cast(&mut self, op: Rec, dag: Dag<'a>, depth: u32) -> Result<Operand, Fatal> {
        let records = self.records();
        if dag.len() != 1 {
            bail!(records, "Type casts should have exactly one argument");
        }
        let ty = self.types.read(op, self.parameter)?;
        let of = self.arg(dag, 0, depth)?;
        match ty {
            Type::Scalar(scalar) if scalar.element.kind != ElementKind::Float => {
                let id = self.used(of)?;
                let ty = Some(scalar);
                match *self.code.node(id) {
                    Node::Literal { value, .. } => self.add(Node::Literal { ty, value }),
                    _ => self.add(Node::IntCast { ty, of }),
                }
            }
            Type::Pointer(_) => self.add(Node::PointerCast { ty, of }),
            _ => bail!(records, "Unsupported type cast"),
        }
    }

    fn address(&mut self, dag: Dag<'a>, depth: u32) -> Result<Operand, Fatal> {
        let records = self.records();
        if dag.len() != 2 {
            bail!(records, "'address' should have two arguments");
        }
        let of = self.arg(dag, 0, depth)?;
        let pointer = match records.dag(dag.arg(0)) {
            Some(cast) => Some(self.types.value(cast.op(), self.parameter)?),
            None => None,
        };
        let Some(Type::Pointer(pointer)) = pointer else {
            bail!(records, "'address' pointer argument should be a pointer");
        };
        let Value::Int(alignment) = *records.node(dag.arg(1)) else {
            bail!(records, "'address' alignment argument should be an integer");
        };
        self.add(Node::Address {
            of,
            ty: pointer.to.clone(),
            alignment: alignment as u32,
        })
    }

    /// Adds a literal for the operator `name`, whose argument is a scalar type. `number` computes the literal from the
    /// type.
    fn about_type(
        &mut self,
        dag: Dag<'a>,
        name: &str,
        number: impl FnOnce(&Type) -> Option<u32>,
    ) -> Result<Operand, Fatal> {
        let records = self.records();
        if dag.len() != 1 {
            bail!(records, "{name} should have exactly one argument");
        }
        let ty = records.def_of(dag.arg(0)).filter(|it| it.is_a("Type"));
        let Some(ty) = ty else {
            bail!(records, "{name}'s argument should be a type");
        };
        match number(&self.types.read(ty, self.parameter)?) {
            Some(number) => self.literal(number),
            None => bail!(records, "{name}'s argument should be a scalar type"),
        }
    }

    /// Adds a call of a C++ function or an LLVM intrinsic.
    fn call(&mut self, op: Rec<'a>, dag: Dag<'a>, depth: u32) -> Result<Operand, Fatal> {
        let mut args = Vec::with_capacity(dag.len());
        for index in 0..dag.len() {
            args.push(self.arg(dag, index, depth)?);
        }
        match self.callee(op)? {
            Callee::Function(function) => self.add(Node::Call { function, args }),
            Callee::Intrinsic {
                name,
                types: records,
                has_kind,
            } => {
                let mut types = Vec::with_capacity(records.len());
                for rec in records.iter() {
                    types.push(self.types.read(*rec, self.parameter)?);
                }
                let mut name = String::from(&*name);
                if has_kind {
                    let Type::Scalar(scalar) = &self.parameter.ty else {
                        bail!(op, "an intrinsic without a scalar parameter has no kind");
                    };
                    name.push('_');
                    name.push(scalar.element.kind.letter());
                }
                self.add(Node::Intrinsic { name, types, args })
            }
        }
    }

    fn callee(&mut self, op: Rec<'a>) -> Result<Callee<'a>, Fatal> {
        let key = op.name_value();
        if let Some(known) = self.types.callees.get(&key) {
            return Ok(known.clone());
        }
        let callee = read_callee(op)?;
        self.types.callees.insert(key, callee.clone());
        Ok(callee)
    }

    /// Adds the operations of the argument `index` of a dag.
    fn arg(&mut self, dag: Dag<'a>, index: usize, depth: u32) -> Result<Operand, Fatal> {
        let records = self.records();
        let v = dag.arg(index);
        if let Some(name) = dag.arg_name(index) {
            if v != ValueId::UNSET {
                let message = "dag operator argument should not have both a value and a name";
                bail!(records, "{message}");
            }
            let known = self.scope.iter().rev().find(|(it, _)| *it == name);
            return match known {
                Some((_, operand)) => Ok(*operand),
                None => bail!(records, "unrecognized variable name '{name}'"),
            };
        }
        if let Some(inner) = records.dag(v) {
            return self.dag_at(inner, depth + 1);
        }
        match records.node(v) {
            Value::Bit(bit) => self.literal((*bit).into()),
            Value::Int(number) => self.literal(*number as u32),
            _ => match records.def_of(v).filter(|it| it.is_a("Type")) {
                Some(ty) => {
                    let ty = self.types.read(ty, self.parameter)?;
                    self.add(Node::Type(ty))
                }
                None => Err(bad_argument(records, dag, index)),
            },
        }
    }

    /// The id of an operand's operation. An error if the operand is an empty `seq`.
    fn used(&self, operand: Operand) -> Result<NodeId, Fatal> {
        match operand {
            Some(id) => Ok(id),
            None => bail!(self.records(), "an empty 'seq' has no value"),
        }
    }
}

fn read_callee(op: Rec) -> Result<Callee, Fatal> {
    if op.is_a("IRBuilderBase") {
        let mut numbers = BTreeMap::new();
        for special in op.list_of_defs("special_params")? {
            let index = special.int("index")? as u32 as usize;
            // Parameters that are addresses (`IRBuilderAddrParam`) are IR values, even if they are integers as well.
            if !special.is_a("IRBuilderAddrParam") && special.is_a("IRBuilderIntParam") {
                numbers.insert(index, special.string("type")?.into_owned());
            }
        }
        return Ok(Callee::Function(Function {
            prefix: op.string("prefix")?.into(),
            numbers: numbers.into(),
        }));
    }
    if !op.is_a("IRIntBase") {
        bail!(op.records(), "Unsupported dag node {}", op.name());
    }
    let types = op.list_of_defs("params")?;
    let name = op.string("intname")?;
    Ok(Callee::Intrinsic {
        name: name.into(),
        types: types.into(),
        has_kind: op.bit("appendKind")?,
    })
}

fn bad_argument(records: &Records, dag: Dag, index: usize) -> Fatal {
    let (names, v) = (records.names(), dag.arg(index));
    let message = "bad DAG argument type for code generation".to_owned();
    let error = Diagnostic::new(Severity::Error, None, message)
        .with_note(None, format!("DAG: {}", value(&names, dag.v)));
    let error = match records.values.type_of(v) {
        Some(ty) => {
            let ty = type_text(&records.values, ty);
            error.with_note(None, format!("argument type: {ty}"))
        }
        None => error,
    };
    let note = format!("argument number {index}: {}", value(&names, v));
    Box::new(error.with_note(None, note))
}
