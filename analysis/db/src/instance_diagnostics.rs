//! Diagnostics of class instances. They are reported for the first statement that uses the instance.

use elaborate::anonymous_numbers::{Event, InstancePlace};
use elaborate::diagnostic::{At, Diagnostic, again};
use elaborate::eval::{InstanceResult, Outcome};
use elaborate::ids::Loc;
use elaborate::symbol::Sym;
use elaborate::value::{Node, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::Release;

use super::index::Space;
use super::{Db, lookup, outcome_of, pure_instance};

/// Collects the diagnostics of statements, including those of the instances that a statement is the first to use. The
/// statements must be visited in source order.
pub(crate) struct InstanceDiagnostics<'db> {
    db: &'db dyn Db,
    seen: FxHashSet<ValueId>,
    /// The diagnostics of instances with errors.
    failed: FxHashMap<ValueId, Vec<Diagnostic>>,
    /// The location of the first use of each instance. Since LLVM 21, a diagnostic that would be located at the record
    /// of the instance is reported at this location instead.
    places: FxHashMap<ValueId, Loc>,
}

impl InstanceDiagnostics<'_> {
    pub(crate) fn new(db: &dyn Db) -> InstanceDiagnostics<'_> {
        InstanceDiagnostics {
            db,
            seen: FxHashSet::default(),
            failed: FxHashMap::default(),
            places: FxHashMap::default(),
        }
    }

    /// The diagnostics of the next statement, whose outcome is `outcome`.
    pub(crate) fn diagnostics(&mut self, outcome: &Outcome) -> Vec<Diagnostic> {
        let again = self.failed_again(outcome);
        let own = outcome.instances.iter();
        self.seen.extend(own.map(|(instance, _)| *instance));
        let mut late = Vec::new();
        self.read(&outcome.events, &mut late);
        for (_, made) in &outcome.instances {
            self.read(&made.events, &mut late);
        }
        let mut said = outcome.diagnostics.clone();
        for (instance, made) in &outcome.instances {
            let of_it = said.iter_mut().filter(|it| made.diagnostics.contains(it));
            of_it.for_each(|it| self.place(*instance, made, it));
            self.note_failed(*instance, made);
        }
        late.retain(|it| !said.contains(it));
        said.extend(late);
        said.extend(again);
        said
    }

    /// The diagnostics of the failed instances that the statement with the outcome `outcome` uses, but that an earlier
    /// statement used first.
    fn failed_again(&self, outcome: &Outcome) -> Vec<Diagnostic> {
        let used = outcome.events.iter().filter_map(|it| match it {
            Event::Instance(instance) => self.failed.get(instance),
            _ => None,
        });
        used.flat_map(|it| again(it)).collect()
    }

    fn note_failed(&mut self, instance: ValueId, made: &InstanceResult) {
        if !made.diagnostics.is_empty() && !self.failed.contains_key(&instance) {
            let mut diagnostics = made.diagnostics.clone();
            for it in &mut diagnostics {
                self.place(instance, made, it);
            }
            self.failed.insert(instance, diagnostics);
        }
    }

    fn read(&mut self, events: &[Event], late: &mut Vec<Diagnostic>) {
        for event in events {
            match event {
                Event::Place(instance, place) => {
                    let place = match place {
                        InstancePlace::At(place) => Some(*place),
                        InstancePlace::Of(other) => self.place_of(*other),
                    };
                    if let Some(place) = place {
                        self.places.entry(*instance).or_insert(place);
                    }
                }
                Event::Instance(instance) if self.seen.insert(*instance) => {
                    if let Some(made) = pure_instance(self.db, self.db.input(), *instance) {
                        self.read_instance(*instance, made, late);
                    }
                }
                _ => {}
            }
        }
    }

    /// The location of `instance`. Instances that result from resolving `instance` have the same location. If
    /// `instance` mentions a template argument, it was parsed in the class that declares the argument. The statement of
    /// this class need not have been visited.
    fn place_of(&self, instance: ValueId) -> Option<Loc> {
        if let Some(place) = self.places.get(&instance) {
            return Some(*place);
        }
        let values = self.db.values();
        let mut class = None;
        values.node(instance).for_each_child(|child| {
            if let Node::Var(name) = values.node(child) {
                class = class.or(name
                    .as_str()
                    .split_once(':')
                    .map(|(class, _)| Sym::new(class)));
            }
        });
        let items = lookup::declaring(self.db, Space::Class, class?);
        let outcomes = items.iter().map(|item| outcome_of(self.db, *item));
        let mut events = outcomes.flat_map(|it| it.events.iter());
        events.find_map(|it| match it {
            Event::Place(it, InstancePlace::At(place)) if *it == instance => Some(*place),
            _ => None,
        })
    }

    /// Adds the diagnostics of an instance, and of the new instances in it. The instance has the same result
    /// everywhere, so it belongs to no statement.
    fn read_instance(
        &mut self,
        instance: ValueId,
        made: &InstanceResult,
        late: &mut Vec<Diagnostic>,
    ) {
        self.read(&made.events, late);
        self.note_failed(instance, made);
        if made.diagnostics.is_empty() {
            return;
        }
        // The result contains the diagnostics of the nested instances as well.
        let inside = made.events.iter().filter_map(|it| match it {
            Event::Instance(it) if *it != instance => Some(*it),
            _ => None,
        });
        let inside: FxHashSet<ValueId> = inside.collect();
        let inside = inside
            .into_iter()
            .filter_map(|it| pure_instance(self.db, self.db.input(), it).as_ref());
        let mut told: Vec<&Diagnostic> = inside.flat_map(|it| &it.diagnostics).collect();
        for diagnostic in &made.diagnostics {
            let is_same =
                |it: &&Diagnostic| it.at == diagnostic.at && it.message == diagnostic.message;
            if let Some(index) = told.iter().position(is_same) {
                told.swap_remove(index);
                continue;
            }
            let mut diagnostic = diagnostic.clone();
            self.place(instance, made, &mut diagnostic);
            late.push(diagnostic);
        }
    }

    /// Since LLVM 21: if a diagnostic is located at the record of the instance, and the location of the first use of
    /// the instance is known by now, moves the diagnostic to that location.
    fn place(&self, instance: ValueId, made: &InstanceResult, diagnostic: &mut Diagnostic) {
        let unplaced = made.record.locs.first().map(|it| At::start(*it));
        if diagnostic.at == unplaced
            && self.db.input().release(self.db) >= Release::V21
            && let Some(place) = self.places.get(&instance)
        {
            diagnostic.at = Some(At::start(*place));
        }
    }
}
