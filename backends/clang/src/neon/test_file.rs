//! `-gen-arm-neon-test`: a C file that calls each intrinsic, to check that the headers compile. The reference's backend
//! of this name does not terminate, so this output cannot be compared with the reference.

use backend::{Backend, Context, Fatal, Output};
use rustc_hash::FxHashSet;

use super::header::calls;
use super::intrinsic::Intrinsic;
use super::model::Intrinsics;

pub(crate) const BACKEND: Backend = Backend::clang(
    "gen-arm-neon-test",
    "Write a C file that calls each intrinsic of NEON",
    &["Inst", "Operation"],
    write,
);

/// For each available intrinsic, writes a function that calls the intrinsic. The value of immediates is 1 for shifts
/// and conversions of fixed-point numbers, and 0 otherwise.
fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let intrinsics = Intrinsics::new(cx.records)?;
    let calls = calls(&intrinsics)?;
    out.push("// Calls each intrinsic of NEON once.\n\n");
    out.push("#include <arm_neon.h>\n#include <arm_fp16.h>\n");
    let mut written = FxHashSet::default();
    for (index, it) in intrinsics.list.iter().enumerate() {
        let name = it.c_name()?;
        if it.def.unavailable || !written.insert((&it.def.arch_guard, name.clone())) {
            continue;
        }
        let immediate = if shifts(&intrinsics, &calls, index)? {
            "1"
        } else {
            "0"
        };
        out.source(it.def.rec);
        push_function(it, &name, immediate, out);
    }
    out.no_source();
    Ok(())
}

/// Whether an intrinsic, or an intrinsic that it calls, shifts by an immediate or converts a fixed-point number. For
/// these, 0 may be out of range, but 1 is always valid.
fn shifts(intrinsics: &Intrinsics, calls: &[Vec<usize>], index: usize) -> Result<bool, Fatal> {
    let mut seen = FxHashSet::default();
    let mut left = vec![index];
    while let Some(index) = left.pop() {
        if !seen.insert(index) {
            continue;
        }
        let rec = intrinsics.list[index].def.rec;
        if rec.bit("isShift")? || rec.bit("isScalarShift")? || rec.bit("isVCVT_N")? {
            return Ok(true);
        }
        left.extend(&calls[index]);
    }
    Ok(false)
}

fn push_function(it: &Intrinsic, name: &str, immediate: &str, out: &mut Output) {
    let (mut params, mut args) = (Vec::new(), Vec::new());
    for (index, ty) in it.params().iter().enumerate() {
        if ty.immediate {
            args.push(immediate.to_owned());
        } else if !ty.is_void() || ty.pointer {
            params.push(format!("{} p{index}", ty.c_name()));
            args.push(format!("p{index}"));
        }
    }
    if params.is_empty() {
        params.push("void".to_owned());
    }
    let def = &it.def;
    out.push("\n");
    if !def.arch_guard.is_empty() {
        writeln!(out, "#if {}", def.arch_guard);
    }
    if !def.target_guard.is_empty() {
        writeln!(out, "__attribute__((target(\"{}\")))", def.target_guard);
    }
    let keyword = if it.returned().is_void() {
        ""
    } else {
        "return "
    };
    write!(
        out,
        "{} test_{name}({}) {{\n  {keyword}{name}({});\n}}\n",
        it.returned().c_name(),
        params.join(", "),
        args.join(", ")
    );
    if !def.arch_guard.is_empty() {
        out.push("#endif\n");
    }
}
