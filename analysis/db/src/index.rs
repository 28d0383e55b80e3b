//! The index of the names that the statements of a unit declare. It needs no elaboration.

use std::collections::BTreeSet;
use std::collections::hash_map::Entry;
use std::sync::{Arc, OnceLock};

use elaborate::anonymous_numbers::spelt_number;
use elaborate::hir::lower::{DeclaredNames, RecordName, static_names_in};
use elaborate::hir::{Stmt, StmtKind};
use elaborate::ids::StmtId;
use elaborate::symbol::Sym;
use elaborate::unit::Unit;
use rustc_hash::FxHashMap;

use super::enclosing::Enclosing;
use super::name_prefixes::{NamePrefixes, name_prefixes_in, open_multiclasses};
use super::record_names::RecordNames;

/// The statements of a unit, keyed by the names that they may declare. Each list of statements is in source order.
#[derive(Clone, Debug, Default)]
pub struct Index {
    names: FxHashMap<(Space, Sym), Vec<StmtId>>,
    /// For each name, the statements that create a record with exactly this name.
    exact: FxHashMap<Sym, Vec<StmtId>>,
    /// For each prefix, the statements that create records whose names begin with the prefix.
    prefixes: Starts,
    /// Statements that create records whose names cannot be determined from the syntax.
    anything: Vec<StmtId>,
    /// Statements with a `def` whose explicit name has the form of an anonymous name, such as `anonymous_7`.
    borrowers: Vec<StmtId>,
    /// For each name of a `defm` whose multiclasses put a prefix before the name, the statements with such a `defm`.
    /// The names of the `defm`'s records probably contain the name.
    parts: FxHashMap<&'static str, Vec<StmtId>>,
    /// The statements with a `defm` whose multiclasses put a prefix before the name of the `defm`, keyed by that
    /// prefix.
    fronts: Starts,
    /// The prefixes that each multiclass puts before the name of a `defm`.
    open: FxHashMap<Sym, NamePrefixes>,
    /// The statements in each `defset`.
    defsets: FxHashMap<StmtId, Vec<StmtId>>,
    /// The record names that are written literally in `def`s, sorted. Computed at first use.
    sorted: OnceLock<Arc<RecordNames>>,
    /// The names that were added after `sorted` was computed.
    recent: Vec<Sym>,
}

/// Statements, keyed by a prefix of the names that they declare.
#[derive(Clone, Debug, Default)]
struct Starts {
    stmts: FxHashMap<&'static str, Vec<StmtId>>,
    /// The lengths of all prefixes in bytes. A name is looked up by its prefixes of these lengths only; looking up
    /// every prefix of a long name would take quadratic time.
    lengths: BTreeSet<usize>,
}

impl Starts {
    fn entry(&mut self, start: &'static str) -> &mut Vec<StmtId> {
        match self.stmts.entry(start) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                self.lengths.insert(start.len());
                new.insert(Vec::new())
            }
        }
    }

    /// The statements for each prefix of a name, the longest prefix first.
    fn in_name(&self, name: &str) -> impl Iterator<Item = &Vec<StmtId>> {
        let lengths = self.lengths.range(..=name.len()).rev();
        let lengths = lengths.take_while(|len| **len > 0);
        lengths.filter_map(|len| self.stmts.get(name.get(..*len)?))
    }
}

/// The number of names added to `recent` after which `sorted` is computed again.
const MAX_RECENT: usize = 256;

/// The entries that the index has for a statement.
#[derive(PartialEq, Eq)]
pub(super) struct IndexEntry {
    names: DeclaredNames,
    /// The prefixes that the multiclasses used by the statement put before the name of a `defm`.
    fronts: NamePrefixes,
    /// The `defset`s that enclose the statement.
    defsets: Vec<StmtId>,
}

impl IndexEntry {
    /// Whether there are no entries.
    pub(super) fn is_nothing(&self) -> bool {
        self.names == DeclaredNames::default() && self.fronts.is_empty() && self.defsets.is_empty()
    }
}

impl Index {
    /// The index of a unit, given the blocks that enclose its statements.
    pub(crate) fn new(unit: &Unit, enclosings: &[Arc<Enclosing>]) -> Index {
        let mut index = Index {
            open: open_multiclasses(unit),
            ..Index::default()
        };
        for item in unit.order() {
            let said = index.said(unit, *item, &enclosings[item.0 as usize]);
            index.for_each_list(&said, |items| {
                if items.last() != Some(item) {
                    items.push(*item);
                }
            });
        }
        index
    }

