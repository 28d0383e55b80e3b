//! The documentation of passes.

use backend::{Context, Fatal, Output, Release};
use elaborate::records::byte_len;
use mlir_model::passes::Pass;

use super::changes;
use crate::markdown;

/// Writes the documentation of all passes, sorted by their names on the command line.
pub(super) fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    out.push(markdown::HEADER);
    let mut passes = Pass::all(cx.records)?;
    passes.sort_by(|a, b| a.argument.cmp(&b.argument));
    for pass in &passes {
        out.of(pass.rec, |out| push(out, pass))?;
    }
    Ok(())
}

fn push(out: &mut Output, pass: &Pass) -> Result<(), Fatal> {
    let release = pass.rec.records().release();
    out.push(changes::before_documentation(release));
    writeln!(out, "### `-{}`", pass.argument);
    markdown::push_summary(out, release, &pass.summary);
    markdown::push_description(out, release, &pass.rec.string("description")?);
    let options = pass.options.iter().map(|it| {
        let name = format!("-{}", it.argument);
        (name, &*it.description)
    });
    push_table(out, release, "Options", options.collect());
    let statistics = pass.statistics.iter();
    let statistics = statistics.map(|it| (it.name.to_string(), &*it.description));
    push_table(out, release, "Statistics", statistics.collect());
    Ok(())
}

/// Writes a table of names and descriptions. Names are padded to the length of the longest name. Writes nothing if
/// there are no rows.
fn push_table(out: &mut Output, release: Release, title: &str, rows: Vec<(String, &str)>) {
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
