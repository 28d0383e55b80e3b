//! Lists of the records that are derived from classes.

use std::cmp::Ordering;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{Entry, Fatal, Reads, Rec, Records, fatal};
use crate::name_order::{compare_numeric, sorted_by_bytes};
use crate::record::Record;
use crate::symbol::Sym;

/// Cached lists of the records that are derived from a class. Records are represented by their indices.
#[derive(Clone, Default)]
pub(super) struct Derived {
    asked: FxHashMap<Sym, Arc<[u32]>>,
    /// All records in groups, computed by the first query for any class. Unused if records are loaded on demand.
    groups: Option<Arc<Groups>>,
}

/// Records grouped by their lists of superclasses. There are far fewer groups than records.
#[derive(Default)]
struct Groups {
    /// For each class, the indices of the groups whose records are derived from it.
    by_class: FxHashMap<Sym, Vec<u32>>,
    /// For each group, the indices of its records in ascending order.
    members: Vec<Vec<u32>>,
}

impl Groups {
    fn new<'a>(records: impl Iterator<Item = &'a Record>) -> Groups {
        let mut groups = Groups::default();
        let mut known: FxHashMap<&[Sym], usize> = FxHashMap::default();
        for (index, record) in (0..).zip(records) {
            let group = *known.entry(&record.supers).or_insert_with(|| {
                let new = groups.members.len();
                for class in &record.supers {
                    groups.by_class.entry(*class).or_default().push(new as u32);
                }
                groups.members.push(Vec::new());
                new
            });
            groups.members[group].push(index);
        }
        groups
    }

    /// The indices of the records that are derived from a class, in ascending order.
    fn derived(&self, class: Sym) -> Vec<u32> {
        let groups = self.by_class.get(&class).into_iter().flatten();
        let members = groups.flat_map(|it| &self.members[*it as usize]);
        let mut derived: Vec<u32> = members.copied().collect();
        // The list is a concatenation of sorted lists, which this sort merges efficiently.
        derived.sort();
        derived
    }
}

impl Rec<'_> {
    /// Compares the names. They do not count as read.
    pub(super) fn compare_names(self, other: Rec) -> Ordering {
        let name = self.entry.name_to_sort(self.records);
        compare_numeric(name, other.entry.name_to_sort(other.records))
    }
}

impl Records {
    /// The records that are derived from a class, in the reference's order (see [`Listing`](super::Listing)). An error
    /// if there is no such class.
    pub fn derived(&self, class: &str) -> Result<Vec<Rec<'_>>, Fatal> {
        let Some(class) = self.class(class) else {
            return Err(fatal(&[], format!("The class '{class}' is not defined\n")));
        };
        let class = Sym::new(class.name());
        let mut derived = self.cache.derived.lock();
        let indices = match derived.asked.get(&class) {
            Some(known) => known.clone(),
            None => {
                let found = self.find_derived(&mut derived, class);
                derived.asked.insert(class, found.clone());
                found
            }
        };
        Reads::log_derived(class, indices.iter().map(|index| self.entry(*index)));
        let rec = |&index: &u32| Rec {
            records: self,
            entry: self.entry(index),
        };
        Ok(indices.iter().map(rec).collect())
    }

    fn find_derived(&self, derived: &mut Derived, class: Sym) -> Arc<[u32]> {
        let found: Vec<(u32, &Entry)> = match &self.demand {
            Some(demand) => {
                let made = demand.derived(class).into_iter();
                made.map(|record| self.cache.found_defs.add(record))
                    .collect()
            }
            None => {
                let groups = derived.groups.get_or_insert_with(|| {
                    let records = self.defs.entries().map(|it| &*it.record);
                    Arc::new(Groups::new(records))
                });
                let indices = groups.derived(class).into_iter();
                indices.map(|index| (index, self.entry(index))).collect()
            }
        };
        let names = found.iter().map(|(_, entry)| entry.name_to_sort(self));
        let names: Vec<&str> = names.collect();
        let mut order = sorted_by_bytes(&names);
        order.sort_by(|a, b| {
            let (a, b) = (names[*a as usize], names[*b as usize]);
            self.listing.compare(a, b)
        });
        order.iter().map(|at| found[*at as usize].0).collect()
    }

    /// Sorts records by name, with numbers compared by length and then by digits. The order counts as read, the names do
    /// not: the numbers of anonymous records may change as long as the order is the same.
    pub fn sort_by_name(&self, recs: &mut [Rec]) {
        recs.sort_by(|a, b| a.compare_names(*b));
        let is_numbered = |it: &Rec| it.given_name().is_none();
        if recs.len() > 1 && recs.iter().any(is_numbered) {
            Reads::log_sorted(recs.iter().map(|it| it.name_value()));
        }
    }

    /// The records that are derived from all of these classes, in the reference's order. An error if one of the classes
    /// does not exist. Empty if `classes` is empty.
    pub fn derived_from_all(&self, classes: &[&str]) -> Result<Vec<Rec<'_>>, Fatal> {
        let Some((first, rest)) = classes.split_first() else {
            return Ok(Vec::new());
        };
        let mut found = self.derived(first)?;
        for class in rest {
            // This call only checks that the class exists.
            self.derived(class)?;
            found.retain(|rec| rec.is_a(class));
        }
        Ok(found)
    }

    /// The records that are derived from a class. Empty if there is no such class.
    pub fn derived_if_defined(&self, class: &str) -> Vec<Rec<'_>> {
        self.derived(class).unwrap_or_default()
    }
}
