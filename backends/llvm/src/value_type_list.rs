//! `-gen-vt`: the machine value types of code generation.

use std::collections::BTreeMap;

use backend::text::push_header;
use backend::{Backend, Context, Fatal, Output, Rec, Records, Release};

pub(crate) const BACKEND: Backend =
    Backend::llvm("gen-vt", "List LLVM's value types", &["ValueType"], write);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    push_header(out, "ValueTypes Source Fragment", records);
    let types = types(records)?;
    let mut ranges: BTreeMap<&str, (Rec, Rec)> = BTreeMap::new();

    let release = cx.release();
    writeln!(
        out,
        "#ifdef GET_VT_ATTR // {}",
        changes::attribute_columns(release)
    );
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
    let columns = changes::vector_columns(release);
    writeln!(out, "#endif\n\n#ifdef GET_VT_VECATTR // {columns}");
    for ty in &types {
        if !ty.bit("isVector")? {
            continue;
        }
        out.source(*ty);
        let element = ty.def("ElementType")?.name();
        let (name, scalable) = (ty.string("LLVMName")?, u8::from(ty.bit("isScalable")?));
        let (tuple, count) = (changes::if_tuple(*ty)?, ty.int("nElem")?);
        writeln!(
            out,
            "  GET_VT_VECATTR({name}, {scalable}, {tuple}{count}, {element})"
        );
    }
    out.no_source();
    out.push("#endif\n\n#ifdef GET_VT_EVT\n");
    for ty in &types {
        if !ty.bit("isInteger")?
            && !ty.bit("isVector")?
            && !ty.bit("isFP")?
            && !changes::is_tuple(*ty)?
        {
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

/// The types in the order of their numbers. Since LLVM 22, this is the order of their definitions. An error if a number
/// is out of range.
fn types(records: &Records) -> Result<Vec<Rec<'_>>, Fatal> {
    let mut types = records.derived("ValueType")?;
    if !changes::has_numbers(records.release()) {
        types.sort_by_key(|it| it.order());
        return Ok(types);
    }
    let most = changes::most_types(records.release());
    let mut by_number: BTreeMap<i64, Rec> = BTreeMap::new();
    for ty in types {
        let number = ty.int("Value")?;
        if !(0..most).contains(&number) {
            let (name, last) = (ty.name(), most - 1);
            let message = format!("the number {number} of '{name}' is not in 0..{last}");
            return Err(ty.fatal_at("Value", message));
        }
        by_number.insert(number, ty);
    }
    Ok(by_number.into_values().collect())
}

mod changes {
    use super::{Fatal, Rec, Release};

    /// Whether the source assigns numbers to types. Since LLVM 22, types are numbered in the order of their
    /// definitions.
    pub(super) fn has_numbers(release: Release) -> bool {
        release < Release::V22
    }

    /// The upper limit, exclusive, for the numbers of types. LLVM 21 raised it.
    pub(super) fn most_types(release: Release) -> i64 {
        if release >= Release::V21 { 512 } else { 256 }
    }

    /// The macro parameters for all types. LLVM 21 added the parameters for tuples and vectors. LLVM 22 removed the
    /// number.
    pub(super) fn attribute_columns(release: Release) -> &'static str {
        match release {
            Release::V19 => "(Ty, n, sz, Any, Int, FP, Vec, Sc)",
            Release::V21 => "(Ty, n, sz, Any, Int, FP, Vec, Sc, Tup, NF, NElem, EltTy)",
            Release::V22 => "(Ty, sz, Any, Int, FP, Vec, Sc, Tup, NF, NElem, EltTy)",
        }
    }

    /// The macro parameters for vectors. Since LLVM 21, one of them distinguishes tuples.
    pub(super) fn vector_columns(release: Release) -> &'static str {
        if release >= Release::V21 {
            "(Ty, Sc, Tup, nElem, ElTy)"
        } else {
            "(Ty, Sc, nElem, ElTy)"
        }
    }

    /// Whether a type is a tuple of RISC-V vectors. LLVM 21 introduced such types.
    pub(super) fn is_tuple(ty: Rec) -> Result<bool, Fatal> {
        if ty.records().release() >= Release::V21 {
            ty.bit("isRISCVVecTuple")
        } else {
            Ok(false)
        }
    }

    /// The macro argument that says whether a type is a tuple; empty before LLVM 21.
    pub(super) fn if_tuple(ty: Rec) -> Result<String, Fatal> {
        if ty.records().release() >= Release::V21 {
            Ok(format!("{}, ", u8::from(is_tuple(ty)?)))
        } else {
            Ok(String::new())
        }
    }

    /// The macro argument with the number of vectors in a tuple; empty before LLVM 21.
    pub(super) fn if_fields(ty: Rec) -> Result<String, Fatal> {
        if ty.records().release() >= Release::V21 {
            Ok(format!("{}, ", ty.int("NF")?))
        } else {
            Ok(String::new())
        }
    }

    /// The macro argument with the number of a type; empty since LLVM 22.
    pub(super) fn if_number(ty: Rec) -> Result<String, Fatal> {
        if has_numbers(ty.records().release()) {
            Ok(format!("{}, ", ty.int("Value")?))
        } else {
            Ok(String::new())
        }
    }

    /// Whether a type is a CHERI capability. LLVM 22 introduced such types.
    pub(super) fn is_capability(ty: Rec) -> Result<bool, Fatal> {
        if ty.records().release() >= Release::V22 {
            ty.bit("isCheriCapability")
        } else {
            Ok(false)
        }
    }

    /// The C++ expression for the IR type of a tuple. Before LLVM 22, the reference confuses the number of elements,
    /// which is 1, with the number of vectors.
    pub(super) fn tuple_ir_type(ty: Rec) -> Result<String, Fatal> {
        let count = if ty.records().release() >= Release::V22 {
            ty.int("NF")?
        } else {
            ty.int("nElem")?
        } as u32;
        let Some(bytes) = (ty.int("Size")? as u32).checked_div(count.wrapping_mul(8)) else {
            return Err(ty.fatal(format!("the tuple '{}' has no vectors", ty.name())));
        };
        Ok(format!(
            "TargetExtType::get(Context, \"riscv.vector.tuple\", \
             ScalableVectorType::get(Type::getInt8Ty(Context), {bytes}), {count})"
        ))
    }
}

