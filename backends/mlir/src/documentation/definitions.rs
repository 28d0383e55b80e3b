//! The documentation of types and attributes that a dialect defines.

use backend::{Context, Fatal, Output, Release};

use mlir_model::definition::Definition;

use super::push_heading;
use crate::markdown::{HEADER, push_description, push_summary};

pub(super) fn run(cx: &Context, out: &mut Output, class: &str) -> Result<(), Fatal> {
    out.push(HEADER);
    let all = cx.records.derived(class)?;
    out.try_each(all, |out, rec| push(cx, out, &Definition::read(rec)?))
}

/// Writes a section about a type or attribute.
pub(super) fn push(cx: &Context, out: &mut Output, def: &Definition) -> Result<(), Fatal> {
    push_heading(cx, out, &format!("### {}", def.class_name()?));
    let is_new = cx.release() >= Release::V22;
    let has = |field| def.rec.field(field).is_some() && !def.rec.is_unset(field);
    if has("summary") {
        let summary = def.text("summary");
        if is_new {
            push_summary(out, cx.release(), &summary)
        } else {
            write!(out, "\n{summary}\n")
        }
    }
    if !def.has_custom_format {
        push_syntax(out, def)?;
    }
    if has("description") {
        if !is_new {
            out.push("\n");
        }
        push_description(out, cx.release(), &def.text("description"));
    }
    push_parameters(out, def)?;
    // Since LLVM 22, no empty line follows a table.
    if !is_new || def.parameters.is_empty() {
        out.push("\n");
    }
    Ok(())
}

fn push_syntax(out: &mut Output, def: &Definition) -> Result<(), Fatal> {
    let Some(mnemonic) = &def.mnemonic else {
        return Ok(());
    };
    let sign = if def.is_attribute() { '#' } else { '!' };
    let dialect = def.dialect().map(|it| it.check()?.dialect_name());
    let dialect = dialect.transpose()?;
    let name = format!("{sign}{}.{mnemonic}", dialect.unwrap_or_default());
    if def.parameters.is_empty() {
        write!(out, "\nSyntax: `{name}`\n");
        return Ok(());
    }
    write!(out, "\nSyntax:\n\n```\n{name}<\n");
    for (index, parameter) in def.parameters.iter().enumerate() {
        let comma = if index + 1 < def.parameters.len() {
            ","
        } else {
            ""
        };
        let name = parameter.name.unwrap_or_default();
        writeln!(out, "  {}{comma}   # {name}", parameter.syntax()?);
    }
    out.push(">\n```\n");
    Ok(())
}

fn push_parameters(out: &mut Output, def: &Definition) -> Result<(), Fatal> {
    if def.parameters.is_empty() {
        return Ok(());
    }
    out.push("\n#### Parameters:\n\n| Parameter | C++ type | Description |\n");
    out.push("| :-------: | :-------: | ----------- |\n");
    for parameter in &def.parameters {
        let name = parameter.name.unwrap_or_default();
        let summary = parameter.text("summary").unwrap_or_default();
        writeln!(out, "| {name} | `{}` | {summary} |", parameter.cpp_type()?);
    }
    Ok(())
}
