//! The operations of DXIL in LLVM 21 and later: overloads, stages and attributes depend on the version of DXIL.

use std::borrow::Cow;

use backend::offset_table::{OffsetTable, chars};
use backend::{Context, Fatal, Output, Rec, std_sort};

pub(super) fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    out.push("// Generated code, do not edit.\n\n");
    let mut operations = Vec::new();
    for def in records.derived("DXILOp")? {
        operations.push(Operation::read(def)?);
    }
    std_sort::sort(&mut operations, |a, b| a.code.cmp(&b.code));
    // In the reference, the code before the first operation is -1, so a first operation with the code -1 is a
    // duplicate.
    let mut before = -1;
    for operation in &operations {
        if operation.code == before {
            return Err(records.fatal(format!("Duplicate opcode: {before}")));
        }
        before = operation.code;
    }
    push_versions(cx, out)?;
    out.push("#ifdef DXIL_OPCODE\n");
    for operation in &operations {
        out.source(operation.def);
        let (code, name) = (operation.code, operation.def.name());
        writeln!(out, "DXIL_OPCODE({code}, {name})");
    }
    out.no_source();
    out.push("#undef DXIL_OPCODE\n\n#endif\n\n");
    push_records(cx, out, "DXIL_OPCLASS", "DXILOpClass")?;
    push_records(cx, out, "DXIL_OP_PARAM_TYPE", "DXILOpParamType")?;
    push_records(cx, out, "DXIL_ATTRIBUTE", "DXILAttribute")?;
    push_attributes(cx, out, &operations)?;
    push_function_types(out, &operations);
    push_select_types(cx, out)?;
    push_intrinsics(out, &operations)?;
    out.push("#ifdef DXIL_OP_OPERATION_TABLE\n\n");
    push_stages(cx, out)?;
    push_table(cx, out, &operations)?;
    out.push("#undef DXIL_OP_OPERATION_TABLE\n#endif\n\n");
    Ok(())
}

struct Operation<'a> {
    def: Rec<'a>,
    code: i32,
    class: &'a str,
    /// The type of the result, followed by the types of the arguments.
    types: Vec<Rec<'a>>,
    /// The index in `types` of the overloaded type, which may differ between calls. The first overloaded argument takes
    /// precedence over the result. `None` if no type is overloaded.
    overloaded: Option<usize>,
    // Each record in `overloads`, `stages` and `attributes` applies to a version of DXIL and to later versions. These
    // lists are sorted by version, the oldest first.
    overloads: Vec<Rec<'a>>,
    stages: Vec<Rec<'a>>,
    attributes: Vec<Rec<'a>>,
    intrinsics: Vec<Rec<'a>>,
}

impl<'a> Operation<'a> {
    fn read(def: Rec<'a>) -> Result<Operation<'a>, Fatal> {
        let code = def.int("OpCode")? as i32;
        // The field is not written, but must be present.
        def.string("Doc")?;
        let mut types = vec![def.def("result")?];
        types.extend(def.list_of_defs("arguments")?);
        let mut overloaded = None;
        for (index, ty) in types.iter().enumerate() {
            if ty.int("isOverload")? != 0 && matches!(overloaded, None | Some(0)) {
                overloaded = Some(index);
            }
        }
        let overloads = by_version(def, "overloads")?;
        let stages = by_version(def, "stages")?;
        let name = def.name();
        if stages.is_empty() {
            let message = "Atleast one specification of valid stage for";
            return Err(def.fatal(format!("{message} {name} is required")));
        }
        let attributes = by_version(def, "attributes")?;
        let class = def.def("OpClass")?.name();
        if class == "UnknownOpClass" {
            return Err(def.fatal(format!(
                "Unspecified DXIL OpClass for DXIL operation - {name}"
            )));
        }
        Ok(Operation {
            def,
            code,
            class,
            types,
            overloaded,
            overloads,
            stages,
            attributes,
            intrinsics: def.list_of_defs("intrinsics")?,
        })
    }
}

/// The major and minor number of a version.
fn version(rec: Rec) -> Result<(u32, u32), Fatal> {
    Ok((rec.int("Major")? as u32, rec.int("Minor")? as u32))
}

fn version_of(rec: Rec) -> Result<(u32, u32), Fatal> {
    version(rec.def("dxil_version")?)
}

/// The records of a list, sorted by the first version of DXIL to which they apply.
fn by_version<'a>(def: Rec<'a>, field: &str) -> Result<Vec<Rec<'a>>, Fatal> {
    let recs = def.list_of_defs(field)?;
    if recs.len() < 2 {
        return Ok(recs);
    }
    // As in the reference, the comparison ignores the highest bit of the minor number.
    let read = |rec| version_of(rec).map(|(major, minor)| (major, minor << 1));
    let sorted = std_sort::sort_by_read(recs, read)?;
    Ok(sorted.into_iter().map(|it| it.1).collect())
}

fn push_versions(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    out.push("#ifdef DXIL_VERSION\n");
    for rec in cx.records.derived("Version")? {
        out.source(rec);
        let (major, minor) = version(rec)?;
        writeln!(out, "DXIL_VERSION({major}, {minor})");
    }
    out.no_source();
    out.push("#undef DXIL_VERSION\n#endif\n\n");
    Ok(())
}

