//! The classes and records of a unit, as backends read them.
//!
//! [`Records`] finds classes and records by name or superclass. A [`Rec`] is a class or record with typed access to its
//! fields. Errors have the reference's wording.

mod dag;
mod demand;
mod derived;
mod facts;
mod field;
mod history;
mod named;
mod names;
mod place;
mod reads;
mod revised;

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use crate::anonymous_numbers::{Numbers, spelt_number};
use crate::diagnostic::{Diagnostic, Severity};
use crate::hir::StmtKind;
use crate::ids::Loc;
use crate::lattice::TypeLattice;
use crate::record::{Record, RecordKind};
use crate::sources::Sources;
use crate::symbol::Sym;
use crate::value::print::value_unquoted;
use crate::value::{AnonKey, Node, Part, Ty, ValueId, ValueStore};

/// Compares names as the reference does when it lists records: numbers in the names are compared by length and then by
/// digits.
pub use crate::name_order::compare_numeric;
pub use dag::Dag;
pub use demand::Demand;
use demand::FoundRecords;
use derived::Derived;
pub use field::Field;
use history::History;
use named::{Entry, Named};
pub use names::RecordNames;
pub use place::SourcePlace;
use reads::Compared;
pub use reads::{GivenUp, Here, Reads, Stop};
pub use revised::{Listing, Revised};
/// The offset of the first occurrence of a byte.
pub use syntax::find::byte as find_byte;
/// Conversion between bytes and text. Strings may contain characters that represent undecodable bytes.
pub use syntax::text::{byte_len, decode, encode};
pub use syntax::{Release, Releases};

/// The classes and records of a unit. Either all are present, or each is loaded when it is first read
/// ([`Records::on_demand`]). Reads give the same results in both cases.
pub struct Records {
    /// The store that contains all values of the records.
    pub values: Arc<ValueStore>,
    /// The numbers in the names of anonymous records.
    numbers: OnceLock<Arc<Numbers>>,
    /// The sources, which convert locations to positions in files: see [`Records::place`].
    pub sources: Arc<Sources>,
    /// The LLVM release whose language rules apply.
    rules: Release,
    /// The LLVM release whose table format is written, if it differs from `rules`.
    tables: OnceLock<Release>,
    classes: Named,
    defs: Named,
    /// The values of global variables: `defvar`s and `defset`s at file level.
    globals: Arc<BTreeMap<String, ValueId>>,
    listing: Listing,
    history: History,
    cache: Cache,
    /// The provider of classes and records that are loaded on demand; `None` if all are present.
    demand: Option<Box<dyn Demand>>,
}

/// Cached results of lookups.
#[derive(Default)]
struct Cache {
    classes: OnceLock<Arc<FxHashMap<Sym, u32>>>,
    defs: OnceLock<Arc<FxHashMap<ValueId, u32>>>,
    derived: Mutex<Derived>,
    lines: place::Lines,
    compared: Compared,
    /// The classes and records that have been loaded on demand.
    found_classes: FoundRecords,
    found_defs: FoundRecords,
    /// All classes and records. If records are loaded on demand, this is set when all of them are needed for the first
    /// time.
    all: OnceLock<Box<Records>>,
}

/// The bit that is set in the sort keys of class instances, so that they come after all definitions.
const INSTANCES: u64 = 1 << 63;

/// A class or record of a [`Records`]. Two `Rec`s are equal if their names are equal and both are classes or both are
/// records.
#[derive(Clone, Copy)]
pub struct Rec<'a> {
    records: &'a Records,
    entry: &'a Entry,
}

/// The id of a record, for code that cannot borrow [`Records`]. It is resolved by [`Records::rec`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RecordId(ValueId);

impl RecordId {
    /// The record's name, in the form of [`Record::name`].
    pub fn name_value(self) -> ValueId {
        self.0
    }
}

impl From<Rec<'_>> for RecordId {
    fn from(rec: Rec) -> RecordId {
        rec.id()
    }
}

/// An error that ends the run of a backend.
pub type Fatal = Box<Diagnostic>;

