//! The documentation of passes.

use std::borrow::Cow;

use backend::{Context, Fatal, Output, Rec, Release};
use elaborate::records::byte_len;
use mlir_model::passes::all_records;

use super::changes;
use crate::markdown;

/// Writes the documentation of all passes, sorted by their names on the command line.
pub(super) fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    out.push(markdown::HEADER);
    let mut passes = Vec::new();
    for pass in all_records(cx.records)? {
        passes.push((pass.string("argument")?, pass));
    }
    passes.sort_by(|a, b| a.0.cmp(&b.0));
    for (argument, pass) in &passes {
        out.of(*pass, |out| push(out, *pass, argument))?;
    }
    Ok(())
}

fn push(out: &mut Output, pass: Rec, argument: &str) -> Result<(), Fatal> {
    let release = pass.records().release();
    out.push(changes::before_documentation(release));
    writeln!(out, "### `-{argument}`");
    markdown::push_summary(out, release, &pass.string("summary")?);
    markdown::push_description(out, release, &pass.string("description")?);
    let options = rows(pass, "options", "argument", "-")?;
    push_table(out, release, "Options", options);
    let statistics = rows(pass, "statistics", "name", "")?;
    push_table(out, release, "Statistics", statistics);
    Ok(())
}

/// The name and the description of each option or statistic of a pass. The name is in the field `name`, and is written
/// after `prefix`.
fn rows<'a>(
    pass: Rec<'a>,
    list: &str,
    name: &str,
    prefix: &str,
) -> Result<Vec<(String, Cow<'a, str>)>, Fatal> {
    let row = |it: Rec<'a>| {
        Ok((
            format!("{prefix}{}", it.string(name)?),
            it.string("description")?,
        ))
    };
    pass.list_of_defs(list)?.into_iter().map(row).collect()
}

/// Writes a table of names and descriptions. Names are padded to the length of the longest name. Writes nothing if
/// there are no rows.
fn push_table(out: &mut Output, release: Release, title: &str, rows: Vec<(String, Cow<str>)>) {
    let Some(width) = rows.iter().map(|it| byte_len(&it.0)).max() else {
        return;
    };
    let space = changes::below_title(release);
    write!(out, "\n#### {title}\n{space}```\n");
    for (name, description) in rows {
        out.push(&name);
        out.push_fill(' ', width - byte_len(&name));
        writeln!(out, " : {description}");
    }
    out.push("```\n");
}
