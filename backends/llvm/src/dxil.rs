//! `-gen-dxil-operation`: the operations of DXIL, DirectX's intermediate language.

mod since_21;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::BTreeMap;

use backend::offset_table::{OffsetTable, chars};
use backend::{
    Backend, Context, Fatal, LONG_STRING_LITERALS, Needs, Output, Rec, Release, std_sort,
};
use elaborate::value::print::value;
use target_model::value_types;

pub(crate) const BACKEND: Backend = Backend {
    // LLVM 21 replaced the class `DXILOpMapping` by `DXILOp`.
    needs: Needs::AnyOf(&["DXILOpMapping", "DXILOp"]),
    options: &[LONG_STRING_LITERALS],
    ..Backend::llvm(
        "gen-dxil-operation",
        "Describe the operations of DXIL",
        &[],
        write,
    )
};

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    if cx.release() >= Release::V21 {
        return since_21::write(cx, out);
    }
    let records = cx.records;
    out.push("// Generated code, do not edit.\n\n");
    let mut operations = Vec::new();
    for def in records.derived("DXILOpMapping")? {
        operations.push(Operation::read(def)?);
    }
    sort(&mut operations);
    out.push("#ifdef DXIL_OP_ENUM\n");
    push_enums(out, &operations);
    out.push("#endif\n\n#ifdef DXIL_OP_INTRINSIC_MAP\n");
    push_intrinsics(out, &operations);
    out.push("#endif\n\n#ifdef DXIL_OP_OPERATION_TABLE\n");
    // The reference sorts a second time. This changes the order of operations with the same opcode.
    sort(&mut operations);
    push_table(cx, out, &operations)?;
    out.push("#endif\n\n");
    Ok(())
}

fn sort(operations: &mut [Operation]) {
    std_sort::sort(operations, |a, b| a.code.cmp(&b.code));
}

struct Operation<'a> {
    def: Rec<'a>,
    code: i32,
    doc: Cow<'a, str>,
    class: &'a str,
    /// The type of the result, followed by the types of the parameters.
    types: Vec<Rec<'a>>,
    /// The index in `types` of the overloaded type, which may differ between calls. `None` if no type is overloaded.
    overloaded: Option<usize>,
    /// The name of the intrinsic without `int_`; empty if the operation has no intrinsic.
    intrinsic: &'a str,
    properties: Vec<String>,
}

impl<'a> Operation<'a> {
    fn read(def: Rec<'a>) -> Result<Operation<'a>, Fatal> {
        let code = def.int("OpCode")? as i32;
        let doc = def.string("Doc")?;
        let given = def.list_of_defs("OpTypes")?;
        let (mut types, mut overloaded) = (Vec::new(), None);
        for (index, ty) in given.iter().enumerate() {
            if ty.int("isAny")? == 1 {
                match overloaded {
                    None => overloaded = Some(index),
                    Some(first) if given[first] == *ty => {}
                    Some(_) => {
                        let message = "Specification of multiple differing overload parameter types not yet supported";
                        return Err(def.fatal(message.to_owned()));
                    }
                }
            }
            // An anonymous type refers to another type in the list. The field `Number` is the index of that type.
            types.push(if ty.is_anonymous() {
                let number = ty.int("Number")?;
                let other = usize::try_from(number).ok().and_then(|it| given.get(it));
                *other.ok_or_else(|| ty.fatal(format!("there is no type number {number}")))?
            } else {
                *ty
            });
        }
        if types.is_empty() {
            return Err(def.fatal_at("OpTypes", format!("'{}' has no types", def.name())));
        }
        let class = def.def("OpClass")?.name();
        let (mut intrinsic, mut properties) = ("", Vec::new());
        if def.field("LLVMIntrinsic").is_some() {
            let of = def.def("LLVMIntrinsic")?;
            intrinsic = of.name().get(4..).unwrap_or_default();
            let names = def.records().names();
            for property in of.list("IntrProperties")? {
                properties.push(value(&names, *property));
            }
        }
        Ok(Operation {
            def,
            code,
            doc,
            class,
            types,
            overloaded,
            intrinsic,
            properties,
        })
    }

    /// The attribute that follows from the intrinsic's properties.
    fn attribute(&self) -> &'static str {
        let known = self.properties.iter().find_map(|it| match it.as_str() {
            "IntrNoMem" => Some("ReadNone"),
            "IntrReadMem" => Some("ReadOnly"),
            _ => None,
        });
        known.unwrap_or("None")
    }