impl TypeLattice for Records {
    fn store(&self) -> &ValueStore {
        &self.values
    }

    fn class_record(&self, class: Sym) -> Option<&Record> {
        self.class_of(class).map(Rec::record)
    }
}

impl Records {
    /// All classes and records of a unit. `defs` contains defined records in the order of their definitions, followed
    /// by the records of class instances.
    pub fn new(
        values: Arc<ValueStore>,
        numbers: Arc<Numbers>,
        sources: Arc<Sources>,
        release: Release,
        classes: Vec<Arc<Record>>,
        defs: Vec<Arc<Record>>,
        globals: BTreeMap<String, ValueId>,
    ) -> Records {
        Records {
            values,
            numbers: numbers.into(),
            sources,
            rules: release,
            tables: OnceLock::new(),
            classes: Named::new(classes),
            defs: Named::new(defs),
            globals: Arc::new(globals),
            listing: Listing::default(),
            history: History::new(),
            cache: Cache::default(),
            demand: None,
        }
    }

    /// The LLVM release whose table format is written: the release of the language rules, unless [`Records::write_as`]
    /// was called.
    pub fn release(&self) -> Release {
        self.tables.get().copied().unwrap_or(self.rules)
    }

    /// The LLVM release whose language rules apply.
    pub fn rules(&self) -> Release {
        self.rules
    }

    /// Sets the LLVM release whose table format is written, if it differs from the release of the language rules. Only
    /// the first call has an effect, and it must come before all reads.
    pub fn write_as(&self, release: Release) {
        self.tables.get_or_init(|| release);
    }

