//! Records that are loaded on demand.

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

/// A provider of records that are loaded on demand. Its results are the same as those of elaborating the whole unit.
pub trait Demand: Send + Sync {
    /// The class with this name; `None` if it does not exist.
    fn class(&self, name: Sym) -> Option<Arc<Record>>;

    /// The record with this name; `None` if it does not exist.
    fn def(&self, name: ValueId) -> Option<Arc<Record>>;

    /// All records that are derived from a class, each once, in no particular order.
    fn derived(&self, class: Sym) -> Vec<Arc<Record>>;

    /// A sort key for the order of definitions. `record` must come from a definition, not from a class instance.
    fn order(&self, record: &Record) -> u64;

    /// The numbers of all anonymous records.
    fn numbers(&self) -> Numbers;

    /// All classes and records.
    fn all(&self) -> Records;
}

impl Records {
    /// The classes and records of a unit, which are loaded from `demand` when they are first read.
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

    /// All classes and records. This counts as reading all of them.
    pub(super) fn all(&self) -> &Records {
        Reads::log_all();
        self.everything()
    }

    /// Like [`Records::all`], but does not count as a read. For a caller that logs its reads itself.
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

/// The classes or records that have been loaded, keyed by name. The addresses of the entries are stable.
#[derive(Default)]
pub(super) struct FoundRecords {
    entries: boxcar::Vec<Entry>,
    /// The index of each name in `entries`; `None` if there is no record with the name.
    index: Mutex<FxHashMap<ValueId, Option<u32>>>,
}

impl FoundRecords {
    /// The class or record with this name; `None` if it does not exist. `ask` is called only if the name was neither
    /// requested nor added before.
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

    /// Adds a record unless it is present. Returns its index and its entry.
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
