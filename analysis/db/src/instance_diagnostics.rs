//! What was found while class instances were made that no statement made.

use elaborate::anonymous_numbers::{Event, InstancePlace};
use elaborate::diagnostic::{At, Diagnostic};
use elaborate::eval::{InstanceResult, Outcome};
use elaborate::ids::Loc;
use elaborate::symbol::Sym;
use elaborate::value::{Node, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::index::Space;
use super::{Db, lookup, outcome_of, pure_instance};

/// The diagnostics of such instances, each told of the first statement that uses it. Statements are asked in their order.
pub struct InstanceDiagnostics<'db> {
    db: &'db dyn Db,
    seen: FxHashSet<ValueId>,
    /// Where instances stand in LLVM 22's eyes: where they were read first.
    places: FxHashMap<ValueId, Loc>,
    /// What was told already, as the instances knew it.
    told: FxHashSet<Key>,
}

/// What a diagnostic is known by.
type Key = (Option<At>, String);

fn key(diagnostic: &Diagnostic) -> Key {
    (diagnostic.at, diagnostic.message.clone())
}

impl InstanceDiagnostics<'_> {
    pub fn new(db: &dyn Db) -> InstanceDiagnostics<'_> {
        InstanceDiagnostics {
            db,
            seen: FxHashSet::default(),
            places: FxHashMap::default(),
            told: FxHashSet::default(),
        }
    }

    /// What is said of a statement that elaborated to this.
    pub fn of(&mut self, outcome: &Outcome) -> Vec<Diagnostic> {
        let own = outcome.instances.iter();
        self.seen.extend(own.map(|(instance, _)| *instance));
        let mut told = Told::default();
        self.read(&outcome.events, &mut told);
        for (_, made) in &outcome.instances {
            self.read(&made.events, &mut told);
        }
        told.out
    }

    fn read(&mut self, events: &[Event], told: &mut Told) {
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
                        self.made(*instance, made, told);
                    }
                }
                _ => {}
            }
        }
    }

    /// Where an instance stands that others were made of. One with a template argument in it stands in the class that has
    /// the argument, whose statement is perhaps not asked for.
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

    fn made(&mut self, instance: ValueId, made: &InstanceResult, told: &mut Told) {
        let mut inner = Told::default();
        self.read(&made.events, &mut inner);
        // It was made apart from any statement and does not know where it stands.
        let unplaced = made.record.locs.first().map(|it| At::start(*it));
        let place = self.places.get(&instance).map(|it| At::start(*it));
        for diagnostic in &made.diagnostics {
            // That of an instance that this one made is told already, or is known with its place.
            let placed = match inner.index.remove(&key(diagnostic)) {
                Some(index) => inner.out[index].clone(),
                None if !self.told.insert(key(diagnostic)) => continue,
                None if diagnostic.at == unplaced && place.is_some() => Diagnostic {
                    at: place,
                    ..diagnostic.clone()
                },
                None => diagnostic.clone(),
            };
            told.push(key(diagnostic), placed);
        }
        // What only an instance inside says.
        let mut rest: Vec<(Key, usize)> = inner.index.into_iter().collect();
        rest.sort_unstable_by_key(|(_, index)| *index);
        for (key, index) in rest {
            told.push(key, inner.out[index].clone());
        }
    }
}

/// Diagnostics with their places.
#[derive(Default)]
struct Told {
    out: Vec<Diagnostic>,
    /// Which is which, as the instances knew them.
    index: FxHashMap<Key, usize>,
}

impl Told {
    fn push(&mut self, key: Key, diagnostic: Diagnostic) {
        self.index.insert(key, self.out.len());
        self.out.push(diagnostic);
    }
}