    /// The context for printing values, with the names of these records.
    pub fn names(&self) -> RecordNames<'_> {
        RecordNames::of(self)
    }

    /// The numbers in the names of anonymous records.
    pub fn numbers(&self) -> &Numbers {
        self.all_numbers()
    }

    fn all_numbers(&self) -> &Arc<Numbers> {
        self.numbers.get_or_init(|| match &self.demand {
            Some(demand) => Arc::new(demand.numbers()),
            None => Arc::default(),
        })
    }

    /// An error without a location, which ends the run of a backend.
    pub fn fatal(&self, message: String) -> Fatal {
        fatal(&[], message)
    }

    /// The structure of a value: its kind and operands.
    pub fn node(&self, v: ValueId) -> &Node {
        self.values.node(v)
    }

    /// The path of the root file as given on the command line.
    pub fn input(&self) -> &str {
        self.sources.files.first().map_or("-", |file| &file.path)
    }

    /// All classes, sorted by the bytes of their names.
    pub fn classes(&self) -> impl ExactSizeIterator<Item = Rec<'_>> {
        let records = self.everything();
        Reads::log_classes(records.class_entries());
        records.classes.recs(records)
    }

    /// All classes and their names, in the order of their definitions.
    fn class_entries(&self) -> impl Iterator<Item = (Sym, &Entry)> {
        let entries = self.classes.entries();
        entries.map(|entry| (Sym::new(entry.name(self)), entry))
    }

    /// The locations of all declarations and definitions of classes, in the order of the unit. A class that is first
    /// declared and later defined occurs more than once.
    pub fn class_statements(&self) -> impl Iterator<Item = (Sym, Loc)> {
        Reads::log_all();
        self.sources
            .layout
            .order
            .iter()
            .filter_map(|&item| match &self.sources.stmt(item)?.kind {
                StmtKind::Class(class) => Some((
                    class.name,
                    Loc {
                        item,
                        span: class.name_at,
                    },
                )),
                _ => None,
            })
    }

    /// All records, sorted by the bytes of their names.
    pub fn defs(&self) -> impl ExactSizeIterator<Item = Rec<'_>> {
        let records = self.all();
        records.defs.recs(records)
    }

    /// The global variables, sorted by the bytes of their names.
    pub fn globals(&self) -> impl ExactSizeIterator<Item = (&str, ValueId)> {
        self.all()
            .globals
            .iter()
            .map(|(name, v)| (name.as_str(), *v))
    }

    /// The class with this name; `None` if it does not exist.
    pub fn class(&self, name: &str) -> Option<Rec<'_>> {
        self.class_of(Sym::new(name))
    }

    /// The record with this name; `None` if it does not exist.
    pub fn def(&self, name: &str) -> Option<Rec<'_>> {
        let found = self.find_def(self.values.str(Sym::new(name)));
        if found.is_some() || !name.contains("anonymous_") {
            return found;
        }
        // In the name of an anonymous record, the number is a placeholder and not text.
        let all = self.all();
        all.find_by_number(name).or_else(|| all.find_by_text(name))
    }

    /// The record whose whole name is the name of an anonymous record with a number.
    fn find_by_number(&self, name: &str) -> Option<Rec<'_>> {
        let anon = self.numbers().owner(spelt_number(name)?)?;
        self.find_def(self.values.text(&[Part::Anonymous(anon)]))
    }

    fn find_by_text(&self, name: &str) -> Option<Rec<'_>> {
        let sorted = self.defs.sorted(self);
        let name_of = |index: &u32| self.defs.entry(*index).name(self);
        let at = sorted.binary_search_by(|it| name_of(it).cmp(name)).ok()?;
        Some(Rec {
            records: self,
            entry: self.defs.entry(sorted[at]),
        })
    }

    /// The class with this name; `None` if it does not exist. Faster than [`Records::class`].
    pub fn class_of(&self, name: Sym) -> Option<Rec<'_>> {
        let found = match &self.demand {
            Some(demand) => {
                let found = &self.cache.found_classes;
                found.get(self.values.str(name), || demand.class(name))
            }
            None => {
                let index = self.classes_by_name().get(&name);
                index.map(|index| self.classes.entry(*index))
            }
        };
        Reads::log_class(name, found);
        found.map(|entry| Rec {
            records: self,
            entry,
        })
    }

    /// The record that a value refers to; `None` if the value is not a reference to an existing record.
    pub fn def_of(&self, v: ValueId) -> Option<Rec<'_>> {
        let name = self.values.as_def(v)?;
        // The name may contain the name of an anonymous record as text, with its number.
        let by_text = || self.def(&value_unquoted(&self.names(), name));
        self.find_def(name).or_else(by_text)
    }

    /// The record with this id. The id may come from another version of the unit. Panics if `self` does not contain a
    /// record with this id.
    pub fn rec(&self, id: RecordId) -> Rec<'_> {
        let Some(rec) = self.find_def(id.0) else {
            unreachable!("an id is of a record");
        };
        rec
    }

    /// The record whose [`Record::name`] is this value; `None` if it does not exist.
    pub fn named(&self, name: ValueId) -> Option<Rec<'_>> {
        self.find_def(name)
    }

    fn find_def(&self, name: ValueId) -> Option<Rec<'_>> {
        let found = match &self.demand {
            Some(demand) => self.cache.found_defs.get(name, || demand.def(name)),
            None => {
                let index = self.defs_by_name().get(&name);
                index.map(|index| self.defs.entry(*index))
            }
        };
        Reads::log_def(name, found);
        found.map(|entry| Rec {
            records: self,
            entry,
        })
    }

    fn classes_by_name(&self) -> &FxHashMap<Sym, u32> {
        self.cache.classes.get_or_init(|| {
            let names = self.class_entries().map(|it| it.0);
            Arc::new(names.zip(0..).collect())
        })
    }

    fn defs_by_name(&self) -> &FxHashMap<ValueId, u32> {
        self.cache.defs.get_or_init(|| {
            let names = self.defs.entries().map(|it| it.record.name);
            let mut indices = FxHashMap::default();
            indices.reserve(self.defs.len());
            indices.extend(names.zip(0..));
            Arc::new(indices)
        })
    }

    /// The record with this index. If records are loaded on demand, this is an index into the cache of loaded records;
    /// otherwise, it is an index into the list of all records.
    fn entry(&self, index: u32) -> &Entry {
        match &self.demand {
            Some(_) => self.cache.found_defs.at(index),
            None => self.defs.entry(index),
        }
    }
}

