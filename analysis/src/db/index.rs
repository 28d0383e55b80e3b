//! What the text of a unit says about names and places, before anything is elaborated.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Around, Db, StmtInput, UnitInput};
use crate::hir::lower::{Names, RecordName, static_names_in};
use crate::hir::{Code, Expr, ExprId, Multiclass, Stmt, StmtKind};
use crate::numbering::spelt_number;
use crate::record::Item;
use crate::symbol::Sym;
use crate::unit::Unit;

/// The statements of a unit by what they may declare; each list is in order.
#[derive(Debug, Default)]
pub struct Index {
    classes: FxHashMap<Sym, Vec<Item>>,
    multiclasses: FxHashMap<Sym, Vec<Item>>,
    types: FxHashMap<Sym, Vec<Item>>,
    globals: FxHashMap<Sym, Vec<Item>>,
    /// Statements that make a record of exactly this name.
    exact: FxHashMap<Sym, Vec<Item>>,
    /// Statements that make records whose names begin so.
    prefixes: FxHashMap<&'static str, Vec<Item>>,
    /// Statements that make records of any name.
    anything: Vec<Item>,
    /// Those of them that use such multiclasses, by the name in the `defm`: it likely is a part of the records' names.
    parts: FxHashMap<&'static str, Vec<Item>>,
    has_borrowed_name: bool,
    /// The multiclasses whose records may have any name.
    wild: FxHashSet<Sym>,
    /// The statements in each `defset`.
    defsets: FxHashMap<Item, Vec<Item>>,
}

impl Index {
    /// The index of a unit, given what is around each of its statements.
    pub fn new(unit: &Unit, arounds: &[Arc<Around>]) -> Index {
        let mut index = Index {
            wild: open_multiclasses(unit),
            ..Index::default()
        };
        for item in &unit.sources.order {
            index.statement(unit, *item, &arounds[item.0 as usize]);
        }
        index
    }

    fn statement(&mut self, unit: &Unit, item: Item, around: &Around) {
        let stmt = unit.stmt(item);
        for block in &around.blocks {
            if matches!(unit.stmt(block.head).kind, StmtKind::Defset(_)) {
                self.defsets.entry(block.head).or_default().push(item);
            }
        }
        let names = declared(stmt, unit, around);
        add(&mut self.globals, &names.globals, item);
        add(&mut self.classes, &names.classes, item);
        add(&mut self.multiclasses, &names.multiclasses, item);
        add(&mut self.types, &names.types, item);
        self.records(&names, calls_wild(stmt, &self.wild), item);
    }

    /// Whether the index stays the same when a statement is replaced by another.
    pub(super) fn is_same(&self, old: &Stmt, new: &Stmt, unit: &Unit, around: &Around) -> bool {
        let is_multiclass = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Multiclass(_));
        let opens = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Let(it) if it.braces);
        !is_multiclass(old)
            && !is_multiclass(new)
            && opens(old) == opens(new)
            && defvar_name(&old.kind) == defvar_name(&new.kind)
            && declared(old, unit, around) == declared(new, unit, around)
            && calls_wild(old, &self.wild) == calls_wild(new, &self.wild)
    }

    fn records(&mut self, names: &Names, wild: bool, item: Item) {
        let mut anything = wild;
        for name in &names.defs {
            match name {
                RecordName::Exact(name) => {
                    self.has_borrowed_name |= spelt_number(name.as_str()).is_some();
                    add(&mut self.exact, &[*name], item);
                }
                RecordName::Prefix(prefix) => add(&mut self.prefixes, &[prefix.as_str()], item),
                RecordName::Anything => anything = true,
            }
        }
        for name in &names.defms {
            match name {
                RecordName::Exact(Sym::EMPTY) | RecordName::Prefix(Sym::EMPTY) => anything = true,
                RecordName::Exact(prefix) | RecordName::Prefix(prefix) => {
                    add(&mut self.prefixes, &[prefix.as_str()], item);
                    if wild {
                        add(&mut self.parts, &[prefix.as_str()], item);
                    }
                }
                RecordName::Anything => anything = true,
            }
        }
        if anything {
            self.anything.push(item);
        }
    }

    fn space(&self, space: Space) -> &FxHashMap<Sym, Vec<Item>> {
        match space {
            Space::Class => &self.classes,
            Space::Multiclass => &self.multiclasses,
            Space::Type => &self.types,
            Space::Global => &self.globals,
        }
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
    let items = db.input().index(db).space(space).get(&name);
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
    db.input().index(db).has_borrowed_name
}

/// The statements in a `defset`.
#[salsa::tracked(returns(ref))]
pub(super) fn in_defset(db: &dyn Db, head: StmtInput) -> Vec<Item> {
    let defsets = &db.input().index(db).defsets;
    defsets.get(&head.item(db)).cloned().unwrap_or_default()
}

fn add<K: std::hash::Hash + Eq + Copy>(map: &mut FxHashMap<K, Vec<Item>>, names: &[K], item: Item) {
    for name in names {
        let items = map.entry(*name).or_default();
        if items.last() != Some(&item) {
            items.push(item);
        }
    }
}

/// The multiclasses whose records need not begin with the name of the `defm`: because a name inside puts something
/// else in front, or because they use such a multiclass.
fn open_multiclasses(unit: &Unit) -> FxHashSet<Sym> {
    let mut open = FxHashSet::default();
    loop {
        let before = open.len();
        for stmt in &unit.stmts {
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
