//! `-gen-arm-mve-builtin-codegen` and `-gen-arm-cde-builtin-codegen`: the generation of LLVM IR for builtins.
//!
//! Builtins whose statements differ only in types and constants share these statements. The differing parts become
//! variables that a `switch` sets. The first pass makes a variable of every part that may differ, and groups the
//! builtins with equal statements. The second pass inlines variables that are constant within a group, and merges
//! variables that always have equal values.

use std::collections::BTreeMap;

use backend::{Backend, Context, Fatal, Output, Rec};
use rustc_hash::FxHashMap;

use super::Family;
use super::intrinsics::{Body, Intrinsic, Intrinsics};
use super::render::{Naming, Variables, statements};

/// The key of a group of intrinsics: the statements, then the number and the types of the variables. Keys with equal
/// statements are ordered by the number of variables.
type Key = (String, (usize, Vec<String>));

/// For each key, the intrinsics with the values of their variables.
type Groups<'a> = BTreeMap<Key, Vec<(&'a Intrinsic, Vec<String>)>>;

pub(crate) const ARM_MVE_BUILTIN_CODEGEN: Backend = Backend::clang(
    "gen-arm-mve-builtin-codegen",
    "Write the code generation for MVE's builtins",
    &["Intrinsic", "PrimitiveType"],
    |cx, out| write(Family::Mve, cx, out),
);

pub(crate) const ARM_CDE_BUILTIN_CODEGEN: Backend = Backend::clang(
    "gen-arm-cde-builtin-codegen",
    "Write the code generation for CDE's builtins",
    &["CDEIntrinsic"],
    |cx, out| write(Family::Cde, cx, out),
);

fn write(family: Family, cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let intrinsics = cx.model::<Intrinsics>()?;
    family.read_macros(cx)?;
    let mut alike = Groups::new();
    for it in intrinsics.list.iter().filter(|it| !it.is_header_only) {
        add(cx, &mut alike, it, Naming::None, None)?;
    }
    let mut groups = Groups::new();
    for ((_, (_, types)), members) in &alike {
        let chosen = choose_variables(types, members);
        for (it, _) in members {
            add(cx, &mut groups, it, Naming::Full, Some(&chosen))?;
        }
    }
    for ((statements, (_, types)), members) in &mut groups {
        // Different groups of the first pass may become one group in the second. So the members of the merged group are
        // sorted again.
        members.sort_by_key(|(it, _)| &it.full_name);
        push_group(cx, out, statements, types, members);
    }
    Ok(())
}

/// Adds an intrinsic to the group with the same statements and types of variables.
fn add<'a>(
    cx: &Context,
    groups: &mut Groups<'a>,
    it: &'a Intrinsic,
    naming: Naming,
    chosen: Option<&[Option<usize>]>,
) -> Result<(), Fatal> {
    let mut variables = Variables::new(chosen);
    let text = match &it.body {
        Body::Generated(code) => match code.root {
            Some(root) => statements(code, root, naming, &mut variables, cx.release()),
            None => Ok(String::new()),
        },
        Body::Custom(settings) => Ok(custom(settings)),
    };
    let text = text.map_err(|message| cx.records.fatal(message))?;
    let Variables { types, values, .. } = variables;
    let key = (text, (types.len(), types));
    groups.entry(key).or_default().push((it, values));
    Ok(())
}

/// The statements for a builtin with handwritten code generation: they set the variables that the handwritten code
/// reads.
fn custom(settings: &BTreeMap<String, String>) -> String {
    let settings = settings.iter();
    let mut text: String = settings
        .map(|(name, value)| format!("  {name} = {value};\n"))
        .collect();
    text += "  break; // custom code gen\n";
    text
}

/// For each part of a group's statements, the index of its variable, or `None` if the part has the same value in all
/// members. Two parts share a variable if they have the same type and, in each member, the same value.
fn choose_variables(types: &[String], members: &[(&Intrinsic, Vec<String>)]) -> Vec<Option<usize>> {
    let mut known = FxHashMap::default();
    let choose = |(part, ty): (usize, _)| {
        let values: Vec<&str> = members.iter().map(|(_, it)| it[part].as_str()).collect();
        if values.iter().all(|value| value == &values[0]) {
            return None;
        }
        let next = known.len();
        Some(*known.entry((ty, values)).or_insert(next))
    };
    types.iter().enumerate().map(choose).collect()
}

mod changes {
    use elaborate::records::Release;

    /// The text that is assigned to a variable. Since LLVM 22, the value is cast to the variable's type.
    pub(super) fn assigned(release: Release, ty: &str, value: &str) -> String {
        if release >= Release::V22 {
            format!("static_cast<{ty}>({value})")
        } else {
            value.to_owned()
        }
    }
}

fn push_group(
    cx: &Context,
    out: &mut Output,
    statements: &str,
    types: &[String],
    members: &[(&Intrinsic, Vec<String>)],
) {
    let rec = |it: &Intrinsic| -> Rec { cx.records.rec(it.record) };
    let all = || members.iter().map(|(it, _)| rec(it));
    let label = |it: &Intrinsic| format!("case ARM::BI__builtin_{}:", it.builtin());
    for (index, (it, _)) in members.iter().enumerate() {
        out.of(rec(it), |out| {
            let end = if index + 1 == members.len() { " {" } else { "" };
            writeln!(out, "{}{end}", label(it));
        });
    }
    out.sources(all);
    for (number, ty) in types.iter().enumerate() {
        let space = if ty.ends_with('*') { "" } else { " " };
        writeln!(out, "  {ty}{space} Param{number};");
    }
    if !types.is_empty() {
        out.push("  switch (BuiltinID) {\n");
        for (it, values) in members {
            out.source(rec(it));
            writeln!(out, "  {}", label(it));
            for (number, value) in values.iter().enumerate() {
                let value = changes::assigned(cx.release(), &types[number], value);
                writeln!(out, "    Param{number} = {value};");
            }
            out.push("    break;\n");
        }
        out.sources(all);
        out.push("  }\n");
    }
    out.push(statements);
    out.push("}\n");
    out.no_source();
}
