//! Operations, types, attributes and dialects of MLIR in words.

#[cfg(test)]
mod tests;

use backend::{Context, Fatal, Rec};
use ide::markup::{code_span, escape};

use crate::markdown;
use crate::page::{Page, columns};

/// The largest number of traits shown, and the greatest length of an argument's constraint.
const MAX_TRAITS: usize = 24;
const MAX_CONSTRAINT: usize = 70;

/// An operation: its assembly name and C++ class, its arguments and results, and its traits.
pub(crate) fn operation(_: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    let dialect = rec.def("opDialect")?.string("name")?;
    let name = format!("{dialect}.{}", rec.string("opName")?);
    // The part before the first `_` is a prefix for grouping only.
    let class = rec.name().split_once('_').map_or(rec.name(), |it| it.1);
    let class = format!("{}::{class}", rec.string("cppNamespace")?);
    page.prose(format!(
        "operation {}, in C++ {}",
        code_span(&name),
        code_span(&class)
    ));
    let mut table = Vec::new();
    for (field, what) in [("arguments", "argument"), ("results", "result")] {
        let dag = rec.dag(field)?;
        for (index, (value, name)) in dag.args().enumerate() {
            let name = name.map_or_else(|| format!("#{index}"), str::to_owned);
            let constraint = rec.records().def_of(value);
            let constraint = constraint.map(constraint_of).unwrap_or_default();
            table.push(vec![what.to_owned(), name, constraint]);
        }
    }
    if !table.is_empty() {
        page.drawing(&columns(&table));
    }
    let traits = rec.list_of_defs("traits")?.into_iter().map(trait_name);
    let mut traits: Vec<String> = traits.collect();
    let more = traits.len().saturating_sub(MAX_TRAITS);
    traits.truncate(MAX_TRAITS);
    page.names("traits", traits);
    if more > 0 {
        page.point("traits", format!("… {more} more"));
    }
    Ok(())
}

/// The constraint on a value: its summary, or else its name.
fn constraint_of(constraint: Rec) -> String {
    let summary = constraint.optional_string("summary");
    let summary = summary.ok().flatten().filter(|it| !it.is_empty());
    let text = match &summary {
        Some(it) => it,
        None => constraint.name(),
    };
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_CONSTRAINT) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// The name of a trait: that of its record, or for an anonymous record the C++ trait.
fn trait_name(rec: Rec) -> String {
    if !rec.record().is_anonymous() {
        return rec.name().to_owned();
    }
    let mut fields = ["cppInterfaceName", "trait"].into_iter();
    let name = fields.find_map(|it| rec.optional_string(it).ok().flatten());
    name.map_or_else(|| rec.name().to_owned(), |it| it.into_owned())
}

/// The description in a dialect, operation, type or attribute.
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
