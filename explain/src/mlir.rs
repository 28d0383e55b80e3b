//! Operations, types, attributes and dialects of MLIR in words.

#[cfg(test)]
mod tests;

use backend::{Context, Fatal, Rec};
use ide::markup::{code_span, escape};

use crate::markdown;
use crate::page::{Page, columns};

/// How many traits are shown, and how long what an argument may be is.
const MAX_TRAITS: usize = 24;
const MAX_CONSTRAINT: usize = 70;

/// An operation: how it is written and called in C++, its arguments and results, and what it promises.
pub(crate) fn operation(_: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    let dialect = rec.def("opDialect")?.string("name")?;
    let name = format!("{dialect}.{}", rec.string("opName")?);
    // What stands before the first `_` groups records only.
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

/// What a value has to be: as the constraint says it itself, or else its name.
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

/// A trait by the record's name; one that is made in place by what it stands for in C++.
fn trait_name(rec: Rec) -> String {
    if !rec.record().is_anonymous() {
        return rec.name().to_owned();
    }
    let mut fields = ["cppInterfaceName", "trait"].into_iter();
    let name = fields.find_map(|it| rec.optional_string(it).ok().flatten());
    name.map_or_else(|| rec.name().to_owned(), |it| it.into_owned())
}

/// What a dialect, an operation, a type and the like say of themselves.
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
