//! `-gen-arm-mve-header` and `-gen-arm-cde-header`: the headers with the declarations of intrinsics.

use std::sync::Arc;

use backend::{Backend, Context, Fatal, Output, bail};

use super::Family;
use super::intrinsics::{Intrinsic, Intrinsics};
use super::types::{ElementKind, Scalar};
use crate::vectors::LICENCE;

/// A section of a header that is guarded by a preprocessor condition.
struct Part<'a> {
    condition: &'static str,
    out: Output<'a>,
}

/// The conditions of the sections of `arm_mve.h`: whether floating-point MVE is available, and whether names without
/// the prefix `__arm_` may be declared.
const MVE_CONDITIONS: [&str; 4] = [
    "",
    "(__ARM_FEATURE_MVE & 2)",
    "(!defined __ARM_MVE_PRESERVE_USER_NAMESPACE)",
    "(__ARM_FEATURE_MVE & 2) && (!defined __ARM_MVE_PRESERVE_USER_NAMESPACE)",
];
const MVE_FLOAT: usize = 1;
const MVE_USER: usize = 2;

/// The conditions of the sections of `arm_cde.h`.
const CDE_CONDITIONS: [&str; 3] = ["", "__ARM_FEATURE_MVE", "__ARM_FEATURE_MVE & 2"];
const CDE_MVE: usize = 1;
const CDE_FLOAT: usize = 2;

pub(crate) const ARM_MVE_HEADER: Backend = Backend::clang(
    "gen-arm-mve-header",
    "Write arm_mve.h",
    &["Intrinsic", "PrimitiveType"],
    mve,
);

fn mve(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let intrinsics = cx.model::<Intrinsics>()?;
    let mut parts = parts(out, &MVE_CONDITIONS);
    parts[0].out.push("typedef uint16_t mve_pred16_t;\n");
    parts[MVE_FLOAT].out.push(FLOATS);
    for scalar in usual_scalars(cx, &intrinsics)? {
        let is_float = scalar.element.kind == ElementKind::Float;
        let part = &mut parts[if is_float { MVE_FLOAT } else { 0 }].out;
        push_vectors(cx, part, &scalar, &[2, 4])?;
    }
    parts[0].out.push("\n");
    parts[MVE_FLOAT].out.push("\n");
    for it in &intrinsics.list {
        let float = if it.needs_float() { MVE_FLOAT } else { 0 };
        for name in names(it) {
            let builtin = format!("arm_mve_{}", it.full_name);
            let name_in = |part: usize| match part & MVE_USER {
                0 => format!("__arm_{name}"),
                _ => name.to_owned(),
            };
            for part in [float, float | MVE_USER] {
                push_declaration(cx, &mut parts[part].out, it, &builtin, name, &name_in(part))?;
            }
        }
    }
    push_header(out, Family::Mve, parts);
    Ok(())
}

pub(crate) const ARM_CDE_HEADER: Backend = Backend::clang(
    "gen-arm-cde-header",
    "Write arm_cde.h",
    &["CDEIntrinsic"],
    cde,
);

fn cde(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let intrinsics = cx.model::<Intrinsics>()?;
    let macros = Family::Cde.read_macros(cx)?;
    let mut parts = parts(out, &CDE_CONDITIONS);
    parts[CDE_MVE].out.push("typedef uint16_t mve_pred16_t;\n");
    parts[CDE_FLOAT].out.push(FLOATS);
    for scalar in usual_scalars(cx, &intrinsics)? {
        let part = match (scalar.element.kind, scalar.element.bits) {
            // There are no vectors of `double`.
            (ElementKind::Float, 64) => continue,
            (ElementKind::Float, _) => CDE_FLOAT,
            _ => CDE_MVE,
        };
        push_vectors(cx, &mut parts[part].out, &scalar, &[])?;
    }
    parts[CDE_MVE].out.push("\n");
    parts[CDE_FLOAT].out.push("\n");
    for it in &intrinsics.list {
        let part = match () {
            () if it.needs_float() => CDE_FLOAT,
            () if it.needs_mve() => CDE_MVE,
            () => 0,
        };
        for name in names(it) {
            let declared = format!("__arm_{name}");
            push_declaration(cx, &mut parts[part].out, it, &it.builtin(), name, &declared)?;
        }
    }
    for it in macros {
        parts[CDE_MVE].out.of(it.rec, |out| {
            let (name, parameters) = (it.rec.name(), it.parameters.join(", "));
            writeln!(out, "#define __arm_{name}({parameters}) {}", it.definition);
        });
    }
    push_header(out, Family::Cde, parts);
    Ok(())
}

