//! `-gen-diag-docs`: the groups of diagnostics as reStructuredText.

use std::collections::BTreeSet;

use elaborate::records::byte_len;
use rustc_hash::FxHashSet;

use super::super::source_order::source_order;
use super::Diag;
use super::doc_text;
use super::groups::{Groups, Parents, groups};
use super::pedantic::{self, Pedantic};
use super::text::Substitutions;
use backend::{Backend, Context, Fatal, Language, Output, Rec, std_sort};

pub(crate) const BACKEND: Backend = Backend::clang(
    "gen-diag-docs",
    "Write the documentation of diagnostics",
    &["Diagnostic"],
    write,
)
.language(Language::Rst);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    let Some(info) = records.def("GlobalDocumentation") else {
        return Err(records.fatal(
            "The Documentation top-level definition is missing, no documentation will be generated."
                .to_owned(),
        ));
    };
    writeln!(out, "{}", info.string("Intro")?);
    let substitutions = Substitutions::new(records)?;
    let diags = Diag::all(records)?;
    let defs = records.derived("DiagGroup")?;
    let defs = std_sort::sort_by_read(defs, |it| it.string("GroupName"))?;
    let defs: Vec<_> = defs.into_iter().map(|(_, def)| def).collect();
    let parents = Parents::new(&defs)?;
    let mut groups = groups(cx, &diags, &defs)?;
    let pedantic = Pedantic::new(&diags, &defs, &groups, &parents)?;
    add_pedantic(&mut groups, pedantic)?;
    for def in defs {
        push_group(out, def, &groups, &substitutions)?;
    }
    Ok(())
}

/// Adds the implicit members of the group `pedantic`.
fn add_pedantic<'a>(groups: &mut Groups<'a>, found: Pedantic<'a>) -> Result<(), Fatal> {
    let Pedantic {
        diags: mut found_diags,
        groups: mut found_groups,
    } = found;
    found_diags.sort_by_key(|diag| source_order(diag.rec));
    found_groups.sort_by_key(|group| source_order(*group));
    let pedantic = groups.entry(pedantic::NAME.into()).or_default();
    pedantic.diags.extend(found_diags);
    for group in found_groups {
        pedantic.subgroups.push(group.string("GroupName")?);
    }
    Ok(())
}

fn push_group(
    out: &mut Output,
    def: Rec,
    groups: &Groups,
    substitutions: &Substitutions,
) -> Result<(), Fatal> {
    let name = def.string("GroupName")?;
    let members = all_members(&name, groups);
    let is_remark = is_remark_group(def, &members)?;
    let Some(group) = groups.get(&name) else {
        return Ok(());
    };
    let flag = if is_remark { "-R" } else { "-W" };
    let heading = format!("{flag}{name}");
    out.source(def);
    writeln!(out, "{heading}\n{}", "-".repeat(byte_len(&heading)));

    let is_synonym = group.diags.is_empty() && group.subgroups.len() == 1;
    if !is_synonym {
        push_default(out, &name, &members)?;
    }
    if !group.subgroups.is_empty() {
        out.push(match group.diags[..] {
            _ if is_synonym => "Synonym for ",
            [] => "Controls ",
            _ => "Also controls ",
        });
        let mut names = group.subgroups.clone();
        names.sort();
        let links: Vec<_> = names
            .iter()
            .map(|name| format!("`{flag}{name}`_"))
            .collect();
        write!(out, "{}.\n\n", links.join(", "));
    }
    if !group.diags.is_empty() {
        out.push("**Diagnostic text:**\n\n");
        for diag in &group.diags {
            out.source(diag.rec);
            push_text(out, diag.rec, is_remark, substitutions)?;
        }
        out.source(def);
    }
    let text = def.string("Documentation")?;
    if !text.is_empty() {
        out.push(&text);
    } else if group.subgroups.is_empty() && group.diags.is_empty() {
        out.push(
            "This diagnostic flag exists for GCC compatibility, and has no effect in Clang.\n",
        );
    }
    out.push("\n");
    Ok(())
}

/// The diagnostics of a group and of all its subgroups, direct or not.
fn all_members<'a>(name: &str, groups: &Groups<'a>) -> Vec<Diag<'a>> {
    let mut members = Vec::new();
    let mut known = FxHashSet::default();
    let mut rest = vec![name];
    while let Some(name) = rest.pop() {
        let Some(group) = groups.get(name) else {
            continue;
        };
        if known.insert(name) {
            members.extend(&group.diags);
            rest.extend(group.subgroups.iter().map(|name| &**name));
        }
    }
    members
}

/// Whether `members` are remarks. An error if only some of them are.
fn is_remark_group(def: Rec, members: &[Diag]) -> Result<bool, Fatal> {
    let (mut remarks, mut others) = (false, false);
    for diag in members {
        match diag.class()? {
            "CLASS_REMARK" => remarks = true,
            _ => others = true,
        }
    }
    if remarks && others {
        let message = "Diagnostic group contains both remark and non-remark diagnostics";
        return Err(def.fatal(message.to_owned()));
    }
    Ok(remarks)
}

/// Writes a sentence that says whether all or some diagnostics of a group are enabled by default, or whether all of
/// them are errors by default. Nothing is written if no diagnostic is enabled.
fn push_default(out: &mut Output, name: &str, members: &[Diag]) -> Result<(), Fatal> {
    let mut severities = BTreeSet::new();
    for diag in members {
        severities.insert(diag.rec.def("DefaultSeverity")?.string("Name")?);
    }
    let ignored = severities.contains("Ignored");
    if !severities.is_empty() && !ignored {
        if severities.contains("Warning") || severities.contains("Remark") {
            out.push("This diagnostic is enabled by default.\n\n");
        } else {
            write!(
                out,
                "This diagnostic is an error by default, but the flag ``-Wno-{name}`` can be used to \
                 disable the error.\n\n"
            );
        }
    } else if severities.len() > 1 {
        out.push("Some of the diagnostics controlled by this flag are enabled by default.\n\n");
    }
    Ok(())
}

fn push_text(
    out: &mut Output,
    diag: Rec,
    is_remark: bool,
    substitutions: &Substitutions,
) -> Result<(), Fatal> {
    let mut severity = diag.def("DefaultSeverity")?.string("Name")?.into_owned();
    if let Some(first) = severity.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    if severity == "ignored" {
        severity = if is_remark { "remark" } else { "warning" }.to_owned();
    }
    if diag.string("Summary")? == "%0" {
        out.push("The text of this diagnostic is not controlled by Clang.\n\n");
        return Ok(());
    }
    for line in doc_text::lines(diag, &severity, substitutions)? {
        writeln!(out, "{line}");
    }
    out.push("\n");
    Ok(())
}
