//! Records on demand.

use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use super::{Cache, Entry, History, Listing, Named, Reads, Records};
use crate::anonymous_numbers::Numbers;
use crate::record::Record;
use crate::sources::Sources;
use crate::symbol::Sym;
use crate::value::{ValueId, ValueStore};
use crate::work;
use syntax::Release;

/// The provider of records on demand. Each answer is the same as if everything had been elaborated.
pub trait Demand: Send + Sync {
    /// The class of this name.
    fn class(&self, name: Sym) -> Option<Arc<Record>>;

    /// The record of this name.
    fn def(&self, name: ValueId) -> Option<Arc<Record>>;

    /// All records that derive from a class, each once, in no particular order.
    fn derived(&self, class: Sym) -> Vec<Arc<Record>>;

    /// A sort key for the order of definitions, for records that definitions made.
    fn order(&self, record: &Record) -> u64;

    /// The numbers of all anonymous records.
    fn numbers(&self) -> Numbers;

    /// All classes and records.
    fn all(&self) -> Records;
}

impl Records {
    /// The classes and records of a unit, each made on demand.
    pub fn on_demand(
        values: Arc<ValueStore>,
        sources: Arc<Sources>,
        release: Release,
        demand: Box<dyn Demand>,
    ) -> Records {
        Records {
            values,
            numbers: OnceLock::new(),
            sources,
            rules: release,
            tables: OnceLock::new(),
            classes: Named::new(Vec::new()),
            defs: Named::new(Vec::new()),
            globals: Arc::default(),
            listing: Listing::default(),
            history: History::new(),
            cache: Cache::default(),
            demand: Some(demand),
        }
    }

    /// All classes and records at once.
    pub(super) fn all(&self) -> &Records {
        Reads::log_all();
        self.everything()
    }

    /// The same for a caller that notes its reads itself.
    pub(super) fn everything(&self) -> &Records {
        match &self.demand {
            Some(demand) => {
                let all = || {
                    let mut all = work::aside(|| Box::new(demand.all()));
                    all.tables = self.tables.clone();
                    all
                };
                self.cache.all.get_or_init(all)
            }
            None => self,
        }
    }
}

/// The records so far, by name, at stable addresses.
#[derive(Default)]
pub(super) struct FoundRecords {
    entries: boxcar::Vec<Entry>,
    /// `None` for a name without a record.
    index: Mutex<FxHashMap<ValueId, Option<u32>>>,
}

impl FoundRecords {
    /// The record of a name, requested once.
    pub(super) fn get(
        &self,
        name: ValueId,
        ask: impl FnOnce() -> Option<Arc<Record>>,
    ) -> Option<&Entry> {
        let mut index = self.index.lock();
        let known = index
            .entry(name)
            .or_insert_with(|| Some(self.push(work::aside(ask)?)));
        known.map(|index| self.at(index))
    }

    pub(super) fn at(&self, index: u32) -> &Entry {
        &self.entries[index as usize]
    }

    /// Adds a record unless it is present.
    pub(super) fn add(&self, record: Arc<Record>) -> (u32, &Entry) {
        let mut known = self.index.lock();
        let known = known.entry(record.name).or_default();
        let index = *known.get_or_insert_with(|| self.push(record));
        (index, self.at(index))
    }

    fn push(&self, record: Arc<Record>) -> u32 {
        self.entries.push(Entry {
            name: OnceLock::new(),
            order: None,
            record,
        }) as u32
    }
}
