//! The classes and multiclasses of a unit, by name.

use std::cell::OnceCell;

use rustc_hash::FxHashMap;

use crate::hir::StmtKind;
use crate::ids::StmtId;
use crate::symbol::Sym;
use crate::unit::Unit;

/// The places of definitions, searched for on demand.
pub(super) struct Definitions<'a> {
    unit: &'a Unit,
    known: OnceCell<Known>,
}

#[derive(Default)]
struct Known {
    classes: FxHashMap<Sym, StmtId>,
    multiclasses: FxHashMap<Sym, StmtId>,
}

impl Definitions<'_> {
    pub(super) fn new(unit: &Unit) -> Definitions<'_> {
        Definitions {
            unit,
            known: OnceCell::new(),
        }
    }

    /// The statement that defines a class, or the last that declares it.
    pub(super) fn class(&self, name: Sym) -> Option<StmtId> {
        self.known().classes.get(&name).copied()
    }

    pub(super) fn multiclass(&self, name: Sym) -> Option<StmtId> {
        self.known().multiclasses.get(&name).copied()
    }

    fn known(&self) -> &Known {
        self.known.get_or_init(|| {
            let mut known = Known::default();
            for item in self.unit.order() {
                match &self.unit.stmt(*item).kind {
                    StmtKind::Class(it) => _ = known.classes.insert(it.name, *item),
                    StmtKind::Multiclass(it) => _ = known.multiclasses.insert(it.name, *item),
                    _ => {}
                }
            }
            known
        })
    }
}
