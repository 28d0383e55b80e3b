//! Finds the statements that may create a record of a class, without elaboration.
//!
//! A record is created by a `def` or `defm`, or by a class instance in an expression. Every use of a class or
//! multiclass elaborates its body again. So if the body of a class or multiclass creates records, each statement that
//! uses the class or multiclass creates such records, too.

use elaborate::hir::{Expr, Parent, Stmt, StmtKind};
use elaborate::ids::StmtId;
use elaborate::symbol::Sym;
use elaborate::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};

use super::enclosing::Enclosing;

/// An index of a unit for [`Uses::candidates`]: the subclasses of each class, the statements that use a class or
/// multiclass, and the statements that depend on a class instance in a `defvar` or in an enclosing `let`.
pub(super) struct Uses {
    /// The direct subclasses of each class.
    subclasses: FxHashMap<Sym, Vec<Sym>>,
    /// For each class, the statements that name the class directly and create records of it.
    made: FxHashMap<Sym, Vec<StmtId>>,
    /// For each class and multiclass, the statements that use it and thus elaborate its body again.
    users: FxHashMap<Sym, Vec<StmtId>>,
    /// For each global variable whose `defvar` contains a class instance, the statements that mention the variable.
    readers: FxHashMap<Sym, Vec<StmtId>>,
    /// The statements in each `let` that contains a class instance.
    inside: FxHashMap<StmtId, Vec<StmtId>>,
}

impl Uses {
    pub(crate) fn new(unit: &Unit, around: impl Fn(StmtId) -> std::sync::Arc<Enclosing>) -> Uses {
        let mut uses = Uses {
            subclasses: FxHashMap::default(),
            made: FxHashMap::default(),
            users: FxHashMap::default(),
            readers: FxHashMap::default(),
            inside: FxHashMap::default(),
        };
        let variable = |item: &StmtId| match &unit.stmt(*item).kind {
            StmtKind::Defvar(it) if has_instance(unit.stmt(*item)) => Some(it.name),
            _ => None,
        };
        let variables: FxHashSet<Sym> = unit.order().iter().filter_map(variable).collect();
        for &item in unit.order() {
            uses.statement(unit.stmt(item), item, &variables);
            for block in &around(item).blocks {
                if has_instance(unit.stmt(block.head)) {
                    uses.inside.entry(block.head).or_default().push(item);
                }
            }
        }
        uses
    }

    fn statement(&mut self, stmt: &Stmt, item: StmtId, variables: &FxHashSet<Sym>) {
        for data in &stmt.code.exprs {
            match &data.expr {
                Expr::Instance { class, .. } => {
                    push(&mut self.made, *class, item);
                    push(&mut self.users, *class, item);
                }
                Expr::Name(name) if variables.contains(name) => {
                    push(&mut self.readers, *name, item);
                }
                _ => {}
            }
        }
        self.kind(&stmt.kind, item);
    }

    fn kind(&mut self, kind: &StmtKind, item: StmtId) {
        match kind {
            StmtKind::Class(it) => {
                for parent in &it.body.parents {
                    let below = self.subclasses.entry(parent.name).or_default();
                    below.push(it.name);
                    push(&mut self.users, parent.name, item);
                }
            }
            StmtKind::Multiclass(it) => {
                self.parents(&it.parents, item);
                self.kinds(&it.body, item);
            }
            StmtKind::Def(it) => self.parents(&it.body.parents, item),
            StmtKind::Defm(it) => self.parents(&it.parents, item),
            _ => kind.bodies().for_each(|it| self.kind(it, item)),
        }
    }

    fn kinds(&mut self, kinds: &[StmtKind], item: StmtId) {
        for kind in kinds {
            self.kind(kind, item);
        }
    }

    /// Adds `item` to the statements that create records of the classes in `parents`, and to the statements that
    /// elaborate the bodies of these classes and multiclasses. `item` contains the `def`, `defm` or multiclass with
    /// these parents.
    fn parents(&mut self, parents: &[Parent], item: StmtId) {
        for parent in parents {
            push(&mut self.made, parent.name, item);
            push(&mut self.users, parent.name, item);
        }
    }

    /// The statements that may create a record of a class.
    pub(crate) fn candidates(&self, unit: &Unit, class: Sym) -> FxHashSet<StmtId> {
        let mut candidates = FxHashSet::default();
        let mut rest = Vec::new();
        for class in self.with_subclasses(class) {
            rest.extend(self.made.get(&class).into_iter().flatten().copied());
        }
        while let Some(item) = rest.pop() {
            if !candidates.insert(item) {
                continue;
            }
            let used = match &unit.stmt(item).kind {
                StmtKind::Class(it) => self.users.get(&it.name),
                StmtKind::Multiclass(it) => self.users.get(&it.name),
                StmtKind::Defvar(it) => self.readers.get(&it.name),
                StmtKind::Let(_) => self.inside.get(&item),
                _ => None,
            };
            rest.extend(used.into_iter().flatten().copied());
        }
        candidates
    }

    fn with_subclasses(&self, class: Sym) -> FxHashSet<Sym> {
        let mut found = FxHashSet::default();
        let mut rest = vec![class];
        while let Some(class) = rest.pop() {
            if found.insert(class) {
                rest.extend(self.subclasses.get(&class).into_iter().flatten());
            }
        }
        found
    }
}

fn has_instance(stmt: &Stmt) -> bool {
    let mut exprs = stmt.code.exprs.iter();
    exprs.any(|it| matches!(it.expr, Expr::Instance { .. }))
}

fn push(map: &mut FxHashMap<Sym, Vec<StmtId>>, name: Sym, item: StmtId) {
    let items = map.entry(name).or_default();
    if items.last() != Some(&item) {
        items.push(item);
    }
}
