//! From the files of a unit to one sequence of statements, and which of them are those of an earlier reading.
//!
//! A statement keeps its item as long as it stays where it is among the others and is recognizably the same: equal, or
//! of the same kind and name. Two items never change their order, so that what was found out by comparing their places
//! stays true; a statement that moves past another gets a new item.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use super::{Loaded, Step, Unit};
use crate::hir::{Code, FileItem, LoweredFile, Stmt, StmtKind};
use crate::record::Item;
use crate::sources::Sources;
use crate::symbol::Sym;

/// Puts a unit together from its sources in the order in which they were come upon.
pub(super) fn assemble(
    loaded: Vec<Option<Loaded>>,
    dependencies: Vec<String>,
    earlier: Option<&Unit>,
) -> Unit {
    let mut sources = Sources::default();
    let mut syntax_errors = Vec::new();
    let mut faults = Vec::new();
    let mut includes = Vec::new();
    for it in loaded.into_iter().flatten() {
        sources.files.push(it.source);
        syntax_errors.push(it.syntax_errors);
        faults.push(it.faults);
        includes.push(it.includes);
    }
    let known = earlier.map_or_else(Vec::new, |unit| known_items(&sources, unit));
    let taken = earlier.map_or(0, |unit| unit.stmts.len());
    sources.items = vec![(0, 0); taken];
    let mut assembler = Assembler {
        sources,
        includes,
        steps: Vec::new(),
        stmts: vec![nothing().clone(); taken],
        earlier,
        known,
        latest: None,
    };
    assembler.source(0);
    let Assembler {
        sources,
        steps,
        stmts,
        ..
    } = assembler;
    Unit {
        sources: Arc::new(sources),
        steps,
        stmts,
        syntax_errors,
        faults,
        dependencies,
    }
}

/// The statement of an item that is no more.
fn nothing() -> &'static Arc<Stmt> {
    static NOTHING: OnceLock<Arc<Stmt>> = OnceLock::new();
    NOTHING.get_or_init(|| {
        Arc::new(Stmt {
            kind: StmtKind::Error,
            code: Code::default(),
        })
    })
}

struct Assembler<'a> {
    sources: Sources,
    includes: Vec<Vec<Option<usize>>>,
    steps: Vec<Step>,
    stmts: Vec<Arc<Stmt>>,
    earlier: Option<&'a Unit>,
    /// The items that the statements of each source had, where they are recognized.
    known: Vec<Vec<Option<Item>>>,
    /// The place in the earlier order of the last item that was used again.
    latest: Option<u32>,
}

impl Assembler<'_> {
    fn source(&mut self, index: usize) {
        let lowered = self.sources.files[index].lowered.clone();
        self.steps.push(Step::Source(index));
        self.items(index, &lowered, &lowered.items);
        self.steps.push(Step::EndSource(index));
    }

    fn items(&mut self, source: usize, lowered: &LoweredFile, items: &[FileItem]) {
        for item in items {
            match item {
                FileItem::Stmt(stmt) => {
                    let item = self.stmt(source, lowered, *stmt);
                    self.steps.push(Step::Stmt(item));
                }
                FileItem::Block { head, body } => {
                    let item = self.stmt(source, lowered, *head);
                    self.steps.push(Step::Enter(item));
                    self.items(source, lowered, body);
                    self.steps.push(Step::Leave(item));
                }
                FileItem::Include { index, .. } => {
                    match self.includes[source]
                        .get(*index as usize)
                        .copied()
                        .flatten()
                    {
                        Some(included) => {
                            let end = lowered.includes[*index as usize].end;
                            self.sources.files[included].included_from = Some((source, end));
                            self.source(included);
                        }
                        None => self.steps.push(Step::MissingInclude(source, *index)),
                    }
                }
            }
        }
    }

    fn stmt(&mut self, source: usize, lowered: &LoweredFile, stmt: u32) -> Item {
        let place = (source, stmt as usize);
        let own = lowered.stmts[stmt as usize].clone();
        let item = match self.item_before(place) {
            Some(item) => {
                self.stmts[item.0 as usize] = own;
                self.sources.items[item.0 as usize] = place;
                item
            }
            None => {
                self.stmts.push(own);
                self.sources.items.push(place);
                Item(self.stmts.len() as u32 - 1)
            }
        };
        self.sources.order.push(item);
        item
    }

    /// The item that a statement had, unless it stood after one that now comes before it.
    fn item_before(&mut self, (source, stmt): (usize, usize)) -> Option<Item> {
        let item = (*self.known.get(source)?.get(stmt)?)?;
        let place = self.earlier?.sources.place(item)?;
        if self.latest.is_some_and(|latest| place <= latest) {
            return None;
        }
        self.latest = Some(place);
        Some(item)
    }
}

