//! The records that derive from classes.

use std::sync::{Arc, PoisonError};

use rustc_hash::FxHashMap;

use super::{Entry, Fatal, Reads, Rec, Records, fatal};
use crate::name_order::sorted_by_bytes;
use crate::symbol::Sym;

/// For so many classes all records are looked through. Who asks for more has the records of all classes found at once,
/// which takes as long as looking through them a few times.
const FEW_CLASSES: usize = 4;

/// What is known of who derives from what. Records are given by their indices.
#[derive(Clone, Default)]
pub(super) struct Derived {
    asked: FxHashMap<Sym, Arc<[u32]>>,
    /// By class, once many were asked for.
    all: Option<Arc<FxHashMap<Sym, Vec<u32>>>>,
}

impl Records {
    /// The records deriving from a class, in the reference's order (see [`Listing`](super::Listing)).
    pub fn derived(&self, class: &str) -> Result<Vec<Rec<'_>>, Fatal> {
        let Some(class) = self.class(class) else {
            return Err(fatal(&[], format!("The class '{class}' is not defined\n")));
        };
        let class = Sym::new(class.name());
        let derived = self.cache.derived.lock();
        let mut derived = derived.unwrap_or_else(PoisonError::into_inner);
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
            None if derived.asked.len() < FEW_CLASSES => {
                let all = (0..).zip(self.defs.entries());
                all.filter(|(_, entry)| entry.record.is_subclass_of(class))
                    .collect()
            }
            None => {
                let all = derived.all.get_or_insert_with(|| Arc::new(self.by_class()));
                let indices = all.get(&class).into_iter().flatten();
                indices.map(|&index| (index, self.entry(index))).collect()
            }
        };
        let names: Vec<&str> = found.iter().map(|(_, entry)| entry.name(self)).collect();
        let mut order = sorted_by_bytes(&names);
        order.sort_by(|a, b| {
            let (a, b) = (names[*a as usize], names[*b as usize]);
            self.listing.compare(a, b)
        });
        order.iter().map(|at| found[*at as usize].0).collect()
    }

    fn by_class(&self) -> FxHashMap<Sym, Vec<u32>> {
        let mut by_class: FxHashMap<Sym, Vec<u32>> = FxHashMap::default();
        for (index, entry) in (0..).zip(self.defs.entries()) {
            for class in &entry.record.supers {
                by_class.entry(*class).or_default().push(index);
            }
        }
        by_class
    }

    /// The records deriving from all of these classes, in the reference's order.
    pub fn derived_from_all(&self, classes: &[&str]) -> Result<Vec<Rec<'_>>, Fatal> {
        let Some((first, rest)) = classes.split_first() else {
            return Ok(Vec::new());
        };
        let mut found = self.derived(first)?;
        for class in rest {
            // Complains about a class that is not there.
            self.derived(class)?;
            found.retain(|rec| rec.is_a(class));
        }
        Ok(found)
    }

    /// The records deriving from a class that need not exist.
    pub fn derived_if_defined(&self, class: &str) -> Vec<Rec<'_>> {
        self.derived(class).unwrap_or_default()
    }
}