    /// The overloaded type. If no type is overloaded: the type of the first parameter, or of the result if there are no
    /// parameters.
    fn overload_type(&self) -> Rec<'a> {
        let default = usize::from(self.types.len() > 1);
        self.types[self.overloaded.unwrap_or(default)]
    }
}

fn push_enums(out: &mut Output, operations: &[Operation]) {
    out.push("// Enumeration for operations specified by DXIL\nenum class OpCode : unsigned {\n");
    for operation in operations {
        out.source(operation.def);
        let (name, code, doc) = (operation.def.name(), operation.code, &operation.doc);
        writeln!(out, "{name} = {code}, // {doc}");
    }
    out.no_source();
    out.push("\n};\n\n// Groups for DXIL operations with equivalent function templates\n");
    out.push("enum class OpCodeClass : unsigned {\n");
    let mut classes: Vec<&Operation> = Vec::new();
    for operation in operations {
        if !classes.iter().any(|it| it.class == operation.class) {
            classes.push(operation);
        }
    }
    // Up to two classes remain in the order in which they were found, as in the reference.
    if classes.len() > 2 {
        classes.sort_by_key(|it| it.class);
    }
    for operation in classes {
        out.source(operation.def);
        writeln!(out, "{},", operation.class);
    }
    out.no_source();
    out.push("\n};\n\n");
}

fn push_intrinsics(out: &mut Output, operations: &[Operation]) {
    out.push("\nstatic const SmallDenseMap<Intrinsic::ID, dxil::OpCode> LowerMap = {\n");
    for operation in operations.iter().filter(|it| !it.intrinsic.is_empty()) {
        out.source(operation.def);
        let (intrinsic, name) = (operation.intrinsic, operation.def.name());
        writeln!(out, "  {{ Intrinsic::{intrinsic}, dxil::OpCode::{name}}},");
    }
    out.no_source();
    out.push("};\n\n");
}

/// The kinds of parameters, in the order of their numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum ParameterKind {
    Void,
    Half,
    Float,
    Double,
    I1,
    I8,
    I16,
    I32,
    Overload,
}

/// The kind of a parameter of the type `ty`. An error if DXIL has no such type.
fn parameter_kind(ty: Rec) -> Result<ParameterKind, Fatal> {
    Ok(match value_type(ty)? {
        "isVoid" => ParameterKind::Void,
        "f16" => ParameterKind::Half,
        "f32" => ParameterKind::Float,
        "f64" => ParameterKind::Double,
        "i1" => ParameterKind::I1,
        "i8" => ParameterKind::I8,
        "i16" => ParameterKind::I16,
        "i32" => ParameterKind::I32,
        "fAny" | "iAny" => ParameterKind::Overload,
        "Other" if ty.int("isHalfOrFloat")? != 0 || ty.int("isI16OrI32")? != 0 => {
            ParameterKind::Overload
        }
        _ => return Err(unknown(ty)),
    })
}

fn value_type(ty: Rec) -> Result<&'static str, Fatal> {
    Ok(value_types::known(ty.def("VT")?)?.name())
}

fn unknown(ty: Rec) -> Fatal {
    ty.fatal(format!("DXIL has no type for '{}'", ty.name()))
}