impl<'a> Rec<'a> {
    /// The printed name. The name of an anonymous record contains its number.
    pub fn name(self) -> &'a str {
        self.entry.name(self.records)
    }

    /// The name; `None` if it contains the number of an anonymous record. For comparisons with other names: unlike
    /// [`Rec::name`], this never depends on statements before the record.
    pub fn given_name(self) -> Option<&'static str> {
        let name = self.records.values.as_str(self.entry.record.name)?;
        Some(name.as_str())
    }

    /// Whether the record has this name, which must not contain the number of an anonymous record.
    pub fn is_named(self, name: &str) -> bool {
        self.given_name() == Some(name)
    }

    /// An id for code that cannot borrow the record. Only for records, not for classes.
    pub fn id(self) -> RecordId {
        RecordId(self.entry.record.name)
    }

    /// The elaborated record. This counts as reading all of it.
    pub fn record(self) -> &'a Record {
        let record = &self.entry.record;
        Reads::log_whole(record);
        record
    }

    /// The name, in the form of [`Record::name`].
    pub fn name_value(self) -> ValueId {
        self.entry.record.name
    }

    /// Whether the record has no name in the source.
    pub fn is_anonymous(self) -> bool {
        self.entry.record.is_anonymous()
    }

    /// The type of references to the record.
    pub fn ty(self) -> Option<Ty> {
        self.entry.record.ty
    }

    /// A sort key for the order of definitions. Class instances come last, in the order of their numbers.
    pub fn order(self) -> u64 {
        let (records, name) = (self.records, self.entry.record.name);
        let order = match (self.entry.order, &records.demand) {
            _ if matches!(
                records.values.as_anonymous(name),
                Some(AnonKey::Instance(_))
            ) =>
            {
                let number = records.numbers().number_in(&records.values, name);
                INSTANCES | number.map_or(u64::from(u32::MAX), u64::from)
            }
            (None, Some(demand)) => demand.order(&self.entry.record),
            (order, _) => order.unwrap_or_default(),
        };
        Reads::log_order(name, order);
        order
    }

    /// The [`Records`] that contains this class or record.
    pub fn records(self) -> &'a Records {
        self.records
    }

    /// The key for equality and hashing. A class and a record may have the same name.
    fn identity(self) -> (bool, ValueId) {
        let record = &self.entry.record;
        (record.kind == RecordKind::Class, record.name)
    }

    /// All superclasses. Each one comes after its own superclasses.
    pub fn superclasses(self) -> impl DoubleEndedIterator<Item = Rec<'a>> {
        self.entry
            .record
            .supers
            .iter()
            .filter_map(move |class| self.records.class_of(*class))
    }

    /// The superclasses that the definition itself names, the last one first.
    pub fn direct_superclasses(self) -> Vec<Rec<'a>> {
        let direct = self.records.direct_superclasses(&self.entry.record.supers);
        let known = direct.iter().filter_map(|it| self.records.class_of(*it));
        known.collect()
    }

    /// Whether the record is derived from the class with this name.
    pub fn is_a(self, class: impl Into<Sym>) -> bool {
        self.entry.record.is_subclass_of(class.into())
    }

    /// An error at this record, which ends the run of a backend.
    pub fn fatal(self, message: String) -> Fatal {
        fatal(&self.record().locs, message)
    }

    /// A diagnostic at this record, with a note for each location of a `defm` that instantiated it.
    pub fn diagnostic(self, severity: Severity, message: String) -> Diagnostic {
        Diagnostic::at_locs(severity, &self.record().locs, message)
    }
}

impl PartialEq for Rec<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Rec<'_> {}

impl Hash for Rec<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

impl std::fmt::Debug for Rec<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

fn fatal(locs: &[Loc], message: String) -> Fatal {
    Box::new(Diagnostic::at_locs(Severity::Error, locs, message))
}
