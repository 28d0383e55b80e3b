//! The names of a unit's records, to search in.

use elaborate::ids::Loc;
use elaborate::symbol::Sym;
use rustc_hash::FxHashMap;

/// Names of records, in an order to search in.
#[derive(Debug, Default)]
pub struct RecordNames {
    /// Sorted without regard to case.
    names: Vec<Sym>,
    /// The same with the letters of each and its place, in the order in which their texts lie in memory.
    by_letters: Vec<(u64, Sym, Option<Loc>)>,
    /// The number of records of each class, including unnamed ones.
    of_class: FxHashMap<Sym, usize>,
    /// The names of the records that have the same superclasses.
    families: Families,
    /// An id that no other instance has.
    key: u64,
}

/// The names of records by their superclasses.
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
    /// Sorts names; `of_class` is the number of records of each class. `pause` is called now and then and may unwind.
    pub fn new(
        mut all: Vec<(Sym, Option<Loc>)>,
        of_class: FxHashMap<Sym, usize>,
        families: Families,
        pause: impl Fn(),
    ) -> RecordNames {
        // Among several with the same name the first counts.
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
            key: 0,
        }
    }

    /// The same with an identifying number.
    pub fn with_key(self, key: u64) -> RecordNames {
        RecordNames { key, ..self }
    }

    /// The identifying number; 0 if it has none.
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

/// Sorting this many names takes negligible time.
const SOME: usize = 1 << 10;

/// A bit for each letter and digit of a text, ignoring case.
fn letters_of(text: &str) -> u64 {
    let bits = text.bytes().map(|it| 1 << (it.to_ascii_lowercase() & 63));
    bits.fold(0, |all, bit| all | bit)
}

impl RecordNames {
    /// The names that begin with a text, ignoring case.
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

    /// The names that have all letters of a text, and where they are defined if that is known.
    pub fn with_letters_of(&self, text: &str) -> impl Iterator<Item = (Sym, Option<Loc>)> {
        let wanted = letters_of(text);
        let names = self.by_letters.iter();
        names
            .filter(move |(letters, ..)| wanted & !letters == 0)
            .map(|(_, name, loc)| (*name, *loc))
    }

    /// The names that are defined at a place.
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
