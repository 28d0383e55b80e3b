//! The implementation of the elaborator's interface to earlier statements. It queries the outcomes of these statements
//! one by one.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use elaborate::anonymous_numbers::Numbers;
use elaborate::budget::Bound;
use elaborate::eval::{ClassProto, InstanceResult, MulticlassProto, Outcome, Scratch, World};
use elaborate::hir::StmtKind;
use elaborate::ids::{Loc, StmtId};
use elaborate::record::Record;
use elaborate::symbol::Sym;
use elaborate::value::{Anon, AnonKey, Ty, ValueId, ValueStore};
use rustc_hash::FxHashMap;

use super::earliest::{Sought, earliest, is_timed_instance};
use super::index::Space;
use super::lookup;
use super::{Db, made_record, numbers, outcome_of, pure_instance};

/// The statements before a place in the unit, on which an elaboration depends.
pub(super) struct Before<'db> {
    db: &'db dyn Db,
    place: usize,
    item: Option<StmtId>,
    asked_numbers: Cell<bool>,
    /// The records of the earlier statements, keyed by name; `None` if they have not been collected.
    named: Option<&'db Named>,
    /// The multiclasses that replace those of the unit with the same name.
    altered: Option<&'db Altered>,
}

/// Multiclasses that replace the multiclasses of the unit with the same names, keyed by name.
pub type Altered = FxHashMap<Sym, Arc<MulticlassProto>>;

/// Records by name.
pub(super) type Named = FxHashMap<ValueId, Arc<Record>>;

