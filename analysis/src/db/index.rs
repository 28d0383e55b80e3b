//! What the text of a unit says about names and places, before anything is elaborated.

use std::sync::{Arc, OnceLock};

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Around, Db, StmtInput, UnitInput};
use crate::hir::lower::{Names, RecordName, static_names_in};
use crate::hir::{Code, Expr, ExprId, Multiclass, Stmt, StmtKind};
use crate::ide::symbols::RecordNames;
use crate::numbering::spelt_number;
use crate::record::Item;
use crate::symbol::Sym;
use crate::unit::Unit;

/// The statements of a unit by what they may declare; each list is in order.
#[derive(Clone, Debug, Default)]
pub struct Index {
    names: FxHashMap<(Space, Sym), Vec<Item>>,
    /// Statements that make a record of exactly this name.
    exact: FxHashMap<Sym, Vec<Item>>,
    /// Statements that make records whose names begin so.
    prefixes: FxHashMap<&'static str, Vec<Item>>,
    /// Statements that make records of any name.
    anything: Vec<Item>,
    /// Statements that name records as anonymous ones are named.
    borrowers: Vec<Item>,
    /// Those that make records of any name because of the multiclasses they use, by the name in the `defm`: it likely
    /// is a part of the records' names.
    parts: FxHashMap<&'static str, Vec<Item>>,
    /// The multiclasses whose records may have any name.
    wild: FxHashSet<Sym>,
    /// The statements in each `defset`.
    defsets: FxHashMap<Item, Vec<Item>>,
    /// The names of records that stood in the text when this was first asked for, in an order to search in.
    sorted: OnceLock<Arc<RecordNames>>,
    /// Those that came since.
    recent: Vec<Sym>,
}

/// How many names may come before they are sorted in.
const MAX_RECENT: usize = 256;

/// What the text of one statement says to the index.
#[derive(PartialEq, Eq)]
pub(super) struct Said {
    names: Names,
    /// It uses a multiclass whose records may have any name.
    uses_wild: bool,
    /// The `defset`s around it.
    defsets: Vec<Item>,
}

impl Said {
    /// No list would have the statement in it.
    pub(super) fn is_nothing(&self) -> bool {
        self.names == Names::default() && !self.uses_wild && self.defsets.is_empty()
    }
}

impl Index {
    /// The index of a unit, given what is around each of its statements.
    pub fn new(unit: &Unit, arounds: &[Arc<Around>]) -> Index {
        let mut index = Index {
            wild: open_multiclasses(unit),
            ..Index::default()
        };
        for item in unit.order() {
            let said = index.said(unit, *item, &arounds[item.0 as usize]);
            index.for_each_list(&said, |items| {
                if items.last() != Some(item) {
                    items.push(*item);
                }
            });
        }
        index
    }

    /// What a statement of the unit says.
    pub(super) fn said(&self, unit: &Unit, item: Item, around: &Around) -> Said {
        let stmt = unit.stmt(item);
        let heads = around.blocks.iter().map(|it| it.head);
        Said {
            names: declared(stmt, unit, around),
            uses_wild: calls_wild(stmt, &self.wild),
            defsets: heads
                .filter(|head| matches!(unit.stmt(*head).kind, StmtKind::Defset(_)))
                .collect(),
        }
    }

    /// Takes a statement out that said this.
    pub(super) fn remove(&mut self, item: Item, said: &Said) {
        self.for_each_list(said, |items| items.retain(|it| *it != item));
    }

    /// Puts a statement of a unit in that says this.
    pub(super) fn insert(&mut self, unit: &Unit, item: Item, said: &Said) {
        for name in &said.names.defs {
            if let RecordName::Exact(name) = name {
                self.recent.push(*name);
            }
        }
        if self.recent.len() > MAX_RECENT {
            self.recent.clear();
            self.sorted.take();
        }
        let place = |item: &Item| unit.sources.layout.place(*item);
        self.for_each_list(said, |items| {
            if let Err(index) = items.binary_search_by_key(&place(&item), place) {
                items.insert(index, item);
            }
        });
    }

    /// Whether the index of a unit takes the same multiclasses to make records of any name.
    pub(super) fn has_wild_of(&self, unit: &Unit) -> bool {
        self.wild == open_multiclasses(unit)
    }