/// Writes a call of the macro `name` for each record of the class `class`.
fn push_records(cx: &Context, out: &mut Output, name: &str, class: &str) -> Result<(), Fatal> {
    writeln!(out, "#ifdef {name}");
    for rec in cx.records.derived(class)? {
        out.source(rec);
        writeln!(out, "{name}({})", rec.name());
    }
    out.no_source();
    write!(out, "#undef {name}\n#endif\n\n");
    Ok(())
}

/// Writes the attributes of each operation, with the first version of DXIL to which they apply.
fn push_attributes(cx: &Context, out: &mut Output, operations: &[Operation]) -> Result<(), Fatal> {
    out.push("#ifdef DXIL_OP_ATTRIBUTES\n");
    for operation in operations {
        for rec in &operation.attributes {
            out.source(operation.def);
            let ((major, minor), name) = (version_of(*rec)?, operation.def.name());
            write!(
                out,
                "DXIL_OP_ATTRIBUTES(dxil::OpCode::{name}, {major}, {minor}"
            );
            let own = rec.list_of_defs("fn_attrs")?;
            for attribute in cx.records.derived("DXILAttribute")? {
                write!(out, ", {}", own.contains(&attribute));
            }
            out.push(")\n");
        }
    }
    out.no_source();
    out.push("#undef DXIL_OP_ATTRIBUTES\n#endif\n\n");
    Ok(())
}

fn push_function_types(out: &mut Output, operations: &[Operation]) {
    out.push("#ifndef DXIL_OP_FUNCTION_TYPE\n");
    out.push("#define DXIL_OP_FUNCTION_TYPE(OpCode, RetType, ...)\n#endif\n");
    for operation in operations {
        out.source(operation.def);
        let name = operation.def.name();
        write!(out, "DXIL_OP_FUNCTION_TYPE(dxil::OpCode::{name}");
        for ty in &operation.types {
            write!(out, ", dxil::OpParamType::{}", ty.name());
        }
        // The macro's last parameter takes the remaining arguments. They may be empty, but the comma before them is
        // required.
        out.push(if operation.types.len() == 1 {
            ", )\n"
        } else {
            ")\n"
        });
    }
    out.no_source();
    out.push("#undef DXIL_OP_FUNCTION_TYPE\n");
}

/// The name of a kind of argument, without the prefix that the names of all kinds must have. An error if the prefix is
/// missing.
fn select_type<'a>(rec: Rec<'a>) -> Result<&'a str, Fatal> {
    rec.name().strip_prefix("IntrinArgSelect_").ok_or_else(|| {
        let message = "IntrinArgSelectType definintion must be prefixed with 'IntrinArgSelect_'";
        rec.records().fatal(message.to_owned())
    })
}

fn push_select_types(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    out.push("#ifdef DXIL_OP_INTRINSIC_ARG_SELECT_TYPE\n");
    for rec in cx.records.derived("IntrinArgSelectType")? {
        out.source(rec);
        let name = select_type(rec)?;
        writeln!(out, "DXIL_OP_INTRINSIC_ARG_SELECT_TYPE({name})");
    }
    out.no_source();
    out.push("#undef DXIL_OP_INTRINSIC_ARG_SELECT_TYPE\n#endif\n\n");
    Ok(())
}

/// Writes the intrinsics that are lowered to operations, each with the selection of its arguments.
fn push_intrinsics(out: &mut Output, operations: &[Operation]) -> Result<(), Fatal> {
    out.push("#ifdef DXIL_OP_INTRINSIC\n\n");
    for operation in operations {
        for select in &operation.intrinsics {
            out.source(operation.def);
            let intrinsic = match select.field("intrinsic") {
                Some(_) => select.def("intrinsic")?.name().get(4..),
                None => None,
            };
            let (name, intrinsic) = (operation.def.name(), intrinsic.unwrap_or_default());
            write!(
                out,
                "DXIL_OP_INTRINSIC(dxil::OpCode::{name}, Intrinsic::{intrinsic}, "
            );
            for argument in select.list_of_defs("arg_selects")? {
                let (ty, value) = (argument.def("type")?, argument.int("value")? as i32);
                let ty = select_type(ty)?;
                write!(
                    out,
                    "(IntrinArgSelect{{IntrinArgSelect::Type::{ty},{value}}}), "
                );
            }
            out.push(")\n");
        }
    }
    out.no_source();
    out.push("\n#undef DXIL_OP_INTRINSIC\n#endif\n\n");
    Ok(())
}

