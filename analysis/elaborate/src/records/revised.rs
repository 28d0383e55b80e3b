//! Revision of a unit's records by a backend.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Named, Rec, Records, compare_numeric};
use crate::record::{Record, RecordKind};

/// Changes to a class or record. References to the changed class or record stay valid.
#[derive(Default)]
pub struct Revised {
    /// The new contents; `None` if they are unchanged.
    pub record: Option<Record>,
    /// The new name; `None` if it is unchanged.
    pub name: Option<String>,
}

/// The order in which the records that are derived from a class are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Listing {
    /// By name. Numbers in names are compared by length and then by digits: see [`compare_numeric`].
    #[default]
    Numeric,
    /// By the bytes of their names, as before LLVM 16.
    Bytes,
}

impl Listing {
    pub(super) fn compare(self, a: &str, b: &str) -> Ordering {
        match self {
            Listing::Numeric => compare_numeric(a, b),
            // The records are already sorted by the bytes of their names.
            Listing::Bytes => Ordering::Equal,
        }
    }
}

impl Records {
    /// Applies the changes that `revise` returns to every class and record, in the order of their definitions, and
    /// appends the classes and the records in `more`. `listing` is the order in which the result lists the records
    /// derived from a class.
    pub fn revised(
        &self,
        listing: Listing,
        mut revise: impl FnMut(Rec<'_>) -> Revised,
        more: Vec<Record>,
    ) -> Records {
        let all = self.all();
        let (mut classes, mut defs): (Vec<_>, Vec<_>) = more
            .into_iter()
            .map(|record| (Arc::new(record), None))
            .partition(|(record, _)| record.kind == RecordKind::Class);
        let mut named = |named: &Named, more: &mut Vec<(Arc<Record>, Option<String>)>| {
            let entries = named.entries();
            let mut revised: Vec<_> = entries
                .map(|entry| {
                    let revised = revise(Rec {
                        records: all,
                        entry,
                    });
                    let record = revised.record.map(Arc::new);
                    (record.unwrap_or_else(|| entry.record.clone()), revised.name)
                })
                .collect();
            revised.append(more);
            Named::with_names(revised)
        };
        let mut records = Records::new(
            all.values.clone(),
            all.all_numbers().clone(),
            all.sources.clone(),
            all.rules,
            Vec::new(),
            Vec::new(),
            BTreeMap::new(),
        );
        records.globals = all.globals.clone();
        records.classes = named(&all.classes, &mut classes);
        records.defs = named(&all.defs, &mut defs);
        records.listing = listing;
        records.tables = all.tables.clone();
        records
    }
}
