//! Tables and documentation of Clang's diagnostics.

pub(crate) mod compat_ids;
mod definition;
pub(crate) mod definitions;
mod doc_text;
pub(crate) mod docs;
pub(crate) mod enums;
pub(crate) mod group_tables;
mod groups;
mod pedantic;
#[cfg(test)]
mod tests;
mod text;
mod wording;

use std::borrow::Cow;

use backend::{Backend, Context, Fatal, Output, Rec, Records};
use elaborate::value::ValueId;

/// The text of a diagnostic with its substitutions expanded. An error if it cannot be parsed.
pub fn message(cx: &Context, diag: Rec) -> Result<String, Fatal> {
    let substitutions = text::Substitutions::new(cx.records)?;
    definition::summary(diag, &substitutions)
}

pub(crate) const BACKEND: Backend = Backend::clang(
    "gen-clang-diags-index-name",
    "List the names of diagnostics",
    &["Diagnostic"],
    index_name,
);

/// `-gen-clang-diags-index-name`: the names of all diagnostics, sorted.
fn index_name(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    let mut diags = records.derived("Diagnostic")?;
    diags.sort_unstable_by_key(|diag| diag.name());
    for diag in diags {
        out.source(diag);
        writeln!(out, "DIAG_NAME_INDEX({})", diag.name());
    }
    Ok(())
}

/// A diagnostic with the fields that every table reads. The records lie far apart in memory, so each is visited once.
#[derive(Clone, Copy)]
struct Diag<'a> {
    rec: Rec<'a>,
    /// The group of the diagnostic, if it has one.
    group: Option<Rec<'a>>,
    class: Option<Rec<'a>>,
    category: Option<ValueId>,
    component: Option<ValueId>,
}

impl<'a> Diag<'a> {
    /// All diagnostics in the order in which the reference lists records.
    fn all(records: &'a Records) -> Result<Vec<Diag<'a>>, Fatal> {
        let recs = records.derived("Diagnostic")?;
        let mut all = Vec::with_capacity(recs.len());
        for rec in recs {
            all.push(Diag {
                rec,
                group: records.def_of(rec.value("Group")?),
                class: rec.def("Class").ok(),
                category: rec.value("CategoryName").ok(),
                component: rec.value("Component").ok(),
            });
        }
        Ok(all)
    }

    /// The name of the diagnostic's class, such as `CLASS_ERROR`.
    fn class(&self) -> Result<&'a str, Fatal> {
        let class = self.class.map_or_else(|| self.rec.def("Class"), Ok)?;
        Ok(class.name())
    }

    /// The diagnostic's own category. The category of its group is not considered.
    fn category(&self) -> Result<Cow<'a, str>, Fatal> {
        self.string(self.category, "CategoryName")
    }

    /// The component of Clang that the diagnostic belongs to, such as `Sema`.
    fn component(&self) -> Result<Cow<'a, str>, Fatal> {
        self.string(self.component, "Component")
    }

    /// The text of `value`, which is the value of the field `field`. If `value` is missing or not a string, the field
    /// is read again, which yields the error.
    fn string(&self, value: Option<ValueId>, field: &str) -> Result<Cow<'a, str>, Fatal> {
        let text = value.and_then(|v| self.rec.text_of(v));
        text.map_or_else(|| self.rec.string(field), Ok)
    }
}
