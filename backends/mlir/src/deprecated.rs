//! Uses of deprecated records, which `mlir-tblgen` reports before any generator runs.

#[cfg(test)]
mod tests;

use std::cell::RefCell;

use backend::{BackendOption, Context, Fatal, Rec, Records, enter};
use elaborate::diagnostic::{Diagnostic, Severity};
use elaborate::records::Reads;
use elaborate::value::{Node, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The option `-on-deprecated` of `mlir-tblgen`: how [`report_uses`] reports uses of deprecated records. The option
/// applies to all generators.
pub const ON_DEPRECATED: BackendOption = BackendOption::one_of(
    "on-deprecated",
    &["warn", "none", "error"],
    "Report uses of deprecated records as warnings (default), as an error, or not at all",
);

/// Reports each named record whose fields refer to a record of the class `Deprecated`, directly or through lists, dags
/// and anonymous records.
pub fn report_uses(cx: &Context) -> Result<(), Fatal> {
    let action = cx.options.text(&ON_DEPRECATED);
    let deprecated = cx.records.derived_if_defined("Deprecated");
    if action == "none" || deprecated.is_empty() {
        return Ok(());
    }
    Reads::log_all();
    let named = cx.records.defs().filter(|it| !it.is_anonymous());
    let any = Uses::new(cx.records, &deprecated);
    let users: Vec<Rec> = named.filter(|it| any.are_in(*it)).collect();
    if users.is_empty() {
        return Ok(());
    }
    let mut deprecated = deprecated;
    deprecated.sort_by_key(|it| it.name());
    for rec in deprecated {
        let Some(reason) = rec.optional_string("odsDeprecated")? else {
            continue;
        };
        let uses = Uses::new(cx.records, &[rec]);
        for user in users.iter().filter(|it| uses.are_in(**it)) {
            let message = format!("Using deprecated def `{}`", rec.name());
            let mut warning = user.diagnostic(Severity::Warning, message);
            warning.notes.push((None, reason.clone().into_owned()));
            cx.report(warning);
        }
    }
    match action {
        "error" => {
            let end = "Error'ing out due to deprecated defs".to_owned();
            Err(Box::new(Diagnostic::new(Severity::Note, None, end)))
        }
        _ => Ok(()),
    }
}

/// A search for references to the records of a set.
struct Uses<'a> {
    records: &'a Records,
    /// The names of the records in the set.
    names: FxHashSet<ValueId>,
    /// For each list, dag and record value visited so far, whether it contains a reference.
    known: RefCell<FxHashMap<ValueId, bool>>,
}

impl<'a> Uses<'a> {
    fn new(records: &'a Records, of: &[Rec]) -> Uses<'a> {
        Uses {
            records,
            names: of.iter().map(|it| it.name_value()).collect(),
            known: RefCell::default(),
        }
    }

    fn are_in(&self, rec: Rec) -> bool {
        let mut values = rec.record().fields().filter_map(|it| it.value);
        values.any(|it| self.are_in_value(it))
    }

    fn are_in_value(&self, value: ValueId) -> bool {
        let node = self.records.node(value);
        if !matches!(node, Node::Def(_) | Node::List(_) | Node::Dag { .. }) {
            return false;
        }
        if let Some(known) = self.known.borrow().get(&value) {
            return *known;
        }
        enter();
        let found = match node {
            Node::Def(name) if self.names.contains(name) => true,
            // References in a named record are reported for that record only, not for the records that use it.
            Node::Def(_) => {
                let rec = self.records.def_of(value);
                rec.filter(|it| it.is_anonymous())
                    .is_some_and(|it| self.are_in(it))
            }
            Node::List(elements) => elements.iter().any(|it| self.are_in_value(*it)),
            Node::Dag { op, args, .. } => {
                self.are_in_value(*op) || args.iter().any(|it| self.are_in_value(it.0))
            }
            _ => false,
        };
        self.known.borrow_mut().insert(value, found);
        found
    }
}
