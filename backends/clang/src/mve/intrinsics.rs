//! The intrinsics that the records of MVE or CDE define.

use std::collections::BTreeMap;
use std::sync::Arc;

use backend::{Context, Dag, Fatal, Model, Rec, RecordId, Records, bail, record_class};
use elaborate::value::Node as Value;

use super::code::Code;
use super::code_reader::CodeReader;
use super::type_reader::{Parameter, Scalars, TypeReader};
use super::types::Type;

record_class! {
    /// A family of intrinsics: one for each type in `parameters`.
    struct IntrinsicDef("Intrinsic") {
        parameters: list_of_defs("params"),
        result: def("ret"),
        arguments: dag("args"),
        code: dag("codegen"),
        naming: def("pnt"),
        letter: string("overrideKindLetter"),
        extension: string("builtinExtension"),
        is_polymorphic_only: bit("polymorphicOnly"),
        is_unevaluated: bit("nonEvaluating"),
        is_header_only: bit("headerOnly"),
    }
}

/// The intrinsics of a unit, in byte order of their full names, and its scalars. If several intrinsics have the same
/// full name, only the last is kept.
///
/// It is an error if a field is missing, a type cannot be constructed or code is invalid.
pub(super) struct Intrinsics {
    pub scalars: Scalars,
    pub list: Vec<Intrinsic>,
}

/// One function of the header, and its builtin.
pub(super) struct Intrinsic {
    pub record: RecordId,
    pub full_name: String,
    /// The overloaded name. Intrinsics for other types may have the same overloaded name. Equal to `full_name` if the
    /// intrinsic is not overloaded.
    pub short_name: String,
    /// The architecture extension that is part of the builtin's name: `mve` or `cde`.
    pub extension: Arc<str>,
    pub is_polymorphic_only: bool,
    /// Whether the builtin does not evaluate its arguments.
    pub is_unevaluated: bool,
    /// Whether only the header contains the intrinsic. It then has no checks, aliases or generated code.
    pub is_header_only: bool,
    pub result: Type,
    pub arguments: Vec<Type>,
    /// The constraints on the arguments that must be constants, keyed by the index of the argument.
    pub immediates: BTreeMap<usize, Immediate>,
    pub body: Body,
}

/// The admissible values of a constant argument. Numbers have the same widths as in the reference, so they wrap around
/// at the same values.
pub(super) struct Immediate {
    pub bounds: Bounds,
    pub ty: Type,
    /// The name of the additional check, if there is one, and its argument, which may be empty.
    pub extra: Option<(String, String)>,
}

#[derive(Clone, Copy)]
pub(super) enum Bounds {
    Range(i64, i64),
    /// All unsigned numbers of this width in bits.
    Unsigned(u32),
}

/// How Clang generates code for the builtin.
pub(super) enum Body {
    Generated(Code),
    /// Handwritten code, which reads these variables.
    Custom(BTreeMap<String, String>),
}

impl Model for Intrinsics {
    fn build(cx: &Context) -> Result<Intrinsics, Fatal> {
        let mut types = TypeReader::new(cx.records)?;
        let mut by_name = BTreeMap::new();
        for def in IntrinsicDef::all(cx.records)? {
            for intrinsic in read_family(&mut types, def)? {
                by_name.insert(intrinsic.full_name.clone(), intrinsic);
            }
        }
        Ok(Intrinsics {
            scalars: types.scalars,
            list: by_name.into_values().collect(),
        })
    }
}

impl Intrinsics {
    /// The intrinsics of one record in the order of its parameters.
    pub(super) fn read(records: &Records, def: Rec) -> Result<Vec<Intrinsic>, Fatal> {
        read_family(&mut TypeReader::new(records)?, IntrinsicDef(def))
    }
}

impl Intrinsic {
    pub(super) fn is_polymorphic(&self) -> bool {
        self.short_name != self.full_name
    }

    fn types(&self) -> impl Iterator<Item = &Type> {
        [&self.result].into_iter().chain(&self.arguments)
    }

    pub(super) fn needs_float(&self) -> bool {
        self.types().any(Type::needs_float)
    }

