//! `-gen-arm-sve-header` and `-gen-arm-sme-header`: the headers with the declarations of intrinsics.

use backend::{Backend, Context, Fatal, Output};

use super::Extension;
use super::changes;
use super::model::{Form, Intrinsics};
use super::reinterpret::{self, Reinterpret};
use crate::vectors::LICENCE;

pub(crate) const ARM_SVE_HEADER: Backend = Backend::clang(
    "gen-arm-sve-header",
    "Write arm_sve.h",
    &["Inst", "EltType"],
    sve,
);

fn sve(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let intrinsics = cx.model::<Intrinsics>()?;
    out.push("/*===---- arm_sve.h - ARM SVE intrinsics -----------------------------------===\n");
    out.push(LICENCE);
    out.push(&changes::sve_start(cx.release()));
    for vectors in reinterpret::VECTORS {
        for is_overloaded in [false, true] {
            for it in reinterpret::all(cx.release(), vectors) {
                push_reinterpret(out, it, is_overloaded);
            }
        }
    }
    push_declarations(cx, out, &intrinsics, Extension::Sve)?;
    out.push(include_str!("text/arm_sve_end.h"));
    Ok(())
}

pub(crate) const ARM_SME_HEADER: Backend = Backend::clang(
    "gen-arm-sme-header",
    "Write arm_sme.h",
    &["Inst", "EltType"],
    sme,
);

fn sme(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let intrinsics = cx.model::<Intrinsics>()?;
    out.push("/*===---- arm_sme.h - ARM SME intrinsics ------===\n");
    out.push(LICENCE);
    out.push(&changes::sme_start(cx.release()));
    push_declarations(cx, out, &intrinsics, Extension::Sme)?;
    out.push(include_str!("text/arm_sme_end.h"));
    Ok(())
}

fn push_reinterpret(out: &mut Output, it: Reinterpret, is_overloaded: bool) {
    let name = it.name();
    let declared = if is_overloaded {
        format!("reinterpret_{}", it.to)
    } else {
        name.clone()
    };
    let (result, parameter) = (it.result.c_name(), it.parameter.c_name());
    write!(
        out,
        "__aio __attribute__((__clang_arm_builtin_alias(__builtin_sve_{name})))\n\
         {result} sv{declared}({parameter} op);\n"
    );
}

/// Writes the declarations of all intrinsics, sorted by the required features, by form, and by the templates of their
/// names.
fn push_declarations(
    cx: &Context,
    out: &mut Output,
    intrinsics: &Intrinsics,
    extension: Extension,
) -> Result<(), Fatal> {
    let mut sorted: Vec<_> = intrinsics.0.iter().collect();
    sorted.sort_by(|a, b| {
        let by_guards = a.family.guards().cmp(b.family.guards());
        let by_form = by_guards.then(a.form.cmp(&b.form));
        by_form.then_with(|| a.family.name.cmp(&b.family.name))
    });
    for it in sorted {
        let inst = cx.records.rec(it.family.record);
        let attributes = match it.form {
            Form::Overloaded if it.family.prototype.len() > 1 => "__aio",
            _ => "__ai",
        };
        out.source(inst);
        out.push(attributes);
        out.push(" __attribute__((__clang_arm_builtin_alias(__builtin_");
        out.push(extension.lower());
        out.push("_");
        out.push(&it.full_name(inst)?);
        out.push(")))\n");
        it.push_declaration(inst, &mut out.text)?;
        out.push(";\n");
    }
    out.no_source();
    Ok(())
}