    /// Calls `f` with each list that a statement stands in.
    fn for_each_list(&mut self, said: &Said, mut f: impl FnMut(&mut Vec<Item>)) {
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
        let mut anything = said.uses_wild;
        for name in &names.defs {
            match name {
                RecordName::Exact(name) => {
                    if spelt_number(name.as_str()).is_some() {
                        f(&mut self.borrowers);
                    }
                    f(self.exact.entry(*name).or_default());
                }
                RecordName::Prefix(prefix) => f(self.prefixes.entry(prefix.as_str()).or_default()),
                RecordName::Anything => anything = true,
            }
        }
        for name in &names.defms {
            match name {
                RecordName::Exact(Sym::EMPTY) | RecordName::Prefix(Sym::EMPTY) => anything = true,
                RecordName::Exact(prefix) | RecordName::Prefix(prefix) => {
                    f(self.prefixes.entry(prefix.as_str()).or_default());
                    if said.uses_wild {
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

    /// The names that are declared in a space.
    pub(crate) fn names_in(&self, space: Space) -> impl Iterator<Item = Sym> + '_ {
        let names = self.names.iter();
        names
            .filter(move |((of, _), items)| *of == space && !items.is_empty())
            .map(|((_, name), _)| *name)
    }

    /// The names of records that stand in the text as they are, and some that did.
    pub(crate) fn record_names(&self) -> (&RecordNames, &[Sym]) {
        let sorted = self.sorted.get_or_init(|| {
            let names = self.exact.iter();
            let names = names.filter(|(_, items)| !items.is_empty());
            Arc::new(names.map(|(name, _)| (*name, None)).collect())
        });
        (sorted, &self.recent)
    }

    /// The names of records in the text that begin with a prefix, whatever its case.
    pub(crate) fn with_prefix(&self, prefix: &str) -> impl Iterator<Item = &'static str> {
        let (sorted, recent) = self.record_names();
        let is_there = |name: &&str| !self.exactly(Sym::new(name)).is_empty();
        let begins = move |name: &&str| {
            let start = name.as_bytes().get(..prefix.len());
            start.is_some_and(|it| it.eq_ignore_ascii_case(prefix.as_bytes()))
        };
        let recent = recent.iter().map(|it| it.as_str()).filter(begins);
        recent.chain(sorted.with_prefix(prefix)).filter(is_there)
    }

    /// The statements that make a record of exactly this name, multiclasses apart.
    pub(crate) fn exactly(&self, name: Sym) -> &[Item] {
        self.exact.get(&name).map_or(&[], Vec::as_slice)
    }

    fn makers(&self, name: Sym) -> Vec<Item> {
        let text = name.as_str();
        let exact = self.exact.get(&name).into_iter().flatten();
        let lengths = (1..=text.len())
            .rev()
            .filter(|len| text.is_char_boundary(*len));
        let prefixes = lengths
            .filter_map(|len| self.prefixes.get(&text[..len]))
            .flatten();
        let parts = parts_of(text).filter_map(|part| self.parts.get(part));
        exact
            .chain(prefixes)
            .chain(parts.flatten())
            .copied()
            .collect()
    }
}

/// The parts of a name that do not start it, longest first. Very long names have none: there would be too many.
fn parts_of(name: &str) -> impl Iterator<Item = &str> {
    let len = if name.len() <= 200 { name.len() } else { 0 };
    (1..len).rev().flat_map(move |part| {
        let starts = 1..=name.len() - part;
        starts.filter_map(move |start| name.get(start..start + part))
    })
}

/// What a statement declares. A `defvar` in braces is nobody's business outside.
fn declared(stmt: &Stmt, unit: &Unit, around: &Around) -> Names {
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

/// What has names of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Space {
    Class,
    Multiclass,
    Type,
    Global,
}

/// The statements that declare a name.
#[salsa::tracked(returns(ref))]
pub(crate) fn declaring(db: &dyn Db, space: Space, name: Sym) -> Vec<Item> {
    let items = db.input().index(db).names.get(&(space, name));
    items.cloned().unwrap_or_default()
}

/// The statements whose text says that they may make a record of this name, the likeliest first. Any of [`anything`]
/// may too.
#[salsa::tracked(returns(ref))]
pub(crate) fn makers(db: &dyn Db, unit: UnitInput, name: Sym) -> Vec<Item> {
    unit.index(db).makers(name)
}

/// The statements that make records of any name.
#[salsa::tracked(returns(ref))]
pub(super) fn anything(db: &dyn Db) -> Vec<Item> {
    db.input().index(db).anything.clone()
}

/// Whether the text gives a record a name like those of anonymous records.
#[salsa::tracked]
pub(super) fn has_borrowed_name(db: &dyn Db) -> bool {
    !db.input().index(db).borrowers.is_empty()
}

/// The statements in a `defset`.
#[salsa::tracked(returns(ref))]
pub(crate) fn in_defset(db: &dyn Db, head: StmtInput) -> Vec<Item> {
    let defsets = &db.input().index(db).defsets;
    defsets.get(&head.item(db)).cloned().unwrap_or_default()
}

/// The multiclasses whose records need not begin with the name of the `defm`: because a name inside puts something
/// else in front, or because they use such a multiclass.
fn open_multiclasses(unit: &Unit) -> FxHashSet<Sym> {
    let mut open = FxHashSet::default();
    loop {
        let before = open.len();
        for stmt in unit.stmts() {
            if let StmtKind::Multiclass(it) = &stmt.kind
                && !open.contains(&it.name)
                && is_open(&stmt.code, it, &open)
            {
                open.insert(it.name);
            }
        }
        if open.len() == before {
            return open;
        }
    }
}

fn is_open(code: &Code, multiclass: &Multiclass, open: &FxHashSet<Sym>) -> bool {
    multiclass.parents.iter().any(|it| open.contains(&it.name))
        || any_name(&multiclass.body, &mut |name, uses| {
            uses.iter().any(|it| open.contains(it))
                || name.is_some_and(|name| !begins_with_name(code, name))
        })
}

/// Whether a statement uses a multiclass whose records may have any name.
fn calls_wild(stmt: &Stmt, wild: &FxHashSet<Sym>) -> bool {
    !matches!(stmt.kind, StmtKind::Multiclass(_))
        && any_name(std::slice::from_ref(&stmt.kind), &mut |_, uses| {
            uses.iter().any(|it| wild.contains(it))
        })
}

/// Whether `f` holds for a `def` or `defm`: its name, and the multiclasses it uses.
fn any_name(stmts: &[StmtKind], f: &mut impl FnMut(Option<ExprId>, &[Sym]) -> bool) -> bool {
    stmts.iter().any(|stmt| match stmt {
        StmtKind::Def(it) => f(it.name, &[]),
        StmtKind::Defm(it) => {
            let uses: Vec<Sym> = it.parents.iter().map(|it| it.name).collect();
            f(it.name, &uses)
        }
        StmtKind::Foreach(it) => any_name(&it.body, f),
        StmtKind::If(it) => {
            any_name(&it.then_body, f) || it.else_body.as_ref().is_some_and(|it| any_name(it, f))
        }
        StmtKind::Let(it) => any_name(&it.body, f),
        StmtKind::Defset(it) => any_name(&it.body, f),
        _ => false,
    })
}

/// Whether the name of a record in a multiclass begins with `NAME`, which is put in front where it is not mentioned.
fn begins_with_name(code: &Code, name: ExprId) -> bool {
    match &code[name].expr {
        Expr::Paste { lhs, .. } if begins_with_name(code, *lhs) => {
            // `NAME` in front, or nowhere.
            matches!(code[leftmost(code, *lhs)].expr, Expr::Name(Sym::NAME))
                || !mentions_name(code, name)
        }
        Expr::Name(_) | Expr::Str(_) | Expr::Int(_) | Expr::Code(_) => true,
        _ => false,
    }
}

fn leftmost(code: &Code, name: ExprId) -> ExprId {
    match &code[name].expr {
        Expr::Paste { lhs, .. } => leftmost(code, *lhs),
        _ => name,
    }
}

fn mentions_name(code: &Code, name: ExprId) -> bool {
    match &code[name].expr {
        Expr::Name(it) => *it == Sym::NAME,
        Expr::Paste { lhs, rhs, .. } => {
            mentions_name(code, *lhs) || rhs.is_some_and(|rhs| mentions_name(code, rhs))
        }
        Expr::Str(_) | Expr::Int(_) | Expr::Code(_) => false,
        _ => true,
    }
}