/// Writes the enumeration of shader stages. `removed` is 0, `all_stages` is a mask, and each other stage has a bit.
fn push_stages(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let mut stages = cx.records.derived("DXILShaderStage")?;
    stages.sort_by_key(|it| it.name());
    let size = (stages.len() + 1).next_power_of_two();
    write!(
        out,
        "// Valid shader kinds\n\nenum ShaderKind : uint{size}_t {{\n"
    );
    let mut bit = 0;
    for stage in &stages {
        out.source(*stage);
        match stage.name() {
            "removed" => {
                out.push(
                    "  removed =  0,  // Pseudo-stage indicating op not supported in any stage\n",
                );
            }
            "all_stages" => {
                let all = 1u32.wrapping_shl(stages.len() as u32).wrapping_sub(1);
                writeln!(
                    out,
                    "  all_stages =  0x{all:X}, // Pseudo-stage indicating op is supported in all stages"
                );
            }
            name => {
                bit += 1;
                writeln!(out, "  {name} = 1 << {bit},");
            }
        }
    }
    out.no_source();
    out.push("}; // enum ShaderKind\n\n");
    Ok(())
}

/// The overload enumerator for a type; empty if the type cannot be overloaded.
fn overload_kind(ty: Rec) -> &'static str {
    let name = ty.name();
    let name = ["ResRet", "CBufRet"]
        .into_iter()
        .find_map(|it| name.strip_prefix(it))
        .filter(|it| !matches!(*it, "Int1Ty" | "Int8Ty"))
        .unwrap_or(name);
    match name {
        "HalfTy" => "OverloadKind::HALF",
        "FloatTy" => "OverloadKind::FLOAT",
        "DoubleTy" => "OverloadKind::DOUBLE",
        "Int1Ty" => "OverloadKind::I1",
        "Int8Ty" => "OverloadKind::I8",
        "Int16Ty" => "OverloadKind::I16",
        "Int32Ty" => "OverloadKind::I32",
        "Int64Ty" => "OverloadKind::I64",
        _ => "",
    }
}

/// The C++ initializer of a list of masks, each with the first version of DXIL to which it applies.
fn mask<'a>(
    versions: &[Rec<'a>],
    bits: impl Fn(Rec<'a>) -> Result<Cow<'static, str>, Fatal>,
) -> Result<String, Fatal> {
    let mut parts = Vec::new();
    for rec in versions {
        let (major, minor) = version_of(*rec)?;
        parts.push(format!("{{{{{major}, {minor}}}, {}}}", bits(*rec)?));
    }
    Ok(format!("{{{}}}", parts.join(", ")))
}

const NO_OVERLOADS: &str = "OverloadKind::UNDEFINED";

fn overload_mask(operation: &Operation) -> Result<String, Fatal> {
    if operation.overloads.is_empty() {
        return Ok(format!("{{{{{{1, 0}}, {NO_OVERLOADS}}}}}"));
    }
    mask(&operation.overloads, |rec| {
        let types = rec.list_of_defs("overload_types")?;
        if types.is_empty() {
            return Ok(NO_OVERLOADS.into());
        }
        let kinds: Vec<_> = types.into_iter().map(overload_kind).collect();
        Ok(kinds.join(" | ").into())
    })
}

fn stage_mask(operation: &Operation) -> Result<String, Fatal> {
    mask(&operation.stages, |rec| {
        let stages = rec.list_of_defs("shader_stages")?;
        if stages.is_empty() {
            let message = "No valid stages for operation specified";
            return Err(rec.records().fatal(message.to_owned()));
        }
        let kinds = stages.iter().map(|it| format!("ShaderKind::{}", it.name()));
        Ok(kinds.collect::<Vec<_>>().join(" | ").into())
    })
}

fn push_table(cx: &Context, out: &mut Output, operations: &[Operation]) -> Result<(), Fatal> {
    let names = operations
        .iter()
        .map(|it| (chars(it.def.name()), vec![it.def]));
    let classes = operations.iter().map(|it| (chars(it.class), vec![it.def]));
    let names = OffsetTable::new(cx, names);
    let classes = OffsetTable::new(cx, classes);
    out.push("static const OpCodeProperty *getOpCodeProperty(dxil::OpCode Op) {\n");
    out.push("  static const OpCodeProperty OpCodeProps[] = {\n");
    for (index, operation) in operations.iter().enumerate() {
        if index > 0 {
            out.push(",\n");
        }
        out.source(operation.def);
        let (name, class) = (operation.def.name(), operation.class);
        let overloaded = operation.overloaded.map_or(-1, |it| it as i64);
        write!(
            out,
            "  {{ dxil::OpCode::{name}, {}, OpCodeClass::{class}, {}, {}, {}, {overloaded} }}",
            names.offset(&chars(name)),
            classes.offset(&chars(class)),
            overload_mask(operation)?,
            stage_mask(operation)?,
        );
        out.no_source();
    }
    out.push(super::FIND);
    names.push_definition(out, "  static const char DXILOpCodeNameTable[]");
    out.push("  auto *Prop = getOpCodeProperty(Op);\n  unsigned Index = Prop->OpCodeNameOffset;\n");
    out.push("  return DXILOpCodeNameTable + Index;\n}\n\n");
    out.push("static const char *getOpCodeClassName(const OpCodeProperty &Prop) {\n\n");
    classes.push_definition(out, "  static const char DXILOpCodeClassNameTable[]");
    out.push("  unsigned Index = Prop.OpCodeClassNameOffset;\n");
    out.push("  return DXILOpCodeClassNameTable + Index;\n}\n\n");
    Ok(())
}