impl<'db> Before<'db> {
    /// The statements before `item`.
    pub(crate) fn item(db: &'db dyn Db, item: StmtId) -> Before<'db> {
        let place = db.unit().sources.layout.place(item);
        Before {
            db,
            place: place.map_or(0, |it| it as usize),
            item: Some(item),
            asked_numbers: Cell::new(false),
            named: None,
            altered: None,
        }
    }

    /// Adds the records of the earlier statements, so that duplicate names are found.
    pub(crate) fn among(self, named: &'db Named) -> Before<'db> {
        Before {
            named: Some(named),
            ..self
        }
    }

    /// Replaces the multiclasses of the unit by those in `altered`.
    pub(crate) fn with(self, altered: &'db Altered) -> Before<'db> {
        Before {
            altered: Some(altered),
            ..self
        }
    }

    /// All statements of the unit.
    pub(crate) fn all(db: &'db dyn Db) -> Before<'db> {
        Before {
            db,
            place: db.unit().order().len(),
            item: None,
            asked_numbers: Cell::new(false),
            named: None,
            altered: None,
        }
    }

    /// Whether the elaboration read numbers of anonymous records, which depend on the position of the elaborated
    /// statement.
    pub(crate) fn asked_numbers(&self) -> bool {
        self.asked_numbers.get()
    }

    fn is_before(&self, item: StmtId) -> bool {
        let place = self.db.unit().sources.layout.place(item);
        place.is_some_and(|it| (it as usize) < self.place)
    }

    /// The last value that `get` returns for an earlier statement that declares `name` in the name space `space`.
    fn last<T>(
        &self,
        space: Space,
        name: Sym,
        get: impl Fn(&'db Outcome) -> Option<T>,
    ) -> Option<T> {
        let items = lookup::declaring(self.db, space, name);
        let before = items.partition_point(|item| self.is_before(*item));
        items[..before]
            .iter()
            .rev()
            .find_map(|item| get(outcome_of(self.db, *item)))
    }

    fn found_in(&self, item: StmtId, name: ValueId) -> Option<Arc<Record>> {
        if !self.is_before(item) {
            return None;
        }
        made_record(self.db, self.db.stmt(item), name).clone()
    }

    /// The record with this name that one of the statements creates. `None` if it does not exist, or if it is the
    /// record of a class instance.
    pub(crate) fn def_named(&self, name: ValueId) -> Option<Arc<Record>> {
        match self.db.values().as_str(name) {
            Some(text) => lookup::candidates(self.db, self.db.input(), text)
                .iter()
                .find_map(|item| self.found_in(*item, name))
                .or_else(|| self.made_by_anything(name)),
            // The name contains numbers of anonymous records. If it is a whole anonymous name of a `def` or `defm`, its
            // key contains the statement.
            None => match self.db.values().as_anonymous(name) {
                Some(AnonKey::Drawn(item, _)) => self.found_in(item, name),
                Some(AnonKey::Instance(_)) => None,
                None => self
                    .order()
                    .iter()
                    .find_map(|item| self.found_in(*item, name)),
            },
        }
    }

    /// The statements before the place, in source order.
    fn order(&self) -> &'db [StmtId] {
        &self.db.input().order(self.db)[..self.place]
    }

    /// The record with this name from the statements whose record names are only known after elaboration.
    fn made_by_anything(&self, name: ValueId) -> Option<Arc<Record>> {
        let item = earliest(self.db, Sought::Record, name, |item| self.is_before(*item))?;
        self.found_in(item, name)
    }

    /// The class instance as evaluated by the first statement that uses it, if the result depends on that statement.
    fn made_first(&self, instance: ValueId) -> Option<Arc<InstanceResult>> {
        let is_before = |item: &StmtId| self.is_before(*item);
        if self.item.is_none() || !is_timed_instance(self.db, self.db.input(), instance) {
            return None;
        }
        let item = earliest(self.db, Sought::Instance, instance, is_before)?;
        let mut made = outcome_of(self.db, item).instances.iter();
        made.find(|(it, _)| *it == instance)
            .map(|(_, made)| made.clone())
    }

    /// The list of the records in a `defset`; `None` if the elaborated statement is within the braces of the `defset`,
    /// where the list has no value yet, or if the `defset` itself has an error.
    fn defset_value(&self, head: StmtId) -> Option<ValueId> {
        let stmt = self.db.stmt(head);
        let items = lookup::in_defset(self.db, stmt);
        let inside =
            |item| items.binary_search_by_key(&self.place_of(item), |it| self.place_of(*it));
        if self.item.is_some_and(|item| inside(item).is_ok()) {
            return None;
        }
        let defset = outcome_of(self.db, head).defset?;
        let elems: Vec<ValueId> = items
            .iter()
            .flat_map(|item| outcome_of(self.db, *item).defset_elems.iter().copied())
            .collect();
        Some(self.db.values().list(&elems, defset.elem))
    }

    fn place_of(&self, item: StmtId) -> Option<u32> {
        self.db.unit().sources.layout.place(item)
    }
}

impl World for Before<'_> {
    fn class(&self, name: Sym) -> Option<&Arc<ClassProto>> {
        self.last(Space::Class, name, |it| it.class.as_ref())
    }

    fn multiclass(&self, name: Sym) -> Option<Arc<MulticlassProto>> {
        if let Some(altered) = self.altered.and_then(|it| it.get(&name)) {
            return Some(altered.clone());
        }
        self.last(Space::Multiclass, name, |it| it.multiclass.clone())
    }

    fn type_alias(&self, name: Sym) -> Option<Ty> {
        self.last(Space::Type, name, |it| it.type_alias.map(|(_, ty)| ty))
    }

    fn def(&self, name: ValueId) -> Option<Arc<Record>> {
        self.def_named(name)
    }

    fn holder(&self, name: ValueId) -> Option<Arc<Record>> {
        // Finding the first record with a name would require elaborating all earlier statements. Duplicates are found
        // by `diagnostics` instead.
        self.named?.get(&name).cloned()
    }

    fn pause(&self) {
        self.db.unwind_if_revision_cancelled();
    }

    fn global(&self, name: Sym) -> Option<ValueId> {
        let items = lookup::declaring(self.db, Space::Global, name);
        let before = items.partition_point(|item| self.is_before(*item));
        items[..before].iter().rev().find_map(|item| {
            let stmt = self.db.stmt(*item);
            if matches!(stmt.stmt(self.db).kind, StmtKind::Defset(_)) {
                return self.defset_value(*item);
            }
            let outcome = outcome_of(self.db, *item);
            let variable = outcome.variable.filter(|(it, _)| *it == name);
            variable.map(|(_, v)| v).or_else(|| outcome.defset(name))
        })
    }

    fn instance(&self, instance: ValueId) -> Option<Arc<InstanceResult>> {
        // An instance that looks up records by name has no result that is the same for all statements. If the result
        // depends on the existing records, the first use determines it. Otherwise each statement evaluates the instance
        // again.
        let pure = pure_instance(self.db, self.db.input(), instance).clone();
        pure.or_else(|| self.made_first(instance))
    }

    fn instance_place(&self, _: ValueId) -> Option<Loc> {
        None
    }

    fn prototype_used(&self, _: Anon) -> bool {
        false
    }

    fn has_borrowed_name(&self) -> bool {
        *lookup::has_borrowed_name(self.db)
    }

    fn visit_defs(&self, visit: &mut dyn FnMut(&Arc<Record>)) {
        for item in self.order().iter() {
            let outcome = outcome_of(self.db, *item);
            let instances = outcome.instances.iter().map(|(_, made)| &made.record);
            outcome
                .records
                .iter()
                .chain(instances)
                .for_each(&mut *visit);
        }
    }

    fn numbers(&self) -> Option<Numbers> {
        self.asked_numbers.set(true);
        self.item.map(|_| numbers::before(self.db, self.place))
    }
}

thread_local! {
    static FREE: RefCell<Vec<Scratch>> = const { RefCell::new(Vec::new()) };
    /// The limit of the outermost elaboration on this thread.
    static BOUND: Cell<Option<Bound>> = const { Cell::new(None) };
}

/// Runs `f` with reused buffers. There are several sets of buffers, since elaborations nest. The outermost elaboration,
/// including all nested ones, may use half of the remaining budget, so that the statements after a runaway statement
/// can still be elaborated.
pub(super) fn with_scratch<T>(values: &ValueStore, f: impl FnOnce(&mut Scratch) -> T) -> T {
    let outer = BOUND.get();
    let bound = outer.unwrap_or_else(|| values.budget().half(values.memory()));
    BOUND.set(Some(bound));
    let _reset = Reset(outer);
    let mut scratch = FREE.with_borrow_mut(Vec::pop).unwrap_or_default();
    scratch.bound = Some(bound);
    let result = f(&mut scratch);
    FREE.with_borrow_mut(|free| free.push(scratch));
    result
}

/// Restores the previous limit when it is dropped, even if an edit cancels the elaboration by unwinding.
struct Reset(Option<Bound>);

impl Drop for Reset {
    fn drop(&mut self) {
        BOUND.set(self.0);
    }
}
