//! Functions that return the requirements of a case of an enumeration.

use backend::string_map::StringMap;
use backend::text::push_header;
use backend::{Context, Fatal, Output, Rec};
use mlir_model::availability::Availability;
use mlir_model::enums::{Case, Enum, class_of_enums};

use crate::{enums, namespaces};

/// Declares, for each enumeration, one function for each kind of requirement that its cases have.
pub(super) fn write_declarations(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header(out, "SPIR-V Enum Availability Declarations", cx.records);
    out.try_each(
        cx.records.derived(class_of_enums(cx.release()))?,
        |out, rec| {
            let it = Enum::read(rec)?;
            namespaces::push(out, cx.release(), &it.namespace, |out| {
                push_declarations(out, &it)
            })
        },
    )
}

fn push_declarations(out: &mut Output, it: &Enum) -> Result<(), Fatal> {
    let mut classes: Vec<Rec> = Vec::new();
    for case in &it.cases {
        for availability in Availability::read_all(case.rec)? {
            let class = availability.class()?;
            if !classes.contains(&class) {
                classes.push(class);
                push_head(out, it, availability)?;
                out.push(";\n");
            }
        }
    }
    Ok(())
}

fn push_head(out: &mut Output, it: &Enum, availability: Availability) -> Result<(), Fatal> {
    let (ty, query) = (availability.instance_type()?, availability.query()?);
    write!(out, "std::optional<{ty}> {query}({} value)", it.name);
    Ok(())
}

/// Defines, for each enumeration, one function for each kind of requirement that its cases have.
pub(super) fn write_definitions(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header(out, "SPIR-V Enum Availability Definitions", cx.records);
    out.try_each(
        cx.records.derived(class_of_enums(cx.release()))?,
        |out, rec| {
            let it = Enum::read(rec)?;
            namespaces::push(out, cx.release(), &it.namespace, |out| {
                push_definitions(out, &it)
            })?;
            out.push(enums::end_of_definitions(cx.release()));
            Ok(())
        },
    )
}

fn push_definitions(out: &mut Output, it: &Enum) -> Result<(), Fatal> {
    let mut kinds: StringMap<Vec<(&Case, Availability)>> = StringMap::default();
    for case in &it.cases {
        for availability in Availability::read_all(case.rec)? {
            let class = availability.class()?.name();
            let cases = kinds.get_or_insert_with(class, Vec::new);
            cases.push((case, availability));
        }
    }
    // The reference lists the kinds of requirements in the order of its hash table.
    for (_, cases) in kinds.iter() {
        if let Some((_, first)) = cases.first() {
            push_head(out, it, *first)?;
            push_body(out, it, cases)?;
        }
    }
    Ok(())
}

fn push_body(out: &mut Output, it: &Enum, cases: &[(&Case, Availability)]) -> Result<(), Fatal> {
    out.push(" {\n");
    if it.bits.is_some() {
        writeln!(
            out,
            "  assert(::llvm::popcount(static_cast<{}>(value)) <= 1 && \"cannot have more than one bit set\");",
            it.underlying
        );
    }
    out.push("  switch (value) {\n");
    for (case, availability) in cases {
        let (name, symbol) = (&it.name, &case.symbol);
        let preparation = availability.preparation()?;
        let (ty, instance) = (availability.instance_type()?, availability.instance()?);
        writeln!(
            out,
            "  case {name}::{symbol}: {{ {preparation} return {ty}({instance}); }}"
        );
    }
    if it.bits.is_some() || cases.len() < it.cases.len() {
        out.push("  default: break;\n");
    }
    out.push("  }\n  return std::nullopt;\n}\n");
    Ok(())
}