fn push_attributes(out: &mut Output, ty: Rec) -> Result<(), Fatal> {
    let flag = |field| ty.bit(field).map(u8::from);
    let name = ty.string("LLVMName")?;
    let number = changes::if_number(ty)?;
    let (size, overloaded) = (ty.int("Size")?, flag("isOverloaded")?);
    // The reference also sets bit 1 for an integer type whose name begins with `i`, and for a floating-point type whose
    // name begins with `f`.
    let kind = |is: u8, first: char| is * if name.starts_with(first) { 3 } else { 1 };
    let (integer, float) = (kind(flag("isInteger")?, 'i'), kind(flag("isFP")?, 'f'));
    let (vector, scalable) = (flag("isVector")?, flag("isScalable")?);
    let (tuple, fields) = (changes::if_tuple(ty)?, changes::if_fields(ty)?);
    let (count, element) = if vector == 1 {
        (ty.int("nElem")?, ty.def("ElementType")?.name())
    } else {
        (0, "INVALID_SIMPLE_VALUE_TYPE")
    };
    writeln!(
        out,
        "  GET_VT_ATTR({name}, {number}{size}, {overloaded}, {integer}, {float}, {vector}, {scalable}, \
         {tuple}{fields}{count}, {element})"
    );
    Ok(())
}

/// The names of the ranges to which a type belongs.
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
        ("RISCV_VECTOR_TUPLE_VALUETYPE", changes::is_tuple(ty)?),
        ("CHERI_CAPABILITY_VALUETYPE", changes::is_capability(ty)?),
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

/// The C++ expression that creates the IR type for a machine value type.
fn ir_type(ty: Rec) -> Result<String, Fatal> {
    if changes::is_tuple(ty)? {
        return changes::tuple_ir_type(ty);
    }
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
