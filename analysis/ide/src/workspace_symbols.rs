//! Workspace symbols: classes, multiclasses, records and other names of a unit, searched by a part of the name.

mod in_text;
mod operations;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use db::index::Space;
use db::{Database, Db, Families, RecordNames, outcome_of};
use elaborate::ids::Loc;
use elaborate::symbol::Sym;
use rustc_hash::FxHashMap;
use salsa::Database as _;

pub use self::in_text::{TextSymbol, in_text};
pub use self::operations::Operations;
use super::Target;
use super::display::ValueDisplay;
use super::target::target;
use super::text::Text;

/// A name that a unit declares, with its location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// The kind of the declaration. A unit may declare the same name with several kinds.
    pub kind: SymbolKind,
    /// The location of the declaration; `target.name` is the complete name.
    pub target: Target,
}

/// The kind of a name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SymbolKind {
    /// A `class`.
    Class,
    /// A `multiclass`.
    Multiclass,
    /// A `deftype`.
    Type,
    /// A `defvar` or `defset` at the top level.
    Variable,
    /// A record, from a `def` or `defm`.
    Record,
    /// The name of a `defm`: the prefix of the names of its records. Used only for the names of a single file, where
    /// nothing is elaborated.
    Defm,
}

impl SymbolKind {
    /// All kinds, in order.
    pub const ALL: [SymbolKind; 6] = [
        SymbolKind::Class,
        SymbolKind::Multiclass,
        SymbolKind::Type,
        SymbolKind::Variable,
        SymbolKind::Record,
        SymbolKind::Defm,
    ];
}

/// Collects the names of all records of a unit, for [`workspace_symbols`] and completion. It needs the elaboration of
/// the whole unit, so call it only when the unit has been elaborated. If the names are the same as before, the previous
/// collection is kept.
pub fn learn(db: &Database) {
    let shown = ValueDisplay::new(db);
    let order = db.unit().order();
    let records = || order.iter().flat_map(|it| &outcome_of(db, *it).records);
    let mut names = Vec::new();
    let mut key = DefaultHasher::new();
    let mut found = Operations::default();
    let mut operations = Vec::new();
    for record in records() {
        record.supers.hash(&mut key);
        let name = (!record.is_anonymous()).then(|| match db.values().as_str(record.name) {
            Some(name) => name,
            None => Sym::new(&shown.name(record.name)),
        });
        let loc = record.locs.first().copied();
        (name, loc).hash(&mut key);
        names.push((name, loc));
        if let Some(operation) = found.name(record, db.values()) {
            operation.hash(&mut key);
            operations.push((operation, loc));
        }
    }
    let key = key.finish();
    if db.learned().is_some_and(|it| it.key() == key) {
        return;
    }
    let mut of_class: FxHashMap<Sym, usize> = FxHashMap::default();
    let mut families = Families::default();
    for (record, (name, _)) in records().zip(&names) {
        for class in &record.supers {
            *of_class.entry(*class).or_default() += 1;
        }
        let Some(name) = *name else { continue };
        match families.get_mut(&record.supers[..]) {
            Some(family) => family.push(name),
            None => {
                families.insert(record.supers.to_vec().into_boxed_slice(), vec![name]);
            }
        }
    }
    let names = names
        .into_iter()
        .filter_map(|(name, loc)| Some((name?, loc)));
    let names = RecordNames::new(names.collect(), of_class, families, || {
        db.unwind_if_revision_cancelled()
    });
    let names = names.with_operations(operations).with_key(key);
    db.set_learned(Arc::new(names));
}

/// The number of records of a class and its subclasses; `None` until [`learn`] was called.
pub fn records_of_class(db: &Database, class: &str) -> Option<usize> {
    Some(db.learned()?.count_of(Sym::new(class)))
}

/// The names of the records defined at a place, sorted, as of the last call of [`learn`].
pub(super) fn defined_at(db: &Database, place: Loc) -> Vec<Sym> {
    let learned = db.learned();
    let names = learned.iter().flat_map(|it| it.defined_at(place));
    let mut names: Vec<Sym> = names.collect();
    names.sort_unstable_by_key(|it| it.as_str());
    names
}

/// The largest number of symbols in an answer.
pub const MAX_SYMBOLS: usize = 256;

