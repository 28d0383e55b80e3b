//! `-gen-openmp-clause-ops` and `-verify-openmp-ops`: the clauses of OpenMP's operations.

mod structs;
#[cfg(test)]
mod tests;
mod verify;

use backend::{Backend, Language, Rec};

pub(crate) const CLAUSES: Backend = Backend::mlir(
    "gen-openmp-clause-ops",
    "Define structs for the operands of clauses",
    &["OpenMP_Clause"],
    structs::write,
);

pub(crate) const VERIFY: Backend = Backend::mlir(
    "verify-openmp-ops",
    "Warn of what operations leave out of their clauses",
    &["OpenMP_Op"],
    verify::write,
)
.language(Language::Text);

/// The name of the clause that a record describes, without prefix and suffixes. It is the name of the record if the
/// record derives directly from `OpenMP_Clause`, otherwise the name of the record's first superclass that derives from
/// `OpenMP_Clause`.
fn clause_name<'a>(clause: Rec<'a>) -> &'a str {
    let base = |it: &Rec| it.name() == "OpenMP_Clause";
    let name = if clause.direct_superclasses().iter().any(base) {
        clause.name()
    } else {
        let mut classes = clause.superclasses();
        let class = classes.find(|it| it.is_a("OpenMP_Clause") && !base(it));
        class.map_or(clause.name(), Rec::name)
    };
    without(name, &["OpenMP_"], &["Skip", "Clause"])
}

/// Removes each of `prefixes` from the start of a text, and then each of `suffixes` from its end, if the text has them.
fn without<'t>(text: &'t str, prefixes: &[&str], suffixes: &[&str]) -> &'t str {
    let text = prefixes
        .iter()
        .fold(text, |text, it| text.strip_prefix(it).unwrap_or(text));
    suffixes
        .iter()
        .fold(text, |text, it| text.strip_suffix(it).unwrap_or(text))
}
