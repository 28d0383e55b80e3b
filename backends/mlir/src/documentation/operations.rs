//! The documentation of an operation.

use std::collections::BTreeSet;

use backend::text::SPACES;
use backend::{Context, Fatal, Output, Rec, Release};

use mlir_model::attribute::Attribute;
use mlir_model::operation::{NamedAttribute, Operation};
use mlir_model::traits::{Trait, TraitKind};

use super::{HUGO, STRIP_PREFIX, push_heading};
use crate::markdown::{HEADER, push_description, push_summary};
use crate::selection;

/// The indentation of each line of an operation's syntax except the first line.
const SYNTAX_INDENT: &str = "              ";

pub(super) fn run(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    out.push(HEADER);
    let ops = selection::operations(cx)?;
    out.try_each(ops, |out, rec| push(cx, out, &Operation::read(rec)?))
}

/// Writes a section about an operation.
pub(super) fn push(cx: &Context, out: &mut Output, op: &Operation) -> Result<(), Fatal> {
    let class = op.qualified_class_name();
    let prefix = cx.options.given_text(&STRIP_PREFIX).unwrap_or("::mlir::");
    let class = class.strip_prefix(prefix).unwrap_or(&class);
    push_heading(cx, out, &format!("### `{}` ({class})", op.name));
    let summary = op.summary()?;
    if !summary.trim_matches(SPACES).is_empty() {
        push_summary(out, cx.release(), &summary);
    }
    if let Some(format) = op.assembly_format() {
        let format = format.trim_matches(SPACES);
        // Since LLVM 22, an empty format is not written.
        if !format.is_empty() || cx.release() < Release::V22 {
            push_syntax(cx, out, &op.name, format);
        }
    }
    let description = op.description()?;
    if !description.trim_matches(SPACES).is_empty() {
        push_description(out, cx.release(), &description);
    }
    push_traits(out, op)?;
    push_attributes(cx, out, &op.attributes)?;
    let release = cx.release();
    let values = |values: &[mlir_model::operation::Value]| {
        let rows = values
            .iter()
            .map(|it| Ok((it.name, it.ty.constraint.summary()?.into_owned())));
        rows.collect::<Result<Vec<_>, Fatal>>()
    };
    push_table(out, release, "Operand", values(&op.operands)?);
    push_table(out, release, "Result", values(&op.results)?);
    let successors = op.successors.iter();
    let successors = successors.map(|it| Ok((it.name, it.constraint.summary()?.into_owned())));
    push_table(
        out,
        release,
        "Successor",
        successors.collect::<Result<Vec<_>, Fatal>>()?,
    );
    out.push("\n");
    Ok(())
}

/// Writes the lines of a format, aligned below each other.
fn push_syntax(cx: &Context, out: &mut Output, name: &str, format: &str) {
    write!(out, "\nSyntax:\n\n```\noperation ::= `{name}` ");
    let mut lines = format.split('\n').map(|it| it.trim_matches(SPACES));
    writeln!(out, "{}", lines.next().unwrap_or_default());
    for line in lines.filter(|it| !it.is_empty()) {
        writeln!(out, "{SYNTAX_INDENT}{line}");
    }
    // Since LLVM 22, the empty line is written with the description.
    out.push(if cx.release() >= Release::V22 {
        "```\n"
    } else {
        "```\n\n"
    });
}

/// Writes the traits, interfaces and effects of an operation. Each list is sorted by the bytes of its elements.
fn push_traits(out: &mut Output, op: &Operation) -> Result<(), Fatal> {
    let mut traits = BTreeSet::new();
    let mut interfaces = BTreeSet::new();
    let mut effects = BTreeSet::new();
    for it in op
        .traits
        .iter()
        .filter(|it| it.kind != TraitKind::Predicate)
    {
        let (name, effect) = describe(*it)?;
        let kind = match it.kind {
            TraitKind::Interface => &mut interfaces,
            _ => &mut traits,
        };
        kind.insert(format!("`{name}`"));
        effects.extend(effect.map(|it| format!("`{it}`")));
    }
    for (title, names) in [
        ("Traits", traits),
        ("Interfaces", interfaces),
        ("Effects", effects),
    ] {
        if !names.is_empty() {
            let names: Vec<String> = names.into_iter().collect();
            writeln!(out, "\n{title}: {}", names.join(", "));
        }
    }
    Ok(())
}

