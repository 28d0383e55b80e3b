//! The finished records of a unit, as backends read them.
//!
//! [`Records`] finds classes and records; a [`Rec`] is one of them, with typed access to its fields whose errors are
//! worded as the reference words them.

mod field;
mod place;
#[cfg(test)]
mod tests;
mod types;

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;

use crate::diagnostic::{At, Diagnostic, Severity};
use crate::eval::Compat;
use crate::hir::StmtKind;
use crate::numbering::Numbers;
use crate::record::{Loc, Record};
use crate::sources::Sources;
use crate::symbol::Sym;
use crate::value::print::{Numbered, value_unquoted};
use crate::value::{Node, V, Values};

pub use place::Place;
/// Between bytes and text: what backends read and write holds characters that stand for undecodable bytes.
pub use syntax::text::{byte_len, decode, encode};

/// All classes and records of a unit after elaboration.
pub struct Records {
    pub values: Arc<Values>,
    pub numbers: Numbers,
    pub sources: Arc<Sources>,
    pub compat: Compat,
    classes: Named,
    defs: Named,
    /// Global variables: `defvar`s and `defset`s at file level.
    globals: BTreeMap<String, V>,
    cache: Cache,
}

struct Entry {
    name: String,
    /// When it was made, among all of its kind.
    order: u32,
    record: Arc<Record>,
}

/// Records by name. They get their order when someone first looks at them: not every backend does.
struct Named {
    records: Vec<Arc<Record>>,
    sorted: OnceLock<Vec<Entry>>,
}

impl Named {
    fn new(records: Vec<Arc<Record>>) -> Named {
        Named {
            records,
            sorted: OnceLock::new(),
        }
    }

    /// In byte order of the names, as everywhere in the reference.
    fn sorted(&self, names: &Numbered<'_>) -> &[Entry] {
        self.sorted.get_or_init(|| {
            let entry = |(order, record): (u32, &Arc<Record>)| Entry {
                name: value_unquoted(names, record.name),
                order,
                record: record.clone(),
            };
            let mut entries: Vec<_> = (0..).zip(&self.records).map(entry).collect();
            entries.sort_unstable_by(|a, b| a.name.cmp(&b.name));
            entries
        })
    }
}

/// What look-ups found out, for the next one.
#[derive(Default)]
struct Cache {
    classes: OnceLock<FxHashMap<Sym, u32>>,
    defs: OnceLock<FxHashMap<V, u32>>,
    derived: Mutex<FxHashMap<Sym, Arc<[u32]>>>,
    lines: place::Lines,
}

/// A class or record of a [`Records`]. Equality is identity.
#[derive(Clone, Copy)]
pub struct Rec<'a> {
    records: &'a Records,
    entry: &'a Entry,
}

/// The error that ends a backend's run.
pub type Fatal = Box<Diagnostic>;

impl Records {
    /// Classes and records come under the text of their names. Records that were defined come in the order of their
    /// definitions.
    pub fn new(
        values: Arc<Values>,
        numbers: Numbers,
        sources: Arc<Sources>,
        compat: Compat,
        classes: Vec<Arc<Record>>,
        defs: Vec<Arc<Record>>,
        globals: BTreeMap<String, V>,
    ) -> Records {
        Records {
            values,
            numbers,
            sources,
            compat,
            classes: Named::new(classes),
            defs: Named::new(defs),
            globals,
            cache: Cache::default(),
        }
    }

    /// How names are printed here.
    pub fn names(&self) -> Numbered<'_> {
        Numbered {
            values: &self.values,
            numbers: &self.numbers,
            compat: self.compat,
        }
    }

    /// An error about nothing in particular that ends a backend's run.
    pub fn fatal(&self, message: String) -> Fatal {
        fatal(&[], message)
    }

    pub fn node(&self, v: V) -> &Node {
        self.values.node(v)
    }

    /// The root file as it was named on the command line.
    pub fn input(&self) -> &str {
        self.sources.files.first().map_or("-", |file| &file.path)
    }

    fn sorted_classes(&self) -> &[Entry] {
        self.classes.sorted(&self.names())
    }

    fn sorted_defs(&self) -> &[Entry] {
        self.defs.sorted(&self.names())
    }

    /// All classes in byte order of their names.
    pub fn classes(&self) -> impl ExactSizeIterator<Item = Rec<'_>> {
        self.sorted_classes().iter().map(|entry| Rec {
            records: self,
            entry,
        })
    }

    /// Where the source declares or defines classes, in the order of the unit. A class that is declared first and
    /// defined later comes more than once.
    pub fn class_statements(&self) -> impl Iterator<Item = (Sym, Loc)> {
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

    /// All records in byte order of their names.
    pub fn defs(&self) -> impl ExactSizeIterator<Item = Rec<'_>> {
        self.sorted_defs().iter().map(|entry| Rec {
            records: self,
            entry,
        })
    }

    /// The global variables in byte order of their names.
    pub fn globals(&self) -> impl ExactSizeIterator<Item = (&str, V)> {
        self.globals.iter().map(|(name, v)| (name.as_str(), *v))
    }

    pub fn class(&self, name: &str) -> Option<Rec<'_>> {
        self.find(self.sorted_classes(), name)
    }

    pub fn def(&self, name: &str) -> Option<Rec<'_>> {
        self.find(self.sorted_defs(), name)
    }

    fn find<'a>(&'a self, entries: &'a [Entry], name: &str) -> Option<Rec<'a>> {
        let index = entries
            .binary_search_by(|entry| entry.name.as_str().cmp(name))
            .ok()?;
        Some(Rec {
            records: self,
            entry: &entries[index],
        })
    }

    /// The class of this name; quicker than by text.
    pub fn class_of(&self, name: Sym) -> Option<Rec<'_>> {
        let index = self.cache.classes.get_or_init(|| {
            let names = self
                .sorted_classes()
                .iter()
                .map(|entry| Sym::new(&entry.name));
            names.zip(0..).collect()
        });
        let entry = &self.sorted_classes()[*index.get(&name)? as usize];
        Some(Rec {
            records: self,
            entry,
        })
    }

    /// The record that a value refers to.
    pub fn def_of(&self, v: V) -> Option<Rec<'_>> {
        let name = self.values.as_def(v)?;
        let index = self.cache.defs.get_or_init(|| {
            self.sorted_defs()
                .iter()
                .map(|entry| entry.record.name)
                .zip(0..)
                .collect()
        });
        match index.get(&name) {
            Some(&index) => Some(Rec {
                records: self,
                entry: &self.sorted_defs()[index as usize],
            }),
            // The same name in another form: with the number as text.
            None => self.def(&value_unquoted(&self.names(), name)),
        }
    }

    /// The records deriving from a class, in the reference's order (see [`compare_numeric`]).
    pub fn derived(&self, class: &str) -> Result<Vec<Rec<'_>>, Fatal> {
        let Some(class) = self.class(class) else {
            return Err(fatal(&[], format!("The class '{class}' is not defined\n")));
        };
        let class = Sym::new(class.name());
        let mut derived = self
            .cache
            .derived
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let indices = derived.entry(class).or_insert_with(|| {
            let all = (0..).zip(self.sorted_defs());
            let mut found: Vec<_> = all
                .filter(|(_, entry)| entry.record.is_subclass_of(class))
                .collect();
            found.sort_by(|(_, a), (_, b)| compare_numeric(&a.name, &b.name));
            found.into_iter().map(|(index, _)| index).collect()
        });
        Ok(indices
            .iter()
            .map(|&index| Rec {
                records: self,
                entry: &self.sorted_defs()[index as usize],
            })
            .collect())
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