const FLOATS: &str = "typedef __fp16 float16_t;\ntypedef float float32_t;\n";

fn parts<'a>(out: &Output, conditions: &[&'static str]) -> Vec<Part<'a>> {
    let part = |condition: &&'static str| Part {
        condition,
        out: out.part(),
    };
    conditions.iter().map(part).collect()
}

/// The scalars that have their usual C name.
fn usual_scalars(cx: &Context, intrinsics: &Intrinsics) -> Result<Vec<Arc<Scalar>>, Fatal> {
    let mut usual = Vec::new();
    for (name, scalar) in &intrinsics.scalars {
        match scalar {
            Some(scalar) if scalar.own_name.is_none() => usual.push(scalar.clone()),
            Some(_) => {}
            None => bail!(cx.records, "no PrimitiveType is called '{name}'"),
        }
    }
    Ok(usual)
}

/// Defines the vector type with elements of type `scalar`. For each `n` in `several`, also defines a structure of `n`
/// such vectors.
fn push_vectors(
    cx: &Context,
    out: &mut Output,
    scalar: &Scalar,
    several: &[u32],
) -> Result<(), Fatal> {
    let rec = cx.records.rec(scalar.record);
    let Some(lanes) = 128_u32.checked_div(scalar.element.bits) else {
        bail!(rec, "a vector's elements have no size");
    };
    let (element, stem) = (scalar.c_name(), scalar.element.c_stem());
    out.of(rec, |out| {
        writeln!(
            out,
            "typedef __attribute__((__neon_vector_type__({lanes}), \
             __clang_arm_mve_strict_polymorphism)) {element} {stem}x{lanes}_t;"
        );
        for count in several {
            let name = format!("{stem}x{lanes}x{count}_t");
            writeln!(
                out,
                "typedef struct {{ {stem}x{lanes}_t val[{count}]; }} {name};"
            );
        }
    });
    Ok(())
}

/// The function names of an intrinsic: its full name, unless the intrinsic is only polymorphic, and its overloaded
/// name, if there is one.
fn names(it: &Intrinsic) -> impl Iterator<Item = &str> {
    let full = (!it.is_polymorphic_only).then_some(it.full_name.as_str());
    let short = it.is_polymorphic().then_some(it.short_name.as_str());
    full.into_iter().chain(short)
}

/// Declares an intrinsic. The declaration is overloadable if `name` is not the full name.
fn push_declaration(
    cx: &Context,
    out: &mut Output,
    it: &Intrinsic,
    builtin: &str,
    name: &str,
    declared: &str,
) -> Result<(), Fatal> {
    let is_full = name == it.full_name;
    let overloadable = if is_full { "" } else { "__overloadable__, " };
    let declaration = it.declaration(cx.records, declared)?;
    out.of(cx.records.rec(it.record), |out| {
        write!(
            out,
            "static __inline__ __attribute__(({overloadable}__clang_arm_builtin_alias(__builtin_{builtin})))\n\
             {declaration};\n"
        );
    });
    Ok(())
}

fn push_header(out: &mut Output, family: Family, parts: Vec<Part>) {
    let name = family.name();
    let upper = name.to_uppercase();
    write!(
        out,
        "/*===---- arm_{name}.h - ARM {upper} intrinsics -----------------------------------===\n\
         {LICENCE}\
         #ifndef __ARM_{upper}_H\n#define __ARM_{upper}_H\n\n\
         #if !__ARM_FEATURE_{upper}\n#error \"{upper} support not enabled\"\n#endif\n\n\
         #include <stdint.h>\n\n#ifdef __cplusplus\nextern \"C\" {{\n#endif\n\n"
    );
    for Part {
        condition,
        out: part,
    } in parts
    {
        if !condition.is_empty() {
            write!(out, "#if {condition}\n\n");
        }
        out.append(part);
        out.no_source();
        out.push("\n");
        if !condition.is_empty() {
            write!(out, "#endif /* {condition} */\n\n");
        }
    }
    write!(
        out,
        "#ifdef __cplusplus\n}} /* extern \"C\" */\n#endif\n\n#endif /* __ARM_{upper}_H */\n"
    );
}
