//! Descriptions of operations, types, attributes and dialects of MLIR.

pub(crate) mod chains;
pub(crate) mod conditions;
pub(crate) mod enums;
pub(crate) mod example;
pub(crate) mod interfaces;
pub(crate) mod members;
pub(crate) mod passes;
pub(crate) mod rewrites;
#[cfg(test)]
mod tests;

use backend::{Context, Fatal, Rec};
use ide::markup::{code_span, escape};
use mlir_model::constraint::Constraint;
use mlir_model::definition::Definition;
use mlir_model::names::qualified;
use mlir_model::operation::{Argument, InferredType, Operation, Source};
use mlir_model::traits::Trait;
use rustc_hash::FxHashSet;

use crate::markdown;
use crate::page::{Page, columns};

/// The maximum number of cases, options or statistics shown.
const MAX_ROWS: usize = 40;
/// The maximum number of traits shown.
const MAX_TRAITS: usize = 24;
/// The maximum length of a text in a table, in characters.
const MAX_TEXT: usize = 70;

/// Describes an operation: its assembly name and C++ class, its signature, how its result types are inferred, and its
/// traits.
pub(crate) fn operation(_: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    let op = Operation::read(rec)?;
    page.prose(format!(
        "operation {}, in C++ {}",
        code_span(&op.name),
        code_span(&op.qualified_class_name())
    ));
    let table = signature(&op)?;
    if !table.is_empty() {
        page.drawing(&columns(&table));
    }
    if let Some(inferred) = &op.inferred_types {
        let results = inferred.iter().enumerate();
        let known = results.map(|(index, it)| inference(&op, index, it));
        page.point("types of results", known.collect::<Vec<_>>().join(", "));
    }
    push_traits(&op.traits, page);
    Ok(())
}

/// A table of the arguments, results, regions and successors of an operation: the kind, name and constraint of each.
fn signature(op: &Operation) -> Result<Vec<Vec<String>>, Fatal> {
    let mut table = Vec::new();
    let mut add = |kind: &str, index: usize, name: &str, constraint: String| {
        let name = match name {
            "" => format!("#{index}"),
            name => name.to_owned(),
        };
        table.push(vec![kind.to_owned(), name, constraint]);
    };
    for (index, argument) in op.arguments.iter().enumerate() {
        let name = op.argument_name(*argument);
        match *argument {
            Argument::Operand(at) => {
                let ty = op.operands[at].ty;
                add(
                    "operand",
                    index,
                    name,
                    constraint(ty.constraint, ty.is_optional())?,
                );
            }
            Argument::Attribute(at) => {
                let attr = op.attributes[at].attr;
                let mut text = constraint(attr.constraint(), attr.is_optional()?)?;
                if attr.has_default() {
                    text += &format!(" = {}", shortened(&attr.default_value()));
                }
                add("attribute", index, name, text);
            }
            Argument::Property(at) => {
                let prop = op.properties[at].prop;
                add(
                    "property",
                    index,
                    name,
                    constraint(prop.constraint(), false)?,
                );
            }
        }
    }
    for (index, result) in op.results.iter().enumerate() {
        let ty = result.ty;
        add(
            "result",
            index,
            result.name,
            constraint(ty.constraint, ty.is_optional())?,
        );
    }
    for (kind, parts) in [("region", &op.regions), ("successor", &op.successors)] {
        for (index, part) in parts.iter().enumerate() {
            add(kind, index, part.name, constraint(part.constraint, false)?);
        }
    }
    Ok(table)
}

/// A phrase in Markdown that says from which value the type of a result is inferred.
fn inference(op: &Operation, index: usize, inferred: &InferredType) -> String {
    let name = |index: usize, name: &str| match name {
        "" => format!("#{index}"),
        name => code_span(name),
    };
    let result = |at: usize| name(at, op.results[at].name);
    let own = result(index);
    let from = match inferred.source {
        Source::Result(at) if at == index => return format!("{own} is always the same"),
        Source::Result(at) => result(at),
        Source::Argument(at) => {
            let argument = op.arguments.get(at).map_or("", |it| op.argument_name(*it));
            name(at, argument)
        }
    };
    if inferred.transformer == "$_self" {
        format!("{own} has that of {from}")
    } else {
        format!("{own} follows from {from}")
    }
}

