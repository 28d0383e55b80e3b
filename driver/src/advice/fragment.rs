//! Fragments: files whose names are defined by other, missing files.

use elaborate::hir::{Parent, StmtKind};
use elaborate::symbol::Sym;
use elaborate::unit::Unit;
use project::{FoundUnit, Origin};
use rustc_hash::FxHashMap;

/// Whether the unit consists of one file without includes, and no build, setting or `RUN:` line names that file. Such a
/// file may use names that other files define.
pub(super) fn stands_alone(found: &FoundUnit, unit: &Unit) -> bool {
    found.origin == Origin::Includes && unit.sources.files.len() == 1 && unit.included.is_empty()
}

/// Whether most definitions of a unit use classes and multiclasses that the unit does not define.
pub(super) fn lacks_classes(unit: &Unit) -> bool {
    let mut needs = Needs::default();
    unit.stmts().for_each(|it| needs.count(&it.kind));
    needs.needy > needs.others
}

/// Counts of the definitions that need unknown classes, and of all other definitions.
#[derive(Default)]
struct Needs {
    needy: usize,
    others: usize,
    /// For each class counted so far, whether it needs an unknown class, directly or through a superclass. The map
    /// `multiclasses` contains the same for multiclasses.
    classes: FxHashMap<Sym, bool>,
    multiclasses: FxHashMap<Sym, bool>,
}

impl Needs {
    fn count(&mut self, kind: &StmtKind) {
        let is_needy = match kind {
            StmtKind::Class(it) => {
                let is_needy = self.are_needy(&it.body.parents);
                *self.classes.entry(it.name).or_default() |= is_needy;
                is_needy
            }
            StmtKind::Multiclass(it) => {
                let before = (self.needy, self.others);
                it.body.iter().for_each(|it| self.count(it));
                let is_needy = self.needy > before.0 || self.are_needy(&it.parents);
                (self.needy, self.others) = before;
                self.multiclasses.insert(it.name, is_needy);
                is_needy
            }
            StmtKind::Def(it) => self.are_needy(&it.body.parents),
            StmtKind::Defm(it) => self.are_needy(&it.parents),
            _ => return kind.bodies().for_each(|it| self.count(it)),
        };
        if is_needy {
            self.needy += 1;
        } else {
            self.others += 1;
        }
    }

    fn are_needy(&self, parents: &[Parent]) -> bool {
        parents.iter().any(|parent| {
            let known = [&self.classes, &self.multiclasses].map(|it| it.get(&parent.name).copied());
            known.into_iter().flatten().min().unwrap_or(true)
        })
    }
}
