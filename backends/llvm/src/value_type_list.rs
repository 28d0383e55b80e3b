//! `-gen-vt`: the types that values have in code generation.

use std::collections::BTreeMap;

use backend::text::push_header;
use backend::{Backend, Context, Fatal, Output, Rec};

pub(crate) const BACKEND: Backend =
    Backend::llvm("gen-vt", "List LLVM's value types", &["ValueType"], write);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    push_header(out, "ValueTypes Source Fragment", records);
    let mut by_number: BTreeMap<u8, Rec> = BTreeMap::new();
    for ty in records.derived("ValueType")? {
        let number = ty.int("Value")?;
        let Ok(number) = u8::try_from(number) else {
            return Err(ty.fatal_at(
                "Value",
                format!("the number {number} of '{}' is not in 0..255", ty.name()),
            ));
        };
        by_number.insert(number, ty);
    }
    let types: Vec<Rec> = by_number.into_values().collect();
    let mut ranges: BTreeMap<&str, (Rec, Rec)> = BTreeMap::new();

    out.push("#ifdef GET_VT_ATTR // (Ty, n, sz, Any, Int, FP, Vec, Sc)\n");
    for ty in &types {
        out.source(*ty);
        push_attributes(out, *ty)?;
        for range in ranges_of(*ty)? {
            let (_, last) = ranges.entry(range).or_insert((*ty, *ty));
            *last = *ty;
        }
    }
    out.no_source();
    out.push("#endif\n\n#ifdef GET_VT_RANGES\n");
    for (range, (first, last)) in ranges {
        out.source(first);
        writeln!(out, "  FIRST_{range} = {},", first.string("LLVMName")?);
        out.source(last);
        writeln!(out, "  LAST_{range} = {},", last.string("LLVMName")?);
    }
    out.no_source();
    out.push("#endif\n\n#ifdef GET_VT_VECATTR // (Ty, Sc, nElem, ElTy)\n");
    for ty in &types {
        if !ty.bit("isVector")? {
            continue;
        }
        out.source(*ty);
        let element = ty.def("ElementType")?.name();
        let (name, scalable) = (ty.string("LLVMName")?, u8::from(ty.bit("isScalable")?));
        let count = ty.int("nElem")?;
        writeln!(
            out,
            "  GET_VT_VECATTR({name}, {scalable}, {count}, {element})"
        );
    }
    out.no_source();
    out.push("#endif\n\n#ifdef GET_VT_EVT\n");
    for ty in &types {
        if !ty.bit("isInteger")? && !ty.bit("isVector")? && !ty.bit("isFP")? {
            continue;
        }
        out.source(*ty);
        writeln!(
            out,
            "  GET_VT_EVT({}, {})",
            ty.string("LLVMName")?,
            ir_type(*ty)?
        );
    }
    out.no_source();
    out.push("#endif\n\n");
    Ok(())
}

fn push_attributes(out: &mut Output, ty: Rec) -> Result<(), Fatal> {
    let flag = |field| ty.bit(field).map(u8::from);
    let name = ty.string("LLVMName")?;
    let (number, size, overloaded) = (ty.int("Value")?, ty.int("Size")?, flag("isOverloaded")?);
    // Bit 1 says that the name begins as such a type's does.
    let kind = |is: u8, first: char| is * if name.starts_with(first) { 3 } else { 1 };
    let (integer, float) = (kind(flag("isInteger")?, 'i'), kind(flag("isFP")?, 'f'));
    let (vector, scalable) = (flag("isVector")?, flag("isScalable")?);
    let (count, element) = if vector == 1 {
        (ty.int("nElem")?, ty.def("ElementType")?.name())
    } else {
        (0, "INVALID_SIMPLE_VALUE_TYPE")
    };
    writeln!(
        out,
        "  GET_VT_ATTR({name}, {number}, {size}, {overloaded}, {integer}, {float}, {vector}, {scalable}, {count}, {element})"
    );
    Ok(())
}

/// The ranges of numbers that a type belongs to.
fn ranges_of(ty: Rec) -> Result<impl Iterator<Item = &'static str>, Fatal> {
    let (integer, float) = (ty.bit("isInteger")?, ty.bit("isFP")?);
    let (vector, scalable) = (ty.bit("isVector")?, ty.bit("isScalable")?);
    let fixed = vector && !scalable;
    let ranges = [
        ("INTEGER_FIXEDLEN_VECTOR_VALUETYPE", integer && fixed),
        ("INTEGER_SCALABLE_VECTOR_VALUETYPE", integer && scalable),
        ("FP_FIXEDLEN_VECTOR_VALUETYPE", float && fixed),
        ("FP_SCALABLE_VECTOR_VALUETYPE", float && scalable),
        ("FIXEDLEN_VECTOR_VALUETYPE", fixed),
        ("SCALABLE_VECTOR_VALUETYPE", scalable),
        ("VECTOR_VALUETYPE", vector),
        ("INTEGER_VALUETYPE", integer && !vector),
        ("FP_VALUETYPE", float && !vector),
        ("VALUETYPE", ty.bit("isNormalValueType")?),
    ];
    Ok(ranges
        .into_iter()
        .filter(|(_, is)| *is)
        .map(|(range, _)| range))
}

/// The expression that makes the type of LLVM's IR.
fn ir_type(ty: Rec) -> Result<String, Fatal> {
    if !ty.bit("isVector")? {
        return scalar_ir_type(ty);
    }
    let kind = if ty.bit("isScalable")? {
        "Scalable"
    } else {
        "Fixed"
    };
    let element = scalar_ir_type(ty.def("ElementType")?)?;
    let count = ty.int("nElem")?;
    Ok(format!("{kind}VectorType::get({element}, {count})"))
}

fn scalar_ir_type(ty: Rec) -> Result<String, Fatal> {
    let size = ty.int("Size")?;
    if ty.bit("isFP")? {
        let name = ty.string("LLVMName")?;
        let kind = match (size, &*name) {
            (16, "bf16") => "BFloatTy",
            (16, _) => "HalfTy",
            (32, _) => "FloatTy",
            (64, _) => "DoubleTy",
            (80, _) => "X86_FP80Ty",
            (128, "ppcf128") => "PPC_FP128Ty",
            (128, _) => "FP128Ty",
            _ => return Err(ty.fatal(format!("no floating-point type has {size} bits"))),
        };
        return Ok(format!("Type::get{kind}(Context)"));
    }
    if !ty.bit("isInteger")? {
        return Err(ty.fatal(format!(
            "'{}' is neither integer nor floating-point",
            ty.name()
        )));
    }
    Ok(match size {
        1 | 8 | 16 | 32 | 64 | 128 => format!("Type::getInt{size}Ty(Context)"),
        _ => format!("Type::getIntNTy(Context, {size})"),
    })
}
