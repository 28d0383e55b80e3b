//! A collection of record names that can be searched.

use elaborate::ids::Loc;
use elaborate::symbol::Sym;
use rustc_hash::FxHashMap;

/// Record names in the orders that searches need.
#[derive(Debug, Default)]
pub struct RecordNames {
    /// The names, sorted without regard to case.
    names: Vec<Sym>,
    /// The names, each with the bit set of its characters, and with its place if the place is known. Sorted by
    /// the position of the name's text in memory, which makes a scan fast.
    by_letters: Vec<(u64, Sym, Option<Loc>)>,
    /// The number of records of each class, including unnamed ones.
    of_class: FxHashMap<Sym, usize>,
    /// The names of the records, grouped by their superclasses.
    families: Families,
    /// The MLIR names, such as `arith.addi`, of the records that define operations, with the places of these records.
    operations: Vec<(Sym, Option<Loc>)>,
    /// A hash of the contents by which two collections are compared; 0 if it was not set.
    key: u64,
}

/// The names of records, grouped by the superclasses of the records.
pub type Families = FxHashMap<Box<[Sym]>, Vec<Sym>>;

impl FromIterator<(Sym, Option<Loc>)> for RecordNames {
    fn from_iter<T: IntoIterator<Item = (Sym, Option<Loc>)>>(names: T) -> RecordNames {
        RecordNames::new(
            names.into_iter().collect(),
            FxHashMap::default(),
            Families::default(),
            || {},
        )
    }
}

impl RecordNames {
    /// Sorts the names. `of_class` is the number of records of each class. `pause` is called from time to time and may
    /// unwind.
    pub fn new(
        mut all: Vec<(Sym, Option<Loc>)>,
        of_class: FxHashMap<Sym, usize>,
        families: Families,
        pause: impl Fn(),
    ) -> RecordNames {
        // Of several records with the same name, the first is kept.
        all.sort_by_key(|(name, _)| *name);
        all.dedup_by_key(|(name, _)| *name);
        pause();
        let letters = |(name, loc): (Sym, _)| (letters_of(name.as_str()), name, loc);
        let lower = |name: Sym| name.as_str().to_ascii_lowercase();
        let mut names: Vec<(String, Sym)> = Vec::with_capacity(all.len());
        for some in all.chunks(SOME) {
            names.extend(some.iter().map(|(name, _)| (lower(*name), *name)));
            pause();
        }
        let mut compared = 0;
        names.sort_by(|a, b| {
            compared += 1;
            if compared % SOME == 0 {
                pause();
            }
            a.0.cmp(&b.0)
        });
        RecordNames {
            names: names.into_iter().map(|(_, name)| name).collect(),
            by_letters: all.into_iter().map(letters).collect(),
            of_class,
            families,
            operations: Vec::new(),
            key: 0,
        }
    }

    /// Sets the key, by which two collections are compared.
    pub fn with_key(self, key: u64) -> RecordNames {
        RecordNames { key, ..self }
    }

    /// Sets the names that MLIR gives operations, with the places of their records.
    pub fn with_operations(self, operations: Vec<(Sym, Option<Loc>)>) -> RecordNames {
        RecordNames { operations, ..self }
    }

    /// The names that MLIR gives operations, with the places of their records.
    pub fn operations(&self) -> impl Iterator<Item = (Sym, Option<Loc>)> {
        self.operations.iter().copied()
    }

    /// The key that [`RecordNames::with_key`] set; 0 before it is called.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The names of the records of a class and of its subclasses, in any order.
    pub fn of_class(&self, class: Sym) -> impl Iterator<Item = Sym> {
        let families = self.families.iter();
        let families = families.filter(move |(supers, _)| supers.contains(&class));
        families.flat_map(|(_, names)| names.iter().copied())
    }
}

/// The number of names or comparisons that are processed between two calls of `pause`. Processing this number takes
/// negligible time.
const SOME: usize = 1 << 10;

/// A bit set of the characters in a text, ignoring case. Different characters may share a bit, such as `0` and `p`.
fn letters_of(text: &str) -> u64 {
    let bits = text.bytes().map(|it| 1 << (it.to_ascii_lowercase() & 63));
    bits.fold(0, |all, bit| all | bit)
}

impl RecordNames {
    /// The names that begin with `prefix`, ignoring ASCII case.
    pub fn with_prefix(&self, prefix: &str) -> impl Iterator<Item = &'static str> + use<'_> {
        let prefix = prefix.to_ascii_lowercase();
        let key = |name: Sym| name.as_str().bytes().map(|it| it.to_ascii_lowercase());
        let start = self
            .names
            .partition_point(|name| key(*name).lt(prefix.bytes()));
        let names = self.names[start..].iter().copied();
        names
            .take_while(move |name| key(*name).take(prefix.len()).eq(prefix.bytes()))
            .map(Sym::as_str)
    }

    /// The names that probably contain all letters of `text`, in any order, and the places of their definitions if
    /// these are known.
    pub fn with_letters_of(&self, text: &str) -> impl Iterator<Item = (Sym, Option<Loc>)> {
        let wanted = letters_of(text);
        let names = self.by_letters.iter();
        names
            .filter(move |(letters, ..)| wanted & !letters == 0)
            .map(|(_, name, loc)| (*name, *loc))
    }

    /// The names of the records defined at `place`.
    pub fn defined_at(&self, place: Loc) -> impl Iterator<Item = Sym> {
        let names = self.by_letters.iter();
        names
            .filter(move |(_, _, loc)| *loc == Some(place))
            .map(|(_, name, _)| *name)
    }

    /// The number of records of a class and of its subclasses.
    pub fn count_of(&self, class: Sym) -> usize {
        self.of_class.get(&class).copied().unwrap_or(0)
    }
}
