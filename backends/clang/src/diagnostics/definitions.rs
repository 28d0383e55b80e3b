//! `-gen-clang-diags-defs`: each diagnostic as a macro call.

use rustc_hash::FxHashSet;

use super::definition::summary;
use super::groups::{Categories, Groups, Parents, groups};
use super::pedantic::{self, Pedantic};
use super::text::Substitutions;
use super::{Diag, wording};
use backend::text::escaped;
use backend::{Backend, BackendOption, Context, Fatal, Output, Rec};

pub(super) const COMPONENT: BackendOption = BackendOption::text(
    "clang-component",
    "Only use this component's warnings (-gen-clang-diags-defs)",
);

pub(crate) const BACKEND: Backend = Backend::clang(
    "gen-clang-diags-defs",
    "List the diagnostics",
    &["Diagnostic"],
    write,
)
.options(&[COMPONENT]);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let (records, options) = (cx.records, cx.options);
    let component = options.text(&COMPONENT);
    if !component.is_empty() {
        push_start(out, &component.to_ascii_uppercase());
    }
    let substitutions = Substitutions::new(records)?;
    let diags = Diag::all(records)?;
    let tables = Tables::new(cx, substitutions, &diags)?;
    for (diag, category) in diags.iter().zip(&tables.categories.of_diags) {
        check_group(diag)?;
        if component.is_empty() || diag.component()? == component {
            wording::check(cx, diag.rec)?;
            tables.push(out, diag, *category)?;
        }
    }
    Ok(())
}

/// Writes the enumerator for the first id of a component's diagnostics.
fn push_start(out: &mut Output, component: &str) {
    write!(
        out,
        "#ifdef {component}START\n\
         __{component}START = DIAG_START_{component},\n\
         #undef {component}START\n\
         #endif\n\n"
    );
}

/// Checks that an error has no group and that a remark has one.
fn check_group(diag: &Diag) -> Result<(), Fatal> {
    let name = diag.rec.name();
    match (diag.class()?, diag.group) {
        ("CLASS_ERROR", Some(group)) => {
            let group = group.string("GroupName")?;
            Err(diag.rec.fatal(format!(
                "Error {name} cannot be in a warning group [{group}]"
            )))
        }
        ("CLASS_REMARK", None) => Err(diag
            .rec
            .fatal(format!("Error {name} not in any diagnostic group"))),
        _ => Ok(()),
    }
}

/// Data that is computed once from all diagnostics and is needed to write each diagnostic.
struct Tables<'a> {
    substitutions: Substitutions<'a>,
    groups: Groups<'a>,
    categories: Categories<'a>,
    pedantic: FxHashSet<Rec<'a>>,
}

impl<'a> Tables<'a> {
    fn new(
        cx: &Context<'a>,
        substitutions: Substitutions<'a>,
        diags: &[Diag<'a>],
    ) -> Result<Tables<'a>, Fatal> {
        let defs = cx.records.derived("DiagGroup")?;
        let groups = groups(cx, diags, &defs)?;
        let parents = Parents::new(&defs)?;
        let categories = Categories::new(diags, &parents)?;
        let pedantic = Pedantic::new(diags, &defs, &groups, &parents)?;
        Ok(Tables {
            substitutions,
            groups,
            categories,
            pedantic: pedantic.diags.iter().map(|diag| diag.rec).collect(),
        })
    }

    fn push(&self, out: &mut Output, diag: &Diag<'a>, category: usize) -> Result<(), Fatal> {
        let class = diag.class()?;
        let group = self.group_number(diag)?;
        let diag = diag.rec;
        let severity = diag.def("DefaultSeverity")?.string("Name")?;
        let summary = escaped(&summary(diag, &self.substitutions)?);
        let sfinae = diag.def("SFINAE")?.name();
        out.source(diag);
        write!(
            out,
            "DIAG({}, {class}, (unsigned)diag::Severity::{severity}, \"{summary}\", {group}, {sfinae}",
            diag.name()
        );
        for bit in [
            "WarningNoWerror",
            "ShowInSystemHeader",
            "ShowInSystemMacro",
            "Deferrable",
        ] {
            out.push(if diag.bit(bit)? { ", true" } else { ", false" });
        }
        writeln!(out, ", {category})");
        Ok(())
    }

    /// The index of a diagnostic's group in the sorted list of groups. A diagnostic without a group gets the index of
    /// `pedantic` if it is an implicit member of that group, and 0 otherwise.
    fn group_number(&self, diag: &Diag<'a>) -> Result<usize, Fatal> {
        let name = match diag.group {
            Some(group) => group.string("GroupName")?,
            None if self.pedantic.contains(&diag.rec) => pedantic::NAME.into(),
            None => return Ok(0),
        };
        Ok(self.groups.get(&name).map_or(0, |group| group.number))
    }
}
