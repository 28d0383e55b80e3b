//! Descriptions of Clang's diagnostics and their groups.

#[cfg(test)]
mod tests;

use backend::{Context, Fatal, Rec};
use clang_backends::diagnostics::message;
use ide::markup::code_span;

use crate::page::{Page, count};
use crate::rst;

/// Describes a diagnostic: its text, its default severity, and the flags that control it.
pub(crate) fn diagnostic(cx: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    let word = |name: &str| name.rsplit('_').next().unwrap_or(name).to_ascii_lowercase();
    let class = word(rec.def("Class")?.name());
    let severity = word(rec.def("DefaultSeverity")?.name());
    page.prose(if class == severity || class == "note" {
        format!("{class}: {}", code_span(&message(cx, rec)?))
    } else {
        format!(
            "{class}, {severity} by default: {}",
            code_span(&message(cx, rec)?)
        )
    });
    let group = rec.value("Group")?;
    if let Some(group) = cx.records.def_of(group) {
        page.point("switched by", flag(group)?);
        let above = above(cx, group)?;
        page.names("which is part of", above);
    }
    Ok(())
}

fn flag(group: Rec) -> Result<String, Fatal> {
    Ok(code_span(&format!("-W{}", group.string("GroupName")?)))
}

/// The flags (`-W…`) of all groups that contain a group, directly or indirectly.
fn above(cx: &Context, group: Rec) -> Result<Vec<String>, Fatal> {
    let name = group.string("GroupName")?;
    let groups = cx.records.derived("DiagGroup")?;
    let mut known = vec![name.into_owned()];
    let mut at = 0;
    while at < known.len() {
        for other in &groups {
            let mut inner = other.list_of_defs("SubGroups")?.into_iter();
            let holds = inner.any(|it| it.string("GroupName").is_ok_and(|it| it == known[at]));
            let name = other.string("GroupName")?;
            if holds && !known.iter().any(|it| *it == name) {
                known.push(name.into_owned());
            }
        }
        at += 1;
    }
    Ok(known.iter().skip(1).map(|it| format!("-W{it}")).collect())
}

/// Describes a group of diagnostics: its flag, its members, and the groups that contain it.
pub(crate) fn group(cx: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    let name = rec.string("GroupName")?;
    let is_in = |diag: &Rec| {
        let group = diag.field("Group").and_then(|it| it.value);
        let group = group.and_then(|it| cx.records.def_of(it));
        group.is_some_and(|it| it.string("GroupName").is_ok_and(|it| it == name))
    };
    let diags = cx.records.derived("Diagnostic")?;
    let own: Vec<Rec> = diags.into_iter().filter(is_in).collect();
    page.prose(format!(
        "{} switches {}",
        flag(rec)?,
        count(own.len(), "diagnostic")
    ));
    page.names("diagnostics", own.iter().map(|it| it.name()));
    let mut inner = Vec::new();
    for group in rec.list_of_defs("SubGroups")? {
        inner.push(format!("-W{}", group.string("GroupName")?));
    }
    page.names("also switches", inner);
    page.names("part of", above(cx, rec)?);
    let docs = rec.field("Documentation").and_then(|it| it.value);
    if let Some(docs) = docs.and_then(|it| rec.text_of(it)) {
        rst::show(&docs, page);
    }
    Ok(())
}