    /// The entries for a statement of the unit.
    pub(super) fn said(&self, unit: &Unit, item: StmtId, around: &Enclosing) -> IndexEntry {
        let stmt = unit.stmt(item);
        let heads = around.blocks.iter().map(|it| it.head);
        IndexEntry {
            names: declared(stmt, unit, around),
            fronts: name_prefixes_in(stmt, &self.open),
            defsets: heads
                .filter(|head| matches!(unit.stmt(*head).kind, StmtKind::Defset(_)))
                .collect(),
        }
    }

    /// Removes a statement from the lists for the entries `said`.
    pub(super) fn remove(&mut self, item: StmtId, said: &IndexEntry) {
        self.for_each_list(said, |items| items.retain(|it| *it != item));
    }

    /// Adds a statement of `unit` to the lists for the entries `said`.
    pub(super) fn insert(&mut self, unit: &Unit, item: StmtId, said: &IndexEntry) {
        for name in &said.names.defs {
            if let RecordName::Exact(name) = name {
                self.recent.push(*name);
            }
        }
        if self.recent.len() > MAX_RECENT {
            self.recent.clear();
            self.sorted.take();
        }
        let place = |item: &StmtId| unit.sources.layout.place(*item);
        self.for_each_list(said, |items| {
            if let Err(index) = items.binary_search_by_key(&place(&item), place) {
                items.insert(index, item);
            }
        });
    }

    /// Whether the multiclasses of `unit` put the same prefixes before names as the multiclasses from which this index
    /// was built.
    pub(super) fn has_fronts_of(&self, unit: &Unit) -> bool {
        self.open == open_multiclasses(unit)
    }

    /// Calls `f` with each list to which a statement with the entries `said` belongs.
    fn for_each_list(&mut self, said: &IndexEntry, mut f: impl FnMut(&mut Vec<StmtId>)) {
        let names = &said.names;
        for (space, names) in [
            (Space::Class, &names.classes),
            (Space::Multiclass, &names.multiclasses),
            (Space::Type, &names.types),
            (Space::Global, &names.globals),
        ] {
            for name in names {
                f(self.names.entry((space, *name)).or_default());
            }
        }
        let mut anything = said.fronts.anything;
        for front in &said.fronts.texts {
            f(self.fronts.entry(front.as_str()));
        }
        for name in &names.defs {
            match name {
                RecordName::Exact(name) => {
                    if spelt_number(name.as_str()).is_some() {
                        f(&mut self.borrowers);
                    }
                    f(self.exact.entry(*name).or_default());
                }
                RecordName::Prefix(prefix) => f(self.prefixes.entry(prefix.as_str())),
                RecordName::Anything => anything = true,
            }
        }
        for name in &names.defms {
            match name {
                RecordName::Exact(Sym::EMPTY) | RecordName::Prefix(Sym::EMPTY) => anything = true,
                RecordName::Exact(prefix) | RecordName::Prefix(prefix) => {
                    f(self.prefixes.entry(prefix.as_str()));
                    if !said.fronts.is_empty() {
                        f(self.parts.entry(prefix.as_str()).or_default());
                    }
                }
                RecordName::Anything => anything = true,
            }
        }
        if anything {
            f(&mut self.anything);
        }
        for head in &said.defsets {
            f(self.defsets.entry(*head).or_default());
        }
    }

    /// The statements that declare a name in a name space.
    pub(crate) fn declaring(&self, space: Space, name: Sym) -> &[StmtId] {
        self.names.get(&(space, name)).map_or(&[], Vec::as_slice)
    }

    /// The statements that create records whose names cannot be determined from the syntax.
    pub(crate) fn anything(&self) -> &[StmtId] {
        &self.anything
    }

    /// Whether a `def` of the unit has an explicit name in the form of an anonymous name, such as `anonymous_7`.
    pub(crate) fn has_borrowed_name(&self) -> bool {
        !self.borrowers.is_empty()
    }

    /// The statements in a `defset`.
    pub(crate) fn in_defset(&self, head: StmtId) -> &[StmtId] {
        self.defsets.get(&head).map_or(&[], Vec::as_slice)
    }