/// For each source, the items of its statements in the earlier unit, where they are recognized.
fn known_items(sources: &Sources, earlier: &Unit) -> Vec<Vec<Option<Item>>> {
    let items = earlier.sources.items_by_source();
    let mut by_path: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for (index, file) in earlier.sources.files.iter().enumerate().rev() {
        by_path.entry(&file.path).or_default().push(index);
    }
    let known = sources.files.iter().map(|file| {
        let before = by_path.get_mut(file.path.as_str()).and_then(Vec::pop);
        let Some(before) = before else {
            return Vec::new();
        };
        let old = &earlier.sources.files[before].lowered;
        if Arc::ptr_eq(old, &file.lowered) {
            return items[before].clone();
        }
        matches(&old.stmts, &file.lowered.stmts)
            .into_iter()
            .map(|stmt| items[before].get(stmt?).copied().flatten())
            .collect()
    });
    known.collect()
}

/// Which of the old statements each of the new ones is: those at both ends that are equal, and between them those of
/// the same kind and name, or that are equal, or that stand alone.
fn matches(old: &[Arc<Stmt>], new: &[Arc<Stmt>]) -> Vec<Option<usize>> {
    let same = |(a, b): &(&Arc<Stmt>, &Arc<Stmt>)| Arc::ptr_eq(a, b) || a == b;
    let start = old.iter().zip(new).take_while(same).count();
    let (old_rest, new_rest) = (&old[start..], &new[start..]);
    let end = old_rest
        .iter()
        .rev()
        .zip(new_rest.iter().rev())
        .take_while(same)
        .count();
    let (old_rest, new_rest) = (
        &old_rest[..old_rest.len() - end],
        &new_rest[..new_rest.len() - end],
    );
    let mut known: Vec<Option<usize>> = (0..start).map(Some).collect();
    if old_rest.len() == new_rest.len() {
        // Edits in place.
        let pairs = old_rest.iter().zip(new_rest).enumerate();
        known.extend(pairs.map(|(index, (a, b))| (key(a) == key(b)).then_some(start + index)));
    } else {
        let mut by_key: FxHashMap<Key, Vec<usize>> = FxHashMap::default();
        for (index, stmt) in old_rest.iter().enumerate().rev() {
            by_key.entry(key(stmt)).or_default().push(start + index);
        }
        known.extend(
            new_rest
                .iter()
                .map(|stmt| by_key.get_mut(&key(stmt)).and_then(Vec::pop)),
        );
    }
    let shift = |index: usize| index + old.len() - new.len();
    known.extend((new.len() - end..new.len()).map(|index| Some(shift(index))));
    known
}

type Key = (std::mem::Discriminant<StmtKind>, Option<Sym>);

/// What stays the same when a statement is edited.
fn key(stmt: &Stmt) -> Key {
    let name = match &stmt.kind {
        StmtKind::Class(it) => Some(it.name),
        StmtKind::Multiclass(it) => Some(it.name),
        StmtKind::Deftype(it) => Some(it.name),
        StmtKind::Defvar(it) => Some(it.name),
        StmtKind::Defset(it) => Some(it.name),
        StmtKind::Def(it) => it.name.and_then(|name| stmt.code.literal_name(name)),
        StmtKind::Defm(it) => it.name.and_then(|name| stmt.code.literal_name(name)),
        _ => None,
    };
    (std::mem::discriminant(&stmt.kind), name)
}
