//! Lists of classes or records, in the order of their definitions and sorted by name.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use super::{Reads, Rec, Records};
use crate::name_order::sorted_by_bytes;
use crate::record::Record;
use crate::value::print::value_unquoted;

#[derive(Clone)]
pub(super) struct Entry {
    /// The printed name, which is computed when it is first needed.
    pub name: OnceLock<Cow<'static, str>>,
    /// The position in the order of creation, among classes or among records. `None` for records that are loaded on
    /// demand.
    pub order: Option<u64>,
    pub record: Arc<Record>,
}

impl Entry {
    pub(super) fn name(&self, records: &Records) -> &str {
        let name = self.printed(records);
        // The number in the name of an anonymous record depends on all statements before it.
        if matches!(name, Cow::Owned(_)) {
            Reads::log_name(self.record.name, name);
        }
        name
    }

    /// The name, which does not count as read. For sorting: the order of a list counts as read, not the names in it.
    pub(super) fn name_to_sort(&self, records: &Records) -> &str {
        self.printed(records)
    }

    fn printed(&self, records: &Records) -> &Cow<'static, str> {
        let print = || value_unquoted(&records.names().unlogged(), self.record.name);
        self.name.get_or_init(print)
    }
}

/// A list of classes or records. It is sorted by name when the sorted order is first needed, since many backends do not
/// need this order.
pub(super) struct Named {
    records: Vec<Arc<Record>>,
    entries: OnceLock<Entries>,
    /// The indices of the records, sorted by the bytes of their names as in the reference.
    sorted: OnceLock<Arc<[u32]>>,
}

/// The records in the order of their definitions. They are stored in chunks so that the lists before and after an edit
/// can share most chunks.
#[derive(Clone)]
struct Entries {
    chunks: Vec<Arc<[Entry]>>,
}

/// The number of entries in a chunk. A chunk is copied if one of its entries changes.
const CHUNK: usize = 128;

impl Entries {
    fn new(mut entries: impl Iterator<Item = Entry>) -> Entries {
        let next = || Some(entries.by_ref().take(CHUNK).collect::<Arc<[Entry]>>());
        let chunks = std::iter::from_fn(next).take_while(|it| !it.is_empty());
        Entries {
            chunks: chunks.collect(),
        }
    }
}

impl Named {
    pub(super) fn new(records: Vec<Arc<Record>>) -> Named {
        Named {
            records,
            entries: OnceLock::new(),
            sorted: OnceLock::new(),
        }
    }

    /// A list in which some records are printed with the given name instead of [`Record::name`].
    pub(super) fn with_names(records: Vec<(Arc<Record>, Option<String>)>) -> Named {
        let entry = |((record, name), order): ((Arc<Record>, Option<String>), u64)| Entry {
            name: match name {
                Some(name) => OnceLock::from(Cow::Owned(name)),
                None => OnceLock::new(),
            },
            order: Some(order),
            record,
        };
        let entries = records.into_iter().zip(0..).map(entry);
        Named {
            records: Vec::new(),
            entries: Entries::new(entries).into(),
            sorted: OnceLock::new(),
        }
    }

    /// A copy of the list in which some records, given by their indices, are replaced by records with the same names.
    pub(super) fn with(&self, changed: &[(u32, Arc<Record>)]) -> Named {
        let mut entries = self.all_entries().clone();
        for (index, record) in changed {
            let (chunk, at) = (*index as usize / CHUNK, *index as usize % CHUNK);
            Arc::make_mut(&mut entries.chunks[chunk])[at].record = record.clone();
        }
        Named {
            records: Vec::new(),
            entries: entries.into(),
            sorted: self.sorted.clone(),
        }
    }

    fn all_entries(&self) -> &Entries {
        self.entries.get_or_init(|| {
            let entry = |(record, order): (&Arc<Record>, u64)| Entry {
                name: OnceLock::new(),
                order: Some(order),
                record: record.clone(),
            };
            Entries::new(self.records.iter().zip(0..).map(entry))
        })
    }

    /// The number of entries.
    pub(super) fn len(&self) -> usize {
        let chunks = self.all_entries().chunks.iter();
        chunks.map(|it| it.len()).sum()
    }

    /// The entries in the order of their definitions.
    pub(super) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.all_entries().chunks.iter().flat_map(|it| it.iter())
    }

    pub(super) fn entry(&self, index: u32) -> &Entry {
        let index = index as usize;
        &self.all_entries().chunks[index / CHUNK][index % CHUNK]
    }

    pub(super) fn sorted(&self, records: &Records) -> &[u32] {
        self.sorted.get_or_init(|| {
            let names = self.entries().map(|it| it.name_to_sort(records));
            // A defined record may have the same name as a class instance, which is an error. The sort is stable, so
            // the defined record comes first.
            sorted_by_bytes(&names.collect::<Vec<_>>()).into()
        })
    }

    /// All classes or records, sorted by the bytes of their names.
    pub(super) fn recs<'a>(
        &'a self,
        records: &'a Records,
    ) -> impl ExactSizeIterator<Item = Rec<'a>> {
        let indices = self.sorted(records).iter();
        indices.map(move |index| Rec {
            records,
            entry: self.entry(*index),
        })
    }
}