    pub(super) fn needs_mve(&self) -> bool {
        self.types().any(Type::needs_mve)
    }

    /// The name of the builtin without `__builtin_`.
    pub(super) fn builtin(&self) -> String {
        format!("arm_{}_{}", self.extension, self.full_name)
    }

    /// The C declaration under `name`, without a semicolon. An error if a type has no name in C.
    pub(super) fn declaration(&self, records: &Records, name: &str) -> Result<String, Fatal> {
        let c_name = |ty: &Type| {
            let error = |message| records.rec(self.record).fatal(message);
            ty.c_name().map_err(error)
        };
        let result = c_name(&self.result)?;
        let space = if result.ends_with('*') { "" } else { " " };
        let arguments: Vec<_> = self
            .arguments
            .iter()
            .map(c_name)
            .collect::<Result<_, _>>()?;
        let arguments = arguments.join(", ");
        Ok(format!("{result}{space}{name}({arguments})"))
    }
}

fn read_family<'a>(
    types: &mut TypeReader<'a>,
    def: IntrinsicDef<'a>,
) -> Result<Vec<Intrinsic>, Fatal> {
    let (mut family, mut common) = (Vec::new(), None);
    for parameter in def.parameters()? {
        let parameter = types.parameter(parameter)?;
        family.push(read(types, def, &parameter, &mut common)?);
    }
    Ok(family)
}

/// The fields that do not depend on the parameter. They are read with the first parameter, as in the reference.
struct Common<'a> {
    /// The number of parts that the full name loses at its end to become the short name. Parts are separated by `_`. If
    /// one of the remaining parts equals `extra`, the last such part is removed as well.
    dropped: usize,
    extra: Option<String>,
    extension: Arc<str>,
    is_polymorphic_only: bool,
    is_unevaluated: bool,
    is_header_only: bool,
    arguments: Dag<'a>,
}

fn read_common(def: IntrinsicDef) -> Result<Common, Fatal> {
    let naming = def.naming()?;
    Ok(Common {
        dropped: naming.int("NumTypeSuffixesToDiscard")? as u32 as usize,
        extra: text_if_set(naming, "ExtraSuffixToDiscard")?,
        extension: def.extension()?.into(),
        is_polymorphic_only: def.is_polymorphic_only()?,
        is_unevaluated: def.is_unevaluated()?,
        is_header_only: def.is_header_only()?,
        arguments: def.arguments()?,
    })
}

fn read<'a>(
    types: &mut TypeReader<'a>,
    def: IntrinsicDef<'a>,
    parameter: &Parameter,
    common: &mut Option<Common<'a>>,
) -> Result<Intrinsic, Fatal> {
    let result = types.read(def.result()?, parameter)?;
    let base_name = if def.is_a("NameOverride") {
        def.string("basename")?
    } else {
        def.name().into()
    };
    let letter = def.letter()?;
    let Some(suffix) = parameter.ty.suffix(&letter) else {
        bail!(def.records(), "no ACLE suffix available for this type");
    };
    let full_name = format!("{base_name}{suffix}");
    let common = match common {
        Some(common) => common,
        None => common.insert(read_common(def)?),
    };
    let short_name = short_name(def, common, &full_name)?;

    let mut code = CodeReader {
        types,
        parameter,
        def: *def,
        code: Code::default(),
        scope: Vec::new(),
    };
    let (mut arguments, mut immediates) = (Vec::new(), BTreeMap::new());
    for (index, (v, name)) in common.arguments.args().enumerate() {
        let rec = def.records().def_of(v);
        let is_promoted = !rec.is_some_and(|it| it.is_a("unpromoted"));
        let ty = code.types.value(v, parameter)?;
        let immediate = rec.filter(|it| it.is_a("Immediate"));
        if let Some(immediate) = immediate {
            let immediate = read_immediate(code.types, immediate, &ty, parameter)?;
            immediates.insert(index, immediate);
        }
        if let Some(name) = name {
            let value = code.argument(index, &ty, is_promoted, immediate.is_some())?;
            code.scope.push((name, value));
        }
        arguments.push(ty);
    }
    Ok(Intrinsic {
        record: def.id(),
        full_name,
        short_name,
        extension: common.extension.clone(),
        is_polymorphic_only: common.is_polymorphic_only,
        is_unevaluated: common.is_unevaluated,
        is_header_only: common.is_header_only,
        result,
        arguments,
        immediates,
        body: read_body(def, code)?,
    })
}

