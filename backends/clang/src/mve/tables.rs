//! The tables of MVE's and CDE's builtins and of the names of their intrinsics.

use std::collections::BTreeMap;

use backend::string_offset_table::StringOffsetTable;
use backend::{Backend, Context, Fatal, Output, RecordId};
use rustc_hash::FxHashSet;

use super::Family;
use super::intrinsics::Intrinsics;

pub(crate) const ARM_MVE_BUILTIN_DEF: Backend = Backend::clang(
    "gen-arm-mve-builtin-def",
    "List the builtins of MVE",
    &["Intrinsic", "PrimitiveType"],
    mve_builtins,
);

/// `-gen-arm-mve-builtin-def`: a builtin for each intrinsic, then a builtin for each overloaded name.
fn mve_builtins(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let intrinsics = cx.model::<Intrinsics>()?;
    if changes::has_string_tables(cx) {
        mve_tables(cx, out, &intrinsics);
        return Ok(());
    }
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

/// A builtin as represented in the tables of LLVM 21 and later: an enumerator and a row of offsets into the string
/// table.
struct Builtin<'i> {
    name: &'i str,
    ty: &'static str,
    attributes: &'static str,
    record: RecordId,
}

/// Writes the tables in the format of LLVM 21 and later. Rows refer to strings, so all names are added first. The row
/// for an overloaded name uses the first intrinsic that has the name.
fn mve_tables(cx: &Context, out: &mut Output, intrinsics: &Intrinsics) {
    let mut strings = StringOffsetTable::new(cx);
    for text in ["n", "nt", "ntu", "vi."] {
        strings.add(text);
    }
    let mut builtins = Vec::new();
    for it in &intrinsics.list {
        strings.add_of(&it.full_name, it.record);
        builtins.push(Builtin {
            name: &it.full_name,
            ty: "",
            attributes: "n",
            record: it.record,
        });
    }
    let mut shared = BTreeMap::new();
    for it in intrinsics.list.iter().filter(|it| it.is_polymorphic()) {
        strings.add_of(&it.short_name, it.record);
        shared.entry(&it.short_name).or_insert(it);
    }
    builtins.extend(shared.iter().map(|(name, it)| Builtin {
        name,
        ty: "vi.",
        attributes: if it.is_unevaluated { "ntu" } else { "nt" },
        record: it.record,
    }));
    push_tables(cx, out, "mve", &builtins, &mut strings);
}

fn cde_tables(cx: &Context, out: &mut Output, intrinsics: &Intrinsics) {
    let mut strings = StringOffsetTable::new(cx);
    strings.add("ncU");
    let mut builtins = Vec::new();
    for it in intrinsics.list.iter().filter(|it| !it.is_header_only) {
        strings.add_of(&it.full_name, it.record);
        builtins.push(Builtin {
            name: &it.full_name,
            ty: "",
            attributes: "ncU",
            record: it.record,
        });
    }
    push_tables(cx, out, "cde", &builtins, &mut strings);
}

fn push_tables(
    cx: &Context,
    out: &mut Output,
    family: &str,
    builtins: &[Builtin],
    strings: &mut StringOffsetTable,
) {
    let upper = family.to_ascii_uppercase();
    writeln!(out, "#ifdef GET_{upper}_BUILTIN_ENUMERATORS");
    for it in builtins {
        out.of(cx.records.rec(it.record), |out| {
            writeln!(out, "  BI__builtin_arm_{family}_{},", it.name);
        });
    }
    write!(
        out,
        "#endif // GET_{upper}_BUILTIN_ENUMERATORS\n\n#ifdef GET_{upper}_BUILTIN_STR_TABLE\n"
    );
    strings.push_definition(out, "BuiltinStrings");
    write!(
        out,
        "#endif // GET_{upper}_BUILTIN_STR_TABLE\n\n#ifdef GET_{upper}_BUILTIN_INFOS\n"
    );
    for Builtin {
        name,
        ty,
        attributes,
        record,
    } in builtins
    {
        let mut offset = |text| format!("{} /* {text} */", strings.add(text));
        let name = offset(*name);
        let ty = if ty.is_empty() {
            "0".to_owned()
        } else {
            offset(ty)
        };
        let attributes = offset(attributes);
        out.of(cx.records.rec(*record), |out| {
            writeln!(
                out,
                "    Builtin::Info{{Builtin::Info::StrOffsets{{{name}, {ty}, {attributes}}}}},"
            );
        });
    }
    write!(out, "#endif // GET_{upper}_BUILTIN_INFOS\n\n");
}

mod changes {
    use backend::Context;
    use elaborate::records::Release;

    /// Whether the output consists of tables with offsets into a string table. True since LLVM 21. Such tables need no
    /// relocations. Before, each builtin is a macro call.
    pub(super) fn has_string_tables(cx: &Context) -> bool {
        cx.release() >= Release::V21
    }
}

pub(crate) const ARM_CDE_BUILTIN_DEF: Backend = Backend::clang(
    "gen-arm-cde-builtin-def",
    "List the builtins of CDE",
    &["CDEIntrinsic"],
    cde_builtins,
);

/// `-gen-arm-cde-builtin-def`: a builtin for each intrinsic that is not header-only.
fn cde_builtins(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let intrinsics = cx.model::<Intrinsics>()?;
    Family::Cde.read_macros(cx)?;
    if changes::has_string_tables(cx) {
        cde_tables(cx, out, &intrinsics);
        return Ok(());
    }
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

/// `-gen-arm-mve-builtin-aliases` and `-gen-arm-cde-builtin-aliases`: the full and the overloaded name of each
/// builtin's intrinsic.
fn aliases(family: Family, cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let intrinsics = cx.model::<Intrinsics>()?;
    family.read_macros(cx)?;
    let mut names = StringOffsetTable::new(cx);
    out.push("static const IntrinToName MapData[] = {\n");
    for it in intrinsics.list.iter().filter(|it| !it.is_header_only) {
        let rec = cx.records.rec(it.record);
        let mut add = |name| names.add_of(name, rec) as i64;
        let short = if it.is_polymorphic() {
            add(&it.short_name)
        } else {
            -1
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