/// The C++ expression for the overloads of an operation whose overloaded type is `ty`.
fn overload_kind(ty: Rec) -> Result<String, Fatal> {
    let kinds: &[&str] = match value_type(ty)? {
        "isVoid" => &["VOID"],
        "f16" => &["HALF"],
        "f32" => &["FLOAT"],
        "f64" => &["DOUBLE"],
        "i1" => &["I1"],
        "i8" => &["I8"],
        "i16" => &["I16"],
        "i32" => &["I32"],
        "i64" => &["I64"],
        "iAny" => &["I16", "I32", "I64"],
        "fAny" => &["HALF", "FLOAT", "DOUBLE"],
        "Other" if ty.int("isHalfOrFloat")? != 0 => &["HALF", "FLOAT"],
        "Other" if ty.int("isI16OrI32")? != 0 => &["I16", "I32"],
        _ => return Err(unknown(ty)),
    };
    let kinds: Vec<_> = kinds
        .iter()
        .map(|it| format!("OverloadKind::{it}"))
        .collect();
    Ok(kinds.join(" | "))
}

/// The C++ code between the table of properties and the table of names.
const FIND: &str = include_str!("dxil/find.txt");

fn push_table(cx: &Context, out: &mut Output, operations: &[Operation]) -> Result<(), Fatal> {
    // The parameters of the first operation of a class are used for all operations of the class.
    let mut parameters: BTreeMap<&str, (Vec<ParameterKind>, Vec<Rec>)> = BTreeMap::new();
    for operation in operations {
        if !parameters.contains_key(operation.class) {
            let types = operation.types[1..].iter();
            let kinds = types
                .map(|it| parameter_kind(*it))
                .collect::<Result<_, _>>()?;
            parameters.insert(operation.class, (kinds, vec![operation.def]));
        }
    }
    let names = operations
        .iter()
        .map(|it| (chars(it.def.name()), vec![it.def]));
    let classes = operations.iter().map(|it| (chars(it.class), vec![it.def]));
    let kinds = parameters.values().cloned();
    let names = OffsetTable::new(cx, names);
    let classes = OffsetTable::new(cx, classes);
    let kinds = OffsetTable::new(cx, kinds);

    out.push("static const OpCodeProperty *getOpCodeProperty(dxil::OpCode Op) {\n");
    out.push("  static const OpCodeProperty OpCodeProps[] = {\n");
    for operation in operations {
        out.source(operation.def);
        let (name, class) = (operation.def.name(), operation.class);
        let overloads = overload_kind(operation.overload_type())?;
        let overloaded = operation.overloaded.map_or(-1, |it| it as i64);
        let own = parameters.get(class).map_or(&[][..], |(kinds, _)| kinds);
        writeln!(
            out,
            "  {{ dxil::OpCode::{name}, {}, OpCodeClass::{class}, {}, {overloads}, Attribute::{}, {overloaded}, {}, {} }},",
            names.offset(&chars(name)),
            classes.offset(&chars(class)),
            operation.attribute(),
            operation.types.len() - 1,
            kinds.offset(own)
        );
    }
    out.no_source();
    out.push(FIND);
    let table = "  static const char DXILOpCodeNameTable[]";
    names.push_definition(out, table);
    out.push("  auto *Prop = getOpCodeProperty(Op);\n  unsigned Index = Prop->OpCodeNameOffset;\n");
    out.push("  return DXILOpCodeNameTable + Index;\n}\n\n");
    out.push("static const char *getOpCodeClassName(const OpCodeProperty &Prop) {\n\n");
    let table = "  static const char DXILOpCodeClassNameTable[]";
    classes.push_definition(out, table);
    out.push("  unsigned Index = Prop.OpCodeClassNameOffset;\n");
    out.push("  return DXILOpCodeClassNameTable + Index;\n}\n ");
    out.push(
        "static const ParameterKind *getOpCodeParameterKind(const OpCodeProperty &Prop) {\n\n",
    );
    out.push("  static const ParameterKind DXILOpParameterKindTable[] = {\n");
    kinds.push(out, "ParameterKind::Invalid", |out, kind| {
        write!(out, "ParameterKind::{kind:?}");
    });
    out.push("  };\n\n  unsigned Index = Prop.ParameterTableOffset;\n");
    out.push("  return DXILOpParameterKindTable + Index;\n}\n ");
    Ok(())
}