/// The names that contain the letters of a query in the same order, the best matches first. At most [`MAX_SYMBOLS`].
pub fn workspace_symbols(db: &Database, query: &str) -> Vec<Symbol> {
    let text = Text::new(db);
    let index = db.input().index(db);
    let mut found: Vec<(u32, SymbolKind, Sym, Option<Loc>)> = Vec::new();
    let mut add = |kind, name: Sym, loc| {
        if let Some(score) = score(query, name.as_str()) {
            found.push((score, kind, name, loc));
        }
    };
    for (space, kind) in [
        (Space::Class, SymbolKind::Class),
        (Space::Multiclass, SymbolKind::Multiclass),
        (Space::Type, SymbolKind::Type),
        (Space::Global, SymbolKind::Variable),
    ] {
        index.names_in(space).for_each(|it| add(kind, it, None));
    }
    let (in_text, recent) = index.record_names();
    let learned = db.learned();
    for names in std::iter::once(in_text).chain(learned.as_deref()) {
        for (name, loc) in names.with_letters_of(query) {
            add(SymbolKind::Record, name, loc);
        }
    }
    recent
        .iter()
        .for_each(|it| add(SymbolKind::Record, *it, None));
    for (name, loc) in learned.iter().flat_map(|it| it.operations()) {
        add(SymbolKind::Record, name, loc);
    }
    // Prefer a record's place in the current source to the place from the last elaboration.
    let order = |(score, kind, name, loc): &(u32, SymbolKind, Sym, Option<Loc>)| {
        let name = name.as_str();
        (Reverse(*score), name.len(), name, *kind, loc.is_some())
    };
    // Each record may occur up to three times: in the index of the source, among recent changes, and in the last
    // elaboration.
    let enough = 4 * MAX_SYMBOLS;
    if found.len() > enough {
        found.select_nth_unstable_by(enough, |a, b| order(a).cmp(&order(b)));
        found.truncate(enough);
    }
    found.sort_by(|a, b| order(a).cmp(&order(b)));
    found.dedup_by(|a, b| (a.1, a.2) == (b.1, b.2));
    let symbols = found.into_iter().filter_map(|(_, kind, name, loc)| {
        let place = match kind {
            SymbolKind::Class => {
                let (item, it) = text.class(name)?;
                text.place(item, it.name_at)
            }
            SymbolKind::Multiclass => {
                let (item, it) = text.multiclass(name)?;
                text.place(item, it.name_at)
            }
            SymbolKind::Type => {
                let (item, it) = text.deftype(name)?;
                text.place(item, it.name_at)
            }
            SymbolKind::Variable => text.global(name)?.0,
            SymbolKind::Record | SymbolKind::Defm => match loc {
                // The unit may have changed since the last elaboration.
                Some(loc) => {
                    db.unit().sources.layout.place(loc.item)?;
                    text.place_of(loc)
                }
                None => {
                    let (item, def) = text.def(name)?;
                    text.place(item, def.name_at)
                }
            },
        };
        Some(Symbol {
            kind,
            target: target(&text, name.to_string(), place),
        })
    });
    symbols.take(MAX_SYMBOLS).collect()
}

/// The similarity of a name and a query; `None` if the name does not contain the query's letters in the same order,
/// ignoring case. Letters count more if they are adjacent, begin a word, or have the same case as in the query.
pub fn score(query: &str, name: &str) -> Option<u32> {
    let name = name.as_bytes();
    let mut score = 0;
    let mut at = 0;
    let mut last = None;
    for wanted in query.bytes() {
        let lower = wanted.to_ascii_lowercase();
        let rest = &name[at..];
        let index = at
            + rest
                .iter()
                .position(|it| it.to_ascii_lowercase() == lower)?;
        let follows = last.is_some_and(|it| it + 1 == index);
        let begins = index == 0
            || name[index - 1] == b'_'
            || (name[index].is_ascii_uppercase() && !name[index - 1].is_ascii_uppercase());
        score += 1
            + 4 * u32::from(follows)
            + 3 * u32::from(begins)
            + u32::from(name[index] == wanted)
            + 4 * u32::from(index == 0);
        last = Some(index);
        at = index + 1;
    }
    if name.len() == query.len() {
        score += 10;
    }
    Some(score)
}
