//! Tables and documentation of Clang's diagnostics.

mod definition;
mod definitions;
mod doc_text;
mod docs;
mod group_tables;
mod groups;
mod pedantic;
mod text;
mod wording;

use crate::{Fatal, Output, Rec, Records};

pub use definitions::write as definitions;
pub use docs::write as docs;
pub use group_tables::write as group_tables;

/// `-gen-clang-diags-index-name`: the names of all diagnostics in order.
pub fn index_name(records: &Records, out: &mut Output) -> Result<(), Fatal> {
    let mut diags = records.derived("Diagnostic")?;
    diags.sort_unstable_by_key(|diag| diag.name());
    for diag in diags {
        out.source(diag);
        writeln!(out, "DIAG_NAME_INDEX({})", diag.name());
    }
    Ok(())
}

/// The group of a diagnostic, if it is in one.
fn group_of<'a>(diag: Rec<'a>) -> Result<Option<Rec<'a>>, Fatal> {
    Ok(diag.records().def_of(diag.value("Group")?))
}

/// The name of the record for a diagnostic's class, such as `CLASS_ERROR`.
fn class_of<'a>(diag: Rec<'a>) -> Result<&'a str, Fatal> {
    Ok(diag.def("Class")?.name())
}