/// Lists the names of traits without duplicates. An interface and the anonymous record that declares its methods have
/// the same name.
fn push_traits(traits: &[Trait], page: &mut Page) {
    let mut known = FxHashSet::default();
    let names = traits.iter().map(|it| trait_name(it.rec));
    let mut names: Vec<String> = names.filter(|it| known.insert(it.clone())).collect();
    let more = names.len().saturating_sub(MAX_TRAITS);
    names.truncate(MAX_TRAITS);
    page.names("traits", names);
    if more > 0 {
        page.point("traits", format!("… {more} more"));
    }
}

/// Describes a type or attribute of a dialect: its name in assembly and its C++ class, its parameters and its traits.
pub(crate) fn definition(_: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    let it = Definition::read(rec)?;
    let (kind, sign) = if it.is_attribute() {
        ("attribute", '#')
    } else {
        ("type", '!')
    };
    let dialect = it.dialect();
    let mut name = String::new();
    if let (Some(dialect), Some(mnemonic)) = (dialect, &it.mnemonic) {
        name = format!(
            " {}",
            code_span(&format!("{sign}{}.{mnemonic}", dialect.dialect_name()?))
        );
    }
    let namespace = dialect
        .map(|it| it.namespace())
        .transpose()?
        .unwrap_or_default();
    let class = qualified(&namespace, &it.class_name()?);
    page.prose(format!("{kind}{name}, in C++ {}", code_span(&class)));
    let mut table = Vec::new();
    for (index, parameter) in it.parameters.iter().enumerate() {
        let name = parameter
            .name
            .map_or_else(|| format!("#{index}"), str::to_owned);
        let mut ty = shortened(&parameter.cpp_type()?);
        if let Some(default) = parameter.default_value() {
            ty += &format!(" = {}", shortened(&default));
        }
        let about = parameter.text("summary").unwrap_or_default();
        table.push(vec!["parameter".to_owned(), name, ty, shortened(&about)]);
    }
    if !table.is_empty() {
        page.drawing(&columns(&table));
    }
    push_traits(&it.traits, page);
    Ok(())
}

/// The summary of a constraint, or its name if it has no summary. A long text is shortened.
fn constraint(constraint: Constraint, is_optional: bool) -> Result<String, Fatal> {
    let summary = constraint.summary()?;
    let text = match &*summary {
        "" => constraint.def_name(),
        summary => summary,
    };
    let optional = if is_optional { ", optional" } else { "" };
    Ok(shortened(text) + optional)
}

/// Shows a table of at most [`MAX_ROWS`] rows, and the number of further rows.
fn push_rows(page: &mut Page, mut rows: Vec<Vec<String>>) {
    let more = rows.len().saturating_sub(MAX_ROWS);
    rows.truncate(MAX_ROWS);
    if more > 0 {
        rows.push(vec![format!("… {more} more")]);
    }
    if !rows.is_empty() {
        page.drawing(&columns(&rows));
    }
}

/// The text as one line, cut after [`MAX_TEXT`] characters.
fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_TEXT) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// The name of a trait: the name of its record. If the record is anonymous, the name of its C++ interface or trait, or
/// else of its superclass.
fn trait_name(rec: Rec) -> String {
    if !rec.record().is_anonymous() {
        return rec.name().to_owned();
    }
    let mut fields = ["cppInterfaceName", "trait"].into_iter();
    let name = fields.find_map(|it| rec.optional_string(it).ok().flatten());
    let class = || {
        rec.direct_superclasses()
            .last()
            .map(|it| it.name().to_owned())
    };
    let name = name.map(|it| it.into_owned()).or_else(class);
    name.unwrap_or_else(|| rec.name().to_owned())
}

/// Adds the summary and the description of a record, such as an operation, dialect, interface or pass.
pub(crate) fn documentation(_: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    if rec.field("summary").is_some()
        && let Some(summary) = rec.optional_string("summary")?
    {
        let line = summary.split_whitespace().collect::<Vec<_>>().join(" ");
        if !line.is_empty() {
            page.prose(escape(&line));
        }
    }
    if let Some(description) = rec.optional_string("description")? {
        markdown::show(&description, page);
    }
    Ok(())
}