fn short_name(def: IntrinsicDef, common: &Common, full_name: &str) -> Result<String, Fatal> {
    let mut parts: Vec<_> = full_name.split('_').collect();
    let Some(kept) = parts.len().checked_sub(common.dropped) else {
        bail!(
            *def,
            "'{full_name}' has less than {} parts to be left out",
            common.dropped
        );
    };
    parts.truncate(kept);
    if let Some(extra) = &common.extra
        && let Some(at) = parts.iter().rposition(|part| part == extra)
    {
        parts.remove(at);
    }
    Ok(parts.join("_"))
}

/// The string in a field; `None` if it is `?`. An error if the field is missing.
fn text_if_set(rec: Rec, field: &str) -> Result<Option<String>, Fatal> {
    if rec.is_unset(field) {
        Ok(None)
    } else {
        Ok(Some(rec.string(field)?.into_owned()))
    }
}

fn read_immediate(
    types: &mut TypeReader,
    immediate: Rec,
    ty: &Type,
    parameter: &Parameter,
) -> Result<Immediate, Fatal> {
    let rule = immediate.def("bounds")?;
    let bounds = match rule.name() {
        _ if rule.is_a("IB_ConstRange") => Bounds::Range(rule.int("lo")?, rule.int("hi")?),
        "IB_UEltValue" => Bounds::Unsigned(parameter.ty.bits()),
        "IB_LaneIndex" => match 128_u32.checked_div(parameter.ty.bits()) {
            Some(lanes) => Bounds::Range(0, lanes.wrapping_sub(1).into()),
            None => bail!(immediate, "the parameter of a lane's index has no size"),
        },
        _ if rule.is_a("IB_EltBit") => {
            let base = rule.int("base")?;
            let bits = types.read(rule.def("type")?, parameter)?.bits();
            let last = base.wrapping_add(bits.into()).wrapping_sub(1);
            Bounds::Range(base, last)
        }
        _ => bail!(immediate.records(), "unrecognised ImmediateBounds subclass"),
    };
    let mut extra = None;
    if let Some(check) = text_if_set(immediate, "extra")? {
        let argument = text_if_set(immediate, "extraarg")?.unwrap_or_default();
        extra = (!check.is_empty()).then_some((check, argument));
    }
    Ok(Immediate {
        bounds,
        ty: ty.clone(),
        extra,
    })
}

fn read_body<'a>(def: IntrinsicDef<'a>, mut code: CodeReader<'_, 'a>) -> Result<Body, Fatal> {
    let dag = def.code()?;
    if let Some(op) = dag.op_def().filter(|op| op.is_a("CustomCodegen")) {
        return Ok(Body::Custom(read_custom(op, dag)?));
    }
    code.code.root = code.dag(dag)?;
    Ok(match code.code.root {
        Some(_) => Body::Generated(code.code),
        None => Body::Custom(BTreeMap::new()),
    })
}

/// The variables that handwritten code reads, with their values.
fn read_custom(op: Rec, dag: Dag) -> Result<BTreeMap<String, String>, Fatal> {
    let records = dag.records();
    let mut variables = BTreeMap::new();
    let kind = format!("CustomCodeGen::{}", op.string("type")?);
    variables.insert("CustomCodeGenType".to_owned(), kind);
    for (v, name) in dag.args() {
        let Some(name) = name else {
            bail!(records, "Operands to CustomCodegen should have names");
        };
        let text = match records.node(v) {
            Value::Int(number) => number.to_string(),
            _ => match op.text_of(v) {
                Some(text) => text.into_owned(),
                None => bail!(records, "Operands to CustomCodegen should be integers"),
            },
        };
        variables.insert(name.to_owned(), text);
    }
    Ok(variables)
}
