//! Classes or records, by name and in their order.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use super::{Reads, Rec, Records};
use crate::name_order::sorted_by_bytes;
use crate::record::Record;
use crate::value::print::value_unquoted;

#[derive(Clone)]
pub(super) struct Entry {
    /// Set at the first query.
    pub name: OnceLock<Cow<'static, str>>,
    /// Its position in the order of creation among all of its kind. Known if all were made.
    pub order: Option<u64>,
    pub record: Arc<Record>,
}

impl Entry {
    pub(super) fn name(&self, records: &Records) -> &str {
        let print = || value_unquoted(&records.names(), self.record.name);
        let name = self.name.get_or_init(print);
        // The name of an anonymous record depends on all statements before it.
        if matches!(name, Cow::Owned(_)) {
            Reads::log_name(self.record.name, name);
        }
        name
    }
}

/// Records by name. They are sorted at the first use of their order, which not every backend needs.
pub(super) struct Named {
    records: Vec<Arc<Record>>,
    entries: OnceLock<Entries>,
    /// Indices, in byte order of the names, as everywhere in the reference.
    sorted: OnceLock<Arc<[u32]>>,
}

/// The records in the order of their definitions. After an edit most of the chunks are shared.
#[derive(Clone)]
struct Entries {
    chunks: Vec<Arc<[Entry]>>,
}

/// The number of entries that are copied if one changes.
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

    /// Records, some of which have other names than their own.
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

    /// A copy in which some records, given by their indices, are replaced by others of the same names.
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

    /// In the order of their definitions.
    pub(super) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.all_entries().chunks.iter().flat_map(|it| it.iter())
    }

    pub(super) fn entry(&self, index: u32) -> &Entry {
        let index = index as usize;
        &self.all_entries().chunks[index / CHUNK][index % CHUNK]
    }

    pub(super) fn sorted(&self, records: &Records) -> &[u32] {
        self.sorted.get_or_init(|| {
            let names = self.entries().map(|it| it.name(records));
            // A record may have the name of a class instance, which is an error; it comes first.
            sorted_by_bytes(&names.collect::<Vec<_>>()).into()
        })
    }

    /// All in byte order of their names.
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
