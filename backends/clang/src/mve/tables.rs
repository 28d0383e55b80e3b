//! The tables of builtins and of their names.

use backend::string_offset_table::StringOffsetTable;
use backend::{Backend, Context, Fatal, Output};
use rustc_hash::FxHashSet;

use super::Family;
use super::intrinsics::Intrinsics;

pub(crate) const ARM_MVE_BUILTIN_DEF: Backend = Backend::clang(
    "gen-arm-mve-builtin-def",
    "List the builtins of MVE",
    &["Intrinsic", "PrimitiveType"],
    mve_builtins,
);

/// `-gen-arm-mve-builtin-def`: a builtin for each intrinsic, then one for each shared name.
fn mve_builtins(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let intrinsics = cx.model::<Intrinsics>()?;
    for it in &intrinsics.list {
        out.source(cx.records.rec(it.record));
        writeln!(
            out,
            "BUILTIN(__builtin_arm_mve_{}, \"\", \"n\")",
            it.full_name
        );
    }
    let mut seen = FxHashSet::default();
    for it in intrinsics.list.iter().filter(|it| it.is_polymorphic()) {
        if seen.insert(&it.short_name) {
            let unevaluated = if it.is_unevaluated { "u" } else { "" };
            out.source(cx.records.rec(it.record));
            writeln!(
                out,
                "BUILTIN(__builtin_arm_mve_{}, \"vi.\", \"nt{unevaluated}\")",
                it.short_name
            );
        }
    }
    out.no_source();
    Ok(())
}

pub(crate) const ARM_CDE_BUILTIN_DEF: Backend = Backend::clang(
    "gen-arm-cde-builtin-def",
    "List the builtins of CDE",
    &["CDEIntrinsic"],
    cde_builtins,
);

/// `-gen-arm-cde-builtin-def`: a builtin for each intrinsic that is more than a declaration.
fn cde_builtins(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let intrinsics = cx.model::<Intrinsics>()?;
    Family::Cde.read_macros(cx)?;
    for it in intrinsics.list.iter().filter(|it| !it.is_header_only) {
        out.of(cx.records.rec(it.record), |out| {
            let name = &it.full_name;
            writeln!(out, "BUILTIN(__builtin_arm_cde_{name}, \"\", \"ncU\")");
        });
    }
    Ok(())
}

pub(crate) const ARM_MVE_BUILTIN_ALIASES: Backend = Backend::clang(
    "gen-arm-mve-builtin-aliases",
    "List the names of MVE's builtins",
    &["Intrinsic", "PrimitiveType"],
    |cx, out| aliases(Family::Mve, cx, out),
);

pub(crate) const ARM_CDE_BUILTIN_ALIASES: Backend = Backend::clang(
    "gen-arm-cde-builtin-aliases",
    "List the names of CDE's builtins",
    &["CDEIntrinsic"],
    |cx, out| aliases(Family::Cde, cx, out),
);

/// `-gen-arm-mve-builtin-aliases` and `-gen-arm-cde-builtin-aliases`: the names of functions that each builtin has.
fn aliases(family: Family, cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let intrinsics = cx.model::<Intrinsics>()?;
    family.read_macros(cx)?;
    let mut names = StringOffsetTable::new(cx);
    out.push("static const IntrinToName MapData[] = {\n");
    for it in intrinsics.list.iter().filter(|it| !it.is_header_only) {
        let rec = cx.records.rec(it.record);
        let mut add = |name| names.add_of(name, rec) as i64;
        let short = match it.is_polymorphic() {
            true => add(&it.short_name),
            false => -1,
        };
        let full = add(&it.full_name);
        out.of(rec, |out| {
            let builtin = it.builtin();
            writeln!(out, "  {{ ARM::BI__builtin_{builtin}, {full}, {short}}},");
        });
    }
    out.push("};\n\nArrayRef<IntrinToName> Map(MapData);\n\nstatic const char IntrinNames[] = {\n");
    names.push_literal(out);
    out.push("};\n\n");
    Ok(())
}