    /// The names declared in a name space.
    pub fn names_in(&self, space: Space) -> impl Iterator<Item = Sym> + '_ {
        let names = self.names.iter();
        names
            .filter(move |((of, _), items)| *of == space && !items.is_empty())
            .map(|((_, name), _)| *name)
    }

    /// The record names that are written literally in `def`s: the sorted names, and the names that were added later.
    /// Both lists may contain names that have been removed since.
    pub fn record_names(&self) -> (&RecordNames, &[Sym]) {
        let sorted = self.sorted.get_or_init(|| {
            let names = self.exact.iter();
            let names = names.filter(|(_, items)| !items.is_empty());
            Arc::new(names.map(|(name, _)| (*name, None)).collect())
        });
        (sorted, &self.recent)
    }

    /// The record names that are written literally in `def`s and begin with `prefix`, ignoring case: first the recently
    /// added names, then the others in the order of [`RecordNames`].
    pub fn with_prefix(
        &self,
        prefix: &str,
    ) -> (
        impl Iterator<Item = &'static str>,
        impl Iterator<Item = &'static str>,
    ) {
        let (sorted, recent) = self.record_names();
        let is_there = |name: &&str| !self.exactly(Sym::new(name)).is_empty();
        let begins = move |name: &&str| {
            let start = name.as_bytes().get(..prefix.len());
            start.is_some_and(|it| it.eq_ignore_ascii_case(prefix.as_bytes()))
        };
        let recent = recent.iter().map(|it| it.as_str()).filter(begins);
        let sorted = sorted.with_prefix(prefix);
        (recent.filter(is_there), sorted.filter(is_there))
    }

    /// The statements that contain a `def` with the literal name `name` outside multiclasses.
    pub fn exactly(&self, name: Sym) -> &[StmtId] {
        self.exact.get(&name).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn candidates(&self, name: Sym) -> Vec<StmtId> {
        let text = name.as_str();
        let exact = self.exact.get(&name).into_iter().flatten();
        let prefixes = self.prefixes.in_name(text);
        let parts = parts_of(text).filter_map(|it| self.parts.get(it));
        let fronts = self.fronts.in_name(text);
        let likeliest_first = exact.chain(prefixes.chain(parts).chain(fronts).flatten());
        likeliest_first.copied().collect()
    }
}

/// The substrings of a name that do not start at its beginning, longest first. Empty for names longer than 200 bytes,
/// which have too many substrings.
fn parts_of(name: &str) -> impl Iterator<Item = &str> {
    let len = if name.len() <= 200 { name.len() } else { 0 };
    (1..len).rev().flat_map(move |part| {
        let starts = 1..=name.len() - part;
        starts.filter_map(move |start| name.get(start..start + part))
    })
}

/// The names that a statement declares. A `defvar` in a braced `let` is local to the block and is left out.
fn declared(stmt: &Stmt, unit: &Unit, around: &Enclosing) -> DeclaredNames {
    let mut locals = Vec::new();
    for block in around.blocks.iter().filter(|it| it.is_scope) {
        let names = block.defvars.iter().map(|it| &unit.stmt(*it).kind);
        locals.extend(names.filter_map(defvar_name));
    }
    let mut names = static_names_in(stmt, &locals);
    if matches!(stmt.kind, StmtKind::Defvar(_)) && around.blocks.iter().any(|it| it.is_scope) {
        names.globals.clear();
    }
    names
}

fn defvar_name(stmt: &StmtKind) -> Option<Sym> {
    match stmt {
        StmtKind::Defvar(it) => Some(it.name),
        _ => None,
    }
}

/// A name space of a unit. A name may have a separate definition in each name space. There is no name space for
/// records, because the syntax does not determine all names of records.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Space {
    /// The names of classes, declared or defined.
    Class,
    /// The names of `multiclass` statements.
    Multiclass,
    /// The names that `deftype` declares.
    Type,
    /// Global variables: each `defset`, and each `defvar` that is not in a braced `let`.
    Global,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_of_names() {
        let mut starts = Starts::default();
        for (index, start) in (0..).zip(["ab", "", "abc", "b", "ab", "é"]) {
            starts.entry(start).push(StmtId(index));
        }
        let check = |name: &str, want: &[u32]| {
            let found: Vec<StmtId> = starts.in_name(name).flatten().copied().collect();
            let want: Vec<StmtId> = want.iter().copied().map(StmtId).collect();
            assert_eq!(found, want, "{}", name.len());
        };
        check("", &[]);
        check("a", &[]);
        check("abcd", &[2, 0, 4]);
        check("éab", &[5]);
        check(&"ab".repeat(1 << 20), &[0, 4]);
    }
}