/// The name of a trait, and the effects that it declares, if any.
fn describe(it: Trait) -> Result<(String, Option<String>), Fatal> {
    let in_cpp = it.rec.string("trait")?;
    let short = in_cpp.strip_suffix("::Trait").unwrap_or(&in_cpp);
    let short = short.strip_suffix("::Impl").unwrap_or(short);
    let name = if it.rec.name().starts_with("anonymous_") {
        short
    } else {
        it.rec.name()
    };
    if it.kind != TraitKind::Interface || !it.rec.is_a("SideEffectsTraitBase") {
        return Ok((name.to_owned(), None));
    }
    let base = it.rec.string("baseEffectName")?;
    let effects = it.rec.list_of_defs("effects")?.into_iter();
    let effects: Result<Vec<String>, Fatal> = effects.map(effect).collect();
    let effects = format!("{}{{{}}}", without_mlir(&base), effects?.join(", "));
    Ok((format!("{name} ({short})"), Some(effects)))
}

fn effect(rec: Rec) -> Result<String, Fatal> {
    let (effect, resource) = (rec.string("effect")?, rec.string("resource")?);
    Ok(format!("{} on {resource}", without_mlir(&effect)))
}

fn without_mlir(name: &str) -> &str {
    let name = name.strip_prefix("::").unwrap_or(name);
    name.strip_prefix("mlir::").unwrap_or(name)
}

/// Writes the table of attributes. It is an HTML table, as descriptions may have several lines. Writes nothing if there
/// are no attributes.
fn push_attributes(
    cx: &Context,
    out: &mut Output,
    attributes: &[NamedAttribute],
) -> Result<(), Fatal> {
    if attributes.is_empty() {
        return Ok(());
    }
    out.push("\n#### Attributes:\n\n<table>\n");
    out.push("<tr><th>Attribute</th><th>MLIR Type</th><th>Description</th></tr>\n");
    for NamedAttribute { name, attr, .. } in attributes {
        let ty = attr.storage_type();
        write!(out, "<tr><td><code>{name}</code></td><td>{ty}</td><td>");
        push_attribute(cx, out, *attr)?;
        out.push("</td></tr>\n");
    }
    out.push("</table>\n");
    Ok(())
}

fn push_attribute(cx: &Context, out: &mut Output, attr: Attribute) -> Result<(), Fatal> {
    let summary = attr.constraint().summary()?;
    let description = attr.description();
    if cx.options.is_on(&HUGO) && !description.is_empty() {
        write!(
            out,
            "<details><summary>{summary}</summary>{{{{% markdown %}}}}"
        );
        write!(out, "{description}{{{{% /markdown %}}}}</details>");
    } else {
        out.push(&summary);
    }
    Ok(())
}

fn push_table(out: &mut Output, release: Release, title: &str, rows: Vec<(&str, String)>) {
    if rows.is_empty() {
        return;
    }
    let line = "-".repeat(title.len() - 2);
    write!(
        out,
        "\n#### {title}s:\n\n| {title} | Description |\n| :{line}: | ----------- |\n"
    );
    for (name, summary) in rows {
        // Before LLVM 22, the last cell of a row was not closed, and the first cell was not opened if the row had no
        // name.
        match (name, release >= Release::V22) {
            ("", true) => writeln!(out, "| &laquo;unnamed&raquo; | {summary} |"),
            ("", false) => writeln!(out, "&laquo;unnamed&raquo; | {summary}"),
            (name, true) => writeln!(out, "| `{name}` | {summary} |"),
            (name, false) => writeln!(out, "| `{name}` | {summary}"),
        }
    }
}
