//! Assembles the files of a unit into one sequence of statements. The statements are matched with those of an earlier
//! reading.
//!
//! A statement keeps its id as long as it keeps its position relative to others and is recognized: it is equal to the
//! old statement, or has the same kind and name. Two ids never change their order, so comparisons of positions stay
//! valid. A statement that moves past another gets a new id.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{Loaded, Unit};
use crate::hir::{FileItem, LoweredFile, Stmt, StmtKind};
use crate::ids::StmtId;
use crate::sources::{Source, Sources};
use crate::statement_order::{Layout, Step};
use crate::symbol::Sym;

/// Assembles a unit from its sources, which are in the order of inclusion. Statements keep their ids from the unit
/// `earlier`.
pub(super) fn assemble(
    loaded: Vec<Option<Loaded>>,
    included: BTreeMap<String, Option<String>>,
    earlier: Option<&Unit>,
) -> Unit {
    let mut files = Vec::new();
    let mut syntax_errors = Vec::new();
    let mut error_extents = Vec::new();
    for it in loaded.into_iter().flatten() {
        files.push(it.source);
        syntax_errors.push(it.syntax_errors);
        error_extents.push(it.error_extents);
    }
    note_includers(&mut files);
    let layout = match earlier {
        Some(unit) if has_layout(&files, &unit.sources.files) => unit.sources.layout.clone(),
        _ => Arc::new(layout(&files, earlier)),
    };
    Unit {
        sources: Arc::new(Sources { files, layout }),
        syntax_errors,
        error_extents,
        included,
    }
}

/// Sets the include directive from which each source is included.
fn note_includers(files: &mut [Source]) {
    for source in 0..files.len() {
        for index in 0..files[source].includes.len() {
            let lowered = &files[source].lowered;
            if let (Some(included), Some(end)) =
                (files[source].includes[index], lowered.includes.get(index))
            {
                files[included].included_from = Some((source, *end));
            }
        }
    }
}

/// Whether the files have the same layout as `earlier`: the same paths, the same includes, and the same statements by
/// kind and name, in the same order.
fn has_layout(files: &[Source], earlier: &[Source]) -> bool {
    let same_shape = |a: &LoweredFile, b: &LoweredFile| {
        a.items == b.items
            && a.stmts.len() == b.stmts.len()
            && a.stmts
                .iter()
                .zip(&b.stmts)
                .all(|(a, b)| Arc::ptr_eq(a, b) || key(a) == key(b))
    };
    let same = |(a, b): (&Source, &Source)| {
        a.path == b.path
            && a.includes == b.includes
            && (Arc::ptr_eq(&a.lowered, &b.lowered) || same_shape(&a.lowered, &b.lowered))
    };
    files.len() == earlier.len() && files.iter().zip(earlier).all(same)
}

fn layout(files: &[Source], earlier: Option<&Unit>) -> Layout {
    let mut assembler = Assembler {
        files,
        layout: Layout::default(),
        earlier: earlier.map(|unit| &*unit.sources.layout),
        known: earlier.map_or_else(Vec::new, |unit| known_items(files, &unit.sources)),
        latest: None,
    };
    let taken = earlier.map_or(0, Unit::items);
    assembler.layout.items = vec![None; taken];
    assembler.source(0);
    assembler.layout
}

struct Assembler<'a> {
    files: &'a [Source],
    layout: Layout,
    earlier: Option<&'a Layout>,
    /// For each source, the earlier ids of its statements; `None` for a statement that is not recognized.
    known: Vec<Vec<Option<StmtId>>>,
    /// The position of the last reused id in the earlier order.
    latest: Option<u32>,
}

impl Assembler<'_> {
    fn source(&mut self, index: usize) {
        self.layout.steps.push(Step::Source(index));
        self.items(index, &self.files[index].lowered.items);
        self.layout.steps.push(Step::EndSource(index));
    }

    fn items(&mut self, source: usize, items: &[FileItem]) {
        for item in items {
            match item {
                FileItem::Stmt(stmt) => {
                    let item = self.stmt(source, *stmt);
                    self.layout.steps.push(Step::Stmt(item));
                }
                FileItem::Block { head, body } => {
                    let item = self.stmt(source, *head);
                    self.layout.steps.push(Step::Enter(item));
                    self.items(source, body);
                    self.layout.steps.push(Step::Leave(item));
                }
                FileItem::Include { index, .. } => {
                    let includes = &self.files[source].includes;
                    if let Some(included) = includes.get(*index as usize).copied().flatten() {
                        self.source(included);
                    }
                }
            }
        }
    }

    fn stmt(&mut self, source: usize, stmt: u32) -> StmtId {
        let place = (source, stmt as usize);
        let item = match self.item_before(place) {
            Some(item) => {
                self.layout.items[item.0 as usize] = Some(place);
                item
            }
            None => {
                self.layout.items.push(Some(place));
                StmtId(self.layout.items.len() as u32 - 1)
            }
        };
        self.layout.order.push(item);
        item
    }

    /// The earlier id of a statement. `None` if the statement is new, or if its id preceded, in the earlier order, an
    /// id that is already reused.
    fn item_before(&mut self, (source, stmt): (usize, usize)) -> Option<StmtId> {
        let item = (*self.known.get(source)?.get(stmt)?)?;
        let place = self.earlier?.place(item)?;
        if self.latest.is_some_and(|latest| place <= latest) {
            return None;
        }
        self.latest = Some(place);
        Some(item)
    }
}

/// For each source, the ids that its statements have in the earlier unit; `None` for a statement that is not
/// recognized.
fn known_items(files: &[Source], earlier: &Sources) -> Vec<Vec<Option<StmtId>>> {
    let mut by_path: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for (index, file) in earlier.files.iter().enumerate().rev() {
        by_path.entry(&file.path).or_default().push(index);
    }
    let known = files.iter().map(|file| {
        let before = by_path.get_mut(file.path.as_str()).and_then(Vec::pop);
        let Some(before) = before else {
            return Vec::new();
        };
        let old = &earlier.files[before].lowered;
        let items = earlier.layout.of_source(before);
        if Arc::ptr_eq(old, &file.lowered) {
            return items.to_vec();
        }
        matches(&old.stmts, &file.lowered.stmts)
            .into_iter()
            .map(|stmt| items.get(stmt?).copied().flatten())
            .collect()
    });
    known.collect()
}

/// Matches new statements with old ones. The result has for each new statement the index of the old one, or `None` if
/// no old statement matches.
///
/// Equal statements at the start and at the end match. Between them, statements of the same kind and name match: at the
/// same index if there are as many new statements as old ones, otherwise in their order.
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
        // No statement was added or removed, so statements were edited in place.
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

type Key = (std::mem::Discriminant<StmtKind>, Option<Sym>, bool);

/// The properties of a statement that an edit usually preserves.
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
    let braces = matches!(&stmt.kind, StmtKind::Let(it) if it.braces);
    (std::mem::discriminant(&stmt.kind), name, braces)
}