impl<'a> Rec<'a> {
    pub fn name(self) -> &'a str {
        &self.entry.name
    }

    /// What elaboration made.
    pub fn record(self) -> &'a Record {
        &self.entry.record
    }

    /// Records compare by this as their definitions follow each other. Class instances come last.
    pub fn order(self) -> u32 {
        self.entry.order
    }

    pub fn records(self) -> &'a Records {
        self.records
    }

    /// All superclasses, each after its own superclasses.
    pub fn superclasses(self) -> impl DoubleEndedIterator<Item = Rec<'a>> {
        self.entry
            .record
            .supers
            .iter()
            .filter_map(move |class| self.records.class_of(*class))
    }

    /// The superclasses named in its own definition, last first.
    pub fn direct_superclasses(self) -> Vec<Rec<'a>> {
        let mut direct = Vec::new();
        let mut rest = &self.entry.record.supers[..];
        while let Some((last, before)) = rest.split_last() {
            let class = self.records.class_of(*last);
            let inherited = class.map_or(0, |class| class.record().supers.len());
            rest = &before[..before.len().saturating_sub(inherited)];
            direct.extend(class);
        }
        direct
    }

    /// Whether it derives from the class of this name.
    pub fn is_a(self, class: &str) -> bool {
        self.entry.record.is_subclass_of(Sym::new(class))
    }

    /// An error at this record that ends the backend's run.
    pub fn fatal(self, message: String) -> Fatal {
        fatal(&self.entry.record.locs, message)
    }

    /// Something to say about this record; where a multiclass made it, notes say so.
    pub fn diagnostic(self, severity: Severity, message: String) -> Diagnostic {
        at_locs(&self.entry.record.locs, severity, message)
    }
}

impl PartialEq for Rec<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.entry, other.entry)
    }
}

impl Eq for Rec<'_> {}

impl Hash for Rec<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::ptr::hash(self.entry, state);
    }
}

impl std::fmt::Debug for Rec<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

fn fatal(locs: &[Loc], message: String) -> Fatal {
    Box::new(at_locs(locs, Severity::Error, message))
}

fn at_locs(locs: &[Loc], severity: Severity, message: String) -> Diagnostic {
    let mut places = locs.iter().map(|loc| At::start(*loc));
    let mut diagnostic = Diagnostic::new(severity, places.next(), message);
    for place in places {
        diagnostic = diagnostic.with_note(Some(place), "instantiated from multiclass".to_owned());
    }
    diagnostic
}

/// The order in which the reference lists records: by name, with numbers inside by length and then by digits, so that
/// `R2` comes before `R10` and `R9` before `R09`.
pub fn compare_numeric(a: &str, b: &str) -> Ordering {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let digit_at = |text: &[u8], at: usize| text.get(at).is_some_and(u8::is_ascii_digit);
    let mut at = 0;
    while let (Some(x), Some(y)) = (a.get(at), b.get(at)) {
        if !(x.is_ascii_digit() && y.is_ascii_digit()) {
            match x.cmp(y) {
                Ordering::Equal => at += 1,
                unequal => return unequal,
            }
            continue;
        }
        let start = at;
        while digit_at(a, at) && digit_at(b, at) {
            at += 1;
        }
        let longer = digit_at(a, at).cmp(&digit_at(b, at));
        match longer.then_with(|| a[start..at].cmp(&b[start..at])) {
            Ordering::Equal => {}
            unequal => return unequal,
        }
    }
    a.len().cmp(&b.len())
}
