//! `-gen-arm-vector-type`: the header with the vector types that NEON and SVE share.

use backend::{Backend, Context, Fatal, Output};

use super::changes;
use super::types::{BaseKind, Type};
use crate::vectors::{LICENCE, type_codes};

pub(crate) const BACKEND: Backend = Backend::clang(
    "gen-arm-vector-type",
    "Write arm_vector_types.h",
    &["Inst", "Operation"],
    write,
);

/// Writes `arm_vector_types.h`. It does not depend on records.
fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    out.push("/*===---- arm_vector_types - ARM vector type ------===\n");
    out.push(LICENCE);
    out.push(
        r#"#if !defined(__ARM_NEON_H) && !defined(__ARM_SVE_H)
#error "This file should not be used standalone. Please include arm_neon.h or arm_sve.h instead"

#endif
#ifndef __ARM_NEON_TYPES_H
#define __ARM_NEON_TYPES_H
typedef float float32_t;
typedef __fp16 float16_t;
#if defined(__aarch64__) || defined(__arm64ec__)
"#,
    );
    let has_mfloat = changes::has_mfloat(cx.release());
    if has_mfloat {
        out.push("typedef __mfp8 mfloat8_t;\n");
    }
    out.push("typedef double float64_t;\n#endif\n\n");
    if has_mfloat {
        out.push(include_str!("text/fpm.h"));
    }
    let mfloat = if has_mfloat { "mQm" } else { "" };
    push_type_definitions(
        out,
        &format!("cQcsQsiQilQlUcQUcUsQUsUiQUiUlQUl{mfloat}hQhfQfdQd"),
    );
    push_type_definitions(out, "bQb");
    out.push("#endif // __ARM_NEON_TYPES_H\n");
    Ok(())
}

/// Defines the vector types for the type codes `codes`, and for each the structures of two to four vectors.
pub(super) fn push_type_definitions(out: &mut Output, codes: &str) {
    let types: Vec<Type> = type_codes(codes)
        .filter_map(|code| Type::new(code, ".").ok())
        .collect();
    let mut guard = Guard::default();
    for ty in &types {
        guard.enter(out, ty);
        let attribute = match ty.kind {
            BaseKind::Poly => "neon_polyvector_type",
            _ => "neon_vector_type",
        };
        writeln!(
            out,
            "typedef __attribute__(({attribute}({}))) {} {};",
            ty.lanes(),
            ty.to_scalar().c_name(),
            ty.c_name()
        );
    }
    guard.leave(out);
    out.push("\n");
    for vectors in 2..=4 {
        for ty in &types {
            guard.enter(out, ty);
            let name = Type { vectors, ..*ty }.c_name();
            write!(
                out,
                "typedef struct {name} {{\n  {} val[{vectors}];\n}} {name};\n\n",
                ty.c_name()
            );
        }
    }
    guard.leave(out);
}

/// Writes the preprocessor condition around types that only AArch64 has: vectors of `double` and of 8-bit
/// floating-point numbers. `open` is true between the `#if` and the `#endif` of the condition.
#[derive(Default)]
struct Guard {
    open: bool,
}

impl Guard {
    fn enter(&mut self, out: &mut Output, ty: &Type) {
        if !ty.is_double() && ty.kind != BaseKind::MFloat {
            return self.leave(out);
        }
        if !self.open {
            out.push("#if defined(__aarch64__) || defined(__arm64ec__)\n");
            self.open = true;
        }
    }

    fn leave(&mut self, out: &mut Output) {
        if std::mem::take(&mut self.open) {
            out.push("#endif\n");
        }
    }
}
