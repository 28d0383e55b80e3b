//! `-gen-riscv-vector-header`: `riscv_vector.h`, with vector types and the code that records add.

use backend::{Backend, Context, Fatal, Output};

use super::descriptor::{BFLOAT, Base, Descriptor, FLOAT, SIGNED, UNSIGNED};
use super::types::{Basic, Type};
use crate::vectors::LICENCE;

const TOP: &str = r#"#ifndef __RISCV_VECTOR_H
#define __RISCV_VECTOR_H

#include <stdint.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang riscv intrinsic vector

"#;

const BOTTOM: &str = "
#ifdef __cplusplus
}
#endif // __cplusplus
#endif // __RISCV_VECTOR_H
";

/// The sizes of register groups, as logarithms.
const GROUPS: std::ops::RangeInclusive<i32> = -3..=3;

pub(crate) const BACKEND: Backend = Backend::clang(
    "gen-riscv-vector-header",
    "Write riscv_vector.h",
    &["RVVBuiltin"],
    write,
);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    out.push(
        "/*===---- riscv_vector.h - RISC-V V-extension RVVIntrinsics -------------------===\n",
    );
    out.push(LICENCE);
    out.push(TOP);
    out.try_each(cx.records.derived("RVVHeader")?, |out, rec| {
        out.push(&rec.string("HeaderCode")?);
        Ok::<_, Fatal>(())
    })?;
    for group in GROUPS {
        push_type(out, 'c', group, Descriptor::MASK);
    }
    for letter in "csil".chars() {
        for group in GROUPS {
            push_type(out, letter, group, Descriptor::VECTOR);
            push_type(
                out,
                letter,
                group,
                Descriptor::new(Base::Vector, 0, UNSIGNED),
            );
            push_tuples(out, letter, group, &[SIGNED, UNSIGNED]);
        }
    }
    for letter in "xfdy".chars() {
        for group in GROUPS {
            push_type(out, letter, group, Descriptor::VECTOR);
            let kind = if letter == 'y' { BFLOAT } else { FLOAT };
            push_tuples(out, letter, group, &[kind]);
        }
    }
    if changes::defines_overloading(cx.release()) {
        out.push("#define __riscv_v_intrinsic_overloading 1\n");
    }
    out.push(BOTTOM);
    Ok(())
}

mod changes {
    use elaborate::records::Release;

    /// Whether the header defines the macro for overloaded intrinsics. Since LLVM 21, the compiler predefines this
    /// macro.
    pub(super) fn defines_overloading(release: Release) -> bool {
        release < Release::V21
    }
}

fn push_tuples(out: &mut Output, letter: char, group: i32, kinds: &[u8]) {
    for count in 2..=8 {
        for kind in kinds {
            push_type(out, letter, group, Descriptor::tuple(count, *kind));
        }
    }
}

/// Defines a vector type, if it exists.
fn push_type(out: &mut Output, letter: char, group: i32, descriptor: Descriptor) {
    if let Some(ty) = Type::new(Basic::from_letter(letter), group, descriptor) {
        let name = ty.vector_name();
        writeln!(out, "typedef __rvv_{name}_t v{name}_t;");
    }
}
